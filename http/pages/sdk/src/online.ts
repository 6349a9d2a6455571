// Whether the device has a connection, as far as the browser and the calls tell. A browser notices
// a lost network at once, and a network that leads nowhere only by calls that fail.
import type { Timing } from './patience.js';
import { REAL_TIMING } from './patience.js';

export class Connection {
  readonly #changed: (isLost: boolean) => void;
  readonly #wakers = new Set<() => void>();
  #isLost = false;

  // Calls `changed` when the connection is lost and when it is back.
  constructor(changed: (isLost: boolean) => void, signal: AbortSignal) {
    this.#changed = changed;
    addEventListener('offline', () => this.lose(), { signal });
    addEventListener('online', () => this.#find(), { signal });
    if (!navigator.onLine) queueMicrotask(() => this.lose());
  }

  lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#changed(true);
  }

  // An answer has come, or the work is over.
  heard(): void {
    if (!this.#isLost || !navigator.onLine) return;
    this.#isLost = false;
    this.#changed(false);
  }

  // The waits before repeats: the end of a lost connection ends them too.
  get timing(): Timing {
    return {
      ...REAL_TIMING,
      wait: (milliseconds, signal) => {
        const woken = new Promise<void>((wake) => this.#wakers.add(wake));
        return Promise.race([REAL_TIMING.wait(milliseconds, signal), woken]);
      },
    };
  }

  #find(): void {
    this.heard();
    for (const wake of this.#wakers) wake();
    this.#wakers.clear();
  }
}
