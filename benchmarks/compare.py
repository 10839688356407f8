"""How prosefix compares with other checkers on a page that a person has corrected.

    python benchmarks/compare.py BEFORE.html AFTER.html [BEFORE AFTER]…
    python benchmarks/compare.py --cases CASES.jsonl

What the person changed is what should be found; a flag elsewhere is a false alarm or a mistake that the person missed.
A line of CASES.jsonl is `{"html": …, "gold": [{"start", "end", "new"}], "ignore": [{"start", "end"}]}`, an excerpt of a
page in code points. Harper and LingoTweaker come with prosefix's extras; `typos` and `codespell` are used where they are
installed. Each is given the text of the blocks, with a made-up noun for code and math, which is kinder than the HTML.
"""

import argparse
import difflib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from shutil import which
from typing import NamedTuple

from prosefix.checks.engines.interface import Passage
from prosefix.checks.engines.registry import open_engine
from prosefix.checks.engines.rendering import Rendering
from prosefix.errors import EngineError
from prosefix.lint import check_pages
from prosefix.page.blocks import read_prose
from prosefix.page.source import Page, read_page
from prosefix.settings import Settings


class Change(NamedTuple):
    """`[start, end)` of a text, in code points, and what it becomes: a person's correction, or a checker's flag."""

    start: int
    end: int
    new: str | None


class Case(NamedTuple):
    """A text of HTML, what a person changed in it, and the places that do not count."""

    page: Page
    gold: Sequence[Change]
    ignore: Sequence[Change]


Flags = list[list[Change]]  # of each page
Asked = Callable[[Sequence[str]], Iterable[list[Change]]]  # a peer: the flags on each plain text


def pair_of(before: str, after: str) -> Case:
    """The changes between two files, word by word."""
    page, new = read_page(Path(before), before), read_page(Path(after), after).text
    old_words, new_words = re.findall(r"\w+|\s+|[^\w\s]", page.text), re.findall(r"\w+|\s+|[^\w\s]", new)
    at = [0]
    for word in old_words:
        at.append(at[-1] + len(word))
    matcher = difflib.SequenceMatcher(None, old_words, new_words, autojunk=False)
    gold = [
        Change(at[i], at[j], "".join(new_words[k:m])) for kind, i, j, k, m in matcher.get_opcodes() if kind != "equal"
    ]
    return Case(page, gold, ())


def cases_in(path: Path) -> Iterator[Case]:
    for number, line in enumerate(path.read_text("utf-8").splitlines()):
        case = json.loads(line)
        page = Page(f"{number}.html", case["html"].encode(), case["html"], "utf-8")
        gold = [Change(each["start"], each["end"], each["new"]) for each in case["gold"]]
        yield Case(page, gold, [Change(each["start"], each["end"], None) for each in case["ignore"]])


# -- checkers ------------------------------------------------------------------------------------------------------


def ours(pages: Sequence[Page], whole: bool) -> Flags:
    """prosefix's own flags; the set `markup` is left out of excerpts, which are cut in the middle of elements."""
    settings = Settings(ignore=() if whole else ("markup",))
    return [
        [Change(each.start, each.end, each.fixes[0].replacement if each.fixes else None) for each in result.findings]
        for result in check_pages(pages, settings)
    ]


def theirs(pages: Sequence[Page], ask: Asked) -> Flags:
    """A peer's flags on the blocks of each page, brought home to the page."""
    flags: Flags = []
    for page in pages:
        prose = read_prose(page)
        texts = [Rendering(prose.plain[block.start : block.end]) for block in prose.blocks]
        found = []
        for block, text, remarks in zip(prose.blocks, texts, ask([text.text for text in texts]), strict=True):
            for remark in remarks:
                if text.touched(remark.start, remark.end):
                    continue  # it speaks of the made-up noun
                start, end = text.to_block(remark.start, remark.end)
                found.append(Change(*prose.source.to_page(block.start + start, block.start + end), remark.new))
        flags.append(found)
    return flags


def engine(name: str) -> Asked:
    opened = open_engine(name, {})

    def ask(texts: Sequence[str]) -> Iterator[list[Change]]:
        for answer in opened.check([Passage(text, "en-us") for text in texts]):
            if isinstance(answer, EngineError):
                raise answer
            yield [Change(each.start, each.end, (*each.replacements, None)[0]) for each in answer]

    return ask


def typos(texts: Sequence[str]) -> list[list[Change]]:
    done = subprocess.run(
        ["typos", "--format", "json", "-"], input="\n".join(texts).encode(), capture_output=True, check=False
    )
    found: list[list[Change]] = [[] for _ in texts]
    for line in done.stdout.splitlines():
        flag = json.loads(line)
        if flag.get("type") == "typo":
            row = flag["line_num"] - 1
            start = len(texts[row].encode()[: flag["byte_offset"]].decode())
            found[row].append(Change(start, start + len(flag["typo"]), flag["corrections"][0]))
    return found


def codespell(texts: Sequence[str]) -> Iterator[list[Change]]:
    """Through its dictionary: the program names lines, not places."""
    import codespell_lib

    lines = Path(codespell_lib.__file__).with_name("data").joinpath("dictionary.txt").read_text("utf-8").splitlines()
    known = {wrong: right.split(",")[0] for wrong, right in (line.split("->") for line in lines)}
    for text in texts:
        words = re.finditer(r"[\w'’-]+", text)
        yield [Change(*word.span(), known[word[0].lower()]) for word in words if word[0].lower() in known]


def peers() -> dict[str, Asked]:
    """Those that are installed; the others are named on standard error."""
    found: dict[str, Asked] = {}
    for name in ("harper", "lingotweaker"):
        try:
            found[name] = engine(name)
        except EngineError as error:
            print(error, file=sys.stderr)
    for name, ask in (("typos", typos), ("codespell", codespell)):
        if which(name):
            found[name] = ask
        else:
            print(f"{name} is not installed: pip install {name}", file=sys.stderr)
    return found


# -- counting ------------------------------------------------------------------------------------------------------


def touches(flag: Change, other: Change) -> bool:
    start, end = (other.start - 1, other.end + 1) if other.start == other.end else other[:2]
    return flag.start < end and max(flag.end, flag.start + 1) > start


def mends(text: str, flag: Change, gold: Change) -> bool:
    """Whether the flag's first suggestion gives what the person wrote, white space aside."""
    first, last = max(0, min(flag.start, gold.start) - 1), max(flag.end, gold.end) + 1

    def result(change: Change) -> str:
        words = (text[first : change.start] + (change.new or "") + text[change.end : last]).split()
        return ("" if gold.start == gold.end else " ").join(words)

    return flag.new is not None and result(flag) == result(gold)


def row(name: str, cases: Sequence[Case], flags: Flags, words: int) -> str:
    """A line of the table: share found, share mended, other flags, and F0.5 of what was mended."""
    number = found = mended = other = 0
    for case, some in zip(cases, flags, strict=True):
        for gold in case.gold:
            hits = [flag for flag in some if touches(flag, gold)]
            number, found = number + 1, found + bool(hits)
            mended += any(mends(case.page.text, flag, gold) for flag in hits)
        other += sum(not any(touches(flag, span) for span in (*case.gold, *case.ignore)) for flag in some)
    precision, recall = mended / max(found + other, 1), mended / max(number, 1)
    score = 1.25 * precision * recall / max(0.25 * precision + recall, 1e-9)
    return f"| {name} | {found / number:.0%} | {mended / number:.0%} | {1000 * other / words:.1f} | {score:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="BEFORE AFTER")
    parser.add_argument("--cases", type=Path)
    options = parser.parse_args()
    if len(options.files) % 2 or bool(options.files) == bool(options.cases):
        parser.error("give pairs of files, a page before and after its correction, or --cases")
    pairs = zip(options.files[::2], options.files[1::2], strict=True)
    cases = list(cases_in(options.cases)) if options.cases else [pair_of(*pair) for pair in pairs]
    pages = [case.page for case in cases]
    words = sum(result.words for result in check_pages(pages, Settings()))
    print(f"{sum(len(case.gold) for case in cases):,} corrections in {words:,} words\n")
    print("| | found | mended | other flags per 1000 words | F0.5 |\n| --- | --- | --- | --- | --- |")
    print(row("prosefix", cases, ours(pages, not options.cases), words))
    for name, ask in peers().items():
        print(row(name, cases, theirs(pages, ask), words), flush=True)


if __name__ == "__main__":
    main()
