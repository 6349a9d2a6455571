"""The types of the API, as its document names them.

Made from the OpenAPI document by http/sdk/maker; not to be edited.
"""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union

VERSION = "0.2.0"

# Members of answers that no log may show: credentials, links that carry one, and the data and words
# of people.
HIDDEN = frozenset(["captureUrl", "mrz", "note", "secret", "sessionToken", "withoutLook", "words"])


class Session(TypedDict):
    sessionId: str
    # The credential for the device.
    sessionToken: str
    # Where a person opens the session in a browser; null if the server has no public URL, or the
    # client no links.
    captureUrl: Optional[str]
    # Of the token.
    expiresAt: str
    # Of the link: until then it gives a device a new token.
    linkExpiresAt: str
    purpose: Union[Literal["FULL_CAPTURE", "DOCUMENT_VERIFICATION", "LIVENESS", "FACE_MATCH"], str]
    sandbox: bool


class _CreateSessionDocuments(TypedDict):
    # In the order of the page.
    types: list[Literal["PASSPORT", "ID_CARD", "DRIVING_LICENSE", "RESIDENCE_PERMIT", "OTHER"]]


class CreateSessionDocuments(_CreateSessionDocuments, total=False):
    # ISO 3166-1 alpha-2, in upper case; left out: every country.
    country: str


class CreateSession(TypedDict, total=False):
    # FULL_CAPTURE if it is absent.
    purpose: Literal["FULL_CAPTURE", "DOCUMENT_VERIFICATION", "LIVENESS", "FACE_MATCH"]
    # The backend's own name for the person, and no personal data: visible ASCII without a blank,
    # `@`, quotes, `\`, `<` and `>`.
    userRef: str
    # The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
    # may be.
    labels: dict[str, str]
    # The web pages and the apps' pages that may use the session: scheme://host[:port]
    originAllowlist: list[str]
    # Of the page, as BCP 47 has it: `de`, `pt`; without it that of the browser.
    language: str
    # The documents that the page offers: some of the client's own.
    documents: list[CreateSessionDocuments]
    # Where the page leads the person at the end: one of the client's own addresses.
    returnUrl: str
    # Seconds that the link lives, within the client's limit; without it as long as the token. A
    # device that opens the link gets a new token.
    linkTtl: int


class ResultReviewEarlier(TypedDict):
    decision: Union[Literal["PASSED", "FAILED", "RESUBMIT"], str]
    reasons: list[str]
    decidedAt: str
    reviewers: list[str]
    signed: bool


class ResultReviewTold(TypedDict):
    # By which it is chosen.
    name: str
    # Plain text for the person.
    sentence: str


class ResultReview(TypedDict):
    # The one that counts.
    decision: Union[Literal["PASSED", "FAILED", "RESUBMIT"], str]
    # Codes: the console's, or the client's own.
    reasons: list[str]
    # When the review was settled.
    decidedAt: str
    # If the decision is a correction.
    correctedAt: Optional[str]
    # Those who are named; of a correction, who corrected.
    reviewers: list[str]
    # Whether each of them signed the decision.
    signed: bool
    # The decisions that corrections have replaced, the oldest first; at most the last 16.
    earlier: list[ResultReviewEarlier]
    # Null once the files are purged.
    note: Optional[str]
    # Why the reviewer decided without a look at each picture; null if there was one, and once the
    # files are purged.
    withoutLook: Optional[str]
    # Of RESUBMIT: what the person captures again.
    steps: list[Union[Literal["DOCUMENT", "LIVENESS"], str]]
    # The client's sentence that the person gets; null if none was chosen.
    told: Optional[ResultReviewTold]


# Why something was refused, remarked on or not done.
Code = Union[Literal[
    "DOCUMENT_UNREADABLE",
    "DOCUMENT_BLURRY",
    "DOCUMENT_GLARE",
    "DOCUMENT_TOO_DARK",
    "DOCUMENT_TOO_BRIGHT",
    "DOCUMENT_LOW_RESOLUTION",
    "DOCUMENT_NOISY",
    "DOCUMENT_NOT_FOUND",
    "DOCUMENT_CROPPED",
    "DOCUMENT_TOO_SMALL",
    "DOCUMENT_OBSCURED",
    "DOCUMENT_NO_PORTRAIT",
    "DOCUMENT_NOT_RECOGNIZED",
    "DOCUMENT_COPY",
    "DOCUMENT_MRZ_NOT_FOUND",
    "DOCUMENT_MRZ_INVALID",
    "DOCUMENT_BARCODE_NOT_FOUND",
    "DOCUMENT_EXPIRED",
    "DOCUMENT_TYPE_MISMATCH",
    "DOCUMENT_DATA_MISMATCH",
    "DOCUMENT_DUPLICATE_IMAGE",
    "DOCUMENT_SAME_SIDE",
    "DOCUMENT_SIDE_MISMATCH",
    "LIVENESS_UNREADABLE",
    "LIVENESS_TOO_FEW_FRAMES",
    "LIVENESS_FRAMES_IDENTICAL",
    "LIVENESS_FRAMES_REUSED",
    "LIVENESS_BLURRY",
    "LIVENESS_TOO_DARK",
    "LIVENESS_TOO_BRIGHT",
    "LIVENESS_LOW_RESOLUTION",
    "LIVENESS_NO_FACE",
    "LIVENESS_MULTIPLE_FACES",
    "LIVENESS_FACE_TOO_SMALL",
    "LIVENESS_FACE_OFF_CENTER",
    "LIVENESS_FACE_CHANGED",
    "LIVENESS_ACTION_NOT_PERFORMED",
    "LIVENESS_NOT_LIVE",
    "DOCUMENT_ATTEMPTS_EXHAUSTED",
    "LIVENESS_ATTEMPTS_EXHAUSTED",
    "LIVENESS_NOT_POSSIBLE",
    "CHECK_NOT_AVAILABLE",
    "CHECK_NOT_REQUIRED",
    "FACE_MISMATCH",
    "FACE_NOT_COMPARABLE",
], str]


# One thing that is checked.
Check = Union[Literal[
    "DOCUMENT_DECODING",
    "DOCUMENT_RESOLUTION",
    "DOCUMENT_DETECTION",
    "DOCUMENT_LIGHT",
    "DOCUMENT_FRAMING",
    "DOCUMENT_SIZE",
    "DOCUMENT_SHARPNESS",
    "DOCUMENT_DETAIL",
    "DOCUMENT_OVEREXPOSURE",
    "DOCUMENT_GLARE",
    "DOCUMENT_VISIBILITY",
    "DOCUMENT_NOISE",
    "DOCUMENT_PRINT",
    "DOCUMENT_BARCODE",
    "DOCUMENT_MRZ",
    "DOCUMENT_MRZ_CHECK_DIGITS",
    "DOCUMENT_TYPE",
    "DOCUMENT_SIDE",
    "DOCUMENT_MRZ_DATES",
    "DOCUMENT_EXPIRY",
    "DOCUMENT_PORTRAIT",
    "DOCUMENT_RECOGNITION",
    "DOCUMENT_COPY",
    "DOCUMENT_DATA",
    "DOCUMENT_REUSE",
    "DOCUMENT_AUTHENTICITY",
    "LIVENESS_FRAME_COUNT",
    "LIVENESS_DECODING",
    "LIVENESS_DISTINCT_FRAMES",
    "LIVENESS_RESOLUTION",
    "LIVENESS_LIGHT",
    "LIVENESS_SHARPNESS",
    "LIVENESS_OVEREXPOSURE",
    "LIVENESS_FACE",
    "LIVENESS_FACE_COUNT",
    "LIVENESS_FACE_SIZE",
    "LIVENESS_FACE_POSITION",
    "LIVENESS_FACE_CONTINUITY",
    "LIVENESS_SAME_FACE",
    "LIVENESS_LOOK_STRAIGHT",
    "LIVENESS_TURN_LEFT",
    "LIVENESS_TURN_RIGHT",
    "LIVENESS_TILT_LEFT",
    "LIVENESS_TILT_RIGHT",
    "LIVENESS_MOVE_CLOSER",
    "LIVENESS_LOOK_UP",
    "LIVENESS_LOOK_DOWN",
    "LIVENESS_BLINK",
    "LIVENESS_SMILE",
    "LIVENESS_OPEN_MOUTH",
    "LIVENESS_PRESENTATION_ATTACK",
    "LIVENESS_PRESENTATION",
    "FACE_MATCH_PORTRAIT",
    "FACE_MATCH_PERSON",
    "FACE_MATCH",
    "FACE_MATCH_THROUGHOUT",
    "SANDBOX_DOCUMENT",
    "SANDBOX_LIVENESS",
    "SANDBOX_RESULT",
], str]


class ResultChecks(TypedDict):
    check: Check
    status: Union[Literal["PASSED", "FAILED", "WARNING", "NOT_PERFORMED"], str]
    # Why the check did not pass.
    code: Optional[Code]
    # The measured value.
    value: Optional[float]
    # The level for the value.
    threshold: Optional[float]
    # The side of the document.
    side: Optional[Union[Literal["FRONT", "BACK"], str]]
    # The frame that shows it.
    frame: Optional[int]
    # The engine, if another than the part's.
    engine: Optional[str]


class ResultAttempts(TypedDict):
    step: Union[Literal["DOCUMENT", "LIVENESS"], str]
    # The side of the document.
    side: Optional[Union[Literal["FRONT", "BACK"], str]]
    # Counts the side or liveness.
    attempt: int
    at: str
    ok: bool
    # Why the attempt was refused.
    code: Optional[Code]


class _ResultDocumentMrz(TypedDict):
    side: Union[Literal["FRONT", "BACK"], str]
    documentCode: Optional[str]
    issuer: Optional[str]
    documentNumber: Optional[str]
    # As much of YYYY-MM-DD as is known.
    birthDate: Optional[str]
    # As much of YYYY-MM-DD as is stated; null: nothing is, or the document says never.
    expiryDate: Optional[str]
    nationality: Optional[str]
    sex: Optional[str]
    surname: Optional[str]
    givenNames: Optional[str]
    # The members that are stated and that check digits prove.
    proven: list[str]


class ResultDocumentMrz(_ResultDocumentMrz, total=False):
    # The zone states two digits of the year: the person may be a century older.
    birthCentury: Union[Literal["YOUNGEST_POSSIBLE"], str]


class ResultDocumentBarcode(TypedDict):
    side: Union[Literal["FRONT", "BACK"], str]
    documentNumber: Optional[str]
    # YYYY-MM-DD.
    birthDate: Optional[str]
    # YYYY-MM-DD; null: not stated, or the card says never.
    expiryDate: Optional[str]
    surname: Optional[str]
    givenNames: Optional[str]


class ResultDocumentPrinted(TypedDict):
    # The side with whose picture the print was compared.
    side: Union[Literal["FRONT", "BACK"], str]
    documentNumber: Optional[str]
    # YYYY-MM-DD.
    birthDate: Optional[str]
    # YYYY-MM-DD.
    expiryDate: Optional[str]


class ResultDocument(TypedDict):
    # As the device declared it.
    documentType: Optional[Union[Literal[
        "PASSPORT",
        "ID_CARD",
        "DRIVING_LICENSE",
        "RESIDENCE_PERMIT",
        "OTHER",
    ], str]]
    sidesCaptured: list[Union[Literal["FRONT", "BACK"], str]]
    # The values of the machine-readable zone, only for clients with that permission.
    mrz: Optional[ResultDocumentMrz]
    # The values of the bar code, for the same clients.
    barcode: Optional[ResultDocumentBarcode]
    # What stands in the print of what the zone or the bar code states, for the same clients.
    printed: Optional[ResultDocumentPrinted]


class ResultLiveness(TypedDict):
    state: Union[Literal["PENDING", "COMPLETED", "FAILED", "NOT_POSSIBLE"], str]
    # The person's own words, if they cannot perform the actions; null once the files are purged.
    words: Optional[str]


class ResultFiles(TypedDict):
    # The number of files.
    stored: int
    # Whether the bytes of the files are deleted.
    purged: bool
    # When retention deletes the bytes.
    purgeAt: Optional[str]


class ResultConsent(TypedDict):
    # The operator's name for the text.
    version: str
    # Of the text.
    sha256: str
    givenAt: str


class ResultEngineModels(TypedDict):
    name: str
    sha256: str


class ResultEngine(TypedDict):
    """The engine of the last judgement."""

    name: Optional[str]
    version: Optional[str]
    # The hash of the threshold set.
    thresholds: Optional[str]
    # The models that the operator gave.
    models: list[ResultEngineModels]


class ResultEnginesModels(TypedDict):
    name: str
    sha256: str


class ResultEngines(TypedDict):
    # A side, LIVENESS or FINALIZE.
    part: str
    name: Optional[str]
    version: Optional[str]
    # The hash of the threshold set.
    thresholds: Optional[str]
    # The models that the operator gave.
    models: list[ResultEnginesModels]


class ResultLog(TypedDict):
    # The sequence of the session's last event.
    lastSequence: int


class _Result(TypedDict):
    sessionId: str
    # As it was given to create.
    userRef: Optional[str]
    # The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
    # may be.
    labels: dict[str, str]
    purpose: Union[Literal["FULL_CAPTURE", "DOCUMENT_VERIFICATION", "LIVENESS", "FACE_MATCH"], str]
    sandbox: bool
    status: Union[Literal["CREATED", "IN_PROGRESS", "COMPLETED", "EXPIRED", "CANCELED"], str]
    # Why it ended without a finalize.
    endReason: Optional[Union[Literal["NEVER_STARTED", "NOT_FINALIZED", "CANCELED"], str]]
    # What counts: the decision of a review, else what the machine said.
    resultStatus: Union[Literal[
        "PENDING",
        "PASSED",
        "FAILED",
        "REVIEW",
        "NOT_EVALUATED",
        "RESUBMITTED",
    ], str]
    # What the machine said, for ever; null until then.
    automaticResult: Optional[Union[Literal[
        "PENDING",
        "PASSED",
        "FAILED",
        "REVIEW",
        "NOT_EVALUATED",
        "RESUBMITTED",
    ], str]]
    # The decision of people; null until there is one.
    review: Optional[ResultReview]
    # The session whose review asked for this one.
    predecessor: Optional[str]
    # The session in which the person is asked to capture again.
    successor: Optional[str]
    # A text for people.
    detail: str
    # The machine's; none if it passed.
    reasons: list[Code]
    createdAt: str
    startedAt: Optional[str]
    # When it ended, however it ended.
    completedAt: Optional[str]
    expiresAt: str
    # The checks that count.
    checks: list[ResultChecks]
    # The judged submissions.
    attempts: list[ResultAttempts]
    document: ResultDocument
    # Null if the purpose has no liveness.
    liveness: Optional[ResultLiveness]
    files: ResultFiles
    # The client's text that the person consented to last.
    consent: Optional[ResultConsent]
    # The engine of the last judgement.
    engine: ResultEngine
    # The engine that judged each part.
    engines: list[ResultEngines]
    log: ResultLog


class Result(_Result, total=False):
    """The same shape at every moment of a session."""

    # The link of the successor; only in the answer to the decision that asks again.
    captureUrl: str


class Document(TypedDict):
    id: str
    kind: Union[Literal["DOCUMENT", "SELFIE"], str]
    # The side of a document.
    side: Optional[Union[Literal["FRONT", "BACK"], str]]
    # Counts its kind.
    seq: int
    contentType: Union[Literal["image/jpeg", "image/png", "image/webp"], str]
    sizeBytes: int
    # The hash of the bytes received.
    sha256: str
    createdAt: str
    # Whether its bytes are deleted.
    purged: bool


Documents = list[Document]


class CaptureLink(TypedDict):
    sessionId: str
    # The link that opens the session; null if it was taken back.
    captureUrl: Optional[str]
    linkExpiresAt: Optional[str]


class RenewLink(TypedDict, total=False):
    # Seconds that the link lives, within the client's limit; without it as long as a token.
    linkTtl: int


class PersonItems(TypedDict):
    result: Result
    documents: Documents
    # Whether a legal hold keeps the files.
    held: bool
    # When the files were erased.
    purgedAt: Optional[str]
    # How often files were downloaded.
    downloads: int


class Person(TypedDict):
    userRef: str
    # The sessions, the newest first.
    items: list[PersonItems]
    # Pass it as `after`; null at the end.
    next: Optional[str]


class ErasedPerson(TypedDict):
    # The number of `sessions`.
    erased: int
    # Sessions that a legal hold keeps.
    held: list[str]
    # Those whose files are gone, by this call or an earlier one, so that a repeated call is
    # answered the same.
    sessions: list[str]
    # Pass it as `after` in the next call, which erases the next sessions; null at the end.
    next: Optional[str]


class _ErasePerson(TypedDict):
    # As it was given to create.
    userRef: str
    # Why, for the log, which keeps it for ever; no personal data.
    reason: str


class ErasePerson(_ErasePerson, total=False):
    # The `next` of the answer before; without it the newest sessions come first.
    after: str


# What happened.
EventType = Union[Literal[
    "SessionCreated",
    "ChallengeIssued",
    "NonceConsumed",
    "DocumentAccepted",
    "DocumentRejected",
    "LivenessAccepted",
    "LivenessRejected",
    "SessionFinalized",
    "SessionExpired",
    "SessionCanceled",
    "DocumentsDownloaded",
    "FilesPurged",
    "HoldSet",
    "HoldReleased",
    "ClientRegistered",
    "ClientChanged",
    "SecretAdded",
    "SecretRevoked",
    "ClientDisabled",
    "KeyDestroyed",
    "MasterKeyRotated",
    "ThresholdsRecorded",
    "DocumentValuesRead",
    "LeavesReserved",
    "KeyPunctured",
    "LivenessNotPossible",
    "HandoffOffered",
    "HandoffRefused",
    "DeviceJoined",
    "CapturePageChanged",
    "ClientLogoChanged",
    "ConsentTextChanged",
    "ConsentGiven",
    "ReviewClaimed",
    "ReviewReleased",
    "ImageViewed",
    "ReviewDecided",
    "ReviewCorrected",
    "ReviewerRegistered",
    "ReviewerChanged",
    "ReviewerLinkMade",
    "ReviewerKeyAdded",
    "ReviewerKeyRevoked",
    "ReviewerDisabled",
    "ReviewerLoggedIn",
    "WebhookRegistered",
    "WebhookChanged",
    "WebhookSecretRotated",
    "WebhookDisabled",
    "WebhookEnabled",
    "WebhookReplayed",
    "WebhookDeleted",
    "WebhookProven",
    "HandoffTakenBack",
    "LinkRenewed",
    "LinkTakenBack",
    "WebhookTested",
    "LogBegun",
    "ClientClosed",
    "ReviewOverdue",
    "ReviewAssigned",
    "ReviewUnassigned",
    "ReviewHandedOver",
], str]


class EventActor(TypedDict):
    """On whose behalf it happened."""

    kind: Union[Literal["CLIENT", "DEVICE", "OPERATOR", "SWEEP", "REVIEWER"], str]
    # Which one of its kind.
    ref: str


class _Event(TypedDict):
    # In the log.
    sequence: int
    stream: str
    # In the stream.
    version: int
    # The leaf hash of the stream's event before; empty for the first.
    previous: str
    at: str
    type: EventType
    typeVersion: int
    # On whose behalf it happened.
    actor: EventActor
    requestId: str
    # The members of the type.
    data: dict[str, Any]


class Event(_Event, total=False):
    """The event as stored in the log, without its sealed part."""

    # Of a request with an Idempotency-Key.
    idempotency: dict[str, Any]


class Timeline(TypedDict):
    sessionId: str
    sandbox: bool
    events: list[Event]


class SessionPageItems(TypedDict):
    sessionId: str
    # As it was given to create.
    userRef: Optional[str]
    # The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
    # may be.
    labels: dict[str, str]
    purpose: Union[Literal["FULL_CAPTURE", "DOCUMENT_VERIFICATION", "LIVENESS", "FACE_MATCH"], str]
    status: Union[Literal["CREATED", "IN_PROGRESS", "COMPLETED", "EXPIRED", "CANCELED"], str]
    # What counts: the decision of a review, else what the machine said.
    resultStatus: Union[Literal[
        "PENDING",
        "PASSED",
        "FAILED",
        "REVIEW",
        "NOT_EVALUATED",
        "RESUBMITTED",
    ], str]
    # The machine's; none if it passed.
    reasons: list[Code]
    createdAt: str
    # When it ended, however it ended; null while it is open.
    completedAt: Optional[str]
    sandbox: bool


class SessionPage(TypedDict):
    """A page may have fewer items than the limit, and none, while `next` is there."""

    # The newest first.
    items: list[SessionPageItems]
    # Pass it as `after` for what comes behind this page; null at the end of the list.
    next: Optional[str]


class EventPage(TypedDict):
    """Pass `next` as `after` to go on from here."""

    sandbox: bool
    events: list[Event]
    # The last event of this page.
    next: int


class ReviewPageReviews(TypedDict):
    sessionId: str
    purpose: Union[Literal["FULL_CAPTURE", "DOCUMENT_VERIFICATION", "LIVENESS", "FACE_MATCH"], str]
    # As it was given to create.
    userRef: Optional[str]
    # The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ and -, values as a userRef
    # may be.
    labels: dict[str, str]
    # Why the machine asks.
    reasons: list[Code]
    # Since when it waits.
    completedAt: str
    # The number of opinions given so far.
    opinions: int


class ReviewPage(TypedDict):
    """Pass `next` as `after` to go on from here."""

    sandbox: bool
    # The oldest first.
    reviews: list[ReviewPageReviews]
    # The last session of this page.
    next: int


class _DecideReview(TypedDict):
    decision: Literal["PASSED", "FAILED", "RESUBMIT"]


class DecideReview(_DecideReview, total=False):
    # Codes, each once; the console's or your own. RESUBMIT needs none.
    reasons: list[str]
    # A text for people, which is erased with the session's files.
    note: str
    # Your name for who decides, and no personal data; needed if the client's decisions need two
    # reviewers.
    reviewer: str
    # Of RESUBMIT: what the person captures again.
    steps: list[Literal["DOCUMENT", "LIVENESS"]]
    # Of RESUBMIT: a text to the person, which the page shows first; it is erased with the new
    # session's files.
    words: str
    # The name of one of your sentences for people, which the person gets.
    tell: str


class WebhookDeliveries(TypedDict):
    # Whether the last attempt failed.
    failing: bool
    # Events that wait for their delivery, 256 at most; more follow when there is room.
    outstanding: int
    # The time of the oldest of them.
    oldest: Optional[str]


class Webhook(TypedDict):
    id: str
    url: str
    # Those that are sent; none: all.
    types: list[Union[Literal[
        "session.created",
        "session.step",
        "session.completed",
        "session.reviewed",
        "session.expired",
        "session.canceled",
        "session.purged",
        "session.resubmitted",
        "review.overdue",
    ], str]]
    # Nothing but challenges is sent until the address has answered one, which makes the webhook
    # active.
    state: Union[Literal["PENDING", "ACTIVE", "DISABLED"], str]
    enabled: bool
    disabledReason: Optional[Union[Literal["REQUESTED", "EXHAUSTED", "GONE", "UNPROVEN"], str]]
    createdAt: str
    # Until then the secret before the last rotation signs too.
    oldSecretUntil: Optional[str]
    # Verifies the signatures `v1a`: `whpk_` and an Ed25519 key in base64.
    publicKey: str
    deliveries: WebhookDeliveries


class Webhooks(TypedDict):
    webhooks: list[Webhook]


class WebhookWithSecret(TypedDict):
    id: str
    url: str
    # Those that are sent; none: all.
    types: list[Union[Literal[
        "session.created",
        "session.step",
        "session.completed",
        "session.reviewed",
        "session.expired",
        "session.canceled",
        "session.purged",
        "session.resubmitted",
        "review.overdue",
    ], str]]
    # Nothing but challenges is sent until the address has answered one, which makes the webhook
    # active.
    state: Union[Literal["PENDING", "ACTIVE", "DISABLED"], str]
    # Verifies the signatures `v1`. No later answer has it.
    secret: str
    # Verifies the signatures `v1a`: `whpk_` and an Ed25519 key in base64.
    publicKey: str


class _NewWebhook(TypedDict):
    # Where events are sent: https, without a user and a fragment.
    url: str


class NewWebhook(_NewWebhook, total=False):
    # The types that are sent; without any all, those to come included.
    types: list[Literal[
        "session.created",
        "session.step",
        "session.completed",
        "session.reviewed",
        "session.expired",
        "session.canceled",
        "session.purged",
        "session.resubmitted",
        "review.overdue",
    ]]


class ChangedWebhook(TypedDict, total=False):
    url: str
    # An empty list is all types.
    types: list[Literal[
        "session.created",
        "session.step",
        "session.completed",
        "session.reviewed",
        "session.expired",
        "session.canceled",
        "session.purged",
        "session.resubmitted",
        "review.overdue",
    ]]
    # False: nothing is sent. True: what was not sent since then is.
    enabled: bool


class DeletedWebhook(TypedDict):
    id: str


class WebhookReplay(TypedDict):
    # Every event after this one of the log is sent again, with the same id.
    after: int


class WebhookRotation(TypedDict, total=False):
    # Whether the secret before stops signing at once, instead of after 24 hours.
    revokeOld: bool


class WebhookChallengeData(TypedDict):
    # To be answered, alone or as the member `challenge`.
    challenge: str


class WebhookChallenge(TypedDict):
    """A webhook's address is sent this before any event."""

    type: str
    # Of this attempt.
    timestamp: str
    data: WebhookChallengeData


class WebhookTestDataLog(TypedDict):
    """Of the event that asked for the test."""

    # The event's leaf in the log's tree, from 0.
    index: int
    # The size of the smallest tree that has the event.
    size: int


class WebhookTestData(TypedDict):
    # Always: it is about no session.
    test: bool
    webhook: str
    # Of the event that asked for the test.
    log: WebhookTestDataLog


class WebhookTest(TypedDict):
    """What a receiver is sent as a test."""

    type: str
    # Of the event that asked for the test.
    timestamp: str
    data: WebhookTestData


class WebhookMessageDataLog(TypedDict):
    """With the index, GET /api/svc/session/{sessionId}/receipt proves what is told here."""

    # The event's leaf in the log's tree, from 0.
    index: int
    # The size of the smallest tree that has the event.
    size: int


class _WebhookMessageData(TypedDict):
    sessionId: str
    # Of a sandbox client: no person was verified.
    sandbox: bool
    # Of the session, after the event.
    status: Union[Literal["CREATED", "IN_PROGRESS", "COMPLETED", "EXPIRED", "CANCELED"], str]
    # With the index, GET /api/svc/session/{sessionId}/receipt proves what is told here.
    log: WebhookMessageDataLog


class WebhookMessageData(_WebhookMessageData, total=False):
    # Of a session that is completed or reviewed.
    resultStatus: Union[Literal[
        "PENDING",
        "PASSED",
        "FAILED",
        "REVIEW",
        "NOT_EVALUATED",
        "RESUBMITTED",
    ], str]
    # Of session.step: the one that was submitted.
    step: Union[Literal["DOCUMENT", "LIVENESS"], str]
    # Of session.step: whether it was accepted.
    ok: bool
    # Of session.created: the session whose review asked for this one.
    predecessor: str
    # Of session.resubmitted: the session in which the person captures again.
    successor: str


class WebhookMessage(TypedDict):
    """What a receiver is sent: ids and statuses."""

    type: Union[Literal[
        "session.created",
        "session.step",
        "session.completed",
        "session.reviewed",
        "session.expired",
        "session.canceled",
        "session.purged",
        "session.resubmitted",
        "review.overdue",
    ], str]
    # Of the event.
    timestamp: str
    data: WebhookMessageData


class _Problem(TypedDict):
    type: str
    # The same for every problem of the code.
    title: str
    status: int
    # An explanation for people.
    detail: str
    ok: Literal[False]
    code: Union[Literal[
        "SVC_INVALID_JSON",
        "SVC_INVALID_PARAMETER",
        "SVC_INVALID_MULTIPART",
        "SVC_MISSING_PART",
        "SVC_TOO_MANY_FRAMES",
        "SVC_WEBHOOK_FORBIDDEN_ADDRESS",
        "SVC_CHALLENGE_INVALID",
        "SVC_CLIENT_MISSING",
        "SVC_CLIENT_AUTH_FAILED",
        "SVC_UNKNOWN_PURPOSE",
        "SVC_SCOPE_DENIED",
        "SVC_SESSION_INVALID",
        "SVC_REVIEWER_LOGIN_REQUIRED",
        "SVC_ORIGIN_NOT_ALLOWED",
        "SVC_FORBIDDEN",
        "SVC_REVIEW_FORBIDDEN",
        "SVC_REVIEW_LOGIN_FAILED",
        "SVC_NOT_FOUND",
        "SVC_METHOD_NOT_ALLOWED",
        "SVC_NOT_ACCEPTABLE",
        "SVC_STEP_OUT_OF_SEQUENCE",
        "SVC_ATTEMPTS_EXHAUSTED",
        "SVC_SESSION_NOT_ACTIVE",
        "SVC_HANDED_OFF",
        "SVC_HANDOFF_UNAVAILABLE",
        "SVC_LEGAL_HOLD",
        "SVC_CONFLICT",
        "SVC_IDEMPOTENCY_CONFLICT",
        "SVC_CONSENT_OUTDATED",
        "SVC_REVIEW_NOT_PENDING",
        "SVC_REVIEW_NOT_DECIDED",
        "SVC_REVIEW_CLAIMED",
        "SVC_REVIEW_TAKEN_OVER",
        "SVC_REVIEW_ASSIGNED",
        "SVC_REVIEW_HANDED_OVER",
        "SVC_REVIEW_TOO_MANY_ASSIGNED",
        "SVC_REVIEWER_NOT_ELIGIBLE",
        "SVC_REVIEW_CHANGED",
        "SVC_REVIEW_SIGNATURE_INVALID",
        "SVC_REVIEW_UNSIGNED",
        "SVC_REVIEW_NOT_LOOKED_AT",
        "SVC_REVIEW_LOOKS_ONLY",
        "SVC_REVIEW_CORRECTION_FORBIDDEN",
        "SVC_REVIEW_CORRECTION_NEEDS_TWO",
        "SVC_REVIEW_OPINION_GIVEN",
        "SVC_FILES_PURGED",
        "SVC_PAYLOAD_TOO_LARGE",
        "SVC_UNSUPPORTED_MEDIA_TYPE",
        "SVC_IDEMPOTENCY_MISMATCH",
        "SVC_PICTURE_NOT_SHOWN",
        "SVC_RATE_LIMITED",
        "SVC_QUOTA_EXCEEDED",
        "SVC_BAD_REQUEST",
        "SVC_REQUEST_TIMEOUT",
        "SVC_URI_TOO_LONG",
        "SVC_EXPECTATION_FAILED",
        "SVC_HEADERS_TOO_LARGE",
        "SVC_INTERNAL",
        "SVC_NOT_IMPLEMENTED",
        "SVC_UNAVAILABLE",
        "SVC_VERSION_NOT_SUPPORTED",
    ], str]
    requestId: str


class Problem(_Problem, total=False):
    """RFC 9457, with the members that the code adds."""

    # The member, part or parameter that is wrong.
    field: str
    # Of the nonce.
    reason: Union[Literal["EXPIRED", "ALREADY_USED", "UNKNOWN"], str]
    # Why a link that was good opens nothing now.
    link: Union[Literal["COMPLETED", "EXPIRED", "CANCELED", "IN_USE", "TAKEN_BACK"], str]
    # Of a link whose capture people decided: the client's sentence for the person.
    told: str
    currentStep: Union[Literal["DOCUMENT", "LIVENESS", "FINALIZE"], str]
    limitBytes: int
    # The pictures that the reviewer has not looked at.
    notLookedAt: list[str]
    retryAfterSeconds: int
