// Numbers beside boxes to tick: a digit key ticks the box that has its number.
import { make } from '../../sdk/src/view/dom.js';
import { digits } from '../view/shortcuts.js';

// Returns the place of a box's number. It is silent: the box says its key by itself.
export function digitPlace(): HTMLElement {
  return make('kbd', { class: 'digit', 'aria-hidden': 'true', hidden: true });
}

// Gives the first nine boxes their numbers. REQUIRES: each has a place within its label.
export function number(boxes: readonly HTMLInputElement[]): void {
  boxes.forEach((box, at) => {
    const digit = digits[at];
    const place = box.closest('label')?.querySelector<HTMLElement>('.digit');
    if (place !== null && place !== undefined) {
      place.hidden = digit === undefined;
      place.textContent = digit ?? '';
    }
    if (digit === undefined) box.removeAttribute('aria-keyshortcuts');
    else box.setAttribute('aria-keyshortcuts', digit);
  });
}
