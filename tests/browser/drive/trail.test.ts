// The browser's Back and Forward among the screens, and a connection that is lost and comes back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { launch, phone } from './support/browsers.js';
import { installCamera } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';

let server: Server;
let browser: Browser;

before(async () => {
  server = await Server.start();
  server.page({ documents: ['PASSPORT'] });
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function opened(): Promise<Person> {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const page = await browser.newPage();
  await page.setViewport(phone);
  await installCamera(page);
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.sees('DOCUMENT_READY');
  return person;
}

// What the page tells of the moment, or nothing.
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
  assert.equal(await person.page.evaluate(() => location.href), `${server.base}/capture`);
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
