"""One request and its answer, over one connection, within one time.

The frames of http.client have the headers and the body, with the credentials. So an error is
returned without its frames, and not raised: reports of errors show the variables of each frame.
"""

from __future__ import annotations

import http.client
import io
import json
import socket
import ssl
import time
from dataclasses import dataclass
from email.message import Message
from typing import Any, Optional, Union, cast
from urllib.parse import SplitResult

from .errors import printable
from .hidden import Secret

MAX_JSON_BYTES = 32 * 1024 * 1024
_PART_BYTES = 256 * 1024

#: An exchange fails with these when the network or the server is at fault.
FAILURES = (OSError, http.client.HTTPException, ValueError, OverflowError)


class Deadline:
    """The end of the time that an attempt has."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds. Raises socket.timeout when there are none."""
        left = self._end - time.monotonic()
        if not left > 0:
            raise socket.timeout("the time of the attempt is over")
        return left


class TooLong(Exception):
    """The answer has more bytes than may be."""

    def __init__(self, limit: int, request_id: Optional[str]) -> None:
        super().__init__(limit)
        self.limit = limit
        self.request_id = request_id


@dataclass(frozen=True, repr=False)
class Credentials:
    """Those of a client, and how they go to the server."""

    client_key: Secret[str]
    client_secret: Secret[str]

    def add_to_headers(self, headers: dict[str, str]) -> None:
        headers["X-Svc-Client-Key"] = self.client_key.reveal()
        headers["X-Svc-Client-Secret"] = self.client_secret.reveal()

    def added_to_body(self, body: str) -> str:
        """`body`: an object in JSON."""
        own = {"clientKey": self.client_key.reveal(), "clientSecret": self.client_secret.reveal()}
        return body[:-1] + ("" if body == "{}" else ", ") + json.dumps(own)[1:]


@dataclass(frozen=True, repr=False)
class Request:
    """One request without its credentials."""

    method: str
    target: str
    headers: dict[str, str]
    #: JSON.
    body: Optional[str]
    has_credentials_in_body: bool
    #: The most bytes of an answer with 200.
    max_bytes: int


@dataclass(frozen=True, repr=False)
class Reply:
    status: int
    headers: Message
    data: bytes


def exchange(
    base: SplitResult,
    context: Optional[ssl.SSLContext],
    request: Request,
    credentials: Credentials,
    deadline: Deadline,
) -> Union[Reply, BaseException]:
    """Returns the answer, or the error that there was instead, without its frames."""
    try:
        return _exchanged(base, context, request, credentials, deadline)
    except BaseException as error:
        return _bare(error)


def _bare(error: BaseException) -> BaseException:
    error.__cause__ = error.__context__ = None
    if isinstance(error, http.client.HTTPException):  # may have a line of the server
        error.args = tuple(printable(x) if isinstance(x, str) else x for x in error.args)
    return error.with_traceback(None)


def _exchanged(
    base: SplitResult,
    context: Optional[ssl.SSLContext],
    request: Request,
    credentials: Credentials,
    deadline: Deadline,
) -> Reply:
    headers, body = dict(request.headers), request.body
    if not request.has_credentials_in_body:
        credentials.add_to_headers(headers)
    else:
        body = credentials.added_to_body(body or "{}")
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else body.encode("utf-8")
    # No redirect is followed, and no proxy of the environment gets to see the credentials.
    host, port = base.hostname or "", base.port
    connection = http.client.HTTPConnection(host, port)
    if context is not None:
        connection = http.client.HTTPSConnection(host, port, context=context)
    connected = _connected(host, connection.port, context, deadline)
    connection.sock = cast(Any, _TimedSocket(connected, deadline))
    try:
        connection.request(request.method, request.target, data, headers)
        with connection.getresponse() as response:
            return _reply_of(response, request.max_bytes)
    finally:
        connection.close()


def _reply_of(response: http.client.HTTPResponse, max_bytes: int) -> Reply:
    limit = max_bytes if response.status == 200 else MAX_JSON_BYTES
    content = bytearray()
    while part := response.read(_PART_BYTES):
        content += part
        if len(content) > limit:
            raise TooLong(limit, response.headers.get("X-Request-Id"))
    if response.length:  # what was stated and did not come
        raise http.client.IncompleteRead(b"", response.length)
    return Reply(response.status, response.headers, bytes(content))


def _connected(
    host: str, port: int, context: Optional[ssl.SSLContext], deadline: Deadline
) -> socket.socket:
    """A connection to the first address of the host that takes one."""
    failure: OSError = OSError("the host has no address")
    for family, kind, protocol, _, address in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM
    ):
        try:
            connection = socket.socket(family, kind, protocol)
        except OSError as error:  # such as IPv6 where there is none
            failure = error
            continue
        try:
            connection.settimeout(deadline.left())
            connection.connect(address)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            break
        except OSError as error:
            connection.close()
            failure = error
    else:
        raise failure
    if context is None:
        return connection
    try:
        connection.settimeout(deadline.left())
        return context.wrap_socket(connection, server_hostname=host)
    except BaseException:
        connection.close()
        raise


class _TimedSocket:
    """A socket as http.client uses one. All reads and writes together end at the deadline."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline

    def sendall(self, data: Any) -> None:
        rest = memoryview(data)
        while rest:
            self._connection.settimeout(self._deadline.left())
            rest = rest[self._connection.send(rest) :]

    def makefile(self, mode: str) -> io.BufferedReader:
        assert mode == "rb"
        return io.BufferedReader(_TimedReader(self._connection, self._deadline))

    def close(self) -> None:
        self._connection.close()


class _TimedReader(io.RawIOBase):
    """Sets the time that is left before each read. The connection stays open as long as this."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._connection = connection
        self._deadline = deadline
        self._raw = connection.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._connection.settimeout(self._deadline.left())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
