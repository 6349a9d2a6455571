// The pages themselves before foreign ones: in frames, opened by them, sent messages by them, and
// on the way to them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { isKeptEmpty, sendMessages } from './support/attacks.js';
import { phone } from './support/browsers.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { leaves, Town } from './support/town.js';

let town: Town;
let returnUrl: string;

before(async () => {
  town = await Town.build();
  returnUrl = `${town.foreign.at('www.bank.example')}/welcome`;
  town.server.page({ name: 'Harbour Bank', documents: ['PASSPORT'], returnUrl });
});

after(async () => {
  await town?.stop();
});

// One address of each kind that answers anything.
async function everyAddress(): Promise<string[]> {
  const assets = async (page: string): Promise<string[]> => {
    const { origin } = new URL(page);
    // By the listeners themselves: node knows no name of theirs.
    const listener = origin === town.consoleOrigin ? town.place.listensAt : town.server.base;
    const text = await (await fetch(listener + new URL(page).pathname)).text();
    const named = text.matchAll(/(?:href|src|data-worker)="(\/[^"]+)"/g);
    return [...named].map(([, path = '']) => origin + path);
  };
  const pages = [`${town.verifyOrigin}/capture`, `${town.consoleOrigin}/review`];
  const shown = (await Promise.all(pages.map(assets))).flat();
  assert.ok(shown.length >= 7, shown.join());
  const others = [
    ...['/api/svc/openapi.json', '/api/sdk/status', '/healthz', '/readyz', '/nothing', '/'],
    ...['/api/svc/log/vkey', '/api/svc/log/checkpoint'],
  ].map((path) => town.verifyOrigin + path);
  const calls = [
    ...['/review/api/me', '/review/api/oidc/callback?state=a&code=b'],
    ...['/review/nothing', '/'],
  ];
  return [...pages, ...shown, ...others, ...calls.map((path) => town.consoleOrigin + path)];
}

// The address of a frame that a policy has kept empty.

test('nothing that the server answers can be put in a frame, whoever the parent is', async () => {
  const page = await town.freshPage();
  const addresses = await everyAddress();
  const parents = [...Object.values(town.origins), town.foreign.at('verify.bank.example')];
  for (const parent of parents) {
    await page.goto(`${parent}/`);
    await page.evaluate(async (framed) => {
      const loads = framed.map(
        (src) =>
          new Promise((resolve) => {
            const frame = document.createElement('iframe');
            frame.addEventListener('load', resolve);
            frame.src = src;
            document.body.append(frame);
          }),
      );
      await Promise.all(loads);
    }, addresses);
    const frames = page.frames().slice(1);
    assert.equal(frames.length, addresses.length);
    const empty = await Promise.all(frames.map(isKeptEmpty));
    const open = addresses.filter((_, at) => empty[at] !== true);
    assert.deepEqual(open, [], parent);
  }
  await leaves(page);
});

test('no answer of the server is a script, a style or a picture of another page', async () => {
  const page = await town.freshPage();
  const addresses = await everyAddress();
  for (const origin of [town.origins.stranger, town.origins.sister]) {
    await page.goto(`${origin}/`);
    const loaded = await page.evaluate(async (all) => {
      const put = (name: string, attributes: Record<string, string>): Promise<boolean> =>
        new Promise((resolve) => {
          const node = document.createElement(name);
          node.addEventListener('load', () => resolve(true));
          node.addEventListener('error', () => resolve(false));
          for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
          document.head.append(node);
        });
      const found: string[] = [];
      for (const url of all) {
        const tries = {
          script: put('script', { src: url }),
          style: put('link', { rel: 'stylesheet', href: url }),
          picture: put('img', { src: url }),
        };
        for (const [what, loads] of Object.entries(tries)) {
          if (await loads) found.push(`${what} ${url}`);
        }
      }
      return found;
    }, addresses);
    assert.deepEqual(loaded, []);
  }
  await leaves(page);
});

// The page that `address` opens in a window of its own, and what the opener has of it.
async function opened(page: Page, address: string): Promise<Page> {
  await page.evaluate((url) => {
    Object.assign(window, { held: window.open(url, 'held') });
  }, address);
  // The browser may give the page a process of its own, and so another target.
  for (let tries = 0; tries < 200; ++tries) {
    const pages = await page.browserContext().pages();
    const made = pages.find((one) => one.url().startsWith(address));
    if (made !== undefined) return made;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${address} was not opened`);
}

test('a page that opens the console or the capture page has no hold on it', async () => {
  for (const origin of [town.origins.stranger, town.origins.sister]) {
    for (const address of [`${town.consoleOrigin}/review`, `${town.verifyOrigin}/capture`]) {
      const page = await town.freshPage();
      await page.goto(`${origin}/`);
      const victim = await opened(page, address);
      await victim.waitForSelector('main[data-screen], countersign-capture');
      assert.deepEqual(
        await victim.evaluate(() => ({ opener: window.opener as unknown, name: window.name })),
        { opener: null, name: '' },
      );
      const hold = await page.evaluate(() => {
        const { held } = window as unknown as { held: Window };
        held.postMessage({ is: 'ENDED' }, '*');
        return { closed: held.closed, frames: held.length };
      });
      assert.deepEqual(hold, { closed: true, frames: 0 });
      await leaves(page);
    }
  }
});

test('no message to the capture page or the console does anything', async () => {
  const session = await town.server.create('DOCUMENT_VERIFICATION');
  const page = await town.freshPage();
  const anna = await town.somebody('Anna', 'reviewer');
  await page.goto(`${session.captureUrl}&lang=en`);
  await new Person(page).sees('WELCOME');
  for (const victim of [page, anna.page]) {
    const look = (): Promise<string> =>
      victim.evaluate(() => {
        const root = document.querySelector('countersign-capture')?.shadowRoot;
        return (root?.innerHTML ?? '') + document.body.innerHTML + location.href;
      });
    const seen = await look();
    town.console.taken();
    town.verify.taken();
    await victim.evaluate(sendMessages, await victim.evaluateHandle(() => window));
    await victim.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await look(), seen);
  }
  assert.deepEqual([...town.console.taken(), ...town.verify.taken()], []);
  await anna.leaves();
  await leaves(page);
});

test('where a capture leads learns neither where somebody came from nor their link', async () => {
  const session = await town.server.create('DOCUMENT_VERIFICATION');
  const page = await town.freshPage();
  await page.setViewport(phone);
  const evil = encodeURIComponent(`${town.origins.stranger}/`);
  const wished = ['returnUrl', 'return_url', 'next', 'redirect', 'url', 'goto', 'server']
    .map((name) => `${name}=${evil}`)
    .join('&');
  const [address = '', fragment = ''] = session.captureUrl.split('#');
  await page.goto(`${address}?${wished}#${fragment}&${wished}&lang=en`);
  const person = new Person(page);
  await person.presses('Begin');
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('DONE');
  town.foreign.taken();
  await Promise.all([page.waitForNavigation(), person.presses('Return to Harbour Bank')]);
  const asked = town.foreign.taken();
  assert.deepEqual(
    asked.filter(({ path }) => path === '/welcome').map(({ headers }) => headers.referer),
    [undefined],
  );
  const code = fragment.replace('c=', '');
  const all = JSON.stringify(asked);
  assert.ok(!all.includes(code) && !all.includes(session.sessionToken));
  assert.deepEqual(
    await page.evaluate(() => {
      const { name, opener } = window as { name: string; opener: unknown };
      return [location.href, document.referrer, name, opener];
    }),
    [returnUrl, '', '', null],
  );
  // Nor does any answer on the way lead elsewhere.
  assert.deepEqual(town.verify.taken().filter(({ answer }) => 'location' in answer), []);
  await leaves(page);
});

test('no request of the pages has a referrer, a code or a token in its address', async () => {
  const asked = [...town.verify.taken(), ...town.console.taken()];
  const session = await town.server.create('DOCUMENT_VERIFICATION');
  const page = await town.freshPage();
  await page.goto(`${session.captureUrl}&lang=en`);
  await new Person(page).sees('WELCOME');
  const link = town.place.link('Ben', 'reviewer');
  await page.goto(link);
  await page.waitForSelector('main[data-screen=REGISTER]');
  asked.push(...town.verify.taken(), ...town.console.taken());
  assert.ok(asked.length > 8);
  // A capture has no login that a browser would send along by itself.
  const own = asked.filter(({ host }) => host.startsWith('verify'));
  const cookies = own.filter(({ answer }) => 'set-cookie' in answer);
  assert.deepEqual(cookies, []);
  const secrets = [session.captureUrl, link].map((url) => url.split('=').at(-1) ?? '');
  for (const { path, headers } of asked) {
    assert.equal(headers.referer, undefined, path);
    for (const secret of [...secrets, session.sessionToken]) {
      assert.ok(!path.includes(secret), path);
    }
  }
  await leaves(page);
});
