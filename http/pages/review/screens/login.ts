// Logging in: by passkey, or by the company's own login where it is set up.
import { make } from '../../sdk/src/view/dom.js';
import type { LoginBegun } from '../generated/answers.js';
import { mustBeFor } from '../server/challenge.js';
import { pageName } from '../server/page-key.js';
import { assert, hasPasskeys } from '../server/passkey.js';
import { Refusal } from '../server/refusal.js';
import type { Key } from '../texts/texts.js';
import { button, during, paragraph, Slot } from '../view/parts.js';
import type { Context, Screen } from './screen.js';

// A ceremony that was begun with the page is used only while it is surely known: less than the
// server keeps it.
const freshMs = 60_000;

export function loginScreen(context: Context, problem: string | null, note: Key | null): Screen {
  const { calls, wording, go } = context;
  const slot = new Slot(wording, context.announcer);
  let begun: { at: number; answer: LoginBegun } | null = null;

  const begin = async (): Promise<LoginBegun> => {
    const answer = await calls.beginLogin();
    begun = { at: Date.now(), answer };
    if (answer.oidc === true) company.href = `/review/api/oidc/begin?page=${await pageName()}`;
    company.hidden = answer.oidc !== true;
    return answer;
  };
  const login = async (): Promise<void> => {
    slot.clear();
    try {
      // Safari wants the passkey asked for soon after the press, so no call comes in between.
      const isFresh = begun !== null && Date.now() - begun.at < freshMs;
      const { ceremony, publicKey } = isFresh && begun !== null ? begun.answer : await begin();
      begun = null;
      mustBeFor('login', publicKey.challenge);
      go.loggedIn(await calls.finishLogin(ceremony, await assert(publicKey)));
    } catch (error) {
      slot.tell(error);
    }
  };

  const passkey = button(wording, 'primary', 'loginPasskey', () => during(passkey, login));
  const company = make('a', { class: 'button secondary' });
  wording.text(company, 'loginCompany').hidden = true;
  const hasThem = hasPasskeys();
  passkey.hidden = !hasThem;
  if (problem !== null) slot.tell(new Refusal(0, problem));
  else if (note !== null) slot.note(note);
  begin().catch((error: unknown) => slot.tell(error));
  return {
    name: 'LOGIN',
    heading: 'loginTitle',
    body: [
      slot.root,
      paragraph(wording, hasThem ? 'loginBody' : 'noPasskeys'),
      make('div', { class: 'actions' }, passkey, company),
      paragraph(wording, 'loginNew', 'quiet'),
    ],
  };
}
