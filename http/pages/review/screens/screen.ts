// The parts of a screen, and what a screen may use.
import type { Values } from '../../sdk/src/texts/language.js';
import type { Announcer } from '../../sdk/src/view/announcer.js';
import type { Me } from '../generated/answers.js';
import type { Calls } from '../server/calls.js';
import type { Choice } from './choice.js';
import type { Key } from '../texts/texts.js';
import type { Bindings } from '../view/shortcuts.js';
import type { Wording } from '../view/wording.js';

export interface Screen {
  // For tests, and for what the style sheet does by screen.
  readonly name: string;
  readonly heading: Key;
  readonly headingValues?: () => Values;
  // The page of the navigation that the screen belongs to.
  readonly page?: 'queue' | 'reports' | 'operate' | 'account';
  // Beside the heading.
  readonly beside?: readonly Node[];
  readonly body: readonly Node[];
  readonly shortcuts?: Bindings;
  // Called when another screen comes: ends timers, and closes what was shown.
  leave?(): void;
}

// The services that a screen may use.
export interface Context {
  readonly calls: Calls;
  readonly wording: Wording;
  readonly announcer: Announcer;
  // Returns the reviewer who is logged in. REQUIRES: somebody is.
  readonly me: () => Me;
  // The cases that the reviewer asks for.
  readonly choice: {
    readonly now: () => Choice;
    readonly set: (choice: Choice) => void;
  };
  readonly go: {
    readonly queue: (note?: Key) => void;
    readonly next: (choice: Choice) => Promise<void>;
    readonly case: (id: string) => Promise<void>;
    // Shows what a decision has come to; it is made when the texts before are forgotten.
    readonly done: (make: () => Screen) => void;
    readonly loggedIn: (me: Me) => void;
    // Asks the server again for the reviewer who is logged in.
    readonly refresh: () => Promise<Me>;
  };
}

export function hasRole(me: Me, roles: readonly string[], client: string | null = null): boolean {
  return me.roles.some(
    (each) =>
      roles.includes(each.role.toLowerCase()) &&
      (client === null || each.client === '*' || each.client === client),
  );
}

// Supervisors decide too.
export const deciders: readonly string[] = ['reviewer', 'supervisor'];
export const supervisors: readonly string[] = ['supervisor'];
// Whoever has none of these has no queue.
export const readersOfCases: readonly string[] = ['reviewer', 'supervisor', 'auditor'];
export const operators: readonly string[] = ['operator'];
export const readersOfReports: readonly string[] = ['supervisor', 'auditor'];
