// Uploads as a browser makes them: by XMLHttpRequest, which tells their progress.
import './browser_globals.js';

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { CaptureClient, Refusal } from '../../../http/pages/sdk/src/index.js';
import type { Timing } from '../../../http/pages/sdk/src/index.js';
import { byXmlHttpRequest, NoAnswer } from '../../../http/pages/sdk/src/transport.js';

/** A course is what one request is to meet: some events, in their order. */
type Course = ((request: FakeRequest) => void)[];

class FakeRequest {
  static made: FakeRequest[] = [];
  static courses: Course[] = [];
  readonly upload: Record<string, ((event: object) => void) | undefined> = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  address = '';
  body: unknown = null;
  aborted = false;
  readonly headers = new Map<string, string>();

  constructor() {
    FakeRequest.made.push(this);
  }
  open(method: string, address: string): void {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    return name === 'Retry-After' && this.status === 503 ? '3' : null;
  }
  abort(): void {
    this.aborted = true;
  }
  send(body: unknown): void {
    this.body = body;
    for (const step of FakeRequest.courses.shift() ?? []) step(this);
  }
}

const moved = (loaded: number) => (request: FakeRequest) =>
  request.upload['onprogress']?.({ lengthComputable: true, loaded, total: 200 });
const sent = (request: FakeRequest): void => request.upload['onload']?.({});
const answered =
  (status: number, body: object) =>
  (request: FakeRequest): void => {
    request.status = status;
    request.responseText = JSON.stringify(body);
    request.onload?.();
  };
const lost = (request: FakeRequest): void => request.onerror?.();

const OUTCOME = { ok: true, step: 'DOCUMENT', attempt: 1 };
const FORM = { image: new Blob(['x'], { type: 'image/jpeg' }), nonce: 'n' };

const waits: number[] = [];
const timing: Timing = {
  now: () => 0,
  random: () => 0,
  wait: async (milliseconds) => {
    waits.push(milliseconds);
  },
};
const client = (): CaptureClient =>
  new CaptureClient({ server: 'https://a.example', token: 'svct_secret', timing });

beforeEach(() => {
  FakeRequest.made = [];
  waits.length = 0;
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
});

test('an upload tells its progress, from 0 again when it is repeated', async () => {
  FakeRequest.courses = [
    [moved(50), moved(150), lost],
    [moved(100), sent, answered(503, { code: 'SVC_UNAVAILABLE' })],
    [moved(200), sent, answered(200, OUTCOME)],
  ];
  const shares: number[] = [];
  const onProgress = (share: number): unknown => shares.push(share);
  const outcome = await client().submitDocument(FORM, { onProgress });
  assert.equal(outcome.ok, true);
  assert.deepEqual(shares, [0.25, 0.75, 0.5, 1]);
  assert.deepEqual(waits, [1000, 3000]);
  assert.equal(FakeRequest.made.length, 3);
  const keys = FakeRequest.made.map(({ headers }) => headers.get('Idempotency-Key'));
  assert.equal(new Set(keys).size, 1);
  for (const request of FakeRequest.made) {
    assert.equal(request.address, 'POST https://a.example/api/sdk/document');
    assert.equal(request.headers.get('Authorization'), 'Bearer svct_secret');
    assert.equal(request.headers.has('Content-Type'), false);
    assert.ok(request.body instanceof FormData);
  }
});

test('an upload that is aborted stops, and nothing that comes later counts', async () => {
  const reason = new Error('the person left');
  const stop = new AbortController();
  FakeRequest.courses = [[moved(50), () => stop.abort(reason), moved(150), answered(200, OUTCOME)]];
  const shares: number[] = [];
  const upload = client().submitLiveness(
    { frames: [FORM.image], nonce: 'n' },
    { signal: stop.signal, onProgress: (share) => shares.push(share) },
  );
  await assert.rejects(upload, reason);
  assert.equal(FakeRequest.made[0]?.aborted, true);
  assert.deepEqual(shares, [0.25]);
  await assert.rejects(client().submitDocument(FORM, { signal: stop.signal }), reason);
  assert.equal(FakeRequest.made.length, 1);
});

test('an upload that no longer moves is given up', async () => {
  FakeRequest.courses = [[moved(50)]];
  const upload = byXmlHttpRequest(() => new XMLHttpRequest(), 5);
  const asked = { method: 'POST', url: '/', headers: {}, body: new FormData() } as const;
  const more = { signal: null, patience: 5, wanted: 'text', onProgress: null } as const;
  await assert.rejects(upload({ ...asked, ...more }), NoAnswer);
  assert.equal(FakeRequest.made[0]?.aborted, true);
});

test('an upload is refused as any call is', async () => {
  const problem = { code: 'SVC_CHALLENGE_INVALID', detail: 'Old.', reason: 'EXPIRED' };
  FakeRequest.courses = [[sent, answered(400, problem)]];
  await assert.rejects(client().submitDocument(FORM), (error) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.code, error.reason], ['SVC_CHALLENGE_INVALID', 'EXPIRED']);
    return true;
  });
});
