// Parts that several screens have.
import type { Fault } from '../flow/facts.js';
import type { Refused } from '../flow/machine.js';
import type { Values } from '../texts/language.js';
import type { Key } from '../texts/texts.js';
import { icon } from '../view/art.js';
import type { IconName } from '../view/art.js';
import { make } from '../view/dom.js';
import type { Wording } from '../view/wording.js';
import type { Context } from './screen.js';

export type Kind = 'primary' | 'secondary' | 'plain';

export function button(
  wording: Wording,
  kind: Kind,
  key: Key,
  pressed: () => void,
): HTMLButtonElement {
  const node = make('button', { type: 'button', class: kind, part: `button ${kind}` });
  node.addEventListener('click', pressed);
  return wording.text(node, key);
}

// A button that shows a drawing; its words are for people who do not see the drawing.
export function roundButton(
  wording: Wording,
  name: IconName,
  key: Key,
  pressed: () => void,
): HTMLButtonElement {
  const words = wording.text(make('span', { class: 'unseen' }), key);
  const attributes = { type: 'button', class: `round ${name}`, part: 'button round' };
  const node = make('button', attributes, icon(name), words);
  node.addEventListener('click', pressed);
  return wording.attribute(node, 'title', key);
}

export function paragraph(
  wording: Wording,
  key: Key,
  className = '',
  values: Values = {},
): HTMLParagraphElement {
  const node = make('p', className === '' ? {} : { class: className });
  return wording.text(node, key, values);
}

const pictureTypes = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';
let inputs = 0;

// A way to choose a file. The input is out of sight but not hidden: what is hidden cannot be
// reached with the keyboard.
export function fileButton(
  wording: Wording,
  kind: Kind,
  key: Key,
  chosen: (file: File) => void,
  capture: 'user' | null = null,
): HTMLElement {
  const id = `file-${++inputs}`;
  const attributes = { id, type: 'file', class: 'unseen', accept: pictureTypes };
  const input = make('input', capture === null ? attributes : { ...attributes, capture });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    // The same file may be chosen again.
    if (file !== undefined) chosen(file);
    input.value = '';
  });
  const label = make('label', { for: id, class: `button ${kind}`, part: `button ${kind}` });
  return make('div', { class: 'file' }, input, wording.text(label, key));
}

export function spinner(): HTMLElement {
  return make('div', { class: 'spinner', 'aria-hidden': 'true' });
}

// Shows what went wrong, in words: the fault of a camera or file, or the reason of the server's
// refusal.
export function problem(
  { wording }: Context,
  fault: Fault | null,
  refused: Refused | null,
): HTMLElement | null {
  if (fault !== null) {
    return make('div', { class: 'problem', part: 'problem' }, paragraph(wording, fault));
  }
  if (refused === null) return null;
  return make('div', { class: 'problem', part: 'problem' }, reasons(wording, refused.codes));
}

// Why a picture was or may be refused: one reason as a sentence, several as a list.
export function reasons(wording: Wording, codes: readonly string[]): HTMLElement {
  const [first, ...others] = codes;
  if (others.length === 0) return wording.code(make('p'), first ?? '');
  return make('ul', {}, ...codes.map((code) => wording.code(make('li'), code)));
}

// The same, to be spoken.
export function problemText(
  { wording }: Context,
  fault: Fault | null,
  refused: Refused | null,
): string {
  if (fault !== null) return wording.speech.say(fault);
  if (refused === null) return '';
  const left = wording.speech.say('attemptsLeft', { n: refused.attemptsRemaining });
  return [...refused.codes.map((code) => wording.explain(code)), left].join(' ');
}

export function attemptsLeft({ wording }: Context, refused: Refused | null): HTMLElement | null {
  if (refused === null) return null;
  return paragraph(wording, 'attemptsLeft', 'quiet', { n: refused.attemptsRemaining });
}

// A return address is the client's own, fixed at its registration; anything but the web is refused
// here too.
export function returnLink({ wording, live }: Context): HTMLElement | null {
  if (!isOfTheWeb(live.info?.returnUrl)) return null;
  const link = make('a', { class: 'button primary', part: 'button primary', rel: 'noreferrer' });
  wording.bind(() => {
    const { returnUrl, clientName: name } = live.info ?? {};
    if (isOfTheWeb(returnUrl)) link.href = returnUrl;
    const { speech } = wording;
    link.textContent = name == null ? speech.say('goOn') : speech.say('returnTo', { name });
  });
  return link;
}

function isOfTheWeb(address: string | null | undefined): address is string {
  return typeof address === 'string' && /^https?:\/\//i.test(address);
}

export function present<N>(...nodes: (N | null)[]): N[] {
  return nodes.filter((node): node is N => node !== null);
}
