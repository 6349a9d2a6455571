// The texts on the screen, in the person's language: each is made again when the language changes.
type Say = () => void;

// `Speech` is one language's texts.
export class Sayings<Speech> {
  #speech: Speech;
  // The texts of the frame around the screens, which stay, and those of the screen.
  readonly #lasting: Say[] = [];
  #passing: Say[] = [];

  constructor(speech: Speech) {
    this.#speech = speech;
  }

  get speech(): Speech {
    return this.#speech;
  }

  change(speech: Speech): void {
    this.#speech = speech;
    this.again();
  }

  // Says everything once more: what it is made of has changed.
  again(): void {
    for (const say of [...this.#lasting, ...this.#passing]) say();
  }

  // Forgets the texts of the screen before.
  clear(): void {
    this.#passing = [];
  }

  // Calls `say` now, and again in each new language while the screen lasts.
  bind(say: Say): void {
    this.#passing.push(say);
    say();
  }

  bindLasting(say: Say): void {
    this.#lasting.push(say);
    say();
  }
}
