"""Rule files: loading them, compiling their patterns, running them over a batch of pages."""

from prosefix.rulebook.context import Context
from prosefix.rulebook.loading import built_in_folder, load_file, load_rules, rule_folders
from prosefix.rulebook.rules import SETS, Example, Rule
from prosefix.rulebook.running import Crash, Outcome, RuleBook, run

__all__ = [
    "SETS", "Context", "Crash", "Example", "Outcome", "Rule", "RuleBook", "built_in_folder", "load_file", "load_rules",
    "rule_folders", "run",
]  # fmt: skip
