// The filters of the queue and the search in it.
import { make } from '../../sdk/src/view/dom.js';
import type { QueueItem } from '../generated/answers.js';
import type { Key } from '../texts/texts.js';
import { button, choice as box } from '../view/parts.js';
import { region } from '../view/times.js';
import type { Wording } from '../view/wording.js';
import { everything, filtersIn } from './choice.js';
import type { Choice } from './choice.js';
import { nameOf } from './queue_table.js';

type Select = 'client' | 'reason' | 'documentType' | 'country' | 'claimed' | 'lane';

const names: Readonly<Record<Select, Key>> = {
  client: 'filterClient',
  reason: 'filterReason',
  documentType: 'documentType',
  country: 'filterCountry',
  claimed: 'colClaim',
  lane: 'filterLane',
};

const types = ['PASSPORT', 'ID_CARD', 'DRIVING_LICENSE', 'RESIDENCE_PERMIT', 'OTHER'];

// Somebody who types has finished after this pause.
const typingMs = 400;

export class QueueFilters {
  readonly search: HTMLElement;
  readonly toggle: HTMLButtonElement;
  readonly group: HTMLElement;
  readonly #wording: Wording;
  readonly #supervises: boolean;
  readonly #changed: (choice: Choice) => void;
  readonly #words = make('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  readonly #sandbox = make('input', { type: 'checkbox' });
  readonly #selects = new Map<Select, HTMLSelectElement>();
  // The choices: clients by key, and the reasons and countries that were met.
  readonly #clients = new Map<string, string>();
  readonly #reasons = new Set<string>();
  readonly #countries = new Set<string>();
  #choice: Choice;
  #typing: ReturnType<typeof setTimeout> | undefined;

  // `supervises`: whether the reviewer sees cases that wait for a supervisor.
  constructor(
    wording: Wording,
    first: Choice,
    supervises: boolean,
    changed: (choice: Choice) => void,
  ) {
    this.#wording = wording;
    this.#supervises = supervises;
    this.#choice = first;
    this.#changed = changed;
    this.search = this.#makeSearch();
    this.group = this.#makeGroup();
    this.toggle = this.#makeToggle();
    wording.bind(() => this.#speak());
  }

  get choice(): Choice {
    return this.#choice;
  }

  // Offers a client by its key, before a case of it was met.
  offer(client: string): void {
    this.#clients.set(client, client);
  }

  // Offers what these cases have.
  learn(items: readonly QueueItem[]): void {
    for (const item of items) {
      this.#clients.set(item.client, nameOf(item));
      for (const reason of item.reasons) this.#reasons.add(reason);
      if (typeof item.country === 'string') this.#countries.add(item.country);
    }
    this.#speak();
  }

  focusSearch(): void {
    this.#words.focus();
  }

  end(): void {
    clearTimeout(this.#typing);
  }

  #set(part: Partial<Choice>): void {
    this.#choice = { ...this.#choice, ...part };
    this.#speak();
    this.#changed(this.#choice);
  }

  #makeSearch(): HTMLElement {
    this.#words.value = this.#choice.search;
    this.#words.maxLength = 128;
    const find = (): void => {
      clearTimeout(this.#typing);
      const search = this.#words.value.trim();
      if (search !== this.#choice.search) this.#set({ search });
    };
    this.#words.addEventListener('input', () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(find, typingMs);
    });
    this.#words.addEventListener('change', find);
    this.#wording.attribute(this.#words, 'aria-label', 'searchLabel');
    this.#wording.attribute(this.#words, 'placeholder', 'searchLabel');
    return make('div', { class: 'search', role: 'search' }, this.#words);
  }

  #makeToggle(): HTMLButtonElement {
    const pressed = (): void => {
      this.group.hidden = !this.group.hidden;
      this.toggle.setAttribute('aria-expanded', String(!this.group.hidden));
    };
    const toggle = button(this.#wording, 'secondary', 'filters', pressed);
    toggle.setAttribute('aria-expanded', String(!this.group.hidden));
    toggle.setAttribute('aria-controls', this.group.id);
    return toggle;
  }

  #makeGroup(): HTMLElement {
    const group = make('div', { class: 'filters', role: 'group', id: 'queue-filters' });
    for (const [name, key] of Object.entries(names) as [Select, Key][]) {
      const select = make('select', { 'data-filter': name });
      select.addEventListener('change', () => this.#set({ [name]: select.value }));
      this.#selects.set(name, select);
      const label = this.#wording.text(make('span'), key);
      group.append(make('label', { class: 'field' }, label, select));
    }
    this.#sandbox.checked = this.#choice.sandbox;
    this.#sandbox.addEventListener('change', () => this.#set({ sandbox: this.#sandbox.checked }));
    const clear = button(this.#wording, 'plain', 'filtersClear', () => {
      this.#words.value = '';
      this.#sandbox.checked = false;
      this.#set(everything);
    });
    const sandbox = box(this.#wording, 'sandboxCases', this.#sandbox);
    group.append(make('div', { class: 'filters-end' }, sandbox, clear));
    group.hidden = filtersIn(this.#choice) === 0;
    return this.#wording.attribute(group, 'aria-label', 'filters');
  }

  #speak(): void {
    const { speech } = this.#wording;
    const n = filtersIn(this.#choice);
    this.toggle.textContent = speech.say(n === 0 ? 'filters' : 'filtersOn', { n });
    const offered: Readonly<Record<Select, readonly (readonly [string, string])[]>> = {
      client: [...this.#clients],
      reason: [...this.#reasons].map((code) => [code, speech.name('codes', code)]),
      documentType: types.map((type) => [type, speech.name('documents', type)]),
      country: [...this.#countries].map((code) => [code, region(speech.code, code)]),
      claimed: [
        ['you', speech.say('claimedMe')],
        ['nobody', speech.say('claimedNobody')],
      ],
      lane: [
        ['ASSIGNED', speech.say('laneYou')],
        ...(this.#supervises ? [['SUPERVISOR', speech.say('forSupervisor')] as const] : []),
      ],
    };
    for (const [name, select] of this.#selects) {
      const value = this.#choice[name];
      const known = offered[name];
      // A choice that was kept is offered before a case of its kind was met.
      const isKnown = value === '' || known.some(([entry]) => entry === value);
      const entries = isKnown ? known : [...known, [value, value] as const];
      select.replaceChildren(
        make('option', { value: '' }, speech.say('all')),
        ...entries.map(([entry, words]) => make('option', { value: entry }, words)),
      );
      select.value = value;
    }
  }
}
