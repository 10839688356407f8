"""The Reviewdog Diagnostic Format as one JSON object, with suggestions. Its columns count bytes of UTF-8."""

import json
from typing import Any

from prosefix.findings import Finding
from prosefix.page.source import LineIndex
from prosefix.reports import Report, level
from prosefix.reports.printable import encoded

_SUGGESTIONS = 3


def render(report: Report) -> bytes:
    """One `DiagnosticResult`."""
    diagnostics = []
    for result in report.results:
        if result.page is not None and result.findings:
            index = LineIndex(result.page.text)
            diagnostics += [_diagnostic(finding, result.page.text, index) for finding in result.findings]
    content = {"source": {"name": "prosefix"}, "diagnostics": diagnostics}
    return encoded(json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def _diagnostic(finding: Finding, text: str, index: LineIndex) -> dict[str, Any]:
    where = {"start": _position(finding.start, text, index), "end": _position(finding.end, text, index)}
    diagnostic: dict[str, Any] = {
        "message": finding.message,
        "location": {"path": finding.path, "range": where},
        "severity": level(finding.severity).upper(),
        "code": {"value": finding.rule},
    }
    if finding.fixes:
        diagnostic["suggestions"] = [{"range": where, "text": fix.replacement} for fix in finding.fixes[:_SUGGESTIONS]]
    return diagnostic


def _position(offset: int, text: str, index: LineIndex) -> dict[str, int]:
    line, _ = index.position(offset)
    column = len(text[index.offset(line) : offset].encode("utf-8", "surrogatepass")) + 1
    return {"line": line, "column": column}
