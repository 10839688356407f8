"""SARIF 2.1.0: findings with their rules, fixes and fingerprints, as code scanning services read them."""

import json
from typing import Any
from urllib.parse import quote

from prosefix import __version__
from prosefix.findings import Finding, Fix, Severity
from prosefix.fingerprints import fingerprint
from prosefix.page.source import LineIndex
from prosefix.reports import Report
from prosefix.reports.printable import encoded
from prosefix.rulebook.rules import Rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report) -> bytes:
    """One log with one run; columns count code points."""
    names = sorted({finding.rule for finding in report.findings})
    numbers = {name: number for number, name in enumerate(names)}
    results = []
    for result in report.results:
        if result.page is not None and result.findings:
            index = LineIndex(result.page.text)
            results += [_result(finding, numbers, result.page.text, index) for finding in result.findings]
    driver = {
        "name": "prosefix",
        "semanticVersion": __version__,
        "rules": [_rule(name, report.rules.get(name)) for name in names],
    }
    failures = [
        {"level": "error", "message": {"text": result.error}, "locations": [{"physicalLocation": _file(result.path)}]}
        for result in report.results
        if result.error
    ]
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not failures, "toolExecutionNotifications": failures}],
        "results": results,
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return encoded(json.dumps(log, ensure_ascii=False, indent=1) + "\n")


def _rule(name: str, rule: Rule | None) -> dict[str, Any]:
    described: dict[str, Any] = {"id": name}
    if rule is not None:
        described |= {
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": rule.why or rule.summary},
            "help": {"text": rule.why or rule.summary},
            "defaultConfiguration": {"level": LEVELS[rule.severity]},
            "properties": {"tags": [name.partition("/")[0]]},
        }
    return described


def _result(finding: Finding, numbers: dict[str, int], text: str, index: LineIndex) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": numbers[finding.rule],
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [
            {"physicalLocation": {**_file(finding.path), "region": _region(finding.start, finding.end, text, index)}}
        ],
        "partialFingerprints": {"prosefix/v1": fingerprint(finding, text)},
        "properties": {"confidence": round(finding.confidence, 3)},
    }
    fixes = [_fix(finding, fix, text, index) for fix in finding.fixes if fix.edits]
    if fixes:
        result["fixes"] = fixes
    return result


def _fix(finding: Finding, fix: Fix, text: str, index: LineIndex) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.start, edit.end, text, index), "insertedContent": {"text": edit.new}}
        for edit in fix.edits
    ]
    return {
        "description": {"text": f"“{fix.replacement}” ({fix.applicability})"},
        "artifactChanges": [{**_file(finding.path), "replacements": replacements}],
    }


def _file(path: str) -> dict[str, Any]:
    return {"artifactLocation": {"uri": quote(path.replace("\\", "/"), errors="replace")}}


def _region(start: int, end: int, text: str, index: LineIndex) -> dict[str, Any]:
    line, column = index.position(start)
    end_line, end_column = index.position(end)
    region: dict[str, Any] = {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
        "charOffset": start,
        "charLength": end - start,
    }
    if end > start:
        region["snippet"] = {"text": text[start:end]}
    return region
