// The browser's Back and Forward among the screens, and a connection that is lost and comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Visits } from './support/visits.js';

const visits = new Visits({ documents: ['PASSPORT'] });

async function opened(): Promise<Person> {
  return (await visits.begins('DOCUMENT_VERIFICATION')).person;
}

// Returns the notice that the page shows, or an empty text.
async function noticeOf({ page }: Person): Promise<string> {
  return page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const shown = [...(root?.querySelectorAll<HTMLElement>('.notice') ?? [])];
    return shown.find((node) => !node.hidden)?.textContent ?? '';
  });
}

async function isTold(person: Person, what: RegExp, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  while (!what.test(await noticeOf(person))) {
    assert.ok(Date.now() < until, `it says "${await noticeOf(person)}"`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

test('Back closes the camera, Forward opens it, and no code is in the address', async () => {
  const person = await opened();
  await person.presses('Open the camera');
  await person.sees('DOCUMENT_CAMERA');
  await person.page.evaluate(() => history.back());
  await person.sees('DOCUMENT_READY');
  await person.page.evaluate(() => history.back());
  await person.sees('WELCOME');
  await person.page.evaluate(() => history.go(2));
  await person.sees('DOCUMENT_CAMERA');
  assert.equal(await person.page.evaluate(() => location.href), `${visits.server.base}/capture`);
  await person.page.close();
});

test('Back on a page that was loaded anew leaves only the second time', async () => {
  const person = await opened();
  await person.page.reload();
  await person.sees('WELCOME', 'DOCUMENT_READY');
  await person.page.evaluate(() => history.back());
  await isTold(person, /Go back once more to leave/, 5000);
  await person.page.evaluate(() => history.back());
  await person.page.waitForFunction(() => location.href === 'about:blank', { polling: 50 });
  await person.page.close();
});

test('a link in the address of another capture loads the page, and a jump does not', async () => {
  const person = await opened();
  const { captureUrl } = await visits.server.create('LIVENESS');
  const loaded: string[] = [];
  person.page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url());
  });
  const jumps = (to: string): Promise<void> =>
    person.page.evaluate(
      (to) =>
        new Promise<void>((resolve) => {
          addEventListener('hashchange', () => resolve(), { once: true });
          location.hash = to;
        }),
      to,
    );
  await jumps('#top');
  await person.presses('Open the camera');
  await person.sees('DOCUMENT_CAMERA');
  const opens = new Promise((resolve) => person.page.once('domcontentloaded', resolve));
  await person.page.evaluate((to) => void setTimeout(() => location.assign(to)), captureUrl);
  await opens;
  await person.sees('WELCOME');
  await person.pressesFirst();
  await person.sees('FACE_READY');
  assert.equal(loaded.length, 1, loaded.join());
  // A language in the address is read when the page is loaded.
  await person.page.evaluate(() => void setTimeout(() => location.assign('#lang=de')));
  await person.page.waitForFunction(() => document.documentElement.lang === 'de');
  assert.equal(loaded.length, 2, loaded.join());
  await person.page.close();
});

test('a lost connection is told within two seconds, and the send goes on by itself', async () => {
  const person = await opened();
  await person.page.setOfflineMode(true);
  await isTold(person, /No connection/, 2000);
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DOCUMENT_SENDING');
  await person.page.setOfflineMode(false);
  await person.sees('DONE');
  assert.equal(await noticeOf(person), '');
  await person.page.close();
});
