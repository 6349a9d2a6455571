// A supervisor assigns cases to a reviewer, or takes them back.
import { make } from '../../sdk/src/view/dom.js';
import type { Assigned, Assignee } from '../generated/answers.js';
import { problemKeyOf } from '../texts/problems.js';
import { Dialog } from '../view/dialog.js';
import { button, during, paragraph, Slot } from '../view/parts.js';
import type { Context } from './screen.js';

export interface AssignedCase {
  readonly sessionId: string;
  readonly client: string;
  // Whether it can be taken back from somebody.
  readonly isAssigned: boolean;
}

// Opens the dialog for these cases. `done` is called when something was changed. Rejects where the
// reviewers cannot be read.
export async function openAssignDialog(
  context: Context,
  cases: readonly AssignedCase[],
  done: () => void,
): Promise<void> {
  const people = await eligible(context, [...new Set(cases.map(({ client }) => client))]);
  new AssignDialog(context, cases, people, done).open();
}

// Returns the reviewers who decide cases of each of the clients.
async function eligible(
  { calls }: Context,
  clients: readonly string[],
): Promise<readonly Assignee[]> {
  const lists = await Promise.all(clients.map((client) => calls.assignees(client)));
  const [first, ...others] = lists.map(({ items }) => items);
  return (first ?? []).filter(({ reviewer }) =>
    others.every((list) => list.some((each) => each.reviewer === reviewer)),
  );
}

class AssignDialog {
  readonly #context: Context;
  readonly #ids: readonly string[];
  readonly #done: () => void;
  readonly #dialog: Dialog;
  readonly #slot: Slot;
  readonly #people = make('select', { id: 'assign-to' });

  constructor(
    context: Context,
    cases: readonly AssignedCase[],
    people: readonly Assignee[],
    done: () => void,
  ) {
    this.#context = context;
    this.#ids = cases.map(({ sessionId }) => sessionId);
    this.#done = done;
    const { wording } = context;
    this.#slot = new Slot(wording, null);
    this.#dialog = new Dialog(wording, 'assignTitle', 'cancel');
    const label = wording.text(make('span'), 'assignTo');
    const field = make('label', { class: 'field' }, label, this.#people);
    wording.bind(() => this.#fill(people));
    const assign = button(wording, 'primary', 'assignDo', () =>
      during(assign, () =>
        this.#run(() => this.#context.calls.assign(this.#ids, this.#people.value)),
      ),
    );
    const assigned = cases.filter((each) => each.isAssigned).map(({ sessionId }) => sessionId);
    const back = button(wording, 'secondary', 'assignBack', () =>
      during(back, () => this.#run(() => this.#context.calls.unassign(assigned))),
    );
    back.hidden = assigned.length === 0;
    assign.hidden = people.length === 0;
    field.hidden = people.length === 0;
    const none = paragraph(wording, 'assignNone', 'quiet');
    none.hidden = people.length > 0;
    const body = paragraph(wording, 'assignBody', 'quiet');
    this.#dialog.body.append(body, none, field, this.#slot.root);
    this.#dialog.actions.append(back, assign);
  }

  open(): void {
    this.#dialog.open();
    if (!this.#people.hidden) this.#people.focus();
  }

  #fill(people: readonly Assignee[]): void {
    const { speech } = this.#context.wording;
    const { value } = this.#people;
    this.#people.replaceChildren(
      ...people.map(({ reviewer, name, assigned }) => {
        const shown = name === '' ? reviewer : name;
        const words = speech.say('assignEntry', { name: shown, n: assigned });
        return make('option', { value: reviewer }, words);
      }),
    );
    if (value !== '') this.#people.value = value;
  }

  async #run(work: () => Promise<Assigned>): Promise<void> {
    this.#slot.clear();
    try {
      const { refused } = await work();
      const { speech } = this.#context.wording;
      if (refused.length === 0) {
        this.#dialog.close();
        this.#context.announcer.hint(speech.say('assignDone'));
      } else {
        this.#slot.root.replaceChildren(
          make('p', { role: 'alert' }, speech.say('assignRefused', { n: refused.length })),
          ...refused.map(({ sessionId, code }) =>
            make('p', { class: 'small' }, `${sessionId}: `, speech.say(problemKeyOf(code))),
          ),
        );
      }
      if (refused.length < this.#ids.length) this.#done();
    } catch (error) {
      this.#slot.tell(error);
    }
  }
}
