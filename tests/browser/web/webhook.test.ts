// A delivery to a webhook, verified by the reference library of Standard Webhooks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { Webhook } from 'standardwebhooks';

import { MADE } from './files.js';

interface Delivery {
  headers: Record<string, string>;
  body: string;
  secrets: string[];
}

const delivery = JSON.parse(readFileSync(join(MADE, 'webhook.json'), 'utf8')) as Delivery;

test('the reference library accepts a delivery with either secret of a rotation', () => {
  assert.equal(delivery.secrets.length, 2);
  for (const secret of delivery.secrets) {
    const event = new Webhook(secret).verify(delivery.body, delivery.headers) as {
      type: string;
      data: { log: { index: number } };
    };
    assert.equal(event.type, 'session.completed');
    assert.equal(event.data.log.index, 14);
  }
});

test('the reference library refuses another body, id, time and secret', () => {
  const [secret] = delivery.secrets;
  assert.ok(secret);
  const { body, headers } = delivery;
  const accepts = (text: string, more: Record<string, string>, key = secret): unknown =>
    new Webhook(key).verify(text, { ...headers, ...more });
  assert.throws(() => accepts(body.replace('COMPLETED', 'CANCELED'), {}));
  assert.throws(() => accepts(body, { 'webhook-id': 'msg_other' }));
  const later = String(Number(headers['webhook-timestamp']) + 1);
  assert.throws(() => accepts(body, { 'webhook-timestamp': later }));
  assert.throws(() => accepts(body, {}, `whsec_${Buffer.alloc(32).toString('base64')}`));
});
