// The element in a page of another origin, with the policy that docs/web.md asks for.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { sendMessages } from './support/attacks.js';
import { launch } from './support/browsers.js';
import { show } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Session } from './support/server.js';
import { built, enter, fillIn, policyFor, Shop } from './support/shop.js';

let server: Server;
let shop: Shop;
let browser: Browser;

before(async () => {
  server = await Server.start();
  browser = await launch('chromium');
  const folder = await built('plain', server);
  shop = await Shop.open(join(folder, 'static'), policyFor(server));
});

after(async () => {
  await browser?.close();
  await server?.stop();
  shop?.close();
});

async function open(session: Session): Promise<{ person: Person; complaints: string[] }> {
  const { page, complaints } = await enter(browser, shop.origin);
  await fillIn(page, server, session);
  return { person: new Person(page), complaints };
}

test('a page of another origin captures with guidance, and is told of it', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist: [shop.origin] });
  const { person, complaints } = await open(session);
  await person.sees('WELCOME');
  assert.equal(await person.heading(), 'One more step to your account');
  await person.presses('Begin');
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  await show(person.page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.sees('DONE');
  const page = await person.page.evaluate(() => ({
    screen: document.documentElement.dataset['screen'],
    result: document.getElementById('result')?.textContent,
    accent: getComputedStyle(
      document.querySelector('countersign-capture') ?? document.body,
    ).getPropertyValue('--countersign-accent'),
  }));
  assert.deepEqual(page, {
    screen: 'DONE',
    result: 'The capture ended: REVIEW',
    accent: '#6b21a8',
  });
  assert.deepEqual(complaints, []);
  await person.page.close();
});

test('the page fetches a language when somebody chooses it, and no other', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist: [shop.origin] });
  const { person, complaints } = await open(session);
  const { page } = person;
  await person.sees('WELCOME');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await person.choosesLanguage('fr');
  await page.waitForFunction(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    return root?.querySelector('.root[lang=fr] h1');
  });
  assert.equal(await person.heading(), 'Vérifiez votre identité');
  // The client's words are asked for again, in that language.
  const files = asked.filter((path) => path !== '/api/sdk/capture');
  assert.equal(files.length, 1, asked.join(' '));
  assert.match(files[0] ?? '', /^\/fr-\w+\.js$/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('no message to a page with the element does anything', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist: [shop.origin] });
  const { person, complaints } = await open(session);
  const { page } = person;
  await person.sees('WELCOME');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const look = (): Promise<string> =>
    page.evaluate(
      () =>
        (document.querySelector('countersign-capture')?.shadowRoot?.innerHTML ?? '') +
        document.documentElement.outerHTML,
    );
  const seen = await look();
  await page.evaluate(sendMessages, await page.evaluateHandle(() => window));
  // And as a frame within the page sends them.
  await page.evaluate((text) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const send = frame.contentWindow;
    send?.parent.postMessage({ type: 'token', token: text }, '*');
    frame.remove();
  }, session.sessionToken);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  assert.equal(await look(), seen);
  assert.deepEqual([asked, complaints], [[], []]);
  await page.close();
});

test('an origin that is not allowed is told so, in words', async () => {
  const originAllowlist = ['https://elsewhere.example'];
  const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist });
  const { person } = await open(session);
  await person.sees('BLOCKED');
  assert.match(await person.reads(), /may not be used here/);
  await person.page.close();
});
