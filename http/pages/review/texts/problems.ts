// The text that explains why a call has failed. The codes that only a fault of the page can cause
// share one text.
import type { Key } from './texts.js';

const byCode: Readonly<Record<string, Key>> = {
  NETWORK: 'problemNetwork',
  UNEXPECTED_ANSWER: 'problemProxy',
  STATEMENT_DIFFERS: 'problemStatement',
  PURPOSE_DIFFERS: 'problemStatement',
  PICTURE_BROKEN: 'problemPicture',
  PASSKEY_NotAllowedError: 'problemPasskeyDeclined',
  PASSKEY_AbortError: 'problemPasskeyDeclined',
  PASSKEY_InvalidStateError: 'problemPasskeyKnown',
  PASSKEY_SecurityError: 'problemPasskeyAddress',
  PASSKEY_NotSupportedError: 'problemPasskeyUnsupported',
  PASSKEY_ConstraintError: 'problemPasskeyUnsupported',
  SVC_REVIEW_NOT_PENDING: 'problemNotPending',
  SVC_REVIEW_CLAIMED: 'problemClaimed',
  SVC_REVIEW_TAKEN_OVER: 'problemTakenOver',
  SVC_REVIEW_ASSIGNED: 'problemAssigned',
  SVC_REVIEW_HANDED_OVER: 'problemHandedOver',
  SVC_REVIEW_TOO_MANY_ASSIGNED: 'problemManyAssigned',
  SVC_REVIEW_NOT_DECIDED: 'problemNotDecided',
  SVC_REVIEW_CHANGED: 'problemConflict',
  SVC_REVIEW_SIGNATURE_INVALID: 'problemSignature',
  SVC_REVIEW_UNSIGNED: 'problemUnsigned',
  SVC_REVIEW_NOT_LOOKED_AT: 'problemNotLookedAt',
  SVC_REVIEW_LOOKS_ONLY: 'problemLooksOnly',
  SVC_REVIEW_CORRECTION_FORBIDDEN: 'problemNoCorrection',
  SVC_REVIEW_CORRECTION_NEEDS_TWO: 'problemNoCorrection',
  SVC_REVIEW_OPINION_GIVEN: 'problemOpinionGiven',
  SVC_PICTURE_NOT_SHOWN: 'problemPicture',
  SVC_REVIEWER_NOT_ELIGIBLE: 'problemNotEligible',
  SVC_REVIEWER_LOGIN_REQUIRED: 'problemLoggedOut',
  SVC_REVIEW_LOGIN_FAILED: 'problemLogin',
  SVC_REVIEW_FORBIDDEN: 'problemForbidden',
  SVC_SESSION_INVALID: 'problemLoggedOut',
  SVC_CHALLENGE_INVALID: 'problemChallenge',
  SVC_ORIGIN_NOT_ALLOWED: 'problemOrigin',
  SVC_FORBIDDEN: 'problemForbidden',
  SVC_SCOPE_DENIED: 'problemScope',
  SVC_NOT_FOUND: 'problemNotFound',
  SVC_FILES_PURGED: 'problemPurged',
  SVC_SESSION_NOT_ACTIVE: 'problemNotPending',
  SVC_CONFLICT: 'problemConflict',
  SVC_IDEMPOTENCY_CONFLICT: 'problemConflict',
  SVC_LEGAL_HOLD: 'problemConflict',
  SVC_RATE_LIMITED: 'problemRate',
  SVC_QUOTA_EXCEEDED: 'problemQuota',
  SVC_REQUEST_TIMEOUT: 'problemNetwork',
  SVC_UNAVAILABLE: 'problemBusy',
  SVC_INTERNAL: 'problemInternal',
  SVC_INVALID_PARAMETER: 'problemInput',
  SVC_PAYLOAD_TOO_LARGE: 'problemInput',
};

// Returns the text for a code. A code that is not listed gets the general text, which names the
// code.
export function problemKeyOf(code: string): Key {
  return Object.hasOwn(byCode, code) ? (byCode[code] ?? 'problemPage') : 'problemPage';
}

export const problemCodes: readonly string[] = Object.keys(byCode);
