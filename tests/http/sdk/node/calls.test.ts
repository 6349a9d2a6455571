// The calls of the SDK for Node.js against a server that loses answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';

import { Countersign, Refusal, UnexpectedAnswer, Unreachable } from '@countersign/server';
import type { Settings } from '@countersign/server';

import { problem, ScriptedServer } from '../../../browser/web/scripted_server.js';
import type { Reply, Script, Seen } from '../../../browser/web/scripted_server.js';

const KEY = 'svck_FOqgCSK2SHiRyiamWy1E_A';
const SECRET = 'svcs_a-secret-that-nobody-sees';
const ID = '01a2191a-41ca-79eb-b26e-7692dad6d21e';
const SESSION = {
  sessionId: ID,
  sessionToken: 'svct_a-token',
  captureUrl: 'https://verify.example/capture#c=a-code',
  sandbox: true,
};
const ok = (body: unknown): Reply => ({ status: 200, body });

interface Tried {
  client: Countersign;
  seen: Seen[];
  /** Milliseconds that the client has waited, without waiting. */
  waits: number[];
  server: ScriptedServer;
}

async function against(
  script: Script,
  work: (tried: Tried) => Promise<void>,
  settings: Partial<Settings> = {},
): Promise<void> {
  const server = new ScriptedServer(script);
  const waits: number[] = [];
  const timing: Settings['timing'] = {
    now: () => Date.parse('2026-11-30T12:00:00Z'),
    wait: (milliseconds, signal) => {
      waits.push(milliseconds);
      return signal?.aborted === true ? Promise.reject(signal.reason) : Promise.resolve();
    },
    random: () => 0,
  };
  const base = { clientKey: KEY, clientSecret: SECRET, timing };
  const client = new Countersign({ server: await server.start(), ...base, ...settings });
  try {
    await work({ client, seen: server.seen, waits, server });
  } finally {
    await server.stop();
  }
}

const refusalOf = async (call: Promise<unknown>): Promise<Refusal> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Refusal, String(error));
  return error;
};

test('create has the credentials in its body, and other calls have them in headers', () =>
  against(
    (asked) => ok(asked.method === 'POST' ? SESSION : { sessionId: ID }),
    async ({ client, seen }) => {
      const session = await client.createSession({ userRef: 'customer-17', purpose: 'LIVENESS' });
      assert.equal(session.captureUrl, SESSION.captureUrl);
      await client.getResult(ID);
      const [create, result] = seen as [Seen, Seen];
      assert.deepEqual(JSON.parse(create.body), {
        userRef: 'customer-17',
        purpose: 'LIVENESS',
        clientKey: KEY,
        clientSecret: SECRET,
      });
      assert.equal(create.headers['x-svc-client-secret'], undefined);
      assert.equal(result.path, `/api/svc/session/${ID}/result`);
      assert.equal(result.headers['x-svc-client-key'], KEY);
      assert.equal(result.headers['x-svc-client-secret'], SECRET);
      assert.match(String(result.headers['user-agent']), /^countersign-node\/\d/);
    },
  ));

test('a create whose answer is lost is repeated with the same key, and counts once', () =>
  against(
    (_, count) => (count <= 2 ? 'lost' : ok(SESSION)),
    async ({ client, seen, waits, server }) => {
      await client.createSession();
      assert.equal(server.attempts, 1);
      assert.deepEqual(waits, [500, 1250]);
      const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']));
      assert.equal(keys.size, 1);
      await client.createSession({}, { idempotencyKey: 'order-17' });
      assert.equal(seen.at(-1)?.headers['idempotency-key'], 'order-17');
      await client.createSession();
      assert.equal(server.attempts, 3);
    },
  ));

test('a call that might count twice is not repeated when its answer is lost', () =>
  against(
    () => 'lost',
    async ({ client, seen, waits }) => {
      const calls = [
        () => client.renewLink(ID),
        () => client.cancelSession(ID),
        () => client.rotateWebhook('whep_1'),
        () => client.replayWebhook('whep_1', { after: 3 }),
      ];
      for (const call of calls) await assert.rejects(call, Unreachable);
      assert.equal(seen.length, calls.length);
      assert.deepEqual(waits, []);
      await assert.rejects(client.purgeSession(ID), Unreachable);
      assert.equal(seen.length, calls.length + 6);
    },
  ));

test('503 is repeated for a call that may be, after the time that the server asks for', () =>
  against(
    (_, count) =>
      count === 1
        ? { ...problem(503, 'SVC_UNAVAILABLE'), headers: { 'Retry-After': '7' } }
        : ok({ sessionId: ID }),
    async ({ client, waits }) => {
      await client.getResult(ID);
      assert.deepEqual(waits, [7000]);
    },
  ));

test('503 is not repeated for a call that may have happened, and 429 is for every call', () =>
  against(
    (_, count) =>
      count === 1
        ? problem(503, 'SVC_UNAVAILABLE')
        : count === 2
          ? { ...problem(429, 'SVC_RATE_LIMITED'), headers: { 'Retry-After': '2' } }
          : ok({ sessionId: ID }),
    async ({ client, seen, waits }) => {
      assert.equal((await refusalOf(client.cancelSession(ID))).code, 'SVC_UNAVAILABLE');
      assert.equal(seen.length, 1);
      await client.cancelSession(ID);
      assert.deepEqual(waits, [2000]);
    },
  ));

test('a key that is still at work is waited for', () =>
  against(
    (_, count) => (count === 1 ? problem(409, 'SVC_IDEMPOTENCY_CONFLICT') : ok(SESSION)),
    async ({ client, seen }) => {
      await client.createSession();
      assert.equal(seen.length, 2);
    },
  ));

test('a spent quota, a refusal, and a wait beyond the bound are told at once', async () => {
  const date = 'Mon, 30 Nov 2026 13:00:00 GMT';
  for (const reply of [
    problem(429, 'SVC_QUOTA_EXCEEDED'),
    problem(400, 'SVC_INVALID_PARAMETER', { field: 'userRef' }),
    problem(404, 'SVC_NOT_FOUND'),
    problem(500, 'SVC_INTERNAL'),
    { ...problem(503, 'SVC_UNAVAILABLE'), headers: { 'Retry-After': '121' } },
    { ...problem(503, 'SVC_UNAVAILABLE'), headers: { 'Retry-After': date } },
  ]) {
    await against(
      () => reply,
      async ({ client, seen, waits }) => {
        const refusal = await refusalOf(client.createSession());
        const { code } = reply.body as { code: string };
        assert.equal(refusal.code, code);
        assert.equal(refusal.status, reply.status);
        assert.equal(refusal.requestId, 'request-1');
        assert.equal(refusal.detail, 'Why.');
        const says = `createSession: ${reply.status} ${code}: Why. (request request-1)`;
        assert.equal(refusal.message, says);
        assert.equal(seen.length, 1);
        assert.deepEqual(waits, []);
      },
    );
  }
});

test('a call is repeated five times at most, and not at all where it is told so', async () => {
  await against(
    () => problem(503, 'SVC_UNAVAILABLE'),
    async ({ client, seen, waits }) => {
      await refusalOf(client.getResult(ID));
      assert.equal(seen.length, 6);
      assert.ok(waits.every((wait, i) => i === 0 || wait > (waits[i - 1] ?? 0)));
    },
  );
  await against(
    () => 'lost',
    async ({ client, seen }) => {
      await assert.rejects(client.getResult(ID), Unreachable);
      assert.equal(seen.length, 1);
    },
    { repeats: 0 },
  );
});

test('a call ends by its signal, with its reason', () =>
  against(
    () => 'silent',
    async ({ client, seen }) => {
      const end = new AbortController();
      const call = client.getResult(ID, { signal: end.signal });
      while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
      end.abort(new Error('enough'));
      await assert.rejects(call, /^Error: enough$/);
      await assert.rejects(client.getResult(ID, { signal: end.signal }), /^Error: enough$/);
      assert.equal(seen.length, 1);
    },
  ));

test('a server that says nothing is given up', () =>
  against(
    () => 'silent',
    async ({ client }) => {
      await assert.rejects(
        client.getResult(ID),
        (error) => error instanceof Unreachable && /no answer came in time/.test(error.message),
      );
    },
    { timeoutMs: 50, repeats: 0 },
  ));

test('a redirect is not followed', () =>
  against(
    () => ({ status: 307, headers: { Location: '/elsewhere' } }),
    async ({ client, seen }) => {
      const refusal = await refusalOf(client.getResult(ID));
      assert.deepEqual([refusal.status, refusal.code], [307, '']);
      assert.equal(seen.length, 1);
    },
  ));

test('an answer that is no JSON, or too long, is told', async () => {
  await against(
    () => ok('<html>'),
    ({ client }) => assert.rejects(client.getResult(ID), UnexpectedAnswer),
  );
  await against(
    () => ok('x'.repeat(1001)),
    async ({ client }) => {
      await assert.rejects(client.downloadBundle(ID), UnexpectedAnswer);
      assert.equal((await client.getReceipt(ID)).length, 1001);
    },
    { maxBytes: 1000 },
  );
  await against(
    () => ({ status: 502, body: '<html>', headers: { 'Content-Type': 'text/html' } }),
    async ({ client }) => {
      const refusal = await refusalOf(client.getResult(ID));
      assert.equal(refusal.code, '');
      assert.equal(refusal.status, 502);
    },
    { repeats: 0 },
  );
});

test('no secret is printed with the client, an answer or an error', () =>
  against(
    (asked) => (asked.method === 'POST' ? ok(SESSION) : problem(404, 'SVC_NOT_FOUND')),
    async ({ client }) => {
      const session = await client.createSession();
      const refusal = await refusalOf(client.getResult(ID));
      const all = [client, session, { session }, refusal];
      const printed = inspect(all, { depth: 9, showHidden: true });
      for (const secret of [SECRET, SESSION.sessionToken, SESSION.captureUrl]) {
        assert.ok(!printed.includes(secret), printed);
      }
      assert.match(printed, /sessionToken: '\[hidden\]'/);
      assert.ok(printed.includes(ID));
      assert.equal(session.sessionToken, SESSION.sessionToken);
      assert.deepEqual(JSON.parse(JSON.stringify(session)), SESSION);
    },
  ));

test('an id is one segment of the path, whatever it holds', () =>
  against(
    () => ok({}),
    async ({ client, seen }) => {
      await client.getResult('a/../b?c#d%2e');
      assert.equal(seen[0]?.path, '/api/svc/session/a%2F..%2Fb%3Fc%23d%252e/result');
      await client.getTile('0/x001/067.p/3');
      assert.equal(seen[1]?.path, '/api/svc/log/tile/0/x001/067.p/3');
      for (const id of ['', '.', '..']) assert.throws(() => client.getResult(id), TypeError);
      assert.throws(() => client.getTile('0/../1'), TypeError);
      assert.equal(seen.length, 2);
    },
  ));

test('all pages of a list are gone through, each once', () =>
  against(
    (_, count) => {
      const events = count > 2 ? [] : [{ sequence: count }];
      return ok({ sandbox: true, events, next: count });
    },
    async ({ client, seen }) => {
      const sequences: number[] = [];
      for await (const event of client.allEvents({ limit: 1 })) sequences.push(event.sequence);
      assert.deepEqual(sequences, [1, 2]);
      assert.deepEqual(
        seen.map(({ path }) => path.replace('/api/svc/events', '')),
        ['?limit=1', '?limit=1&after=1', '?limit=1&after=2'],
      );
    },
  ));

test('a secret is not sent in the clear, and a wrong setting is told without it', () => {
  const right = { server: 'https://a.example', clientKey: KEY, clientSecret: SECRET };
  const made = (settings: Partial<Settings>): Countersign =>
    new Countersign({ ...right, ...settings });
  for (const host of ['localhost:8080/', '[::1]:1', '127.0.0.1']) {
    made({ server: `http://${host}` });
  }
  made({ server: 'http://a.example', allowPlainHttp: true });
  const wrong: Partial<Settings>[] = [
    ...['http://a.example', 'ftp://a.example', 'a.example', '', 'https://u:p@a.example'].map(
      (server) => ({ server }),
    ),
    { server: 'https://a.example/?x=1' },
    ...['/p\r\nX: y', '/p\tq', '/p q', ':0', '/\u2028', ' '].map((end) => ({
      server: `https://a.example${end}`,
    })),
    { server: 'http://127.0.0.1.a.example' },
    { clientSecret: '' },
    { clientSecret: `${SECRET}\n` },
    { clientKey: 'a b' },
  ];
  for (const settings of wrong) {
    assert.throws(
      () => made(settings),
      (error) => error instanceof TypeError && !error.message.includes(SECRET),
    );
  }
});

test('a key that is no header is told before anything is sent', () =>
  against(
    () => ok(SESSION),
    async ({ client, seen }) => {
      for (const idempotencyKey of ['', 'a b', 'a\r\nb', 'x'.repeat(256)]) {
        await assert.rejects(client.createSession({}, { idempotencyKey }), TypeError);
      }
      assert.equal(seen.length, 0);
    },
  ));
