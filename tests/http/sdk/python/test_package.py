"""The wheel of the package for Python: its files, and what it says of them."""

from __future__ import annotations

import base64
import hashlib
import typing
import unittest
import zipfile

import countersign
from countersign import types

from support import MADE

[WHEEL] = MADE.glob("packed/*.whl")


class PackageTest(unittest.TestCase):
    def test_the_tests_use_the_wheel(self) -> None:
        self.assertTrue(countersign.__file__.startswith(str(WHEEL)))

    def test_the_wheel_has_the_package_its_types_and_a_record_of_each_file(self) -> None:
        with zipfile.ZipFile(WHEEL) as archive:
            info = f"countersign-{countersign.__version__}.dist-info"
            names = archive.namelist()
            for name in ("countersign/py.typed", f"{info}/METADATA", f"{info}/LICENSE"):
                self.assertIn(name, names)
            lines = archive.read(f"{info}/RECORD").decode().splitlines()
            record = {line.split(",")[0]: line.split(",")[1:] for line in lines}
            self.assertEqual(sorted(record), sorted(names))
            for name, (hashed, size) in record.items():
                if name == f"{info}/RECORD":
                    continue
                data = archive.read(name)
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
                self.assertEqual((hashed, size), ("sha256=" + digest.rstrip("="), str(len(data))))

    def test_the_metadata_names_no_other_package(self) -> None:
        with zipfile.ZipFile(WHEEL) as archive:
            info = f"countersign-{countersign.__version__}.dist-info"
            metadata = archive.read(f"{info}/METADATA").decode().split("\n\n")[0]
        self.assertIn(f"\nVersion: {countersign.__version__}\n", metadata)
        self.assertIn("\nRequires-Python: >=3.9\n", metadata)
        self.assertNotIn("Requires-Dist", metadata)

    def test_all_types_can_be_read_at_run_time(self) -> None:
        found = [each for each in vars(types).values() if isinstance(each, type)]
        self.assertGreater(len(found), 30)
        for each in found:
            typing.get_type_hints(each)
