"""Count the findings of the set spelling in text that is right for the most part, and the time that the set takes.

    zstdcat corpus.txt.zst | python tools/measure_spelling.py --words 200000
    python tools/measure_spelling.py FOLDER

Without a folder of HTML pages, the text is the paragraphs (`SOURCE<TAB>paragraph`) that nothing is learnt from, one in
fifty by CRC-32. Time is processor time; the rules run twice, at first in a process that has met none of the words.
"""

import argparse
import html
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from prosefix.findings import Applicability, Match
from prosefix.page.blocks import read_prose
from prosefix.page.source import Page, decode_page, read_page
from prosefix.rulebook import RuleBook, load_rules, rule_folders
from prosefix.rulebook.batch import context_of_pages

PARAGRAPHS = 25  # of one source to a page
AT_ONCE = 2_000_000  # code points of pages in one batch


def held_out_pages(lines: Iterable[str], words: int) -> Iterator[Page]:
    """Pages of the held-out paragraphs, `words` words of them."""
    page: list[str] = []
    begun, seen = "", 0
    for line in lines:
        source, _, text = line.rstrip("\n").partition("\t")
        if zlib.crc32(text.encode()) % 50:
            continue
        if page and (source != begun or len(page) == PARAGRAPHS):
            yield decode_page("".join(page).encode(), begun)
            page = []
        begun, seen = source, seen + text.count(" ") + 1
        written = html.escape(text).replace("CODE", "<code>x</code>").replace("MATH", "<math><mi>x</mi></math>")
        page.append(f"<p>{written}\n")
        if seen > words:
            break
    if page:
        yield decode_page("".join(page).encode(), begun)


def batches(pages: Iterable[Page]) -> Iterator[list[Page]]:
    batch: list[Page] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.text)
        if size > AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, nargs="?")
    options.add_argument("--words", type=int, default=200_000)
    options.add_argument("--show", action="store_true", help="print each finding")
    given = options.parse_args()
    rules = [rule for rule in load_rules(rule_folders(())) if rule.name.startswith("spelling/")]
    paths = sorted(given.folder.rglob("*.html")) if given.folder else []
    pages = (read_page(path) for path in paths) if given.folder else held_out_pages(sys.stdin, given.words)
    words, found, safe, spent = 0, Counter[str](), Counter[str](), Counter[str]()
    for batch in batches(pages):
        clock = [time.process_time()]
        proses = [read_prose(page) for page in batch]
        clock.append(time.process_time())
        context = context_of_pages(proses)
        clock.append(time.process_time())
        matches = RuleBook(rules, rules).run(context).matches
        clock.append(time.process_time())
        context.notes.clear()
        RuleBook(rules, rules).run(context)
        clock.append(time.process_time())
        for name, before, after in zip(
            ("reading", "words and tags", "rules", "rules again"), clock, clock[1:], strict=False
        ):
            spent[name] += after - before
        words += sum(prose.words for prose in proses)
        for match in matches:
            assert isinstance(match, Match)
            found[match.rule] += 1
            safe[match.rule] += match.applicability == Applicability.SAFE
            if given.show:
                text, kind = context.table.text, "safe" if match.applicability == Applicability.SAFE else "    "
                around = f"{text[match.start - 30 : match.start]}[{text[match.start : match.end]}]{text[match.end : match.end + 30]}"
                print(f"{kind} {match.confidence:.2f} {' | '.join(match.replacements[:2])}: {around!r}")
    print(f"{words:,} words\n| rule | findings per 1000 words | with a safe fix |\n| --- | --- | --- |")
    for rule, number in sorted(found.items()):
        print(f"| {rule} | {number / words * 1000:.2f} | {safe[rule] / words * 1000:.2f} |")
    print(f"| all | {found.total() / words * 1000:.2f} | {safe.total() / words * 1000:.2f} |")
    print(", ".join(f"{name} {seconds:.1f} s" for name, seconds in spent.items()))


if __name__ == "__main__":
    main()
