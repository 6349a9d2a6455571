// Links that work once, before a person has them: what fetches the links in mails, fetches them
// before and beside the person, with scripts and without.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { phone } from './support/browsers.js';
import { Person } from './support/person.js';
import { ReviewPerson } from './support/reviewer.js';
import { leaves, Town } from './support/town.js';

let town: Town;

before(async () => {
  town = await Town.build();
});

after(async () => {
  await town?.stop();
});

// Fetches a link as programs do that run no script: a browser keeps what is behind `#`, a careless
// program sends it.
async function fetched(link: string): Promise<void> {
  const listener = link.startsWith(town.consoleOrigin) ? town.place.listensAt : town.server.base;
  const { pathname, hash } = new URL(link);
  const agents = ['Mozilla/5.0 (compatible; MailScanner/1.0)', 'curl/8.0', ''];
  for (const agent of agents) {
    for (const method of ['HEAD', 'GET']) {
      for (const rest of ['', `?${hash.slice(1)}`, encodeURIComponent(hash)]) {
        await fetch(listener + pathname + rest, { method, headers: { 'User-Agent': agent } });
      }
    }
  }
}

// Lets a page of mail prefetch and prerender the link, and shows it in everything that a preview
// may use.
async function previewed(link: string): Promise<void> {
  const page = await town.freshPage();
  town.foreign.pages.set('/mail', {
    body: `<!doctype html><title>mail</title><a href="${link}">${link}</a>
      <link rel="prefetch" href="${link}"><link rel="prerender" href="${link}">
      <link rel="dns-prefetch" href="${link}"><iframe src="${link}"></iframe>
      <script type="speculationrules">${JSON.stringify({
        prefetch: [{ source: 'list', urls: [link], eagerness: 'immediate' }],
        prerender: [{ source: 'list', urls: [link], eagerness: 'immediate' }],
      })}</script>`,
  });
  for (const origin of [town.origins.stranger, town.origins.sister]) {
    const recorder = link.startsWith(town.consoleOrigin) ? town.console : town.verify;
    const before = recorder.asked.length;
    await page.goto(`${origin}/mail`);
    await page.hover('a');
    // The browser does fetch ahead what it is asked for.
    for (let tries = 0; tries < 100; ++tries) {
      const asked = recorder.asked.slice(before);
      if (asked.some(({ headers }) => /prefetch/.test(String(headers['sec-purpose'])))) break;
      if (tries === 99) throw new Error(`nothing was fetched ahead: ${asked.length}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await leaves(page);
}

// Opens the link in a browser of its own that runs the page, and presses nothing.
async function scanned(link: string): Promise<void> {
  const page = await town.freshPage();
  await page.goto(link, { waitUntil: 'networkidle0' });
  await leaves(page);
}

async function openedByPerson(link: string): Promise<{ person: Person; page: Page }> {
  const page = await town.freshPage();
  await page.setViewport(phone);
  await page.goto(`${link}&lang=en`);
  return { person: new Person(page), page };
}

test('a link to a capture that is only fetched or previewed is not redeemed', async () => {
  const session = await town.server.create('LIVENESS');
  await fetched(session.captureUrl);
  await previewed(session.captureUrl);
  assert.equal((await town.server.attempts(session))['DeviceJoined'], undefined);
  const { person, page } = await openedByPerson(session.captureUrl);
  await person.sees('WELCOME');
  await leaves(page);
  // A page of the same site is rendered ahead where its server says that it may be.
  const willing = town.verify.taken().filter(({ answer }) => 'supports-loading-mode' in answer);
  assert.deepEqual(willing, []);
});

test('a link to a capture that a scanner opens with its scripts opens for the person', async () => {
  const session = await town.server.create('LIVENESS');
  for (let times = 0; times < 3; ++times) await scanned(session.captureUrl);
  const { person, page } = await openedByPerson(session.captureUrl);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.sees('FACE_READY');
  // Beside the person, too: who opens the link again goes on.
  await scanned(session.captureUrl);
  await page.goto(`${session.captureUrl}&lang=en`);
  await page.reload();
  await person.sees('WELCOME');
  await leaves(page);
});

test('a reviewer’s link that is only fetched or scanned still makes their passkey', async () => {
  const link = town.place.link('Anna', 'reviewer');
  await fetched(link);
  await previewed(link);
  await scanned(link);
  const anna = await ReviewPerson.at(town.browser);
  await anna.registers(`${link}&lang=en`);
  assert.deepEqual(anna.complaints, []);
  await anna.leaves();
});

test('a scanner beside a reviewer costs their link one press at most', async () => {
  const link = town.place.link('Ben', 'reviewer');
  const ben = await ReviewPerson.at(town.browser);
  await ben.opens(`${link}&lang=en`);
  await ben.sees('REGISTER');
  await scanned(link);
  await ben.presses('registerButton');
  const seen = await Promise.race([ben.sees('QUEUE').then(() => 'QUEUE'), ben.isTold()]);
  if (seen !== 'QUEUE') await ben.presses('registerButton');
  await ben.sees('QUEUE');
  await ben.leaves();
});
