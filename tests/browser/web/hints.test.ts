// The cause that a person is told, over the frames of a preview.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Cause } from '../../../http/pages/sdk/src/camera/hints.js';
import type { Found } from '../../../http/pages/sdk/src/guide-types.js';

function found(hint: string | null, shift = 0): Found {
  const corners: Found['corners'] = [
    [0.2 + shift, 0.2],
    [0.8 + shift, 0.2],
    [0.8 + shift, 0.8],
    [0.2 + shift, 0.8],
  ];
  return { seen: true, corners, hint, good: false };
}

// The hints of frames that come every 120 ms.
function toldOf(frames: readonly Found[]): string[] {
  const cause = new Cause();
  return frames.map((frame, at) => cause.see(frame, at * 120));
}

test('a document that is held still and stays unsharp is too near, within two seconds', () => {
  const told = toldOf(Array<Found>(16).fill(found('BLURRY')));
  assert.equal(told[0], 'HOLD_STILL');
  assert.equal(told.at(-1), 'BLURRY');
});

test('a document that moves is told to be held still, however unsharp it is', () => {
  const frames = Array.from({ length: 16 }, (_, at) => found('BLURRY', (at % 2) * 0.05));
  assert.ok(toldOf(frames).every((key) => key === 'HOLD_STILL'));
});

test('a single frame that errs is not told of', () => {
  const frames = Array.from({ length: 12 }, (_, at) => found(at === 6 ? 'TOO_DARK' : 'GLARE'));
  assert.deepEqual(new Set(toldOf(frames)), new Set(['GLARE']));
});

test('another cause is told within a second', () => {
  const frames = Array.from({ length: 18 }, (_, at) => found(at < 9 ? 'GLARE' : 'MOVE_CLOSER'));
  assert.equal(toldOf(frames)[9 + 5], 'MOVE_CLOSER');
});
