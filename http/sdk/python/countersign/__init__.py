"""For backends of a Countersign server: sessions, results, files, webhooks.

    from countersign import Countersign

    countersign = Countersign("https://verify.example", client_key, client_secret)
    session = countersign.create_session(user_ref="customer-17")
    redirect(session["captureUrl"])

The standard library is all that this package needs. Answers are dicts with the names of the API's
document, and their types are in `countersign.types`.
"""

from __future__ import annotations

from . import types
from .bundle import Bundle, BundleFile, read_bundle
from .client import Countersign
from .errors import (
    BadBundle,
    BadDelivery,
    CountersignError,
    Refusal,
    UnexpectedAnswer,
    Unreachable,
)
from .generated.types import VERSION as __version__
from .patience import Timing
from .transport import Download
from .webhook import Delivery, verify_webhook
from .zip import Limits

__all__ = [
    "BadBundle",
    "BadDelivery",
    "Bundle",
    "BundleFile",
    "Countersign",
    "CountersignError",
    "Delivery",
    "Download",
    "Limits",
    "Refusal",
    "Timing",
    "UnexpectedAnswer",
    "Unreachable",
    "__version__",
    "read_bundle",
    "types",
    "verify_webhook",
]
