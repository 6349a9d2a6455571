import type { Key } from '../texts/texts.js';

// The keyboard shortcuts, in the order of the list. A screen answers to those that it names.
export const shortcutList: readonly (readonly [readonly string[], Key])[] = [
  [['?'], 'keyHelp'],
  [['n'], 'keyNext'],
  [['q'], 'keyQueue'],
  [['j'], 'keyRows'],
  [['/'], 'keySearch'],
  [['c'], 'keyChoose'],
  [['g'], 'keyAssign'],
  [['u'], 'keyHandOver'],
  [['t'], 'keyPanel'],
  [['[', ']'], 'keyPicture'],
  [['s'], 'keyShow'],
  [['+', '-'], 'keyZoom'],
  [['0'], 'keyFit'],
  [['r'], 'keyRotate'],
  [['<', '>'], 'keyContrast'],
  [['m'], 'keyMarks'],
  [['f'], 'keyCompare'],
  [['h'], 'keyCover'],
  [['p', 'x', 'a'], 'keyDecide'],
  [['1', '…', '9'], 'keyReason'],
  [['e'], 'keySign'],
  [['k'], 'keyClaim'],
];
