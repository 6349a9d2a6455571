// After a decision: what it came to, and the way on.
import { make } from '../../sdk/src/view/dom.js';
import type { Decided } from '../generated/answers.js';
import type { DecisionKind } from '../server/calls.js';
import { button, during, paragraph, Slot } from '../view/parts.js';
import type { Context, Screen } from './screen.js';

export function doneScreen(
  context: Context,
  answer: Decided,
  kind: DecisionKind,
  sandbox: boolean,
): Screen {
  const { wording, go } = context;
  const slot = new Slot(wording, context.announcer);
  const { resultStatus } = answer;
  const result = (): { result: string } => ({
    result: resultStatus === null ? '' : wording.speech.name('results', resultStatus),
  });
  const said =
    resultStatus === null || !answer.settled
      ? paragraph(wording, kind === 'decision' ? 'doneUnsettled' : 'doneCorrectsToo')
      : paragraph(wording, kind === 'decision' ? 'doneSettled' : 'doneCorrected', '', result);
  const next = button(wording, 'primary', 'nextCase', () =>
    during(next, async () => {
      slot.clear();
      try {
        await go.next({ ...context.choice.now(), sandbox });
      } catch (error) {
        slot.tell(error);
      }
    }),
  );
  const back = button(wording, 'secondary', 'back', () => go.queue());
  return {
    name: 'DONE',
    heading: 'doneTitle',
    page: 'queue',
    body: [slot.root, said, make('div', { class: 'actions' }, next, back)],
    shortcuts: { n: () => next.click(), q: () => go.queue() },
  };
}
