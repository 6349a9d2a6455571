// The texts of the element, by key and by code, in each language. A language that lacks a key does
// not compile. An integrator may replace any text (see docs/web.md).
import { ar, arCodes } from './ar.js';
import { de, deCodes } from './de.js';
import { en, enCodes } from './en.js';
import { es, esCodes } from './es.js';
import { fr, frCodes } from './fr.js';
import { filled, firstOf } from './language.js';
import type { Direction, Values } from './language.js';

export type Key = keyof typeof en;
export type KnownCode = keyof typeof enCodes;
export type Words = Readonly<Record<Key, string>>;
export type Codes = Readonly<Record<KnownCode, string>>;

export interface Language {
  readonly words: Words;
  readonly codes: Codes;
  readonly direction: Direction;
}

const english: Language = { words: en, codes: enCodes, direction: 'ltr' };

// In the order in which a person is offered them.
export const languages: Readonly<Record<string, Language>> = {
  en: english,
  de: { words: de, codes: deCodes, direction: 'ltr' },
  fr: { words: fr, codes: frCodes, direction: 'ltr' },
  es: { words: es, codes: esCodes, direction: 'ltr' },
  ar: { words: ar, codes: arCodes, direction: 'rtl' },
};

// Texts of an integrator, which replace ours: by language, then by key or code.
export type Replacements = Readonly<Record<string, Readonly<Record<string, string>>>>;

// Returns the first of the wanted languages that there is, else English.
export function languageOf(wanted: readonly string[]): string {
  return firstOf(wanted, languages);
}

// One language's texts with an integrator's replacements. Immutable.
export class Speech {
  // Of BCP 47, such as "de".
  readonly code: string;
  readonly direction: Direction;
  readonly #language: Language;
  readonly #replacements: Readonly<Record<string, string>>;

  constructor(code: string, replacements: Replacements = {}) {
    this.code = languageOf([code]);
    this.#language = languages[this.code] ?? english;
    this.#replacements = replacements[this.code] ?? {};
    this.direction = this.#language.direction;
  }

  // Returns the text of `key`, with its values.
  say(key: Key, values: Values = {}): string {
    return filled(this.#replacements[key] ?? this.#language.words[key], values);
  }

  // Returns the text of a code of an outcome, or null if it is not known: a later server's code.
  explain(code: string): string | null {
    const replaced = this.#replacements[code];
    if (replaced !== undefined) return replaced;
    if (!Object.hasOwn(this.#language.codes, code)) return null;
    return this.#language.codes[code as KnownCode];
  }
}
