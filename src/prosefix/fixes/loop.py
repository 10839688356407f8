"""Mending pages until nothing more is to be mended: pass after pass over all pages that changed in the last one.

It keeps every text that a page has had; a page that comes back to one, or finds no end, is given back untouched.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from prosefix.baseline import open_baseline
from prosefix.changes import Lines, line_spans, touches
from prosefix.errors import FixRefused, PageError
from prosefix.findings import Edit, Span
from prosefix.fixes.choose import Choice, choose
from prosefix.fixes.splice import Shift, splice
from prosefix.fixes.verify import verify
from prosefix.lint import FileResult, check_pages
from prosefix.page.source import Page
from prosefix.settings import Settings
from prosefix.settings.names import set_of

Scopes = Mapping[str, Sequence[Lines]]  # the lines of each path that fixes may touch
PASSES = 10
FREE_SETS = frozenset({"math", "markup"})  # their edits may change what is no prose


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A fix that could have been written and was not, and why."""

    choice: Choice
    reason: str


@dataclass(frozen=True, slots=True)
class Mended:
    """A page before and after. `before` is what checking it gave, `after` what remains; `problem` is why a page that
    could not be mended was given back untouched."""

    page: Page
    text: str
    before: FileResult
    after: FileResult
    written: tuple[Choice, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    problem: str = ""

    @property
    def raw(self) -> bytes:
        """The bytes of the mended page."""
        return self.page.raw if self.text == self.page.text else self.page.encode(self.text)


@dataclass(slots=True)
class _Draft:
    """A page on its way through the passes. `scope`: the spans that fixes must touch, or None for the whole page;
    `barred`: those that they must not touch, since what is wrong there is in the baseline."""

    page: Page
    scope: Sequence[Span] | None
    now: Page
    seen: set[str]
    before: FileResult | None = None
    after: FileResult | None = None
    written: list[Choice] = field(default_factory=list)
    held_back: list[HeldBack] = field(default_factory=list)
    barred: Sequence[Span] = ()
    problem: str = ""

    def advance(self, result: FileResult, unsafe: bool) -> bool:
        """Write what `result`, of the page as it is now, allows; False where the page is done."""
        result = replace(
            result, findings=tuple(f for f in result.findings if within(Span(f.start, f.end), self.scope, self.barred))
        )
        self.before = self.before or result
        self.after = result
        chosen = choose(result.findings, unsafe)
        self.held_back.clear()
        choices = self._sound(chosen.choices)
        if not choices:
            self.held_back += [HeldBack(each, "it overlaps a fix that was held back") for each in chosen.waiting]
            return False
        self.written += choices
        text = splice(self.now.text, _edits(choices))
        if text in self.seen:
            return self.give_up("the fixes go round in a circle", choices)
        shift = Shift(_edits(choices))
        if self.scope is not None:
            self.scope = [shift.span(span) for span in self.scope]
        self.barred = [shift.span(span) for span in self.barred]
        self.seen.add(text)
        self.now = self.now.with_text(text)
        return True

    def _sound(self, choices: Sequence[Choice]) -> list[Choice]:
        """Those of `choices` whose result verifies; halves are tried alone to find the one that is at fault."""
        if not choices:
            return []
        try:
            _prove(self.now, choices)
        except (FixRefused, PageError) as refusal:
            if len(choices) == 1:
                self.held_back.append(HeldBack(choices[0], str(refusal)))
                return []
            middle = len(choices) // 2
            first, second = self._sound(choices[:middle]), self._sound(choices[middle:])
            return self._together(first, second)
        return list(choices)

    def _together(self, first: list[Choice], second: list[Choice]) -> list[Choice]:
        """Both, or only `first` where they do not go together: the others have their turn in the next pass."""
        try:
            _prove(self.now, [*first, *second])
        except (FixRefused, PageError):
            return first
        return [*first, *second]

    def give_up(self, why: str, choices: Sequence[Choice]) -> bool:
        rules = ", ".join(sorted({choice.finding.rule for choice in choices}))
        self.problem = f"{why} ({rules}); page left as it was"
        self.now = self.page
        self.written.clear()
        self.after = self.before
        return False

    def mended(self) -> Mended:
        assert self.before is not None
        assert self.after is not None
        return Mended(
            self.page, self.now.text, self.before, self.after, tuple(self.written), tuple(self.held_back), self.problem
        )


def mend_pages(
    pages: Sequence[Page],
    settings: Settings,
    unsafe: bool = False,
    scopes: Scopes | None = None,
) -> list[Mended]:
    """Each page with its fixes made, in order. `scopes` limits a page's fixes to the lines given for its path."""
    drafts = [
        _Draft(page, None if scopes is None else line_spans(page.text, scopes.get(page.path, ())), page, {page.text})
        for page in pages
    ]
    active = drafts
    for number in range(PASSES):
        if not active:
            break
        results = check_pages([draft.now for draft in active], settings)
        if settings.baseline is not None and number == 0:
            known = open_baseline(settings.baseline)
            for draft, result in zip(active, results, strict=True):
                draft.barred = [Span(finding.start, finding.end) for finding in known.part(result)[1]]
        active = [draft for draft, result in zip(active, results, strict=True) if draft.advance(result, unsafe)]
    for draft in active:
        draft.give_up(f"no end after {PASSES} passes", draft.written[-5:])
    return [draft.mended() for draft in drafts]


def within(span: Span, scope: Sequence[Span] | None, barred: Sequence[Span]) -> bool:
    """Whether `span` touches `scope` (None is everything) and nothing `barred`."""
    return (scope is None or touches(span, scope)) and not touches(span, barred)


def _edits(choices: Sequence[Choice]) -> list[Edit]:
    return [edit for choice in choices for edit in choice.fix.edits]


def _prove(page: Page, choices: Sequence[Choice]) -> None:
    """Raise FixRefused or PageError unless the page with `choices` made is sound."""
    free = _edits([choice for choice in choices if set_of(choice.finding.rule) in FREE_SETS])
    prose = _edits([choice for choice in choices if set_of(choice.finding.rule) not in FREE_SETS])
    middle = page.with_text(splice(page.text, prose))
    if prose:
        verify(page, middle, prose, ())
    if free:  # on their own, since they may change the tree that shows that the others do not
        shift = Shift(prose)
        moved = [Edit(shift.start(edit.start), shift.end(edit.end), edit.new) for edit in free]
        verify(middle, middle.with_text(splice(middle.text, moved)), (), moved)
