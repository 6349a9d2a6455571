// The hint for what the guide says of a frame or of a picture. Pure.
import type { Key } from '../texts/texts.js';

// A hint can be read only if it stands for so long.
export const standMs = 700;

const ofFrame: Readonly<Record<string, Key>> = {
  NO_DOCUMENT: 'SEARCHING',
  LOW_RESOLUTION: 'MOVE_CLOSER',
  MOVE_CLOSER: 'MOVE_CLOSER',
  MOVE_BACK: 'MOVE_BACK',
  MOVE_LEFT: 'MOVE_LEFT',
  MOVE_RIGHT: 'MOVE_RIGHT',
  MOVE_UP: 'MOVE_UP',
  MOVE_DOWN: 'MOVE_DOWN',
  HOLD_STILL: 'HOLD_STILL',
  TOO_DARK: 'TOO_DARK',
  TOO_BRIGHT: 'TOO_BRIGHT',
  GLARE: 'GLARE',
  OBSCURED: 'OBSCURED',
};

// For what an unsharp picture of a document needs on a phone, whose camera may not focus so near.
const ofPicture: Readonly<Record<string, Key>> = {
  DOCUMENT_BLURRY: 'BLURRY',
  DOCUMENT_GLARE: 'GLARE',
  DOCUMENT_TOO_DARK: 'TOO_DARK',
  DOCUMENT_NOISY: 'TOO_DARK',
  DOCUMENT_TOO_BRIGHT: 'TOO_BRIGHT',
  DOCUMENT_TOO_SMALL: 'MOVE_CLOSER',
  DOCUMENT_LOW_RESOLUTION: 'MOVE_CLOSER',
  DOCUMENT_CROPPED: 'SHOW_ALL',
  DOCUMENT_OBSCURED: 'OBSCURED',
  DOCUMENT_NOT_FOUND: 'SEARCHING',
};

export function hintOfFrame(hint: string | null, seen: boolean): Key {
  return ofFrame[hint ?? ''] ?? (seen ? 'HOLD_STILL' : 'SEARCHING');
}

// Returns null for what no movement mends, such as an expired document: then the code's own text
// is shown.
export function hintOfPicture(code: string): Key | null {
  return ofPicture[code] ?? null;
}
