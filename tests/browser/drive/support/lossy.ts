// A proxy before a server, which loses answers: the server has done what it was asked for, and the
// page never learns it.
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class LossyProxy {
  readonly base: string;
  // How many answers to each submission are lost.
  loses = 0;
  // The map counts the answers that were lost, by path.
  readonly lost = new Map<string, number>();
  // The bytes of the answers' bodies as they went over the line, by path.
  readonly bodies = new Map<string, number>();
  // How many answers said that they repeat an earlier one.
  replayed = 0;
  // From the next submission on and for so long, submissions are answered 503, and what was asked
  // for is not done.
  busyForMs = 0;
  refused = 0;
  // Called when a finalize arrives, before it is passed on.
  onFinalize: () => void = () => undefined;
  readonly #server: Server;
  #target = '';
  #busyUntil = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.base = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<LossyProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new LossyProxy(server);
    server.on('request', (asked, answer) => proxy.#pass(asked, answer));
    return proxy;
  }

  set target(base: string) {
    this.#target = base;
  }

  // Forgets what was lost before.
  lose(answers: number): void {
    this.loses = answers;
    this.lost.clear();
    this.replayed = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? '/';
    if (path === '/api/sdk/finalize') this.onFinalize();
    if (isSubmission(asked) && this.busyForMs > 0) {
      this.#busyUntil = Date.now() + this.busyForMs;
      this.busyForMs = 0;
    }
    if (isSubmission(asked) && Date.now() < this.#busyUntil) {
      ++this.refused;
      asked.resume().on('end', () => {
        answer.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '2' });
        answer.end('{"code":"SVC_UNAVAILABLE","status":503,"title":"Unavailable"}');
      });
      return;
    }
    const target = new URL(path, this.#target);
    const { method, headers } = asked;
    const onward = request(target, { method: method ?? 'GET', headers }, (from) => {
      if (from.headers['idempotent-replayed'] !== undefined) ++this.replayed;
      if (this.#isLost(asked)) {
        // Only when all of the answer is there: what was asked for is done.
        from.resume().on('end', () => answer.destroy());
        return;
      }
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.on('data', (bytes: Buffer) => {
        this.bodies.set(path, (this.bodies.get(path) ?? 0) + bytes.length);
      });
      from.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }

  #isLost(asked: IncomingMessage): boolean {
    const path = asked.url ?? '';
    if (!isSubmission(asked)) return false;
    const count = this.lost.get(path) ?? 0;
    if (count >= this.loses) return false;
    this.lost.set(path, count + 1);
    return true;
  }
}

function isSubmission({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && /^\/api\/sdk\/(document|liveness|finalize)$/.test(url ?? '');
}

// The bytes of answers by what they are, of LossyProxy.bodies.
export function kindsOf(bodies: ReadonlyMap<string, number>): {
  readonly scriptAndStyle: number;
  readonly wasm: number;
  readonly all: number;
} {
  const sum = (kind: RegExp): number =>
    [...bodies].reduce((sofar, [path, bytes]) => sofar + (kind.test(path) ? bytes : 0), 0);
  return { scriptAndStyle: sum(/\.(js|css)$/), wasm: sum(/\.wasm$/), all: sum(/^/) };
}
