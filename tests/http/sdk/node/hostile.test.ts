// The SDK for Node.js against a server that means harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Countersign, CountersignError, Refusal, UnexpectedAnswer } from '@countersign/server';

const HARM = 'a\x1b[2J\r\nforged\x7f\x9b\u2028\u2029\u202e\u2066\u200f\ud800\u{e0041}\tz';
const SHOWN =
  'a\\x1b[2J\\x0d\\x0aforged\\x7f\\u009b' +
  '\\u2028\\u2029\\u202e\\u2066\\u200f\\ud800\\U000e0041\\x09z';

// The error of a call that gets this answer.
async function errorOf(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<CountersignError> {
  const kind = status === 200 ? 'application/json' : 'application/problem+json';
  const init = { status, headers: { 'Content-Type': kind, ...headers } };
  const client = new Countersign({
    server: 'https://verify.example',
    clientKey: 'svck_a',
    clientSecret: 'svcs_a',
    repeats: 0,
    fetch: () => Promise.resolve(new Response(body, init)),
  });
  const error: unknown = await client.getResult('1').then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CountersignError, String(error));
  return error;
}

test('values that lie too deep are no answer and no problem', async () => {
  for (const [begin, end] of [['[', ']'], ['{"a":', '}']] as const) {
    for (const body of [begin.repeat(200_000), begin.repeat(200_000) + '1' + end.repeat(200_000)]) {
      assert.ok((await errorOf(200, body)) instanceof UnexpectedAnswer);
      const refusal = await errorOf(400, body);
      assert.ok(refusal instanceof Refusal);
      assert.equal(refusal.problem, null);
      assert.equal(refusal.code, '');
    }
  }
});

test('a time to retry after that no clock has is none', async () => {
  const body = '{"code":"SVC_UNAVAILABLE","detail":"Why."}';
  const far = 'Mon, 01 Jan 99999999999999999999 00:00:00 GMT';
  for (const field of [far, 'Mon, x GMT', 'Mon,  GMT']) {
    const refusal = await errorOf(503, body, { 'Retry-After': field });
    assert.ok(refusal instanceof Refusal);
    assert.equal(refusal.retryAfterSeconds, null);
  }
});

test('a text of the server moves no terminal and forges no line', async () => {
  const told = { code: HARM, detail: HARM, requestId: HARM };
  const refusal = await errorOf(400, JSON.stringify(told));
  assert.ok(refusal instanceof Refusal);
  assert.equal(refusal.message, `getResult: 400 ${SHOWN}: ${SHOWN} (request ${SHOWN})`);
  assert.deepEqual([refusal.code, refusal.detail, refusal.requestId], [SHOWN, SHOWN, SHOWN]);
  assert.deepEqual(refusal.problem, told);
  const error = await errorOf(200, '{', { 'X-Request-Id': 'a\x1b[2J\x9b' });
  assert.ok(error.message.endsWith('(request a\\x1b[2J\\u009b)'), error.message);
});

test('what is no text is not told', async () => {
  for (const strange of [{ a: 1 }, [1], 7, null, true]) {
    const told = { code: 'SVC_NOT_FOUND', detail: strange, requestId: strange };
    const error = await errorOf(404, JSON.stringify(told), { 'X-Request-Id': 'request-2' });
    assert.equal(error.message, 'getResult: 404 SVC_NOT_FOUND:  (request request-2)');
  }
});

// A client of a server that answers each request, counted from 1, as the script says.
function clientOf(answers: (count: number) => unknown): { client: Countersign; asked(): number } {
  let count = 0;
  const client = new Countersign({
    server: 'https://verify.example',
    clientKey: 'svck_a',
    clientSecret: 'svcs_a',
    repeats: 0,
    fetch: () => {
      count += 1;
      const headers = { 'Content-Type': 'application/json' };
      return Promise.resolve(new Response(JSON.stringify(answers(count)), { headers }));
    },
  });
  return { client, asked: () => count };
}

// Goes through a list to its UnexpectedAnswer: the items until then, and the requests.
async function walk(
  allOf: (client: Countersign) => AsyncGenerator,
  answers: (count: number) => unknown,
): Promise<[number, number]> {
  const { client, asked } = clientOf(answers);
  let items = 0;
  await assert.rejects(async () => {
    for await (const item of allOf(client)) items += item === undefined ? 0 : 1;
  }, UnexpectedAnswer);
  return [items, asked()];
}

const events = (client: Countersign): AsyncGenerator => client.allEvents();
const sessions = (client: Countersign): AsyncGenerator => client.allSessions();

test('a page that is none ends the walk with an error of the package', async () => {
  const places = ['1', null, true, 1.5, -1, 2 ** 53, [1]].map((next) => ({ events: [{}], next }));
  for (const page of [
    [],
    7,
    null,
    {},
    { events: [{}] },
    { next: 1 },
    { events: null, next: 1 },
    { events: { a: 1 }, next: 1 },
    { events: [{}, 'a'], next: 1 },
    ...places,
  ]) {
    assert.deepEqual(await walk(events, () => page), [0, 1], JSON.stringify(page));
  }
  for (const next of [7, '', [], {}, true]) {
    assert.deepEqual(await walk(sessions, () => ({ items: [{}], next })), [0, 1], String(next));
  }
  assert.deepEqual(await walk(sessions, () => ({ items: [] })), [0, 1]);
});

test('a place that comes again ends the walk', async () => {
  const stuck = { events: [{}], next: 5 };
  assert.deepEqual(await walk(events, () => stuck), [1, 2]);
  assert.deepEqual(await walk((client) => client.allEvents({ wait: '1s' }), () => stuck), [1, 2]);
  assert.deepEqual(await walk(sessions, () => ({ items: [], next: 'a' })), [0, 2]);
  for (const [before, length] of [[0, 2], [0, 3], [5, 7], [9, 4]] as const) {
    const [, requests] = await walk(
      (client) => client.allPerson(),
      (count) => {
        const place = count <= before ? count : before + ((count - before) % length);
        return { items: [{}], next: `place ${place}` };
      },
    );
    assert.ok(requests > before + length && requests <= 3 * (before + length) + 1, `${requests}`);
  }
});

test('a long list and a feed without news are no harm', async () => {
  const { client } = clientOf((n) => ({ items: [{}], next: n < 200 ? `${n}` : null }));
  let items = 0;
  for await (const item of client.allSessions()) items += item === undefined ? 0 : 1;
  assert.equal(items, 200);
  const quiet = clientOf((n) => (n > 6 ? { events: [{}], next: 4 } : { events: [], next: 3 }));
  const feed = quiet.client.allEvents({ after: 3, wait: '1s' });
  assert.deepEqual(await feed.next(), { done: false, value: {} });
  assert.equal(quiet.asked(), 7);
});
