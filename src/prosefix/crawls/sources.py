"""Which sort of source a name on the command line stands for, and its parts and records.

It looks at names alone; what a file holds is for the module of its sort to find out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from prosefix.crawls import archives, folders, lines, sitemaps, tables
from prosefix.crawls.records import PART, Part, Problem, Record
from prosefix.errors import ProsefixError
from prosefix.settings import Settings


class Sort(NamedTuple):
    """How files of one sort are cut (by what they are called, where they are, and bytes a part) and read (in bytes a page)."""

    parts: Callable[[str, str, int], Iterator[Part]]
    records: Callable[[Part, int], Iterator[Record | Problem]]


_ARCHIVE = Sort(archives.parts, archives.records)
_LINES = Sort(lines.parts, lines.records)
_SITEMAP = Sort(sitemaps.parts, folders.records)
SORTS: Mapping[str, Sort] = {
    ".warc": _ARCHIVE, ".warc.gz": _ARCHIVE,
    ".parquet": Sort(tables.parts, tables.records),
    ".jsonl": _LINES, ".ndjson": _LINES, ".jsonl.gz": _LINES, ".ndjson.gz": _LINES,
    ".xml": _SITEMAP, ".xml.gz": _SITEMAP,
}  # fmt: skip


def plan(names: Sequence[str], settings: Settings, part_size: int = PART, output: Path | None = None) -> list[Part]:
    """All that the sources `names` hold, in parts, the same at every call as long as the sources are the same.

    What is in the folder `output`, where the tables go, is no source. Raises ProsefixError for a name that is no source, and
    where a package that a source needs is missing.
    """
    single = [name for name in names if Path(name).is_file() and not _sort(name)]
    others = [part for name in names if name not in single for part in _parts(name, settings, part_size, output)]
    return [*folders.parts(single, settings, part_size, alone=True), *others] if single else others


def records(part: Part, largest: int) -> Iterator[Record | Problem]:
    """The pages of `part` and its problems; none of more than `largest` bytes is read whole."""
    read = folders.records if part.entries else SORTS[_sort(part.path)].records
    return read(part, largest)


def _parts(name: str, settings: Settings, part_size: int, output: Path | None) -> Iterator[Part]:
    path = Path(name)
    if path.is_dir():
        inside = sorted(each for each in path.rglob("*") if _is_collection(each.name) and each.is_file())
        inside = [each for each in inside if output is None or output not in each.absolute().parents]
        yield from folders.parts([name], settings, part_size, alone=not inside)
        for each in inside:
            yield from SORTS[_sort(each.name)].parts(str(each), str(each.absolute()), part_size)
    elif not path.exists():
        raise ProsefixError(f"{name}: there is no such file or folder")
    else:
        yield from SORTS[_sort(name)].parts(name, str(path.absolute()), part_size)


def _sort(name: str) -> str:
    """The ending of `name` that says what it is; "" where it has none of ours."""
    return next((ending for ending in SORTS if name.lower().endswith(ending)), "")


def _is_collection(name: str) -> bool:
    """Whether a file in a folder is read for the pages in it; a sitemap there lists pages that the folder holds itself."""
    sort = _sort(name)
    return bool(sort) and SORTS[sort] is not _SITEMAP
