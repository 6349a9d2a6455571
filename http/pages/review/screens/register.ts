// A link's code is exchanged for a passkey.
import { make } from '../../sdk/src/view/dom.js';
import type { RegisterBegun } from '../generated/answers.js';
import { mustBeFor } from '../server/challenge.js';
import { register } from '../server/passkey.js';
import { Refusal } from '../server/refusal.js';
import { button, during, paragraph, Slot } from '../view/parts.js';
import type { Context, Screen } from './screen.js';

export function registerScreen(context: Context, link: string, begun: RegisterBegun): Screen {
  const { calls, wording, go } = context;
  const slot = new Slot(wording, context.announcer);
  let current: RegisterBegun | null = begun;

  const make_ = async (): Promise<void> => {
    slot.clear();
    try {
      const { publicKey } = current ?? (await calls.beginRegister(link));
      // Its challenge is used once.
      current = null;
      mustBeFor('registration', publicKey.challenge);
      go.loggedIn(await calls.finishRegister(link, await register(publicKey)));
    } catch (error) {
      slot.tell(error);
    }
  };

  const start = button(wording, 'primary', 'registerButton', () => during(start, make_));
  return {
    name: 'REGISTER',
    heading: 'registerTitle',
    headingValues: () => ({ name: begun.name === '' ? begun.reviewer : begun.name }),
    body: [
      slot.root,
      paragraph(wording, 'registerBody'),
      make('div', { class: 'actions' }, start),
    ],
  };
}

// A link that cannot be used: also where only the server cannot be reached.
export function brokenLinkScreen(context: Context, error: unknown, again: () => void): Screen {
  const { wording } = context;
  const slot = new Slot(wording, context.announcer);
  const isLost = error instanceof Refusal && (error.status === 0 || error.status >= 500);
  const isLimited = error instanceof Refusal && error.status === 429;
  if (isLost || isLimited) slot.tell(error);
  const actions = make('div', { class: 'actions' });
  if (isLost || isLimited) actions.append(button(wording, 'primary', 'tryAgain', again));
  return {
    name: 'LINK_BROKEN',
    heading: isLost || isLimited ? 'registerWait' : 'registerBroken',
    body: [
      slot.root,
      ...(isLost || isLimited ? [] : [paragraph(wording, 'registerBrokenBody')]),
      actions,
    ],
  };
}
