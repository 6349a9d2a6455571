// The values that were read from a document: a row for each, and a column for each source. Each
// value is text of a stranger's document.
import { make } from '../../sdk/src/view/dom.js';
import type { Key } from '../texts/texts.js';
import { foreign, named, section } from '../view/parts.js';
import type { Wording } from '../view/wording.js';
import type { Source, ValueCell, ValueTable } from './value_rows.js';

const headings: Readonly<Record<Source, Key>> = {
  printed: 'valuesPrinted',
  zone: 'valuesZone',
  barcode: 'valuesBarcode',
};

export function valuesSection(wording: Wording, { sources, rows }: ValueTable): HTMLElement {
  const head = make('tr', {}, make('td'));
  for (const source of sources) {
    const heading = make('th', { scope: 'col', 'data-source': source });
    head.append(wording.text(heading, headings[source]));
  }
  const body = make('tbody');
  for (const { name, cells } of rows) {
    const row = make('tr', { 'data-value': name });
    row.append(wording.named(make('th', { scope: 'row' }), 'values', name));
    for (const source of sources) row.append(cellOf(wording, name, cells.get(source)));
    body.append(row);
  }
  const table = make('table', { class: 'values' }, make('thead', {}, head), body);
  return section(wording, 'valuesTitle', 'card', table);
}

function cellOf(wording: Wording, name: string, cell: ValueCell | undefined): HTMLElement {
  if (cell === undefined) return make('td');
  const { text, isProven, guessesCentury, differs } = cell;
  const shown = make('td', differs ? { class: 'differs' } : {});
  if (text === null) return wording.text(shown, 'valuesNotStated');
  shown.append(name === 'side' ? named(wording, 'sides', text) : foreign(text));
  const tag = (key: Key, look = ''): HTMLElement =>
    wording.text(make('span', { class: `tag ${look}` }), key);
  if (differs) shown.append(' ', tag('valuesDiffer'));
  if (isProven) shown.append(' ', tag('valuesProven'));
  if (guessesCentury) shown.append(' ', tag('valuesCentury', 'warn'));
  return shown;
}
