"""Counts how often each rule is right, and writes the record that a rule needs to call its fixes safe.

usage: measure_rules.py RULES --cases CASES.jsonl… --slips SLIPS.tsv… --clean TEXT --judged RULES/judged.tsv --out RULES/measured.toml
                        [--hits HITS.tsv]

A hit is right where its fix gives what a person wrote: the marked mistakes of excerpts (JSON lines {"html", "gold":
[{"start", "end", "old", "new"}], "ignore"}) and slips (source, left, old, new, right; a slip's context is not clean, so
hits beside it do not count). A hit elsewhere in excerpts, and any in clean text (a paragraph a line), is wrong unless the
file of judgements says otherwise: rule, hash of the place, verdict (right, wrong, doubtful), note. `--hits` writes what
was counted as wrong, and all hits in clean text, with their hashes, for a person to judge.
"""

import argparse
import csv
import hashlib
import json
import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from prosefix.errors import FixRefused
from prosefix.findings import Edit, Match, PageMatch, Span
from prosefix.page.blocks import read_prose
from prosefix.page.prose import Prose
from prosefix.page.source import decode_page
from prosefix.rulebook import Context, Rule, RuleBook, load_rules
from prosefix.rulebook.batch import context_of_pages, context_of_texts
from prosefix.rulebook.running import AnyMatch
from prosefix.standins import CHARACTERS
from try_rule import paragraphs

BATCH = 400  # pages or 40,000 words at a time
SOURCES = ("cases", "slips", "clean")
MARKS = ("", *".,;:!?)")  # they stand right behind the word before them


@dataclass(frozen=True, slots=True)
class Hit:
    """A report of a rule, where it was made, and what it is worth: right, wrong or, not counted, `ignored`."""

    rule: str
    source: str
    verdict: str
    left: str
    text: str
    right: str
    new: str

    @property
    def place(self) -> str:
        """A hash that knows the same words again, but from which nobody can read them."""
        key = "|".join((self.left[-30:], self.text, self.right[:30], self.new))
        return hashlib.sha256(key.encode()).hexdigest()[:12]


def run(book: RuleBook, context: Context) -> Iterator[AnyMatch]:
    """The reports that are as sure as their rules; a check may call some of its own less sure."""
    outcome = book.run(context)
    if outcome.crashes:
        sys.exit("\n".join(map(str, outcome.crashes)))
    for match in outcome.matches:
        if match.applicability is None or match.applicability is book[match.rule].fix:
            yield match


def squeezed(text: str) -> str:
    return "".join(text.split())


def on_cases(book: RuleBook, cases: Sequence[dict]) -> Iterator[Hit]:  # type: ignore[type-arg]
    """The hits on excerpts of pages."""
    for first in range(0, len(cases), BATCH):
        group = cases[first : first + BATCH]
        pages = [read_prose(decode_page(case["html"].encode(), "case.html")) for case in group]
        context = context_of_pages(pages)
        for match in run(book, context):
            number = match.page if isinstance(match, PageMatch) else bisect_right(context.offsets, match.start) - 1
            span, edits = _in_page(pages[number], match, context.offsets[number])
            yield _hit(match.rule, group[number], span, edits)


def _in_page(page: Prose, match: AnyMatch, offset: int) -> tuple[Span, tuple[Edit, ...] | None]:
    """Where a match is in its page, and the edits of its first fix (None where it has none that can be written)."""
    if isinstance(match, PageMatch):
        if match.edits:
            return Span(match.start, match.end), match.edits[0]
        edits = (Edit(match.start, match.end, match.replacements[0]),) if match.replacements else None
        return Span(match.start, match.end), edits
    start, end = match.start - offset, match.end - offset
    span = page.source.to_page(start, end)
    try:
        return span, page.source.edits(
            start, end, match.replacements[0], page.page.text
        ) if match.replacements else None
    except FixRefused:
        return span, None


def _hit(rule: str, case: dict, span: Span, edits: tuple[Edit, ...] | None) -> Hit:  # type: ignore[type-arg]
    html = case["html"]
    start = min([span.start, *(edit.start for edit in edits or ())])
    end = max([span.end, *(edit.end for edit in edits or ())])
    new = _written(html, edits or ())
    touched = [gold for gold in case["gold"] if _touches(start, end, gold)]
    verdict = "wrong"
    if any(squeezed(new) == squeezed(html[: g["start"]] + g["new"] + html[g["end"] :]) for g in touched) and edits:
        verdict = "right"
    elif not touched and any(_touches(start, end, ignored) for ignored in case.get("ignore", ())):
        verdict = "ignored"
    shown = new[start : len(new) - (len(html) - end)] if edits else ""
    return Hit(rule, "cases", verdict, html[max(0, start - 80) : start], html[start:end], html[end : end + 80], shown)


def _touches(start: int, end: int, span: dict) -> bool:  # type: ignore[type-arg]
    first, last = span["start"], span["end"]
    if first == last:
        first, last = first - 1, last + 1
    return bool(start < last and max(end, start + 1) > first)


def _written(text: str, edits: Iterable[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def on_slips(book: RuleBook, files: Iterable[Path]) -> Iterator[Hit]:
    """The hits on what people corrected."""
    slips: list[tuple[str, int, int, str]] = []  # the text, where the slip is in it, the text as corrected
    for file in files:
        for row in csv.reader(file.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
            if len(row) == 5 and row[0] != "source":
                _, left, old, new, right = row
                before, after = (left + _joint(words) + _joint(right) for words in (old, new))
                start = len(left) + len(_joint(old)) - len(old)
                slips.append((before, start, start + len(old), after))
    context = context_of_texts([text for text, *_ in slips])
    starts = [block.start for block in context.blocks]
    for match in run(book, context):
        assert isinstance(match, Match)
        number = bisect_right(starts, match.start) - 1
        text, start, end, wanted = slips[number]
        first, last = match.start - starts[number], match.end - starts[number]
        if not (first <= end and last >= start):
            continue
        new = match.replacements[0] if match.replacements else None
        right = new is not None and squeezed(text[:first] + new + text[last:]) == squeezed(wanted)
        yield Hit(
            match.rule, "slips", "right" if right else "wrong", text[:first], text[first:last], text[last:], new or ""
        )


def _joint(words: str) -> str:
    """`words` with the space before them, which the file of slips leaves out at its joints."""
    return words if words[:1] in MARKS else f" {words}".rstrip()


def on_clean(book: RuleBook, texts: Sequence[str]) -> Iterator[Hit]:
    """The hits in well-edited text."""
    for first in range(0, len(texts), 5 * BATCH):
        context = context_of_texts(texts[first : first + 5 * BATCH])
        text = context.table.text
        for match in run(book, context):
            left = text[max(text.rfind("\n", 0, match.start) + 1, match.start - 80) : match.start]
            right = text[match.end : match.end + 80].partition("\n")[0]
            yield Hit(
                match.rule, "clean", "wrong", left, text[match.start : match.end], right, (*match.replacements, "")[0]
            )


# -- the record ---------------------------------------------------------------------------------------------------


def judged(path: Path) -> dict[tuple[str, str], str]:
    """A person's verdicts by rule and place."""
    verdicts = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line and not line.startswith("#"):
            rule, place, verdict, *_ = line.split("\t")
            verdicts[rule, place] = verdict
    return verdicts


def record(rules: Iterable[Rule], hits: Iterable[Hit], verdicts: dict[tuple[str, str], str]) -> dict[str, Counter[str]]:
    """For each rule the number of hits right and wrong from each source."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for hit in hits:
        verdict = verdicts.get((hit.rule, hit.place), hit.verdict) if hit.verdict == "wrong" else hit.verdict
        if verdict in ("right", "wrong", "doubtful"):
            counts[hit.rule][f"{hit.source} {'right' if verdict == 'right' else 'wrong'}"] += 1
    return {rule.name: counts[rule.name] for rule in rules}


def toml(counts: dict[str, Counter[str]], words: int) -> str:
    """The record as the text of measured.toml."""
    lines = [
        "# How often each rule was right: written by tools/measure_rules.py, never by hand.",
        "# Pairs are hits that were right and hits that were wrong (or that nobody judged) on marked excerpts, on people's",
        "# own corrections, and on clean text.",
        "",
        f"clean_words = {words}",
    ]
    for name, count in sorted(counts.items()):
        pairs = {source: (count[f"{source} right"], count[f"{source} wrong"]) for source in SOURCES}
        right = sum(pair[0] for pair in pairs.values())
        wrong = sum(pair[1] for pair in pairs.values())
        flags = 1000 * sum(pairs["clean"]) / words
        lines += ["", f'["{name}"]', f"hits = {right + wrong}", f"right = {right}"]
        lines += [f"{source} = [{pair[0]}, {pair[1]}]" for source, pair in pairs.items()]
        lines += [f"clean_flags_per_1000_words = {flags:.4f}"]
    return "\n".join(lines) + "\n"


def write_hits(path: Path, hits: Iterable[Hit], verdicts: dict[tuple[str, str], str]) -> None:
    """What a person may want to judge, a line each."""
    with path.open("w", encoding="utf-8") as out:
        for hit in hits:
            if hit.verdict == "wrong":
                words = f"{hit.left[-80:]}[[{hit.text}→{hit.new}]]{hit.right[:60]}".replace("\t", " ").replace(
                    "\n", " "
                )
                for char in CHARACTERS:
                    words = words.replace(char, "▮")
                verdict = verdicts.get((hit.rule, hit.place), "")
                print(hit.rule, hit.place, hit.source, verdict, words, sep="\t", file=out)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", type=Path)
    parser.add_argument("--cases", type=Path, nargs="*", default=[])
    parser.add_argument("--slips", type=Path, nargs="*", default=[])
    parser.add_argument("--clean", type=Path)
    parser.add_argument("--words", type=int, default=500_000, help="how much of the clean text")
    parser.add_argument("--judged", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--hits", type=Path)
    options = parser.parse_args()
    rules = load_rules([options.rules])
    book = RuleBook(rules, rules)
    cases = [
        json.loads(line) for path in options.cases for line in path.read_text(encoding="utf-8").splitlines() if line
    ]
    texts = paragraphs(options.clean, options.words) if options.clean else []
    hits = [*on_cases(book, cases), *on_slips(book, options.slips), *on_clean(book, texts)]
    verdicts = judged(options.judged) if options.judged else {}
    words = max(sum(text.count(" ") + 1 for text in texts), 1)
    if options.hits:
        write_hits(options.hits, hits, verdicts)
    if options.out:
        options.out.write_text(toml(record(rules, hits, verdicts), words), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
