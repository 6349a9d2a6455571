// Why a call has failed. `code` is one of docs/api.md, or one of these two of the client's own.

/** No answer came, although the call was repeated. */
export const NETWORK = 'NETWORK';
/** The answer was not one of a Countersign server: a proxy's page, for example. */
export const UNEXPECTED_ANSWER = 'UNEXPECTED_ANSWER';

export interface RefusalParts {
  status: number;
  code: string;
  detail: string;
  retryAfterSeconds?: number | null;
  requestId?: string | null;
  currentStep?: string | null;
  reason?: string | null;
  link?: string | null;
  told?: string | null;
}

/** An answer that was not 2xx, or none. Its message never has a token or anything of an image. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The status of HTTP; 0 if no answer came. */
  readonly status: number;
  readonly code: string;
  /** The server's English text. Show people one of your own, by the code. */
  readonly detail: string;
  /** How long the server wants to be left alone; null if it did not say. */
  readonly retryAfterSeconds: number | null;
  /** For the operator's log; null without an answer. */
  readonly requestId: string | null;
  /** The step that the session expects, for SVC_STEP_OUT_OF_SEQUENCE. */
  readonly currentStep: string | null;
  /** The reason why the nonce is invalid, for SVC_CHALLENGE_INVALID. */
  readonly reason: string | null;
  /** Why a link that was good opens nothing now: COMPLETED, IN_USE and others. */
  readonly link: string | null;
  /** The client's sentence for the person, where people decided the capture of a link. */
  readonly told: string | null;

  constructor(parts: RefusalParts) {
    super(`${parts.code}: ${parts.detail}`);
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
    this.requestId = parts.requestId ?? null;
    this.currentStep = parts.currentStep ?? null;
    this.reason = parts.reason ?? null;
    this.link = parts.link ?? null;
    this.told = parts.told ?? null;
  }
}
