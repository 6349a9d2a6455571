// The element in a page that sets its properties before it is defined, as pages do around a lazy
// import of the package.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import type {} from '../../../http/pages/sdk/src/capture-element.js';
import { complaintsOf, launch, phone } from './support/browsers.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Session } from './support/server.js';
import { installed, policyFor, Shop } from './support/shop.js';

const markup = `<!doctype html><html lang="en"><title>A shop</title>
<countersign-capture lang="en"></countersign-capture></html>`;
const ours = { en: { welcomeTitle: 'Welcome to the shop', begin: 'Off we go' } };

let server: Server;
let shop: Shop;
let browser: Browser;

before(async () => {
  server = await Server.start();
  server.page({ documents: ['PASSPORT'] });
  browser = await launch('chromium');
  const folder = join(await installed(join('samples', 'empty'), server), 'dist');
  shop = await Shop.open(folder, policyFor(server), { '/index.html': markup });
});

after(async () => {
  await browser?.close();
  await server?.stop();
  shop?.close();
});

interface Visit {
  readonly page: Page;
  readonly person: Person;
  readonly session: Session;
  readonly complaints: string[];
  // The tokens of the page's calls, in turn and each once.
  readonly tokens: string[];
}

// Opens the page, where the element is in the markup and not defined.
async function visit(): Promise<Visit> {
  const session = await create();
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  const tokens: string[] = [];
  page.on('request', (request) => {
    const token = request.headers()['authorization']?.slice('Bearer '.length);
    if (token !== undefined && token !== tokens.at(-1)) tokens.push(token);
  });
  await page.setViewport(phone);
  await page.goto(shop.origin);
  await page.evaluate((base) => {
    document.querySelector('countersign-capture')?.setAttribute('server', base);
  }, server.base);
  return { page, person: new Person(page), session, complaints, tokens };
}

function create(): Promise<Session> {
  return server.create('DOCUMENT_VERIFICATION', { originAllowlist: [shop.origin] });
}

// Sets properties of the element, whether it is defined or not.
async function set(page: Page, properties: object): Promise<void> {
  await page.evaluate((given) => {
    Object.assign(document.querySelector('countersign-capture') ?? {}, given);
  }, properties);
}

async function define(page: Page): Promise<void> {
  await page.evaluate(() => import(`${location.origin}/index.js`));
}

// Returns what the page finds in the element: the token, its own members and its markup.
function look(page: Page): Promise<{ token?: string | null; own: string[]; outer: string }> {
  return page.evaluate(() => {
    const element = document.querySelector('countersign-capture');
    if (element === null) throw new Error('there is no element');
    const { token, outerHTML: outer } = element;
    return { token, own: Object.keys(element), outer };
  });
}

test('a token and texts that were set before the element is defined are taken over', async () => {
  const { page, person, session, complaints } = await visit();
  await set(page, { token: session.sessionToken, texts: ours, mine: 1 });
  await define(page);
  await person.sees('WELCOME');
  assert.equal(await person.heading(), 'Welcome to the shop');
  assert.match(await person.reads(), /Off we go/);
  const { token, own } = await look(page);
  assert.equal(token, session.sessionToken);
  // A member that the element does not define stays the page's.
  assert.deepEqual(own, ['mine']);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what is set again after the definition replaces what was set before', async () => {
  const { page, person, session, tokens } = await visit();
  await set(page, { token: session.sessionToken, texts: ours });
  await define(page);
  await person.sees('WELCOME');
  const other = await create();
  await set(page, { token: other.sessionToken, texts: { en: { welcomeTitle: 'Once more' } } });
  await page.waitForFunction(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    return root?.querySelector('h1')?.textContent === 'Once more';
  });
  await person.sees('WELCOME');
  assert.deepEqual(tokens, [session.sessionToken, other.sessionToken]);
  await page.close();
});

test('a code that was set before the definition is redeemed', async () => {
  const { page, person, session } = await visit();
  const code = new URLSearchParams(new URL(session.captureUrl).hash.slice(1)).get('c');
  await set(page, { code });
  await page.evaluate(() => {
    document.querySelector('countersign-capture')?.addEventListener('token', ({ detail }) => {
      document.title = detail.token === '' ? 'no token' : 'redeemed';
    });
  });
  await define(page);
  await person.sees('WELCOME');
  assert.equal(await page.title(), 'redeemed');
  await page.close();
});

test('a token as an attribute is taken over, and leaves the markup', async () => {
  const { page, person, session } = await visit();
  await page.evaluate((token) => {
    document.querySelector('countersign-capture')?.setAttribute('token', token);
  }, session.sessionToken);
  await define(page);
  await person.sees('WELCOME');
  const { token, outer } = await look(page);
  assert.equal(token, session.sessionToken);
  assert.doesNotMatch(outer, /token/);
  await page.close();
});

test('a token that was set before the definition counts more than an attribute', async () => {
  const { page, person, session, tokens } = await visit();
  await page.evaluate(() => {
    document.querySelector('countersign-capture')?.setAttribute('token', 'another');
  });
  await set(page, { token: session.sessionToken });
  await define(page);
  await person.sees('WELCOME');
  assert.deepEqual(tokens, [session.sessionToken]);
  assert.doesNotMatch((await look(page)).outer, /token/);
  await page.close();
});

test('an element whose token is taken back is empty, until it gets another', async () => {
  const { page, person, session, tokens } = await visit();
  await define(page);
  for (const nothing of [null, '']) {
    await set(page, { token: session.sessionToken });
    await person.sees('WELCOME');
    await set(page, { token: nothing });
    const shown = await page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return [root?.querySelector('.screen')?.innerHTML, root?.querySelectorAll('button').length];
    });
    assert.deepEqual(shown, ['', 0]);
  }
  const other = await create();
  await set(page, { token: other.sessionToken });
  await person.sees('WELCOME');
  assert.deepEqual(tokens, [session.sessionToken, other.sessionToken]);
  await page.close();
});

test('an element that is moved in the page goes on with the token of its code', async () => {
  const { page, person, session } = await visit();
  const code = new URLSearchParams(new URL(session.captureUrl).hash.slice(1)).get('c');
  await define(page);
  const errors = await page.evaluateHandle(() => {
    const codes: string[] = [];
    document.querySelector('countersign-capture')?.addEventListener('error', ({ detail }) => {
      codes.push(detail.code);
    });
    return codes;
  });
  await set(page, { code });
  await person.sees('WELCOME');
  await person.pressesFirst();
  await person.sees('DOCUMENT_READY');
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  await page.evaluate(() => {
    const element = document.querySelector('countersign-capture');
    element?.remove();
    document.body.append(element ?? '');
  });
  await person.sees('DONE');
  assert.deepEqual(await errors.jsonValue(), []);
  await set(page, { code: null });
  assert.equal((await look(page)).token, null);
  await page.close();
});

test('an element that is made before the definition starts in the page after it', async () => {
  const { page, person, session } = await visit();
  await page.evaluate((token) => {
    const element = document.querySelector('countersign-capture');
    element?.remove();
    Object.assign(window, { kept: element });
    Object.assign(element ?? {}, { token });
  }, session.sessionToken);
  await define(page);
  await page.evaluate(() => {
    document.body.append((window as { kept?: Node }).kept ?? '');
  });
  await person.sees('WELCOME');
  await page.close();
});

test('a framework that takes its values back starts nothing', async () => {
  const { page, tokens } = await visit();
  await set(page, { token: null, code: null, texts: null });
  await define(page);
  const values = await page.evaluate(async () => {
    const element = document.querySelector('countersign-capture');
    if (element === null) throw new Error('there is no element');
    Object.assign(element, { token: undefined, code: undefined, texts: undefined });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { token, code, texts } = element;
    const heading = element.shadowRoot?.querySelector('h1') ?? null;
    return { token, code, texts, heading };
  });
  assert.deepEqual(values, { token: null, code: null, texts: {}, heading: null });
  assert.deepEqual(tokens, []);
  await page.close();
});
