// How long the client waits, and until when.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  delayBefore,
  parseRetryAfter,
  REAL_TIMING,
} from '../../../http/pages/sdk/src/patience.js';

test('Retry-After is read as RFC 9110 writes it', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 7);
  assert.equal(parseRetryAfter('120', now), 120);
  assert.equal(parseRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', now), 30);
  assert.equal(parseRetryAfter('Sunday, 06-Nov-94 08:49:37 GMT', now), 30);
  assert.equal(parseRetryAfter('Sun Nov  6 08:49:37 1994', now), 30);
  assert.equal(parseRetryAfter('Sun, 06 Nov 1994 08:00:00 GMT', now), 0);
  for (const bad of [null, '', '-1', '1.5', '1e3', 'soon', '99999999999', '2026-01-01']) {
    assert.equal(parseRetryAfter(bad, now), null);
  }
});

test('the waits grow, cover a minute, and differ from client to client', () => {
  const waits = (random: number): number[] =>
    [0, 1, 2, 3, 4].map((repeat) => delayBefore(repeat, null, random));
  assert.ok(waits(0).reduce((sum, wait) => sum + wait) > 60_000);
  waits(0).forEach((wait, index) => assert.ok(wait < (waits(1)[index] ?? 0)));
  assert.equal(delayBefore(0, 30, 0), 30_000);
});

test('the real clock stops waiting when the signal is aborted', async () => {
  const reason = new Error('the person left');
  const stop = new AbortController();
  const waiting = REAL_TIMING.wait(1_000_000, stop.signal);
  stop.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(REAL_TIMING.wait(1_000_000, AbortSignal.abort(reason)), reason);
  await REAL_TIMING.wait(0, new AbortController().signal);
});
