// The texts of the element, by key and by code. English is always at hand; each other language is a
// file of its own beside this one, which `Library` has fetched when somebody wants it. A language
// that lacks a key does not compile. An integrator may replace any text (see docs/web.md).
import { hasOwn } from '../older.js';
import { codes, words } from './en.js';
import { filled, firstOf, formOf } from './language.js';
import type { Direction, Forms, Values } from './language.js';

export type Key = keyof typeof words;
export type KnownCode = keyof typeof codes;
export type Words = {
  readonly [K in Key]: (typeof words)[K] extends string ? string : Forms;
};
export type Codes = Readonly<Record<KnownCode, string>>;

// The content of a language's file.
export interface Language {
  readonly words: Words;
  readonly codes: Codes;
}

export const english: Language = { words, codes };

// The languages by their own names, in the order in which a person is offered them.
export const languages: Readonly<Record<string, string>> = {
  cs: 'Čeština',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ro: 'Română',
  sv: 'Svenska',
  tr: 'Türkçe',
  el: 'Ελληνικά',
  uk: 'Українська',
  ar: 'العربية',
};

const rightToLeft: readonly string[] = ['ar'];

export function directionOf(code: string): Direction {
  return rightToLeft.includes(code) ? 'rtl' : 'ltr';
}

// Texts of an integrator, which replace ours: by language, then by key or code.
export type Replacements = Readonly<Record<string, Readonly<Record<string, string | Forms>>>>;

// Returns the first of the wanted languages that the page has, else English.
export function languageOf(wanted: readonly string[]): string {
  return firstOf(wanted, languages);
}

// One language's texts with an integrator's replacements. Immutable.
export class Speech {
  // The language tag (BCP 47), such as "de".
  readonly code: string;
  readonly direction: Direction;
  readonly #language: Language;
  readonly #replacements: Readonly<Record<string, string | Forms>>;

  constructor(code: string, language: Language, replacements: Replacements = {}) {
    this.code = code;
    this.direction = directionOf(code);
    this.#language = language;
    this.#replacements = replacements[code] ?? {};
  }

  // Returns the text of `key`, with its values.
  say(key: Key, values: Values = {}): string {
    const text = this.#replacements[key] ?? this.#language.words[key];
    return filled(formOf(text, this.code, Number(values['n'] ?? 0)), values);
  }

  // Returns the text of a code of an outcome, or null if it is not known: a later server's code.
  explain(code: string): string | null {
    const replaced = this.#replacements[code];
    if (replaced !== undefined) return formOf(replaced, this.code, 0);
    if (!hasOwn(this.#language.codes, code)) return null;
    return this.#language.codes[code as KnownCode];
  }
}
