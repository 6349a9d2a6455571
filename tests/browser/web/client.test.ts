// The client against a server that loses answers, is busy, refuses and stays silent.
import './browser_globals.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CaptureClient, newIdempotencyKey, Refusal } from '../../../http/pages/sdk/src/index.js';
import type { Timing } from '../../../http/pages/sdk/src/index.js';
import { byFetch, NoAnswer } from '../../../http/pages/sdk/src/transport.js';
import { problem, ScriptedServer } from './scripted_server.js';
import type { Script } from './scripted_server.js';

const TOKEN = 'svct_' + 'T'.repeat(43);
const ACCEPTED = { status: 200, body: { ok: true, step: 'DOCUMENT', attempt: 1 } };
const IMAGE = new Blob(['an image'], { type: 'image/png' });

/** A clock that only moves when somebody waits. */
class FakeTiming implements Timing {
  time = Date.UTC(2026, 0, 1);
  readonly waits: number[] = [];
  now(): number {
    return this.time;
  }
  random(): number {
    return 0;
  }
  async wait(milliseconds: number, signal: AbortSignal | null): Promise<void> {
    signal?.throwIfAborted();
    this.waits.push(milliseconds);
    this.time += milliseconds;
  }
}

interface Scene {
  address: string;
  client: CaptureClient;
  server: ScriptedServer;
  timing: FakeTiming;
}

async function scene(script: Script, play: (scene: Scene) => Promise<void>): Promise<void> {
  const server = new ScriptedServer(script);
  const timing = new FakeTiming();
  const address = await server.start();
  const client = new CaptureClient({ server: address, token: TOKEN, timing });
  try {
    await play({ address, client, server, timing });
  } finally {
    await server.stop();
  }
}

async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const refused: unknown = await call.then(
    () => assert.fail('the call was answered'),
    (error: unknown) => error,
  );
  assert.ok(refused instanceof Refusal, String(refused));
  return refused;
}

const keysOf = (server: ScriptedServer): unknown[] =>
  server.seen.map((seen) => seen.headers['idempotency-key']);

for (const lost of [1, 2]) {
  test(`${lost} lost answers cost one attempt`, () =>
    scene(
      (_, count) => (count <= lost ? 'lost' : ACCEPTED),
      async ({ client, server }) => {
        const outcome = await client.submitDocument({ image: IMAGE, nonce: 'n' });
        assert.equal(outcome.ok, true);
        assert.equal(server.seen.length, lost + 1);
        assert.equal(new Set(keysOf(server)).size, 1);
        assert.equal(server.attempts, 1);
      },
    ));
}

test('every submission has a key of its own, and no other call has one', () =>
  scene(
    () => ACCEPTED,
    async ({ client, server }) => {
      await client.submitDocument({ image: IMAGE, nonce: 'n' });
      await client.submitLiveness({ frames: [IMAGE, IMAGE], nonce: 'n' });
      await client.livenessNotPossible('I cannot turn my head.');
      await client.finalize();
      const keys = keysOf(server);
      assert.equal(new Set(keys).size, 4);
      for (const key of keys) assert.match(String(key), /^[!-~]{22,255}$/);
      await client.documentChallenge();
      await client.status();
      assert.deepEqual(keysOf(server).slice(4), [undefined, undefined]);
    },
  ));

test('a submission can be repeated with the key that it had before a reload', () =>
  scene(
    () => ACCEPTED,
    async ({ client, server }) => {
      const idempotencyKey = newIdempotencyKey();
      await client.finalize({ idempotencyKey });
      await client.finalize({ idempotencyKey });
      assert.equal(server.attempts, 1);
    },
  ));

test('a form has its texts first, and no name of the person', () =>
  scene(
    () => ACCEPTED,
    async ({ client, server }) => {
      const image = new Blob(['the bytes'], { type: 'image/jpeg' });
      Object.assign(image, { name: 'passport of Anna.jpg' });
      const nonce = 'the nonce';
      await client.submitDocument({ image, nonce, documentType: 'ID_CARD', side: 'BACK' });
      await client.submitLiveness({ frames: [IMAGE, image], nonce: 'n' });
      const [document, liveness] = server.seen.map(({ body }) =>
        [...body.matchAll(/name="(\w+)"(?:; filename="([^"]*)")?/g)].map(([, ...names]) => names),
      );
      assert.deepEqual(document, [
        ['nonce', undefined],
        ['documentType', undefined],
        ['side', undefined],
        ['image', 'document.jpg'],
      ]);
      assert.deepEqual(liveness, [
        ['nonce', undefined],
        ['frames', 'frame-1.png'],
        ['frames', 'frame-2.jpg'],
      ]);
      assert.match(server.seen[0]?.body ?? '', /the bytes/);
      assert.ok(!server.seen.some(({ body }) => body.includes('Anna')));
    },
  ));

test('a server that answers 503 for a minute is waited for', async () => {
  const clock: { timing: FakeTiming | null } = { timing: null };
  await scene(
    () => {
      const passed = (clock.timing?.time ?? 0) - Date.UTC(2026, 0, 1);
      return passed < 60_000
        ? { ...problem(503, 'SVC_UNAVAILABLE'), headers: { 'Retry-After': '2' } }
        : ACCEPTED;
    },
    async ({ client, server, timing }) => {
      clock.timing = timing;
      const repeats: number[] = [];
      const outcome = await client.submitDocument(
        { image: IMAGE, nonce: 'n' },
        { onRepeat: ({ number, status }) => repeats.push(number, status) },
      );
      assert.equal(outcome.ok, true);
      assert.equal(server.seen.length, 6);
      assert.equal(server.attempts, 1);
      assert.deepEqual(repeats, [1, 503, 2, 503, 3, 503, 4, 503, 5, 503]);
      for (const wait of timing.waits) assert.ok(wait >= 2000);
    },
  );
});

test('a call is repeated five times and no more', () =>
  scene(
    () => problem(503, 'SVC_UNAVAILABLE', { retryAfterSeconds: 1 }),
    async ({ client, server, timing }) => {
      const refused = await refusalOf(client.finalize());
      assert.equal(refused.status, 503);
      assert.equal(refused.code, 'SVC_UNAVAILABLE');
      assert.equal(server.seen.length, 6);
      assert.equal(timing.waits.length, 5);
    },
  ));

test('after 429 the client waits as long as Retry-After says, in seconds or by a date', () =>
  scene(
    (_, count) => {
      const date = new Date(Date.UTC(2026, 0, 1, 0, 1, 0)).toUTCString();
      const after = ['7', date][count - 1];
      if (after === undefined) return { status: 200, body: { nonce: 'n', expiresInSeconds: 300 } };
      return { ...problem(429, 'SVC_RATE_LIMITED'), headers: { 'Retry-After': after } };
    },
    async ({ client, timing }) => {
      const challenge = await client.documentChallenge();
      assert.equal(challenge.nonce, 'n');
      assert.deepEqual(timing.waits, [7000, 53_000]);
    },
  ));

test('who is asked to wait for long is told so at once', () =>
  scene(
    () => ({ ...problem(429, 'SVC_QUOTA_EXCEEDED'), headers: { 'Retry-After': '86400' } }),
    async ({ client, server, timing }) => {
      const refused = await refusalOf(client.status());
      assert.equal(refused.retryAfterSeconds, 86_400);
      assert.equal(server.seen.length, 1);
      assert.deepEqual(timing.waits, []);
    },
  ));

test('a key that is still in use is asked for again', () =>
  scene(
    (_, count) => (count === 1 ? problem(409, 'SVC_IDEMPOTENCY_CONFLICT') : ACCEPTED),
    async ({ client, server }) => {
      await client.finalize();
      assert.equal(server.seen.length, 2);
    },
  ));

test('a refusal is told at once, with all that a page needs', () =>
  scene(
    (_, count) =>
      count === 1
        ? problem(401, 'SVC_SESSION_INVALID')
        : problem(409, 'SVC_STEP_OUT_OF_SEQUENCE', { currentStep: 'FINALIZE' }),
    async ({ client, server }) => {
      const ended = await refusalOf(client.submitDocument({ image: IMAGE, nonce: 'n' }));
      assert.equal(ended.status, 401);
      assert.equal(ended.code, 'SVC_SESSION_INVALID');
      assert.equal(ended.detail, 'Why.');
      assert.equal(ended.requestId, 'request-1');
      assert.equal(server.seen.length, 1);
      const early = await refusalOf(client.documentChallenge());
      assert.equal(early.currentStep, 'FINALIZE');
      assert.ok(!JSON.stringify([ended, String(ended), ended.stack]).includes(TOKEN));
    },
  ));

test('without a network the call ends as NETWORK', async () => {
  const server = new ScriptedServer(() => ACCEPTED);
  const address = await server.start();
  await server.stop();
  const client = new CaptureClient({ server: address, token: TOKEN, timing: new FakeTiming() });
  const refused = await refusalOf(client.status());
  assert.deepEqual([refused.status, refused.code], [0, 'NETWORK']);
});

test('what is no answer of the server is told so, whatever it is', () => {
  const bodies = ['<html>', '', 'null', '[]', '"text"', '7', '{', '[{"code":"A"}]'];
  const problems = ['{}', '{"code":7}', '{"code":null}', '{"detail":"d"}'];
  const replies = [
    ...bodies.flatMap((body) => [200, 302, 404, 500].map((status) => ({ status, body }))),
    ...problems.map((body) => ({ status: 404, body })),
  ];
  return scene(
    (_, count) => replies[count - 1] ?? ACCEPTED,
    async ({ client, server }) => {
      for (const { status } of replies) {
        const refused = await refusalOf(client.status());
        assert.deepEqual([refused.status, refused.code], [status, 'UNEXPECTED_ANSWER']);
      }
      assert.equal(server.seen.length, replies.length);
    },
  );
});

test('a server that says nothing is given up after a while', () =>
  scene(
    () => 'silent',
    async ({ server, address }) => {
      const asked = { method: 'GET', url: address, headers: {}, body: null, signal: null } as const;
      const more = { patience: 20, wanted: 'text', onProgress: null } as const;
      await assert.rejects(byFetch(fetch)({ ...asked, ...more }), NoAnswer);
      assert.equal(server.seen.length, 1);
    },
  ));

test('a call is aborted before it, while it is made, and while a repeat is waited for', () =>
  scene(
    (_, count) => (count === 1 ? 'silent' : problem(503, 'SVC_UNAVAILABLE')),
    async ({ client, server, timing }) => {
      const reason = new Error('the person left');
      await assert.rejects(client.status({ signal: AbortSignal.abort(reason) }), reason);
      assert.equal(server.seen.length, 0);
      const during = new AbortController();
      const call = client.status({ signal: during.signal });
      while (server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
      during.abort(reason);
      await assert.rejects(call, reason);
      const between = new AbortController();
      const onRepeat = (): void => between.abort(reason);
      await assert.rejects(client.status({ signal: between.signal, onRepeat }), reason);
      assert.equal(server.seen.length, 2);
      assert.deepEqual(timing.waits, []);
    },
  ));

test('a logo is fetched with the token, as bytes', () =>
  scene(
    (_, count) =>
      count === 1
        ? { status: 200, body: 'the picture', headers: { 'Content-Type': 'image/png' } }
        : problem(404, 'SVC_NOT_FOUND'),
    async ({ client, server }) => {
      const logo = await client.logo();
      assert.equal(logo.type, 'image/png');
      assert.equal(await logo.text(), 'the picture');
      assert.equal(server.seen[0]?.headers.authorization, `Bearer ${TOKEN}`);
      assert.equal((await refusalOf(client.logo())).code, 'SVC_NOT_FOUND');
    },
  ));

test('the token is in one header and nowhere else', () =>
  scene(
    () => ACCEPTED,
    async ({ client, server }) => {
      await client.status({ wait: 25, since: 7 });
      await client.submitDocument({ image: IMAGE, nonce: 'n' });
      await client.capture();
      await client.handoff();
      await client.consent('2026-01');
      assert.equal(server.seen[0]?.path, '/api/sdk/status?wait=25s&since=7');
      for (const { path, headers, body } of server.seen) {
        const { authorization, ...others } = headers;
        assert.equal(authorization, `Bearer ${TOKEN}`);
        assert.ok(!JSON.stringify([path, others, body]).includes(TOKEN));
      }
    },
  ));

test('a code is exchanged for a token, which the next call has', () =>
  scene(
    ({ body }) => {
      const asked = JSON.parse(body || '{}') as { number?: number };
      return asked.number === undefined
        ? { status: 200, body: { sessionToken: null, expiresAt: null, numbers: [17, 42, 88] } }
        : { status: 200, body: { sessionToken: 'svct_new', expiresAt: '', numbers: [] } };
    },
    async ({ client, server }) => {
      client.token = null;
      const first = await client.redeem('the code');
      assert.deepEqual(first.numbers, [17, 42, 88]);
      assert.equal(client.token, null);
      await client.redeem('the code', 42);
      assert.equal(client.token, 'svct_new');
      await client.status();
      const sent = server.seen.map(({ headers }) => headers.authorization);
      assert.deepEqual(sent, [undefined, undefined, 'Bearer svct_new']);
      assert.ok(!server.seen.some(({ path }) => path.includes('code')));
      const [once, again] = keysOf(server);
      assert.ok(typeof once === 'string' && once !== again);
    },
  ));

test('a key is made where the page has no https', () => {
  const own = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey));
    assert.equal(keys.size, 100);
    for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
  } finally {
    if (own !== undefined) Object.defineProperty(crypto, 'randomUUID', own);
    else Reflect.deleteProperty(crypto, 'randomUUID');
  }
  assert.match(newIdempotencyKey(), /^[0-9a-f-]{36}$/);
});

test('an address of a server is taken whole or not at all', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (address) => {
    asked.push(String(address));
    return new Response('{}');
  };
  for (const server of ['', 'https://a.example/verify/', new URL('http://localhost:8080')]) {
    await new CaptureClient({ server, fetch }).status();
  }
  assert.deepEqual(asked, [
    '/api/sdk/status',
    'https://a.example/verify/api/sdk/status',
    'http://localhost:8080/api/sdk/status',
  ]);
  const bad = ['ftp://a.example', 'https://a.example?token=1', 'https://u:p@a.example', 'a'];
  for (const server of bad) {
    assert.throws(() => new CaptureClient({ server }), TypeError);
  }
});
