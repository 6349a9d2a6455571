// A server with the reviewers' console, and captures that wait for somebody to decide.
import { Device } from './device.js';
import { newSeed } from './pictures.js';
import { freePort, Server } from './server.js';
import type { Session } from './server.js';

export interface Waiting {
  readonly session: Session;
  readonly seed: number;
}

// The addresses by which browsers know a server behind a proxy.
export interface Proxied {
  readonly consoleUrl: string;
  readonly publicUrl: string;
}

export class ConsoleServer {
  readonly server: Server;
  // Browsers open the page at this address.
  readonly address: string;
  // The listener itself has this address.
  readonly listensAt: string;

  private constructor(server: Server, address: string, listensAt: string) {
    this.server = server;
    this.address = address;
    this.listensAt = listensAt;
  }

  static async start(client = 'Harbour Bank', proxied?: Proxied): Promise<ConsoleServer> {
    const port = await freePort();
    const settings = ['--review-listen', `127.0.0.1:${port}`];
    if (proxied !== undefined) settings.push('--review-url', proxied.consoleUrl);
    const server = await Server.start(settings, proxied?.publicUrl, client);
    const listensAt = `http://localhost:${port}`;
    return new ConsoleServer(server, `${proxied?.consoleUrl ?? listensAt}/review`, listensAt);
  }

  // Registers a reviewer; returns the link that makes a passkey.
  link(name: string, ...roles: readonly string[]): string {
    const given = roles.flatMap((role) => ['--role', role]);
    const made = this.server.operator('reviewer', 'add', name, ...given, '--json');
    return (JSON.parse(made) as { link: string }).link;
  }

  // A whole capture of a card and a face, which nobody but a person can judge.
  async capture(userRef: string, seed = newSeed(), isClumsy = false): Promise<Waiting> {
    const session = await this.server.create('FULL_CAPTURE', { userRef });
    const device = new Device(this.server, session);
    await device.sendsCard(seed, isClumsy);
    await device.sendsFace(seed);
    await device.finalizes();
    return { session, seed };
  }

  // A capture of one page: what is least work for whoever looks at pictures.
  async passport(userRef: string): Promise<Waiting> {
    const session = await this.server.create('DOCUMENT_VERIFICATION', { userRef });
    const device = new Device(this.server, session);
    const seed = newSeed();
    await device.sendsPassport(seed);
    await device.finalizes();
    return { session, seed };
  }

  // A capture of somebody who cannot make the movements, and says why. `name` is the device's, and
  // that of its files.
  async captureWithout(userRef: string, words: string, name?: string): Promise<Waiting> {
    const session = await this.server.create('FULL_CAPTURE', { userRef });
    const device = new Device(this.server, session, name);
    const seed = newSeed();
    await device.sendsCard(seed);
    await device.cannotMove(words);
    await device.finalizes();
    return { session, seed };
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }
}
