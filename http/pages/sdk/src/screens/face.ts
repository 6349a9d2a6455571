// The screens of liveness.
import type { Phase } from '../flow/machine.js';
import { faceArt } from '../view/art.js';
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
  spinner,
} from './parts.js';
import { progressOf } from './progress.js';
import { Prompter } from './prompter.js';
import type { Context, Screen } from './screen.js';
import { Stage } from './stage.js';

const mostReason = 500;

export function ready(context: Context, phase: Extract<Phase, { at: 'FACE_READY' }>): Screen {
  const { wording, live, send } = context;
  const { fault, refused } = phase;
  const photos = (kind: 'primary' | 'secondary'): HTMLElement =>
    button(wording, kind, 'choosePhotoInstead', () => send({ is: 'PHOTOS' }));
  const ways = live.hasCamera
    ? [
        button(wording, 'primary', 'openCamera', () => send({ is: 'OPEN_CAMERA' })),
        // A photo for each movement is slower: it is offered when the camera has failed.
        fault === null ? null : photos('secondary'),
      ]
    : [photos('primary')];
  const shown = live.hasCamera ? fault : (fault ?? 'CAMERA_UNSUPPORTED');
  const steps = help(context, shown);
  return {
    heading: refused === null ? 'faceTitle' : 'refusedFaceTitle',
    step: 'LIVENESS',
    body: present<Node>(
      problem(context, shown, refused),
      ...steps,
      attemptsLeft(context, refused),
      paragraph(wording, 'faceBody', 'quiet'),
      ...(steps.length === 0 ? [paragraph(wording, 'faceNoHurry', 'quiet')] : []),
      refused === null && steps.length === 0 ? faceArt() : null,
    ),
    actions: present(...ways, cannotButton(context)),
    alert: () => problemText(context, fault, refused),
  };
}

function cannotButton({ wording, send }: Context): HTMLElement {
  return button(wording, 'plain', 'cannot', () => send({ is: 'CANNOT' }));
}

// A head and some air around it.
const faceShape = 0.74;

export function camera(context: Context): Screen {
  const { wording, send } = context;
  const stage = new Stage(wording, {
    kind: 'face',
    shape: faceShape,
    take: 'doingItNow',
    close: () => send({ is: 'BACK' }),
    ways: [cannotButton(context)],
  });
  return { heading: 'faceTitle', step: 'LIVENESS', body: [], actions: [], stage };
}

export function photos(context: Context): Screen {
  const { wording, send, choose } = context;
  const prompter = new Prompter(wording);
  return {
    heading: 'faceTitle',
    step: 'LIVENESS',
    body: [paragraph(wording, 'facePhotosBody', 'quiet'), prompter.hintNode, prompter.dots],
    actions: [
      fileButton(wording, 'primary', 'takePhoto', choose, 'user'),
      cannotButton(context),
      button(wording, 'plain', 'back', () => send({ is: 'BACK' })),
    ],
    prompter,
  };
}

export function cannot({ wording, send, explain }: Context): Screen {
  const field = make('textarea', { maxlength: mostReason, autocomplete: 'off' });
  const words = wording.text(make('span'), 'cannotReason');
  const label = make('label', { class: 'field' }, words, field);
  const go = button(wording, 'primary', 'cannotSend', () => {
    explain(field.value.trim().slice(0, mostReason));
    send({ is: 'SEND' });
  });
  return {
    heading: 'cannotTitle',
    step: 'LIVENESS',
    body: [paragraph(wording, 'cannotBody'), label],
    actions: [go, button(wording, 'plain', 'back', () => send({ is: 'BACK' }))],
  };
}

export function sending(context: Context): Screen {
  const progress = progressOf(context);
  return {
    heading: 'sendingFaceTitle',
    step: 'LIVENESS',
    body: [progress.node, paragraph(context.wording, 'keepOpen', 'quiet')],
    actions: [],
    progress,
  };
}

export function cannotSending(): Screen {
  return { heading: 'loading', step: 'LIVENESS', body: [spinner()], actions: [] };
}
