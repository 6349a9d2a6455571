"""The errors of this package. Their texts have no credential, no link and no body.

Errors can be pickled, so that a pool of processes hands them on.
"""

from __future__ import annotations

import re
from typing import Any, Optional

from .generated import types as T

# As core/text/printable.h: what moves, hides or reorders the text around it, or begins a new line.
# Halves of surrogate pairs cannot be printed at all.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)


def printable(text: str) -> str:
    r"""A text of the server for messages, with escapes such as `\x1b` and `\u202e`."""
    return _UNPRINTABLE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    value = ord(found[0])
    if value < 0x80:
        return f"\\x{value:02x}"
    return f"\\u{value:04x}" if value < 0x10000 else f"\\U{value:08x}"


def _asked(request_id: Optional[str]) -> str:
    return f" (request {request_id})" if request_id else ""


class CountersignError(Exception):
    """Every error of this package but those for wrong arguments (ValueError, TypeError)."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Without this pickle would call the constructors with `args`, which is the message alone.
        return _remade, (type(self), self.args, self.__dict__)


def _remade(
    kind: type[CountersignError], args: tuple[Any, ...], members: dict[str, Any]
) -> CountersignError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(members)
    return error


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
        self.code: str = printable(problem["code"]) if problem else ""
        #: An explanation for developers, with escapes in the place of control characters.
        self.detail: str = "The answer is not a problem of this API."
        if problem:
            detail: object = problem.get("detail")
            self.detail = printable(detail) if isinstance(detail, str) else ""
        self.operation = operation
        self.status = status
        #: All that the problem says, as the server wrote it; None if the answer was none.
        self.problem = problem
        #: The operator's log has the request under this id.
        self.request_id = printable(request_id) if request_id else None
        #: The server asks to wait so long.
        self.retry_after_seconds = retry_after_seconds
        says = f"{operation}: {f'{status} {self.code}'.strip()}: {self.detail}"
        super().__init__(says + _asked(self.request_id))


class Unreachable(CountersignError):
    """No answer came: no connection, or not in time. `__cause__` says why."""

    def __init__(self, operation: str, detail: str) -> None:
        self.operation = operation
        super().__init__(f"{operation}: {detail}")


class UnexpectedAnswer(CountersignError):
    """An answer of 200 that is not what the API describes: too long, no JSON, no page of a list."""

    def __init__(self, operation: str, detail: str, request_id: Optional[str]) -> None:
        self.operation = operation
        self.request_id = printable(request_id) if request_id else None
        super().__init__(f"{operation}: {detail}{_asked(self.request_id)}")


class BadBundle(CountersignError):
    """A bundle is not what its manifest, the session's list or the format says."""


class BadDelivery(CountersignError):
    """A delivery to a webhook that nobody may believe."""
