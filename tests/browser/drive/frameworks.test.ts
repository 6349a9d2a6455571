// The element in pages of React, Vue and Next.js, which import the packed package when somebody
// needs it. Each page is a sample of http/pages/sdk/sample, compiled by its strict settings and
// built by its own command.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { launch } from './support/browsers.js';
import { show } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { freePort, made, Server } from './support/server.js';
import { built, enter, fillIn, policyFor, Shop } from './support/shop.js';

let server: Server;
let browser: Browser;

before(async () => {
  server = await Server.start();
  server.page({ documents: ['PASSPORT'] });
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

// Whether the page has been given the package by now.
function isDefined(page: Page): Promise<boolean> {
  return page.evaluate(() => customElements.get('countersign-capture') !== undefined);
}

// Captures a document from the first screen on; returns what the page was told of the end.
async function captures(page: Page): Promise<string> {
  const person = new Person(page);
  await person.sees('WELCOME');
  assert.equal(await person.heading(), 'One more step to your account');
  await person.presses('Begin');
  await person.sees('DOCUMENT_READY');
  await show(page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.sees('DONE');
  await page.waitForFunction(() => document.getElementById('result')?.textContent !== '');
  return page.evaluate(() => document.getElementById('result')?.textContent ?? '');
}

// Returns the element as it stands in the markup of the page.
function markup(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('countersign-capture')?.outerHTML ?? '');
}

for (const { name, trusted } of [
  { name: 'react', trusted: [] },
  { name: 'vue', trusted: ['vue'] },
]) {
  test(`a page of ${name} captures, and imports the package when it is needed`, async () => {
    const folder = await built(name, server);
    const shop = await Shop.open(join(folder, 'static'), policyFor(server, ...trusted));
    try {
      const originAllowlist = [shop.origin];
      const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist });
      const { page, complaints } = await enter(browser, shop.origin);
      await page.waitForSelector('#start');
      assert.equal(await isDefined(page), false);
      await fillIn(page, server, session);
      assert.equal(await captures(page), 'The capture ended: REVIEW');
      assert.ok(!(await markup(page)).includes(session.sessionToken));
      assert.deepEqual(complaints, []);
      await page.close();
    } finally {
      shop.close();
    }
  });
}

// Starts what `next build` has made; resolves when it answers.
async function startNext(folder: string, port: number): Promise<ChildProcess> {
  const { clientKey, clientSecret } = server.credentials;
  const started = spawn(
    execPath,
    [join(made, 'node_modules/next/dist/bin/next'), 'start', '-p', `${port}`],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...env,
        NEXT_TELEMETRY_DISABLED: '1',
        COUNTERSIGN_SERVER: server.base,
        COUNTERSIGN_CLIENT_KEY: clientKey,
        COUNTERSIGN_CLIENT_SECRET: clientSecret,
        SHOP_ORIGIN: `http://localhost:${port}`,
      },
    },
  );
  for (let tries = 0; tries < 300; ++tries) {
    if (started.exitCode !== null) throw new Error('Next.js has ended');
    const answer = await fetch(`http://localhost:${port}/`).catch(() => null);
    if (answer?.ok === true) return started;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Next.js does not become ready');
}

test('a page of Next.js has the element from the server, and brings it to life', async () => {
  const folder = await built('next', server);
  const port = await freePort();
  const next = await startNext(folder, port);
  try {
    const origin = `http://localhost:${port}`;
    const html = await (await fetch(origin)).text();
    assert.match(html, /<countersign-capture [^>]*server="http/);
    assert.ok(!html.includes(server.credentials.clientSecret));
    const { page, complaints } = await enter(browser, origin);
    assert.equal(await isDefined(page), false);
    await page.waitForFunction(() => {
      document.querySelector<HTMLElement>('main > button')?.click();
      return document.querySelector('main > button') === null;
    });
    assert.equal(await captures(page), 'The capture ended: REVIEW');
    assert.deepEqual(complaints, []);
    await page.close();
  } finally {
    next.kill('SIGTERM');
    await new Promise((resolve) => next.once('exit', resolve));
  }
});
