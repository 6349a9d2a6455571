// The element in a page of another origin, with the policy that docs/web.md asks for.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { env } from 'node:process';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { sendMessages } from './support/attacks.js';
import { complaintsOf, launch, phone } from './support/browsers.js';
import { installCamera, show } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { made, Server } from './support/server.js';
import type { Session } from './support/server.js';

const pages = join(env['COUNTERSIGN_ROOT'] ?? '', 'http/pages/sdk');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

let server: Server;
let shop: HttpServer;
let origin: string;
let browser: Browser;

function policy(): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `connect-src 'self' ${server.base}`,
    "img-src 'self' blob:",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types countersign',
  ].join('; ');
}

// The guide as the server serves it to its own page.
async function guide(): Promise<Buffer> {
  const page = await (await fetch(`${server.base}/capture`)).text();
  const address = /data-wasm="([^"]+)"/.exec(page)?.[1];
  if (address === undefined) throw new Error('the server has no guide');
  return Buffer.from(await (await fetch(server.base + address)).arrayBuffer());
}

async function serve(): Promise<void> {
  const folder = join(made, 'sample');
  const bundle = ['--bundle', '--splitting', '--format=esm', `--outdir=${folder}`];
  const sources = ['sample/sample.ts', 'src/guide-worker.ts'].map((path) => join(pages, path));
  execFileSync('esbuild', [...sources, ...bundle, '--entry-names=[name]', '--log-level=warning']);
  const wasm = await guide();
  const files: Record<string, () => Buffer> = {
    '/': () => readFileSync(join(pages, 'sample/index.html')),
    '/sample.css': () => readFileSync(join(pages, 'sample/sample.css')),
    '/guide.wasm': () => wasm,
  };
  for (const name of readdirSync(folder)) {
    files[`/${name}`] = () => readFileSync(join(folder, name));
  }
  shop = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    const file = files[path];
    if (file === undefined) {
      answer.writeHead(404).end();
      return;
    }
    const type = types[extname(path) || '.html'] ?? 'application/octet-stream';
    const headers = { 'Content-Type': type, 'Content-Security-Policy': policy() };
    answer.writeHead(200, headers).end(file());
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
}

before(async () => {
  server = await Server.start();
  browser = await launch('chromium');
  await serve();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  shop?.closeAllConnections();
  shop?.close();
});

async function open(session: Session): Promise<{ person: Person; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.setViewport(phone);
  await installCamera(page);
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'languages', { value: ['en'] });
  });
  await page.goto(`${origin}/`);
  await page.evaluate(
    (base, token) => {
      for (const [id, value] of [
        ['server', base],
        ['token', token],
      ] as const) {
        const field = document.getElementById(id);
        if (field instanceof HTMLInputElement) field.value = value;
      }
      document.querySelector<HTMLElement>('#start button')?.click();
    },
    server.base,
    session.sessionToken,
  );
  return { person: new Person(page), complaints };
}

test('a page of another origin captures with guidance, and is told of it', async () => {
  const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist: [origin] });
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
  const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist: [origin] });
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
  const session = await server.create('DOCUMENT_VERIFICATION', { originAllowlist: [origin] });
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
