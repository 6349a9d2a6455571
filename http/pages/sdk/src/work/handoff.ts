// The work of two devices: offering the session to the other, following it, and taking it back.
import type { Handoff, Status } from '../calls.js';
import { factsOf } from '../flow/facts.js';
import type { Facts } from '../flow/facts.js';
import { reasonOf } from '../older.js';
import type { Desk } from './desk.js';
import { isRefusal } from './desk.js';
import { isOver, load, unknownInfo } from './session.js';

const pollSeconds = 25;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    });
  });
}

// Shows a code for the other device, a new one when it has expired or was spent by a wrong number,
// and waits for the device to take over.
export async function offerHandoff(desk: Desk, signal: AbortSignal): Promise<void> {
  const { live } = desk;
  live.handoff = null;
  live.wrongNumber = false;
  try {
    for (;;) {
      live.handoff = await desk.client.handoff({ signal });
      desk.refresh();
      if (live.wrongNumber) desk.alert('numberWrong');
      const end = await endOf(live.handoff, desk, signal);
      if (end === 'TAKEN') return;
      live.wrongNumber = end === 'SPENT';
    }
  } catch (error) {
    if (!isRefusal(error, 'SVC_HANDOFF_UNAVAILABLE')) throw error;
    live.handoffRefused = true;
    desk.send({ is: 'BACK' });
  }
}

// Waits for what becomes of a code. The offer itself is the first event after the last status. Any
// later event that is not a takeover is the wrong number, since this device does nothing meanwhile.
async function endOf(
  offer: Handoff,
  desk: Desk,
  signal: AbortSignal,
): Promise<'TAKEN' | 'SPENT' | 'EXPIRED'> {
  const until = performance.now() + offer.expiresInSeconds * 1000;
  let offered: number | null = null;
  while (performance.now() < until) {
    const left = Math.ceil((until - performance.now()) / 1000);
    const status = await nextStatus(desk, Math.max(1, Math.min(pollSeconds, left)), signal);
    if (status.handedOff === true) {
      desk.send({ is: 'LOADED', facts: factsNow(desk, status) });
      return 'TAKEN';
    }
    offered ??= status.version;
    if (status.version !== offered) return 'SPENT';
  }
  return 'EXPIRED';
}

function factsNow(desk: Desk, status: Status): Facts {
  return factsOf(status, desk.live.info ?? unknownInfo(status));
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

// Follows what the other device does until the session ends. A token whose session is over tells no
// result: the other device shows it. A session that came back to this device is loaded again, since
// this page may know nothing of it but its status.
export async function follow(desk: Desk, signal: AbortSignal): Promise<void> {
  for (;;) {
    const status = await statusUnlessOver(desk, signal);
    if (status === null) return desk.send({ is: 'RESULT', result: '' });
    const facts = factsNow(desk, status);
    const isOff = facts.result !== null || facts.ended !== null;
    if (!isOff && !facts.handedOff) return desk.send({ is: 'RELOAD' });
    const shown = desk.state.facts?.canTakeBack ?? false;
    if (isOff || facts.canTakeBack !== shown) return desk.send({ is: 'LOADED', facts });
  }
}

// Takes the session back, and goes on where the other device has left it.
export async function takeBack(desk: Desk, signal: AbortSignal): Promise<void> {
  try {
    await desk.client.takeBack({ signal });
  } catch (error) {
    if (isOver(error)) return desk.send({ is: 'RESULT', result: '' });
    throw error;
  }
  desk.live.handoff = null;
  return load(desk, signal);
}
