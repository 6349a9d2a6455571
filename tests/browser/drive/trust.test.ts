// People read this before they begin and at the end: who asks and what for, what becomes of the
// pictures, what comes next; each in their language, in the client's words where it has any.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { complaintsOf, desktop, launch, upright } from './support/browsers.js';
import { installCamera } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Purpose } from './support/server.js';

let server: Server;
let plain: Server;
let browser: Browser;

before(async () => {
  [server, plain] = await Promise.all([Server.start(), Server.start()]);
  server.page({
    name: 'Harbour Bank',
    consentText: 'May we look?',
    returnUrl: 'https://bank.example/en',
    next: 'We write to you within two days.',
    documents: ['ID_CARD', 'PASSPORT'],
  });
  server.page({
    language: 'de',
    name: 'Hafenbank',
    consentText: 'Dürfen wir nachsehen?',
    returnUrl: 'https://bank.example/de',
    next: 'Wir schreiben Ihnen binnen zwei Tagen.',
  });
  plain.page({ documents: ['PASSPORT'] });
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await plain?.stop();
});

async function open(
  address: string,
  size: typeof upright | typeof desktop = upright,
): Promise<Person> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport(size);
  await installCamera(page);
  await page.goto(address);
  return new Person(page);
}

async function welcome(from: Server, purpose: Purpose): Promise<[Person, string]> {
  const session = await from.create(purpose);
  const person = await open(`${session.captureUrl}&lang=en`);
  await person.sees('WELCOME');
  return [person, await person.reads()];
}

async function leave(...people: Person[]): Promise<void> {
  for (const { page } of people) await page.browserContext().close();
}

test('the first screen says who asks, what for, and what becomes of the pictures', async () => {
  const host = new URL(server.base).host.replace('.', '\\.');
  const purposes = {
    FULL_CAPTURE: /Harbour Bank asks you to confirm who you are\./,
    DOCUMENT_VERIFICATION: /Harbour Bank asks you for pictures of your identity document\./,
    LIVENESS: /Harbour Bank asks you to show that you are a real person\./,
  } as const;
  for (const [purpose, who] of Object.entries(purposes)) {
    const [person, words] = await welcome(server, purpose as Purpose);
    assert.match(words, who);
    assert.match(words, new RegExp(`Your pictures go to ${host} and are kept encrypted\\.`));
    assert.match(words, /They are deleted \d+ days after the result\./);
    assert.match(words, /People at Harbour Bank see them only if the machine cannot decide\./);
    // All of it is on the screen of a phone, with the button and the name.
    const end = await person.page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(end <= upright.height, `${purpose}: ${end} pixels`);
    await leave(person);
  }
  const [person, words] = await welcome(plain, 'DOCUMENT_VERIFICATION');
  assert.match(words, /People see them only if the machine cannot decide\./);
  assert.doesNotMatch(words, /asks you/);
  await leave(person);
});

test('how long the pictures are kept is what the client has set', async () => {
  plain.operator('client', 'change', plain.clientKey, '--retention', '7d');
  const [person, words] = await welcome(plain, 'DOCUMENT_VERIFICATION');
  assert.match(words, /They are deleted 7 days after the result\./);
  await leave(person);
});

test('a phone that scanned a code reads the same', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const computer = await open(`${session.captureUrl}&lang=en`, desktop);
  await computer.sees('WELCOME');
  const offer = computer.page.waitForResponse((answer) => answer.url().endsWith('/sdk/handoff'));
  await computer.presses('Continue on your phone');
  const { url, number } = (await (await offer).json()) as { url: string; number: number };
  const person = await open(`${url}&lang=en`);
  await person.sees('NUMBERS');
  assert.match(await person.reads(), /Harbour Bank asks you for pictures of your identity/);
  await person.presses(`${number}`);
  await person.sees('WELCOME');
  assert.match(await person.reads(), /Harbour Bank asks you[^]*People at Harbour Bank see them/);
  await leave(computer, person);
});

test('the last screen has what comes next and the reference', async () => {
  const cases = [
    [server, /We write to you within two days\./],
    [plain, /The organisation that sent you here will tell you what comes next\./],
  ] as const;
  for (const [from, next] of cases) {
    const session = await from.create('DOCUMENT_VERIFICATION');
    const person = await open(`${session.captureUrl}&lang=en`);
    await person.sees('WELCOME');
    await person.presses('Begin');
    if (from === server) {
      await person.presses('I agree');
      await person.choosesType('PASSPORT');
    }
    await person.sees('DOCUMENT_READY');
    await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
    await person.sees('DONE');
    const words = await person.reads();
    assert.match(words, next);
    assert.ok(words.includes(`Your reference: ${session.sessionId}`), words);
    // Also after it was loaded anew, when the session answers nothing more.
    await person.page.reload();
    await person.sees('DONE');
    assert.equal(await person.reads(), words);
    await leave(person);
  }
});

test('consent, name, next and address are those of the language that is chosen', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(`${session.captureUrl}&lang=en`);
  const complaints = complaintsOf(person.page);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.sees('CONSENT');
  assert.match(await person.reads(), /May we look\?/);
  await person.choosesLanguage('de');
  await person.hearsLanguage('de');
  await person.page.waitForFunction(() =>
    /Dürfen wir nachsehen\?/.test(
      document.querySelector('countersign-capture')?.shadowRoot?.textContent ?? '',
    ),
  );
  const brand = await person.page.evaluate(
    () =>
      document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.brand')
        ?.textContent,
  );
  assert.equal(brand, 'Hafenbank');
  const consent = person.page.waitForRequest((call) => call.url().endsWith('/api/sdk/consent'));
  await person.presses('Ich stimme zu');
  assert.equal(JSON.parse((await consent).postData() ?? '{}').language, 'de');
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  assert.match(await person.reads(), /Wir schreiben Ihnen binnen zwei Tagen\./);
  const link = (): Promise<string | undefined> =>
    person.page.evaluate(
      () =>
        document.querySelector('countersign-capture')?.shadowRoot?.querySelector('a')?.href,
    );
  assert.equal(await link(), 'https://bank.example/de');
  assert.deepEqual(complaints, []);
  await leave(person);
});

test('the language of the backend is spoken, unless a person chose another', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION', { language: 'de' });
  const person = await open(session.captureUrl);
  await person.sees('WELCOME');
  await person.hearsLanguage('de');
  assert.match(await person.reads(), /Hafenbank bittet Sie/);
  await person.choosesLanguage('fr');
  await person.hearsLanguage('fr');
  await leave(person);

  const other = await open(`${session.captureUrl}&lang=en`);
  await other.sees('WELCOME');
  await other.hearsLanguage('en');
  assert.match(await other.reads(), /Harbour Bank asks you/);
  await leave(other);
});

test('the documents are those of the country, whose name the browser knows', async () => {
  const countries = ['DE=ID_CARD,PASSPORT', 'AT=PASSPORT', '*=RESIDENCE_PERMIT'];
  plain.page({ countries });
  const session = await plain.create('DOCUMENT_VERIFICATION');
  const person = await open(`${session.captureUrl}&lang=en`);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.sees('COUNTRY');
  const choices = (): Promise<string[]> =>
    person.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return [...(root?.querySelectorAll('.choice') ?? [])].map((node) => node.textContent ?? '');
    });
  assert.deepEqual(await choices(), ['Austria', 'Germany', 'Another country']);
  await person.choosesLanguage('de');
  await person.hearsLanguage('de');
  assert.deepEqual(await choices(), ['Deutschland', 'Österreich', 'Ein anderes Land']);
  await person.choosesLanguage('en');
  await person.hearsLanguage('en');
  await person.presses('Germany');
  await person.sees('TYPE');
  const types = (await choices()).map((words) => words.slice(0, 8));
  assert.deepEqual(types, ['Identity', 'Passport']);
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  await person.presses('Use another document');
  await person.sees('COUNTRY');
  await person.presses('Austria');
  await person.sees('DOCUMENT_READY');
  assert.equal(await person.heading(), 'The page with your photo');
  await leave(person);

  // One country alone is not asked for.
  const documents = [{ country: 'AT', types: ['PASSPORT'] }];
  const narrow = await plain.create('DOCUMENT_VERIFICATION', { documents });
  const other = await open(`${narrow.captureUrl}&lang=en`);
  await other.sees('WELCOME');
  await other.presses('Begin');
  await other.sees('DOCUMENT_READY');
  await leave(other);
});
