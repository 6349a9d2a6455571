// The values that a document states, field by field and source by source, and which sources
// contradict each other. No page is needed for them.
import type { Case } from '../generated/answers.js';

// In the order in which they are shown. A chip is read by no part of the server.
export const sources = ['printed', 'zone', 'barcode'] as const;
export type Source = (typeof sources)[number];

export interface ValueCell {
  // Null where the zone states no end, or that there is none.
  readonly text: string | null;
  readonly isProven: boolean;
  // Two digits of the year are stated, so that the century is a guess.
  readonly guessesCentury: boolean;
  readonly differs: boolean;
}

export interface ValueRow {
  readonly name: string;
  readonly cells: ReadonlyMap<Source, ValueCell>;
}

export interface ValueTable {
  // Those that state something.
  readonly sources: readonly Source[];
  readonly rows: readonly ValueRow[];
}

type Stated = Readonly<Record<string, unknown>>;

// Members that describe others, and are no values.
const described = new Set(['proven', 'birthCentury']);
const order = [
  'side',
  'documentCode',
  'issuer',
  'documentNumber',
  'surname',
  'givenNames',
  'birthDate',
  'expiryDate',
  'nationality',
  'sex',
];

export function valueTable(
  found: Pick<Case, 'values' | 'barcodeValues' | 'printedValues'>,
): ValueTable {
  const stated = new Map<Source, Stated>();
  // The print that was compared may be on either side, so its side says nothing.
  if (found.printedValues !== null) stated.set('printed', { ...found.printedValues, side: null });
  if (found.values !== null) stated.set('zone', found.values);
  if (found.barcodeValues !== null) stated.set('barcode', found.barcodeValues);
  const names = new Set([...order, ...[...stated.values()].flatMap(Object.keys)]);
  const rows = [...names].flatMap((name) => {
    const row = described.has(name) ? null : rowOf(name, stated);
    return row === null ? [] : [row];
  });
  return { sources: sources.filter((source) => stated.has(source)), rows };
}

function rowOf(name: string, stated: ReadonlyMap<Source, Stated>): ValueRow | null {
  const texts = new Map<Source, string | null>();
  for (const [source, values] of stated) {
    const text = textOf(values[name]);
    // A zone without an end says something by that; other values need not be there.
    if (text !== null || (source === 'zone' && name === 'expiryDate')) texts.set(source, text);
  }
  if (texts.size === 0) return null;
  const cells = new Map<Source, ValueCell>();
  for (const [source, text] of texts) {
    const proven = stated.get(source)?.['proven'];
    cells.set(source, {
      text,
      isProven: Array.isArray(proven) && proven.includes(name),
      guessesCentury: source === 'zone' && name === 'birthDate' && text !== null,
      differs: [...texts].some(([other, others]) => contradict(name, source, text, other, others)),
    });
  }
  return { name, cells };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function contradict(
  name: string,
  one: Source,
  text: string | null,
  other: Source,
  others: string | null,
): boolean {
  if (one === other || text === null || others === null) return false;
  switch (name) {
    case 'documentNumber':
      return bare(text) !== bare(others);
    case 'birthDate':
      return datesDiffer(text, others, one === 'zone' || other === 'zone');
    case 'expiryDate':
      return datesDiffer(text, others, false);
    case 'surname':
    case 'givenNames':
      return namesDiffer(text, others);
    default:
      return false;
  }
}

function bare(number: string): string {
  return number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

// A zone states as much of a date as is known, and of a birth no century.
function datesDiffer(one: string, other: string, anyCentury: boolean): boolean {
  const parts = (date: string): string[] =>
    date.split('-').map((part, index) => (anyCentury && index === 0 ? part.slice(-2) : part));
  const others = parts(other);
  return parts(one).some((part, index) => (others[index] ?? part) !== part);
}

// A zone has no accents, writes some letters as two, and cuts off what is too long for it. Letters
// of another script say nothing.
function namesDiffer(one: string, other: string): boolean {
  return !forms(one).some((form) =>
    forms(other).some((others) => form.startsWith(others) || others.startsWith(form)),
  );
}

const twoLetters: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  Ü: 'UE',
  Þ: 'TH',
  ẞ: 'SS',
};

function forms(name: string): string[] {
  const upper = name.normalize('NFC').toUpperCase();
  const letters = (text: string): string => text.normalize('NFD').replace(/[^A-Z]/g, '');
  return [letters(upper), letters(upper.replace(/./gu, (letter) => twoLetters[letter] ?? letter))];
}
