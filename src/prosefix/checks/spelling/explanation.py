"""Why a word is accepted or reported, and what it may stand for, for `prosefix words why`.

A pure function over the same judgement that checking uses; it prints nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from prosefix.checks.spelling import suspects
from prosefix.checks.spelling.assessment import assess
from prosefix.checks.spelling.suspects import Verdict
from prosefix.checks.spelling.words import Silence, in_capitals, silence
from prosefix.english.derivation import Derivation
from prosefix.english.inflection import inflections
from prosefix.english.project_words import project_words
from prosefix.rulebook.batch import context_of_texts


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a word may stand for. `cost` is the error model's (natural logarithm), `frequency` log10, `share` of 1."""

    text: str
    cost: float
    frequency: float
    share: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why `word` is, or is not, reported. `wrong` is the probability that it is a slip, None where nobody asked."""

    word: str
    verdict: Verdict
    entry: str | None  # the project's word that covers it
    made: bool  # by rule from known words
    wrong: float | None
    reported: bool
    silence: Silence | None  # why a word in doubt is left alone
    suggestions: tuple[Suggestion, ...]


def why(word: str, words: Iterable[str] = (), sentence: str = "") -> Explanation:
    """What is known of `word`, by itself or in a `sentence` that holds it; `words` are the project's."""
    entries = frozenset(words)
    context = context_of_texts([sentence or f"We read of {word} in it."])  # a word alone is taken for a value
    context.project_words = entries
    verdict = suspects.verdict(word, context)
    doubt = next((doubt for doubt in assess(context) if doubt.word == word), None)
    suggestions = tuple(
        Suggestion(in_capitals(r.option.text, word), r.option.cost, r.option.frequency, r.share)
        for r in (doubt.options if doubt else ())
    )
    return Explanation(
        word=word,
        verdict=verdict,
        entry=project_words(entries).entry(word),
        made=Derivation(context.english.lexicon, inflections()).is_derived(word),
        wrong=doubt.wrong if doubt else None,
        reported=doubt is not None and silence(doubt) is None,
        silence=silence(doubt) if doubt else None,
        suggestions=suggestions,
    )
