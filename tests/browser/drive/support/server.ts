// A server of its own for each test file, with a client whose page can be set.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';

function named(variable: string): string {
  const value = env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run tests/browser/browser.sh`);
  return value;
}

// The folder of the programs that the build has made.
export const TOOLS = named('COUNTERSIGN_BIN');

// A folder for what the tests make; browser.sh empties it first.
export const made = named('COUNTERSIGN_BROWSER_FOLDER');

export type Purpose = 'FULL_CAPTURE' | 'DOCUMENT_VERIFICATION' | 'LIVENESS' | 'FACE_MATCH';

export interface Session {
  readonly sessionId: string;
  readonly sessionToken: string;
  readonly captureUrl: string;
  readonly expiresAt: string;
}

// A client says this about its page; what is absent is not set.
export interface PageSettings {
  readonly name?: string;
  readonly accent?: string;
  readonly onAccent?: string;
  readonly consentText?: string;
  readonly consentVersion?: string;
  readonly returnUrl?: string;
  readonly documents?: readonly string[];
  // This text says what comes next, in the client's words.
  readonly next?: string;
  // Documents by country: `DE=ID_CARD,PASSPORT`, and `*=…` of every other.
  readonly countries?: readonly string[];
  // If there is a language, the words and the return address above are for it alone.
  readonly language?: string;
}

export interface Result {
  readonly resultStatus: string;
  readonly reasons?: readonly string[];
  // The machine found this, beside what people decided.
  readonly automaticResult?: string | null;
  readonly review?: {
    readonly decision: string;
    readonly reasons: readonly string[];
    readonly signed: boolean;
  } | null;
}

export interface StoredFile {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface Client {
  readonly clientKey: string;
  readonly clientSecret: string;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class Server {
  readonly base: string;
  readonly #folder: string;
  readonly #process: ChildProcess;
  #client: Client = { clientKey: '', clientSecret: '' };

  private constructor(base: string, folder: string, process: ChildProcess) {
    this.base = base;
    this.#folder = folder;
    this.#process = process;
  }

  // Starts a server that believes to be at `publicUrl`, or at its own address. `kind`: options of
  // the client, such as --sandbox.
  static async start(
    settings: readonly string[] = [],
    publicUrl?: string,
    client = 'browser',
    kind: readonly string[] = [],
  ): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-browser-'));
    const port = await freePort();
    const base = `http://localhost:${port}`;
    const process = spawn(
      join(TOOLS, 'countersignd'),
      [
        ...['--data', join(folder, 'data'), '--listen', `127.0.0.1:${port}`],
        ...['--public-url', publicUrl ?? base, '--log-level', 'error', ...settings],
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const server = new Server(base, folder, process);
    await server.#isReady();
    const added = server.operator('client', 'add', client, ...kind, '--json');
    server.#client = JSON.parse(added) as Client;
    return server;
  }

  get clientKey(): string {
    return this.#client.clientKey;
  }

  // The client's backend knows these credentials.
  get credentials(): Client {
    const { clientKey, clientSecret } = this.#client;
    return { clientKey, clientSecret };
  }

  // Runs a command of the operator; returns what it prints.
  operator(...words: string[]): string {
    const data = ['--data', join(this.#folder, 'data')];
    return execFileSync(join(TOOLS, 'countersign'), [...words, ...data], { encoding: 'utf8' });
  }

  page(settings: PageSettings): void {
    const words: string[] = [];
    const option = (name: string, value: string | undefined): void => {
      if (value !== undefined) words.push(name, value);
    };
    option('--name', settings.name);
    option('--accent', settings.accent);
    option('--on-accent', settings.onAccent);
    option('--return-url', settings.returnUrl);
    option('--documents', settings.documents?.join(','));
    option('--next', settings.next);
    option('--language', settings.language);
    for (const country of settings.countries ?? []) option('--country', country);
    if (settings.consentText !== undefined) {
      const file = join(this.#folder, 'consent.txt');
      writeFileSync(file, settings.consentText);
      option('--consent', file);
      option('--consent-version', settings.consentVersion ?? '1');
    }
    this.operator('client', 'page', this.#client.clientKey, ...words);
  }

  // Stops the client for ever.
  disableClient(): void {
    this.operator('client', 'disable', this.#client.clientKey, '--reason', 'a test');
  }

  // How many reviewers have to agree on a case of the client's.
  requireReviewers(count: number): void {
    this.operator('client', 'change', this.#client.clientKey, '--reviewers', `${count}`);
  }

  // A session that waits for a decision, of somebody who cannot make the movements.
  async waiting(): Promise<Session> {
    const session = await this.create('LIVENESS');
    for (const call of ['liveness/not-possible', 'finalize']) {
      const headers = { Authorization: `Bearer ${session.sessionToken}` };
      const answer = await fetch(`${this.base}/api/sdk/${call}`, { method: 'POST', headers });
      if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
    }
    return session;
  }

  async create(purpose: Purpose, more: object = {}): Promise<Session> {
    const answer = await fetch(`${this.base}/api/svc/session/create`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...this.credentials, purpose, ...more }),
    });
    if (!answer.ok) throw new Error(`create: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Session;
  }

  // The result that the backend reads.
  async result(session: Session): Promise<Result> {
    return this.#read<Result>(session, 'result');
  }

  // How often each type of event is in the session's timeline.
  async attempts(session: Pick<Session, 'sessionId'>): Promise<Record<string, number>> {
    const { events } = await this.#read<{ events: { type: string }[] }>(session, 'timeline');
    const counts: Record<string, number> = {};
    for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  }

  // Waits until the session has this status.
  async settled(session: Session, status: string): Promise<void> {
    while ((await this.#read<{ status: string }>(session, 'result')).status !== status) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async cancel(session: Session): Promise<void> {
    await this.#read(session, 'cancel', 'POST');
  }

  // Asks the person of a session in review for the document again; returns the link.
  async asksAgain({ sessionId }: Session, words: string): Promise<string> {
    const { clientKey, clientSecret } = this.credentials;
    const answer = await fetch(`${this.base}/api/svc/session/${sessionId}/review`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'x-svc-client-key': clientKey,
        'x-svc-client-secret': clientSecret,
      },
      body: JSON.stringify({ decision: 'RESUBMIT', steps: ['DOCUMENT'], words }),
    });
    if (!answer.ok) throw new Error(`review: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { captureUrl: string }).captureUrl;
  }

  // A new link in the place of the session's first.
  async renewLink(session: Session): Promise<string> {
    return (await this.#read<{ captureUrl: string }>(session, 'link', 'POST')).captureUrl;
  }

  // The stored files, as the backend lists them.
  async files(session: Session): Promise<StoredFile[]> {
    return this.#read<StoredFile[]>(session, 'documents');
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await new Promise((resolve) => this.#process.once('exit', resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #read<Answer>(
    session: Pick<Session, 'sessionId'>,
    what: string,
    method = 'GET',
  ): Promise<Answer> {
    const { clientKey, clientSecret } = this.credentials;
    const answer = await fetch(`${this.base}/api/svc/session/${session.sessionId}/${what}`, {
      method,
      headers: { 'X-Svc-Client-Key': clientKey, 'X-Svc-Client-Secret': clientSecret },
    });
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  async #isReady(): Promise<void> {
    for (let tries = 0; tries < 300; ++tries) {
      if (this.#process.exitCode !== null) throw new Error('the server has ended');
      const answer = await fetch(`${this.base}/readyz`).catch(() => null);
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the server does not become ready');
  }
}
