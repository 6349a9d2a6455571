// Names one behind the other, as each language writes them.
import { make } from '../../sdk/src/view/dom.js';
import { foreign } from './parts.js';
import type { Wording } from './wording.js';

// Shows names that a stranger may have chosen, each in the direction of its own letters.
export function listed(wording: Wording, names: readonly string[]): HTMLElement {
  const node = make('span');
  wording.bind(() => {
    const style = { type: 'unit', style: 'short' } as const;
    const parts = new Intl.ListFormat(wording.speech.code, style).formatToParts(names);
    node.replaceChildren(
      ...parts.map(({ type, value }) => (type === 'element' ? foreign(value) : value)),
    );
  });
  return node;
}

// Returns what stands between two words for the same thing.
export function comma(language: string): string {
  return language === 'ar' ? '، ' : ', ';
}
