// The screens before the first picture.
import { make } from '../view/dom.js';
import { badge, icon } from '../view/art.js';
import type { IconName } from '../view/art.js';
import type { Key } from '../texts/texts.js';
import { button, paragraph, present, returnLink, spinner } from './parts.js';
import type { Kind } from './parts.js';
import type { Context, Screen } from './screen.js';
import { aboutPictures, askedAgain, whoAsks } from './trust.js';

export function loading(): Screen {
  return { heading: 'loading', body: [spinner()], actions: [] };
}

export function numbers(context: Context, shown: readonly number[]): Screen {
  const { wording, send } = context;
  const choices = shown.map((number) => {
    const choice = make('button', { type: 'button', part: 'button number' }, String(number));
    choice.addEventListener('click', () => send({ is: 'NUMBER', number }));
    return choice;
  });
  return {
    heading: 'numbersTitle',
    body: [
      whoAsks(context),
      paragraph(wording, 'numbersBody', 'quiet'),
      make('div', { class: 'numbers' }, ...choices),
    ],
    actions: [button(wording, 'plain', 'numbersNone', () => send({ is: 'NO_NUMBER' }))],
  };
}

export function numbersWrong({ wording }: Context): Screen {
  return {
    heading: 'numbersWrongTitle',
    mark: badge('bad'),
    body: [paragraph(wording, 'numbersWrongBody')],
    actions: [],
  };
}

function need({ wording }: Context, name: IconName, title: Key, body: Key): HTMLElement {
  const words = make(
    'div',
    {},
    wording.text(make('strong'), title),
    wording.text(make('span', { class: 'quiet small' }), body),
  );
  return make('li', {}, icon(name), words);
}

export function welcome(context: Context): Screen {
  const { wording, state, live, send } = context;
  const steps = state.facts?.steps.map(({ step }) => step) ?? [];
  const needs = present(
    steps.includes('DOCUMENT')
      ? need(context, 'document', 'needDocument', 'needDocumentBody')
      : null,
    steps.includes('LIVENESS') ? need(context, 'face', 'needFace', 'needFaceBody') : null,
  );
  const phone = live.isDesktop && !live.handoffRefused;
  const here = (kind: Kind, key: Key): Node =>
    button(wording, kind, key, () => send({ is: 'BEGIN' }));
  const onPhone = (kind: Kind): Node =>
    button(wording, kind, 'usePhone', () => send({ is: 'PHONE' }));
  // If a phone cannot reach this server, the choice of a phone comes last. A person may have made
  // the server reachable in another way.
  const choices = live.isLocal
    ? [here('primary', 'useHere'), onPhone('secondary')]
    : [onPhone('primary'), here('secondary', 'useHere')];
  return {
    heading: 'welcomeTitle',
    body: present<Node>(
      whoAsks(context),
      askedAgain(context),
      paragraph(wording, 'welcomeBody', 'quiet'),
      make('ul', { class: 'needs' }, ...needs),
      aboutPictures(context),
      live.handoffRefused ? paragraph(wording, 'handoffUnavailable', 'notice') : null,
      phone
        ? paragraph(wording, live.isLocal ? 'localOnly' : 'usePhoneBody', 'quiet small')
        : null,
    ),
    actions: phone ? choices : [here('primary', 'begin')],
  };
}

export function consent({ wording, live, send }: Context): Screen {
  // The client's own words, as they are recorded: plain text.
  const attributes = { class: 'consent', tabindex: 0, dir: 'auto', role: 'group', part: 'consent' };
  const text = make('div', attributes);
  wording.bind(() => {
    text.textContent = live.info?.consent?.text ?? '';
  });
  return {
    heading: 'consentTitle',
    body: [wording.attribute(text, 'aria-label', 'consentTitle')],
    actions: [
      button(wording, 'primary', 'agree', () => send({ is: 'AGREE' })),
      button(wording, 'plain', 'decline', () => send({ is: 'DECLINE' })),
    ],
  };
}

export function declined(context: Context): Screen {
  const { wording, send } = context;
  return {
    heading: 'declinedTitle',
    body: [paragraph(wording, 'declinedBody')],
    actions: present<Node>(
      returnLink(context),
      button(wording, 'secondary', 'back', () => send({ is: 'BACK' })),
    ),
  };
}
