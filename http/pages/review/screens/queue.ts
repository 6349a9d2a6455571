// The cases that wait, the oldest first.
import { make } from '../../sdk/src/view/dom.js';
import type { Queue, QueueItem } from '../generated/answers.js';
import type { Key } from '../texts/texts.js';
import { button, during, Slot } from '../view/parts.js';
import { openAssignDialog } from './assign.js';
import { filtersIn } from './choice.js';
import type { Choice } from './choice.js';
import { QueueFilters } from './queue_filters.js';
import { Live } from './queue_live.js';
import { QueueTable } from './queue_table.js';
import { deciders, hasRole, readersOfReports, supervisors } from './screen.js';
import type { Context, Screen } from './screen.js';

// Answers that one press goes on over, where the choice leaves few cases of each.
const pagesMax = 10;
const page = 50;
// The most cases of an answer.
const most = 200;

export class QueueScreen {
  readonly #context: Context;
  readonly #slot: Slot;
  readonly #table: QueueTable;
  readonly #filters: QueueFilters;
  readonly #live: Live;
  readonly #empty: HTMLElement;
  readonly #more: HTMLButtonElement;
  readonly #assign: HTMLButtonElement;
  #after: string | null = null;
  #seen = 0;
  // Only the newest of several answers counts.
  #asked = 0;

  constructor(context: Context) {
    this.#context = context;
    const { wording } = context;
    this.#slot = new Slot(wording, context.announcer);
    this.#table = new QueueTable(wording, {
      open: (id) => this.#open(id),
      decides: (client) => hasRole(context.me(), deciders, client),
      supervises: (client) => hasRole(context.me(), supervisors, client),
      chosen: () => this.#sayChosen(),
    });
    this.#assign = button(wording, 'secondary', 'assignTitle', () =>
      during(this.#assign, () => this.#openAssign()),
    );
    wording.bind(() => this.#sayChosen());
    const supervises = hasRole(context.me(), supervisors);
    this.#filters = new QueueFilters(wording, context.choice.now(), supervises, (choice) => {
      context.choice.set(choice);
      void this.#load(null);
    });
    this.#live = new Live(
      context.calls,
      () => this.#seen,
      () => this.#refresh(),
    );
    this.#empty = make('p', { class: 'empty' });
    this.#more = button(wording, 'secondary', 'more', () =>
      during(this.#more, () => this.#load(this.#after)),
    );
    this.#more.hidden = true;
    for (const { client } of context.me().roles) {
      if (client !== '*') this.#filters.offer(client);
    }
  }

  screen(first: Queue, note: Key | null): Screen {
    const { wording, go } = this.#context;
    const decides = hasRole(this.#context.me(), deciders);
    const next = button(wording, 'primary', 'nextCase', () =>
      during(next, () => this.#next()),
    );
    next.hidden = !decides;
    const refresh = button(wording, 'plain', 'refresh', () =>
      during(refresh, () => this.#load(null)),
    );
    if (note !== null) this.#slot.note(note);
    const body = [this.#slot.root, this.#filters.group, this.#table.root, this.#empty, this.#more];
    if (hasRole(this.#context.me(), readersOfReports)) body.push(this.#finder());
    this.#put(first, false);
    wording.bind(() => this.#sayEmpty());
    if (decides) void this.#live.run();
    return {
      name: 'QUEUE',
      heading: 'queueTitle',
      page: 'queue',
      beside: decides
        ? [this.#filters.search, this.#filters.toggle, this.#assign, refresh, next]
        : [],
      body: decides ? body : body.filter((part) => part !== this.#filters.group),
      shortcuts: {
        ...(decides ? { n: () => next.click(), '/': () => this.#filters.focusSearch() } : {}),
        j: () => this.#table.move(1),
        k: () => this.#table.move(-1),
        c: () => this.#table.choose(),
        g: () => this.#assign.click(),
        q: () => go.queue(),
      },
      leave: () => {
        ++this.#asked;
        this.#live.end();
        this.#filters.end();
      },
    };
  }

  // The button is there while cases are chosen.
  #sayChosen(): void {
    const n = this.#table.chosen.length;
    this.#assign.textContent = this.#context.wording.speech.say('assignChosen', { n });
    this.#assign.hidden = n === 0;
  }

  async #openAssign(): Promise<void> {
    const { chosen } = this.#table;
    if (chosen.length === 0) return;
    this.#slot.clear();
    try {
      await openAssignDialog(this.#context, chosen, () => {
        this.#table.clearChosen();
        void this.#load(null);
      });
    } catch (error) {
      this.#slot.tell(error);
    }
  }

  async #next(): Promise<void> {
    this.#slot.clear();
    try {
      await this.#context.go.next(this.#filters.choice);
    } catch (error) {
      this.#slot.tell(error);
    }
  }

  async #open(id: string): Promise<void> {
    this.#slot.clear();
    try {
      await this.#context.go.case(id);
    } catch (error) {
      this.#slot.tell(error);
    }
  }

  // Loads the cases behind `after`; from the oldest on if it is null.
  async #load(after: string | null): Promise<void> {
    const asked = ++this.#asked;
    try {
      const queue = await this.#collect(after, 1, page, false, asked);
      if (asked !== this.#asked) return;
      this.#slot.clear();
      this.#put(queue, after !== null);
      const { speech } = this.#context.wording;
      this.#context.announcer.hint(speech.say('refreshed', { n: this.#table.size }));
    } catch (error) {
      if (asked === this.#asked) this.#slot.tell(error);
    }
  }

  // Brings the rows up to date. Nothing is announced, and nobody has asked for it: a failure is
  // told at the next press.
  async #refresh(): Promise<void> {
    const asked = this.#asked;
    const rows = Math.min(Math.max(page, this.#table.size), most);
    const queue = await this.#collect(null, rows, rows, true, asked);
    if (asked !== this.#asked) return;
    this.#seen = queue.seen;
    this.#filters.learn(queue.items);
    const hasBelow = this.#table.size > rows;
    this.#table.update(queue.items, rows);
    if (!hasBelow) this.#sayMore(queue.next);
    this.#sayEmpty();
  }

  // Reads on until there are as many cases as wanted, or no more. An answer that the choice has
  // left empty is not the last one as long as it has a next.
  async #collect(
    after: string | null,
    wanted: number,
    limit: number,
    unattended: boolean,
    asked: number,
  ): Promise<Queue> {
    const choice: Choice = this.#filters.choice;
    const { calls } = this.#context;
    const items: QueueItem[] = [];
    let queue = await calls.queue({ ...choice, after, limit }, unattended);
    items.push(...queue.items);
    const { seen } = queue;
    for (let pages = 1; pages < pagesMax && items.length < wanted; ++pages) {
      if (asked !== this.#asked || queue.next === null) break;
      queue = await calls.queue({ ...choice, after: queue.next, limit }, unattended);
      items.push(...queue.items);
    }
    return { items, next: queue.next, seen };
  }

  #put({ items, next, seen }: Queue, isMore: boolean): void {
    this.#filters.learn(items);
    if (isMore) {
      this.#table.add(items)?.focus();
    } else {
      this.#table.put(items);
      this.#seen = seen;
    }
    this.#sayMore(next);
    this.#sayEmpty();
  }

  #sayMore(next: string | null): void {
    this.#after = next;
    this.#more.hidden = next === null;
  }

  #sayEmpty(): void {
    const sees = hasRole(this.#context.me(), [...deciders, ...readersOfReports]);
    const choice = this.#filters.choice;
    const isChosen = filtersIn(choice) > 0 || choice.search !== '';
    const decides = hasRole(this.#context.me(), deciders);
    const none = decides ? 'queueEmpty' : 'queueReads';
    const key = !sees ? 'queueNoRole' : isChosen ? 'queueNoneChosen' : none;
    this.#empty.textContent = this.#context.wording.speech.say(key);
    this.#empty.hidden = this.#table.size > 0 || this.#after !== null;
  }

  // A session that somebody asks about, which need not wait any more.
  #finder(): HTMLElement {
    const { wording } = this.#context;
    const input = make('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
    input.dir = 'ltr';
    const open = button(wording, 'secondary', 'findOpen', () => form.requestSubmit());
    const label = wording.text(make('span'), 'findLabel');
    const form = make('form', { class: 'finder' });
    form.append(make('label', { class: 'field' }, label, input), open);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const id = input.value.trim();
      if (id !== '') void during(open, () => this.#open(id));
    });
    return make('section', {}, wording.text(make('h2'), 'findTitle'), form);
  }
}
