// The document before the camera: by itself, by hand, and without guidance.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { show } from './support/camera.js';
import { drawDocument, drawFace, newSeed } from './support/pictures.js';
import { Visits, withoutGuide } from './support/visits.js';

// Long enough for a capture, and short enough to see what is said two minutes before the end.
const lives = ['--session-ttl', '125s', '--document-nonce-ttl', '2m'];
const visits = new Visits({ documents: ['PASSPORT'] }, lives);

test('a picture that would be refused is not taken, and nothing is sent', async () => {
  const { person, session } = await visits.begins('DOCUMENT_VERIFICATION');
  const seed = newSeed();
  await show(person.page, await drawDocument(seed, 'PASSPORT', 'FRONT', '--blur', '8'));
  await person.presses('Open the camera');
  await person.sees('DOCUMENT_CAMERA');
  await new Promise((resolve) => setTimeout(resolve, 4000));
  assert.equal(await person.screen(), 'DOCUMENT_CAMERA');
  await show(person.page, await drawDocument(seed, 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  const { DocumentAccepted, DocumentRejected } = await visits.server.attempts(session);
  assert.deepEqual([DocumentAccepted, DocumentRejected], [1, undefined]);
  await person.page.close();
});

test('after eight seconds the person may take it by hand, and is told what is wrong', async () => {
  const { person } = await visits.begins('DOCUMENT_VERIFICATION');
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
  const { person } = await visits.begins('DOCUMENT_VERIFICATION', { prepare: withoutGuide });
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.presses('Take the picture now');
  await person.sees('DOCUMENT_PREVIEW');
  await person.presses('Use this picture');
  await person.sees('DONE');
  await person.page.close();
});

test('the end of the session is told two minutes before', async () => {
  const { person } = await visits.begins('LIVENESS');
  await show(person.page, await drawFace(newSeed(), 0, 'LOOK_STRAIGHT'));
  await person.page.waitForFunction(
    () => {
      const shadow = document.querySelector('countersign-capture')?.shadowRoot;
      const notice = shadow?.querySelector<HTMLElement>('p.notice');
      const alert = shadow?.querySelector('[role=alert]')?.textContent ?? '';
      return notice?.hidden === false && /two minutes/.test(alert);
    },
    { timeout: 15_000 },
  );
  await person.page.close();
});

test('the language is changed in the middle, and the camera stays open', async () => {
  const { person } = await visits.begins('DOCUMENT_VERIFICATION');
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
