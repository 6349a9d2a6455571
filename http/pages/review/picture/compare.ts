// The portrait of the document and the person's face at one size, beside each other and one over
// the other. Both are cut out of pictures that are shown already: that is no further look.
import { make } from '../../sdk/src/view/dom.js';
import type { Context } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';
import { button } from '../view/parts.js';
import type { Box } from './marks.js';
import type { Panel } from './panel.js';

// The side of what is cut out, in sides of the face's box, so that hair and chin are seen.
const around = 1.6;

interface Crop {
  readonly picture: ImageBitmap;
  readonly box: Box;
}

type Which = 'portrait' | 'face';

const names: Readonly<Record<Which, Key>> = { portrait: 'markPortrait', face: 'markFace' };

export class Compare {
  readonly root = make('section', { class: 'compare' });
  readonly #context: Context;
  readonly #panels: readonly Panel[];
  readonly #canvases: Readonly<Record<Which, HTMLCanvasElement>>;
  readonly #captions: Readonly<Record<Which, HTMLElement>> = {
    portrait: make('figcaption'),
    face: make('figcaption'),
  };
  #crops: Readonly<Record<Which, Crop>> | null = null;
  #isCovered = false;
  #isOver = false;

  constructor(context: Context, panels: readonly Panel[]) {
    this.#context = context;
    this.#panels = panels;
    this.#canvases = {
      portrait: make('canvas', { role: 'img' }),
      face: make('canvas', { role: 'img' }),
    };
    const { wording } = context;
    const heading = wording.text(make('h3', { id: 'compare-title' }), 'compareTitle');
    const hold = this.#holder();
    const row = make('div', { class: 'compare-row' });
    row.append(this.#figure('portrait'), this.#figure('face'));
    wording.bind(() => this.#name());
    this.root.setAttribute('aria-labelledby', 'compare-title');
    this.root.append(heading, row, hold);
    this.root.hidden = true;
    document.addEventListener('keyup', this.#onKeyUp);
    addEventListener('blur', this.#lay);
    for (const panel of panels) panel.onShown = () => this.#changed();
  }

  // Shows the face in the place of the portrait, until the key is let go.
  over(): void {
    if (this.root.hidden) return;
    this.#isOver = true;
    this.#draw();
  }

  cover(isCovered: boolean): void {
    this.#isCovered = isCovered;
    this.#changed();
  }

  end(): void {
    document.removeEventListener('keyup', this.#onKeyUp);
    removeEventListener('blur', this.#lay);
    this.#crops = null;
    for (const canvas of Object.values(this.#canvases)) [canvas.width, canvas.height] = [0, 0];
  }

  readonly #onKeyUp = ({ key }: KeyboardEvent): void => {
    if (key === 'f' || key === 'F' || key === ' ' || key === 'Enter') this.#lay();
  };

  readonly #lay = (): void => {
    if (!this.#isOver) return;
    this.#isOver = false;
    this.#draw();
  };

  #holder(): HTMLButtonElement {
    const hold = button(this.#context.wording, 'secondary', 'compareHold', () => undefined);
    hold.addEventListener('pointerdown', () => this.over());
    for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'blur'] as const) {
      hold.addEventListener(name, this.#lay);
    }
    hold.addEventListener('keydown', ({ key }) => {
      if (key === ' ' || key === 'Enter') this.over();
    });
    return hold;
  }

  #figure(which: Which): HTMLElement {
    const canvas = this.#canvases[which];
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    return make('figure', {}, canvas, this.#captions[which]);
  }

  // Names each picture by what it shows.
  #name(): void {
    const { speech } = this.#context.wording;
    for (const which of ['portrait', 'face'] as const) {
      const name = speech.say(names[this.#isOver ? 'face' : which]);
      this.#canvases[which].setAttribute('aria-label', name);
      this.#captions[which].textContent = name;
    }
  }

  #changed(): void {
    const portrait = this.#cropOf('portrait');
    const face = this.#cropOf('face');
    this.#crops = portrait === null || face === null ? null : { portrait, face };
    this.root.hidden = this.#crops === null || this.#isCovered;
    this.#draw();
  }

  #cropOf(which: Which): Crop | null {
    for (const { shown } of this.#panels) {
      const box = shown?.marks?.[which] ?? null;
      if (shown !== null && box !== null) return { picture: shown.picture, box };
    }
    return null;
  }

  #draw(): void {
    this.#name();
    for (const which of ['portrait', 'face'] as const) {
      const canvas = this.#canvases[which];
      const crops = this.root.hidden ? null : this.#crops;
      const side = crops === null ? 0 : Math.round(canvas.clientWidth * (devicePixelRatio || 1));
      [canvas.width, canvas.height] = [side, side];
      const crop = crops?.[this.#isOver ? 'face' : which];
      const context = canvas.getContext('2d');
      if (crop === undefined || context === null) continue;
      const [x, y, width, height] = crop.box;
      const cut = Math.max(width, height, 1) * around;
      const left = x + width / 2 - cut / 2;
      const top = y + height / 2 - cut / 2;
      context.imageSmoothingQuality = 'high';
      context.drawImage(crop.picture, left, top, cut, cut, 0, 0, side, side);
    }
  }
}
