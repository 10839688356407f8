"""GitLab's code quality report: a JSON list of issues with fingerprints by which it tells new ones from old."""

import json
from collections import Counter

from prosefix.findings import Severity
from prosefix.fingerprints import fingerprint
from prosefix.reports import Report, located
from prosefix.reports.printable import encoded

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report) -> bytes:
    """The list, one object a finding; the fingerprints in one report are distinct."""
    issues = []
    met: Counter[str] = Counter()
    for result in report.results:
        for finding, place in located(result):
            assert result.page is not None
            mark = f"{finding.path}:{fingerprint(finding, result.page.text)}"
            met[mark] += 1
            issues.append(
                {
                    "description": finding.message,
                    "check_name": finding.rule,
                    "fingerprint": mark if met[mark] == 1 else f"{mark}:{met[mark]}",
                    "severity": SEVERITIES[finding.severity],
                    "location": {"path": finding.path, "lines": {"begin": place.line, "end": place.end_line}},
                }
            )
    return encoded(json.dumps(issues, ensure_ascii=False, indent=1) + "\n")
