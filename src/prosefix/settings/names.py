"""The sets of rules, and which rules a list of names stands for.

It knows names only, no rule. The more exact name decides: a rule before its set, a set before `all`. A set does not
stand for its rules that are off by default, but for the sets that are off as a whole.
"""

from collections.abc import Iterable, Sequence

from prosefix.errors import SettingsError
from prosefix.rulebook.mistakes import nearest
from prosefix.rulebook.rules import OFF_BY_DEFAULT, SETS, Rule

ALL = "all"


def set_of(rule: str) -> str:
    """The set that a rule's name (`set/name`) begins with."""
    return rule.partition("/")[0]


def exactness(rule: str, names: Iterable[str], default: bool = True) -> int:
    """How exactly `names` mean `rule`: 3 by its name, 2 by its set, 1 by `all`, 0 not.

    A rule that is no `default` one is meant by its name alone, and in a set that is off as a whole by the set too.
    """
    names = frozenset(names)
    if rule in names:
        return 3
    if set_of(rule) in names and (default or set_of(rule) in OFF_BY_DEFAULT):
        return 2
    return int(ALL in names and default)


def selected(rule: Rule, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether `rule` works under these lists; an empty `select` means `all`, and of equals `ignore` wins."""
    return exactness(rule.name, select or (ALL,), rule.default) > exactness(rule.name, ignore)


def check_names(names: Iterable[str], rules: Iterable[str], where: str) -> None:
    """Raise SettingsError, beginning with `where`, for a name that is neither a set nor one of `rules`."""
    rules = frozenset(rules)
    known = rules.union(SETS, map(set_of, rules), (ALL,))
    for name in names:
        if name not in known:
            kind = "rule" if "/" in name else "set or rule"
            raise SettingsError(f"{where}: there is no {kind} “{name}”{nearest(name, known)}")
