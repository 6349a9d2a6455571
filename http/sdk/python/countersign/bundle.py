"""The files of a session, held against the bundle's manifest and the session's list of files."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Optional, Union, cast

from .errors import BadBundle
from .generated import types as T
from .zip import Limits, unzip

_MANIFEST = "MANIFEST.txt"
_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")
_ID = re.compile(r".*-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+")

#: The most that the server puts into one bundle, by far.
LIMITS = Limits(entries=1000, size=512 * 1024 * 1024)


@dataclass(frozen=True)
class BundleFile:
    """A file of a bundle, with the record that the API lists."""

    name: str
    record: T.Document
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class Bundle:
    session_id: str
    #: The text of MANIFEST.txt.
    manifest: str = field(repr=False)
    files: Sequence[BundleFile]
    #: Where the log records this download: `index=41, size=42`.
    receipt: Optional[str]

    def save_to(self, folder: Union[str, os.PathLike[str]]) -> None:
        """Writes the files and the manifest into a folder, for their owner alone. Replaces none."""
        os.makedirs(folder, mode=0o700, exist_ok=True)
        for each in self.files:
            _write(os.path.join(folder, each.name), each.data)
        _write(os.path.join(folder, _MANIFEST), self.manifest.encode("latin-1"))


def _write(path: str, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


def read_bundle(
    session_id: str,
    archive: bytes,
    listed: Sequence[T.Document],
    receipt: Optional[str] = None,
    limits: Limits = LIMITS,
) -> Bundle:
    """Reads a bundle of the session.

    Raises BadBundle unless the archive has the files of its manifest and no others, each with its
    hash, and these are the files that the API lists.
    """
    entries = unzip(archive, limits)
    manifest = _manifest_of(entries, session_id)
    del entries[_MANIFEST]
    hashes = _hashes_of(manifest)
    records = _records_of(listed)
    files: list[BundleFile] = []
    for name, data in entries.items():
        if name not in hashes:
            raise BadBundle(f"{name} is not in the manifest")
        if hashlib.sha256(data).hexdigest() != hashes[name]:
            raise BadBundle(f"{name} does not have the hash of the manifest")
        match = _ID.fullmatch(name)
        record = records.pop(match[1], None) if match else None
        if record is None:
            raise BadBundle(f"{name} is no file that the session lists")
        if record["sha256"] != hashes[name] or record["sizeBytes"] != len(data):
            raise BadBundle(f"{name} is another file than the session lists")
        files.append(BundleFile(name, record, data))
    if len(files) != len(hashes):
        raise BadBundle("a file of the manifest is missing")
    if records:
        raise BadBundle("a file that the session lists is missing")
    return Bundle(session_id, manifest, files, receipt)


def _records_of(listed: object) -> dict[str, T.Document]:
    """The records by their ids. The list is the server's answer, and may be anything."""
    records: dict[str, T.Document] = {}
    for each in listed if isinstance(listed, (list, tuple)) else [None]:
        record = each if isinstance(each, Mapping) else {}
        name, size = record.get("id"), record.get("sizeBytes")
        is_record = isinstance(record.get("sha256"), str) and isinstance(size, int)
        if not is_record or not isinstance(name, str) or name in records:
            raise BadBundle("the list of the session's files has a record that is none")
        records[name] = cast(T.Document, record)
    return records


def _manifest_of(entries: Mapping[str, bytes], session_id: str) -> str:
    if _MANIFEST not in entries:
        raise BadBundle("there is no manifest")
    manifest = entries[_MANIFEST].decode("latin-1")
    if f"# session: {session_id}" not in manifest.split("\n"):
        raise BadBundle("the manifest is of another session")
    return manifest


def _hashes_of(manifest: str) -> dict[str, str]:
    lines = manifest.split("\n")
    if lines.pop() != "":
        raise BadBundle("the manifest is cut off")
    hashes: dict[str, str] = {}
    for line in lines:
        if line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if not match or match[2] in hashes:
            raise BadBundle("the manifest has a line that is none")
        hashes[match[2]] = match[1]
    return hashes
