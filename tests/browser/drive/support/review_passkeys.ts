// The console that the tests make does this with passkeys, as a server does: it takes a
// registration as the browser tells it, and verifies assertions by W3C Web Authentication Level 3,
// section 7.2.
import { createHash, createPublicKey, verify } from 'node:crypto';

export interface Passkey {
  readonly id: string;
  readonly spki: Buffer;
  readonly addedAt: string;
  readonly by: string;
  lastUsedAt: string | null;
}

export interface Credential {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: Readonly<Record<string, string | undefined>>;
}

export function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function bytes(text: string | undefined): Buffer {
  return Buffer.from(text ?? '', 'base64url');
}

function isMeant(credential: Credential, type: string, challenge: string, origin: string): boolean {
  const said = JSON.parse(bytes(credential.response['clientDataJSON']).toString()) as {
    type: string;
    challenge: string;
    origin: string;
  };
  return said.type === type && said.challenge === challenge && said.origin === origin;
}

function isOfUs(data: Buffer): boolean {
  const flags = data[32] ?? 0;
  // Present and verified.
  return data.subarray(0, 32).equals(sha256('localhost')) && (flags & 5) === 5;
}

// Returns the passkey, or null if the browser's answer is not for this challenge.
export function passkeyOf(
  credential: Credential,
  challenge: string,
  origin: string,
): Passkey | null {
  const { publicKey, authenticatorData } = credential.response;
  if (!isMeant(credential, 'webauthn.create', challenge, origin)) return null;
  if (publicKey === undefined || !isOfUs(bytes(authenticatorData))) return null;
  const addedAt = new Date().toISOString();
  return { id: credential.id, spki: bytes(publicKey), addedAt, by: 'LINK', lastUsedAt: null };
}

export function isSignedBy(
  passkey: Passkey,
  credential: Credential,
  challenge: string,
  origin: string,
): boolean {
  const { authenticatorData, clientDataJSON, signature } = credential.response;
  if (!isMeant(credential, 'webauthn.get', challenge, origin)) return false;
  const data = bytes(authenticatorData);
  const key = createPublicKey({ key: passkey.spki, format: 'der', type: 'spki' });
  const signed = Buffer.concat([data, sha256(bytes(clientDataJSON))]);
  return isOfUs(data) && verify('sha256', signed, key, bytes(signature));
}
