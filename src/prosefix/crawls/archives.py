"""Web archives (WARC 1.0 and 1.1, ISO 28500), plain or compressed record by record: responses that are HTML pages.

A part owns the records that begin in its bytes. After damage reading goes on at the next record that can be found, so that
a broken record costs no other. An archive that holds another archive uncompressed must be read as one part.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from prosefix.crawls.extras import needed
from prosefix.crawls.gzipped import Damaged, Member, find_member
from prosefix.crawls.records import UNPACKED, Kind, Part, Problem, Record, byte_parts
from prosefix.crawls.responses import Responses

_MARK = b"WARC/"
_STEP = 1 << 16


def parts(source: str, path: str, part_size: int) -> Iterator[Part]:
    """The file in parts, each of the records that begin in its bytes. Raises ProsefixError without warcio."""
    needed("warcio", "scan")
    with Path(path).open("rb") as file:
        plain = file.read(len(_MARK)) == _MARK
    return byte_parts(source, path, Path(path).stat().st_size, part_size * (UNPACKED if plain else 1))


def records(part: Part, largest: int) -> Iterator[Record | Problem]:
    """The pages of the records that begin in `part`, and what else was in them."""
    with Path(part.path).open("rb") as file:
        head = file.read(len(_MARK))
        if head == _MARK:
            yield from _plain(file, part, Responses(part.source, largest))
        elif head[:2] == b"\x1f\x8b":
            yield from _compressed(file, part, Responses(part.source, largest))
        elif part.start == 0:
            what = "is empty" if not head else "is neither a WARC file nor compressed as one"
            yield Problem(part.source, Kind.DAMAGED, what, 0)


def _compressed(file: IO[bytes], part: Part, responses: Responses) -> Iterator[Record | Problem]:
    """The records of a file whose members hold a record each; one that is a single member is read by its first part."""
    place: int | None = part.start
    if part.start:
        place = find_member(file, part.start, _MARK)
    end = file.seek(0, io.SEEK_END)
    while place is not None and place < min(part.stop, end):
        member = Member(file, place)
        stream = io.BufferedReader(member, _STEP)
        try:
            while responses.skip_blank(stream):
                yield from responses.read(stream, place)
            following: int | None = member.end
        except Damaged as damage:
            following = find_member(file, place + 1, _MARK)
            yield responses.damaged(damage, place)
        place = following


def _plain(file: IO[bytes], part: Part, responses: Responses) -> Iterator[Record | Problem]:
    stream: Any = file
    place = _find_record(file, part.start) if part.start else 0
    while place is not None and place < part.stop:
        stream.seek(place)
        try:
            if not responses.skip_blank(stream):
                return
            place = stream.tell()
            if place >= part.stop:
                return
            yield from responses.read(stream, place)
            place = stream.tell()
        except Damaged as damage:
            yield responses.damaged(damage, place)
            place = _find_record(file, place + 1)


def _find_record(file: IO[bytes], start: int) -> int | None:
    """The first byte from `start` on where the head of a record begins, after an empty line."""
    before, kinds = b"\r\n\r\n", b"\r\nWARC-Type:"
    place = max(0, start - len(before))
    while True:
        file.seek(place)
        data = file.read(_STEP + 4096)
        at = data.find(before + _MARK)
        while 0 <= at < _STEP:
            head = data[at + len(before) : at + len(before) + 4096].partition(b"\r\n\r\n")[0]
            if kinds.lower() in head.lower() and b"\r\ncontent-length:" in head.lower():
                return place + at + len(before)
            at = data.find(before + _MARK, at + 1)
        if len(data) < _STEP + 4096:
            return None
        place += _STEP
