// The flow of a capture: which screen follows which event, and where a person goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { StepOutcome } from '../../../http/pages/sdk/src/calls.js';
import type { DocumentType, Facts, Outcome } from '../../../http/pages/sdk/src/flow/facts.js';
import { factsOf, outcomeOf } from '../../../http/pages/sdk/src/flow/facts.js';
import { isLocal } from '../../../http/pages/sdk/src/flow/local.js';
import { hasChoice, typesIn } from '../../../http/pages/sdk/src/flow/machine.js';
import { initialState, next } from '../../../http/pages/sdk/src/flow/machine.js';
import type { Event, State } from '../../../http/pages/sdk/src/flow/machine.js';
import { eventOf } from '../../../http/pages/sdk/src/flow/refusals.js';
import { Refusal } from '../../../http/pages/sdk/src/refusal.js';

const untouched = { done: false, used: 0, required: ['FRONT'], captured: [] } as const;

const fresh: Facts = {
  steps: [
    { step: 'DOCUMENT', ...untouched },
    { step: 'LIVENESS', ...untouched, required: [] },
  ],
  current: 'DOCUMENT',
  result: null,
  ended: null,
  handedOff: false,
  canTakeBack: false,
  consentNeeded: false,
  documents: [{ country: null, types: ['PASSPORT', 'ID_CARD'] }],
};

// The fresh session of a client that takes these types, each list behind its country.
function withDocuments(...lists: [string | null, ...DocumentType[]][]): Facts {
  return { ...fresh, documents: lists.map(([country, ...types]) => ({ country, types })) };
}

function outcome(more: Partial<Outcome>): Outcome {
  const accepted = { ok: true, step: 'DOCUMENT', codes: [], attemptsRemaining: 4 } as const;
  return { ...accepted, stepComplete: false, side: 'FRONT', ...more };
}

function after(...events: Event[]): State {
  return events.reduce(next, initialState);
}

function at(...events: Event[]): string {
  return after(...events).phase.at;
}

const loaded: Event = { is: 'LOADED', facts: fresh };
const begin: Event = { is: 'BEGIN' };
const card: Event = { is: 'TYPE', type: 'ID_CARD' };
const camera: Event = { is: 'OPEN_CAMERA' };
const good: Event = { is: 'PICTURE', trusted: true, remarks: [] };
const toFace: Event = { is: 'OUTCOME', outcome: outcome({ stepComplete: true, side: 'BACK' }) };

test('a card goes front, back, face, end', () => {
  const front: Event = { is: 'OUTCOME', outcome: outcome({}) };
  const way: Event[] = [loaded, begin, card, camera, good, front];
  const back = after(...way).phase;
  assert.deepEqual([back.at, 'side' in back && back.side], ['DOCUMENT_READY', 'BACK']);
  way.push(camera, good, toFace);
  assert.equal(at(...way), 'FACE_READY');
  const face = outcome({ step: 'LIVENESS', side: null, stepComplete: true });
  way.push(camera, { is: 'RECORDED' }, { is: 'OUTCOME', outcome: face });
  assert.equal(at(...way), 'FINISHING');
  way.push({ is: 'RESULT', result: 'REVIEW' });
  assert.equal(at(...way), 'DONE');
});

test('consent is asked for before anything is captured, and may be refused', () => {
  const wanted: Event = { is: 'LOADED', facts: { ...fresh, consentNeeded: true } };
  assert.equal(at(wanted, begin), 'CONSENT');
  assert.equal(at(wanted, begin, { is: 'DECLINE' }), 'DECLINED');
  assert.equal(at(wanted, begin, { is: 'DECLINE' }, { is: 'BACK' }), 'CONSENT');
  assert.equal(at(wanted, begin, { is: 'AGREE' }, { is: 'CONSENTED' }), 'TYPE');
  // Also after a reload in the middle.
  const [document, liveness] = fresh.steps;
  if (document === undefined || liveness === undefined) throw new Error('there are two steps');
  const steps = [{ ...document, used: 1 }, liveness];
  const touched: Event = { is: 'LOADED', facts: { ...fresh, steps, consentNeeded: true } };
  assert.equal(at(touched), 'CONSENT');
});

test('only one type is no choice', () => {
  const one: Event = { is: 'LOADED', facts: withDocuments([null, 'PASSPORT']) };
  assert.equal(after(one, begin).type, 'PASSPORT');
  assert.equal(at(one, begin), 'DOCUMENT_READY');
});

test('a country is asked for where there are several, and the types are its own', () => {
  const two = withDocuments(['DE', 'PASSPORT', 'ID_CARD'], ['FR', 'PASSPORT'], [null, 'PASSPORT']);
  const several: Event = { is: 'LOADED', facts: two };
  const of = (index: number): Event => {
    const accepted = two.documents[index];
    if (accepted === undefined) throw new Error('there is no such country');
    return { is: 'COUNTRY', accepted };
  };
  assert.equal(at(several, begin), 'COUNTRY');
  assert.equal(at(several, begin, of(0)), 'TYPE');
  assert.deepEqual(typesIn(after(several, begin, of(0))), ['PASSPORT', 'ID_CARD']);
  // One type is no choice, and another document may be of another country.
  const french = after(several, begin, of(1));
  assert.deepEqual([french.phase.at, french.type], ['DOCUMENT_READY', 'PASSPORT']);
  assert.equal(hasChoice(french), true);
  assert.equal(at(several, begin, of(1), { is: 'CHOOSE_TYPE' }), 'COUNTRY');
  assert.equal(at(several, begin, of(2)), 'DOCUMENT_READY');
  // One country is no choice either.
  const one: Event = { is: 'LOADED', facts: withDocuments(['DE', 'PASSPORT', 'ID_CARD']) };
  assert.equal(at(one, begin), 'TYPE');
  assert.equal(at(one, begin, card, { is: 'CHOOSE_TYPE' }), 'TYPE');
});

test('a doubtful picture is looked at before it is sent', () => {
  const doubtful: Event = { is: 'PICTURE', trusted: false, remarks: ['DOCUMENT_BLURRY'] };
  const way = [loaded, begin, card, camera, doubtful];
  assert.equal(at(...way), 'DOCUMENT_PREVIEW');
  assert.equal(at(...way, { is: 'BACK' }), 'DOCUMENT_READY');
  assert.equal(at(...way, { is: 'SEND' }), 'DOCUMENT_SENDING');
});

test('a file is always looked at before it is sent', () => {
  const way: Event[] = [loaded, begin, card, { is: 'FILE' }, good];
  assert.deepEqual(after(...way).phase, {
    at: 'DOCUMENT_PREVIEW',
    side: 'FRONT',
    remarks: [],
    isFile: true,
  });
  assert.equal(at(...way, { is: 'FILE' }), 'DOCUMENT_FILE');
  assert.equal(at(...way, { is: 'SEND' }), 'DOCUMENT_SENDING');
});

test('a front in the place of the back is told alone', () => {
  const issue = { check: 'X', severity: 'ERROR', detail: '', hint: null, frame: null };
  const answer = {
    ok: false,
    step: 'DOCUMENT',
    code: 'DOCUMENT_SAME_SIDE',
    issues: ['DOCUMENT_NOT_RECOGNIZED', 'DOCUMENT_SAME_SIDE'].map((code) => ({ ...issue, code })),
    attemptsRemaining: 4,
    stepComplete: false,
  } as unknown as StepOutcome;
  assert.deepEqual(outcomeOf(answer, 'BACK').codes, ['DOCUMENT_SAME_SIDE']);
});

test('a refusal says why and what is left; after the last the server is asked', () => {
  const refused = outcome({ ok: false, codes: ['DOCUMENT_GLARE'], attemptsRemaining: 3 });
  const { phase } = after(loaded, begin, card, camera, good, { is: 'OUTCOME', outcome: refused });
  assert.deepEqual(phase, {
    at: 'DOCUMENT_READY',
    side: 'FRONT',
    fault: null,
    refused: { codes: ['DOCUMENT_GLARE'], attemptsRemaining: 3 },
  });
  const last: Event = { is: 'OUTCOME', outcome: { ...refused, attemptsRemaining: 0 } };
  assert.equal(at(loaded, begin, card, camera, good, last), 'LOADING');
});

test('after trouble the same is done again, however often', () => {
  const offline: Event = { is: 'TROUBLE', kind: 'OFFLINE', code: 'NETWORK' };
  const sending = [loaded, begin, card, camera, good];
  assert.equal(at(...sending, offline), 'TROUBLE');
  assert.equal(at(...sending, offline, offline, { is: 'AGAIN' }), 'DOCUMENT_SENDING');
});

test('a fault of the camera leads to where a file can be chosen', () => {
  const fault: Event = { is: 'FAULT', fault: 'CAMERA_DENIED' };
  assert.deepEqual(after(loaded, begin, card, camera, fault).phase, {
    at: 'DOCUMENT_READY',
    side: 'FRONT',
    fault: 'CAMERA_DENIED',
    refused: null,
  });
});

test('who cannot do it says so from every screen of the face', () => {
  const way = [loaded, begin, card, camera, good, toFace];
  assert.equal(at(...way, { is: 'CANNOT' }, { is: 'SEND' }), 'CANNOT_SENDING');
  assert.equal(at(...way, camera, { is: 'CANNOT' }, { is: 'BACK' }), 'FACE_READY');
});

test('a session that is over, or elsewhere, is not gone on with', () => {
  const done: Event = { is: 'LOADED', facts: { ...fresh, result: 'PASSED' } };
  assert.deepEqual(after(done).phase, { at: 'DONE', result: 'PASSED' });
  assert.equal(at({ is: 'LOADED', facts: { ...fresh, ended: 'EXPIRED' } }), 'ENDED');
  const away: Event = { is: 'LOADED', facts: { ...fresh, handedOff: true, canTakeBack: true } };
  assert.equal(at(away), 'FOLLOWING');
  assert.equal(at(away, { is: 'TAKE_BACK' }), 'TAKING_BACK');
  assert.equal(at(away, { is: 'TAKE_BACK' }, loaded), 'WELCOME');
});

test('an error of a call is what it means for the person', () => {
  const failed = (status: number, code: string): string => {
    const event = eventOf(new Refusal({ status, code, detail: '' }));
    return event.is === 'TROUBLE' ? event.kind : event.is;
  };
  assert.equal(failed(401, 'SVC_SESSION_INVALID'), 'ENDED');
  assert.equal(failed(403, 'SVC_ORIGIN_NOT_ALLOWED'), 'BLOCKED');
  assert.equal(failed(409, 'SVC_HANDED_OFF'), 'HANDED_OFF');
  assert.equal(failed(409, 'SVC_STEP_OUT_OF_SEQUENCE'), 'RELOAD');
  assert.equal(failed(0, 'NETWORK'), 'OFFLINE');
  assert.equal(failed(503, 'SVC_UNAVAILABLE'), 'BUSY');
  assert.equal(failed(429, 'SVC_RATE_LIMITED'), 'BUSY');
  assert.equal(failed(500, 'SVC_INTERNAL'), 'OTHER');
  assert.deepEqual(eventOf(new TypeError('x')), { is: 'TROUBLE', kind: 'OTHER', code: '' });
  // A link says what became of it, and a number that opened nothing has spent its code.
  const why = (link: string | null, at: 'LOADING' | 'REDEEMING'): string => {
    const event = eventOf(
      new Refusal({ status: 401, code: 'SVC_SESSION_INVALID', detail: '', link }),
      false,
      at,
    );
    return event.is === 'ENDED' ? (event.why ?? '') : event.is;
  };
  assert.equal(why('IN_USE', 'LOADING'), 'IN_USE');
  assert.equal(why(null, 'LOADING'), '');
  assert.equal(why(null, 'REDEEMING'), 'SPENT');
  // A session that a phone has taken over and ended is no fault on the computer.
  const ended = new Refusal({ status: 401, code: 'SVC_SESSION_INVALID', detail: '' });
  assert.deepEqual(eventOf(ended, true), { is: 'RESULT', result: '' });
  const busy = new Refusal({ status: 503, code: 'SVC_UNAVAILABLE', detail: '' });
  assert.deepEqual(eventOf(busy, true), eventOf(busy));
});

test('a status with names of a later server is understood as far as it can be', () => {
  const step = { attemptsUsed: 1, attemptsRemaining: 4, state: 'PENDING' };
  const facts = factsOf(
    {
      status: 'IN_PROGRESS',
      currentStep: 'SIGNATURE',
      stepsCompleted: ['DOCUMENT'],
      resultStatus: 'PENDING',
      purpose: 'FULL_CAPTURE',
      sandbox: false,
      version: 3,
      expiresAt: '2026-11-26T00:00:00Z',
      handedOff: false,
      canTakeBack: false,
      steps: [
        { ...step, step: 'DOCUMENT', requiredSides: ['FRONT'], capturedSides: ['FRONT', 'EDGE'] },
        { ...step, step: 'SIGNATURE', requiredSides: [], capturedSides: [] },
      ],
    },
    {
      purpose: 'FULL_CAPTURE',
      expiresAt: '2026-11-26T00:00:00Z',
      reference: '01a2191a-41ca-79eb-b26e-7692dad6d21e',
      sandbox: false,
      language: null,
      clientName: null,
      logo: null,
      colours: null,
      consent: { version: '1', text: 'text' },
      consentGiven: false,
      askedAgain: false,
      words: null,
      told: null,
      returnUrl: null,
      next: null,
      documents: [{ country: 'DE', types: ['PASSPORT', 'SEAL'] }, { types: ['SEAL'] }],
      documentTypes: ['PASSPORT', 'SEAL'],
      pictures: { keptSeconds: 86_400, encrypted: true, reviewers: 1 },
      limits: { maxDocumentBytes: 1, maxFrameBytes: 1, maxFrames: 1 },
    },
  );
  assert.deepEqual(
    [facts.steps.length, facts.steps[0]?.captured, facts.current, facts.consentNeeded],
    [1, ['FRONT'], 'FINALIZE', true],
  );
  assert.deepEqual(facts.documents, [{ country: 'DE', types: ['PASSPORT'] }]);
});

test('an address of this device alone is told from others', () => {
  const local = ['localhost:8080', 'shop.localhost', '127.0.0.1', '127.8.8.8:1', '[::1]:8080'];
  for (const host of local) assert.equal(isLocal(`http://${host}/capture#c=x`), true, host);
  const others = ['verify.example', 'localhost.example', '192.168.1.2', '10.127.0.0', '[::2]'];
  for (const host of others) assert.equal(isLocal(`https://${host}/capture`), false, host);
  assert.equal(isLocal('not an address'), false);
});
