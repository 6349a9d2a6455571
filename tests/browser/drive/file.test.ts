// Captures by file: without a camera, and of files that are not as they should be.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';

import { complaintsOf, desktop, launch, phone } from './support/browsers.js';
import type { BrowserName } from './support/browsers.js';
import { installBrokenCamera } from './support/camera.js';
import { Person } from './support/person.js';
import { draw, drawDocument, newSeed } from './support/pictures.js';
import { made, Server } from './support/server.js';
import type { Session } from './support/server.js';

let server: Server;
const browsers: Partial<Record<BrowserName, Browser>> = {};

before(async () => {
  server = await Server.start();
  server.page({ documents: ['PASSPORT'] });
});

after(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
  await server?.stop();
});

interface Opened {
  readonly person: Person;
  readonly session: Session;
  readonly complaints: string[];
}

async function open(name: BrowserName, error: string | null): Promise<Opened> {
  const browser = (browsers[name] ??= await launch(name));
  const session = await server.create('DOCUMENT_VERIFICATION');
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.setViewport(name === 'firefox' ? desktop : phone);
  if (error !== null) await installBrokenCamera(page, error);
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  await person.sees('WELCOME');
  await person.presses(name === 'firefox' ? 'Continue on this device' : 'Begin');
  await person.sees('DOCUMENT_READY');
  return { person, session, complaints };
}

test('a passport is captured by file in Firefox', async () => {
  const { person, session, complaints } = await open('firefox', null);
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  assert.equal((await server.result(session)).resultStatus, 'REVIEW');
  assert.equal((await server.attempts(session))['DocumentRejected'], undefined);
  assert.deepEqual(complaints, []);
  await person.page.close();
});

const faults = {
  NotAllowedError: /camera is not allowed/,
  NotFoundError: /No camera was found/,
  NotReadableError: /Another program is using the camera/,
  OverconstrainedError: /No camera was found/,
} as const;

for (const [error, sentence] of Object.entries(faults)) {
  test(`a camera that fails with ${error} is explained, and a file does instead`, async () => {
    const { person, session, complaints } = await open('chromium', error);
    await person.presses('Open the camera');
    await person.page.waitForFunction(
      () => document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.problem'),
    );
    assert.match(await person.reads(), sentence);
    await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
    await person.sees('DONE');
    assert.equal((await server.result(session)).resultStatus, 'REVIEW');
    assert.deepEqual(complaints, []);
    await person.page.close();
  });
}

test('files that cannot be used are explained, and cost no attempt', async () => {
  const { person, session } = await open('chromium', null);
  const heic = join(made, 'picture.heic');
  writeFileSync(heic, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'));
  const text = join(made, 'picture.jpg');
  writeFileSync(text, 'This is no picture.');
  for (const [file, sentence] of [
    [heic, /HEIC/],
    [text, /not a picture/],
  ] as const) {
    await person.choosesFile(file);
    await person.page.waitForFunction(
      (pattern) => {
        const root = document.querySelector('countersign-capture')?.shadowRoot;
        return new RegExp(pattern).test(root?.querySelector('.problem')?.textContent ?? '');
      },
      {},
      sentence.source,
    );
  }
  const { DocumentRejected, DocumentAccepted } = await server.attempts(session);
  assert.deepEqual([DocumentRejected, DocumentAccepted], [undefined, undefined]);
  await person.page.close();
});

// Of the picture that is previewed, or null.
function pictureAddress(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    return root?.querySelector<HTMLImageElement>('img.picture')?.src ?? null;
  });
}

test('a file that is fine is looked at, and goes as it is', async () => {
  const { person, session } = await open('chromium', null);
  await person.choosesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DOCUMENT_PREVIEW');
  assert.match(await person.reads(), /Choose another/);
  // It was the wrong one.
  const wrong = await pictureAddress(person.page);
  const file = await drawDocument(newSeed(), 'PASSPORT', 'FRONT');
  await person.choosesFile(file);
  while ([null, wrong].includes(await pictureAddress(person.page))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await person.presses('Use this picture');
  await person.sees('DONE');
  const [stored] = await server.files(session);
  assert.equal(stored?.sha256, createHash('sha256').update(readFileSync(file)).digest('hex'));
  await person.page.close();
});

test('a picture of over 40 megapixels is made smaller, and accepted', async () => {
  const { person, session } = await open('chromium', null);
  const size = ['--width', '8000', '--height', '5200', '--type', 'PASSPORT', '--side', 'FRONT'];
  const file = await draw('document', '--seed', `${newSeed()}`, ...size);
  await person.usesFile(file);
  await person.sees('DONE');
  assert.equal((await server.result(session)).resultStatus, 'REVIEW');
  const [stored] = await server.files(session);
  assert.ok(stored !== undefined && stored.sizeBytes < statSync(file).size / 2, 'it is as large');
  await person.page.close();
});
