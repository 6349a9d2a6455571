// The browser's Back and Forward, and the gesture of a phone: they move between the screens of a
// capture, and never leave it by accident. Each screen that a person's step led to has an entry in
// the history of the browser. The entries have a number and no address of their own.
import type { At, Event, Phase } from './machine.js';

// The part of the browser's history that is needed.
export interface Track {
  readonly state: unknown;
  pushState(state: unknown, unused: string): void;
  replaceState(state: unknown, unused: string): void;
  go(delta: number): void;
}

// Screens that can be shown again as they were: nothing is on its way.
const stops: ReadonlySet<At> = new Set<At>([
  'WELCOME',
  'HANDOFF',
  'CONSENT',
  'DECLINED',
  'COUNTRY',
  'TYPE',
  'DOCUMENT_READY',
  'DOCUMENT_CAMERA',
  'FACE_READY',
  'FACE_CAMERA',
  'FACE_PHOTOS',
  'CANNOT',
]);

const steps: ReadonlySet<Event['is']> = new Set<Event['is']>([
  'BEGIN',
  'PHONE',
  'DECLINE',
  'CONSENTED',
  'CHOOSE_TYPE',
  'COUNTRY',
  'TYPE',
  'OPEN_CAMERA',
  'PHOTOS',
  'CANNOT',
]);

// After a screen of the end there is nothing to lose.
const ends: ReadonlySet<At> = new Set<At>(['DONE', 'ENDED', 'BLOCKED', 'NUMBERS_WRONG']);

// A person who goes back twice within this time wants to leave.
const leaveMs = 4000;

export type Move =
  | { readonly is: 'NONE' }
  // Back or Forward leads to this screen.
  | { readonly is: 'SHOW'; readonly phase: Phase }
  // Back led to nothing: the page says that another Back leaves it.
  | { readonly is: 'STAYED' };

function numberIn(state: unknown): number | null {
  const number = (state as { countersign?: unknown } | null)?.countersign;
  return typeof number === 'number' ? number : null;
}

export class Trail {
  readonly #track: Track;
  readonly #shown = new Map<number, Phase>();
  #at: number;
  #stayedAt = Number.NEGATIVE_INFINITY;
  #phase: Phase = { at: 'LOADING' };

  constructor(track: Track) {
    this.#track = track;
    this.#at = numberIn(track.state) ?? 0;
    track.replaceState({ countersign: this.#at }, '');
  }

  // The event has led to the phase.
  follow(event: Event, phase: Phase): void {
    this.#phase = phase;
    // Back does not lead to a picture that the server has already judged.
    if (event.is === 'OUTCOME' || event.is === 'RELOAD') this.#shown.clear();
    if (!stops.has(phase.at)) return;
    if (this.#shown.get(this.#at - 1)?.at === phase.at) {
      --this.#at;
      this.#track.go(-1);
    } else if (steps.has(event.is) && this.#shown.get(this.#at)?.at !== phase.at) {
      this.#push();
    }
    this.#shown.set(this.#at, phase);
  }

  // The browser has gone to the entry with this state.
  moved(state: unknown, now: number): Move {
    const to = numberIn(state);
    if (to === null || to === this.#at) return { is: 'NONE' };
    const phase = this.#shown.get(to);
    if (phase !== undefined && stops.has(this.#phase.at)) {
      this.#at = to;
      this.#phase = phase;
      return { is: 'SHOW', phase };
    }
    const isBack = to < this.#at;
    const below = this.#shown.get(this.#at);
    if (isBack && below !== undefined && this.#phase.at === 'DOCUMENT_PREVIEW') {
      // The picture has no entry: Back leads to what it was taken with.
      this.#track.go(this.#at - to);
      this.#phase = below;
      return { is: 'SHOW', phase: below };
    }
    if (isBack && (ends.has(this.#phase.at) || now - this.#stayedAt < leaveMs)) {
      this.#track.go(-to - 1);
      return { is: 'NONE' };
    }
    this.#track.go(this.#at - to);
    if (!isBack) return { is: 'NONE' };
    this.#stayedAt = now;
    return { is: 'STAYED' };
  }

  #push(): void {
    ++this.#at;
    for (const number of this.#shown.keys()) {
      if (number >= this.#at) this.#shown.delete(number);
    }
    this.#track.pushState({ countersign: this.#at }, '');
  }
}
