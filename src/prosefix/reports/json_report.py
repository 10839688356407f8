"""The JSON of version 1: everything a program needs to show findings and to make fixes."""

import json
from typing import Any

from prosefix.findings import Finding, Fix
from prosefix.lint import FileResult
from prosefix.reports import Place, Report, fixable, level, located
from prosefix.reports.printable import encoded

VERSION = 1


def render(report: Report) -> bytes:
    """One object, its shape fixed by `version`."""
    findings = report.findings
    content = {
        "version": VERSION,
        "files": [_file(result) for result in report.results],
        "diagnostics": [_diagnostic(finding, place) for result in report.results for finding, place in located(result)],
        "summary": {
            "files": len(report.results),
            "words": sum(result.words for result in report.results),
            "findings": len(findings),
            "fixable": fixable(findings),
            "seconds": round(report.seconds, 3),
        },
    }
    return encoded(json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def _file(result: FileResult) -> dict[str, Any]:
    skipped = {"code": 0, "math": 0, "language": 0, **result.skipped}
    return {
        "path": result.path,
        "words": result.words,
        "blocks": result.blocks,
        "skipped": skipped,
        "error": result.error,
    }


def _diagnostic(finding: Finding, place: Place) -> dict[str, Any]:
    return {
        "path": finding.path,
        "rule": finding.rule,
        "severity": level(finding.severity),
        "confidence": round(finding.confidence, 3),
        "message": finding.message,
        "text": finding.text,
        "span": {"start": finding.start, "end": finding.end},
        "start": {"line": place.line, "column": place.column},
        "end": {"line": place.end_line, "column": place.end_column},
        "fixes": [fix_object(fix) for fix in finding.fixes],
    }


def fix_object(fix: Fix) -> dict[str, Any]:
    """A fix as every JSON of ours has it."""
    return {
        "replacement": fix.replacement,
        "applicability": str(fix.applicability),
        "edits": [{"start": edit.start, "end": edit.end, "new": edit.new} for edit in fix.edits],
    }
