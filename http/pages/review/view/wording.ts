// The console's texts on the screen, which follow the language.
import type { Values } from '../../sdk/src/texts/language.js';
import { Sayings } from '../../sdk/src/view/sayings.js';
import type { Key, Kind, Speech } from '../texts/texts.js';

export class Wording extends Sayings<Speech> {
  // Gives `node` the text of `key`, and returns it.
  text<N extends Element>(node: N, key: Key, values: () => Values = () => ({})): N {
    return this.made(node, (speech) => speech.say(key, values()));
  }

  attribute<N extends Element>(
    node: N,
    name: string,
    key: Key,
    values: () => Values = () => ({}),
  ): N {
    this.bind(() => node.setAttribute(name, this.speech.say(key, values())));
    return node;
  }

  // Gives `node` the words for a name of the server.
  named<N extends Element>(node: N, kind: Kind, code: string): N {
    return this.made(node, (speech) => speech.name(kind, code));
  }

  // Gives `node` a text that is made again when the language changes.
  made<N extends Element>(node: N, text: (speech: Speech) => string): N {
    this.bind(() => {
      node.textContent = text(this.speech);
    });
    return node;
  }
}
