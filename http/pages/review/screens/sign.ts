// Shows what is signed, has a passkey sign it, and sends the decision.
import { make } from '../../sdk/src/view/dom.js';
import type { Case, Decided, SigningBegun } from '../generated/answers.js';
import type { Choice, DecisionKind } from '../server/calls.js';
import { challengeOf } from '../server/challenge.js';
import { hashOfText } from '../server/note.js';
import type { SaltedNote } from '../server/note.js';
import { assert } from '../server/passkey.js';
import type { AssertionJson } from '../server/passkey.js';
import { Refusal } from '../server/refusal.js';
import { Dialog } from '../view/dialog.js';
import { button, during, named, paragraph, Slot } from '../view/parts.js';
import { choices } from './choices.js';
import type { Context } from './screen.js';
import { isStatementOf } from './statement.js';
import { sentenceOf } from './tell.js';

export class SignDialog {
  onDecided: (answer: Decided) => void = () => undefined;
  readonly #context: Context;
  readonly #case: Case;
  readonly #kind: DecisionKind;
  readonly #choice: Choice;
  readonly #note: SaltedNote;
  readonly #unlooked: readonly string[];
  readonly #dialog: Dialog;
  readonly #slot: Slot;
  readonly #sign: HTMLButtonElement;
  readonly #without: HTMLElement;
  // Its challenge is used once; then the server is asked for another.
  #begun: SigningBegun | null;
  readonly #lines = make('pre', { dir: 'ltr', tabindex: 0, id: 'sign-lines' });

  constructor(
    context: Context,
    found: Case,
    kind: DecisionKind,
    choice: Choice,
    note: SaltedNote,
    begun: SigningBegun,
    unlooked: readonly string[],
  ) {
    this.#unlooked = unlooked;
    this.#context = context;
    this.#case = found;
    this.#kind = kind;
    this.#choice = choice;
    this.#note = note;
    this.#begun = begun;
    const { wording } = context;
    this.#slot = new Slot(wording, null);
    this.#dialog = new Dialog(wording, 'signTitle', 'cancel');
    this.#sign = button(wording, 'primary', 'signButton', () => during(this.#sign, this.#run));
    const unsigned = button(wording, 'secondary', 'signWithout', () =>
      during(unsigned, () => this.#send(null)),
    );
    this.#without = make('div', { class: 'without' });
    this.#without.append(paragraph(wording, 'signWithoutBody', 'quiet small'), unsigned);
    this.#lay();
  }

  // Rejects where the statement is not that of the choice: nothing is shown to be signed then.
  async open(): Promise<void> {
    if (this.#begun !== null) await this.#check(this.#begun);
    this.#dialog.open();
    // The lines stay in sight above the button, which says them.
    if (!this.#sign.hidden) this.#sign.focus({ preventScroll: true });
  }

  #lay(): void {
    const { wording } = this.#context;
    const canSign = this.#begun?.publicKey !== null && this.#context.me().keys.length > 0;
    this.#sign.setAttribute('aria-describedby', 'sign-words sign-reasons sign-lines');
    const words = make('p', { class: 'in-words', id: 'sign-words' });
    wording.text(words, choices[this.#choice.decision][0]);
    const reasons = make('ul', { class: 'in-words-reasons', id: 'sign-reasons' });
    for (const code of this.#choice.reasons) {
      reasons.append(make('li', {}, named(wording, 'reasons', code)));
    }
    for (const step of this.#choice.steps ?? []) {
      reasons.append(make('li', {}, named(wording, 'steps', step)));
    }
    const { withoutLook } = this.#choice;
    if (withoutLook !== undefined) {
      const asked = wording.speech.say('withoutLook');
      reasons.append(make('li', { dir: 'auto' }, `${asked} ${withoutLook}`));
    }
    const said = make('blockquote', { dir: 'auto' }, this.#note.words);
    said.hidden = this.#note.words === '';
    const told = this.#told ?? '';
    const sentence = make('p', { class: 'told', dir: 'auto' }, told);
    sentence.hidden = told === '';
    wording.attribute(this.#lines, 'aria-label', 'signLines');
    this.#lines.setAttribute('role', 'group');
    this.#lines.textContent = this.#begun?.statement ?? '';
    this.#dialog.body.append(words, reasons, said, sentence);
    this.#dialog.body.append(paragraph(wording, 'signBody'), this.#lines);
    this.#dialog.body.append(this.#slot.root);
    if (!canSign) this.#dialog.body.append(paragraph(wording, 'signNoKey'));
    this.#dialog.body.append(this.#without);
    // Without a signature only where there is no other way, or signing did not work.
    this.#without.hidden = canSign;
    this.#sign.hidden = !canSign;
    this.#dialog.actions.prepend(this.#sign);
  }

  readonly #run = async (): Promise<void> => {
    let credential: AssertionJson;
    this.#slot.clear();
    try {
      const begun = this.#begun ?? (await this.#again());
      this.#begun = null;
      if (begun.publicKey === null) throw new Refusal(0, 'PASSKEY_NotSupportedError');
      this.#slot.note('signWaiting');
      credential = await assert(begun.publicKey);
    } catch (error) {
      this.#slot.tell(error);
      this.#without.hidden = !(error instanceof DOMException);
      return;
    }
    await this.#send(credential);
  };

  async #again(): Promise<SigningBegun> {
    const { calls } = this.#context;
    const choice = this.#choice;
    const { sessionId, seen } = this.#case;
    const begun = await calls.beginDecision(sessionId, choice, this.#kind, seen, this.#note);
    await this.#check(begun);
    this.#lines.textContent = begun.statement;
    return begun;
  }

  // The sentence that the person gets, as it is shown.
  get #told(): string | null {
    return sentenceOf(this.#case, this.#choice.tell);
  }

  // The statement is that of the choice and of the case as it was shown, and the challenge is that
  // of the statement.
  async #check({ statement, seen, publicKey }: SigningBegun): Promise<void> {
    const { hash, wordsHash } = this.#note;
    const told = this.#told === null ? null : await hashOfText(this.#told);
    const isOurs =
      seen === this.#case.seen &&
      isStatementOf(
        statement,
        this.#case,
        this.#choice,
        hash,
        this.#kind,
        wordsHash,
        this.#unlooked,
        told,
      );
    const isSigned =
      publicKey === null || publicKey.challenge === (await challengeOf('decision', statement));
    if (!isOurs || !isSigned) throw new Refusal(0, 'STATEMENT_DIFFERS');
  }

  async #send(credential: AssertionJson | null): Promise<void> {
    const { calls } = this.#context;
    const { note, salt, words } = this.#note;
    const { sessionId, seen } = this.#case;
    const signed = { ...this.#choice, note, words, salt, seen, credential };
    try {
      const decided = await calls.decide(sessionId, signed, this.#kind);
      this.#dialog.close();
      this.onDecided(decided);
    } catch (error) {
      const mayBeThere = error instanceof Refusal && (error.status === 0 || error.status >= 502);
      this.#slot.tell(error, mayBeThere ? 'maybeRecorded' : null);
    }
  }
}
