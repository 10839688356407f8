"""Folders of pages, and single pages: the same files that `check` reads, each a record."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from prosefix.crawls.records import UNPACKED, Kind, Part, Problem, Record, too_large
from prosefix.errors import ProsefixError
from prosefix.files import find_pages
from prosefix.settings import Settings


def parts(names: Sequence[str], settings: Settings, part_size: int, alone: bool) -> Iterator[Part]:
    """The pages that `names`, pages or a folder, stand for. Raises ProsefixError where they stand `alone` and are none."""
    found = find_pages(names, settings)
    if found.errors and alone:
        raise ProsefixError(found.errors[0])
    yield from gathered(names[0], ((page, str(Path(page).absolute())) for page in found.pages), part_size)


def gathered(source: str, entries: Iterable[tuple[str, str]], part_size: int) -> Iterator[Part]:
    """`entries`, each an address and the file that holds it, in parts of about as many pages as other sources have."""
    held: list[tuple[str, str]] = []
    size = number = 0
    for address, path in entries:
        held.append((address, path))
        size += _size(path)
        if size >= UNPACKED * part_size:
            yield Part(source, source, number, number + len(held), size, tuple(held))
            number, held, size = number + len(held), [], 0
    if held:
        yield Part(source, source, number, number + len(held), size, tuple(held))


def records(part: Part, largest: int) -> Iterator[Record | Problem]:
    """The pages in the files of `part`, and those files that cannot be read."""
    for place, (address, path) in enumerate(part.entries, start=part.start):
        try:
            with Path(path).open("rb") as file:
                raw = file.read(largest + 1)
        except OSError as error:
            yield Problem(address, Kind.MISSING, f"{path}: cannot be read: {error.strerror or error}", place)
            continue
        if len(raw) > largest:
            yield too_large(address, largest, place)
        else:
            yield Record(address, raw, place=place, path=path)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0
