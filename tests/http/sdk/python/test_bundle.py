"""Bundles, sound and damaged, read by the SDK for Python."""

from __future__ import annotations

import base64
import os
import stat
import unittest
from typing import Any

from countersign import BadBundle, Bundle, Limits, read_bundle

from support import MADE, made

BUNDLES = made("bundles.json")
SESSION: str = BUNDLES["session"]
CASES: list[dict[str, Any]] = BUNDLES["cases"]
WHOLE = base64.b64decode(CASES[0]["archive"])
LISTED = CASES[0]["listed"]


def told(bundle: Bundle) -> Any:
    return [(each.name, each.data, each.record["sha256"]) for each in bundle.files]


class BundleTest(unittest.TestCase):
    def test_a_sound_bundle_is_read_and_a_damaged_one_is_refused(self) -> None:
        for case in CASES:
            with self.subTest(case["name"]):
                archive = base64.b64decode(case["archive"])
                if case["refused"]:
                    self.assertRaises(BadBundle, read_bundle, SESSION, archive, case["listed"])
                    continue
                bundle = read_bundle(SESSION, archive, case["listed"], "index=1, size=2")
                ids = sorted(each.record["id"] for each in bundle.files)
                self.assertEqual(ids, sorted(each["id"] for each in case["listed"]))
                self.assertEqual(bundle.receipt, "index=1, size=2")

    def test_a_bundle_with_more_files_or_bytes_than_the_limits_is_refused(self) -> None:
        size = sum(each["sizeBytes"] for each in LISTED)
        read_bundle(SESSION, WHOLE, LISTED, limits=Limits(3, size + 1000))
        for limits in (Limits(2, size + 1000), Limits(3, size)):
            with self.assertRaises(BadBundle):
                read_bundle(SESSION, WHOLE, LISTED, limits=limits)

    def test_a_bundle_with_any_byte_changed_is_refused_or_has_the_same_files(self) -> None:
        expected = told(read_bundle(SESSION, WHOLE, LISTED))
        refusals = 0
        for at in range(len(WHOLE)):
            for flip in (1, 0x80, 0xFF):
                changed = bytearray(WHOLE)
                changed[at] ^= flip
                try:
                    same = told(read_bundle(SESSION, bytes(changed), LISTED)) == expected
                except BadBundle:
                    refusals += 1
                else:
                    self.assertTrue(same, f"byte {at}")
        self.assertGreater(refusals, 2 * len(WHOLE))

    def test_a_bundle_that_ends_at_any_byte_is_refused(self) -> None:
        for size in range(len(WHOLE)):
            self.assertRaises(BadBundle, read_bundle, SESSION, WHOLE[:size], LISTED)

    def test_a_list_of_the_server_that_is_none_is_refused(self) -> None:
        first = LISTED[0]
        strange: list[Any] = [None, {}, "ids", 7, [None], [1], [{}], [[]], [{"id": first["id"]}]]
        strange += [[*LISTED, None], [*LISTED, first], [{**first, "id": [1]}, *LISTED[1:]]]
        strange += [[{**first, name: None}, *LISTED[1:]] for name in ("id", "sha256", "sizeBytes")]
        for listed in strange:
            with self.subTest(repr(listed)[:60]):
                self.assertRaises(BadBundle, read_bundle, SESSION, WHOLE, listed)
        read_bundle(SESSION, WHOLE, tuple(LISTED))

    def test_files_are_saved_for_their_owner_alone_and_replace_none(self) -> None:
        bundle = read_bundle(SESSION, WHOLE, LISTED)
        folder = MADE / "saved" / "python"
        bundle.save_to(folder)
        self.assertEqual(stat.S_IMODE(folder.stat().st_mode), 0o700)
        names = sorted([*(each.name for each in bundle.files), "MANIFEST.txt"])
        self.assertEqual(sorted(os.listdir(folder)), names)
        for name in names:
            self.assertEqual(stat.S_IMODE((folder / name).stat().st_mode), 0o600)
        for each in bundle.files:
            self.assertEqual((folder / each.name).read_bytes(), each.data)
        self.assertRaises(FileExistsError, bundle.save_to, folder)

    def test_no_picture_is_printed_with_a_bundle(self) -> None:
        bundle = read_bundle(SESSION, WHOLE, LISTED)
        self.assertLess(len(repr(bundle)), 2000)
        self.assertNotIn("bytes(", repr(bundle))
