"""Finding the pages that paths, folders and globs on the command line stand for.

It looks at names and asks git what it ignores; it opens no page and knows no rule.
"""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from prosefix import git
from prosefix.settings import Settings

STANDARD_INPUT = "-"
PAGES = frozenset({".html", ".htm", ".xhtml", ".bs"})
# Formats that are surely no HTML. Any other name is read as HTML when it is given by name.
_FOREIGN_NAMES = (
    "md markdown rst adoc asciidoc tex bib org txt pdf ps doc docx odt rtf epub ipynb png jpg jpeg gif webp avif "
    "ico bmp tiff svg mp3 mp4 webm ogg wav woff woff2 ttf otf eot zip gz bz2 xz zst tar 7z whl jar js mjs cjs ts "
    "tsx jsx css scss less json jsonl yaml yml toml ini cfg csv tsv py pyc rb rs go java kt c h cc cpp hpp cs sh "
    "sql lock log wasm so dll exe bin map"
)
FOREIGN = frozenset(f".{name}" for name in _FOREIGN_NAMES.split())


@dataclass(slots=True)
class Found:
    """The pages to read, each once and sorted by path; a line for each path that cannot be used; remarks.

    `named` are the pages that were named one by one, so that nothing but an exclude leaves them out.
    """

    pages: list[str] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def find_pages(paths: Sequence[str], settings: Settings) -> Found:
    """What `paths` (files, folders, globs; `-` for standard input; none for the current folder) stand for."""
    found = Found()
    pages: set[str] = set()
    for path in paths or (".",):
        if path == STANDARD_INPUT:
            found.named.add(path)
            pages.add(path)
        elif Path(path).is_dir():
            pages.update(_in_folder(path, settings, found))
        elif Path(path).exists():
            named = set(_named(path, settings, found))
            found.named |= named
            pages |= named
        elif matches := _globbed(path):
            for match in matches:
                pages.update(_in_folder(match, settings, found) if Path(match).is_dir() else _of_glob(match, settings))
        else:
            found.errors.append(f"{path}: there is no such file or folder")
    found.pages = sorted(pages - _second_names(pages, found))
    return found


def _second_names(pages: set[str], found: Found) -> set[str]:
    """The links to pages that are there under their own names, too: a page is read, and mended, once."""
    links = {page: os.path.realpath(page) for page in pages if Path(page).is_symlink()}
    own = {os.path.realpath(page) for page in pages - links.keys()} if links else set()
    second = {page for page, target in links.items() if target in own}
    found.notes += [f"{page}: left out, a link to a page that is read as {links[page]}" for page in sorted(second)]
    return second


def _named(path: str, settings: Settings, found: Found) -> Iterator[str]:
    """A file named by itself: excludes hold for it too, since hooks name every file."""
    suffix = Path(path).suffix.lower()
    if settings.excludes(path):
        found.notes.append(f"{path}: left out, the settings exclude it")
    elif suffix in FOREIGN:
        found.errors.append(f"{path}: is not HTML; prosefix reads {', '.join(sorted(PAGES))}")
    else:
        if suffix not in PAGES:
            found.notes.append(f"{path}: read as HTML, since it is named")
        yield os.path.normpath(path)


def _of_glob(path: str, settings: Settings) -> Iterator[str]:
    if Path(path).suffix.lower() in PAGES and not settings.excludes(path):
        yield os.path.normpath(path)


def _globbed(path: str) -> list[str]:
    if not glob.has_magic(path):
        return []
    return sorted(glob.glob(path, recursive=True))  # noqa: PTH207 - Path.glob takes no absolute pattern


def _in_folder(folder: str, settings: Settings, found: Found) -> list[str]:
    names = _tracked(folder)
    if names is None:
        names = _walked(folder)
    pages = [os.path.normpath(Path(folder, name)) for name in names if Path(name).suffix.lower() in PAGES]
    kept = [page for page in pages if not settings.excludes(page)]
    if not pages:
        found.errors.append(f"{folder}: holds no page ({', '.join(sorted(PAGES))}) outside what git ignores")
    elif not kept:
        found.notes.append(f"{folder}: the settings exclude every page in it")
    return kept


def _tracked(folder: str) -> Iterable[str] | None:
    """The files below `folder` that git does not ignore; None where git has nothing to say about it."""
    if git.ask(folder, "check-ignore", "-q", ".") is not None:
        return None  # the folder is ignored itself, yet it was named
    listing = git.ask(
        folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", "."
    )
    if listing is None:
        return None
    names = (os.fsdecode(name) for name in listing.split(b"\0") if name)
    return [name for name in names if Path(folder, name).is_file()]


def _walked(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        for name in sorted(names):
            if not Path(place, name).is_file():  # a pipe, a link to nothing or to itself
                continue
            yield os.path.relpath(Path(place, name), folder)
