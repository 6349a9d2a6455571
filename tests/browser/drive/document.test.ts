// The document before the camera: by itself, by hand, and without guidance.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { launch, phone } from './support/browsers.js';
import { installCamera, show } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, drawFace, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Session } from './support/server.js';

let server: Server;
let browser: Browser;

before(async () => {
  // Long enough for a capture, and short enough to see what is said two minutes before the end.
  server = await Server.start(['--session-ttl', '125s', '--document-nonce-ttl', '2m']);
  server.page({ documents: ['PASSPORT'] });
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(
  session: Session,
  prepare: (page: Page) => Promise<void> = installCamera,
): Promise<Person> {
  const page = await browser.newPage();
  await page.setViewport(phone);
  await prepare(page);
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.sees('DOCUMENT_READY', 'FACE_READY');
  return person;
}

async function withoutGuide(page: Page): Promise<void> {
  await installCamera(page);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (/guide/.test(request.url())) void request.abort();
    else void request.continue();
  });
}

test('a picture that would be refused is not taken, and nothing is sent', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(session);
  const seed = newSeed();
  await show(person.page, await drawDocument(seed, 'PASSPORT', 'FRONT', '--blur', '8'));
  await person.presses('Open the camera');
  await person.sees('DOCUMENT_CAMERA');
  await new Promise((resolve) => setTimeout(resolve, 4000));
  assert.equal(await person.screen(), 'DOCUMENT_CAMERA');
  await show(person.page, await drawDocument(seed, 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  const { DocumentAccepted, DocumentRejected } = await server.attempts(session);
  assert.deepEqual([DocumentAccepted, DocumentRejected], [1, undefined]);
  await person.page.close();
});

test('after eight seconds the person may take it by hand, and is told what is wrong', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(session);
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT', '--blur', '8'));
  const began = Date.now();
  await person.presses('Open the camera');
  await person.presses('Take the picture now');
  assert.ok(Date.now() - began >= 8000, 'it is offered too early');
  await person.sees('DOCUMENT_PREVIEW');
  assert.match(await person.reads(), /may be refused:\s+The picture is not sharp/);
  // The person may be right, and the server decides.
  await person.presses('Use this picture');
  await person.sees('DOCUMENT_READY');
  const text = await person.reads();
  assert.match(text, /not sharp/);
  assert.match(text, /4 tries left/);
  await person.page.close();
});

test('without a guide the picture is taken by hand, and looked at by the person', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(session, withoutGuide);
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.presses('Take the picture now');
  await person.sees('DOCUMENT_PREVIEW');
  await person.presses('Use this picture');
  await person.sees('DONE');
  await person.page.close();
});

test('the end of the session is told two minutes before', async () => {
  const session = await server.create('LIVENESS');
  const person = await open(session);
  await show(person.page, await drawFace(newSeed(), 0, 'LOOK_STRAIGHT'));
  await person.page.waitForFunction(
    () => {
      const shadow = document.querySelector('countersign-capture')?.shadowRoot;
      const notice = shadow?.querySelector<HTMLElement>('.notice');
      const alert = shadow?.querySelector('[role=alert]')?.textContent ?? '';
      return notice?.hidden === false && /two minutes/.test(alert);
    },
    { timeout: 15_000 },
  );
  await person.page.close();
});

test('the language is changed in the middle, and the camera stays open', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(session);
  await person.presses('Open the camera');
  await person.hears('SEARCHING');
  await person.choosesLanguage('ar');
  await person.hearsLanguage('ar');
  assert.equal(await person.heading(), 'الصفحة التي فيها صورتك');
  const page = await person.page.evaluate(() => ({
    language: document.documentElement.lang,
    direction: document.documentElement.dir,
    opened: window.cameraOpened,
  }));
  assert.deepEqual(page, { language: 'ar', direction: 'rtl', opened: 1 });
  await person.page.close();
});
