// The purpose of a challenge is its first byte (core/reviewer/challenge_purpose.h). The page
// answers no challenge of another purpose, whatever the server says: a signature that is asked for
// at a login is never that of a decision.
import { fromBase64url, toBase64url } from './passkey.js';
import { Refusal } from './refusal.js';

export const purposes = { login: 1, registration: 2, decision: 3, keyChange: 4 } as const;
export type Purpose = keyof typeof purposes;

// The purpose, and 32 bytes.
const challengeBytes = 33;

export function isFor(purpose: Purpose, challenge: string): boolean {
  const bytes = new Uint8Array(fromBase64url(challenge));
  return bytes.length === challengeBytes && bytes[0] === purposes[purpose];
}

// Throws unless the challenge is of this purpose. Called before a passkey is asked.
export function mustBeFor(purpose: Purpose, challenge: string): void {
  if (!isFor(purpose, challenge)) throw new Refusal(0, 'PURPOSE_DIFFERS');
}

// The SHA-256 of bytes in base64url, in hexadecimal.
export async function hashOf(bytes: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', fromBase64url(bytes));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// The challenge by which a statement is signed: the purpose, and the statement's SHA-256.
export async function challengeOf(purpose: Purpose, statement: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statement));
  return toBase64url(new Uint8Array([purposes[purpose], ...new Uint8Array(hash)]).buffer);
}
