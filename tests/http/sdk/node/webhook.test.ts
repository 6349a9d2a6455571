// A delivery of the server, verified by the SDK for Node.js.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { BadDelivery, verifyWebhook } from '@countersign/server';
import type { Delivery } from '@countersign/server';

import { delivery } from './made.js';

const { body, headers, secrets, publicKeys } = delivery;
const at = Number(headers['webhook-timestamp']);
const STRANGE = Buffer.alloc(32, 9).toString('base64');

type Given = Parameters<typeof verifyWebhook>;

// Verifies at the moment when the delivery was made.
const verified = (
  given: Given[0],
  fields: Given[1],
  keys: Given[2] = secrets,
  options: Given[3] = {},
): Delivery => verifyWebhook(given, fields, keys, { now: at, ...options });

function refused(...given: Parameters<typeof verified>): void {
  assert.throws(() => verified(...given), BadDelivery);
}

// A body that is signed by the first secret.
function signed(text: string, time = at): Record<string, string> {
  const key = Buffer.from(secrets[0].slice('whsec_'.length), 'base64');
  const hash = createHmac('sha256', key).update(`msg_1.${time}.${text}`).digest('base64');
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${time}`,
    'webhook-signature': `v1,${hash}`,
  };
}

test('a delivery is accepted by either secret of a rotation, by both, and by a public key', () => {
  for (const keys of [...secrets, secrets, ...publicKeys, [`whsec_${STRANGE}`, secrets[1]]]) {
    for (const given of [body, Buffer.from(body)]) {
      const told = verified(given, headers, keys);
      assert.equal(told.id, headers['webhook-id']);
      assert.equal(told.type, 'session.completed');
      assert.equal(told.challenge, null);
      assert.equal(told.message?.data.resultStatus, 'REVIEW');
      assert.equal(told.message?.data.log.index, 14);
    }
  }
});

test('a challenge is told apart', () => {
  const { challenge } = delivery;
  const told = verified(challenge.body, challenge.headers);
  assert.equal(told.challenge, 'a-challenge');
  assert.equal(told.message, null);
});

test('fields are found in any case, in lists, and in Headers', () => {
  const entries = Object.entries(headers);
  const loud = Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value]));
  const listed = Object.fromEntries(entries.map(([name, value]) => [name, [value]]));
  for (const fields of [loud, listed, new Headers(headers)]) {
    assert.equal(verified(body, fields).type, 'session.completed');
  }
});

test('another body, id, time, signature and key are refused', () => {
  refused(body.replace('COMPLETED', 'CANCELED'), headers);
  refused(`${body} `, headers);
  refused(body, { ...headers, 'webhook-id': 'msg_other' });
  refused(body, { ...headers, 'webhook-timestamp': `${at + 1}` });
  for (const signature of ['v1,', 'v1', ',', ' ', `v1,${STRANGE}`, `v1a,${STRANGE}`, 'v1,AA==']) {
    refused(body, { ...headers, 'webhook-signature': signature });
  }
  refused(body, headers, [`whsec_${STRANGE}`, `whpk_${STRANGE}`]);
});

test('a signature counts for its own kind of key alone', () => {
  const kinds = (kind: string): string =>
    (headers['webhook-signature'] ?? '')
      .split(' ')
      .filter((each) => each.startsWith(`${kind},`))
      .join(' ');
  refused(body, { ...headers, 'webhook-signature': kinds('v1') }, publicKeys);
  refused(body, { ...headers, 'webhook-signature': kinds('v1a') }, secrets);
  const exchanged = kinds('v1').replaceAll('v1,', 'v1a,');
  refused(body, { ...headers, 'webhook-signature': exchanged }, [...secrets, ...publicKeys]);
});

test('a base64 of another form than the one is no signature', () => {
  const loose = (headers['webhook-signature'] ?? '').replaceAll('=', '');
  refused(body, { ...headers, 'webhook-signature': loose });
});

test('a delivery is accepted within the tolerance and refused beyond, on both sides', () => {
  for (const [now, isFit] of [
    [at + 300, true],
    [at + 301, false],
    [at - 300, true],
    [at - 301, false],
  ] as const) {
    if (isFit) verified(body, headers, secrets, { now });
    else refused(body, headers, secrets, { now });
  }
  refused(body, headers, secrets, { now: at + 11, toleranceSeconds: 10 });
  refused(body, headers, secrets, { now: at, toleranceSeconds: Number.NaN });
  for (const text of ['', 'soon', '1e9', '-1', `${at}.0`, ` ${at}`]) {
    refused(body, { ...headers, 'webhook-timestamp': text });
  }
});

test('without another time the clock of this machine counts', () => {
  const now = Math.floor(Date.now() / 1000);
  assert.equal(verifyWebhook(body, signed(body, now), secrets).type, 'session.completed');
  for (const time of [now - 3600, now + 3600]) {
    assert.throws(() => verifyWebhook(body, signed(body, time), secrets), /too old, or the clock/);
  }
});

test('a field that is absent or there twice is refused', () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const { [name]: value, ...others } = headers;
    refused(body, others);
    refused(body, { ...others, [name]: [value ?? '', value ?? ''] });
    refused(body, { ...headers, [name.toUpperCase()]: value ?? '' });
  }
  const many = Array.from({ length: 17 }, () => `v1,${STRANGE}`).join(' ');
  refused(body, { ...headers, 'webhook-signature': `${many} ${headers['webhook-signature']}` });
});

test('a field that is no text is refused', () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    for (const strange of [null, 7, [null], [7], [], {}, true]) {
      refused(body, { ...headers, [name]: strange } as unknown as Given[1]);
    }
  }
  refused(body, new Headers({ ...headers, 'webhook-id': '' }));
});

test('a signed body whose values lie too deep is refused', () => {
  for (const begin of ['[', '{"a":', '{"type":"session.completed","data":']) {
    const end = { '[': ']' }[begin] ?? '}';
    for (const text of [begin.repeat(200_000), begin.repeat(200_000) + end.repeat(200_000)]) {
      refused(text, signed(text));
    }
  }
});

test('a signed body that is no message is refused, and an unknown type is not', () => {
  for (const text of ['', 'null', '[]', '{}', '{"type":1,"data":{}}', '{"type":"x","data":null}']) {
    refused(text, signed(text));
  }
  const text = '{"type":"session.dreamt","data":{"sessionId":"1"},"more":true}';
  assert.equal(verified(text, signed(text)).message?.data.sessionId, '1');
  const other = '{"type":"account.changed","data":{}}';
  assert.equal(verified(other, signed(other)).message, null);
});

test('a wrong argument is told apart from a wrong delivery, without the key in its text', () => {
  const parsed = JSON.parse(body) as Uint8Array;
  assert.throws(() => verifyWebhook(parsed, headers, secrets), TypeError);
  assert.throws(() => verifyWebhook(body, headers, []), TypeError);
  const [secret] = secrets;
  for (const key of [secret.slice(1), `${secret}!`, 'whsec_', 'whsec_AAAA', 'whpk_AAAAAAAA']) {
    assert.throws(
      () => verifyWebhook(body, headers, [...secrets, key]),
      (error) => error instanceof TypeError && !error.message.includes(key.slice(6) || '\n'),
    );
  }
});
