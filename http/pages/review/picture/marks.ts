// Where on a picture something was seen, and how it is drawn over it.
import type { Key } from '../texts/texts.js';

export type Point = readonly [number, number];
export type Box = readonly [number, number, number, number];

// Where on the rendering something was seen, in its pixels: the header field X-Countersign-Marks.
export interface Marks {
  readonly outline: readonly Point[] | null;
  readonly zone: readonly Point[] | null;
  readonly portrait: Box | null;
  readonly face: Box | null;
}

export const markKinds = ['outline', 'zone', 'portrait', 'face'] as const;
export type MarkKind = (typeof markKinds)[number];

export const markNames: Readonly<Record<MarkKind, Key>> = {
  outline: 'markOutline',
  zone: 'markZone',
  portrait: 'markPortrait',
  face: 'markFace',
};

// Each kind has its own dashes too, so the colours are not the only difference.
export const markColours: Readonly<Record<MarkKind, string>> = {
  outline: '#ffd60a',
  zone: '#4cc9f0',
  portrait: '#f72585',
  face: '#7ae582',
};

// In CSS pixels: a stroke, a gap, and so on; none is an unbroken line.
const dashes: Readonly<Record<MarkKind, readonly number[]>> = {
  outline: [],
  zone: [12, 6],
  portrait: [3, 5],
  face: [14, 5, 3, 5],
};

const mostPoints = 64;

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function pointsOf(value: unknown): Point[] | null {
  if (!Array.isArray(value) || value.length < 3 || value.length > mostPoints) return null;
  const points: Point[] = [];
  for (const each of value as unknown[]) {
    if (!Array.isArray(each) || !isNumber(each[0]) || !isNumber(each[1])) return null;
    points.push([each[0], each[1]]);
  }
  return points;
}

function boxOf(value: unknown): Box | null {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(isNumber)) return null;
  const [x, y, width, height] = value as [number, number, number, number];
  return [x, y, width, height];
}

// Returns what of the server's marks can be drawn; null where there is nothing.
export function marksOf(value: unknown): Marks | null {
  if (typeof value !== 'object' || value === null) return null;
  const { outline, zone, portrait, face } = value as Record<string, unknown>;
  const marks: Marks = {
    outline: pointsOf(outline),
    zone: pointsOf(zone),
    portrait: boxOf(portrait),
    face: boxOf(face),
  };
  return markKinds.some((kind) => marks[kind] !== null) ? marks : null;
}

// Returns the corners of a mark, or null if there is none.
export function cornersOf(marks: Marks | null, kind: MarkKind): readonly Point[] | null {
  if (marks === null) return null;
  if (kind === 'outline' || kind === 'zone') return marks[kind];
  const box = marks[kind];
  if (box === null) return null;
  const [x, y, width, height] = box;
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

const byZone =
  /^DOCUMENT_(MRZ|MRZ_CHECK_DIGITS|MRZ_DATES|EXPIRY|TYPE|SIDE|DATA|BARCODE)$/;

// Returns the marks that show what a check examined, in the order in which they are tried.
export function marksOfCheck(check: string): readonly MarkKind[] {
  if (check === 'DOCUMENT_PORTRAIT' || check === 'FACE_MATCH_PORTRAIT') return ['portrait'];
  if (check.startsWith('LIVENESS_') || check.startsWith('FACE_')) return ['face'];
  if (byZone.test(check)) return ['zone', 'outline'];
  return check.startsWith('DOCUMENT_') ? ['outline', 'zone'] : [];
}

function trace(context: CanvasRenderingContext2D, corners: readonly Point[]): void {
  context.moveTo(...(corners[0] ?? [0, 0]));
  for (const corner of corners.slice(1)) context.lineTo(...corner);
  context.closePath();
}

// Darkens all but the inside of a mark.
export function dimAround(context: CanvasRenderingContext2D, corners: readonly Point[]): void {
  context.beginPath();
  context.rect(0, 0, context.canvas.width, context.canvas.height);
  trace(context, corners);
  context.fillStyle = 'rgb(0 0 0 / 55%)';
  context.fill('evenodd');
}

// Draws a mark. `corners` are in pixels of the canvas, `unit` is one CSS pixel.
export function drawMark(
  context: CanvasRenderingContext2D,
  corners: readonly Point[],
  kind: MarkKind,
  unit: number,
): void {
  context.lineJoin = 'round';
  context.setLineDash(dashes[kind].map((length) => length * unit));
  for (const [width, colour] of [
    [5, 'rgb(0 0 0 / 70%)'],
    [2.5, markColours[kind]],
  ] as const) {
    context.beginPath();
    trace(context, corners);
    context.lineWidth = width * unit;
    context.strokeStyle = colour;
    context.stroke();
  }
  context.setLineDash([]);
}

// Writes who looks into the lower corner. `unit` is one CSS pixel.
export function drawCorner(context: CanvasRenderingContext2D, text: string, unit: number): void {
  const { width, height } = context.canvas;
  context.font = `500 ${11 * unit}px system-ui, sans-serif`;
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const long = Math.min(width, context.measureText(text).width + 10 * unit);
  context.fillStyle = 'rgb(0 0 0 / 60%)';
  context.fillRect(width - long, height - 16 * unit, long, 16 * unit);
  context.fillStyle = '#ffffff';
  context.fillText(text, width - long + 5 * unit, height - 8 * unit, long - 10 * unit);
}
