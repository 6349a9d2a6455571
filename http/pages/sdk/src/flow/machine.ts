// The flow of a capture: which screen follows which event. Pure: the same state and event give the
// same state. The work of a screen (the camera, the calls) is elsewhere and reports events.
import type { Accepted, DocumentType, Facts, Fault, Outcome, Side, StepName } from './facts.js';
import { afterOutcome, currentSide, isTouched, nextStep } from './facts.js';

// A refusal, as a screen shows it.
export interface Refused {
  readonly codes: readonly string[];
  readonly attemptsRemaining: number;
}

export type TroubleKind = 'OFFLINE' | 'BUSY' | 'OTHER';

export type Phase =
  | { readonly at: 'LOADING' }
  | { readonly at: 'NUMBERS'; readonly numbers: readonly number[] }
  | { readonly at: 'REDEEMING'; readonly number: number }
  | { readonly at: 'NUMBERS_WRONG' }
  | { readonly at: 'WELCOME' }
  | { readonly at: 'HANDOFF' }
  | { readonly at: 'FOLLOWING' }
  | { readonly at: 'TAKING_BACK' }
  | { readonly at: 'CONSENT' }
  | { readonly at: 'CONSENTING' }
  | { readonly at: 'DECLINED' }
  | { readonly at: 'COUNTRY' }
  | { readonly at: 'TYPE' }
  | ({ readonly at: 'DOCUMENT_READY'; readonly side: Side } & Ready)
  | { readonly at: 'DOCUMENT_CAMERA'; readonly side: Side }
  | { readonly at: 'DOCUMENT_FILE'; readonly side: Side }
  | ({ readonly at: 'DOCUMENT_PREVIEW'; readonly side: Side } & Preview)
  | { readonly at: 'DOCUMENT_SENDING'; readonly side: Side }
  | ({ readonly at: 'FACE_READY' } & Ready)
  | { readonly at: 'FACE_CAMERA' }
  | { readonly at: 'FACE_PHOTOS' }
  | { readonly at: 'FACE_SENDING' }
  | { readonly at: 'CANNOT' }
  | { readonly at: 'CANNOT_SENDING' }
  | { readonly at: 'FINISHING' }
  | { readonly at: 'DONE'; readonly result: string }
  // `why`: what became of the link or the session, by a name of the server's; '' is unknown.
  | { readonly at: 'ENDED'; readonly why: string; readonly told?: string }
  | { readonly at: 'BLOCKED' }
  | {
      readonly at: 'TROUBLE';
      readonly kind: TroubleKind;
      readonly code: string;
      readonly resume: Phase;
    };

// A picture that the person looks at before it is sent.
interface Preview {
  // The faults that the guide found.
  readonly remarks: readonly string[];
  // It is a file, and no picture of the camera.
  readonly isFile: boolean;
}

// A step that waits for the person: after a fault or a refusal it says which.
interface Ready {
  readonly fault: Fault | null;
  readonly refused: Refused | null;
}

export type At = Phase['at'];

export interface State {
  readonly phase: Phase;
  readonly facts: Facts | null;
  // The documents that the client accepts of the country that the person chose; null before, and
  // after a reload.
  readonly accepted: Accepted | null;
  // The document that the person chose; null before, and after a reload.
  readonly type: DocumentType | null;
  readonly welcomed: boolean;
}

export type Event =
  | { readonly is: 'NUMBERS'; readonly numbers: readonly number[] }
  | { readonly is: 'NUMBER'; readonly number: number }
  | { readonly is: 'NO_NUMBER' }
  | { readonly is: 'LOADED'; readonly facts: Facts }
  | { readonly is: 'BEGIN' }
  | { readonly is: 'PHONE' }
  | { readonly is: 'HANDED_OFF' }
  | { readonly is: 'TAKE_BACK' }
  | { readonly is: 'AGREE' }
  | { readonly is: 'CONSENTED' }
  | { readonly is: 'DECLINE' }
  | { readonly is: 'BACK' }
  | { readonly is: 'CHOOSE_TYPE' }
  | { readonly is: 'COUNTRY'; readonly accepted: Accepted }
  | { readonly is: 'TYPE'; readonly type: DocumentType }
  | { readonly is: 'OPEN_CAMERA' }
  | { readonly is: 'FILE' }
  | { readonly is: 'PHOTOS' }
  | { readonly is: 'FAULT'; readonly fault: Fault }
  | { readonly is: 'PICTURE'; readonly trusted: boolean; readonly remarks: readonly string[] }
  | { readonly is: 'SEND' }
  | { readonly is: 'RECORDED' }
  | { readonly is: 'OUTCOME'; readonly outcome: Outcome }
  | { readonly is: 'CANNOT' }
  | { readonly is: 'RESULT'; readonly result: string }
  | { readonly is: 'RELOAD' }
  | { readonly is: 'ENDED'; readonly why?: string; readonly told?: string }
  | { readonly is: 'BLOCKED' }
  | { readonly is: 'TROUBLE'; readonly kind: TroubleKind; readonly code: string }
  | { readonly is: 'AGAIN' }
  // A screen that was shown before, by the browser's Back or Forward.
  | { readonly is: 'VISIT'; readonly phase: Phase };

export const initialState: State = {
  phase: { at: 'LOADING' },
  facts: null,
  accepted: null,
  type: null,
  welcomed: false,
};

const noFault = { fault: null, refused: null } as const;

function to(state: State, phase: Phase): State {
  return { ...state, phase };
}

function onlyOf<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

// Returns the documents that the person may choose from: those of the only country, or of the
// chosen one.
function acceptedIn({ facts, accepted }: State): Accepted | null {
  return accepted ?? onlyOf(facts?.documents ?? []);
}

export function typesIn(state: State): readonly DocumentType[] {
  return acceptedIn(state)?.types ?? [];
}

// Returns whether there is another document to choose.
export function hasChoice(state: State): boolean {
  return typesIn(state).length > 1 || (state.facts?.documents.length ?? 0) > 1;
}

function choicePhase(state: State): State {
  return to(state, { at: acceptedIn(state) === null ? 'COUNTRY' : 'TYPE' });
}

function documentPhase(state: State, facts: Facts): State {
  const side = currentSide(facts);
  const type = state.type ?? onlyOf(typesIn(state));
  // A back belongs to a front whose type the server knows.
  if (type === null && side === 'FRONT') return choicePhase(state);
  return { ...state, type, phase: { at: 'DOCUMENT_READY', side, ...noFault } };
}

function stepPhase(state: State, facts: Facts, step: StepName | 'FINALIZE'): State {
  switch (step) {
    case 'DOCUMENT':
      return documentPhase(state, facts);
    case 'LIVENESS':
      return to(state, { at: 'FACE_READY', ...noFault });
    case 'FINALIZE':
      return to(state, { at: 'FINISHING' });
  }
}

// Returns the state in which the person goes on, by what the server knows.
function proceed(state: State): State {
  const { facts } = state;
  if (facts === null) return to(state, { at: 'LOADING' });
  if (facts.result !== null) return to(state, { at: 'DONE', result: facts.result });
  if (facts.ended !== null) return to(state, { at: 'ENDED', why: facts.ended });
  if (facts.handedOff) return to(state, { at: 'FOLLOWING' });
  const step = nextStep(facts);
  if (step !== 'FINALIZE') {
    if (!state.welcomed && !isTouched(facts)) return to(state, { at: 'WELCOME' });
    if (facts.consentNeeded) return to(state, { at: 'CONSENT' });
  }
  return stepPhase(state, facts, step);
}

function refusedOf(outcome: Outcome): Refused {
  return { codes: outcome.codes, attemptsRemaining: outcome.attemptsRemaining };
}

function onOutcome(state: State, outcome: Outcome): State {
  const { facts, phase } = state;
  if (facts === null) return state;
  // Only the server knows what follows the last attempt.
  if (!outcome.ok && outcome.attemptsRemaining === 0) return to(state, { at: 'LOADING' });
  const known = { ...state, facts: afterOutcome(facts, outcome) };
  if (outcome.ok) return proceed(known);
  const refused = refusedOf(outcome);
  if (phase.at === 'DOCUMENT_SENDING') {
    return to(known, { at: 'DOCUMENT_READY', side: phase.side, fault: null, refused });
  }
  return to(known, { at: 'FACE_READY', fault: null, refused });
}

function onFault(state: State, fault: Fault): State {
  const { phase } = state;
  if ('side' in phase) {
    return to(state, { at: 'DOCUMENT_READY', side: phase.side, fault, refused: null });
  }
  return to(state, { at: 'FACE_READY', fault, refused: null });
}

function onBack(state: State): State {
  const { phase } = state;
  switch (phase.at) {
    case 'DECLINED':
      return to(state, { at: 'CONSENT' });
    case 'HANDOFF':
      return to(state, { at: 'WELCOME' });
    case 'CANNOT':
    case 'FACE_CAMERA':
    case 'FACE_PHOTOS':
      return to(state, { at: 'FACE_READY', ...noFault });
    case 'DOCUMENT_CAMERA':
    case 'DOCUMENT_PREVIEW':
      return to(state, { at: 'DOCUMENT_READY', side: phase.side, ...noFault });
    default:
      return proceed(state);
  }
}

function onSend(state: State): State {
  const { phase } = state;
  if (phase.at !== 'DOCUMENT_PREVIEW') return state;
  return to(state, { at: 'DOCUMENT_SENDING', side: phase.side });
}

function onPicture(state: State, trusted: boolean, remarks: readonly string[]): State {
  const { phase } = state;
  if (!('side' in phase)) return state;
  const { side } = phase;
  const isFile = phase.at === 'DOCUMENT_FILE';
  // The guide cannot tell whether somebody chose the wrong file.
  if (trusted && !isFile) return to(state, { at: 'DOCUMENT_SENDING', side });
  return to(state, { at: 'DOCUMENT_PREVIEW', side, remarks, isFile });
}

function onOpenCamera(state: State): State {
  const { phase } = state;
  if ('side' in phase) return to(state, { at: 'DOCUMENT_CAMERA', side: phase.side });
  return to(state, { at: 'FACE_CAMERA' });
}

function onConsented(state: State): State {
  if (state.facts === null) return state;
  return proceed({ ...state, facts: { ...state.facts, consentNeeded: false } });
}

function onTrouble(state: State, kind: TroubleKind, code: string): State {
  const resume = state.phase.at === 'TROUBLE' ? state.phase.resume : state.phase;
  return to(state, { at: 'TROUBLE', kind, code, resume });
}

function onAgain(state: State): State {
  return state.phase.at === 'TROUBLE' ? to(state, state.phase.resume) : state;
}

// Returns the state after an event. An event that does not belong to the phase changes nothing that
// the server would not accept: the next load goes by the server's status.
export function next(state: State, event: Event): State {
  switch (event.is) {
    case 'NUMBERS':
      return to(state, { at: 'NUMBERS', numbers: event.numbers });
    case 'NUMBER':
      return to(state, { at: 'REDEEMING', number: event.number });
    case 'NO_NUMBER':
      return to(state, { at: 'NUMBERS_WRONG' });
    case 'LOADED':
      return proceed({ ...state, facts: event.facts });
    case 'BEGIN':
      return proceed({ ...state, welcomed: true });
    case 'PHONE':
      return to(state, { at: 'HANDOFF' });
    case 'HANDED_OFF':
      return to(state, { at: 'FOLLOWING' });
    case 'TAKE_BACK':
      return to(state, { at: 'TAKING_BACK' });
    case 'AGREE':
      return to(state, { at: 'CONSENTING' });
    case 'CONSENTED':
      return onConsented(state);
    case 'DECLINE':
      return to(state, { at: 'DECLINED' });
    case 'BACK':
      return onBack(state);
    default:
      return nextInStep(state, event);
  }
}

function nextInStep(state: State, event: Event): State {
  switch (event.is) {
    case 'CHOOSE_TYPE':
      return choicePhase({ ...state, accepted: null, type: null });
    case 'COUNTRY':
      return proceed({ ...state, accepted: event.accepted, type: null });
    case 'TYPE':
      return proceed({ ...state, type: event.type });
    case 'OPEN_CAMERA':
      return onOpenCamera(state);
    case 'FILE':
      return 'side' in state.phase
        ? to(state, { at: 'DOCUMENT_FILE', side: state.phase.side })
        : state;
    case 'PHOTOS':
      return to(state, { at: 'FACE_PHOTOS' });
    case 'FAULT':
      return onFault(state, event.fault);
    case 'PICTURE':
      return onPicture(state, event.trusted, event.remarks);
    case 'SEND':
      return state.phase.at === 'CANNOT' ? to(state, { at: 'CANNOT_SENDING' }) : onSend(state);
    case 'RECORDED':
      return to(state, { at: 'FACE_SENDING' });
    case 'OUTCOME':
      return onOutcome(state, event.outcome);
    case 'CANNOT':
      return to(state, { at: 'CANNOT' });
    default:
      return nextAtEnd(state, event);
  }
}

function nextAtEnd(state: State, event: Event): State {
  switch (event.is) {
    case 'RESULT':
      return to(state, { at: 'DONE', result: event.result });
    case 'RELOAD':
      return to(state, { at: 'LOADING' });
    case 'ENDED':
      return to(state, {
        at: 'ENDED',
        why: event.why ?? '',
        ...(event.told === undefined ? {} : { told: event.told }),
      });
    case 'BLOCKED':
      return to(state, { at: 'BLOCKED' });
    case 'TROUBLE':
      return onTrouble(state, event.kind, event.code);
    case 'AGAIN':
      return onAgain(state);
    case 'VISIT':
      return to(state, event.phase);
    default:
      return state;
  }
}
