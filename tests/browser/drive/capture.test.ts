// Whole captures by camera.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { complaintsOf, launch, phone } from './support/browsers.js';
import { installCamera, show } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';

let server: Server;
let browser: Browser;

before(async () => {
  server = await Server.start();
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

test('both sides of a card and a face are captured by camera', async () => {
  const seed = newSeed();
  const session = await server.create('FULL_CAPTURE');
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.setViewport(phone);
  await installCamera(page);
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  assert.equal(new URL(page.url()).hash, '', 'the code stays in the address');

  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.choosesType('ID_CARD');
  for (const side of ['FRONT', 'BACK'] as const) {
    await person.sees('DOCUMENT_READY');
    await show(page, await drawDocument(seed, 'ID_CARD', side));
    await person.presses('Open the camera');
    await person.sees('DOCUMENT_SENDING');
  }
  await person.sees('FACE_READY');
  await person.presses('Open the camera');
  await person.sees('FACE_CAMERA');
  await person.actsOut(seed);
  await person.sees('DONE');

  const result = await server.result(session);
  assert.equal(result.resultStatus, 'REVIEW', 'nobody judges whether a document is genuine');
  const { DocumentAccepted, DocumentRejected, LivenessAccepted, LivenessRejected } =
    await server.attempts(session);
  assert.deepEqual(
    [DocumentAccepted, DocumentRejected, LivenessAccepted, LivenessRejected],
    [2, undefined, 1, undefined],
  );
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a face and the document beside it are captured by camera', async () => {
  const seed = newSeed();
  const session = await server.create('FACE_MATCH');
  const page = await browser.newPage();
  await page.setViewport(phone);
  await installCamera(page);
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.choosesType('ID_CARD');
  await person.sees('DOCUMENT_READY');
  await show(page, await drawDocument(seed, 'ID_CARD', 'FRONT'));
  await person.presses('Open the camera');
  // The front alone is asked for.
  await person.sees('FACE_READY');
  await person.presses('Open the camera');
  await person.sees('FACE_CAMERA');
  await person.actsOut(seed);
  await person.sees('DONE');
  const { DocumentAccepted, LivenessAccepted } = await server.attempts(session);
  assert.deepEqual([DocumentAccepted, LivenessAccepted], [1, 1]);
  await page.close();
});
