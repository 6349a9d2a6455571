// What is stored in this browser: what a reviewer likes, and the page's key. A browser may refuse to
// store.
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
