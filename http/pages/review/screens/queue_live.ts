// Keeps the queue up to date: waits for cases to come or go, as long as the page can be seen.
import { Refusal } from '../server/refusal.js';
import type { Calls } from '../server/calls.js';

// A busy queue is drawn anew no more often than this.
const pauseMs = 2000;
// Where no further call may wait, or the server does not answer.
const longPauseMs = 20_000;

export class Live {
  readonly #calls: Calls;
  readonly #seen: () => number;
  readonly #refresh: () => Promise<void>;
  readonly #stop = new AbortController();

  // `seen` gives the size of the log that the rows are of.
  constructor(calls: Calls, seen: () => number, refresh: () => Promise<void>) {
    this.#calls = calls;
    this.#seen = seen;
    this.#refresh = refresh;
  }

  end(): void {
    this.#stop.abort();
  }

  async run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#visible();
      if (signal.aborted) return;
      let pause = longPauseMs;
      try {
        const { waited } = await this.#calls.queueMoved(this.#seen(), signal);
        if (signal.aborted) return;
        if (waited) {
          await this.#refresh();
          pause = pauseMs;
        }
      } catch (error) {
        // Nobody is logged in any more, or the roles have changed: the next press says so.
        if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return;
      }
      await this.#sleep(pause);
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#stop.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  // Resolves when the page can be seen, or when there is nothing to wait for any more.
  #visible(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (document.visibilityState === 'hidden' && !this.#stop.signal.aborted) return;
        document.removeEventListener('visibilitychange', look);
        resolve();
      };
      document.addEventListener('visibilitychange', look);
      this.#stop.signal.addEventListener('abort', look);
      look();
    });
  }
}
