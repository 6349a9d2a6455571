// The facts of a case besides its pictures and checks.
import { make } from '../../sdk/src/view/dom.js';
import type { Child } from '../../sdk/src/view/dom.js';
import type { Case } from '../generated/answers.js';
import { button, fact, foreign, mono, named, paragraph, section, time } from '../view/parts.js';
import { comma, listed } from '../view/lists.js';
import type { Key } from '../texts/texts.js';
import type { Wording } from '../view/wording.js';

function chips(wording: Wording, codes: readonly string[]): HTMLElement {
  const list = make('ul', { class: 'chips' });
  for (const code of codes) list.append(make('li', {}, named(wording, 'codes', code)));
  return list;
}

// The facts that the session asked for, and the reasons for a review.
export function askedSection(wording: Wording, found: Case, search: Node | null): HTMLElement {
  const or = (value: Child): Child => value ?? wording.text(make('span'), 'unknown');
  const list = make('dl', { class: 'facts' });
  list.append(
    fact(wording, 'whyReview', chips(wording, found.reasons)),
    fact(wording, 'purpose', named(wording, 'purposes', found.purpose)),
    fact(
      wording,
      'documentType',
      or(found.documentType === null ? null : named(wording, 'documents', found.documentType)),
    ),
    fact(wording, 'userRef', or(referenceOf(found, search))),
    fact(wording, 'caseSession', mono(found.sessionId)),
    fact(wording, 'createdAt', time(wording, found.createdAt)),
    fact(wording, 'endedAt', or(found.endedAt === null ? null : time(wording, found.endedAt))),
  );
  // Most cases wait from their end on.
  if (found.waitingSince !== null && found.waitingSince !== found.endedAt) {
    list.append(fact(wording, 'waitingSince', time(wording, found.waitingSince)));
  }
  if (typeof found.picturesUntil === 'string') {
    list.append(fact(wording, 'picturesUntil', time(wording, found.picturesUntil)));
  }
  if (found.dueAt !== null) list.append(fact(wording, 'dueAt', time(wording, found.dueAt)));
  if (found.automaticResult !== null) {
    const result = named(wording, 'results', found.automaticResult);
    list.append(fact(wording, 'automaticResult', result));
  }
  return section(wording, 'factsTitle', 'card asked', list);
}

// The reference, and the way to the other waiting cases that have it.
function referenceOf({ userRef }: Case, search: Node | null): HTMLElement | null {
  return userRef === null ? null : make('span', {}, foreign(userRef), ' ', search);
}

// Why somebody could not do the movements, as they wrote it.
export function wordsSection(wording: Wording, words: string): HTMLElement {
  const quote = make('blockquote', { dir: 'auto' }, words);
  return section(wording, 'wordsTitle', 'card', paragraph(wording, 'wordsBody', 'quiet'), quote);
}

export function attemptsSection(wording: Wording, { attempts }: Case): HTMLElement {
  if (attempts.length === 0) {
    return section(wording, 'attemptsTitle', 'card', paragraph(wording, 'attemptsNone', 'quiet'));
  }
  const list = make('ol', { class: 'attempts' });
  for (const { step, side, at, accepted, code } of attempts) {
    const what = make('strong', {}, named(wording, 'steps', step));
    if (side !== null && side !== undefined) {
      what.append(wording.made(make('span'), ({ code }) => comma(code)));
      what.append(named(wording, 'sides', side));
    }
    const state = make('strong', { class: `status ${accepted ? 'good' : 'bad'}` });
    wording.text(state, accepted ? 'accepted' : 'refused');
    const row = make('li', {}, make('div', { class: 'check-top' }, what, state));
    if (code !== null && code !== undefined) {
      row.append(make('div', {}, named(wording, 'codes', code)));
    }
    row.append(make('div', { class: 'quiet small' }, time(wording, at)));
    list.append(row);
  }
  return section(wording, 'attemptsTitle', 'card', list);
}

// `open` is null for a reviewer who may not open decided cases.
export function earlierSection(
  wording: Wording,
  { earlierSessions }: Case,
  open: ((id: string) => void) | null,
): HTMLElement {
  if (earlierSessions.length === 0) {
    return section(wording, 'earlierTitle', 'card', paragraph(wording, 'earlierNone', 'quiet'));
  }
  const list = make('ul', { class: 'attempts' });
  for (const { sessionId, at } of earlierSessions) {
    const row = make('li', {}, mono(sessionId), ' · ', time(wording, at));
    if (open !== null) {
      const read = button(wording, 'plain', 'readCase', () => open(sessionId));
      wording.attribute(read, 'aria-label', 'openLabel', () => ({
        action: wording.speech.say('readCase'),
        id: sessionId,
      }));
      row.append(' ', read);
    }
    list.append(row);
  }
  return section(wording, 'earlierTitle', 'card warn', list);
}

// The capture before this one and the one after it, where a decision asked again; null if none is.
export function linkedSection(
  wording: Wording,
  { predecessor, successor }: Case,
  open: (id: string) => void,
): HTMLElement | null {
  const list = make('dl', { class: 'facts' });
  const add = (key: Key, linked: Case['predecessor']): void => {
    if (linked === null) return;
    const { sessionId, mayOpen } = linked;
    const shown = make('span', {}, mono(sessionId));
    if (mayOpen) shown.append(' ', button(wording, 'plain', 'openCase', () => open(sessionId)));
    list.append(fact(wording, key, shown));
  };
  add('predecessor', predecessor);
  add('successor', successor);
  return list.childElementCount === 0 ? null : section(wording, 'linkedTitle', 'card', list);
}

// How a case was decided, where it was.
export function reviewSection(wording: Wording, found: Case): HTMLElement | null {
  const { review } = found;
  if (review === null) return null;
  const reasons = make('ul', { class: 'chips' });
  for (const code of review.reasons) {
    reasons.append(make('li', {}, named(wording, 'reasons', code)));
  }
  const list = make('dl', { class: 'facts' });
  const looks: Readonly<Record<string, string>> = { PASSED: 'good', FAILED: 'bad' };
  const decision = make('strong', { class: looks[review.decision] ?? 'warn' });
  list.append(
    fact(wording, 'reviewDecision', wording.named(decision, 'results', review.decision)),
    fact(wording, 'reviewAt', time(wording, review.decidedAt)),
  );
  // A decision that asks again has steps in their place.
  if (review.reasons.length > 0) list.append(fact(wording, 'reasonsTitle', reasons));
  if (review.steps.length > 0) {
    const steps = make('ul', { class: 'chips' });
    for (const step of review.steps) steps.append(make('li', {}, named(wording, 'steps', step)));
    list.append(fact(wording, 'againSteps', steps));
  }
  if (review.words !== null) {
    const words = make('blockquote', { dir: 'auto' }, review.words);
    list.append(fact(wording, 'againSaid', words));
  }
  if (review.told !== null) {
    const told = make('bdi', { class: 'told' }, review.told.sentence);
    list.append(fact(wording, 'tellTitle', told));
  }
  if (typeof review.correctedAt === 'string') {
    list.append(fact(wording, 'reviewCorrectedAt', time(wording, review.correctedAt)));
  }
  const nameOf = (id: string): string =>
    review.names.find((each) => each.reviewer === id)?.name ?? id;
  list.append(fact(wording, 'reviewBy', listed(wording, review.reviewers.map(nameOf))));
  const signed = review.signed ? 'reviewSigned' : 'reviewUnsigned';
  return section(wording, 'reviewTitle', 'card', list, paragraph(wording, signed, 'small'));
}
