"""What a run found, in the formats that people and machines read: one format a module, loaded when asked for.

A format turns a `Report` into bytes. It neither checks nor decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import NamedTuple

from prosefix.findings import Applicability, Finding, Severity
from prosefix.lint import FileResult
from prosefix.page.source import LineIndex
from prosefix.rulebook.rules import Rule

FORMATS: Mapping[str, str] = {
    name: f"prosefix.reports.{module}"
    for name, module in {
        "text": "text",
        "concise": "concise",
        "json": "json_report",
        "diff": "diff",
        "sarif": "sarif",
        "github": "github",
        "gitlab": "gitlab",
        "junit": "junit",
        "checkstyle": "checkstyle",
        "rdjson": "rdjson",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a format may tell. `patch` is there for the format `diff`; `width` and `colour` for `text`."""

    results: Sequence[FileResult]
    rules: Mapping[str, Rule] = field(default_factory=dict)
    seconds: float = 0.0
    patch: bytes = b""
    width: int = 100
    colour: bool = False

    @property
    def findings(self) -> list[Finding]:
        return [finding for result in self.results for finding in result.findings]


class Place(NamedTuple):
    """Lines and columns of a finding, from 1, in code points."""

    line: int
    column: int
    end_line: int
    end_column: int


def located(result: FileResult) -> Iterator[tuple[Finding, Place]]:
    """The findings of a file with their lines and columns."""
    if result.page is None or not result.findings:
        return
    index = LineIndex(result.page.text)
    for finding in result.findings:
        yield finding, Place(*index.position(finding.start), *index.position(finding.end))


def fixable(findings: Sequence[Finding]) -> int:
    """How many of `findings` `prosefix apply` would mend."""
    return sum(any(fix.applicability is Applicability.SAFE for fix in finding.fixes) for finding in findings)


def level(severity: Severity) -> str:
    """`error`, `warning` or `info`."""
    return severity.name.lower()


def render(name: str, report: Report) -> bytes:
    """`report` in the format `name` (a key of FORMATS)."""
    content: bytes = import_module(FORMATS[name]).render(report)
    return content
