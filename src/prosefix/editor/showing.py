"""Findings as the protocol has them: diagnostics, quick fixes, explanations.

It translates, and neither checks nor keeps anything.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from lsprotocol import types

from prosefix.editor.checking import OpenPage, as_page
from prosefix.errors import FixRefused
from prosefix.findings import Applicability, Edit, Finding, Severity
from prosefix.fixes.choose import writable
from prosefix.fixes.silence import silencing
from prosefix.reports.printable import printable
from prosefix.rulebook.rules import Rule
from prosefix.settings.names import set_of

ADD_WORD = "prosefix.addWord"
SOURCE = "prosefix"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_SHOWN = 30  # code points of a replacement in the title of an action


def diagnostics(page: OpenPage) -> list[types.Diagnostic]:
    """All findings of `page`, or why it could not be checked."""
    shown = [_diagnostic(page, finding) for finding in page.findings]
    if page.trouble:
        top = types.Range(types.Position(0, 0), types.Position(0, 1))
        shown.append(types.Diagnostic(top, page.trouble, severity=types.DiagnosticSeverity.Error, source=SOURCE))
    return shown


def actions(page: OpenPage, uri: str, start: int, end: int) -> list[types.CodeAction]:
    """What may be done about the findings that touch `[start, end)` (code points), the best fix of each first."""
    offered: list[types.CodeAction] = []
    for finding in page.findings:
        if finding.start <= end and start <= finding.end:
            offered += _fixes(page, uri, finding)
            offered += _others(page, uri, finding)
    return offered


def fix_all(page: OpenPage, uri: str) -> types.CodeAction | None:
    """The action that makes all safe fixes that do not touch each other, or None where there are none."""
    edits: list[Edit] = []
    for finding in page.findings:
        fix = writable(finding, unsafe=False)
        if fix is not None and not any(_overlap(mine, edit) for mine in fix.edits for edit in edits):
            edits += fix.edits
    if not edits:
        return None
    return types.CodeAction(
        "Make all safe fixes", kind=types.CodeActionKind.SourceFixAll, edit=_workspace_edit(page, uri, edits)
    )


def explanation(page: OpenPage, offset: int, rules: Mapping[str, Rule]) -> types.Hover | None:
    """What is wrong at `offset` and why, in Markdown; None where nothing is."""
    here = [finding for finding in page.findings if finding.start <= offset <= finding.end]
    if not here:
        return None
    text = "\n\n---\n\n".join(_explained(finding, rules.get(finding.rule)) for finding in here)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), _range(page, here[0].start, here[0].end))


def _diagnostic(page: OpenPage, finding: Finding) -> types.Diagnostic:
    return types.Diagnostic(
        _range(page, finding.start, finding.end),
        printable(finding.message),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        source=SOURCE,
    )


def _fixes(page: OpenPage, uri: str, finding: Finding) -> Iterable[types.CodeAction]:
    for number, fix in enumerate(finding.fixes):
        if fix.edits:
            new = printable(fix.replacement).strip()
            new = new if len(new) <= _SHOWN else new[: _SHOWN - 1] + "…"
            yield types.CodeAction(
                f"Write “{new}”" if new else "Leave it out",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(page, finding)],
                edit=_workspace_edit(page, uri, fix.edits),
                is_preferred=number == 0 and fix.applicability is Applicability.SAFE,
            )


def _others(page: OpenPage, uri: str, finding: Finding) -> Iterable[types.CodeAction]:
    word = finding.text.strip()
    if set_of(finding.rule) == "spelling" and word and not any(char.isspace() or char in "<>" for char in word):
        yield types.CodeAction(
            f"Add “{printable(word)}” to the project's words",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[_diagnostic(page, finding)],
            command=types.Command("Add to the project's words", ADD_WORD, arguments=[uri, word]),
        )
    try:
        edits = silencing(as_page(page.path, page.text.content), finding)
    except FixRefused:
        return
    yield types.CodeAction(
        f"Ignore {finding.rule} here",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[_diagnostic(page, finding)],
        edit=_workspace_edit(page, uri, edits),
    )


def _explained(finding: Finding, rule: Rule | None) -> str:
    lines = [f"**{finding.rule}**: {_plain(finding.message)}"]
    if finding.fixes:
        lines.append(f"{_plain(finding.text)} → **{_plain(finding.fixes[0].replacement) or '(nothing)'}**")
    if finding.held_back:
        lines.append(f"Not fixed: {_plain(finding.held_back)}.")
    if rule is not None:
        lines += [f"*{_plain(rule.summary)}*", _plain(rule.why)]
    return "\n\n".join(line for line in lines if line)


def _plain(text: str) -> str:
    """`text` without what Markdown would take for its own."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|$" else char for char in printable(text).strip())


def _range(page: OpenPage, start: int, end: int) -> types.Range:
    return types.Range(types.Position(*page.text.place(start)), types.Position(*page.text.place(end)))


def _workspace_edit(page: OpenPage, uri: str, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    written = [types.TextEdit(_range(page, edit.start, edit.end), edit.new) for edit in edits]
    return types.WorkspaceEdit(changes={uri: written})


def _overlap(one: Edit, other: Edit) -> bool:
    return one.start <= other.end and other.start <= one.end


def local_path(path: str | None, uri: str) -> str:
    """What a page is called: its path, or its name where it is no file yet."""
    return path or str(Path.cwd() / (uri.rpartition("/")[2].rpartition(":")[2] or "untitled"))
