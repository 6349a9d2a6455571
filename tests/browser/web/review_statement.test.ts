// The page signs what was chosen, whatever the server says; and draws only marks that are marks.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cornersOf, marksOf, marksOfCheck } from '../../../http/pages/review/picture/marks.js';
import { isStatementOf, statementOf } from '../../../http/pages/review/screens/statement.js';
import { clock, span } from '../../../http/pages/review/view/times.js';

const session = '0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11';
const choice = { decision: 'PASSED', reasons: ['PERSON_MATCHES', 'DOCUMENT_GENUINE'] } as const;

test('the statement is that of the decision', () => {
  const text = statementOf(session, choice, 4711, 'decision');
  assert.equal(
    text,
    'countersign review v1\nsession 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11\ndecision PASSED\n' +
      'reasons PERSON_MATCHES,DOCUMENT_GENUINE\nseen 4711\nkind decision\n',
  );
  assert.ok(isStatementOf(text, session, choice, 4711, 'decision'));
  const sorted = text.replace(/reasons .*/, 'reasons DOCUMENT_GENUINE,PERSON_MATCHES');
  assert.ok(isStatementOf(sorted, session, choice, 4711, 'decision'));
});

test('no other statement is signed', () => {
  const text = statementOf(session, choice, 4711, 'decision');
  const others = [
    text.replace('PASSED', 'FAILED'),
    text.replace('0b54', '0b55'),
    text.replace(',DOCUMENT_GENUINE', ''),
    text.replace('DOCUMENT_GENUINE', 'DOCUMENT_GENUINE,OTHER'),
    text.replace('DOCUMENT_GENUINE', 'PERSON_MATCHES'),
    text.replace('4711', '4712'),
    text.replace('kind decision', 'kind correction'),
    text.replace('v1', 'v2'),
    `${text}more\n`,
    `reasons PERSON_MATCHES,DOCUMENT_GENUINE\n${text}`,
    text.trimEnd(),
    '',
  ];
  for (const other of others) {
    assert.ok(!isStatementOf(other, session, choice, 4711, 'decision'), other);
  }
});

test('only what is a mark is drawn', () => {
  const square = [
    [1, 1],
    [9, 1],
    [9, 9],
  ];
  assert.deepEqual(cornersOf(marksOf({ outline: square }), 'outline'), square);
  assert.deepEqual(cornersOf(marksOf({ face: [1, 2, 3, 4] }), 'face'), [
    [1, 2],
    [4, 2],
    [4, 6],
    [1, 6],
  ]);
  const broken = [
    null,
    7,
    'outline',
    {},
    { outline: [[1, 1]] },
    { outline: [[1], [2], [3]] },
    { outline: Array.from({ length: 65 }, () => [1, 1]) },
    { face: [1, 2, 3] },
    { face: [1, 2, 3, '4'] },
    { zone: [[1, 1], [2, Number.NaN], [3, 3]] },
  ];
  for (const each of broken) assert.equal(marksOf(each), null, JSON.stringify(each));
});

test('each check points to where it looked', () => {
  assert.deepEqual(marksOfCheck('DOCUMENT_PORTRAIT'), ['portrait']);
  assert.equal(marksOfCheck('DOCUMENT_MRZ_CHECK_DIGITS')[0], 'zone');
  assert.equal(marksOfCheck('DOCUMENT_SHARPNESS')[0], 'outline');
  assert.deepEqual(marksOfCheck('LIVENESS_TURN_LEFT'), ['face']);
  assert.deepEqual(marksOfCheck('SANDBOX_RESULT'), []);
});

test('spans and clocks can be read', () => {
  assert.equal(span('en', 59), '59 seconds');
  assert.equal(span('en', 3 * 3600), '3 hours');
  assert.equal(span('de', 86400 * 3), '3 Tage');
  assert.equal(span('en', -5), '0 seconds');
  assert.equal(clock(14 * 60_000 + 5_000), '14:05');
  assert.equal(clock(-1), '0:00');
});
