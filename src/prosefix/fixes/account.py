"""What became of the findings of a run: how many were mended, and why the others were not.

It counts and names; printing is for the command line.
"""

from collections import Counter
from dataclasses import dataclass, field

from prosefix.findings import Applicability, Finding
from prosefix.fixes.draft import Mended

UNSAFE = "with an unsafe fix: `apply --unsafe` writes it"
MANUAL = "for a person to choose: `apply --interactive` asks"
NONE = "without a known fix"


@dataclass(slots=True)
class Account:
    """Pages and findings mended, findings left, and the reasons, each with how often it holds."""

    pages: int = 0
    fixed: int = 0
    left: list[Finding] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, mended: Mended) -> None:
        """Count what a page came to."""
        self.pages += bool(mended.written)
        self.fixed += len(mended.written)
        self.left += mended.after.findings
        held = {held.choice.finding: held.reason for held in mended.held_back}
        self.reasons.update(_reason(finding, held.get(finding, "")) for finding in mended.after.findings)

    def add_unwritten(self, mended: Mended, reason: str) -> None:
        """Count a page whose fixes did not reach the disk."""
        self.left += mended.before.findings
        self.reasons[f"held back: {reason}"] += len(mended.before.findings)


def _reason(finding: Finding, held: str) -> str:
    if held or finding.held_back:
        return f"held back: {held or finding.held_back}"
    if not finding.fixes:
        return NONE
    return UNSAFE if finding.fixes[0].applicability is Applicability.UNSAFE else MANUAL
