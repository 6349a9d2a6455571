// The page signs what was chosen, whatever the server says; and draws only marks that are marks.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { cornersOf, marksOf, marksOfCheck } from '../../../http/pages/review/picture/marks.js';
import { isStatementOf, statementOf } from '../../../http/pages/review/screens/statement.js';
import { salted } from '../../../http/pages/review/server/note.js';
import { clock, span } from '../../../http/pages/review/view/times.js';

const shown = {
  sessionId: '0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11',
  seen: 4711,
  root: 'a1'.repeat(32),
  log: 'log.example/countersign',
  files: [{ sha256: 'b2'.repeat(32) }, { sha256: 'c3'.repeat(32) }],
};
const note = 'd4'.repeat(32);
const choice = { decision: 'PASSED', reasons: ['PERSON_MATCHES', 'DOCUMENT_GENUINE'] } as const;

test('the statement is that of the decision', () => {
  const text = statementOf(shown, choice, note, 'decision');
  assert.equal(
    text,
    'countersign review v2\nlog log.example/countersign\nsize 4711\n' +
      `root ${'a1'.repeat(32)}\nsession 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11\n` +
      `file ${'b2'.repeat(32)}\nfile ${'c3'.repeat(32)}\ndecision PASSED\n` +
      `reasons PERSON_MATCHES,DOCUMENT_GENUINE\nnote ${note}\nkind decision\n`,
  );
  assert.ok(isStatementOf(text, shown, choice, note, 'decision'));
  const sorted = text.replace(/reasons .*/, 'reasons DOCUMENT_GENUINE,PERSON_MATCHES');
  assert.ok(isStatementOf(sorted, shown, choice, note, 'decision'));
});

test('the statement of a decision that asks again has its steps and the hash of its words', () => {
  const again = { decision: 'RESUBMIT', reasons: [], steps: ['DOCUMENT', 'LIVENESS'] } as const;
  const words = 'e5'.repeat(32);
  const text = statementOf(shown, again, note, 'decision', words);
  const lines = `\ndecision RESUBMIT\nsteps DOCUMENT,LIVENESS\nwords ${words}\nreasons -\n`;
  assert.ok(text.includes(lines));
  assert.ok(isStatementOf(text, shown, again, note, 'decision', words));
  assert.ok(!isStatementOf(text, shown, again, note, 'decision'));
  const others = [
    text.replace('words e5', 'words e6'),
    text.replace('DOCUMENT,LIVENESS', 'DOCUMENT'),
    text.replace('reasons -', 'reasons OTHER'),
    text.replace(/steps .*\n/, ''),
  ];
  for (const other of others) {
    assert.ok(!isStatementOf(other, shown, again, note, 'decision', words), other);
  }
  const wordless = statementOf(shown, again, note, 'decision');
  assert.ok(wordless.includes('\nwords -\n'));
  assert.ok(isStatementOf(wordless, shown, again, note, 'decision'));
});

test('a statement names what was not looked at, and nothing else than was told', () => {
  const told = ['7c0e1f7a-2b1d-4c1e-9a55-0d3b8a6f5e21', '8c0e1f7a-2b1d-4c1e-9a55-0d3b8a6f5e21'];
  const [first = ''] = told;
  const text = statementOf(shown, choice, note, 'decision', null, [first]);
  assert.ok(text.includes(`\nwithout-look ${first}\ndecision PASSED\n`));
  assert.ok(isStatementOf(text, shown, choice, note, 'decision', null, told));
  assert.ok(!isStatementOf(text, shown, choice, note, 'decision', null, told.slice(1)));
  assert.ok(!isStatementOf(text, shown, choice, note, 'decision'));
});

test('a statement names the sentence that the person gets, and its hash', () => {
  const telling = { ...choice, tell: 'visit' } as const;
  const told = 'f6'.repeat(32);
  const text = statementOf(shown, telling, note, 'decision', null, [], told);
  assert.ok(text.includes(`\nreasons PERSON_MATCHES,DOCUMENT_GENUINE\ntold visit ${told}\nnote `));
  assert.ok(isStatementOf(text, shown, telling, note, 'decision', null, [], told));
  assert.ok(!isStatementOf(text, shown, choice, note, 'decision'));
  for (const other of [text.replace('told visit', 'told other'), text.replace('f6', 'f7')]) {
    assert.ok(!isStatementOf(other, shown, telling, note, 'decision', null, [], told), other);
  }
  const without = text.replace(/told .*\n/, '');
  assert.ok(!isStatementOf(without, shown, telling, note, 'decision', null, [], told));
});

test('no other statement is signed', () => {
  const text = statementOf(shown, choice, note, 'decision');
  const others = [
    text.replace('PASSED', 'FAILED'),
    text.replace('0b54', '0b55'),
    text.replace(',DOCUMENT_GENUINE', ''),
    text.replace('DOCUMENT_GENUINE', 'DOCUMENT_GENUINE,OTHER'),
    text.replace('DOCUMENT_GENUINE', 'PERSON_MATCHES'),
    text.replace('4711', '4712'),
    text.replace('kind decision', 'kind correction'),
    text.replace('v2', 'v1'),
    text.replace('log.example', 'log.elsewhere'),
    text.replace('root a1', 'root a2'),
    text.replace('file b2', 'file b3'),
    text.replace(/file b2.*\n/, ''),
    text.replace(/(file b2.*\n)(file c3.*\n)/, '$2$1'),
    text.replace('note d4', 'note d5'),
    `${text}more\n`,
    `reasons PERSON_MATCHES,DOCUMENT_GENUINE\n${text}`,
    text.trimEnd(),
    '',
  ];
  for (const other of others) {
    assert.ok(!isStatementOf(other, shown, choice, note, 'decision'), other);
  }
});

test('a log without an origin has a statement too', () => {
  const text = statementOf({ ...shown, log: '' }, choice, note, 'correction');
  assert.ok(text.startsWith('countersign review v2\nlog -\nsize 4711\n'));
});

test('a note is hashed with a salt that is drawn for it', async () => {
  const first = await salted('the hologram is wrong');
  const bytes = Buffer.concat([Buffer.from(first.salt, 'base64url'), Buffer.from(first.note)]);
  assert.equal(first.hash, createHash('sha256').update(bytes).digest('hex'));
  assert.equal(bytes.length, 32 + first.note.length);
  assert.notEqual((await salted(first.note)).hash, first.hash);
  assert.equal((await salted('')).salt.length, first.salt.length);
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
