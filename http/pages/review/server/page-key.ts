// The key of this page, which its origin alone can read: another port of the same host gets the
// cookie of a login, and not the key. A login belongs to the key that it began with.
const name = 'countersign.review.page';
const keyBytes = 32;

function made(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// Null where the browser refuses to store: without a key the cookie alone is the login.
export function pageKey(): string | null {
  try {
    const stored = localStorage.getItem(name);
    if (stored !== null) return stored;
    localStorage.setItem(name, made());
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
