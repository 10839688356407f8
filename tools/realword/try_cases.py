"""What the learnt detection finds in pages with known mistakes: `python try_cases.py CASES.jsonl [--show N]`.

A case is `{"id", "html", "gold": [{"start", "end", "old", "new", "cat"}], "ignore": […]}`. Prints, for rising
probabilities, what share of each category is mended, other flags in 1000 words, and the surest of those.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prosefix.checks.realword.detection import doubts, entries, surest
from prosefix.checks.realword.rules import change
from prosefix.page.blocks import read_prose
from prosefix.page.source import decode_page
from prosefix.rulebook.batch import context_of_pages

LEAST = 0.3


@dataclass(frozen=True)
class Flag:
    """A change proposed on a page, the categories of the mistakes it mends and of those it only touches."""

    probability: float
    mended: str
    touched: str
    ignored: bool
    shown: str


def touches(start: int, end: int, span: Mapping[str, Any]) -> bool:
    first, last = span["start"], span["end"]
    if first == last:
        first, last = first - 1, last + 1
    return start < last and max(end, start + 1) > first


def mends(page: str, start: int, end: int, new: str, gold: Mapping[str, Any]) -> bool:
    first, last = max(0, min(start, gold["start"]) - 1), max(end, gold["end"]) + 1
    one = page[first:start] + new + page[end:last]
    other = page[first : gold["start"]] + gold["new"] + page[gold["end"] : last]
    joined = "" if gold["start"] == gold["end"] else " "
    return joined.join(one.split()) == joined.join(other.split())


def flags_of(cases: Sequence[Mapping[str, Any]]) -> list[Flag]:
    pages = [read_prose(decode_page(case["html"].encode(), "case.html")) for case in cases]
    context = context_of_pages(pages)
    table, result = context.table, []
    for row, relation, _, proposed, probability in entries(surest(doubts(context), LEAST)):
        start, end, new = change(table, row, relation, proposed)
        number = context.page_of[int(table.block[row])]
        span = pages[number].source.to_page(start - context.offsets[number], end - context.offsets[number])
        text = table.text[start:end]
        new = new[:1].upper() + new[1:] if text[:1].isupper() else new
        case = cases[number]
        hit = [gold for gold in case["gold"] if touches(span.start, span.end, gold)]
        right = [gold for gold in hit if mends(case["html"], span.start, span.end, new, gold)]
        around = table.text[max(0, start - 50) : start] + f"[{text}→{new}]" + table.text[end : end + 40]
        result.append(Flag(
            probability, "".join(g["cat"] for g in right), "".join(g["cat"] for g in hit),
            any(touches(span.start, span.end, span_) for span_ in case["ignore"]), around.replace("\n", "¶"),
        ))  # fmt: skip
    return sorted(result, key=lambda flag: -flag.probability)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    cases = [json.loads(line) for line in given.cases.read_text("utf-8").splitlines()]
    flags = flags_of(cases)
    total = Counter(gold["cat"] for case in cases for gold in case["gold"])
    words = sum(len(re.findall(r"\w+", re.sub(r"<[^>]*>", " ", case["html"]))) for case in cases)
    for least in (0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.96, 0.98):
        kept = [flag for flag in flags if flag.probability >= least]
        mended = Counter(flag.mended[0] for flag in kept if flag.mended)
        other = sum(not flag.touched and not flag.ignored for flag in kept)
        wrong = sum(bool(flag.touched) and not flag.mended for flag in kept)
        shares = " ".join(f"{cat} {mended[cat] / total[cat]:.1%}" for cat in "ANDPWR" if total[cat])
        print(
            f"{least:.2f}: {sum(mended.values())} mended, {wrong} wrongly, {other} others, {1000 * other / words:.2f} in 1000 words; {shares}"
        )
    for flag in [flag for flag in flags if not flag.touched and not flag.ignored][: given.show]:
        print(f"{flag.probability:.3f} {flag.shown}")


if __name__ == "__main__":
    main()
