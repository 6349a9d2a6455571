// The parts that every set of texts needs: the choice of a language, and the values in a text.
import { hasOwn } from '../older.js';

export type Values = Readonly<Record<string, string | number>>;

export type Direction = 'ltr' | 'rtl';

// A text that counts: its form for each plural of the language (CLDR), such as `one` and `other`.
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

// Returns the first of the wanted languages (BCP 47, such as "de-AT") that `among` has, else "en".
export function firstOf(wanted: readonly string[], among: object): string {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0] ?? '';
    if (hasOwn(among, primary)) return primary;
  }
  return 'en';
}

// Returns `text` with each `{name}` replaced by its value.
export function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

// Returns the form of `text` for `count` in a language. A browser may tell more plurals apart than
// the text does: the last form is for these.
export function formOf(text: string | Forms, language: string, count: number): string {
  if (typeof text === 'string') return text;
  const form = text[new Intl.PluralRules(language).select(count)];
  return form ?? Object.values(text).pop() ?? '';
}
