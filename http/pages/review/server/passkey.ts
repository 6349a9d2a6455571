// Passkeys (W3C Web Authentication Level 3), with the JSON of its sections 5.1.8 to 5.1.10 written
// out: browsers have parseCreationOptionsFromJSON and toJSON only since 2023 to 2025.
import type { CreationOptions, RequestOptions } from '../generated/answers.js';

export interface RegistrationJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly authenticatorAttachment?: string;
  readonly clientExtensionResults: object;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly authenticatorData?: string;
    readonly publicKey?: string;
    readonly publicKeyAlgorithm?: number;
    readonly transports: readonly string[];
  };
}

export interface AssertionJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly authenticatorAttachment?: string;
  readonly clientExtensionResults: object;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
}

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;
}

export function toBase64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64url(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0)).buffer;
}

function descriptors(
  list: RequestOptions['allowCredentials'] | undefined,
): PublicKeyCredentialDescriptor[] {
  return (list ?? []).map(({ id }) => ({ type: 'public-key', id: fromBase64url(id) }));
}

function rest(credential: PublicKeyCredential): {
  id: string;
  rawId: string;
  type: string;
  authenticatorAttachment?: string;
  clientExtensionResults: object;
} {
  const { authenticatorAttachment: attachment } = credential;
  return {
    id: credential.id,
    rawId: toBase64url(credential.rawId),
    type: credential.type,
    ...(attachment === null ? {} : { authenticatorAttachment: attachment }),
    clientExtensionResults: {},
  };
}

// Makes a passkey. Rejects with a DOMException where the person does not want to, or cannot.
export async function register(options: CreationOptions): Promise<RegistrationJson> {
  const { challenge, user, excludeCredentials, rp, pubKeyCredParams, timeout } = options;
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp,
    challenge: fromBase64url(challenge),
    user: { ...user, id: fromBase64url(user.id) },
    pubKeyCredParams: [...pubKeyCredParams],
    excludeCredentials: descriptors(excludeCredentials),
    attestation: options.attestation,
    timeout,
    authenticatorSelection: options.authenticatorSelection,
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (made === null) throw new DOMException('no credential', 'NotAllowedError');
  const response = made.response as AuthenticatorAttestationResponse;
  const key = response.getPublicKey?.() ?? null;
  return {
    ...rest(made),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      attestationObject: toBase64url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
      ...(response.getAuthenticatorData === undefined
        ? {}
        : { authenticatorData: toBase64url(response.getAuthenticatorData()) }),
      ...(key === null
        ? {}
        : {
            publicKey: toBase64url(key),
            publicKeyAlgorithm: response.getPublicKeyAlgorithm(),
          }),
    },
  };
}

// Has a passkey sign the challenge. Rejects as `register` does.
export async function assert(options: RequestOptions): Promise<AssertionJson> {
  const { challenge, rpId, allowCredentials, userVerification, timeout } = options;
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: fromBase64url(challenge),
    allowCredentials: descriptors(allowCredentials),
    userVerification,
    rpId,
    timeout,
  };
  const got = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (got === null) throw new DOMException('no credential', 'NotAllowedError');
  const response = got.response as AuthenticatorAssertionResponse;
  return {
    ...rest(got),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      authenticatorData: toBase64url(response.authenticatorData),
      signature: toBase64url(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: toBase64url(response.userHandle) }),
    },
  };
}
