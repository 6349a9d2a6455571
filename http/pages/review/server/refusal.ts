// Why a call has failed. `code` is one of docs/api.md, or NETWORK where no answer came.
export const NETWORK = 'NETWORK';
export const UNEXPECTED_ANSWER = 'UNEXPECTED_ANSWER';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  // The status of HTTP; 0 if no answer came.
  readonly status: number;
  readonly code: string;
  // For the operator's log; null without an answer.
  readonly requestId: string | null;
  // The pictures that the reviewer has not looked at, where the refusal is about that.
  readonly notLookedAt: readonly string[];

  constructor(
    status: number,
    code: string,
    requestId: string | null = null,
    notLookedAt: readonly string[] = [],
  ) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.notLookedAt = notLookedAt;
  }
}

// The code of whatever a call or a passkey has failed with. A passkey fails with the name of a
// DOMException, of which W3C Web Authentication Level 3 says when each is meant.
export function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (error instanceof DOMException) return `PASSKEY_${error.name}`;
  return 'PAGE_FAILED';
}
