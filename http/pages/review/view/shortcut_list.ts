import type { Key } from '../texts/texts.js';

// For whom a shortcut is: only whoever decides cases, or supervises those who do.
export type Audience = 'all' | 'deciders' | 'supervisors';

// The keyboard shortcuts, in the order of the list. A screen answers to those that it names.
export const shortcutList: readonly (readonly [readonly string[], Key, Audience])[] = [
  [['?'], 'keyHelp', 'all'],
  [['n'], 'keyNext', 'deciders'],
  [['q'], 'keyQueue', 'all'],
  [['j'], 'keyRows', 'all'],
  [['/'], 'keySearch', 'deciders'],
  [['c'], 'keyChoose', 'supervisors'],
  [['g'], 'keyAssign', 'supervisors'],
  [['u'], 'keyHandOver', 'deciders'],
  [['t'], 'keyPanel', 'deciders'],
  [['[', ']'], 'keyPicture', 'deciders'],
  [['s'], 'keyShow', 'deciders'],
  [['+', '-'], 'keyZoom', 'deciders'],
  [['0'], 'keyFit', 'deciders'],
  [['r'], 'keyRotate', 'deciders'],
  [['<', '>'], 'keyContrast', 'deciders'],
  [['m'], 'keyMarks', 'deciders'],
  [['f'], 'keyCompare', 'deciders'],
  [['h'], 'keyCover', 'deciders'],
  [['p', 'x', 'a'], 'keyDecide', 'deciders'],
  [['1', '…', '9'], 'keyReason', 'deciders'],
  [['e'], 'keySign', 'deciders'],
  [['k'], 'keyClaim', 'all'],
];
