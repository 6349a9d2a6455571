// The languages of the page: each is a file of its own, which is fetched when somebody wants it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';

import { patienceMs } from '../../../http/pages/sdk/src/texts/library.js';
import { directionOf, languages } from '../../../http/pages/sdk/src/texts/texts.js';
import { complaintsOf, launch } from './support/browsers.js';
import { installCamera } from './support/camera.js';
import { Person } from './support/person.js';
import { Server } from './support/server.js';

let server: Server;
let browser: Browser;

before(async () => {
  server = await Server.start();
  server.page({ name: 'Harbour Bank' });
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const upright = { width: 360, height: 740, isMobile: true, hasTouch: true } as const;

interface Visit {
  readonly person: Person;
  // The languages whose files were asked for.
  readonly asked: string[];
  readonly complaints: string[];
}

function languageFile(request: HTTPRequest): string | null {
  const pattern = /\/assets\/([a-z]{2})\.[0-9a-f]{8}\.js(?:\?\d+)?$/;
  return pattern.exec(request.url())?.[1] ?? null;
}

// `fails`: the files that cannot be had, for as long as they are in it.
async function visit(fragment: string, fails: Set<string> = new Set()): Promise<Visit> {
  const session = await server.create('FULL_CAPTURE');
  const page = await browser.newPage();
  await page.setViewport(upright);
  await installCamera(page);
  const asked: string[] = [];
  const complaints = complaintsOf(page);
  page.on('request', (request) => {
    const code = languageFile(request);
    if (code !== null) asked.push(code);
    if (fails.size === 0) return;
    if (code !== null && fails.has(code)) void request.abort('connectionfailed');
    else void request.continue();
  });
  if (fails.size > 0) await page.setRequestInterception(true);
  await page.goto(`${session.captureUrl}${fragment}`);
  return { person: new Person(page), asked, complaints };
}

// What is wider than the screen, or than the button or field that it stands in.
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const nodes = [...(root?.querySelectorAll<HTMLElement>('.root, .root *') ?? [])];
    return nodes
      .filter((node) => !node.classList.contains('unseen') && node.clientWidth > 0)
      .filter((node) => {
        const { left, right } = node.getBoundingClientRect();
        const inside = node.closest('.region') !== null;
        const isCut = node.scrollWidth > node.clientWidth + 1;
        return !inside && (isCut || left < 0 || right > innerWidth);
      })
      .map((node) => `${node.tagName} ${node.className} ${node.textContent ?? ''}`);
  });
}

for (const code of Object.keys(languages)) {
  test(`the page is in its language from the first word on: ${code}`, async () => {
    const { person, asked, complaints } = await visit(`&lang=${code}`);
    const { page } = person;
    await person.sees('WELCOME');
    await person.hearsLanguage(code);
    const said = await page.evaluate(() => ({
      direction: document.documentElement.dir,
      title: document.title,
    }));
    assert.deepEqual(said, { direction: directionOf(code), title: await person.heading() });
    assert.deepEqual(asked, code === 'en' ? [] : [code]);
    assert.deepEqual(await tooWide(page), []);
    await person.pressesFirst();
    await person.choosesType('ID_CARD');
    await person.sees('DOCUMENT_READY');
    assert.deepEqual(await tooWide(page), []);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

interface Held extends Visit {
  // Lets the file of the language come.
  readonly letGo: () => void;
  // Ends the patience with the file.
  readonly endPatience: () => Promise<void>;
}

// A visit to a page whose language is on its way when this returns, and whose patience with it does
// not end by itself.
async function visitWithHeldFile(code: string): Promise<Held> {
  const session = await server.create('FULL_CAPTURE');
  const page = await browser.newPage();
  await page.setViewport(upright);
  await page.evaluateOnNewDocument((patience) => {
    const real = globalThis.setTimeout;
    const after = (run: () => void, delay?: number): unknown => {
      if (delay !== patience) return real(run, delay);
      Object.assign(globalThis, { endPatience: run });
      return 0;
    };
    Object.assign(globalThis, { setTimeout: after });
  }, patienceMs);
  const asked: string[] = [];
  const complaints = complaintsOf(page);
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    page.on('request', (request) => {
      const file = languageFile(request);
      if (file === null) return void request.continue();
      asked.push(file);
      letGo = () => void request.continue();
      resolve();
    });
  });
  await page.setRequestInterception(true);
  const redeemed = page.waitForResponse((answer) => answer.url().endsWith('/api/sdk/capture'));
  await page.goto(`${session.captureUrl}&lang=${code}`);
  await Promise.all([held, redeemed]);
  const endPatience = (): Promise<void> =>
    page.evaluate(() => (globalThis as unknown as { endPatience: () => void }).endPatience());
  return { person: new Person(page), asked, complaints, letGo: () => letGo(), endPatience };
}

test('no word is shown before the language is there, and the call goes on meanwhile', async () => {
  const { person, letGo } = await visitWithHeldFile('de');
  const { page } = person;
  const seen = await page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const spinner = root?.querySelector('.spinner');
    return {
      words: (root?.querySelector<HTMLElement>('.root')?.innerText ?? '').trim(),
      spins: spinner instanceof Element && getComputedStyle(spinner).visibility,
    };
  });
  assert.deepEqual(seen, { words: '', spins: 'visible' });
  letGo();
  await person.sees('WELCOME');
  await person.hearsLanguage('de');
  assert.equal(await person.heading(), 'Identität bestätigen');
  await page.close();
});

test('a page whose language takes too long is in English, and has its file later', async () => {
  const { person, asked, complaints, letGo, endPatience } = await visitWithHeldFile('de');
  await endPatience();
  await person.sees('WELCOME');
  await person.hearsLanguage('en');
  letGo();
  await person.choosesLanguage('de');
  await person.hearsLanguage('de');
  assert.equal(await person.heading(), 'Identität bestätigen');
  assert.deepEqual(asked, ['de']);
  assert.deepEqual(complaints, []);
  await person.page.close();
});

test('a page whose language cannot be had is in English, until it can', async () => {
  const fails = new Set(['uk']);
  const { person, asked } = await visit('&lang=uk', fails);
  await person.sees('WELCOME');
  await person.hearsLanguage('en');
  assert.equal(await person.heading(), 'Verify your identity');
  assert.deepEqual(asked, ['uk', 'uk']);
  fails.delete('uk');
  fails.add('xx');
  await person.choosesLanguage('uk');
  await person.hearsLanguage('uk');
  assert.equal(await person.heading(), 'Підтвердження особи');
  await person.page.close();
});

test('a language that cannot be had leaves the page as it is', async () => {
  const fails = new Set(['pl']);
  const { person, asked } = await visit('&lang=cs', fails);
  await person.sees('WELCOME');
  await person.hearsLanguage('cs');
  await person.choosesLanguage('pl');
  await person.hearsLanguage('cs');
  await person.page.waitForFunction(
    () => document.querySelector<HTMLElement>('countersign-capture')?.lang === 'cs',
  );
  assert.deepEqual(asked, ['cs', 'pl', 'pl']);
  // A second choice in the place of the first is the one that counts.
  await person.choosesLanguage('sv');
  await person.choosesLanguage('it');
  await person.hearsLanguage('it');
  assert.equal(await person.heading(), 'Verifichi la Sua identità');
  await person.page.close();
});

test('the browser says which language is wanted', async () => {
  const session = await server.create('FULL_CAPTURE');
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'languages', { value: ['ja', 'fr-CA', 'en'] });
  });
  await page.goto(session.captureUrl);
  const person = new Person(page);
  await person.sees('WELCOME');
  await person.hearsLanguage('fr');
  assert.equal(await person.heading(), 'Vérifiez votre identité');
  await page.close();
});
