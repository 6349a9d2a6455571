"""Values in paths: a value is never more than the one segment that it stands in."""

from __future__ import annotations

from urllib.parse import quote


def segment(value: str) -> str:
    """Encodes a value as one segment. Raises ValueError for one that a URL would resolve away."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError("an id of a path is a text, and neither empty nor `.` nor `..`")
    return quote(value, safe="")


def segments(value: str) -> str:
    """Encodes a path of several segments, such as that of a tile of the log."""
    return "/".join(segment(each) for each in value.split("/"))
