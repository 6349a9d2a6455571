"""The SDK for Python against a server that means harm, and reports of errors that show all."""

from __future__ import annotations

import json
import pickle
import socket
import threading
import unittest
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Callable
from unittest import mock

import countersign
from countersign import (
    BadBundle,
    BadDelivery,
    Countersign,
    CountersignError,
    Refusal,
    UnexpectedAnswer,
    Unreachable,
)

from support import ID, KEY, LOST, SECRET, FakeServer, Reply, caught, ok, problem, shown_of

DEEP = ("[" * 200000, '{"a":' * 200000, "[" * 200000 + "]" * 200000)
HARM = "a\x1b[2J\r\nforged\x7f\x9b\u2028\u2029\u202e\u2066\u200f\ud800\U000e0041z"
SHOWN = r"a\x1b[2J\x0d\x0aforged\x7f\u009b\u2028\u2029\u202e\u2066\u200f\ud800\U000e0041z"


@contextmanager
def dripping(answer: bytes, seconds: float) -> Iterator[str]:
    """A server that sends one byte of its answer after the other. Yields its address."""
    done = threading.Event()

    def drip(listening: socket.socket) -> None:
        taken, _ = listening.accept()
        with taken:
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            taken.recv(65536)
            for byte in answer:
                if done.wait(seconds):
                    return
                try:
                    taken.sendall(bytes([byte]))
                except OSError:
                    return

    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        thread = threading.Thread(target=drip, args=(listening,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            done.set()
            thread.join()


class HostileTest(unittest.TestCase):
    def error_of(self, call: Callable[[], Any]) -> CountersignError:
        with self.assertRaises(CountersignError) as caught:
            call()
        return caught.exception

    def walk(
        self, all_of: Callable[[Countersign], Iterator[Any]], answers: Callable[[int], Any]
    ) -> tuple[int, int]:
        """Goes through a list to its UnexpectedAnswer: the items until then, and the requests."""
        with FakeServer(lambda _, count: ok(answers(count))) as server:
            count = 0
            with self.assertRaises(UnexpectedAnswer):
                for _ in all_of(server.client()):
                    count += 1
            return count, len(server.seen)

    def test_a_page_that_is_none_ends_the_walk_with_an_error_of_the_package(self) -> None:
        places: list[Any] = ["1", None, True, 1.5, -1, [1]]
        pages: list[Any] = [
            [],
            7,
            None,
            {},
            {"events": [{}]},
            {"next": 1},
            {"events": None, "next": 1},
            {"events": {"a": 1}, "next": 1},
            {"events": [{}, "a"], "next": 1},
            *({"events": [{}], "next": place} for place in places),
        ]
        for page in pages:
            with self.subTest(page=page):
                self.assertEqual(self.walk(Countersign.all_events, lambda _: page), (0, 1))
        others: list[Any] = [7, "", [], {}, True]
        for page in [{"items": [{}], "next": place} for place in others]:
            with self.subTest(page=page):
                self.assertEqual(self.walk(Countersign.all_sessions, lambda _: page), (0, 1))
        self.assertEqual(self.walk(Countersign.all_sessions, lambda _: {"items": []}), (0, 1))

    def test_a_place_that_comes_again_ends_the_walk(self) -> None:
        stuck: Any = {"events": [{}], "next": 5}
        self.assertEqual(self.walk(Countersign.all_events, lambda _: stuck), (1, 2))
        waiting = self.walk(lambda client: client.all_events(wait="1s"), lambda _: stuck)
        self.assertEqual(waiting, (1, 2))
        empty: Any = {"items": [], "next": "a"}
        self.assertEqual(self.walk(Countersign.all_sessions, lambda _: empty), (0, 2))
        for before, length in ((0, 2), (0, 3), (5, 7), (9, 4)):
            with self.subTest(before=before, length=length):

                def circle(count: int) -> Any:
                    place = count if count <= before else before + (count - before) % length
                    return {"items": [{}], "next": f"place {place}"}

                _, requests = self.walk(Countersign.all_person, circle)
                self.assertGreater(requests, before + length)
                self.assertLessEqual(requests, 3 * (before + length) + 1)

    def test_a_long_list_and_a_feed_without_news_are_no_harm(self) -> None:
        def long(_: object, count: int) -> Reply:
            return ok({"items": [{}], "next": f"{count}" if count < 200 else None})

        with FakeServer(long) as server:
            self.assertEqual(len(list(server.client().all_sessions())), 200)

        def quiet(_: object, count: int) -> Reply:
            return ok({"events": [{"sequence": 4}] if count > 6 else [], "next": 3 + (count > 6)})

        with FakeServer(quiet) as server:
            self.assertEqual(next(server.client().all_events(after=3, wait="1s")), {"sequence": 4})
            self.assertEqual(len(server.seen), 7)

    def test_each_error_is_the_same_after_pickle(self) -> None:
        told: Any = {"code": "SVC_NOT_FOUND", "detail": "Why.", "requestId": "request-1"}
        errors: list[CountersignError] = [
            CountersignError("a"),
            Refusal("getResult", 404, told, "request-1", 7),
            Refusal("getResult", 502, None, None, None),
            Unreachable("getResult", "no answer came in time"),
            UnexpectedAnswer("getResult", "the answer is not JSON", "request-1"),
            UnexpectedAnswer("getResult", "the answer is not JSON", None),
            BadBundle("a"),
            BadDelivery("a"),
        ]
        kinds = {each for each in vars(countersign).values() if isinstance(each, type)}
        kinds = {each for each in kinds if issubclass(each, CountersignError)}
        self.assertEqual({type(each) for each in errors}, kinds)
        for error in errors:
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                same = pickle.loads(pickle.dumps(error, protocol))
                self.assertIs(type(same), type(error))
                self.assertEqual(str(same), str(error))
                self.assertEqual(vars(same), vars(error))

    def test_values_that_lie_too_deep_are_no_answer_and_no_problem(self) -> None:
        for body in DEEP:
            with FakeServer(lambda *_: Reply(200, body)) as server:
                error = self.error_of(lambda: server.client().get_result(ID))
            self.assertIsInstance(error, UnexpectedAnswer)
            with FakeServer(lambda *_: Reply(400, body)) as server:
                error = self.error_of(lambda: server.client().get_result(ID))
            assert isinstance(error, Refusal)
            self.assertEqual((error.status, error.code, error.problem), (400, "", None))

    def test_a_time_to_retry_after_that_no_clock_has_is_none(self) -> None:
        for field in (
            "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
            "Mon, x GMT",
            "Mon,  GMT",
            "Mon, 01 Jan 2026 99:99:99 GMT",
            "Mon, 01 Jan 2026 -99999999999999999999:00:00 GMT",
            "9" * 5000,
        ):
            busy = problem(503, "SVC_UNAVAILABLE", Retry_After=field)
            with self.subTest(field), FakeServer(lambda *_: busy) as server:
                error = self.error_of(lambda: server.client(repeats=0).get_result(ID))
                assert isinstance(error, Refusal)
                self.assertEqual((error.code, error.retry_after_seconds), ("SVC_UNAVAILABLE", None))

    def test_a_text_of_the_server_moves_no_terminal_and_forges_no_line(self) -> None:
        told = {"code": HARM, "detail": HARM, "requestId": HARM}
        with FakeServer(lambda *_: Reply(400, told)) as server:
            error = self.error_of(lambda: server.client().get_result(ID))
        assert isinstance(error, Refusal)
        self.assertEqual(str(error), f"getResult: 400 {SHOWN}: {SHOWN} (request {SHOWN})")
        self.assertEqual((error.code, error.detail, error.request_id), (SHOWN, SHOWN, SHOWN))
        assert error.problem is not None
        self.assertEqual(dict(error.problem), told)
        named = {"X-Request-Id": "a\x1b[2J\x9b\r\n b"}
        with FakeServer(lambda *_: Reply(200, "{", named)) as server:
            error = self.error_of(lambda: server.client().get_result(ID))
        self.assertIn(r"(request a\x1b[2J\u009b\x0d\x0a b)", str(error))

    def test_what_is_no_text_is_not_told(self) -> None:
        for strange in ({"a": 1}, [1], 7, None, True):
            told = {"code": "SVC_NOT_FOUND", "detail": strange, "requestId": strange}
            reply = Reply(404, told, {"X-Request-Id": "request-2"})
            with FakeServer(lambda *_: reply) as server:
                error = self.error_of(lambda: server.client().get_result(ID))
            self.assertEqual(str(error), "getResult: 404 SVC_NOT_FOUND:  (request request-2)")

    def test_an_answer_that_drips_ends_with_the_time_of_the_attempt(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        answers = (
            b"HTTP/1.1 100 Continue\r\n\r\n" * 200 + head,
            head + b"X-Long: " + b"x" * 2000,
            head + b"Content-Length: 2000\r\n\r\n" + b" " * 2000,
            head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 500,
        )
        for answer in answers:
            with self.subTest(answer[40:120]), dripping(answer, 0.02) as base:
                client = Countersign(base, KEY, SECRET, timeout=0.5, repeats=0)
                error = self.error_of(lambda: client.get_result(ID))
                self.assertIsInstance(error, Unreachable)
                self.assertIn("no answer came in time", str(error))

    def test_a_slow_answer_within_the_time_is_taken(self) -> None:
        answer = b'HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{"sessionId":"a"}'
        with dripping(answer, 0.001) as base:
            client = Countersign(base, KEY, SECRET, repeats=0)
            self.assertEqual(client.get_result(ID), {"sessionId": "a"})

    def test_an_answer_that_is_no_http_is_no_answer(self) -> None:
        for answer in (
            b"HTTP/9\x1b[2J 200 OK\r\n\r\n",
            b"\x1b[2J\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nabc",
            b"HTTP/1.1 999999 OK\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200 + b"\r\n",
        ):
            with self.subTest(answer[:60]), dripping(answer, 0) as base:
                client = Countersign(base, KEY, SECRET, repeats=0)
                error = self.error_of(lambda: client.get_result(ID))
                self.assertIsInstance(error, Unreachable)
                self.assertNotIn("\x1b", shown_of(error))


class FramesTest(unittest.TestCase):
    """No report of an error has the client's secret, though it shows the variables of frames."""

    def hidden(self, kind: type[BaseException], call: Callable[[], Any]) -> BaseException:
        error = caught(call)
        self.assertIs(type(error), kind)
        shown = shown_of(error)
        self.assertIn("self = ", shown)
        self.assertNotIn(SECRET, shown)
        return error

    def test_the_members_of_a_client_do_not_show_the_secret(self) -> None:
        members = vars(Countersign("https://a.example", KEY, SECRET))
        inner = [vars(each) for each in members.values() if hasattr(each, "__dict__")]
        self.assertNotIn(SECRET, repr([members, inner]))
        self.assertIn("[hidden]", repr(inner))

    def test_the_frames_of_an_error_do_not_show_the_secret(self) -> None:
        strange: Any = {"a": object()}
        calls: list[tuple[Reply, type[Exception], Callable[[Countersign], Any]]] = [
            (LOST, Unreachable, lambda client: client.get_result(ID)),
            (LOST, Unreachable, lambda client: client.create_session()),
            (problem(404, "SVC_NOT_FOUND"), Refusal, lambda client: client.get_result(ID)),
            (problem(400, "SVC_INVALID_JSON"), Refusal, lambda client: client.create_session()),
            (ok("x" * 99), UnexpectedAnswer, lambda client: client.download_bundle(ID)),
            (Reply(200, "{"), UnexpectedAnswer, lambda client: client.create_session()),
            (Reply(200, "x", {"Content-Length": "9"}), Unreachable, lambda c: c.create_session()),
            (ok({}), TypeError, lambda client: client.create_session(labels=strange)),
        ]
        for reply, kind, call in calls:
            with FakeServer(lambda *_: reply) as server:
                client = server.client(repeats=0, max_bytes=10)
                self.hidden(kind, lambda: call(client))
        error = self.hidden(Unreachable, client.create_session)  # nobody listens any more
        self.assertIsInstance(error.__cause__, ConnectionRefusedError)

    def test_an_interrupt_goes_on_and_does_not_show_the_secret(self) -> None:
        client = Countersign("http://localhost:1", KEY, SECRET)
        for interrupt in (KeyboardInterrupt, SystemExit, MemoryError):
            with mock.patch("socket.getaddrinfo", side_effect=interrupt):
                self.hidden(interrupt, client.create_session)

    def test_a_wrong_setting_does_not_show_the_secret(self) -> None:
        wrong: list[tuple[Any, ...]] = [
            ("http://a.example", KEY, SECRET),
            ("https://a.example", "", SECRET),
            ("https://a.example", KEY, SECRET + "\n"),
        ]
        for arguments in wrong:
            error = caught(lambda: Countersign(*arguments))
            self.assertIs(type(error), ValueError)
            shown = shown_of(error, within=".whl")
            self.assertIn("server = ", shown)
            self.assertNotIn(SECRET, shown)

    def test_a_body_that_holds_the_credentials_is_what_json_would_write(self) -> None:
        bodies: list[dict[str, Any]] = [{}, {"user_ref": 'a"}', "labels": {"a": "\u00fc"}}]
        for members in bodies:
            with FakeServer(lambda *_: ok({})) as server:
                server.client().create_session(**members)
                sent = json.loads(server.seen[0].body)
            self.assertEqual((sent.pop("clientKey"), sent.pop("clientSecret")), (KEY, SECRET))
            names = {"user_ref": "userRef"}
            self.assertEqual(sent, {names.get(name, name): v for name, v in members.items()})
