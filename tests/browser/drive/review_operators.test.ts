// The operators' view: its parts, what is empty, what fails, long lists, and that it is accessible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { violations } from './support/accessibility.js';
import { ReviewStage } from './support/review_stage.js';
import type { ReviewPerson } from './support/reviewer.js';

const stage = new ReviewStage();
const parts = [
  'operateInstallation',
  'operateClients',
  'operatePages',
  'operateWebhooks',
  'operateHolds',
  'operateKeys',
] as const;
type Part = (typeof parts)[number];

async function operator(language = 'en', ...more: [string, string][]): Promise<ReviewPerson> {
  const person = await stage.newcomer();
  const link = stage.mock.link('Olga', ['operator', '*'], ...more);
  await person.opens(`${link}&lang=${language}`);
  await person.sees('REGISTER');
  await person.presses('registerButton');
  return person;
}

// Waits until the part has what it shows.
async function loaded(page: Page, part: Part): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const shown = document.querySelector<HTMLElement>('.operate');
      if (shown?.dataset['part'] !== wanted) return false;
      const loading = [...shown.querySelectorAll<HTMLElement>('.loading')];
      const isLoading = loading.some((node) => node.checkVisibility());
      return shown.querySelector('table, dl') !== null && !isLoading;
    },
    { timeout: 20_000 },
    part,
  );
}

async function shows(person: ReviewPerson, part: Part): Promise<string> {
  await person.presses(part, '.parts');
  await loaded(person.page, part);
  return person.reads('.operate');
}

async function rows(page: Page): Promise<number> {
  return page.$$eval('.operate tbody tr', (found) => found.length);
}

test('an operator begins at the health of the installation, and has no queue', async () => {
  const olga = await operator();
  await olga.sees('OPERATE');
  await loaded(olga.page, 'operateInstallation');
  const health = await olga.reads('.operate');
  assert.match(health, /Takes work\s+Yes/);
  assert.match(health, /0\.3\.0/);
  assert.match(health, /52 GB/);
  assert.match(health, /inspector/);
  const shown = await olga.page.$$eval('header nav button', (nodes) =>
    nodes.filter((node) => node.checkVisibility()).map((node) => node.dataset['key']),
  );
  assert.deepEqual(shown, ['operate', 'account']);
  assert.equal(stage.mock.count('GET queue'), 0);
  await olga.presses('account');
  await olga.sees('ACCOUNT');
  assert.match(await olga.reads(), /Operator/);
  // The way back and a reload lead to it too.
  await olga.page.goBack();
  await olga.sees('OPERATE');
  await olga.page.reload();
  await olga.sees('OPERATE');
});

test('each part has its table, with ages whose title is the moment', async () => {
  const olga = await operator();
  await olga.sees('OPERATE');
  assert.match(
    await shows(olga, 'operateClients'),
    /svck_0001[^]*Disabled[^]*Closed: keeps no file after [^]*2027[^]*Sandbox/,
  );
  // A name is a text, whatever is in it.
  assert.match(await olga.reads('.operate'), /<b>Acme<\/b>/);
  assert.match(await shows(olga, 'operatePages'), /back\.example/);
  const hooks = await shows(olga, 'operateWebhooks');
  assert.match(hooks, /hooks\.example[^]*Failing/);
  assert.match(hooks, /2 hours/);
  const titles = await olga.page.$$eval('.operate time', (nodes) => nodes.map((n) => n.title));
  assert.ok(titles.length > 0 && titles.every((title) => /20\d\d/.test(title)), titles.join());
  assert.match(await shows(olga, 'operateHolds'), /uid:0[^]*A lawsuit/);
  assert.match(await shows(olga, 'operateKeys'), /log\.example\+0a1b2c3d[^]*2026-12-01/);
  assert.deepEqual(
    stage.mock.calls.filter((call) => !call.startsWith('GET') && call.includes('operate')),
    [],
  );
});

test('a hundred clients come page by page, and the keyboard goes on at the new rows', async () => {
  stage.mock.operated.clients = 100;
  const olga = await operator();
  await olga.sees('OPERATE');
  await shows(olga, 'operateClients');
  assert.equal(await rows(olga.page), 50);
  await olga.page.focus('.operate button[data-key=more]');
  await olga.types('Enter');
  await olga.page.waitForFunction(
    () => document.querySelectorAll('.operate tbody tr').length === 100,
  );
  const focused = await olga.page.evaluate(() => document.activeElement?.textContent ?? '');
  assert.match(focused, /svck_0050/);
  assert.equal(
    await olga.page.$eval('.operate button[data-key=more]', (node) => node.checkVisibility()),
    false,
  );
});

test('what is empty, unknown or failed is said in words', async () => {
  const { operated } = stage.mock;
  operated.webhooks = 'none';
  operated.backup = null;
  const olga = await operator();
  await olga.sees('OPERATE');
  await loaded(olga.page, 'operateInstallation');
  assert.match(await olga.reads('.operate'), /Not known: this folder remembers no backup/);
  await olga.presses('operateWebhooks', '.parts');
  await olga.page.waitForFunction(() =>
    document.querySelector<HTMLElement>('.operate')?.innerText.includes('There are none.'),
  );
  stage.mock.fails = { path: 'operate/holds', status: 503, code: 'SVC_UNAVAILABLE' };
  await olga.presses('operateHolds', '.parts');
  assert.equal(await olga.isTold('.operate'), 'SVC_UNAVAILABLE');
  await olga.presses('tryAgain', '.operate');
  await loaded(olga.page, 'operateHolds');
  assert.equal(await rows(olga.page), 2);
  stage.mock.fails = { path: 'operate/installation', status: 503, code: 'SVC_UNAVAILABLE' };
  await olga.presses('operateInstallation', '.parts');
  assert.equal(await olga.isTold(), 'SVC_UNAVAILABLE');
  await olga.presses('reload');
  await loaded(olga.page, 'operateInstallation');
});

test('a reviewer has no page of operators, and who is both has both', async () => {
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  const isShown = (person: ReviewPerson): Promise<boolean> =>
    person.page.$eval('header nav [data-key=operate]', (node) => node.checkVisibility());
  assert.equal(await isShown(anna), false);
  const both = await operator('en', ['auditor', '*']);
  await both.sees('QUEUE');
  assert.equal(await isShown(both), true);
  await both.presses('operate');
  await both.sees('OPERATE');
});

const looks = [
  { name: 'light', language: 'en', scheme: 'light', width: 1280 },
  { name: 'dark', language: 'de', scheme: 'dark', width: 1024 },
  { name: 'narrow, Arabic', language: 'ar', scheme: 'light', width: 320 },
] as const;

for (const { name, language, scheme, width } of looks) {
  test(`every part of the operators’ view is accessible: ${name}`, async () => {
    const olga = await operator(language);
    await olga.sees('OPERATE');
    await olga.page.setViewport({ width, height: 900 });
    await olga.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const faults: string[] = [];
    for (const part of parts) {
      await shows(olga, part);
      faults.push(...(await violations(olga.page)).map((fault) => `${part}: ${fault}`));
      const wide = await olga.page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) faults.push(`${part} is ${wide} pixels wide`);
      const direction = await olga.page.evaluate(() => document.documentElement.dir);
      assert.equal(direction, language === 'ar' ? 'rtl' : 'ltr');
    }
    assert.deepEqual(faults, []);
  });
}
