// A camera is asked for, and others in its place, by what a browser says.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Camera, CameraError } from '../../../http/pages/sdk/src/camera/camera.js';
import type { Wanted } from '../../../http/pages/sdk/src/camera/camera.js';

type Asked = MediaTrackConstraints | boolean | undefined;

interface Label {
  readonly deviceId: string;
  readonly label: string;
}

interface Given {
  // The browser was asked for these, in turn.
  readonly asked: Asked[];
  // The camera that was opened at the end, or the fault.
  readonly camera: string;
}

// Opens a camera in a browser that gives what `give` says: a camera, or the name of an error.
async function opened(
  wanted: Partial<Wanted>,
  give: (asked: Asked) => Label | string,
  cameras: readonly Label[] = [],
): Promise<Given> {
  const asked: Asked[] = [];
  const getUserMedia = ({ video }: MediaStreamConstraints): Promise<unknown> => {
    asked.push(video);
    const given = give(video);
    if (typeof given === 'string') return Promise.reject(new DOMException('no', given));
    const settings = { deviceId: given.deviceId };
    const track = { label: given.label, getSettings: () => settings, stop: () => undefined };
    return Promise.resolve({ getVideoTracks: () => [track], getTracks: () => [track] });
  };
  const inputs = cameras.map((camera) => ({ ...camera, kind: 'videoinput' }));
  const mediaDevices = { getUserMedia, enumerateDevices: () => Promise.resolve(inputs) };
  Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices }, configurable: true });
  const whole = { facing: 'environment', width: 1920, height: 1080, deviceId: null, ...wanted };
  try {
    const { signal } = new AbortController();
    return { asked, camera: (await Camera.open(whole as Wanted, signal)).deviceId };
  } catch (error) {
    assert.ok(error instanceof CameraError, String(error));
    return { asked, camera: error.fault };
  }
}

const size = { width: { ideal: 1920 }, height: { ideal: 1080 }, resizeMode: 'none' };
const back = { deviceId: 'back', label: 'Back Camera' };
const colour = { deviceId: 'colour', label: 'Front Camera' };
const infrared = { deviceId: 'ir', label: 'IR Camera' };
const isChosen = (asked: Asked): boolean => typeof asked === 'object' && 'deviceId' in asked;

test('a camera that was chosen is asked for alone', async () => {
  const { asked, camera } = await opened({ deviceId: 'back' }, () => back);
  assert.deepEqual(asked, [{ ...size, deviceId: { exact: 'back' } }]);
  assert.equal(camera, 'back');
});

test('a chosen camera that is gone is replaced by one of the same size and direction', async () => {
  for (const refusal of ['OverconstrainedError', 'NotFoundError']) {
    for (const facing of ['environment', 'user'] as const) {
      const give = (asked: Asked): Label | string => (isChosen(asked) ? refusal : back);
      const { asked, camera } = await opened({ facing, deviceId: 'gone' }, give);
      assert.deepEqual(asked.slice(1), [{ ...size, facingMode: facing }]);
      assert.equal(camera, 'back');
    }
  }
});

test('of the same direction goes before a size, and any camera comes last', async () => {
  const give = (asked: Asked): Label | string => (asked === true ? back : 'OverconstrainedError');
  const { asked, camera } = await opened({ deviceId: 'gone' }, give);
  const [, ...then] = asked;
  assert.deepEqual(then, [
    { ...size, facingMode: 'environment' },
    { facingMode: 'environment' },
    true,
  ]);
  assert.equal(camera, 'back');
});

test('a camera that is denied or in use is asked for once', async () => {
  for (const [error, fault] of [
    ['NotAllowedError', 'CAMERA_DENIED'],
    ['NotReadableError', 'CAMERA_IN_USE'],
  ] as const) {
    const { asked, camera } = await opened({ deviceId: 'back' }, () => error);
    assert.equal(asked.length, 1);
    assert.equal(camera, fault);
  }
});

test('a device without a camera is told of as such', async () => {
  assert.equal((await opened({}, () => 'NotFoundError')).camera, 'CAMERA_MISSING');
});

test('an infrared camera is used where the one in its place cannot be had', async () => {
  const give = (asked: Asked): Label | string =>
    isChosen(asked) ? 'OverconstrainedError' : infrared;
  const { asked, camera } = await opened({ facing: 'user' }, give, [infrared, colour]);
  assert.equal(camera, 'ir');
  assert.equal(asked.filter(isChosen).length, 1);
});

test('a camera for a face in the place of an infrared one is not that on the back', async () => {
  const unsaid = { deviceId: 'unsaid', label: 'Integrated Camera' };
  const cameras = [infrared, back, unsaid];
  const give = (asked: Asked): Label => (isChosen(asked) ? unsaid : infrared);
  const { asked } = await opened({ facing: 'user' }, give, cameras);
  assert.deepEqual((asked.at(-1) as MediaTrackConstraints).deviceId, { exact: 'unsaid' });
});
