"""Pages checked by some rules, for the tests of the sets `math` and `markup`."""

from prosefix.findings import Finding, Severity
from prosefix.lint.pages import check_pages
from prosefix.page.source import decode_page
from prosefix.settings import Settings


def findings(html: str, *rules: str, path: str = "page.html") -> tuple[Finding, ...]:
    """What `rules` (sets or rules) report on a page."""
    (result,) = check_pages([decode_page(html.encode(), path)], Settings(select=rules))
    assert not result.crashes
    return result.findings


def marked(html: str, *rules: str) -> list[tuple[str, str]]:
    """The same as pairs of rule and the page's text at the finding."""
    return [(finding.rule, finding.text) for finding in findings(html, *rules)]


def mended(html: str, *rules: str) -> str:
    """The page with the first fix of every finding written."""
    edits = {edit for finding in findings(html, *rules) for fix in finding.fixes[:1] for edit in fix.edits}
    for edit in sorted(edits, key=lambda edit: -edit.start):
        html = html[: edit.start] + edit.new + html[edit.end :]
    return html


def errors(*pages: str) -> list[list[str]]:
    """For each page the rules of the set `math` that say a formula does not render."""
    read = [decode_page(html.encode(), "page.html") for html in pages]
    results = check_pages(read, Settings(select=("math",)))
    assert not any(result.crashes for result in results)
    return [[each.rule for each in result.findings if each.severity is Severity.ERROR] for result in results]
