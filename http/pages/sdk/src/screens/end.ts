// The last screens, and those of what stops a capture.
import type { Phase } from '../flow/machine.js';
import type { Key } from '../texts/texts.js';
import { badge } from '../view/art.js';
import { make } from '../view/dom.js';
import { button, paragraph, present, returnLink, spinner } from './parts.js';
import type { Context, Screen } from './screen.js';
import { reference, whatComesNext } from './trust.js';

export function finishing({ wording }: Context): Screen {
  return {
    heading: 'finishingTitle',
    body: [spinner(), paragraph(wording, 'keepOpen', 'quiet')],
    actions: [],
  };
}

interface Ending {
  readonly heading: Key;
  readonly body: Key | null;
  readonly mark: 'good' | 'wait' | 'bad';
}

const endings: Readonly<Record<string, Ending>> = {
  PASSED: { heading: 'passedTitle', body: 'passedBody', mark: 'good' },
  REVIEW: { heading: 'reviewTitle', body: 'reviewBody', mark: 'wait' },
  FAILED: { heading: 'failedTitle', body: 'failedBody', mark: 'bad' },
};

export function done(context: Context, result: string): Screen {
  const ending = endings[result] ?? { heading: 'doneTitle', body: null, mark: 'wait' };
  const link = returnLink(context);
  return {
    heading: ending.heading,
    mark: badge(ending.mark),
    body: present<Node>(
      ending.body === null ? null : paragraph(context.wording, ending.body),
      whatComesNext(context, result === 'FAILED'),
      reference(context),
      link === null ? paragraph(context.wording, 'close', 'quiet') : null,
    ),
    actions: present(link),
  };
}

export function blocked({ wording }: Context): Screen {
  return {
    heading: 'blockedTitle',
    mark: badge('bad'),
    body: [paragraph(wording, 'blockedBody')],
    actions: [],
  };
}

const troubles = {
  OFFLINE: ['offlineTitle', 'offlineBody'],
  BUSY: ['busyTitle', 'busyBody'],
  OTHER: ['troubleTitle', 'troubleBody'],
} as const;

export function trouble(
  { wording, send }: Context,
  phase: Extract<Phase, { at: 'TROUBLE' }>,
): Screen {
  const [heading, general] = troubles[phase.kind];
  const known = phase.kind === 'OTHER' && wording.speech.explain(phase.code) !== null;
  return {
    heading,
    mark: badge('wait'),
    body: [known ? wording.code(make('p'), phase.code) : paragraph(wording, general)],
    actions: [button(wording, 'primary', 'tryAgain', () => send({ is: 'AGAIN' }))],
    alert: () => wording.speech.say(heading),
  };
}
