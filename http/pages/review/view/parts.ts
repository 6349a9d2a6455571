// Parts that several screens have.
import type { Values } from '../../sdk/src/texts/language.js';
import type { Announcer } from '../../sdk/src/view/announcer.js';
import { make } from '../../sdk/src/view/dom.js';
import type { Child } from '../../sdk/src/view/dom.js';
import { codeOf, Refusal } from '../server/refusal.js';
import { problemKeyOf } from '../texts/problems.js';
import type { Key, Kind } from '../texts/texts.js';
import { moment } from './times.js';
import type { Wording } from './wording.js';

export type Look = 'primary' | 'secondary' | 'plain';

export function button(
  wording: Wording,
  look: Look,
  key: Key,
  pressed: () => unknown,
): HTMLButtonElement {
  const node = make('button', { type: 'button', class: look, 'data-key': key });
  node.addEventListener('click', () => {
    if (node.getAttribute('aria-disabled') !== 'true') pressed();
  });
  return wording.text(node, key);
}

// Runs `work` with the button out of use meanwhile. It keeps the focus, which `disabled` would
// take.
export async function during(node: Element, work: () => Promise<void>): Promise<void> {
  if (node.getAttribute('aria-disabled') === 'true') return;
  node.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    node.removeAttribute('aria-disabled');
  }
}

export function paragraph(
  wording: Wording,
  key: Key,
  className = '',
  values: () => Values = () => ({}),
): HTMLParagraphElement {
  return wording.text(make('p', className === '' ? {} : { class: className }), key, values);
}

// Words for a name of the server; a name that is not known is a stranger's text.
export function named(wording: Wording, kind: Kind, code: string): HTMLElement {
  return wording.named(make('bdi'), kind, code);
}

// A box to tick, with its words.
export function choice(wording: Wording, key: Key, box: HTMLInputElement): HTMLElement {
  return make('label', { class: 'choice' }, box, wording.text(make('span'), key));
}

// Says that no person is behind the case.
export function sandboxMark(wording: Wording): HTMLElement {
  return paragraph(wording, 'sandboxMark', 'sandbox');
}

export function time(wording: Wording, iso: string): HTMLTimeElement {
  return wording.made(make('time', { datetime: iso }), ({ code }) => moment(code, iso));
}

// Shows a text that a stranger wrote, in the direction of its own letters.
export function foreign(text: string): HTMLElement {
  return make('bdi', { class: 'foreign' }, text);
}

// The same on one line: its end is cut off where there is no room, and its title is the whole.
export function cut(text: string): HTMLElement {
  return make('span', { class: 'cut', dir: 'auto', title: text }, text);
}

// The most letters of a name's end that stay where the name is cut.
const tailLength = 10;

// A name of a person or a thing on one line. Names that begin alike differ at their ends, so the
// middle gives way where there is no room. The element around it has the whole as its title.
export function nameOnLine(text: string): HTMLElement {
  const letters = [...text];
  const at = letters.length < 2 * tailLength ? letters.length : letters.length - tailLength;
  const head = make('span', { class: 'head' }, letters.slice(0, at).join(''));
  const tail = make('span', { class: 'tail' }, letters.slice(at).join(''));
  return make('span', { class: 'on-line', dir: 'auto' }, head, at < letters.length ? tail : null);
}

export function mono(text: string): HTMLElement {
  return make('bdi', { class: 'mono', dir: 'ltr' }, text);
}

let sections = 0;

// A section with its heading.
export function section(
  wording: Wording,
  key: Key,
  className: string,
  ...children: Child[]
): HTMLElement {
  const id = `section-${++sections}`;
  const heading = wording.text(make('h2', { id }), key);
  return make('section', { class: className, 'aria-labelledby': id }, heading, ...children);
}

// A row of a list of facts.
export function fact(wording: Wording, key: Key, value: Child): HTMLElement {
  return make('div', {}, wording.text(make('dt'), key), make('dd', {}, value));
}

// Where a screen says what went wrong, or that something was done. Both are announced.
export class Slot {
  readonly root = make('div', { class: 'slot' });
  readonly #wording: Wording;
  readonly #announcer: Announcer | null;

  // `announcer` is null in a dialog: what lies behind it is silent, so the slot speaks itself.
  constructor(wording: Wording, announcer: Announcer | null) {
    this.#wording = wording;
    this.#announcer = announcer;
    if (announcer === null) this.root.setAttribute('role', 'alert');
  }

  clear(): void {
    this.root.replaceChildren();
  }

  // Tells why something failed; `more` is a second sentence.
  tell(error: unknown, more: Key | null = null): void {
    const code = codeOf(error);
    const text = paragraph(this.#wording, problemKeyOf(code), '', () => ({ code }));
    const parts: Node[] = [text];
    if (more !== null) parts.push(paragraph(this.#wording, more));
    const id = error instanceof Refusal ? error.requestId : null;
    if (id !== null && error instanceof Refusal && error.status >= 500) {
      parts.push(paragraph(this.#wording, 'problemRequest', 'quiet small', () => ({ id })));
    }
    this.#problem(code, parts);
  }

  // Tells what is missing in what was entered.
  ask(key: Key): void {
    this.#problem(key, [paragraph(this.#wording, key)]);
  }

  note(key: Key, values: () => Values = () => ({})): void {
    this.root.replaceChildren(
      make('div', { class: 'note' }, paragraph(this.#wording, key, '', values)),
    );
    this.#toSight();
    this.#announcer?.hint(this.#wording.speech.say(key, values()));
  }

  // The pressed button may be far below.
  #toSight(): void {
    this.root.scrollIntoView({ block: 'nearest' });
  }

  #problem(code: string, parts: Node[]): void {
    this.root.replaceChildren(make('div', { class: 'problem', 'data-code': code }, ...parts));
    this.#toSight();
    this.#announcer?.failure(parts.map((part) => part.textContent ?? '').join(' '));
  }
}
