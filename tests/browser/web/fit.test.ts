// How the camera's picture lies on a screen, and what of it is judged and sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { aimIn, placeOf, regionOf, sizeIn } from '../../../http/pages/sdk/src/camera/fit.js';

const upright = { width: 1080, height: 1920 };
const across = { width: 1920, height: 1080 };

test('a picture that has nearly the shape of the room covers it', () => {
  for (const [width, height] of [[360, 640], [390, 664], [375, 553]] as const) {
    assert.deepEqual(sizeIn(upright, { width, height }), { width, height });
    assert.deepEqual(sizeIn(across, { width: height, height: width }), {
      width: height,
      height: width,
    });
  }
});

test('of a picture of another shape no more than a little is out of sight', () => {
  for (const frame of [upright, across, { width: 1080, height: 1080 }]) {
    for (const room of [{ width: 320, height: 900 }, { width: 900, height: 320 }]) {
      const size = sizeIn(frame, room);
      assert.ok(size.width <= room.width && size.height <= room.height);
      const region = regionOf(frame, size);
      const [short, long] = [region.width / frame.width, region.height / frame.height].sort(
        frame.width > frame.height ? (a, b) => b - a : () => 0,
      );
      assert.ok((short ?? 0) >= 0.79 && (long ?? 0) >= 0.79);
      assert.ok(Math.abs(region.width / region.height - size.width / size.height) < 0.01);
    }
  }
});

test('the part that is seen is the middle of the frame', () => {
  const region = regionOf(upright, { width: 375, height: 553 });
  assert.deepEqual(region, { left: 0, top: 163, width: 1080, height: 1593 });
  const whole = { left: 0, top: 0, ...upright };
  assert.deepEqual(regionOf(upright, { width: 360, height: 640 }), whole);
});

test('a picture lies in the middle of what is free, and under the hint where it is higher', () => {
  const room = { width: 400, height: 900 };
  const free = { left: 0, top: 100, width: 400, height: 660 };
  const topOf = (height: number): number => placeOf({ width: 400, height }, room, free).top;
  assert.equal(topOf(300), 280);
  assert.equal(topOf(660), 100);
  assert.equal(topOf(680), 80);
  // A seam above it would be worth nothing.
  assert.equal(topOf(740), 0);
  // Under the buttons, too.
  assert.equal(topOf(800), 0);
  assert.equal(topOf(900), 0);
});

test('a picture beside the buttons lies in the middle, and under them where it is wider', () => {
  const room = { width: 800, height: 360 };
  const leftOf = (width: number, left: number): number =>
    placeOf({ width, height: 360 }, room, { left, top: 0, width: 700, height: 360 }).left;
  assert.deepEqual([leftOf(640, 0), leftOf(740, 0)], [30, 0]);
  assert.deepEqual([leftOf(640, 100), leftOf(740, 100)], [130, 60]);
});

test('the cut-out lies in what is free of the picture, or there is none', () => {
  const picture = { left: 0, top: 0, width: 400, height: 700 };
  const free = { left: 0, top: 100, width: 400, height: 400 };
  const aim = aimIn(picture, free, 1.586, 0.6);
  assert.ok(aim !== null && aim.top > 100 && aim.top + aim.height < 500);
  assert.ok(Math.abs(aim.width / aim.height - 1.586) < 0.001);
  // The picture's middle is the middle of the cut-out, too.
  assert.ok(Math.abs(aim.top + aim.height / 2 - 350) < 0.001);
  const low = aimIn(picture, { ...free, top: 350 }, 1.586, 0.6);
  assert.ok(low !== null && low.top > 350 && low.top < 370);
  assert.equal(aimIn(picture, { ...free, height: 60 }, 1.586, 0.6), null);
});
