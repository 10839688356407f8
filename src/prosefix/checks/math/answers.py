"""Many rules answered by one reading of a batch of pages: the functions that the rule files of the set name.

What is read, and what is wrong in it, is for those who make the functions to say.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import cast

from prosefix.findings import PageMatch
from prosefix.page.prose import Prose
from prosefix.rulebook.context import Context

Check = Callable[[Context], Iterable[PageMatch]]


def rule_maker(note: str, read: Callable[[Prose], Iterable[PageMatch]]) -> Callable[[str], Check]:
    """A maker of rules' functions, by the rules' names. `read` gives what all of them report on a page; it is called
    once for a batch, and its answers are kept in the context's notes under `note`."""

    def rule(name: str) -> Check:
        def check(context: Context) -> Iterable[PageMatch]:
            if note not in context.notes:
                context.notes[note] = by_rule(context)
            return cast("dict[str, list[PageMatch]]", context.notes[note]).get(name, [])

        check.__doc__ = f"The reports of the rule {name}."
        return check

    def by_rule(context: Context) -> dict[str, list[PageMatch]]:
        answers = defaultdict[str, list[PageMatch]](list)
        for number, prose in enumerate(context.pages):
            for match in read(prose):
                answers[match.rule].append(replace(match, page=number))
        return answers

    return rule
