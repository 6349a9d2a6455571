// A session of a sandbox says on every screen that it is a test, and a tester goes through it
// without a camera; a real session has none of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { complaintsOf, launch, upright } from './support/browsers.js';
import { installCamera } from './support/camera.js';
import { Person } from './support/person.js';
import { Server } from './support/server.js';
import type { Purpose, Session } from './support/server.js';

const client = { name: 'Harbour Bank', consentText: 'May we?', documents: ['PASSPORT', 'ID_CARD'] };

let real: Server;
let sandbox: Server;
let browser: Browser;

before(async () => {
  [real, sandbox] = await Promise.all([
    Server.start(),
    Server.start([], undefined, 'sandbox', ['--sandbox']),
  ]);
  for (const server of [real, sandbox]) server.page(client);
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await real?.stop();
  await sandbox?.stop();
});

interface Visit {
  readonly person: Person;
  readonly session: Session;
  // The assets that the page has fetched.
  readonly fetched: string[];
  readonly complaints: string[];
}

async function comes(server: Server, purpose: Purpose, language = 'en'): Promise<Visit> {
  const session = await server.create(purpose);
  const page = await (await browser.createBrowserContext()).newPage();
  const complaints = complaintsOf(page);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.setViewport(upright);
  await installCamera(page);
  await page.goto(`${session.captureUrl}&lang=${language}`);
  const person = new Person(page);
  await person.sees('WELCOME');
  return { person, session, fetched, complaints };
}

interface Bar {
  readonly words: string;
  // Whether the bar can be seen on the screen.
  readonly isShown: boolean;
}

async function bar({ page }: Person): Promise<Bar | null> {
  return page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const node = root?.querySelector<HTMLElement>('[part="test-mode"]');
    if (node === null || node === undefined || node.hidden) return null;
    const { width, height, top, left } = node.getBoundingClientRect();
    const seen = root?.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20)) ?? null;
    // The bar lets touches through while it lies over the camera's picture.
    const isOnTop = node.contains(seen) || node.closest('.finder:popover-open') !== null;
    const isShown = isOnTop && height > 0 && top >= 0 && top + height <= innerHeight;
    return { words: node.querySelector('strong')?.textContent ?? '', isShown };
  });
}

const said = { words: 'Test: nobody is verified', isShown: true };

// Waits for the controls, and chooses what the server finds.
async function chooses(page: Page, word: string): Promise<void> {
  await page.waitForFunction(() =>
    document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.test select'),
  );
  await page.evaluate((wanted) => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const select = root?.querySelector<HTMLSelectElement>('.test select');
    const details = root?.querySelector<HTMLDetailsElement>('.test details');
    if (!select || !details) throw new Error('there are no controls');
    details.open = true;
    select.value = wanted;
    if (select.value !== wanted) throw new Error(`${wanted} is not offered`);
    select.dispatchEvent(new Event('change'));
  }, word);
}

const walks = (person: Person): Promise<void> => person.presses('Go through all screens');

async function leave({ person }: Visit): Promise<void> {
  await person.page.browserContext().close();
}

test('a real session has no bar, and nothing of it is fetched', async () => {
  const visit = await comes(real, 'DOCUMENT_VERIFICATION');
  assert.equal(await bar(visit.person), null);
  await visit.person.presses('Begin');
  await visit.person.presses('I agree');
  await visit.person.choosesType('PASSPORT');
  await visit.person.sees('DOCUMENT_READY');
  assert.equal(await bar(visit.person), null);
  assert.deepEqual(visit.fetched.filter((path) => path.includes('test-mode')), []);
  await leave(visit);
});

test('every screen of a test says so, the camera too, in the language of the person', async () => {
  const visit = await comes(sandbox, 'DOCUMENT_VERIFICATION');
  const { person } = visit;
  assert.deepEqual(await bar(person), said);
  await person.presses('Begin');
  await person.sees('CONSENT');
  assert.deepEqual(await bar(person), said);
  await person.presses('I agree');
  await person.sees('TYPE');
  assert.deepEqual(await bar(person), said);
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  await person.presses('Open the camera');
  await person.sees('DOCUMENT_CAMERA');
  assert.deepEqual(await bar(person), said);
  await person.page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    root?.querySelector<HTMLElement>('button.close')?.click();
  });
  await person.sees('DOCUMENT_READY');
  await person.choosesLanguage('ar');
  await person.hearsLanguage('ar');
  assert.deepEqual(await bar(person), { words: 'اختبار: لا يجري التحقق من أحد', isShown: true });
  assert.equal(visit.fetched.filter((path) => path.includes('test-mode')).length, 1);
  assert.deepEqual(visit.complaints, []);
  await leave(visit);
});

test('a tester goes through all screens without a camera', async () => {
  for (const purpose of ['FULL_CAPTURE', 'LIVENESS'] as const) {
    const visit = await comes(sandbox, purpose);
    const { person, session } = visit;
    await chooses(person.page, '');
    await walks(person);
    await person.sees('DONE');
    assert.equal(await person.heading(), 'You are verified');
    assert.deepEqual(await bar(person), said);
    assert.equal((await sandbox.result(session)).resultStatus, 'PASSED');
    assert.deepEqual(visit.complaints, []);
    await leave(visit);
  }
});

test('what the tester chooses is what the server finds', async () => {
  const visit = await comes(sandbox, 'FULL_CAPTURE');
  const { person, session } = visit;
  const refusals = [
    ['DOCUMENT_BLURRY', /not sharp\. Hold still/],
    ['LIVENESS_TOO_DARK', /Face a lamp or a window/],
  ] as const;
  for (const [word, words] of refusals) {
    await chooses(person.page, word);
    await walks(person);
    await person.page.waitForFunction(
      (wanted) =>
        new RegExp(wanted).test(
          document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.problem')
            ?.textContent ?? '',
        ),
      {},
      words.source,
    );
  }
  await chooses(person.page, 'FACE_NOT_COMPARABLE');
  await walks(person);
  await person.sees('DONE');
  assert.equal(await person.heading(), 'Thank you');
  const { resultStatus, reasons } = await sandbox.result(session);
  assert.deepEqual([resultStatus, reasons], ['REVIEW', ['FACE_NOT_COMPARABLE']]);
  const events = await sandbox.attempts(session);
  assert.equal(events['DocumentRejected'], 1);
  assert.equal(events['LivenessRejected'], 1);
  await leave(visit);
});

test('a warning and a failure are chosen alike', async () => {
  const warned = await comes(sandbox, 'DOCUMENT_VERIFICATION');
  await chooses(warned.person.page, 'warning-DOCUMENT_DUPLICATE_IMAGE');
  await walks(warned.person);
  await warned.person.sees('DONE');
  assert.equal((await sandbox.result(warned.session)).resultStatus, 'REVIEW');
  await leave(warned);

  const failed = await comes(sandbox, 'DOCUMENT_VERIFICATION');
  await chooses(failed.person.page, 'result-FAILED');
  await walks(failed.person);
  await failed.person.sees('DONE');
  assert.equal(await failed.person.heading(), 'You could not be verified');
  // A test is told as one also after the page was loaded anew.
  await failed.person.page.reload();
  await failed.person.sees('DONE');
  assert.equal(await failed.person.heading(), 'You could not be verified');
  assert.match((await bar(failed.person))?.words ?? '', /Test/);
  await leave(failed);
});

test('codes of a step that the session has not are not offered', async () => {
  const visit = await comes(sandbox, 'LIVENESS');
  await chooses(visit.person.page, 'LIVENESS_NO_FACE');
  for (const word of ['DOCUMENT_BLURRY', 'FACE_MISMATCH']) {
    await assert.rejects(chooses(visit.person.page, word), /is not offered/);
  }
  await leave(visit);
});
