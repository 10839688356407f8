"""Mistakes that people make in rule files, and the names they probably meant."""

from collections.abc import Iterable


class PatternError(Exception):
    """Something wrong at `key` of a rule file; the loader turns it into `RuleFileError` with file and line."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def nearest(name: str, names: Iterable[str]) -> str:
    """`; did you mean “other”?` for the name most like `name`, or nothing where none is near."""
    from rapidfuzz import process  # only people's mistakes need it, and a start without them is quicker

    best = process.extractOne(name, list(names), score_cutoff=60)
    return f"; did you mean “{best[0]}”?" if best else ""
