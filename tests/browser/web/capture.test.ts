// The capture element decides this without a browser: cameras, the shutter, files and poses.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  choices,
  following,
  insteadOfInfrared,
} from '../../../http/pages/sdk/src/camera/choice.js';
import { kindOf, within } from '../../../http/pages/sdk/src/camera/picture.js';
import { Shutter } from '../../../http/pages/sdk/src/camera/shutter.js';
import type { Face, Found } from '../../../http/pages/sdk/src/guide-types.js';
import {
  isAnother,
  isTooNear,
  levelsOf,
  placeOf,
  planOf,
  shows,
} from '../../../http/pages/sdk/src/liveness/poses.js';
import { Recording } from '../../../http/pages/sdk/src/liveness/recording.js';

const cameras = [
  { deviceId: 'a', label: 'camera2 1, facing front' },
  { deviceId: 'b', label: 'camera2 0, facing back' },
  { deviceId: 'c', label: 'camera2 2, facing back' },
  { deviceId: 'd', label: 'Infrared camera' },
];

test('for a document the back cameras are offered, one after the other', () => {
  const behind = choices(cameras, 'environment');
  assert.deepEqual(behind.map(({ deviceId }) => deviceId), ['b', 'c']);
  assert.equal(following(behind, 'b')?.deviceId, 'c');
  assert.equal(following(behind, 'c')?.deviceId, 'b');
  assert.equal(following(behind.slice(0, 1), 'b'), null);
  assert.equal(following([], ''), null);
});

test('an infrared camera is not used for a face', () => {
  assert.equal(insteadOfInfrared(cameras)?.deviceId, 'a');
  assert.equal(insteadOfInfrared([{ deviceId: 'd', label: 'HP IR Camera' }]), null);
  assert.deepEqual(choices(cameras, 'user').map(({ deviceId }) => deviceId), ['a', 'b', 'c']);
});

function found(good: boolean, shift = 0): Found {
  const corners: Found['corners'] = [
    [0.2 + shift, 0.2],
    [0.8, 0.2],
    [0.8, 0.8],
    [0.2, 0.8],
  ];
  return { seen: true, corners, hint: good ? null : 'GLARE', good };
}

test('a picture is taken after three good frames that hold still', () => {
  const shutter = new Shutter();
  const taken = [true, true, true].map((good) => shutter.see(found(good)));
  assert.deepEqual(taken, [false, false, true]);
  shutter.reset();
  assert.equal(shutter.see(found(true)), false);
});

test('a frame that is bad, or that moved, begins anew', () => {
  const bad = new Shutter();
  const seen = [true, true, false, true, true, true].map((good) => bad.see(found(good)));
  assert.deepEqual(seen, [false, false, false, false, false, true]);
  const moved = new Shutter();
  const shifts = [0, 0, 0.05, 0.05, 0.05];
  const taken = shifts.map((shift) => moved.see(found(true, shift)));
  assert.deepEqual(taken, [false, false, false, false, true]);
});

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

test('a file is told by its first bytes', () => {
  assert.equal(kindOf(bytes('\xff\xd8\xff\xe0')), 'JPEG');
  assert.equal(kindOf(bytes('\x89PNG\r\n\x1a\n0000')), 'PNG');
  assert.equal(kindOf(bytes('RIFF0000WEBPVP8 ')), 'WEBP');
  assert.equal(kindOf(bytes('RIFF0000WAVEfmt ')), 'OTHER');
  assert.equal(kindOf(bytes('\0\0\0\x18ftypheic')), 'HEIC');
  assert.equal(kindOf(bytes('\0\0\0\x18ftypmif1')), 'HEIC');
  assert.equal(kindOf(bytes('\0\0\0\x18ftypavif')), 'OTHER');
  for (const short of ['', '\xff\xd8', 'RIFF', '\0\0\0\x18ftyp']) {
    assert.equal(kindOf(bytes(short)), 'OTHER');
  }
});

test('a large picture becomes smaller in its own shape', () => {
  assert.deepEqual(within(4000, 3000, 12e6), { width: 4000, height: 3000 });
  const { width, height } = within(8000, 6000, 12e6);
  assert.ok(width * height <= 12e6 && Math.abs(width / height - 4 / 3) < 0.01);
  assert.deepEqual(within(100_000, 1, 10), { width: 1000, height: 1 });
});

test('the face is straight before each movement, and no plan has too many frames', () => {
  const two = planOf(['LOOK_STRAIGHT', 'TURN_LEFT', 'TILT_RIGHT'], 12);
  assert.deepEqual(two.poses, ['LOOK_STRAIGHT', 'TURN_LEFT', 'LOOK_STRAIGHT', 'TILT_RIGHT']);
  assert.equal(two.each, 3);
  const three = planOf(['LOOK_STRAIGHT', 'TURN_LEFT', 'TILT_RIGHT', 'MOVE_CLOSER'], 12);
  assert.equal(three.poses.length * three.each, 12);
  assert.equal(planOf(['LOOK_STRAIGHT', 'TURN_LEFT'], 1).each, 1);
  assert.deepEqual(planOf(['LOOK_STRAIGHT'], 12).poses, ['LOOK_STRAIGHT']);
});

function face(more: Partial<Face> = {}): Face {
  return { x: 0.4, y: 0.3, width: 0.2, height: 0.36, turn: 0, tilt: 0, ...more };
}

test('a pose is shown beyond the levels of the challenge, and by its own side', () => {
  const levels = levelsOf({ 'face-turn': { error: 3, warning: null } });
  const usual = levelsOf(null);
  const before = face();
  assert.ok(shows('TURN_LEFT', face({ turn: 2 }), before, usual));
  assert.ok(!shows('TURN_LEFT', face({ turn: 2 }), before, levels));
  assert.ok(!shows('TURN_RIGHT', face({ turn: 2 }), before, usual));
  assert.ok(shows('TURN_RIGHT', face({ turn: -2 }), before, usual));
  // A head that was turned a little to the other side has changed enough, and to this one not.
  assert.ok(shows('TURN_LEFT', face({ turn: 1.8 }), face({ turn: -0.9 }), usual));
  assert.ok(!shows('TURN_LEFT', face({ turn: 1.8 }), face({ turn: 0.9 }), usual));
  assert.ok(shows('TILT_LEFT', face({ tilt: 14 }), before, usual));
  assert.ok(!shows('TILT_LEFT', face({ tilt: 14 }), face({ tilt: 8 }), usual));
  assert.ok(shows('MOVE_CLOSER', face({ width: 0.27 }), before, usual));
  assert.ok(!shows('MOVE_CLOSER', face({ width: 0.23 }), before, usual));
  assert.ok(shows('LOOK_STRAIGHT', face(), null, usual));
  assert.ok(!shows('LOOK_STRAIGHT', face({ width: 0.27 }), before, usual));
  assert.ok(!shows('TURN_LEFT', face({ turn: 2 }), null, usual));
  assert.ok(!shows('BLINK', face(), before, usual));
});

test('the place of a face is told, the worst first', () => {
  const levels = levelsOf(null);
  assert.equal(placeOf([], 16 / 9, levels), 'NO_FACE');
  assert.equal(placeOf([face(), face()], 16 / 9, levels), 'SEVERAL_FACES');
  assert.equal(placeOf([face({ width: 0.08, height: 0.14 })], 16 / 9, levels), 'FACE_FAR');
  assert.equal(placeOf([face({ x: 0 })], 16 / 9, levels), 'FACE_OFF_CENTER');
  assert.equal(placeOf([face()], 16 / 9, levels), null);
});

test('a recording takes no frame twice, and none too soon', async () => {
  const recording = new Recording({ poses: ['LOOK_STRAIGHT', 'TURN_LEFT'], each: 1 });
  assert.equal(await recording.add(new Blob(['a']), face(), 1000), true);
  assert.equal(recording.before?.turn, 0);
  assert.deepEqual([recording.isDue(1100), recording.isDue(1250)], [false, true]);
  assert.equal(recording.action, 'TURN_LEFT');
  assert.equal(await recording.add(new Blob(['a']), face(), 1300), false);
  assert.equal(recording.isDone, false);
  assert.equal(await recording.add(new Blob(['b']), face({ turn: 2 }), 1600), true);
  assert.deepEqual([recording.isDone, recording.frames.length], [true, 2]);
});

test('a face that is suddenly of another size is another face', () => {
  const before = face();
  const of = (width: number): boolean[] => {
    const seen = face({ width });
    return [isTooNear(seen, before), isAnother(seen, before)];
  };
  assert.deepEqual([of(0.2), of(0.27), of(0.4)], [[false, false], [true, false], [true, true]]);
  assert.deepEqual(of(0.1), [false, true]);
  assert.equal(isAnother(face({ width: 0.4 }), null), false);
});
