// The contents of the operators' tables: ages, sizes, and words for what the server names.
import { make } from '../../sdk/src/view/dom.js';
import type { Key } from '../texts/texts.js';
import { listed } from '../view/lists.js';
import { age, ago, moment, span } from '../view/times.js';
import type { Wording } from '../view/wording.js';

// Returns how long ago a moment was; the moment itself is its title.
export function aged(wording: Wording, iso: string): HTMLTimeElement {
  return timed(wording, iso, ago);
}

// Returns the time that has passed since then, for a heading that says of it that it is a time.
export function waited(wording: Wording, iso: string): HTMLTimeElement {
  return timed(wording, iso, age);
}

function timed(
  wording: Wording,
  iso: string,
  text: (language: string, iso: string) => string,
): HTMLTimeElement {
  const node = wording.made(make('time', { datetime: iso }), ({ code }) => text(code, iso));
  wording.bind(() => {
    node.title = moment(wording.speech.code, iso);
  });
  return node;
}

// Returns the same, or the words for none.
export function agedOr(wording: Wording, iso: string | null, none: Key): HTMLElement {
  return iso === null ? wording.text(make('span', { class: 'quiet' }), none) : aged(wording, iso);
}

export function yesNo(wording: Wording, is: boolean): HTMLElement {
  return wording.text(make('span'), is ? 'yes' : 'no');
}

export function words(wording: Wording, key: Key): HTMLElement {
  return wording.text(make('span'), key);
}

// Returns the words for a name of the server. A name of a later server is shown as it is.
export function namedBy(
  wording: Wording,
  keys: Readonly<Record<string, Key>>,
  name: string,
): HTMLElement {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
  return key === undefined ? make('bdi', {}, name) : words(wording, key);
}

export function count(wording: Wording, number: number): HTMLElement {
  return wording.made(make('span'), ({ code }) =>
    new Intl.NumberFormat(code, { numberingSystem: 'latn' }).format(number),
  );
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

// Returns a number of bytes in its largest unit, such as "12.5 GB".
export function size(language: string, bytes: number): string {
  let at = 0;
  let value = Math.max(0, bytes);
  for (; value >= 1000 && at < units.length - 1; ++at) value /= 1000;
  const style = { style: 'unit', unit: units[at] ?? 'byte', unitDisplay: 'short' } as const;
  const digits = { maximumFractionDigits: at === 0 ? 0 : 1, numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(language, { ...style, ...digits }).format(value);
}

export function sized(wording: Wording, bytes: number): HTMLElement {
  return wording.made(make('span'), ({ code }) => size(code, bytes));
}

// Returns spans of milliseconds, one behind the other.
export function spans(wording: Wording, ...milliseconds: readonly number[]): HTMLElement {
  return wording.made(make('span'), ({ code }) =>
    milliseconds.map((each) => span(code, each / 1000)).join(' · '),
  );
}

// Returns names that a stranger may have chosen, each in the direction of its own letters.
export function list(wording: Wording, names: readonly string[], none: Key): HTMLElement {
  if (names.length === 0) return wording.text(make('span', { class: 'quiet' }), none);
  return listed(wording, names);
}
