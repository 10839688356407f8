"""Reads every HTML file below the named folders: no page may fail, and its tokens must join to it.

usage: python benchmarks/real_pages.py FOLDER...

Prints what it could not decode, what failed, and how much it read; exits 1 if anything failed.
"""

import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from prosefix.errors import PageError
from prosefix.page.blocks import read_prose
from prosefix.page.prose import Prose
from prosefix.page.source import Page, read_page
from prosefix.page.tokens import tokenize

SUFFIXES = (".html", ".htm", ".xhtml", ".bs")


def files(folders: list[str]) -> Iterator[Path]:
    """The pages below `folders`, each once, however many links lead to it."""
    seen: set[str] = set()
    for folder in folders:
        for root, below, names in os.walk(folder, followlinks=True):
            below[:] = [name for name in sorted(below) if _is_new(Path(root, name), seen)]
            for name in sorted(names):
                path = Path(root, name)
                real = os.path.realpath(path)
                if name.lower().endswith(SUFFIXES) and real not in seen and path.is_file():
                    seen.add(real)
                    yield path


def _is_new(folder: Path, seen: set[str]) -> bool:
    real = os.path.realpath(folder)
    new = real not in seen
    seen.add(real)
    return new


def faults(page: Page, prose: Prose) -> Iterator[str]:
    """What reading the page got wrong, as far as it shows without knowing the page."""
    text = page.text
    if "".join(text[token.start : token.end] for token in tokenize(text)) != text:
        yield "tokens do not join to the page"
    if page.encode(text) != page.raw:
        yield "the text does not give the bytes back"
    source = prose.source
    for start, end, begin, stop, literal in zip(
        source.start.tolist(), source.end.tolist(), source.page_start.tolist(), source.page_end.tolist(),
        source.literal.tolist(), strict=True,
    ):  # fmt: skip
        if (
            literal
            and prose.plain[start:end] != text[begin:stop]
            and not any("\ue000" <= c <= "\ue0ff" for c in text[begin:stop])
        ):
            yield f"plain text {prose.plain[start:end]!r} is not {text[begin:stop]!r} at {begin}"
            return


def main() -> None:
    counts: Counter[str] = Counter()
    seconds = 0.0
    for path in files(sys.argv[1:]):
        try:
            page = read_page(path)
        except PageError as error:
            counts["undecodable"] += 1
            print(error)
            continue
        begun = time.process_time()
        try:
            prose = read_prose(page)
        except Exception:
            counts["failed"] += 1
            print(path)
            traceback.print_exc(limit=-3)
            continue
        seconds += time.process_time() - begun
        counts["pages"] += 1
        counts["characters"] += len(page.text)
        counts["words"] += prose.words
        counts["blocks"] += len(prose.blocks)
        if prose.words == 0 and len(page.text) > 2000:
            counts["without words"] += 1
            print(f"{path}: {len(page.text)} characters and no word of prose; skipped {dict(prose.skipped)}")
        for fault in faults(page, prose):
            counts["failed"] += 1
            print(f"{path}: {fault}")
    print(", ".join(f"{value:,} {key}" for key, value in counts.items()))
    print(
        f"{seconds:.1f} s of reading, {counts['characters'] / max(seconds, 1e-9) / 1e6:.2f} million characters a second"
    )
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
