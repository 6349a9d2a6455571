// Liveness: by camera with and without guidance, by photos, and not at all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { complaintsOf, launch, phone } from './support/browsers.js';
import { installCamera, installNoCamera, show } from './support/camera.js';
import { actionOf, Person } from './support/person.js';
import { draw, drawFace, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Session } from './support/server.js';

let server: Server;
let chromium: Browser;

before(async () => {
  server = await Server.start();
  chromium = await launch('chromium');
});

after(async () => {
  await chromium?.close();
  await server?.stop();
});

async function open(
  browser: Browser,
  session: Session,
  prepare: (page: Page) => Promise<void>,
): Promise<Person> {
  const page = await browser.newPage();
  await page.setViewport(phone);
  await prepare(page);
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  await person.sees('WELCOME');
  await person.pressesFirst();
  await person.sees('FACE_READY');
  return person;
}

async function isAccepted(session: Session): Promise<void> {
  assert.equal((await server.result(session)).resultStatus, 'PASSED');
  const { LivenessAccepted, LivenessRejected } = await server.attempts(session);
  assert.deepEqual([LivenessAccepted, LivenessRejected], [1, undefined]);
}

test('a face is recorded by pose in Firefox', async () => {
  const firefox = await launch('firefox');
  try {
    const session = await server.create('LIVENESS');
    const person = await open(firefox, session, installCamera);
    const complaints = complaintsOf(person.page);
    await person.presses('Open the camera');
    await person.sees('FACE_CAMERA');
    await person.actsOut(newSeed());
    await person.sees('DONE');
    await isAccepted(session);
    assert.deepEqual(complaints, []);
  } finally {
    await firefox.close();
  }
});

test('no challenge is asked for before a face is seen', async () => {
  const session = await server.create('LIVENESS');
  const person = await open(chromium, session, installCamera);
  let challenges = 0;
  person.page.on('request', (request) => {
    if (request.url().endsWith('/liveness/challenge')) ++challenges;
  });
  await person.presses('Open the camera');
  await person.hears('NO_FACE');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(challenges, 0);
  await show(person.page, await drawFace(newSeed(), 0, 'LOOK_STRAIGHT'));
  await person.page.waitForRequest((request) => request.url().endsWith('/liveness/challenge'));
  await person.page.close();
});

test('without a guide the person says when', async () => {
  const session = await server.create('LIVENESS');
  const seed = newSeed();
  const person = await open(chromium, session, async (page) => {
    await installCamera(page);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (/guide/.test(request.url())) void request.abort();
      else void request.continue();
    });
  });
  await person.presses('Open the camera');
  await person.sees('FACE_CAMERA');
  let index = 0;
  while ((await person.screen()) === 'FACE_CAMERA') {
    const action = actionOf(await person.hint());
    const taken = await person.dots();
    await show(person.page, await drawFace(seed, index++, action));
    await person.presses('I am doing it now');
    // A pose takes several frames, and no two are the same.
    while ((await person.screen()) === 'FACE_CAMERA' && (await person.dots()) === taken) {
      await show(person.page, await drawFace(seed, index++, action));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
  await person.sees('DONE');
  await isAccepted(session);
  await person.page.close();
});

test('where there is no camera at all, a photo is taken of each movement', async () => {
  const session = await server.create('LIVENESS');
  const person = await open(chromium, session, installNoCamera);
  assert.match(await person.reads(), /Open this page in your browser/);
  await person.presses('Choose a photo instead');
  await person.sees('FACE_PHOTOS');
  await person.takesPhotos(newSeed());
  await person.sees('DONE');
  await isAccepted(session);
  await person.page.close();
});

test('who cannot do it goes on without, and a person decides', async () => {
  const session = await server.create('LIVENESS');
  const person = await open(chromium, session, installCamera);
  await person.presses('I cannot do this');
  await person.sees('CANNOT');
  await person.writes('My neck does not turn.');
  await person.presses('Continue without this step');
  await person.sees('DONE');
  const result = await server.result(session);
  assert.equal(result.resultStatus, 'REVIEW');
  assert.ok(result.reasons?.includes('LIVENESS_NOT_POSSIBLE'));
  await person.page.close();
});

test('a camera that is taken away is opened anew', async () => {
  const session = await server.create('LIVENESS');
  const seed = newSeed();
  const person = await open(chromium, session, installCamera);
  await person.presses('Open the camera');
  await person.sees('FACE_CAMERA');
  await show(person.page, await drawFace(seed, 0, 'LOOK_STRAIGHT'));
  await person.page.waitForFunction(() => window.cameraOpened === 1);
  await person.page.evaluate(() => window.endCamera());
  await person.page.waitForFunction(() => window.cameraOpened === 2, { timeout: 20_000 });
  await person.actsOut(seed, 1);
  await person.sees('DONE');
  await isAccepted(session);
  await person.page.close();
});

test('a smaller face that was there first does not keep the person from going on', async () => {
  const session = await server.create('LIVENESS');
  const seed = newSeed();
  const person = await open(chromium, session, installCamera);
  const far = ['--seed', `${newSeed()}`, '--width', '1280', '--height', '720'];
  await show(person.page, await draw('face', ...far, '--nearness', '0.75'));
  await person.presses('Open the camera');
  await person.page.waitForRequest((request) => request.url().endsWith('/liveness/challenge'));
  await person.hears('LOOK_STRAIGHT');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await person.actsOut(seed);
  await person.sees('DONE');
  await isAccepted(session);
  await person.page.close();
});
