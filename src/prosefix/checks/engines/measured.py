"""What is known of each engine's rules: how often their reports were right on text whose mistakes are known.

Reads `rules/measured-engines.toml`, which `tools/measure_engines.py` writes.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from prosefix.findings import Applicability
from prosefix.rulebook.loading import built_in_folder

FILE = "measured-engines.toml"
UNSAFE, SAFE = 0.75, 0.97  # share of first suggestions, estimated low, from which one may be written
SHOWN = 0.25  # share of right reports from which a rule that often reports is shown
ENOUGH = 4  # reports, from which a bad record counts


@dataclass(frozen=True, slots=True)
class Record:
    """Of `reports` that prosefix's own rules did not make, `right` were on a mistake and `mended` by the first suggestion."""

    reports: int = 0
    right: int = 0
    mended: int = 0

    @property
    def confidence(self) -> float:
        """The probability that a report is right, drawn to one half while little is known."""
        return (self.right + 1) / (self.reports + 2)

    @property
    def is_noise(self) -> bool:
        """Whether the rule is known to be wrong mostly."""
        return self.reports >= ENOUGH and self.right / self.reports < SHOWN

    @property
    def applicability(self) -> Applicability:
        """Who may write the first suggestion: nobody but the author, unless a record says otherwise."""
        likely = self.mended / (self.reports + 2)
        if likely >= SAFE:
            return Applicability.SAFE
        return Applicability.UNSAFE if likely >= UNSAFE else Applicability.MANUAL


@cache
def records(engine: str) -> Mapping[str, Record]:
    """The records of the engine's rules, by its own names for them; empty for an engine that was not measured."""
    file = built_in_folder() / FILE
    if not file.is_file():
        return {}
    return {rule: Record(*counts) for rule, counts in tomllib.loads(file.read_text("utf-8")).get(engine, {}).items()}
