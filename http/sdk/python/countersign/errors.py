"""The errors of this package. Their texts have no credential, no link and no body."""

from __future__ import annotations

from typing import Optional

from .generated import types as T


class CountersignError(Exception):
    """Every error of this package but those for wrong arguments (ValueError, TypeError)."""


class Refusal(CountersignError):
    """The server refused a call, by a problem of RFC 9457."""

    def __init__(
        self,
        operation: str,
        status: int,
        problem: Optional[T.Problem],
        request_id: Optional[str],
        retry_after_seconds: Optional[int],
    ) -> None:
        #: One of docs/api.md, such as SVC_NOT_FOUND; "" if no Countersign server answered.
        self.code: str = problem["code"] if problem else ""
        #: An explanation for developers.
        self.detail: str = "The answer is not a problem of this API."
        if problem:
            self.detail = problem.get("detail", "")
        self.operation = operation
        self.status = status
        #: All that the problem says; None if the answer was none.
        self.problem = problem
        #: The operator's log has the request under this id.
        self.request_id = request_id
        #: The server asks to wait so long.
        self.retry_after_seconds = retry_after_seconds
        asked = f" (request {request_id})" if request_id else ""
        super().__init__(f"{operation}: {f'{status} {self.code}'.strip()}: {self.detail}{asked}")


class Unreachable(CountersignError):
    """No answer came: no connection, or not in time. `__cause__` says why."""

    def __init__(self, operation: str, detail: str) -> None:
        self.operation = operation
        super().__init__(f"{operation}: {detail}")


class UnexpectedAnswer(CountersignError):
    """An answer of 200 that is not what the API describes: too long, or no JSON."""

    def __init__(self, operation: str, detail: str, request_id: Optional[str]) -> None:
        self.operation = operation
        self.request_id = request_id
        asked = f" (request {request_id})" if request_id else ""
        super().__init__(f"{operation}: {detail}{asked}")


class BadBundle(CountersignError):
    """A bundle is not what its manifest, the session's list or the format says."""


class BadDelivery(CountersignError):
    """A delivery to a webhook that nobody may believe."""
