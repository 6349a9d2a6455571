"""Deliveries to a webhook, verified as Standard Webhooks says: docs/webhooks.md."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Optional, Union, cast

from .errors import BadDelivery
from .generated import types as T
from .hidden import Secret, parse_hiding

TOLERANCE_SECONDS = 300
# A header has a signature or two of each kind.
_MOST_SIGNATURES = 16


@dataclass(frozen=True)
class Delivery:
    """A delivery that is the server's."""

    #: The same each time that an event is sent: remember those that you have handled.
    id: str
    type: str
    #: Of an event of a session; None for others.
    message: Optional[T.WebhookMessage]
    #: Answer this as the whole body, with 200; None for all that is no challenge.
    challenge: Optional[str]


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Delivery:
    """Verifies the bytes of a delivery as they came, before anything has parsed them.

    `headers`: such as `self.headers` of http.server, or a dict. `secrets`: whsec_..., several
    while one replaces the other; one signature that fits is enough. Raises BadDelivery, which says
    nothing of the secrets. The signatures `v1a` are for the SDK of Node.js: Python alone has no
    Ed25519.
    """
    keys = [_key_of(each) for each in ([secrets] if isinstance(secrets, str) else secrets)]
    del secrets  # an error shows none of them in this frame
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError("body is the bytes of the request, not what was parsed from them")
    if not keys:
        raise ValueError("there is no secret to verify with")
    known = [key for key in keys if key is not None]
    if len(known) < len(keys):
        raise ValueError("a secret is no secret of a webhook (whsec_...)")
    delivery_id = _field_of(headers, "webhook-id")
    at = _field_of(headers, "webhook-timestamp")
    _check_time(at, tolerance_seconds, time.time() if now is None else now)
    signatures = _field_of(headers, "webhook-signature").split(" ")
    if len(signatures) > _MOST_SIGNATURES:
        raise BadDelivery("there are too many signatures")
    signed = f"{delivery_id}.{at}.".encode("utf-8") + body
    # Each key is tried, also after one that fits.
    if not any([_fits(key, signed, signatures) for key in known]):
        raise BadDelivery("no signature is of a secret that is known here")
    return _delivery_of(delivery_id, bytes(body))


def _fits(key: Secret[bytes], signed: bytes, signatures: Sequence[str]) -> bool:
    own = hmac.new(key.reveal(), signed, hashlib.sha256).digest()
    fits = False
    for signature in signatures:
        given = _bytes_of(signature[3:]) if signature.startswith("v1,") else None
        fits = (given is not None and hmac.compare_digest(given, own)) or fits
    return fits


def _bytes_of(text: str) -> Optional[bytes]:
    """A text in base64 in its one form; None for another."""
    try:
        made = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    return made if base64.b64encode(made).decode("ascii") == text else None


def _key_of(secret: str) -> Optional[Secret[bytes]]:
    """None for a text that is no secret of a webhook."""
    is_secret = isinstance(secret, str) and secret.startswith("whsec_")
    key = _bytes_of(secret[6:]) if is_secret else None
    return None if key is None or len(key) < 24 else Secret(key)


def _field_of(headers: Mapping[str, str], name: str) -> str:
    # Frameworks differ in what they give for a field that is none: None, a list, halves of pairs.
    items = headers.items()
    found = [value for field, value in items if isinstance(field, str) and field.lower() == name]
    if len(found) != 1 or not _is_text(found[0]):
        raise BadDelivery(f"the request has not one field {name}")
    return found[0]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[^\ud800-\udfff]+", value) is not None


def _check_time(at: str, tolerance_seconds: float, now: float) -> None:
    if not re.fullmatch("[0-9]{1,12}", at):
        raise BadDelivery("the time of the delivery is no number")
    if not abs(now - int(at)) <= tolerance_seconds:
        raise BadDelivery("the delivery is too old, or the clock here is wrong")


def _delivery_of(delivery_id: str, body: bytes) -> Delivery:
    try:
        value = parse_hiding(body.decode("utf-8"))
    except ValueError:
        raise BadDelivery("the body is signed and no JSON, or too deep") from None
    kind = value.get("type") if isinstance(value, dict) else None
    data = value.get("data") if isinstance(value, dict) else None
    if not isinstance(kind, str) or not isinstance(data, dict):
        raise BadDelivery("the body is signed and no message")
    challenge = data.get("challenge") if kind == "webhook.challenge" else None
    message = cast(T.WebhookMessage, value) if kind.startswith("session.") else None
    return Delivery(delivery_id, kind, message, challenge if isinstance(challenge, str) else None)
