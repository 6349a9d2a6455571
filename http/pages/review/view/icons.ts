// The signs on buttons that have no room for a word; the word is their label.
import { makeSvg } from '../../sdk/src/view/dom.js';

const paths = {
  zoomIn: 'M12 5v14M5 12h14',
  zoomOut: 'M5 12h14',
  zoomFit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  rotate: 'M19 12a7 7 0 1 1-2.6-5.4M19 3v5h-5',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4v10M12 18.5v.5',
  none: 'M7 12h10',
} as const;

export type Icon = keyof typeof paths;

export function icon(name: Icon): SVGElement {
  const path = makeSvg('path', { d: paths[name] });
  return makeSvg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, path);
}
