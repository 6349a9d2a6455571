"""Requests to the server and their repeats. Calls, which is made, has the requests themselves."""

from __future__ import annotations

import json
import re
import socket
import ssl
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional, cast
from urllib.parse import SplitResult, urlencode, urlsplit

from .errors import Refusal, UnexpectedAnswer, Unreachable
from .exchange import FAILURES, MAX_JSON_BYTES, Credentials, Deadline, Reply, Request
from .exchange import TooLong, exchange
from .generated import types as T
from .hidden import Secret, parse_hiding, parse_json
from .patience import LONGEST_WAIT_SECONDS, MOST_REPEATS, Timing, delay_before, parse_retry_after

MAX_BYTES = 256 * 1024 * 1024
TIMEOUT_SECONDS = 30.0
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Download:
    """Bytes, with what the answer's header says of them."""

    data: bytes
    content_type: str
    #: Where the log records the download: `index=41, size=42`.
    receipt: Optional[str]

    def __repr__(self) -> str:
        return f"Download({len(self.data)} bytes, {self.content_type!r})"


@dataclass(frozen=True, repr=False)
class Wanted:
    """One request, as its call describes it."""

    operation: str
    method: str
    path: str
    query: Optional[Mapping[str, Any]] = None
    prefixed: Optional[tuple[str, Optional[Mapping[str, str]]]] = None
    body: Optional[Mapping[str, Any]] = None
    has_credentials_in_body: bool = False
    is_keyed: bool = False
    idempotency_key: Optional[str] = None
    is_repeatable: bool = False


class Transport:
    """The connection of a client: its address, its credentials, its patience.

    Threads may share a client: each request has a connection of its own.
    """

    # Until the constructor knows the address: reports of its errors call repr().
    _base = urlsplit("")

    def __init__(
        self,
        server: str,
        client_key: str,
        client_secret: str,
        *,
        allow_plain_http: bool = False,
        timeout: float = TIMEOUT_SECONDS,
        repeats: int = MOST_REPEATS,
        max_bytes: int = MAX_BYTES,
        context: Optional[ssl.SSLContext] = None,
        timing: Optional[Timing] = None,
    ) -> None:
        """`server`: an address such as https://verify.example. Plain http is for this machine,
        and with `allow_plain_http` for others, where a network of yours keeps the secret.
        `timeout`: seconds of one attempt from its connection to its last byte, to which a `wait` of
        a call is added. `repeats`: how often a call may be repeated, at most 5. `context`:
        authorities of yours.
        """
        self._credentials = Credentials(Secret(client_key), Secret(client_secret))
        del client_key, client_secret  # an error shows none of them in this frame
        for name, value in vars(self._credentials).items():
            if not _is_credential(value):
                raise ValueError(f"{name} is missing, or none of a client")
        self._base = _base_of(server, allow_plain_http)
        self._timeout = timeout
        self._repeats = min(repeats, MOST_REPEATS)
        self._max_bytes = max_bytes
        self._context = context
        self._timing = timing or Timing()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._base.geturl()!r})"

    def _json(self, wanted: Wanted) -> Any:
        reply = self._repeatedly(wanted, MAX_JSON_BYTES)
        try:
            return parse_hiding(reply.data.decode("utf-8"))
        except ValueError:
            pass
        says = "the answer is not JSON, or too deep"
        raise UnexpectedAnswer(wanted.operation, says, _request_id(reply))

    def _text(self, wanted: Wanted) -> str:
        return self._repeatedly(wanted, MAX_JSON_BYTES).data.decode("utf-8", "replace")

    def _bytes(self, wanted: Wanted) -> Download:
        reply = self._repeatedly(wanted, self._max_bytes)
        kind = reply.headers.get("Content-Type", "")
        return Download(reply.data, kind, reply.headers.get("Svc-Log-Receipt"))

    def _repeatedly(self, wanted: Wanted, max_bytes: int) -> Reply:
        key = (wanted.idempotency_key or str(uuid.uuid4())) if wanted.is_keyed else None
        if key is not None and not re.fullmatch("[!-~]{1,255}", key):
            raise ValueError("an idempotency key has 1 to 255 visible ASCII characters")
        repeat = 0
        while True:
            try:
                return self._once(wanted, key, max_bytes)
            except (Refusal, Unreachable) as error:
                if repeat >= self._repeats or not _may_repeat(wanted, error):
                    raise
                asked = error.retry_after_seconds if isinstance(error, Refusal) else None
                if asked is not None and asked > LONGEST_WAIT_SECONDS:
                    raise
            self._timing.wait(delay_before(repeat, asked, self._timing.random()))
            repeat += 1

    def _once(self, wanted: Wanted, key: Optional[str], max_bytes: int) -> Reply:
        context = None
        if self._base.scheme == "https":
            context = self._context or ssl.create_default_context()
        request = self._request_of(wanted, key, max_bytes)
        deadline = Deadline(self._timeout + _wait_seconds(wanted))
        reply = exchange(self._base, context, request, self._credentials, deadline)
        if isinstance(reply, TooLong):
            says = f"the answer has more than {reply.limit} bytes"
            raise UnexpectedAnswer(wanted.operation, says, reply.request_id)
        if isinstance(reply, FAILURES):
            is_late = isinstance(reply, socket.timeout)
            says = "no answer came in time" if is_late else "the server cannot be reached"
            raise Unreachable(wanted.operation, says) from reply
        if isinstance(reply, BaseException):
            raise reply
        if reply.status == 200:
            return reply
        problem = _problem_of(reply)
        asked = parse_retry_after(reply.headers.get("Retry-After"), self._timing.now())
        request_id: object = problem.get("requestId") if problem else None
        if not isinstance(request_id, str) or not request_id:
            request_id = _request_id(reply)
        raise Refusal(wanted.operation, reply.status, problem, request_id, asked)

    def _request_of(self, wanted: Wanted, key: Optional[str], max_bytes: int) -> Request:
        headers = {"User-Agent": f"countersign-python/{T.VERSION}", "Connection": "close"}
        if key is not None:
            headers["Idempotency-Key"] = key
        body = None if wanted.body is None else json.dumps(_given(wanted.body))
        target = self._base.path + _target(wanted)
        in_body = wanted.has_credentials_in_body
        return Request(wanted.method, target, headers, body, in_body, max_bytes)


def _is_credential(given: Secret[str]) -> bool:
    value = given.reveal()
    return isinstance(value, str) and re.fullmatch("[!-~]+", value) is not None


def _base_of(server: str, allows_plain_http: bool) -> SplitResult:
    is_address = isinstance(server, str) and server.isprintable() and " " not in server
    try:
        base = urlsplit(server if is_address else "")
        (base.hostname or "").encode("idna")
        is_address = bool(base.hostname) and base.port != 0 and base.path.isascii()
    except ValueError:
        is_address = False
    if not is_address or base.username or base.password or base.query or base.fragment:
        raise ValueError("server is no address such as https://verify.example")
    host = base.hostname or ""
    is_local = host in _THIS_MACHINE or host.endswith(".localhost")
    if base.scheme != "https" and not (base.scheme == "http" and (is_local or allows_plain_http)):
        raise ValueError("server is not https: the secret would be sent in the clear")
    return base._replace(path=base.path.rstrip("/"))


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _target(wanted: Wanted) -> str:
    query = _given(wanted.query or {})
    if wanted.prefixed is not None:
        prefix, members = wanted.prefixed
        query.update({prefix + name: value for name, value in (members or {}).items()})
    texts = {n: str(v).lower() if isinstance(v, bool) else str(v) for n, v in query.items()}
    return wanted.path + ("?" + urlencode(texts) if texts else "")


def _wait_seconds(wanted: Wanted) -> int:
    """A call that waits for an event may take so much longer."""
    found = re.match("[0-9]{1,4}", str((wanted.query or {}).get("wait") or ""))
    return int(found[0]) if found else 0


def _request_id(reply: Reply) -> Optional[str]:
    return reply.headers.get("X-Request-Id")


def _problem_of(reply: Reply) -> Optional[T.Problem]:
    if "json" not in reply.headers.get("Content-Type", ""):
        return None
    try:
        value = parse_json(reply.data.decode("utf-8"))
    except ValueError:
        return None
    is_problem = isinstance(value, dict) and isinstance(value.get("code"), str)
    return cast(T.Problem, value) if is_problem else None


def _may_repeat(wanted: Wanted, error: Exception) -> bool:
    """429 has used nothing up, and neither has a key that is still at work. Other failures leave
    open whether the call happened.
    """
    if not isinstance(error, Refusal):
        return wanted.is_repeatable
    if error.status == 429:
        return error.code != "SVC_QUOTA_EXCEEDED"
    if error.code == "SVC_IDEMPOTENCY_CONFLICT":
        return True
    return wanted.is_repeatable and error.status in (408, 502, 503, 504)
