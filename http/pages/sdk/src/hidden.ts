// Finds out whether a browser hides a server's answers from this page. It does so where the session
// does not allow the page's origin, and then says no more than that no answer came (the Fetch
// standard's CORS protocol). The browser still tells whether the server can be reached.
import { endingAfter } from './older.js';

const PATIENCE_MS = 10_000;

/** `server` is the client's: empty for the page's own. */
export async function isHidden(server: string): Promise<boolean> {
  const page: { origin: string } | undefined = globalThis.location;
  if (server === '' || page === undefined || new URL(server).origin === page.origin) return false;
  try {
    await fetch(`${server}/healthz`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: endingAfter(PATIENCE_MS),
    });
    return true;
  } catch {
    return false;
  }
}
