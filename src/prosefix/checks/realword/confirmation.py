"""What a rule and the learnt detection both propose: each has reasons of its own, so that together they are surer.

It compares changes and raises what their reports say of themselves; it finds nothing and takes nothing back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from prosefix.checks.realword.detection import asked, doubts, entries, surest
from prosefix.checks.realword.rules import LEAST as LEARNT
from prosefix.checks.realword.rules import change
from prosefix.findings import Applicability, Match, PageMatch
from prosefix.rulebook.context import Context
from prosefix.rulebook.rules import Rule

LEAST = 0.9  # probability from which a doubt confirms what a rule proposes, see benchmarks/realword.md
REACH = 1000  # code points that a change is moved; a text that repeats itself for longer is none of people's
Change = tuple[int, int, str]


def confirmed(
    matches: Iterable[Match | PageMatch], rules: Mapping[str, Rule], context: Context
) -> list[Match | PageMatch]:
    """The matches, those that are confirmed with a higher confidence and, where a fix was unsafe, a safe one.

    Nothing is confirmed where no learnt rule was run.
    """
    if not asked(context):
        return list(matches)
    probability = {
        smallest(context.table.text, *change(context.table, row, relation, proposed)): found
        for row, relation, _, proposed, found in entries(surest(doubts(context), LEAST))
    }
    return [_raised(match, rules[match.rule], probability, context.table.text) for match in matches]


def _raised(match: Match | PageMatch, rule: Rule, probability: Mapping[Change, float], text: str) -> Match | PageMatch:
    if isinstance(match, PageMatch) or not match.replacements or rule.name in LEARNT:
        return match
    found = probability.get(smallest(text, match.start, match.end, match.replacements[0]))
    if found is None:
        return match
    own = match.applicability or rule.fix
    return replace(
        match,
        confidence=1 - (1 - match.confidence) * (1 - found),
        applicability=Applicability.SAFE if own is Applicability.UNSAFE else own,
    )


def smallest(text: str, start: int, end: int, new: str) -> Change:
    """The change of `text[start:end]` to `new`, in small letters, without what stays: the same for the same result.

    What is put in or taken out is moved right as far as the letters allow (`of the ` and ` of the`).
    """
    old, new = text[start:end].lower(), new.lower()
    while old and new and old[0] == new[0]:
        old, new, start = old[1:], new[1:], start + 1
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    moved = old or new
    if not (old and new) and moved:
        at = start + len(old)
        farthest = min(len(text), at + REACH)
        while at < farthest and text[at].lower() == moved[0]:
            moved, at, start = moved[1:] + moved[0], at + 1, start + 1
        old, new = (moved, "") if old else ("", moved)
    return start, start + len(old), new
