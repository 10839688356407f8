"""Tries rules on clean text and on marked mistakes, for people who write them: prints hits and counts right and wrong.

usage: try_rule.py RULE_FILE_OR_FOLDER… [--corpus FILE] [--cases FILE] [--words N] [--show N] [--speed]

The corpus is a text, a paragraph a line (with an optional source before a tab; .zst is read with the zstandard package);
CODE and MATH in it stand for code and math. Cases are JSON lines {"html", "gold": [{"start", "end", "old", "new"}]}.
On clean text every hit is suspect. On cases a hit is right where its fix gives the gold text, found where it overlaps
gold, else other.
"""

import argparse
import html
import io
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from prosefix.errors import RuleFileError
from prosefix.findings import Match
from prosefix.rulebook import Context, Rule, RuleBook, load_file
from prosefix.rulebook.batch import context_of_texts
from prosefix.standins import StandInKind, character

CODE, MATH = character(StandInKind.CODE), character(StandInKind.MATH)
BLOCK = r"(?:p|div|li|ul|ol|dl|dt|dd|h\d|table|tr|td|th|section|article|aside|figure|figcaption|header|footer|nav|body|html|head|title|blockquote|br|hr)"
PIECES = re.compile(
    r"(?s)<!--.*?-->|<(script|style|pre|code|var|kbd|samp|d-code|d-math|math|svg)\b.*?</\1\s*>|</?[a-zA-Z!?][^<>]*>"
    r"|&#?\w+;|\{\{.*?\}\}|\[=.*?=\]|\[\[.*?\]\]|\|[\w ]+\||`[^`\n]*`|\\\(.*?\\\)|\$\$.*?\$\$"
)


def paragraphs(path: Path, words: int) -> list[str]:
    """A sample of about `words` words: every paragraph with the same chance, in the file's order."""
    if path.suffix == ".zst":
        import zstandard

        with path.open("rb") as raw:
            lines = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(raw), encoding="utf-8").readlines()
    else:
        lines = path.read_text(encoding="utf-8").splitlines()
    random.Random(7).shuffle(lines)
    sample, count = [], 0
    for line in lines:
        text = line.rstrip("\n").rpartition("\t")[2]
        sample.append(re.sub(r"\bCODE\b", CODE, re.sub(r"\bMATH\b", MATH, text)))
        count += text.count(" ") + 1
        if count >= words:
            break
    return sample


def prose_of(page: str) -> tuple[str, list[int]]:
    """An excerpt's text, blocks on lines of their own, and each character's offset in the excerpt."""
    text: list[str] = []
    at: list[int] = []

    def add(piece: str, start: int, step: int) -> None:
        for number, char in enumerate(piece):
            folded = " " if char in "\n\t\r\xa0 " and step else char
            if folded == " " and (not text or text[-1] in " \n"):
                continue
            text.append(folded)
            at.append(start + number * step)

    end = 0
    for piece in PIECES.finditer(page):
        add(page[end : piece.start()], end, 1)
        found = piece.group()
        if found.startswith("&"):
            add(html.unescape(found), piece.start(), 0)
        elif found.startswith("</") or (found.startswith("<") and not piece[1]):
            if re.match(rf"</?{BLOCK}\b", found, re.IGNORECASE):
                add("\n", piece.start(), 0)
        elif not found.startswith("<!--"):
            math = piece[1] in ("math", "d-math") or found.startswith(("\\(", "$$"))
            add(MATH if math else CODE, piece.start(), 0)
        end = piece.end()
    add(page[end:], end, 1)
    at.append(len(page))
    return "".join(text), at


def judge(matches: list[Match], at: list[int], offset: int, case: dict) -> Iterator[tuple[str, Match]]:  # type: ignore[type-arg]
    """Each match of a case with right, found or other."""
    for match in matches:
        start, end = at[match.start - offset], at[match.end - offset - 1] + 1 if match.end > match.start else 0
        verdict = "other"
        for gold in case["gold"]:
            if start < max(gold["end"], gold["start"] + 1) and max(end, start + 1) > gold["start"] - (
                gold["start"] == gold["end"]
            ):
                page = case["html"]
                wanted = page[: gold["start"]] + gold["new"] + page[gold["end"] :]
                given = page[:start] + (match.replacements[0] if match.replacements else "?") + page[end:]
                verdict = "right" if "".join(wanted.split()) == "".join(given.split()) else "found"
                if verdict == "right":
                    break
        if verdict == "other" and any(
            start < ignored["end"] and end > ignored["start"] for ignored in case.get("ignore", [])
        ):
            verdict = "ignored"
        yield verdict, match


def shown(context: Context, match: Match) -> str:
    text = context.table.text
    left = text[max(text.rfind("\n", 0, match.start) + 1, match.start - 70) : match.start]
    right = text[match.end : match.end + 50].partition("\n")[0]
    new = " | ".join(match.replacements[:3])
    line = f"{left}[[{text[match.start : match.end]} -> {new}]]{right}"
    return line.replace(CODE, "`C`").replace(MATH, "$M$")


def by_rule(book: RuleBook, context: Context) -> tuple[list[Match], float]:
    start = time.perf_counter()
    outcome = book.run(context)
    for crash in outcome.crashes:
        print(f"CRASH {crash}")
    spent = time.perf_counter() - start
    return [match for match in outcome.matches if isinstance(match, Match)], spent


def try_corpus(book: RuleBook, path: Path, words: int, show: int, speed: bool) -> None:
    context = context_of_texts(paragraphs(path, words))
    matches, spent = by_rule(book, context)
    rows = len(context.table)
    print(
        f"\n== clean text: {rows} rows, {len(matches)} hits ({1000 * len(matches) / rows:.2f} a thousand), {spent:.3f} s"
    )
    if speed:
        outcome = book.run(context)
        for name, seconds in sorted(outcome.seconds.items(), key=lambda item: -item[1])[:15]:
            print(f"   {1000 * seconds:7.2f} ms  {name}")
        print(f"   {sum(outcome.seconds.values()):.3f} s once more")
    for rule in book.rules:
        hits = [match for match in matches if match.rule == rule.name]
        if hits:
            print(f"-- {rule.name}: {len(hits)}")
        for match in random.Random(1).sample(hits, min(show, len(hits))):
            print(f"   {shown(context, match)}")


def try_cases(book: RuleBook, path: Path, show: int) -> None:
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    texts, places = [], []
    for number, case in enumerate(cases):
        text, at = prose_of(case["html"])
        offset = 0
        for block in text.split("\n"):
            texts.append(block)
            places.append((number, at[offset : offset + len(block) + 1]))
            offset += len(block) + 1
    context = context_of_texts(texts)
    matches, _ = by_rule(book, context)
    tally: dict[str, dict[str, list[Match]]] = {}
    starts = [block.start for block in context.blocks]
    block = 0
    for match in sorted(matches, key=lambda match: match.start):
        while block + 1 < len(starts) and starts[block + 1] <= match.start:
            block += 1
        number, at = places[block]
        for verdict, _ in judge([match], at, starts[block], cases[number]):
            tally.setdefault(match.rule, {}).setdefault(verdict, []).append(match)
    print(f"\n== cases: {len(cases)}, {len(matches)} hits")
    for name, verdicts in sorted(tally.items()):
        counts = ", ".join(
            f"{verdict} {len(verdicts.get(verdict, []))}" for verdict in ("right", "found", "other", "ignored")
        )
        print(f"-- {name}: {counts}")
        for verdict in ("found", "other", "ignored"):
            for match in verdicts.get(verdict, [])[:show]:
                print(f"   {verdict}: {shown(context, match)}")


def rules_in(arguments: list[str]) -> list[Rule]:
    files = []
    for argument in map(Path, arguments):
        files += sorted(argument.rglob("*.toml")) if argument.is_dir() else [argument]
    return [load_file(file) for file in files if "[[example]]" in file.read_text(encoding="utf-8")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--words", type=int, default=200_000)
    parser.add_argument("--show", type=int, default=12)
    parser.add_argument("--speed", action="store_true", help="how long each rule takes, on a second run")
    options = parser.parse_args()
    try:
        rules = rules_in(options.rules)
    except RuleFileError as error:
        print(error, file=sys.stderr)
        return 2
    book = RuleBook(rules, rules)
    if options.corpus:
        try_corpus(book, options.corpus, options.words, options.show, options.speed)
    if options.cases:
        try_cases(book, options.cases, options.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
