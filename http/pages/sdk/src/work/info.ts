// The client's texts for people, in their language: its name, consent, what comes next.
import type { CaptureInfo } from '../calls.js';
import { throwIfAborted } from '../older.js';
import type { Desk } from './desk.js';

// Asks until the words are in the language that is wanted, which may be the backend's wish.
export async function askInfo(desk: Desk, signal: AbortSignal): Promise<void> {
  for (;;) {
    const language = desk.language();
    const info = await desk.client.capture({ signal, language });
    if (info.language !== null) await desk.wish(info.language);
    throwIfAborted(signal);
    if (desk.language() === language) return keep(desk, info, language);
  }
}

// Asks again when the person has changed the language. Returns whether there are other words; if
// they cannot be had, those that were there stay.
export async function askAgain(desk: Desk, signal: AbortSignal): Promise<boolean> {
  const language = desk.language();
  if (desk.live.info === null || desk.live.language === language) return false;
  const info = await desk.client.capture({ signal, language }).catch(() => null);
  if (info === null || desk.language() !== language || signal.aborted) return false;
  keep(desk, info, language);
  return true;
}

function keep({ live }: Desk, info: CaptureInfo, language: string): void {
  live.info = info;
  live.language = language;
}
