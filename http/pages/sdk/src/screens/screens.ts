// The screen of each phase.
import type { Phase } from '../flow/machine.js';
import { country } from './country.js';
import * as document from './document.js';
import * as end from './end.js';
import * as face from './face.js';
import { ended } from './ended.js';
import { following, handoff } from './handoff.js';
import type { Context, Screen } from './screen.js';
import * as start from './start.js';

export function screenOf(phase: Phase, context: Context): Screen {
  switch (phase.at) {
    case 'LOADING':
    case 'REDEEMING':
    case 'CONSENTING':
    case 'TAKING_BACK':
      return start.loading();
    case 'NUMBERS':
      return start.numbers(context, phase.numbers);
    case 'NUMBERS_WRONG':
      return start.numbersWrong(context);
    case 'WELCOME':
      return start.welcome(context);
    case 'HANDOFF':
      return handoff(context);
    case 'FOLLOWING':
      return following(context);
    case 'CONSENT':
      return start.consent(context);
    case 'DECLINED':
      return start.declined(context);
    case 'FINISHING':
      return end.finishing(context);
    case 'DONE':
      return end.done(context, phase.result);
    case 'ENDED':
      return ended(context, phase.why, phase.told);
    case 'BLOCKED':
      return end.blocked(context);
    case 'TROUBLE':
      return end.trouble(context, phase);
    default:
      return screenOfStep(phase, context);
  }
}

type StepPhase = Extract<
  Phase,
  { at: `DOCUMENT_${string}` | `FACE_${string}` | 'COUNTRY' | 'TYPE' | `CANNOT${string}` }
>;

function screenOfStep(phase: StepPhase, context: Context): Screen {
  switch (phase.at) {
    case 'COUNTRY':
      return country(context);
    case 'TYPE':
      return document.type(context);
    case 'DOCUMENT_READY':
      return document.ready(context, phase);
    case 'DOCUMENT_CAMERA':
      return document.camera(context, phase);
    case 'DOCUMENT_FILE':
      return document.reading();
    case 'DOCUMENT_PREVIEW':
      return document.preview(context, phase);
    case 'DOCUMENT_SENDING':
      return document.sending(context);
    case 'FACE_READY':
      return face.ready(context, phase);
    case 'FACE_CAMERA':
      return face.camera(context);
    case 'FACE_PHOTOS':
      return face.photos(context);
    case 'FACE_SENDING':
      return face.sending(context);
    case 'CANNOT':
      return face.cannot(context);
    case 'CANNOT_SENDING':
      return face.cannotSending();
  }
}
