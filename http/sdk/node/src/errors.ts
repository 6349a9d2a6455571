// The errors of this package. Their texts have no credential, no link and no body.
import type { Problem } from './generated/types.js';

/** Every error of this package but those for arguments of the wrong kind, which are TypeErrors. */
export class CountersignError extends Error {
  override name = 'CountersignError';
}

/** The server refused a call, by a problem of RFC 9457. */
export class Refusal extends CountersignError {
  override name = 'Refusal';
  /** One of docs/api.md, such as SVC_NOT_FOUND; '' if what answered was no Countersign server. */
  readonly code: Problem['code'];
  /** An explanation for developers. */
  readonly detail: string;
  readonly operation: string;
  /** The operator's log has the request under this id. */
  readonly requestId: string | null;
  /** The server asks to wait so long. */
  readonly retryAfterSeconds: number | null;
  readonly status: number;
  /** All that the problem says; null if the answer was none. */
  readonly problem: Problem | null;

  constructor(
    operation: string,
    status: number,
    problem: Problem | null,
    requestId: string | null,
    retryAfterSeconds: number | null,
  ) {
    const code = problem?.code ?? '';
    const detail = problem?.detail ?? 'The answer is not a problem of this API.';
    const asked = requestId === null ? '' : ` (request ${requestId})`;
    super(`${operation}: ${[`${status}`, code].join(' ').trim()}: ${detail}${asked}`);
    this.operation = operation;
    this.status = status;
    this.problem = problem;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: no connection, or not in time. `cause` says why. */
export class Unreachable extends CountersignError {
  override name = 'Unreachable';
  readonly operation: string;

  constructor(operation: string, detail: string, cause: unknown) {
    super(`${operation}: ${detail}`, { cause });
    this.operation = operation;
  }
}

/** An answer of 200 that is not what the API describes: too long, or no JSON. */
export class UnexpectedAnswer extends CountersignError {
  override name = 'UnexpectedAnswer';
  readonly operation: string;
  readonly requestId: string | null;

  constructor(operation: string, detail: string, requestId: string | null) {
    super(`${operation}: ${detail}${requestId === null ? '' : ` (request ${requestId})`}`);
    this.operation = operation;
    this.requestId = requestId;
  }
}

/** A bundle is not what its manifest, the list of the session's files or the format says. */
export class BadBundle extends CountersignError {
  override name = 'BadBundle';
}

/** A delivery to a webhook that nobody may believe. */
export class BadDelivery extends CountersignError {
  override name = 'BadDelivery';
}
