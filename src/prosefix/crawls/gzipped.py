"""Files of many gzip members, one after the other, as web archives are: each read by itself, the next one found after damage.

It knows bytes alone. The way of reading is RFC 1952; members are undone as they are read, never whole.
"""

import io
import zlib
from typing import IO, Any

HEAD = b"\x1f\x8b\x08"
_STEP = 1 << 16


class Damaged(Exception):
    """A source that cannot be read at a place; the message says why."""


class Member(io.RawIOBase):
    """The content of the member that begins at byte `start` of `file`. Reading raises Damaged where its bytes are wrong."""

    def __init__(self, file: IO[bytes], start: int) -> None:
        self._file = file
        self._next = start  # the byte of the file to be read next
        self._undo = zlib.decompressobj(31)
        self._rest = b""

    @property
    def end(self) -> int:
        """The byte after the member, once all of it was read."""
        return self._next - len(self._undo.unused_data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._undo.eof:
            try:
                content = self._undo.decompress(self._rest or self._more(), len(buffer))
            except zlib.error as error:
                raise Damaged(f"the compressed data are wrong: {error}") from None
            self._rest = self._undo.unconsumed_tail
            if content:
                buffer[: len(content)] = content
                return len(content)
        return 0

    def _more(self) -> bytes:
        self._file.seek(self._next)
        data = self._file.read(_STEP)
        if not data:
            raise Damaged("the file ends in the middle of a record")
        self._next += len(data)
        return data


def find_member(file: IO[bytes], start: int, begins: bytes) -> int | None:
    """The first byte from `start` on where a member begins whose content begins with `begins`; None where there is none."""
    place, overlap = start, len(HEAD) - 1
    while True:
        file.seek(place)
        data = file.read(_STEP)
        at = data.find(HEAD)
        while at >= 0:
            if _begins(file, place + at, begins):
                return place + at
            at = data.find(HEAD, at + 1)
        if len(data) < _STEP:
            return None
        place += len(data) - overlap


def _begins(file: IO[bytes], start: int, begins: bytes) -> bool:
    try:
        return io.BufferedReader(Member(file, start), 512).read(len(begins)) == begins
    except Damaged:
        return False
