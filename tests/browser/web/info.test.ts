// The client's words are those of the language that the page speaks, and the backend's wish counts
// where nobody chose another.
import './browser_globals.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CaptureClient } from '../../../http/pages/sdk/src/client.js';
import { hostOf } from '../../../http/pages/sdk/src/flow/local.js';
import { periodOf } from '../../../http/pages/sdk/src/screens/trust.js';
import type { Desk } from '../../../http/pages/sdk/src/work/desk.js';
import { askAgain, askInfo } from '../../../http/pages/sdk/src/work/info.js';
import { consent } from '../../../http/pages/sdk/src/work/session.js';
import { ScriptedServer } from './scripted_server.js';

interface Page {
  // The page speaks this language.
  language: string;
  // Whether the person, or the page around, chose it.
  readonly isChosen: boolean;
}

// Does something with a desk of this page, before a server that has words in every language and
// whose backend asked for `asked`; returns what it was asked.
async function before(
  page: Page,
  asked: string | null,
  act: (desk: Desk, signal: AbortSignal) => Promise<void>,
): Promise<string[]> {
  const server = new ScriptedServer(({ path }) => {
    const language = new URL(path, 'http://x').searchParams.get('language');
    const words = { version: `1-${language}`, text: `words in ${language}` };
    return { status: 200, body: { language: asked, consent: words, purpose: 'LIVENESS' } };
  });
  const { signal } = new AbortController();
  try {
    const client = new CaptureClient({ server: await server.start(), token: 'svct_token' });
    const wish = (language: string): Promise<void> => {
      if (!page.isChosen) page.language = language;
      return Promise.resolve();
    };
    const live = { info: null, language: '' };
    const desk = { client, live, language: () => page.language, wish, send: () => undefined };
    await act(desk as unknown as Desk, signal);
  } finally {
    await server.stop();
  }
  return server.seen.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
}

const capture = (language: string): string => `GET /api/sdk/capture?language=${language}`;

test('the words are asked for in the language of the page', async () => {
  assert.deepEqual(await before({ language: 'fr', isChosen: false }, null, askInfo), [
    capture('fr'),
  ]);
});

test('the wish of the backend is followed, unless the person chose another language', async () => {
  const free = await before({ language: 'fr', isChosen: false }, 'de', async (desk, signal) => {
    await askInfo(desk, signal);
    assert.equal(desk.live.language, 'de');
    assert.equal(desk.live.info?.consent?.text, 'words in de');
  });
  assert.deepEqual(free, [capture('fr'), capture('de')]);
  const chosen = await before({ language: 'fr', isChosen: true }, 'de', askInfo);
  assert.deepEqual(chosen, [capture('fr')]);
});

test('who changes the language consents to the words of that language', async () => {
  const page = { language: 'fr', isChosen: true };
  const asked = await before(page, null, async (desk, signal) => {
    await askInfo(desk, signal);
    assert.equal(await askAgain(desk, signal), false);
    page.language = 'de';
    assert.equal(await askAgain(desk, signal), true);
    await consent(desk, signal);
  });
  const given = 'POST /api/sdk/consent {"version":"1-de","language":"de"}';
  assert.deepEqual(asked, [capture('fr'), capture('de'), given]);
});

test('words that cannot be had leave those that were there', async () => {
  const page = { language: 'fr', isChosen: true };
  await before(page, null, async (desk, signal) => {
    await askInfo(desk, signal);
    page.language = 'de';
    const away = new AbortController();
    away.abort();
    assert.equal(await askAgain(desk, away.signal), false);
    assert.deepEqual([desk.live.language, desk.live.info?.consent?.version], ['fr', '1-fr']);
  });
});

test('a period is told in whole days, hours or minutes of the language', () => {
  const day = 86_400;
  assert.equal(periodOf(30 * day, 'en'), '30 days');
  assert.equal(periodOf(day, 'en'), '1 day');
  assert.equal(periodOf(day + 1, 'de'), '2 Tage');
  assert.equal(periodOf(2 * 3600, 'en'), '2 hours');
  assert.equal(periodOf(1, 'en'), '1 minute');
  assert.equal(periodOf(5 * day, 'pl'), '5 dni');
});

test('the place to which the pictures go is the host of the server', () => {
  assert.equal(hostOf('https://verify.example/capture#c=x'), 'verify.example');
  assert.equal(hostOf('http://localhost:8080'), 'localhost:8080');
  assert.equal(hostOf('not an address'), '');
});
