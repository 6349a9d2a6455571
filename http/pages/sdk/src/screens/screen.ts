// The parts of a screen, and what a screen may use. A screen builds elements and reports events; it
// makes no call and opens no camera.
import type { CaptureInfo, Handoff } from '../calls.js';
import type { Event, State } from '../flow/machine.js';
import type { StepName } from '../flow/facts.js';
import type { Values } from '../texts/language.js';
import type { Key } from '../texts/texts.js';
import type { Wording } from '../view/wording.js';
import type { Prompter } from './prompter.js';
import type { Stage } from './stage.js';

export interface Asker {
  readonly clientName: string | null;
  readonly purpose: string;
}

// The values that are neither state nor text: the picture in hand, and the abilities of the device.
export interface Live {
  info: CaptureInfo | null;
  // The client that asks, on a phone that scanned a code and has no token yet.
  asker: Asker | null;
  // The language of the words in `info`.
  language: string;
  // The server's, to which the pictures go.
  readonly host: string;
  handoff: Handoff | null;
  // The address (blob:) of the picture that is previewed or sent.
  pictureUrl: string | null;
  // Whether this is a test, in which nobody is verified.
  isSandbox: boolean;
  hasCamera: boolean;
  // Without a touch screen: a phone takes better pictures, and a file may be at hand.
  isDesktop: boolean;
  // Whether the server is at an address that no other device has: localhost.
  isLocal: boolean;
  handoffRefused: boolean;
  // Whether the last code was spent by a wrong number.
  wrongNumber: boolean;
}

export interface Context {
  readonly wording: Wording;
  readonly state: State;
  readonly live: Live;
  send(event: Event): void;
  // A file that the person chose in the place of the camera.
  choose(file: File): void;
  // The person's own words on why a step is not possible.
  explain(reason: string): void;
}

export interface Screen {
  readonly heading: Key;
  readonly headingValues?: Values;
  readonly step?: StepName | null;
  // A drawing above the heading.
  readonly mark?: Node;
  readonly body: readonly Node[];
  readonly actions: readonly Node[];
  // The stage of a screen whose work shows something. A stage is the whole screen, without body and
  // actions.
  readonly stage?: Stage;
  readonly prompter?: Prompter;
  readonly progress?: Progress;
  // Spoken at once, for a screen that says what went wrong.
  readonly alert?: () => string;
}

// How much of an upload has left.
export interface Progress {
  show(share: number): void;
  wait(): void;
}
