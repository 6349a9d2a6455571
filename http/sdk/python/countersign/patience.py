"""How long to wait before a call is repeated, and the clock that it is waited by."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Callable, Optional

# A call is made once, and repeated at most this often.
MOST_REPEATS = 5
# If a server asks for a longer wait, the call fails at once instead.
LONGEST_WAIT_SECONDS = 120

_FIRST_SECONDS = 0.5
_FACTOR = 2.5
_JITTER = 0.25


@dataclass(frozen=True)
class Timing:
    """The chance and the waiting that the client uses. Tests give others."""

    now: Callable[[], float] = time.time
    wait: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.random


def delay_before(repeat: int, asked_seconds: Optional[int], chance: float) -> float:
    """Seconds before repeat number `repeat`, the first being 0: together half a minute.

    Never less than the server asked for.
    """
    own: float = _FIRST_SECONDS * _FACTOR**repeat
    return max(own, asked_seconds or 0) * (1 + _JITTER * chance)


def parse_retry_after(field: Optional[str], now: float) -> Optional[int]:
    """RFC 9110, section 10.2.3: seconds, or an HTTP-date. None for anything else, or nothing."""
    text = (field or "").strip()
    if re.fullmatch("[0-9]{1,9}", text):
        return int(text)
    if not re.fullmatch("[A-Z][a-z]{2}, .* GMT", text):
        return None
    try:
        return max(0, -int(-(parsedate_to_datetime(text).timestamp() - now) // 1))
    except (ArithmeticError, IndexError, OSError, TypeError, ValueError):
        # Older Pythons tell a date that is none, or beyond what a clock has, by any of these.
        return None
