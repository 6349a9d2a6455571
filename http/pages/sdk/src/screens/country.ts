// The country of the document, where the client takes different documents of different countries.
// The browser knows the names of the countries.
import type { Accepted } from '../flow/facts.js';
import { make } from '../view/dom.js';
import type { Context, Screen } from './screen.js';

export function country({ wording, state, send }: Context): Screen {
  const choice = (accepted: Accepted): HTMLButtonElement => {
    const attributes = { type: 'button', class: 'choice', part: 'button choice' };
    const node = make('button', { ...attributes, 'data-country': accepted.country ?? '' });
    node.addEventListener('click', () => send({ is: 'COUNTRY', accepted }));
    return node;
  };
  const choices = (state.facts?.documents ?? []).map(choice);
  const list = make('div', { class: 'body', role: 'group' });
  // In the order of their names, which is another one in each language.
  wording.bind(() => {
    const { speech } = wording;
    const names = new Intl.DisplayNames([speech.code], { type: 'region' });
    for (const node of choices) {
      const code = node.dataset['country'] ?? '';
      node.textContent = code === '' ? speech.say('otherCountry') : (names.of(code) ?? code);
    }
    const { compare } = new Intl.Collator(speech.code);
    choices.sort((one, other) => {
      const last = Number(one.dataset['country'] === '') - Number(other.dataset['country'] === '');
      return last === 0 ? compare(one.textContent ?? '', other.textContent ?? '') : last;
    });
    list.append(...choices);
  });
  return { heading: 'countryTitle', step: 'DOCUMENT', body: [list], actions: [] };
}
