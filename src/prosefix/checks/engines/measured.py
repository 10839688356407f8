"""What is known of each engine's rules: how often their reports were right on text whose mistakes are known.

Reads `rules/measured-engines.toml`, which `tools/measure_engines.py` writes.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from prosefix.checks.engines.interface import Remark
from prosefix.findings import Applicability
from prosefix.rulebook.loading import built_in_folder

FILE = "measured-engines.toml"
UNSAFE, SAFE = 0.7, 0.97  # share of first suggestions, estimated low, from which one may be written
SHOWN = 0.25  # probability of being right from which a remark is shown
WEIGHT = 2  # reports that what is known of a kind counts for in the judgement of a rule of that kind


@dataclass(frozen=True, slots=True)
class Record:
    """Of `reports` that prosefix's own rules did not make, `right` were on a mistake and `mended` by the first suggestion."""

    reports: int = 0
    right: int = 0
    mended: int = 0

    @property
    def applicability(self) -> Applicability:
        """Who may write the first suggestion: nobody but the author, unless the record says otherwise."""
        likely = self.mended / (self.reports + 2)
        if likely >= SAFE:
            return Applicability.SAFE
        return Applicability.UNSAFE if likely >= UNSAFE else Applicability.MANUAL


NOTHING = Record()


@dataclass(frozen=True, slots=True)
class Records:
    """The records of one engine by its rules' names and by kind; both empty where it was not measured."""

    rules: Mapping[str, Record]
    kinds: Mapping[str, Record]

    def of(self, remark: Remark) -> Record:
        """The record of the remark's rule."""
        return self.rules.get(remark.rule, NOTHING)

    def confidence(self, remark: Remark) -> float:
        """The probability that the remark is right. A rule of which little is known is judged by its kind."""
        rule, kind = self.of(remark), self.kinds.get(remark.kind, NOTHING)
        usual = (kind.right + 1) / (kind.reports + 2)
        return (rule.right + WEIGHT * usual) / (rule.reports + WEIGHT)

    def is_noise(self, remark: Remark) -> bool:
        """Whether the remark is likely wrong. What was never measured is shown."""
        return self.confidence(remark) < SHOWN


@cache
def records(engine: str) -> Records:
    """The records of `engine`."""
    file = built_in_folder() / FILE
    tables = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    rules, kinds = tables.get(engine, {}), tables.get("kinds", {}).get(engine, {})
    return Records(*({name: Record(*counts) for name, counts in table.items()} for table in (rules, kinds)))
