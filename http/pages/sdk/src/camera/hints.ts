// The hint for what the guide says of a frame or of a picture. Pure.
import type { Found } from '../guide-types.js';
import type { Key } from '../texts/texts.js';
import { isStill } from './shutter.js';

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
  BLURRY: 'BLURRY',
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

function hintOfFrame({ hint, seen }: Found): Key {
  return ofFrame[hint ?? ''] ?? (seen ? 'HOLD_STILL' : 'SEARCHING');
}

// A hint can be read only if it stands for so long.
export const standMs = 700;
// The hint of most frames within this time is shown, since a single frame may err.
const memoryMs = 600;
// A document that is held still for so long, and is not sharp, is too near for the camera.
const blurMs = 1000;
// The share of the frame by which a document may move that is held still.
const blurStillness = 0.03;

interface Seen {
  readonly key: Key;
  readonly at: number;
}

// The cause of what is wrong, over the frames of a preview.
export class Cause {
  #seen: readonly Seen[] = [];
  #before: Found | null = null;
  #blurrySince: number | null = null;

  // Returns the hint for a frame that was seen at `now`, in milliseconds.
  see(found: Found, now: number): Key {
    const key = this.#told(found, now);
    const lately = this.#seen.filter(({ at }) => now - at < memoryMs);
    this.#seen = [...lately, { key, at: now }];
    this.#before = found;
    const counts = new Map<Key, number>();
    for (const each of this.#seen) counts.set(each.key, (counts.get(each.key) ?? 0) + 1);
    // If two are equally frequent, the newer one counts.
    return [...counts].reduce((best, one) => (one[1] >= best[1] ? one : best))[0];
  }

  // Blur is held against the hand first, and then against the distance.
  #told(found: Found, now: number): Key {
    const key = hintOfFrame(found);
    if (key !== 'BLURRY') {
      this.#blurrySince = null;
      return key;
    }
    const isHeld = this.#before !== null && isStill(found, this.#before, blurStillness);
    if (this.#blurrySince === null || !isHeld) this.#blurrySince = now;
    return now - this.#blurrySince >= blurMs ? 'BLURRY' : 'HOLD_STILL';
  }
}

// Returns null for what no movement mends, such as an expired document: then the code's own text
// is shown.
export function hintOfPicture(code: string): Key | null {
  return ofPicture[code] ?? null;
}
