// The frame around the screens: the pages, the language, who is logged in, and the two regions that
// screen readers listen to.
import { Announcer } from '../../sdk/src/view/announcer.js';
import { make } from '../../sdk/src/view/dom.js';
import type { Screen } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';
import { languages } from '../texts/texts.js';
import type { Wording } from './wording.js';

export interface FrameActions {
  readonly language: (code: string) => void;
  readonly queue: () => void;
  readonly reports: () => void;
  readonly operate: () => void;
  readonly account: () => void;
  readonly shortcuts: () => void;
  readonly logOut: () => void;
}

export type Page = 'queue' | 'reports' | 'operate' | 'account';

export class Frame {
  readonly announcer: Announcer;
  readonly #wording: Wording;
  readonly #select = make('select', { autocomplete: 'off' });
  readonly #nav = make('nav');
  readonly #pages = new Map<Page, HTMLButtonElement>();
  readonly #tools = make('div', { class: 'tools' });
  readonly #who = make('span', { class: 'who' });
  readonly #main = make('main');
  #name = '';
  #heading: HTMLHeadingElement | null = null;

  constructor(wording: Wording, root: HTMLElement, actions: FrameActions) {
    this.#wording = wording;
    const polite = make('div', { class: 'region', role: 'status', 'aria-live': 'polite' });
    const assertive = make('div', { class: 'region', role: 'alert', 'aria-live': 'assertive' });
    this.announcer = new Announcer(polite, assertive);
    for (const [code, { words, direction }] of Object.entries(languages)) {
      const attributes = { value: code, lang: code, dir: direction };
      this.#select.append(make('option', attributes, words.languageName));
    }
    this.#select.addEventListener('change', () => actions.language(this.#select.value));
    const skip = this.#button('skip', () => this.#heading?.focus(), 'skip');
    for (const page of ['queue', 'reports', 'operate', 'account'] as const) {
      const node = this.#button(page, actions[page], 'page');
      this.#pages.set(page, node);
      this.#nav.append(node);
    }
    const keys = this.#button('shortcuts', actions.shortcuts, 'plain keys-button');
    const out = this.#button('logOut', actions.logOut, 'secondary');
    this.#tools.append(keys, this.#who, out);
    const brand = make('span', { class: 'brand' });
    wording.bindLasting(() => {
      brand.textContent = wording.speech.say('product');
    });
    const header = make('header', {}, brand, this.#nav, this.#tools, this.#select);
    root.replaceChildren(skip, header, this.#main, polite, assertive);
    wording.bindLasting(() => this.#speak());
    this.known(null, []);
  }

  // Shows who is logged in, and which pages they may open.
  known(name: string | null, pages: readonly Page[]): void {
    this.#name = name ?? '';
    this.#nav.hidden = name === null;
    this.#tools.hidden = name === null;
    for (const [page, node] of this.#pages) node.hidden = !pages.includes(page);
    this.#sayWho();
  }

  // Shows a screen. The focus goes to its heading, so that a screen reader reads it.
  show(screen: Screen): void {
    this.#main.dataset['screen'] = screen.name;
    this.#heading = make('h1', { tabindex: -1 });
    this.#wording.text(this.#heading, screen.heading, screen.headingValues);
    for (const [page, node] of this.#pages) {
      if (screen.page === page) node.setAttribute('aria-current', 'page');
      else node.removeAttribute('aria-current');
    }
    const title = make('div', { class: 'title' }, this.#heading, ...(screen.beside ?? []));
    this.#main.replaceChildren(title, ...screen.body);
    this.#wording.bind(() => {
      const { speech } = this.#wording;
      const heading = speech.say(screen.heading, screen.headingValues?.() ?? {});
      document.title = `${heading} – ${speech.say('product')}`;
    });
    scrollTo({ top: 0 });
    this.#heading.focus({ preventScroll: true });
  }

  #button(key: Key, pressed: () => void, className: string): HTMLButtonElement {
    const node = make('button', { type: 'button', class: className, 'data-key': key });
    node.addEventListener('click', pressed);
    this.#wording.bindLasting(() => {
      node.textContent = this.#wording.speech.say(key);
    });
    return node;
  }

  #sayWho(): void {
    this.#who.textContent = this.#wording.speech.say('loggedInAs', { name: this.#name });
  }

  #speak(): void {
    const { speech } = this.#wording;
    document.documentElement.lang = speech.code;
    document.documentElement.dir = speech.direction;
    this.#select.value = speech.code;
    this.#select.setAttribute('aria-label', speech.say('language'));
    this.#nav.setAttribute('aria-label', speech.say('menu'));
    this.#sayWho();
  }
}
