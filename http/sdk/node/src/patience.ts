// How long to wait before a call is repeated, and the clock that it is waited by.

/** The chance and the waiting that the client uses. Tests give others. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the milliseconds; rejects with the signal's reason as soon as it is aborted. */
  wait(milliseconds: number, signal: AbortSignal | null): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export const REAL_TIMING: Timing = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
  random: () => Math.random(),
};

/** A call is made once, and repeated at most this often. */
export const MOST_REPEATS = 5;
/** If a server asks for a longer wait, the call fails at once instead. */
export const LONGEST_WAIT_SECONDS = 120;

const FIRST_MS = 500;
const FACTOR = 2.5;
const JITTER = 0.25;

/**
 * Milliseconds before repeat number `repeat`, the first being 0: together half a minute. Never less
 * than the server asked for.
 */
export function delayBefore(repeat: number, askedSeconds: number | null, random: number): number {
  const own = FIRST_MS * FACTOR ** repeat;
  return Math.max(own, (askedSeconds ?? 0) * 1000) * (1 + JITTER * random);
}

/** RFC 9110, section 10.2.3: seconds, or an HTTP-date. Null for anything else, or nothing. */
export function parseRetryAfter(field: string | null, now: number): number | null {
  const text = field?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
