// The rows of the queue. A row that is there already stays the same element, so that the focus and
// the place on the screen stay when others come and go.
import { make } from '../../sdk/src/view/dom.js';
import type { Child } from '../../sdk/src/view/dom.js';
import type { QueueItem } from '../generated/answers.js';
import type { Key, Speech } from '../texts/texts.js';
import { cut, during, nameOnLine } from '../view/parts.js';
import { age, region, span, timeOfDay } from '../view/times.js';
import type { Wording } from '../view/wording.js';
import type { AssignedCase } from './assign.js';

const columns: readonly Key[] = [
  'colReference',
  'filterClient',
  'documentType',
  'reasonsTitle',
  'attemptsTitle',
  'colAge',
  'colClaim',
];

interface Row {
  readonly root: HTMLTableRowElement;
  readonly open: HTMLButtonElement;
  readonly sayAge: () => void;
  readonly item: string;
}

interface Actions {
  readonly open: (id: string) => Promise<void>;
  // Whether the reviewer decides cases of the client.
  readonly decides: (client: string) => boolean;
  // Whether the reviewer assigns cases of the client to others.
  readonly supervises: (client: string) => boolean;
  // The cases that are chosen have changed.
  readonly chosen: () => void;
}

export class QueueTable {
  readonly root: HTMLTableElement;
  readonly #wording: Wording;
  readonly #actions: Actions;
  readonly #body = make('tbody', { role: 'rowgroup' });
  readonly #rows = new Map<string, Row>();
  // The chosen cases by their sessions. A case that has gone is chosen no more.
  readonly #chosen = new Map<string, QueueItem>();

  constructor(wording: Wording, actions: Actions) {
    this.#wording = wording;
    this.#actions = actions;
    const head = make('tr', { role: 'row' });
    for (const key of columns) {
      head.append(wording.text(make('th', { scope: 'col', role: 'columnheader' }), key));
    }
    const caption = wording.text(make('caption', { class: 'region' }), 'queueCaption');
    this.root = make('table', { class: 'cases', role: 'table' }, caption);
    this.root.append(make('thead', { role: 'rowgroup' }, head), this.#body);
    this.root.addEventListener('keydown', (event) => {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.move(by);
    });
  }

  get size(): number {
    return this.#rows.size;
  }

  get chosen(): readonly AssignedCase[] {
    return [...this.#chosen.values()].map(({ sessionId, client, assignedTo }) => ({
      ...{ sessionId, client, isAssigned: assignedTo !== null },
    }));
  }

  // Chooses the row that has the focus, or no longer.
  choose(): void {
    const row = this.#focused();
    row?.root.querySelector<HTMLInputElement>('.case-choice')?.click();
  }

  clearChosen(): void {
    this.#chosen.clear();
    for (const box of this.#body.querySelectorAll<HTMLInputElement>('.case-choice')) {
      box.checked = false;
    }
    this.#actions.chosen();
  }

  // Shows these cases alone.
  put(items: readonly QueueItem[]): void {
    this.#rows.clear();
    this.#body.replaceChildren();
    this.#chosen.clear();
    this.add(items);
    this.#actions.chosen();
  }

  // Shows further cases below. Returns the button of the first one.
  add(items: readonly QueueItem[]): HTMLButtonElement | null {
    const made = items.map((item) => this.#row(item));
    this.#body.append(...made.map(({ root }) => root));
    this.root.hidden = this.#rows.size === 0;
    return made[0]?.open ?? null;
  }

  // Shows these cases in the place of the first `among` rows. The row that has the focus keeps its
  // place on the screen; if its case is gone, it stays, and says so.
  update(items: readonly QueueItem[], among: number): void {
    const wanted = new Map(items.map((item) => [item.sessionId, item]));
    const focused = this.#focused();
    const before = focused?.root.getBoundingClientRect().top ?? 0;
    [...this.#rows].slice(0, among).forEach(([id, row]) => {
      if (wanted.has(id)) return;
      this.#rows.delete(id);
      if (this.#chosen.delete(id)) this.#actions.chosen();
      if (row === focused) this.#sayGone(row);
      else row.root.remove();
    });
    let at = this.#body.firstElementChild;
    for (const item of items) {
      while (at !== null && at.classList.contains('gone')) at = at.nextElementSibling;
      at = this.#place(item, at);
    }
    for (const { sayAge } of this.#rows.values()) sayAge();
    this.#sort();
    this.root.hidden = this.#body.childElementCount === 0;
    if (focused !== null) scrollBy(0, focused.root.getBoundingClientRect().top - before);
  }

  // Moves the focus by rows; to the first or the last one if no row has it.
  move(by: number): void {
    const rows = [...this.#body.querySelectorAll<HTMLButtonElement>('.case-open')];
    const now = rows.findIndex((each) => each === document.activeElement);
    const next = now < 0 ? (by > 0 ? 0 : rows.length - 1) : now + by;
    rows[next]?.focus();
  }

  // Puts a case before `at`, where it is not there. Returns the row behind it.
  #place(item: QueueItem, at: Element | null): Element | null {
    const known = this.#rows.get(item.sessionId);
    if (known?.item === JSON.stringify(item)) {
      return known.root === at ? at.nextElementSibling : at;
    }
    const hadFocus = known !== undefined && known.open === document.activeElement;
    const behind = known?.root === at ? (at?.nextElementSibling ?? null) : at;
    const row = this.#row(item);
    if (known === undefined) this.#body.insertBefore(row.root, at);
    else known.root.replaceWith(row.root);
    if (hadFocus) row.open.focus({ preventScroll: true });
    return behind;
  }

  // The rows by their order on the screen, which is that of the queue.
  #sort(): void {
    const order = [...this.#body.children];
    const sorted = [...this.#rows].sort(
      ([, one], [, other]) => order.indexOf(one.root) - order.indexOf(other.root),
    );
    this.#rows.clear();
    for (const [id, row] of sorted) this.#rows.set(id, row);
  }

  #focused(): Row | null {
    const { activeElement } = document;
    return [...this.#rows.values()].find(({ open }) => open === activeElement) ?? null;
  }

  // It goes when the focus leaves it.
  #sayGone({ root, open }: Row): void {
    root.classList.add('gone');
    const cell = root.lastElementChild;
    if (cell !== null) this.#wording.text(cell, 'rowGone');
    open.addEventListener('blur', () => root.remove(), { once: true });
  }

  #row(item: QueueItem): Row {
    const wording = this.#wording;
    const open = this.#opener(item);
    const name = make('div', { class: 'case-name' }, this.#chooser(item), open);
    if (item.sandbox) {
      name.append(wording.text(make('span', { class: 'sandbox' }), 'sandboxTag'));
    }
    const since = make('time', { datetime: item.waitingSince, class: 'age' });
    const urgent = make('span', { class: 'region' });
    const waits = make('span', {}, since, urgent);
    const sayAge = (): void => {
      const { speech } = wording;
      since.textContent = age(speech.code, item.waitingSince);
      waits.className = `waits ${urgencyOf(item)}`;
      const said = [picturesOf(item, speech), dueOf(item, speech)].filter((text) => text !== '');
      urgent.textContent = said.map((text) => ` ${text}.`).join('');
      waits.title = said.join(' · ');
    };
    wording.bind(sayAge);
    const root = make('tr', { role: 'row', 'data-session': item.sessionId });
    root.append(
      make('th', { scope: 'row', role: 'rowheader' }, name),
      this.#cell('filterClient', cut(nameOf(item))),
      this.#said('documentType', (speech) => documentOf(item, speech)),
      this.#said('reasonsTitle', (speech) => reasonsOf(item, speech)),
      this.#cell('attemptsTitle', String(item.attempts)),
      this.#cell('colAge', waits),
      this.#said('colClaim', (speech) => stateOf(item, speech)),
    );
    root.addEventListener('click', ({ target }) => {
      const isText = getSelection()?.isCollapsed === false;
      if (target instanceof Element && target.closest('.case-pick') !== null) return;
      if (target !== open && !open.contains(target as Node) && !isText) open.click();
    });
    const row = { root, open, sayAge, item: JSON.stringify(item) };
    this.#rows.set(item.sessionId, row);
    return row;
  }

  // A box that chooses the case, for those who assign it; null for others.
  #chooser(item: QueueItem): HTMLElement | null {
    if (!this.#actions.supervises(item.client)) return null;
    const box = make('input', { type: 'checkbox', class: 'case-choice' });
    box.checked = this.#chosen.has(item.sessionId);
    if (box.checked) this.#chosen.set(item.sessionId, item);
    box.addEventListener('change', () => {
      if (box.checked) this.#chosen.set(item.sessionId, item);
      else this.#chosen.delete(item.sessionId);
      this.#actions.chosen();
    });
    const id = item.userRef ?? item.sessionId;
    this.#wording.attribute(box, 'aria-label', 'chooseCase', () => ({ id }));
    return make('label', { class: 'case-pick' }, box);
  }

  #opener(item: QueueItem): HTMLButtonElement {
    const wording = this.#wording;
    const decides = this.#actions.decides(item.client);
    const key = !decides ? 'readCase' : item.claimedBy === 'you' ? 'goOnCase' : 'openCase';
    const name = item.userRef ?? item.sessionId;
    // The end of an id tells one from another: ids of the same time begin alike.
    const shown = item.userRef ?? `…${item.sessionId.slice(-12)}`;
    const open = make('button', { type: 'button', class: 'case-open', 'data-key': key });
    open.append(nameOnLine(shown));
    open.title = name;
    open.addEventListener('click', () =>
      during(open, () => this.#actions.open(item.sessionId)),
    );
    return wording.attribute(open, 'aria-label', 'openLabel', () => ({
      action: wording.speech.say(key),
      id: name,
    }));
  }

  // On a narrow screen each cell has the name of its column before it.
  #cell(column: Key, content: Child): HTMLTableCellElement {
    const cell = make('td', { role: 'cell' }, content);
    return this.#wording.attribute(cell, 'data-column', column);
  }

  // A text that may be cut off on the screen; the pointer shows all of it.
  #said(column: Key, text: (speech: Speech) => string): HTMLTableCellElement {
    const shown = make('span', { class: 'said', dir: 'auto' });
    const cell = this.#cell(column, shown);
    this.#wording.bind(() => {
      shown.textContent = text(this.#wording.speech);
      cell.title = shown.textContent;
      cell.toggleAttribute('data-none', shown.textContent === '');
    });
    return cell;
  }
}

export function nameOf({ client, clientName }: Pick<QueueItem, 'client' | 'clientName'>): string {
  return clientName === null || clientName === '' ? client : clientName;
}

type Urgency = 'late' | 'soon' | '';

// The part of the time that is left from `since` until then; NaN if there is no end.
function leftOf(since: string, until: string | null): number {
  const end = Date.parse(until ?? '');
  return (end - Date.now()) / (end - Date.parse(since));
}

// A case has to be decided before its pictures are erased: the last quarter of the time is soon,
// and the last tenth is late.
function urgencyOfPictures({ waitingSince, picturesUntil }: QueueItem): Urgency {
  const left = leftOf(waitingSince, picturesUntil);
  return left < 0.1 ? 'late' : left < 0.25 ? 'soon' : '';
}

// The same of the client's due time, which a case may outlive: late is what is overdue.
function urgencyOfDue({ waitingSince, dueAt }: QueueItem): Urgency {
  const left = leftOf(waitingSince, dueAt);
  return left <= 0 ? 'late' : left < 0.25 ? 'soon' : '';
}

function urgencyOf(item: QueueItem): Urgency {
  const both = [urgencyOfPictures(item), urgencyOfDue(item)];
  return both.includes('late') ? 'late' : both.includes('soon') ? 'soon' : '';
}

function picturesOf(item: QueueItem, speech: Speech): string {
  if (urgencyOfPictures(item) === '') return '';
  const left = Math.max(0, (Date.parse(item.picturesUntil ?? '') - Date.now()) / 1000);
  return speech.say('picturesGo', { time: span(speech.code, left) });
}

// The due time is said wherever there is one.
function dueOf({ dueAt }: QueueItem, speech: Speech): string {
  const left = (Date.parse(dueAt ?? '') - Date.now()) / 1000;
  if (Number.isNaN(left)) return '';
  const time = span(speech.code, Math.abs(left));
  return speech.say(left > 0 ? 'dueIn' : 'dueSince', { time });
}

function documentOf({ documentType, country }: QueueItem, speech: Speech): string {
  const parts: string[] = [];
  if (typeof documentType === 'string') parts.push(speech.name('documents', documentType));
  if (typeof country === 'string') parts.push(region(speech.code, country));
  return parts.join(' · ');
}

function reasonsOf({ reasons }: QueueItem, speech: Speech): string {
  return reasons.map((code) => speech.name('codes', code)).join(' · ');
}

function stateOf(item: QueueItem, speech: Speech): string {
  const parts: string[] = [];
  if (item.claimedBy !== null) {
    const time = timeOfDay(speech.code, item.claimExpiresAt ?? '');
    const name = `\u2068${item.claimant?.name ?? ''}\u2069`;
    if (item.claimedBy === 'you') parts.push(speech.say('claimedByYou', { time }));
    else if (item.claimant === null) parts.push(speech.say('claimedByAnother', { time }));
    else parts.push(speech.say('claimedByName', { name, time }));
  }
  if (item.handedOver) parts.push(speech.say('forSupervisor'));
  if (item.assignedTo === 'you') parts.push(speech.say('assignedToYou'));
  else if (item.assignee !== null) {
    parts.push(speech.say('assignedToName', { name: `\u2068${item.assignee}\u2069` }));
  } else if (item.assignedTo !== null) parts.push(speech.say('assignedToAnother'));
  if (item.opinions === 1) parts.push(speech.say('opinionGiven'));
  if (item.opinions > 1) parts.push(speech.say('opinionsGiven', { n: item.opinions }));
  return parts.join(' · ');
}
