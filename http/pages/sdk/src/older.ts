// Replacements for functions that the oldest supported browsers do not have (docs/web.md).

// Object.hasOwn.
export function hasOwn(among: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(among, name);
}

// AbortSignal.prototype.reason.
export function reasonOf(signal: AbortSignal | null): unknown {
  const { reason } = (signal ?? {}) as { readonly reason?: unknown };
  return reason ?? new DOMException('The work was aborted.', 'AbortError');
}

// AbortSignal.prototype.throwIfAborted.
export function throwIfAborted(signal: AbortSignal | null): void {
  if (signal?.aborted === true) throw reasonOf(signal);
}

// AbortSignal.timeout.
export function endingAfter(milliseconds: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(), milliseconds);
  return end.signal;
}
