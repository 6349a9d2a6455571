// The work around the steps: loading, consent, handing over, finishing.
import type { CaptureInfo, Status } from '../calls.js';
import { factsOf } from '../flow/facts.js';
import type { Desk } from './desk.js';
import { isRefusal } from './desk.js';

const pollSeconds = 25;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

// What is known of a session whose page may only ask for the status.
function unknownInfo(status: Status): CaptureInfo {
  return {
    purpose: status.purpose,
    expiresAt: status.expiresAt,
    clientName: null,
    logo: null,
    colours: null,
    consent: null,
    consentGiven: true,
    returnUrl: null,
    documentTypes: [],
    limits: { maxDocumentBytes: 0, maxFrameBytes: 0, maxFrames: 0 },
  };
}

function isOver(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 401;
}

export async function load(desk: Desk, signal: AbortSignal): Promise<void> {
  try {
    await loadOpen(desk, signal);
  } catch (error) {
    if (!isOver(error)) throw error;
    // A session that was finalized answers nothing but the same finalize again: this page was
    // loaded anew before it had the answer, or after.
    await finish(desk, signal);
  }
}

async function loadOpen(desk: Desk, signal: AbortSignal): Promise<void> {
  // One after the other: a session that was handed over answers the first alone.
  const status = await desk.client.status({ signal });
  desk.version = status.version;
  if (status.handedOff !== true) {
    desk.live.info = await desk.client.capture({ signal });
  }
  const info = desk.live.info ?? unknownInfo(status);
  desk.send({ is: 'LOADED', facts: factsOf(status, info) });
}

// Exchanges the code of a link; of a handoff the numbers come first.
export async function redeem(
  desk: Desk,
  code: string,
  number: number | null,
  signal: AbortSignal,
): Promise<void> {
  const answer = await desk.client.redeem(code, number ?? undefined, { signal });
  if (answer.sessionToken !== null) {
    desk.keepToken(answer.sessionToken);
    return load(desk, signal);
  }
  if (number === null && answer.numbers.length > 0) {
    return desk.send({ is: 'NUMBERS', numbers: answer.numbers });
  }
  desk.send({ is: 'ENDED' });
}

export async function consent(desk: Desk, signal: AbortSignal): Promise<void> {
  const version = desk.live.info?.consent?.version;
  if (version !== undefined) await desk.client.consent(version, { signal });
  desk.send({ is: 'CONSENTED' });
}

// Shows a code for the phone, a new one when it has expired, and waits for the phone to take over.
export async function offerHandoff(desk: Desk, signal: AbortSignal): Promise<void> {
  desk.live.handoff = null;
  try {
    for (;;) {
      desk.live.handoff = await desk.client.handoff({ signal });
      desk.refresh();
      const until = performance.now() + desk.live.handoff.expiresInSeconds * 1000;
      while (performance.now() < until) {
        if (await isTakenOver(desk, until, signal)) return;
      }
    }
  } catch (error) {
    if (!isRefusal(error, 'SVC_HANDOFF_UNAVAILABLE')) throw error;
    desk.live.handoffRefused = true;
    desk.send({ is: 'BACK' });
  }
}

async function isTakenOver(desk: Desk, until: number, signal: AbortSignal): Promise<boolean> {
  const left = Math.ceil((until - performance.now()) / 1000);
  const status = await nextStatus(desk, Math.max(1, Math.min(pollSeconds, left)), signal);
  if (status.handedOff !== true) return false;
  desk.send({ is: 'HANDED_OFF' });
  return true;
}

// Waits for what happens after the last status; what has happened already is answered at once.
async function nextStatus(desk: Desk, wait: number, signal: AbortSignal): Promise<Status> {
  const since = desk.version;
  const began = performance.now();
  const status = await desk.client.status(since === null ? { signal } : { wait, since, signal });
  desk.version = status.version;
  // A server that does not wait is not asked all the time.
  const isEarly = status.version === since && performance.now() - began < 1000;
  if (isEarly) await pause(1000, signal);
  return status;
}

async function statusUnlessOver(desk: Desk, signal: AbortSignal): Promise<Status | null> {
  try {
    return await nextStatus(desk, pollSeconds, signal);
  } catch (error) {
    if (isOver(error)) return null;
    throw error;
  }
}

// Follows what the phone does until the session ends. A token whose session is over tells no
// result: the phone shows it.
export async function follow(desk: Desk, signal: AbortSignal): Promise<void> {
  for (;;) {
    const status = await statusUnlessOver(desk, signal);
    if (status === null) return desk.send({ is: 'RESULT', result: '' });
    const facts = factsOf(status, desk.live.info ?? unknownInfo(status));
    if (facts.result !== null || facts.ended) return desk.send({ is: 'LOADED', facts });
  }
}

// The same for each finalize of a session, also after the page was loaded anew.
async function finalizeKey(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(`countersign-capture finalize ${token}`);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('');
}

export async function finish(desk: Desk, signal: AbortSignal): Promise<void> {
  const idempotencyKey = await finalizeKey(desk.client.token ?? '');
  const { result } = await desk.client.finalize({ signal, idempotencyKey });
  desk.send({ is: 'RESULT', result });
}
