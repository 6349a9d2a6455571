"""make_bundles.py FILE: bundles for the tests of both SDKs, sound and damaged, as JSON.

Each case has its archive in base64, the list of the session's files, and in `refused` whether a
reader has to refuse it. The writer here writes what no honest one would.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import sys
import zlib
from dataclasses import dataclass, replace
from typing import Any, Optional

SESSION = "01a2191a-41ca-79eb-b26e-7692dad6d21e"
IDS = ["01a22c1e-d97b-79e7-8797-0bb21b7d0fc7", "01a22c1e-d97b-79e7-8797-0bb21b7d0fc8"]
NAMES = [f"document-front-1-{IDS[0]}.jpg", f"selfie-1-{IDS[1]}.png"]
BYTES = [b"\xff\xd8\xff" + bytes(range(256)) * 4, b"\x89PNG" + b"a face" * 300]


@dataclass
class Entry:
    """An entry, with what its two heads say in the place of the truth."""

    name: bytes
    data: bytes
    method: int = 8
    flags: int = 0
    size: Optional[int] = None
    crc: Optional[int] = None
    local_name: Optional[bytes] = None
    local_size: Optional[int] = None
    packed: Optional[bytes] = None
    extra: bytes = b""
    comment: bytes = b""


def packed_of(entry: Entry) -> bytes:
    if entry.packed is not None:
        return entry.packed
    if entry.method != 8:
        return entry.data
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflater.compress(entry.data) + deflater.flush()


def zipped(
    entries: list[Entry], before: bytes = b"", between: bytes = b"", comment: bytes = b"",
    count: Optional[int] = None,
) -> bytes:
    body, directory = before, b""
    for entry in entries:
        packed = packed_of(entry)
        size = len(entry.data) if entry.size is None else entry.size
        crc = zlib.crc32(entry.data) if entry.crc is None else entry.crc
        name = entry.name if entry.local_name is None else entry.local_name
        local_size = size if entry.local_size is None else entry.local_size
        offset = len(body)
        body += struct.pack("<4s5H3L2H", b"PK\3\4", 20, entry.flags, entry.method, 0, 33, crc,
                            len(packed), local_size, len(name), 0)
        body += name + packed
        directory += struct.pack("<4s6H3L5H2L", b"PK\1\2", 0x31E, 20, entry.flags, entry.method, 0,
                                 33, crc, len(packed), size, len(entry.name), len(entry.extra),
                                 len(entry.comment), 0, 0, 0o100600 << 16, offset)
        directory += entry.name + entry.extra + entry.comment
    body += between
    number = len(entries) if count is None else count
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, number, number, len(directory), len(body),
                      len(comment))
    return body + directory + end + comment


def manifest_of(names: list[str], contents: list[bytes], session: str = SESSION) -> bytes:
    lines = ["# Countersign bundle", f"# session: {session}"]
    for name, data in zip(names, contents):
        lines.append(f"{hashlib.sha256(data).hexdigest()}  {name}")
    return ("\n".join(lines) + "\n").encode()


def record_of(index: int, data: bytes) -> dict[str, Any]:
    return {
        "id": IDS[index],
        "kind": ["DOCUMENT", "SELFIE"][index],
        "side": ["FRONT", None][index],
        "seq": 1,
        "contentType": ["image/jpeg", "image/png"][index],
        "sizeBytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "createdAt": "2026-11-30T11:02:28.988396Z",
        "purged": False,
    }


FILES = [Entry(name.encode(), data) for name, data in zip(NAMES, BYTES)]
MANIFEST = Entry(b"MANIFEST.txt", manifest_of(NAMES, BYTES), flags=2)
LISTED = [record_of(index, data) for index, data in enumerate(BYTES)]


def made_with(first: Entry) -> bytes:
    return zipped([first, FILES[1], MANIFEST])


def named(name: str) -> bytes:
    """The archive whose first file has another name, in the manifest too."""
    first = replace(FILES[0], name=name.encode("utf-8", "surrogateescape"))
    text = manifest_of([name, NAMES[1]], BYTES)
    return zipped([first, FILES[1], replace(MANIFEST, data=text)])


def sound() -> dict[str, Any]:
    stored = [replace(entry, method=0) for entry in FILES]
    empty = manifest_of([], [])
    return {
        "deflated": (zipped([*FILES, MANIFEST]), LISTED),
        "stored": (zipped([*stored, MANIFEST]), LISTED),
        "the manifest first": (zipped([MANIFEST, *FILES]), LISTED),
        "no files": (zipped([replace(MANIFEST, data=empty)]), []),
    }


def damaged() -> dict[str, Any]:
    first, second = FILES
    whole = zipped([*FILES, MANIFEST])
    other = record_of(0, BYTES[0] + b"!")
    twice = manifest_of([NAMES[0], NAMES[0], NAMES[1]], [BYTES[0], *BYTES])
    cases: dict[str, Any] = {
        "empty": b"",
        "no archive": b"PK" * 40,
        "cut off": whole[:-1],
        "bytes behind": whole + b"\0",
        "a comment": zipped([*FILES, MANIFEST], comment=b"note"),
        "bytes before": zipped([*FILES, MANIFEST], before=b"#!/bin/sh\n"),
        "bytes between": zipped([*FILES, MANIFEST], between=b"between"),
        "no manifest": zipped(FILES),
        "a file beside": zipped([*FILES, Entry(b"run.sh", b"echo"), MANIFEST]),
        "a file is missing": zipped([first, MANIFEST]),
        "a file twice": zipped([first, first, second, MANIFEST]),
        "more entries stated": zipped([*FILES, MANIFEST], count=4),
        "fewer entries stated": zipped([*FILES, MANIFEST], count=2),
        "another hash": made_with(replace(first, data=BYTES[0][:-1] + b"?")),
        "another checksum": made_with(replace(first, crc=7)),
        "inflates to more": made_with(replace(first, size=len(first.data) - 1)),
        "inflates to less": made_with(replace(first, size=len(first.data) + 1)),
        "a bomb": made_with(replace(first, packed=packed_of(Entry(b"", bytes(1 << 24))))),
        "a size beyond all bounds": made_with(replace(first, size=0xFFFFFFFF)),
        "bytes behind the deflated": made_with(replace(first, packed=packed_of(first) + b"\0")),
        "not deflated": made_with(replace(first, packed=b"\xff\xff\xff")),
        "another name before the bytes": made_with(replace(first, local_name=b"x" * len(NAMES[0]))),
        "another size before the bytes": made_with(replace(first, local_size=1)),
        "encrypted": made_with(replace(first, flags=1)),
        "sizes behind the bytes": made_with(replace(first, flags=8)),
        "an unknown method": made_with(replace(first, method=12, packed=packed_of(first))),
        "an extra field": made_with(replace(first, extra=b"\1\0\4\0....")),
        "a comment of a file": made_with(replace(first, comment=b"note")),
        "a manifest of another session": zipped(
            [*FILES, replace(MANIFEST, data=manifest_of(NAMES, BYTES, IDS[0]))]
        ),
        "a manifest without its end": zipped([*FILES, replace(MANIFEST, data=MANIFEST.data[:-1])]),
        "a manifest with a line that is none": zipped(
            [*FILES, replace(MANIFEST, data=MANIFEST.data + b"hello\n")]
        ),
        "a manifest with a file twice": zipped([*FILES, replace(MANIFEST, data=twice)]),
    }
    hostile = ["../", "/etc/", "a/", "..\\", "C:", ".", "\u00e9", "-", "x" * 300, " ", "a\0", "\n"]
    for begin in hostile:
        cases[f"a name that begins with {begin[:9]!r}"] = named(begin + NAMES[0])
    lists = {
        "a file that is not listed": LISTED[1:],
        "a file that is listed and missing": [*LISTED, {**LISTED[0], "id": SESSION}],
        "another hash in the list": [other, LISTED[1]],
        "another size in the list": [{**LISTED[0], "sizeBytes": 1}, LISTED[1]],
    }
    return {
        **{name: (archive, LISTED) for name, archive in cases.items()},
        **{name: (whole, listed) for name, listed in lists.items()},
    }


def main(path: str) -> None:
    made = [
        {
            "name": name,
            "archive": base64.b64encode(archive).decode(),
            "listed": listed,
            "refused": cases is not sound,
        }
        for cases in (sound, damaged)
        for name, (archive, listed) in cases().items()
    ]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"session": SESSION, "cases": made}, file)


if __name__ == "__main__":
    main(sys.argv[1])
