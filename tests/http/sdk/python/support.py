"""Where the tests find what sdk.sh has made, and a server that answers as a script says."""

from __future__ import annotations

import json
import os
import threading
import traceback
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Optional

from countersign import Countersign, Timing

MADE = Path(os.environ["COUNTERSIGN_SDK_FOLDER"])
KEY = "svck_FOqgCSK2SHiRyiamWy1E_A"
SECRET = "svcs_a-secret-that-nobody-sees"
ID = "01a2191a-41ca-79eb-b26e-7692dad6d21e"
NOW = 1796040000.0  # 2026-11-30T12:00:00Z


def made(name: str) -> Any:
    return json.loads((MADE / name).read_text("utf-8"))


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]  # by their names in lower case
    body: bytes


@dataclass
class Reply:
    """`status` 0: the connection ends without an answer."""

    status: int
    body: Any = None
    headers: Optional[dict[str, str]] = None


LOST = Reply(0)


def ok(body: Any) -> Reply:
    return Reply(200, body)


def problem(status: int, code: str, **headers: str) -> Reply:
    body = {"type": "about:blank", "title": code, "status": status, "detail": "Why.", "ok": False}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, {**body, "code": code, "requestId": "request-1"}, named)


def caught(call: Callable[[], Any]) -> BaseException:
    """The error of a call. unittest's own way would take the variables out of its frames."""
    try:
        call()
    except BaseException as error:
        return error
    raise AssertionError("there is no error")


def shown_of(error: BaseException, within: str = "") -> str:
    """A report of the error that shows all: its texts, and repr() of the variables of each frame,
    of those in files whose paths have `within`.
    """
    shown: list[str] = []
    errors: list[Optional[BaseException]] = [error]
    for each in errors:
        if each is None:
            continue
        errors += [each.__cause__, each.__context__]
        shown += [repr(each), str(each)]
        for frame, _ in traceback.walk_tb(each.__traceback__):
            if within in frame.f_code.co_filename:
                shown += [f"{name} = {value!r}" for name, value in frame.f_locals.items()]
    return "\n".join(shown)


class FakeServer:
    """Answers each request as `script` says for it and for its number, from 1."""

    def __init__(self, script: Callable[[Seen, int], Reply]) -> None:
        self.seen: list[Seen] = []
        self.waits: list[float] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                fields = {name.lower(): value for name, value in self.headers.items()}
                outer.seen.append(Seen(self.command, self.path, fields, body))
                reply = script(outer.seen[-1], len(outer.seen))
                self.close_connection = True
                if reply.status == 0:
                    return
                text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
                kind = "application/json" if reply.status == 200 else "application/problem+json"
                headers = {"Content-Type": kind, "Content-Length": str(len(text))}
                self.send_response(reply.status)
                for name, value in {**headers, **(reply.headers or {})}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text.encode())

            do_GET = do_POST = do_DELETE = do_PATCH = handle_any

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def client(self, **settings: Any) -> Countersign:
        """A client that does not wait: `waits` has the seconds."""
        timing = Timing(now=lambda: NOW, wait=self.waits.append, random=lambda: 0.0)
        base = f"http://127.0.0.1:{self._server.server_port}"
        return Countersign(base, KEY, SECRET, timing=timing, **settings)

    def __enter__(self) -> "FakeServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
