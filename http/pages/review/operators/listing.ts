// A table of the operators' view, which is loaded page by page.
import { make } from '../../sdk/src/view/dom.js';
import type { Child } from '../../sdk/src/view/dom.js';
import type { Context } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';
import { button, during, paragraph, Slot } from '../view/parts.js';

export interface Column<Row> {
  readonly heading: Key;
  // The first column is the heading of its row.
  readonly cell: (row: Row) => Child;
}

// A page of rows, as the server answers.
export interface Rows<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

// The table scrolls by itself where it has no room, with the keyboard too.
export function table(context: Context, label: Key, columns: readonly Key[], body: Node): Node {
  const { wording } = context;
  const head = make('tr');
  for (const heading of columns) {
    head.append(wording.text(make('th', { scope: 'col' }), heading));
  }
  const shown = make('table', { class: 'dense' }, make('thead', {}, head), body);
  const scroll = make('div', { class: 'scroll', tabindex: 0, role: 'group' }, shown);
  return wording.attribute(scroll, 'aria-label', label);
}

export class Listing<Row> {
  readonly root = make('div', { class: 'listing' });
  readonly #context: Context;
  readonly #columns: readonly Column<Row>[];
  readonly #ask: (after: string | null) => Promise<Rows<Row>>;
  readonly #slot: Slot;
  readonly #body = make('tbody');
  readonly #table: HTMLElement;
  readonly #loading: HTMLElement;
  readonly #none: HTMLElement;
  readonly #more: HTMLButtonElement;
  readonly #again: HTMLButtonElement;
  #next: string | null = null;

  constructor(
    context: Context,
    label: Key,
    columns: readonly Column<Row>[],
    ask: (after: string | null) => Promise<Rows<Row>>,
  ) {
    const { wording, announcer } = context;
    this.#context = context;
    this.#columns = columns;
    this.#ask = ask;
    this.#slot = new Slot(wording, announcer);
    const headings = columns.map(({ heading }) => heading);
    this.#table = make('div', {}, table(context, label, headings, this.#body));
    this.#loading = paragraph(wording, 'loading', 'quiet loading');
    this.#none = paragraph(wording, 'operateNone', 'quiet');
    this.#more = button(wording, 'secondary', 'more', () => this.#press(this.#more));
    this.#again = button(wording, 'secondary', 'tryAgain', () => this.#press(this.#again));
    this.#show('loading');
    const actions = make('div', { class: 'actions' }, this.#more, this.#again);
    this.root.append(this.#loading, this.#none, this.#table, this.#slot.root, actions);
  }

  // Shows the next rows behind those that are shown.
  async load(): Promise<void> {
    this.#slot.clear();
    try {
      const { items, next } = await this.#ask(this.#next);
      const first = this.#rows(items);
      this.#next = next;
      this.#show(next === null ? 'whole' : 'more');
      first?.focus({ preventScroll: true });
    } catch (error) {
      this.#show('failed');
      this.#slot.tell(error);
    }
  }

  #press(pressed: HTMLElement): Promise<void> {
    return during(pressed, () => this.load());
  }

  // Adds rows; returns the first one's heading where a press of a button has asked for it, which
  // may be gone by then.
  #rows(items: readonly Row[]): HTMLElement | null {
    const isFurther = this.#body.childElementCount > 0;
    let first: HTMLElement | null = null;
    for (const item of items) {
      const row = make('tr');
      this.#columns.forEach(({ cell }, at) => {
        const heads = at === 0;
        const node = heads ? make('th', { scope: 'row' }, cell(item)) : make('td', {}, cell(item));
        if (heads && isFurther && first === null) {
          node.tabIndex = -1;
          first = node;
        }
        row.append(node);
      });
      this.#body.append(row);
    }
    return first;
  }

  #show(state: 'loading' | 'more' | 'whole' | 'failed'): void {
    const isEmpty = this.#body.childElementCount === 0;
    this.#loading.hidden = state !== 'loading';
    this.#table.hidden = isEmpty;
    this.#none.hidden = !isEmpty || state !== 'whole';
    this.#more.hidden = state !== 'more';
    this.#again.hidden = state !== 'failed';
    if (state === 'whole' && isEmpty) {
      this.#context.announcer.hint(this.#context.wording.speech.say('operateNone'));
    }
  }
}
