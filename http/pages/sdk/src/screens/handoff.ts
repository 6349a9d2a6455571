// The screens of a computer whose phone goes on.
import { make } from '../view/dom.js';
import { drawQr } from '../view/qr.js';
import { button, paragraph, spinner } from './parts.js';
import type { Context, Screen } from './screen.js';

// Shown while the code is being requested.
export function asking({ wording, send }: Context): Screen {
  return {
    heading: 'handoffTitle',
    body: [spinner()],
    actions: [button(wording, 'plain', 'useHere', () => send({ is: 'BACK' }))],
  };
}

export function handoff(context: Context): Screen {
  const { wording, live, send } = context;
  const offer = live.handoff;
  if (offer === null) return asking(context);
  const body: Node[] = live.wrongNumber ? [paragraph(wording, 'numberWrong', 'notice')] : [];
  if (offer.rows.length > 0) {
    const canvas = make('canvas', { class: 'qr', role: 'img' });
    drawQr(canvas, offer.rows);
    body.push(
      paragraph(wording, 'handoffBody', 'quiet'),
      wording.attribute(canvas, 'aria-label', 'handoffAlt'),
    );
  } else {
    // A server without QR codes: the link is typed, or sent by the person.
    const link = make('p', { class: 'link', dir: 'ltr' }, offer.url);
    body.push(paragraph(wording, 'handoffLink', 'quiet'), link);
  }
  body.push(
    paragraph(wording, 'handoffNumber', 'quiet'),
    make('p', { class: 'number', part: 'number' }, String(offer.number)),
  );
  return {
    heading: 'handoffTitle',
    body,
    actions: [button(wording, 'secondary', 'useHere', () => send({ is: 'BACK' }))],
  };
}

// Shown on a device after another one has taken over from it. The device that offered the session
// has a way back to it, for a person who has lost the other device.
export function following({ wording, state, send }: Context): Screen {
  const body = [paragraph(wording, 'followBody', 'quiet'), spinner()];
  if (state.facts?.canTakeBack !== true) return { heading: 'followTitle', body, actions: [] };
  return {
    heading: 'followTitle',
    body: [...body, paragraph(wording, 'followLost', 'quiet')],
    actions: [button(wording, 'secondary', 'continueHere', () => send({ is: 'TAKE_BACK' }))],
  };
}
