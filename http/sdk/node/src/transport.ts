// Requests to the server and their repeats. Calls, which is made, has the requests themselves.
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';

import { CountersignError, Refusal, UnexpectedAnswer, Unreachable } from './errors.js';
import type { Problem } from './generated/types.js';
import { VERSION } from './generated/types.js';
import { parseHiding } from './hidden.js';
import { delayBefore, LONGEST_WAIT_SECONDS, MOST_REPEATS, parseRetryAfter } from './patience.js';
import { REAL_TIMING } from './patience.js';
import type { Timing } from './patience.js';
import { baseOf, queryOf } from './url.js';

export interface Settings {
  /** Address of the server, such as https://verify.example. Plain http is for this machine. */
  server: string;
  clientKey: string;
  clientSecret: string;
  /** Also allows http to other machines, where a network of yours keeps the secret. */
  allowPlainHttp?: boolean | undefined;
  /** Milliseconds for one attempt, 30000 if it is absent. A `wait` of a call is added. */
  timeoutMs?: number | undefined;
  /** How often a call may be repeated: 0 to 5, and 5 if it is absent. */
  repeats?: number | undefined;
  /** The most bytes of an answer: 256 MiB if it is absent, for bundles; JSON has at most 32 MiB. */
  maxBytes?: number | undefined;
  /** In the place of the global fetch, such as one with a proxy or authorities of yours. */
  fetch?: typeof fetch | undefined;
  timing?: Timing | undefined;
}

export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface KeyedOptions extends CallOptions {
  /**
   * Without one each call makes a key of its own, so that its repeats count once. Give one of
   * yours, such as the id of an order, and the call counts once for 24 hours also when your process
   * ends in between.
   */
  idempotencyKey?: string | undefined;
}

/** Bytes, with what the answer's header says of them. */
export interface Download {
  bytes: Uint8Array;
  contentType: string;
  /** Where the log records the download: `index=41, size=42`. */
  receipt: string | null;
}

/** One request, as its call describes it. */
export interface Wanted {
  operation: string;
  method: string;
  path: string;
  query?: object;
  /** A query that is an object is a parameter for each member, whose name begins so. */
  prefixes?: Record<string, string>;
  body?: object;
  hasCredentialsInBody?: boolean;
  isKeyed?: boolean;
  isRepeatable?: boolean;
}

interface Answer {
  bytes: Uint8Array;
  headers: Headers;
}

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_JSON_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

export abstract class Transport {
  readonly #base: string;
  readonly #clientKey: string;
  readonly #clientSecret: string;
  readonly #timeoutMs: number;
  readonly #repeats: number;
  readonly #maxBytes: number;
  readonly #fetch: typeof fetch;
  readonly #timing: Timing;

  constructor(settings: Settings) {
    const { clientKey, clientSecret } = settings;
    if (typeof clientKey !== 'string' || !/^[!-~]+$/.test(clientKey)) {
      throw new TypeError('clientKey is missing, or no key of a client');
    }
    if (typeof clientSecret !== 'string' || !/^[!-~]+$/.test(clientSecret)) {
      throw new TypeError('clientSecret is missing, or no secret of a client');
    }
    this.#base = baseOf(settings.server, settings.allowPlainHttp ?? false);
    this.#clientKey = clientKey;
    this.#clientSecret = clientSecret;
    this.#timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
    this.#repeats = Math.min(settings.repeats ?? MOST_REPEATS, MOST_REPEATS);
    this.#maxBytes = settings.maxBytes ?? MAX_BYTES;
    this.#fetch = settings.fetch ?? fetch;
    this.#timing = settings.timing ?? REAL_TIMING;
  }

  /** For console.log, which is not shown the credentials. */
  [inspect.custom](): string {
    return `${this.constructor.name} { server: '${this.#base}' }`;
  }

  protected async json<Type>(wanted: Wanted, options: KeyedOptions): Promise<Type> {
    const { bytes, headers } = await this.#repeatedly(wanted, options, MAX_JSON_BYTES);
    try {
      return parseHiding(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Type;
    } catch {
      const says = 'the answer is not JSON, or too deep';
      throw new UnexpectedAnswer(wanted.operation, says, headers.get('x-request-id'));
    }
  }

  protected async text(wanted: Wanted, options: KeyedOptions): Promise<string> {
    const { bytes } = await this.#repeatedly(wanted, options, MAX_JSON_BYTES);
    return new TextDecoder().decode(bytes);
  }

  protected async bytes(wanted: Wanted, options: KeyedOptions): Promise<Download> {
    const { bytes, headers } = await this.#repeatedly(wanted, options, this.#maxBytes);
    const contentType = headers.get('content-type') ?? '';
    return { bytes, contentType, receipt: headers.get('svc-log-receipt') };
  }

  async #repeatedly(wanted: Wanted, options: KeyedOptions, maxBytes: number): Promise<Answer> {
    const key = wanted.isKeyed === true ? (options.idempotencyKey ?? randomUUID()) : null;
    if (key !== null && !/^[!-~]{1,255}$/.test(key)) {
      throw new TypeError('an idempotency key has 1 to 255 visible ASCII characters');
    }
    const signal = options.signal ?? null;
    for (let repeat = 0; ; ++repeat) {
      try {
        return await this.#once(wanted, key, signal, maxBytes);
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason;
        if (repeat >= this.#repeats || !mayRepeat(wanted, error)) throw error;
        const asked = error instanceof Refusal ? error.retryAfterSeconds : null;
        if (asked !== null && asked > LONGEST_WAIT_SECONDS) throw error;
        await this.#timing.wait(delayBefore(repeat, asked, this.#timing.random()), signal);
      }
    }
  }

  async #once(
    wanted: Wanted,
    key: string | null,
    signal: AbortSignal | null,
    maxBytes: number,
  ): Promise<Answer> {
    const own = new AbortController();
    const stop = (): void => own.abort(signal?.reason);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(
      () => own.abort(new Error('no answer came in time')),
      this.#timeoutMs + waitMs(wanted),
    );
    try {
      const response = await this.#ask(wanted, key, own.signal);
      const limit = response.ok ? maxBytes : MAX_JSON_BYTES;
      const bytes = await bodyOf(wanted.operation, response, limit);
      if (response.status === 200) return { bytes, headers: response.headers };
      throw this.#refusal(wanted.operation, response, bytes);
    } catch (error) {
      if (error instanceof CountersignError) throw error;
      const says = own.signal.aborted ? 'no answer came in time' : 'the server cannot be reached';
      throw new Unreachable(wanted.operation, says, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  #ask(wanted: Wanted, key: string | null, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { 'User-Agent': `countersign-node/${VERSION}` };
    if (key !== null) headers['Idempotency-Key'] = key;
    const credentials = { clientKey: this.#clientKey, clientSecret: this.#clientSecret };
    let { body } = wanted;
    if (wanted.hasCredentialsInBody === true) {
      body = { ...body, ...credentials };
    } else {
      headers['X-Svc-Client-Key'] = credentials.clientKey;
      headers['X-Svc-Client-Secret'] = credentials.clientSecret;
    }
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const url = this.#base + wanted.path + queryOf(wanted.query ?? {}, wanted.prefixes ?? {});
    // A redirect would take the credentials along, so it is answered to the caller as a refusal.
    const init: RequestInit = { method: wanted.method, headers, redirect: 'manual', signal };
    if (body !== undefined) init.body = JSON.stringify(body);
    return (0, this.#fetch)(url, init);
  }

  #refusal(operation: string, response: Response, bytes: Uint8Array): Refusal {
    const problem = problemOf(response, bytes);
    const named: unknown = problem?.requestId;
    const isNamed = typeof named === 'string' && named !== '';
    const requestId = isNamed ? named : response.headers.get('x-request-id');
    const field = response.headers.get('retry-after');
    const asked = parseRetryAfter(field, this.#timing.now());
    return new Refusal(operation, response.status, problem, requestId, asked);
  }
}

function problemOf(response: Response, bytes: Uint8Array): Problem | null {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isProblem = typeof (value as Problem | null)?.code === 'string';
    return isProblem ? (value as Problem) : null;
  } catch {
    return null;
  }
}

// 429 has used nothing up, and neither has a key that is still at work. Other failures leave open
// whether the call happened.
function mayRepeat(wanted: Wanted, error: unknown): boolean {
  if (error instanceof Unreachable) return wanted.isRepeatable === true;
  if (!(error instanceof Refusal)) return false;
  if (error.status === 429) return error.code !== 'SVC_QUOTA_EXCEEDED';
  if (error.code === 'SVC_IDEMPOTENCY_CONFLICT') return true;
  return wanted.isRepeatable === true && [408, 502, 503, 504].includes(error.status);
}

// A call that waits for an event may take so much longer.
function waitMs(wanted: Wanted): number {
  const { wait } = (wanted.query ?? {}) as { wait?: unknown };
  return (Number.parseInt(String(wait ?? '0'), 10) || 0) * 1000;
}

async function bodyOf(operation: string, response: Response, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return Buffer.concat(parts, size);
    size += part.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      const says = `the answer has more than ${limit} bytes`;
      throw new UnexpectedAnswer(operation, says, response.headers.get('x-request-id'));
    }
    parts.push(part.value);
  }
}
