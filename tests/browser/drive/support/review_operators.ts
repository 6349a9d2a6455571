// The operators' view of the console that the tests make: an installation with clients, webhooks,
// holds and keys, page by page.
import { ok, Problem } from './review_desk.js';
import type { Answer, Reviewer } from './review_desk.js';

const pageRows = 50;
const hourMs = 3_600_000;

// A moment so many hours ago.
export function ago(hours: number): string {
  return new Date(Date.now() - hours * hourMs).toISOString();
}

function clientKey(at: number): string {
  return `svck_${String(at).padStart(4, '0')}`;
}

export class OperatedInstallation {
  clients = 3;
  webhooks: 'some' | 'none' = 'some';
  holds = 2;
  backup: object | null = { triedAt: ago(5), outcome: 'MADE', madeAt: ago(5) };
  ready = true;

  answer(reviewer: Reviewer, path: string, query: URLSearchParams): Answer {
    if (!reviewer.roles.some(({ role }) => role === 'operator')) {
      throw new Problem(403, 'SVC_REVIEW_FORBIDDEN');
    }
    const after = Number(query.get('after') ?? '0');
    if (path === 'installation') return ok(this.#installation());
    if (path === 'clients') return this.#page(this.clients, after, client);
    if (path === 'pages') return this.#page(this.clients, after, page);
    if (path === 'webhooks') return this.#page(this.webhooks === 'some' ? 2 : 0, after, webhook);
    if (path === 'holds') return this.#page(this.holds, after, hold);
    if (path !== 'keys') throw new Problem(404, 'SVC_NOT_FOUND');
    const { body } = this.#page(3, after, slot);
    const verifier = 'log.example+0a1b2c3d+AAAA';
    return ok({ masterKey: null, verifier, slots: 3, ...(body as object) });
  }

  #page(all: number, after: number, row: (at: number) => object): Answer {
    const end = Math.min(all, after + pageRows);
    const items = Array.from({ length: end - after }, (_, at) => row(after + at));
    return ok({ items, next: end < all ? String(end) : null });
  }

  #installation(): object {
    return {
      at: ago(0),
      version: '0.3.0',
      engine: 'embedded',
      engineVersion: '7',
      thresholds: null,
      ready: this.ready,
      draining: false,
      disk: { hasRoom: true, freeBytes: 52_000_000_000, reserveBytes: 1_000_000_000 },
      log: { writable: true, sequence: 1234, signedSize: 1234, signingFailing: false },
      programs: [
        {
          name: 'inspector',
          running: true,
          confined: true,
          restarts: 0,
          crashes: 1,
          timeouts: 0,
          outOfMemory: 0,
        },
      ],
      inspectionsWaiting: 0,
      survey: {
        phase: 'DONE',
        files: 12,
        sessions: 5,
        missingFiles: 0,
        missingKeys: 0,
        unnamedFiles: 0,
        removedFiles: 0,
        failedRemovals: 0,
      },
      backup: this.backup,
      totals: {
        clients: this.clients,
        sessionsOpen: 1,
        sessionsUnpurged: 4,
        files: 12,
        fileBytes: 3_400_000,
        holds: this.holds,
        reviewsWaiting: 2,
      },
    };
  }
}

function client(at: number): object {
  return {
    clientKey: clientKey(at),
    name: at === 0 ? '<b>Acme</b> שלום' : `Client ${at}`,
    disabled: at > 0,
    purgeAt: at === 2 ? '2027-01-31T00:00:00.000000Z' : null,
    sandbox: at === 2,
    createdAt: ago(100 + at),
    retentionMs: 30 * 24 * hourMs,
    retentionUnfinishedMs: 24 * hourMs,
    retentionReviewMs: 30 * 24 * hourMs,
    consents: [{ language: null, version: 'v-7' }],
    credentials: [{ id: 1, addedAt: ago(90) }],
    auditor: false,
    mrzValues: false,
    reviewers: 1,
    quota: null,
    openedThisMonth: at,
    lastUsedMonth: at === 0 ? null : '2026-11',
  };
}

function page(at: number): object {
  return {
    clientKey: clientKey(at),
    clientName: `Client ${at}`,
    name: at === 0 ? null : 'Shown',
    links: at !== 1,
    linkTtlMaxMs: null,
    accent: null,
    logo: true,
    documentTypes: ['PASSPORT'],
    countries: ['DE', 'FR'],
    languages: ['ar'],
    returnHosts: ['back.example'],
  };
}

function webhook(at: number): object {
  return {
    clientKey: clientKey(at),
    id: `whep_${at}`,
    host: 'hooks.example',
    state: at === 0 ? 'ACTIVE' : 'DISABLED',
    disabledReason: at === 0 ? null : 'EXHAUSTED',
    createdAt: ago(50),
    failing: at === 0,
    failures: 3,
    lastDeliveredAt: at === 0 ? ago(2) : null,
    outstanding: 4,
    oldest: ago(1),
  };
}

function hold(at: number): object {
  return {
    sessionId: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    clientKey: clientKey(0),
    sandbox: false,
    since: ago(72),
    by: 'uid:0',
    reason: 'A lawsuit',
  };
}

function slot(at: number): object {
  return { slot: `2026120${at + 1}.00000000000000aa`, day: `2026-12-0${at + 1}` };
}
