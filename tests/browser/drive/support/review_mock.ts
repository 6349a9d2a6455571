// A console's server in memory, for tests of the page alone: what the page asks for is answered as
// http/review answers, passkeys are verified, and each look is counted. The real server's own
// tests check what it does besides.
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { env } from 'node:process';

import { purposes } from '../../../../http/pages/review/server/challenge.js';
import type { Purpose } from '../../../../http/pages/review/server/challenge.js';
import { ok, Problem, ReviewDesk } from './review_desk.js';
import type { Answer, Body, Reviewer } from './review_desk.js';
import { OperatedInstallation } from './review_operators.js';
import { isSignedBy, passkeyOf, sha256 } from './review_passkeys.js';
import type { Credential, Passkey } from './review_passkeys.js';

const root = env['COUNTERSIGN_ROOT'] ?? '';
const folder = env['COUNTERSIGN_BROWSER_FOLDER'] ?? '';

interface Login {
  readonly id: string;
  readonly reviewer: Reviewer;
  readonly startedAt: string;
  // The key of the page that it belongs to; null where the test has made it without a page.
  readonly page: string | null;
}

// The policy that the server's own pages have.
function contentPolicy(): string {
  const source = readFileSync(join(root, 'http/pages/assets/page_handlers.cc'), 'utf8');
  const lines = /kContentPolicy =\s*((?:"[^"]*"\s*)+);/.exec(source)?.[1] ?? '';
  return [...lines.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join('');
}

export class ReviewMock {
  readonly base: string;
  readonly desk: ReviewDesk;
  readonly operated = new OperatedInstallation();
  // Every call, as `POST next`, in order.
  readonly calls: string[] = [];
  oidc = false;
  // The purpose of all challenges, where it is not what the page has asked for.
  purpose: Purpose | null = null;
  // Answers the next call of this path with this problem.
  fails: { path: string; status: number; code: string } | null = null;
  readonly #server: Server;
  readonly #links = new Map<string, Reviewer>();
  readonly #logins = new Map<string, Login>();
  readonly #tickets = new Map<string, { page: string; reviewer: Reviewer }>();
  readonly #challenges = new Map<string, string>();
  readonly #files = new Map<string, { type: string; bytes: Buffer }>();

  private constructor(server: Server) {
    this.#server = server;
    this.base = `http://localhost:${(server.address() as AddressInfo).port}`;
    this.desk = new ReviewDesk(this.base);
  }

  static async start(): Promise<ReviewMock> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mock = new ReviewMock(server);
    mock.#bundle();
    server.on('request', (asked, answer) => void mock.#serve(asked, answer));
    return mock;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  // Registers a reviewer; returns the link that makes a passkey.
  link(name: string, ...roles: readonly [string, string][]): string {
    const reviewer = this.#register(name, roles);
    const code = randomBytes(24).toString('base64url');
    this.#links.set(code, reviewer);
    return `${this.base}/review#register=${code}`;
  }

  // Logs in a reviewer without a passkey, as the company's login does; returns the cookie's value.
  enter(name: string, ...roles: readonly [string, string][]): string {
    return this.#begin(this.#register(name, roles), null);
  }

  // The same for the page of this name: returns the ticket that the page comes back with.
  sendBack(page: string, name: string, ...roles: readonly [string, string][]): string {
    const ticket = randomBytes(32).toString('base64url');
    this.#tickets.set(ticket, { page, reviewer: this.#register(name, roles) });
    return ticket;
  }

  // Ends every login, as a restart does.
  forget(): void {
    this.#logins.clear();
  }

  count(call: string): number {
    return this.calls.filter((each) => each === call).length;
  }

  #bundle(): void {
    const pages = join(root, 'http/pages');
    const out = join(folder, 'review-page');
    for (const file of ['review.ts', 'review.css']) {
      const entry = join(pages, 'review', file);
      const target = '--target=chrome94,firefox115,safari15';
      const options = ['--bundle', '--format=esm', '--charset=utf8', target];
      execFileSync('esbuild', [entry, ...options, '--log-level=warning', `--outdir=${out}`]);
    }
    const html = readFileSync(join(pages, 'review/index.html'), 'utf8');
    const named = html.replaceAll(/\{\{([^{}]+)\}\}/g, '/review/assets/$1');
    const put = (path: string, type: string, bytes: Buffer): void => {
      this.#files.set(path, { type, bytes });
    };
    put('/review', 'text/html; charset=utf-8', Buffer.from(named));
    put('/review/assets/review.js', 'text/javascript', readFileSync(join(out, 'review.js')));
    put('/review/assets/review.css', 'text/css', readFileSync(join(out, 'review.css')));
    const icon = readFileSync(join(pages, 'capture/icon.svg'));
    put('/review/assets/review-icon.svg', 'image/svg+xml', icon);
  }

  async #serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? '/', this.base);
    const file = this.#files.get(url.pathname);
    answer.setHeader('Cache-Control', 'no-store');
    if (file !== undefined) {
      answer.setHeader('Content-Security-Policy', contentPolicy());
      answer.writeHead(200, { 'Content-Type': file.type }).end(file.bytes);
      return;
    }
    let given: Answer;
    try {
      given = await this.#answer(asked, url);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, code, more } = error;
      given = { status, body: { ...more, status, code, detail: 'For developers.' } };
    }
    const type = given.bytes === undefined ? 'application/json' : 'image/jpeg';
    answer.writeHead(given.status, { 'Content-Type': type, ...given.headers });
    answer.end(given.bytes ?? (given.status === 204 ? '' : JSON.stringify(given.body)));
  }

  async #answer(asked: IncomingMessage, url: URL): Promise<Answer> {
    const path = url.pathname.replace('/review/api/', '');
    const method = asked.method ?? 'GET';
    this.calls.push(`${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID')}`);
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const isOurs = asked.headers['x-countersign-review'] === '1';
    const isFromHere = (asked.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
    const hasOrigin = method === 'GET' || asked.headers.origin === this.base;
    if (!isOurs || !isFromHere || !hasOrigin) throw new Problem(403, 'SVC_FORBIDDEN');
    if (this.fails?.path === path) {
      const { status, code } = this.fails;
      this.fails = null;
      throw new Problem(status, code);
    }
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    const page = String(asked.headers['x-countersign-page'] ?? '');
    if (path.endsWith('/finish') && page.length !== 43) throw new Problem(403, 'SVC_FORBIDDEN');
    const open = this.#open(path, body, page);
    if (open !== null) return open;
    const cookie = /countersign-review=([^;]+)/.exec(asked.headers.cookie ?? '')?.[1] ?? '';
    const login = this.#logins.get(cookie);
    const isOfPage = login !== undefined && (login.page === null || login.page === page);
    if (!isOfPage) throw new Problem(401, 'SVC_REVIEWER_LOGIN_REQUIRED');
    if (path === 'queue/moved') return this.#waitForMove(Number(url.searchParams.get('seen')));
    return this.#known(login, path, body, url.searchParams);
  }

  // As the server's long poll, but for a shorter time.
  async #waitForMove(seen: number): Promise<Answer> {
    for (let tries = 0; tries < 100 && this.desk.moves() === seen; ++tries) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return ok({ waited: true });
  }

  // Returns the answer to a call that needs no login, or null for every other call.
  #open(path: string, body: Body, page: string): Answer | null {
    const credential = body['credential'] as Credential;
    if (path === 'login/begin') {
      const ceremony = randomUUID();
      const publicKey = { challenge: this.#challenge(ceremony, 'login'), rpId: 'localhost' };
      return ok({ ceremony, publicKey, oidc: this.oidc });
    }
    if (path === 'login/finish') {
      const challenge = this.#take(String(body['ceremony']));
      for (const reviewer of this.desk.reviewers) {
        const key = reviewer.keys.find(({ id }) => id === credential.id);
        if (key === undefined || !isSignedBy(key, credential, challenge, this.base)) continue;
        key.lastUsedAt = new Date().toISOString();
        return this.#logIn(reviewer, page);
      }
      throw new Problem(403, 'SVC_REVIEW_LOGIN_FAILED');
    }
    if (path === 'oidc/finish') {
      const ticket = String(body['ticket']);
      const waiting = this.#tickets.get(ticket);
      this.#tickets.delete(ticket);
      const name = sha256(page).toString('base64url');
      if (waiting?.page !== name) throw new Problem(403, 'SVC_REVIEW_LOGIN_FAILED');
      return this.#logIn(waiting.reviewer, page);
    }
    if (path !== 'register/begin' && path !== 'register/finish') return null;
    const link = String(body['link']);
    const reviewer = this.#links.get(link);
    if (reviewer === undefined) throw new Problem(403, 'SVC_REVIEW_LOGIN_FAILED');
    if (path === 'register/begin') return this.#offer(reviewer, link);
    this.#addKey(reviewer, credential, link);
    this.#links.delete(link);
    return this.#logIn(reviewer, page);
  }

  #offer(reviewer: Reviewer, ceremony: string): Answer {
    const { id, name, keys } = reviewer;
    const user = { id: Buffer.from(id).toString('base64url'), name, displayName: name };
    const publicKey = {
      challenge: this.#challenge(ceremony, 'registration'),
      rp: { id: 'localhost', name: 'Countersign' },
      user,
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: keys.map((key) => ({ type: 'public-key', id: key.id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    };
    return ok({ reviewer: id, name, publicKey });
  }

  #addKey(reviewer: Reviewer, credential: Credential, ceremony: string): void {
    const key = passkeyOf(credential, this.#take(ceremony), this.base);
    if (key === null) throw new Problem(403, 'SVC_REVIEW_LOGIN_FAILED');
    reviewer.keys.push(key);
  }

  #register(name: string, roles: readonly (readonly [string, string])[]): Reviewer {
    const reviewer: Reviewer = {
      id: `rvw_${randomBytes(16).toString('base64url')}`,
      name,
      roles: roles.map(([role, client]) => ({ role, client })),
      keys: [],
    };
    this.desk.reviewers.push(reviewer);
    return reviewer;
  }

  #begin(reviewer: Reviewer, page: string | null): string {
    const cookie = randomBytes(32).toString('base64url');
    const startedAt = new Date().toISOString();
    this.#logins.set(cookie, { id: randomUUID(), reviewer, startedAt, page });
    return cookie;
  }

  #logIn(reviewer: Reviewer, page: string): Answer {
    const cookie = this.#begin(reviewer, page);
    const login = this.#logins.get(cookie);
    const value = `countersign-review=${cookie}; HttpOnly; SameSite=Strict; Path=/`;
    return ok(login === undefined ? {} : this.#me(login), { 'Set-Cookie': value });
  }

  #me({ id, reviewer }: Login): object {
    const sessions = [...this.#logins.values()]
      .filter((login) => login.reviewer === reviewer)
      .map((login) => ({
        id: login.id,
        startedAt: login.startedAt,
        lastSeenAt: login.startedAt,
        current: login.id === id,
      }));
    const keys = reviewer.keys.map(({ id: key, addedAt, lastUsedAt, by }) => ({
      id: key,
      addedAt,
      lastUsedAt,
      by,
    }));
    const { name, roles } = reviewer;
    return { reviewer: reviewer.id, name, roles, keys, sessions, oidc: this.oidc, signing: true };
  }

  #known(login: Login, path: string, body: Body, query: URLSearchParams): Answer {
    const { reviewer } = login;
    if (path === 'me') return ok(this.#me(login));
    if (path === 'logout' || path.startsWith('me/sessions/')) {
      const ended = path === 'logout' ? login.id : path.split('/')[2];
      for (const [cookie, { id }] of this.#logins) if (id === ended) this.#logins.delete(cookie);
      return ok({});
    }
    if (path === 'me/keys/begin') return this.#offer(reviewer, login.id);
    if (path.startsWith('me/keys/')) return this.#changeKeys(login, path, body);
    if (path.startsWith('operate/')) {
      return this.operated.answer(reviewer, path.slice('operate/'.length), query);
    }
    return this.desk.answer(reviewer, path, body, query);
  }

  // A passkey that is there signs for each that is added or removed.
  #changeKeys({ id: session, reviewer }: Login, path: string, body: Body): Answer {
    const credential = body['credential'] as Credential;
    const { keys } = reviewer;
    if (path === 'me/keys/statement') {
      const made = passkeyOf(credential, this.#challenges.get(session) ?? '', this.base);
      if (made === null) throw new Problem(403, 'SVC_REVIEW_LOGIN_FAILED');
      return this.#offerChange(reviewer, 'add', made);
    }
    if (path === 'me/keys/finish') {
      const made = passkeyOf(credential, this.#take(session), this.base);
      if (made === null) throw new Problem(403, 'SVC_REVIEW_LOGIN_FAILED');
      const confirmation = body['confirmation'] as Credential | undefined;
      if (keys.length > 0) this.#mustSign(reviewer, 'add', made, confirmation);
      keys.push({ ...made, by: keys.length > 0 ? 'PASSKEY' : 'PROVIDER' });
    } else {
      const revoked = keys.find(({ id }) => id === path.split('/')[2]);
      if (revoked === undefined) throw new Problem(404, 'SVC_NOT_FOUND');
      if (keys.length < 2) throw new Problem(409, 'SVC_CONFLICT');
      if (path.endsWith('/begin')) return this.#offerChange(reviewer, 'revoke', revoked);
      this.#mustSign(reviewer, 'revoke', revoked, credential);
      keys.splice(keys.indexOf(revoked), 1);
    }
    const login = [...this.#logins.values()].find(({ id }) => id === session);
    return ok(login === undefined ? {} : this.#me(login));
  }

  #keyStatement(reviewer: Reviewer, act: string, { id, spki }: Passkey): string {
    return (
      `countersign passkey v1\nreviewer ${reviewer.id}\nact ${act}\npasskey ${id}\n` +
      `key ${sha256(spki).toString('hex')}\nsite ${this.base}\n`
    );
  }

  #changeChallenge(statement: string): string {
    return Buffer.from([purposes.keyChange, ...sha256(statement)]).toString('base64url');
  }

  #offerChange(reviewer: Reviewer, act: string, changed: Passkey): Answer {
    const statement = this.#keyStatement(reviewer, act, changed);
    const signers = reviewer.keys.map(({ id }) => ({ type: 'public-key', id }));
    const challenge = this.#changeChallenge(statement);
    const publicKey = { challenge, rpId: 'localhost', allowCredentials: signers };
    return ok({ statement, publicKey: signers.length === 0 ? null : publicKey });
  }

  #mustSign(reviewer: Reviewer, act: string, changed: Passkey, given?: Credential): void {
    const signer = reviewer.keys.find(({ id }) => id === given?.id);
    const challenge = this.#changeChallenge(this.#keyStatement(reviewer, act, changed));
    if (given === undefined || signer === undefined) {
      throw new Problem(403, 'SVC_REVIEW_SIGNATURE_INVALID');
    }
    if (!isSignedBy(signer, given, challenge, this.base)) {
      throw new Problem(403, 'SVC_REVIEW_SIGNATURE_INVALID');
    }
  }

  #challenge(ceremony: string, purpose: Purpose): string {
    const bytes = [purposes[this.purpose ?? purpose], ...randomBytes(32)];
    const challenge = Buffer.from(bytes).toString('base64url');
    this.#challenges.set(ceremony, challenge);
    return challenge;
  }

  #take(ceremony: string): string {
    const challenge = this.#challenges.get(ceremony) ?? '';
    this.#challenges.delete(ceremony);
    return challenge;
  }
}
