// Links and sessions that are over: each has a sentence, and nothing is gone on with.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { desktop, launch, phone } from './support/browsers.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Session } from './support/server.js';

let browser: Browser;

before(async () => {
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
});

async function withServer(
  settings: readonly string[],
  use: (server: Server) => Promise<void>,
): Promise<void> {
  const server = await Server.start(settings);
  try {
    server.page({ documents: ['PASSPORT'] });
    await use(server);
  } finally {
    await server.stop();
  }
}

async function open(address: string, on: typeof phone | typeof desktop = phone): Promise<Person> {
  const page = await browser.newPage();
  await page.setViewport(on);
  await page.goto(`${address}&lang=en`);
  return new Person(page);
}

// Checks that the page says that its link opens nothing.
async function isNoGood(person: Person): Promise<void> {
  await says(person, 'This link is no longer valid', /Ask for a new link/);
}

async function says(person: Person, heading: string, words: RegExp): Promise<void> {
  await person.sees('ENDED');
  assert.equal(await person.heading(), heading);
  assert.match(await person.reads(), words);
  await person.page.close();
}

test('a link opens nothing when its time is up, and a page that is open ends', async () => {
  const short = ['session-ttl', 'document-nonce-ttl', 'liveness-nonce-ttl'];
  await withServer(short.flatMap((name) => [`--${name}`, '1m']), async (server) => {
    const session = await server.create('DOCUMENT_VERIFICATION');
    const early = await open(session.captureUrl);
    await early.sees('WELCOME');
    const left = Date.parse(session.expiresAt) - Date.now();
    await new Promise((resolve) => setTimeout(resolve, left + 100));
    await says(await open(session.captureUrl), 'This link has expired', /for a new link/);
    await early.presses('Begin');
    await early.choosesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
    await isNoGood(early);
  });
});

test('a link of a client that was disabled opens nothing', async () => {
  await withServer([], async (server) => {
    const [session, begun] = [await server.create('LIVENESS'), await server.create('LIVENESS')];
    const person = await open(begun.captureUrl);
    await person.sees('WELCOME');
    server.disableClient();
    await isNoGood(await open(session.captureUrl));
    // A person who opened the page before may go on.
    await person.presses('Begin');
    await person.sees('FACE_READY');
    await person.page.close();
  });
});

test('whoever is asked again reads the words first, as plain text', async () => {
  await withServer([], async (server) => {
    const words = 'The photo page, please.\n<img src=x onerror="window.attacked=1">';
    const person = await open(await server.asksAgain(await server.waiting(), words));
    await person.sees('WELCOME');
    const shown = await person.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot ?? document;
      const notice = root.querySelector<HTMLElement>('[part~=asked-again]');
      const lines = notice?.querySelector('.words')?.textContent ?? '';
      return { hidden: notice?.hidden, lines, images: notice?.querySelectorAll('img').length };
    });
    assert.deepEqual(shown, { hidden: false, lines: words, images: 0 });
    await person.page.close();
    const first = await open((await server.create('DOCUMENT_VERIFICATION')).captureUrl);
    await first.sees('WELCOME');
    const isHidden = await first.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot ?? document;
      return root.querySelector<HTMLElement>('[part~=asked-again]')?.hidden;
    });
    assert.equal(isHidden, true);
    await first.page.close();
  });
});

interface Offer {
  readonly computer: Person;
  readonly url: string;
  readonly number: number;
}

// A computer that has offered its session to a phone, and has gone back to its welcome.
async function offered(session: Session): Promise<Offer> {
  const computer = await open(session.captureUrl, desktop);
  await computer.sees('WELCOME');
  const { page } = computer;
  const offer = page.waitForResponse((answer) => answer.url().endsWith('/api/sdk/handoff'));
  await computer.presses('Continue on your phone');
  const { url, number } = (await (await offer).json()) as { url: string; number: number };
  await computer.presses('Continue on this device');
  await computer.sees('WELCOME');
  return { computer, url, number };
}

test('a computer whose phone has done everything thanks whoever goes on with it', async () => {
  await withServer([], async (server) => {
    const session = await server.create('DOCUMENT_VERIFICATION');
    const { computer, url, number } = await offered(session);
    const errors = await errorsOf(computer);
    const person = await open(url);
    await person.sees('NUMBERS');
    await person.presses(`${number}`);
    await person.sees('WELCOME');
    await person.presses('Begin');
    await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
    await person.sees('DONE');

    await computer.presses('Continue on this device');
    await computer.sees('DOCUMENT_READY');
    await computer.choosesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
    await computer.sees('DONE');
    assert.equal(await computer.heading(), 'Thank you');
    assert.match(await computer.reads(), /You can close this page/);
    assert.deepEqual(await errors(), []);
    for (const { page } of [computer, person]) await page.close();
  });
});

test('a computer whose phone goes on follows it, whatever is pressed', async () => {
  await withServer([], async (server) => {
    const session = await server.create('DOCUMENT_VERIFICATION');
    const { computer, url, number } = await offered(session);
    const person = await open(url);
    await person.sees('NUMBERS');
    await person.presses(`${number}`);
    await person.sees('WELCOME');
    await computer.presses('Continue on this device');
    await computer.sees('DOCUMENT_READY');
    await computer.choosesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
    await computer.sees('FOLLOWING');
    assert.equal(await computer.heading(), 'You are continuing on another device');
    for (const { page } of [computer, person]) await page.close();
  });
});

// The codes that the element reports as errors from now on.
async function errorsOf({ page }: Person): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const errors: string[] = [];
    Object.assign(window, { errors });
    document.querySelector('countersign-capture')?.addEventListener('error', (event) => {
      errors.push((event as unknown as CustomEvent<{ code: string }>).detail.code);
    });
  });
  return () => page.evaluate(() => (window as unknown as { errors: string[] }).errors);
}
