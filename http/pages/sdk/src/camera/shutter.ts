// When a picture of a document is taken: by itself once the document has been seen well and still
// for some frames, and by hand after a while, whatever the guide says. Pure.
import type { Found } from '../guide-types.js';

const framesNeeded = 3;
// The share of the frame by which a corner may move from frame to frame.
const stillness = 0.015;
export const byHandAfterMs = 8000;

// Returns whether a document is where it was, but for `share` of the frame.
export function isStill(now: Found, before: Found, share: number): boolean {
  if (now.corners.length !== before.corners.length) return false;
  return now.corners.every(([x, y], at) => {
    const corner = before.corners[at];
    if (corner === undefined) return false;
    return Math.max(Math.abs(x - corner[0]), Math.abs(y - corner[1])) < share;
  });
}

export class Shutter {
  #good = 0;
  #before: Found | null = null;

  // Returns whether the picture should be taken now.
  see(found: Found): boolean {
    const still = found.good && this.#before !== null && isStill(found, this.#before, stillness);
    this.#good = found.good ? (still ? this.#good + 1 : 1) : 0;
    this.#before = found;
    return this.#good >= framesNeeded;
  }

  // After a picture that would be refused: it takes some good frames again.
  reset(): void {
    this.#good = 0;
    this.#before = null;
  }

  get isSteady(): boolean {
    return this.#good > 0;
  }
}
