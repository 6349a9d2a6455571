// The camera on the screen: the preview, what the guide sees in it, the hint, and the buttons that
// appear. The video is hidden from screen readers: the hint says what it shows.
import type { Found } from '../guide-types.js';
import type { Key } from '../texts/texts.js';
import { icon, isIcon } from '../view/art.js';
import { make, makeSvg } from '../view/dom.js';
import type { Wording } from '../view/wording.js';
import { button } from './parts.js';

export interface StageOptions {
  readonly kind: 'document' | 'face';
  readonly take: Key;
}

interface Hint {
  readonly say: () => string;
  readonly mark: string;
}

export class Stage {
  readonly node: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly hintNode: HTMLParagraphElement;
  readonly dots: HTMLParagraphElement;
  readonly takeButton: HTMLButtonElement;
  readonly switchButton: HTMLButtonElement;
  // Set by whoever looks through the camera.
  onTake: () => void = () => undefined;
  onSwitch: () => void = () => undefined;
  onHint: (text: string) => void = () => undefined;
  readonly #overlay: SVGSVGElement;
  readonly #outline: SVGPolygonElement;
  readonly #hintText = make('span');
  readonly #wording: Wording;
  #hint: Hint | null = null;
  // What was said before the camera was paused.
  #paused: { readonly key: string; readonly before: Hint | null } | null = null;

  constructor(wording: Wording, options: StageOptions) {
    this.#wording = wording;
    this.video = make('video', {
      playsinline: true,
      disablepictureinpicture: true,
      'aria-hidden': 'true',
      tabindex: -1,
    });
    this.video.muted = true;
    this.#outline = makeSvg('polygon', { class: 'outline', points: '' });
    this.#overlay = makeSvg('svg', { class: 'overlay', 'aria-hidden': 'true' }, this.#outline);
    const face = options.kind === 'face';
    this.node = make('div', { class: face ? 'stage face' : 'stage', part: 'stage' });
    this.node.append(this.video, this.#overlay);
    this.hintNode = make('p', { class: 'hint', part: 'hint' }, this.#hintText);
    this.dots = make('p', { class: 'dots', 'aria-hidden': 'true' });
    this.takeButton = button(wording, 'primary', options.take, () => this.onTake());
    this.switchButton = button(wording, 'secondary', 'otherCamera', () => this.onSwitch());
    this.takeButton.hidden = true;
    this.switchButton.hidden = true;
    wording.bind(() => this.#sayHint());
    this.video.addEventListener('loadedmetadata', () => this.#fit(face));
    this.video.addEventListener('resize', () => this.#fit(face));
  }

  hint(key: Key, mark = ''): void {
    this.hintNode.dataset['hint'] = key;
    this.#show(() => this.#wording.speech.say(key), mark);
  }

  // Says that the camera shows nothing for now.
  pause(): void {
    if (this.#paused !== null) return;
    const key = this.hintNode.dataset['hint'] ?? '';
    const before = this.#hint;
    this.hint('cameraPaused');
    this.#paused = { key, before };
  }

  // Says again what was said before the pause.
  goOn(): void {
    if (this.#paused === null) return;
    const { key, before } = this.#paused;
    this.#paused = null;
    if (before === null) return;
    this.hintNode.dataset['hint'] = key;
    this.#show(before.say, before.mark);
  }

  // The text of a code, for what no movement mends.
  explain(code: string): void {
    this.hintNode.dataset['hint'] = code;
    this.#show(() => this.#wording.explain(code), '');
  }

  outline(found: Found | null, good: boolean): void {
    const { videoWidth, videoHeight } = this.video;
    const corners = found?.corners ?? [];
    const points = corners.map(([x, y]) => `${x * videoWidth},${y * videoHeight}`);
    this.#outline.setAttribute('points', points.join(' '));
    this.node.classList.toggle('good', good);
  }

  good(isGood: boolean): void {
    this.node.classList.toggle('good', isGood);
  }

  poses(taken: number, of: number): void {
    const dot = (at: number): HTMLElement => make('i', at < taken ? { class: 'on' } : {});
    const dots = Array.from({ length: of }, (_, at) => dot(at));
    this.dots.replaceChildren(...dots);
  }

  #show(say: () => string, mark: string): void {
    const text = say();
    if (this.#hintText.textContent === text) return;
    this.#hint = { say, mark };
    this.#sayHint();
    this.onHint(text);
  }

  #sayHint(): void {
    if (this.#hint === null) return;
    const { say, mark } = this.#hint;
    this.#hintText.textContent = say();
    this.hintNode.replaceChildren(...(isIcon(mark) ? [icon(mark)] : []), this.#hintText);
  }

  #fit(face: boolean): void {
    const { videoWidth: w, videoHeight: h } = this.video;
    this.#overlay.setAttribute('viewBox', `0 0 ${w} ${h}`);
    if (!face) return;
    const ry = h * 0.38;
    const rx = Math.min(ry * 0.76, w * 0.42);
    const oval = makeSvg('ellipse', { cx: w / 2, cy: h / 2, rx, ry, class: 'oval' });
    this.#overlay.replaceChildren(oval);
  }
}
