// Drawings: of documents, of what to do, and marks. All are decoration; the words say the same.
import { hasOwn } from '../older.js';
import { makeSvg } from './dom.js';

function drawing(width: number, height: number, className: string, ...parts: Node[]): SVGElement {
  const viewBox = `0 0 ${width} ${height}`;
  return makeSvg('svg', { viewBox, class: className, 'aria-hidden': 'true' }, ...parts);
}

function box(x: number, y: number, width: number, height: number, name: string, rx = 3): Node {
  return makeSvg('rect', { x, y, width, height, rx, class: name });
}

function line(d: string, name = 'tone'): Node {
  return makeSvg('path', { d, class: name });
}

function portrait(x: number, y: number): Node[] {
  return [
    box(x, y, 44, 54, 'mark', 4),
    makeSvg('circle', { cx: x + 22, cy: y + 21, r: 10, class: 'fill' }),
    makeSvg('path', { d: `M${x + 5} ${y + 54}a17 17 0 0 1 34 0z`, class: 'fill' }),
  ];
}

// The corners that a viewfinder has.
function corners(width: number, height: number): Node {
  const [r, b] = [width - 6, height - 6];
  return line(
    `M6 30V14a8 8 0 0 1 8-8h16M${r - 24} 6h16a8 8 0 0 1 8 8v16` +
      `M${r} ${b - 24}v16a8 8 0 0 1-8 8h-16M30 ${b}H14a8 8 0 0 1-8-8v-16`,
  );
}

export function passportArt(): SVGElement {
  return drawing(
    240,
    180,
    'art',
    box(30, 24, 180, 132, 'fill', 10),
    ...portrait(48, 42),
    box(108, 46, 84, 8, 'mark'),
    box(108, 64, 62, 8, 'mark'),
    box(108, 82, 72, 8, 'mark'),
    box(48, 118, 144, 8, 'mark'),
    box(48, 134, 144, 8, 'mark'),
    corners(240, 180),
  );
}

export function cardArt(side: 'FRONT' | 'BACK'): SVGElement {
  const front = [
    ...portrait(46, 54),
    box(106, 58, 86, 8, 'mark'),
    box(106, 76, 60, 8, 'mark'),
    box(106, 94, 74, 8, 'mark'),
  ];
  const back = [
    box(46, 46, 50, 30, 'mark'),
    box(46, 92, 148, 7, 'mark'),
    box(46, 105, 148, 7, 'mark'),
    box(46, 118, 148, 7, 'mark'),
  ];
  const printed = side === 'FRONT' ? front : back;
  return drawing(240, 166, 'art', box(30, 28, 180, 110, 'fill', 10), ...printed, corners(240, 166));
}

export function faceArt(): SVGElement {
  return drawing(
    240,
    180,
    'art',
    makeSvg('path', { d: 'M62 180c4-34 28-48 58-48s54 14 58 48z', class: 'fill' }),
    makeSvg('ellipse', { cx: 120, cy: 82, rx: 42, ry: 54, class: 'fill' }),
    line('M104 76v6M136 76v6M106 108c8 8 20 8 28 0'),
    line('M44 82H20m10-10-10 10 10 10M196 82h24m-10-10 10 10-10 10'),
  );
}

// A browser whose address has a sign before it, and a switch of the camera that is on.
export function addressArt(at: 'TOP' | 'BOTTOM'): SVGElement {
  const [bar, sheet] = at === 'TOP' ? [12, 60] : [132, 24];
  return drawing(
    240,
    176,
    'art help',
    box(8, 4, 224, 168, 'fill', 12),
    box(18, bar, 204, 32, 'mark', 16),
    makeSvg('circle', { cx: 36, cy: bar + 16, r: 11, class: 'tone' }),
    line(`M31 ${bar + 16}h10m-5-5v10`),
    box(54, bar + 13, 90, 6, 'fill'),
    box(28, sheet, 150, 96, 'fill', 8),
    box(42, sheet + 18, 84, 7, 'mark'),
    line(`M42 ${sheet + 48}h22v18H42zM64 ${sheet + 55}l8-5v14l-8-5`),
    box(126, sheet + 48, 38, 20, 'mark', 10),
    makeSvg('circle', { cx: 154, cy: sheet + 58, r: 7, class: 'tone' }),
  );
}

const marks = {
  good: 'M20 33l8 8 16-17',
  wait: 'M32 20v13l8 5',
  bad: 'M24 24l16 16M40 24L24 40',
} as const;

export function badge(kind: keyof typeof marks): SVGElement {
  return drawing(
    64,
    64,
    `badge ${kind}`,
    makeSvg('circle', { cx: 32, cy: 32, r: 32 }),
    makeSvg('path', { d: marks[kind] }),
  );
}

const icons = {
  document: 'M3 6h18v12H3zM6 15c0-3 5-3 5 0M8.5 9.5v.01M14 10h4M14 13h4',
  book: 'M5 3h14v18H5zM9 16h6M12 7.5a2.5 2.5 0 1 0 .01 0',
  face:
    'M12 3c4 0 6 3 6 7s-2.5 9-6 9-6-5-6-9 2-7 6-7zM10 10v.5M14 10v.5' +
    'M10 14c1.2 1 2.8 1 4 0',
  LOOK_STRAIGHT: 'M12 12m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 12v.01',
  TURN_LEFT: 'M21 12H4m7-7-7 7 7 7',
  TURN_RIGHT: 'M3 12h17m-7-7 7 7-7 7',
  TILT_LEFT: 'M20 18a9 9 0 0 0-15-8M4 4v7h7',
  TILT_RIGHT: 'M4 18a9 9 0 0 1 15-8M20 4v7h-7',
  MOVE_CLOSER: 'M9 3H3v6M15 3h6v6M9 21H3v-6M15 21h6v-6',
  LOOK_UP: 'M12 21V4m-7 7 7-7 7 7',
  LOOK_DOWN: 'M12 3v17m-7-7 7 7 7-7',
  close: 'M6 6l12 12M18 6 6 18',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
  shutter: 'M12 12m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
  switch: 'M4 10a8 8 0 0 1 14-4l2 2m0-5v5h-5M20 14a8 8 0 0 1-14 4l-2-2m0 5v-5h5',
  torch: 'M13 2 5 14h6l-1 8 9-13h-6z',
} as const;

export type IconName = keyof typeof icons;

export function icon(name: IconName): SVGElement {
  return drawing(24, 24, 'icon', makeSvg('path', { d: icons[name] }));
}

export function isIcon(name: string): name is IconName {
  return hasOwn(icons, name);
}
