// From the desktop to the phone, with a browser for each.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { desktop, launch, otherName, phone } from './support/browsers.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Session } from './support/server.js';

let server: Server;
let computers: Browser;
let phones: Browser;

before(async () => {
  server = await Server.start();
  [computers, phones] = await Promise.all([launch('firefox'), launch('chromium')]);
});

after(async () => {
  await computers?.close();
  await phones?.close();
  await server?.stop();
});

interface Offer {
  readonly computer: Person;
  readonly url: string;
  readonly number: number;
}

// The next code that the computer gets.
async function nextOffer({ page }: Person): Promise<{ url: string; number: number }> {
  const offer = await page.waitForResponse((answer) => answer.url().endsWith('/api/sdk/handoff'));
  return (await offer.json()) as { url: string; number: number };
}

async function offered(session: Session): Promise<Offer> {
  const page = await computers.newPage();
  await page.setViewport(desktop);
  await page.goto(`${session.captureUrl}&lang=en`);
  const computer = new Person(page);
  await computer.sees('WELCOME');
  const offer = nextOffer(computer);
  await computer.presses('Continue on your phone');
  const { url, number } = await offer;
  await computer.sees('HANDOFF');
  return { computer, url, number };
}

async function onPhone(url: string): Promise<Person> {
  const page = await phones.newPage();
  await page.setViewport(phone);
  await page.goto(`${url}&lang=en`);
  return new Person(page);
}

test('the phone captures, and the computer shows the end', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const { computer, url, number } = await offered(session);
  const person = await onPhone(url);
  await person.sees('NUMBERS');
  await person.presses(`${number}`);
  await person.sees('WELCOME');
  await computer.sees('FOLLOWING');

  // The code opens nothing twice.
  const again = await onPhone(url);
  await again.sees('ENDED');

  // The computer only follows, also when it is loaded anew.
  await computer.page.reload();
  await computer.sees('FOLLOWING');

  await person.presses('Begin');
  await person.choosesType('PASSPORT');
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  await computer.sees('DONE');
  assert.equal(await computer.heading(), 'Thank you');
  for (const { page } of [computer, person, again]) await page.close();
});

// The words and buttons of the first screen on a computer, where the server is at this origin.
async function firstScreen(browser: Browser, origin: string): Promise<[string, string[]]> {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(desktop);
  await page.goto(`${session.captureUrl.replace(server.base, origin)}&lang=en`);
  const computer = new Person(page);
  await computer.sees('WELCOME');
  const words = await computer.reads();
  const buttons = await page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    return [...(root?.querySelectorAll('.actions button') ?? [])].map(
      (button) => `${button.className}: ${button.textContent}`,
    );
  });
  await context.close();
  return [words, buttons];
}

test('at an address of this computer alone the page says why no phone can follow', async () => {
  const [words, buttons] = await firstScreen(computers, server.base);
  assert.match(words, /Only this computer can open this page/);
  const expected = ['primary: Continue on this device', 'secondary: Continue on your phone'];
  assert.deepEqual(buttons, expected);
});

test('at another address the phone comes first', async () => {
  const origin = server.base.replace('localhost', otherName);
  const [words, buttons] = await firstScreen(phones, origin);
  assert.doesNotMatch(words, /Only this computer/);
  assert.match(words, /takes better pictures/);
  const expected = ['primary: Continue on your phone', 'secondary: Continue on this device'];
  assert.deepEqual(buttons, expected);
});

test('a wrong number spends the code, and the computer shows another', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const { computer, url, number } = await offered(session);
  const person = await onPhone(url);
  await person.sees('NUMBERS');
  const shown = (await person.reads()).match(/^\d\d$/gm) ?? [];
  assert.equal(shown.length, 3);
  const second = nextOffer(computer);
  await person.presses(shown.find((text) => text !== `${number}`) ?? '');
  await person.sees('ENDED');
  assert.match(await person.reads(), /Scan the code that the other screen shows now/);
  const again = await onPhone(url);
  await again.sees('ENDED');
  assert.equal(await again.heading(), 'This link is no longer valid');

  // The computer has a new code by itself, and says why.
  const other = await second;
  assert.notEqual(other.url, url);
  await computer.page.waitForFunction(() =>
    /A wrong number was chosen/.test(
      document.querySelector('countersign-capture')?.shadowRoot?.textContent ?? '',
    ),
  );
  const right = await onPhone(other.url);
  await right.sees('NUMBERS');
  await right.presses(`${other.number}`);
  await right.sees('WELCOME');
  await computer.sees('FOLLOWING');
  for (const { page } of [computer, person, again, right]) await page.close();
});

test('who did not scan the code is warned', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const { computer, url } = await offered(session);
  const person = await onPhone(url);
  await person.sees('NUMBERS');
  await person.presses('None of these');
  await person.sees('NUMBERS_WRONG');
  assert.match(await person.reads(), /do not continue/);
  for (const { page } of [computer, person]) await page.close();
});
