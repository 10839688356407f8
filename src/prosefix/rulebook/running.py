"""Runs rules over a batch. A rule that crashes is reported as crashed, by name and line, and the others go on."""

import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from time import perf_counter
from typing import NamedTuple

from prosefix.errors import SettingsError
from prosefix.findings import Match, PageMatch
from prosefix.rulebook.context import Context
from prosefix.rulebook.finders import Finder, read_match
from prosefix.rulebook.loading import known_sets
from prosefix.rulebook.mistakes import nearest
from prosefix.rulebook.rows import rows_of
from prosefix.rulebook.rules import Rule

AnyMatch = Match | PageMatch


class Crash(NamedTuple):
    """A rule that raised an error. `where` is the last line of the traceback that is of this tool or of the rule."""

    rule: str
    error: str
    where: str

    def __str__(self) -> str:
        return f"the rule {self.rule} crashed at {self.where}: {self.error}"


@dataclass(slots=True)
class Outcome:
    """What running rules gave: matches in the order of rules, crashes, and how long each rule took (seconds)."""

    matches: list[AnyMatch] = field(default_factory=list)
    crashes: list[Crash] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)


class RuleBook:
    """The rules that were loaded, and those of them that are to run."""

    def __init__(self, rules: Iterable[Rule], selected: Iterable[Rule] | None = None) -> None:
        self.all = tuple(rules)
        self.rules = tuple(rule for rule in self.all if rule.default) if selected is None else tuple(selected)
        self._by_name = {rule.name: rule for rule in self.all}

    def __getitem__(self, name: str) -> Rule:
        """The rule called `name`. Raises SettingsError, with the nearest name, where there is none."""
        if name not in self._by_name:
            raise SettingsError(f"there is no rule “{name}”{nearest(name, self._by_name)}")
        return self._by_name[name]

    def select(self, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> "RuleBook":
        """The book with the rules of `select` (sets or `set/name`; nothing means the default ones) without `ignore`.

        Raises SettingsError for a set or rule that does not exist.
        """
        chosen = self._named(select) if select else {rule.name for rule in self.all if rule.default}
        chosen -= self._named(ignore)
        return RuleBook(self.all, [rule for rule in self.all if rule.name in chosen])

    def without_nodes(self) -> "RuleBook":
        """The book without the rules that read the nodes of whole pages and no words."""
        return RuleBook(self.all, [rule for rule in self.rules if not rule.reads_nodes])

    def _named(self, names: Sequence[str]) -> set[str]:
        found: set[str] = set()
        sets = known_sets(self.all)
        for name in names:
            if name in self._by_name:
                found.add(name)
            elif name in sets:
                found.update(rule.name for rule in self.all if rule.set == name)
            else:
                raise SettingsError(f"there is no set or rule “{name}”{nearest(name, [*sets, *self._by_name])}")
        return found

    def run(self, context: Context) -> Outcome:
        """Runs every selected rule over the batch."""
        outcome = Outcome()
        for rule in self.rules:
            start = perf_counter()
            try:
                outcome.matches.extend(run(rule, context))
            except Exception as error:
                outcome.crashes.append(Crash(rule.name, f"{type(error).__name__}: {error}", last_line_of(error)))
            outcome.seconds[rule.name] = perf_counter() - start
        return outcome


def run(rule: Rule, context: Context) -> list[AnyMatch]:
    """The matches of one rule, those of patterns without overlaps: the earlier wins, then the longer."""
    if "function" in rule.match:
        return list(_function(str(rule.match["function"]))(context))
    rows = rows_of(context)
    if not rule.may_match(rows.has_any):
        return []
    found = [match for finder in finders(rule) for match in finder.find(rows, rule)]
    kept: list[AnyMatch] = []
    for match in sorted(found, key=lambda match: (match.start, -match.end)):
        if not kept or match.start >= kept[-1].end:
            kept.append(match)
    return kept


@cache
def finders(rule: Rule) -> tuple[Finder, ...]:
    """The rule's patterns, compiled at the first run."""
    return read_match(rule.match, rule.words)


@cache
def _function(target: str) -> Callable[[Context], Iterable[AnyMatch]]:
    module, _, name = target.partition(":")
    function: Callable[[Context], Iterable[AnyMatch]] = getattr(import_module(module), name)
    return function


def last_line_of(error: BaseException) -> str:
    """File and line where `error` was raised, of the tool's own code where it passed through that."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    if not frames:
        return "an unknown place"
    own = [frame for frame in frames if "prosefix" in frame.filename] or list(frames)
    return f"{own[-1].filename}:{own[-1].lineno}"
