// The desk works on cases for the console that the tests make: queue, claims, looks, decisions of
// two and more, corrections, reports.
import { createHash } from 'node:crypto';

import { checks, decisionReasons, pictureOf, sentences, unordered } from './review_cases.js';
import type { MockCase, Sentence } from './review_cases.js';
import { isSignedBy, sha256 } from './review_passkeys.js';
import type { Credential, Passkey } from './review_passkeys.js';

const claimMs = 15 * 60_000;

// The log, as statements name it.
const log = 'log.example/countersign';
const root = 'a1'.repeat(32);

function hashOf({ id }: { readonly id: string }): string {
  return sha256(id).toString('hex');
}

// `begin` has the hash of a text; the decision has the text and the salt.
function saltedHash(body: Body, name: 'note' | 'words'): string {
  const hash = body[`${name}Hash`];
  if (typeof hash === 'string') return hash;
  const salt = Buffer.from(String(body['salt']), 'base64url');
  const why = name === 'note' ? body['withoutLook'] : undefined;
  const behind = why === undefined ? '' : `\u001e${String(why)}`;
  const text = Buffer.from(String(body[name] ?? '') + behind);
  return createHash('sha256').update(Buffer.concat([salt, text])).digest('hex');
}

// The lines of a decision that asks again.
function asked(body: Body): string {
  const steps = body['steps'] as string[] | undefined;
  if (steps === undefined) return '';
  const hasWords = body['words'] !== undefined || body['wordsHash'] !== undefined;
  return `steps ${steps.join(',')}\nwords ${hasWords ? saltedHash(body, 'words') : '-'}\n`;
}

// The sentence that the person gets, or null.
function toldIn(body: Body): Sentence | null {
  return sentences.find(({ name }) => name === body['tell']) ?? null;
}

// The line of a decision with a sentence.
function told(body: Body): string {
  const sentence = toldIn(body);
  if (sentence === null) return '';
  return `told ${sentence.name} ${sha256(sentence.sentence).toString('hex')}\n`;
}

// The purpose of a decision, and the statement's hash.
function challengeOf(statement: string): string {
  return Buffer.concat([Buffer.from([3]), sha256(statement)]).toString('base64url');
}

const unsettled = { settled: false, resultStatus: null, successor: null };

export interface Reviewer {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly { role: string; client: string }[];
  readonly keys: Passkey[];
}

// An answer: a status with JSON, or bytes.
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Body = Readonly<Record<string, unknown>>;

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: Body;

  constructor(status: number, code: string, more: Body = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

function isSupervisor({ roles }: Reviewer): boolean {
  return roles.some(({ role }) => role === 'supervisor');
}

export function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, body, headers };
}

export class ReviewDesk {
  readonly cases: MockCase[] = [];
  readonly reviewers: Reviewer[] = [];
  // Pictures to show in the place of made ones, by the id of the file.
  readonly pictures = new Map<string, Buffer>();
  // decide/begin answers this text instead of the statement; null stands for the statement.
  forged: string | null = null;
  // The words to the person of the last decision that asked again.
  words = '';
  // The server asks why nothing was looked at.
  asksForLooks = false;
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  answer(reviewer: Reviewer, path: string, body: Body, query: URLSearchParams): Answer {
    const [first, second, ...rest] = path.split('/');
    if (path === 'queue') return this.#queue(reviewer, query);
    if (path === 'next') return this.#next(reviewer, body);
    if (path === 'reports') return this.#reports(reviewer);
    if (path === 'me/acts') return this.#acts(reviewer);
    const found = this.cases.find(({ sessionId }) => sessionId === second);
    if (first !== 'case' || found === undefined || !this.#roles(reviewer, found)) {
      throw new Problem(404, 'SVC_NOT_FOUND');
    }
    return this.#case(reviewer, found, rest.join('/'), body);
  }

  #roles({ roles }: Reviewer, { client }: MockCase): boolean {
    return roles.some((each) => each.client === '*' || each.client === client);
  }

  #holder(found: MockCase): string | null {
    return found.claim !== null && found.claim.until > Date.now() ? found.claim.reviewer : null;
  }

  #mayDecide({ id, roles }: Reviewer, found: MockCase): boolean {
    const decides = roles.some(({ role }) => role !== 'auditor');
    return decides && found.review === null && found.opinions.every((o) => o.reviewer !== id);
  }

  #waiting(reviewer: Reviewer): MockCase[] {
    const isAuditor = reviewer.roles.every(({ role }) => role === 'auditor');
    return this.cases.filter(
      (found) =>
        this.#roles(reviewer, found) &&
        (isAuditor ? found.review === null : this.#mayDecide(reviewer, found)),
    );
  }

  #queue(reviewer: Reviewer, query: URLSearchParams): Answer {
    const sandbox = query.get('sandbox') === 'true';
    const all = this.#chosen(
      this.#waiting(reviewer).filter((found) => found.sandbox === sandbox),
      Object.fromEntries(query),
    ).filter((found) => {
      const claimed = query.get('claimed');
      const holder = this.#holder(found);
      return claimed === null || (claimed === 'you' ? holder === reviewer.id : holder === null);
    });
    const from = Number(query.get('after') ?? 0);
    const limit = Number(query.get('limit') ?? 50);
    const items = all.slice(from, from + limit).map((found) => {
      const holder = this.#holder(found);
      const { sessionId, client: key, clientName, sandbox: mark, purpose } = found;
      const { waitingSince, reasons } = found;
      const claimedBy = holder === null ? null : holder === reviewer.id ? 'you' : 'another';
      return {
        ...unordered,
        ...{ sessionId, client: key, clientName, sandbox: mark, purpose, waitingSince, reasons },
        claimedBy,
        claimant: null,
        ...{ userRef: found.userRef, documentType: found.documentType },
        ...{ country: found.country, attempts: 2, picturesUntil: found.picturesUntil },
        opinions: found.opinions.length,
        claimExpiresAt: holder === null ? null : new Date(found.claim?.until ?? 0).toISOString(),
      };
    });
    const next = all.length > from + limit ? String(from + limit) : null;
    return ok({ items, next, seen: this.moves() });
  }

  // The cases that have everything that is named.
  #chosen(cases: readonly MockCase[], asked: Body): readonly MockCase[] {
    const is = (name: string, value: string | null): boolean =>
      asked[name] === undefined || asked[name] === value;
    return cases.filter(({ client, reasons, documentType, country, userRef, sessionId }) => {
      const words = String(asked['search'] ?? '');
      const isFound = (userRef ?? '').includes(words) || sessionId.includes(words);
      const hasReason = reasons.some((reason) => is('reason', reason));
      const isOf = is('client', client) && is('documentType', documentType);
      return isOf && is('country', country) && isFound && hasReason;
    });
  }

  // A number that is another one when cases come, go, or get another holder.
  moves(): number {
    const text = this.cases
      .filter(({ review }) => review === null)
      .map(({ sessionId, claim, opinions }) => [sessionId, claim?.until ?? 0, opinions.length])
      .join();
    return sha256(text).readUInt32BE(0);
  }

  #next(reviewer: Reviewer, body: Body): Answer {
    const chosen = this.#chosen(this.#waiting(reviewer), body);
    const free = chosen.find((found) => this.#holder(found) === null);
    if (free === undefined) return { status: 204 };
    free.claim = { reviewer: reviewer.id, until: Date.now() + claimMs };
    return ok({ sessionId: free.sessionId });
  }

  #reports(reviewer: Reviewer): Answer {
    if (reviewer.roles.every(({ role }) => role === 'reviewer')) {
      throw new Problem(403, 'SVC_REVIEW_FORBIDDEN');
    }
    const waiting = this.cases.filter(({ review }) => review === null).length;
    const reviewers = this.reviewers.map(({ id, name }) => ({
      ...{ reviewer: id, name, disagreements: 0, decisionsWithoutLook: 0, looksWithoutDecision: 1 },
      decisions: this.cases.filter((c) => c.opinions.some((o) => o.reviewer === id)).length,
    }));
    const time = { medianSeconds: 1260, p95Seconds: 9000 };
    const decided = this.cases.filter(({ opinions }) => opinions.length > 0);
    const figures = {
      ...{ disagreements: 0, corrections: 0, decisionsWithoutLook: 0, looksWithoutDecision: 1 },
    };
    const reasons = [{ reason: 'DOCUMENT_GENUINE', count: decided.length }];
    const day = '2026-11-26T00:00:00.000000Z';
    const days = [{ day, decisions: decided.length, ...figures, reasons }];
    return ok({ queue: { waiting, oldestSeconds: 36_000 }, time, reviewers, days });
  }

  #acts({ id }: Reviewer): Answer {
    const items = this.cases.flatMap(({ sessionId, waitingSince: at, opinions }) =>
      opinions
        .filter(({ reviewer }) => reviewer === id)
        .map(({ decision }) => ({
          ...{ at, sessionId, act: 'DECISION', picture: null, side: null, decision },
          signed: true,
        })),
    );
    return ok({ items, next: null });
  }

  #case(reviewer: Reviewer, found: MockCase, what: string, body: Body): Answer {
    const holder = this.#holder(found);
    if (what === '') return ok(this.#shown(reviewer, found));
    if (what === 'claim') {
      if (holder !== null && holder !== reviewer.id) throw this.#claimed(reviewer, found);
      return this.#claim(reviewer, found, holder === null ? null : found.takenFrom);
    }
    if (what === 'takeover') {
      if (!isSupervisor(reviewer)) throw new Problem(403, 'SVC_REVIEW_FORBIDDEN');
      return this.#claim(reviewer, found, holder === reviewer.id ? null : holder);
    }
    if (what === 'release') {
      if (holder === reviewer.id) found.claim = null;
      return ok({});
    }
    if (what === 'view') {
      const file = found.files.find(({ id }) => id === body['file']);
      if (file === undefined) throw new Problem(404, 'SVC_NOT_FOUND');
      file.looked = true;
      const headers = { 'X-Countersign-Marks': JSON.stringify(file.marks) };
      return { status: 200, bytes: this.pictures.get(file.id) ?? pictureOf(file), headers };
    }
    if (what === 'decide/begin') return this.#beginDecision(reviewer, found, body);
    if (what === 'decide' || what === 'correct') {
      return this.#decide(reviewer, found, body, what === 'decide' ? 'decision' : 'correction');
    }
    throw new Problem(404, 'SVC_NOT_FOUND');
  }

  #claim(reviewer: Reviewer, found: MockCase, takenFrom: string | null): Answer {
    if (found.review !== null) throw new Problem(409, 'SVC_REVIEW_NOT_PENDING');
    if (!this.#mayDecide(reviewer, found)) throw new Problem(403, 'SVC_REVIEWER_NOT_ELIGIBLE');
    found.claim = { reviewer: reviewer.id, until: Date.now() + claimMs };
    found.takenFrom = takenFrom;
    return ok({ claimExpiresAt: new Date(found.claim.until).toISOString() });
  }

  #claimed({ id }: Reviewer, { takenFrom }: MockCase): Problem {
    return new Problem(409, takenFrom === id ? 'SVC_REVIEW_TAKEN_OVER' : 'SVC_REVIEW_CLAIMED');
  }

  #hasOpinion({ id }: Reviewer, { opinions, correcting, review }: MockCase): boolean {
    const given = [...opinions, ...correcting].some((each) => each.reviewer === id);
    return given || review?.reviewers.includes(id) === true;
  }

  #shown(reviewer: Reviewer, found: MockCase): object {
    const { claim, opinions, correcting, takenFrom: _, ...shown } = found;
    const holder = this.#holder(found);
    const isClaimed = holder === reviewer.id;
    const decides = isSupervisor(reviewer) && !this.#hasOpinion(reviewer, found);
    const words = isSupervisor(reviewer) ? (found.review?.words ?? null) : null;
    return {
      mayLook: reviewer.roles.some(
        ({ role }) => role === 'supervisor' || (role === 'reviewer' && found.review === null),
      ),
      mayCorrect: decides && found.review !== null,
      mayTakeOver: decides && found.review === null && holder !== null && !isClaimed,
      ...{ ...unordered, ...shown, status: 'COMPLETED', createdAt: found.waitingSince },
      ...{ endedAt: found.waitingSince, automaticResult: 'REVIEW', checks },
      review: found.review === null ? null : { ...found.review, words },
      ...{ seen: 4711, root, log, files: found.files.map((f) => ({ ...f, sha256: hashOf(f) })) },
      attempts: [
        {
          ...{ step: 'DOCUMENT', side: 'FRONT', at: found.waitingSince },
          ...{ accepted: false, code: 'DOCUMENT_GLARE' },
        },
        { step: 'DOCUMENT', side: 'FRONT', at: found.waitingSince, accepted: true, code: null },
      ],
      claimExpiresAt: isClaimed && claim !== null ? new Date(claim.until).toISOString() : null,
      opinionsGiven: found.review === null ? opinions.length : correcting.length,
      decisionReasons,
      sentences,
    };
  }

  #statement(found: MockCase, body: Body, kind: string): string {
    const files = found.files.map((file) => `file ${hashOf(file)}\n`).join('');
    const unlooked = this.asksForLooks ? found.files.map(({ id }) => `without-look ${id}\n`) : [];
    const reasons = (body['reasons'] as string[]).join(',');
    return (
      `countersign review v2\nlog ${log}\nsize 4711\nroot ${root}\n` +
      `session ${found.sessionId}\n${files}${unlooked.join('')}` +
      `decision ${String(body['decision'])}\n` +
      `${asked(body)}reasons ${reasons === '' ? '-' : reasons}\n${told(body)}` +
      `note ${saltedHash(body, 'note')}\nkind ${kind}\n`
    );
  }

  #beginDecision(reviewer: Reviewer, found: MockCase, body: Body): Answer {
    if (this.asksForLooks && body['withoutLook'] === undefined) {
      const notLookedAt = found.files.map(({ id }) => id);
      throw new Problem(409, 'SVC_REVIEW_NOT_LOOKED_AT', { notLookedAt });
    }
    const statement = this.forged ?? this.#statement(found, body, String(body['kind']));
    const publicKey = {
      challenge: challengeOf(statement),
      rpId: 'localhost',
      allowCredentials: reviewer.keys.map(({ id }) => ({ type: 'public-key', id })),
    };
    return ok({ statement, seen: 4711, publicKey });
  }

  #decide(reviewer: Reviewer, found: MockCase, body: Body, kind: string): Answer {
    const credential = body['credential'] as Credential | null;
    if (credential !== null) {
      const challenge = challengeOf(this.#statement(found, body, kind));
      const key = reviewer.keys.find(({ id }) => id === credential.id);
      if (key === undefined || !isSignedBy(key, credential, challenge, this.#origin)) {
        throw new Problem(400, 'SVC_CHALLENGE_INVALID');
      }
    }
    const decision = String(body['decision']);
    const reasons = body['reasons'] as string[];
    const signed = credential !== null;
    if (kind === 'decision') {
      const holder = this.#holder(found);
      if (holder !== null && holder !== reviewer.id) throw this.#claimed(reviewer, found);
      if (found.review !== null) throw new Problem(409, 'SVC_REVIEW_NOT_PENDING');
      found.opinions.push({ reviewer: reviewer.id, decision, reasons });
      found.claim = null;
      const same = found.opinions.filter((each) => each.decision === decision).length;
      if (same < found.reviewersNeeded) return ok(unsettled);
    }
    if (kind === 'correction') {
      if (this.#hasOpinion(reviewer, found)) throw new Problem(409, 'SVC_REVIEW_OPINION_GIVEN');
      found.correcting.push({ reviewer: reviewer.id, decision, reasons });
      const same = found.correcting.filter((each) => each.decision === decision).length;
      if (same < found.reviewersNeeded) return ok(unsettled);
    }
    const now = new Date().toISOString();
    const decidedAt = found.review?.decidedAt ?? now;
    const correctedAt = kind === 'correction' ? now : null;
    const settling = kind === 'correction' ? found.correcting : found.opinions;
    const reviewers = settling.map((each) => each.reviewer);
    found.correcting = [];
    const steps = (body['steps'] as string[] | undefined) ?? [];
    const review = { decision, reasons, decidedAt, correctedAt, reviewers, signed, steps };
    const words = typeof body['words'] === 'string' && body['words'] !== '' ? body['words'] : null;
    found.review = { ...review, told: toldIn(body), names: [], words };
    if (decision !== 'RESUBMIT') {
      return ok({ settled: true, resultStatus: decision, successor: null });
    }
    this.words = String(body['words'] ?? '');
    const successor = '0b54c2f0-8a6e-4f4c-9d53-0000000000ff';
    return ok({ settled: true, resultStatus: 'RESUBMITTED', successor });
  }
}
