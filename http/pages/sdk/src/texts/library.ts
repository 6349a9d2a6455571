// The languages of a page, each of which is fetched when it is first wanted.
import { english, Speech } from './texts.js';
import type { Language, Replacements } from './texts.js';

// Fetches the file of a language. A browser may remember that a file could not be had, so that a
// repeat, whose `attempt` is greater than 0, may need another address.
export type Source = (code: string, attempt: number) => Promise<Language>;

// How often a file is asked for: again only after a request that failed.
const attemptsMax = 2;

// How long a person waits for a file before the page goes on without it.
export const patienceMs = 8_000;

export class Library {
  readonly #source: Source;
  readonly #patienceMs: number;
  readonly #files = new Map<string, Promise<Language | null>>([['en', Promise.resolve(english)]]);
  #asked = 0;

  constructor(source: Source, patience = patienceMs) {
    this.#source = source;
    this.#patienceMs = patience;
  }

  // Returns the texts of a language of `languages`, or null if its file cannot be had or takes too
  // long. A file that comes later is kept for the next time; what could not be had is asked for
  // again then.
  language(code: string): Promise<Language | null> {
    return within(this.#patienceMs, this.#file(code));
  }

  // Returns the same as a speech; in English if there is no file.
  async speech(code: string, replacements: Replacements = {}): Promise<Speech> {
    const language = await this.language(code);
    return language === null
      ? new Speech('en', english, replacements)
      : new Speech(code, language, replacements);
  }

  // Returns the file, which may be on its way already.
  #file(code: string): Promise<Language | null> {
    const known = this.#files.get(code);
    if (known !== undefined) return known;
    const fetched = this.#fetch(code);
    this.#files.set(code, fetched);
    void fetched.then((language) => {
      if (language === null) this.#files.delete(code);
    });
    return fetched;
  }

  async #fetch(code: string): Promise<Language | null> {
    for (let i = 0; i < attemptsMax; ++i) {
      const language = await this.#source(code, this.#asked++).catch(() => null);
      if (language !== null) return language;
    }
    return null;
  }
}

// Returns what is promised, or null if that takes longer.
function within<T>(limitMs: number, promised: Promise<T | null>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), limitMs);
    void promised.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
