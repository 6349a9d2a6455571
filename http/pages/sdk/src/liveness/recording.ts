// The frames of one challenge, in the order of its poses.
import type { Face } from '../guide-types.js';
import type { Plan } from './poses.js';

const restMs = 250;

async function digestOf(blob: Blob): Promise<string> {
  const bytes = await blob.arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Recording {
  readonly plan: Plan;
  readonly frames: Blob[] = [];
  // The face that looked straight last.
  before: Face | null = null;
  readonly #digests = new Set<string>();
  #pose = 0;
  #ofPose = 0;
  #takenAt = Number.NEGATIVE_INFINITY;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  // The pose that is asked for; null when all are taken.
  get action(): string | null {
    return this.plan.poses[this.#pose] ?? null;
  }

  get number(): number {
    return Math.min(this.#pose + 1, this.plan.poses.length);
  }

  get isDone(): boolean {
    return this.action === null;
  }

  // Frames that follow each other at once show nothing new.
  isDue(now: number): boolean {
    return now - this.#takenAt >= restMs;
  }

  // Adds a frame of the pose. Returns false for a repeated frame: cameras repeat frames, JPEG makes
  // equal files of nearly equal pictures, and the server refuses both.
  async add(frame: Blob, face: Face | null, now: number): Promise<boolean> {
    const digest = await digestOf(frame);
    if (this.#digests.has(digest)) return false;
    this.#digests.add(digest);
    this.#takenAt = now;
    if (this.action === 'LOOK_STRAIGHT' && face !== null) this.before = face;
    this.frames.push(frame);
    if (++this.#ofPose >= this.plan.each) {
      this.#ofPose = 0;
      ++this.#pose;
    }
    return true;
  }
}
