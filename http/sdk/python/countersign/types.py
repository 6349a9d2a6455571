"""The types of answers and of what calls take, by the names of the API's document."""

from __future__ import annotations

from .generated.types import *  # noqa: F403
