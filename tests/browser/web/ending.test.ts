// The last screen of a capture keeps what it says when the page is loaded anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { CaptureInfo } from '../../../http/pages/sdk/src/calls.js';
import { endingIn, keepEnding } from '../../../http/pages/sdk/src/flow/ending.js';
import type { Memory } from '../../../http/pages/sdk/src/flow/ending.js';

function memoryWith(text: string | null = null): Memory & { text(): string } {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_, value) => {
      kept = value;
    },
    text: () => kept ?? '',
  };
}

const info: CaptureInfo = {
  purpose: 'LIVENESS',
  expiresAt: '2026-11-28T06:00:00Z',
  reference: 'one',
  sandbox: true,
  language: 'de',
  clientName: 'Harbour Bank',
  logo: '/logo',
  colours: null,
  consent: { version: 'v1', text: 'a long text' },
  consentGiven: true,
  askedAgain: false,
  words: null,
  told: null,
  returnUrl: 'https://bank.example/',
  next: null,
  documents: [],
  documentTypes: [],
  pictures: { keptSeconds: 60, encrypted: true, reviewers: 1 },
  limits: { maxDocumentBytes: 1, maxFrameBytes: 1, maxFrames: 1 },
};

test('what the last screen says is kept for the token that it is of', async () => {
  const memory = memoryWith();
  assert.equal(await endingIn(memory, 'token'), null);
  await keepEnding(memory, 'token', 'PASSED', info);
  assert.ok(!/a long text|token/.test(memory.text()), memory.text());
  const ending = await endingIn(memory, 'token');
  assert.equal(ending?.result, 'PASSED');
  assert.equal(ending?.info.reference, 'one');
  assert.equal(ending?.info.clientName, 'Harbour Bank');
  assert.equal(ending?.info.returnUrl, 'https://bank.example/');
  assert.equal(ending?.info.sandbox, true);
  assert.equal(await endingIn(memory, 'another token'), null);
  // The end of a session that another device had is all that is known of it.
  await keepEnding(memory, 'token', '', null);
  assert.equal((await endingIn(memory, 'token'))?.result, '');
});

test('what is kept in another shape breaks nothing', async () => {
  for (const text of ['', '{', 'null', '5', '"text"', '[]', '{}', '{"mark":7}']) {
    assert.equal(await endingIn(memoryWith(text), 'token'), null);
  }
  const memory = memoryWith();
  await keepEnding(memory, 'token', null, info);
  const { mark } = JSON.parse(memory.text()) as { mark: string };
  const odd = memoryWith(JSON.stringify({ mark, result: 1, reference: 7, next: {}, colours: 3 }));
  const ending = await endingIn(odd, 'token');
  assert.equal(ending?.result, null);
  assert.deepEqual([ending?.info.reference, ending?.info.next], ['', null]);
  assert.equal(ending?.info.colours, null);
});

test('a browser that refuses to store is no fault', async () => {
  const memory: Memory = {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  };
  await keepEnding(memory, 'token', 'PASSED', info);
  assert.equal(await endingIn(memory, 'token'), null);
});
