// Names of the device itself, which lead every other device to itself.
const localHost = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

// Returns whether an address, such as that of a server, is of this device alone.
export function isLocal(address: string): boolean {
  try {
    return localHost.test(new URL(address).hostname);
  } catch {
    return false;
  }
}
