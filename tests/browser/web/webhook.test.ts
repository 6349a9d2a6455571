// A delivery to a webhook, verified by the reference library of Standard Webhooks and by the
// receiver that docs/webhooks.md shows.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { test } from 'node:test';

import { Webhook } from 'standardwebhooks';

import { MADE, PRINT_WEBHOOK, ROOT, run } from './files.js';

interface Sent {
  headers: Record<string, string>;
  body: string;
}
interface Delivery extends Sent {
  challenge: Sent;
  secrets: string[];
  publicKeys: string[];
}

// Made now: a delivery of some minutes ago is refused.
const delivery = JSON.parse(run(PRINT_WEBHOOK, []).output) as Delivery;

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

test('the reference library verifies a challenge as it does an event', () => {
  const [secret] = delivery.secrets;
  assert.ok(secret);
  const { body, headers } = delivery.challenge;
  const event = new Webhook(secret).verify(body, headers) as {
    type: string;
    data: { challenge: string };
  };
  assert.equal(event.type, 'webhook.challenge');
  assert.equal(event.data.challenge, 'a-challenge');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

// Runs the page's receiver with a key while `work` sends to it.
async function withReceiver(
  key: string,
  work: (
    send: (body: string, headers: Record<string, string>) => Promise<number>,
    answer: (sent: Sent) => Promise<string>,
  ) => Promise<void>,
): Promise<string> {
  const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
  const script = join(MADE, 'receiver.mjs');
  writeFileSync(script, /```js\n([^`][\s\S]*?)\n```/.exec(page)?.[1] ?? '');
  const port = await freePort();
  const receiver = spawn(execPath, [script, `${port}`, key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  receiver.stdout.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const post = (body: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body, headers });
  const send = async (body: string, headers: Record<string, string>): Promise<number> =>
    (await post(body, headers)).status;
  const answer = async ({ body, headers }: Sent): Promise<string> => {
    const response = await post(body, headers);
    return `${response.status} ${await response.text()}`;
  };
  const isUp = (): Promise<boolean> => send('', {}).then(() => true, () => false);
  try {
    while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50));
    await work(send, answer);
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
  return said;
}

test('the receiver of the page accepts a delivery by secret or public key', async () => {
  const { body, headers } = delivery;
  for (const key of [...delivery.secrets, ...delivery.publicKeys]) {
    const said = await withReceiver(key, async (send, answer) => {
      assert.equal(await answer(delivery.challenge), '200 a-challenge');
      const { headers: signed } = delivery.challenge;
      assert.equal(await answer({ headers: signed, body: '{"challenge":"mine"}' }), '400 ');
      assert.equal(await send(body, headers), 204);
      assert.equal(await send(body.replace('COMPLETED', 'CANCELED'), headers), 400);
      assert.equal(await send(body, { ...headers, 'webhook-id': 'msg_other' }), 400);
      const old = String(Number(headers['webhook-timestamp']) - 600);
      assert.equal(await send(body, { ...headers, 'webhook-timestamp': old }), 400);
    });
    assert.equal(said, `${headers['webhook-id']} ${body}\n`);
  }
  const other = Buffer.alloc(32, 9).toString('base64');
  for (const key of [`whsec_${other}`, `whpk_${other}`]) {
    await withReceiver(key, async (send) => assert.equal(await send(body, headers), 400));
  }
});
