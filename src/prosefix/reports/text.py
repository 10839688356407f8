"""For people at a terminal: each finding with its line of the page, the words marked, and what to write instead."""

from io import StringIO
from textwrap import shorten

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from prosefix.findings import Applicability, Finding, Severity
from prosefix.lint import FileResult
from prosefix.reports import Place, Report, fixable, level, located
from prosefix.reports.printable import encoded, printable

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
NARROWEST = 40
_LABELS = {Applicability.SAFE: "", Applicability.UNSAFE: " (unsafe)", Applicability.MANUAL: " (by hand)"}
_SHOWN = 3  # replacements


def render(report: Report) -> bytes:
    """All findings, page by page, and a summary line."""
    out = StringIO()
    width = max(report.width, NARROWEST)
    console = Console(
        file=out, width=width, force_terminal=report.colour, no_color=not report.colour, highlight=False,
        color_system="standard" if report.colour else None, soft_wrap=True, legacy_windows=False,
    )  # fmt: skip
    for result in report.results:
        for finding, place in located(result):
            for line in finding_lines(result, finding, place, width):
                console.print(line)
            console.print()
    console.print(_summary(report))
    return encoded(out.getvalue())


def finding_lines(result: FileResult, finding: Finding, place: Place, width: int) -> list[Text]:
    """A finding as it is shown in `width` columns; `result` must hold its page."""
    head = Text()
    head.append(f"{printable(result.path)}:{place.line}:{place.column}", "bold")
    head.append(f"  {level(finding.severity)}", STYLES[finding.severity])
    head.append(f"  {finding.rule}", "dim")
    assert result.page is not None
    lines = [head, *_wrapped(printable(finding.message), width)]
    lines += _excerpt(result.page.text, finding, width)
    if finding.held_back:
        lines.append(Text(f"  not fixed: {printable(finding.held_back)}", "dim"))
    return lines


def _wrapped(message: str, width: int) -> list[Text]:
    lines, line = [], " "
    for word in message.split():
        if cell_len(line) + 1 + cell_len(word) > width and line.strip():
            lines.append(Text(line))
            line = " "
        line += " " + word
    return [*lines, Text(line)]


def _excerpt(text: str, finding: Finding, width: int) -> list[Text]:
    """The words with as much around them as the width holds, and carets below with the replacement."""
    source, start, end = (finding.sentence, *finding.mark) if finding.sentence else (text, finding.start, finding.end)
    before, mark, after = _line(source[max(0, start - width) : start]), _line(source[start:end]), _line(source[end : end + width])
    room = max(8, width - 4 - min(cell_len(mark), width // 2))
    before = _last_cells(before, room // 2)
    after = _first_cells(after, room - cell_len(before))
    style = STYLES[finding.severity]
    line = Text.assemble(("  │ ", "dim"), before, (mark, f"{style} underline"), after)
    below = Text.assemble(("  │ ", "dim"), " " * cell_len(before), ("^" * max(1, cell_len(mark)), style))
    if finding.fixes:
        offered = [shorten(_line(fix.replacement).strip() or "(leave out)", 60) for fix in finding.fixes[:_SHOWN]]
        below.append(" " + " | ".join(offered), "green")
        below.append(_LABELS[finding.fixes[0].applicability], "dim")
    line.truncate(width, overflow="ellipsis")
    return [line, below]


def _line(text: str) -> str:
    """`text` on one line, white space folded as a browser does."""
    shown = printable(text)
    folded = " ".join(shown.split())
    lead = " " if shown[:1].isspace() and folded else ""
    tail = " " if shown[-1:].isspace() and folded else ""
    return f"{lead}{folded}{tail}" if folded else " " * bool(shown)


def _first_cells(text: str, cells: int) -> str:
    if cell_len(text) <= cells:
        return text
    kept = set_cell_size(text, max(0, cells - 1))
    if text[len(kept) : len(kept) + 1].isalnum():
        letters = len(kept) - 1 - kept.rfind(" ")
        kept = kept[: len(kept) - _partial(letters, len(kept))]
    return kept + "…"


def _last_cells(text: str, cells: int) -> str:
    if cell_len(text) <= cells:
        return text
    kept = text[-cells:]
    while cell_len(kept) > cells - 1:
        kept = kept[1:]
    if text[-len(kept) - 1].isalnum() and " " in kept:
        kept = kept[_partial(kept.index(" "), len(kept)) :]
    return "…" + kept.lstrip()


def _partial(letters: int, room: int) -> int:
    """How much of a word that was cut is left out: all of it, unless it is long for the room there is."""
    return letters if letters <= room // 2 else 0


def _summary(report: Report) -> Text:
    findings = report.findings
    pages = f"{len(report.results):,} page{'s' * (len(report.results) != 1)}"
    words = f"{sum(result.words for result in report.results):,} words"
    if not findings:
        return Text(f"No mistakes found in {pages}, {words}.", "green")
    count = {each: sum(finding.severity is each for finding in findings) for each in reversed(Severity)}
    parts = ", ".join(f"{n} {level(each)}{'s' * (n != 1 and each is not Severity.INFO)}" for each, n in count.items() if n)
    mended = fixable(findings)
    line = Text()
    line.append(f"{len(findings)} finding{'s' * (len(findings) != 1)} in {pages}, {words}: {parts}.", "bold")
    if mended:
        line.append(f" `prosefix apply` mends {mended}.")
    return line
