"""Obeying the page's directives, and reporting those that are malformed, name no rule, or silence nothing.

Where a directive holds is the page's own matter (`page.directives`); here findings meet it.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from prosefix.checks.engines.rules import is_asked
from prosefix.findings import Applicability, Edit, Finding, PageMatch, Severity, Span
from prosefix.lint.projection import Projection
from prosefix.page.directives import Directive, DirectiveKind
from prosefix.rulebook.mistakes import closest
from prosefix.rulebook.rules import SETS, Rule
from prosefix.rulebook.wordlists import WordLists
from prosefix.settings.names import set_of


def _rule(name: str, summary: str, why: str, message: str) -> Rule:
    return Rule(
        name, summary, why, Severity.WARNING, Applicability.UNSAFE, message,
        match={"reads": "page"}, examples=(), path=Path(__file__), words=WordLists(), confidence=1.0,
    )  # fmt: skip


UNUSED = _rule(
    "markup/unused-directive",
    "A directive silences at least one finding.",
    "A directive that silences nothing hides the next mistake in its place. It was written for a mistake that has been "
    "mended since, or for words that have gone. Only directives for rules that ran are judged.",
    "This directive silences nothing{of}; remove it.",
)
UNKNOWN = _rule(
    "markup/unknown-directive",
    "A directive names sets or rules that exist.",
    "A directive for a rule that does not exist silences nothing, so its author believes in a silence that is not there.",
    "There is no set or rule “{name}”{near}.",
)
MALFORMED = _rule(
    "markup/malformed-directive",
    "A directive can be read.",
    "A comment that begins as a directive and cannot be obeyed as one is more likely a slip than a remark.",
    "This directive cannot be obeyed: {problem}.",
)
DIRECTIVE_RULES: tuple[Rule, ...] = (UNUSED, UNKNOWN, MALFORMED)


_ALL = ""  # the name of a directive that names nothing
_VERB = re.compile(r"prosefix[-:]\s*([\w-]+)")
_ATTRIBUTE = re.compile(r"""\s+data-prosefix\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)""", re.IGNORECASE)


class Suppression:
    """One page's directives, against the rules that exist, by name, and those that ran (`active`)."""

    def __init__(self, home: Projection, rules: Mapping[str, Rule], active: Iterable[Rule]) -> None:
        self._home = home
        self._text = home.prose.page.text
        self._directives = home.prose.directives
        self._sharing = Counter(one.span for one in self._directives)
        self._ends = {one.governs.end for one in self._directives if one.kind is not DirectiveKind.ENABLE}
        self._known = frozenset(rules).union(SETS, map(set_of, rules))
        self._active = {rule.name: rule for rule in active}
        self._usual = {
            name for name, rule in rules.items() if rule.default and is_asked(rule, home.settings.engine)
        }  # the rules that run where nothing is selected

    def applied(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that no directive silences, and those about the directives themselves."""
        if not self._directives:
            return list(findings)
        findings = list(findings)
        off = _by_name((name, one.governs) for one in self._directives for name in one.names or [_ALL])
        kept, met = [], []
        for finding in findings:
            span = Span(finding.start, max(finding.end, finding.start + 1))
            names = (_ALL, finding.rule, set_of(finding.rule))
            met += [(name, span) for name in names]
            if not any(name in off and off[name].touch(span) for name in names):
                kept.append(finding)
        found = _by_name(met)
        used = {
            number
            for number, one in enumerate(self._directives)
            if any(name in found and found[name].touch(one.governs) for name in one.names or [_ALL])
        }
        return kept + [finding for finding in self._about(used) if finding.rule in self._active]

    def _about(self, used: set[int]) -> Iterator[Finding]:
        for number, one in enumerate(self._directives):
            if one.problem:
                yield self._report(MALFORMED, one, words={"problem": one.problem}, edits=self._mended_verb(one))
            elif unknown := next((name for name in one.names if name not in self._known), None):
                yield self._unknown(one, unknown)
            elif self._own(one) and not self._needed(number, used) and self._judged(one):
                of = f" of {one.names[0]}" if one.names and self._sharing[one.span] > 1 else ""
                yield self._report(UNUSED, one, words={"of": of}, edits=[self._without(one)])

    def _mended_verb(self, one: Directive) -> list[Edit]:
        """What the directive was probably meant to be, where only its verb is not one."""
        verb = _VERB.search(self._text, one.span.start, one.span.end)
        kinds = [kind for kind in DirectiveKind if kind is not DirectiveKind.ATTRIBUTE]
        if one.kind is DirectiveKind.ATTRIBUTE or verb is None or verb[1] in kinds:
            return []
        near = closest(verb[1].lower(), kinds)
        return [] if near is None else [Edit(verb.start(1), verb.end(1), near)]

    def _unknown(self, one: Directive, name: str) -> Finding:
        near = closest(name, self._known)
        at = self._text.find(name, one.span.start, one.span.end)
        if near is None or at < 0:
            return self._report(UNKNOWN, one, words={"name": name, "near": ""})
        edit = Edit(at, at + len(name), near)
        return self._report(UNKNOWN, one, words={"name": name, "near": f"; did you mean “{near}”?"}, edits=[edit])

    def _report(self, rule: Rule, one: Directive, words: dict[str, str], edits: Sequence[Edit] = ()) -> Finding:
        match = PageMatch(rule.name, one.span.start, one.span.end, words=words, edits=tuple((edit,) for edit in edits))
        return self._home.of_page_match(match, rule)

    def _own(self, one: Directive) -> bool:
        """Whether the directive was written for prosefix; those for other tools are theirs to judge."""
        written = self._text[one.span.start : one.span.end]
        if one.kind is DirectiveKind.ATTRIBUTE:  # `spellcheck` on the same tag means spelling, and is not ours
            return one.names != ("spelling",) and _ATTRIBUTE.search(written) is not None
        return "prosefix" in written.lower()

    def _needed(self, number: int, used: set[int]) -> bool:
        one = self._directives[number]
        if one.kind is not DirectiveKind.ENABLE:
            return number in used
        return one.span.start in self._ends

    def _judged(self, one: Directive) -> bool:
        """Whether all rules that the directive means ran, so that its silence says something."""
        if one.kind is DirectiveKind.ENABLE:
            return True
        if not one.names:
            return self._usual <= self._active.keys()
        own = self._active.keys() & set(one.names)  # a rule that is off by default may have been selected
        meant = own | {name for name in self._usual if name in one.names or set_of(name) in one.names}
        return bool(meant) and meant <= self._active.keys()

    def _without(self, one: Directive) -> Edit:
        """Takes the directive's name out of its comment, or the comment away where it has no other name."""
        attribute = _ATTRIBUTE.search(self._text, one.span.start, one.span.end)
        if one.kind is DirectiveKind.ATTRIBUTE and attribute is not None and self._sharing[one.span] == 1:
            return Edit(attribute.start(), attribute.end(), "")
        if self._sharing[one.span] > 1:
            comment = self._text[one.span.start : one.span.end]
            name = re.search(rf"(?<![\w/-]){re.escape(one.names[0])}(?![\w/-])[,\s]*", comment)
            if name is not None:
                return Edit(one.span.start + name.start(), one.span.start + name.end(), "")
        return Edit(one.span.start, one.span.end, "")


class _Spans:
    """Spans in order, which tell quickly whether any of them touches another."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [span.start for span in ordered]
        self._farthest = list(accumulate((span.end for span in ordered), max))  # end of those that begin so far

    def touch(self, span: Span) -> bool:
        """Whether one of them has a character of `span`."""
        before = bisect_left(self._starts, span.end)
        return before > 0 and self._farthest[before - 1] > span.start


def _by_name(named: Iterable[tuple[str, Span]]) -> dict[str, _Spans]:
    spans: dict[str, list[Span]] = {}
    for name, span in named:
        spans.setdefault(name, []).append(span)
    return {name: _Spans(group) for name, group in spans.items()}
