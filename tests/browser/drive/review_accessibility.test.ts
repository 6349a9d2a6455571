// Every screen of the console is accessible (WCAG 2.2 AA): light, dark with reduced motion, and in
// Arabic on a narrow screen; and a case is decided without a mouse.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { violations } from './support/accessibility.js';
import { launch } from './support/browsers.js';
import { hostileCase, mockCase } from './support/review_cases.js';
import { ReviewMock } from './support/review_mock.js';
import { tourOfReview } from './support/review_tour.js';
import { ReviewPerson } from './support/reviewer.js';

let mock: ReviewMock;
let browser: Browser;

before(async () => {
  mock = await ReviewMock.start();
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await mock?.stop();
});

// The selector finds what can be pressed or filled in. Where a dialog is open it is applied to the
// dialog alone.
const controls = 'button, a[href], select, textarea, input, summary, pre[tabindex], [tabindex="0"]';

async function layoutOf(page: Page): Promise<{
  width: number;
  tooSmall: string[];
  controls: number;
  focused: string;
  regions: string;
}> {
  return page.evaluate((all) => {
    const within = document.querySelector('dialog[open]') ?? document.body;
    const shown = [...within.querySelectorAll<HTMLElement>(all)].filter(
      (node) => node.checkVisibility() && !node.classList.contains('skip'),
    );
    const targets = shown.map((node) =>
      node instanceof HTMLInputElement ? (node.closest('label') ?? node) : node,
    );
    // A row of the queue is dense where a mouse points: WCAG 2.2 asks for 24 pixels.
    const leastOf = (node: HTMLElement): number =>
      node.matches('.case-open, .case-pick') ? 36 : 44;
    const isSmall = (node: HTMLElement): boolean =>
      Math.min(node.offsetHeight, node.offsetWidth) < leastOf(node);
    // Tab reaches one radio button of a group.
    const radios = shown.filter((node) => node.matches('[type=radio]'));
    return {
      width: document.documentElement.scrollWidth,
      tooSmall: targets.filter(isSmall).map((node) => node.textContent || node.tagName),
      controls: shown.length - Math.max(0, radios.length - 1),
      focused: document.activeElement?.tagName ?? '',
      regions: [...document.querySelectorAll('[aria-live]')]
        .map((node) => node.getAttribute('aria-live'))
        .join(),
    };
  }, controls);
}

// Presses Tab through the page; returns how many controls had the focus, and those whose focus
// cannot be seen.
async function tabThrough(
  page: Page,
  most: number,
): Promise<{ reached: number; unseen: string[] }> {
  const reached = new Set<string>();
  const unseen: string[] = [];
  for (let at = 0; at < most; ++at) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const node = document.activeElement as HTMLElement | null;
      if (node === null || node === document.body) return null;
      // Chromium also stops at a dialog that is longer than the screen, to scroll it.
      if (/^(H\d|DIALOG)$/.test(node.tagName) || node.classList.contains('skip')) return null;
      const seen = node instanceof HTMLInputElement ? (node.closest('label') ?? node) : node;
      const box = seen.getBoundingClientRect();
      const inside =
        box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      const key = [...document.querySelectorAll('*')].indexOf(node);
      return { key: `${key}`, inside, name: seen.textContent ?? '' };
    });
    if (now === null) continue;
    reached.add(now.key);
    if (!now.inside) unseen.push(now.name);
  }
  return { reached: reached.size, unseen };
}

async function faultsOf(name: string, { page }: ReviewPerson, width: number): Promise<string[]> {
  const faults = await violations(page);
  const layout = await layoutOf(page);
  const tell = (isFault: boolean, what: string): void => {
    if (isFault) faults.push(what);
  };
  const isDialog = (await page.$('dialog[open]')) !== null;
  const atControl = ['review-case', 'review-decide-problem', 'review-sign'].includes(name);
  tell(layout.width > width, `it is ${layout.width} pixels wide`);
  tell(layout.tooSmall.length > 0, `too small to press: ${layout.tooSmall.join(', ')}`);
  tell(layout.regions !== 'polite,assertive', `regions: ${layout.regions}`);
  tell(
    !atControl && layout.focused !== (isDialog ? 'H2' : 'H1'),
    `the heading has not the focus, but ${layout.focused}`,
  );
  // A date has several places that Tab stops at.
  const { reached, unseen } = await tabThrough(page, layout.controls + 14);
  tell(reached !== layout.controls, `${reached} of ${layout.controls} controls are reached by Tab`);
  tell(unseen.length > 0, `focus out of sight: ${unseen.join(', ')}`);
  return faults.map((fault) => `${name}: ${fault}`);
}

const styles = [
  { name: 'light', language: 'en', scheme: 'light', motion: 'no-preference', width: 1280 },
  { name: 'dark, still', language: 'de', scheme: 'dark', motion: 'reduce', width: 1024 },
  { name: 'narrow, Arabic', language: 'ar', scheme: 'light', motion: 'reduce', width: 320 },
] as const;

for (const { name, language, scheme, motion, width } of styles) {
  test(`every screen of the console is accessible: ${name}`, async () => {
    mock.desk.cases.length = 0;
    mock.desk.cases.push(hostileCase(1), mockCase(2), mockCase(3, { reviewersNeeded: 2 }));
    const faults: string[] = [];
    let visited = 0;
    await tourOfReview({
      browser,
      language,
      width,
      height: 900,
      address: `${mock.base}/review`,
      link: (who) => mock.link(who, ['supervisor', '*']),
      prepare: async (page) => {
        page.on('pageerror', (error) => faults.push(String(error)));
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: motion },
        ]);
      },
      visit: async (screen, person) => {
        ++visited;
        faults.push(...(await faultsOf(screen, person, width)));
        const direction = await person.page.evaluate(() => document.documentElement.dir);
        assert.equal(direction, language === 'ar' ? 'rtl' : 'ltr');
        // Where the way through the page was walked with Tab, the next step begins anew.
        await person.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      },
    });
    assert.ok(visited >= 12, 'the tour ended early');
    assert.deepEqual(faults, []);
  });
}

test('a plain case takes six keys', async () => {
  mock.desk.cases.length = 0;
  const [front] = mockCase(1).files;
  const only = mockCase(1, { files: front === undefined ? [] : [front] });
  mock.desk.cases.push(only);
  const anna = await ReviewPerson.at(browser);
  await anna.registers(`${mock.link('Anna', ['reviewer', '*'])}&lang=en`);
  await anna.types('n');
  await anna.sees('CASE');
  await anna.types('s');
  await anna.finds('.picture-tools');
  await anna.types('p');
  const numbers = await anna.page.$$eval('.reasons label:not([hidden]) .digit', (all) =>
    all.map((node) => node.textContent),
  );
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5']);
  await anna.types('1');
  await anna.types('e');
  await anna.finds('dialog[open] pre');
  // The button has the focus, says the lines, and hides none of them.
  const { key, says, top, bottom } = await anna.page.evaluate(() => {
    const { activeElement } = document;
    const ids = activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const lines = document.querySelector('dialog pre')?.getBoundingClientRect();
    return {
      key: activeElement?.getAttribute('data-key'),
      says: ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
      top: lines?.top ?? -1,
      bottom: (activeElement?.getBoundingClientRect().top ?? 0) - (lines?.bottom ?? 0),
    };
  });
  assert.equal(key, 'signButton');
  assert.match(says, /^Pass The document looks genuine countersign review v2\n/);
  assert.ok(top >= 0 && bottom >= 0, `${top} ${bottom}`);
  await anna.types('Enter');
  await anna.sees('DONE');
  assert.deepEqual(only.review?.reasons, ['DOCUMENT_GENUINE']);
  assert.equal(only.review?.signed, true);
  await anna.leaves();
});

test('a case is decided without a mouse', async () => {
  mock.desk.cases.length = 0;
  const only = mockCase(1);
  mock.desk.cases.push(only);
  const anna = await ReviewPerson.at(browser);
  await anna.registers(`${mock.link('Anna', ['reviewer', '*'])}&lang=en`);
  const shown = (count: number): Promise<unknown> =>
    anna.page.waitForFunction(
      (wanted) => document.querySelectorAll('.plate[hidden]').length === wanted,
      {},
      count,
    );
  const looks = mock.count('POST case/ID/view');
  await anna.types('n');
  await anna.sees('CASE');
  await anna.types('s');
  await shown(1);
  // Each further press shows the picture of the next panel; the last one has nothing to show.
  await anna.types('s');
  await shown(2);
  await anna.types('s');
  await shown(3);
  await anna.types('s');
  await anna.types('x');
  await anna.types('4');
  // A number that no reason has does nothing, and the same number takes the reason back.
  await anna.types('9');
  await anna.types('1');
  await anna.types('1');
  await anna.types('e');
  await anna.finds('dialog[open] pre');
  // Letters do nothing behind a dialog.
  await anna.types('q');
  assert.equal(await anna.screen(), 'CASE');
  await anna.types('Enter');
  await anna.sees('DONE');
  assert.equal(mock.count('POST case/ID/view') - looks, 3);
  assert.equal(only.review?.decision, 'FAILED');
  assert.deepEqual(only.review?.reasons, ['PERSON_DIFFERS']);
  assert.equal(only.review?.signed, true);
  await anna.types('q');
  await anna.sees('QUEUE');
  await anna.leaves();
});

test('shortcuts can be switched off, and do nothing while somebody writes', async () => {
  mock.desk.cases.length = 0;
  mock.desk.cases.push(mockCase(1));
  const anna = await ReviewPerson.at(browser);
  await anna.registers(`${mock.link('Anna', ['supervisor', '*'])}&lang=en`);
  await anna.page.type('.finder input', 'nnq?');
  assert.equal(await anna.page.$eval('.finder input', (node) => node.value), 'nnq?');
  assert.equal(await anna.screen(), 'QUEUE');
  await anna.page.focus('main h1');
  await anna.types('?');
  await anna.page.click('#shortcuts-on');
  await anna.types('Escape');
  await anna.types('n');
  await anna.types('?');
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await anna.screen(), 'QUEUE');
  assert.equal(await anna.page.$('dialog'), null);
  await anna.leaves();
});

test('another language is spoken at once, and nothing that was entered is lost', async () => {
  mock.desk.cases.length = 0;
  mock.desk.cases.push(mockCase(1));
  const anna = await ReviewPerson.at(browser);
  await anna.registers(`${mock.link('Anna', ['reviewer', '*'])}&lang=en`);
  await anna.presses('nextCase');
  await anna.sees('CASE');
  const looks = mock.count('POST case/ID/view');
  await anna.presses('showPicture');
  await anna.finds('.picture-tools');
  await anna.page.type('#decide-note', 'half a note');
  await anna.page.select('header select', 'ar');
  assert.match(await anna.reads('h1'), /حالة/);
  const note = await anna.page.$eval('#decide-note', (node) => (node as HTMLTextAreaElement).value);
  assert.equal(note, 'half a note');
  assert.equal(await anna.page.evaluate(() => document.documentElement.dir), 'rtl');
  assert.equal(mock.count('POST case/ID/view'), looks + 1);
  await anna.leaves();
});
