"""JSON Lines: an object a line, its page in `html`, its address in `url` or one of the other usual names."""

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from prosefix.crawls.records import UNPACKED, Kind, Part, Problem, Record, byte_parts, too_large

HTML = "html"
ADDRESSES = ("url", "address", "uri", "path", "id")
CHARSETS = ("charset", "encoding")
_ESCAPED = 6  # bytes that JSON takes for one character at most: \u0041


def parts(source: str, path: str, part_size: int) -> Iterator[Part]:
    """The file in parts, each of the lines that begin in its bytes. A compressed file is one part."""
    size = Path(path).stat().st_size
    return byte_parts(source, path, size, max(size, 1) if path.lower().endswith(".gz") else UNPACKED * part_size)


def records(part: Part, largest: int) -> Iterator[Record | Problem]:
    """The pages of the lines that begin in `part`."""
    whole = part.path.lower().endswith(".gz")
    with gzip.open(part.path) if whole else Path(part.path).open("rb") as file:
        try:
            yield from _records(file, part, largest, whole)  # type: ignore[arg-type]  # what gzip opens reads bytes
        except (EOFError, OSError, zlib.error) as error:
            yield Problem(part.source, Kind.DAMAGED, f"cannot be read any further: {error}", file.tell())


def _records(file: IO[bytes], part: Part, largest: int, whole: bool) -> Iterator[Record | Problem]:
    longest = _ESCAPED * largest
    if part.start and not whole:
        file.seek(part.start - 1)
        _skip_line(file, longest)
    place = file.tell()
    while whole or place < part.stop:
        line = file.readline(longest + 1)
        if not line:
            return
        address = f"{part.source}#{place}"
        if len(line) > longest:
            _skip_line(file, longest)
            yield too_large(address, largest, place)
        elif line.strip():
            yield _of_line(line, address, place, largest)
        place = file.tell()


def _skip_line(file: IO[bytes], step: int) -> None:
    """Read to the next line end, or to the end of the file."""
    line = file.readline(min(step, io.DEFAULT_BUFFER_SIZE))
    while line and not line.endswith(b"\n"):
        line = file.readline(io.DEFAULT_BUFFER_SIZE)


def _of_line(line: bytes, address: str, place: int, largest: int) -> Record | Problem:
    try:
        row = json.loads(line)
    except ValueError as error:  # no JSON, or no UTF-8
        return Problem(address, Kind.DAMAGED, f"the line is no JSON: {error}", place)
    if not isinstance(row, dict):
        return Problem(address, Kind.DAMAGED, "the line is no JSON object", place)
    return of_row(row, address, place, largest)


def of_row(row: Mapping[str, Any], address: str, place: int, largest: int) -> Record | Problem:
    """The page in a `row` of a table; `address` is what it is called where the row names none."""
    address = next((str(row[name]) for name in ADDRESSES if row.get(name)), address)
    html = row.get(HTML)
    charset = next((str(row[name]) for name in CHARSETS if row.get(name)), "")
    if isinstance(html, str):
        try:
            html, charset = html.encode(), "utf-8"  # decoded already, whatever the page declares
        except UnicodeEncodeError as error:
            return Problem(address, Kind.ENCODING, f"“{HTML}” holds a broken character at {error.start}", place)
    if not isinstance(html, bytes):
        return Problem(address, Kind.MISSING, f"the row has no “{HTML}”", place)
    if len(html) > largest:
        return too_large(address, largest, place)
    return Record(address, html, charset, place)
