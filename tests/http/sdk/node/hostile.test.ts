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
