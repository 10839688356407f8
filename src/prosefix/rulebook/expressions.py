"""Regular expressions in rule files: only such as end soon on every word, since rules and pages may come from strangers.

It counts the ways in which an expression can match, which bounds its steps; it knows nothing of rows.
"""

import re
from re import _constants as ops  # type: ignore[attr-defined]  # the only reading of expressions there is, private as it is
from re import _parser  # type: ignore[attr-defined]
from typing import Any

LONGEST = 100  # code points of a word that an expression is tried on; no other word is meant by any rule
_MOST = 50_000  # ways; with the steps of each way at most some 5 million steps a word, tenths of a second
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)


class EndlessError(ValueError):
    """An expression that may try more ways to match one word than there is time for."""


def compiled(pattern: str) -> re.Pattern[str]:
    """The expression. Raises EndlessError for one that may never end, re.error for what is no expression."""
    expression = re.compile(pattern)
    if _ways(_parser.parse(pattern)) > _MOST:
        raise EndlessError(
            "the expression may take for ever on one word; repeat no group that repeats or chooses, and at most two parts"
        )
    return expression


def matches(expression: re.Pattern[str], word: str) -> bool:
    """Whether `expression` matches all of `word`; longer words than `LONGEST` match nothing."""
    return len(word) <= LONGEST and expression.fullmatch(word) is not None


def _ways(parsed: Any) -> int:
    """In how many ways `parsed` can match a beginning of a word of `LONGEST` code points, at most."""
    ways = 1
    for operation, argument in parsed:
        ways = min(ways * _ways_of(operation, argument), _MOST + 1)
    return ways


def _ways_of(operation: Any, argument: Any) -> int:
    if operation in _REPEATS:
        low, high, body = argument
        once, ways = _ways(body), 0
        for times in range(min(int(low), LONGEST), min(int(high), LONGEST) + 1):
            ways += min(once, _MOST) ** times
            if ways > _MOST:
                break
        return ways
    if operation is ops.SUBPATTERN:
        return _ways(argument[-1])
    if operation is ops.BRANCH:
        return sum(_ways(choice) for choice in argument[1])
    if operation in (ops.ASSERT, ops.ASSERT_NOT):
        return _ways(argument[1])
    if operation is ops.ATOMIC_GROUP:
        return _ways(argument)
    if operation is ops.GROUPREF_EXISTS:
        return _ways(argument[1]) + _ways(argument[2] or ())
    return 1
