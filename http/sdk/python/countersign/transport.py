"""Requests to the server and their repeats. Calls, which is made, has the requests themselves."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Any, Optional, cast
from urllib.parse import SplitResult, urlencode, urlsplit

from .errors import Refusal, UnexpectedAnswer, Unreachable
from .generated import types as T
from .hidden import parse_hiding
from .patience import LONGEST_WAIT_SECONDS, MOST_REPEATS, Timing, delay_before, parse_retry_after

MAX_BYTES = 256 * 1024 * 1024
MAX_JSON_BYTES = 32 * 1024 * 1024
TIMEOUT_SECONDS = 30.0
_PART_BYTES = 256 * 1024
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


@dataclass(frozen=True, repr=False)
class _Reply:
    status: int
    headers: Message
    data: bytes


class Transport:
    """The connection of a client: its address, its credentials, its patience.

    Threads may share a client: each request has a connection of its own.
    """

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
        `timeout`: seconds without a byte from the server. `repeats`: how often a call may be
        repeated, at most 5. `context`: authorities of yours.
        """
        for name, value in (("client_key", client_key), ("client_secret", client_secret)):
            if not isinstance(value, str) or not re.fullmatch("[!-~]+", value):
                raise ValueError(f"{name} is missing, or none of a client")
        self._base = _base_of(server, allow_plain_http)
        self.__credentials = {"clientKey": client_key, "clientSecret": client_secret}
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
            says = "the answer is not JSON"
            raise UnexpectedAnswer(wanted.operation, says, _request_id(reply)) from None

    def _text(self, wanted: Wanted) -> str:
        return self._repeatedly(wanted, MAX_JSON_BYTES).data.decode("utf-8", "replace")

    def _bytes(self, wanted: Wanted) -> Download:
        reply = self._repeatedly(wanted, self._max_bytes)
        kind = reply.headers.get("Content-Type", "")
        return Download(reply.data, kind, reply.headers.get("Svc-Log-Receipt"))

    def _repeatedly(self, wanted: Wanted, max_bytes: int) -> _Reply:
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

    def _once(self, wanted: Wanted, key: Optional[str], max_bytes: int) -> _Reply:
        connection = self._connection(self._timeout + _wait_seconds(wanted))
        try:
            reply = self._ask(connection, wanted, key, max_bytes)
        except (OSError, http.client.HTTPException) as error:
            is_late = isinstance(error, socket.timeout)
            says = "no answer came in time" if is_late else "the server cannot be reached"
            raise Unreachable(wanted.operation, says) from error
        finally:
            connection.close()
        if reply.status == 200:
            return reply
        problem = _problem_of(reply)
        asked = parse_retry_after(reply.headers.get("Retry-After"), self._timing.now())
        request_id = problem.get("requestId") if problem else None
        raise Refusal(
            wanted.operation, reply.status, problem, request_id or _request_id(reply), asked
        )

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        # No redirect is followed, and no proxy of the environment gets to see the credentials.
        host, port = self._base.hostname or "", self._base.port
        if self._base.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=timeout)
        context = self._context or ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        wanted: Wanted,
        key: Optional[str],
        max_bytes: int,
    ) -> _Reply:
        headers = {"User-Agent": f"countersign-python/{T.VERSION}", "Connection": "close"}
        if key is not None:
            headers["Idempotency-Key"] = key
        body = None if wanted.body is None else _given(wanted.body)
        if wanted.has_credentials_in_body:
            body = {**(body or {}), **self.__credentials}
        else:
            headers["X-Svc-Client-Key"] = self.__credentials["clientKey"]
            headers["X-Svc-Client-Secret"] = self.__credentials["clientSecret"]
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode("utf-8")
        connection.request(wanted.method, self._base.path + _target(wanted), data, headers)
        response = connection.getresponse()
        limit = max_bytes if response.status == 200 else MAX_JSON_BYTES
        content = bytearray()
        while part := response.read(_PART_BYTES):
            content += part
            if len(content) > limit:
                says = f"the answer has more than {limit} bytes"
                raise UnexpectedAnswer(wanted.operation, says, response.headers.get("X-Request-Id"))
        if response.length:  # what was stated and did not come
            raise http.client.IncompleteRead(b"", response.length)
        return _Reply(response.status, response.headers, bytes(content))


def _base_of(server: str, allows_plain_http: bool) -> SplitResult:
    try:
        base = urlsplit(server)
        is_address = bool(base.hostname) and (base.port or 1) > 0
    except (AttributeError, TypeError, ValueError):
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


def _request_id(reply: _Reply) -> Optional[str]:
    return reply.headers.get("X-Request-Id")


def _problem_of(reply: _Reply) -> Optional[T.Problem]:
    if "json" not in reply.headers.get("Content-Type", ""):
        return None
    try:
        value = json.loads(reply.data)
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
