// Single keys as shortcuts. They can be switched off (WCAG 2.1.4), since speech input and a hand
// that trembles press keys that nobody meant.
import { make } from '../../sdk/src/view/dom.js';
import { Dialog } from './dialog.js';
import { preference, prefer } from './preferences.js';
import { shortcutList } from './shortcut_list.js';
import type { Audience } from './shortcut_list.js';
import type { Wording } from './wording.js';

export type Bindings = Readonly<Record<string, () => void>>;

// Digits that pick one of several choices by its number.
export const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

// Returns whether a key belongs to the element that has the focus: letters to a field, and to a
// list of choices, which finds its entries by them.
function isTyping(target: EventTarget | null): boolean {
  const letterless = ['checkbox', 'radio', 'range'];
  if (target instanceof HTMLInputElement) return !letterless.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

// The key by its letter; on a keyboard of another script the letter of its place.
function keyOf(event: KeyboardEvent): string {
  if (event.key === '؟') return '?';
  const place = /^Key([A-Z])$/.exec(event.code)?.[1];
  const isForeign = event.key.length === 1 && event.key > '\u007f';
  return isForeign && place !== undefined ? place.toLowerCase() : event.key;
}

// The digit of a key's place, whatever the keyboard writes there without Shift; '' if it has none.
function digitOf({ code, shiftKey }: KeyboardEvent): string {
  return shiftKey ? '' : (/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? '');
}

export class Shortcuts {
  #on = preference('shortcuts') !== 'off';
  readonly #bindings: () => Bindings;
  readonly #isFor: (audience: Audience) => boolean;
  readonly #wording: Wording;

  // `bindings` gives those of the screen that is shown, and `isFor` says whether the list has the
  // shortcuts of these people.
  constructor(
    wording: Wording,
    bindings: () => Bindings,
    isFor: (audience: Audience) => boolean,
  ) {
    this.#wording = wording;
    this.#bindings = bindings;
    this.#isFor = isFor;
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  help(): void {
    const dialog = new Dialog(this.#wording, 'shortcuts', 'close');
    const list = make('dl', { class: 'keys' });
    for (const [keys, key, audience] of shortcutList) {
      if (!this.#isFor(audience)) continue;
      const shown = keys.map((each) => make('kbd', { dir: 'ltr' }, each));
      const name = this.#wording.text(make('dd'), key);
      list.append(make('div', {}, make('dt', {}, ...shown), name));
    }
    const box = make('input', { type: 'checkbox', id: 'shortcuts-on' });
    box.checked = this.#on;
    box.addEventListener('change', () => {
      this.#on = box.checked;
      prefer('shortcuts', this.#on ? 'on' : 'off');
    });
    const label = this.#wording.text(make('span'), 'shortcutsOn');
    dialog.body.append(make('label', { class: 'choice' }, box, label), list);
    dialog.open();
  }

  #pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!this.#on || event.repeat || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const bindings = this.#bindings();
    const written = keyOf(event);
    const key = Object.hasOwn(bindings, written) || written === '?' ? written : digitOf(event);
    const action = key === '?' ? () => this.help() : bindings[key];
    if (action === undefined || (key !== '?' && !Object.hasOwn(bindings, key))) return;
    event.preventDefault();
    action();
  }
}
