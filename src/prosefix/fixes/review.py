"""Mending pages with a person who decides on each finding, one at a time.

It asks through a function and knows no terminal; like the loop it writes no file, and nothing goes into a page
unproved.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from typing import NamedTuple

from prosefix.baseline import Baseline
from prosefix.errors import FixRefused, PageError
from prosefix.findings import Applicability, Edit, Finding, Fix, Span
from prosefix.fingerprints import fingerprint
from prosefix.fixes.choose import FREE_SETS, Choice, edits_of
from prosefix.fixes.draft import Draft, Mended, Scopes, draft
from prosefix.fixes.proof import prove
from prosefix.fixes.silence import silencing
from prosefix.fixes.splice import splice
from prosefix.lint import FileResult, check_pages
from prosefix.page.blocks import ReadOptions, read_prose
from prosefix.page.source import Page
from prosefix.settings import Settings
from prosefix.settings.names import set_of

PASSES = 10  # in which what was accepted for all of a rule is written without asking


class Verdict(StrEnum):
    ACCEPT = "accept"
    ACCEPT_ALL = "accept all of this rule"
    REJECT = "reject"
    EDIT = "edit"
    WORD = "add the word to the project"
    IGNORE = "ignore here"
    QUIT = "quit and keep"


class Question(NamedTuple):
    """A finding to decide on. `problem` is why the last answer could not be followed."""

    result: FileResult
    finding: Finding
    problem: str = ""

    @property
    def word(self) -> str:
        """The word that may be added to the project's words, or "" where the finding is on no such word."""
        if set_of(self.finding.rule) != "spelling" or not self.finding.sentence:
            return ""
        word = self.finding.sentence[slice(*self.finding.mark)].strip()
        return word if word and not any(char.isspace() for char in word) else ""


class Answer(NamedTuple):
    """`number` says which fix is accepted, `text` what to write instead, or the reason of a directive."""

    verdict: Verdict
    number: int = 0
    text: str = ""


@dataclass(slots=True)
class Review:
    """A person's decisions, which hold from page to page until `over`."""

    settings: Settings
    ask: Callable[[Question], Answer]
    add_word: Callable[[str], None]
    accepted: set[str] = field(default_factory=set)  # rules
    words: set[str] = field(default_factory=set)
    over: bool = False

    def mend(self, first: FileResult, scopes: Scopes | None, known: Baseline | None) -> Mended:
        """The page of `first`, which is what the rules say of it, with what the person accepts."""
        assert first.page is not None
        each = draft(first.page, scopes)
        if known is not None:
            each.barred = [Span(finding.start, finding.end) for finding in known.part(first)[1]]
        rejected: Counter[str] = Counter()
        result = first
        for number in count():
            found = each.read(result)
            choices = self._decide(each, found, rejected, asks_nothing=number >= PASSES)
            each.seen.clear()  # a person may well go back
            if not choices or not each.write(choices):
                each.after = replace(found, findings=tuple(f for f in found.findings if not self._owned(found, f)))
                return each.mended()
            (result,) = check_pages([each.now], self.settings)
        raise AssertionError("count() has no end")

    def _decide(self, each: Draft, found: FileResult, rejected: Counter[str], asks_nothing: bool) -> list[Choice]:
        """What the person accepts of a page as it is now. Those `rejected` before are not asked for again."""
        before = rejected.copy()
        choices: list[Choice] = []
        for finding in found.findings:
            if self.over:
                break
            mark = fingerprint(finding, each.now.text)
            if before[mark] > 0:
                before[mark] -= 1
                continue
            question = Question(replace(found, page=each.now), finding)
            if self._owned(found, finding):
                continue
            alone = finding.rule in self.accepted and bool(finding.fixes) and not asks_nothing
            choice = self._choice(each.now, choices, question, alone)
            if isinstance(choice, Choice):
                choices.append(choice)
            elif choice is Verdict.REJECT:
                rejected[mark] += 1
        return choices

    def _owned(self, found: FileResult, finding: Finding) -> bool:
        """Whether the finding is on a word that the person has added to the project since."""
        return Question(found, finding).word in self.words

    def _choice(self, page: Page, before: Sequence[Choice], question: Question, alone: bool) -> Choice | Verdict | None:
        """What the person chooses, asked until it can be followed; with `alone`, the first fix is taken unasked.

        None where it overlaps what was chosen before, so that it has to come up again in what that leaves.
        """
        while True:
            answer = Answer(Verdict.ACCEPT) if alone else self.ask(question)
            alone = False
            if answer.verdict is Verdict.REJECT:
                return answer.verdict
            if answer.verdict is Verdict.QUIT:
                self.over = True
                return answer.verdict
            if answer.verdict is Verdict.WORD:
                self.add_word(question.word)
                self.words.add(question.word)
                return answer.verdict
            try:
                choice = self._made(page, question.finding, answer)
                splice(page.text, edits_of([*before, choice]))
                prove(page, [*before, choice])
            except ValueError:  # of `splice`: two edits of one place
                return None
            except (FixRefused, PageError) as refusal:
                question = question._replace(problem=str(refusal))
                continue
            if answer.verdict is Verdict.ACCEPT_ALL:
                self.accepted.add(question.finding.rule)
            return choice

    def _made(self, page: Page, finding: Finding, answer: Answer) -> Choice:
        if answer.verdict is Verdict.IGNORE:
            edits = silencing(page, finding, answer.text)
            return Choice(finding, Fix(finding.text, Applicability.MANUAL, edits), marks=True)
        if answer.verdict is Verdict.EDIT:
            edits = self._edits(page, finding, answer.text)
            return Choice(finding, Fix(answer.text, Applicability.MANUAL, edits))
        if answer.number >= len(finding.fixes):
            raise FixRefused("no rule offers that; write the words yourself")
        return Choice(finding, finding.fixes[answer.number])

    def _edits(self, page: Page, finding: Finding, text: str) -> tuple[Edit, ...]:
        """The edits that put `text` in place of the finding's words, white space round them kept. Raises FixRefused."""
        words = finding.text.strip()
        start = finding.start + finding.text.index(words)
        end = start + len(words)
        if text == words:
            raise FixRefused("that is what stands there")
        if set_of(finding.rule) in FREE_SETS or not finding.sentence or not words:
            return (Edit(start, end, text),)
        own = self.settings.for_page(page.path)
        source = read_prose(page, ReadOptions(opaque=own.opaque, language=own.lang)).source
        plain = source.from_page(start, end)
        edits = source.edits(plain.start, plain.end, text, page.text)
        if not edits:
            raise FixRefused("that is what stands there")
        return edits
