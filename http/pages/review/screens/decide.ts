// The decision, its reasons and a note; what is signed is shown before it is signed.
import { make } from '../../sdk/src/view/dom.js';
import type { Case, Decided } from '../generated/answers.js';
import type { Choice, Decision, DecisionKind } from '../server/calls.js';
import { hashOfText, salted } from '../server/note.js';
import { Refusal } from '../server/refusal.js';
import type { Key } from '../texts/texts.js';
import { button, during, named, paragraph, section, Slot } from '../view/parts.js';
import { digits } from '../view/shortcuts.js';
import type { Bindings } from '../view/shortcuts.js';
import { AgainFields } from './again.js';
import { choices, corrections, decisions } from './choices.js';
import { digitPlace, number } from './digits.js';
import { SignDialog } from './sign.js';
import type { Context } from './screen.js';
import { sentenceOf, TellField } from './tell.js';

const forPassed = [
  'DOCUMENT_GENUINE',
  'PERSON_MATCHES',
  'DATA_CONFIRMED_ELSEWHERE',
  'ACCESSIBILITY_ACCEPTED',
];
const forFailed = [
  'DOCUMENT_FORGED',
  'DOCUMENT_UNREADABLE_TO_PERSON',
  'DOCUMENT_EXPIRED_CONFIRMED',
  'PERSON_DIFFERS',
  'PICTURE_OF_SCREEN_OR_PRINT',
  'DATA_CONTRADICTS',
  'SUSPECTED_FRAUD',
];
const mostNote = 2000;
const mostWhy = 500;

export class DecideForm {
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #case: Case;
  readonly #kind: DecisionKind;
  readonly #slot: Slot;
  readonly #radios = new Map<Decision, HTMLInputElement>();
  readonly #boxes = new Map<string, HTMLInputElement>();
  readonly #note = make('textarea', {
    rows: 3,
    maxlength: mostNote,
    id: 'decide-note',
    autocomplete: 'off',
  });
  // Why not each picture was looked at; shown once the server has named one.
  readonly #why = make('input', {
    type: 'text',
    maxlength: mostWhy,
    id: 'decide-without-look',
    autocomplete: 'off',
    'aria-describedby': 'decide-not-looked-at',
  });
  readonly #whyField = make('div', { class: 'field', hidden: true });
  readonly #named = make('ul', { id: 'decide-not-looked-at' });
  #unlooked: readonly string[] = [];
  readonly #again: AgainFields;
  readonly #tell: TellField;
  readonly #sign: HTMLButtonElement;
  readonly #onDecided: (answer: Decided) => void;

  constructor(
    context: Context,
    found: Case,
    kind: DecisionKind,
    onDecided: (answer: Decided) => void,
  ) {
    this.#context = context;
    this.#case = found;
    this.#kind = kind;
    this.#onDecided = onDecided;
    const { wording } = context;
    this.#slot = new Slot(wording, context.announcer);
    this.#again = new AgainFields(wording);
    this.#tell = new TellField(wording, found);
    this.#sign = button(wording, 'primary', 'toSign', () => this.sign());
    const title: Key = kind === 'decision' ? 'decideTitle' : 'correctTitle';
    const actions = make('div', { class: 'actions' }, this.#sign);
    this.root = section(wording, title, 'card decide');
    this.root.append(
      ...this.#before(),
      this.#slot.root,
      this.#choices(),
      this.#reasons(),
      this.#again.root,
      this.#tell.root,
      this.#noteField(),
      this.#lookField(),
      actions,
    );
    this.#offer();
  }

  get shortcuts(): Bindings {
    return {
      p: () => this.#choose('PASSED'),
      x: () => this.#choose('FAILED'),
      a: () => this.#choose('RESUBMIT'),
      ...Object.fromEntries(digits.map((digit, at) => [digit, () => this.#pick(at)])),
      e: () => this.sign(),
    };
  }

  sign(): void {
    const chosen = this.#chosen();
    if (chosen === null) return;
    const { calls } = this.#context;
    const { sessionId, seen } = this.#case;
    void during(this.#sign, async () => {
      this.#slot.clear();
      try {
        const told = sentenceOf(this.#case, chosen.tell);
        const choice =
          told === null ? chosen : { ...chosen, tellHash: await hashOfText(told) };
        const words = choice.steps === undefined ? '' : this.#again.words;
        const note = await salted(this.#note.value.trim(), words, choice.withoutLook);
        const begun = await calls.beginDecision(sessionId, choice, this.#kind, seen, note);
        const dialog = new SignDialog(
          this.#context,
          this.#case,
          this.#kind,
          choice,
          note,
          begun,
          this.#unlooked,
        );
        dialog.onDecided = this.#onDecided;
        await dialog.open();
      } catch (error) {
        this.#slot.tell(error);
        if (error instanceof Refusal) this.#askWhy(error);
      }
    });
  }

  // Names what was not looked at, and asks why in one field; where the client forbids to decide so,
  // the refusal itself says that.
  #askWhy({ code, notLookedAt }: Refusal): void {
    const { wording } = this.#context;
    if (notLookedAt.length === 0) return;
    this.#unlooked = notLookedAt;
    const kinds = this.#case.files
      .filter(({ id }) => notLookedAt.includes(id))
      .map(({ kind }) => kind);
    this.#named.replaceChildren(
      ...[...new Set(kinds)].map((kind) => make('li', {}, named(wording, 'kinds', kind))),
    );
    this.#whyField.hidden = code !== 'SVC_REVIEW_NOT_LOOKED_AT';
    if (!this.#whyField.hidden) this.#why.focus();
  }

  #lookField(): HTMLElement {
    const { wording } = this.#context;
    this.#why.dir = 'auto';
    this.#why.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.sign();
    });
    const label = wording.text(make('label', { for: 'decide-without-look' }), 'withoutLook');
    const body = paragraph(wording, 'withoutLookBody', 'quiet small');
    this.#whyField.append(label, this.#named, this.#why, body);
    return this.#whyField;
  }

  // The notice before a decision: whether others decide too, and that their opinions are not shown.
  #before(): HTMLElement[] {
    const { wording } = this.#context;
    const isCorrection = this.#kind === 'correction';
    const first = isCorrection ? [paragraph(wording, 'correctBody', 'quiet')] : [];
    const { opinionsGiven, reviewersNeeded } = this.#case;
    if (reviewersNeeded < 2) return first;
    const isThird = opinionsGiven >= reviewersNeeded;
    const place = isThird
      ? paragraph(wording, isCorrection ? 'correctThird' : 'decideThird')
      : paragraph(wording, isCorrection ? 'correctAs' : 'decideAs', '', () => ({
          n: opinionsGiven + 1,
          of: reviewersNeeded,
        }));
    return [...first, place, paragraph(wording, 'fourEyes', 'quiet small')];
  }

  #choices(): HTMLElement {
    const { wording } = this.#context;
    const group = make('fieldset', { class: 'choices' });
    group.append(wording.text(make('legend', { class: 'region' }), 'reviewDecision'));
    for (const decision of this.#kind === 'decision' ? decisions : corrections) {
      const radio = make('input', { type: 'radio', name: 'decision', value: decision });
      radio.addEventListener('change', () => this.#offer());
      this.#radios.set(decision, radio);
      const [named, meaning] = choices[decision];
      const name = wording.text(make('strong'), named);
      const more = wording.text(make('span', { class: 'quiet small' }), meaning);
      const text = make('span', { class: 'choice-text' }, name, more);
      group.append(make('label', { class: 'choice big' }, radio, text));
    }
    return group;
  }

  #reasons(): HTMLElement {
    const { wording } = this.#context;
    const group = make('fieldset', { class: 'reasons' });
    group.append(wording.text(make('legend'), 'reasonsTitle'));
    group.append(paragraph(wording, 'reasonsBody', 'quiet small'));
    for (const code of this.#case.decisionReasons) {
      const box = make('input', { type: 'checkbox', value: code });
      this.#boxes.set(code, box);
      const name = wording.named(make('span'), 'reasons', code);
      group.append(make('label', { class: 'choice' }, box, digitPlace(), name));
    }
    return group;
  }

  #noteField(): HTMLElement {
    const { wording } = this.#context;
    this.#note.dir = 'auto';
    this.#note.setAttribute('aria-describedby', 'decide-note-body');
    const label = wording.text(make('label', { for: 'decide-note' }), 'note');
    const body = make('p', { id: 'decide-note-body', class: 'quiet small' });
    wording.text(body, 'noteBody');
    return make('div', { class: 'field' }, label, this.#note, body);
  }

  #choose(decision: Decision): void {
    const radio = this.#radios.get(decision);
    if (radio === undefined) return;
    radio.checked = true;
    radio.focus();
    this.#offer();
  }

  get #decision(): Decision | null {
    for (const [decision, radio] of this.#radios) if (radio.checked) return decision;
    return null;
  }

  // Shows the reasons that can stand with the decision; one that cannot is no longer chosen. A
  // decision that asks again has steps in their place.
  #offer(): void {
    const decision = this.#decision;
    for (const [code, box] of this.#boxes) {
      const isOther =
        (decision === 'PASSED' && forFailed.includes(code)) ||
        (decision === 'FAILED' && forPassed.includes(code)) ||
        decision === 'RESUBMIT' ||
        decision === null;
      if (isOther) box.checked = false;
      box.closest('label')?.toggleAttribute('hidden', isOther);
    }
    number(this.#offered);
    const group = this.root.querySelector('.reasons');
    group?.toggleAttribute('hidden', decision === null || decision === 'RESUBMIT');
    this.#again.root.hidden = decision !== 'RESUBMIT';
  }

  // The boxes that can be ticked with the decision, in their order.
  get #offered(): readonly HTMLInputElement[] {
    if (this.#decision === 'RESUBMIT') return this.#again.boxes;
    return [...this.#boxes.values()].filter((box) => box.closest('label')?.hidden === false);
  }

  // Ticks a reason, or a step to capture again, by its place; or no longer.
  #pick(at: number): void {
    const box = this.#offered[at];
    if (box === undefined) return;
    box.focus();
    box.click();
  }

  #chosen(): Choice | null {
    const decision = this.#decision;
    const reasons = [...this.#boxes].filter(([, box]) => box.checked).map(([code]) => code);
    if (decision === null) {
      this.#slot.ask('chooseDecision');
      this.#radios.get('PASSED')?.focus();
      return null;
    }
    const why = this.#whyField.hidden ? '' : this.#why.value.trim();
    const look = why === '' ? {} : { withoutLook: why };
    const { name } = this.#tell;
    const more = name === '' ? look : { ...look, tell: name };
    if (decision === 'RESUBMIT') {
      const { steps } = this.#again;
      if (steps.length > 0) return { decision, reasons: [], steps, ...more };
      this.#slot.ask('chooseSteps');
      this.#again.focus();
      return null;
    }
    if (reasons.length === 0) {
      this.#slot.ask('chooseReason');
      this.root.querySelector<HTMLElement>('.reasons label:not([hidden]) input')?.focus();
      return null;
    }
    return { decision, reasons, ...more };
  }
}
