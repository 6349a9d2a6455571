// A dialog over the page. The browser keeps the focus inside, and gives it back afterwards.
import { make } from '../../sdk/src/view/dom.js';
import type { Key } from '../texts/texts.js';
import { button } from './parts.js';
import type { Wording } from './wording.js';

export class Dialog {
  readonly root: HTMLDialogElement;
  readonly body = make('div', { class: 'body' });
  readonly actions = make('div', { class: 'actions' });
  readonly #heading: HTMLHeadingElement;
  // Called when it closes, however it does.
  onClose: () => void = () => undefined;

  constructor(wording: Wording, key: Key, closeKey: Key) {
    const id = `dialog-${key}`;
    this.#heading = wording.text(make('h2', { id, tabindex: -1 }), key);
    this.root = make('dialog', { 'aria-labelledby': id }, this.#heading, this.body, this.actions);
    this.actions.append(button(wording, 'secondary', closeKey, () => this.close()));
    this.root.addEventListener('close', () => {
      this.root.remove();
      this.onClose();
    });
  }

  get isOpen(): boolean {
    return this.root.open;
  }

  open(): void {
    document.body.append(this.root);
    this.root.showModal();
    this.#heading.focus();
  }

  close(): void {
    this.root.close();
  }
}
