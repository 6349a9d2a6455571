// A reviewer adds or removes a passkey with a signature of a registered passkey. So nobody who
// finds a computer unlocked for a minute, or controls the company's login, takes over an account.
// Shows what is signed, and has a passkey sign it.
import { make } from '../../sdk/src/view/dom.js';
import type { KeyChangeBegun } from '../generated/answers.js';
import { challengeOf } from '../server/challenge.js';
import { assert } from '../server/passkey.js';
import type { AssertionJson } from '../server/passkey.js';
import { Refusal } from '../server/refusal.js';
import { Dialog } from '../view/dialog.js';
import { button, during, paragraph, Slot } from '../view/parts.js';
import type { Wording } from '../view/wording.js';
import { isStatementOfChange } from './key_statement.js';
import type { KeyChange } from './key_statement.js';

// Rejects where the server wants something else signed: nothing is shown to be signed then.
// Resolves to null if the person closes the dialog.
export async function signKeyChange(
  wording: Wording,
  { statement, publicKey }: KeyChangeBegun,
  change: KeyChange,
): Promise<AssertionJson | null> {
  if (publicKey === null) throw new Refusal(0, 'PASSKEY_NotSupportedError');
  const isOurs =
    isStatementOfChange(statement, change, location.origin) &&
    publicKey.challenge === (await challengeOf('keyChange', statement));
  if (!isOurs) throw new Refusal(0, 'STATEMENT_DIFFERS');
  const isAdded = change.act === 'add';
  const dialog = new Dialog(wording, isAdded ? 'keyConfirmAdd' : 'keyRemoveTitle', 'cancel');
  const slot = new Slot(wording, null);
  const lines = make('pre', { dir: 'ltr', tabindex: 0, role: 'group' });
  lines.textContent = statement;
  wording.attribute(lines, 'aria-label', 'signLines');
  if (!isAdded) dialog.body.append(paragraph(wording, 'keyRemoveBody'));
  dialog.body.append(
    paragraph(wording, isAdded ? 'keyConfirmAddBody' : 'keyConfirmRemoveBody'),
    lines,
    slot.root,
  );
  return new Promise((resolve) => {
    let signed: AssertionJson | null = null;
    const sign = button(wording, 'primary', 'keyConfirmButton', () =>
      during(sign, async () => {
        slot.clear();
        slot.note('signWaiting');
        try {
          signed = await assert(publicKey);
          dialog.close();
        } catch (error) {
          slot.tell(error);
        }
      }),
    );
    dialog.actions.prepend(sign);
    dialog.onClose = () => resolve(signed);
    dialog.open();
  });
}
