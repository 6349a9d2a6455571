"""A zip archive, read as strictly as the server writes one.

Entries stand side by side without a gap, each with the same head twice, names are plain, and there
are no bytes beside them. APPNOTE 6.3.3 names the fields. Everything else is refused: an archive
that two programs could read differently. `zipfile` would take much of that.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass

from .errors import BadBundle


@dataclass(frozen=True)
class Limits:
    #: The most entries of an archive.
    entries: int
    #: The most bytes of all entries together, when they are inflated.
    size: int


@dataclass(frozen=True)
class _Head:
    name: str
    method: int
    crc: int
    packed_size: int
    size: int
    offset: int


_END = struct.Struct("<4s4H2LH")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_STORED = 0
_DEFLATED = 8
# The bits by which a writer says how well it deflates, and that names are UTF-8.
_HARMLESS_FLAGS = 0x0806
_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}")


def unzip(archive: bytes, limits: Limits) -> dict[str, bytes]:
    """Returns the entries by their names, in their order. Raises BadBundle."""
    count, start = _end_of(archive)
    if count > limits.entries:
        raise BadBundle(f"there are more than {limits.entries} files")
    heads = _heads_of(archive, count, start)
    if sum(head.size for head in heads) > limits.size:
        raise BadBundle(f"the files have more than {limits.size} bytes")
    entries: dict[str, bytes] = {}
    at = 0
    for head in heads:
        if head.offset != at:
            raise BadBundle("bytes of the archive belong to no file")
        if head.name in entries:
            raise BadBundle("two files have one name")
        data = at + _checked_local(archive, head, start)
        at = data + head.packed_size
        if at > start:
            raise BadBundle("the archive is cut off")
        entries[head.name] = _content_of(archive[data:at], head)
    if at != start:
        raise BadBundle("bytes of the archive belong to no file")
    return entries


def _end_of(archive: bytes) -> tuple[int, int]:
    """The end of the central directory, which is the end of the archive."""
    at = len(archive) - _END.size
    if at < 0 or archive[at : at + 4] != b"PK\5\6":
        raise BadBundle("the bytes are no zip archive, or one that is cut off")
    _, disk, first_disk, here, count, size, start, comment = _END.unpack_from(archive, at)
    is_whole = disk == first_disk == comment == 0 and here == count
    if not is_whole or start + size != at:
        raise BadBundle("the directory of the archive is not where it has to be")
    return count, start


def _heads_of(archive: bytes, count: int, start: int) -> list[_Head]:
    end = len(archive) - _END.size
    heads: list[_Head] = []
    at = start
    for _ in range(count):
        if at + _CENTRAL.size > end or archive[at : at + 4] != b"PK\1\2":
            raise BadBundle("the directory of the archive is damaged")
        (_, _, _, flags, method, _, _, crc, packed, size, name_size, *more, _, _, offset) = (
            _CENTRAL.unpack_from(archive, at)
        )
        begin = at + _CENTRAL.size
        at = begin + name_size
        if at > end:
            raise BadBundle("the directory of the archive is damaged")
        # There are no extra fields, no comments and no other disks.
        if any(more) or flags & ~_HARMLESS_FLAGS or method not in (_STORED, _DEFLATED):
            raise BadBundle("a file of the archive is of an unknown kind")
        name = archive[begin:at].decode("latin-1")
        if not _NAME.fullmatch(name):
            raise BadBundle("the name of a file is not plain")
        heads.append(_Head(name, method, crc, packed, size, offset))
    if at != end:
        raise BadBundle("the directory of the archive is damaged")
    return heads


def _checked_local(archive: bytes, head: _Head, start: int) -> int:
    """The head before the bytes says what the directory says. Returns its size."""
    size = _LOCAL.size + len(head.name)
    is_same = head.offset + size <= start
    if is_same:
        (mark, _, flags, method, _, _, crc, packed, plain, name_size, extra) = _LOCAL.unpack_from(
            archive, head.offset
        )
        name = archive[head.offset + _LOCAL.size : head.offset + size]
        is_same = (
            mark == b"PK\3\4"
            and not flags & ~_HARMLESS_FLAGS
            and (method, crc, packed, plain) == (head.method, head.crc, head.packed_size, head.size)
            and (name_size, extra) == (len(head.name), 0)
            and name == head.name.encode("latin-1")
        )
    if not is_same:
        raise BadBundle(f"{head.name} is told in two ways")
    return size


def _content_of(packed: bytes, head: _Head) -> bytes:
    content = packed
    if head.method == _DEFLATED:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            # One byte more than there may be would be noticed.
            content = inflater.decompress(packed, head.size + 1)
            is_whole = len(content) == head.size and inflater.eof and not inflater.unused_data
        except zlib.error:
            is_whole = False
        if not is_whole:
            raise BadBundle(f"{head.name} does not inflate to the size that it states")
    if len(content) != head.size or zlib.crc32(content) != head.crc:
        raise BadBundle(f"{head.name} is damaged")
    return content
