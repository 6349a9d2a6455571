// The present instruction to the person, in one line that changes, and how many of the movements
// are taken.
import { standMs } from '../camera/hints.js';
import type { Key } from '../texts/texts.js';
import { icon, isIcon } from '../view/art.js';
import { make } from '../view/dom.js';
import type { Wording } from '../view/wording.js';

interface Hint {
  // A key of the texts, or a code.
  readonly key: string;
  readonly say: () => string;
  readonly mark: string;
}

export class Prompter {
  readonly hintNode: HTMLParagraphElement;
  readonly dots: HTMLParagraphElement;
  onHint: (text: string) => void = () => undefined;
  protected readonly wording: Wording;
  readonly #hintText = make('span');
  #hint: Hint | null = null;
  #since = Number.NEGATIVE_INFINITY;
  // The hint that follows when the present one has stood long enough.
  #next: Hint | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  // The hint that was shown before the camera was paused.
  #before: Hint | null = null;

  constructor(wording: Wording) {
    this.wording = wording;
    this.hintNode = make('p', { class: 'hint', part: 'hint' }, this.#hintText);
    this.dots = make('p', { class: 'dots', 'aria-hidden': 'true' });
    wording.bind(() => this.#sayHint());
  }

  hint(key: Key, mark = ''): void {
    this.#want({ key, say: () => this.wording.speech.say(key), mark });
  }

  // Says that the camera shows nothing for now.
  pause(): void {
    if (this.#before !== null) return;
    this.#before = this.#next ?? this.#hint;
    const key = 'cameraPaused';
    this.#show({ key, say: () => this.wording.speech.say(key), mark: '' });
  }

  // Says again what was said before the pause.
  goOn(): void {
    const before = this.#before;
    this.#before = null;
    if (before !== null) this.#show(before);
  }

  // The text of a code, for what no movement mends.
  explain(code: string): void {
    this.#want({ key: code, say: () => this.wording.explain(code), mark: '' });
  }

  poses(taken: number, of: number): void {
    const dot = (at: number): HTMLElement => make('i', at < taken ? { class: 'on' } : {});
    const dots = Array.from({ length: of }, (_, at) => dot(at));
    this.dots.replaceChildren(...dots);
  }

  // Shows a hint when the one before it has stood for long enough to be read.
  #want(hint: Hint): void {
    this.#next = hint;
    if (this.#timer !== undefined) return;
    const left = standMs - (performance.now() - this.#since);
    if (left <= 0 || hint.key === this.#hint?.key) return this.#show(hint);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#next !== null && this.hintNode.isConnected) this.#show(this.#next);
    }, left);
  }

  #show(hint: Hint): void {
    this.#next = null;
    if (this.#hint?.key === hint.key && this.#hint.mark === hint.mark) return;
    this.#hint = hint;
    this.#since = performance.now();
    this.#sayHint();
    this.onHint(hint.say());
  }

  #sayHint(): void {
    if (this.#hint === null) return;
    const { key, say, mark } = this.#hint;
    this.hintNode.dataset['hint'] = key;
    this.#hintText.textContent = say();
    this.hintNode.replaceChildren(...(isIcon(mark) ? [icon(mark)] : []), this.#hintText);
  }
}
