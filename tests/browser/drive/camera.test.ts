// People meet such cameras: a film in the browser's own camera, cameras that are muted, that sleep
// with the phone, that see infrared, that want to be asked for less, that are gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'puppeteer-core';

import { complaintsOf } from './support/browsers.js';
import { installCamera, show } from './support/camera.js';
import { FilmCamera, filmOfDocument, filmOfFace } from './support/film.js';
import type { Person } from './support/person.js';
import { drawDocument, drawFace, newSeed } from './support/pictures.js';
import type { Session } from './support/server.js';
import { Visits } from './support/visits.js';

const visits = new Visits({ documents: ['PASSPORT'] });

// That each step was accepted at the first attempt.
async function isAccepted(session: Session, document: number, face: number): Promise<void> {
  const events = await visits.server.attempts(session);
  assert.deepEqual(
    [events['DocumentAccepted'] ?? 0, events['LivenessAccepted'] ?? 0],
    [document, face],
  );
  assert.equal(events['DocumentRejected'], undefined);
  assert.equal(events['LivenessRejected'], undefined);
}

async function sizeOfVideo({ page }: Person): Promise<readonly number[]> {
  return page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const video = root?.querySelector('video');
    return [video?.videoWidth ?? 0, video?.videoHeight ?? 0];
  });
}

// Sets something on the page before its scripts run, when the camera of the tests is there.
function settingUp(set: () => void): (page: Page) => Promise<void> {
  return async (page) => {
    await installCamera(page);
    await page.evaluateOnNewDocument(set);
  };
}

const twoOnTheBack = settingUp(() => {
  window.cameras = [
    { deviceId: 'wide', label: 'Back Ultra Wide Camera' },
    { deviceId: 'front', label: 'Front Camera' },
    { deviceId: 'main', label: 'Back Camera' },
  ];
});

test("a whole capture by Chromium's own camera, which plays films", async () => {
  const seed = newSeed();
  const films = new FilmCamera();
  const [document, face] = [await filmOfDocument(seed, 'PASSPORT'), await filmOfFace(seed)];
  await films.show(document);
  const cinema = await films.launch();
  try {
    const { person, session } = await visits.begins('FULL_CAPTURE', {
      prepare: () => Promise.resolve(),
      from: cinema,
    });
    const complaints = complaintsOf(person.page);
    await person.presses('Open the camera');
    await person.sees('FACE_READY');
    await films.show(face);
    await person.presses('Open the camera');
    await person.sees('FACE_CAMERA');
    await person.seesThroughCamera();
    // The film is upright, and the browser cuts nothing off.
    assert.deepEqual(await sizeOfVideo(person), [720, 1280]);
    await person.sees('FACE_SENDING', 'DONE');
    await person.sees('DONE');
    await isAccepted(session, 1, 1);
    // The picture comes from the browser's own camera: the tests drew nothing in the page.
    const [stored] = await visits.server.files(session);
    assert.equal(stored?.contentType, 'image/jpeg');
    assert.deepEqual(complaints, []);
  } finally {
    await cinema.close();
  }
});

test('a camera that is muted for a moment takes nothing, and then goes on', async () => {
  const { person, session } = await visits.begins('DOCUMENT_VERIFICATION');
  await person.presses('Open the camera');
  await person.hears('SEARCHING');
  // A camera that is muted for four seconds is opened anew, and to draw may take as long.
  const document = await drawDocument(newSeed(), 'PASSPORT', 'FRONT');
  await person.page.evaluate(() => window.muteCamera(true));
  await show(person.page, document);
  await person.hears('cameraPaused');
  assert.match(await person.reads(), /The camera is paused/);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  assert.equal(await person.screen(), 'DOCUMENT_CAMERA', 'a picture was taken of a muted camera');
  await person.page.evaluate(() => window.muteCamera(false));
  await person.sees('DONE');
  assert.equal(await person.page.evaluate(() => window.cameraOpened), 1, 'it was opened anew');
  await isAccepted(session, 1, 0);
  await person.page.close();
});

test('a camera that stays muted is opened anew, then given up in words; a file does', async () => {
  const { person, session } = await visits.begins('DOCUMENT_VERIFICATION');
  await person.presses('Open the camera');
  await person.hears('SEARCHING');
  await person.page.evaluate(() => window.muteCamera(true));
  await person.sees('DOCUMENT_READY');
  assert.match(await person.reads(), /The camera stopped\. Try again, or choose a photo\./);
  assert.equal(await person.page.evaluate(() => window.cameraOpened), 4);
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  await isAccepted(session, 1, 0);
  await person.page.close();
});

// Puts a page to sleep as a phone does: it is hidden, its camera is taken away, and it is frozen.
// Returns what wakes it.
async function putToSleep({ page }: Person): Promise<() => Promise<void>> {
  const other = await visits.browser.newPage();
  await other.bringToFront();
  await page.waitForFunction(() => document.visibilityState === 'hidden', { polling: 50 });
  await page.evaluate(() => window.endCamera());
  const protocol: CDPSession = await page.createCDPSession();
  await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => {
    await protocol.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
    await page.waitForFunction(() => document.visibilityState === 'visible', { polling: 50 });
    await other.close();
  };
}

test('a phone that sleeps before the document wakes to an open camera', async () => {
  const { person, session } = await visits.begins('DOCUMENT_VERIFICATION');
  await person.presses('Open the camera');
  await person.hears('SEARCHING');
  const wake = await putToSleep(person);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const opened = (): Promise<number> => person.page.evaluate(() => window.cameraOpened);
  assert.equal(await opened(), 1, 'a sleeping page opens no camera');
  await wake();
  await person.page.waitForFunction(() => window.cameraOpened === 2, { timeout: 20_000 });
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  assert.equal(await opened(), 2);
  await isAccepted(session, 1, 0);
  await person.page.close();
});

test('a phone that sleeps in the middle of the movements goes on with them', async () => {
  const { person, session } = await visits.begins('LIVENESS');
  const seed = newSeed();
  await show(person.page, await drawFace(seed, 0, 'LOOK_STRAIGHT'));
  await person.presses('Open the camera');
  await person.page.waitForFunction(
    () =>
      document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.dots i.on') !==
      null,
    { timeout: 60_000, polling: 50 },
  );
  const wake = await putToSleep(person);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  assert.equal(await person.screen(), 'FACE_CAMERA');
  await wake();
  await person.actsOut(seed, 1);
  await person.sees('DONE');
  await isAccepted(session, 0, 1);
  await person.page.close();
});

test('a camera that cannot give what is asked for is asked for less and less', async () => {
  const { person, session } = await visits.begins('DOCUMENT_VERIFICATION', {
    prepare: settingUp(() => {
      window.cameraIsStrict = 'OverconstrainedError';
    }),
  });
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.sees('DONE');
  const asked = await person.page.evaluate(() => window.cameraAsked);
  assert.equal(asked.length, 3);
  assert.equal((asked[0] as MediaTrackConstraints).facingMode, 'environment');
  assert.deepEqual(asked.slice(1), [{ facingMode: 'environment' }, true]);
  await isAccepted(session, 1, 0);
  await person.page.close();
});

test('a camera that sees infrared is not the one for a face', async () => {
  const { person } = await visits.begins('LIVENESS', {
    prepare: settingUp(() => {
      window.cameras = [
        { deviceId: 'ir', label: 'Integrated IR Camera' },
        { deviceId: 'colour', label: 'Front camera' },
      ];
    }),
  });
  await person.presses('Open the camera');
  await person.page.waitForFunction(() => window.cameraOpened === 2, { timeout: 20_000 });
  const asked = await person.page.evaluate(() => window.cameraAsked.at(-1));
  assert.deepEqual((asked as MediaTrackConstraints).deviceId, { exact: 'colour' });
  // There is no other one to change to.
  assert.doesNotMatch(await person.reads(), /another camera/);
  await person.page.close();
});

test('a camera on the back is changed for another by hand, which is kept', async () => {
  const { person, session } = await visits.begins('DOCUMENT_VERIFICATION', {
    prepare: twoOnTheBack,
  });
  const asked = async (): Promise<unknown> =>
    person.page.evaluate(() => (window.cameraAsked.at(-1) as MediaTrackConstraints).deviceId);
  await person.presses('Open the camera');
  await person.hears('SEARCHING');
  assert.equal(await asked(), undefined);
  await person.presses('Use another camera');
  await person.page.waitForFunction(() => window.cameraOpened === 2, { timeout: 20_000 });
  assert.deepEqual(await asked(), { exact: 'main' });
  // Whoever closes the camera and opens it again has the same one.
  await person.presses('Close the camera');
  await person.sees('DOCUMENT_READY');
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.sees('DONE');
  assert.deepEqual(await asked(), { exact: 'main' });
  await isAccepted(session, 1, 0);
  await person.page.close();
});

test('a chosen camera that is gone is replaced by one of the same direction', async () => {
  const { person, session } = await visits.begins('DOCUMENT_VERIFICATION', {
    prepare: twoOnTheBack,
  });
  await person.presses('Open the camera');
  await person.hears('SEARCHING');
  await person.presses('Use another camera');
  await person.page.waitForFunction(() => window.cameraOpened === 2, { timeout: 20_000 });
  await person.presses('Close the camera');
  await person.sees('DOCUMENT_READY');
  await person.page.evaluate(() => {
    window.cameras = window.cameras.filter(({ deviceId }) => deviceId !== 'main');
    window.cameraAsked = [];
  });
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.sees('DONE');
  const asked = await person.page.evaluate(() => window.cameraAsked as MediaTrackConstraints[]);
  assert.deepEqual(
    asked.map(({ deviceId, facingMode, width }) => [deviceId, facingMode, width]),
    [
      [{ exact: 'main' }, undefined, { ideal: 1920 }],
      [undefined, 'environment', { ideal: 1920 }],
    ],
  );
  await isAccepted(session, 1, 0);
  await person.page.close();
});
