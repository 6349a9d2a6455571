"""What is believed of the pages of a list that a client goes through."""

from __future__ import annotations

from typing import Any, Union

from .errors import UnexpectedAnswer

Place = Union[int, str, None]


class Pages:
    """A walk through the pages of a list, each of which says the place that the next one begins at.

    A list may have any number of pages, so a walk is not ended by their number. It ends when a
    place comes again: at once if it is the place that was asked for, and otherwise after at most
    three times as many pages as lie before its second coming (Brent, An improved Monte Carlo
    factorization algorithm, BIT 20, 1980), with one place kept.
    """

    def __init__(self, operation: str, items: str, place: type, ends_with_null: bool) -> None:
        self._operation = operation
        self._items = items
        self._type = place
        self._ends_with_null = ends_with_null
        self._kept: Place = None
        self._pages = 0
        self._keep_at = 1

    def take(self, page: Any, after: Place) -> None:
        """Raises UnexpectedAnswer unless this is a page, and leads on from `after`."""
        if not isinstance(page, dict):
            raise self._unexpected("the page is not an object")
        items = page.get(self._items)
        if not isinstance(items, list) or not all(isinstance(each, dict) for each in items):
            raise self._unexpected(f"the page's {self._items} is not a list of objects")
        following: Any = page.get("next", "")
        if following is None and self._ends_with_null:
            return
        if not self._is_place(following):
            raise self._unexpected("the page's next is not a place in the list")
        # The list is over, or nothing new has come to it in the time of a wait.
        if not items and not self._ends_with_null:
            return
        if following in (after, self._kept):
            raise self._unexpected("the page's next is a place that was read before")
        self._pages += 1
        if self._pages == self._keep_at:
            self._kept = following
            self._keep_at *= 2

    def _is_place(self, following: Any) -> bool:
        if type(following) is not self._type:  # a bool is none, though it is an int
            return False
        return following != "" and not (isinstance(following, int) and following < 0)

    def _unexpected(self, detail: str) -> UnexpectedAnswer:
        return UnexpectedAnswer(self._operation, detail, None)
