// The device's calls: the capture from the link to its end, over a network that loses things.
import type {
  AnswerOf,
  BodyOf,
  CaptureInfo,
  Consented,
  DevicePath,
  DocumentChallenge,
  DocumentForm,
  EndedStep,
  FinalizeOutcome,
  Handoff,
  LivenessChallenge,
  LivenessForm,
  Redeemed,
  Status,
  StepOutcome,
} from './calls.js';
import {
  delayBefore,
  LONGEST_WAIT_SECONDS,
  MOST_REPEATS,
  parseRetryAfter,
  REAL_TIMING,
} from './patience.js';
import type { Timing } from './patience.js';
import { isHidden } from './hidden.js';
import { NETWORK, Refusal } from './refusal.js';
import { jsonOf, refusalOf } from './reading.js';
import { byFetch, byXmlHttpRequest, NoAnswer } from './transport.js';
import type { Answered, Send } from './transport.js';

export interface ClientOptions {
  /** The origin of the server, with a path if a proxy serves it below one; '' is the page's own. */
  server: string | URL;
  /** The token of the session. Never put one into an address, a cookie or localStorage. */
  token?: string;
  /** In the place of the browser's; then uploads go by it too, and tell no progress. */
  fetch?: typeof globalThis.fetch;
  timing?: Timing;
  /** Called before each repeat of any call, as `onRepeat` of a call is. */
  onRepeat?: CallOptions['onRepeat'];
}

export interface CallOptions {
  /** Ends the call and the wait before its repeats; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called before a repeat, to tell the person why it takes long. `wait` is in milliseconds. */
  onRepeat?: (repeat: { number: number; wait: number; status: number }) => void;
}

export interface LanguageOptions extends CallOptions {
  /** The language of the client's words: two or three small letters. */
  language?: string;
}

export interface RedeemOptions extends SubmitOptions, LanguageOptions {}

export interface SubmitOptions extends CallOptions {
  /** The share of the bytes that have left, from 0 to 1; from 0 again when it is repeated. */
  onProgress?: (share: number) => void;
  /**
   * Names the submission, so that the server judges it once however often it arrives. Give one that
   * was kept to repeat a submission after a reload; else it is made.
   */
  idempotencyKey?: string;
}

export interface StatusOptions extends CallOptions {
  /** Whole seconds, 25 at most, for which the call stays open until the status differs. */
  wait?: number;
  /** The sequence that the caller has seen last. */
  since?: number;
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body: string | FormData | null;
  key: string | null;
  options: SubmitOptions;
  patience: number;
  wanted: 'text' | 'bytes';
}

const PATIENCE_MS = 30_000;
/** Judging twelve frames on a busy server, behind others. */
const SUBMISSION_PATIENCE_MS = 120_000;

function callOf(method: Call['method'], path: string, options: SubmitOptions): Call {
  return { method, path, body: null, key: null, options, patience: PATIENCE_MS, wanted: 'text' };
}

/** A key that no other submission has: 122 random bits. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // A page without https has no randomUUID.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The calls of one session. Every call is repeated up to five times when no answer comes, after
 * 429 and after 503; a submission has an Idempotency-Key, so that a repeat costs no attempt. A
 * call rejects with a Refusal, or with the reason of its signal.
 */
export class CaptureClient {
  /** The token of the session; redeem() sets it. Null: only redeem() may be called. */
  token: string | null;
  /** How the names of the files begin: a sandbox finds what they say (docs/api.md). */
  readonly fileStems = { document: 'document', frames: 'frame' };
  readonly #server: string;
  readonly #timing: Timing;
  readonly #onRepeat: CallOptions['onRepeat'];
  readonly #send: Send;
  readonly #upload: Send;
  #heard = false;

  constructor(options: ClientOptions) {
    this.#server = checkedServer(options.server);
    this.token = options.token ?? null;
    this.#timing = options.timing ?? REAL_TIMING;
    this.#onRepeat = options.onRepeat;
    // Called on anything but the window, the browser's fetch throws.
    this.#send = byFetch(options.fetch ?? ((input, init) => globalThis.fetch(input, init)));
    this.#upload =
      options.fetch === undefined && typeof XMLHttpRequest === 'function'
        ? byXmlHttpRequest(() => new XMLHttpRequest())
        : this.#send;
  }

  /**
   * Exchanges the code of a link, or of a handoff, for a token, which the client then uses. For a
   * handoff the first call, without `number`, answers three numbers; the second has the one that
   * the person picked. It has a key too: a code that was spent while the answer was lost would be
   * no use to anybody.
   */
  async redeem(code: string, number?: number, options: RedeemOptions = {}): Promise<Redeemed> {
    const { language } = options;
    const body = {
      code,
      ...(number === undefined ? {} : { number }),
      ...(language === undefined ? {} : { language }),
    };
    const redeemed = await this.#post('/api/sdk/redeem', body, options, keyOf(options));
    if (redeemed.sessionToken !== null) this.token = redeemed.sessionToken;
    return redeemed;
  }

  /** Returns the texts and rules that a page shows before and around the capture. */
  capture(options: LanguageOptions = {}): Promise<CaptureInfo> {
    const { language } = options;
    const query = language === undefined ? '' : `?language=${encodeURIComponent(language)}`;
    return this.#get('/api/sdk/capture', query, options);
  }

  /**
   * Returns the client's logo, if capture() says that the client has one: an image cannot send a
   * token.
   */
  async logo(options: CallOptions = {}): Promise<Blob> {
    const path = '/api/sdk/capture/logo';
    const answered = await this.#call({ ...callOf('GET', path, options), wanted: 'bytes' });
    return answered.bytes ?? new Blob([]);
  }

  /** Records that the person agreed to this version of the client's text in the language. */
  consent(version: string, options: LanguageOptions = {}): Promise<Consented> {
    const { language } = options;
    const body = language === undefined ? { version } : { version, language };
    return this.#post('/api/sdk/consent', body, options);
  }

  status(options: StatusOptions = {}): Promise<Status> {
    const query = [];
    if (options.wait !== undefined) query.push(`wait=${options.wait}s`);
    if (options.since !== undefined) query.push(`since=${options.since}`);
    const patience = PATIENCE_MS + (options.wait ?? 0) * 1000;
    const text = query.length > 0 ? `?${query.join('&')}` : '';
    return this.#get('/api/sdk/status', text, options, patience);
  }

  documentChallenge(options: CallOptions = {}): Promise<DocumentChallenge> {
    return this.#post('/api/sdk/document/challenge', null, options);
  }

  submitDocument(form: DocumentForm, options: SubmitOptions = {}): Promise<StepOutcome> {
    const parts = new FormData();
    // Texts first: a nonce that is not valid is then refused before the bytes are sent.
    parts.set('nonce', form.nonce);
    if (form.documentType !== undefined) parts.set('documentType', form.documentType);
    if (form.side !== undefined) parts.set('side', form.side);
    parts.set('image', form.image, fileName(this.fileStems.document, form.image));
    return this.#submit('/api/sdk/document', parts, options);
  }

  livenessChallenge(options: CallOptions = {}): Promise<LivenessChallenge> {
    return this.#post('/api/sdk/liveness/challenge', null, options);
  }

  submitLiveness(form: LivenessForm, options: SubmitOptions = {}): Promise<StepOutcome> {
    const parts = new FormData();
    parts.set('nonce', form.nonce);
    form.frames.forEach((frame, index) => {
      parts.append('frames', frame, fileName(`${this.fileStems.frames}-${index + 1}`, frame));
    });
    return this.#submit('/api/sdk/liveness', parts, options);
  }

  /** The person cannot do what liveness asks: the step ends, and a person decides the result. */
  livenessNotPossible(reason?: string, options: SubmitOptions = {}): Promise<EndedStep> {
    const body = reason === undefined ? {} : { reason };
    return this.#post('/api/sdk/liveness/not-possible', body, options, keyOf(options));
  }

  finalize(options: SubmitOptions = {}): Promise<FinalizeOutcome> {
    return this.#post('/api/sdk/finalize', null, options, keyOf(options));
  }

  /** A code for another device. Once it is redeemed, this client may only ask for the status. */
  handoff(options: CallOptions = {}): Promise<Handoff> {
    return this.#post('/api/sdk/handoff', null, options);
  }

  /** Gives the session back to this client, which had offered it to the device that has it. */
  takeBack(options: CallOptions = {}): Promise<Status> {
    return this.#post('/api/sdk/handoff/take-back', null, options);
  }

  async #get<Path extends DevicePath>(
    path: Path,
    query: string,
    options: CallOptions,
    patience = PATIENCE_MS,
  ): Promise<AnswerOf<Path, 'get'>> {
    return jsonOf(await this.#call({ ...callOf('GET', path + query, options), patience }));
  }

  async #post<Path extends DevicePath>(
    path: Path,
    body: BodyOf<Path, 'post'>,
    options: CallOptions,
    key: string | null = null,
  ): Promise<AnswerOf<Path, 'post'>> {
    const text = body === null ? null : JSON.stringify(body);
    return jsonOf(await this.#call({ ...callOf('POST', path, options), body: text, key }));
  }

  async #submit<Path extends DevicePath>(
    path: Path,
    body: FormData,
    options: SubmitOptions,
  ): Promise<AnswerOf<Path, 'post'>> {
    const patience = SUBMISSION_PATIENCE_MS;
    const call = { ...callOf('POST', path, options), body, key: keyOf(options), patience };
    return jsonOf(await this.#call(call));
  }

  // Returns the answer with 2xx.
  async #call(call: Call): Promise<Answered> {
    const signal = call.options.signal ?? null;
    for (let repeat = 0; ; ++repeat) {
      const answered = await this.#once(call);
      if (answered !== null && answered.status >= 200 && answered.status < 300) return answered;
      const refusal =
        answered === null ? await this.#silence(repeat) : this.#refusal(answered);
      if (repeat === MOST_REPEATS || !isPassing(refusal)) throw refusal;
      if ((refusal.retryAfterSeconds ?? 0) > LONGEST_WAIT_SECONDS) throw refusal;
      const wait = delayBefore(repeat, refusal.retryAfterSeconds, this.#timing.random());
      const told = { number: repeat + 1, wait, status: refusal.status };
      this.#onRepeat?.(told);
      call.options.onRepeat?.(told);
      await this.#timing.wait(wait, signal);
    }
  }

  // An answer that was heard before shows that the origin is allowed.
  async #silence(repeat: number): Promise<Refusal> {
    if (repeat > 0 && !this.#heard && (await isHidden(this.#server))) {
      const detail = 'The server answers, and the browser hides the answer from this origin.';
      return new Refusal({ status: 403, code: 'SVC_ORIGIN_NOT_ALLOWED', detail });
    }
    return new Refusal({ status: 0, code: NETWORK, detail: 'The server did not answer.' });
  }

  #refusal(answered: Answered): Refusal {
    const field = answered.header('Retry-After');
    return refusalOf(answered, parseRetryAfter(field, this.#timing.now()));
  }

  // Returns null if no answer came.
  async #once(call: Call): Promise<Answered | null> {
    const headers: Record<string, string> = {};
    if (this.token !== null) headers['Authorization'] = `Bearer ${this.token}`;
    if (call.key !== null) headers['Idempotency-Key'] = call.key;
    if (typeof call.body === 'string') headers['Content-Type'] = 'application/json';
    const send = call.body instanceof FormData ? this.#upload : this.#send;
    try {
      const answered = await send({
        method: call.method,
        url: this.#server + call.path,
        headers,
        body: call.body,
        signal: call.options.signal ?? null,
        patience: call.patience,
        wanted: call.wanted,
        onProgress: call.options.onProgress ?? null,
      });
      this.#heard = true;
      return answered;
    } catch (error) {
      if (error instanceof NoAnswer) return null;
      throw error;
    }
  }
}

// Returns whether the same call may succeed later. 502 and 504 are a proxy's; a conflict of the key
// says that the server is still busy with what this call repeats.
function isPassing(refusal: Refusal): boolean {
  return (
    [429, 502, 503, 504].includes(refusal.status) ||
    [NETWORK, 'SVC_IDEMPOTENCY_CONFLICT'].includes(refusal.code)
  );
}

function keyOf(options: SubmitOptions): string {
  return options.idempotencyKey ?? newIdempotencyKey();
}

// A name of ours: the person's own says too much.
function fileName(stem: string, file: Blob): string {
  const ending = { 'image/png': 'png', 'image/webp': 'webp' }[file.type] ?? 'jpg';
  return `${stem}.${ending}`;
}

function checkedServer(server: string | URL): string {
  const text = String(server);
  if (text === '') return '';
  const url = new URL(text);
  const plain = url.username + url.password + url.search + url.hash === '';
  if (!['http:', 'https:'].includes(url.protocol) || !plain) {
    throw new TypeError('the server is an address of http or https, without query and fragment');
  }
  return url.href.replace(/\/+$/, '');
}
