// How a page follows a session that another device has.
import './browser_globals.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CaptureClient } from '../../../http/pages/sdk/src/client.js';
import type { Event } from '../../../http/pages/sdk/src/flow/machine.js';
import type { Desk } from '../../../http/pages/sdk/src/work/desk.js';
import { follow, offerHandoff, takeBack } from '../../../http/pages/sdk/src/work/handoff.js';
import { load } from '../../../http/pages/sdk/src/work/session.js';
import { problem, ScriptedServer } from './scripted_server.js';
import type { Reply } from './scripted_server.js';

function status(version: number, more: object = {}): Reply {
  const body = { status: 'IN_PROGRESS', currentStep: 'DOCUMENT', handedOff: true, version };
  return { status: 200, body: { ...body, stepsCompleted: [], steps: [], ...more } };
}

interface Seen {
  readonly asked: string[];
  readonly events: Event[];
  readonly alerts: string[];
}

// Does the work before a server that gives these replies; returns what was asked for and reported.
async function worked(
  work: (desk: Desk, signal: AbortSignal) => Promise<void>,
  ...replies: Reply[]
): Promise<Seen> {
  const server = new ScriptedServer((_, count) => replies[count - 1] ?? { status: 404 });
  const events: Event[] = [];
  const alerts: string[] = [];
  const { signal } = new AbortController();
  try {
    const client = new CaptureClient({ server: await server.start(), token: 'svct_token' });
    const send = (event: Event): void => void events.push(event);
    const alert = (key: string): void => void alerts.push(key);
    const live = { info: null };
    const past = { version: null, reopened: null };
    const desk = { client, live, state: { facts: null }, ...past, send, alert };
    const words = { language: () => 'en', wish: () => Promise.resolve() };
    const kept = { keepToken: () => undefined, kept: () => Promise.resolve(null) };
    const rest = { refresh: () => undefined, ...kept };
    await work({ ...desk, ...words, ...rest } as unknown as Desk, signal);
  } finally {
    await server.stop();
  }
  const asked = server.seen.map(({ path }) => path);
  return { asked, events, alerts };
}

async function loadAndFollow(desk: Desk, signal: AbortSignal): Promise<void> {
  await load(desk, signal);
  await follow(desk, signal);
}

const followed = (...replies: Reply[]): Promise<Seen> => worked(loadAndFollow, ...replies);

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

test('a device that may take the session back is told so when it becomes true', async () => {
  const { events } = await followed(status(4), status(5, { canTakeBack: true }));
  const last = events.at(-1);
  assert.equal(last?.is === 'LOADED' && last.facts.canTakeBack, true);
  assert.equal(last?.is === 'LOADED' && last.facts.handedOff, true);
});

test('a session that came back to this device is loaded anew', async () => {
  const { events } = await followed(status(4), status(5, { handedOff: false }));
  assert.deepEqual(events.at(-1), { is: 'RELOAD' });
});

test('a session that is taken back is gone on with where it stands', async () => {
  const mine = status(6, { handedOff: false });
  const { asked, events } = await worked(takeBack, mine, mine, information);
  const [took, ...then] = asked.map((path) => path.split('?')[0]);
  assert.equal(took, '/api/sdk/handoff/take-back');
  assert.deepEqual(then, ['/api/sdk/status', '/api/sdk/capture']);
  const last = events.at(-1);
  assert.equal(last?.is === 'LOADED' && last.facts.handedOff, false);
});

// A link that is opened again in its tab, twice after one another if the first time fails.
async function reopen(desk: Desk, signal: AbortSignal): Promise<void> {
  desk.reopened = 'svcl_link';
  await load(desk, signal).catch(() => load(desk, signal));
}

const redeemed: Reply = { status: 200, body: { sessionToken: 'svct_other', numbers: [] } };
const information: Reply = {
  status: 200,
  body: { language: null, consent: null, consentGiven: true, documents: [], documentTypes: [] },
};

function isAway({ events }: Seen): boolean | null {
  const last = events.at(-1);
  return last?.is === 'LOADED' ? last.facts.handedOff : null;
}

function redeems({ asked }: Seen): number {
  return asked.filter((path) => path === '/api/sdk/redeem').length;
}

test('a link that another device has opened since is opened again in its tab', async () => {
  const mine = status(5, { handedOff: false });
  const seen = await worked(reopen, status(4), redeemed, mine, information);
  assert.deepEqual([redeems(seen), isAway(seen)], [1, false]);
});

test('a link that has done its work leaves the session to the other device', async () => {
  const seen = await worked(reopen, status(4), problem(401, 'SVC_SESSION_INVALID'));
  assert.deepEqual([redeems(seen), isAway(seen)], [1, true]);
});

test('a link is not opened again where the session is here, or can be taken back', async () => {
  const here = await worked(reopen, status(4, { handedOff: false }), information);
  assert.deepEqual([redeems(here), isAway(here)], [0, false]);
  const given = await worked(reopen, status(4, { canTakeBack: true }));
  assert.deepEqual([redeems(given), isAway(given)], [0, true]);
});

test('a link is opened again once, and once more if that has failed', async () => {
  const twice = async (desk: Desk, signal: AbortSignal): Promise<void> => {
    await reopen(desk, signal);
    await load(desk, signal);
  };
  const mine = status(5, { handedOff: false });
  const once = await worked(twice, status(4), redeemed, mine, information, status(6));
  assert.deepEqual([redeems(once), isAway(once)], [1, true]);
  const failed = problem(500, 'SVC_INTERNAL');
  const again = [status(4), redeemed, mine, information];
  const seen = await worked(reopen, status(4), failed, ...again);
  assert.deepEqual([redeems(seen), isAway(seen)], [2, false]);
});

test('a session that the other device has ended meanwhile is not taken back', async () => {
  const { events } = await worked(takeBack, problem(401, 'SVC_SESSION_INVALID'));
  assert.deepEqual(events, [{ is: 'RESULT', result: '' }]);
});

test('after a wrong number there is a new code, and the person is told', async () => {
  const offer: Reply = {
    status: 200,
    body: { code: 'c', url: 'u', rows: [], number: 42, expiresInSeconds: 300 },
  };
  const mine = (version: number): Reply => status(version, { handedOff: false });
  // The offer, the refusal, and the second offer are an event each.
  const replies = [offer, mine(5), mine(6), offer, mine(7), status(8, { canTakeBack: true })];
  const { asked, events, alerts } = await worked(offerHandoff, ...replies);
  assert.equal(asked.filter((path) => path === '/api/sdk/handoff').length, 2);
  assert.deepEqual(alerts, ['numberWrong']);
  assert.deepEqual(events.map(({ is }) => is), ['LOADED']);
});
