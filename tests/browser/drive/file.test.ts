// Captures by file: without a camera, and of files that are not as they should be.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Browser, Page } from 'puppeteer-core';

import { complaintsOf, desktop, launch, phone } from './support/browsers.js';
import type { BrowserName } from './support/browsers.js';
import { installBrokenCamera } from './support/camera.js';
import { Person } from './support/person.js';
import { base64, draw, drawDocument, newSeed } from './support/pictures.js';
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

async function open(
  name: BrowserName,
  error: string | null,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Opened> {
  const browser = (browsers[name] ??= await launch(name));
  const session = await server.create('DOCUMENT_VERIFICATION');
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.setViewport(name === 'firefox' ? desktop : phone);
  if (error !== null) await installBrokenCamera(page, error);
  await prepare(page);
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

// A whole picture of a passport, as a phone keeps it (ISO/IEC 23008-12, in HEVC).
const heic = join(env['COUNTERSIGN_ROOT'] ?? '', 'tests/browser/drive/support/passport.heic');

async function isExplained(person: Person, sentence: RegExp): Promise<void> {
  await person.page.waitForFunction(
    (pattern) => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return new RegExp(pattern).test(root?.querySelector('.problem')?.textContent ?? '');
    },
    {},
    sentence.source,
  );
}

test('files that cannot be used are explained, and cost no attempt', async () => {
  const { person, session } = await open('chromium', null);
  const text = join(made, 'picture.jpg');
  writeFileSync(text, 'This is no picture.');
  for (const [file, sentence] of [
    [heic, /HEIC/],
    [text, /not a picture/],
  ] as const) {
    await person.choosesFile(file);
    await isExplained(person, sentence);
  }
  const { DocumentRejected, DocumentAccepted } = await server.attempts(session);
  assert.deepEqual([DocumentRejected, DocumentAccepted], [undefined, undefined]);
  await person.page.close();
});

// Debian's Firefox decodes no HEIC either.
test('a picture in HEIC is explained in Firefox, and another file does', async () => {
  const { person, session } = await open('firefox', null);
  await person.choosesFile(heic);
  await isExplained(person, /cannot open HEIC pictures/);
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  assert.equal((await server.attempts(session))['DocumentRejected'], undefined);
  await person.page.close();
});

// No browser of Debian decodes HEIC, as Safari does. So the decoder is one of the test's, which
// knows the one file; what the page makes of the picture is the page's own.
async function installHeic(page: Page, picture: string): Promise<void> {
  await page.evaluateOnNewDocument((text) => {
    const decode = window.createImageBitmap.bind(window);
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const isHeic = async (source: ImageBitmapSource): Promise<boolean> =>
      source instanceof Blob && (await source.slice(4, 12).text()) === 'ftypheic';
    window.createImageBitmap = (async (source: ImageBitmapSource, ...more: []) =>
      (await isHeic(source))
        ? decode(new Blob([bytes], { type: 'image/jpeg' }))
        : decode(source, ...more)) as typeof window.createImageBitmap;
  }, await base64(picture));
}

test('a picture in HEIC is converted where the browser can open it', async () => {
  const picture = await drawDocument(newSeed(), 'PASSPORT', 'FRONT');
  const { person, session } = await open('chromium', null, (page) => installHeic(page, picture));
  await person.usesFile(heic);
  await person.sees('DONE');
  assert.equal((await server.attempts(session))['DocumentRejected'], undefined);
  const [stored] = await server.files(session);
  assert.equal(stored?.contentType, 'image/jpeg');
  const digests = [heic, picture].map((file) =>
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  );
  assert.ok(!digests.includes(stored?.sha256 ?? ''), 'it went as it was');
  await person.page.close();
});

// Returns the address of the picture that is previewed, or null.
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
