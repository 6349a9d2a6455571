// Made from the OpenAPI document by http/sdk/maker; not to be edited.
import { Pages } from '../pages.js';
import { segment, segments } from '../path.js';
import { Transport } from '../transport.js';
import type { CallOptions, Download, KeyedOptions } from '../transport.js';
import type * as T from './types.js';

/** The calls of a backend, each by the name that the OpenAPI document gives it. */
export abstract class Calls extends Transport {
  /**
   * Open a verification session. For the backend, with its credentials in the body. Counts for the
   * limit `create`.
   */
  createSession(body: T.CreateSession = {}, options: KeyedOptions = {}): Promise<T.Session> {
    return this.json<T.Session>({
      operation: 'createSession',
      method: 'POST',
      path: '/api/svc/session/create',
      body,
      hasCredentialsInBody: true,
      isKeyed: true,
      isRepeatable: true,
    }, options);
  }

  /**
   * Read the result record of a session. For the backend, with its credentials. Counts for the
   * limit `read`.
   */
  getResult(sessionId: string, options: CallOptions = {}): Promise<T.Result> {
    return this.json<T.Result>({
      operation: 'getResult',
      method: 'GET',
      path: `/api/svc/session/${segment(sessionId)}/result`,
      isRepeatable: true,
    }, options);
  }

  /**
   * List the stored files of a session. For the backend, with its credentials. Counts for the limit
   * `read`.
   */
  listDocuments(sessionId: string, options: CallOptions = {}): Promise<T.Documents> {
    return this.json<T.Documents>({
      operation: 'listDocuments',
      method: 'GET',
      path: `/api/svc/session/${segment(sessionId)}/documents`,
      isRepeatable: true,
    }, options);
  }

  /**
   * Download every stored file with a manifest. For the backend, with its credentials. Counts for
   * the limit `bundle`. The header Svc-Log-Receipt says where the log records it.
   */
  downloadBundle(sessionId: string, options: CallOptions = {}): Promise<Download> {
    return this.bytes({
      operation: 'downloadBundle',
      method: 'GET',
      path: `/api/svc/session/${segment(sessionId)}/documents/bundle`,
      isRepeatable: true,
    }, options);
  }

  /**
   * Download one stored file. For the backend, with its credentials. Counts for the limit `bundle`.
   * The header Svc-Log-Receipt says where the log records it.
   */
  downloadFile(sessionId: string, fileId: string, options: CallOptions = {}): Promise<Download> {
    return this.bytes({
      operation: 'downloadFile',
      method: 'GET',
      path: `/api/svc/session/${segment(sessionId)}/documents/${segment(fileId)}`,
      isRepeatable: true,
    }, options);
  }

  /**
   * Get a new link for a session that is not over; the old one opens nothing. For the backend, with
   * its credentials. Counts for the limit `create`.
   */
  renewLink(
    sessionId: string,
    body: T.RenewLink = {},
    options: CallOptions = {},
  ): Promise<T.CaptureLink> {
    return this.json<T.CaptureLink>({
      operation: 'renewLink',
      method: 'POST',
      path: `/api/svc/session/${segment(sessionId)}/link`,
      body,
    }, options);
  }

  /**
   * Take the unused link of a session back; it opens nothing. For the backend, with its
   * credentials. Counts for the limit `read`.
   */
  takeLinkBack(sessionId: string, options: CallOptions = {}): Promise<T.CaptureLink> {
    return this.json<T.CaptureLink>({
      operation: 'takeLinkBack',
      method: 'DELETE',
      path: `/api/svc/session/${segment(sessionId)}/link`,
      isRepeatable: true,
    }, options);
  }

  /** Give a session up. For the backend, with its credentials. Counts for the limit `read`. */
  cancelSession(sessionId: string, options: CallOptions = {}): Promise<T.Result> {
    return this.json<T.Result>({
      operation: 'cancelSession',
      method: 'POST',
      path: `/api/svc/session/${segment(sessionId)}/cancel`,
    }, options);
  }

  /**
   * Erase the stored bytes of a session before their time. For the backend, with its credentials.
   * Counts for the limit `purge`. The header Svc-Log-Receipt says where the log records it.
   */
  purgeSession(sessionId: string, options: CallOptions = {}): Promise<T.Result> {
    return this.json<T.Result>({
      operation: 'purgeSession',
      method: 'POST',
      path: `/api/svc/session/${segment(sessionId)}/purge`,
      isRepeatable: true,
    }, options);
  }

  /**
   * Read all that is held under a userRef, which the call needs. For the backend, with its
   * credentials. Counts for the limit `read`.
   */
  getPerson(query: T.GetPersonQuery = {}, options: CallOptions = {}): Promise<T.Person> {
    return this.json<T.Person>({
      operation: 'getPerson',
      method: 'GET',
      path: '/api/svc/person',
      query: query,
      isRepeatable: true,
    }, options);
  }

  /** Goes through all pages of getPerson. */
  async *allPerson(
    query: T.GetPersonQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<T.PersonItems, void, undefined> {
    const pages = new Pages('getPerson', 'items', 'string', true);
    let { after } = query;
    for (;;) {
      const page: T.Person = await this.getPerson({ ...query, after }, options);
      pages.take(page, after);
      yield* page.items;
      if (page.next === null) return;
      after = page.next;
    }
  }

  /**
   * Erase the files of a person's sessions, at most 100 in a call. For the backend, with its
   * credentials. Counts for the limit `purge`.
   */
  erasePerson(body: T.ErasePerson, options: CallOptions = {}): Promise<T.ErasedPerson> {
    return this.json<T.ErasedPerson>({
      operation: 'erasePerson',
      method: 'POST',
      path: '/api/svc/person/erase',
      body,
      isRepeatable: true,
    }, options);
  }

  /**
   * Read the events of a session. For the backend, with its credentials. Counts for the limit
   * `read`.
   */
  getTimeline(sessionId: string, options: CallOptions = {}): Promise<T.Timeline> {
    return this.json<T.Timeline>({
      operation: 'getTimeline',
      method: 'GET',
      path: `/api/svc/session/${segment(sessionId)}/timeline`,
      isRepeatable: true,
    }, options);
  }

  /**
   * List the client's sessions, the newest first, or find some of them. For the backend, with its
   * credentials. Counts for the limit `read`.
   */
  listSessions(query: T.ListSessionsQuery = {}, options: CallOptions = {}): Promise<T.SessionPage> {
    return this.json<T.SessionPage>({
      operation: 'listSessions',
      method: 'GET',
      path: '/api/svc/sessions',
      query: { ...query },
      prefixes: { labels: 'label.' },
      isRepeatable: true,
    }, options);
  }

  /** Goes through all pages of listSessions. */
  async *allSessions(
    query: T.ListSessionsQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<T.SessionPageItems, void, undefined> {
    const pages = new Pages('listSessions', 'items', 'string', true);
    let { after } = query;
    for (;;) {
      const page: T.SessionPage = await this.listSessions({ ...query, after }, options);
      pages.take(page, after);
      yield* page.items;
      if (page.next === null) return;
      after = page.next;
    }
  }

  /**
   * Follow the client's own events. For the backend, with its credentials. Counts for the limit
   * `read`.
   */
  getEvents(query: T.GetEventsQuery = {}, options: CallOptions = {}): Promise<T.EventPage> {
    return this.json<T.EventPage>({
      operation: 'getEvents',
      method: 'GET',
      path: '/api/svc/events',
      query: query,
      isRepeatable: true,
    }, options);
  }

  /**
   * Goes through all pages of getEvents. With `wait` it goes on for ever, until its signal is
   * aborted.
   */
  async *allEvents(
    query: T.GetEventsQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<T.Event, void, undefined> {
    const pages = new Pages('getEvents', 'events', 'number', false);
    let { after } = query;
    for (;;) {
      const page: T.EventPage = await this.getEvents({ ...query, after }, options);
      pages.take(page, after);
      yield* page.events;
      if (page.events.length === 0 && query.wait === undefined) return;
      after = page.next;
    }
  }

  /**
   * List the client's sessions that wait for the decision of a person. For the backend, with its
   * credentials. Counts for the limit `read`.
   */
  getReviews(query: T.GetReviewsQuery = {}, options: CallOptions = {}): Promise<T.ReviewPage> {
    return this.json<T.ReviewPage>({
      operation: 'getReviews',
      method: 'GET',
      path: '/api/svc/reviews',
      query: query,
      isRepeatable: true,
    }, options);
  }

  /** Goes through all pages of getReviews. */
  async *allReviews(
    query: T.GetReviewsQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<T.ReviewPageReviews, void, undefined> {
    const pages = new Pages('getReviews', 'reviews', 'number', false);
    let { after } = query;
    for (;;) {
      const page: T.ReviewPage = await this.getReviews({ ...query, after }, options);
      pages.take(page, after);
      yield* page.reviews;
      if (page.reviews.length === 0) return;
      after = page.next;
    }
  }

  /**
   * Decide a session that waits for a review. For the backend, with its credentials. Counts for the
   * limit `read`.
   */
  decideReview(
    sessionId: string,
    body: T.DecideReview,
    options: KeyedOptions = {},
  ): Promise<T.Result> {
    return this.json<T.Result>({
      operation: 'decideReview',
      method: 'POST',
      path: `/api/svc/session/${segment(sessionId)}/review`,
      body,
      isKeyed: true,
      isRepeatable: true,
    }, options);
  }

  /**
   * Get the proof that an event of a session is in the log (C2SP tlog-proof). For the backend, with
   * its credentials. Counts for the limit `read`. The header Svc-Log-Receipt says where the log
   * records it.
   */
  getReceipt(
    sessionId: string,
    query: T.GetReceiptQuery = {},
    options: CallOptions = {},
  ): Promise<string> {
    return this.text({
      operation: 'getReceipt',
      method: 'GET',
      path: `/api/svc/session/${segment(sessionId)}/receipt`,
      query: query,
      isRepeatable: true,
    }, options);
  }

  /**
   * Read the newest signed checkpoint of the log (C2SP tlog-checkpoint). For the backend of a
   * client with the role `auditor`, with its credentials. Counts for the limit `read`.
   */
  getCheckpoint(options: CallOptions = {}): Promise<string> {
    return this.text({
      operation: 'getCheckpoint',
      method: 'GET',
      path: '/api/svc/log/checkpoint',
      isRepeatable: true,
    }, options);
  }

  /**
   * Read a tile of hashes or of events (C2SP tlog-tiles). For the backend of a client with the role
   * `auditor`, with its credentials. Counts for the limit `read`.
   */
  getTile(path: string, options: CallOptions = {}): Promise<Download> {
    return this.bytes({
      operation: 'getTile',
      method: 'GET',
      path: `/api/svc/log/tile/${segments(path)}`,
      isRepeatable: true,
    }, options);
  }

  /**
   * Read the key that verifies checkpoints (C2SP signed-note). For the backend of a client with the
   * role `auditor`, with its credentials. Counts for the limit `read`.
   */
  getVerifierKey(options: CallOptions = {}): Promise<string> {
    return this.text({
      operation: 'getVerifierKey',
      method: 'GET',
      path: '/api/svc/log/vkey',
      isRepeatable: true,
    }, options);
  }

  /**
   * List the client's webhooks. For the backend, with its credentials. Counts for the limit `read`.
   */
  listWebhooks(options: CallOptions = {}): Promise<T.Webhooks> {
    return this.json<T.Webhooks>({
      operation: 'listWebhooks',
      method: 'GET',
      path: '/api/svc/webhooks',
      isRepeatable: true,
    }, options);
  }

  /**
   * Register an address that is told the client's events from now on. For the backend, with its
   * credentials. Counts for the limit `read`.
   */
  addWebhook(body: T.NewWebhook, options: KeyedOptions = {}): Promise<T.WebhookWithSecret> {
    return this.json<T.WebhookWithSecret>({
      operation: 'addWebhook',
      method: 'POST',
      path: '/api/svc/webhooks',
      body,
      isKeyed: true,
      isRepeatable: true,
    }, options);
  }

  /**
   * Change a webhook's address or types, disable it, or enable it again. For the backend, with its
   * credentials. Counts for the limit `read`.
   */
  changeWebhook(
    webhookId: string,
    body: T.ChangedWebhook = {},
    options: CallOptions = {},
  ): Promise<T.Webhook> {
    return this.json<T.Webhook>({
      operation: 'changeWebhook',
      method: 'PATCH',
      path: `/api/svc/webhooks/${segment(webhookId)}`,
      body,
    }, options);
  }

  /** Remove a webhook. For the backend, with its credentials. Counts for the limit `read`. */
  deleteWebhook(webhookId: string, options: CallOptions = {}): Promise<T.DeletedWebhook> {
    return this.json<T.DeletedWebhook>({
      operation: 'deleteWebhook',
      method: 'DELETE',
      path: `/api/svc/webhooks/${segment(webhookId)}`,
    }, options);
  }

  /**
   * Deliver every event after one of the log again, with the same ids. For the backend, with its
   * credentials. Counts for the limit `read`.
   */
  replayWebhook(
    webhookId: string,
    body: T.WebhookReplay,
    options: CallOptions = {},
  ): Promise<T.Webhook> {
    return this.json<T.Webhook>({
      operation: 'replayWebhook',
      method: 'POST',
      path: `/api/svc/webhooks/${segment(webhookId)}/replay`,
      body,
    }, options);
  }

  /**
   * Send a webhook one event that is marked as a test. For the backend, with its credentials.
   * Counts for the limit `read`.
   */
  testWebhook(webhookId: string, options: CallOptions = {}): Promise<T.Webhook> {
    return this.json<T.Webhook>({
      operation: 'testWebhook',
      method: 'POST',
      path: `/api/svc/webhooks/${segment(webhookId)}/test`,
    }, options);
  }

  /**
   * Give a webhook a new secret; for 24 hours both sign. For the backend, with its credentials.
   * Counts for the limit `read`.
   */
  rotateWebhook(
    webhookId: string,
    body: T.WebhookRotation = {},
    options: CallOptions = {},
  ): Promise<T.WebhookWithSecret> {
    return this.json<T.WebhookWithSecret>({
      operation: 'rotateWebhook',
      method: 'POST',
      path: `/api/svc/webhooks/${segment(webhookId)}/rotate`,
      body,
    }, options);
  }
}
