// The cases that wait, the oldest first.
import { make } from '../../sdk/src/view/dom.js';
import type { Queue, QueueItem } from '../generated/answers.js';
import type { Filter } from '../server/calls.js';
import type { Key, Speech } from '../texts/texts.js';
import {
  button,
  choice,
  during,
  foreign,
  mono,
  named,
  paragraph,
  sandboxMark,
  Slot,
} from '../view/parts.js';
import { age, timeOfDay } from '../view/times.js';
import { deciders, hasRole, readersOfReports } from './screen.js';
import type { Context, Screen } from './screen.js';

// Pages without a case that one press goes on over.
const pagesMax = 10;

export class QueueScreen {
  readonly #context: Context;
  readonly #slot: Slot;
  readonly #list = make('ul', { class: 'cases' });
  readonly #empty: HTMLElement;
  readonly #more: HTMLButtonElement;
  readonly #client = make('select');
  readonly #reason = make('select');
  readonly #sandbox = make('input', { type: 'checkbox' });
  // The choices of the filters: clients by key, and the reasons that were met.
  readonly #clients = new Map<string, string>();
  readonly #reasons = new Set<string>();
  #after: string | null = null;
  // Only the newest of several answers counts.
  #asked = 0;

  constructor(context: Context) {
    this.#context = context;
    const { wording } = context;
    this.#slot = new Slot(wording, context.announcer);
    this.#empty = paragraph(wording, this.#sees() ? 'queueEmpty' : 'queueNoRole', 'empty');
    this.#more = button(wording, 'secondary', 'more', () =>
      during(this.#more, () => this.#load(this.#after)),
    );
    this.#more.hidden = true;
    for (const { client } of context.me().roles) {
      if (client !== '*') this.#clients.set(client, client);
    }
  }

  screen(first: Queue, note: Key | null): Screen {
    const { wording, go } = this.#context;
    const decides = hasRole(this.#context.me(), deciders);
    const next = button(wording, 'primary', 'nextCase', () =>
      during(next, () => this.#next()),
    );
    next.hidden = !decides;
    if (note !== null) this.#slot.note(note);
    const body = [this.#slot.root, this.#filters(), this.#list, this.#empty, this.#more];
    if (hasRole(this.#context.me(), readersOfReports)) body.push(this.#finder());
    this.#put(first, false);
    wording.bind(() => this.#sayFilters());
    return {
      name: 'QUEUE',
      heading: 'queueTitle',
      page: 'queue',
      beside: [next],
      body,
      shortcuts: decides ? { n: () => next.click(), q: () => go.queue() } : { q: () => go.queue() },
      leave: () => {
        ++this.#asked;
      },
    };
  }

  #sees(): boolean {
    return hasRole(this.#context.me(), [...deciders, ...readersOfReports]);
  }

  async #next(): Promise<void> {
    this.#slot.clear();
    try {
      await this.#context.go.next(this.#client.value, this.#sandbox.checked);
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

  // Loads the cases behind `after`; from the oldest on if it is null. A page that the filter has
  // left empty is not the last one as long as it has a next.
  async #load(after: string | null): Promise<void> {
    const asked = ++this.#asked;
    const filter: Omit<Filter, 'after'> = {
      client: this.#client.value,
      reason: this.#reason.value,
      sandbox: this.#sandbox.checked,
    };
    try {
      let queue = await this.#context.calls.queue({ ...filter, after });
      for (let pages = 1; pages < pagesMax && queue.items.length === 0; ++pages) {
        if (asked !== this.#asked || queue.next === null) break;
        queue = await this.#context.calls.queue({ ...filter, after: queue.next });
      }
      if (asked !== this.#asked) return;
      this.#slot.clear();
      this.#put(queue, after !== null);
      const { speech } = this.#context.wording;
      const n = this.#list.childElementCount;
      this.#context.announcer.hint(speech.say('refreshed', { n }));
    } catch (error) {
      if (asked === this.#asked) this.#slot.tell(error);
    }
  }

  #put({ items, next }: Queue, isMore: boolean): void {
    for (const item of items) {
      this.#clients.set(item.client, nameOf(item));
      for (const reason of item.reasons) this.#reasons.add(reason);
    }
    const rows = items.map((item) => this.#row(item));
    if (isMore) this.#list.append(...rows);
    else this.#list.replaceChildren(...rows);
    if (isMore) rows[0]?.querySelector('button')?.focus();
    this.#after = next;
    this.#more.hidden = next === null;
    this.#empty.hidden = this.#list.childElementCount > 0 || next !== null;
    this.#sayFilters();
  }

  #row(item: QueueItem): HTMLElement {
    const { wording } = this.#context;
    const isFree = item.claimedBy !== 'another';
    const decides = hasRole(this.#context.me(), deciders, item.client);
    const key = !decides ? 'readCase' : item.claimedBy === 'you' ? 'goOnCase' : 'openCase';
    const open = button(wording, 'secondary', key, () =>
      during(open, () => this.#open(item.sessionId)),
    );
    wording.attribute(open, 'aria-label', 'openLabel', () => ({
      action: wording.speech.say(key),
      id: item.sessionId,
    }));
    const reasons = make('ul', { class: 'chips' });
    for (const reason of item.reasons) {
      reasons.append(make('li', {}, named(wording, 'codes', reason)));
    }
    const age_ = make('time', { datetime: item.waitingSince, class: 'age' });
    wording.made(age_, (speech) =>
      speech.say('waitsFor', { time: age(speech.code, item.waitingSince) }),
    );
    const top = make('p', { class: 'case-top' }, make('strong', {}, foreign(nameOf(item))), age_);
    const purpose = named(wording, 'purposes', item.purpose);
    const under = make('p', { class: 'case-top quiet small' }, purpose, mono(item.sessionId));
    const facts = make('div', { class: 'case-facts' }, top, under, reasons);
    if (item.sandbox) facts.prepend(sandboxMark(wording));
    const state = make('p', { class: 'small state' });
    wording.made(state, (speech) => stateOf(item, speech));
    if (state.textContent !== '') facts.append(state);
    const row = make('li', { 'data-session': item.sessionId }, facts);
    if (isFree || !decides) row.append(open);
    return row;
  }

  #filters(): HTMLElement {
    const { wording } = this.#context;
    const refresh = button(wording, 'plain', 'refresh', () =>
      during(refresh, () => this.#load(null)),
    );
    const field = (key: Key, select: HTMLSelectElement): HTMLElement => {
      select.addEventListener('change', () => void this.#load(null));
      return make('label', { class: 'field' }, wording.text(make('span'), key), select);
    };
    this.#sandbox.addEventListener('change', () => void this.#load(null));
    const group = make('div', { class: 'filters', role: 'group' });
    group.append(
      field('filterClient', this.#client),
      field('filterReason', this.#reason),
      choice(wording, 'sandboxCases', this.#sandbox),
      refresh,
    );
    return wording.attribute(group, 'aria-label', 'filters');
  }

  #sayFilters(): void {
    const { speech } = this.#context.wording;
    const fill = (select: HTMLSelectElement, entries: readonly [string, string][]): void => {
      const { value } = select;
      const all = make('option', { value: '' }, speech.say('all'));
      select.replaceChildren(
        all,
        ...entries.map(([entry, name]) => make('option', { value: entry }, name)),
      );
      select.value = value;
    };
    fill(this.#client, [...this.#clients]);
    fill(this.#reason, [...this.#reasons].map((code) => [code, speech.name('codes', code)]));
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

export function nameOf({ client, clientName }: Pick<QueueItem, 'client' | 'clientName'>): string {
  return clientName === null || clientName === '' ? client : clientName;
}

function stateOf(item: QueueItem, speech: Speech): string {
  const parts: string[] = [];
  if (item.opinions === 1) parts.push(speech.say('opinionGiven'));
  if (item.opinions > 1) parts.push(speech.say('opinionsGiven', { n: item.opinions }));
  if (item.claimedBy !== null) {
    const time = timeOfDay(speech.code, item.claimExpiresAt ?? '');
    parts.push(
      speech.say(item.claimedBy === 'you' ? 'claimedByYou' : 'claimedByAnother', { time }),
    );
  }
  return parts.join(' · ');
}
