// The texts of the console, by key and by code, in each language. A language that lacks one does
// not compile.
import { filled, firstOf } from '../../sdk/src/texts/language.js';
import type { Direction, Values } from '../../sdk/src/texts/language.js';
import { ar } from './ar.js';
import { arCodes } from './ar-codes.js';
import { arOperators } from './operators/ar.js';
import { de } from './de.js';
import { deCodes } from './de-codes.js';
import { deOperators } from './operators/de.js';
import { en } from './en.js';
import { enCodes } from './en-codes.js';
import { enOperators } from './operators/en.js';
import { es } from './es.js';
import { esCodes } from './es-codes.js';
import { esOperators } from './operators/es.js';
import { fr } from './fr.js';
import { frCodes } from './fr-codes.js';
import { frOperators } from './operators/fr.js';

// The texts of the operators' view are apart: most people never meet them.
export type Key = keyof typeof en | keyof typeof enOperators;
export type Words = Readonly<Record<keyof typeof en, string>>;
export type OperatorWords = Readonly<Record<keyof typeof enOperators, string>>;
// Names and codes of the server, each kind by itself: a check and a code may have the same name.
export type Kind = keyof typeof enCodes;
export type Codes = { readonly [K in Kind]: Readonly<Record<keyof (typeof enCodes)[K], string>> };

export interface Language {
  readonly words: Words & OperatorWords;
  readonly codes: Codes;
  readonly direction: Direction;
}

const english: Language = { words: { ...en, ...enOperators }, codes: enCodes, direction: 'ltr' };

// In the order in which they are offered.
export const languages: Readonly<Record<string, Language>> = {
  en: english,
  de: { words: { ...de, ...deOperators }, codes: deCodes, direction: 'ltr' },
  es: { words: { ...es, ...esOperators }, codes: esCodes, direction: 'ltr' },
  fr: { words: { ...fr, ...frOperators }, codes: frCodes, direction: 'ltr' },
  ar: { words: { ...ar, ...arOperators }, codes: arCodes, direction: 'rtl' },
};

// Returns the first of the wanted languages that the page has, else English.
export function languageOf(wanted: readonly string[]): string {
  return firstOf(wanted, languages);
}

// One language's texts. Immutable.
export class Speech {
  // The language tag (BCP 47), such as "de".
  readonly code: string;
  readonly direction: Direction;
  readonly #language: Language;

  constructor(code: string) {
    this.code = languageOf([code]);
    this.#language = languages[this.code] ?? english;
    this.direction = this.#language.direction;
  }

  // Returns the text of `key`, with its values.
  say(key: Key, values: Values = {}): string {
    return filled(this.#language.words[key], values);
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
