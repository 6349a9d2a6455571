// How long a case is the reviewer's own, and what can be done about it.
import { make } from '../../sdk/src/view/dom.js';
import { button, during } from '../view/parts.js';
import type { Slot } from '../view/parts.js';
import { clock } from '../view/times.js';
import type { Context } from './screen.js';

const soonMs = 120_000;

export class Claim {
  readonly root = make('div', { class: 'claim' });
  readonly #context: Context;
  readonly #session: string;
  readonly #slot: Slot;
  readonly #left = make('span', { class: 'left', role: 'timer' });
  readonly #keep: HTMLButtonElement;
  readonly #again: HTMLButtonElement;
  readonly #timer: ReturnType<typeof setInterval>;
  #expires: number;
  #toldSoon = false;
  #isOver = false;

  constructor(context: Context, session: string, expiresAt: string, slot: Slot) {
    this.#context = context;
    this.#session = session;
    this.#slot = slot;
    this.#expires = Date.parse(expiresAt);
    const { wording } = context;
    this.#keep = button(wording, 'secondary', 'claimKeep', () => this.keep());
    this.#again = button(wording, 'primary', 'claimAgain', () => this.keep());
    const release = button(wording, 'plain', 'release', () => during(release, this.#release));
    this.root.append(this.#left, this.#keep, this.#again, release);
    this.#timer = setInterval(() => this.#tick(), 1000);
    wording.bind(() => this.#tick());
  }

  keep(): void {
    void during(this.#isOver ? this.#again : this.#keep, async () => {
      const { calls } = this.#context;
      try {
        const { claimExpiresAt } = await calls.claim(this.#session);
        this.#expires = Date.parse(claimExpiresAt);
        this.#toldSoon = false;
        this.#isOver = false;
        this.#tick();
        this.#slot.note('claimKept');
      } catch (error) {
        this.#slot.tell(error);
      }
    });
  }

  end(): void {
    clearInterval(this.#timer);
  }

  readonly #release = async (): Promise<void> => {
    try {
      await this.#context.calls.release(this.#session);
      this.#context.go.queue('releaseDone');
    } catch (error) {
      this.#slot.tell(error);
    }
  };

  #tick(): void {
    const left = this.#expires - this.#context.calls.now();
    const { speech } = this.#context.wording;
    const isOver = left <= 0;
    this.#left.textContent = isOver
      ? speech.say('claimOver')
      : speech.say('claimLeft', { time: clock(left) });
    this.root.classList.toggle('soon', left <= soonMs);
    const { activeElement } = document;
    const hadFocus = activeElement === this.#keep || activeElement === this.#again;
    this.#keep.hidden = isOver;
    this.#again.hidden = !isOver;
    if (hadFocus) (isOver ? this.#again : this.#keep).focus();
    if (isOver && !this.#isOver) this.#context.announcer.failure(speech.say('claimOver'));
    else if (!isOver && left <= soonMs && !this.#toldSoon) {
      this.#toldSoon = true;
      this.#context.announcer.failure(speech.say('claimSoon'));
    }
    this.#isOver = isOver;
  }
}
