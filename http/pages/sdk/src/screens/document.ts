// The screens of the document.
import type { DocumentType, Side } from '../flow/facts.js';
import { hasChoice, typesIn } from '../flow/machine.js';
import type { Phase } from '../flow/machine.js';
import type { Key } from '../texts/texts.js';
import { cardArt, icon, passportArt } from '../view/art.js';
import { make } from '../view/dom.js';
import { help } from './help.js';
import {
  attemptsLeft,
  button,
  fileButton,
  paragraph,
  present,
  problem,
  problemText,
  reasons,
  spinner,
} from './parts.js';
import { progressOf } from './progress.js';
import type { Context, Screen } from './screen.js';
import { Stage } from './stage.js';

type At<Name extends Phase['at']> = Extract<Phase, { at: Name }>;

export function type({ wording, state, send }: Context): Screen {
  const choice = (of: DocumentType): HTMLButtonElement => {
    const sides: Key = of === 'PASSPORT' ? 'photoPage' : 'bothSides';
    const words = make('span', {}, wording.text(make('span'), of));
    if (of !== 'OTHER') words.append(wording.text(make('small'), sides));
    const attributes = { type: 'button', class: 'choice', part: 'button choice', 'data-type': of };
    const node = make('button', attributes, icon(of === 'PASSPORT' ? 'book' : 'document'), words);
    node.addEventListener('click', () => send({ is: 'TYPE', type: of }));
    return node;
  };
  return {
    heading: 'typeTitle',
    step: 'DOCUMENT',
    body: [make('div', { class: 'body', role: 'group' }, ...typesIn(state).map(choice))],
    actions: [],
  };
}

function words(of: DocumentType | null, side: Side): { heading: Key; body: Key } {
  if (side === 'BACK') return { heading: 'backTitle', body: 'backBody' };
  if (of === 'PASSPORT') return { heading: 'passportTitle', body: 'passportBody' };
  return { heading: 'frontTitle', body: 'frontBody' };
}

export function ready(context: Context, phase: At<'DOCUMENT_READY'>): Screen {
  const { wording, state, live, send, choose } = context;
  const { side, fault, refused } = phase;
  const own = words(state.type, side);
  const camera = (kind: 'primary' | 'secondary'): HTMLElement | null =>
    live.hasCamera
      ? button(wording, kind, 'openCamera', () => send({ is: 'OPEN_CAMERA' }))
      : null;
  const file = (kind: 'primary' | 'secondary', key: Key): HTMLElement =>
    fileButton(wording, kind, key, choose);
  // A computer's camera looks at the person: a file is the better way there.
  const first = live.isDesktop || !live.hasCamera;
  const ways = first
    ? [file('primary', 'choosePhoto'), camera('secondary')]
    : [camera('primary'), file('secondary', 'choosePhotoInstead')];
  const other = side === 'FRONT' && hasChoice(state);
  const shown = live.hasCamera ? fault : (fault ?? 'CAMERA_UNSUPPORTED');
  // Steps to a camera take the place of the drawing, so that the buttons are nearer.
  const steps = help(context, shown);
  const art = state.type === 'PASSPORT' && side === 'FRONT' ? passportArt() : cardArt(side);
  return {
    heading: refused === null ? own.heading : 'refusedTitle',
    step: 'DOCUMENT',
    body: present<Node>(
      problem(context, shown, refused),
      ...steps,
      attemptsLeft(context, refused),
      refused === null && steps.length === 0 ? paragraph(wording, own.body, 'quiet') : null,
      steps.length === 0 ? art : null,
    ),
    actions: present(
      ...ways,
      other ? button(wording, 'plain', 'otherDocument', () => send({ is: 'CHOOSE_TYPE' })) : null,
    ),
    alert: () => problemText(context, fault, refused),
  };
}

// The page of a passport and a card: ISO/IEC 7810, ID-3 and ID-1.
const pageShape = 125 / 88;
const cardShape = 85.6 / 53.98;

export function camera(context: Context, phase: At<'DOCUMENT_CAMERA'>): Screen {
  const { wording, state, send, choose } = context;
  const stage = new Stage(wording, {
    kind: 'document',
    shape: state.type === 'PASSPORT' ? pageShape : cardShape,
    take: 'takeNow',
    close: () => send({ is: 'BACK' }),
    ways: [fileButton(wording, 'plain', 'choosePhotoInstead', choose)],
  });
  return {
    heading: words(state.type, phase.side).heading,
    step: 'DOCUMENT',
    body: [],
    actions: [],
    stage,
  };
}

export function reading(): Screen {
  return { heading: 'loading', step: 'DOCUMENT', body: [spinner()], actions: [] };
}

function picture({ wording, live }: Context): HTMLElement | null {
  if (live.pictureUrl === null) return null;
  const image = make('img', { class: 'picture', part: 'picture' });
  image.src = live.pictureUrl;
  return wording.attribute(image, 'alt', 'previewAlt');
}

export function preview(context: Context, phase: At<'DOCUMENT_PREVIEW'>): Screen {
  const { wording, send, choose } = context;
  const doubtful = phase.remarks.length > 0;
  const box = make(
    'div',
    { class: 'problem', part: 'problem' },
    wording.text(make('p', { class: 'small' }), 'previewRemarks'),
    reasons(wording, phase.remarks),
  );
  const use = button(wording, doubtful ? 'secondary' : 'primary', 'usePicture', () =>
    send({ is: 'SEND' }),
  );
  const back = (): void => send({ is: 'BACK' });
  const kind = doubtful ? 'primary' : 'secondary';
  const again = phase.isFile
    ? fileButton(wording, kind, 'chooseAnother', choose)
    : button(wording, kind, 'takeAnother', back);
  return {
    heading: 'previewTitle',
    step: 'DOCUMENT',
    body: present(
      doubtful ? box : paragraph(wording, 'previewBody', 'quiet'),
      picture(context),
    ),
    actions: present<Node>(
      ...(doubtful ? [again, use] : [use, again]),
      phase.isFile ? button(wording, 'plain', 'back', back) : null,
    ),
  };
}

export function sending(context: Context): Screen {
  const progress = progressOf(context);
  return {
    heading: 'sendingTitle',
    step: 'DOCUMENT',
    body: present(progress.node, picture(context), paragraph(context.wording, 'keepOpen', 'quiet')),
    actions: [],
    progress,
  };
}
