// The names of the marks on a picture. A name stands where nothing is judged: outside the document
// and the face, and not at all where no such place is free. Below the picture each name stands
// always.
import { markColours } from './marks.js';
import type { Box, MarkKind, Point } from './marks.js';

// In CSS pixels.
export const labelHeight = 18;
const padding = 5;
// Between a mark and its name.
const gap = 4;
// A face has its hair above its box and its chin below, in heights of the box.
const aroundFace = 0.35;

export interface Marked {
  readonly kind: MarkKind;
  readonly corners: readonly Point[];
}

export interface Label {
  readonly kind: MarkKind;
  readonly box: Box;
}

// Returns the smallest upright box around points.
export function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

function meet(one: Box, other: Box): boolean {
  const [x, y, width, height] = one;
  const [left, top, across, down] = other;
  return x < left + across && left < x + width && y < top + down && top < y + height;
}

// The parts that no name may cover. A document whose outline is not known may be all of `picture`.
function judgedOf(marks: readonly Marked[], picture: Box): Box[] {
  const judged = marks.map(({ kind, corners }): Box => {
    const [x, y, width, height] = boxAround(corners);
    const more = kind === 'face' ? height * aroundFace : 0;
    return [x, y - more, width, height + 2 * more];
  });
  const has = (wanted: MarkKind): boolean => marks.some(({ kind }) => kind === wanted);
  const isDocument = has('zone') || has('portrait');
  return isDocument && !has('outline') ? [...judged, picture] : judged;
}

// The places for a name, the best first: at its mark, else at what the mark lies in.
function placesAt(mark: Box, within: Box, width: number, height: number): readonly Box[] {
  const places: Box[] = [];
  const [left, beside] = mark;
  for (const [x, y, across, down] of [mark, within]) {
    const [above, below] = [y - height - gap, y + down + gap];
    const end = x + across - width;
    places.push(
      [left, above, width, height],
      [left, below, width, height],
      [x - width - gap, beside, width, height],
      [x + across + gap, beside, width, height],
      [end, above, width, height],
      [end, below, width, height],
    );
  }
  return places;
}

// Returns where the names of marks stand on a canvas of this size. `all` are the marks on the
// picture, whose own box is `picture`, and `named` those that are drawn; `widthOf` measures a name.
// All is in pixels of the canvas, and `unit` is one CSS pixel.
export function labelsOf(
  all: readonly Marked[],
  named: readonly MarkKind[],
  picture: Box,
  size: readonly [number, number],
  widthOf: (kind: MarkKind) => number,
  unit: number,
): readonly Label[] {
  const taken = judgedOf(all, picture);
  const outline = all.find(({ kind }) => kind === 'outline');
  const labels: Label[] = [];
  for (const { kind, corners } of all) {
    if (!named.includes(kind)) continue;
    const mark = boxAround(corners);
    const inPicture = kind === 'face' ? mark : picture;
    const within = outline === undefined ? inPicture : boxAround(outline.corners);
    const width = widthOf(kind) + 2 * padding * unit;
    const box = placesAt(mark, within, width, labelHeight * unit).find(
      (place) => isInside(place, size) && !taken.some((each) => meet(each, place)),
    );
    if (box === undefined) continue;
    taken.push(box);
    labels.push({ kind, box });
  }
  return labels;
}

function isInside([x, y, width, height]: Box, [across, down]: readonly [number, number]): boolean {
  return x >= 0 && y >= 0 && x + width <= across && y + height <= down;
}

// Sets the letters in which names are measured and written.
export function setLetters(context: CanvasRenderingContext2D, unit: number): void {
  context.font = `600 ${12 * unit}px system-ui, sans-serif`;
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
}

export function drawLabel(
  context: CanvasRenderingContext2D,
  { kind, box: [x, y, width, height] }: Label,
  name: string,
  unit: number,
): void {
  context.fillStyle = 'rgb(0 0 0 / 80%)';
  context.fillRect(x, y, width, height);
  context.fillStyle = markColours[kind];
  context.fillText(name, x + padding * unit, y + height / 2);
}
