// The frame around the screens: the client's name and logo, the languages, the notice, and the two
// regions that screen readers listen to.
import { directionOf, languages } from '../texts/texts.js';
import type { Key } from '../texts/texts.js';
import type { StepName } from '../flow/facts.js';
import type { Screen } from '../screens/screen.js';
import type { Stage } from '../screens/stage.js';
import { Announcer } from './announcer.js';
import { make } from './dom.js';
import type { Wording } from './wording.js';

export class Frame {
  readonly root: HTMLElement;
  readonly announcer: Announcer;
  readonly logo = make('img', { alt: '' });
  readonly testBar = make('div', { class: 'notice test', part: 'test-mode', hidden: true });
  readonly #name = make('span');
  readonly #notice = make('p', { class: 'notice', part: 'notice' });
  readonly #passing = make('p', { class: 'notice', part: 'notice', hidden: true });
  readonly #testWords = make('strong');
  readonly #notices = make(
    'div',
    { class: 'notices' },
    this.testBar,
    this.#notice,
    this.#passing,
  );
  readonly #screen = make('section', { class: 'screen', part: 'screen' });
  readonly #select = make('select', { part: 'language', autocomplete: 'off' });
  readonly #wording: Wording;
  readonly #bar: HTMLElement;
  #heading: HTMLHeadingElement | null = null;
  #stage: Stage | null = null;

  constructor(wording: Wording, onLanguage: (code: string) => void) {
    this.#wording = wording;
    const polite = make('div', { class: 'region', role: 'status', 'aria-live': 'polite' });
    const assertive = make('div', { class: 'region', role: 'alert', 'aria-live': 'assertive' });
    this.announcer = new Announcer(polite, assertive);
    this.logo.hidden = true;
    this.#notice.hidden = true;
    this.testBar.append(this.#testWords);
    for (const [code, name] of Object.entries(languages)) {
      const attributes = { value: code, lang: code, dir: directionOf(code) };
      this.#select.append(make('option', attributes, name));
    }
    this.#select.addEventListener('change', () => onLanguage(this.#select.value));
    const brand = make('div', { class: 'brand', part: 'brand' }, this.logo, this.#name);
    this.#bar = make('div', { class: 'bar' }, brand, this.#select);
    const parts = [this.#bar, this.#notices, this.#screen, polite, assertive];
    this.root = make('div', { class: 'root unworded' }, ...parts);
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
    this.tell(null);
  }

  // Shows a lasting notice, such as that the connection is lost; null ends it.
  tell(key: Key | null): void {
    this.#passing.hidden = key === null;
    this.#passing.dataset['notice'] = key ?? '';
    if (key === null) return;
    this.#sayPassing();
    this.announcer.failure(this.#wording.speech.say(key));
  }

  // Ends what holds no more.
  untell(key: Key): void {
    if (this.#passing.dataset['notice'] === key) this.tell(null);
  }

  #sayPassing(): void {
    const key = this.#passing.dataset['notice'] ?? '';
    if (key !== '') this.#passing.textContent = this.#wording.speech.say(key as Key);
  }

  // Shows no screen, as before the first one.
  empty(): void {
    this.#stage?.surface.close();
    this.#stage = null;
    this.#heading = null;
    this.#bar.inert = false;
    this.#bar.after(this.#notices);
    this.unnotice();
    this.testBar.hidden = true;
    this.logo.hidden = true;
    this.name(null);
    delete this.#screen.dataset['screen'];
    this.#screen.replaceChildren();
  }

  // Shows a screen. The focus goes to its heading, so that whoever does not see it hears it; it
  // is left alone where the element takes it from the page around, on the first screen.
  show(name: string, screen: Screen, steps: readonly StepName[], takesFocus: boolean): void {
    this.#screen.dataset['screen'] = name;
    this.#heading = make('h1', { tabindex: -1, part: 'heading' });
    this.#wording.text(this.#heading, screen.heading, screen.headingValues);
    this.#stage?.surface.close();
    this.#stage = screen.stage ?? null;
    // The camera's picture covers the bar, so the bar takes no input.
    this.#bar.inert = this.#stage !== null;
    if (this.#stage === null) {
      this.#bar.after(this.#notices);
      this.#screen.replaceChildren(...this.#parts(screen, steps));
    } else {
      this.#screen.replaceChildren(this.#stage.surface.node);
      this.#stage.open(this.#heading, this.#notices);
    }
    if (takesFocus) this.#heading.focus({ preventScroll: true });
    if (this.#stage === null) this.#screen.scrollIntoView?.({ block: 'nearest' });
  }

  get heading(): string {
    return this.#heading?.textContent ?? '';
  }

  #parts(screen: Screen, steps: readonly StepName[]): Node[] {
    const parts: Node[] = [];
    const at = screen.step === null || screen.step === undefined ? -1 : steps.indexOf(screen.step);
    if (at >= 0 && steps.length > 1) parts.push(this.#steps(at, steps.length));
    if (screen.mark !== undefined) parts.push(screen.mark);
    if (this.#heading !== null) parts.push(this.#heading);
    parts.push(make('div', { class: 'body' }, ...screen.body));
    if (screen.actions.length > 0) {
      parts.push(make('div', { class: 'actions' }, ...screen.actions));
    }
    return parts;
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
    this.#sayPassing();
    this.#testWords.textContent = speech.say('testMode');
    this.#select.setAttribute('aria-label', speech.say('language'));
  }
}
