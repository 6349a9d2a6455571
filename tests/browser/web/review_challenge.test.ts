// The page answers a challenge only for what it is for.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';

import {
  challengeOf,
  isFor,
  mustBeFor,
  purposes,
} from '../../../http/pages/review/server/challenge.js';
import type { Purpose } from '../../../http/pages/review/server/challenge.js';
import { isStatementOfChange } from '../../../http/pages/review/screens/key_statement.js';

const names = Object.keys(purposes) as Purpose[];

function challenge(...bytes: number[]): string {
  return Buffer.from(bytes).toString('base64url');
}

test('a challenge is for the purpose of its first byte alone', () => {
  for (const name of names) {
    const made = challenge(purposes[name], ...new Array<number>(32).fill(7));
    assert.deepEqual(names.filter((other) => isFor(other, made)), [name]);
    assert.doesNotThrow(() => mustBeFor(name, made));
  }
  // The bare hash of a statement, even if it begins as a login does.
  const hash = challenge(purposes.login, ...new Array<number>(31).fill(7));
  for (const name of names) assert.ok(!isFor(name, hash));
  assert.ok(!isFor('login', ''));
  assert.throws(() => mustBeFor('login', hash), { code: 'PURPOSE_DIFFERS' });
});

test('the challenge of a statement is its hash behind the purpose', async () => {
  const text = 'countersign review v2\n';
  const hash = createHash('sha256').update(text).digest();
  const wanted = challenge(purposes.decision, ...hash);
  assert.equal(await challengeOf('decision', text), wanted);
  assert.notEqual(await challengeOf('keyChange', text), wanted);
});

test('a passkey is added or removed by the statement of that change alone', () => {
  const key = 'ab'.repeat(32);
  const change = { reviewer: 'rvw_A', act: 'add', passkey: 'AAEC', key } as const;
  const site = 'https://review.example.com';
  const text =
    `countersign passkey v1\nreviewer rvw_A\nact add\npasskey AAEC\nkey ${key}\nsite ${site}\n`;
  assert.ok(isStatementOfChange(text, change, site));
  assert.ok(isStatementOfChange(text, { ...change, key: null }, site));
  const others = [
    text.replace('rvw_A', 'rvw_B'),
    text.replace('add', 'revoke'),
    text.replace('AAEC', 'AAED'),
    text.replace('abab', 'abac'),
    text.replace('review.', 'other.'),
    text.replace(`key ${key}\n`, ''),
    text.replace('v1', 'v2'),
    `${text}more\n`,
    `key ${key}\n${text}`,
    '',
  ];
  for (const other of others) assert.ok(!isStatementOfChange(other, change, site), other);
});

test('the page and the server number the purposes alike', () => {
  const root = env['COUNTERSIGN_ROOT'] ?? '';
  const header = readFileSync(join(root, 'core/reviewer/challenge_purpose.h'), 'utf8');
  const declared = [...header.matchAll(/^  ([A-Z]\w+) = (\d+),/gm)].map(([, name, number]) => [
    (name ?? '').charAt(0).toLowerCase() + (name ?? '').slice(1),
    Number(number),
  ]);
  assert.deepEqual(Object.fromEntries(declared), purposes);
});
