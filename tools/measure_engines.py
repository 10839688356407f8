"""Counts how often each rule of an engine is right where prosefix's own rules are silent, and keeps the record.

Usage: python tools/measure_engines.py ENGINE CASES.jsonl [--clean TEXT] [--part K/N] [-o rules/measured-engines.toml]
CASES.jsonl holds pages with their known mistakes (`html`, `gold`, `ignore`, as bench/score.py reads them); TEXT holds
paragraphs of well-edited prose, one a line, in which every report counts as wrong. `--part 0/2` measures only
repositories of one half, so that the other half can show whether the record carries over.
"""

import argparse
import html
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from prosefix.checks.engines import measured
from prosefix.findings import Finding
from prosefix.lint import check_pages
from prosefix.page.source import Page
from prosefix.settings import Settings
from prosefix.settings.names import set_of

HEAD = """# How often the rules of other checkers are right where prosefix's own rules are silent, on text whose mistakes are known.
# [reports, reports on a mistake, mistakes mended by the first suggestion]. Written by tools/measure_engines.py.
"""
CHUNK = 200  # pages checked at once
Counts = dict[str, list[int]]


def in_part(case: Mapping[str, str], part: str) -> bool:
    """Whether the case's repository belongs to the part "k/n"."""
    if not part:
        return True
    number, count = map(int, part.split("/"))
    return crc32(case["id"].partition("@")[0].encode()) % count == number


def findings_of(pages: Sequence[str], engine: str) -> Iterator[list[tuple[str, Finding]]]:
    """Of each page the engine's findings with its own names of their rules."""
    settings = Settings(root=Path("/"), engine=engine, select=("all",), ignore=("markup",))
    for start in range(0, len(pages), CHUNK):
        some = [
            Page(f"{start + number}.html", text.encode(), text, "utf-8")
            for number, text in enumerate(pages[start : start + CHUNK])
        ]
        for result in check_pages(some, settings):
            if result.error:
                raise SystemExit(result.error)
            named = ((finding, re.search(r" \([^():]+: (\S+)\)$", finding.message)) for finding in result.findings)
            yield [
                (name[1], finding)
                for finding, name in named
                if name is not None and finding.rule.endswith(f"/{engine}")
            ]


def touches(finding: Finding, span: Mapping[str, int]) -> bool:
    start, end = span["start"], span["end"]
    if start == end:
        start, end = start - 1, end + 1
    return finding.start < end and max(finding.end, finding.start + 1) > start


def mends(page: str, finding: Finding, gold: Mapping[str, str | int]) -> bool:
    """Whether the first suggestion gives what the person wrote, white space aside."""
    if not finding.fixes:
        return False
    start, end = int(gold["start"]), int(gold["end"])
    first, last = max(0, min(finding.start, start) - 1), max(finding.end, end) + 1
    ours = page[first : finding.start] + finding.fixes[0].replacement + page[finding.end : last]
    theirs = page[first:start] + str(gold["new"]) + page[end:last]
    return " ".join(ours.split()) == " ".join(theirs.split())


class Tally:
    """Reports, those on a mistake and those that mend it, by the engine's rules and by kind."""

    def __init__(self) -> None:
        self.rules: Counts = defaultdict(lambda: [0, 0, 0])
        self.kinds: Counts = defaultdict(lambda: [0, 0, 0])

    def add(self, name: str, finding: Finding, right: bool = False, mended: bool = False) -> None:
        for counts in (self.rules[name], self.kinds[set_of(finding.rule)]):
            counts[0] += 1
            counts[1] += right
            counts[2] += mended

    def add_cases(self, cases: Sequence[Mapping[str, Any]], engine: str) -> None:
        pages = [case["html"] for case in cases]
        for case, page, found in zip(cases, pages, findings_of(pages, engine), strict=True):
            for name, finding in found:
                hit = [gold for gold in case["gold"] if touches(finding, gold)]
                if hit or not any(touches(finding, span) for span in case["ignore"]):
                    self.add(name, finding, bool(hit), any(mends(page, finding, gold) for gold in hit))

    def add_clean(self, paragraphs: Sequence[str], engine: str) -> None:
        for found in findings_of([f"<p>{html.escape(text)}</p>" for text in paragraphs], engine):
            for name, finding in found:
                self.add(name, finding)


def write(path: Path, engine: str, tally: Tally) -> None:
    """Replace the engine's tables in the file."""
    tables = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    kinds = {**tables.pop("kinds", {}), engine: tally.kinds}
    tables = {**tables, engine: tally.rules, **{f"kinds.{name}": table for name, table in kinds.items()}}
    parts = [HEAD]
    for name, table in sorted(tables.items()):
        lines = [
            f"{key if re.fullmatch(r'[A-Za-z0-9_-]+', key) else json.dumps(key)} = {table[key]}\n"
            for key in sorted(table)
        ]
        parts.append(f"\n[{name}]\n{''.join(lines)}")
    path.write_text("".join(parts), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("cases", type=Path)
    parser.add_argument("--clean", type=Path)
    parser.add_argument("--part", default="")
    parser.add_argument("-o", "--output", type=Path, default=Path("rules", measured.FILE))
    arguments = parser.parse_args()
    tally = Tally()
    write(arguments.output, arguments.engine, tally)  # an old record would hide reports from the new one
    measured.records.cache_clear()
    cases = [json.loads(line) for line in arguments.cases.read_text("utf-8").splitlines()]
    tally.add_cases([case for case in cases if in_part(case, arguments.part)], arguments.engine)
    if arguments.clean is not None:
        tally.add_clean(arguments.clean.read_text("utf-8").splitlines(), arguments.engine)
    write(arguments.output, arguments.engine, tally)
    reports, right, mended = (sum(counts[each] for counts in tally.rules.values()) for each in range(3))
    print(f"{arguments.engine}: {len(tally.rules)} rules made {reports} reports, {right} on a mistake, {mended} mended")


if __name__ == "__main__":
    main()
