// A proxy with TLS before a server, as an operator has one, which writes down what arrives and how
// the server answers; and a server of foreign pages, which writes down what reaches it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { made } from './server.js';

export interface Asked {
  readonly method: string;
  readonly host: string;
  // With its query.
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // The status is the answer's; it is 0 until there is one.
  status: number;
  answer: IncomingHttpHeaders;
}

interface Identity {
  readonly key: Buffer;
  readonly cert: Buffer;
  // By which a browser knows the key: SHA-256 of it, in base64.
  readonly pin: string;
}

// A key that no authority knows; the browser is given its hash.
export function newIdentity(): Identity {
  const [key, cert] = [join(made, 'foreign.key'), join(made, 'foreign.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', '30', '-subj', '/CN=bank.example'],
      ...['-addext', 'subjectAltName=DNS:bank.example,DNS:*.bank.example,DNS:evil.example'],
    ],
    { stdio: 'ignore' },
  );
  const text = ['-in', cert, '-pubkey', '-noout'];
  const pem = execFileSync('openssl', ['x509', ...text], { encoding: 'utf8' });
  const spki = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const pin = createHash('sha256').update(spki).digest('base64');
  return { key: readFileSync(key), cert: readFileSync(cert), pin };
}

function asked({ method, url, headers }: IncomingMessage): Asked {
  const host = headers.host ?? '';
  return { method: method ?? '', host, path: url ?? '/', headers, status: 0, answer: {} };
}

class Listener {
  readonly port: number;
  readonly asked: Asked[] = [];
  readonly #server: HttpsServer;

  protected constructor(server: HttpsServer) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  protected static async listening(identity: Identity): Promise<HttpsServer> {
    const server = createServer({ key: identity.key, cert: identity.cert });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  at(host: string): string {
    return `https://${host}:${this.port}`;
  }

  // Returns what has been asked since the last call of this function.
  taken(): Asked[] {
    return this.asked.splice(0);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export class Recorder extends Listener {
  #target = '';

  static async start(identity: Identity): Promise<Recorder> {
    const server = await Listener.listening(identity);
    const recorder = new Recorder(server);
    server.on('request', (from, to) => recorder.#pass(from, to));
    return recorder;
  }

  set target(base: string) {
    this.#target = base;
  }

  #pass(from: IncomingMessage, to: ServerResponse): void {
    const entry = asked(from);
    this.asked.push(entry);
    const target = new URL(this.#target);
    const options = { host: target.hostname, port: target.port, path: entry.path };
    const onward = request(
      { ...options, method: entry.method, headers: entry.headers },
      (answer) => {
        entry.status = answer.statusCode ?? 0;
        entry.answer = answer.headers;
        to.writeHead(entry.status, answer.headers);
        answer.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  }
}

// Pages of somebody else, under any name.
export class ForeignPages extends Listener {
  // A path has a page, and headers of its own. Any other path has an empty page.
  readonly pages = new Map<string, { readonly body: string; readonly headers?: object }>();

  static async start(identity: Identity): Promise<ForeignPages> {
    const server = await Listener.listening(identity);
    const pages = new ForeignPages(server);
    server.on('request', (from, to) => pages.#answer(from, to));
    return pages;
  }

  #answer(from: IncomingMessage, to: ServerResponse): void {
    const entry = asked(from);
    this.asked.push(entry);
    const path = entry.path.split('?')[0] ?? '/';
    const { body, headers } = this.pages.get(path) ?? { body: '<!doctype html><title>-</title>' };
    from.resume();
    to.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    to.end(body);
  }
}
