// The means of the work of a phase: the calls, what the flow knows, and what is in hand.
import type { CaptureClient } from '../client.js';
import type { Guide, Thresholds } from '../guide.js';
import type { Ending } from '../flow/ending.js';
import type { Event, State } from '../flow/machine.js';
import type { Live } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';

// A picture to be sent. Its key and nonce stay with it, so that sending it again is the same
// submission and costs no second attempt.
export interface Picture {
  readonly blob: Blob;
  key: string;
  nonce: string | null;
}

export interface Frames {
  readonly blobs: readonly Blob[];
  readonly nonce: string;
  key: string;
}

export interface Desk {
  readonly client: CaptureClient;
  readonly live: Live;
  readonly state: State;
  readonly limits: { documentBytes: number; frameBytes: number; frames: number };
  // The ids of the cameras that the person chose, by facing.
  readonly cameras: Map<string, string>;
  readonly challenges: Challenges;
  // The code of a link that this tab opened before and opens again; null once the page is loaded.
  reopened: string | null;
  // The version of the last status; null before the first.
  version: number | null;
  file: File | null;
  picture: Picture | null;
  frames: Frames | null;
  // The person's own words on why they cannot do liveness.
  reason: string;
  // The idempotency key of "not possible": the same when the call is repeated.
  readonly notPossibleKey: string;
  // The language that is wanted now; its file may be on its way.
  language(): string;
  // Speaks the language that the backend asked for, if nobody chose another; returns when it does.
  wish(language: string): Promise<void>;
  onPhoto: (file: File) => void;
  send(event: Event): void;
  // Says something politely on the next screen.
  announceNext(key: Key): void;
  announce(key: Key): void;
  alert(key: Key): void;
  // Shows the screen of the phase again.
  refresh(): void;
  // Returns the guide with these levels, or with those it has; null if there is no guide.
  guide(thresholds: Thresholds | null): Promise<Guide | null>;
  // Tells the integrator.
  report(type: 'outcome', detail: unknown): void;
  keepPicture(picture: Picture | null): void;
  keepToken(token: string): void;
  // Returns what was kept of this session before the page was loaded again.
  kept(): Promise<Ending | null>;
}

interface HeldChallenge {
  readonly nonce: string;
  readonly thresholds: Thresholds | null;
  readonly until: number;
}

const reserveMs = 60_000;

// The challenge of the next document. Its thresholds are wanted before the picture, its nonce
// after it, and nobody is to wait twice.
export class Challenges {
  readonly #client: CaptureClient;
  #held: HeldChallenge | null = null;

  constructor(client: CaptureClient) {
    this.#client = client;
  }

  // Returns a challenge that lives a while yet.
  async peek(signal: AbortSignal): Promise<HeldChallenge> {
    const now = performance.now();
    if (this.#held !== null && this.#held.until > now) return this.#held;
    const answer = await this.#client.documentChallenge({ signal });
    this.#held = {
      nonce: answer.nonce,
      thresholds: answer.thresholds ?? null,
      until: now + answer.expiresInSeconds * 1000 - reserveMs,
    };
    return this.#held;
  }

  // Returns a nonce that nobody else gets.
  async take(signal: AbortSignal): Promise<string> {
    const { nonce } = await this.peek(signal);
    this.#held = null;
    return nonce;
  }
}

export function isRefusal(error: unknown, ...codes: string[]): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && codes.includes(code);
}
