// The SDKs and their samples against a real server, as a client of a sandbox.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { after, before, test } from 'node:test';

import { Countersign, Refusal } from '@countersign/server';
import type { DecideReview } from '@countersign/server';

import { freePort, Server } from '../../../browser/drive/support/server.js';
import { MADE, named, ROOT } from '../node/files.js';
import { capture, redeem } from './device.js';

const PYTHON = named('COUNTERSIGN_PYTHON');
const pythonPath = { PYTHONPATH: join(ROOT, 'http/sdk/python'), PYTHONDONTWRITEBYTECODE: '1' };

let server: Server;
let client: Countersign;

before(async () => {
  server = await Server.start(['--webhook-allow', '127.0.0.0/8'], undefined, 'sdk', ['--sandbox']);
  client = new Countersign({ server: server.base, ...server.credentials });
});

after(() => server?.stop());

// A session whose capture had the result; returns its id.
async function ended(result: string): Promise<string> {
  const session = await client.createSession({ purpose: 'DOCUMENT_VERIFICATION' });
  assert.equal(await capture(server.base, session.sessionToken, `result-${result}`), result);
  return session.sessionId;
}

async function refused(call: Promise<unknown>, status: number, code: string): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.deepEqual([error.status, error.code], [status, code]);
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
    return true;
  });
}

test('a session is opened, captured, read and downloaded', async () => {
  const wish = { userRef: 'customer-17', purpose: 'DOCUMENT_VERIFICATION' } as const;
  const session = await client.createSession(wish);
  assert.equal(session.sandbox, true);
  assert.ok(session.captureUrl?.startsWith(`${server.base}/capture#c=`));
  const token = await redeem(server.base, session.captureUrl ?? '');
  assert.equal(await capture(server.base, token, 'result-PASSED'), 'PASSED');
  const result = await client.getResult(session.sessionId);
  assert.deepEqual([result.userRef, result.resultStatus], ['customer-17', 'PASSED']);
  const bundle = await client.bundle(session.sessionId);
  assert.deepEqual(
    bundle.files.map(({ kind, side, bytes }) => [kind, side, [...bytes]]),
    [['DOCUMENT', 'FRONT', [0xff, 0xd8, 0xff]]],
  );
  assert.match(bundle.receipt ?? '', /^index=\d+, size=\d+$/);
  const { bytes } = await client.downloadFile(session.sessionId, bundle.files[0]?.id ?? '');
  assert.deepEqual([...bytes], [0xff, 0xd8, 0xff]);
  assert.match(await client.getReceipt(session.sessionId), /^c2sp\.org\/tlog-proof@v1\n/);
});

test('a key opens one session, also with another client, and no other request', async () => {
  const options = { idempotencyKey: 'order-17' };
  const first = await client.createSession({ userRef: 'a' }, options);
  const other = new Countersign({ server: server.base, ...server.credentials });
  assert.equal((await other.createSession({ userRef: 'a' }, options)).sessionId, first.sessionId);
  const wrong = other.createSession({ userRef: 'b' }, options);
  await refused(wrong, 422, 'SVC_IDEMPOTENCY_MISMATCH');
});

test('a link is renewed and taken back, twice with one answer', async () => {
  const session = await client.createSession();
  const link = await client.renewLink(session.sessionId, { linkTtl: 600 });
  assert.notEqual(link.captureUrl, session.captureUrl);
  for (const _ of [1, 2]) {
    assert.equal((await client.takeLinkBack(session.sessionId)).captureUrl, null);
  }
});

test('refusals have their code and the id of the request', async () => {
  const unknown = '01a2191a-41ca-79eb-b26e-7692dad6d21e';
  await refused(client.getResult(unknown), 404, 'SVC_NOT_FOUND');
  await refused(client.createSession({ userRef: 'a b' }), 400, 'SVC_INVALID_PARAMETER');
  const { clientKey } = server.credentials;
  const stranger = new Countersign({ server: server.base, clientKey, clientSecret: 'svcs_wrong' });
  await refused(stranger.createSession(), 400, 'SVC_CLIENT_AUTH_FAILED');
});

test('reviews are listed by pages and decided once', async () => {
  const ids = [await ended('REVIEW'), await ended('REVIEW')];
  const listed: string[] = [];
  for await (const each of client.allReviews({ limit: 1 })) listed.push(each.sessionId);
  assert.deepEqual(listed, ids);
  const [id = ''] = ids;
  const reasons = ['DOCUMENT_GENUINE'];
  const opinion: DecideReview = { decision: 'PASSED', reasons, note: 'seen' };
  const options = { idempotencyKey: 'case-1' };
  const decided = await client.decideReview(id, opinion, options);
  assert.deepEqual([decided.resultStatus, decided.review?.note], ['PASSED', 'seen']);
  assert.deepEqual(await client.decideReview(id, opinion, options), decided);
  await refused(client.decideReview(id, opinion), 409, 'SVC_REVIEW_NOT_PENDING');
});

test('the feed has all events of a session, by pages', async () => {
  const id = await ended('FAILED');
  const { events } = await client.getTimeline(id);
  const all: number[] = [];
  for await (const event of client.allEvents({ limit: 3 })) {
    if (event.stream.endsWith(id)) all.push(event.sequence);
  }
  assert.ok(all.length > 3);
  assert.deepEqual(
    all,
    events.map(({ sequence }) => sequence),
  );
});

test('the files of a session that was purged are told to be gone', async () => {
  const id = await ended('PASSED');
  for (const _ of [1, 2]) assert.equal((await client.purgeSession(id)).files.purged, true);
  await refused(client.bundle(id), 410, 'SVC_FILES_PURGED');
  assert.deepEqual(
    (await client.listDocuments(id)).map(({ purged }) => purged),
    [true],
  );
});

test('the SDK for Python does the same', () => {
  const { clientKey, clientSecret } = server.credentials;
  const settings = { SERVER: server.base, CLIENT_KEY: clientKey, CLIENT_SECRET: clientSecret };
  const script = join(ROOT, 'tests/http/sdk/server/python_server.py');
  const ran = spawnSync(PYTHON, [script], {
    env: { ...env, ...pythonPath, ...settings },
    encoding: 'utf8',
  });
  assert.equal(ran.status, 0, ran.stdout + ran.stderr);
});

async function until<Value>(find: () => Promise<Value | null>): Promise<Value> {
  for (let tries = 0; tries < 600; ++tries) {
    const found = await find();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('what was waited for has not come within a minute');
}

for (const language of ['node', 'python']) {
  test(`the sample for ${language} sends a person to a capture and hears of its end`, async () => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const webhook = await client.addWebhook({ url: `${base}/hook`, types: ['session.completed'] });
    const { clientKey, clientSecret } = server.credentials;
    const settings = {
      SERVER: server.base,
      CLIENT_KEY: clientKey,
      CLIENT_SECRET: clientSecret,
      WEBHOOK_SECRETS: `whsec_${Buffer.alloc(32).toString('base64')} ${webhook.secret}`,
      PORT: `${port}`,
    };
    const folder = join(MADE, 'sample');
    const file = language === 'node' ? 'backend.mjs' : 'backend.py';
    cpSync(join(ROOT, 'http/sdk', language, 'sample', file), join(folder, file));
    const backend = spawn(language === 'node' ? execPath : PYTHON, [join(folder, file)], {
      env: { ...env, ...pythonPath, ...settings },
      stdio: 'ignore',
    });
    try {
      const results = (): Promise<string | null> =>
        fetch(`${base}/results`).then(
          (answer) => answer.text(),
          () => null,
        );
      await until(results);
      assert.equal((await fetch(`${base}/hook`, { method: 'POST', body: '{}' })).status, 400);
      await until(async () => {
        const { webhooks } = await client.listWebhooks();
        return webhooks.find(({ id, state }) => id === webhook.id && state === 'ACTIVE') ?? null;
      });
      const sent = await fetch(`${base}/verify`, { redirect: 'manual' });
      assert.equal(sent.status, 303);
      const link = sent.headers.get('location') ?? '';
      assert.match((await results()) ?? '', /^[0-9a-f-]{36} PENDING\n$/);
      const token = await redeem(server.base, link);
      assert.equal(await capture(server.base, token, 'result-PASSED'), 'PASSED');
      const shown = await until(async () => {
        const text = (await results()) ?? '';
        return text.includes('PENDING') ? null : text;
      });
      assert.match(shown, /^[0-9a-f-]{36} PASSED\n$/);
      await client.deleteWebhook(webhook.id);
    } finally {
      backend.kill('SIGKILL');
      await new Promise((resolve) => backend.once('exit', resolve));
    }
  });
}

// The blocks of the page's first five minutes, each run as it stands.
const start = /## Five minutes\n([\s\S]*?)\n## /.exec(
  readFileSync(join(ROOT, 'docs/backends.md'), 'utf8'),
)?.[1];
for (const [name, begin, program, file] of [
  ['curl', '```sh\njq -n', 'bash', 'start.sh'],
  ['Node.js', '```js\n', execPath, 'start.mjs'],
  ['Python', '```python\n', PYTHON, 'start.py'],
] as const) {
  test(`the first five minutes with ${name} show a link and a result`, () => {
    const from = start?.indexOf(begin) ?? -1;
    const block = start?.slice(from).split('```')[1] ?? '';
    const folder = join(MADE, 'start');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), block.slice(block.indexOf('\n') + 1));
    const { clientKey, clientSecret } = server.credentials;
    const settings = { SERVER: server.base, CLIENT_KEY: clientKey, CLIENT_SECRET: clientSecret };
    const ran = spawnSync(program, [file], {
      cwd: folder,
      env: { ...env, ...pythonPath, ...settings },
      encoding: 'utf8',
    });
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stdout, /^http:\/\/localhost:\d+\/capture#c=\S+\n[\s\S]*\bPENDING\b/);
  });
}

test('the package for Node.js holds its own files alone', () => {
  const installed = join(MADE, 'node_modules/@countersign/server');
  assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
});
