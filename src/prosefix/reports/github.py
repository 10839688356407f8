"""Workflow commands that GitHub Actions shows as annotations; they need no token, so they work in forks too.

GitHub shows ten of a severity for each step, so the rest is counted in one line.
"""

from collections import Counter

from prosefix.findings import Finding, Severity
from prosefix.reports import Place, Report, located
from prosefix.reports.printable import encoded, printable

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
LIMIT = 10  # annotations of one severity a step


def render(report: Report) -> bytes:
    """One command a finding, the severest first, up to the limit."""
    all_found = [pair for result in report.results for pair in located(result)]
    lines = []
    shown: Counter[Severity] = Counter()
    left_out = 0
    for finding, place in sorted(all_found, key=lambda pair: -pair[0].severity):
        # The last notice is kept for the line that counts what is left out.
        limit = LIMIT - 1 if finding.severity is Severity.INFO else LIMIT
        if shown[finding.severity] < limit:
            shown[finding.severity] += 1
            lines.append(_command(finding, place))
        else:
            left_out += 1
    if left_out:
        lines.append(f"::notice title=prosefix::+{left_out} more; see `prosefix check` for all {len(all_found)}")
    return encoded("".join(f"{line}\n" for line in lines))


def _command(finding: Finding, place: Place) -> str:
    properties = {
        "file": finding.path,
        "line": place.line,
        "endLine": place.end_line,
        "col": place.column,
        "endColumn": place.end_column,
        "title": finding.rule,
    }
    if place.line != place.end_line:  # GitHub refuses columns over several lines
        del properties["col"], properties["endColumn"]
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = printable(finding.message)
    if finding.fixes:
        message += f"\n{printable(finding.text)} → {printable(finding.fixes[0].replacement)}"
    return f"::{COMMANDS[finding.severity]} {listed}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property's value; what would move the cursor of a terminal, in the name of a file, is made visible."""
    return printable(_data(text)).replace(":", "%3A").replace(",", "%2C")
