// The texts of the console, by key and by code, in each language. A language that lacks one does
// not compile.
import { ar } from './ar.js';
import { arCodes } from './ar-codes.js';
import { de } from './de.js';
import { deCodes } from './de-codes.js';
import { en } from './en.js';
import { enCodes } from './en-codes.js';

export type Key = keyof typeof en;
export type Words = Readonly<Record<Key, string>>;
// Names and codes of the server, each kind by itself: a check and a code may have the same name.
export type Kind = keyof typeof enCodes;
export type Codes = { readonly [K in Kind]: Readonly<Record<keyof (typeof enCodes)[K], string>> };
export type Values = Readonly<Record<string, string | number>>;

export interface Language {
  readonly words: Words;
  readonly codes: Codes;
  readonly direction: 'ltr' | 'rtl';
}

const english: Language = { words: en, codes: enCodes, direction: 'ltr' };

// In the order in which they are offered.
export const languages: Readonly<Record<string, Language>> = {
  en: english,
  de: { words: de, codes: deCodes, direction: 'ltr' },
  ar: { words: ar, codes: arCodes, direction: 'rtl' },
};

// Returns the first of the wanted languages (BCP 47, such as "de-AT") that there is, else English.
export function languageOf(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(languages, primary)) return primary;
  }
  return 'en';
}

// One language's texts. Immutable.
export class Speech {
  // Of BCP 47, such as "de".
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly #language: Language;

  constructor(code: string) {
    this.code = languageOf([code]);
    this.#language = languages[this.code] ?? english;
    this.direction = this.#language.direction;
  }

  // Returns the text of `key`, with its values.
  say(key: Key, values: Values = {}): string {
    return this.#language.words[key].replace(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    );
  }

  // Returns the words for a name of the server, or null if it is not known: a later server's, or an
  // organisation's own.
  explain(kind: Kind, code: string): string | null {
    const among: Readonly<Record<string, string>> = this.#language.codes[kind];
    return Object.hasOwn(among, code) ? (among[code] ?? null) : null;
  }

  // The same, or the name itself.
  name(kind: Kind, code: string): string {
    return this.explain(kind, code) ?? code;
  }
}
