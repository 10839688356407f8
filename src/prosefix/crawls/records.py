"""What sources give: pages as they were kept, and what in a source is no page or cannot be read. Plain data."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

PART = (
    8_000_000  # bytes of a source that one part reads: some 1,000 pages in a compressed archive, half a minute of work
)

UNPACKED = (
    5  # how many bytes compression makes one of, about: a part of a source without it has as many times the bytes
)


class Kind(StrEnum):
    """Why something in a source was not checked."""

    DAMAGED = "damaged"  # truncated, wrong gzip, wrong lengths
    TOO_LARGE = "too-large"
    ENCODING = "encoding"  # cannot be decoded
    MISSING = "missing"  # named in a sitemap or column, and not there
    TIME = "time"  # took longer than the limit
    DIED = "died"  # the process that checked it ended: out of memory, a crash in compiled code
    FAILED = "failed"  # prosefix raised an error
    RULE = "rule"  # a rule failed; the others checked the page
    NOT_HTML = "not-html"
    STATUS = "status"  # the server answered with something else than the page
    REPEATED = "revisit"  # the crawler says that it is as it was before
    CUT = "cut"  # the crawler kept only a part of it
    MINIFIED = "minified"  # came out of a program


LEFT_OUT = frozenset({Kind.NOT_HTML, Kind.STATUS, Kind.REPEATED, Kind.CUT, Kind.MINIFIED})
"""Kinds that are no fault: a crawl holds pictures and redirects. All others make the exit code 2."""


@dataclass(frozen=True, slots=True)
class Record:
    """A page. `place` is where in its part it was: a byte, or the number of an entry; -1 where a part has no such places."""

    address: str
    raw: bytes
    charset: str = ""  # what the server said, "" for nothing
    place: int = -1
    path: str = ""  # the file that it is, where it is one; globs of the settings are matched against it

    @property
    def name(self) -> str:
        return self.path or self.address


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a source that was not checked. `place` is a byte or, in a table, a row; -1 where it has none."""

    address: str
    kind: Kind
    message: str
    place: int = -1


@dataclass(frozen=True, slots=True)
class Part:
    """What one process reads, checks and writes at a time: `[start, stop)` of the source (bytes, rows or entries).

    `source` is the file or folder as it was named; `path` where it is; `size` how many bytes there are to read.
    """

    source: str
    path: str
    start: int
    stop: int
    size: int
    entries: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # address and path of single files


def byte_parts(source: str, path: str, size: int, part_size: int) -> Iterator[Part]:
    """A file of `size` bytes cut into parts of about `part_size`, at least one."""
    count = max(1, round(size / part_size))
    edges = [size * number // count for number in range(count + 1)]
    for start, stop in pairwise(edges):
        yield Part(source, path, start, stop, stop - start)


def too_large(address: str, largest: int, place: int = -1) -> Problem:
    """The problem of a page of more than `largest` bytes."""
    message = f"has more than {largest / 1e6:g} MB; raise --max-size to have it read"
    return Problem(address, Kind.TOO_LARGE, message, place)
