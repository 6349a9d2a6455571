// What stays around the screens: the client's name and logo, the languages, the notice, and the two
// regions that screen readers listen to.
import { directionOf, languages } from '../texts/texts.js';
import type { StepName } from '../flow/facts.js';
import type { Screen } from '../screens/screen.js';
import { Announcer } from './announcer.js';
import { make } from './dom.js';
import type { Wording } from './wording.js';

export class Frame {
  readonly root: HTMLElement;
  readonly announcer: Announcer;
  readonly logo = make('img', { alt: '' });
  readonly #name = make('span');
  readonly #notice = make('p', { class: 'notice', part: 'notice' });
  readonly #screen = make('section', { class: 'screen', part: 'screen' });
  readonly #select = make('select', { part: 'language', autocomplete: 'off' });
  readonly #wording: Wording;
  #heading: HTMLHeadingElement | null = null;

  constructor(wording: Wording, onLanguage: (code: string) => void) {
    this.#wording = wording;
    const polite = make('div', { class: 'region', role: 'status', 'aria-live': 'polite' });
    const assertive = make('div', { class: 'region', role: 'alert', 'aria-live': 'assertive' });
    this.announcer = new Announcer(polite, assertive);
    this.logo.hidden = true;
    this.#notice.hidden = true;
    for (const [code, name] of Object.entries(languages)) {
      const attributes = { value: code, lang: code, dir: directionOf(code) };
      this.#select.append(make('option', attributes, name));
    }
    this.#select.addEventListener('change', () => onLanguage(this.#select.value));
    const brand = make('div', { class: 'brand', part: 'brand' }, this.logo, this.#name);
    const bar = make('div', { class: 'bar' }, brand, this.#select);
    this.root = make('div', { class: 'root' }, bar, this.#notice, this.#screen, polite, assertive);
    this.root.classList.add('unworded');
    wording.bindLasting(() => this.#speak());
  }

  // Shows the words, which are out of sight until they are in the person's language.
  reveal(): void {
    this.root.classList.remove('unworded');
  }

  name(name: string | null): void {
    this.#name.textContent = name ?? '';
  }

  // Shows that the session is about to end; stays.
  notice(text: () => string): void {
    this.#notice.hidden = false;
    this.#wording.bindLasting(() => {
      this.#notice.textContent = text();
    });
  }

  unnotice(): void {
    this.#notice.hidden = true;
  }

  // Shows a screen. The focus goes to its heading, so that whoever does not see it hears it; it
  // is left alone where the element takes it from the page around, on the first screen.
  show(name: string, screen: Screen, steps: readonly StepName[], takesFocus: boolean): void {
    this.#screen.dataset['screen'] = name;
    this.#heading = make('h1', { tabindex: -1, part: 'heading' });
    this.#wording.text(this.#heading, screen.heading, screen.headingValues);
    const parts: Node[] = [];
    const at = screen.step === null || screen.step === undefined ? -1 : steps.indexOf(screen.step);
    if (at >= 0 && steps.length > 1) parts.push(this.#steps(at, steps.length));
    if (screen.mark !== undefined) parts.push(screen.mark);
    parts.push(this.#heading, make('div', { class: 'body' }, ...screen.body));
    if (screen.actions.length > 0) {
      parts.push(make('div', { class: 'actions' }, ...screen.actions));
    }
    this.#screen.replaceChildren(...parts);
    if (takesFocus) this.#heading.focus({ preventScroll: true });
    this.#screen.scrollIntoView?.({ block: 'nearest' });
  }

  get heading(): string {
    return this.#heading?.textContent ?? '';
  }

  #steps(at: number, of: number): HTMLElement {
    const words = this.#wording.text(make('span'), 'stepOf', { n: at + 1, of });
    const bars = Array.from({ length: of }, (_, i) => make('i', i <= at ? { class: 'on' } : {}));
    return make('p', { class: 'steps' }, ...bars, words);
  }

  #speak(): void {
    const { speech } = this.#wording;
    this.root.lang = speech.code;
    this.root.dir = speech.direction;
    this.#select.value = speech.code;
    this.#select.setAttribute('aria-label', speech.say('language'));
  }
}
