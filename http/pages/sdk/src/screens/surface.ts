// The whole screen, for the camera: over everything else in the page, also where the element stands
// in somebody's page, and no larger than what a screen keyboard leaves of it.
import { make } from '../view/dom.js';

const controls = 'button:not([hidden]), input, [tabindex="0"]';

// Browsers without popovers have it over what follows the stacking order alone.
interface Popover {
  showPopover?: () => void;
}

// The visual viewport, unless the person has enlarged it to see something better.
function viewport(): VisualViewport | null {
  const visual = globalThis.visualViewport ?? null;
  return visual === null || visual.scale > 1.02 ? null : visual;
}

export class Surface {
  readonly node: HTMLElement;
  onEscape: () => void = () => undefined;
  onSize: () => void = () => undefined;
  #watch: ResizeObserver | null = null;
  readonly #follow = (): void => this.#fit();

  constructor(...children: Node[]) {
    this.node = make('div', { class: 'finder', popover: 'manual' }, ...children);
    this.node.addEventListener('keydown', (event) => this.#onKey(event));
  }

  // Shows the surface, which is in the document.
  open(): void {
    (this.node as Popover).showPopover?.();
    this.#fit();
    for (const type of ['resize', 'scroll']) {
      globalThis.visualViewport?.addEventListener(type, this.#follow);
    }
    this.#watch = new ResizeObserver(() => this.onSize());
    this.#watch.observe(this.node);
  }

  // Ends with the screen; taken out of the document it is over nothing any more.
  close(): void {
    this.#watch?.disconnect();
    for (const type of ['resize', 'scroll']) {
      globalThis.visualViewport?.removeEventListener(type, this.#follow);
    }
  }

  // The area that a screen keyboard covers has no room for buttons.
  #fit(): void {
    if (!this.node.isConnected) return this.close();
    const visual = viewport();
    const places = {
      left: visual?.offsetLeft,
      top: visual?.offsetTop,
      width: visual?.width,
      height: visual?.height,
    };
    for (const [name, value] of Object.entries(places)) {
      if (value === undefined) this.node.style.removeProperty(name);
      else this.node.style.setProperty(name, `${value}px`);
    }
    const { clientWidth, clientHeight } = this.node;
    const shape = clientHeight >= clientWidth ? 'upright' : clientHeight < 284 ? 'low' : 'turned';
    this.node.dataset['shape'] = shape;
    this.onSize();
  }

  // Tab goes round within the surface: what is behind it cannot be seen.
  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') return this.onEscape();
    if (event.key !== 'Tab') return;
    const all = [...this.node.querySelectorAll<HTMLElement>(controls)];
    const [first, last] = [all[0], all[all.length - 1]];
    const { activeElement } = this.node.getRootNode() as ShadowRoot;
    const isOut = event.shiftKey
      ? activeElement === first || !all.includes(activeElement as HTMLElement)
      : activeElement === last;
    if (!isOut) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}
