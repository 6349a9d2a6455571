// The reviewer's own looks and decisions, as the log has them.
import { make } from '../../sdk/src/view/dom.js';
import type { OwnAct } from '../generated/answers.js';
import type { Key } from '../texts/texts.js';
import { button, during, mono, paragraph, section, time } from '../view/parts.js';
import type { Slot } from '../view/parts.js';
import { objectOf } from './act_object.js';
import type { Context } from './screen.js';

const says: Readonly<Record<OwnAct['act'], Key>> = {
  LOOK: 'actLook',
  DECISION: 'actDecision',
  CORRECTION: 'actCorrection',
};

export class OwnActsSection {
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #slot: Slot;
  readonly #list = make('ol', { class: 'rows' });
  readonly #none: HTMLElement;
  readonly #more: HTMLButtonElement;
  #next: string | null = null;

  constructor(context: Context, slot: Slot) {
    this.#context = context;
    this.#slot = slot;
    const { wording } = context;
    this.#none = paragraph(wording, 'actsNone', 'quiet');
    this.#none.hidden = true;
    this.#more = button(wording, 'secondary', 'more', () => during(this.#more, () => this.load()));
    this.#more.hidden = true;
    this.root = section(wording, 'actsTitle', 'card', this.#none, this.#list, this.#more);
  }

  // Shows the next acts behind those that are shown.
  async load(): Promise<void> {
    try {
      const { items, next } = await this.#context.calls.ownActs(this.#next);
      this.#list.append(...items.map((act) => this.#row(act)));
      this.#next = next;
      this.#more.hidden = next === null;
      this.#none.hidden = this.#list.childElementCount > 0;
      this.#list.hidden = !this.#none.hidden;
    } catch (error) {
      this.#slot.tell(error);
    }
  }

  #row(act: OwnAct): HTMLElement {
    const { wording } = this.#context;
    const what = wording.made(make('strong'), (speech) =>
      speech.say(says[act.act], { what: objectOf(act, speech) }),
    );
    const text = make('div', {}, what);
    if (act.signed === false) text.append(' ', paragraph(wording, 'reviewUnsigned', 'small'));
    text.append(make('div', { class: 'quiet small' }, mono(act.sessionId)));
    return make('li', {}, text, make('span', { class: 'quiet' }, time(wording, act.at)));
  }
}
