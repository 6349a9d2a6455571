// Texts on the screen that follow the language: each is said again when the person changes it.
import type { Key, Kind, Speech, Values } from '../texts/texts.js';

type Say = () => void;

export class Wording {
  #speech: Speech;
  // Of the frame around the screens, which stays, and of the screen.
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

  // Gives `node` the text of `key`, and returns it.
  text<N extends Element>(node: N, key: Key, values: () => Values = () => ({})): N {
    this.bind(() => {
      node.textContent = this.#speech.say(key, values());
    });
    return node;
  }

  attribute<N extends Element>(
    node: N,
    name: string,
    key: Key,
    values: () => Values = () => ({}),
  ): N {
    this.bind(() => node.setAttribute(name, this.#speech.say(key, values())));
    return node;
  }

  // Gives `node` the words for a name of the server.
  named<N extends Element>(node: N, kind: Kind, code: string): N {
    this.bind(() => {
      node.textContent = this.#speech.name(kind, code);
    });
    return node;
  }

  // Gives `node` a text that is made anew in each language.
  made<N extends Element>(node: N, text: (speech: Speech) => string): N {
    this.bind(() => {
      node.textContent = text(this.#speech);
    });
    return node;
  }
}
