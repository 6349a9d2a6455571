// The calls of the console. None is stored by the browser, followed elsewhere or repeated by
// itself: a look that is repeated would be a second look.
import type {
  Assigned,
  Assignees,
  Case,
  Claimed,
  Decided,
  DecisionRequest,
  Done,
  KeyChangeBegun,
  LoginBegun,
  Me,
  NextCase,
  OperatorsClients,
  OperatorsHolds,
  OperatorsInstallation,
  OperatorsKeys,
  OperatorsPages,
  OperatorsWebhooks,
  OwnActs,
  Queue,
  QueueMoved,
  RegisterBegun,
  Reports,
  SigningBegun,
  SigningRequest,
} from '../generated/answers.js';
import type { Choice as CaseChoice } from '../screens/choice.js';
import type { SaltedNote } from './note.js';
import type { AssertionJson, RegistrationJson } from './passkey.js';
import { pageKey } from './page-key.js';
import { NETWORK, Refusal, UNEXPECTED_ANSWER } from './refusal.js';

// As long as somebody waits for an answer before an error helps more.
const patienceMs = 30_000;
const base = '/review/api/';

export interface Filter extends CaseChoice {
  readonly after: string | null;
  readonly limit: number;
}

// How a call is made.
interface How {
  // The page asks by itself.
  readonly unattended?: boolean;
  // Ends the call before its time.
  readonly signal?: AbortSignal;
}

export type Decision = DecisionRequest['decision'];
export type DecisionKind = SigningRequest['kind'];

export type Step = 'DOCUMENT' | 'LIVENESS';

export interface Choice {
  readonly decision: Decision;
  readonly reasons: readonly string[];
  // Only RESUBMIT has steps, in the order of a capture.
  readonly steps?: readonly Step[];
  // Why the reviewer decides without a look at each picture, where that was asked.
  readonly withoutLook?: string;
  // The name of the client's sentence that the person gets.
  readonly tell?: string;
  // The hash of the sentence as it was shown: another that it has become is not told instead.
  readonly tellHash?: string;
}

export interface Signed extends Choice {
  readonly note: string;
  readonly words: string;
  readonly salt: string;
  readonly seen: number;
  readonly credential: AssertionJson | null;
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const requestId = answer.headers.get('X-Request-Id');
  try {
    const { code, notLookedAt } = (await answer.json()) as {
      code?: unknown;
      notLookedAt?: unknown;
    };
    const ids = Array.isArray(notLookedAt) ? notLookedAt.map(String) : [];
    if (typeof code === 'string') return new Refusal(answer.status, code, requestId, ids);
  } catch {
    // Not a problem of the server: a proxy's page, for example.
  }
  return new Refusal(answer.status, UNEXPECTED_ANSWER, requestId);
}

function query(parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== '');
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}

function flag(on: boolean): string {
  return on ? 'true' : '';
}

export class Calls {
  // Called when the server no longer knows who is asking.
  onLoggedOut: () => void = () => undefined;
  // How far the server's clock is ahead of this one.
  #aheadMs = 0;

  #lastAt = Date.now();

  // How long ago the last call was.
  get idleMs(): number {
    return Date.now() - this.#lastAt;
  }

  // The time by the server's clock, by which claims end.
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  me = (): Promise<Me> => this.#json('GET', 'me');
  // The reviewer's own acts, the newest first; `before` is the `next` of an earlier answer.
  ownActs = (before: string | null): Promise<OwnActs> =>
    this.#json('GET', `me/acts${query({ before })}`);
  beginRegister = (link: string): Promise<RegisterBegun> =>
    this.#json('POST', 'register/begin', { link });
  finishRegister = (link: string, credential: RegistrationJson): Promise<Me> =>
    this.#json('POST', 'register/finish', { link, credential });
  beginLogin = (): Promise<LoginBegun> => this.#json('POST', 'login/begin', {});
  finishLogin = (ceremony: string, credential: AssertionJson): Promise<Me> =>
    this.#json('POST', 'login/finish', { ceremony, credential });
  // The ticket comes back from the company's login, for the page that has begun it.
  takeLogin = (ticket: string): Promise<Me> => this.#json('POST', 'oidc/finish', { ticket });
  logout = (): Promise<Done> => this.#json('POST', 'logout', {});
  beginKey = (): Promise<RegisterBegun> => this.#json('POST', 'me/keys/begin', {});
  keyStatement = (credential: RegistrationJson): Promise<KeyChangeBegun> =>
    this.#json('POST', 'me/keys/statement', { credential });
  finishKey = (credential: RegistrationJson, confirmation: AssertionJson | null): Promise<Me> =>
    this.#json('POST', 'me/keys/finish', {
      credential,
      ...(confirmation === null ? {} : { confirmation }),
    });
  beginRemoveKey = (id: string): Promise<KeyChangeBegun> =>
    this.#json('POST', `me/keys/${encodeURIComponent(id)}/revoke/begin`, {});
  removeKey = (id: string, credential: AssertionJson): Promise<Me> =>
    this.#json('POST', `me/keys/${encodeURIComponent(id)}/revoke`, { credential });
  endSession = (id: string): Promise<Done> =>
    this.#json('DELETE', `me/sessions/${encodeURIComponent(id)}`);

  // `unattended`: the page asks by itself, which keeps no login alive.
  queue = ({ sandbox, limit, ...filter }: Filter, unattended: boolean): Promise<Queue> => {
    const asked = query({ ...filter, sandbox: flag(sandbox), limit: String(limit) });
    return this.#json('GET', `queue${asked}`, undefined, { unattended });
  };
  // Resolves when the queue may have moved since the log had this size.
  queueMoved = (seen: number, signal: AbortSignal): Promise<QueueMoved> => {
    const asked = query({ seen: String(seen), wait: '20' });
    return this.#json('GET', `queue/moved${asked}`, undefined, { unattended: true, signal });
  };
  // Resolves to null where no case is free.
  next = ({ sandbox, claimed: _, ...choice }: CaseChoice): Promise<NextCase | null> => {
    const named = Object.entries(choice).filter(([, value]) => value !== '');
    const body = { ...Object.fromEntries(named), ...(sandbox ? { sandbox } : {}) };
    return this.#json('POST', 'next', body);
  };
  claim = (id: string): Promise<Claimed> =>
    this.#json('POST', `${caseOf(id)}/claim`, {});
  takeOver = (id: string): Promise<Claimed> =>
    this.#json('POST', `${caseOf(id)}/takeover`, {});
  release = (id: string): Promise<Done> => this.#json('POST', `${caseOf(id)}/release`, {});
  // The reviewers who decide cases of the client; for those who supervise them.
  assignees = (client: string): Promise<Assignees> =>
    this.#json('GET', `assignees${query({ client })}`);
  assign = (cases: readonly string[], reviewer: string): Promise<Assigned> =>
    this.#json('POST', 'assign', { cases, reviewer });
  unassign = (cases: readonly string[]): Promise<Assigned> =>
    this.#json('POST', 'unassign', { cases });
  handOver = (id: string, words: string): Promise<Done> =>
    this.#json('POST', `${caseOf(id)}/handover`, { words });
  case = (id: string): Promise<Case> => this.#json('GET', caseOf(id));

  // One look: the server has written it down before the first byte arrives.
  async view(id: string, file: string): Promise<{ picture: Blob; marks: unknown }> {
    const answer = await this.#ask('POST', `${caseOf(id)}/view`, { file });
    const marks = answer.headers.get('X-Countersign-Marks');
    try {
      return { picture: await answer.blob(), marks: marks === null ? null : JSON.parse(marks) };
    } catch {
      throw new Refusal(0, NETWORK);
    }
  }

  // `seen` is that of the case as it was shown. The hashes of note and words are sent in their
  // place.
  beginDecision = (
    id: string,
    choice: Choice,
    kind: DecisionKind,
    seen: number,
    { hash, wordsHash }: Pick<SaltedNote, 'hash' | 'wordsHash'>,
  ): Promise<SigningBegun> =>
    this.#json('POST', `${caseOf(id)}/decide/begin`, {
      ...choice,
      kind,
      seen,
      noteHash: hash,
      ...(wordsHash === null ? {} : { wordsHash }),
    });
  decide = (id: string, signed: Signed, kind: DecisionKind): Promise<Decided> => {
    const { note, words, ...rest } = signed;
    const body = {
      ...rest,
      ...(note === '' ? {} : { note }),
      ...(words === '' ? {} : { words }),
    };
    return this.#json('POST', `${caseOf(id)}/${kind === 'decision' ? 'decide' : 'correct'}`, body);
  };

  reports = (from: string, to: string, sandbox: boolean): Promise<Reports> =>
    this.#json('GET', `reports${query({ from, to, sandbox: flag(sandbox) })}`);

  // The operators' view. `after` is the `next` of an earlier answer.
  installation = (): Promise<OperatorsInstallation> => this.#json('GET', 'operate/installation');
  operatedClients = (after: string | null): Promise<OperatorsClients> =>
    this.#json('GET', `operate/clients${query({ after })}`);
  operatedPages = (after: string | null): Promise<OperatorsPages> =>
    this.#json('GET', `operate/pages${query({ after })}`);
  operatedWebhooks = (after: string | null): Promise<OperatorsWebhooks> =>
    this.#json('GET', `operate/webhooks${query({ after })}`);
  operatedHolds = (after: string | null): Promise<OperatorsHolds> =>
    this.#json('GET', `operate/holds${query({ after })}`);
  operatedKeys = (after: string | null): Promise<OperatorsKeys> =>
    this.#json('GET', `operate/keys${query({ after })}`);

  async #json<Answer>(
    method: string,
    path: string,
    body?: object,
    how: How = {},
  ): Promise<Answer> {
    const answer = await this.#ask(method, path, body, how);
    if (answer.status === 204) return null as Answer;
    try {
      return (await answer.json()) as Answer;
    } catch {
      throw new Refusal(answer.status, UNEXPECTED_ANSWER);
    }
  }

  async #ask(
    method: string,
    path: string,
    body?: object,
    { unattended = false, signal }: How = {},
  ): Promise<Response> {
    if (!unattended) this.#lastAt = Date.now();
    const headers: Record<string, string> = {
      Accept: 'application/json, image/jpeg',
      // A page of another origin cannot send this field.
      'X-Countersign-Review': '1',
      'X-Countersign-Page': pageKey(),
    };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (unattended) headers['X-Countersign-Unattended'] = '1';
    const answer = await fetch(base + path, {
      method,
      headers,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: afterPatience(signal),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      // A lost network and a call that is not allowed are the same TypeError.
      throw new Refusal(0, NETWORK);
    });
    const serverTime = Date.parse(answer.headers.get('Date') ?? '');
    // A second is what the field tells.
    const ahead = serverTime - Date.now();
    if (!Number.isNaN(ahead)) this.#aheadMs = Math.abs(ahead) < 2000 ? 0 : ahead;
    if (answer.ok) return answer;
    const refusal = await refusalOf(answer);
    const isOpen = path.startsWith('login/') || path.startsWith('register/');
    if (refusal.status === 401 && !isOpen) this.onLoggedOut();
    throw refusal;
  }
}

// AbortSignal.timeout is younger than some browsers that the page is made for.
function afterPatience(earlier?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), patienceMs);
  earlier?.addEventListener('abort', () => controller.abort());
  return controller.signal;
}

function caseOf(id: string): string {
  return `case/${encodeURIComponent(id)}`;
}
