"""Parquet files with a column `html` (text or bytes), and one of the usual names for the address; a part is a row group."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prosefix.crawls.extras import needed
from prosefix.crawls.lines import ADDRESSES, CHARSETS, HTML, of_row
from prosefix.crawls.records import UNPACKED, Kind, Part, Problem, Record
from prosefix.errors import ProsefixError

_ROWS = 64  # read at a time
_BROKEN = (OSError, ValueError)  # what pyarrow's errors are


def parts(source: str, path: str, part_size: int) -> Iterator[Part]:
    """The file cut between row groups. Raises ProsefixError where it has no column of pages."""
    try:
        file = _open(path)
    except _BROKEN:  # said by the process that reads the part, as for every other source
        yield Part(source, path, 0, 0, Path(path).stat().st_size)
        return
    if HTML not in (names := file.schema_arrow.names):
        raise ProsefixError(f"{source}: has no column “{HTML}”; it has {', '.join(names)}")
    start = size = 0
    for stop, bytes_held in _groups(file):
        size += bytes_held
        if size >= UNPACKED * part_size or stop == file.metadata.num_rows:
            yield Part(source, path, start, stop, size)
            start, size = stop, 0


def records(part: Part, largest: int) -> Iterator[Record | Problem]:
    """The pages in the row groups of `part`."""
    try:
        file = _open(part.path)
    except _BROKEN as error:
        yield Problem(part.source, Kind.DAMAGED, f"is no Parquet file: {error}", 0)
        return
    row = part.start
    groups = [number for number, (stop, _) in enumerate(_groups(file)) if part.start < stop <= part.stop]
    wanted = [name for name in (HTML, *ADDRESSES, *CHARSETS) if name in file.schema_arrow.names]
    try:
        for batch in file.iter_batches(_ROWS, row_groups=groups, columns=wanted):
            for values in batch.to_pylist():
                yield of_row(values, f"{part.source}#{row}", row, largest)
                row += 1
    except _BROKEN as error:
        yield Problem(part.source, Kind.DAMAGED, f"cannot be read any further: {error}", row)


def _groups(file: Any) -> Iterator[tuple[int, int]]:
    """For each row group the row after its last, and how many bytes it has."""
    stop = 0
    for number in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(number)
        stop += group.num_rows
        yield stop, group.total_byte_size


def _open(path: str) -> Any:
    """The Parquet file. Raises what pyarrow raises where it is none."""
    return needed("pyarrow.parquet", "scan").ParquetFile(path)
