// Other pages and strangers attack the console of the real server: they try to frame the console,
// to run a script in it, and to write markup wherever they can write.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { isKeptEmpty } from './support/attacks.js';
import { launch } from './support/browsers.js';
import { ConsoleServer } from './support/console.js';
import { script } from './support/review_cases.js';
import { ReviewPerson } from './support/reviewer.js';

let place: ConsoleServer;
let browser: Browser;
let other: HttpServer;

before(async () => {
  place = await ConsoleServer.start(`Bank ${script}`);
  browser = await launch('chromium');
  // A page of another origin, with whatever is asked for in a frame.
  other = createServer((asked, answer) => {
    const framed = new URL(asked.url ?? '/', 'http://localhost').searchParams.get('framed') ?? '';
    answer.setHeader('Content-Type', 'text/html');
    answer.end(`<h1>Win a prize</h1><iframe src="${framed}" width="900" height="600"></iframe>`);
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
});

after(async () => {
  await browser?.close();
  other?.close();
  await place?.stop();
});

async function somebody(name: string, ...roles: readonly string[]): Promise<ReviewPerson> {
  const person = await ReviewPerson.at(browser);
  await person.registers(`${place.link(name, ...roles)}&lang=en`);
  return person;
}

test('no other page can show the console in a frame', async () => {
  const anna = await somebody('Anna', 'reviewer');
  const { port } = other.address() as AddressInfo;
  for (const host of ['127.0.0.1', 'localhost']) {
    const framed = encodeURIComponent(place.address);
    await anna.opens(`http://${host}:${port}/?framed=${framed}`);
    const frame = anna.page.frames()[1];
    assert.ok(frame);
    assert.ok(await isKeptEmpty(frame), frame.url());
    assert.equal(await frame.$('main'), null);
  }
  assert.match(anna.complaints.join(), /frame-ancestors/);
  await anna.opens(place.address);
  await anna.sees('QUEUE');
  await anna.leaves();
});

test('a script that gets into the page does not run, and reaches no other server', async () => {
  const anna = await somebody('Anna', 'reviewer');
  const { port } = other.address() as AddressInfo;
  const refused = await anna.page.evaluate(async (url) => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(event.effectiveDirective);
    });
    const put = (name: string, change: (node: HTMLElement) => void): void => {
      const node = document.createElement(name);
      change(node);
      document.body.append(node);
      node.click();
    };
    const tries: (() => unknown)[] = [
      () => put('div', (node) => (node.innerHTML = '<img src=x onerror="window.attacked=1">')),
      () => put('script', (node) => (node.textContent = 'window.attacked=1')),
      () => put('button', (node) => node.setAttribute('onclick', 'window.attacked=1')),
      () => put('script', (node) => node.setAttribute('src', `${url}script.js`)),
      () => put('iframe', (node) => node.setAttribute('src', url)),
      () => put('img', (node) => node.setAttribute('src', `${url}picture`)),
      () => fetch(url).then(() => assertNever()),
    ];
    const assertNever = (): void => {
      Object.assign(window, { attacked: 1 });
    };
    const passed: number[] = [];
    for (const [at, attempt] of tries.entries()) {
      const before = seen.length;
      const threw = await Promise.resolve()
        .then(attempt)
        .then(() => false, () => true);
      for (let wait = 0; wait < 50 && !threw && seen.length === before; ++wait) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      if (!threw && seen.length === before) passed.push(at);
    }
    return { passed, attacked: 'attacked' in window };
  }, `http://127.0.0.1:${port}/`);
  assert.deepEqual(refused, { passed: [], attacked: false });
  await anna.leaves();
});

test('what strangers name is text on every screen', async () => {
  await assert.rejects(place.server.create('FULL_CAPTURE', { userRef: script }), /400/);
  const { session } = await place.captureWithout('customer-1', `${script}\n\u202Eabc`, script);
  await place.captureWithout('customer-2', script, script);
  const sofia = await somebody(`Sofia ${script}`, 'supervisor');
  const isText = async (where: string, words: string): Promise<void> => {
    await sofia.finds(where);
    assert.ok((await sofia.reads(where)).includes(words), `${where}: ${await sofia.reads(where)}`);
    const found = await sofia.page.evaluate(() => ({
      images: document.querySelectorAll('img, main script').length,
      attacked: 'attacked' in window,
    }));
    assert.deepEqual(found, { images: 0, attacked: false });
  };
  await isText('header', `Sofia ${script}`);
  await isText('.cases', `Bank ${script}`);
  await sofia.presses('nextCase');
  await sofia.sees('CASE');
  await isText('h1', `Bank ${script}`);
  await isText('blockquote', script);
  await sofia.decides('PASSED', 'ACCESSIBILITY_ACCEPTED');
  await isText('dialog pre', `session ${session.sessionId}`);
  await sofia.signs();
  await sofia.sees('DONE');
  await sofia.presses('reports');
  await sofia.sees('REPORTS');
  await isText('table', `Sofia ${script}`);
  await sofia.presses('account');
  await sofia.sees('ACCOUNT');
  await isText('.account', `Sofia ${script}`);
  assert.deepEqual(sofia.complaints, []);
  await sofia.leaves();
});
