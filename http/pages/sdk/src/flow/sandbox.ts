// A session of a sandbox: every screen says that it is a test. The controls for a tester are loaded
// in such a session alone.
import type { Desk } from '../work/desk.js';
import type { Phase } from './machine.js';

// The controls of a tester.
export interface TestMode {
  readonly node: HTMLElement;
  // The screen of another phase is shown.
  at(phase: Phase): void;
  stop(): void;
}

export type LoadTestMode = () => Promise<{ testMode(desk: Desk): TestMode }>;

export class Sandbox {
  readonly #bar: HTMLElement;
  readonly #desk: Desk;
  readonly #load: LoadTestMode;
  #loaded: Promise<TestMode | null> | null = null;
  #isOver = false;

  constructor(bar: HTMLElement, desk: Desk, load: LoadTestMode) {
    this.#bar = bar;
    this.#desk = desk;
    this.#load = load;
  }

  // Called with each screen. Without its controls the bar says the same.
  enter(): void {
    if (!this.#desk.live.isSandbox) return;
    this.#bar.hidden = false;
    this.#loaded ??= this.#begin().catch(() => null);
    void this.#loaded.then((mode) => mode?.at(this.#desk.state.phase));
  }

  stop(): void {
    this.#isOver = true;
    this.#bar.hidden = true;
    this.#bar.querySelector('details')?.remove();
    void this.#loaded?.then((mode) => mode?.stop());
  }

  async #begin(): Promise<TestMode | null> {
    const { testMode } = await this.#load();
    if (this.#isOver) return null;
    const mode = testMode(this.#desk);
    this.#bar.append(mode.node);
    return mode;
  }
}
