// A case: what was asked, what was seen, and the decision.
import { make } from '../../sdk/src/view/dom.js';
import type { Case, Decided } from '../generated/answers.js';
import type { DecisionKind } from '../server/calls.js';
import { codeOf } from '../server/refusal.js';
import { button, during, paragraph, sandboxMark, Slot } from '../view/parts.js';
import { openAssignDialog } from './assign.js';
import { checksSection } from './checks.js';
import { everything } from './choice.js';
import { Claim } from './claim.js';
import { DecideForm } from './decide.js';
import { doneScreen } from './done.js';
import {
  askedSection,
  attemptsSection,
  earlierSection,
  linkedSection,
  reviewSection,
  wordsSection,
} from './facts.js';
import { handOversSection, openHandOver } from './hand_over.js';
import { Pictures } from './pictures.js';
import { nameOf } from './queue_table.js';
import { deciders, hasRole, readersOfReports } from './screen.js';
import type { Context, Screen } from './screen.js';
import { valueTable } from './value_rows.js';
import { valuesSection } from './values.js';

// `claimEnds` is null where the case is not the reviewer's to decide; `problem` says why.
export function caseScreen(
  context: Context,
  found: Case,
  claimEnds: string | null,
  problem: unknown,
): Screen {
  const { wording, go } = context;
  const slot = new Slot(wording, context.announcer);
  const pictures = new Pictures(context, found, found.mayLook);
  const claim =
    claimEnds === null ? null : new Claim(context, found.sessionId, claimEnds, slot);
  const decided = (kind: DecisionKind) => (answer: Decided) =>
    go.done(() => doneScreen(context, answer, kind, found.sandbox));
  const form =
    claim === null ? null : new DecideForm(context, found, 'decision', decided('decision'));

  const aside = make('div', { class: 'aside' });
  const linked = linkedSection(wording, found, (id) => {
    void go.case(id).catch((error: unknown) => slot.tell(error));
  });
  const review = reviewSection(wording, found);
  if (review !== null) {
    aside.append(review);
    if (found.mayCorrect) review.append(correction(context, found, decided('correction')));
  }
  if (form !== null) aside.append(form.root);
  // The decision stays in sight.
  aside.classList.toggle('stays', form !== null || (review !== null && found.mayCorrect));
  if (linked !== null) aside.append(linked);
  const mayRead = hasRole(context.me(), readersOfReports, found.client);
  const open = (id: string): void => void go.case(id).catch((error: unknown) => slot.tell(error));
  aside.append(attemptsSection(wording, found));
  aside.append(earlierSection(wording, found, mayRead ? open : null));

  const checks = checksSection(wording, found.checks, (check) => pictures.pointTo(check));
  const main = make('div', { class: 'main' });
  if (found.handOvers.length > 0) main.append(handOversSection(wording, found));
  main.append(pictures.root);
  if (found.words !== null && found.words !== '') main.append(wordsSection(wording, found.words));
  const values = valueTable(found);
  if (values.rows.length > 0) main.append(valuesSection(wording, values));
  main.append(checks);
  const bar = make('div', { class: 'case-bar' });
  bar.append(button(wording, 'plain', 'back', () => go.queue()));
  if (claim !== null) bar.append(claim.root);
  else if (found.mayTakeOver) bar.append(takingOver(context, found, slot));
  else if (review === null) bar.append(paragraph(wording, 'readOnly', 'quiet'));
  const hand = button(wording, 'plain', 'handOver', () => openHandOver(context, found));
  hand.hidden = claim === null || !found.mayHandOver;
  const assign = assigning(context, found, slot);
  assign.hidden = !found.mayAssign;
  bar.append(hand, assign);
  // The button to take the case over says already that another has it.
  const isSaid = found.mayTakeOver && codeOf(problem) === 'SVC_REVIEW_CLAIMED';
  if (isSaid) context.announcer.hint(wording.speech.say('takeOverBody'));
  else if (problem !== null) slot.tell(problem);
  const client = nameOf(found);
  return {
    name: 'CASE',
    heading: 'caseTitle',
    // Isolated, so that a name cannot turn the words around it.
    headingValues: () => ({ client: `\u2068${client}\u2069` }),
    page: 'queue',
    beside: [bar],
    body: [
      ...(found.sandbox ? [sandboxMark(wording)] : []),
      slot.root,
      askedSection(wording, found, sameReference(context, found)),
      make('div', { class: 'case-grid' }, main, aside),
    ],
    shortcuts: {
      ...pictures.shortcuts,
      ...(form?.shortcuts ?? {}),
      ...(claim === null ? {} : { k: () => claim.keep() }),
      ...(hand.hidden ? {} : { u: () => hand.click() }),
      ...(assign.hidden ? {} : { g: () => assign.click() }),
      q: () => go.queue(),
    },
    leave: () => {
      pictures.end();
      claim?.end();
    },
  };
}

// Leads to the waiting cases of the same reference; null for those who see no queue.
function sameReference(context: Context, { userRef, sandbox }: Case): HTMLElement | null {
  if (userRef === null || !hasRole(context.me(), deciders)) return null;
  return button(context.wording, 'plain', 'sameReference', () => {
    context.choice.set({ ...everything, search: userRef, sandbox });
    context.go.queue();
  });
}

// The case becomes the supervisor's own. The log records the previous reviewer, and the page of the
// previous reviewer says that the case was taken over.
function takingOver(context: Context, found: Case, slot: Slot): HTMLElement {
  const take = button(context.wording, 'secondary', 'takeOver', () =>
    during(take, async () => {
      slot.clear();
      try {
        await context.calls.takeOver(found.sessionId);
        await context.go.case(found.sessionId);
      } catch (error) {
        slot.tell(error);
      }
    }),
  );
  return make('div', {}, paragraph(context.wording, 'takeOverBody', 'quiet small'), take);
}

// A supervisor gives the case to a reviewer.
function assigning(context: Context, found: Case, slot: Slot): HTMLButtonElement {
  const assign = button(context.wording, 'plain', 'assignTitle', () =>
    during(assign, async () => {
      slot.clear();
      try {
        const { sessionId, client, assignedTo } = found;
        const only = { sessionId, client, isAssigned: assignedTo !== null };
        await openAssignDialog(context, [only], () => context.go.queue('assignDone'));
      } catch (error) {
        slot.tell(error);
      }
    }),
  );
  return assign;
}

// A supervisor's correction is opened by hand: it is no part of reading a case.
function correction(
  context: Context,
  found: Case,
  onDecided: (answer: Decided) => void,
): HTMLElement {
  const place = make('div', {});
  const open = button(context.wording, 'secondary', 'correctOpen', () => {
    const form = new DecideForm(context, found, 'correction', onDecided);
    place.replaceChildren(form.root);
    const heading = form.root.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  });
  place.append(open);
  return place;
}
