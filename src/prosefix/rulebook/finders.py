"""Finders: a rule's `[match]` made ready to run: a pattern with its context, exceptions, mark and replacements."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from prosefix.findings import Match
from prosefix.rulebook.elements import Element, element, phrase
from prosefix.rulebook.mistakes import PatternError, nearest
from prosefix.rulebook.pattern import Places, Run, Unless, taken_back
from prosefix.rulebook.replacement import Replacement, Span, Writer, read_replacements, token_range
from prosefix.rulebook.rows import Booleans, Numbers, Rows
from prosefix.rulebook.rules import Rule
from prosefix.rulebook.wordlists import WordLists

_PATTERN_KEYS = ("tokens", "before", "after", "unless", "mark", "replace")
_WAYS = ("tokens", "patterns", "phrases")  # one of them says what is looked for
_FUNCTION_KEYS = ("function", "reads")
_UNLESS_KEYS = ("before", "after", "tokens")
MOST_ELEMENTS = 100
MOST_WAYS = 5_000


@dataclass(frozen=True)
class Finder:
    """`run` is `before`, tokens and `after` in one; tokens are its elements `[first, first + count)`."""

    run: Run
    first: int
    count: int
    mark: Span  # tokens, from 1
    replacements: tuple[Replacement, ...]
    unless: tuple[Unless, ...]

    def find(self, rows: Rows, rule: Rule) -> Iterator[Match]:
        """The matches in a table, in the order of ways to fill the pattern."""
        for places in self.run.find(rows):
            marked = self._mark(places)
            if marked is None:
                continue
            kept = places.keep(~self._excused(rows, places, marked))
            for row in kept.first.tolist():
                if (match := self._match(rows, rule, row, places.counts)) is not None:
                    yield match

    def _tokens(self, first: int, counts: Sequence[int]) -> list[Span]:
        begin = first + sum(counts[: self.first])
        spans = []
        for count in counts[self.first : self.first + self.count]:
            spans.append((begin, begin + count - 1))
            begin += count
        return spans

    def _mark(self, places: Places) -> tuple[Numbers, Numbers] | None:
        """First and last marked row of each place, or None where no marked token is there."""
        spans = [span for span in self._tokens(0, places.counts)[self.mark[0] - 1 : self.mark[1]] if span[1] >= span[0]]
        return (places.first + spans[0][0], places.first + spans[-1][1]) if spans else None

    def _excused(self, rows: Rows, places: Places, marked: tuple[Numbers, Numbers]) -> Booleans:
        begin, end = places.begin(self.first), places.begin(self.first + self.count)
        excused = np.zeros(len(places.first), dtype=np.bool_)
        for unless in self.unless:
            excused |= taken_back(rows, unless, begin, end, marked)
        return excused

    def _match(self, rows: Rows, rule: Rule, first: int, counts: Sequence[int]) -> Match | None:
        spans = self._tokens(first, counts)
        present = [span for span in spans[self.mark[0] - 1 : self.mark[1]] if span[1] >= span[0]]
        mark = (present[0][0], present[-1][1])
        start, end = int(rows.table.start[mark[0]]), int(rows.table.end[mark[1]])
        writer = Writer(rows, rule.words)
        written = [made for each in self.replacements if (made := writer.write(each, spans, mark)) is not None]
        if self.replacements and not written:
            return None
        if written:
            start, end = written[0][0], written[0][1]
        words = {
            str(n): rows.told(*span) if span[1] >= span[0] else ""  # an optional token that is not there
            for n, span in enumerate(spans, 1)
        }
        words["match"] = rows.table.written(*mark)
        texts = tuple(dict.fromkeys(text for *_, text in written))
        return Match(rule.name, start, end, texts, rule.confidence, words)


def read_match(match: Mapping[str, object], lists: WordLists) -> tuple[Finder, ...]:
    """The finders of a `[match]` table with patterns. Raises PatternError."""
    _check_keys(match, (*_PATTERN_KEYS, *_WAYS, *_FUNCTION_KEYS), "[match]")
    if sum(way in match for way in _WAYS) != 1:
        raise PatternError("match", "[match] has one of “tokens”, “patterns”, “phrases” and “function”")
    if "tokens" in match:
        return (_finder(match, lists, ()),)
    shared = _unless(match.get("unless", []), lists)
    common = {key: match[key] for key in ("before", "after", "mark", "replace") if key in match}
    patterns = match["patterns"] if "patterns" in match else _phrases(match["phrases"], lists)
    if not isinstance(patterns, list) or not patterns:
        raise PatternError("patterns", "“patterns” is a list of tables with “tokens”")
    return tuple(_finder({**common, **_table(pattern, "patterns")}, lists, shared) for pattern in patterns)


def _phrases(name: object, lists: WordLists) -> list[dict[str, object]]:
    """A pattern for each line `wrong words -> right words` of a word list; `|` with spaces parts several right ones."""
    if not isinstance(name, str) or not name.startswith("@"):
        raise PatternError("phrases", f'“phrases” names a word list, such as "@{name}"')
    entries = lists.entries(name[1:])
    if not all(entries.values()):
        raise PatternError(name, f"the word list “{name}” has lines without “->”")
    return [{"tokens": wrong, "replace": right.split(" | ")} for wrong, right in entries.items()]


def _finder(match: Mapping[str, object], lists: WordLists, shared: tuple[Unless, ...]) -> Finder:
    _check_keys(match, _PATTERN_KEYS, "a pattern")
    if "tokens" not in match:
        raise PatternError("patterns", "a pattern needs “tokens”")
    before, tokens, after = (elements(match.get(key, []), lists, key) for key in ("before", "tokens", "after"))
    run = _run([*before, *_shifted(tokens, len(before)), *after])
    if not tokens or run.empty:
        raise PatternError("tokens", "a pattern needs at least one element that takes a row")
    replacements, implied = (
        read_replacements(match["replace"], len(tokens), lists) if "replace" in match else ([], None)
    )
    mark = token_range(match["mark"], "mark", len(tokens)) if "mark" in match else implied or (1, len(tokens))
    unless = shared + _unless(match.get("unless", []), lists)
    return Finder(run, len(before), len(tokens), mark, tuple(replacements), unless)


def _shifted(tokens: Sequence[Element], by: int) -> Iterator[Element]:
    """`same` counts tokens in a rule file and elements of the run here."""
    for each in tokens:
        if not 0 <= each.same <= len(tokens):
            raise PatternError("same", f"there is no token {each.same}")
        same = each.same + by if each.same else 0
        yield Element(each.condition, each.low, each.high, same, each.edge)


def elements(spec: object, lists: WordLists, key: str) -> list[Element]:
    """The elements of a list, or of a text such as `"should|could of"`."""
    if isinstance(spec, str):
        return phrase(spec, lists)
    if not isinstance(spec, list):
        raise PatternError(key, f"“{key}” is a list of elements or a text, not {spec!r}")
    return [element(each, lists) for each in spec]


def _unless(spec: object, lists: WordLists) -> tuple[Unless, ...]:
    if not isinstance(spec, list):
        raise PatternError("unless", "“unless” is a list of tables with “before”, “after” or “tokens”")
    return tuple(_exception(_table(each, "unless"), lists) for each in spec)


def _exception(spec: Mapping[str, object], lists: WordLists) -> Unless:
    _check_keys(spec, _UNLESS_KEYS, "an exception")
    if ("tokens" in spec) == ("before" in spec or "after" in spec):
        raise PatternError("unless", "an exception has “tokens”, or else “before” and “after” or one of them")
    if "tokens" in spec:
        return Unless(over=_run(elements(spec["tokens"], lists, "tokens")))
    before, after = (_run(elements(spec.get(key, []), lists, key)).elements for key in ("before", "after"))
    return Unless(before, after)


def _run(found: Sequence[Element]) -> Run:
    """The elements as a run; each way to fill them is looked for by itself, so there may not be too many."""
    if math.prod(each.high - each.low + 1 for each in found) > MOST_WAYS or len(found) > MOST_ELEMENTS:
        raise PatternError("repeat", "the pattern can be filled in too many ways; repeat or leave open less of it")
    return Run(found)


def _table(spec: object, key: str) -> Mapping[str, object]:
    if not isinstance(spec, Mapping):
        raise PatternError(key, f"“{key}” is a list of tables; {spec!r} is none")
    return spec


def _check_keys(spec: Mapping[str, object], keys: Sequence[str], what: str) -> None:
    for key in spec:
        if key not in keys:
            raise PatternError(key, f"{what} has no key “{key}”{nearest(key, keys)}")
