// Made from the OpenAPI document by http/sdk/maker; not to be edited.

export const VERSION = '0.2.0';

/**
 * Members of answers that no log may show: credentials, links that carry one, and the data and
 * words of people.
 */
export const HIDDEN: readonly string[] = ['captureUrl', 'mrz', 'note', 'secret', 'sessionToken', 'withoutLook', 'words'];

export interface Session {
  sessionId: string;
  /** The credential for the device. */
  sessionToken: string;
  /**
   * Where a person opens the session in a browser; null if the server has no public URL, or the
   * client no links.
   */
  captureUrl: string | null;
  /** Of the token. */
  expiresAt: string;
  /** Of the link: until then it gives a device a new token. */
  linkExpiresAt: string;
  purpose:
    | 'FULL_CAPTURE'
    | 'DOCUMENT_VERIFICATION'
    | 'LIVENESS'
    | 'FACE_MATCH'
    | (string & Record<never, never>);
  sandbox: boolean;
}

export interface CreateSession {
  /** FULL_CAPTURE if it is absent. */
  purpose?: 'FULL_CAPTURE' | 'DOCUMENT_VERIFICATION' | 'LIVENESS' | 'FACE_MATCH' | undefined;
  /**
   * The backend's own name for the person, and no personal data: visible ASCII without a blank,
   * `@`, quotes, `\`, `<` and `>`.
   */
  userRef?: string | undefined;
  /**
   * The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
   * may be.
   */
  labels?: Record<string, string> | undefined;
  /** The web pages and the apps' pages that may use the session: scheme://host[:port] */
  originAllowlist?: string[] | undefined;
  /** Of the page, as BCP 47 has it: `de`, `pt`; without it that of the browser. */
  language?: string | undefined;
  /** The documents that the page offers: some of the client's own. */
  documents?: CreateSessionDocuments[] | undefined;
  /** Where the page leads the person at the end: one of the client's own addresses. */
  returnUrl?: string | undefined;
  /**
   * Seconds that the link lives, within the client's limit; without it as long as the token. A
   * device that opens the link gets a new token.
   */
  linkTtl?: number | undefined;
}

export interface CreateSessionDocuments {
  /** ISO 3166-1 alpha-2, in upper case; left out: every country. */
  country?: string | undefined;
  /** In the order of the page. */
  types: ('PASSPORT' | 'ID_CARD' | 'DRIVING_LICENSE' | 'RESIDENCE_PERMIT' | 'OTHER')[];
}

/** The same shape at every moment of a session. */
export interface Result {
  sessionId: string;
  /** As it was given to create. */
  userRef: string | null;
  /**
   * The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
   * may be.
   */
  labels: Record<string, string>;
  purpose:
    | 'FULL_CAPTURE'
    | 'DOCUMENT_VERIFICATION'
    | 'LIVENESS'
    | 'FACE_MATCH'
    | (string & Record<never, never>);
  sandbox: boolean;
  status:
    | 'CREATED'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'EXPIRED'
    | 'CANCELED'
    | (string & Record<never, never>);
  /** Why it ended without a finalize. */
  endReason:
    | 'NEVER_STARTED'
    | 'NOT_FINALIZED'
    | 'CANCELED'
    | (string & Record<never, never>)
    | null;
  /** What counts: the decision of a review, else what the machine said. */
  resultStatus:
    | 'PENDING'
    | 'PASSED'
    | 'FAILED'
    | 'REVIEW'
    | 'NOT_EVALUATED'
    | 'RESUBMITTED'
    | (string & Record<never, never>);
  /** What the machine said, for ever; null until then. */
  automaticResult:
    | 'PENDING'
    | 'PASSED'
    | 'FAILED'
    | 'REVIEW'
    | 'NOT_EVALUATED'
    | 'RESUBMITTED'
    | (string & Record<never, never>)
    | null;
  /** The decision of people; null until there is one. */
  review: ResultReview | null;
  /** The session whose review asked for this one. */
  predecessor: string | null;
  /** The session in which the person is asked to capture again. */
  successor: string | null;
  /** The link of the successor; only in the answer to the decision that asks again. */
  captureUrl?: string | undefined;
  /** A text for people. */
  detail: string;
  /** The machine's; none if it passed. */
  reasons: Code[];
  createdAt: string;
  startedAt: string | null;
  /** When it ended, however it ended. */
  completedAt: string | null;
  expiresAt: string;
  /** The checks that count. */
  checks: ResultChecks[];
  /** The judged submissions. */
  attempts: ResultAttempts[];
  document: ResultDocument;
  /** Null if the purpose has no liveness. */
  liveness: ResultLiveness | null;
  files: ResultFiles;
  /** The client's text that the person consented to last. */
  consent: ResultConsent | null;
  /** The engine of the last judgement. */
  engine: ResultEngine;
  /** The engine that judged each part. */
  engines: ResultEngines[];
  log: ResultLog;
}

export interface ResultReview {
  /** The one that counts. */
  decision: 'PASSED' | 'FAILED' | 'RESUBMIT' | (string & Record<never, never>);
  /** Codes: the console's, or the client's own. */
  reasons: string[];
  /** When the review was settled. */
  decidedAt: string;
  /** If the decision is a correction. */
  correctedAt: string | null;
  /** Those who are named; of a correction, who corrected. */
  reviewers: string[];
  /** Whether each of them signed the decision. */
  signed: boolean;
  /** The decisions that corrections have replaced, the oldest first; at most the last 16. */
  earlier: ResultReviewEarlier[];
  /** Null once the files are purged. */
  note: string | null;
  /**
   * Why the reviewer decided without a look at each picture; null if there was one, and once the
   * files are purged.
   */
  withoutLook: string | null;
  /** Of RESUBMIT: what the person captures again. */
  steps: ('DOCUMENT' | 'LIVENESS' | (string & Record<never, never>))[];
  /** The client's sentence that the person gets; null if none was chosen. */
  told: ResultReviewTold | null;
}

export interface ResultReviewEarlier {
  decision: 'PASSED' | 'FAILED' | 'RESUBMIT' | (string & Record<never, never>);
  reasons: string[];
  decidedAt: string;
  reviewers: string[];
  signed: boolean;
}

export interface ResultReviewTold {
  /** By which it is chosen. */
  name: string;
  /** Plain text for the person. */
  sentence: string;
}

/** Why something was refused, remarked on or not done. */
export type Code =
  | 'DOCUMENT_UNREADABLE'
  | 'DOCUMENT_BLURRY'
  | 'DOCUMENT_GLARE'
  | 'DOCUMENT_TOO_DARK'
  | 'DOCUMENT_TOO_BRIGHT'
  | 'DOCUMENT_LOW_RESOLUTION'
  | 'DOCUMENT_NOISY'
  | 'DOCUMENT_NOT_FOUND'
  | 'DOCUMENT_CROPPED'
  | 'DOCUMENT_TOO_SMALL'
  | 'DOCUMENT_OBSCURED'
  | 'DOCUMENT_NO_PORTRAIT'
  | 'DOCUMENT_NOT_RECOGNIZED'
  | 'DOCUMENT_COPY'
  | 'DOCUMENT_MRZ_NOT_FOUND'
  | 'DOCUMENT_MRZ_INVALID'
  | 'DOCUMENT_BARCODE_NOT_FOUND'
  | 'DOCUMENT_EXPIRED'
  | 'DOCUMENT_TYPE_MISMATCH'
  | 'DOCUMENT_DATA_MISMATCH'
  | 'DOCUMENT_DUPLICATE_IMAGE'
  | 'DOCUMENT_SAME_SIDE'
  | 'DOCUMENT_SIDE_MISMATCH'
  | 'LIVENESS_UNREADABLE'
  | 'LIVENESS_TOO_FEW_FRAMES'
  | 'LIVENESS_FRAMES_IDENTICAL'
  | 'LIVENESS_FRAMES_REUSED'
  | 'LIVENESS_BLURRY'
  | 'LIVENESS_TOO_DARK'
  | 'LIVENESS_TOO_BRIGHT'
  | 'LIVENESS_LOW_RESOLUTION'
  | 'LIVENESS_NO_FACE'
  | 'LIVENESS_MULTIPLE_FACES'
  | 'LIVENESS_FACE_TOO_SMALL'
  | 'LIVENESS_FACE_OFF_CENTER'
  | 'LIVENESS_FACE_CHANGED'
  | 'LIVENESS_ACTION_NOT_PERFORMED'
  | 'LIVENESS_NOT_LIVE'
  | 'DOCUMENT_ATTEMPTS_EXHAUSTED'
  | 'LIVENESS_ATTEMPTS_EXHAUSTED'
  | 'LIVENESS_NOT_POSSIBLE'
  | 'CHECK_NOT_AVAILABLE'
  | 'CHECK_NOT_REQUIRED'
  | 'FACE_MISMATCH'
  | 'FACE_NOT_COMPARABLE'
  | (string & Record<never, never>);

export interface ResultChecks {
  check: Check;
  status: 'PASSED' | 'FAILED' | 'WARNING' | 'NOT_PERFORMED' | (string & Record<never, never>);
  /** Why the check did not pass. */
  code: Code | null;
  /** The measured value. */
  value: number | null;
  /** The level for the value. */
  threshold: number | null;
  /** The side of the document. */
  side: 'FRONT' | 'BACK' | (string & Record<never, never>) | null;
  /** The frame that shows it. */
  frame: number | null;
  /** The engine, if another than the part's. */
  engine: string | null;
}

/** One thing that is checked. */
export type Check =
  | 'DOCUMENT_DECODING'
  | 'DOCUMENT_RESOLUTION'
  | 'DOCUMENT_DETECTION'
  | 'DOCUMENT_LIGHT'
  | 'DOCUMENT_FRAMING'
  | 'DOCUMENT_SIZE'
  | 'DOCUMENT_SHARPNESS'
  | 'DOCUMENT_DETAIL'
  | 'DOCUMENT_OVEREXPOSURE'
  | 'DOCUMENT_GLARE'
  | 'DOCUMENT_VISIBILITY'
  | 'DOCUMENT_NOISE'
  | 'DOCUMENT_PRINT'
  | 'DOCUMENT_BARCODE'
  | 'DOCUMENT_MRZ'
  | 'DOCUMENT_MRZ_CHECK_DIGITS'
  | 'DOCUMENT_TYPE'
  | 'DOCUMENT_SIDE'
  | 'DOCUMENT_MRZ_DATES'
  | 'DOCUMENT_EXPIRY'
  | 'DOCUMENT_PORTRAIT'
  | 'DOCUMENT_RECOGNITION'
  | 'DOCUMENT_COPY'
  | 'DOCUMENT_DATA'
  | 'DOCUMENT_REUSE'
  | 'DOCUMENT_AUTHENTICITY'
  | 'LIVENESS_FRAME_COUNT'
  | 'LIVENESS_DECODING'
  | 'LIVENESS_DISTINCT_FRAMES'
  | 'LIVENESS_RESOLUTION'
  | 'LIVENESS_LIGHT'
  | 'LIVENESS_SHARPNESS'
  | 'LIVENESS_OVEREXPOSURE'
  | 'LIVENESS_FACE'
  | 'LIVENESS_FACE_COUNT'
  | 'LIVENESS_FACE_SIZE'
  | 'LIVENESS_FACE_POSITION'
  | 'LIVENESS_FACE_CONTINUITY'
  | 'LIVENESS_SAME_FACE'
  | 'LIVENESS_LOOK_STRAIGHT'
  | 'LIVENESS_TURN_LEFT'
  | 'LIVENESS_TURN_RIGHT'
  | 'LIVENESS_TILT_LEFT'
  | 'LIVENESS_TILT_RIGHT'
  | 'LIVENESS_MOVE_CLOSER'
  | 'LIVENESS_LOOK_UP'
  | 'LIVENESS_LOOK_DOWN'
  | 'LIVENESS_BLINK'
  | 'LIVENESS_SMILE'
  | 'LIVENESS_OPEN_MOUTH'
  | 'LIVENESS_PRESENTATION_ATTACK'
  | 'LIVENESS_PRESENTATION'
  | 'FACE_MATCH_PORTRAIT'
  | 'FACE_MATCH_PERSON'
  | 'FACE_MATCH'
  | 'FACE_MATCH_THROUGHOUT'
  | 'SANDBOX_DOCUMENT'
  | 'SANDBOX_LIVENESS'
  | 'SANDBOX_RESULT'
  | (string & Record<never, never>);

export interface ResultAttempts {
  step: 'DOCUMENT' | 'LIVENESS' | (string & Record<never, never>);
  /** The side of the document. */
  side: 'FRONT' | 'BACK' | (string & Record<never, never>) | null;
  /** Counts the side or liveness. */
  attempt: number;
  at: string;
  ok: boolean;
  /** Why the attempt was refused. */
  code: Code | null;
}

export interface ResultDocument {
  /** As the device declared it. */
  documentType:
    | 'PASSPORT'
    | 'ID_CARD'
    | 'DRIVING_LICENSE'
    | 'RESIDENCE_PERMIT'
    | 'OTHER'
    | (string & Record<never, never>)
    | null;
  sidesCaptured: ('FRONT' | 'BACK' | (string & Record<never, never>))[];
  /** The values of the machine-readable zone, only for clients with that permission. */
  mrz: ResultDocumentMrz | null;
  /** The values of the bar code, for the same clients. */
  barcode: ResultDocumentBarcode | null;
  /** What stands in the print of what the zone or the bar code states, for the same clients. */
  printed: ResultDocumentPrinted | null;
}

export interface ResultDocumentMrz {
  side: 'FRONT' | 'BACK' | (string & Record<never, never>);
  documentCode: string | null;
  issuer: string | null;
  documentNumber: string | null;
  /** As much of YYYY-MM-DD as is known. */
  birthDate: string | null;
  /** The zone states two digits of the year: the person may be a century older. */
  birthCentury?: 'YOUNGEST_POSSIBLE' | (string & Record<never, never>) | undefined;
  /** As much of YYYY-MM-DD as is stated; null: nothing is, or the document says never. */
  expiryDate: string | null;
  nationality: string | null;
  sex: string | null;
  surname: string | null;
  givenNames: string | null;
  /** The members that are stated and that check digits prove. */
  proven: string[];
}

export interface ResultDocumentBarcode {
  side: 'FRONT' | 'BACK' | (string & Record<never, never>);
  documentNumber: string | null;
  /** YYYY-MM-DD. */
  birthDate: string | null;
  /** YYYY-MM-DD; null: not stated, or the card says never. */
  expiryDate: string | null;
  surname: string | null;
  givenNames: string | null;
}

export interface ResultDocumentPrinted {
  /** The side with whose picture the print was compared. */
  side: 'FRONT' | 'BACK' | (string & Record<never, never>);
  documentNumber: string | null;
  /** YYYY-MM-DD. */
  birthDate: string | null;
  /** YYYY-MM-DD. */
  expiryDate: string | null;
}

export interface ResultLiveness {
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'NOT_POSSIBLE' | (string & Record<never, never>);
  /** The person's own words, if they cannot perform the actions; null once the files are purged. */
  words: string | null;
}

export interface ResultFiles {
  /** The number of files. */
  stored: number;
  /** Whether the bytes of the files are deleted. */
  purged: boolean;
  /** When retention deletes the bytes. */
  purgeAt: string | null;
}

export interface ResultConsent {
  /** The operator's name for the text. */
  version: string;
  /** Of the text. */
  sha256: string;
  givenAt: string;
}

/** The engine of the last judgement. */
export interface ResultEngine {
  name: string | null;
  version: string | null;
  /** The hash of the threshold set. */
  thresholds: string | null;
  /** The models that the operator gave. */
  models: ResultEngineModels[];
}

export interface ResultEngineModels {
  name: string;
  sha256: string;
}

export interface ResultEngines {
  /** A side, LIVENESS or FINALIZE. */
  part: string;
  name: string | null;
  version: string | null;
  /** The hash of the threshold set. */
  thresholds: string | null;
  /** The models that the operator gave. */
  models: ResultEnginesModels[];
}

export interface ResultEnginesModels {
  name: string;
  sha256: string;
}

export interface ResultLog {
  /** The sequence of the session's last event. */
  lastSequence: number;
}

export type Documents = Document[];

export interface Document {
  id: string;
  kind: 'DOCUMENT' | 'SELFIE' | (string & Record<never, never>);
  /** The side of a document. */
  side: 'FRONT' | 'BACK' | (string & Record<never, never>) | null;
  /** Counts its kind. */
  seq: number;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | (string & Record<never, never>);
  sizeBytes: number;
  /** The hash of the bytes received. */
  sha256: string;
  createdAt: string;
  /** Whether its bytes are deleted. */
  purged: boolean;
}

export interface CaptureLink {
  sessionId: string;
  /** The link that opens the session; null if it was taken back. */
  captureUrl: string | null;
  linkExpiresAt: string | null;
}

export interface RenewLink {
  /** Seconds that the link lives, within the client's limit; without it as long as a token. */
  linkTtl?: number | undefined;
}

export interface Person {
  userRef: string;
  /** The sessions, the newest first. */
  items: PersonItems[];
  /** Pass it as `after`; null at the end. */
  next: string | null;
}

export interface PersonItems {
  result: Result;
  documents: Documents;
  /** Whether a legal hold keeps the files. */
  held: boolean;
  /** When the files were erased. */
  purgedAt: string | null;
  /** How often files were downloaded. */
  downloads: number;
}

export interface ErasedPerson {
  /** The number of `sessions`. */
  erased: number;
  /** Sessions that a legal hold keeps. */
  held: string[];
  /**
   * Those whose files are gone, by this call or an earlier one, so that a repeated call is answered
   * the same.
   */
  sessions: string[];
  /** Pass it as `after` in the next call, which erases the next sessions; null at the end. */
  next: string | null;
}

export interface ErasePerson {
  /** As it was given to create. */
  userRef: string;
  /** Why, for the log, which keeps it for ever; no personal data. */
  reason: string;
  /** The `next` of the answer before; without it the newest sessions come first. */
  after?: string | undefined;
}

export interface Timeline {
  sessionId: string;
  sandbox: boolean;
  events: Event[];
}

/** The event as stored in the log, without its sealed part. */
export interface Event {
  /** In the log. */
  sequence: number;
  stream: string;
  /** In the stream. */
  version: number;
  /** The leaf hash of the stream's event before; empty for the first. */
  previous: string;
  at: string;
  type: EventType;
  typeVersion: number;
  /** On whose behalf it happened. */
  actor: EventActor;
  requestId: string;
  /** Of a request with an Idempotency-Key. */
  idempotency?: Record<string, unknown> | undefined;
  /** The members of the type. */
  data: Record<string, unknown>;
}

/** What happened. */
export type EventType =
  | 'SessionCreated'
  | 'ChallengeIssued'
  | 'NonceConsumed'
  | 'DocumentAccepted'
  | 'DocumentRejected'
  | 'LivenessAccepted'
  | 'LivenessRejected'
  | 'SessionFinalized'
  | 'SessionExpired'
  | 'SessionCanceled'
  | 'DocumentsDownloaded'
  | 'FilesPurged'
  | 'HoldSet'
  | 'HoldReleased'
  | 'ClientRegistered'
  | 'ClientChanged'
  | 'SecretAdded'
  | 'SecretRevoked'
  | 'ClientDisabled'
  | 'KeyDestroyed'
  | 'MasterKeyRotated'
  | 'ThresholdsRecorded'
  | 'DocumentValuesRead'
  | 'LeavesReserved'
  | 'KeyPunctured'
  | 'LivenessNotPossible'
  | 'HandoffOffered'
  | 'HandoffRefused'
  | 'DeviceJoined'
  | 'CapturePageChanged'
  | 'ClientLogoChanged'
  | 'ConsentTextChanged'
  | 'ConsentGiven'
  | 'ReviewClaimed'
  | 'ReviewReleased'
  | 'ImageViewed'
  | 'ReviewDecided'
  | 'ReviewCorrected'
  | 'ReviewerRegistered'
  | 'ReviewerChanged'
  | 'ReviewerLinkMade'
  | 'ReviewerKeyAdded'
  | 'ReviewerKeyRevoked'
  | 'ReviewerDisabled'
  | 'ReviewerLoggedIn'
  | 'WebhookRegistered'
  | 'WebhookChanged'
  | 'WebhookSecretRotated'
  | 'WebhookDisabled'
  | 'WebhookEnabled'
  | 'WebhookReplayed'
  | 'WebhookDeleted'
  | 'WebhookProven'
  | 'HandoffTakenBack'
  | 'LinkRenewed'
  | 'LinkTakenBack'
  | 'WebhookTested'
  | 'LogBegun'
  | 'ClientClosed'
  | 'ReviewOverdue'
  | 'ReviewAssigned'
  | 'ReviewUnassigned'
  | 'ReviewHandedOver'
  | (string & Record<never, never>);

/** On whose behalf it happened. */
export interface EventActor {
  kind: 'CLIENT' | 'DEVICE' | 'OPERATOR' | 'SWEEP' | 'REVIEWER' | (string & Record<never, never>);
  /** Which one of its kind. */
  ref: string;
}

/** A page may have fewer items than the limit, and none, while `next` is there. */
export interface SessionPage {
  /** The newest first. */
  items: SessionPageItems[];
  /** Pass it as `after` for what comes behind this page; null at the end of the list. */
  next: string | null;
}

export interface SessionPageItems {
  sessionId: string;
  /** As it was given to create. */
  userRef: string | null;
  /**
   * The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
   * may be.
   */
  labels: Record<string, string>;
  purpose:
    | 'FULL_CAPTURE'
    | 'DOCUMENT_VERIFICATION'
    | 'LIVENESS'
    | 'FACE_MATCH'
    | (string & Record<never, never>);
  status:
    | 'CREATED'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'EXPIRED'
    | 'CANCELED'
    | (string & Record<never, never>);
  /** What counts: the decision of a review, else what the machine said. */
  resultStatus:
    | 'PENDING'
    | 'PASSED'
    | 'FAILED'
    | 'REVIEW'
    | 'NOT_EVALUATED'
    | 'RESUBMITTED'
    | (string & Record<never, never>);
  /** The machine's; none if it passed. */
  reasons: Code[];
  createdAt: string;
  /** When it ended, however it ended; null while it is open. */
  completedAt: string | null;
  sandbox: boolean;
}

/** Pass `next` as `after` to go on from here. */
export interface EventPage {
  sandbox: boolean;
  events: Event[];
  /** The last event of this page. */
  next: number;
}

/** Pass `next` as `after` to go on from here. */
export interface ReviewPage {
  sandbox: boolean;
  /** The oldest first. */
  reviews: ReviewPageReviews[];
  /** The last session of this page. */
  next: number;
}

export interface ReviewPageReviews {
  sessionId: string;
  purpose:
    | 'FULL_CAPTURE'
    | 'DOCUMENT_VERIFICATION'
    | 'LIVENESS'
    | 'FACE_MATCH'
    | (string & Record<never, never>);
  /** As it was given to create. */
  userRef: string | null;
  /**
   * The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
   * may be.
   */
  labels: Record<string, string>;
  /** Why the machine asks. */
  reasons: Code[];
  /** Since when it waits. */
  completedAt: string;
  /** The number of opinions given so far. */
  opinions: number;
}

export interface DecideReview {
  decision: 'PASSED' | 'FAILED' | 'RESUBMIT';
  /** Codes, each once; the console's or your own. RESUBMIT needs none. */
  reasons?: string[] | undefined;
  /** A text for people, which is erased with the session's files. */
  note?: string | undefined;
  /**
   * Your name for who decides, and no personal data; needed if the client's decisions need two
   * reviewers.
   */
  reviewer?: string | undefined;
  /** Of RESUBMIT: what the person captures again. */
  steps?: ('DOCUMENT' | 'LIVENESS')[] | undefined;
  /**
   * Of RESUBMIT: a text to the person, which the page shows first; it is erased with the new
   * session's files.
   */
  words?: string | undefined;
  /** The name of one of your sentences for people, which the person gets. */
  tell?: string | undefined;
}

export interface Webhooks {
  webhooks: Webhook[];
}

export interface Webhook {
  id: string;
  url: string;
  /** Those that are sent; none: all. */
  types: ('session.created' | 'session.step' | 'session.completed' | 'session.reviewed' | 'session.expired' | 'session.canceled' | 'session.purged' | 'session.resubmitted' | 'review.overdue' | (string & Record<never, never>))[];
  /**
   * Nothing but challenges is sent until the address has answered one, which makes the webhook
   * active.
   */
  state: 'PENDING' | 'ACTIVE' | 'DISABLED' | (string & Record<never, never>);
  enabled: boolean;
  disabledReason:
    | 'REQUESTED'
    | 'EXHAUSTED'
    | 'GONE'
    | 'UNPROVEN'
    | (string & Record<never, never>)
    | null;
  createdAt: string;
  /** Until then the secret before the last rotation signs too. */
  oldSecretUntil: string | null;
  /** Verifies the signatures `v1a`: `whpk_` and an Ed25519 key in base64. */
  publicKey: string;
  deliveries: WebhookDeliveries;
}

export interface WebhookDeliveries {
  /** Whether the last attempt failed. */
  failing: boolean;
  /** Events that wait for their delivery, 256 at most; more follow when there is room. */
  outstanding: number;
  /** The time of the oldest of them. */
  oldest: string | null;
}

export interface WebhookWithSecret {
  id: string;
  url: string;
  /** Those that are sent; none: all. */
  types: ('session.created' | 'session.step' | 'session.completed' | 'session.reviewed' | 'session.expired' | 'session.canceled' | 'session.purged' | 'session.resubmitted' | 'review.overdue' | (string & Record<never, never>))[];
  /**
   * Nothing but challenges is sent until the address has answered one, which makes the webhook
   * active.
   */
  state: 'PENDING' | 'ACTIVE' | 'DISABLED' | (string & Record<never, never>);
  /** Verifies the signatures `v1`. No later answer has it. */
  secret: string;
  /** Verifies the signatures `v1a`: `whpk_` and an Ed25519 key in base64. */
  publicKey: string;
}

export interface NewWebhook {
  /** Where events are sent: https, without a user and a fragment. */
  url: string;
  /** The types that are sent; without any all, those to come included. */
  types?: ('session.created' | 'session.step' | 'session.completed' | 'session.reviewed' | 'session.expired' | 'session.canceled' | 'session.purged' | 'session.resubmitted' | 'review.overdue')[] | undefined;
}

export interface ChangedWebhook {
  url?: string | undefined;
  /** An empty list is all types. */
  types?: ('session.created' | 'session.step' | 'session.completed' | 'session.reviewed' | 'session.expired' | 'session.canceled' | 'session.purged' | 'session.resubmitted' | 'review.overdue')[] | undefined;
  /** False: nothing is sent. True: what was not sent since then is. */
  enabled?: boolean | undefined;
}

export interface DeletedWebhook {
  id: string;
}

export interface WebhookReplay {
  /** Every event after this one of the log is sent again, with the same id. */
  after: number;
}

export interface WebhookRotation {
  /** Whether the secret before stops signing at once, instead of after 24 hours. */
  revokeOld?: boolean | undefined;
}

/** A webhook's address is sent this before any event. */
export interface WebhookChallenge {
  type: string;
  /** Of this attempt. */
  timestamp: string;
  data: WebhookChallengeData;
}

export interface WebhookChallengeData {
  /** To be answered, alone or as the member `challenge`. */
  challenge: string;
}

/** What a receiver is sent as a test. */
export interface WebhookTest {
  type: string;
  /** Of the event that asked for the test. */
  timestamp: string;
  data: WebhookTestData;
}

export interface WebhookTestData {
  /** Always: it is about no session. */
  test: boolean;
  webhook: string;
  /** Of the event that asked for the test. */
  log: WebhookTestDataLog;
}

/** Of the event that asked for the test. */
export interface WebhookTestDataLog {
  /** The event's leaf in the log's tree, from 0. */
  index: number;
  /** The size of the smallest tree that has the event. */
  size: number;
}

/** What a receiver is sent: ids and statuses. */
export interface WebhookMessage {
  type:
    | 'session.created'
    | 'session.step'
    | 'session.completed'
    | 'session.reviewed'
    | 'session.expired'
    | 'session.canceled'
    | 'session.purged'
    | 'session.resubmitted'
    | 'review.overdue'
    | (string & Record<never, never>);
  /** Of the event. */
  timestamp: string;
  data: WebhookMessageData;
}

export interface WebhookMessageData {
  sessionId: string;
  /** Of a sandbox client: no person was verified. */
  sandbox: boolean;
  /** Of the session, after the event. */
  status:
    | 'CREATED'
    | 'IN_PROGRESS'
    | 'COMPLETED'
    | 'EXPIRED'
    | 'CANCELED'
    | (string & Record<never, never>);
  /** Of a session that is completed or reviewed. */
  resultStatus?:
    | 'PENDING'
    | 'PASSED'
    | 'FAILED'
    | 'REVIEW'
    | 'NOT_EVALUATED'
    | 'RESUBMITTED'
    | (string & Record<never, never>) | undefined;
  /** Of session.step: the one that was submitted. */
  step?: 'DOCUMENT' | 'LIVENESS' | (string & Record<never, never>) | undefined;
  /** Of session.step: whether it was accepted. */
  ok?: boolean | undefined;
  /** Of session.created: the session whose review asked for this one. */
  predecessor?: string | undefined;
  /** Of session.resubmitted: the session in which the person captures again. */
  successor?: string | undefined;
  /** With the index, GET /api/svc/session/{sessionId}/receipt proves what is told here. */
  log: WebhookMessageDataLog;
}

/** With the index, GET /api/svc/session/{sessionId}/receipt proves what is told here. */
export interface WebhookMessageDataLog {
  /** The event's leaf in the log's tree, from 0. */
  index: number;
  /** The size of the smallest tree that has the event. */
  size: number;
}

/** RFC 9457, with the members that the code adds. */
export interface Problem {
  type: string;
  /** The same for every problem of the code. */
  title: string;
  status: number;
  /** An explanation for people. */
  detail: string;
  ok: false;
  code:
    | 'SVC_INVALID_JSON'
    | 'SVC_INVALID_PARAMETER'
    | 'SVC_INVALID_MULTIPART'
    | 'SVC_MISSING_PART'
    | 'SVC_TOO_MANY_FRAMES'
    | 'SVC_WEBHOOK_FORBIDDEN_ADDRESS'
    | 'SVC_CHALLENGE_INVALID'
    | 'SVC_CLIENT_MISSING'
    | 'SVC_CLIENT_AUTH_FAILED'
    | 'SVC_UNKNOWN_PURPOSE'
    | 'SVC_SCOPE_DENIED'
    | 'SVC_SESSION_INVALID'
    | 'SVC_REVIEWER_LOGIN_REQUIRED'
    | 'SVC_ORIGIN_NOT_ALLOWED'
    | 'SVC_FORBIDDEN'
    | 'SVC_REVIEW_FORBIDDEN'
    | 'SVC_REVIEW_LOGIN_FAILED'
    | 'SVC_NOT_FOUND'
    | 'SVC_METHOD_NOT_ALLOWED'
    | 'SVC_NOT_ACCEPTABLE'
    | 'SVC_STEP_OUT_OF_SEQUENCE'
    | 'SVC_ATTEMPTS_EXHAUSTED'
    | 'SVC_SESSION_NOT_ACTIVE'
    | 'SVC_HANDED_OFF'
    | 'SVC_HANDOFF_UNAVAILABLE'
    | 'SVC_LEGAL_HOLD'
    | 'SVC_CONFLICT'
    | 'SVC_IDEMPOTENCY_CONFLICT'
    | 'SVC_CONSENT_OUTDATED'
    | 'SVC_REVIEW_NOT_PENDING'
    | 'SVC_REVIEW_NOT_DECIDED'
    | 'SVC_REVIEW_CLAIMED'
    | 'SVC_REVIEW_TAKEN_OVER'
    | 'SVC_REVIEW_ASSIGNED'
    | 'SVC_REVIEW_HANDED_OVER'
    | 'SVC_REVIEW_TOO_MANY_ASSIGNED'
    | 'SVC_REVIEWER_NOT_ELIGIBLE'
    | 'SVC_REVIEW_CHANGED'
    | 'SVC_REVIEW_SIGNATURE_INVALID'
    | 'SVC_REVIEW_UNSIGNED'
    | 'SVC_REVIEW_NOT_LOOKED_AT'
    | 'SVC_REVIEW_LOOKS_ONLY'
    | 'SVC_REVIEW_CORRECTION_FORBIDDEN'
    | 'SVC_REVIEW_CORRECTION_NEEDS_TWO'
    | 'SVC_REVIEW_OPINION_GIVEN'
    | 'SVC_FILES_PURGED'
    | 'SVC_PAYLOAD_TOO_LARGE'
    | 'SVC_UNSUPPORTED_MEDIA_TYPE'
    | 'SVC_IDEMPOTENCY_MISMATCH'
    | 'SVC_PICTURE_NOT_SHOWN'
    | 'SVC_RATE_LIMITED'
    | 'SVC_QUOTA_EXCEEDED'
    | 'SVC_BAD_REQUEST'
    | 'SVC_REQUEST_TIMEOUT'
    | 'SVC_URI_TOO_LONG'
    | 'SVC_EXPECTATION_FAILED'
    | 'SVC_HEADERS_TOO_LARGE'
    | 'SVC_INTERNAL'
    | 'SVC_NOT_IMPLEMENTED'
    | 'SVC_UNAVAILABLE'
    | 'SVC_VERSION_NOT_SUPPORTED'
    | (string & Record<never, never>);
  requestId: string;
  /** The member, part or parameter that is wrong. */
  field?: string | undefined;
  /** Of the nonce. */
  reason?: 'EXPIRED' | 'ALREADY_USED' | 'UNKNOWN' | (string & Record<never, never>) | undefined;
  /** Why a link that was good opens nothing now. */
  link?:
    | 'COMPLETED'
    | 'EXPIRED'
    | 'CANCELED'
    | 'IN_USE'
    | 'TAKEN_BACK'
    | (string & Record<never, never>) | undefined;
  /** Of a link whose capture people decided: the client's sentence for the person. */
  told?: string | undefined;
  currentStep?: 'DOCUMENT' | 'LIVENESS' | 'FINALIZE' | (string & Record<never, never>) | undefined;
  limitBytes?: number | undefined;
  /** The pictures that the reviewer has not looked at. */
  notLookedAt?: string[] | undefined;
  retryAfterSeconds?: number | undefined;
}

/** The query of getPerson. */
export interface GetPersonQuery {
  /** Entries in the answer, at most. */
  limit?: number | undefined;
  /** Only sessions with exactly this userRef. */
  userRef?: string | undefined;
  /** The `next` of an earlier page. */
  after?: string | undefined;
}

/** The query of listSessions. */
export interface ListSessionsQuery {
  /** Entries in the answer, at most. */
  limit?: number | undefined;
  /** Only sessions with exactly this userRef. */
  userRef?: string | undefined;
  /** Only sessions that have this status now. */
  status?: 'CREATED' | 'IN_PROGRESS' | 'COMPLETED' | 'EXPIRED' | 'CANCELED' | undefined;
  /** Only sessions that have this result now. */
  resultStatus?:
    | 'PENDING'
    | 'PASSED'
    | 'FAILED'
    | 'REVIEW'
    | 'NOT_EVALUATED'
    | 'RESUBMITTED' | undefined;
  /** Only sessions of this purpose. */
  purpose?: 'FULL_CAPTURE' | 'DOCUMENT_VERIFICATION' | 'LIVENESS' | 'FACE_MATCH' | undefined;
  /** Only sessions that were created at this time or later. */
  createdFrom?: string | undefined;
  /** Only sessions that were created before this time. */
  createdTo?: string | undefined;
  /** Only sessions that ended at this time or later, however they ended. */
  completedFrom?: string | undefined;
  /** Only sessions that ended before this time, however they ended. */
  completedTo?: string | undefined;
  /** Only sessions with this code among the machine's reasons. */
  reason?: string | undefined;
  /**
   * Only sessions with each of these labels. Each member is a parameter of its own, `label.` and
   * the key: `label.shop=berlin`.
   */
  labels?: Record<string, string> | undefined;
  /**
   * Only sessions of the sandbox (true), or of persons (false). A client has only one kind; without
   * the parameter its own.
   */
  sandbox?: boolean | undefined;
  /** The `next` of an earlier page. */
  after?: string | undefined;
}

/** The query of getEvents. */
export interface GetEventsQuery {
  /** The `next` of an earlier page. */
  after?: number | undefined;
  /** Entries in the answer, at most. */
  limit?: number | undefined;
  /** Seconds to wait for an event if there is none yet, from 0 to 30: `25` or `25s`. */
  wait?: string | undefined;
}

/** The query of getReviews. */
export interface GetReviewsQuery {
  /** The `next` of an earlier page. */
  after?: number | undefined;
  /** Entries in the answer, at most. */
  limit?: number | undefined;
}

/** The query of getReceipt. */
export interface GetReceiptQuery {
  /**
   * Of the event, from 0, as in Svc-Log-Receipt; without it the one that finalized the session, or
   * the last.
   */
  index?: number | undefined;
}
