"""A delivery of the server, verified by the SDK for Python."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
import unittest
from email.message import Message
from typing import Any

from countersign import BadDelivery, Delivery, verify_webhook

from support import caught, made, shown_of

DELIVERY = made("webhook.json")
BODY: bytes = DELIVERY["body"].encode()
HEADERS: dict[str, str] = DELIVERY["headers"]
SECRETS: list[str] = DELIVERY["secrets"]
AT = int(HEADERS["webhook-timestamp"])
STRANGE = base64.b64encode(b"\t" * 32).decode()


def verified(body: bytes, headers: Any, secrets: Any = SECRETS, **options: Any) -> Delivery:
    """Verifies at the moment when the delivery was made."""
    return verify_webhook(body, headers, secrets, **{"now": AT, **options})


def signed(body: bytes, at: int = AT) -> dict[str, str]:
    """The headers of a body that the first secret has signed."""
    text = b"msg_1." + str(at).encode() + b"." + body
    key = base64.b64decode(SECRETS[0][6:])
    hashed = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    names = {"webhook-id": "msg_1", "webhook-timestamp": str(at)}
    return {**names, "webhook-signature": f"v1,{hashed}"}


class WebhookTest(unittest.TestCase):
    def refused(self, *given: Any, **options: Any) -> None:
        self.assertRaises(BadDelivery, verified, *given, **options)

    def test_a_delivery_is_accepted_by_either_secret_of_a_rotation_and_by_both(self) -> None:
        for secrets in (*SECRETS, SECRETS, [f"whsec_{STRANGE}", SECRETS[1]]):
            told = verified(BODY, HEADERS, secrets)
            self.assertEqual(told.id, HEADERS["webhook-id"])
            self.assertEqual(told.type, "session.completed")
            self.assertIsNone(told.challenge)
            assert told.message is not None
            self.assertEqual(told.message["data"]["log"]["index"], 14)

    def test_a_challenge_is_told_apart(self) -> None:
        challenge = DELIVERY["challenge"]
        told = verified(challenge["body"].encode(), challenge["headers"])
        self.assertEqual((told.challenge, told.message), ("a-challenge", None))

    def test_fields_are_found_in_any_case_and_in_those_of_http_server(self) -> None:
        message = Message()
        for name, value in HEADERS.items():
            message[name.title()] = value
        loud = {name.upper(): value for name, value in HEADERS.items()}
        fields: Any
        for fields in (message, loud):
            self.assertEqual(verified(BODY, fields).type, "session.completed")
        message["Webhook-Id"] = "msg_other"
        self.refused(BODY, message)

    def test_another_body_id_time_signature_and_secret_are_refused(self) -> None:
        self.refused(BODY.replace(b"COMPLETED", b"CANCELED"), HEADERS)
        self.refused(BODY + b" ", HEADERS)
        self.refused(BODY, {**HEADERS, "webhook-id": "msg_other"})
        self.refused(BODY, {**HEADERS, "webhook-timestamp": str(AT + 1)})
        for signature in ("v1,", "v1", ",", " ", f"v1,{STRANGE}", "v1,AA==", "v1,\u00e9"):
            self.refused(BODY, {**HEADERS, "webhook-signature": signature})
        self.refused(BODY, HEADERS, [f"whsec_{STRANGE}"])

    def test_a_base64_of_another_form_than_the_one_is_no_signature(self) -> None:
        loose = HEADERS["webhook-signature"].replace("=", "")
        self.refused(BODY, {**HEADERS, "webhook-signature": loose})

    def test_a_delivery_is_accepted_within_the_tolerance_and_refused_beyond(self) -> None:
        for now, fits in ((AT + 300, True), (AT + 301, False), (AT - 300, True), (AT - 301, False)):
            if fits:
                verified(BODY, HEADERS, now=now)
            else:
                self.refused(BODY, HEADERS, now=now)
        self.refused(BODY, HEADERS, now=AT + 11, tolerance_seconds=10)
        self.refused(BODY, HEADERS, now=AT, tolerance_seconds=float("nan"))
        for text in ("", "soon", "1e9", "-1", f"{AT}.0", f" {AT}", "\u0661" * 10):
            self.refused(BODY, {**HEADERS, "webhook-timestamp": text})

    def test_without_another_time_the_clock_of_this_machine_counts(self) -> None:
        now = int(time.time())
        self.assertEqual(verify_webhook(BODY, signed(BODY, now), SECRETS).type, "session.completed")
        for at in (now - 3600, now + 3600):
            with self.assertRaisesRegex(BadDelivery, "too old, or the clock"):
                verify_webhook(BODY, signed(BODY, at), SECRETS)

    def test_a_field_that_is_absent_or_there_twice_is_refused(self) -> None:
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            self.refused(BODY, {field: v for field, v in HEADERS.items() if field != name})
            self.refused(BODY, {**HEADERS, name.upper(): HEADERS[name]})
        many = " ".join([f"v1,{STRANGE}"] * 17)
        signature = f"{many} {HEADERS['webhook-signature']}"
        self.refused(BODY, {**HEADERS, "webhook-signature": signature})

    def test_a_field_that_is_no_text_is_refused(self) -> None:
        strange: Any
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            for strange in (None, 7, b"1", [HEADERS[name]], "\ud800", "msg_\udfff", ""):
                self.refused(BODY, {**HEADERS, name: strange})
        named: dict[Any, str] = {**HEADERS, b"webhook-id": "msg_1", 7: "", None: ""}
        self.assertEqual(verified(BODY, named).id, HEADERS["webhook-id"])

    def test_a_signed_body_whose_values_lie_too_deep_is_refused(self) -> None:
        for begin in (b"[", b'{"a":', b'{"type":"session.completed","data":'):
            body = begin * 200000
            self.refused(body, signed(body))

    def test_no_secret_is_in_a_frame_of_an_error(self) -> None:
        strange = {**HEADERS, "webhook-signature": "v1,AAAA"}
        calls: list[tuple[Any, Any, Any]] = [
            (BODY, strange, SECRETS),
            (BODY, {}, SECRETS[0]),
            (BODY, HEADERS, [*SECRETS, "whsec_AAAA"]),
            (None, HEADERS, SECRETS),
        ]
        keys = [repr(base64.b64decode(secret[6:])) for secret in SECRETS]
        for arguments in calls:
            error = caught(lambda: verified(*arguments))
            self.assertIsInstance(error, (BadDelivery, TypeError, ValueError))
            shown = shown_of(error, within=".whl")
            self.assertIn("headers = ", shown)
            for secret in (*SECRETS, *keys):
                self.assertNotIn(secret, shown)

    def test_a_signed_body_that_is_no_message_is_refused_and_an_unknown_type_is_not(self) -> None:
        texts = (b"", b"null", b"[]", b"{}", b'{"type":1,"data":{}}', b'{"type":"x"}', b"\xff")
        for body in texts:
            self.refused(body, signed(body))
        body = b'{"type":"session.dreamt","data":{"sessionId":"1"},"more":true}'
        message = verified(body, signed(body)).message
        assert message is not None
        self.assertEqual(message["data"]["sessionId"], "1")
        body = b'{"type":"account.changed","data":{}}'
        self.assertIsNone(verified(body, signed(body)).message)

    def test_a_wrong_argument_is_told_apart_without_the_secret_in_its_text(self) -> None:
        parsed: Any = DELIVERY["body"]
        self.assertRaises(TypeError, verify_webhook, parsed, HEADERS, SECRETS)
        self.assertRaises(ValueError, verify_webhook, BODY, HEADERS, [])
        public = DELIVERY["publicKeys"][0]
        for secret in (SECRETS[0][1:], SECRETS[0] + "!", "whsec_", "whsec_AAAA", public):
            with self.assertRaises(ValueError) as caught:
                verify_webhook(BODY, HEADERS, [*SECRETS, secret])
            self.assertNotIn(secret[6:] or "\n", str(caught.exception))
