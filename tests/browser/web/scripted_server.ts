// A server that answers as a script says, and judges each submission once, as the real one does.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** `lost`: what was asked for is done, and the connection ends without an answer. */
export type Reaction = Reply | 'lost' | 'silent';
export type Script = (seen: Seen, count: number) => Reaction;

export class ScriptedServer {
  readonly seen: Seen[] = [];
  /** How often a submission was judged: once for a key. */
  attempts = 0;
  readonly #script: Script;
  readonly #keys = new Set<string>();
  readonly #server: Server;

  constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => this.#take(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      const { method = '', url = '', headers } = request;
      const seen = { method, path: url, headers, body };
      this.seen.push(seen);
      this.#answer(this.#script(seen, this.seen.length), seen, response);
    });
  }

  #answer(reaction: Reaction, seen: Seen, response: ServerResponse): void {
    const judged = reaction === 'lost' || (reaction !== 'silent' && reaction.status === 200);
    const key = seen.headers['idempotency-key'];
    if (judged && typeof key === 'string' && !this.#keys.has(key)) {
      this.#keys.add(key);
      ++this.attempts;
    }
    if (reaction === 'silent') return;
    if (reaction === 'lost') {
      response.destroy();
      return;
    }
    const type = reaction.status === 200 ? 'application/json' : 'application/problem+json';
    response.writeHead(reaction.status, { 'Content-Type': type, ...reaction.headers });
    const { body = {} } = reaction;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

/** A problem as the server writes it. */
export function problem(status: number, code: string, more: object = {}): Reply {
  const known = { type: 'about:blank', title: code, detail: 'Why.', requestId: 'request-1' };
  return { status, body: { ...known, status, ok: false, code, ...more } };
}
