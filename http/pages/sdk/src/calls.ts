// The device's calls by their paths, with what they take and answer, as the server describes them.
import type { components, paths } from './generated/api.js';

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

export type DevicePath = Extract<keyof paths, `/api/sdk/${string}`>;

/** The JSON body of the call; null if the call takes none. */
export type BodyOf<Path extends DevicePath, Method extends Verb> = JsonBody<paths[Path][Method]>;

/** The JSON answer of the call with status 200. */
export type AnswerOf<Path extends DevicePath, Method extends Verb> = JsonAnswer<
  paths[Path][Method]
>;

/** The parts of a submission's form. */
export type FormOf<Path extends Extract<keyof paths, `/api/sdk/${string}`>> = FormBody<
  paths[Path]['post']
>;

export type StepOutcome = Schemas['StepOutcome'];
export type AcceptedStep = Schemas['AcceptedStep'];
/** How liveness ends for a person who cannot do it. */
export type EndedStep = Schemas['EndedStep'];
export type RefusedStep = Schemas['RefusedStep'];
export type Code = Schemas['Code'];
export type Problem = Schemas['Problem'];
export type Status = AnswerOf<'/api/sdk/status', 'get'>;
export type DocumentChallenge = AnswerOf<'/api/sdk/document/challenge', 'post'>;
export type LivenessChallenge = AnswerOf<'/api/sdk/liveness/challenge', 'post'>;
export type FinalizeOutcome = AnswerOf<'/api/sdk/finalize', 'post'>;
export type DocumentForm = FormOf<'/api/sdk/document'>;
export type LivenessForm = FormOf<'/api/sdk/liveness'>;
export type DocumentType = NonNullable<DocumentForm['documentType']>;
export type Side = NonNullable<DocumentForm['side']>;
/** The texts and rules that a page shows before and around the capture. */
export type CaptureInfo = AnswerOf<'/api/sdk/capture', 'get'>;
/** `numbers`: three, of which the person picks the one on the other screen; none for a link. */
export type Redeemed = AnswerOf<'/api/sdk/redeem', 'post'>;
/** `rows`: the modules of a QR code with its quiet zone, a text of 0 and 1 for each row. */
export type Handoff = AnswerOf<'/api/sdk/handoff', 'post'>;
export type Consented = AnswerOf<'/api/sdk/consent', 'post'>;
