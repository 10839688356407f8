"""A page on its way from what it was to what it becomes, pass by pass, and the account of it in the end.

It keeps every text that the page has had; one that comes back to a text is given back untouched. It chooses nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from prosefix.changes import Lines, line_spans, touches
from prosefix.findings import Span
from prosefix.fixes.choose import Choice, edits_of
from prosefix.fixes.proof import HeldBack
from prosefix.fixes.splice import Shift, splice
from prosefix.lint import FileResult
from prosefix.page.source import Page

Scopes = Mapping[str, Sequence[Lines]]  # the lines of each path that fixes may touch


@dataclass(frozen=True, slots=True)
class Mended:
    """A page before and after. `before` is what checking it gave, `after` what remains; `passes` are the fixes, each
    pass's in the text that the one before it left; `problem` is why a page that could not be mended was given back
    untouched."""

    page: Page
    text: str
    before: FileResult
    after: FileResult
    passes: tuple[tuple[Choice, ...], ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    problem: str = ""

    @property
    def written(self) -> tuple[Choice, ...]:
        """All fixes that were made."""
        return tuple(choice for choices in self.passes for choice in choices)

    @property
    def raw(self) -> bytes:
        """The bytes of the mended page."""
        return self.page.raw if self.text == self.page.text else self.page.encode(self.text)

    def steps(self) -> Iterator[tuple[int, str, bytes]]:
        """The way from `page` to `raw` in pieces of one rule each: number of the pass, rule, bytes after the piece."""
        text = self.page.text
        for number, choices in enumerate(self.passes):
            made: list[Choice] = []
            for rule in sorted({choice.finding.rule for choice in choices}):
                made += [choice for choice in choices if choice.finding.rule == rule]
                yield number, rule, self.page.encode(splice(text, edits_of(made)))
            text = splice(text, edits_of(choices))


@dataclass(slots=True)
class Draft:
    """A page between passes. `scope`: the spans that fixes must touch, or None for the whole page; `barred`: those that
    they must not touch, since what is wrong there is in the baseline."""

    page: Page
    now: Page
    scope: Sequence[Span] | None
    seen: set[str]
    barred: Sequence[Span] = ()
    before: FileResult | None = None
    after: FileResult | None = None
    passes: list[tuple[Choice, ...]] = field(default_factory=list)
    held_back: list[HeldBack] = field(default_factory=list)
    problem: str = ""

    def read(self, result: FileResult) -> FileResult:
        """`result`, of the page as it is now, without the findings that are none of this run's business."""
        result = replace(
            result, findings=tuple(f for f in result.findings if within(Span(f.start, f.end), self.scope, self.barred))
        )
        self.before = self.before or result
        self.after = result
        return result

    def write(self, choices: Sequence[Choice]) -> bool:
        """Make the fixes `choices`; False where the page came back to an earlier text, and is given up."""
        text = splice(self.now.text, edits_of(choices))
        if text in self.seen:
            self.give_up("the fixes go round in a circle", choices)
            return False
        shift = Shift(edits_of(choices))
        if self.scope is not None:
            self.scope = [shift.span(span) for span in self.scope]
        self.barred = [shift.span(span) for span in self.barred]
        self.seen.add(text)
        self.passes.append(tuple(choices))
        self.now = self.now.with_text(text)
        return True

    def give_up(self, why: str, choices: Sequence[Choice]) -> None:
        """Leave the page as it was, since `choices` lead nowhere."""
        rules = ", ".join(sorted({choice.finding.rule for choice in choices}))
        self.problem = f"{why} ({rules}); page left as it was"
        self.now = self.page
        self.passes.clear()
        self.after = self.before

    def mended(self) -> Mended:
        """The account of the page; it must have been read once."""
        assert self.before is not None
        assert self.after is not None
        return Mended(
            self.page, self.now.text, self.before, self.after, tuple(self.passes), tuple(self.held_back), self.problem
        )


def draft(page: Page, scopes: Scopes | None) -> Draft:
    """The draft of `page`, limited to the lines that `scopes` has for its path, if any are given."""
    scope = None if scopes is None else line_spans(page.text, scopes.get(page.path, ()))
    return Draft(page, page, scope, {page.text})


def within(span: Span, scope: Sequence[Span] | None, barred: Sequence[Span]) -> bool:
    """Whether `span` touches `scope` (None is everything) and nothing `barred`."""
    return (scope is None or touches(span, scope)) and not touches(span, barred)
