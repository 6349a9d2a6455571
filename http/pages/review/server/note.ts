// A note as a statement has it, with the reason to decide without a look behind U+001E: hashed with
// a salt, so that nobody who reads the log can try short notes. The server keeps the salt sealed
// with the note, and both are erased with the pictures.
import { toBase64url } from './passkey.js';

const saltBytes = 32;

export interface SaltedNote {
  readonly note: string;
  readonly salt: string; // in base64url
  readonly hash: string; // of salt and note, in hexadecimal
  // To a person who is asked again, hashed with the same salt. Empty, and null, if there are none.
  readonly words: string;
  readonly wordsHash: string | null;
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function hashOf(salt: Uint8Array, words: string): Promise<string> {
  const text = new TextEncoder().encode(words);
  const both = new Uint8Array(salt.length + text.length);
  both.set(salt);
  both.set(text, salt.length);
  return hex(await crypto.subtle.digest('SHA-256', both));
}

// The SHA-256 of a text in UTF-8, in hexadecimal: how a statement names a sentence.
export async function hashOfText(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

export async function salted(note: string, words = '', withoutLook = ''): Promise<SaltedNote> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const hash = await hashOf(salt, withoutLook === '' ? note : `${note}\u001e${withoutLook}`);
  const wordsHash = words === '' ? null : await hashOf(salt, words);
  return { note, salt: toBase64url(salt.buffer), hash, words, wordsHash };
}
