// The camera over the whole screen: the picture, the cut-out to aim with, the outline of what the
// guide sees, the hint, and the buttons, which the thumb reaches. The video is hidden from screen
// readers, because the hint says what the video shows.
import { aimIn, placeOf, regionOf, sizeIn } from '../camera/fit.js';
import type { Box } from '../camera/fit.js';
import type { Found } from '../guide-types.js';
import type { Key } from '../texts/texts.js';
import { make, makeSvg } from '../view/dom.js';
import type { Wording } from '../view/wording.js';
import { roundButton } from './parts.js';
import { Prompter } from './prompter.js';
import { Surface } from './surface.js';

export interface StageOptions {
  readonly kind: 'document' | 'face';
  // The width of the cut-out over its height.
  readonly shape: number;
  readonly take: Key;
  readonly close: () => void;
  // Buttons with words, which lead to ways without the camera.
  readonly ways: readonly HTMLElement[];
}

// The pixels on a side of the canvas whose colours surround the picture, and the time that the
// canvas stays as it is.
const glowSide = 12;
const glowMs = 200;

// The least share of the picture that a cut-out fills. The guide calls a smaller card too far away.
const leastAim = { document: 0.6, face: 0.3 };

function boxOf(node: Element, within: DOMRect): Box {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { left: left - within.left, top: top - within.top, width, height };
}

function boxBetween(left: number, top: number, right: number, bottom: number): Box {
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function largestOf(boxes: readonly (Box | null)[]): Box | null {
  const widest = (one: Box | null, other: Box | null): Box | null =>
    (other?.width ?? 0) > (one?.width ?? 0) ? other : one;
  return boxes.reduce(widest, null);
}

export class Stage extends Prompter {
  readonly video: HTMLVideoElement;
  readonly surface: Surface;
  readonly takeButton: HTMLButtonElement;
  readonly switchButton: HTMLButtonElement;
  readonly torchButton: HTMLButtonElement;
  // Set by the work that looks through the camera.
  onTake: () => void = () => undefined;
  onSwitch: () => void = () => undefined;
  onTorch: () => void = () => undefined;
  // Called with the place of a touch, in shares of the frame. Null: a touch does nothing.
  onTouch: ((x: number, y: number) => void) | null = null;
  readonly #kind: 'document' | 'face';
  readonly #shape: number;
  readonly #node: HTMLElement;
  readonly #head: HTMLElement;
  readonly #row: HTMLElement;
  readonly #ways: HTMLElement;
  readonly #overlay: SVGSVGElement;
  readonly #outline: SVGPolygonElement;
  readonly #aim = makeSvg('g');
  readonly #glow = make('canvas', { class: 'glow', 'aria-hidden': 'true' });
  #glowedAt = 0;

  constructor(wording: Wording, options: StageOptions) {
    super(wording);
    this.#kind = options.kind;
    this.#shape = options.shape;
    this.video = make('video', {
      playsinline: true,
      disablepictureinpicture: true,
      'aria-hidden': 'true',
      tabindex: -1,
    });
    this.video.muted = true;
    this.#outline = makeSvg('polygon', { class: 'outline', points: '' });
    const drawn = [this.#aim, this.#outline];
    this.#overlay = makeSvg('svg', { class: 'overlay', 'aria-hidden': 'true' }, ...drawn);
    const face = options.kind === 'face';
    const attributes = { class: face ? 'stage face' : 'stage', part: 'camera stage' };
    this.#node = make('div', attributes, this.video, this.#overlay);
    this.#head = make('div', { class: 'head' }, this.hintNode, this.dots);
    this.takeButton = roundButton(wording, 'shutter', options.take, () => this.onTake());
    this.switchButton = roundButton(wording, 'switch', 'otherCamera', () => this.onSwitch());
    this.torchButton = roundButton(wording, 'torch', 'torch', () => this.onTorch());
    for (const button of [this.takeButton, this.switchButton, this.torchButton]) {
      button.hidden = true;
    }
    const close = roundButton(wording, 'close', 'closeCamera', options.close);
    const buttons = [close, this.torchButton, this.takeButton, this.switchButton];
    this.#row = make('div', { class: 'row' }, ...buttons);
    this.#ways = make('div', { class: 'ways' }, ...options.ways);
    const actions = make('div', { class: 'actions', part: 'actions' }, this.#row, this.#ways);
    this.surface = new Surface(this.#glow, this.#node, this.#head, actions);
    this.surface.onEscape = options.close;
    this.surface.onSize = () => this.#fit();
    this.video.addEventListener('loadedmetadata', () => this.#fit());
    this.video.addEventListener('resize', () => this.#fit());
    this.#node.addEventListener('click', (event) => this.#touch(event));
  }

  // Shows the stage with this heading and these notices. REQUIRES: the stage is in the document.
  open(heading: HTMLElement, notices: HTMLElement): void {
    this.#head.prepend(heading);
    this.#head.append(notices);
    this.surface.open();
  }

  // The part of the camera's frame that the person sees. This part is judged and sent.
  get region(): Box {
    const { videoWidth: width, videoHeight: height } = this.video;
    const { offsetWidth, offsetHeight } = this.#node;
    if (offsetWidth === 0 || offsetHeight === 0) return { left: 0, top: 0, width, height };
    return regionOf({ width, height }, { width: offsetWidth, height: offsetHeight });
  }

  outline(found: Found | null, good: boolean): void {
    const { width, height } = this.region;
    const corners = found?.corners ?? [];
    const points = corners.map(([x, y]) => `${x * width},${y * height}`);
    this.#outline.setAttribute('points', points.join(' '));
    this.good(good);
    this.#shine();
  }

  override pause(): void {
    this.outline(null, false);
    super.pause();
  }

  good(isGood: boolean): void {
    this.#node.classList.toggle('good', isGood);
  }

  torch(isOn: boolean): void {
    this.torchButton.setAttribute('aria-pressed', String(isOn));
  }

  // Returns the hint to show for this one: in the dark, a lamp that is off comes first.
  withTorch(hint: Key): Key {
    const { hidden } = this.torchButton;
    const isOff = !hidden && this.torchButton.getAttribute('aria-pressed') !== 'true';
    this.torchButton.classList.toggle('wanted', isOff && hint === 'TOO_DARK');
    return isOff && hint === 'TOO_DARK' ? 'TORCH_ON' : hint;
  }

  // Fills what the picture leaves free of the screen with the picture's own colours.
  #shine(): void {
    const now = performance.now();
    if (now - this.#glowedAt < glowMs) return;
    this.#glowedAt = now;
    this.#glow.width = glowSide;
    this.#glow.height = glowSide;
    this.#glow.getContext('2d')?.drawImage(this.video, 0, 0, glowSide, glowSide);
  }

  #touch(event: MouseEvent): void {
    if (this.onTouch === null) return;
    const { left, top, width, height } = this.#node.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    const { region, video } = this;
    const across = this.#kind === 'face' ? 1 - x : x;
    const at = { cx: across * region.width, cy: y * region.height, r: region.width / 16 };
    const ring = makeSvg('circle', { class: 'ring', ...at });
    this.#overlay.querySelector('.ring')?.remove();
    this.#overlay.append(ring);
    this.onTouch(
      (region.left + across * region.width) / video.videoWidth,
      (region.top + y * region.height) / video.videoHeight,
    );
  }

  // Places the picture, and the cut-out in the part that the hint and the buttons leave free.
  #fit(): void {
    const frame = { width: this.video.videoWidth, height: this.video.videoHeight };
    const room = this.surface.node.getBoundingClientRect();
    if (frame.width === 0 || room.width === 0) return;
    const free = this.#free(room);
    const place = placeOf(sizeIn(frame, room), room, free[0]);
    // The values are whole pixels, because half a pixel leaves a seam.
    for (const [name, value] of Object.entries(place)) {
      this.#node.style.setProperty(name, `${Math.round(value)}px`);
    }
    const aims = free.map((box) => aimIn(place, box, this.#shape, leastAim[this.#kind]));
    this.#draw(place, largestOf(aims));
    this.#shine();
  }

  // Returns what the hint and the buttons leave free: above the other ways, and on a screen that
  // is wider than high also beside them.
  #free(room: DOMRect): [Box, ...Box[]] {
    const head = boxOf(this.#head, room);
    const row = boxOf(this.#row, room);
    const ways = boxOf(this.#ways, room);
    const top = head.top + head.height;
    const above = ways.height > 0 ? ways.top : room.height;
    if (this.surface.node.dataset['shape'] !== 'turned') {
      return [boxBetween(0, top, room.width, Math.min(row.top, above))];
    }
    const isRight = row.left > room.width / 2;
    const left = isRight ? 0 : row.left + row.width;
    const right = isRight ? row.left : room.width;
    const beside = isRight
      ? boxBetween(ways.left + ways.width, top, right, room.height)
      : boxBetween(left, top, ways.left, room.height);
    return [boxBetween(left, top, right, above), beside];
  }

  #draw(picture: Box, aim: Box | null): void {
    const { width, height } = this.region;
    const viewBox = `0 0 ${width} ${height}`;
    // An outline that was found in a picture of another shape lies in the wrong place.
    if (this.#overlay.getAttribute('viewBox') !== viewBox) this.#outline.setAttribute('points', '');
    this.#overlay.setAttribute('viewBox', viewBox);
    const scale = width / picture.width;
    if (aim === null) return this.#aim.replaceChildren();
    const [w, h] = [aim.width * scale, aim.height * scale];
    const top = (aim.top - picture.top) * scale;
    // A face is seen as in a mirror, and the cut-out with it.
    const across = (aim.left - picture.left) * scale;
    const left = this.#kind === 'face' ? width - w - across : across;
    const [rx, ry] = this.#kind === 'face' ? [w / 2, h / 2] : [w * 0.04, w * 0.04];
    const arc = (x: number, y: number): string => `a${rx} ${ry} 0 0 1 ${x} ${y}`;
    const around =
      `M${left + rx} ${top}h${w - 2 * rx}${arc(rx, ry)}v${h - 2 * ry}${arc(-rx, ry)}` +
      `h${2 * rx - w}${arc(-rx, -ry)}v${2 * ry - h}${arc(rx, -ry)}z`;
    this.#aim.replaceChildren(
      makeSvg('path', { class: 'shade', d: `M0 0h${width}v${height}h${-width}z${around}` }),
      makeSvg('path', { class: 'aim', d: around }),
    );
  }
}
