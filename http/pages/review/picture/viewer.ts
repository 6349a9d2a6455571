// A picture on a canvas, with what was seen on a second canvas over it. Zoom, turn and contrast
// happen here: they are no further look.
import { make } from '../../sdk/src/view/dom.js';
import { boxAround, drawLabel, labelHeight, labelsOf, setLetters } from './labels.js';
import type { Marked } from './labels.js';
import { cornersOf, dimAround, drawCorner, drawMark, markKinds } from './marks.js';
import type { MarkKind, Marks, Point } from './marks.js';

const mostZoom = 12;
// Around a document that fills the frame, in CSS pixels: the names of marks have room there.
const margin = labelHeight + 6;

// A picture and how it is looked at; kept while its case is open.
export interface Shown {
  readonly picture: ImageBitmap;
  readonly marks: Marks | null;
  zoom: number;
  // In quarters to the right.
  turns: number;
  // The point of the picture in the middle of the canvas, in its pixels.
  x: number;
  y: number;
  // Whether the document fills the frame, whatever the frame's size is.
  isFitted: boolean;
}

// Returns how a picture is looked at first: its document alone, where the outline is known.
export function shownOf(picture: ImageBitmap, marks: Marks | null): Shown {
  const isFitted = cornersOf(marks, 'outline') !== null;
  return { picture, marks, turns: 0, isFitted, ...wholeOf(picture) };
}

function wholeOf({ width, height }: ImageBitmap): Pick<Shown, 'zoom' | 'x' | 'y'> {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

export class Viewer {
  readonly root = make('div', { class: 'viewer', role: 'img', tabindex: 0 });
  // Returns the name of a mark in the person's language.
  nameOf: (kind: MarkKind) => string = (kind) => kind;
  // The reviewer and the session: in a corner of a picture that is larger than its frame.
  corner = '';
  readonly #below = make('canvas');
  readonly #above = make('canvas');
  readonly #visible = new Set<MarkKind>(markKinds);
  readonly #resizing: ResizeObserver;
  #shown: Shown | null = null;
  #emphasised: MarkKind | null = null;

  constructor() {
    this.root.append(this.#below, this.#above);
    this.root.addEventListener('keydown', (event) => this.#onKey(event));
    this.root.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
    this.root.addEventListener('pointerdown', (event) => this.#onPointer(event));
    // A picture is not offered to be saved. A reviewer can still photograph the screen, but their
    // name is in the picture.
    this.root.addEventListener('contextmenu', (event) => event.preventDefault());
    this.#resizing = new ResizeObserver(() => this.draw());
    this.#resizing.observe(this.root);
  }

  get shown(): Shown | null {
    return this.#shown;
  }

  show(shown: Shown | null): void {
    this.#shown = shown;
    this.#emphasised = null;
    this.draw();
  }

  // Leaves nothing of a picture on the canvas.
  clear(): void {
    this.#shown = null;
    for (const canvas of [this.#below, this.#above]) {
      canvas.width = 0;
      canvas.height = 0;
    }
  }

  end(): void {
    this.#resizing.disconnect();
    this.clear();
  }

  zoom(factor: number): void {
    const shown = this.#shown;
    if (shown === null) return;
    shown.isFitted = false;
    shown.zoom = Math.min(mostZoom, Math.max(1, shown.zoom * factor));
    this.#keepInside(shown);
    this.draw();
  }

  // Shows the whole picture; its document alone if the whole was shown.
  fit(): void {
    const shown = this.#shown;
    if (shown === null) return;
    const wasWhole = shown.zoom === 1;
    Object.assign(shown, wholeOf(shown.picture));
    shown.isFitted = wasWhole && cornersOf(shown.marks, 'outline') !== null;
    this.#emphasised = null;
    this.draw();
  }

  turn(): void {
    if (this.#shown === null) return;
    this.#shown.turns = (this.#shown.turns + 1) % 4;
    this.draw();
  }

  // 1 shows the picture unchanged.
  contrast(value: number): void {
    this.#below.style.filter = value === 1 ? '' : `contrast(${value})`;
  }

  setVisible(kind: MarkKind, isVisible: boolean): void {
    if (isVisible) this.#visible.add(kind);
    else this.#visible.delete(kind);
    this.draw();
  }

  // Draws attention to a mark, until another picture or the whole one is shown.
  emphasise(kind: MarkKind | null): void {
    this.#emphasised = kind;
    this.draw();
  }

  draw(): void {
    const shown = this.#shown;
    if (shown === null) return this.clear();
    const unit = devicePixelRatio || 1;
    const width = Math.round(this.root.clientWidth * unit);
    const height = Math.round(this.root.clientHeight * unit);
    if (shown.isFitted) this.#fitDocument(shown, width, height, margin * unit);
    this.root.classList.toggle('zoomed', this.#isMovable);
    for (const canvas of [this.#below, this.#above]) {
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
    }
    this.#drawPicture(shown, width, height);
    this.#drawMarks(shown, width, height, unit);
  }

  #drawPicture(shown: Shown, width: number, height: number): void {
    const context = this.#below.getContext('2d');
    if (context === null) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const scale = this.#scale(shown, width, height);
    context.imageSmoothingQuality = 'high';
    context.translate(width / 2, height / 2);
    context.rotate((shown.turns * Math.PI) / 2);
    context.scale(scale, scale);
    context.drawImage(shown.picture, -shown.x, -shown.y);
  }

  #drawMarks(shown: Shown, width: number, height: number, unit: number): void {
    const context = this.#above.getContext('2d');
    if (context === null) return;
    context.clearRect(0, 0, width, height);
    const scale = this.#scale(shown, width, height);
    const onCanvas = ([x, y]: Point): Point => {
      const [across, down] = turned([(x - shown.x) * scale, (y - shown.y) * scale], shown.turns);
      return [width / 2 + across, height / 2 + down];
    };
    const marks = markKinds.flatMap((kind): Marked[] => {
      const corners = cornersOf(shown.marks, kind)?.map(onCanvas);
      return corners === undefined ? [] : [{ kind, corners }];
    });
    const drawn = marks.filter(
      ({ kind }) => kind === this.#emphasised || this.#visible.has(kind),
    );
    for (const { kind, corners } of drawn) {
      if (kind === this.#emphasised) dimAround(context, corners);
      drawMark(context, corners, kind, unit);
    }
    setLetters(context, unit);
    const widthOf = (kind: MarkKind): number => context.measureText(this.nameOf(kind)).width;
    const named = drawn.map(({ kind }) => kind);
    const { width: right, height: bottom } = shown.picture;
    const ends: readonly Point[] = [[0, 0], [right, bottom]];
    const picture = boxAround(ends.map(onCanvas));
    for (const label of labelsOf(marks, named, picture, [width, height], widthOf, unit)) {
      drawLabel(context, label, this.nameOf(label.kind), unit);
    }
    if (shown.zoom > 1) drawCorner(context, this.corner, unit);
  }

  // A picture that is larger than its frame, where more than the document is of it.
  get #isMovable(): boolean {
    return this.#shown !== null && this.#shown.zoom > 1 && !this.#shown.isFitted;
  }

  // Shows the document as large as the frame allows.
  #fitDocument(shown: Shown, width: number, height: number, around: number): void {
    const corners = cornersOf(shown.marks, 'outline');
    if (corners === null || width === 0 || height === 0) return;
    const [x, y, across, down] = boxAround(corners);
    const isOnSide = shown.turns % 2 === 1;
    const room = [Math.max(1, width - 2 * around), Math.max(1, height - 2 * around)] as const;
    const [wide, high] = isOnSide ? [room[1], room[0]] : room;
    const scale = Math.min(wide / Math.max(1, across), high / Math.max(1, down));
    const whole = this.#scale({ ...shown, zoom: 1 }, width, height);
    shown.zoom = Math.min(mostZoom, Math.max(1, scale / whole));
    [shown.x, shown.y] = [x + across / 2, y + down / 2];
    this.#keepInside(shown);
  }

  // Pixels of the canvas for one of the picture.
  #scale({ picture, zoom, turns }: Shown, width: number, height: number): number {
    const isOnSide = turns % 2 === 1;
    const across = isOnSide ? picture.height : picture.width;
    const down = isOnSide ? picture.width : picture.height;
    return Math.min(width / across, height / down) * zoom;
  }

  // Moves what is seen by CSS pixels of the screen.
  #move(across: number, down: number): void {
    const shown = this.#shown;
    if (shown === null) return;
    const scale = this.#scale(shown, this.root.clientWidth, this.root.clientHeight);
    const [x, y] = turned([across / scale, down / scale], 4 - shown.turns);
    shown.x += x;
    shown.y += y;
    this.#keepInside(shown);
    this.draw();
  }

  #keepInside(shown: Shown): void {
    const { width, height } = shown.picture;
    if (shown.zoom === 1) [shown.x, shown.y] = [width / 2, height / 2];
    shown.x = Math.min(width, Math.max(0, shown.x));
    shown.y = Math.min(height, Math.max(0, shown.y));
  }

  #onKey(event: KeyboardEvent): void {
    const step = 60;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const by = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    // A whole picture has nowhere to move to: the arrows then scroll the page.
    if (by === undefined || !this.#isMovable) return;
    event.preventDefault();
    this.#move(...by);
  }

  // With Ctrl, which is also what two fingers on a touchpad send: without it the page scrolls.
  #onWheel(event: WheelEvent): void {
    if (!event.ctrlKey || this.#shown === null) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300));
  }

  // Dragging moves the picture; a press without dragging puts that point into the middle.
  #onPointer(event: PointerEvent): void {
    if (!this.#isMovable || event.button !== 0) return;
    const { pointerId } = event;
    const { root } = this;
    let at: Point = [event.clientX, event.clientY];
    let moved = 0;
    root.setPointerCapture(pointerId);
    const move = (next: PointerEvent): void => {
      const by: Point = [at[0] - next.clientX, at[1] - next.clientY];
      moved += Math.abs(by[0]) + Math.abs(by[1]);
      at = [next.clientX, next.clientY];
      this.#move(...by);
    };
    const end = (last: PointerEvent): void => {
      root.removeEventListener('pointermove', move);
      root.removeEventListener('pointerup', end);
      root.removeEventListener('pointercancel', end);
      if (moved > 4 || last.type === 'pointercancel') return;
      const box = root.getBoundingClientRect();
      const middle: Point = [box.left + box.width / 2, box.top + box.height / 2];
      this.#move(last.clientX - middle[0], last.clientY - middle[1]);
    };
    root.addEventListener('pointermove', move);
    root.addEventListener('pointerup', end);
    root.addEventListener('pointercancel', end);
  }
}

// Turns a distance by quarters to the right.
function turned([x, y]: Point, turns: number): Point {
  switch (turns % 4) {
    case 1:
      return [-y, x];
    case 2:
      return [-x, -y];
    case 3:
      return [y, -x];
    default:
      return [x, y];
  }
}
