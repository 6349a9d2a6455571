// The device's calls by their paths, with what they take and answer, as the server describes them.
import type { components, paths } from './api.js';
import type { ComingCalls, ComingOfChallenge, ComingOfStatus } from './calls-to-come.js';

type Schemas = components['schemas'];

type Verb = 'get' | 'post';

type JsonAnswer<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Answer } } };
}
  ? Answer
  : never;

type JsonBody<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : null;

type FormBody<Operation> = Operation extends {
  requestBody: { content: { 'multipart/form-data': infer Body } };
}
  ? Body
  : never;

export type DevicePath = Extract<keyof paths | keyof ComingCalls, `/api/sdk/${string}`>;

/** What the call takes as JSON; null if it takes nothing. */
export type BodyOf<Path extends DevicePath, Method extends Verb> = Path extends keyof paths
  ? JsonBody<paths[Path][Method]>
  : Path extends keyof ComingCalls
    ? ComingCalls[Path] extends Record<Method, { body: infer Body }>
      ? Body
      : never
    : never;

/** What the call answers with status 200. */
export type AnswerOf<Path extends DevicePath, Method extends Verb> = Path extends keyof paths
  ? JsonAnswer<paths[Path][Method]>
  : Path extends keyof ComingCalls
    ? ComingCalls[Path] extends Record<Method, { answer: infer Answer }>
      ? Answer
      : never
    : never;

/** The parts of a submission's form. */
export type FormOf<Path extends Extract<keyof paths, `/api/sdk/${string}`>> = FormBody<
  paths[Path]['post']
>;

export type StepOutcome = Schemas['StepOutcome'];
export type AcceptedStep = Schemas['AcceptedStep'];
export type RefusedStep = Schemas['RefusedStep'];
export type Code = Schemas['Code'];
export type Problem = Schemas['Problem'];
export type Status = AnswerOf<'/api/sdk/status', 'get'> & ComingOfStatus;
export type DocumentChallenge = AnswerOf<'/api/sdk/document/challenge', 'post'> & ComingOfChallenge;
export type LivenessChallenge = AnswerOf<'/api/sdk/liveness/challenge', 'post'> & ComingOfChallenge;
export type FinalizeOutcome = AnswerOf<'/api/sdk/finalize', 'post'>;
export type DocumentForm = FormOf<'/api/sdk/document'>;
export type LivenessForm = FormOf<'/api/sdk/liveness'>;
export type DocumentType = NonNullable<DocumentForm['documentType']>;
export type Side = NonNullable<DocumentForm['side']>;
/** What a page shows before and around the capture. */
export type CaptureInfo = AnswerOf<'/api/sdk/capture', 'get'>;
/** `numbers`: three, of which the person picks the one on the other screen; none for a link. */
export type Redeemed = AnswerOf<'/api/sdk/redeem', 'post'>;
/** `rows`: the modules of a QR code with its quiet zone, a text of 0 and 1 for each row. */
export type Handoff = AnswerOf<'/api/sdk/handoff', 'post'>;
export type Consented = AnswerOf<'/api/sdk/consent', 'post'>;
