// The preferences of a reviewer, in this browser. A browser may refuse to store. Nothing else is
// stored but the page's key (server/page-key.ts).
type Name = 'shortcuts' | 'language';

export function preference(name: Name): string | null {
  try {
    return localStorage.getItem(`countersign.review.${name}`);
  } catch {
    return null;
  }
}

export function prefer(name: Name, value: string): void {
  try {
    localStorage.setItem(`countersign.review.${name}`, value);
  } catch {
    return;
  }
}
