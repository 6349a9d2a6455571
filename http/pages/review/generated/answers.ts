// Made from the description of the console's calls by tests/browser/web/api_types.ts; not to be edited.
// COUNTERSIGN_WRITE_DOCS=1 ctest --preset default -R '^web$' makes this file from what is built.
export interface paths {
    readonly "/review/api/register/begin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewBeginRegistration"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/register/finish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewFinishRegistration"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/login/begin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewBeginLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/login/finish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewFinishLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/oidc/finish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewTakeProviderLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewLogout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me/acts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewOwnActs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me/keys/begin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewBeginPasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me/keys/statement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewStatePasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me/keys/finish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewFinishPasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me/keys/{id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewRevokePasskey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me/keys/{id}/revoke/begin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewBeginRevocation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/me/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["reviewEndSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/queue": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewQueue"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/queue/moved": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewQueueMoved"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/next": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewNext"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/assignees": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewAssignees"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/assign": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewAssign"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/unassign": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewUnassign"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/reports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewReports"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/operate/installation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewInstallation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/operate/clients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewClients"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/operate/pages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewPages"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/operate/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewWebhooks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/operate/holds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewHolds"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/operate/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["reviewCase"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/claim": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewClaim"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/takeover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewTakeOver"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/release": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewRelease"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/handover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewHandOver"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/view": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewLook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/decide/begin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewBeginDecision"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/decide": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewDecide"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/review/api/case/{id}/correct": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reviewCorrect"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly LinkRequest: {
            readonly link: string;
        };
        readonly RegisterBegun: {
            readonly reviewer: string;
            readonly name: string;
            readonly publicKey: components["schemas"]["CreationOptions"];
        };
        readonly CreationOptions: {
            readonly rp: {
                readonly id: string;
                /** @constant */
                readonly name: "Countersign";
            };
            readonly user: {
                readonly id: string;
                readonly name: string;
                readonly displayName: string;
            };
            readonly challenge: string;
            readonly pubKeyCredParams: readonly {
                /** @constant */
                readonly type: "public-key";
                readonly alg: number;
            }[];
            readonly timeout: number;
            readonly excludeCredentials: readonly {
                /** @constant */
                readonly type: "public-key";
                readonly id: string;
            }[];
            readonly authenticatorSelection: {
                /** @constant */
                readonly residentKey: "required";
                readonly requireResidentKey: boolean;
                /** @constant */
                readonly userVerification: "required";
            };
            /** @constant */
            readonly attestation: "none";
        };
        readonly RegistrationRequest: {
            readonly link: string;
            readonly credential: components["schemas"]["Registration"];
        };
        readonly Registration: {
            readonly id: string;
            /** @description The same as `id`. */
            readonly rawId: string;
            /** @constant */
            readonly type: "public-key";
            readonly response: {
                readonly clientDataJSON: string;
                readonly authenticatorData: string;
            };
        };
        readonly Me: {
            readonly reviewer: string;
            readonly name: string;
            readonly roles: readonly {
                readonly role: "reviewer" | "supervisor" | "auditor" | "operator" | (string & Record<never, never>);
                /** @description The client key whose cases it is for, or `*` for all. */
                readonly client: string;
            }[];
            readonly keys: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly addedAt: string;
                /** @description When it logged in last, or null. */
                readonly lastUsedAt: string | null;
                /** @description On whose word it was registered: an operator's `LINK`, another `PASSKEY`, or the identity `PROVIDER`. `UNSAID` by an earlier release. */
                readonly by: "UNSAID" | "LINK" | "PASSKEY" | "PROVIDER" | "OPERATOR" | (string & Record<never, never>);
            }[];
            readonly sessions: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly startedAt: string;
                /** Format: date-time */
                readonly lastSeenAt: string;
                readonly current: boolean;
            }[];
            readonly oidc: boolean;
            readonly signing: boolean;
        };
        readonly LoginBegun: {
            readonly ceremony: string;
            readonly publicKey: components["schemas"]["RequestOptions"];
            /** @description Whether the company's login is set up. */
            readonly oidc: boolean;
        };
        readonly RequestOptions: {
            readonly challenge: string;
            readonly timeout: number;
            readonly rpId: string;
            readonly allowCredentials: readonly {
                /** @constant */
                readonly type: "public-key";
                readonly id: string;
            }[];
            /** @constant */
            readonly userVerification: "required";
        };
        readonly LoginRequest: {
            readonly ceremony: string;
            readonly credential: components["schemas"]["Assertion"];
        };
        readonly Assertion: {
            readonly id: string;
            /** @description The same as `id`. */
            readonly rawId: string;
            /** @constant */
            readonly type: "public-key";
            readonly response: {
                readonly clientDataJSON: string;
                readonly authenticatorData: string;
                readonly signature: string;
                readonly userHandle?: string;
            };
        };
        readonly TicketRequest: {
            readonly ticket: string;
        };
        readonly Done: Record<string, never>;
        readonly OwnActs: {
            /** @description The newest first. */
            readonly items: readonly components["schemas"]["OwnAct"][];
            readonly next: string | null;
        };
        readonly OwnAct: {
            /** Format: date-time */
            readonly at: string;
            /** Format: uuid */
            readonly sessionId: string;
            /** @enum {string} */
            readonly act: "LOOK" | "DECISION" | "CORRECTION";
            /** @description Of a look; null also if the session's files are purged. */
            readonly picture: ("DOCUMENT" | "SELFIE" | (string & Record<never, never>)) | null;
            /** @description Of the document; null of a face. */
            readonly side: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
            /** @description Of a decision and a correction. */
            readonly decision: ("PASSED" | "FAILED" | "RESUBMIT" | (string & Record<never, never>)) | null;
            /** @description The same: whether a passkey signed it. */
            readonly signed: boolean | null;
        };
        readonly NewKeyRequest: {
            readonly credential: components["schemas"]["Registration"];
        };
        readonly KeyChangeBegun: {
            readonly statement: string;
            /** @description Null if the reviewer has no passkey to sign with. */
            readonly publicKey: components["schemas"]["RequestOptions"] | null;
        };
        readonly KeyRequest: {
            readonly credential: components["schemas"]["Registration"];
            readonly confirmation?: components["schemas"]["Assertion"];
        };
        readonly RemovalRequest: {
            readonly credential: components["schemas"]["Assertion"];
        };
        readonly Queue: {
            readonly items: readonly components["schemas"]["QueueItem"][];
            readonly next: string | null;
            readonly seen: number;
        };
        readonly QueueItem: {
            /** Format: uuid */
            readonly sessionId: string;
            readonly client: string;
            /** @description True for a case of a sandbox client: a test, without a person. */
            readonly sandbox: boolean;
            readonly purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
            /** Format: date-time */
            readonly waitingSince: string;
            readonly reasons: readonly string[];
            readonly userRef: string | null;
            readonly documentType: ("PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER" | (string & Record<never, never>)) | null;
            /** @description What the person sent, accepted or refused. */
            readonly attempts: number;
            /** @description Whether the case is for a supervisor. */
            readonly handedOver: boolean;
            readonly opinions: number;
            readonly clientName: string;
            /** @description The country whose documents alone the session accepts, as ISO 3166-1 alpha-2. */
            readonly country: string | null;
            /** @description When the pictures are erased if nothing changes before; null under a legal hold, and once they are. */
            readonly picturesUntil: string | null;
            /** @description When the case is overdue by its client's due time; null if the client has none. */
            readonly dueAt: string | null;
            readonly assignedTo: ("you" | "another") | null;
            /** @description The name of the reviewer whom the case is assigned to; null for those who do not supervise it. */
            readonly assignee: string | null;
            readonly claimedBy: ("you" | "another") | null;
            /** @description The reviewer who has claimed the case; null for those who do not supervise it. */
            readonly claimant: {
                readonly reviewer: string;
                /** @description The name, or the id without a name. */
                readonly name: string;
            } | null;
            readonly claimExpiresAt: string | null;
        };
        readonly QueueMoved: {
            /** @description True: cases came, went or got another holder, or the time is up. False: no further call may wait now. */
            readonly waited: boolean;
        };
        readonly NextRequest: {
            readonly client?: string;
            readonly reason?: string;
            /** @enum {string} */
            readonly documentType?: "PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER";
            readonly country?: string;
            /** @enum {string} */
            readonly lane?: "ASSIGNED" | "SUPERVISOR";
            readonly search?: string;
            readonly sandbox?: boolean;
        };
        readonly NextCase: {
            /** Format: uuid */
            readonly sessionId: string;
        };
        readonly Assignees: {
            readonly items: readonly components["schemas"]["Assignee"][];
        };
        readonly Assignee: {
            readonly reviewer: string;
            /** @description Empty if the server has no name. */
            readonly name: string;
            /** @description How many cases of the client the reviewer was assigned. */
            readonly assigned: number;
        };
        readonly AssignRequest: {
            readonly cases: readonly string[];
            readonly reviewer: string;
        };
        readonly Assigned: {
            /** @description The cases of which nothing was changed. */
            readonly refused: readonly components["schemas"]["RefusedCase"][];
        };
        readonly RefusedCase: {
            /** Format: uuid */
            readonly sessionId: string;
            readonly code: string;
            readonly detail: string;
        };
        readonly UnassignRequest: {
            readonly cases: readonly string[];
        };
        readonly Reports: {
            /**
             * Format: date-time
             * @description The beginning of the first day that is counted.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description The end of the last.
             */
            readonly to: string;
            /** @description Whether the sandbox's cases are counted; else those of persons are. */
            readonly sandbox: boolean;
            readonly queue: {
                /** @description The cases that wait now. */
                readonly waiting: number;
                /** @description How long the oldest has waited; null if none waits. */
                readonly oldestSeconds: number | null;
            };
            readonly time: {
                /** @description Half of the cases were decided so long after the end of their capture, or sooner; a sixteenth too long at most. Null of no decisions. */
                readonly medianSeconds: number | null;
                /** @description The same for 95 of 100. */
                readonly p95Seconds: number | null;
            };
            readonly reviewers: readonly {
                /** @description Empty for those who were not named. */
                readonly reviewer: string;
                readonly name: string;
                readonly decisions: number;
                /** @description Decisions that are not the one that counts now. */
                readonly disagreements: number;
                /** @description Decisions that were replaced by this reviewer. */
                readonly corrections: number;
                /** @description Decisions and corrections without a look at each side of the document and at the face. */
                readonly decisionsWithoutLook: number;
                /** @description Cases first looked at on these days, and not decided to this day. */
                readonly looksWithoutDecision: number;
            }[];
            /** @description What all reviewers did, by day; days without anything are left out. */
            readonly days: readonly {
                /**
                 * Format: date-time
                 * @description The beginning of the day.
                 */
                readonly day: string;
                readonly decisions: number;
                readonly disagreements: number;
                readonly corrections: number;
                readonly decisionsWithoutLook: number;
                readonly looksWithoutDecision: number;
                readonly reasons: readonly {
                    /** @description Empty for the codes of a back office's own. */
                    readonly reason: string;
                    /** @description The decisions and corrections that count and gave it. */
                    readonly count: number;
                }[];
            }[];
        };
        readonly OperatorsInstallation: {
            /** Format: date-time */
            readonly at: string;
            readonly version: string;
            readonly engine: string;
            readonly engineVersion: string;
            /** @description The hash of the engine's set; null: it has none. */
            readonly thresholds: string | null;
            /** @description As readyz answers. */
            readonly ready: boolean;
            /** @description Whether the server is stopping. */
            readonly draining: boolean;
            readonly disk: components["schemas"]["OperatorsDisk"];
            readonly log: components["schemas"]["OperatorsLog"];
            /** @description Those that judge pictures. */
            readonly programs: readonly components["schemas"]["OperatorsProgram"][];
            readonly inspectionsWaiting: number;
            readonly survey: components["schemas"]["OperatorsSurvey"];
            /** @description Null: not known. */
            readonly backup: components["schemas"]["OperatorsBackup"] | null;
            readonly totals: {
                readonly clients: number;
                readonly sessionsOpen: number;
                readonly sessionsUnpurged: number;
                readonly files: number;
                readonly fileBytes: number;
                readonly holds: number;
                readonly reviewsWaiting: number;
            };
        };
        readonly OperatorsDisk: {
            readonly hasRoom: boolean;
            /** @description Of the file system of the data folder. */
            readonly freeBytes: number;
            /** @description Below which nothing is taken any more. */
            readonly reserveBytes: number;
        };
        readonly OperatorsLog: {
            readonly writable: boolean;
            /** @description Of the last event. */
            readonly sequence: number;
            /** @description Null: the log is not signed. */
            readonly signedSize: number | null;
            readonly signingFailing: boolean;
        };
        readonly OperatorsProgram: {
            readonly name: string;
            readonly running: boolean;
            readonly confined: boolean;
            /** @description Since the server began, as those below. */
            readonly restarts: number;
            /** @description Workers that died of a picture. */
            readonly crashes: number;
            readonly timeouts: number;
            readonly outOfMemory: number;
        };
        readonly OperatorsSurvey: {
            readonly phase: "WAITING" | "FILES" | "SESSIONS" | "DONE" | "STOPPED" | "FAILED" | (string & Record<never, never>);
            /** @description Looked at. */
            readonly files: number;
            /** @description Looked at, after the files. */
            readonly sessions: number;
            readonly missingFiles: number;
            readonly missingKeys: number;
            /** @description Kept. */
            readonly unnamedFiles: number;
            readonly removedFiles: number;
            readonly failedRemovals: number;
        };
        readonly OperatorsBackup: {
            /** Format: date-time */
            readonly triedAt: string;
            readonly outcome: "MADE" | "INCOMPLETE" | "FAILED" | (string & Record<never, never>);
            /** @description When the last whole one was begun; null: none that is known. */
            readonly madeAt: string | null;
        };
        readonly OperatorsClients: {
            readonly items: readonly components["schemas"]["OperatorsClient"][];
            /** @description Give it as `after`; null: no more follow. */
            readonly next: string | null;
        };
        readonly OperatorsClient: {
            readonly clientKey: string;
            readonly name: string;
            readonly disabled: boolean;
            /** @description From when on no file of a closed client is kept without a hold; null: not closed. */
            readonly purgeAt: string | null;
            readonly sandbox: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description Its own, or the server's, as the two below. */
            readonly retentionMs: number;
            readonly retentionUnfinishedMs: number;
            readonly retentionReviewMs: number;
            readonly consents: readonly {
                /** @description Null: of every language without its own. */
                readonly language: string | null;
                readonly version: string;
            }[];
            readonly credentials: readonly {
                /** @description Its number, which is no secret. */
                readonly id: number;
                /** Format: date-time */
                readonly addedAt: string;
            }[];
            readonly auditor: boolean;
            readonly mrzValues: boolean;
            readonly reviewers: number;
            readonly quota: number | null;
            /** @description Sessions. */
            readonly openedThisMonth: number;
            /** @description The last month (UTC) in which it opened a session; null: none for a year. */
            readonly lastUsedMonth: string | null;
        };
        readonly OperatorsPages: {
            readonly items: readonly components["schemas"]["OperatorsPage"][];
            /** @description Give it as `after`; null: no more follow. */
            readonly next: string | null;
        };
        readonly OperatorsPage: {
            readonly clientKey: string;
            readonly clientName: string;
            /** @description As people read it. */
            readonly name: string | null;
            readonly links: boolean;
            readonly linkTtlMaxMs: number | null;
            readonly accent: string | null;
            readonly logo: boolean;
            /** @description None: all. */
            readonly documentTypes: readonly ("PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER" | (string & Record<never, never>))[];
            /** @description Of the documents, where they differ by country; none: every country. */
            readonly countries: readonly string[];
            /** @description Those with texts of their own. */
            readonly languages: readonly string[];
            /** @description Where the page may lead people at the end. */
            readonly returnHosts: readonly string[];
        };
        readonly OperatorsWebhooks: {
            readonly items: readonly components["schemas"]["OperatorsWebhook"][];
            /** @description Give it as `after`; null: no more follow. */
            readonly next: string | null;
        };
        readonly OperatorsWebhook: {
            readonly clientKey: string;
            readonly id: string;
            /** @description Of its address. */
            readonly host: string;
            readonly state: "PENDING" | "ACTIVE" | "DISABLED" | (string & Record<never, never>);
            readonly disabledReason: ("REQUESTED" | "EXHAUSTED" | "GONE" | "UNPROVEN" | (string & Record<never, never>)) | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description Whether the last attempt failed. */
            readonly failing: boolean;
            /** @description Attempts that failed since the server began, or since it was replayed or enabled. */
            readonly failures: number;
            /** @description Null: nothing since then. */
            readonly lastDeliveredAt: string | null;
            /** @description Events that wait, 256 at most. */
            readonly outstanding: number;
            /** @description The time of the oldest of them. */
            readonly oldest: string | null;
        };
        readonly OperatorsHolds: {
            readonly items: readonly components["schemas"]["OperatorsHold"][];
            /** @description Give it as `after`; null: no more follow. */
            readonly next: string | null;
        };
        readonly OperatorsHold: {
            /** Format: uuid */
            readonly sessionId: string;
            readonly clientKey: string;
            readonly sandbox: boolean;
            /** Format: date-time */
            readonly since: string;
            /** @description Who set it: `uid:` and a number of the machine. */
            readonly by: string;
            readonly reason: string;
        };
        readonly OperatorsKeys: {
            /** @description The id of the key of the last rotation; null: there was none. */
            readonly masterKey: string | null;
            /** @description The key that verifies the log's checkpoints; null: the log is not signed. */
            readonly verifier: string | null;
            /** @description All slots that are not destroyed. */
            readonly slots: number;
            readonly items: readonly components["schemas"]["OperatorsSlot"][];
            /** @description Give it as `after`; null: no more follow. */
            readonly next: string | null;
        };
        readonly OperatorsSlot: {
            readonly slot: string;
            /** @description On which the sessions are due whose keys it wraps. */
            readonly day: string;
        };
        readonly Case: {
            /** Format: uuid */
            readonly sessionId: string;
            readonly client: string;
            readonly sandbox: boolean;
            readonly purpose: "FULL_CAPTURE" | "DOCUMENT_VERIFICATION" | "LIVENESS" | "FACE_MATCH" | (string & Record<never, never>);
            readonly status: "CREATED" | "IN_PROGRESS" | "COMPLETED" | "EXPIRED" | "CANCELED" | (string & Record<never, never>);
            readonly userRef: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly endedAt: string | null;
            readonly automaticResult: "PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED" | (string & Record<never, never>);
            readonly reasons: readonly string[];
            readonly documentType: ("PASSPORT" | "ID_CARD" | "DRIVING_LICENSE" | "RESIDENCE_PERMIT" | "OTHER" | (string & Record<never, never>)) | null;
            readonly clientName: string;
            readonly waitingSince: string | null;
            /** @description When the pictures are erased if nothing changes before; null under a legal hold, and once they are. */
            readonly picturesUntil: string | null;
            /** @description When the case is overdue by its client's due time; null if the client has none. */
            readonly dueAt: string | null;
            readonly assignedTo: ("you" | "another") | null;
            readonly assignedUntil: string | null;
            /** @description Whether the case is for a supervisor. */
            readonly handedOver: boolean;
            /** @description The last 8, the oldest first; none for those who do not supervise the case. */
            readonly handOvers: readonly {
                /** Format: date-time */
                readonly at: string;
                /** @description The name, or the id without a name. */
                readonly reviewer: string;
                /** @description Null once the files are purged. */
                readonly words: string | null;
            }[];
            readonly checks: readonly components["schemas"]["CaseCheck"][];
            readonly attempts: readonly {
                readonly step: "DOCUMENT" | "LIVENESS" | (string & Record<never, never>);
                readonly side: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
                /** Format: date-time */
                readonly at: string;
                readonly accepted: boolean;
                readonly code: string | null;
            }[];
            readonly files: readonly components["schemas"]["CaseFile"][];
            readonly earlierSessions: readonly {
                /** Format: uuid */
                readonly sessionId: string;
                /** Format: date-time */
                readonly at: string;
            }[];
            /** @description Whose review asked for this capture. */
            readonly predecessor: {
                /** Format: uuid */
                readonly sessionId: string;
                readonly mayOpen: boolean;
            } | null;
            /** @description In which the person captures again. */
            readonly successor: {
                /** Format: uuid */
                readonly sessionId: string;
                readonly mayOpen: boolean;
            } | null;
            readonly words: string | null;
            /** @description Of the machine-readable zone. */
            readonly values: {
                readonly side: "FRONT" | "BACK" | (string & Record<never, never>);
                readonly documentCode: string | null;
                readonly issuer: string | null;
                readonly documentNumber: string | null;
                /** @description As much of YYYY-MM-DD as is known. */
                readonly birthDate: string | null;
                /** @description The zone states two digits of the year: the person may be a century older. */
                readonly birthCentury?: "YOUNGEST_POSSIBLE" | (string & Record<never, never>);
                /** @description As much of YYYY-MM-DD as is stated; null: nothing is, or the document says never. */
                readonly expiryDate: string | null;
                readonly nationality: string | null;
                readonly sex: string | null;
                readonly surname: string | null;
                readonly givenNames: string | null;
                /** @description The members that are stated and that check digits prove. */
                readonly proven: readonly string[];
            } | null;
            readonly barcodeValues: {
                readonly side: "FRONT" | "BACK" | (string & Record<never, never>);
                readonly documentNumber: string | null;
                /** @description YYYY-MM-DD. */
                readonly birthDate: string | null;
                /** @description YYYY-MM-DD; null: not stated, or the card says never. */
                readonly expiryDate: string | null;
                readonly surname: string | null;
                readonly givenNames: string | null;
            } | null;
            /** @description Of what the zone or the bar code states. */
            readonly printedValues: {
                /** @description The side with whose picture the print was compared. */
                readonly side: "FRONT" | "BACK" | (string & Record<never, never>);
                readonly documentNumber: string | null;
                /** @description YYYY-MM-DD. */
                readonly birthDate: string | null;
                /** @description YYYY-MM-DD. */
                readonly expiryDate: string | null;
            } | null;
            readonly claimExpiresAt: string | null;
            readonly opinionsGiven: number;
            readonly reviewersNeeded: number;
            readonly mayLook: boolean;
            readonly mayCorrect: boolean;
            readonly mayTakeOver: boolean;
            readonly mayHandOver: boolean;
            readonly mayAssign: boolean;
            readonly seen: number;
            readonly root: string;
            readonly log: string;
            readonly review: {
                readonly decision: "PASSED" | "FAILED" | "RESUBMIT" | (string & Record<never, never>);
                readonly reasons: readonly string[];
                /** Format: date-time */
                readonly decidedAt: string;
                readonly correctedAt: string | null;
                readonly reviewers: readonly string[];
                readonly signed: boolean;
                readonly earlier: readonly {
                    readonly decision: "PASSED" | "FAILED" | "RESUBMIT" | (string & Record<never, never>);
                    readonly reasons: readonly string[];
                    /** Format: date-time */
                    readonly decidedAt: string;
                    readonly reviewers: readonly string[];
                    readonly signed: boolean;
                }[];
                readonly steps: readonly ("DOCUMENT" | "LIVENESS" | (string & Record<never, never>))[];
                /** @description To the person. */
                readonly told: {
                    /** @description By which it is chosen. */
                    readonly name: string;
                    /** @description Plain text for the person. */
                    readonly sentence: string;
                } | null;
                /** @description Of the reviewers of the decision and of earlier ones, as far as the server has them; none for those who do not see the reports. */
                readonly names: readonly {
                    readonly reviewer: string;
                    readonly name: string;
                }[];
                /** @description Of RESUBMIT: what the person was told; null for those who do not read the texts of the case, and once the files of the other session are erased. */
                readonly words: string | null;
            } | null;
            readonly decisionReasons: readonly string[];
            /** @description Of the client: one of them may be told to the person with a decision. */
            readonly sentences: readonly {
                /** @description By which it is chosen. */
                readonly name: string;
                /** @description Plain text for the person. */
                readonly sentence: string;
            }[];
        };
        readonly CaseCheck: {
            readonly check: string;
            readonly side: ("FRONT" | "BACK" | (string & Record<never, never>)) | null;
            readonly frame: number | null;
            readonly status: "PASSED" | "FAILED" | "WARNING" | "NOT_PERFORMED" | (string & Record<never, never>);
            readonly code: string | null;
            readonly value: number | null;
            readonly level: number | null;
            readonly hint: string | null;
        };
        readonly CaseFile: {
            /** Format: uuid */
            readonly id: string;
            readonly kind: string;
            readonly attempt: number;
            readonly action: null;
            readonly width: number;
            readonly height: number;
            readonly sha256: string;
            readonly looked: boolean;
            /** @description Null here: the answer with the picture has the places. */
            readonly marks: {
                readonly outline: null;
                readonly zone: null;
                readonly portrait: null;
                readonly face: null;
            };
        };
        readonly Claimed: {
            /** Format: date-time */
            readonly claimExpiresAt: string;
        };
        readonly HandOverRequest: {
            /** @description To the supervisors; erased with the session's files. */
            readonly words: string;
        };
        readonly LookRequest: {
            /** Format: uuid */
            readonly file: string;
        };
        readonly SigningRequest: {
            /** @enum {string} */
            readonly decision: "PASSED" | "FAILED" | "RESUBMIT";
            /** @description Each once; RESUBMIT needs none. */
            readonly reasons: readonly ("DOCUMENT_GENUINE" | "PERSON_MATCHES" | "DATA_CONFIRMED_ELSEWHERE" | "ACCESSIBILITY_ACCEPTED" | "DOCUMENT_FORGED" | "DOCUMENT_UNREADABLE_TO_PERSON" | "DOCUMENT_EXPIRED_CONFIRMED" | "PERSON_DIFFERS" | "PICTURE_OF_SCREEN_OR_PRINT" | "DATA_CONTRADICTS" | "SUSPECTED_FRAUD" | "OTHER")[];
            /** @description Of RESUBMIT: what the person captures again, each once. */
            readonly steps?: readonly ("DOCUMENT" | "LIVENESS")[];
            /** @description The name of the client's sentence that the person gets. */
            readonly tell?: string;
            /** @enum {string} */
            readonly kind: "decision" | "correction";
            /** @description The size of the log that the case was shown with. */
            readonly seen?: number;
            /** @description The hash of salt and note, and of `withoutLook` behind U+001E. */
            readonly noteHash: string;
            /** @description Why the reviewer has not looked at each picture that is asked for; sealed with the note. */
            readonly withoutLook?: string;
            /** @description Of RESUBMIT with words: the hash of salt and words. */
            readonly wordsHash?: string;
        };
        readonly SigningBegun: {
            readonly statement: string;
            /** @description The size of the log that the statement names. */
            readonly seen: number;
            /** @description Null if the reviewer has no passkey to sign with. */
            readonly publicKey: components["schemas"]["RequestOptions"] | null;
        };
        readonly DecisionRequest: {
            /** @enum {string} */
            readonly decision: "PASSED" | "FAILED" | "RESUBMIT";
            /** @description Each once; RESUBMIT needs none. */
            readonly reasons: readonly ("DOCUMENT_GENUINE" | "PERSON_MATCHES" | "DATA_CONFIRMED_ELSEWHERE" | "ACCESSIBILITY_ACCEPTED" | "DOCUMENT_FORGED" | "DOCUMENT_UNREADABLE_TO_PERSON" | "DOCUMENT_EXPIRED_CONFIRMED" | "PERSON_DIFFERS" | "PICTURE_OF_SCREEN_OR_PRINT" | "DATA_CONTRADICTS" | "SUSPECTED_FRAUD" | "OTHER")[];
            /** @description Of RESUBMIT: what the person captures again, each once. */
            readonly steps?: readonly ("DOCUMENT" | "LIVENESS")[];
            /** @description The name of the client's sentence that the person gets. */
            readonly tell?: string;
            readonly seen: number;
            readonly note?: string;
            /** @description Why the reviewer has not looked at each picture that is asked for; sealed with the note. */
            readonly withoutLook?: string;
            /** @description Of RESUBMIT: to the person. */
            readonly words?: string;
            /** @description 32 bytes in base64url; a signed decision has them. */
            readonly salt?: string;
            /** @description Null for a decision without a signature. */
            readonly credential: components["schemas"]["Assertion"] | null;
        };
        readonly Decided: {
            readonly settled: boolean;
            /** @description Null for an opinion that does not settle the review. */
            readonly resultStatus: ("PENDING" | "PASSED" | "FAILED" | "REVIEW" | "NOT_EVALUATED" | "RESUBMITTED" | (string & Record<never, never>)) | null;
            /** @description Of a decision that asks again: the session in which the person captures again. */
            readonly successor: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type LinkRequest = components['schemas']['LinkRequest'];
export type RegisterBegun = components['schemas']['RegisterBegun'];
export type CreationOptions = components['schemas']['CreationOptions'];
export type RegistrationRequest = components['schemas']['RegistrationRequest'];
export type Registration = components['schemas']['Registration'];
export type Me = components['schemas']['Me'];
export type LoginBegun = components['schemas']['LoginBegun'];
export type RequestOptions = components['schemas']['RequestOptions'];
export type LoginRequest = components['schemas']['LoginRequest'];
export type Assertion = components['schemas']['Assertion'];
export type TicketRequest = components['schemas']['TicketRequest'];
export type Done = components['schemas']['Done'];
export type OwnActs = components['schemas']['OwnActs'];
export type OwnAct = components['schemas']['OwnAct'];
export type NewKeyRequest = components['schemas']['NewKeyRequest'];
export type KeyChangeBegun = components['schemas']['KeyChangeBegun'];
export type KeyRequest = components['schemas']['KeyRequest'];
export type RemovalRequest = components['schemas']['RemovalRequest'];
export type Queue = components['schemas']['Queue'];
export type QueueItem = components['schemas']['QueueItem'];
export type QueueMoved = components['schemas']['QueueMoved'];
export type NextRequest = components['schemas']['NextRequest'];
export type NextCase = components['schemas']['NextCase'];
export type Assignees = components['schemas']['Assignees'];
export type Assignee = components['schemas']['Assignee'];
export type AssignRequest = components['schemas']['AssignRequest'];
export type Assigned = components['schemas']['Assigned'];
export type RefusedCase = components['schemas']['RefusedCase'];
export type UnassignRequest = components['schemas']['UnassignRequest'];
export type Reports = components['schemas']['Reports'];
export type OperatorsInstallation = components['schemas']['OperatorsInstallation'];
export type OperatorsDisk = components['schemas']['OperatorsDisk'];
export type OperatorsLog = components['schemas']['OperatorsLog'];
export type OperatorsProgram = components['schemas']['OperatorsProgram'];
export type OperatorsSurvey = components['schemas']['OperatorsSurvey'];
export type OperatorsBackup = components['schemas']['OperatorsBackup'];
export type OperatorsClients = components['schemas']['OperatorsClients'];
export type OperatorsClient = components['schemas']['OperatorsClient'];
export type OperatorsPages = components['schemas']['OperatorsPages'];
export type OperatorsPage = components['schemas']['OperatorsPage'];
export type OperatorsWebhooks = components['schemas']['OperatorsWebhooks'];
export type OperatorsWebhook = components['schemas']['OperatorsWebhook'];
export type OperatorsHolds = components['schemas']['OperatorsHolds'];
export type OperatorsHold = components['schemas']['OperatorsHold'];
export type OperatorsKeys = components['schemas']['OperatorsKeys'];
export type OperatorsSlot = components['schemas']['OperatorsSlot'];
export type Case = components['schemas']['Case'];
export type CaseCheck = components['schemas']['CaseCheck'];
export type CaseFile = components['schemas']['CaseFile'];
export type Claimed = components['schemas']['Claimed'];
export type HandOverRequest = components['schemas']['HandOverRequest'];
export type LookRequest = components['schemas']['LookRequest'];
export type SigningRequest = components['schemas']['SigningRequest'];
export type SigningBegun = components['schemas']['SigningBegun'];
export type DecisionRequest = components['schemas']['DecisionRequest'];
export type Decided = components['schemas']['Decided'];
export type $defs = Record<string, never>;
export interface operations {
    readonly reviewBeginRegistration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisterBegun"];
                };
            };
        };
    };
    readonly reviewFinishRegistration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegistrationRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly reviewBeginLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoginBegun"];
                };
            };
        };
    };
    readonly reviewFinishLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LoginRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly reviewTakeProviderLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TicketRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly reviewLogout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    readonly reviewMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly reviewOwnActs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnActs"];
                };
            };
        };
    };
    readonly reviewBeginPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisterBegun"];
                };
            };
        };
    };
    readonly reviewStatePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewKeyRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyChangeBegun"];
                };
            };
        };
    };
    readonly reviewFinishPasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly reviewRevokePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RemovalRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly reviewBeginRevocation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyChangeBegun"];
                };
            };
        };
    };
    readonly reviewEndSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    readonly reviewQueue: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    readonly reviewQueueMoved: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QueueMoved"];
                };
            };
        };
    };
    readonly reviewNext: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NextRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NextCase"];
                };
            };
        };
    };
    readonly reviewAssignees: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Assignees"];
                };
            };
        };
    };
    readonly reviewAssign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AssignRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Assigned"];
                };
            };
        };
    };
    readonly reviewUnassign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnassignRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Assigned"];
                };
            };
        };
    };
    readonly reviewReports: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Reports"];
                };
            };
        };
    };
    readonly reviewInstallation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperatorsInstallation"];
                };
            };
        };
    };
    readonly reviewClients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperatorsClients"];
                };
            };
        };
    };
    readonly reviewPages: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperatorsPages"];
                };
            };
        };
    };
    readonly reviewWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperatorsWebhooks"];
                };
            };
        };
    };
    readonly reviewHolds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperatorsHolds"];
                };
            };
        };
    };
    readonly reviewKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperatorsKeys"];
                };
            };
        };
    };
    readonly reviewCase: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Case"];
                };
            };
        };
    };
    readonly reviewClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Claimed"];
                };
            };
        };
    };
    readonly reviewTakeOver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Claimed"];
                };
            };
        };
    };
    readonly reviewRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    readonly reviewHandOver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["HandOverRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    readonly reviewLook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LookRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/jpeg": Blob;
                };
            };
        };
    };
    readonly reviewBeginDecision: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SigningRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SigningBegun"];
                };
            };
        };
    };
    readonly reviewDecide: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecisionRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Decided"];
                };
            };
        };
    };
    readonly reviewCorrect: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecisionRequest"];
            };
        };
        readonly responses: {
            /** @description The answer. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Decided"];
                };
            };
        };
    };
}
