// The work around the steps: loading, consent, finishing.
import type { CaptureInfo, Redeemed, Status } from '../calls.js';
import { digestOf } from '../flow/ending.js';
import { factsOf } from '../flow/facts.js';
import type { Desk } from './desk.js';
import { askInfo } from './info.js';

// The facts about a session whose page may only ask for the status.
export function unknownInfo(status: Status): CaptureInfo {
  return {
    purpose: status.purpose,
    expiresAt: status.expiresAt,
    reference: '',
    sandbox: status.sandbox,
    language: null,
    clientName: null,
    logo: null,
    colours: null,
    consent: null,
    consentGiven: true,
    askedAgain: false,
    words: null,
    told: null,
    returnUrl: null,
    next: null,
    documents: [],
    documentTypes: [],
    pictures: { keptSeconds: 0, encrypted: false, reviewers: 0 },
    limits: { maxDocumentBytes: 0, maxFrameBytes: 0, maxFrames: 0 },
  };
}

// Returns whether a call was refused since the session is over.
export function isOver(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 401;
}

export async function load(desk: Desk, signal: AbortSignal): Promise<void> {
  try {
    await loadOpen(desk, signal);
  } catch (error) {
    if (!isOver(error)) throw error;
    // A session that was finalized answers nothing but the same finalize again: this page was
    // loaded again before it had the answer, or after.
    const kept = await desk.kept();
    if (typeof kept?.result === 'string') return desk.send({ is: 'RESULT', result: kept.result });
    await finish(desk, signal);
  }
}

async function loadOpen(desk: Desk, signal: AbortSignal): Promise<void> {
  // One after the other: a session that was handed over answers the first alone.
  const status = await desk.client.status({ signal });
  desk.version = status.version;
  desk.live.isSandbox = status.sandbox;
  if (await reopened(desk, status, signal)) return loadOpen(desk, signal);
  if (status.handedOff !== true) {
    await askInfo(desk, signal);
  }
  const info = desk.live.info ?? unknownInfo(status);
  desk.send({ is: 'LOADED', facts: factsOf(status, info) });
}

// Exchanges a code for a token, which is kept; without a number that of a handoff gives none yet.
async function exchange(
  desk: Desk,
  code: string,
  number: number | null,
  signal: AbortSignal,
): Promise<Redeemed> {
  const options = { signal, language: desk.language() };
  const answer = await desk.client.redeem(code, number ?? undefined, options);
  if (answer.sessionToken !== null) desk.keepToken(answer.sessionToken);
  return answer;
}

// Opens a link again that somebody else has opened since, such as a scanner of mails. Returns
// whether the session is this device's by that: a link that has done its work leaves it to the
// other one. The server is asked once, so that two devices do not take the session from each other
// in turns.
async function reopened(desk: Desk, status: Status, signal: AbortSignal): Promise<boolean> {
  const code = desk.reopened;
  const isLost = status.handedOff === true && status.canTakeBack !== true;
  let token: string | null = null;
  try {
    if (code !== null && isLost) token = (await exchange(desk, code, null, signal)).sessionToken;
  } catch (error) {
    if (!isOver(error)) throw error;
  }
  desk.reopened = null;
  return token !== null;
}

// Exchanges the code of a link; of a handoff the numbers come first.
export async function redeem(
  desk: Desk,
  code: string,
  number: number | null,
  signal: AbortSignal,
): Promise<void> {
  const answer = await exchange(desk, code, number, signal);
  if (answer.sessionToken !== null) return load(desk, signal);
  if (number === null && answer.numbers.length > 0) {
    const { clientName, purpose, numbers, language } = answer;
    if (language !== null) await desk.wish(language);
    desk.live.asker = { clientName, purpose: purpose ?? '' };
    desk.live.isSandbox = answer.sandbox === true;
    return desk.send({ is: 'NUMBERS', numbers });
  }
  desk.send({ is: 'ENDED' });
}

export async function consent(desk: Desk, signal: AbortSignal): Promise<void> {
  const { info, language } = desk.live;
  const version = info?.consent?.version;
  if (version !== undefined) await desk.client.consent(version, { signal, language });
  desk.send({ is: 'CONSENTED' });
}

export async function finish(desk: Desk, signal: AbortSignal): Promise<void> {
  // The key is the same for each finalize of a session, also after the page was loaded again.
  const idempotencyKey = await digestOf('finalize', desk.client.token ?? '');
  const { result, sandbox } = await desk.client.finalize({ signal, idempotencyKey });
  desk.live.isSandbox ||= sandbox;
  desk.send({ is: 'RESULT', result });
}
