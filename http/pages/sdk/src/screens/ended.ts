// The screen of a link or a session that cannot be gone on with: what became of it, and what to do.
import type { Key } from '../texts/texts.js';
import { badge } from '../view/art.js';
import { make } from '../view/dom.js';
import { paragraph } from './parts.js';
import type { Context, Screen } from './screen.js';

type Fate = readonly [heading: Key, body: Key, mark: 'good' | 'wait' | 'bad'];

// The keys are the server's names for the end; SPENT is ours, for a code for which a wrong number
// was chosen.
const fates: Readonly<Record<string, Fate>> = {
  COMPLETED: ['completedTitle', 'completedBody', 'good'],
  EXPIRED: ['expiredTitle', 'expiredBody', 'wait'],
  CANCELED: ['canceledTitle', 'canceledBody', 'bad'],
  IN_USE: ['inUseTitle', 'inUseBody', 'wait'],
  TAKEN_BACK: ['takenBackTitle', 'takenBackBody', 'wait'],
  SPENT: ['spentTitle', 'spentBody', 'wait'],
};

const unknown: Fate = ['endedTitle', 'endedBody', 'bad'];

// `told` is the client's sentence for the person, of a capture that people decided: plain text.
export function ended({ wording }: Context, why: string, told?: string): Screen {
  const [heading, body, mark] = fates[why] ?? unknown;
  const texts: Node[] = [paragraph(wording, body)];
  if (told !== undefined) texts.push(make('p', { class: 'told', dir: 'auto' }, told));
  return { heading, mark: badge(mark), body: texts, actions: [] };
}
