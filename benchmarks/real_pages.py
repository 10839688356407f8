"""Reads every HTML file below the named folders: no page may fail, and its tokens must join to it.

usage: python benchmarks/real_pages.py [--mend] FOLDER...

With --mend each page is mended in memory, unsafe fixes too: all outside the edits must be as it was, lxml must read the
same elements, and mending the result again must change nothing.
Prints what it could not decode, what failed, and how much it read; exits 1 if anything failed.
"""

import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lxml import html

from prosefix.errors import PageError
from prosefix.fixes.choose import edits_of
from prosefix.fixes.loop import mend_pages
from prosefix.fixes.splice import splice
from prosefix.page.blocks import read_prose
from prosefix.page.prose import Prose
from prosefix.page.source import Page, read_page
from prosefix.page.tokens import tokenize
from prosefix.settings import Settings

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


def mending_faults(page: Page, counts: Counter[str]) -> Iterator[str]:
    """What mending the page got wrong: bytes outside the edits, the elements, or no end."""
    (mended,) = mend_pages([page], Settings(), unsafe=True)
    if mended.problem:
        yield mended.problem
        return
    counts["findings"] += len(mended.before.findings)
    counts["edits"] += len(mended.written)
    counts["held back"] += len(mended.held_back)
    text = page.text
    for choices in mended.passes:
        text = splice(text, edits_of(choices))
    if page.encode(text) != mended.raw:
        yield "the result is not the page with its edits"
    if mended.text == page.text:
        return
    free = any(choice.free for choice in mended.written)
    if not free and elements(page.text) != elements(mended.text):
        yield "lxml reads other elements in the result"
    (again,) = mend_pages([page.with_text(mended.text)], Settings(), unsafe=True)
    if again.text != mended.text:
        yield "mending the result changes it again"


def elements(text: str) -> list[tuple[object, dict[str, str]]]:
    """The elements and attributes that lxml reads, those that hold prose left out."""
    prose = {"alt", "title", "aria-label", "placeholder", "summary", "content", "label", "caption"}
    tree = html.fromstring(text.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))
    return [(each.tag, {k: v for k, v in each.attrib.items() if k not in prose}) for each in tree.iter()]


def main() -> None:
    counts: Counter[str] = Counter()
    seconds = 0.0
    mend = "--mend" in sys.argv
    for path in files([name for name in sys.argv[1:] if name != "--mend"]):
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
        for fault in (*faults(page, prose), *(mending_faults(page, counts) if mend else ())):
            counts["failed"] += 1
            print(f"{path}: {fault}")
    print(", ".join(f"{value:,} {key}" for key, value in counts.items()))
    print(
        f"{seconds:.1f} s of reading, {counts['characters'] / max(seconds, 1e-9) / 1e6:.2f} million characters a second"
    )
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
