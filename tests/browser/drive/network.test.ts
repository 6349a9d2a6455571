// Captures over a network that loses answers, and pages that are loaded anew.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { launch, phone } from './support/browsers.js';
import { installCamera, show } from './support/camera.js';
import { kindsOf, LossyProxy } from './support/lossy.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Session } from './support/server.js';

let proxy: LossyProxy;
let server: Server;
let browser: Browser;

before(async () => {
  proxy = await LossyProxy.start();
  server = await Server.start([], proxy.base);
  proxy.target = server.base;
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await proxy?.stop();
  await server?.stop();
});

async function open(
  session: Session,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Person> {
  const page = await browser.newPage();
  await page.setViewport(phone);
  await prepare(page);
  await installCamera(page);
  await page.goto(`${session.captureUrl}&lang=en`);
  return new Person(page);
}

for (const answers of [1, 2]) {
  test(`no attempt is spent when the first answers are lost, ${answers} each`, async () => {
    proxy.lose(answers);
    const seed = newSeed();
    const session = await server.create('FULL_CAPTURE');
    const person = await open(session);
    await person.sees('WELCOME');
    await person.presses('Begin');
    await person.choosesType('PASSPORT');
    await person.sees('DOCUMENT_READY');
    await show(person.page, await drawDocument(seed, 'PASSPORT', 'FRONT'));
    await person.presses('Open the camera');
    await person.sees('FACE_READY');
    await person.presses('Open the camera');
    await person.sees('FACE_CAMERA');
    await person.actsOut(seed);
    await person.sees('DONE');

    assert.equal(proxy.lost.size, 3, 'the answers were not lost');
    assert.equal(proxy.replayed, 3 * answers);
    const events = await server.attempts(session);
    assert.deepEqual(
      [events['DocumentAccepted'], events['DocumentRejected'], events['LivenessAccepted']],
      [1, undefined, 1],
    );
    assert.equal(events['LivenessRejected'], undefined);
    await person.page.close();
  });
}

// A page whose clock runs `times` as fast: a minute of waiting takes that much less of a test.
async function hurry(page: Page, times: number): Promise<void> {
  await page.evaluateOnNewDocument((factor) => {
    const wait = window.setTimeout.bind(window);
    const hurried = (work: () => void, delay = 0): number =>
      wait(work, delay >= 500 ? delay / factor : delay);
    window.setTimeout = hurried as typeof window.setTimeout;
  }, times);
}

test('a server that is unavailable for a minute costs no attempt', async () => {
  const times = 20;
  proxy.lose(0);
  proxy.refused = 0;
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(session, (page) => hurry(page, times));
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  proxy.busyForMs = 60_000 / times;
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  assert.ok(proxy.refused >= 3, `the page asked ${proxy.refused} times while it was refused`);
  const { DocumentAccepted, DocumentRejected, NonceConsumed } = await server.attempts(session);
  assert.deepEqual([DocumentAccepted, DocumentRejected, NonceConsumed], [1, undefined, 1]);
  await person.page.close();
});

test('less than 60 KB of script and style come before the camera shows', async () => {
  proxy.lose(0);
  const session = await server.create('DOCUMENT_VERIFICATION');
  proxy.bodies.clear();
  // As for somebody who has not been here before.
  const person = await open(session, (page) => page.setCacheEnabled(false));
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.choosesType('PASSPORT');
  await person.presses('Open the camera');
  await person.seesThroughCamera();
  const { scriptAndStyle } = kindsOf(proxy.bodies);
  assert.ok(scriptAndStyle > 5000, 'nothing was counted');
  assert.ok(scriptAndStyle < 60_000, `${scriptAndStyle} bytes`);
  await person.page.close();
});

test('twelve frames on a slow line arrive, and the person sees how far they are', async () => {
  proxy.lose(0);
  const session = await server.create('LIVENESS');
  const person = await open(session);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.presses('Open the camera');
  await person.sees('FACE_CAMERA');
  const protocol = await person.page.createCDPSession();
  // 1 Mbit/s upwards, and a second there and back.
  const line = { offline: false, latency: 1000, downloadThroughput: -1, uploadThroughput: 125_000 };
  await protocol.send('Network.emulateNetworkConditions', line);
  await person.page.evaluate(() => {
    const shares: number[] = [];
    Object.assign(window, { shares });
    setInterval(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      const bar = root?.querySelector<HTMLProgressElement>('progress');
      if (bar?.hasAttribute('value') !== true || bar.value === shares.at(-1)) return;
      shares.push(bar.value);
    }, 20);
  });
  await person.actsOut(newSeed());
  await person.sees('DONE');
  const shares = await person.page.evaluate(
    () => (window as unknown as { shares: number[] }).shares,
  );
  assert.ok(shares.length >= 5, `the person saw ${shares.join(', ')} %`);
  assert.deepEqual(shares, [...shares].sort((one, other) => one - other), 'it went backwards');
  const events = await server.attempts(session);
  assert.deepEqual([events['LivenessAccepted'], events['LivenessRejected']], [1, undefined]);
  assert.equal(events['NonceConsumed'], 1);
  await person.page.close();
});

test('a page that is loaded anew goes on where it was', async () => {
  proxy.lose(0);
  const seed = newSeed();
  const session = await server.create('FULL_CAPTURE');
  const person = await open(session);
  await person.sees('WELCOME');
  await person.page.reload();
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.choosesType('ID_CARD');
  await person.sees('DOCUMENT_READY');
  await show(person.page, await drawDocument(seed, 'ID_CARD', 'FRONT'));
  await person.presses('Open the camera');
  await person.sees('DOCUMENT_SENDING');
  await person.sees('DOCUMENT_READY');

  // The front is there, and nobody is asked for it again.
  await person.page.reload();
  await person.sees('DOCUMENT_READY');
  assert.equal(await person.heading(), 'The back of your document');
  await person.usesFile(await drawDocument(seed, 'ID_CARD', 'BACK'));
  await person.sees('FACE_READY');
  await person.page.reload();
  await person.sees('FACE_READY');
  assert.equal((await server.attempts(session))['DocumentAccepted'], 2);

  const stored = await person.page.evaluate(() => ({
    local: localStorage.length,
    session: Object.keys(sessionStorage).sort(),
    cookie: document.cookie,
    address: location.href,
  }));
  const kept = ['language', 'opened', 'token'].map((item) => `countersign.${item}`);
  assert.deepEqual(stored.session, kept);
  assert.deepEqual([stored.local, stored.cookie], [0, '']);
  assert.equal(stored.address, `${proxy.base}/capture`);
  await person.page.close();
});

test('a page that is loaded anew while it finishes shows the result', async () => {
  // All answers to finalize are lost: the page is still waiting for one when it is loaded anew.
  proxy.lose(0);
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(session);
  await person.sees('WELCOME');
  await person.presses('Begin');
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  const isLost = new Promise<void>((resolve) => {
    proxy.onFinalize = () => {
      proxy.onFinalize = () => undefined;
      proxy.lose(99);
      resolve();
    };
  });
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await isLost;
  await person.sees('FINISHING');
  await server.settled(session, 'COMPLETED');
  proxy.lose(0);
  await person.page.reload();
  await person.sees('DONE');
  assert.equal(await person.heading(), 'Thank you');
  await person.page.close();
});

test('a session that is canceled meanwhile is over, in words', async () => {
  proxy.lose(0);
  const session = await server.create('DOCUMENT_VERIFICATION');
  const person = await open(session);
  await person.sees('WELCOME');
  await server.cancel(session);
  await person.presses('Begin');
  await person.choosesType('PASSPORT');
  await person.choosesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('ENDED');
  assert.match(await person.reads(), /no longer valid/);
  await person.page.close();
});

test('the link that is opened last is the one that counts', async () => {
  proxy.lose(0);
  const session = await server.create('DOCUMENT_VERIFICATION');
  const first = await open(session);
  await first.sees('WELCOME');
  const second = await open(session);
  await second.sees('WELCOME');
  await first.presses('Begin');
  await first.choosesType('PASSPORT');
  await first.choosesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await first.sees('FOLLOWING');
  await second.presses('Begin');
  await second.choosesType('PASSPORT');
  await second.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await second.sees('DONE');
  // After the first submission it opens nothing any more.
  const third = await open(session);
  await third.sees('ENDED');
  for (const { page } of [first, second, third]) await page.close();
});
