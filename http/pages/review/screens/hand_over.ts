// A reviewer hands a case to a supervisor, with words; and what was handed over before.
import { make } from '../../sdk/src/view/dom.js';
import type { Case } from '../generated/answers.js';
import { Dialog } from '../view/dialog.js';
import { button, during, foreign, paragraph, section, Slot, time } from '../view/parts.js';
import type { Wording } from '../view/wording.js';
import type { Context } from './screen.js';

const longest = 500;

export function openHandOver(context: Context, found: Case): void {
  const { wording, calls, go } = context;
  const dialog = new Dialog(wording, 'handOver', 'cancel');
  const slot = new Slot(wording, null);
  const words = make('textarea', { rows: 4, maxlength: longest, id: 'hand-over-words' });
  words.dir = 'auto';
  const label = wording.text(make('span'), 'handOverWords');
  const send = button(wording, 'primary', 'handOver', () =>
    during(send, async () => {
      slot.clear();
      const said = words.value.trim();
      if (said === '') {
        words.focus();
        return;
      }
      try {
        await calls.handOver(found.sessionId, said);
        dialog.close();
        go.queue('handOverDone');
      } catch (error) {
        slot.tell(error);
      }
    }),
  );
  dialog.body.append(
    paragraph(wording, 'handOverBody', 'quiet'),
    make('label', { class: 'field' }, label, words),
    slot.root,
  );
  dialog.actions.append(send);
  dialog.open();
  words.focus();
}

// The words for supervisors, the oldest first.
export function handOversSection(wording: Wording, { handOvers }: Case): HTMLElement {
  const parts = handOvers.map(({ at, reviewer, words }) => {
    const gone = paragraph(wording, 'handOverGone', 'quiet');
    const quote = words === null ? gone : make('blockquote', { dir: 'auto' }, words);
    const who = make('p', { class: 'small' }, foreign(reviewer), ' ', time(wording, at));
    return make('div', {}, who, quote);
  });
  return section(wording, 'handOversTitle', 'card hand-overs', ...parts);
}
