"""Answers whose secrets no log shows: repr() has `[hidden]`, the members have the values."""

from __future__ import annotations

import json
from typing import Any

from .generated.types import HIDDEN


class Answer(dict):  # type: ignore[type-arg]
    """A dict as any other, whose repr() shows no credential, no link and no person's data."""

    def __repr__(self) -> str:
        shown = [
            f"{name!r}: " + ("[hidden]" if name in HIDDEN and value is not None else repr(value))
            for name, value in self.items()
        ]
        return "{" + ", ".join(shown) + "}"

    __str__ = __repr__


def parse_hiding(text: str) -> Any:
    """Parses JSON; each object of it is an Answer."""
    return json.loads(text, object_hook=Answer)
