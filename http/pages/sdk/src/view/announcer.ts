// The messages for screen readers: hints in a polite region, failures in an assertive one. A hint
// that changes with every frame would make a screen reader useless, so the polite region changes at
// most every 1.2 s, and then says the newest.
const restMs = 1200;

export class Announcer {
  readonly #polite: HTMLElement;
  readonly #assertive: HTMLElement;
  #waiting: string | null = null;
  #said = '';
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(polite: HTMLElement, assertive: HTMLElement) {
    this.#polite = polite;
    this.#assertive = assertive;
  }

  hint(text: string): void {
    if (this.#timer !== null) {
      this.#waiting = text;
      return;
    }
    if (text === this.#said) return;
    this.#say(text);
  }

  failure(text: string): void {
    // The same text again is said again only if the region was empty in between.
    this.#assertive.textContent = '';
    requestAnimationFrame(() => {
      this.#assertive.textContent = text;
    });
  }

  // Clears the messages of the screen before.
  clear(): void {
    this.#waiting = null;
    this.#said = '';
    this.#polite.textContent = '';
    this.#assertive.textContent = '';
  }

  #say(text: string): void {
    this.#said = text;
    this.#waiting = null;
    this.#polite.textContent = text;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting !== null && this.#waiting !== this.#said) this.#say(this.#waiting);
    }, restMs);
  }
}
