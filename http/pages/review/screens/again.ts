// The fields of a decision that asks again: the steps, and words that the person reads first.
import { make } from '../../sdk/src/view/dom.js';
import type { Step } from '../server/calls.js';
import type { Key } from '../texts/texts.js';
import { button, choice, paragraph } from '../view/parts.js';
import { digitPlace } from './digits.js';
import type { Wording } from '../view/wording.js';

const mostWords = 500;
// In the order of a capture.
const steps: readonly (readonly [Step, Key])[] = [
  ['DOCUMENT', 'againDocument'],
  ['LIVENESS', 'againFace'],
];
const templates: readonly (readonly [Key, Key])[] = [
  ['againGlare', 'againGlareWords'],
  ['againCut', 'againCutWords'],
  ['againOther', 'againOtherWords'],
  ['againFaceUnclear', 'againFaceUnclearWords'],
];

export class AgainFields {
  readonly root = make('div', { class: 'again' });
  readonly #boxes = new Map<Step, HTMLInputElement>();
  readonly #words = make('textarea', {
    rows: 3,
    maxlength: mostWords,
    id: 'again-words',
    autocomplete: 'off',
    dir: 'auto',
    'aria-describedby': 'again-words-body',
  });

  constructor(wording: Wording) {
    const group = make('fieldset', { class: 'steps' });
    group.append(wording.text(make('legend'), 'againSteps'));
    for (const [step, key] of steps) {
      const box = make('input', { type: 'checkbox', value: step });
      this.#boxes.set(step, box);
      const label = choice(wording, key, box);
      box.after(digitPlace());
      group.append(label);
    }
    const label = wording.text(make('label', { for: 'again-words' }), 'againWords');
    const body = paragraph(wording, 'againWordsBody', 'quiet small');
    body.id = 'again-words-body';
    const ready = make('div', { class: 'actions templates' });
    for (const [name, words] of templates) {
      ready.append(button(wording, 'plain', name, () => this.#insert(wording.speech.say(words))));
    }
    this.root.append(group, make('div', { class: 'field' }, label, this.#words, body, ready));
  }

  get steps(): readonly Step[] {
    return steps.map(([step]) => step).filter((step) => this.#boxes.get(step)?.checked === true);
  }

  // The boxes of the steps, in their order.
  get boxes(): readonly HTMLInputElement[] {
    return steps.flatMap(([step]) => this.#boxes.get(step) ?? []);
  }

  get words(): string {
    return this.#words.value.trim();
  }

  focus(): void {
    this.#boxes.get('DOCUMENT')?.focus();
  }

  // Adds a sentence to what is there; the reviewer may change it.
  #insert(sentence: string): void {
    const before = this.words;
    const both = before === '' ? sentence : `${before} ${sentence}`;
    if (both.length <= mostWords) this.#words.value = both;
    this.#words.focus();
  }
}
