// Pages of other sites, of a sister host and of another port try every call of the console while
// somebody is logged in there: by fetch, forms, beacons, sockets, and whatever loads an address.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { after, before, test } from 'node:test';

import { tryEveryWay } from './support/attacks.js';
import type { Target } from './support/attacks.js';
import type { Asked } from './support/recorder.js';
import type { ReviewPerson } from './support/reviewer.js';
import { leaves, Town } from './support/town.js';

const atOnce = 6;

let town: Town;
let anna: ReviewPerson;
let session: string;
// The events of the session before anybody has tried anything.
let events: Record<string, number>;

before(async () => {
  town = await Town.build();
  ({ sessionId: session } = await town.server.waiting());
  events = await town.server.attempts({ sessionId: session });
  anna = await town.somebody('Anna', 'supervisor', 'reviewer', 'auditor');
});

after(async () => {
  await anna?.leaves();
  await town?.stop();
});

interface Me {
  readonly keys: readonly { readonly id: string }[];
  readonly sessions: readonly { readonly id: string }[];
}

// Returns what the console answers when Anna's own page asks about her.
async function asksMe(): Promise<Me> {
  return anna.page.evaluate(async () => {
    const key = localStorage.getItem('countersign.review.page') ?? '';
    const headers = { 'X-Countersign-Review': '1', 'X-Countersign-Page': key };
    return (await (await fetch('/review/api/me', { headers })).json()) as Me;
  });
}

// Every row of the console's table, with ids of Anna's own in the places of parameters.
async function everyCall(): Promise<Target[]> {
  const source = join(env['COUNTERSIGN_ROOT'] ?? '', 'http/review_endpoints.cc');
  const rows = [
    ...readFileSync(source, 'utf8').matchAll(/Method::(\w+),\s*\.path = "(\/review\/api[^"]*)"/g),
  ];
  assert.ok(rows.length > 20, `${rows.length} calls`);
  const me = await asksMe();
  const ids: Readonly<Record<string, string>> = {
    'me/keys': me.keys[0]?.id ?? '',
    'me/sessions': me.sessions[0]?.id ?? '',
    case: session,
  };
  const choice = { decision: 'FAILED', reasons: ['OTHER'], seen: 1, credential: null };
  const bodies: Readonly<Record<string, object>> = {
    'register/begin': { link: 'rvw_x' },
    'decide/begin': { decision: 'FAILED', reasons: ['OTHER'], kind: 'decision' },
    decide: choice,
    correct: choice,
  };
  return rows.map(([, method = '', path = '']) => {
    const call = path.replace('/review/api/', '');
    const filled = call.replace(
      /^(.*?)\/\{id\}/,
      (_, kind: string) => `${kind}/${ids[kind] ?? ''}`,
    );
    const body = Object.entries(bodies).find(([end]) => call.endsWith(end))?.[1] ?? {};
    const url = `${town.consoleOrigin}/review/api/${filled}`;
    return { method: method.toUpperCase(), url, body: JSON.stringify(body) };
  });
}

// Whether a call was let through. A preflight is answered without permission.
function isLetThrough({ method, status, answer }: Asked): boolean {
  if (method === 'OPTIONS') return 'access-control-allow-origin' in answer;
  return status < 400;
}

async function attackFrom(origin: string): Promise<void> {
  const { page } = anna;
  const calls = await everyCall();
  await anna.opens(`${origin}/`);
  town.console.taken();
  const read: string[] = [];
  for (let at = 0; at < calls.length; at += atOnce) {
    const some = calls.slice(at, at + atOnce);
    read.push(...(await Promise.all(some.map((call) => tryEveryWay(page, call)))).flat());
  }
  const asked = town.console.taken();
  const paths = new Set(asked.map(({ path }) => path.split('?')[0]));
  const untried = calls.filter(({ url }) => !paths.has(new URL(url).pathname));
  assert.deepEqual(untried, []);
  const passed = asked.filter(isLetThrough);
  assert.deepEqual(
    passed.map(({ method, path, status }) => `${method} ${path} ${status}`),
    [],
  );
  assert.deepEqual(read, []);
  const open = asked.filter(({ answer }) => 'access-control-allow-origin' in answer);
  assert.deepEqual(open, []);
  // Anna is where she was.
  await anna.opens(`${town.consoleOrigin}/review`);
  await anna.sees('QUEUE');
  const me = await asksMe();
  assert.equal(me.sessions.length, 1);
  assert.equal(me.keys.length, 1);
  assert.deepEqual(await town.server.attempts({ sessionId: session }), events);
}

test('a page of another site makes no call of the console, whoever is logged in', async () => {
  await attackFrom(town.origins.stranger);
});

test('a page of a sister host makes no call of the console and reads no answer', async () => {
  await attackFrom(town.origins.sister);
});

test('a page at another port of the console’s own name makes no call of the console', async () => {
  await attackFrom(town.origins.port);
});

test('a link from a foreign page leads to the console, and to none of its calls', async () => {
  const { page } = anna;
  await anna.opens(`${town.consoleOrigin}/review`);
  await anna.sees('QUEUE');
  const reads = (await everyCall()).filter(({ method }) => method === 'GET');
  for (const origin of [town.origins.stranger, town.origins.sister]) {
    for (const { url } of reads) {
      await anna.opens(`${origin}/`);
      town.console.taken();
      await Promise.all([
        page.waitForNavigation(),
        page.evaluate((to) => {
          location.href = to;
        }, url),
      ]);
      const [asked] = town.console.taken();
      assert.ok(asked !== undefined && asked.status >= 400, `${url} ${asked?.status}`);
    }
  }
});

test('a sister host gets no cookie of the console, and puts none into it', async () => {
  const mallory = await town.somebody('Mallory', 'reviewer');
  const stolen = (await mallory.page.browserContext().cookies()).find(({ httpOnly }) => httpOnly);
  assert.ok(stolen);
  const page = await town.freshPage();
  town.foreign.pages.set('/toss', {
    body: '<!doctype html><title>-</title>',
    headers: {
      'Set-Cookie': [stolen.name, 'countersign-review'].flatMap((name) =>
        ['/', '/review', '/review/api'].map(
          (path) => `${name}=${stolen.value}; Domain=bank.example; Path=${path}; Secure`,
        ),
      ),
    },
  });
  await page.goto(`${town.origins.sister}/toss`);
  await page.goto(`${town.consoleOrigin}/review`);
  await page.waitForSelector('main[data-screen=LOGIN]');
  await leaves(page);
  town.foreign.taken();
  await anna.opens(`${town.origins.sister}/`);
  const [asked] = town.foreign.taken();
  assert.equal(asked?.headers.cookie, undefined);
  assert.equal(await anna.page.evaluate(() => document.cookie), '');
  await anna.opens(`${town.origins.port}/`);
  assert.equal(await anna.page.evaluate(() => document.cookie), '');
  await mallory.leaves();
});
