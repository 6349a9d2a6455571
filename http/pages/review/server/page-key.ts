// The key of this page, which its origin alone can read: another port of the same host gets the
// cookie of a login, and not the key. A login belongs from its begin to the page that began it, and
// all tabs of a browser are one page.
import { toBase64url } from './passkey.js';

const name = 'countersign.review.page';
const keyBytes = 32;

// The key of a page whose browser refuses to store: it is gone with the page, and so is the login.
let unstored: string | null = null;

function made(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(keyBytes)).buffer);
}

// Read at each call: of two tabs that make the first key at once, both go on with the later one.
export function pageKey(): string {
  try {
    const stored = localStorage.getItem(name);
    if (stored !== null) return stored;
    localStorage.setItem(name, unstored ?? made());
    const kept = localStorage.getItem(name);
    if (kept !== null) return kept;
  } catch {
    // The page goes on with a key in its memory.
  }
  unstored ??= made();
  return unstored;
}

// The SHA-256 of the key, by which a page is named where others may read the name.
export async function pageName(): Promise<string> {
  const key = new TextEncoder().encode(pageKey());
  return toBase64url(await crypto.subtle.digest('SHA-256', key));
}
