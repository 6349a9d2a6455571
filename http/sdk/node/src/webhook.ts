// Deliveries to a webhook, verified as Standard Webhooks says: docs/webhooks.md.
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { BadDelivery } from './errors.js';
import type { WebhookMessage } from './generated/types.js';
import { parseHiding } from './hidden.js';

/** Fields of a request by their names, in any case: those of node:http, or of fetch. */
export type HeaderFields = Headers | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /** Seconds that a delivery may be older or newer than the clock here; 300 if it is absent. */
  toleranceSeconds?: number | undefined;
  /** Seconds since 1970, in the place of the clock. */
  now?: number | undefined;
}

/** A delivery that is the server's. */
export interface Delivery {
  /** The same each time that an event is sent: remember those that you have handled. */
  id: string;
  type: string;
  /** The event, if it is one of a session; null for others. */
  message: WebhookMessage | null;
  /** Answer this as the whole body, with 200; null for all that is no challenge. */
  challenge: string | null;
}

const TOLERANCE_SECONDS = 300;
// A header has a signature or two of each kind.
const MOST_SIGNATURES = 16;

/**
 * Verifies the bytes of a delivery as they came, before anything has parsed them. `keys`: secrets
 * (whsec_...), several while one replaces the other, or public keys (whpk_...). One signature that
 * fits is enough. Throws BadDelivery, which says nothing of the keys.
 */
export function verifyWebhook(
  body: Uint8Array | string,
  headers: HeaderFields,
  keys: string | readonly string[],
  options: VerifyOptions = {},
): Delivery {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('body is the bytes of the request, not what was parsed from them');
  }
  const known = (typeof keys === 'string' ? [keys] : keys).map(keyOf);
  if (known.length === 0) throw new TypeError('there is no key to verify with');
  const id = fieldOf(headers, 'webhook-id');
  const at = fieldOf(headers, 'webhook-timestamp');
  checkTime(at, options);
  const signatures = fieldOf(headers, 'webhook-signature').split(' ');
  if (signatures.length > MOST_SIGNATURES) throw new BadDelivery('there are too many signatures');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const signed = Buffer.concat([Buffer.from(`${id}.${at}.`), bytes]);
  let fits = false;
  for (const signature of signatures) {
    for (const key of known) fits = key(signed, signature) || fits;
  }
  if (!fits) throw new BadDelivery('no signature is of a key that is known here');
  return deliveryOf(id, bytes);
}

type Key = (signed: Buffer, signature: string) => boolean;

// A text in base64 in its one form; null for another.
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function keyOf(text: string): Key {
  const [, kind, rest] = /^(whsec|whpk)_(.+)$/.exec(text) ?? [];
  const bytes = rest === undefined ? null : bytesOf(rest);
  if (kind === 'whsec' && bytes !== null && bytes.length >= 24) {
    return (signed, signature) => {
      const given = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : null;
      const own = createHmac('sha256', bytes).update(signed).digest();
      return given !== null && given.length === own.length && timingSafeEqual(given, own);
    };
  }
  if (kind === 'whpk' && bytes !== null && bytes.length === 32) {
    const key = publicKeyOf(bytes);
    return (signed, signature) => {
      const given = signature.startsWith('v1a,') ? bytesOf(signature.slice(4)) : null;
      return given !== null && given.length === 64 && verify(null, signed, key, given);
    };
  }
  throw new TypeError('a key is neither a secret (whsec_...) nor a public key (whpk_...)');
}

function publicKeyOf(bytes: Buffer): KeyObject {
  const key = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' });
}

function fieldOf(headers: HeaderFields, name: string): string {
  // Frameworks differ in what they give for a field that is none: null, a number, a list.
  const found: unknown[] = [];
  if (headers instanceof Headers) {
    found.push(headers.get(name));
  } else {
    for (const [field, value] of Object.entries(headers) as [string, unknown][]) {
      if (field.toLowerCase() !== name || value === undefined) continue;
      found.push(...(Array.isArray(value) ? (value as unknown[]) : [value]));
    }
  }
  const [value] = found;
  if (found.length !== 1 || typeof value !== 'string' || value === '') {
    throw new BadDelivery(`the request has not one field ${name}`);
  }
  return value;
}

function checkTime(at: string, { toleranceSeconds, now }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(at)) throw new BadDelivery('the time of the delivery is no number');
  const away = Math.abs((now ?? Date.now() / 1000) - Number(at));
  if (!(away <= (toleranceSeconds ?? TOLERANCE_SECONDS))) {
    throw new BadDelivery('the delivery is too old, or the clock here is wrong');
  }
}

function deliveryOf(id: string, body: Uint8Array): Delivery {
  let value: unknown;
  try {
    value = parseHiding(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new BadDelivery('the body is signed and no JSON, or too deep');
  }
  const { type, data } = (value ?? {}) as { type?: unknown; data?: Record<string, unknown> };
  if (typeof type !== 'string' || typeof data !== 'object' || data === null) {
    throw new BadDelivery('the body is signed and no message');
  }
  const { challenge } = data;
  const isChallenge = type === 'webhook.challenge' && typeof challenge === 'string';
  const isMessage = type.startsWith('session.');
  return {
    id,
    type,
    message: isMessage ? (value as WebhookMessage) : null,
    challenge: isChallenge ? challenge : null,
  };
}
