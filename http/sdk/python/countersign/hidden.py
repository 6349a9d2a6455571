"""Answers and secrets that no log shows: repr() has `[hidden]`, the members have the values."""

from __future__ import annotations

import json
from typing import Any, Generic, TypeVar

from .generated.types import HIDDEN

Value = TypeVar("Value", str, bytes)


class Secret(Generic[Value]):
    """A credential between the caller and the wire, which repr() does not show.

    Reports of errors often have repr() of the variables of each frame.
    """

    __slots__ = ("_value",)

    def __init__(self, value: Value) -> None:
        self._value: Value = value

    def reveal(self) -> Value:
        """The value. Call this in functions alone that raise nothing."""
        return self._value

    def __repr__(self) -> str:
        return "[hidden]"


class Answer(dict):  # type: ignore[type-arg]
    """A dict as any other, whose repr() shows no credential, no link and no person's data."""

    def __repr__(self) -> str:
        shown = [
            f"{name!r}: " + ("[hidden]" if name in HIDDEN and value is not None else repr(value))
            for name, value in self.items()
        ]
        return "{" + ", ".join(shown) + "}"

    __str__ = __repr__


def parse_json(text: str) -> Any:
    """Parses JSON. Raises ValueError, also where values lie within each other too deep to read."""
    try:
        return json.loads(text)
    except RecursionError:
        pass
    raise ValueError("values lie within each other too deep")


def parse_hiding(text: str) -> Any:
    """Parses JSON as parse_json() does; each object of it is an Answer."""
    try:
        return json.loads(text, object_hook=Answer)
    except RecursionError:
        pass
    raise ValueError("values lie within each other too deep")
