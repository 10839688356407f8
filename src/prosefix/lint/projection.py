"""From a rule's report in plain text to a finding in the page: place, message, severity, and the fixes as edits.

It asks the source map for positions and never searches for text. It decides nothing about other findings.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from prosefix.errors import FixRefused
from prosefix.findings import Applicability, Edit, Finding, Fix, Match, PageMatch, Severity, Span
from prosefix.lint.hand import Hand, with_apostrophe, with_capitals, with_reference
from prosefix.page.prose import Block, Prose
from prosefix.rulebook.rules import Rule
from prosefix.settings import Settings
from prosefix.settings.names import exactness, set_of
from prosefix.standins import CHARACTERS

QUOTED = "it is a quotation, which is never edited"
_STAND_IN = re.compile(f"[{CHARACTERS}]")
_CAPITALS_ARE_THE_POINT = frozenset({"capitals", "spelling"})


class Projection:
    """The way of one page's reports into the page, under one page's settings."""

    def __init__(self, prose: Prose, settings: Settings) -> None:
        self.prose = prose
        self.settings = settings
        self._text = prose.page.text
        self._hand: Hand | None = None
        self._contents = {each.at: each.content for each in prose.stand_ins}

    def of_match(self, match: Match, rule: Rule, block: Block, sentence: Span) -> Finding:
        """The finding of `match`, whose offsets (and `sentence`) are in this page's plain text."""
        span = self.prose.source.to_page(match.start, match.end)
        quoted = block.quoted or self.prose.quotes_any(match.start, match.end)
        replacements = [self._dressed(match, rule, new) for new in match.replacements]
        finding = self._finding(match, rule, span, self.shown(match.start, match.end), replacements)
        lead, words, rest = (
            self.shown(sentence.start, match.start), self.shown(match.start, match.end),
            self.shown(match.end, sentence.end),
        )  # fmt: skip
        mark = Span(len(lead), len(lead) + len(words))
        finding = replace(finding, sentence=lead + words + rest, mark=mark)
        if quoted:
            finding = replace(finding, severity=Severity(max(finding.severity - 1, Severity.INFO)))
        return self._with_fixes(
            finding, [self._edits(match, new) for new in replacements], self._applicability(match, rule), quoted
        )

    def of_page_match(self, match: PageMatch, rule: Rule) -> Finding:
        """The finding of `match`, whose offsets are in the page already."""
        span = Span(match.start, match.end)
        finding = self._finding(match, rule, span, self._text[span.start : span.end], match.replacements)
        edits: Sequence[tuple[Edit, ...]] = match.edits or [
            (Edit(match.start, match.end, new),) for new in match.replacements
        ]
        return self._with_fixes(finding, edits, self._applicability(match, rule), quoted=False)

    def shown(self, start: int, end: int) -> str:
        """The plain text `[start, end)` for people: stand-ins as what they stand for."""
        return _STAND_IN.sub(lambda m: self._contents.get(start + m.start(), "…"), self.prose.plain[start:end])

    def _finding(
        self, match: Match | PageMatch, rule: Rule, span: Span, text: str, replacements: Sequence[str]
    ) -> Finding:
        words = {"text": text, **match.words}
        said = replace(
            match,
            replacements=tuple(self._told(new, match) for new in replacements),
            words={name: self._told(word, match) for name, word in words.items()},
        )
        return Finding(
            path=self.prose.page.path,
            rule=rule.name,
            severity=self._severity(match, rule),
            confidence=round(match.confidence, 6),  # sums differ in the last place with the pages around
            message=rule.say(said),
            text=self._text[span.start : span.end],
            start=span.start,
            end=span.end,
        )

    def _severity(self, match: Match | PageMatch, rule: Rule) -> Severity:
        wanted: Mapping[str, Severity] = self.settings.severity
        for name in (rule.name, set_of(rule.name)):
            if name in wanted:
                return wanted[name]
        return match.severity or rule.severity

    def _applicability(self, match: Match | PageMatch, rule: Rule) -> Applicability:
        own = match.applicability or rule.fix
        more, less = exactness(rule.name, self.settings.safe), exactness(rule.name, self.settings.unsafe)
        if own is Applicability.UNSAFE and more > less:
            return Applicability.SAFE
        if own is Applicability.SAFE and less > more:
            return Applicability.UNSAFE
        return own

    def _dressed(self, match: Match, rule: Rule, new: str) -> str:
        """`new` with the page's apostrophes, and the capital that stood there before."""
        if set_of(rule.name) not in _CAPITALS_ARE_THE_POINT:
            new = with_capitals(self.prose.plain[match.start : match.end], new)
        return with_apostrophe(new, self._apostrophe(match.start)) if "'" in new or "’" in new else new

    def _apostrophe(self, at: int) -> str:
        if self._hand is None:
            self._hand = Hand(self.prose)
        return self._hand.apostrophe(at)

    def _edits(self, match: Match, new: str) -> tuple[Edit, ...] | FixRefused:
        try:
            edits = self.prose.source.edits(match.start, match.end, new, self._text)
        except FixRefused as refusal:
            return refusal
        if "'" in new or "’" in new:
            form = self._apostrophe(match.start)
            edits = tuple(Edit(edit.start, edit.end, with_reference(edit.new, form)) for edit in edits)
        return edits

    def _with_fixes(
        self,
        finding: Finding,
        edits: Sequence[tuple[Edit, ...] | FixRefused],
        applicability: Applicability,
        quoted: bool,
    ) -> Finding:
        """The first fix as sure as its rule, the others only offered: a choice is the author's."""
        finding = self._widened(finding, edits)
        fixes = []
        held_back = QUOTED if quoted and edits else ""
        for number, each in enumerate(edits):
            if isinstance(each, FixRefused):
                held_back = held_back or (str(each) if number == 0 else "")
                continue
            if each:
                sure = applicability if number == 0 and not quoted else Applicability.MANUAL
                fixes.append(Fix(self._replacement(finding, each), sure, each))
        return replace(finding, fixes=tuple(fixes), held_back=held_back)

    def _widened(self, finding: Finding, edits: Sequence[tuple[Edit, ...] | FixRefused]) -> Finding:
        """`finding` with the white space beside it that the first fix takes away: a fix stands for its whole span."""
        first = edits[0] if edits else ()
        if isinstance(first, FixRefused) or not first:
            return finding
        start, end = min(finding.start, first[0].start), max(finding.end, first[-1].end)
        beside = self._text[start : finding.start] + self._text[finding.end : end]
        if not beside or not beside.isspace():
            return finding
        return replace(finding, start=start, end=end, text=self._text[start:end])

    def _replacement(self, finding: Finding, edits: Sequence[Edit]) -> str:
        """The page's text of the finding's span after `edits`."""
        inner = [edit for edit in edits if finding.start <= edit.start and edit.end <= finding.end]
        return self._spliced(finding.start, finding.end, inner)

    def _spliced(self, start: int, end: int, edits: Sequence[Edit]) -> str:
        pieces: list[str] = []
        for edit in edits:
            pieces += (self._text[start : edit.start], edit.new)
            start = edit.end
        return "".join((*pieces, self._text[start:end]))

    def _told(self, words: str, match: Match | PageMatch) -> str:
        """`words` of a message, each stand-in as what it stands for in the match, or else nearest to it."""
        plain = self.prose.plain

        def content(found: re.Match[str]) -> str:
            before, after = plain.rfind(found[0], 0, match.start), plain.find(found[0], match.start)
            inside = 0 <= after < match.end
            near = [place for place in (before, after) if place >= 0 and not (inside and place == before)]
            nearest = min(near, key=lambda place: abs(place - match.start), default=-1)
            return self._contents.get(nearest, "") or "…"

        return _STAND_IN.sub(content, words)
