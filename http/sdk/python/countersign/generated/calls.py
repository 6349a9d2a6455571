"""The calls of a backend, by the names of the API's document.

Made from the OpenAPI document by http/sdk/maker; not to be edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Optional, cast

from ..pages import Pages
from ..path import segment, segments
from ..transport import Download, Transport, Wanted
from . import types as T


class Calls(Transport):
    """Each call of a backend."""

    def create_session(
        self,
        *,
        purpose: Optional[Literal[
            "FULL_CAPTURE",
            "DOCUMENT_VERIFICATION",
            "LIVENESS",
            "FACE_MATCH",
        ]] = None,
        user_ref: Optional[str] = None,
        labels: Optional[dict[str, str]] = None,
        origin_allowlist: Optional[list[str]] = None,
        language: Optional[str] = None,
        documents: Optional[list[T.CreateSessionDocuments]] = None,
        return_url: Optional[str] = None,
        link_ttl: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> T.Session:
        """Open a verification session. For the backend, with its credentials in the body. Counts
        for the limit `create`.
        """
        wanted = Wanted(
            "createSession",
            "POST",
            "/api/svc/session/create",
            body={
                "purpose": purpose,
                "userRef": user_ref,
                "labels": labels,
                "originAllowlist": origin_allowlist,
                "language": language,
                "documents": documents,
                "returnUrl": return_url,
                "linkTtl": link_ttl,
            },
            has_credentials_in_body=True,
            is_keyed=True,
            idempotency_key=idempotency_key,
            is_repeatable=True,
        )
        return cast(T.Session, self._json(wanted))

    def get_result(
        self,
        session_id: str,
    ) -> T.Result:
        """Read the result record of a session. For the backend, with its credentials. Counts for
        the limit `read`.
        """
        wanted = Wanted(
            "getResult",
            "GET",
            f"/api/svc/session/{segment(session_id)}/result",
            is_repeatable=True,
        )
        return cast(T.Result, self._json(wanted))

    def list_documents(
        self,
        session_id: str,
    ) -> T.Documents:
        """List the stored files of a session. For the backend, with its credentials. Counts for
        the limit `read`.
        """
        wanted = Wanted(
            "listDocuments",
            "GET",
            f"/api/svc/session/{segment(session_id)}/documents",
            is_repeatable=True,
        )
        return cast(T.Documents, self._json(wanted))

    def download_bundle(
        self,
        session_id: str,
    ) -> Download:
        """Download every stored file with a manifest. For the backend, with its credentials.
        Counts for the limit `bundle`. The header Svc-Log-Receipt says where the log records it.
        """
        wanted = Wanted(
            "downloadBundle",
            "GET",
            f"/api/svc/session/{segment(session_id)}/documents/bundle",
            is_repeatable=True,
        )
        return self._bytes(wanted)

    def download_file(
        self,
        session_id: str,
        file_id: str,
    ) -> Download:
        """Download one stored file. For the backend, with its credentials. Counts for the limit
        `bundle`. The header Svc-Log-Receipt says where the log records it.
        """
        wanted = Wanted(
            "downloadFile",
            "GET",
            f"/api/svc/session/{segment(session_id)}/documents/{segment(file_id)}",
            is_repeatable=True,
        )
        return self._bytes(wanted)

    def renew_link(
        self,
        session_id: str,
        *,
        link_ttl: Optional[int] = None,
    ) -> T.CaptureLink:
        """Get a new link for a session that is not over; the old one opens nothing. For the
        backend, with its credentials. Counts for the limit `create`.
        """
        wanted = Wanted(
            "renewLink",
            "POST",
            f"/api/svc/session/{segment(session_id)}/link",
            body={
                "linkTtl": link_ttl,
            },
        )
        return cast(T.CaptureLink, self._json(wanted))

    def take_link_back(
        self,
        session_id: str,
    ) -> T.CaptureLink:
        """Take the unused link of a session back; it opens nothing. For the backend, with its
        credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "takeLinkBack",
            "DELETE",
            f"/api/svc/session/{segment(session_id)}/link",
            is_repeatable=True,
        )
        return cast(T.CaptureLink, self._json(wanted))

    def cancel_session(
        self,
        session_id: str,
    ) -> T.Result:
        """Give a session up. For the backend, with its credentials. Counts for the limit `read`."""
        wanted = Wanted(
            "cancelSession",
            "POST",
            f"/api/svc/session/{segment(session_id)}/cancel",
        )
        return cast(T.Result, self._json(wanted))

    def purge_session(
        self,
        session_id: str,
    ) -> T.Result:
        """Erase the stored bytes of a session before their time. For the backend, with its
        credentials. Counts for the limit `purge`. The header Svc-Log-Receipt says where the log
        records it.
        """
        wanted = Wanted(
            "purgeSession",
            "POST",
            f"/api/svc/session/{segment(session_id)}/purge",
            is_repeatable=True,
        )
        return cast(T.Result, self._json(wanted))

    def get_person(
        self,
        *,
        limit: Optional[int] = None,
        user_ref: Optional[str] = None,
        after: Optional[str] = None,
    ) -> T.Person:
        """Read all that is held under a userRef, which the call needs. For the backend, with its
        credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "getPerson",
            "GET",
            "/api/svc/person",
            query={
                "limit": limit,
                "userRef": user_ref,
                "after": after,
            },
            is_repeatable=True,
        )
        return cast(T.Person, self._json(wanted))

    def all_person(
        self,
        *,
        limit: Optional[int] = None,
        user_ref: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Iterator[T.PersonItems]:
        """Goes through all pages of get_person()."""
        pages = Pages("getPerson", "items", str, True)
        while True:
            page = self.get_person(
                limit=limit,
                user_ref=user_ref,
                after=after,
            )
            pages.take(page, after)
            items = page["items"]
            yield from items
            if page["next"] is None:
                return
            after = page["next"]

    def erase_person(
        self,
        *,
        user_ref: str,
        reason: str,
        after: Optional[str] = None,
    ) -> T.ErasedPerson:
        """Erase the files of a person's sessions, at most 100 in a call. For the backend, with
        its credentials. Counts for the limit `purge`.
        """
        wanted = Wanted(
            "erasePerson",
            "POST",
            "/api/svc/person/erase",
            body={
                "userRef": user_ref,
                "reason": reason,
                "after": after,
            },
            is_repeatable=True,
        )
        return cast(T.ErasedPerson, self._json(wanted))

    def get_timeline(
        self,
        session_id: str,
    ) -> T.Timeline:
        """Read the events of a session. For the backend, with its credentials. Counts for the
        limit `read`.
        """
        wanted = Wanted(
            "getTimeline",
            "GET",
            f"/api/svc/session/{segment(session_id)}/timeline",
            is_repeatable=True,
        )
        return cast(T.Timeline, self._json(wanted))

    def list_sessions(
        self,
        *,
        limit: Optional[int] = None,
        user_ref: Optional[str] = None,
        status: Optional[Literal[
            "CREATED",
            "IN_PROGRESS",
            "COMPLETED",
            "EXPIRED",
            "CANCELED",
        ]] = None,
        result_status: Optional[Literal[
            "PENDING",
            "PASSED",
            "FAILED",
            "REVIEW",
            "NOT_EVALUATED",
            "RESUBMITTED",
        ]] = None,
        purpose: Optional[Literal[
            "FULL_CAPTURE",
            "DOCUMENT_VERIFICATION",
            "LIVENESS",
            "FACE_MATCH",
        ]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        completed_from: Optional[str] = None,
        completed_to: Optional[str] = None,
        reason: Optional[str] = None,
        labels: Optional[dict[str, str]] = None,
        sandbox: Optional[bool] = None,
        after: Optional[str] = None,
    ) -> T.SessionPage:
        """List the client's sessions, the newest first, or find some of them. For the backend,
        with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "listSessions",
            "GET",
            "/api/svc/sessions",
            query={
                "limit": limit,
                "userRef": user_ref,
                "status": status,
                "resultStatus": result_status,
                "purpose": purpose,
                "createdFrom": created_from,
                "createdTo": created_to,
                "completedFrom": completed_from,
                "completedTo": completed_to,
                "reason": reason,
                "sandbox": sandbox,
                "after": after,
            },
            prefixed=("label.", labels),
            is_repeatable=True,
        )
        return cast(T.SessionPage, self._json(wanted))

    def all_sessions(
        self,
        *,
        limit: Optional[int] = None,
        user_ref: Optional[str] = None,
        status: Optional[Literal[
            "CREATED",
            "IN_PROGRESS",
            "COMPLETED",
            "EXPIRED",
            "CANCELED",
        ]] = None,
        result_status: Optional[Literal[
            "PENDING",
            "PASSED",
            "FAILED",
            "REVIEW",
            "NOT_EVALUATED",
            "RESUBMITTED",
        ]] = None,
        purpose: Optional[Literal[
            "FULL_CAPTURE",
            "DOCUMENT_VERIFICATION",
            "LIVENESS",
            "FACE_MATCH",
        ]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        completed_from: Optional[str] = None,
        completed_to: Optional[str] = None,
        reason: Optional[str] = None,
        labels: Optional[dict[str, str]] = None,
        sandbox: Optional[bool] = None,
        after: Optional[str] = None,
    ) -> Iterator[T.SessionPageItems]:
        """Goes through all pages of list_sessions()."""
        pages = Pages("listSessions", "items", str, True)
        while True:
            page = self.list_sessions(
                limit=limit,
                user_ref=user_ref,
                status=status,
                result_status=result_status,
                purpose=purpose,
                created_from=created_from,
                created_to=created_to,
                completed_from=completed_from,
                completed_to=completed_to,
                reason=reason,
                labels=labels,
                sandbox=sandbox,
                after=after,
            )
            pages.take(page, after)
            items = page["items"]
            yield from items
            if page["next"] is None:
                return
            after = page["next"]

    def get_events(
        self,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        wait: Optional[str] = None,
    ) -> T.EventPage:
        """Follow the client's own events. For the backend, with its credentials. Counts for the
        limit `read`.
        """
        wanted = Wanted(
            "getEvents",
            "GET",
            "/api/svc/events",
            query={
                "after": after,
                "limit": limit,
                "wait": wait,
            },
            is_repeatable=True,
        )
        return cast(T.EventPage, self._json(wanted))

    def all_events(
        self,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        wait: Optional[str] = None,
    ) -> Iterator[T.Event]:
        """Goes through all pages of get_events(). With `wait` it goes on for ever."""
        pages = Pages("getEvents", "events", int, False)
        while True:
            page = self.get_events(
                after=after,
                limit=limit,
                wait=wait,
            )
            pages.take(page, after)
            items = page["events"]
            yield from items
            if not items and wait is None:
                return
            after = page["next"]

    def get_reviews(
        self,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> T.ReviewPage:
        """List the client's sessions that wait for the decision of a person. For the backend,
        with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "getReviews",
            "GET",
            "/api/svc/reviews",
            query={
                "after": after,
                "limit": limit,
            },
            is_repeatable=True,
        )
        return cast(T.ReviewPage, self._json(wanted))

    def all_reviews(
        self,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Iterator[T.ReviewPageReviews]:
        """Goes through all pages of get_reviews()."""
        pages = Pages("getReviews", "reviews", int, False)
        while True:
            page = self.get_reviews(
                after=after,
                limit=limit,
            )
            pages.take(page, after)
            items = page["reviews"]
            yield from items
            if not items:
                return
            after = page["next"]

    def decide_review(
        self,
        session_id: str,
        *,
        decision: Literal["PASSED", "FAILED", "RESUBMIT"],
        reasons: Optional[list[str]] = None,
        note: Optional[str] = None,
        reviewer: Optional[str] = None,
        steps: Optional[list[Literal["DOCUMENT", "LIVENESS"]]] = None,
        words: Optional[str] = None,
        tell: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> T.Result:
        """Decide a session that waits for a review. For the backend, with its credentials.
        Counts for the limit `read`.
        """
        wanted = Wanted(
            "decideReview",
            "POST",
            f"/api/svc/session/{segment(session_id)}/review",
            body={
                "decision": decision,
                "reasons": reasons,
                "note": note,
                "reviewer": reviewer,
                "steps": steps,
                "words": words,
                "tell": tell,
            },
            is_keyed=True,
            idempotency_key=idempotency_key,
            is_repeatable=True,
        )
        return cast(T.Result, self._json(wanted))

    def get_receipt(
        self,
        session_id: str,
        *,
        index: Optional[int] = None,
    ) -> str:
        """Get the proof that an event of a session is in the log (C2SP tlog-proof). For the
        backend, with its credentials. Counts for the limit `read`. The header Svc-Log-Receipt
        says where the log records it.
        """
        wanted = Wanted(
            "getReceipt",
            "GET",
            f"/api/svc/session/{segment(session_id)}/receipt",
            query={
                "index": index,
            },
            is_repeatable=True,
        )
        return self._text(wanted)

    def get_checkpoint(
        self,
    ) -> str:
        """Read the newest signed checkpoint of the log (C2SP tlog-checkpoint). For the backend
        of a client with the role `auditor`, with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "getCheckpoint",
            "GET",
            "/api/svc/log/checkpoint",
            is_repeatable=True,
        )
        return self._text(wanted)

    def get_tile(
        self,
        path: str,
    ) -> Download:
        """Read a tile of hashes or of events (C2SP tlog-tiles). For the backend of a client with
        the role `auditor`, with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "getTile",
            "GET",
            f"/api/svc/log/tile/{segments(path)}",
            is_repeatable=True,
        )
        return self._bytes(wanted)

    def get_verifier_key(
        self,
    ) -> str:
        """Read the key that verifies checkpoints (C2SP signed-note). For the backend of a client
        with the role `auditor`, with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "getVerifierKey",
            "GET",
            "/api/svc/log/vkey",
            is_repeatable=True,
        )
        return self._text(wanted)

    def list_webhooks(
        self,
    ) -> T.Webhooks:
        """List the client's webhooks. For the backend, with its credentials. Counts for the
        limit `read`.
        """
        wanted = Wanted(
            "listWebhooks",
            "GET",
            "/api/svc/webhooks",
            is_repeatable=True,
        )
        return cast(T.Webhooks, self._json(wanted))

    def add_webhook(
        self,
        *,
        url: str,
        types: Optional[list[Literal[
            "session.created",
            "session.step",
            "session.completed",
            "session.reviewed",
            "session.expired",
            "session.canceled",
            "session.purged",
            "session.resubmitted",
            "review.overdue",
        ]]] = None,
        idempotency_key: Optional[str] = None,
    ) -> T.WebhookWithSecret:
        """Register an address that is told the client's events from now on. For the backend,
        with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "addWebhook",
            "POST",
            "/api/svc/webhooks",
            body={
                "url": url,
                "types": types,
            },
            is_keyed=True,
            idempotency_key=idempotency_key,
            is_repeatable=True,
        )
        return cast(T.WebhookWithSecret, self._json(wanted))

    def change_webhook(
        self,
        webhook_id: str,
        *,
        url: Optional[str] = None,
        types: Optional[list[Literal[
            "session.created",
            "session.step",
            "session.completed",
            "session.reviewed",
            "session.expired",
            "session.canceled",
            "session.purged",
            "session.resubmitted",
            "review.overdue",
        ]]] = None,
        enabled: Optional[bool] = None,
    ) -> T.Webhook:
        """Change a webhook's address or types, disable it, or enable it again. For the backend,
        with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "changeWebhook",
            "PATCH",
            f"/api/svc/webhooks/{segment(webhook_id)}",
            body={
                "url": url,
                "types": types,
                "enabled": enabled,
            },
        )
        return cast(T.Webhook, self._json(wanted))

    def delete_webhook(
        self,
        webhook_id: str,
    ) -> T.DeletedWebhook:
        """Remove a webhook. For the backend, with its credentials. Counts for the limit `read`."""
        wanted = Wanted(
            "deleteWebhook",
            "DELETE",
            f"/api/svc/webhooks/{segment(webhook_id)}",
        )
        return cast(T.DeletedWebhook, self._json(wanted))

    def replay_webhook(
        self,
        webhook_id: str,
        *,
        after: int,
    ) -> T.Webhook:
        """Deliver every event after one of the log again, with the same ids. For the backend,
        with its credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "replayWebhook",
            "POST",
            f"/api/svc/webhooks/{segment(webhook_id)}/replay",
            body={
                "after": after,
            },
        )
        return cast(T.Webhook, self._json(wanted))

    def test_webhook(
        self,
        webhook_id: str,
    ) -> T.Webhook:
        """Send a webhook one event that is marked as a test. For the backend, with its
        credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "testWebhook",
            "POST",
            f"/api/svc/webhooks/{segment(webhook_id)}/test",
        )
        return cast(T.Webhook, self._json(wanted))

    def rotate_webhook(
        self,
        webhook_id: str,
        *,
        revoke_old: Optional[bool] = None,
    ) -> T.WebhookWithSecret:
        """Give a webhook a new secret; for 24 hours both sign. For the backend, with its
        credentials. Counts for the limit `read`.
        """
        wanted = Wanted(
            "rotateWebhook",
            "POST",
            f"/api/svc/webhooks/{segment(webhook_id)}/rotate",
            body={
                "revokeOld": revoke_old,
            },
        )
        return cast(T.WebhookWithSecret, self._json(wanted))
