"""Mistakes that people make in rule files, settings and commands, and the names they probably meant."""

from collections.abc import Iterable


class PatternError(Exception):
    """Something wrong at `key` of a rule file; the loader turns it into `RuleFileError` with file and line."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def closest(name: str, choices: Iterable[str]) -> str | None:
    """The choice nearest to `name` by slips of the keyboard, or None where none is near."""
    from rapidfuzz import process  # only people's mistakes need it, and a start without them is quicker
    from rapidfuzz.distance import OSA

    found = process.extractOne(name, sorted(choices), scorer=OSA.normalized_similarity, score_cutoff=0.5)
    return found[0] if found else None


def nearest(name: str, choices: Iterable[str]) -> str:
    """`; did you mean “other”?` for the choice closest to `name`, else one that `name` is a part of, or nothing."""
    choices = sorted(choices, key=len)
    found = closest(name, choices) or next((choice for choice in choices if name and name in choice), None)
    return f"; did you mean “{found}”?" if found else ""
