// The languages of the page: each is a file of its own, which is fetched when somebody wants it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { patienceMs } from '../../../http/pages/sdk/src/texts/library.js';
import { directionOf, languages } from '../../../http/pages/sdk/src/texts/texts.js';
import { complaintsOf } from './support/browsers.js';
import { installCamera } from './support/camera.js';
import { LanguageFiles } from './support/language_files.js';
import { Person } from './support/person.js';
import { Visits } from './support/visits.js';

const visits = new Visits({ name: 'Harbour Bank' });
const size = { width: 360, height: 740, isMobile: true, hasTouch: true } as const;

interface Opened {
  readonly person: Person;
  readonly files: LanguageFiles;
  readonly complaints: string[];
}

async function opened(
  language: string,
  more: (page: Page, files: LanguageFiles) => Promise<void> = () => Promise.resolve(),
): Promise<Opened> {
  const files = new LanguageFiles();
  let complaints: string[] = [];
  const prepare = async (page: Page): Promise<void> => {
    await installCamera(page);
    complaints = complaintsOf(page);
    files.watch(page);
    await more(page, files);
  };
  const { person } = await visits.opens('FULL_CAPTURE', { language, size, prepare });
  return { person, files, complaints };
}

// That the first screen is in this language.
async function isWelcomed(person: Person, code: string, heading: string): Promise<void> {
  await person.sees('WELCOME');
  await person.hearsLanguage(code);
  assert.equal(await person.heading(), heading);
}

// Returns the parts of the page that are wider than the screen, or than the button or field that
// they stand in.
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
    const { person, files, complaints } = await opened(code);
    const { page } = person;
    await person.sees('WELCOME');
    await person.hearsLanguage(code);
    const said = await page.evaluate(() => ({
      direction: document.documentElement.dir,
      title: document.title,
    }));
    assert.deepEqual(said, { direction: directionOf(code), title: await person.heading() });
    assert.deepEqual(files.asked, code === 'en' ? [] : [code]);
    assert.deepEqual(await tooWide(page), []);
    await person.pressesFirst();
    await person.choosesType('ID_CARD');
    await person.sees('DOCUMENT_READY');
    assert.deepEqual(await tooWide(page), []);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

interface Held extends Opened {
  // Ends the patience with the file.
  readonly endPatience: () => Promise<void>;
}

// Returns while the file of the language is held back, and what is called without it has been
// answered. The page's patience with the file does not end by itself.
async function openedWithHeldFile(language: string): Promise<Held> {
  let redeemed: Promise<unknown> = Promise.resolve();
  const visit = await opened(language, async (page, files) => {
    await page.evaluateOnNewDocument((patience) => {
      const real = globalThis.setTimeout;
      const after = (run: () => void, delay?: number): unknown => {
        if (delay !== patience) return real(run, delay);
        Object.assign(globalThis, { endPatience: run });
        return 0;
      };
      Object.assign(globalThis, { setTimeout: after });
    }, patienceMs);
    await files.hold(page);
    redeemed = page.waitForResponse((answer) => answer.url().includes('/api/sdk/capture?'));
  });
  await Promise.all([visit.files.isAwaited, redeemed]);
  const endPatience = (): Promise<void> =>
    visit.person.page.evaluate(() =>
      (globalThis as unknown as { endPatience: () => void }).endPatience(),
    );
  return { ...visit, endPatience };
}

test('no word is shown before the language is there, and the call goes on meanwhile', async () => {
  const { person, files } = await openedWithHeldFile('de');
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
  files.letGo();
  await isWelcomed(person, 'de', 'Identität bestätigen');
  await page.close();
});

test('a page whose language takes too long is in English, and has its file later', async () => {
  const { person, files, complaints, endPatience } = await openedWithHeldFile('de');
  await endPatience();
  await isWelcomed(person, 'en', 'Verify your identity');
  files.letGo();
  await person.choosesLanguage('de');
  await isWelcomed(person, 'de', 'Identität bestätigen');
  assert.deepEqual(files.asked, ['de']);
  assert.deepEqual(complaints, []);
  await person.page.close();
});

test('a page whose language cannot be had is in English, until it can', async () => {
  const { person, files } = await opened('uk', (page, all) => all.refuse(page, 'uk'));
  await isWelcomed(person, 'en', 'Verify your identity');
  assert.deepEqual(files.asked, ['uk', 'uk']);
  files.refused.delete('uk');
  await person.choosesLanguage('uk');
  await isWelcomed(person, 'uk', 'Підтвердження особи');
  await person.page.close();
});

test('a language that cannot be had leaves the page as it is', async () => {
  const { person, files } = await opened('cs', (page, all) => all.refuse(page, 'pl'));
  await person.sees('WELCOME');
  await person.hearsLanguage('cs');
  await person.choosesLanguage('pl');
  await person.hearsLanguage('cs');
  await person.page.waitForFunction(
    () => document.querySelector<HTMLElement>('countersign-capture')?.lang === 'cs',
  );
  assert.deepEqual(files.asked, ['cs', 'pl', 'pl']);
  // A second choice in the place of the first is the one that counts.
  await person.choosesLanguage('sv');
  await person.choosesLanguage('it');
  await isWelcomed(person, 'it', 'Verifichi la Sua identità');
  await person.page.close();
});

test('the browser says which language is wanted', async () => {
  const session = await visits.server.create('FULL_CAPTURE');
  const page = await visits.browser.newPage();
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'languages', { value: ['ja', 'fr-CA', 'en'] });
  });
  await page.goto(session.captureUrl);
  const person = new Person(page);
  await isWelcomed(person, 'fr', 'Vérifiez votre identité');
  await page.close();
});
