// Made from the OpenAPI document by tests/browser/web/api_types.ts; not to be edited.
// COUNTERSIGN_WRITE_DOCS=1 ctest --preset default -R '^web$' makes this file from what is built.
export interface paths {
    "/api/svc/session/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a verification session.
         * @description For the backend, with its credentials in the body. Counts for the limit `create`.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the result record of a session.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["getResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stored files of a session.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/documents/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download every stored file with a manifest.
         * @description For the backend, with its credentials. Counts for the limit `bundle`. The header Svc-Log-Receipt says where the log records it.
         */
        get: operations["downloadBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/documents/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download one stored file.
         * @description For the backend, with its credentials. Counts for the limit `bundle`. The header Svc-Log-Receipt says where the log records it.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/document/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a nonce for one document image.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["issueDocumentChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the image of one side of a document.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["submitDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/liveness/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a nonce and the actions that the frames must show.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["issueLivenessChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/liveness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the frames of a face.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["submitLiveness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/liveness/not-possible": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End liveness for a person who cannot perform the actions; a review follows.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["endLivenessAsNotPossible"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the capture and get its outcome.
         * @description For the device, with the session token. Counts for the limit `device`. The header Svc-Log-Receipt says where the log records it.
         */
        post: operations["finalize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Learn which steps remain, at once or when something has happened.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Learn what a page shows that captures for the client.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        get: operations["getCapturePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/capture/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the client's logo.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        get: operations["getCaptureLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that the person consents to the client's text.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["giveConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for the code of a link or of a handoff.
         * @description For the device, with a code in the body and no other credential. Counts for the limit `redeem`.
         */
        post: operations["redeemCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a code by which another device takes the session over.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["offerHandoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/handoff/take-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on here instead of on the device that the session was given to.
         * @description For the device, with the session token. Counts for the limit `device`.
         */
        post: operations["takeHandoffBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new link for a session that is not over; the old one opens nothing.
         * @description For the backend, with its credentials. Counts for the limit `create`.
         */
        post: operations["renewLink"];
        /**
         * Take the unused link of a session back; it opens nothing.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        delete: operations["takeLinkBack"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a session up.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        post: operations["cancelSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the stored bytes of a session before their time.
         * @description For the backend, with its credentials. Counts for the limit `purge`. The header Svc-Log-Receipt says where the log records it.
         */
        post: operations["purgeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/person": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all that is held under a userRef, which the call needs.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/person/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the files of a person's sessions, at most 100 in a call.
         * @description For the backend, with its credentials. Counts for the limit `purge`.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of a session.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the client's sessions, the newest first, or find some of them.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the client's own events.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the client's sessions that wait for the decision of a person.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["getReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a session that waits for a review.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        post: operations["decideReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/session/{sessionId}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof that an event of a session is in the log (C2SP tlog-proof).
         * @description For the backend, with its credentials. Counts for the limit `read`. The header Svc-Log-Receipt says where the log records it.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the newest signed checkpoint of the log (C2SP tlog-checkpoint).
         * @description For the backend of a client with the role `auditor`, with its credentials. Counts for the limit `read`.
         */
        get: operations["getCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/log/tile/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tile of hashes or of events (C2SP tlog-tiles).
         * @description For the backend of a client with the role `auditor`, with its credentials. Counts for the limit `read`.
         */
        get: operations["getTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/log/vkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the key that verifies checkpoints (C2SP signed-note).
         * @description For the backend of a client with the role `auditor`, with its credentials. Counts for the limit `read`.
         */
        get: operations["getVerifierKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document.
         * @description For everyone, without credentials.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process serves.
         * @description For everyone, without credentials.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the log can be written.
         * @description For everyone, without credentials.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counters for Prometheus.
         * @description For everyone, without credentials.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the client's webhooks.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register an address that is told the client's events from now on.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a webhook.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook's address or types, disable it, or enable it again.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/svc/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver every event after one of the log again, with the same ids.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook one event that is marked as a test.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/svc/webhooks/{webhookId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret; for 24 hours both sign.
         * @description For the backend, with its credentials. Counts for the limit `read`.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "webhook.challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether the address wants the client's events.
         * @description Sent before any event, and again after a change of the address.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "webhook.challenge",
                     *       "timestamp": "2026-11-26T18:20:00.000000Z",
                     *       "data": {
                     *         "challenge": "Jx0y6Zk9cQe2vB7mT4sN1wRhU8pLfA3dGiXoKbVtMyE"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookChallenge"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The body is the challenge alone, or a JSON object whose member `challenge` is it. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test that the backend or an operator asked for.
         * @description Sent whatever types the webhook has, and about no session.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "webhook.test",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "test": true,
                     *         "webhook": "whep_q3mYc0dN1r8ZtQw5xV7bLA",
                     *         "log": {
                     *           "index": 21,
                     *           "size": 22
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.created.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.created",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "CREATED",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.step.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.step",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "IN_PROGRESS",
                     *         "step": "DOCUMENT",
                     *         "ok": true,
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.completed.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.completed",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "COMPLETED",
                     *         "resultStatus": "REVIEW",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.reviewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.reviewed.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.reviewed",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "COMPLETED",
                     *         "resultStatus": "PASSED",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.expired.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.expired",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "EXPIRED",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.canceled.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.canceled",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "CANCELED",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.purged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.purged.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.purged",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "CANCELED",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.resubmitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type session.resubmitted.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "session.resubmitted",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "COMPLETED",
                     *         "resultStatus": "RESUBMITTED",
                     *         "successor": "01a2191c-0be2-7d10-9b3c-52f7a6b90f34",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of the type review.overdue.
         * @description Sent as Standard Webhooks says, at least once, to each webhook of the client; the events of a session in their order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Of the event: the same each time it is sent. */
                    "webhook-id": string;
                    /** @description Of this attempt, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `v1,` and `v1a,` with base64: HMAC-SHA256 and Ed25519 of `id.timestamp.body`, several with spaces. */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "type": "review.overdue",
                     *       "timestamp": "2026-11-26T18:24:42.692515Z",
                     *       "data": {
                     *         "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *         "sandbox": false,
                     *         "status": "CANCELED",
                     *         "log": {
                     *           "index": 14,
                     *           "size": 15
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            responses: {
                /** @description The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Delivered. Any other answer is a failure, and tried again. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description RFC 9457, with the members that the code adds. */
        Problem: {
            /** Format: uri */
            type: string;
            /** @description The same for every problem of the code. */
            title: string;
            status: number;
            /** @description An explanation for people. */
            detail: string;
            /** @constant */
            ok: false;
            code: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | "SVC_INVALID_MULTIPART" | "SVC_MISSING_PART" | "SVC_TOO_MANY_FRAMES" | "SVC_WEBHOOK_FORBIDDEN_ADDRESS" | "SVC_CHALLENGE_INVALID" | "SVC_CLIENT_MISSING" | "SVC_CLIENT_AUTH_FAILED" | "SVC_UNKNOWN_PURPOSE" | "SVC_SCOPE_DENIED" | "SVC_SESSION_INVALID" | "SVC_REVIEWER_LOGIN_REQUIRED" | "SVC_ORIGIN_NOT_ALLOWED" | "SVC_FORBIDDEN" | "SVC_REVIEW_FORBIDDEN" | "SVC_REVIEW_LOGIN_FAILED" | "SVC_NOT_FOUND" | "SVC_METHOD_NOT_ALLOWED" | "SVC_NOT_ACCEPTABLE" | "SVC_STEP_OUT_OF_SEQUENCE" | "SVC_ATTEMPTS_EXHAUSTED" | "SVC_SESSION_NOT_ACTIVE" | "SVC_HANDED_OFF" | "SVC_HANDOFF_UNAVAILABLE" | "SVC_LEGAL_HOLD" | "SVC_CONFLICT" | "SVC_IDEMPOTENCY_CONFLICT" | "SVC_CONSENT_OUTDATED" | "SVC_REVIEW_NOT_PENDING" | "SVC_REVIEW_NOT_DECIDED" | "SVC_REVIEW_CLAIMED" | "SVC_REVIEW_TAKEN_OVER" | "SVC_REVIEW_ASSIGNED" | "SVC_REVIEW_HANDED_OVER" | "SVC_REVIEW_TOO_MANY_ASSIGNED" | "SVC_REVIEWER_NOT_ELIGIBLE" | "SVC_REVIEW_CHANGED" | "SVC_REVIEW_SIGNATURE_INVALID" | "SVC_REVIEW_UNSIGNED" | "SVC_REVIEW_NOT_LOOKED_AT" | "SVC_REVIEW_LOOKS_ONLY" | "SVC_REVIEW_CORRECTION_FORBIDDEN" | "SVC_REVIEW_CORRECTION_NEEDS_TWO" | "SVC_REVIEW_OPINION_GIVEN" | "SVC_FILES_PURGED" | "SVC_PAYLOAD_TOO_LARGE" | "SVC_UNSUPPORTED_MEDIA_TYPE" | "SVC_IDEMPOTENCY_MISMATCH" | "SVC_PICTURE_NOT_SHOWN" | "SVC_RATE_LIMITED" | "SVC_QUOTA_EXCEEDED" | "SVC_BAD_REQUEST" | "SVC_REQUEST_TIMEOUT" | "SVC_URI_TOO_LONG" | "SVC_EXPECTATION_FAILED" | "SVC_HEADERS_TOO_LARGE" | "SVC_INTERNAL" | "SVC_NOT_IMPLEMENTED" | "SVC_UNAVAILABLE" | "SVC_VERSION_NOT_SUPPORTED" | (string & Record<never, never>);
            requestId: string;
            /** @description The member, part or parameter that is wrong. */
            field?: string;
            /** @description Of the nonce. */
            reason?: "EXPIRED" | "ALREADY_USED" | "UNKNOWN" | (string & Record<never, never>);
            /** @description Why a link that was good opens nothing now. */
            link?: "COMPLETED" | "EXPIRED" | "CANCELED" | "IN_USE" | "TAKEN_BACK" | (string & Record<never, never>);
            /** @description Of a link whose capture people decided: the client's sentence for the person. */
            told?: string;
            currentStep?: "DOCUMENT" | "LIVENESS" | "FINALIZE" | (string & Record<never, never>);
            limitBytes?: number;
            /** @description The pictures that the reviewer has not looked at. */
            notLookedAt?: string[];
            retryAfterSeconds?: number;
        };
        /** @description What a receiver is sent: ids and statuses. */
        WebhookMessage: {
            type: "session.created" | "session.step" | "session.completed" | "session.reviewed" | "session.expired" | "session.canceled" | "session.purged" | "session.resubmitted" | "review.overdue" | (string & Record<never, never>);
            /**
             * Format: date-time
             * @description Of the event.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                sessionId: string;
                /** @description Of a sandbox client: no person was verified. */
                sandbox: boolean;
                /** @description Of the session, after the event. */
                status: "CREATED" | "IN_PROGRESS" | "COMPLETED" | "EXPIRED" | "CANCELED" | (string & Record<never, never>);
                /** @description Of a session that is completed or reviewed. */
                resultStatus?: "PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED" | (string & Record<never, never>);
                /** @description Of session.step: the one that was submitted. */
                step?: "DOCUMENT" | "LIVENESS" | (string & Record<never, never>);
                /** @description Of session.step: whether it was accepted. */
                ok?: boolean;
                /**
                 * Format: uuid
                 * @description Of session.created: the session whose review asked for this one.
                 */
                predecessor?: string;
                /**
                 * Format: uuid
                 * @description Of session.resubmitted: the session in which the person captures again.
                 */
                successor?: string;
                /** @description With the index, GET /api/svc/session/{sessionId}/receipt proves what is told here. */
                log: {
                    /** @description The event's leaf in the log's tree, from 0. */
                    index: number;
                    /** @description The size of the smallest tree that has the event. */
                    size: number;
                };
            };
        };
        /** @description A webhook's address is sent this before any event. */
        WebhookChallenge: {
            type: string;
            /**
             * Format: date-time
             * @description Of this attempt.
             */
            timestamp: string;
            data: {
                /** @description To be answered, alone or as the member `challenge`. */
                challenge: string;
            };
        };
        /** @description What a receiver is sent as a test. */
        WebhookTest: {
            type: string;
            /**
             * Format: date-time
             * @description Of the event that asked for the test.
             */
            timestamp: string;
            data: {
                /** @description Always: it is about no session. */
                test: boolean;
                webhook: string;
                /** @description Of the event that asked for the test. */
                log: {
                    /** @description The event's leaf in the log's tree, from 0. */
                    index: number;
                    /** @description The size of the smallest tree that has the event. */
                    size: number;
                };
            };
        };
        CreateSession: {
            clientKey: string;
            clientSecret: string;
            /**
             * @description FULL_CAPTURE if it is absent.
             * @enum {string}
             */
            purpose?: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH";
            /** @description The backend's own name for the person, and no personal data: visible ASCII without a blank, `@`, quotes, `\`, `<` and `>`. */
            userRef?: string;
            /** @description The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef may be. */
            labels?: {
                [key: string]: string;
            };
            /** @description The web pages and the apps' pages that may use the session: scheme://host[:port] */
            originAllowlist?: string[];
            /** @description Of the page, as BCP 47 has it: `de`, `pt`; without it that of the browser. */
            language?: string;
            /** @description The documents that the page offers: some of the client's own. */
            documents?: {
                /** @description ISO 3166-1 alpha-2, in upper case; left out: every country. */
                country?: string;
                /** @description In the order of the page. */
                types: ("PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER")[];
            }[];
            /** @description Where the page leads the person at the end: one of the client's own addresses. */
            returnUrl?: string;
            /** @description Seconds that the link lives, within the client's limit; without it as long as the token. A device that opens the link gets a new token. */
            linkTtl?: number;
        };
        Session: {
            /** Format: uuid */
            sessionId: string;
            /** @description The credential for the device. */
            sessionToken: string;
            /** @description Where a person opens the session in a browser; null if the server has no public URL, or the client no links. */
            captureUrl: string | null;
            /**
             * Format: date-time
             * @description Of the token.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description Of the link: until then it gives a device a new token.
             */
            linkExpiresAt: string;
            purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
            sandbox: boolean;
        };
        /** @description The same shape at every moment of a session. */
        Result: {
            /** Format: uuid */
            sessionId: string;
            /** @description As it was given to create. */
            userRef: string | null;
            /** @description The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef may be. */
            labels: {
                [key: string]: string;
            };
            purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
            sandbox: boolean;
            status: "CREATED" | "IN_PROGRESS" | "COMPLETED" | "EXPIRED" | "CANCELED" | (string & Record<never, never>);
            /** @description Why it ended without a finalize. */
            endReason: ("NEVER_STARTED" | "NOT_FINALIZED" | "CANCELED" | (string & Record<never, never>)) | null;
            /** @description What counts: the decision of a review, else what the machine said. */
            resultStatus: "PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED" | (string & Record<never, never>);
            /** @description What the machine said, for ever; null until then. */
            automaticResult: ("PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED" | (string & Record<never, never>)) | null;
            /** @description The decision of people; null until there is one. */
            review: {
                /** @description The one that counts. */
                decision: "PASSED" | "FAILED" | "RESUBMIT" | (string & Record<never, never>);
                /** @description Codes: the console's, or the client's own. */
                reasons: string[];
                /**
                 * Format: date-time
                 * @description When the review was settled.
                 */
                decidedAt: string;
                /** @description If the decision is a correction. */
                correctedAt: string | null;
                /** @description Those who are named; of a correction, who corrected. */
                reviewers: string[];
                /** @description Whether each of them signed the decision. */
                signed: boolean;
                /** @description The decisions that corrections have replaced, the oldest first; at most the last 16. */
                earlier: {
                    decision: "PASSED" | "FAILED" | "RESUBMIT" | (string & Record<never, never>);
                    reasons: string[];
                    /** Format: date-time */
                    decidedAt: string;
                    reviewers: string[];
                    signed: boolean;
                }[];
                /** @description Null once the files are purged. */
                note: string | null;
                /** @description Why the reviewer decided without a look at each picture; null if there was one, and once the files are purged. */
                withoutLook: string | null;
                /** @description Of RESUBMIT: what the person captures again. */
                steps: ("DOCUMENT" | "LIVENESS" | (string & Record<never, never>))[];
                /** @description The client's sentence that the person gets; null if none was chosen. */
                told: {
                    /** @description By which it is chosen. */
                    name: string;
                    /** @description Plain text for the person. */
                    sentence: string;
                } | null;
            } | null;
            /** @description The session whose review asked for this one. */
            predecessor: string | null;
            /** @description The session in which the person is asked to capture again. */
            successor: string | null;
            /**
             * Format: uri
             * @description The link of the successor; only in the answer to the decision that asks again.
             */
            captureUrl?: string;
            /** @description A text for people. */
            detail: string;
            /** @description The machine's; none if it passed. */
            reasons: components["schemas"]["Code"][];
            /** Format: date-time */
            createdAt: string;
            startedAt: string | null;
            /** @description When it ended, however it ended. */
            completedAt: string | null;
            /** Format: date-time */
            expiresAt: string;
            /** @description The checks that count. */
            checks: {
                check: components["schemas"]["Check"];
                status: "PASSED" | "FAILED" | "WARNING" | "NOT_PERFORMED" | (string & Record<never, never>);
                /** @description Why the check did not pass. */
                code: components["schemas"]["Code"] | null;
                /** @description The measured value. */
                value: number | null;
                /** @description The level for the value. */
                threshold: number | null;
                /** @description The side of the document. */
                side: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
                /** @description The frame that shows it. */
                frame: number | null;
                /** @description The engine, if another than the part's. */
                engine: string | null;
            }[];
            /** @description The judged submissions. */
            attempts: {
                step: "DOCUMENT" | "LIVENESS" | (string & Record<never, never>);
                /** @description The side of the document. */
                side: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
                /** @description Counts the side or liveness. */
                attempt: number;
                /** Format: date-time */
                at: string;
                ok: boolean;
                /** @description Why the attempt was refused. */
                code: components["schemas"]["Code"] | null;
            }[];
            document: {
                /** @description As the device declared it. */
                documentType: ("PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER" | (string & Record<never, never>)) | null;
                sidesCaptured: ("FRONT" | "BACK" | (string & Record<never, never>))[];
                /** @description The values of the machine-readable zone, only for clients with that permission. */
                mrz: {
                    side: "FRONT" | "BACK" | (string & Record<never, never>);
                    documentCode: string | null;
                    issuer: string | null;
                    documentNumber: string | null;
                    /** @description As much of YYYY-MM-DD as is known. */
                    birthDate: string | null;
                    /** @description The zone states two digits of the year: the person may be a century older. */
                    birthCentury?: "YOUNGEST_POSSIBLE" | (string & Record<never, never>);
                    /** @description As much of YYYY-MM-DD as is stated; null: nothing is, or the document says never. */
                    expiryDate: string | null;
                    nationality: string | null;
                    sex: string | null;
                    surname: string | null;
                    givenNames: string | null;
                    /** @description The members that are stated and that check digits prove. */
                    proven: string[];
                } | null;
                /** @description The values of the bar code, for the same clients. */
                barcode: {
                    side: "FRONT" | "BACK" | (string & Record<never, never>);
                    documentNumber: string | null;
                    /** @description YYYY-MM-DD. */
                    birthDate: string | null;
                    /** @description YYYY-MM-DD; null: not stated, or the card says never. */
                    expiryDate: string | null;
                    surname: string | null;
                    givenNames: string | null;
                } | null;
                /** @description What stands in the print of what the zone or the bar code states, for the same clients. */
                printed: {
                    /** @description The side with whose picture the print was compared. */
                    side: "FRONT" | "BACK" | (string & Record<never, never>);
                    documentNumber: string | null;
                    /** @description YYYY-MM-DD. */
                    birthDate: string | null;
                    /** @description YYYY-MM-DD. */
                    expiryDate: string | null;
                } | null;
            };
            /** @description Null if the purpose has no liveness. */
            liveness: {
                state: "PENDING" | "COMPLETED" | "FAILED" | "NOT_POSSIBLE" | (string & Record<never, never>);
                /** @description The person's own words, if they cannot perform the actions; null once the files are purged. */
                words: string | null;
            } | null;
            files: {
                /** @description The number of files. */
                stored: number;
                /** @description Whether the bytes of the files are deleted. */
                purged: boolean;
                /** @description When retention deletes the bytes. */
                purgeAt: string | null;
            };
            /** @description The client's text that the person consented to last. */
            consent: {
                /** @description The operator's name for the text. */
                version: string;
                /** @description Of the text. */
                sha256: string;
                /** Format: date-time */
                givenAt: string;
            } | null;
            /** @description The engine of the last judgement. */
            engine: {
                name: string | null;
                version: string | null;
                /** @description The hash of the threshold set. */
                thresholds: string | null;
                /** @description The models that the operator gave. */
                models: {
                    name: string;
                    sha256: string;
                }[];
            };
            /** @description The engine that judged each part. */
            engines: {
                /** @description A side, LIVENESS or FINALIZE. */
                part: string;
                name: string | null;
                version: string | null;
                /** @description The hash of the threshold set. */
                thresholds: string | null;
                /** @description The models that the operator gave. */
                models: {
                    name: string;
                    sha256: string;
                }[];
            }[];
            log: {
                /** @description The sequence of the session's last event. */
                lastSequence: number;
            };
        };
        /** @description Why something was refused, remarked on or not done. */
        Code: "DOCUMENT_UNREADABLE" | "DOCUMENT_BLURRY" | "DOCUMENT_GLARE" | "DOCUMENT_TOO_DARK" | "DOCUMENT_TOO_BRIGHT" | "DOCUMENT_LOW_RESOLUTION" | "DOCUMENT_NOISY" | "DOCUMENT_NOT_FOUND" | "DOCUMENT_CROPPED" | "DOCUMENT_TOO_SMALL" | "DOCUMENT_OBSCURED" | "DOCUMENT_NO_PORTRAIT" | "DOCUMENT_NOT_RECOGNIZED" | "DOCUMENT_COPY" | "DOCUMENT_MRZ_NOT_FOUND" | "DOCUMENT_MRZ_INVALID" | "DOCUMENT_BARCODE_NOT_FOUND" | "DOCUMENT_EXPIRED" | "DOCUMENT_TYPE_MISMATCH" | "DOCUMENT_DATA_MISMATCH" | "DOCUMENT_DUPLICATE_IMAGE" | "DOCUMENT_SAME_SIDE" | "DOCUMENT_SIDE_MISMATCH" | "LIVENESS_UNREADABLE" | "LIVENESS_TOO_FEW_FRAMES" | "LIVENESS_FRAMES_IDENTICAL" | "LIVENESS_FRAMES_REUSED" | "LIVENESS_BLURRY" | "LIVENESS_TOO_DARK" | "LIVENESS_TOO_BRIGHT" | "LIVENESS_LOW_RESOLUTION" | "LIVENESS_NO_FACE" | "LIVENESS_MULTIPLE_FACES" | "LIVENESS_FACE_TOO_SMALL" | "LIVENESS_FACE_OFF_CENTER" | "LIVENESS_FACE_CHANGED" | "LIVENESS_ACTION_NOT_PERFORMED" | "LIVENESS_NOT_LIVE" | "DOCUMENT_ATTEMPTS_EXHAUSTED" | "LIVENESS_ATTEMPTS_EXHAUSTED" | "LIVENESS_NOT_POSSIBLE" | "CHECK_NOT_AVAILABLE" | "CHECK_NOT_REQUIRED" | "FACE_MISMATCH" | "FACE_NOT_COMPARABLE" | (string & Record<never, never>);
        /** @description One thing that is checked. */
        Check: "DOCUMENT_DECODING" | "DOCUMENT_RESOLUTION" | "DOCUMENT_DETECTION" | "DOCUMENT_LIGHT" | "DOCUMENT_FRAMING" | "DOCUMENT_SIZE" | "DOCUMENT_SHARPNESS" | "DOCUMENT_DETAIL" | "DOCUMENT_OVEREXPOSURE" | "DOCUMENT_GLARE" | "DOCUMENT_VISIBILITY" | "DOCUMENT_NOISE" | "DOCUMENT_PRINT" | "DOCUMENT_BARCODE" | "DOCUMENT_MRZ" | "DOCUMENT_MRZ_CHECK_DIGITS" | "DOCUMENT_TYPE" | "DOCUMENT_SIDE" | "DOCUMENT_MRZ_DATES" | "DOCUMENT_EXPIRY" | "DOCUMENT_PORTRAIT" | "DOCUMENT_RECOGNITION" | "DOCUMENT_COPY" | "DOCUMENT_DATA" | "DOCUMENT_REUSE" | "DOCUMENT_AUTHENTICITY" | "LIVENESS_FRAME_COUNT" | "LIVENESS_DECODING" | "LIVENESS_DISTINCT_FRAMES" | "LIVENESS_RESOLUTION" | "LIVENESS_LIGHT" | "LIVENESS_SHARPNESS" | "LIVENESS_OVEREXPOSURE" | "LIVENESS_FACE" | "LIVENESS_FACE_COUNT" | "LIVENESS_FACE_SIZE" | "LIVENESS_FACE_POSITION" | "LIVENESS_FACE_CONTINUITY" | "LIVENESS_SAME_FACE" | "LIVENESS_LOOK_STRAIGHT" | "LIVENESS_TURN_LEFT" | "LIVENESS_TURN_RIGHT" | "LIVENESS_TILT_LEFT" | "LIVENESS_TILT_RIGHT" | "LIVENESS_MOVE_CLOSER" | "LIVENESS_LOOK_UP" | "LIVENESS_LOOK_DOWN" | "LIVENESS_BLINK" | "LIVENESS_SMILE" | "LIVENESS_OPEN_MOUTH" | "LIVENESS_PRESENTATION_ATTACK" | "LIVENESS_PRESENTATION" | "FACE_MATCH_PORTRAIT" | "FACE_MATCH_PERSON" | "FACE_MATCH" | "FACE_MATCH_THROUGHOUT" | "SANDBOX_DOCUMENT" | "SANDBOX_LIVENESS" | "SANDBOX_RESULT" | (string & Record<never, never>);
        Documents: components["schemas"]["Document"][];
        Document: {
            /** Format: uuid */
            id: string;
            kind: "DOCUMENT" | "SELFIE" | (string & Record<never, never>);
            /** @description The side of a document. */
            side: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
            /** @description Counts its kind. */
            seq: number;
            contentType: "image/jpeg" | "image/png" | "image/webp" | (string & Record<never, never>);
            sizeBytes: number;
            /** @description The hash of the bytes received. */
            sha256: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether its bytes are deleted. */
            purged: boolean;
        };
        DocumentChallenge: {
            /** @description For one submission. */
            nonce: string;
            expiresInSeconds: number;
            /** @description What the session's images are judged by, by the name of the setting; null in a sandbox, or if it is unknown. */
            thresholds: {
                [key: string]: {
                    error: number;
                    warning: number | null;
                };
            } | null;
        };
        /** @description Names of documentType and side are read without regard to case. */
        DocumentSubmission: {
            /**
             * Format: binary
             * @description A JPEG, PNG or WebP file.
             */
            image: Blob;
            /** @description Of a challenge for the document. */
            nonce: string;
            /** @enum {string} */
            documentType?: "PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER";
            /** @enum {string} */
            side?: "FRONT" | "BACK";
        };
        /** @description A business failure is ok: false; code and detail are null on success. */
        StepOutcome: components["schemas"]["AcceptedStep"] | components["schemas"]["RefusedStep"];
        AcceptedStep: {
            /**
             * @description Whether the submission was accepted.
             * @constant
             */
            ok: true;
            step: "DOCUMENT" | "LIVENESS" | (string & Record<never, never>);
            /** @description Why the submission was refused. */
            code: null;
            /** @description A text for people. */
            detail: null;
            /** @description Counts the side or liveness. */
            attempt: number;
            attemptsRemaining: number;
            stepComplete: boolean;
            /** @description The side that is wanted next. */
            nextSide: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
            /**
             * @description Whether the same may be submitted again.
             * @constant
             */
            retryable: false;
            /**
             * Format: uuid
             * @description The stored file; null if it was refused.
             */
            fileId: string;
            /** @description The hash of the image, or of the first frame. */
            sha256: string;
            /** @description The frames of liveness. */
            fileIds?: string[];
            /** @description The first action that was not seen. */
            failedAction?: "LOOK_STRAIGHT" | "TURN_LEFT" | "TURN_RIGHT" | "TILT_LEFT" | "TILT_RIGHT" | "MOVE_CLOSER" | "LOOK_UP" | "LOOK_DOWN" | "BLINK" | "SMILE" | "OPEN_MOUTH" | (string & Record<never, never>);
            /** @description Every problem that was found. */
            issues: {
                code: components["schemas"]["Code"];
                severity: "ERROR" | "WARNING" | (string & Record<never, never>);
                /** @description The measured value. */
                value: number;
                /** @description The level for the value. */
                threshold: number;
                /** @description The remedy for the person. */
                hint: string;
            }[];
        };
        RefusedStep: {
            /**
             * @description Whether the submission was accepted.
             * @constant
             */
            ok: false;
            step: "DOCUMENT" | "LIVENESS" | (string & Record<never, never>);
            code: components["schemas"]["Code"];
            /** @description A text for people. */
            detail: string;
            /** @description Counts the side or liveness. */
            attempt: number;
            attemptsRemaining: number;
            stepComplete: boolean;
            /** @description The side that is wanted next. */
            nextSide: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
            /** @description Whether the same may be submitted again. */
            retryable: boolean;
            /** @description The stored file; null if it was refused. */
            fileId: null;
            /** @description The hash of the image, or of the first frame. */
            sha256: string;
            /** @description The frames of liveness. */
            fileIds?: string[];
            /** @description The first action that was not seen. */
            failedAction?: "LOOK_STRAIGHT" | "TURN_LEFT" | "TURN_RIGHT" | "TILT_LEFT" | "TILT_RIGHT" | "MOVE_CLOSER" | "LOOK_UP" | "LOOK_DOWN" | "BLINK" | "SMILE" | "OPEN_MOUTH" | (string & Record<never, never>);
            /** @description Every problem that was found. */
            issues: {
                code: components["schemas"]["Code"];
                severity: "ERROR" | "WARNING" | (string & Record<never, never>);
                /** @description The measured value. */
                value: number;
                /** @description The level for the value. */
                threshold: number;
                /** @description The remedy for the person. */
                hint: string;
            }[];
        };
        LivenessChallenge: {
            /** @description For one submission. */
            nonce: string;
            expiresInSeconds: number;
            /** @description What the session's images are judged by, by the name of the setting; null in a sandbox, or if it is unknown. */
            thresholds: {
                [key: string]: {
                    error: number;
                    warning: number | null;
                };
            } | null;
            /** @description To be shown in this order. */
            actions: ("LOOK_STRAIGHT" | "TURN_LEFT" | "TURN_RIGHT" | "TILT_LEFT" | "TILT_RIGHT" | "MOVE_CLOSER" | "LOOK_UP" | "LOOK_DOWN" | "BLINK" | "SMILE" | "OPEN_MOUTH" | (string & Record<never, never>))[];
        };
        LivenessSubmission: {
            /** @description JPEG, PNG or WebP files, in the order in which they were taken. */
            frames: Blob[];
            /** @description Of a challenge for liveness. */
            nonce: string;
        };
        NotPossible: {
            /** @description The person's own words, which are erased with the session's files. */
            reason?: string;
        };
        /** @description The step's end, and never a failure. */
        EndedStep: {
            ok: boolean;
            step: "DOCUMENT" | "LIVENESS" | (string & Record<never, never>);
            state: "PENDING" | "COMPLETED" | "FAILED" | "NOT_POSSIBLE" | (string & Record<never, never>);
            /** @description Null. */
            code: string | null;
            /** @description A text for people. */
            detail: string;
            attemptsRemaining: number;
            /** @description The step takes nothing more. */
            stepComplete: boolean;
            retryable: boolean;
            /** @description None. */
            issues: {
                code: components["schemas"]["Code"];
                severity: "ERROR" | "WARNING" | (string & Record<never, never>);
                /** @description The measured value. */
                value: number;
                /** @description The level for the value. */
                threshold: number;
                /** @description The remedy for the person. */
                hint: string;
            }[];
        };
        /** @description A copy for the device; the backend's result is the authoritative one. */
        FinalizeOutcome: {
            result: "PASSED" | "FAILED" | "REVIEW" | (string & Record<never, never>);
            /** @description A text for people. */
            detail: string;
            sandbox: boolean;
        };
        Status: {
            status: "CREATED" | "IN_PROGRESS" | "COMPLETED" | "EXPIRED" | "CANCELED" | (string & Record<never, never>);
            /** @description The next action of the device. */
            currentStep: "DOCUMENT" | "LIVENESS" | "FINALIZE" | (string & Record<never, never>);
            stepsCompleted: ("DOCUMENT" | "LIVENESS" | (string & Record<never, never>))[];
            resultStatus: "PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED" | (string & Record<never, never>);
            purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
            sandbox: boolean;
            /** Format: date-time */
            expiresAt: string;
            /** @description Counts the session's events. */
            version: number;
            /** @description Whether another device goes on, and this token may only ask for the status. */
            handedOff: boolean;
            /** @description Whether this device gave the session to the other, and may take it back. */
            canTakeBack: boolean;
            /** @description The steps of the purpose, in their order. */
            steps: {
                step: "DOCUMENT" | "LIVENESS" | (string & Record<never, never>);
                state: "PENDING" | "COMPLETED" | "FAILED" | "NOT_POSSIBLE" | (string & Record<never, never>);
                attemptsUsed: number;
                attemptsRemaining: number;
                requiredSides: ("FRONT" | "BACK" | (string & Record<never, never>))[];
                capturedSides: ("FRONT" | "BACK" | (string & Record<never, never>))[];
            }[];
        };
        CapturePage: {
            purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
            /**
             * Format: date-time
             * @description When the token ends.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description What people tell who asks about this capture.
             */
            reference: string;
            /** @description Whether this is a test, and nobody is verified. */
            sandbox: boolean;
            /** @description That the backend asked for; null: the browser's. */
            language: string | null;
            /** @description For whom people capture. */
            clientName: string | null;
            /** @description The path of the client's logo. */
            logo: string | null;
            colours: {
                /** @description `#rrggbb` */
                accent: string;
                /** @description Of text on the accent, `#rrggbb`. */
                onAccent: string;
            } | null;
            /** @description What people are asked to consent to. */
            consent: {
                /** @description To be sent with the consent. */
                version: string;
                /** @description Plain text of several lines. */
                text: string;
            } | null;
            /** @description Whether this session has that consent. */
            consentGiven: boolean;
            /** @description Whether people saw an earlier capture and ask for another. */
            askedAgain: boolean;
            /** @description Plain text to the person, of who asks again. */
            words: string | null;
            /** @description The client's sentence for a person who is asked again. */
            told: string | null;
            /** @description Where the page leads people at the end. */
            returnUrl: string | null;
            /** @description What comes next, in the client's words. */
            next: string | null;
            /** @description The documents that the page offers, by country. */
            documents: {
                /** @description ISO 3166-1 alpha-2, in upper case; left out: every country. */
                country?: string;
                /** @description In the order of the page. */
                types: ("PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER" | (string & Record<never, never>))[];
            }[];
            /** @description Their types, each once. */
            documentTypes: ("PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER" | (string & Record<never, never>))[];
            pictures: {
                /** @description After the capture, or after the decision of people; then they are deleted. */
                keptSeconds: number;
                /** @description With a key of this session. */
                encrypted: boolean;
                /** @description How many people of the client decide what the machine cannot. */
                reviewers: number;
            };
            limits: {
                /** @description Of a document's image. */
                maxDocumentBytes: number;
                /** @description Of one frame. */
                maxFrameBytes: number;
                /** @description Of one recording. */
                maxFrames: number;
            };
        };
        GiveConsent: {
            /** @description Of the text that the person has read. */
            version: string;
            /** @description In which the page asked for the text. */
            language?: string;
        };
        Consented: {
            /** @constant */
            ok: true;
        };
        RedeemCode: {
            /** @description Of a link or of a handoff: what follows `#c=`. */
            code: string;
            /** @description Of a handoff: the one that the person chose. The wrong one spends the code. */
            number?: number;
            /** @description Of the client's name: two or three small letters. */
            language?: string;
        };
        /** @description Either a token or the numbers to choose from. */
        Redeemed: {
            /** @description The credential for this device; null if a number has to be chosen first. */
            sessionToken: string | null;
            expiresAt: string | null;
            /** @description Of a handoff: the person chooses the one that the other device shows. */
            numbers: number[];
            /** @description With numbers: for whom people capture, in the language that was asked for. */
            clientName: string | null;
            /** @description With numbers. */
            purpose: ("FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>)) | null;
            /** @description With numbers: whether this is a test, and nobody is verified. */
            sandbox: boolean | null;
            /** @description With numbers: that the backend asked for; null: the browser's. */
            language: string | null;
        };
        Handoff: {
            /** @description What the other device redeems. */
            code: string;
            /**
             * Format: uri
             * @description The capture page with the code.
             */
            url: string;
            /** @description The url as a QR code, from the top, with its quiet zone: `1` is dark. None if the server cannot make one. */
            rows: string[];
            /** @description What this device shows, for the person to choose it on the other. */
            number: number;
            expiresInSeconds: number;
        };
        RenewLink: {
            /** @description Seconds that the link lives, within the client's limit; without it as long as a token. */
            linkTtl?: number;
        };
        CaptureLink: {
            /** Format: uuid */
            sessionId: string;
            /** @description The link that opens the session; null if it was taken back. */
            captureUrl: string | null;
            linkExpiresAt: string | null;
        };
        Person: {
            userRef: string;
            /** @description The sessions, the newest first. */
            items: {
                result: components["schemas"]["Result"];
                documents: components["schemas"]["Documents"];
                /** @description Whether a legal hold keeps the files. */
                held: boolean;
                /** @description When the files were erased. */
                purgedAt: string | null;
                /** @description How often files were downloaded. */
                downloads: number;
            }[];
            /** @description Pass it as `after`; null at the end. */
            next: string | null;
        };
        ErasePerson: {
            /** @description As it was given to create. */
            userRef: string;
            /** @description Why, for the log, which keeps it for ever; no personal data. */
            reason: string;
            /** @description The `next` of the answer before; without it the newest sessions come first. */
            after?: string;
        };
        ErasedPerson: {
            /** @description The number of `sessions`. */
            erased: number;
            /** @description Sessions that a legal hold keeps. */
            held: string[];
            /** @description Those whose files are gone, by this call or an earlier one, so that a repeated call is answered the same. */
            sessions: string[];
            /** @description Pass it as `after` in the next call, which erases the next sessions; null at the end. */
            next: string | null;
        };
        Timeline: {
            /** Format: uuid */
            sessionId: string;
            sandbox: boolean;
            events: components["schemas"]["Event"][];
        };
        /** @description The event as stored in the log, without its sealed part. */
        Event: {
            /** @description In the log. */
            sequence: number;
            stream: string;
            /** @description In the stream. */
            version: number;
            /** @description The leaf hash of the stream's event before; empty for the first. */
            previous: string;
            /** Format: date-time */
            at: string;
            type: components["schemas"]["EventType"];
            typeVersion: number;
            /** @description On whose behalf it happened. */
            actor: {
                kind: "CLIENT" | "DEVICE" | "OPERATOR" | "SWEEP" | "REVIEWER" | (string & Record<never, never>);
                /** @description Which one of its kind. */
                ref: string;
            };
            requestId: string;
            /** @description Of a request with an Idempotency-Key. */
            idempotency?: Record<string, never>;
            /** @description The members of the type. */
            data: Record<string, never>;
        };
        /** @description What happened. */
        EventType: "SessionCreated" | "ChallengeIssued" | "NonceConsumed" | "DocumentAccepted" | "DocumentRejected" | "LivenessAccepted" | "LivenessRejected" | "SessionFinalized" | "SessionExpired" | "SessionCanceled" | "DocumentsDownloaded" | "FilesPurged" | "HoldSet" | "HoldReleased" | "ClientRegistered" | "ClientChanged" | "SecretAdded" | "SecretRevoked" | "ClientDisabled" | "KeyDestroyed" | "MasterKeyRotated" | "ThresholdsRecorded" | "DocumentValuesRead" | "LeavesReserved" | "KeyPunctured" | "LivenessNotPossible" | "HandoffOffered" | "HandoffRefused" | "DeviceJoined" | "CapturePageChanged" | "ClientLogoChanged" | "ConsentTextChanged" | "ConsentGiven" | "ReviewClaimed" | "ReviewReleased" | "ImageViewed" | "ReviewDecided" | "ReviewCorrected" | "ReviewerRegistered" | "ReviewerChanged" | "ReviewerLinkMade" | "ReviewerKeyAdded" | "ReviewerKeyRevoked" | "ReviewerDisabled" | "ReviewerLoggedIn" | "WebhookRegistered" | "WebhookChanged" | "WebhookSecretRotated" | "WebhookDisabled" | "WebhookEnabled" | "WebhookReplayed" | "WebhookDeleted" | "WebhookProven" | "HandoffTakenBack" | "LinkRenewed" | "LinkTakenBack" | "WebhookTested" | "LogBegun" | "ClientClosed" | "ReviewOverdue" | "ReviewAssigned" | "ReviewUnassigned" | "ReviewHandedOver" | (string & Record<never, never>);
        /** @description A page may have fewer items than the limit, and none, while `next` is there. */
        SessionPage: {
            /** @description The newest first. */
            items: {
                /** Format: uuid */
                sessionId: string;
                /** @description As it was given to create. */
                userRef: string | null;
                /** @description The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef may be. */
                labels: {
                    [key: string]: string;
                };
                purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
                status: "CREATED" | "IN_PROGRESS" | "COMPLETED" | "EXPIRED" | "CANCELED" | (string & Record<never, never>);
                /** @description What counts: the decision of a review, else what the machine said. */
                resultStatus: "PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED" | (string & Record<never, never>);
                /** @description The machine's; none if it passed. */
                reasons: components["schemas"]["Code"][];
                /** Format: date-time */
                createdAt: string;
                /** @description When it ended, however it ended; null while it is open. */
                completedAt: string | null;
                sandbox: boolean;
            }[];
            /** @description Pass it as `after` for what comes behind this page; null at the end of the list. */
            next: string | null;
        };
        /** @description Pass `next` as `after` to go on from here. */
        EventPage: {
            sandbox: boolean;
            events: components["schemas"]["Event"][];
            /** @description The last event of this page. */
            next: number;
        };
        /** @description Pass `next` as `after` to go on from here. */
        ReviewPage: {
            sandbox: boolean;
            /** @description The oldest first. */
            reviews: {
                /** Format: uuid */
                sessionId: string;
                purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
                /** @description As it was given to create. */
                userRef: string | null;
                /** @description The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef may be. */
                labels: {
                    [key: string]: string;
                };
                /** @description Why the machine asks. */
                reasons: components["schemas"]["Code"][];
                /**
                 * Format: date-time
                 * @description Since when it waits.
                 */
                completedAt: string;
                /** @description The number of opinions given so far. */
                opinions: number;
            }[];
            /** @description The last session of this page. */
            next: number;
        };
        DecideReview: {
            /** @enum {string} */
            decision: "PASSED" | "FAILED" | "RESUBMIT";
            /** @description Codes, each once; the console's or your own. RESUBMIT needs none. */
            reasons?: string[];
            /** @description A text for people, which is erased with the session's files. */
            note?: string;
            /** @description Your name for who decides, and no personal data; needed if the client's decisions need two reviewers. */
            reviewer?: string;
            /** @description Of RESUBMIT: what the person captures again. */
            steps?: ("DOCUMENT" | "LIVENESS")[];
            /** @description Of RESUBMIT: a text to the person, which the page shows first; it is erased with the new session's files. */
            words?: string;
            /** @description The name of one of your sentences for people, which the person gets. */
            tell?: string;
        };
        OpenApi: Record<string, never>;
        Health: {
            /** @constant */
            status: "OK";
        };
        Webhooks: {
            webhooks: components["schemas"]["Webhook"][];
        };
        Webhook: {
            id: string;
            url: string;
            /** @description Those that are sent; none: all. */
            types: ("session.created" | "session.step" | "session.completed" | "session.reviewed" | "session.expired" | "session.canceled" | "session.purged" | "session.resubmitted" | "review.overdue" | (string & Record<never, never>))[];
            /** @description Nothing but challenges is sent until the address has answered one, which makes the webhook active. */
            state: "PENDING" | "ACTIVE" | "DISABLED" | (string & Record<never, never>);
            enabled: boolean;
            disabledReason: ("REQUESTED" | "EXHAUSTED" | "GONE" | "UNPROVEN" | (string & Record<never, never>)) | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Until then the secret before the last rotation signs too. */
            oldSecretUntil: string | null;
            /** @description Verifies the signatures `v1a`: `whpk_` and an Ed25519 key in base64. */
            publicKey: string;
            deliveries: {
                /** @description Whether the last attempt failed. */
                failing: boolean;
                /** @description Events that wait for their delivery, 256 at most; more follow when there is room. */
                outstanding: number;
                /** @description The time of the oldest of them. */
                oldest: string | null;
            };
        };
        NewWebhook: {
            /** @description Where events are sent: https, without a user and a fragment. */
            url: string;
            /** @description The types that are sent; without any all, those to come included. */
            types?: ("session.created" | "session.step" | "session.completed" | "session.reviewed" | "session.expired" | "session.canceled" | "session.purged" | "session.resubmitted" | "review.overdue")[];
        };
        WebhookWithSecret: {
            id: string;
            url: string;
            /** @description Those that are sent; none: all. */
            types: ("session.created" | "session.step" | "session.completed" | "session.reviewed" | "session.expired" | "session.canceled" | "session.purged" | "session.resubmitted" | "review.overdue" | (string & Record<never, never>))[];
            /** @description Nothing but challenges is sent until the address has answered one, which makes the webhook active. */
            state: "PENDING" | "ACTIVE" | "DISABLED" | (string & Record<never, never>);
            /** @description Verifies the signatures `v1`. No later answer has it. */
            secret: string;
            /** @description Verifies the signatures `v1a`: `whpk_` and an Ed25519 key in base64. */
            publicKey: string;
        };
        ChangedWebhook: {
            url?: string;
            /** @description An empty list is all types. */
            types?: ("session.created" | "session.step" | "session.completed" | "session.reviewed" | "session.expired" | "session.canceled" | "session.purged" | "session.resubmitted" | "review.overdue")[];
            /** @description False: nothing is sent. True: what was not sent since then is. */
            enabled?: boolean;
        };
        DeletedWebhook: {
            id: string;
        };
        WebhookReplay: {
            /** @description Every event after this one of the log is sent again, with the same id. */
            after: number;
        };
        WebhookRotation: {
            /** @description Whether the secret before stops signing at once, instead of after 24 hours. */
            revokeOld?: boolean;
        };
    };
    responses: never;
    parameters: {
        /** @description The session. */
        sessionId: string;
        /** @description The stored file. */
        fileId: string;
        /** @description The webhook. */
        webhookId: string;
        /** @description The tile as C2SP tlog-tiles names it, with its slashes: `<L>/<N>`, `entries/<N>`, either with `.p/<W>` when it is partial. */
        path: string;
        /** @description Of the event, from 0, as in Svc-Log-Receipt; without it the one that finalized the session, or the last. */
        index: number;
        /** @description For 24 hours the same key with the same request gets the same answer. */
        "Idempotency-Key": string;
        /** @description An ETag of an earlier answer. */
        "If-None-Match": string;
        /** @description The `next` of an earlier page. */
        after: number;
        /** @description Entries in the answer, at most. */
        limit: number;
        /** @description Seconds to wait for an event if there is none yet, from 0 to 30: `25` or `25s`. */
        wait: string;
        /** @description The `version` of an earlier answer; an answer with another version does not wait. */
        since: number;
        /** @description Of the person: two or three small letters; the client's texts of this language are answered. */
        language: string;
        /** @description Only sessions with exactly this userRef. */
        userRef: string;
        /** @description Only sessions that have this status now. */
        status: "CREATED" | "IN_PROGRESS" | "COMPLETED" | "EXPIRED" | "CANCELED";
        /** @description Only sessions that have this result now. */
        resultStatus: "PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED";
        /** @description Only sessions of this purpose. */
        purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH";
        /** @description Only sessions that were created at this time or later. */
        createdFrom: string;
        /** @description Only sessions that were created before this time. */
        createdTo: string;
        /** @description Only sessions that ended at this time or later, however they ended. */
        completedFrom: string;
        /** @description Only sessions that ended before this time, however they ended. */
        completedTo: string;
        /** @description Only sessions with this code among the machine's reasons. */
        reason: string;
        /** @description Only sessions with each of these labels. Each member is a parameter of its own, `label.` and the key: `label.shop=berlin`. */
        labels: {
            [key: string]: string;
        };
        /** @description Only sessions of the sandbox (true), or of persons (false). A client has only one kind; without the parameter its own. */
        sandbox: boolean;
        /** @description The `next` of an earlier page. */
        afterSession: string;
    };
    requestBodies: never;
    headers: {
        /** @description Of this request; a well-formed one that came with it is kept. */
        "X-Request-Id": string;
        /** @description The limit that the request counts for: `create`, `read`, `purge`, `bundle`, `device` or `auth-failure`. */
        "RateLimit-Policy": string;
        /** @description What is left of it. */
        RateLimit: string;
        /** @description Whole seconds to wait. */
        "Retry-After": string;
        /** @description Bearer. */
        "WWW-Authenticate": string;
        /** @description `true` on an answer that was given before. */
        "Idempotent-Replayed": string;
        /** @description `index=<leaf>, size=<tree size>`: which leaf of the log's tree records this, and the size of the smallest tree that has it. */
        "Svc-Log-Receipt": string;
        /** @description The name to store it under. */
        "Content-Disposition": string;
        /** @description The SHA-256 of the bytes as they are sent, in quotes. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientKey": "svck_FOqgCSK2SHiRyiamWy1E_A",
                 *       "clientSecret": "svcs_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                 *       "purpose": "DOCUMENT_VERIFICATION",
                 *       "userRef": "customer-17",
                 *       "labels": {
                 *         "shop": "berlin"
                 *       },
                 *       "originAllowlist": [
                 *         "https://shop.example"
                 *       ],
                 *       "language": "de",
                 *       "documents": [
                 *         {
                 *           "country": "DE",
                 *           "types": [
                 *             "ID_CARD",
                 *             "PASSPORT"
                 *           ]
                 *         }
                 *       ],
                 *       "returnUrl": "https://shop.example/done",
                 *       "linkTtl": 604800
                 *     }
                 */
                "application/json": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            /** @description Open a verification session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "sessionToken": "svct_uIL3Fma_RDaOpwNSPAsuV42QEZQD2DUyEd5UG6kELEU",
                     *       "captureUrl": "https://verify.example/capture#c=k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfE",
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "linkExpiresAt": "2026-12-03T18:24:40.906620Z",
                     *       "purpose": "DOCUMENT_VERIFICATION",
                     *       "sandbox": false
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description SVC_CLIENT_AUTH_FAILED, SVC_CLIENT_MISSING, SVC_INVALID_JSON, SVC_INVALID_PARAMETER, SVC_SCOPE_DENIED, SVC_UNKNOWN_PURPOSE */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CLIENT_AUTH_FAILED" | "SVC_CLIENT_MISSING" | "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | "SVC_SCOPE_DENIED" | "SVC_UNKNOWN_PURPOSE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_CONFLICT */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_CONFLICT" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_QUOTA_EXCEEDED, SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_QUOTA_EXCEEDED" | "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the result record of a session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "userRef": "customer-17",
                     *       "labels": {
                     *         "shop": "berlin"
                     *       },
                     *       "purpose": "DOCUMENT_VERIFICATION",
                     *       "sandbox": false,
                     *       "status": "COMPLETED",
                     *       "endReason": null,
                     *       "resultStatus": "REVIEW",
                     *       "automaticResult": "REVIEW",
                     *       "review": null,
                     *       "predecessor": null,
                     *       "successor": null,
                     *       "detail": "The capture is complete and needs a review. Not performed: DOCUMENT_AUTHENTICITY.",
                     *       "reasons": [
                     *         "CHECK_NOT_AVAILABLE"
                     *       ],
                     *       "createdAt": "2026-11-26T18:24:40.906620Z",
                     *       "startedAt": "2026-11-26T18:24:41.565471Z",
                     *       "completedAt": "2026-11-26T18:24:42.692515Z",
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "checks": [
                     *         {
                     *           "check": "DOCUMENT_SHARPNESS",
                     *           "status": "PASSED",
                     *           "code": null,
                     *           "value": 0.04,
                     *           "threshold": 0.15,
                     *           "side": "FRONT",
                     *           "frame": null,
                     *           "engine": null
                     *         },
                     *         {
                     *           "check": "DOCUMENT_AUTHENTICITY",
                     *           "status": "NOT_PERFORMED",
                     *           "code": "CHECK_NOT_AVAILABLE",
                     *           "value": null,
                     *           "threshold": null,
                     *           "side": "FRONT",
                     *           "frame": null,
                     *           "engine": null
                     *         }
                     *       ],
                     *       "attempts": [
                     *         {
                     *           "step": "DOCUMENT",
                     *           "side": "FRONT",
                     *           "attempt": 1,
                     *           "at": "2026-11-26T18:24:41.589279Z",
                     *           "ok": true,
                     *           "code": null
                     *         }
                     *       ],
                     *       "document": {
                     *         "documentType": "PASSPORT",
                     *         "sidesCaptured": [
                     *           "FRONT"
                     *         ],
                     *         "mrz": null,
                     *         "barcode": null,
                     *         "printed": null
                     *       },
                     *       "liveness": null,
                     *       "files": {
                     *         "stored": 1,
                     *         "purged": false,
                     *         "purgeAt": "2026-12-26T18:24:42.692515Z"
                     *       },
                     *       "consent": {
                     *         "version": "2026-01",
                     *         "sha256": "269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",
                     *         "givenAt": "2026-11-26T18:24:41.100000Z"
                     *       },
                     *       "engine": {
                     *         "name": "countersign-embedded",
                     *         "version": "5.0.0",
                     *         "thresholds": "06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",
                     *         "models": []
                     *       },
                     *       "engines": [
                     *         {
                     *           "part": "FRONT",
                     *           "name": "countersign-embedded",
                     *           "version": "5.0.0",
                     *           "thresholds": "06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",
                     *           "models": []
                     *         }
                     *       ],
                     *       "log": {
                     *         "lastSequence": 15
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Result"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the stored files of a session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a2191a-4474-745e-97cd-8320f1c32294",
                     *         "kind": "DOCUMENT",
                     *         "side": "FRONT",
                     *         "seq": 1,
                     *         "contentType": "image/jpeg",
                     *         "sizeBytes": 179436,
                     *         "sha256": "269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",
                     *         "createdAt": "2026-11-26T18:24:41.589279Z",
                     *         "purged": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Documents"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download every stored file with a manifest. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Svc-Log-Receipt": components["headers"]["Svc-Log-Receipt"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_FILES_PURGED */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_FILES_PURGED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of an earlier answer. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
                /** @description The stored file. */
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download one stored file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Svc-Log-Receipt": components["headers"]["Svc-Log-Receipt"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/*": Blob;
                };
            };
            /** @description The bytes have the ETag given. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_FILES_PURGED */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_FILES_PURGED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueDocumentChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a nonce for one document image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nonce": "KPKKiOroZmSO2UAfIzh2ZYZZNbg2CqHG",
                     *       "expiresInSeconds": 300,
                     *       "thresholds": {
                     *         "document-edge-width": {
                     *           "error": 0.15,
                     *           "warning": 0.12
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentChallenge"];
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ATTEMPTS_EXHAUSTED, SVC_HANDED_OFF, SVC_STEP_OUT_OF_SEQUENCE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ATTEMPTS_EXHAUSTED" | "SVC_HANDED_OFF" | "SVC_STEP_OUT_OF_SEQUENCE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentSubmission"];
            };
        };
        responses: {
            /** @description Submit the image of one side of a document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "step": "DOCUMENT",
                     *       "code": null,
                     *       "detail": null,
                     *       "attempt": 2,
                     *       "attemptsRemaining": 3,
                     *       "stepComplete": false,
                     *       "nextSide": "BACK",
                     *       "retryable": false,
                     *       "fileId": "01a2191a-4474-745e-97cd-8320f1c32294",
                     *       "sha256": "269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",
                     *       "issues": []
                     *     }
                     */
                    "application/json": components["schemas"]["StepOutcome"];
                };
            };
            /** @description SVC_CHALLENGE_INVALID, SVC_INVALID_MULTIPART, SVC_INVALID_PARAMETER, SVC_MISSING_PART */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CHALLENGE_INVALID" | "SVC_INVALID_MULTIPART" | "SVC_INVALID_PARAMETER" | "SVC_MISSING_PART" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ATTEMPTS_EXHAUSTED, SVC_HANDED_OFF, SVC_IDEMPOTENCY_CONFLICT, SVC_STEP_OUT_OF_SEQUENCE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ATTEMPTS_EXHAUSTED" | "SVC_HANDED_OFF" | "SVC_IDEMPOTENCY_CONFLICT" | "SVC_STEP_OUT_OF_SEQUENCE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueLivenessChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a nonce and the actions that the frames must show. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nonce": "kpu_j6Rnl_z-W_OduRNEBtRm794zXqbf",
                     *       "expiresInSeconds": 120,
                     *       "thresholds": null,
                     *       "actions": [
                     *         "LOOK_STRAIGHT",
                     *         "TILT_LEFT",
                     *         "TURN_RIGHT"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LivenessChallenge"];
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ATTEMPTS_EXHAUSTED, SVC_HANDED_OFF, SVC_STEP_OUT_OF_SEQUENCE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ATTEMPTS_EXHAUSTED" | "SVC_HANDED_OFF" | "SVC_STEP_OUT_OF_SEQUENCE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitLiveness: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["LivenessSubmission"];
            };
        };
        responses: {
            /** @description Submit the frames of a face. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": false,
                     *       "step": "LIVENESS",
                     *       "code": "LIVENESS_ACTION_NOT_PERFORMED",
                     *       "detail": "Turn your head to the right.",
                     *       "attempt": 1,
                     *       "attemptsRemaining": 4,
                     *       "stepComplete": false,
                     *       "nextSide": null,
                     *       "retryable": true,
                     *       "fileId": null,
                     *       "sha256": "269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",
                     *       "fileIds": [],
                     *       "failedAction": "TURN_RIGHT",
                     *       "issues": [
                     *         {
                     *           "code": "LIVENESS_ACTION_NOT_PERFORMED",
                     *           "severity": "ERROR",
                     *           "value": 0.4,
                     *           "threshold": 1.5,
                     *           "hint": "Turn your head to the right."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StepOutcome"];
                };
            };
            /** @description SVC_CHALLENGE_INVALID, SVC_INVALID_MULTIPART, SVC_INVALID_PARAMETER, SVC_MISSING_PART, SVC_TOO_MANY_FRAMES */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CHALLENGE_INVALID" | "SVC_INVALID_MULTIPART" | "SVC_INVALID_PARAMETER" | "SVC_MISSING_PART" | "SVC_TOO_MANY_FRAMES" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ATTEMPTS_EXHAUSTED, SVC_HANDED_OFF, SVC_IDEMPOTENCY_CONFLICT, SVC_STEP_OUT_OF_SEQUENCE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ATTEMPTS_EXHAUSTED" | "SVC_HANDED_OFF" | "SVC_IDEMPOTENCY_CONFLICT" | "SVC_STEP_OUT_OF_SEQUENCE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endLivenessAsNotPossible: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "I cannot turn my head."
                 *     }
                 */
                "application/json": components["schemas"]["NotPossible"];
            };
        };
        responses: {
            /** @description End liveness for a person who cannot perform the actions; a review follows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "step": "LIVENESS",
                     *       "state": "NOT_POSSIBLE",
                     *       "code": null,
                     *       "detail": "The step ends without a judgement; a review follows.",
                     *       "attemptsRemaining": 0,
                     *       "stepComplete": true,
                     *       "retryable": false,
                     *       "issues": []
                     *     }
                     */
                    "application/json": components["schemas"]["EndedStep"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ATTEMPTS_EXHAUSTED, SVC_HANDED_OFF, SVC_IDEMPOTENCY_CONFLICT, SVC_STEP_OUT_OF_SEQUENCE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ATTEMPTS_EXHAUSTED" | "SVC_HANDED_OFF" | "SVC_IDEMPOTENCY_CONFLICT" | "SVC_STEP_OUT_OF_SEQUENCE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    finalize: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End the capture and get its outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Svc-Log-Receipt": components["headers"]["Svc-Log-Receipt"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": "PASSED",
                     *       "detail": "The capture is complete.",
                     *       "sandbox": false
                     *     }
                     */
                    "application/json": components["schemas"]["FinalizeOutcome"];
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_HANDED_OFF, SVC_IDEMPOTENCY_CONFLICT, SVC_STEP_OUT_OF_SEQUENCE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_HANDED_OFF" | "SVC_IDEMPOTENCY_CONFLICT" | "SVC_STEP_OUT_OF_SEQUENCE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: {
                /** @description Seconds to wait for an event if there is none yet, from 0 to 30: `25` or `25s`. */
                wait?: components["parameters"]["wait"];
                /** @description The `version` of an earlier answer; an answer with another version does not wait. */
                since?: components["parameters"]["since"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Learn which steps remain, at once or when something has happened. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "IN_PROGRESS",
                     *       "currentStep": "LIVENESS",
                     *       "stepsCompleted": [
                     *         "DOCUMENT"
                     *       ],
                     *       "resultStatus": "PENDING",
                     *       "purpose": "FULL_CAPTURE",
                     *       "sandbox": false,
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "version": 4,
                     *       "handedOff": false,
                     *       "canTakeBack": false,
                     *       "steps": [
                     *         {
                     *           "step": "DOCUMENT",
                     *           "state": "COMPLETED",
                     *           "attemptsUsed": 1,
                     *           "attemptsRemaining": 4,
                     *           "requiredSides": [
                     *             "FRONT",
                     *             "BACK"
                     *           ],
                     *           "capturedSides": [
                     *             "FRONT",
                     *             "BACK"
                     *           ]
                     *         },
                     *         {
                     *           "step": "LIVENESS",
                     *           "state": "PENDING",
                     *           "attemptsUsed": 0,
                     *           "attemptsRemaining": 5,
                     *           "requiredSides": [],
                     *           "capturedSides": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCapturePage: {
        parameters: {
            query?: {
                /** @description Of the person: two or three small letters; the client's texts of this language are answered. */
                language?: components["parameters"]["language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Learn what a page shows that captures for the client. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "purpose": "FULL_CAPTURE",
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "reference": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "sandbox": false,
                     *       "language": null,
                     *       "clientName": "Example Bank",
                     *       "logo": "/api/sdk/capture/logo",
                     *       "colours": {
                     *         "accent": "#0b5cad",
                     *         "onAccent": "#ffffff"
                     *       },
                     *       "consent": {
                     *         "version": "2026-01",
                     *         "text": "I agree that my document and my face are checked."
                     *       },
                     *       "consentGiven": false,
                     *       "askedAgain": false,
                     *       "words": null,
                     *       "told": null,
                     *       "returnUrl": "https://shop.example/done",
                     *       "next": "You will hear from us by mail within two days.",
                     *       "documents": [
                     *         {
                     *           "types": [
                     *             "PASSPORT",
                     *             "ID_CARD"
                     *           ]
                     *         }
                     *       ],
                     *       "documentTypes": [
                     *         "PASSPORT",
                     *         "ID_CARD"
                     *       ],
                     *       "pictures": {
                     *         "keptSeconds": 2592000,
                     *         "encrypted": true,
                     *         "reviewers": 1
                     *       },
                     *       "limits": {
                     *         "maxDocumentBytes": 12582912,
                     *         "maxFrameBytes": 6291456,
                     *         "maxFrames": 12
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CapturePage"];
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_HANDED_OFF */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_HANDED_OFF" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCaptureLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of an earlier answer. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the client's logo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/*": Blob;
                };
            };
            /** @description The bytes have the ETag given. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_HANDED_OFF */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_HANDED_OFF" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "2026-01"
                 *     }
                 */
                "application/json": components["schemas"]["GiveConsent"];
            };
        };
        responses: {
            /** @description Record that the person consents to the client's text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Consented"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_CONSENT_OUTDATED, SVC_HANDED_OFF */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CONSENT_OUTDATED" | "SVC_HANDED_OFF" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeemCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfE"
                 *     }
                 */
                "application/json": components["schemas"]["RedeemCode"];
            };
        };
        responses: {
            /** @description Get a token for the code of a link or of a handoff. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionToken": "svct_uIL3Fma_RDaOpwNSPAsuV42QEZQD2DUyEd5UG6kELEU",
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "numbers": [],
                     *       "clientName": null,
                     *       "purpose": null,
                     *       "sandbox": null,
                     *       "language": null
                     *     }
                     */
                    "application/json": components["schemas"]["Redeemed"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_CONFLICT */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_CONFLICT" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    offerHandoff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a code by which another device takes the session over. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfE",
                     *       "url": "https://verify.example/capture#c=k7Qd2m0bq1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfE",
                     *       "rows": [],
                     *       "number": 42,
                     *       "expiresInSeconds": 120
                     *     }
                     */
                    "application/json": components["schemas"]["Handoff"];
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_HANDED_OFF, SVC_HANDOFF_UNAVAILABLE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_HANDED_OFF" | "SVC_HANDOFF_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeHandoffBack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Go on here instead of on the device that the session was given to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "IN_PROGRESS",
                     *       "currentStep": "LIVENESS",
                     *       "stepsCompleted": [
                     *         "DOCUMENT"
                     *       ],
                     *       "resultStatus": "PENDING",
                     *       "purpose": "FULL_CAPTURE",
                     *       "sandbox": false,
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "version": 9,
                     *       "handedOff": false,
                     *       "canTakeBack": false,
                     *       "steps": [
                     *         {
                     *           "step": "DOCUMENT",
                     *           "state": "COMPLETED",
                     *           "attemptsUsed": 1,
                     *           "attemptsRemaining": 4,
                     *           "requiredSides": [
                     *             "FRONT",
                     *             "BACK"
                     *           ],
                     *           "capturedSides": [
                     *             "FRONT",
                     *             "BACK"
                     *           ]
                     *         },
                     *         {
                     *           "step": "LIVENESS",
                     *           "state": "PENDING",
                     *           "attemptsUsed": 0,
                     *           "attemptsRemaining": 5,
                     *           "requiredSides": [],
                     *           "capturedSides": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description SVC_SESSION_INVALID */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_INVALID" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_ORIGIN_NOT_ALLOWED */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_ORIGIN_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renewLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "linkTtl": 604800
                 *     }
                 */
                "application/json": components["schemas"]["RenewLink"];
            };
        };
        responses: {
            /** @description Get a new link for a session that is not over; the old one opens nothing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "captureUrl": "https://verify.example/capture#c=1oYzqv2y9pJm4s0tZ8wR3xV5nL6cH1aGfEk7Qd2m0bqv2y9pJm4s0t",
                     *       "linkExpiresAt": "2026-12-03T18:24:40.906620Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CaptureLink"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_CONFLICT, SVC_SESSION_NOT_ACTIVE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CONFLICT" | "SVC_SESSION_NOT_ACTIVE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeLinkBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take the unused link of a session back; it opens nothing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "captureUrl": null,
                     *       "linkExpiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["CaptureLink"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_CONFLICT, SVC_SESSION_NOT_ACTIVE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CONFLICT" | "SVC_SESSION_NOT_ACTIVE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Give a session up. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "userRef": "customer-17",
                     *       "labels": {
                     *         "shop": "berlin"
                     *       },
                     *       "purpose": "DOCUMENT_VERIFICATION",
                     *       "sandbox": false,
                     *       "status": "CANCELED",
                     *       "endReason": "CANCELED",
                     *       "resultStatus": "NOT_EVALUATED",
                     *       "automaticResult": null,
                     *       "review": null,
                     *       "predecessor": null,
                     *       "successor": null,
                     *       "detail": "The session was canceled.",
                     *       "reasons": [],
                     *       "createdAt": "2026-11-26T18:24:40.906620Z",
                     *       "startedAt": null,
                     *       "completedAt": "2026-11-26T18:24:42.692515Z",
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "checks": [],
                     *       "attempts": [],
                     *       "document": {
                     *         "documentType": null,
                     *         "sidesCaptured": [],
                     *         "mrz": null,
                     *         "barcode": null,
                     *         "printed": null
                     *       },
                     *       "liveness": null,
                     *       "files": {
                     *         "stored": 0,
                     *         "purged": false,
                     *         "purgeAt": "2026-11-27T18:24:42.692515Z"
                     *       },
                     *       "consent": null,
                     *       "engine": {
                     *         "name": null,
                     *         "version": null,
                     *         "thresholds": null,
                     *         "models": []
                     *       },
                     *       "engines": [],
                     *       "log": {
                     *         "lastSequence": 9
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Result"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_SESSION_NOT_ACTIVE */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_SESSION_NOT_ACTIVE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    purgeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erase the stored bytes of a session before their time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Svc-Log-Receipt": components["headers"]["Svc-Log-Receipt"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "userRef": "customer-17",
                     *       "labels": {
                     *         "shop": "berlin"
                     *       },
                     *       "purpose": "DOCUMENT_VERIFICATION",
                     *       "sandbox": false,
                     *       "status": "COMPLETED",
                     *       "endReason": null,
                     *       "resultStatus": "REVIEW",
                     *       "automaticResult": "REVIEW",
                     *       "review": null,
                     *       "predecessor": null,
                     *       "successor": null,
                     *       "detail": "The capture is complete and needs a review. Not performed: DOCUMENT_AUTHENTICITY.",
                     *       "reasons": [
                     *         "CHECK_NOT_AVAILABLE"
                     *       ],
                     *       "createdAt": "2026-11-26T18:24:40.906620Z",
                     *       "startedAt": "2026-11-26T18:24:41.565471Z",
                     *       "completedAt": "2026-11-26T18:24:42.692515Z",
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "checks": [
                     *         {
                     *           "check": "DOCUMENT_SHARPNESS",
                     *           "status": "PASSED",
                     *           "code": null,
                     *           "value": 0.04,
                     *           "threshold": 0.15,
                     *           "side": "FRONT",
                     *           "frame": null,
                     *           "engine": null
                     *         },
                     *         {
                     *           "check": "DOCUMENT_AUTHENTICITY",
                     *           "status": "NOT_PERFORMED",
                     *           "code": "CHECK_NOT_AVAILABLE",
                     *           "value": null,
                     *           "threshold": null,
                     *           "side": "FRONT",
                     *           "frame": null,
                     *           "engine": null
                     *         }
                     *       ],
                     *       "attempts": [
                     *         {
                     *           "step": "DOCUMENT",
                     *           "side": "FRONT",
                     *           "attempt": 1,
                     *           "at": "2026-11-26T18:24:41.589279Z",
                     *           "ok": true,
                     *           "code": null
                     *         }
                     *       ],
                     *       "document": {
                     *         "documentType": "PASSPORT",
                     *         "sidesCaptured": [
                     *           "FRONT"
                     *         ],
                     *         "mrz": null,
                     *         "barcode": null,
                     *         "printed": null
                     *       },
                     *       "liveness": null,
                     *       "files": {
                     *         "stored": 1,
                     *         "purged": true,
                     *         "purgeAt": null
                     *       },
                     *       "consent": {
                     *         "version": "2026-01",
                     *         "sha256": "269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",
                     *         "givenAt": "2026-11-26T18:24:41.100000Z"
                     *       },
                     *       "engine": {
                     *         "name": "countersign-embedded",
                     *         "version": "5.0.0",
                     *         "thresholds": "06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",
                     *         "models": []
                     *       },
                     *       "engines": [
                     *         {
                     *           "part": "FRONT",
                     *           "name": "countersign-embedded",
                     *           "version": "5.0.0",
                     *           "thresholds": "06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",
                     *           "models": []
                     *         }
                     *       ],
                     *       "log": {
                     *         "lastSequence": 17
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Result"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_LEGAL_HOLD */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_LEGAL_HOLD" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: {
                /** @description Entries in the answer, at most. */
                limit?: components["parameters"]["limit"];
                /** @description Only sessions with exactly this userRef. */
                userRef?: components["parameters"]["userRef"];
                /** @description The `next` of an earlier page. */
                after?: components["parameters"]["afterSession"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read all that is held under a userRef, which the call needs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userRef": "customer-17",
                     *       "items": [],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userRef": "customer-17",
                 *       "reason": "letter of 2026-11-30"
                 *     }
                 */
                "application/json": components["schemas"]["ErasePerson"];
            };
        };
        responses: {
            /** @description Erase the files of a person's sessions, at most 100 in a call. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erased": 1,
                     *       "held": [],
                     *       "sessions": [
                     *         "01a2191a-41ca-79eb-b26e-7692dad6d21e"
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedPerson"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the events of a session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "sandbox": false,
                     *       "events": [
                     *         {
                     *           "sequence": 4,
                     *           "stream": "session-01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *           "version": 1,
                     *           "previous": "",
                     *           "at": "2026-11-26T18:24:40.906620Z",
                     *           "type": "SessionCreated",
                     *           "typeVersion": 1,
                     *           "actor": {
                     *             "kind": "CLIENT",
                     *             "ref": "svck_FOqgCSK2SHiRyiamWy1E_A"
                     *           },
                     *           "requestId": "7442be0e-b2e0-4c00-a6e4-5bfbcb379588",
                     *           "data": {
                     *             "client": "svck_FOqgCSK2SHiRyiamWy1E_A",
                     *             "purpose": "DOCUMENT_VERIFICATION",
                     *             "token": "a7e52d6d9f5ce1c2b30e8bc2a5c5345f1b42229665eef1536ccda89696c1223c",
                     *             "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *             "attemptsAllowed": 5,
                     *             "userRef": "customer-17",
                     *             "originAllowlist": [],
                     *             "sandbox": false
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Entries in the answer, at most. */
                limit?: components["parameters"]["limit"];
                /** @description Only sessions with exactly this userRef. */
                userRef?: components["parameters"]["userRef"];
                /** @description Only sessions that have this status now. */
                status?: components["parameters"]["status"];
                /** @description Only sessions that have this result now. */
                resultStatus?: components["parameters"]["resultStatus"];
                /** @description Only sessions of this purpose. */
                purpose?: components["parameters"]["purpose"];
                /** @description Only sessions that were created at this time or later. */
                createdFrom?: components["parameters"]["createdFrom"];
                /** @description Only sessions that were created before this time. */
                createdTo?: components["parameters"]["createdTo"];
                /** @description Only sessions that ended at this time or later, however they ended. */
                completedFrom?: components["parameters"]["completedFrom"];
                /** @description Only sessions that ended before this time, however they ended. */
                completedTo?: components["parameters"]["completedTo"];
                /** @description Only sessions with this code among the machine's reasons. */
                reason?: components["parameters"]["reason"];
                /** @description Only sessions with each of these labels. Each member is a parameter of its own, `label.` and the key: `label.shop=berlin`. */
                labels?: components["parameters"]["labels"];
                /** @description Only sessions of the sandbox (true), or of persons (false). A client has only one kind; without the parameter its own. */
                sandbox?: components["parameters"]["sandbox"];
                /** @description The `next` of an earlier page. */
                after?: components["parameters"]["afterSession"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the client's sessions, the newest first, or find some of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *           "userRef": "customer-17",
                     *           "labels": {
                     *             "shop": "berlin"
                     *           },
                     *           "purpose": "DOCUMENT_VERIFICATION",
                     *           "status": "COMPLETED",
                     *           "resultStatus": "REVIEW",
                     *           "reasons": [
                     *             "CHECK_NOT_AVAILABLE"
                     *           ],
                     *           "createdAt": "2026-11-26T18:24:40.906620Z",
                     *           "completedAt": "2026-11-26T18:24:42.692515Z",
                     *           "sandbox": false
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description The `next` of an earlier page. */
                after?: components["parameters"]["after"];
                /** @description Entries in the answer, at most. */
                limit?: components["parameters"]["limit"];
                /** @description Seconds to wait for an event if there is none yet, from 0 to 30: `25` or `25s`. */
                wait?: components["parameters"]["wait"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow the client's own events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sandbox": false,
                     *       "events": [
                     *         {
                     *           "sequence": 4,
                     *           "stream": "session-01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *           "version": 1,
                     *           "previous": "",
                     *           "at": "2026-11-26T18:24:40.906620Z",
                     *           "type": "SessionCreated",
                     *           "typeVersion": 1,
                     *           "actor": {
                     *             "kind": "CLIENT",
                     *             "ref": "svck_FOqgCSK2SHiRyiamWy1E_A"
                     *           },
                     *           "requestId": "7442be0e-b2e0-4c00-a6e4-5bfbcb379588",
                     *           "data": {
                     *             "client": "svck_FOqgCSK2SHiRyiamWy1E_A",
                     *             "purpose": "DOCUMENT_VERIFICATION",
                     *             "token": "a7e52d6d9f5ce1c2b30e8bc2a5c5345f1b42229665eef1536ccda89696c1223c",
                     *             "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *             "attemptsAllowed": 5,
                     *             "userRef": "customer-17",
                     *             "originAllowlist": [],
                     *             "sandbox": false
                     *           }
                     *         }
                     *       ],
                     *       "next": 4
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReviews: {
        parameters: {
            query?: {
                /** @description The `next` of an earlier page. */
                after?: components["parameters"]["after"];
                /** @description Entries in the answer, at most. */
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the client's sessions that wait for the decision of a person. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sandbox": false,
                     *       "reviews": [
                     *         {
                     *           "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *           "purpose": "DOCUMENT_VERIFICATION",
                     *           "userRef": "customer-17",
                     *           "labels": {
                     *             "shop": "berlin"
                     *           },
                     *           "reasons": [
                     *             "CHECK_NOT_AVAILABLE"
                     *           ],
                     *           "completedAt": "2026-11-26T18:24:42.692515Z",
                     *           "opinions": 0
                     *         }
                     *       ],
                     *       "next": 15
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewPage"];
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "PASSED",
                 *       "reasons": [
                 *         "DOCUMENT_GENUINE"
                 *       ],
                 *       "reviewer": "anna"
                 *     }
                 */
                "application/json": components["schemas"]["DecideReview"];
            };
        };
        responses: {
            /** @description Decide a session that waits for a review. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "01a2191a-41ca-79eb-b26e-7692dad6d21e",
                     *       "userRef": "customer-17",
                     *       "labels": {
                     *         "shop": "berlin"
                     *       },
                     *       "purpose": "DOCUMENT_VERIFICATION",
                     *       "sandbox": false,
                     *       "status": "COMPLETED",
                     *       "endReason": null,
                     *       "resultStatus": "PASSED",
                     *       "automaticResult": "REVIEW",
                     *       "review": {
                     *         "decision": "PASSED",
                     *         "reasons": [
                     *           "DOCUMENT_GENUINE"
                     *         ],
                     *         "decidedAt": "2026-11-26T19:02:11.402117Z",
                     *         "correctedAt": null,
                     *         "reviewers": [
                     *           "anna"
                     *         ],
                     *         "signed": false,
                     *         "earlier": [],
                     *         "note": null,
                     *         "withoutLook": null,
                     *         "steps": [],
                     *         "told": null
                     *       },
                     *       "predecessor": null,
                     *       "successor": null,
                     *       "detail": "A person reviewed the capture and passed it.",
                     *       "reasons": [
                     *         "CHECK_NOT_AVAILABLE"
                     *       ],
                     *       "createdAt": "2026-11-26T18:24:40.906620Z",
                     *       "startedAt": "2026-11-26T18:24:41.565471Z",
                     *       "completedAt": "2026-11-26T18:24:42.692515Z",
                     *       "expiresAt": "2026-11-26T18:54:40.906620Z",
                     *       "checks": [
                     *         {
                     *           "check": "DOCUMENT_SHARPNESS",
                     *           "status": "PASSED",
                     *           "code": null,
                     *           "value": 0.04,
                     *           "threshold": 0.15,
                     *           "side": "FRONT",
                     *           "frame": null,
                     *           "engine": null
                     *         },
                     *         {
                     *           "check": "DOCUMENT_AUTHENTICITY",
                     *           "status": "NOT_PERFORMED",
                     *           "code": "CHECK_NOT_AVAILABLE",
                     *           "value": null,
                     *           "threshold": null,
                     *           "side": "FRONT",
                     *           "frame": null,
                     *           "engine": null
                     *         }
                     *       ],
                     *       "attempts": [
                     *         {
                     *           "step": "DOCUMENT",
                     *           "side": "FRONT",
                     *           "attempt": 1,
                     *           "at": "2026-11-26T18:24:41.589279Z",
                     *           "ok": true,
                     *           "code": null
                     *         }
                     *       ],
                     *       "document": {
                     *         "documentType": "PASSPORT",
                     *         "sidesCaptured": [
                     *           "FRONT"
                     *         ],
                     *         "mrz": null,
                     *         "barcode": null,
                     *         "printed": null
                     *       },
                     *       "liveness": null,
                     *       "files": {
                     *         "stored": 1,
                     *         "purged": false,
                     *         "purgeAt": "2026-12-26T19:02:11.402117Z"
                     *       },
                     *       "consent": {
                     *         "version": "2026-01",
                     *         "sha256": "269593cdb8a792d341545138b54b958e48db21235671d834e731032bcd6cd543",
                     *         "givenAt": "2026-11-26T18:24:41.100000Z"
                     *       },
                     *       "engine": {
                     *         "name": "countersign-embedded",
                     *         "version": "5.0.0",
                     *         "thresholds": "06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",
                     *         "models": []
                     *       },
                     *       "engines": [
                     *         {
                     *           "part": "FRONT",
                     *           "name": "countersign-embedded",
                     *           "version": "5.0.0",
                     *           "thresholds": "06ed338f28d8fe4d2a852463a15131faef8488dad75951b1d8f695ffd1386cf8",
                     *           "models": []
                     *         }
                     *       ],
                     *       "log": {
                     *         "lastSequence": 21
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Result"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_CONFLICT, SVC_REVIEW_NOT_PENDING */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_CONFLICT" | "SVC_REVIEW_NOT_PENDING" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReceipt: {
        parameters: {
            query?: {
                /** @description Of the event, from 0, as in Svc-Log-Receipt; without it the one that finalized the session, or the last. */
                index?: components["parameters"]["index"];
            };
            header?: never;
            path: {
                /** @description The session. */
                sessionId: components["parameters"]["sessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the proof that an event of a session is in the log (C2SP tlog-proof). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Svc-Log-Receipt": components["headers"]["Svc-Log-Receipt"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the newest signed checkpoint of the log (C2SP tlog-checkpoint). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description SVC_FORBIDDEN */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_FORBIDDEN" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tile as C2SP tlog-tiles names it, with its slashes: `<L>/<N>`, `entries/<N>`, either with `.p/<W>` when it is partial. */
                path: components["parameters"]["path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a tile of hashes or of events (C2SP tlog-tiles). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            /** @description SVC_FORBIDDEN */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_FORBIDDEN" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVerifierKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the key that verifies checkpoints (C2SP signed-note). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description SVC_FORBIDDEN */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_FORBIDDEN" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag of an earlier answer. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApi"];
                };
            };
            /** @description The bytes have the ETag given. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description SVC_METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_METHOD_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_ACCEPTABLE */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_ACCEPTABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the process serves. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description SVC_METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_METHOD_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the log can be written. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description SVC_METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_METHOD_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counters for Prometheus. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description SVC_METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_METHOD_NOT_ALLOWED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the client's webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "whep_q3mYc0dN1r8ZtQw5xV7bLA",
                     *           "url": "https://backend.shop.example/webhooks",
                     *           "types": [],
                     *           "state": "ACTIVE",
                     *           "enabled": true,
                     *           "disabledReason": null,
                     *           "createdAt": "2026-11-26T18:20:00.000000Z",
                     *           "oldSecretUntil": null,
                     *           "publicKey": "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                     *           "deliveries": {
                     *             "failing": false,
                     *             "outstanding": 0,
                     *             "oldest": null
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours the same key with the same request gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://backend.shop.example/webhooks",
                 *       "types": [
                 *         "session.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Register an address that is told the client's events from now on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whep_q3mYc0dN1r8ZtQw5xV7bLA",
                     *       "url": "https://backend.shop.example/webhooks",
                     *       "types": [
                     *         "session.completed"
                     *       ],
                     *       "state": "PENDING",
                     *       "secret": "whsec_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=",
                     *       "publicKey": "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER, SVC_WEBHOOK_FORBIDDEN_ADDRESS */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | "SVC_WEBHOOK_FORBIDDEN_ADDRESS" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_CONFLICT, SVC_IDEMPOTENCY_CONFLICT */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CONFLICT" | "SVC_IDEMPOTENCY_CONFLICT" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_IDEMPOTENCY_MISMATCH */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_IDEMPOTENCY_MISMATCH" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whep_q3mYc0dN1r8ZtQw5xV7bLA"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["ChangedWebhook"];
            };
        };
        responses: {
            /** @description Change a webhook's address or types, disable it, or enable it again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whep_q3mYc0dN1r8ZtQw5xV7bLA",
                     *       "url": "https://backend.shop.example/webhooks",
                     *       "types": [
                     *         "session.completed"
                     *       ],
                     *       "state": "ACTIVE",
                     *       "enabled": true,
                     *       "disabledReason": null,
                     *       "createdAt": "2026-11-26T18:20:00.000000Z",
                     *       "oldSecretUntil": null,
                     *       "publicKey": "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                     *       "deliveries": {
                     *         "failing": true,
                     *         "outstanding": 3,
                     *         "oldest": "2026-11-26T18:24:42.692515Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER, SVC_WEBHOOK_FORBIDDEN_ADDRESS */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | "SVC_WEBHOOK_FORBIDDEN_ADDRESS" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "after": 1200
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Deliver every event after one of the log again, with the same ids. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whep_q3mYc0dN1r8ZtQw5xV7bLA",
                     *       "url": "https://backend.shop.example/webhooks",
                     *       "types": [],
                     *       "state": "ACTIVE",
                     *       "enabled": true,
                     *       "disabledReason": null,
                     *       "createdAt": "2026-11-26T18:20:00.000000Z",
                     *       "oldSecretUntil": null,
                     *       "publicKey": "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                     *       "deliveries": {
                     *         "failing": false,
                     *         "outstanding": 0,
                     *         "oldest": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a webhook one event that is marked as a test. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whep_q3mYc0dN1r8ZtQw5xV7bLA",
                     *       "url": "https://backend.shop.example/webhooks",
                     *       "types": [],
                     *       "state": "ACTIVE",
                     *       "enabled": true,
                     *       "disabledReason": null,
                     *       "createdAt": "2026-11-26T18:20:00.000000Z",
                     *       "oldSecretUntil": null,
                     *       "publicKey": "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                     *       "deliveries": {
                     *         "failing": false,
                     *         "outstanding": 1,
                     *         "oldest": "2026-11-26T18:24:42.692515Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_CONFLICT */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_CONFLICT" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "revokeOld": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description Give a webhook a new secret; for 24 hours both sign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whep_q3mYc0dN1r8ZtQw5xV7bLA",
                     *       "url": "https://backend.shop.example/webhooks",
                     *       "types": [],
                     *       "state": "ACTIVE",
                     *       "secret": "whsec_yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy=",
                     *       "publicKey": "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description SVC_INVALID_JSON, SVC_INVALID_PARAMETER */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INVALID_JSON" | "SVC_INVALID_PARAMETER" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_NOT_FOUND */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_NOT_FOUND" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_PAYLOAD_TOO_LARGE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNSUPPORTED_MEDIA_TYPE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_RATE_LIMITED */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_RATE_LIMITED" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_INTERNAL */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_INTERNAL" | (string & Record<never, never>);
                    };
                };
            };
            /** @description SVC_UNAVAILABLE */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        code?: "SVC_UNAVAILABLE" | (string & Record<never, never>);
                    };
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
