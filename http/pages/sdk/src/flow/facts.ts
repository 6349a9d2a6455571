// The facts that the flow knows of a session: the server's status and the client's wishes, reduced
// to what decides where a person goes on. Pure.
import type { CaptureInfo, DocumentType, Side, Status, StepOutcome } from '../calls.js';

export type { DocumentType, Side } from '../calls.js';

export type StepName = 'DOCUMENT' | 'LIVENESS';

export type CameraFault =
  | 'CAMERA_DENIED'
  | 'CAMERA_MISSING'
  | 'CAMERA_IN_USE'
  | 'CAMERA_UNSUPPORTED'
  | 'CAMERA_FAILED';
export type FileFault = 'FILE_HEIC' | 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_NO_POSE';
// The documents that the client accepts of a country; null: of every country that has no entry.
export interface Accepted {
  readonly country: string | null;
  readonly types: readonly DocumentType[];
}
// Why no picture came of a camera or a file. No attempt is spent.
export type Fault = CameraFault | FileFault;

export interface StepFacts {
  readonly step: StepName;
  readonly done: boolean;
  readonly used: number;
  readonly required: readonly Side[];
  readonly captured: readonly Side[];
}

export interface Facts {
  readonly steps: readonly StepFacts[];
  // The step that the server expects next.
  readonly current: StepName | 'FINALIZE';
  // The result of a session that is complete; else null.
  readonly result: string | null;
  // The end of a session that is over without a result: EXPIRED or CANCELED; else null.
  readonly ended: string | null;
  readonly handedOff: boolean;
  // Whether this device offered the session to the one that has it.
  readonly canTakeBack: boolean;
  readonly consentNeeded: boolean;
  readonly documents: readonly Accepted[];
}

// The outcome of a submission, as far as the flow goes by it.
export interface Outcome {
  readonly ok: boolean;
  readonly step: StepName;
  // The reason first, then the other errors.
  readonly codes: readonly string[];
  readonly attemptsRemaining: number;
  readonly stepComplete: boolean;
  // For a document, the side that was sent.
  readonly side: Side | null;
}

function isStep(name: string): name is StepName {
  return name === 'DOCUMENT' || name === 'LIVENESS';
}

const documentTypes: readonly string[] = [
  'PASSPORT',
  'ID_CARD',
  'DRIVING_LICENSE',
  'RESIDENCE_PERMIT',
  'OTHER',
];

// The page has no words for the types of a later server.
function isType(name: string): name is DocumentType {
  return documentTypes.includes(name);
}

function sidesOf(names: readonly string[]): Side[] {
  return names.filter((name): name is Side => name === 'FRONT' || name === 'BACK');
}

export function factsOf(status: Status, info: CaptureInfo): Facts {
  const steps: StepFacts[] = [];
  for (const step of status.steps) {
    if (!isStep(step.step)) continue;
    steps.push({
      step: step.step,
      done: status.stepsCompleted.includes(step.step),
      used: step.attemptsUsed,
      required: sidesOf(step.requiredSides),
      captured: sidesOf(step.capturedSides),
    });
  }
  return {
    steps,
    current: isStep(status.currentStep) ? status.currentStep : 'FINALIZE',
    result: status.status === 'COMPLETED' ? status.resultStatus : null,
    ended: status.status === 'EXPIRED' || status.status === 'CANCELED' ? status.status : null,
    handedOff: status.handedOff === true,
    canTakeBack: status.canTakeBack === true,
    consentNeeded: info.consent !== null && !info.consentGiven,
    documents: info.documents
      .map(({ country = null, types }) => ({ country, types: types.filter(isType) }))
      .filter(({ types }) => types.length > 0),
  };
}

export function nextStep(facts: Facts): StepName | 'FINALIZE' {
  return facts.current;
}

// Returns whether somebody has begun already: then nobody is welcomed again.
export function isTouched(facts: Facts): boolean {
  return facts.steps.some((step) => step.used > 0 || step.done || step.captured.length > 0);
}

export function currentSide(facts: Facts): Side {
  const document = facts.steps.find((step) => step.step === 'DOCUMENT');
  return document?.captured.includes('FRONT') === true ? 'BACK' : 'FRONT';
}

export function afterOutcome(facts: Facts, outcome: Outcome): Facts {
  const steps = facts.steps.map((step): StepFacts => {
    if (step.step !== outcome.step) return step;
    const captured =
      outcome.ok && outcome.side !== null ? [...step.captured, outcome.side] : step.captured;
    return { ...step, captured, used: step.used + 1, done: step.done || outcome.stepComplete };
  });
  const open = steps.find((step) => !step.done);
  const current = outcome.stepComplete ? (open?.step ?? 'FINALIZE') : facts.current;
  return { ...facts, steps, current };
}

// Codes come in the order of the engine; the reason of the refusal comes first, and each code once.
// A front that is sent as the back also lacks what a back has, and only the reason helps the
// person.
function codesOf(outcome: StepOutcome): string[] {
  if (outcome.ok) return [];
  if (outcome.code === 'DOCUMENT_SAME_SIDE') return [outcome.code];
  const errors = outcome.issues.filter((issue) => issue.severity === 'ERROR');
  return [...new Set([outcome.code, ...errors.map((issue) => issue.code)])];
}

export function outcomeOf(answer: StepOutcome, side: Side | null): Outcome {
  return {
    ok: answer.ok,
    step: answer.step === 'LIVENESS' ? 'LIVENESS' : 'DOCUMENT',
    codes: codesOf(answer),
    attemptsRemaining: answer.attemptsRemaining,
    stepComplete: answer.stepComplete,
    side,
  };
}
