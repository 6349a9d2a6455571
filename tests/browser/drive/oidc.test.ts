// Reviewers who log in at an identity provider, in Chromium and Firefox.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { launch } from './support/browsers.js';
import type { BrowserName } from './support/browsers.js';
import { IdentityProvider } from './support/identity_provider.js';
import type { Algorithm } from './support/identity_provider.js';
import { freePort, Server } from './support/server.js';

interface Me {
  readonly reviewer: string;
  readonly name: string;
  readonly roles: readonly { readonly role: string; readonly client: string }[];
  readonly oidc: boolean;
  readonly signing: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-oidc-'));
let server: Server;
let provider: IdentityProvider;
let providerPort: number;
let review: string;
const browsers = new Map<BrowserName, Browser>();

function provide(algorithm: Algorithm, like?: IdentityProvider): IdentityProvider {
  const made = new IdentityProvider(
    providerPort,
    `${review}/review/api/oidc/callback`,
    algorithm,
    like?.clientSecret,
  );
  made.roles.set('anna', ['cases', 'lead']);
  made.roles.set('otto', ['kitchen']);
  return made;
}

before(async () => {
  const port = await freePort();
  providerPort = await freePort();
  review = `http://localhost:${port}`;
  provider = provide('RS256');
  await provider.ready();
  const secret = join(folder, 'client.secret');
  writeFileSync(secret, provider.clientSecret, { mode: 0o600 });
  server = await Server.start([
    ...['--review-listen', `${port}`, '--oidc-issuer', provider.issuer],
    ...['--oidc-client-id', provider.clientId, '--oidc-client-secret-file', secret],
    ...['--oidc-roles-claim', 'groups', '--oidc-role', 'cases=reviewer'],
    ...['--oidc-role', 'lead=supervisor'],
  ]);
  for (const name of ['chromium', 'firefox'] as const) browsers.set(name, await launch(name));
});

after(async () => {
  for (const browser of browsers.values()) await browser.close();
  await server?.stop();
  await provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// A page without the cookies of another one.
async function freshPage(name: BrowserName): Promise<Page> {
  const context = await browsers.get(name)?.createBrowserContext();
  assert.ok(context);
  return context.newPage();
}

async function goesOn(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
}

// Goes to the provider by the console's page.
async function goesToProvider(page: Page): Promise<void> {
  await page.goto(`${review}/review`);
  const link = await page.waitForSelector('a[href*="/oidc/begin?page="]', { visible: true });
  assert.ok(link);
  await Promise.all([page.waitForNavigation(), link.click()]);
}

// Waits for the console's page to know whether somebody is logged in.
async function isKnown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const screen = document.querySelector('main')?.dataset['screen'] ?? '';
    return screen === 'QUEUE' || (screen === 'LOGIN' && document.querySelector('.problem'));
  });
}

// Logs in at the provider, and returns where the browser ends.
async function logsIn(page: Page, account: string): Promise<string> {
  await goesToProvider(page);
  await answers(page, account);
  if (page.url().startsWith(`${review}/review/api/`)) return page.url();
  await isKnown(page);
  return page.url();
}

// A person logs in at the provider, and consents.
async function answers(page: Page, account: string): Promise<void> {
  assert.ok(page.url().startsWith(provider.issuer), page.url());
  await page.type('input[name=login]', account);
  await page.type('input[name=password]', 'any');
  await goesOn(page);
  await goesOn(page);  // consent
}

// Asks who is logged in as the console's page does, with the cookies that the browser gives it and
// its own key. Returns the status of an answer that is a refusal.
async function me(page: Page): Promise<Me | number> {
  return page.evaluate(async () => {
    const key = localStorage.getItem('countersign.review.page');
    const headers = {
      'X-Countersign-Review': '1',
      ...(key === null ? {} : { 'X-Countersign-Page': key }),
    };
    const answer = await fetch('/review/api/me', { headers });
    return answer.ok ? ((await answer.json()) as Me) : answer.status;
  });
}

// The pages that refuse a login allow no calls, so that this asks from the console's.
async function isOut(page: Page): Promise<void> {
  await page.goto(`${review}/review`);
  assert.equal(await me(page), 401);
}

async function isLoggedIn(page: Page): Promise<Me> {
  const found = await me(page);
  assert.ok(typeof found !== 'number', `me answers ${String(found)}`);
  return found;
}

const text = async (page: Page): Promise<string> =>
  page.evaluate(() => document.body.textContent ?? '');

for (const name of ['chromium', 'firefox'] as const) {
  test(`a person of the provider is a reviewer with its roles, in ${name}`, async () => {
    const page = await freshPage(name);
    assert.equal(await logsIn(page, 'anna'), `${review}/review`);
    const anna = await isLoggedIn(page);
    assert.match(anna.reviewer, /^rvw_/);
    assert.equal(anna.name, 'Person anna');
    assert.deepEqual(anna.roles, [
      { role: 'reviewer', client: '*' },
      { role: 'supervisor', client: '*' },
    ]);
    assert.equal(anna.oidc, true);
    assert.equal(anna.signing, false);

    // The same person comes again, with what the provider says now.
    provider.roles.set('anna', ['cases']);
    const again = await freshPage(name);
    assert.equal(await logsIn(again, 'anna'), `${review}/review`);
    const same = await isLoggedIn(again);
    assert.equal(same.reviewer, anna.reviewer);
    assert.deepEqual(same.roles, [{ role: 'reviewer', client: '*' }]);
    provider.roles.set('anna', ['cases', 'lead']);
    await page.close();
    await again.close();
  });
}

test('a person without a role here stays out, and is told so', async () => {
  const page = await freshPage('chromium');
  assert.ok((await logsIn(page, 'otto')).startsWith(`${review}/review/api/oidc/callback`));
  assert.match(await text(page), /no role/);
  await isOut(page);
  await page.close();
});

test('a person who does not want to log in is told so', async () => {
  const page = await freshPage('chromium');
  await goesToProvider(page);
  await Promise.all([page.waitForNavigation(), page.click('a[href$=abort]')]);
  assert.match(await text(page), /has not logged you in/);
  await isOut(page);
  await page.close();
});

// The other port is a server and a page that are not the console's. It begins a login with a key of
// its own, and browsers take its cookie for all ports of the host.
for (const name of ['chromium', 'firefox'] as const) {
  test(`a login that another port has begun logs nobody in, in ${name}`, async () => {
    const thief = 't'.repeat(43);
    const hash = createHash('sha256').update(thief).digest('base64url');
    const begun = await fetch(`${review}/review/api/oidc/begin?page=${hash}`, {
      redirect: 'manual',
    });
    assert.equal(begun.status, 302);
    const [pair = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
    const got: string[] = [];
    const port = createServer((asked, answer) => {
      got.push(asked.headers.cookie ?? '');
      answer.setHeader('Set-Cookie', `${pair}; Path=/; HttpOnly; SameSite=Lax`);
      answer.setHeader('Content-Type', 'text/html').end('<p>Another port</p>');
    });
    await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve));
    const origin = `http://localhost:${(port.address() as AddressInfo).port}/`;
    const page = await freshPage(name);
    await page.goto(origin);
    await page.goto(begun.headers.get('location') ?? '');
    await answers(page, 'anna');
    await isKnown(page);
    assert.match(await text(page), /not accepted/);
    assert.equal(await me(page), 401);
    // Whatever cookies the other port is sent now, none is a login's.
    await page.goto(origin);
    assert.doesNotMatch(got.join(), /countersign-review/);
    await page.close();
    port.close();
    port.closeAllConnections();
  });
}

test('another port that is sent the cookie of a login at once is nobody’s page', async () => {
  const page = await freshPage('chromium');
  const cookies: string[] = [];
  page.on('response', (response) => {
    const given = response.headers()['set-cookie'] ?? '';
    if (/countersign-review-\d+=\S{43};/.test(given)) cookies.push(given.split(';')[0] ?? '');
  });
  await logsIn(page, 'anna');
  assert.equal(cookies.length, 1);
  const fields = { 'X-Countersign-Review': '1', Cookie: cookies[0] ?? '' };
  for (const key of [null, 't'.repeat(43)]) {
    const headers = { ...fields, ...(key === null ? {} : { 'X-Countersign-Page': key }) };
    assert.equal((await fetch(`${review}/review/api/me`, { headers })).status, 401);
  }
  await isLoggedIn(page);
  // Another tab of the browser has the page's key, and the login with it.
  const tab = await page.browserContext().newPage();
  await tab.goto(`${review}/review`);
  await isKnown(tab);
  await isLoggedIn(tab);
  await tab.close();
  await page.close();
});

test('an answer for one browser is nothing in another, and nothing twice', async () => {
  const page = await freshPage('chromium');
  let answer = '';
  page.on('request', (request) => {
    if (request.url().includes('/oidc/callback?')) answer = request.url();
  });
  await logsIn(page, 'anna');
  assert.match(answer, /[?&]code=.*&iss=/);
  const other = await freshPage('firefox');
  for (const each of [other, page]) {
    await each.goto(answer);
    assert.match(await text(each), /expired/);
  }
  await isOut(other);
  await page.close();
  await other.close();
});

test('a reviewer who was disabled stays out', async () => {
  provider.roles.set('emil', ['cases']);
  const page = await freshPage('chromium');
  await logsIn(page, 'emil');
  const { reviewer } = await isLoggedIn(page);
  server.operator('reviewer', 'disable', reviewer, '--reason', 'left');
  await isOut(page);
  const again = await freshPage('chromium');
  await logsIn(again, 'emil');
  assert.match(await text(again), /disabled/);
  await isOut(again);
  await page.close();
  await again.close();
});

test('a provider that has new keys and another algorithm goes on', async () => {
  await provider.stop();
  provider = provide('ES256', provider);
  await provider.ready();
  // The keys are asked for again half a minute after the last time.
  const end = Date.now() + 60_000;
  for (;;) {
    const page = await freshPage('chromium');
    const isIn = (await logsIn(page, 'anna')) === `${review}/review`;
    if (isIn) assert.equal((await isLoggedIn(page)).name, 'Person anna');
    await page.close();
    if (isIn) return;
    assert.ok(Date.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }
});
