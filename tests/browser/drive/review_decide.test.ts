// Decisions on the console's page: signed, by four eyes, corrected, and those that are not made.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mockCase } from './support/review_cases.js';
import { ReviewStage } from './support/review_stage.js';
import type { ReviewPerson } from './support/reviewer.js';

const stage = new ReviewStage();

test('a decision is signed after its statement was shown', async () => {
  const { mock } = stage;
  const first = mockCase(1);
  stage.put(first);
  const anna = await stage.withCase('Anna', ['reviewer', 'harbour']);
  await anna.presses('toSign');
  assert.equal(await anna.isTold('.decide'), 'chooseDecision');
  await anna.decides('FAILED', 'PERSON_DIFFERS', 'SUSPECTED_FRAUD');
  const statement = await anna.reads('dialog pre');
  assert.match(statement, /^countersign review v2\nlog log.example\/countersign\n/);
  assert.match(statement, /\nsize 4711\nroot a1/);
  assert.match(statement, /\nfile [0-9a-f]{64}\ndecision FAILED\n/);
  assert.match(statement, /\nreasons PERSON_DIFFERS,SUSPECTED_FRAUD\nnote [0-9a-f]{64}\n/);
  assert.equal(mock.count('POST case/ID/decide'), 0);
  await anna.signs();
  await anna.sees('DONE');
  assert.match(await anna.reads(), /The case is decided: Failed/);
  assert.equal(first.review?.signed, true);
  await anna.presses('nextCase');
  await anna.sees('QUEUE');
  assert.match(await anna.reads('.note'), /no free case/);
});

test('a person is asked again by keyboard, with words that are signed', async () => {
  const { mock } = stage;
  const first = mockCase(1);
  stage.put(first);
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.finds('input[name=decision]');
  await anna.page.keyboard.press('a');
  await anna.presses('toSign');
  assert.equal(await anna.isTold('.decide'), 'chooseSteps');
  await anna.page.click('.steps input[value=DOCUMENT]');
  await anna.presses('againGlare');
  await anna.presses('toSign');
  await anna.finds('dialog[open] pre');
  const statement = await anna.reads('dialog pre');
  assert.match(statement, /\ndecision RESUBMIT\nsteps DOCUMENT\nwords [0-9a-f]{64}\nreasons -\n/);
  assert.match(await anna.reads('dialog blockquote'), /reflected/);
  await anna.signs();
  await anna.sees('DONE');
  assert.match(await anna.reads(), /The case is decided: Asked again/);
  assert.match(mock.desk.words, /reflected/);
  assert.deepEqual(first.review?.steps, ['DOCUMENT']);
  // Whoever reads the case later finds the steps, and no list of reasons without any.
  const otto = await stage.somebody('Otto', ['auditor', '*']);
  assert.match(await otto.reads(), /You decide no cases/);
  assert.doesNotMatch(await otto.reads(), /waiting for you/);
  await otto.page.type('.finder input', first.sessionId);
  await otto.presses('findOpen');
  await otto.sees('CASE');
  const names = await otto.page.$$eval('.aside .facts dt', (all) =>
    all.map((node) => node.textContent),
  );
  assert.ok(names.includes('To capture again'), names.join());
  assert.ok(!names.includes('Reasons'), names.join());
  assert.ok(!names.includes('Words to the person'), names.join());
  // The list of shortcuts has those of reading alone.
  await otto.types('?');
  await otto.finds('dialog[open]');
  const keys = await otto.reads('dialog[open] .keys');
  assert.match(keys, /To the queue/);
  assert.doesNotMatch(keys, /Assign to a reviewer|Read and sign/);
  // A supervisor reads the words too.
  const vera = await stage.somebody('Vera', ['supervisor', '*']);
  await vera.page.type('.finder input', first.sessionId);
  await vera.presses('findOpen');
  await vera.sees('CASE');
  assert.match(await vera.reads('.aside'), /Words to the person[^]*reflected/);
});

test('a sentence of the client is chosen by name, shown, signed, and told', async () => {
  const first = mockCase(1);
  stage.put(first);
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.page.click('input[name=decision][value=FAILED]');
  await anna.choosesReason('DOCUMENT_FORGED');
  await anna.page.select('#decide-tell', 'visit');
  assert.match(await anna.reads('.tell .told'), /<b>Bring<\/b>/);
  await anna.presses('toSign');
  await anna.finds('dialog[open] pre');
  const statement = await anna.reads('dialog pre');
  assert.match(statement, /\nreasons DOCUMENT_FORGED\ntold visit [0-9a-f]{64}\nnote /);
  assert.match(await anna.reads('dialog .told'), /visit a branch/);
  await anna.signs();
  await anna.sees('DONE');
  assert.equal(first.review?.told?.name, 'visit');
});

test('a case leads to the capture before it, where that may be opened', async () => {
  const before = mockCase(2).sessionId;
  const predecessor = { sessionId: before, mayOpen: true };
  stage.put(mockCase(1, { predecessor, successor: { sessionId: 'next', mayOpen: false } }));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.finds('[data-key=openCase]');
  assert.equal((await anna.page.$$('.aside [data-key=openCase]')).length, 1);
  assert.match(await anna.reads('.aside'), new RegExp(before));
});

test('a reason that does not go with the decision is not offered', async () => {
  stage.put(mockCase(1));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.page.click('input[name=decision][value=PASSED]');
  await anna.choosesReason('DOCUMENT_GENUINE');
  await anna.page.click('input[name=decision][value=FAILED]');
  await anna.presses('toSign');
  assert.equal(await anna.isTold('.decide'), 'chooseReason');
});

test('a statement that is not the decision’s is not signed', async () => {
  const { mock } = stage;
  const first = mockCase(1);
  stage.put(first);
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  mock.desk.forged =
    `countersign review v2\nlog log.example/countersign\nsize 4711\nroot ${'a1'.repeat(32)}\n` +
    `session ${first.sessionId}\ndecision PASSED\nreasons PERSON_DIFFERS\n` +
    `note ${'d4'.repeat(32)}\nkind decision\n`;
  await anna.page.click('input[name=decision][value=FAILED]');
  await anna.choosesReason('PERSON_DIFFERS');
  await anna.presses('toSign');
  assert.equal(await anna.isTold('.decide'), 'STATEMENT_DIFFERS');
  assert.equal(await anna.page.$('dialog'), null);
  assert.equal(mock.count('POST case/ID/decide'), 0);
});

test('who has not looked is asked why, and the answer is signed with the decision', async () => {
  const { mock } = stage;
  const first = mockCase(1);
  stage.put(first);
  mock.desk.asksForLooks = true;
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  const field = '.field:has(> #decide-without-look)';
  assert.ok(await anna.page.$eval(field, (node) => (node as HTMLElement).hidden));
  await anna.page.click('input[name=decision][value=PASSED]');
  await anna.choosesReason('DOCUMENT_GENUINE');
  await anna.presses('toSign');
  assert.equal(await anna.isTold('.decide'), 'SVC_REVIEW_NOT_LOOKED_AT');
  assert.equal(await anna.page.$('dialog'), null);
  // The field has the focus: all goes on by the keyboard.
  const focused = await anna.page.evaluate(() => document.activeElement?.id);
  assert.equal(focused, 'decide-without-look');
  assert.match(await anna.reads(field), /Front/);
  await anna.page.keyboard.type('known in person');
  await anna.types('Enter');
  await anna.finds('dialog[open] pre');
  assert.match(await anna.reads('dialog pre'), /\nwithout-look f-front\nwithout-look f-back\n/);
  assert.match(await anna.reads('dialog .in-words-reasons'), /known in person/);
  await anna.signs();
  await anna.sees('DONE');
  mock.desk.asksForLooks = false;
});

test('without a signature only where signing did not work', async () => {
  const first = mockCase(1);
  stage.put(first);
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.decides('PASSED', 'DOCUMENT_GENUINE');
  assert.ok(await anna.page.$eval('.without', (node) => (node as HTMLElement).hidden));
  await anna.isVerified(false);
  await anna.signs();
  assert.equal(await anna.isTold('dialog'), 'PASSKEY_NotAllowedError');
  // A screen reader is silent about what lies behind a dialog, so the dialog speaks.
  assert.match(await anna.reads('dialog [role=alert]'), /was not used/);
  await anna.presses('signWithout', 'dialog');
  await anna.sees('DONE');
  assert.equal(first.review?.signed, false);
});

test('four eyes that disagree are settled by a third', async () => {
  const first = mockCase(1, { reviewersNeeded: 2 });
  stage.put(first);
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  const ben = await stage.somebody('Ben', ['reviewer', '*']);
  const carla = await stage.somebody('Carla', ['reviewer', '*']);
  await anna.presses('nextCase');
  await anna.sees('CASE');
  assert.match(await anna.reads('.decide'), /reviewer 1 of 2/);
  // While Anna has it nobody else gets it.
  await ben.presses('refresh');
  await ben.presses('nextCase');
  await ben.finds('.note');
  await anna.decides('PASSED', 'DOCUMENT_GENUINE');
  await anna.signs();
  await anna.sees('DONE');
  assert.match(await anna.reads(), /Another reviewer decides too/);
  await anna.presses('back');
  await anna.sees('QUEUE');
  assert.match(await anna.reads(), /No case is waiting for you/);

  await ben.presses('nextCase');
  await ben.sees('CASE');
  assert.match(await ben.reads('.decide'), /reviewer 2 of 2/);
  assert.doesNotMatch(await ben.reads(), /Anna|looks genuine/);
  await ben.decides('FAILED', 'PERSON_DIFFERS');
  await ben.signs();
  await ben.sees('DONE');

  await carla.presses('nextCase');
  await carla.sees('CASE');
  assert.match(await carla.reads('.decide'), /Reviewers disagree/);
  await carla.decides('FAILED', 'PERSON_DIFFERS');
  await carla.signs();
  await carla.sees('DONE');
  assert.match(await carla.reads(), /decided: Failed/);
  assert.equal(first.review?.decision, 'FAILED');
});

test('a supervisor corrects, a reviewer does not, an auditor sees no pictures', async () => {
  const first = mockCase(1);
  stage.put(first);
  const reviewer = await stage.withCase('Ben', ['reviewer', '*']);
  await reviewer.decides('PASSED', 'PERSON_MATCHES');
  await reviewer.signs();
  await reviewer.sees('DONE');

  const supervisor = await stage.somebody('Sofia', ['supervisor', '*']);
  const finds = async (person: ReviewPerson): Promise<void> => {
    await person.page.type('.finder input', first.sessionId);
    await person.presses('findOpen');
    await person.sees('CASE');
    assert.match(await person.reads(), /How it was decided/);
  };
  await finds(supervisor);
  await supervisor.presses('correctOpen');
  await supervisor.decides('FAILED', 'DOCUMENT_FORGED');
  assert.match(await supervisor.reads('dialog pre'), /kind correction/);
  await supervisor.signs();
  await supervisor.sees('DONE');
  assert.match(await supervisor.reads(), /The case is now: Failed/);

  const auditor = await stage.somebody('Otto', ['auditor', '*']);
  await finds(auditor);
  assert.match(await auditor.reads(), /Auditors see no pictures/);
  assert.match(await auditor.reads('.aside'), /Decided\n[^]*Corrected\n/);
  assert.equal(await auditor.page.$('[data-key=correctOpen]'), null);
  assert.equal(await auditor.page.$('[data-key=showPicture]'), null);
  await auditor.presses('reports');
  await auditor.sees('REPORTS');
  await auditor.finds('table');
  assert.match(await auditor.reads(), /Sofia/);
  assert.match(await auditor.reads(), /By day\n[^]*2026-11-26[^]*The document looks genuine: 1/);
  await auditor.page.evaluate(() => {
    const kept = window as unknown as { csv: Promise<string> };
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file: Blob) => {
      kept.csv = file.text();
      return make(file);
    };
  });
  await auditor.presses('reportsCsv');
  const csv = await auditor.page.evaluate(
    () => (window as unknown as { csv: Promise<string> }).csv,
  );
  assert.match(csv, /^day,decisions,[^]*,DOCUMENT_GENUINE\r\n2026-11-26,1,0,0,0,1,1\r\n$/);
  await supervisor.presses('account');
  await supervisor.sees('ACCOUNT');
  assert.match(await supervisor.reads(), /What you looked at and decided/);
});

test('what two decided is corrected by two supervisors, of whom neither decided it', async () => {
  const first = mockCase(1, { reviewersNeeded: 2 });
  stage.put(first);
  const supervisors = await Promise.all(
    ['Sofia', 'Theo', 'Uma'].map((name) => stage.somebody(name, ['supervisor', '*'])),
  );
  const [sofia, theo, uma] = supervisors as [ReviewPerson, ReviewPerson, ReviewPerson];
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.decides('PASSED', 'DOCUMENT_GENUINE');
  await anna.signs();
  await anna.sees('DONE');
  await sofia.presses('nextCase');
  await sofia.sees('CASE');
  await sofia.decides('PASSED', 'DOCUMENT_GENUINE');
  await sofia.signs();
  await sofia.sees('DONE');
  const opens = async (person: ReviewPerson): Promise<void> => {
    await person.presses('queue');
    await person.sees('QUEUE');
    await person.page.type('.finder input', first.sessionId);
    await person.presses('findOpen');
    await person.sees('CASE');
  };
  // A supervisor who decided the case is not offered to correct it.
  await opens(sofia);
  assert.equal(await sofia.page.$('[data-key=correctOpen]'), null);
  await opens(theo);
  await theo.presses('correctOpen');
  assert.match(await theo.reads('.decide'), /supervisor 1 of 2/);
  await theo.decides('FAILED', 'DOCUMENT_FORGED');
  await theo.signs();
  await theo.sees('DONE');
  assert.match(await theo.reads(), /Another supervisor has to agree/);
  assert.equal(first.review?.decision, 'PASSED');
  await opens(uma);
  assert.doesNotMatch(await uma.reads('.aside'), /Theo|forged/i);
  await uma.presses('correctOpen');
  assert.match(await uma.reads('.decide'), /supervisor 2 of 2/);
  await uma.decides('FAILED', 'DOCUMENT_FORGED');
  await uma.signs();
  await uma.sees('DONE');
  assert.match(await uma.reads(), /The case is now: Failed/);
});

test('a supervisor takes a case over, and who had it is told so', async () => {
  const first = mockCase(1);
  stage.put(first);
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  assert.equal(await anna.page.$('[data-key=takeOver]'), null);
  const sofia = await stage.somebody('Sofia', ['supervisor', '*']);
  await sofia.page.type('.finder input', first.sessionId);
  await sofia.presses('findOpen');
  await sofia.sees('CASE');
  assert.match(await sofia.reads('.case-bar'), /records who takes it over/);
  assert.equal(await sofia.page.$('.problem'), null);
  await sofia.presses('takeOver');
  await sofia.finds('[data-key=claimKeep]');
  assert.equal(await sofia.page.$('[data-key=takeOver]'), null);
  await anna.decides('PASSED', 'PERSON_MATCHES');
  await anna.signs();
  await anna.isTold('dialog');
  assert.match(await anna.reads('dialog .problem'), /taken this case over from you/);
  await sofia.decides('FAILED', 'PERSON_DIFFERS');
  await sofia.signs();
  await sofia.sees('DONE');
  assert.match(await sofia.reads(), /decided: Failed/);
});

test('a decision whose answer is lost may have been recorded', async () => {
  const { mock } = stage;
  stage.put(mockCase(1));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.decides('PASSED', 'DOCUMENT_GENUINE');
  mock.fails = { path: `case/${mock.desk.cases[0]?.sessionId}/decide`, status: 504, code: 'X' };
  await anna.signs();
  await anna.isTold('dialog');
  assert.match(await anna.reads('dialog .problem'), /may have been recorded/);
  // The next try asks for another challenge.
  await anna.signs();
  await anna.sees('DONE');
  assert.equal(mock.count('POST case/ID/decide/begin'), 2);
});
