// The choice of a sentence of the client's that the person gets with the decision.
import { make } from '../../sdk/src/view/dom.js';
import type { Case } from '../generated/answers.js';
import { paragraph } from '../view/parts.js';
import type { Wording } from '../view/wording.js';

export type Sentence = Case['sentences'][number];

// Returns the client's sentence of this name, as the case was shown with it.
export function sentenceOf(found: Case, name: string | undefined): string | null {
  return found.sentences.find((each) => each.name === name)?.sentence ?? null;
}

export class TellField {
  // Hidden where the client has no sentences.
  readonly root = make('div', { class: 'field tell' });
  readonly #found: Case;
  readonly #select = make('select', { id: 'decide-tell', 'aria-describedby': 'decide-tell-body' });
  readonly #shown = make('p', { class: 'told', dir: 'auto' });

  constructor(wording: Wording, found: Case) {
    this.#found = found;
    this.#select.append(wording.text(make('option', { value: '' }), 'tellNothing'));
    for (const { name } of found.sentences) {
      this.#select.append(make('option', { value: name }, name));
    }
    this.#select.addEventListener('change', () => this.#show());
    const label = wording.text(make('label', { for: 'decide-tell' }), 'tellTitle');
    const body = paragraph(wording, 'tellBody', 'quiet small');
    body.id = 'decide-tell-body';
    this.root.append(label, this.#select, this.#shown, body);
    this.root.hidden = found.sentences.length === 0;
    this.#show();
  }

  // The name of the chosen sentence; '' for none.
  get name(): string {
    return this.#select.value;
  }

  #show(): void {
    const sentence = sentenceOf(this.#found, this.name);
    this.#shown.hidden = sentence === null;
    this.#shown.textContent = sentence ?? '';
  }
}
