// When a picture of a document is taken: by itself once the document has been seen well and still
// for some frames, and by hand after a while, whatever the guide says. Pure.
import type { Found } from '../guide-types.js';

const framesNeeded = 3;
// The share of the frame by which a corner may move from frame to frame.
const stillness = 0.015;
export const byHandAfterMs = 8000;

export class Shutter {
  #good = 0;
  #corners: Found['corners'] = [];

  // Returns whether the picture should be taken now.
  see(found: Found): boolean {
    const still = found.good && this.#isStill(found.corners);
    this.#good = found.good ? (still ? this.#good + 1 : 1) : 0;
    this.#corners = found.corners;
    return this.#good >= framesNeeded;
  }

  // After a picture that would be refused: it takes some good frames again.
  reset(): void {
    this.#good = 0;
    this.#corners = [];
  }

  get isSteady(): boolean {
    return this.#good > 0;
  }

  #isStill(corners: Found['corners']): boolean {
    if (corners.length !== this.#corners.length) return false;
    return corners.every(([x, y], at) => {
      const before = this.#corners[at];
      if (before === undefined) return false;
      return Math.max(Math.abs(x - before[0]), Math.abs(y - before[1])) < stillness;
    });
  }
}
