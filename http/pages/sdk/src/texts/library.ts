// The languages of a page, each of which is fetched when it is first wanted.
import { english, Speech } from './texts.js';
import type { Language, Replacements } from './texts.js';

// Fetches the file of a language. A browser may remember that a file could not be had, so that a
// repeat, whose `attempt` is greater than 0, may need another address.
export type Source = (code: string, attempt: number) => Promise<Language>;

// How often a file is asked for.
const attemptsMax = 2;

export class Library {
  readonly #source: Source;
  readonly #patienceMs: number;
  readonly #languages = new Map<string, Promise<Language | null>>([
    ['en', Promise.resolve(english)],
  ]);
  #asked = 0;

  // `patienceMs`: how long a file is waited for, each time.
  constructor(source: Source, patienceMs = 4_000) {
    this.#source = source;
    this.#patienceMs = patienceMs;
  }

  // Returns the texts of a language of `languages`, or null if its file cannot be had. What could
  // not be had is asked for again the next time.
  language(code: string): Promise<Language | null> {
    const known = this.#languages.get(code);
    if (known !== undefined) return known;
    const fetched = this.#fetch(code);
    this.#languages.set(code, fetched);
    void fetched.then((language) => {
      if (language === null) this.#languages.delete(code);
    });
    return fetched;
  }

  // Returns the same as a speech; in English if the file cannot be had.
  async speech(code: string, replacements: Replacements = {}): Promise<Speech> {
    const language = await this.language(code);
    return language === null
      ? new Speech('en', english, replacements)
      : new Speech(code, language, replacements);
  }

  async #fetch(code: string): Promise<Language | null> {
    for (let i = 0; i < attemptsMax; ++i) {
      const language = await within(this.#patienceMs, this.#source(code, this.#asked++));
      if (language !== null) return language;
    }
    return null;
  }
}

// Returns what is promised, or null if that fails or takes longer.
function within<T>(limitMs: number, promised: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), limitMs);
    promised
      .catch(() => null)
      .then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
  });
}
