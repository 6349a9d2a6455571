// Names of the device itself, which lead every other device to itself.
const localHost = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

// Returns the host of an address, with its port where it has one; '' of what is no address.
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
}

// Returns whether an address, such as that of a server, is of this device alone.
export function isLocal(address: string): boolean {
  try {
    return localHost.test(new URL(address).hostname);
  } catch {
    return false;
  }
}
