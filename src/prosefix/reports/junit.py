"""JUnit's XML: a page is a test suite, a finding a failed test, a page without findings a test that passed."""

from prosefix.lint import FileResult
from prosefix.reports import Report, level, located
from prosefix.reports.printable import encoded
from prosefix.reports.xml import attributes, content


def render(report: Report) -> bytes:
    """One `testsuite` a page."""
    suites = "".join(_suite(result) for result in report.results)
    errors = sum(result.error is not None for result in report.results)
    totals = attributes(
        name="prosefix",
        tests=sum(max(1, len(result.findings)) for result in report.results),
        failures=len(report.findings),
        errors=errors,
    )
    return encoded(f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites{totals}>\n{suites}</testsuites>\n')


def _suite(result: FileResult) -> str:
    cases = []
    for finding, place in located(result):
        name = f"{finding.rule} at {place.line}:{place.column}"
        text = f"{result.path}:{place.line}:{place.column}: {finding.text}"
        if finding.fixes:
            text += f" → {finding.fixes[0].replacement}"
        cases.append(
            f"  <testcase{attributes(classname=result.path, name=name)}>\n"
            f"   <failure{attributes(type=level(finding.severity), message=finding.message)}>{content(text)}</failure>\n"
            "  </testcase>\n"
        )
    if result.error:
        cases.append(
            f"  <testcase{attributes(classname=result.path, name='read')}>\n"
            f"   <error{attributes(message=result.error)}/>\n  </testcase>\n"
        )
    elif not cases:
        cases.append(f"  <testcase{attributes(classname=result.path, name='prosefix')}/>\n")
    counts = attributes(
        name=result.path, tests=len(cases), failures=len(result.findings), errors=int(result.error is not None)
    )
    return f" <testsuite{counts}>\n{''.join(cases)} </testsuite>\n"
