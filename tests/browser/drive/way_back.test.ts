// Ways on for whoever has lost the other device, and what a link says that is opened too late.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { complaintsOf, desktop, launch, upright } from './support/browsers.js';
import { installCamera } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Purpose, Session } from './support/server.js';

let server: Server;
let browser: Browser;

before(async () => {
  server = await Server.start();
  server.page({ name: 'Harbour Bank', documents: ['ID_CARD'] });
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const here = 'Continue here instead';

// A browser of its own: no other has its storage.
async function open(
  address: string,
  size: typeof upright | typeof desktop = upright,
): Promise<Person> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(size);
  await installCamera(page);
  await page.goto(`${address}&lang=en`);
  return new Person(page);
}

interface Pair {
  readonly session: Session;
  readonly computer: Person;
  readonly person: Person;
}

// A computer that has handed the session over to a phone, which is on its first screen.
async function handedOver(purpose: Purpose = 'DOCUMENT_VERIFICATION'): Promise<Pair> {
  const session = await server.create(purpose);
  const computer = await open(session.captureUrl, desktop);
  await computer.sees('WELCOME');
  const offer = computer.page.waitForResponse((answer) => answer.url().endsWith('/sdk/handoff'));
  await computer.presses('Continue on your phone');
  const { url, number } = (await (await offer).json()) as { url: string; number: number };
  const person = await open(url);
  await person.sees('NUMBERS');
  await person.presses(`${number}`);
  await person.sees('WELCOME');
  await computer.sees('FOLLOWING');
  return { session, computer, person };
}

async function leave(...people: Person[]): Promise<void> {
  for (const { page } of people) await page.browserContext().close();
}

async function sendsFront(person: Person, seed: number): Promise<void> {
  await person.sees('DOCUMENT_READY');
  await person.usesFile(await drawDocument(seed, 'ID_CARD', 'FRONT'));
  await person.page.waitForFunction(() =>
    /back of your document/.test(
      document.querySelector('countersign-capture')?.shadowRoot?.querySelector('h1')
        ?.textContent ?? '',
    ),
  );
}

test('a computer goes on where a phone that is lost has stopped', async () => {
  const { session, computer, person } = await handedOver();
  const complaints = complaintsOf(computer.page);
  const seed = newSeed();
  await person.presses('Begin');
  await sendsFront(person, seed);
  await leave(person);

  // Also a computer that was loaded anew meanwhile.
  await computer.page.reload();
  await computer.sees('FOLLOWING');
  assert.match(await computer.reads(), /out of reach\?/);
  await computer.presses(here);
  await computer.sees('DOCUMENT_READY');
  assert.equal(await computer.heading(), 'The back of your document');
  await computer.usesFile(await drawDocument(seed, 'ID_CARD', 'BACK'));
  await computer.sees('DONE');
  const events = await server.attempts(session);
  assert.equal(events['DocumentAccepted'], 2);
  assert.equal(events['HandoffTakenBack'], 1);
  assert.deepEqual(complaints, []);
  await leave(computer);
});

test('a phone that was only asleep says that the computer goes on', async () => {
  const { computer, person } = await handedOver();
  await person.presses('Begin');
  await person.sees('DOCUMENT_READY');
  await computer.presses(here);
  await computer.sees('WELCOME');
  await person.choosesFile(await drawDocument(newSeed(), 'ID_CARD', 'FRONT'));
  await person.sees('FOLLOWING');
  assert.equal(await person.heading(), 'You are continuing on another device');
  // The device that lost the session is not offered to take it again.
  assert.doesNotMatch(await person.reads(), new RegExp(here));
  await person.page.reload();
  await person.sees('FOLLOWING');

  // The computer may hand over once more, to a phone that is at hand.
  const offer = computer.page.waitForResponse((answer) => answer.url().endsWith('/sdk/handoff'));
  await computer.presses('Continue on your phone');
  const { url, number } = (await (await offer).json()) as { url: string; number: number };
  const other = await open(url);
  await other.sees('NUMBERS');
  await other.presses(`${number}`);
  await other.sees('WELCOME');
  await computer.sees('FOLLOWING');
  await leave(computer, person, other);
});

test('a computer whose phone has finished says so to whoever wants to go on', async () => {
  const { computer, person } = await handedOver();
  const seed = newSeed();
  await person.presses('Begin');
  await sendsFront(person, seed);
  await computer.page.setOfflineMode(true);
  await person.usesFile(await drawDocument(seed, 'ID_CARD', 'BACK'));
  await person.sees('DONE');
  await computer.page.setOfflineMode(false);
  await computer.sees('DONE');
  assert.equal(await computer.heading(), 'Thank you');
  await leave(computer, person);
});

// Returns the heading and the words of the screen that a link opens too late.
async function opensLate(session: Session): Promise<[string, string]> {
  const late = await open(session.captureUrl);
  await late.sees('ENDED');
  const words: [string, string] = [await late.heading(), await late.reads()];
  await leave(late);
  return words;
}

test('a link that is opened after the end says what became of the capture', async () => {
  const done = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(done.captureUrl);
  await person.sees('WELCOME');
  await person.presses('Begin');
  const seed = newSeed();
  await sendsFront(person, seed);
  const [inUse, where] = await opensLate(done);
  assert.equal(inUse, 'This check continues elsewhere');
  assert.match(where, /on another device or in another window\. Continue there/);

  await person.usesFile(await drawDocument(seed, 'ID_CARD', 'BACK'));
  await person.sees('DONE');
  await leave(person);
  const [finished, nothing] = await opensLate(done);
  assert.equal(finished, 'This check is finished');
  assert.match(nothing, /was received\. There is nothing more for you to do/);

  const canceled = await server.create('DOCUMENT_VERIFICATION');
  await server.cancel(canceled);
  assert.equal((await opensLate(canceled))[0], 'This check was cancelled');

  const renewed = await server.create('DOCUMENT_VERIFICATION');
  const fresh = await server.renewLink(renewed);
  const [old, newer] = await opensLate(renewed);
  assert.equal(old, 'This link is no longer in use');
  assert.match(newer, /a newer link/);
  const opened = await open(fresh);
  await opened.sees('WELCOME');
  await leave(opened);
});

test('a link that is opened again in the tab that has it goes on there', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION', { language: 'de' });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(upright);
  const person = new Person(page);
  await page.goto(session.captureUrl);
  await person.sees('WELCOME');
  assert.equal(await person.heading(), 'Identität bestätigen');
  await page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    root?.querySelector<HTMLElement>('.actions button')?.click();
  });
  const seed = newSeed();
  await person.sees('DOCUMENT_READY');
  await person.usesFile(await drawDocument(seed, 'ID_CARD', 'FRONT'));
  await page.waitForFunction(() =>
    /Rückseite/.test(
      document.querySelector('countersign-capture')?.shadowRoot?.querySelector('h1')
        ?.textContent ?? '',
    ),
  );
  await page.goto('about:blank');
  await page.goto(session.captureUrl);
  await person.sees('DOCUMENT_READY');
  await person.usesFile(await drawDocument(seed, 'ID_CARD', 'BACK'));
  await person.sees('DONE');
  const words = await person.reads();
  assert.match(words, new RegExp(session.sessionId));
  for (let round = 0; round < 2; ++round) {
    await page.reload();
    await person.sees('DONE');
    assert.equal(await person.reads(), words);
  }
  await leave(person);
});

test('a computer that followed a phone says after a reload too that it is done', async () => {
  const { computer, person } = await handedOver();
  const seed = newSeed();
  await person.presses('Begin');
  await sendsFront(person, seed);
  await person.usesFile(await drawDocument(seed, 'ID_CARD', 'BACK'));
  await person.sees('DONE');
  await computer.sees('DONE');
  const heading = await computer.heading();
  await computer.page.reload();
  await computer.sees('DONE');
  assert.equal(await computer.heading(), heading);
  await leave(computer, person);
});

test('in the page of an app the address keeps the link, for a browser to open', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(upright);
  await page.setUserAgent(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
      '(KHTML, like Gecko) Mobile/22A3354 Instagram 350.0.0.0',
  );
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  await person.sees('WELCOME');
  const address = await page.evaluate(() => location.href);
  const other = await open(address);
  await other.sees('WELCOME');
  await leave(person, other);
});

test('a link that never was one is told as before', async () => {
  const wrong = await open(`${server.base}/capture#c=${'A'.repeat(43)}`);
  await wrong.sees('ENDED');
  assert.equal(await wrong.heading(), 'This link is no longer valid');
  await leave(wrong);
});
