"""How long one million characters of HTML take to become blocks, on one core.

usage: python benchmarks/blocks.py FILE_OR_FOLDER...

Joins the named pages (and those below the named folders) up to a million characters, and prints the best of five runs.
"""

import sys
import time
from pathlib import Path

from prosefix.errors import PageError
from prosefix.page.blocks import read_prose
from prosefix.page.source import Page, read_page
from prosefix.page.tokens import tokenize

SIZE = 1_000_000


def pages(names: list[str]) -> list[Page]:
    """Pages of `SIZE` characters together, the last one cut to fit."""
    found: list[Page] = []
    room = SIZE
    for name in names:
        path = Path(name)
        for file in sorted(path.rglob("*.html")) if path.is_dir() else [path]:
            try:
                page = read_page(file)
            except PageError as error:
                print(error, file=sys.stderr)
                continue
            text = page.text[:room]
            found.append(Page(page.path, page.raw, text, page.encoding, page.bom))
            room -= len(text)
            if room <= 0:
                return found
    return found


def main() -> None:
    chosen = pages(sys.argv[1:])
    characters = sum(len(page.text) for page in chosen)
    if not characters:
        sys.exit(__doc__)
    tokenizing, reading, words = [], [], 0
    for _ in range(5):
        start = time.process_time()
        for page in chosen:
            tokenize(page.text)
        middle = time.process_time()
        words = sum(read_prose(page).words for page in chosen)
        tokenizing.append(middle - start)
        reading.append(time.process_time() - middle)
    print(f"{characters:,} characters, {len(chosen)} pages, {words:,} words")
    print(f"tokens {min(tokenizing):.3f} s, blocks (tokens included) {min(reading):.3f} s")
    print(f"{characters / min(reading) / 1e6:.2f} million characters a second")


if __name__ == "__main__":
    main()
