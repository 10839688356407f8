"""For people at a terminal: each finding with its line of the page, the words marked, and what to write instead."""

from textwrap import shorten

from rich.cells import cell_len, set_cell_size  # all of rich that is needed; its console takes as long to load as numpy

from prosefix.findings import Applicability, Finding, Severity
from prosefix.lint import FileResult
from prosefix.reports import Place, Report, fixable, level, located
from prosefix.reports.printable import encoded, printable

# A line is pieces of text, each with its look on a terminal: the numbers of an SGR sequence, "" for none.
Line = list[tuple[str, str]]
BOLD, DIM, GREEN = "1", "2", "32"
LOOKS = {Severity.ERROR: "1;31", Severity.WARNING: "33", Severity.INFO: "36"}  # bold red, yellow, cyan
_UNDERLINED = {Severity.ERROR: "1;4;31", Severity.WARNING: "4;33", Severity.INFO: "4;36"}
NARROWEST = 40
_LABELS = {Applicability.SAFE: "", Applicability.UNSAFE: " (unsafe)", Applicability.MANUAL: " (by hand)"}
_SHOWN = 3  # replacements


def render(report: Report) -> bytes:
    """All findings, page by page, and a summary line."""
    width = max(report.width, NARROWEST)
    lines: list[Line] = []
    for result in report.results:
        for finding, place in located(result):
            lines += (*finding_lines(result, finding, place, width), [])
    lines.append(_summary(report))
    return encoded("".join(f"{written(line, report.colour)}\n" for line in lines))


def written(line: Line, colour: bool) -> str:
    """`line` as a terminal is told to show it, with its looks where that has `colour`."""
    return "".join(f"\x1b[{look}m{text}\x1b[0m" if colour and look and text else text for text, look in line)


def finding_lines(result: FileResult, finding: Finding, place: Place, width: int) -> list[Line]:
    """A finding as it is shown in `width` columns; `result` must hold its page."""
    head = [
        (f"{printable(result.path)}:{place.line}:{place.column}", BOLD),
        (f"  {level(finding.severity)}", LOOKS[finding.severity]),
        (f"  {finding.rule}", DIM),
    ]
    assert result.page is not None
    lines: list[Line] = [head, *_wrapped(printable(finding.message), width)]
    lines += _excerpt(result.page.text, finding, width)
    if finding.held_back:
        lines.append([(f"  not fixed: {printable(finding.held_back)}", DIM)])
    return lines


def _wrapped(message: str, width: int) -> list[Line]:
    lines: list[Line] = []
    line = " "
    for word in message.split():
        if cell_len(line) + 1 + cell_len(word) > width and line.strip():
            lines.append([(line, "")])
            line = " "
        line += " " + word
    return [*lines, [(line, "")]]


def _excerpt(text: str, finding: Finding, width: int) -> list[Line]:
    """The words with as much around them as the width holds, and carets below with the replacement."""
    source, start, end = (finding.sentence, *finding.mark) if finding.sentence else (text, finding.start, finding.end)
    before, mark, after = (
        _line(source[max(0, start - width) : start]),
        _line(source[start:end]),
        _line(source[end : end + width]),
    )
    room = max(8, width - 4 - min(cell_len(mark), width // 2))
    before = _last_cells(before, room // 2)
    after = _first_cells(after, room - cell_len(before))
    line = [("  │ ", DIM), (before, ""), (mark, _UNDERLINED[finding.severity]), (after, "")]
    carets = "^" * max(1, cell_len(mark))
    below = [("  │ ", DIM), (" " * cell_len(before), ""), (carets, LOOKS[finding.severity])]
    if finding.fixes:
        offered = [shorten(_line(fix.replacement).strip() or "(leave out)", 60) for fix in finding.fixes[:_SHOWN]]
        below.append((" " + " | ".join(offered), GREEN))
        below.append((_LABELS[finding.fixes[0].applicability], DIM))
    return [_cut(line, width), below]


def _cut(line: Line, width: int) -> Line:
    """`line` in at most `width` columns."""
    room = width if sum(cell_len(text) for text, _ in line) <= width else width - 1
    kept: Line = []
    for text, look in line:
        if cell_len(text) > room:
            return [*kept, (set_cell_size(text, room) + "…", look)]
        kept.append((text, look))
        room -= cell_len(text)
    return kept


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


def _summary(report: Report) -> Line:
    findings = report.findings
    pages = f"{len(report.results):,} page{'s' * (len(report.results) != 1)}"
    words = f"{sum(result.words for result in report.results):,} words"
    if not findings:
        return [(f"No mistakes found in {pages}, {words}.", GREEN)]
    count = {each: sum(finding.severity is each for finding in findings) for each in reversed(Severity)}
    parts = ", ".join(
        f"{n} {level(each)}{'s' * (n != 1 and each is not Severity.INFO)}" for each, n in count.items() if n
    )
    mended = fixable(findings)
    line = [(f"{len(findings)} finding{'s' * (len(findings) != 1)} in {pages}, {words}: {parts}.", BOLD)]
    if mended:
        line.append((f" `prosefix apply` mends {mended}.", ""))
    return line
