#!/usr/bin/env python3
"""pack.py FOLDER: makes the wheel of the package in FOLDER, and prints its path.

The same files make the same bytes. Needs nothing but Python.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The first time that an archive can state; it says nothing.
TIME = (1980, 1, 1, 0, 0, 0)


def value_of(project: str, name: str) -> str:
    found = re.search(f'^{name} = "([^"]+)"$', project, re.MULTILINE)
    if not found:
        raise SystemExit(f"pyproject.toml has no {name}")
    return found[1]


def metadata_of(project: str) -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {value_of(project, 'name')}",
        f"Version: {value_of(project, 'version')}",
        f"Summary: {value_of(project, 'description')}",
        "License: Apache-2.0",
        f"Requires-Python: {value_of(project, 'requires-python')}",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text("utf-8")


def files_of(project: str) -> dict[str, bytes]:
    sources = sorted([*HERE.glob("countersign/**/*.py"), HERE / "countersign/py.typed"])
    files = {str(path.relative_to(HERE)): path.read_bytes() for path in sources}
    info = f"countersign-{value_of(project, 'version')}.dist-info"
    files[f"{info}/LICENSE"] = (HERE / "../../../LICENSE").read_bytes()
    files[f"{info}/METADATA"] = metadata_of(project).encode()
    tags = "Wheel-Version: 1.0\nGenerator: countersign\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/WHEEL"] = tags.encode()
    record = [f"{name},{hash_of(data)},{len(data)}" for name, data in files.items()]
    record.append(f"{info}/RECORD,,")
    files[f"{info}/RECORD"] = ("\n".join(record) + "\n").encode()
    return files


def hash_of(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
    return "sha256=" + digest.rstrip("=")


def main(folder: str) -> None:
    project = (HERE / "pyproject.toml").read_text("utf-8")
    Path(folder).mkdir(parents=True, exist_ok=True)
    wheel = Path(folder) / f"countersign-{value_of(project, 'version')}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files_of(project).items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    print(wheel)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
