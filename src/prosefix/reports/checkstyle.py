"""Checkstyle's XML, which many review tools read."""

from prosefix.lint import FileResult
from prosefix.reports import Report, level, located
from prosefix.reports.printable import encoded
from prosefix.reports.xml import attributes


def render(report: Report) -> bytes:
    """One `file` a page with findings or an error, one `error` a finding."""
    files = "".join(_file(result) for result in report.results if result.findings or result.error)
    return encoded(f'<?xml version="1.0" encoding="utf-8"?>\n<checkstyle version="4.3">\n{files}</checkstyle>\n')


def _file(result: FileResult) -> str:
    lines = [
        f"  <error{attributes(line=place.line, column=place.column, severity=level(finding.severity), message=finding.message, source='prosefix.' + finding.rule)}/>\n"
        for finding, place in located(result)
    ]
    if result.error:
        lines.append(f"  <error{attributes(line=1, severity='error', message=result.error, source='prosefix')}/>\n")
    return f" <file{attributes(name=result.path)}>\n{''.join(lines)} </file>\n"
