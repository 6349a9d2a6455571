// The bar of an upload, with its share in words.
import { make } from '../view/dom.js';
import type { Context, Progress } from './screen.js';

export function progressOf({ wording }: Context): Progress & { readonly node: HTMLElement } {
  const bar = make('progress', { max: 100, value: 0 });
  const words = make('p', { class: 'quiet' });
  let percent: number | null = 0;
  const say = (): void => {
    const { speech } = wording;
    words.textContent =
      percent === null ? speech.say('checking') : speech.say('sent', { percent });
  };
  wording.bind(say);
  wording.attribute(bar, 'aria-label', 'sendingTitle');
  return {
    node: make('div', { class: 'body' }, bar, words),
    show(share) {
      percent = Math.floor(share * 100);
      bar.value = percent;
      say();
    },
    wait() {
      if (percent === null) return;
      percent = null;
      bar.removeAttribute('value');
      say();
    },
  };
}
