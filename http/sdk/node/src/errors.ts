// The errors of this package. Their texts have no credential, no link and no body.
import type { Problem } from './generated/types.js';

// As core/text/printable.h: what moves, hides or reorders the text around it, or begins a new line.
// Halves of surrogate pairs are in it too.
const UNPRINTABLE = new RegExp(
  '[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u206f\\ufeff' +
    '\\ufff9-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e007f}\\p{Cs}]',
  'gu',
);

/** A text of the server for messages, with escapes such as `\x1b` and `\u202e`. */
function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => {
    const value = found.codePointAt(0) ?? 0;
    const hex = value.toString(16);
    if (value < 0x80) return `\\x${hex.padStart(2, '0')}`;
    return value < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
  });
}

// The server may give anything where a text should be.
const textOf = (value: unknown): string => (typeof value === 'string' ? printable(value) : '');

const askedAs = (requestId: string | null): string =>
  requestId === null ? '' : ` (request ${requestId})`;

/** Every error of this package but those for arguments of the wrong kind, which are TypeErrors. */
export class CountersignError extends Error {
  override name = 'CountersignError';
}

/** The server refused a call, by a problem of RFC 9457. */
export class Refusal extends CountersignError {
  override name = 'Refusal';
  /** One of docs/api.md, such as SVC_NOT_FOUND; '' if what answered was no Countersign server. */
  readonly code: Problem['code'];
  /** An explanation for developers, with escapes in the place of control characters. */
  readonly detail: string;
  readonly operation: string;
  /** The operator's log has the request under this id. */
  readonly requestId: string | null;
  /** The server asks to wait so long. */
  readonly retryAfterSeconds: number | null;
  readonly status: number;
  /** All that the problem says, as the server wrote it; null if the answer was none. */
  readonly problem: Problem | null;

  constructor(
    operation: string,
    status: number,
    problem: Problem | null,
    requestId: string | null,
    retryAfterSeconds: number | null,
  ) {
    const code = textOf(problem?.code);
    const none = 'The answer is not a problem of this API.';
    const detail = problem === null ? none : textOf(problem.detail);
    const asked = textOf(requestId) || null;
    super(`${operation}: ${[`${status}`, code].join(' ').trim()}: ${detail}${askedAs(asked)}`);
    this.operation = operation;
    this.status = status;
    this.problem = problem;
    this.code = code as Problem['code'];
    this.detail = detail;
    this.requestId = asked;
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

/** An answer of 200 that is not what the API describes: too long, no JSON, no page of a list. */
export class UnexpectedAnswer extends CountersignError {
  override name = 'UnexpectedAnswer';
  readonly operation: string;
  readonly requestId: string | null;

  constructor(operation: string, detail: string, requestId: string | null) {
    const asked = textOf(requestId) || null;
    super(`${operation}: ${detail}${askedAs(asked)}`);
    this.operation = operation;
    this.requestId = asked;
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
