// The element's texts on the screen, which follow the language.
import type { Key, Speech } from '../texts/texts.js';
import type { Values } from '../texts/language.js';
import { Sayings } from './sayings.js';

export class Wording extends Sayings<Speech> {
  // Gives `node` the text of `key`, and returns it.
  text<N extends Element>(node: N, key: Key, values: Values = {}): N {
    this.bind(() => {
      node.textContent = this.speech.say(key, values);
    });
    return node;
  }

  attribute<N extends Element>(node: N, name: string, key: Key, values: Values = {}): N {
    this.bind(() => node.setAttribute(name, this.speech.say(key, values)));
    return node;
  }

  // The text of an outcome's code; of a code that is not known a general one.
  code<N extends Element>(node: N, code: string): N {
    this.bind(() => {
      node.textContent = this.explain(code);
    });
    return node;
  }

  explain(code: string): string {
    return this.speech.explain(code) ?? this.speech.say('troubleBody');
  }
}
