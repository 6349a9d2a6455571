"""The calls of the SDK for Python against a server that loses answers."""

from __future__ import annotations

import json
import socket
import threading
import traceback
import unittest
from contextlib import closing
from typing import Any, Callable

from countersign import Countersign, Refusal, UnexpectedAnswer, Unreachable

from support import ID, KEY, LOST, SECRET, FakeServer, Reply, ok, problem

SESSION = {
    "sessionId": ID,
    "sessionToken": "svct_a-token",
    "captureUrl": "https://verify.example/capture#c=a-code",
    "sandbox": True,
}


class CallsTest(unittest.TestCase):
    def refusal_of(self, call: Callable[[], Any]) -> Refusal:
        with self.assertRaises(Refusal) as caught:
            call()
        return caught.exception

    def test_create_has_the_credentials_in_its_body_and_other_calls_in_headers(self) -> None:
        with FakeServer(lambda *_: ok(SESSION)) as server:
            client = server.client()
            session = client.create_session(user_ref="customer-17", purpose="LIVENESS")
            self.assertEqual(session["captureUrl"], SESSION["captureUrl"])
            client.get_result(ID)
            create, result = server.seen
        self.assertEqual(
            json.loads(create.body),
            {
                "userRef": "customer-17",
                "purpose": "LIVENESS",
                "clientKey": KEY,
                "clientSecret": SECRET,
            },
        )
        self.assertNotIn("x-svc-client-secret", create.headers)
        self.assertEqual(result.path, f"/api/svc/session/{ID}/result")
        self.assertEqual(result.headers["x-svc-client-key"], KEY)
        self.assertEqual(result.headers["x-svc-client-secret"], SECRET)
        self.assertRegex(result.headers["user-agent"], r"^countersign-python/\d")

    def test_a_create_whose_answer_is_lost_is_repeated_with_the_same_key(self) -> None:
        with FakeServer(lambda _, count: LOST if count <= 2 else ok(SESSION)) as server:
            client = server.client()
            client.create_session()
            self.assertEqual(server.waits, [0.5, 1.25])
            keys = {seen.headers["idempotency-key"] for seen in server.seen}
            self.assertEqual(len(keys), 1)
            client.create_session(idempotency_key="order-17")
            self.assertEqual(server.seen[-1].headers["idempotency-key"], "order-17")
            client.create_session()
            self.assertNotIn(server.seen[-1].headers["idempotency-key"], {*keys, "order-17"})

    def test_a_call_that_might_count_twice_is_not_repeated_when_its_answer_is_lost(self) -> None:
        with FakeServer(lambda *_: LOST) as server:
            client = server.client()
            calls: list[Callable[[], Any]] = [
                lambda: client.renew_link(ID),
                lambda: client.cancel_session(ID),
                lambda: client.rotate_webhook("whep_1"),
                lambda: client.replay_webhook("whep_1", after=3),
            ]
            for call in calls:
                self.assertRaises(Unreachable, call)
            self.assertEqual(len(server.seen), len(calls))
            self.assertEqual(server.waits, [])
            self.assertRaises(Unreachable, client.purge_session, ID)
            self.assertEqual(len(server.seen), len(calls) + 6)

    def test_503_is_repeated_for_a_call_that_may_be_after_the_time_asked_for(self) -> None:
        busy = problem(503, "SVC_UNAVAILABLE", Retry_After="7")
        with FakeServer(lambda _, count: busy if count == 1 else ok({})) as server:
            server.client().get_result(ID)
            self.assertEqual(server.waits, [7.0])

    def test_503_is_not_repeated_for_a_call_that_may_have_happened_and_429_is(self) -> None:
        replies = [
            problem(503, "SVC_UNAVAILABLE"),
            problem(429, "SVC_RATE_LIMITED", Retry_After="2"),
            ok({}),
        ]
        with FakeServer(lambda _, count: replies[count - 1]) as server:
            client = server.client()
            refusal = self.refusal_of(lambda: client.cancel_session(ID))
            self.assertEqual(refusal.code, "SVC_UNAVAILABLE")
            self.assertEqual(len(server.seen), 1)
            client.cancel_session(ID)
            self.assertEqual(server.waits, [2.0])

    def test_a_key_that_is_still_at_work_is_waited_for(self) -> None:
        busy = problem(409, "SVC_IDEMPOTENCY_CONFLICT")
        with FakeServer(lambda _, count: busy if count == 1 else ok(SESSION)) as server:
            server.client().create_session()
            self.assertEqual(len(server.seen), 2)

    def test_a_spent_quota_a_refusal_and_a_wait_beyond_the_bound_are_told_at_once(self) -> None:
        for reply in (
            problem(429, "SVC_QUOTA_EXCEEDED"),
            problem(400, "SVC_INVALID_PARAMETER"),
            problem(404, "SVC_NOT_FOUND"),
            problem(500, "SVC_INTERNAL"),
            problem(503, "SVC_UNAVAILABLE", Retry_After="121"),
            problem(503, "SVC_UNAVAILABLE", Retry_After="Mon, 30 Nov 2026 13:00:00 GMT"),
        ):
            with self.subTest(reply.body["code"]), FakeServer(lambda *_: reply) as server:
                client = server.client()
                refusal = self.refusal_of(client.create_session)
                code = reply.body["code"]
                self.assertEqual((refusal.code, refusal.status), (code, reply.status))
                self.assertEqual((refusal.request_id, refusal.detail), ("request-1", "Why."))
                says = f"createSession: {reply.status} {code}: Why. (request request-1)"
                self.assertEqual(str(refusal), says)
                self.assertEqual((len(server.seen), server.waits), (1, []))

    def test_a_call_is_repeated_five_times_at_most_and_not_at_all_where_it_is_told_so(self) -> None:
        with FakeServer(lambda *_: problem(503, "SVC_UNAVAILABLE")) as server:
            client = server.client()
            self.refusal_of(lambda: client.get_result(ID))
            self.assertEqual(len(server.seen), 6)
            self.assertEqual(server.waits, sorted(set(server.waits)))
            client = server.client(repeats=0)
            self.refusal_of(lambda: client.get_result(ID))
            self.assertEqual(len(server.seen), 7)

    def test_a_server_that_says_nothing_is_given_up(self) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as silent:
            base = f"http://127.0.0.1:{silent.getsockname()[1]}"
            client = Countersign(base, KEY, SECRET, timeout=0.05, repeats=0)
            with self.assertRaisesRegex(Unreachable, "no answer came in time"):
                client.get_result(ID)

    def test_an_answer_that_is_cut_off_is_no_answer(self) -> None:
        short = {"Content-Length": "100"}
        with FakeServer(lambda *_: Reply(200, {"sessionId": ID}, short)) as server:
            self.assertRaises(Unreachable, server.client(repeats=0).get_result, ID)

    def test_a_redirect_is_not_followed(self) -> None:
        moved = Reply(307, "", {"Location": "/elsewhere"})
        with FakeServer(lambda *_: moved) as server:
            client = server.client()
            refusal = self.refusal_of(lambda: client.get_result(ID))
            self.assertEqual((refusal.status, refusal.code), (307, ""))
            self.assertEqual(len(server.seen), 1)

    def test_an_answer_that_is_no_json_or_too_long_is_told(self) -> None:
        with FakeServer(lambda *_: ok("<html>")) as server:
            self.assertRaises(UnexpectedAnswer, server.client().get_result, ID)
        with FakeServer(lambda *_: ok("x" * 1001)) as server:
            client = server.client(max_bytes=1000)
            self.assertRaises(UnexpectedAnswer, client.download_bundle, ID)
            self.assertEqual(len(client.get_receipt(ID)), 1001)
        html = Reply(502, "<html>", {"Content-Type": "text/html"})
        with FakeServer(lambda *_: html) as server:
            client = server.client(repeats=0)
            refusal = self.refusal_of(lambda: client.get_result(ID))
            self.assertEqual((refusal.status, refusal.code), (502, ""))

    def test_no_secret_is_printed_with_the_client_an_answer_or_an_error(self) -> None:
        replies = {"POST": ok(SESSION), "GET": problem(404, "SVC_NOT_FOUND")}
        with FakeServer(lambda seen, _: replies[seen.method]) as server:
            client = server.client()
            session = client.create_session()
            refusal = self.refusal_of(lambda: client.get_result(ID))
        told = "".join(traceback.format_exception(type(refusal), refusal, refusal.__traceback__))
        printed = f"{client!r} {session} {session!r} {[session]} {refusal!r} {told}"
        for secret in (SECRET, SESSION["sessionToken"], SESSION["captureUrl"]):
            self.assertNotIn(str(secret), printed)
        self.assertIn("'sessionToken': [hidden]", printed)
        self.assertIn(ID, printed)
        self.assertEqual(session["sessionToken"], SESSION["sessionToken"])
        self.assertEqual(json.loads(json.dumps(session)), SESSION)

    def test_an_id_is_one_segment_of_the_path_whatever_it_holds(self) -> None:
        with FakeServer(lambda *_: ok({})) as server:
            client = server.client()
            client.get_result("a/../b?c#d%2e")
            self.assertEqual(server.seen[0].path, "/api/svc/session/a%2F..%2Fb%3Fc%23d%252e/result")
            client.get_tile("0/x001/067.p/3")
            self.assertEqual(server.seen[1].path, "/api/svc/log/tile/0/x001/067.p/3")
            for wrong in ("", ".", ".."):
                self.assertRaises(ValueError, client.get_result, wrong)
            self.assertRaises(ValueError, client.get_tile, "0/../1")
            self.assertEqual(len(server.seen), 2)

    def test_all_pages_of_a_list_are_gone_through_each_once(self) -> None:
        def page(_: object, count: int) -> Reply:
            events = [] if count > 2 else [{"sequence": count}]
            return ok({"sandbox": True, "events": events, "next": count})

        with FakeServer(page) as server:
            events = server.client().all_events(limit=1)
            self.assertEqual([each["sequence"] for each in events], [1, 2])
            queries = [seen.path.partition("?")[2] for seen in server.seen]
            self.assertEqual(queries, ["limit=1", "after=1&limit=1", "after=2&limit=1"])

    def test_a_secret_is_not_sent_in_the_clear_and_a_wrong_setting_is_told_without_it(self) -> None:
        local = ("http://localhost:8080/", "http://[::1]:1")
        for server in ("https://a.example/p", "https://b\u00fccher.example:1", *local):
            Countersign(server, KEY, SECRET)
        Countersign("http://a.example", KEY, SECRET, allow_plain_http=True)
        wrong: list[tuple[Any, Any, Any]] = [
            ("http://a.example", KEY, SECRET),
            ("ftp://a.example", KEY, SECRET),
            ("a.example", KEY, SECRET),
            ("", KEY, SECRET),
            (None, KEY, SECRET),
            ("https://u:p@a.example", KEY, SECRET),
            ("https://a.example/?x=1", KEY, SECRET),
            ("https://a.example:99999", KEY, SECRET),
            ("https://a.example:0", KEY, SECRET),
            ("https://a.example/p\r\nX: y", KEY, SECRET),
            ("https://a.example/p\tq", KEY, SECRET),
            ("https://a.example/p q", KEY, SECRET),
            (" https://a.example", KEY, SECRET),
            ("https://a.example/\u2028", KEY, SECRET),
            ("https://a.example/\u00fc", KEY, SECRET),
            ("https://a..example", KEY, SECRET),
            (b"https://a.example", KEY, SECRET),
            ("http://127.0.0.1.a.example", KEY, SECRET),
            ("https://a.example", KEY, ""),
            ("https://a.example", KEY, SECRET + "\n"),
            ("https://a.example", "a b", SECRET),
            ("https://a.example", KEY, None),
        ]
        for arguments in wrong:
            with self.assertRaises(ValueError) as caught:
                Countersign(*arguments)
            self.assertNotIn(SECRET, str(caught.exception))

    def test_a_key_that_is_no_header_is_told_before_anything_is_sent(self) -> None:
        with FakeServer(lambda *_: ok(SESSION)) as server:
            client = server.client()
            for key in ("a b", "a\r\nb", "x" * 256):
                with self.assertRaises(ValueError):
                    client.create_session(idempotency_key=key)
            self.assertEqual(server.seen, [])

    def test_threads_share_a_client(self) -> None:
        with FakeServer(lambda seen, _: ok({"sessionId": seen.path.split("/")[4]})) as server:
            client = server.client()
            found: list[str] = []

            def read(name: str) -> None:
                found.append(client.get_result(name)["sessionId"])

            names = [f"session-{number}" for number in range(8)]
            threads = [threading.Thread(target=read, args=(name,)) for name in names]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(found), names)
