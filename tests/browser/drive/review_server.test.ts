// The console's page before the real server: passkeys, renderings by the confined worker, looks
// that are in the log, decisions that the backend reads.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { launch } from './support/browsers.js';
import { ConsoleServer } from './support/console.js';
import { script } from './support/review_cases.js';
import { ReviewPerson } from './support/reviewer.js';
import type { Session } from './support/server.js';

let place: ConsoleServer;
let browser: Browser;

before(async () => {
  place = await ConsoleServer.start();
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await place?.stop();
});

async function somebody(name: string, ...roles: readonly string[]): Promise<ReviewPerson> {
  const person = await ReviewPerson.at(browser);
  await person.registers(`${place.link(name, ...roles)}&lang=en`);
  return person;
}

async function leave(...people: readonly ReviewPerson[]): Promise<void> {
  assert.deepEqual(people.flatMap(({ complaints }) => complaints), []);
  await Promise.all(people.map((person) => person.leaves()));
}

async function looks(session: Session): Promise<number> {
  return (await place.server.attempts(session))['ImageViewed'] ?? 0;
}

test('a reviewer looks, decides and signs, and the log has all of it', async () => {
  const { session } = await place.capture('customer-17', undefined, true);
  const anna = await somebody('Anna', 'reviewer');
  await anna.presses('nextCase');
  await anna.sees('CASE');
  assert.match(await anna.reads('.asked'), /customer-17/);
  assert.match(await anna.reads('[data-check=DOCUMENT_AUTHENTICITY]'), /Not done/);
  assert.match(await anna.reads('.attempts'), /Refused/);
  assert.equal(await looks(session), 0);
  await anna.presses('showPicture', '.panel:nth-child(1)');
  await anna.finds('.panel:nth-child(1) .picture-tools');
  assert.equal(await looks(session), 1);
  await anna.presses('showPicture', '[data-panel=face]');
  await anna.finds('[data-panel=face] .picture-tools');
  assert.equal(await looks(session), 2);
  // The machine marked the card, its portrait, and the face.
  await anna.finds('.panel:nth-child(1) .swatch.outline');
  await anna.finds('[data-panel=face] .swatch.face');
  await anna.decides('PASSED', 'DOCUMENT_GENUINE', 'PERSON_MATCHES');
  assert.match(await anna.reads('dialog pre'), new RegExp(`session ${session.sessionId}\n`));
  await anna.signs();
  await anna.sees('DONE');
  const result = await place.server.result(session);
  assert.equal(result.resultStatus, 'PASSED');
  assert.deepEqual(result.review?.reasons, ['DOCUMENT_GENUINE', 'PERSON_MATCHES']);
  assert.equal(result.review?.signed, true);
  assert.equal(result.automaticResult, 'REVIEW');
  await anna.presses('logOut');
  await anna.sees('LOGIN');
  await anna.presses('loginPasskey');
  await anna.sees('QUEUE');
  await leave(anna);
});

test('a stranger’s words are text, and lead to no second look', async () => {
  const { session } = await place.captureWithout('customer-16', script);
  const anna = await somebody('Anna', 'reviewer');
  await anna.presses('nextCase');
  await anna.sees('CASE');
  assert.ok((await anna.reads('blockquote')).includes(script));
  assert.equal(await anna.page.evaluate(() => 'attacked' in window), false);
  await anna.decides('PASSED', 'ACCESSIBILITY_ACCEPTED');
  await anna.signs();
  await anna.sees('DONE');
  assert.equal(await looks(session), 0);
  await leave(anna);
});

test('a supervisor corrects what was decided', async () => {
  const { session } = await place.capture('customer-18');
  const ben = await somebody('Ben', 'reviewer');
  await ben.presses('nextCase');
  await ben.sees('CASE');
  await ben.decides('PASSED', 'PERSON_MATCHES');
  await ben.signs();
  await ben.sees('DONE');
  const sofia = await somebody('Sofia', 'supervisor');
  await sofia.page.type('.finder input', session.sessionId);
  await sofia.presses('findOpen');
  await sofia.sees('CASE');
  await sofia.presses('correctOpen');
  await sofia.decides('FAILED', 'DOCUMENT_FORGED');
  await sofia.signs();
  await sofia.sees('DONE');
  assert.equal((await place.server.result(session)).resultStatus, 'FAILED');
  await sofia.presses('reports');
  await sofia.sees('REPORTS');
  await sofia.finds('table');
  assert.match(await sofia.reads('table'), /Ben/);
  await leave(ben, sofia);
});

test('four eyes that disagree are settled by a third', async () => {
  place.server.requireReviewers(2);
  const { session } = await place.capture('customer-19');
  const people = await Promise.all(
    ['Anna', 'Ben', 'Carla'].map((name) => somebody(name, 'reviewer')),
  );
  const choices = [
    ['PASSED', 'PERSON_MATCHES'],
    ['FAILED', 'PERSON_DIFFERS'],
    ['FAILED', 'SUSPECTED_FRAUD'],
  ] as const;
  for (const [at, person] of people.entries()) {
    const [decision, reason] = choices[at] ?? choices[0];
    await person.presses('nextCase');
    await person.sees('CASE');
    assert.doesNotMatch(await person.reads(), /How it was decided/);
    await person.decides(decision, reason);
    await person.signs();
    await person.sees('DONE');
    const { resultStatus } = await place.server.result(session);
    assert.equal(resultStatus, at === 2 ? 'FAILED' : 'REVIEW');
  }
  await leave(...people);
});
