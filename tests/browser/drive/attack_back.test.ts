// The browser's way back: after a logout, and after a capture, it shows nothing of a person,
// whether the browser had put the page aside whole or loads it again. Nothing personal is in its
// cache.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { phone } from './support/browsers.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import type { ReviewPerson } from './support/reviewer.js';
import { leaves, Town } from './support/town.js';

const reference = 'customer-4711';

let town: Town;

before(async () => {
  town = await Town.build(['--disable-back-forward-cache']);
  town.server.page({ name: 'Harbour Bank', documents: ['PASSPORT'] });
  for (let cases = 0; cases < 3; ++cases) await town.place.passport(reference);
});

after(async () => {
  await town?.stop();
});

// Everything of the page that somebody could look at or find in its memory of what was shown.
async function shownOn(page: Page): Promise<{ text: string; pixels: number }> {
  return page.evaluate(() => {
    const roots = [document, document.querySelector('countersign-capture')?.shadowRoot];
    let [text, pixels] = ['', 0];
    for (const root of roots) {
      if (root === null || root === undefined) continue;
      const shadow = root instanceof ShadowRoot ? root.innerHTML : '';
      text += root === document ? document.documentElement.outerHTML : shadow;
      for (const canvas of root.querySelectorAll('canvas')) pixels += canvas.width * canvas.height;
      pixels += root.querySelectorAll('img[src^="blob:"], video').length;
    }
    return { text, pixels };
  });
}

async function looksAtCase(anna: ReviewPerson): Promise<void> {
  await anna.presses('nextCase');
  await anna.sees('CASE');
  await anna.presses('showPicture', '.panel:nth-child(1)');
  await anna.finds('.panel:nth-child(1) .picture-tools');
  const { text, pixels } = await shownOn(anna.page);
  assert.ok(text.includes(reference) && pixels > 10_000, `${pixels} pixels`);
}

async function showsNobody(anna: ReviewPerson): Promise<void> {
  await anna.sees('LOGIN');
  const { text, pixels } = await shownOn(anna.page);
  assert.ok(!text.includes(reference) && !text.includes('Anna'), text);
  assert.equal(pixels, 0);
}

test('after a logout the way back shows neither a case nor who was there', async () => {
  const anna = await town.somebody('Anna', 'reviewer');
  await looksAtCase(anna);
  await anna.presses('logOut');
  await showsNobody(anna);
  for (let steps = 0; steps < 3; ++steps) {
    await anna.page.goBack({ timeout: 5000 }).catch(() => null);
    if (anna.page.url().startsWith(town.consoleOrigin)) await showsNobody(anna);
  }
  await anna.leaves();
});

test('a case that was left open is not on the way back after a logout', async () => {
  const anna = await town.somebody('Anna', 'reviewer');
  await looksAtCase(anna);
  await anna.opens(`${town.origins.stranger}/`);
  const other = await anna.page.browserContext().newPage();
  await other.goto(`${town.consoleOrigin}/review`);
  await other.waitForSelector('main[data-screen=QUEUE]');
  await other.evaluate(() => document.querySelector<HTMLElement>('[data-key=logOut]')?.click());
  await other.waitForSelector('main[data-screen=LOGIN]');
  await anna.page.goBack();
  await showsNobody(anna);
  await anna.leaves();
});

test('a case that a browser has put aside has no picture when it comes back', async () => {
  const anna = await town.somebody('Anna', 'reviewer');
  await looksAtCase(anna);
  // As the browser does it, whether or not this one puts such a page aside.
  const left = await anna.page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    return [...document.querySelectorAll('canvas')].map(({ width, height }) => width * height);
  });
  assert.ok(left.every((pixels) => pixels === 0), left.join());
  await anna.page.browserContext().deleteCookie(...(await anna.page.browserContext().cookies()));
  await anna.page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await showsNobody(anna);
  await anna.leaves();
});

test('the way back to a finished capture shows its end, and no picture', async () => {
  const page = await town.freshPage();
  await page.setViewport(phone);
  const session = await town.server.create('DOCUMENT_VERIFICATION', { userRef: reference });
  await page.goto(`${session.captureUrl}&lang=en`);
  const person = new Person(page);
  await person.presses('Begin');
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  const isEnd = async (): Promise<void> => {
    await person.sees('DONE', 'ENDED');
    const { text, pixels } = await shownOn(page);
    assert.equal(pixels, 0);
    assert.ok(!text.includes(reference) && !text.includes(session.sessionToken));
  };
  await isEnd();
  await page.goto(`${town.origins.stranger}/`);
  await page.goBack();
  await isEnd();
  await page.reload();
  await isEnd();
  const kept = await page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).length,
    local: localStorage.length,
    cookie: document.cookie,
  }));
  assert.deepEqual(kept, { caches: [], databases: 0, local: 0, cookie: '' });
  await leaves(page);
});

test('nothing but the pages’ own files is kept by a browser or a proxy', () => {
  const asked = [...town.console.taken(), ...town.verify.taken()];
  assert.ok(asked.length > 40, `${asked.length}`);
  for (const { method, path, answer } of asked) {
    const isFile = /^\/(review\/)?assets\//.test(path);
    const rule = isFile ? 'public, max-age=31536000, immutable' : 'no-store';
    assert.equal(answer['cache-control'], rule, `${method} ${path}`);
  }
});
