// The answers of the console's server (http/review). Lists of names are open: a later server may
// answer with further ones, and the page shows those by their name.

export interface Role {
  readonly role: string;
  // A client's key, or `*` for all.
  readonly client: string;
}

export interface OwnKey {
  readonly id: string;
  readonly addedAt: string;
  readonly lastUsedAt: string | null;
  // On whose word it was made: LINK, PASSKEY, PROVIDER, UNSAID.
  readonly by: string;
}

export interface OwnSession {
  readonly id: string;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly current: boolean;
}

export interface Me {
  readonly reviewer: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly keys: readonly OwnKey[];
  readonly sessions: readonly OwnSession[];
  readonly oidc: boolean;
  readonly signing: boolean;
}

export interface RegisterBegun {
  readonly reviewer: string;
  readonly name: string;
  readonly publicKey: PublicKeyCredentialCreationOptionsJSON;
}

// The statement that a passkey signs so that another passkey is added or removed.
export interface KeyChangeBegun {
  readonly statement: string;
  // Null for somebody without a passkey to sign with.
  readonly publicKey: PublicKeyCredentialRequestOptionsJSON | null;
}

export interface LoginBegun {
  readonly ceremony: string;
  readonly publicKey: PublicKeyCredentialRequestOptionsJSON;
  // Whether the company's login is set up.
  readonly oidc?: boolean;
}

export interface QueueItem {
  readonly sessionId: string;
  readonly client: string;
  readonly clientName: string | null;
  // True for a case of a sandbox client: a test, without a person.
  readonly sandbox: boolean;
  readonly purpose: string;
  readonly waitingSince: string;
  readonly reasons: readonly string[];
  readonly opinions: number;
  readonly claimedBy: 'you' | 'another' | null;
  readonly claimExpiresAt: string | null;
}

export interface Queue {
  readonly items: readonly QueueItem[];
  readonly next: string | null;
}

export interface CaseCheck {
  readonly check: string;
  readonly side?: string | null;
  readonly frame?: number | null;
  readonly status: string;
  readonly code?: string | null;
  readonly value?: number | string | null;
  readonly level?: number | string | null;
  readonly hint?: string | null;
}

export type Point = readonly [number, number];
export type Box = readonly [number, number, number, number];

// Where on the rendering something was seen, in its pixels.
export interface Marks {
  readonly outline: readonly Point[] | null;
  readonly zone: readonly Point[] | null;
  readonly portrait: Box | null;
  readonly face: Box | null;
}

export interface CaseFile {
  readonly id: string;
  readonly kind: string;
  readonly attempt?: number | null;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
  readonly looked: boolean;
  readonly marks: Marks | null;
}

export interface Attempt {
  readonly step: string;
  readonly side?: string | null;
  readonly at: string;
  readonly accepted: boolean;
  readonly code?: string | null;
}

export interface Settled {
  readonly decision: string;
  readonly reasons: readonly string[];
  readonly decidedAt: string;
  // The time of the last correction.
  readonly correctedAt?: string | null;
  readonly reviewers: readonly string[];
  readonly signed: boolean;
}

export interface Case {
  readonly sessionId: string;
  readonly client: string;
  readonly clientName: string | null;
  readonly sandbox: boolean;
  readonly purpose: string;
  readonly status: string;
  readonly userRef: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly waitingSince: string | null;
  readonly automaticResult: string | null;
  readonly reasons: readonly string[];
  readonly checks: readonly CaseCheck[];
  readonly documentType: string | null;
  readonly files: readonly CaseFile[];
  readonly attempts: readonly Attempt[];
  readonly earlierSessions: readonly { readonly sessionId: string; readonly at: string }[];
  readonly words: string | null;
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly claimExpiresAt: string | null;
  readonly opinionsGiven: number;
  readonly reviewersNeeded: number;
  readonly mayLook: boolean;
  readonly mayCorrect: boolean;
  readonly mayTakeOver: boolean;
  readonly seen: number;
  readonly root: string;
  readonly log: string;
  readonly review: Settled | null;
  readonly decisionReasons: readonly string[];
}

export type Decision = 'PASSED' | 'FAILED';
export type DecisionKind = 'decision' | 'correction';

export interface SigningBegun {
  readonly statement: string;
  readonly seen: number;
  readonly publicKey: PublicKeyCredentialRequestOptionsJSON | null;
}

export interface Decided {
  readonly settled: boolean;
  readonly resultStatus: string | null;
}

export interface Reports {
  readonly queue: { readonly waiting: number; readonly oldestSeconds: number | null };
  readonly time: { readonly medianSeconds: number | null; readonly p95Seconds: number | null };
  readonly reviewers: readonly {
    readonly reviewer: string;
    readonly name: string | null;
    readonly decisions: number;
    readonly disagreements: number;
    readonly looksWithoutDecision: number;
  }[];
}
