// The content of the last screen, for a page that is loaded again: a session that is over answers
// nothing but its result. The content is kept for this tab, with a digest of the session's token.
import type { CaptureInfo } from '../calls.js';

// The part of the browser's sessionStorage that is needed.
export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface Ending {
  // Null until it is known; '' where another device had the session.
  readonly result: string | null;
  readonly info: CaptureInfo;
}

const item = 'countersign.ending';

const nothing: CaptureInfo = {
  purpose: 'FULL_CAPTURE',
  expiresAt: '',
  reference: '',
  sandbox: false,
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

// Returns a digest of a purpose and a token, which reveals nothing of the token and is the same
// after a reload.
export async function digestOf(purpose: string, token: string): Promise<string> {
  const bytes = new TextEncoder().encode(`countersign-capture ${purpose} ${token}`);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('');
}

export async function keepEnding(
  memory: Memory,
  token: string,
  result: string | null,
  info: CaptureInfo | null,
): Promise<void> {
  const { reference, sandbox, clientName, colours, next, returnUrl } = info ?? nothing;
  const mark = await digestOf('ending', token);
  const kept = { mark, result, reference, sandbox, clientName, colours, next, returnUrl };
  try {
    memory.setItem(item, JSON.stringify(kept));
  } catch {
    // A browser may refuse to store: then a page that is loaded again says less.
  }
}

type Kept = Readonly<Record<string, unknown>>;

function keptIn(memory: Memory): Kept {
  try {
    return (JSON.parse(memory.getItem(item) ?? 'null') ?? {}) as Kept;
  } catch {
    return {};
  }
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function coloursIn(value: unknown): CaptureInfo['colours'] {
  const { accent, onAccent } = (value ?? {}) as Kept;
  const [of, on] = [textIn(accent), textIn(onAccent)];
  return of === null || on === null ? null : { accent: of, onAccent: on };
}

// Returns null where nothing is kept, or of another token: one tab may see many captures.
export async function endingIn(memory: Memory, token: string): Promise<Ending | null> {
  const kept = keptIn(memory);
  if (kept['mark'] !== (await digestOf('ending', token))) return null;
  const info = {
    ...nothing,
    reference: textIn(kept['reference']) ?? '',
    sandbox: kept['sandbox'] === true,
    clientName: textIn(kept['clientName']),
    colours: coloursIn(kept['colours']),
    next: textIn(kept['next']),
    returnUrl: textIn(kept['returnUrl']),
  };
  return { result: textIn(kept['result']), info };
}
