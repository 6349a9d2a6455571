// The table of what a document states, and which of its sources contradict each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { valueTable } from '../../../http/pages/review/screens/value_rows.js';

type Found = Parameters<typeof valueTable>[0];

const zone: NonNullable<Found['values']> = {
  side: 'FRONT',
  documentCode: 'P',
  issuer: 'UTO',
  documentNumber: 'L898902C3',
  birthDate: '1974-08-12',
  birthCentury: 'YOUNGEST_POSSIBLE',
  expiryDate: '2032-04-15',
  nationality: 'UTO',
  sex: 'F',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  proven: ['documentNumber', 'birthDate', 'expiryDate'],
};
const printed: NonNullable<Found['printedValues']> = {
  side: 'FRONT',
  documentNumber: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate: '2032-04-15',
};
const barcode: NonNullable<Found['barcodeValues']> = {
  side: 'BACK',
  documentNumber: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate: '2032-04-15',
  surname: 'ERIKSSON',
  givenNames: 'ANNA',
};

function tableOf(found: Partial<Found>): ReturnType<typeof valueTable> {
  return valueTable({ values: null, barcodeValues: null, printedValues: null, ...found });
}

// The cells that are marked, as `source name`.
function marked(found: Partial<Found>): string[] {
  return tableOf(found).rows.flatMap(({ name, cells }) =>
    [...cells].filter(([, { differs }]) => differs).map(([source]) => `${source} ${name}`),
  );
}

test('a case without values has no table', () => {
  assert.deepEqual(tableOf({}), { sources: [], rows: [] });
});

test('a column is there where its source was read, and a cell where it states a value', () => {
  const { sources, rows } = tableOf({ values: zone, printedValues: printed });
  assert.deepEqual(sources, ['printed', 'zone']);
  const cells = Object.fromEntries(rows.map(({ name, cells: each }) => [name, [...each.keys()]]));
  assert.deepEqual(cells, {
    side: ['zone'],
    documentCode: ['zone'],
    issuer: ['zone'],
    documentNumber: ['printed', 'zone'],
    surname: ['zone'],
    givenNames: ['zone'],
    birthDate: ['printed', 'zone'],
    expiryDate: ['printed', 'zone'],
    nationality: ['zone'],
    sex: ['zone'],
  });
  assert.deepEqual(tableOf({ barcodeValues: barcode }).sources, ['barcode']);
});

test('a zone without an end says so, and other sources do not', () => {
  const row = (found: Partial<Found>): unknown =>
    tableOf(found)
      .rows.find(({ name }) => name === 'expiryDate')
      ?.cells.get('zone')?.text;
  assert.equal(row({ values: { ...zone, expiryDate: null } }), null);
  const unstated = { ...barcode, expiryDate: null };
  assert.equal(row({ barcodeValues: unstated }), undefined);
  assert.deepEqual(marked({ values: { ...zone, expiryDate: null }, barcodeValues: barcode }), []);
});

test('the digits that a zone proves, and the century that it guesses, are told of it alone', () => {
  const { rows } = tableOf({ values: zone, printedValues: printed });
  const told = rows.flatMap(({ name, cells }) =>
    [...cells].flatMap(([source, { isProven, guessesCentury }]) => [
      ...(isProven ? [`${source} ${name} proven`] : []),
      ...(guessesCentury ? [`${source} ${name} guessed`] : []),
    ]),
  );
  assert.deepEqual(told, [
    'zone documentNumber proven',
    'zone birthDate proven',
    'zone birthDate guessed',
    'zone expiryDate proven',
  ]);
});

test('sources that agree mark nothing', () => {
  assert.deepEqual(marked({ values: zone, printedValues: printed, barcodeValues: barcode }), []);
});

test('every cell that another source contradicts is marked', () => {
  const other = { ...printed, documentNumber: 'L898402C3', expiryDate: '2035-04-15' };
  assert.deepEqual(marked({ values: zone, printedValues: other }), [
    'printed documentNumber',
    'zone documentNumber',
    'printed expiryDate',
    'zone expiryDate',
  ]);
  const all = { values: zone, printedValues: other, barcodeValues: barcode };
  assert.equal(marked(all).length, 6);
});

test('the same number and date in another form agree', () => {
  const hyphens = { ...barcode, documentNumber: 'l898-902 c3' };
  assert.deepEqual(marked({ values: zone, barcodeValues: hyphens }), []);
  for (const birthDate of ['1974', '1974-08', '1874-08-12', '2074-08-12']) {
    assert.deepEqual(marked({ values: { ...zone, birthDate }, barcodeValues: barcode }), []);
  }
  const later = { ...zone, birthDate: '1974-09' };
  assert.equal(marked({ values: later, barcodeValues: barcode }).length, 2);
  // Print and bar code state the century.
  const older = { ...printed, birthDate: '1874-08-12' };
  assert.equal(marked({ printedValues: older, barcodeValues: barcode }).length, 2);
  assert.deepEqual(marked({ printedValues: older, values: zone }), []);
});

test('a name that a zone writes without accents, or cuts off, agrees', () => {
  const agree = (inZone: string, inBarcode: string): boolean =>
    marked({
      values: { ...zone, surname: inZone },
      barcodeValues: { ...barcode, surname: inBarcode },
    }).length === 0;
  for (const [one, other] of [
    ['MUELLER', 'Müller'],
    ['MULLER', 'MÜLLER'],
    ['STRASSE', 'Straße'],
    ['OCONNOR', "O'Connor"],
    ['SMITH JONES', 'SMITH-JONES'],
    ['PAPANDROPOULO', 'PAPANDROPOULOS'],
    ['IVANOV', 'Иванов'],
  ] as const) {
    assert.ok(agree(one, other), `${one} and ${other}`);
  }
  assert.ok(!agree('ERIKSSON', 'ERICSSON'));
});

test('strange texts are kept as they are, and the longest with them', () => {
  const strange = ['<img src=x onerror=alert(1)>', '‮abc', 'الع', 'W'.repeat(9000)];
  for (const surname of strange) {
    const { rows } = tableOf({ values: { ...zone, surname } });
    const cells = rows.find(({ name }) => name === 'surname')?.cells;
    assert.equal(cells?.get('zone')?.text, surname);
  }
  // A member that the page does not know is a row of its own, and is not compared.
  const more = { ...zone, optionalData: { a: 1 } };
  const row = tableOf({ values: more }).rows.find(({ name }) => name === 'optionalData');
  assert.equal(row?.cells.get('zone')?.text, '{"a":1}');
});
