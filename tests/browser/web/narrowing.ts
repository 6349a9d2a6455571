// The types of the client tell right uses from wrong ones. compile.test.ts compiles this file, and
// fails where an error that is expected here is none.
import type { CaptureClient, CaptureElement } from '../../../http/pages/sdk/src/index.js';
import type { Status, StepOutcome } from '../../../http/pages/sdk/src/index.js';

export const accepted = (outcome: StepOutcome): string => (outcome.ok ? outcome.fileId : '');
export const refused = (outcome: StepOutcome): string => (outcome.ok ? '' : outcome.code);
// @ts-expect-error An accepted step has no code.
export const either = (outcome: StepOutcome): string => outcome.code;
// @ts-expect-error No outcome has such a member.
export const misspelt = (outcome: StepOutcome): string => outcome.reason;

// A later server may answer with further names.
export const known = (status: Status): boolean => status.currentStep === 'LIVENESS';
export const later = (status: Status): boolean => status.currentStep === 'SIGNATURE';
export const wrongSide = (c: CaptureClient, image: Blob): Promise<StepOutcome> =>
  // @ts-expect-error But what is asked for is one of those that it knows.
  c.submitDocument({ image, nonce: '', side: 'TOP' });
// @ts-expect-error Bytes are no text.
export const text = (c: CaptureClient) => c.submitLiveness({ frames: ['a'], nonce: '' });
// @ts-expect-error A strict program says that a member is absent, and does not give undefined.
export const absent = (c: CaptureClient) => c.status({ wait: undefined });

// A listener is told what is in the event by the event's name.
export const hears = (element: CaptureElement, say: (text: string) => void): void => {
  element.addEventListener('done', ({ detail }) => say(detail.result));
  element.addEventListener('error', ({ detail }) => say(detail.code), { once: true });
  element.addEventListener('step', function () {
    say(this.token ?? '');
  });
  // @ts-expect-error A capture that is done has a result, and no code.
  element.addEventListener('done', ({ detail }) => say(detail.code));
  // Those of every element are as they were.
  element.addEventListener('pointerdown', ({ pointerId }) => say(`${pointerId}`));
  element.addEventListener('an event of the page', (event) => say(event.type));
};
