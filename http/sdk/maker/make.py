#!/usr/bin/env python3
"""make.py OPENAPI [--check]: the made parts of the SDKs, from the OpenAPI document in a file.

With --check nothing is written: the program tells which files are not what it would make.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import python
import typescript
from document import Document

SDK = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    names = [each for each in arguments if each != "--check"]
    if len(names) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    document = Document(json.loads(Path(names[0]).read_text("utf-8")))
    made = {
        SDK / "node/src/generated/types.ts": typescript.types_text(document),
        SDK / "node/src/generated/calls.ts": typescript.calls_text(document),
        SDK / "python/countersign/generated/types.py": python.types_text(document),
        SDK / "python/countersign/generated/calls.py": python.calls_text(document),
    }
    if "--check" not in arguments:
        for path, text in made.items():
            path.write_text(text, "utf-8")
        return 0
    old = [p for p, text in made.items() if not p.exists() or p.read_text("utf-8") != text]
    for path in old:
        print(f"{path} is not what the OpenAPI document says: make it anew", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
