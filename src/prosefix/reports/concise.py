"""One line a finding, as compilers write them: `path:line:col: severity rule message`."""

from prosefix.reports import Report, level, located
from prosefix.reports.printable import encoded, printable


def render(report: Report) -> bytes:
    """The lines of all findings."""
    return encoded(
        "".join(
            f"{printable(result.path)}:{place.line}:{place.column}: {level(finding.severity)} "
            f"{finding.rule} {printable(finding.message)}\n"
            for result in report.results
            for finding, place in located(result)
        )
    )
