"""The SDK for Python against a real server, as a client of a sandbox."""

from __future__ import annotations

import json
import os
import unittest
import urllib.request
from typing import Any

from countersign import Countersign, Refusal

BASE = os.environ["SERVER"]
client = Countersign(BASE, os.environ["CLIENT_KEY"], os.environ["CLIENT_SECRET"])
FORM = "a-boundary-of-this-form"


def call(path: str, token: str, form: bytes = b"") -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    if form:
        headers["Content-Type"] = f"multipart/form-data; boundary={FORM}"
    asked = urllib.request.Request(f"{BASE}/api/sdk/{path}", form, headers, method="POST")
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return json.load(answer)


def part(name: str, value: bytes, file: str = "") -> bytes:
    named = f'; filename="{file}"' if file else ""
    head = f'--{FORM}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
    return head.encode() + value + b"\r\n"


def ended(result: str) -> str:
    """A session whose capture had the result."""
    session = client.create_session(user_ref="customer-18", purpose="DOCUMENT_VERIFICATION")
    token = session["sessionToken"]
    nonce = call("document/challenge", token)["nonce"]
    form = part("nonce", nonce.encode()) + part("documentType", b"PASSPORT")
    form += part("image", b"\xff\xd8\xff", f"result-{result}.jpg") + f"--{FORM}--\r\n".encode()
    assert call("document", token, form)["ok"]
    assert call("finalize", token)["result"] == result
    return session["sessionId"]


class ServerTest(unittest.TestCase):
    def refused(self, status: int, code: str, call: Any, *words: Any, **more: Any) -> None:
        with self.assertRaises(Refusal) as caught:
            call(*words, **more)
        refusal = caught.exception
        self.assertEqual((refusal.status, refusal.code), (status, code))
        self.assertRegex(refusal.request_id or "", "^[0-9a-f-]{36}$")

    def test_a_session_is_opened_captured_read_and_downloaded(self) -> None:
        session = ended("PASSED")
        result = client.get_result(session)
        self.assertEqual((result["userRef"], result["resultStatus"]), ("customer-18", "PASSED"))
        bundle = client.bundle(session)
        [file] = bundle.files
        self.assertEqual((file.record["kind"], file.data), ("DOCUMENT", b"\xff\xd8\xff"))
        self.assertRegex(bundle.receipt or "", r"^index=\d+, size=\d+$")
        self.assertEqual(client.download_file(session, file.record["id"]).data, file.data)
        self.assertTrue(client.get_receipt(session).startswith("c2sp.org/tlog-proof@v1\n"))

    def test_a_key_opens_one_session_and_no_other_request(self) -> None:
        first = client.create_session(user_ref="a", idempotency_key="order-18")
        again = client.create_session(user_ref="a", idempotency_key="order-18")
        self.assertEqual(again["sessionId"], first["sessionId"])
        wrong = {"user_ref": "b", "idempotency_key": "order-18"}
        self.refused(422, "SVC_IDEMPOTENCY_MISMATCH", client.create_session, **wrong)

    def test_a_link_is_renewed_and_taken_back_twice_with_one_answer(self) -> None:
        session = client.create_session()
        link = client.renew_link(session["sessionId"], link_ttl=600)
        self.assertNotEqual(link["captureUrl"], session["captureUrl"])
        for _ in range(2):
            self.assertIsNone(client.take_link_back(session["sessionId"])["captureUrl"])

    def test_refusals_have_their_code_and_the_id_of_the_request(self) -> None:
        unknown = "01a2191a-41ca-79eb-b26e-7692dad6d21e"
        self.refused(404, "SVC_NOT_FOUND", client.get_result, unknown)
        self.refused(400, "SVC_INVALID_PARAMETER", client.create_session, user_ref="a b")

    def test_reviews_are_listed_by_pages_and_decided_once(self) -> None:
        session = ended("REVIEW")
        self.assertIn(session, [each["sessionId"] for each in client.all_reviews(limit=1)])
        decided = client.decide_review(session, decision="FAILED", reasons=["OTHER"], note="seen")
        assert decided["review"] is not None
        self.assertEqual((decided["resultStatus"], decided["review"]["note"]), ("FAILED", "seen"))
        self.assertNotIn("seen", repr(decided))
        opinion = {"decision": "FAILED", "reasons": ["OTHER"]}
        self.refused(409, "SVC_REVIEW_NOT_PENDING", client.decide_review, session, **opinion)

    def test_the_feed_has_all_events_of_a_session_by_pages(self) -> None:
        session = ended("FAILED")
        events = [each["sequence"] for each in client.get_timeline(session)["events"]]
        feed = client.all_events(limit=3)
        found = [each["sequence"] for each in feed if each["stream"].endswith(session)]
        self.assertGreater(len(events), 3)
        self.assertEqual(found, events)

    def test_the_files_of_a_session_that_was_purged_are_told_to_be_gone(self) -> None:
        session = ended("PASSED")
        for _ in range(2):
            self.assertTrue(client.purge_session(session)["files"]["purged"])
        self.refused(410, "SVC_FILES_PURGED", client.bundle, session)
        self.assertEqual([each["purged"] for each in client.list_documents(session)], [True])


if __name__ == "__main__":
    unittest.main()
