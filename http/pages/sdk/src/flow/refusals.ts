// Translates a failed call into an event of the flow. Pure.
import { NETWORK } from '../refusal.js';
import type { At, Event } from './machine.js';

interface Failed {
  readonly status: number;
  readonly code: string;
  readonly link?: string | null;
  readonly told?: string | null;
}

function isFailed(error: unknown): error is Failed {
  const failed = error as Partial<Failed> | null;
  return typeof failed?.status === 'number' && typeof failed.code === 'string';
}

// The session is elsewhere than this page thinks: its status says where.
const elsewhere = new Set([
  'SVC_STEP_OUT_OF_SEQUENCE',
  'SVC_ATTEMPTS_EXHAUSTED',
  'SVC_SESSION_NOT_ACTIVE',
  'SVC_CONFLICT',
]);

// A wrong number spends the code of a handoff, and the server says no more than of an unknown one.
function whyEnded({ link }: Failed, at: At): string {
  return link ?? (at === 'REDEEMING' ? 'SPENT' : '');
}

// Returns the event for an error that a call was rejected with in a phase. `isWithPhone`: another
// device had the session, so that its end is no fault here.
export function eventOf(error: unknown, isWithPhone = false, at: At = 'LOADING'): Event {
  if (!isFailed(error)) return { is: 'TROUBLE', kind: 'OTHER', code: '' };
  const { status, code } = error;
  if (status === 401) {
    if (isWithPhone) return { is: 'RESULT', result: '' };
    const { told = null } = error;
    return { is: 'ENDED', why: whyEnded(error, at), ...(told === null ? {} : { told }) };
  }
  if (code === 'SVC_ORIGIN_NOT_ALLOWED') return { is: 'BLOCKED' };
  if (code === 'SVC_HANDED_OFF') return { is: 'HANDED_OFF' };
  if (elsewhere.has(code)) return { is: 'RELOAD' };
  if (code === NETWORK) return { is: 'TROUBLE', kind: 'OFFLINE', code };
  if (status === 429 || status >= 502) return { is: 'TROUBLE', kind: 'BUSY', code };
  return { is: 'TROUBLE', kind: 'OTHER', code };
}
