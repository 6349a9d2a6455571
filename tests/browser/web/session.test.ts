// How a page follows a session that another device has.
import './browser_globals.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CaptureClient } from '../../../http/pages/sdk/src/client.js';
import type { Event } from '../../../http/pages/sdk/src/flow/machine.js';
import type { Desk } from '../../../http/pages/sdk/src/work/desk.js';
import { follow, load } from '../../../http/pages/sdk/src/work/session.js';
import { problem, ScriptedServer } from './scripted_server.js';
import type { Reply } from './scripted_server.js';

function status(version: number, more: object = {}): Reply {
  const body = { status: 'IN_PROGRESS', currentStep: 'DOCUMENT', handedOff: true, version };
  return { status: 200, body: { ...body, stepsCompleted: [], steps: [], ...more } };
}

// Loads and follows; returns what was asked for, and what was reported.
async function followed(...replies: Reply[]): Promise<{ asked: string[]; events: Event[] }> {
  const server = new ScriptedServer((_, count) => replies[count - 1] ?? { status: 404 });
  const events: Event[] = [];
  const { signal } = new AbortController();
  try {
    const client = new CaptureClient({ server: await server.start(), token: 'svct_token' });
    const send = (event: Event): void => void events.push(event);
    const desk = { client, live: { info: null }, version: null, send } as unknown as Desk;
    await load(desk, signal);
    await follow(desk, signal);
  } finally {
    await server.stop();
  }
  return { asked: server.seen.map(({ path }) => path), events };
}

test('nothing is missed between two calls for the status', async () => {
  const completed = status(9, { status: 'COMPLETED', resultStatus: 'REVIEW' });
  const { asked, events } = await followed(status(4), status(7), completed);
  assert.deepEqual(asked, [
    '/api/sdk/status',
    '/api/sdk/status?wait=25s&since=4',
    '/api/sdk/status?wait=25s&since=7',
  ]);
  const last = events.at(-1);
  assert.equal(last?.is === 'LOADED' && last.facts.result, 'REVIEW');
});

test('a session that is over tells no result to whom it was taken from', async () => {
  const { events } = await followed(status(4), problem(401, 'SVC_SESSION_INVALID'));
  assert.deepEqual(events.at(-1), { is: 'RESULT', result: '' });
});
