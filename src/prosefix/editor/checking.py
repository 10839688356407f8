"""What prosefix says of a page while it is being written: all of it, or anew only the paragraphs that were typed in.

A paragraph alone is checked with what is known of the rest of the page from the last time all of it was. It knows no
protocol.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from prosefix.editor.text import Replacement, Text
from prosefix.findings import Edit, Finding, Span
from prosefix.fixes.splice import Shift
from prosefix.lint import check_pages
from prosefix.lint.conflicts import in_order
from prosefix.page.blocks import ReadOptions, read_prose
from prosefix.page.directives import Directive
from prosefix.page.prose import Block, BlockKind, Prose
from prosefix.page.source import Page
from prosefix.settings import Settings, load_settings
from prosefix.settings.names import set_of

_TAGS = {
    BlockKind.HEADING: "h2", BlockKind.ITEM: "li", BlockKind.TERM: "dt", BlockKind.CELL: "td",
    BlockKind.CAPTION: "figcaption", BlockKind.PARAGRAPH: "p", BlockKind.OTHER: "p",
}  # fmt: skip
_MARKUP = frozenset("<>&$\\`{}[]|")  # what may begin or end something that is no prose


@dataclass(slots=True)
class Paragraph:
    """A block by its place in the page, and how it is to be read alone."""

    span: Span
    lead: str  # markup that stands before it
    dirty: bool = False


@dataclass(slots=True)
class OpenPage:
    """A page that is open in an editor, with what was last found in it, all at its present places."""

    path: str
    text: Text
    settings: Settings
    findings: tuple[Finding, ...] = ()
    trouble: str = ""  # why it could not be checked
    paragraphs: list[Paragraph] = field(default_factory=list)
    known: frozenset[str] = frozenset()  # words that the page makes known
    whole: bool = True  # all of it must be checked

    def copy(self) -> "OpenPage":
        """The page as it is now, for a check that goes on while it changes."""
        return replace(self, paragraphs=[replace(paragraph) for paragraph in self.paragraphs])

    def change(self, change: Replacement) -> None:
        """Take over what was typed: findings move along with their words, those in changed words are dropped."""
        old = self.text.content[change.start : change.end]
        self.text = self.text.replaced(change)
        shift = Shift([Edit(*change)])
        self.findings = tuple(
            _moved(finding, shift) for finding in self.findings if not _touches(finding, change.start, change.end)
        )
        plain = not _MARKUP & set(old + change.new) and old.count("\n\n") == change.new.count("\n\n") == 0
        home = next((p for p in self.paragraphs if p.span.start <= change.start and change.end <= p.span.end), None)
        for paragraph in self.paragraphs:
            span = paragraph.span
            if paragraph is home:
                paragraph.span = Span(span.start, span.end + len(change.new) - (change.end - change.start))
                paragraph.dirty = True
            else:
                paragraph.span = Span(shift.start(span.start), max(shift.start(span.start), shift.end(span.end)))
        if home is None or not plain:
            self.whole = True


def open_page(path: str, content: str, units: str) -> OpenPage:
    """The page at `path` with the text `content`, its columns counted in `units`; nothing is known of it yet."""
    return OpenPage(path, Text(content, units), Settings())


def check_whole(page: OpenPage) -> None:
    """Check all of `page`, under the settings as they are now. Raises ProsefixError."""
    page.settings = _settings(page.path)
    if page.settings.excludes(page.path):
        page.findings, page.paragraphs, page.whole = (), [], False
        return
    content = page.text.content
    source = as_page(page.path, content)
    (result,) = check_pages([source], page.settings)
    own = page.settings.for_page(page.path)
    prose = read_prose(source, ReadOptions(opaque=own.opaque, language=own.lang))
    page.findings = result.findings
    page.trouble = result.error or "; ".join(map(str, result.crashes))
    page.paragraphs = [paragraph for block in prose.blocks if (paragraph := _paragraph(prose, block)) is not None]
    page.known = prose.page_words
    page.whole = False


def check_typed(page: OpenPage) -> None:
    """Check the paragraphs of `page` that were typed in since they were last checked. Raises ProsefixError."""
    dirty = [paragraph for paragraph in page.paragraphs if paragraph.dirty]
    content = page.text.content
    alone = [as_page(page.path, p.lead + content[p.span.start : p.span.end]) for p in dirty]
    settings = page.settings.for_page(page.path)
    results = check_pages(alone, replace(settings, words=settings.words | page.known, overrides=()))
    fresh: list[Finding] = []
    for paragraph, result in zip(dirty, results, strict=True):
        fresh += _brought_home(result.findings, paragraph)
        paragraph.dirty = False
    kept = [f for f in page.findings if not any(_within(f, paragraph.span) for paragraph in dirty)]
    page.findings = tuple(in_order([*kept, *fresh]))


def as_page(path: str, content: str) -> Page:
    """What is in an editor as a page: decoded already, whatever it declares."""
    return Page(path, content.encode("utf-8", "replace"), content, "utf-8")


def _settings(path: str) -> Settings:
    folder = Path(path).parent
    return load_settings(folder if folder.is_dir() else Path.cwd())


def _paragraph(prose: Prose, block: Block) -> Paragraph | None:
    tag = _TAGS.get(block.kind)
    if tag is None or block.start >= block.end:
        return None
    span = prose.source.to_page(block.start, block.end)
    lang = f' lang="{block.language}"' if block.language else ""
    spelled = "" if block.spelled else ' spellcheck="false"'
    quoted = "<blockquote>" if block.quoted else ""
    silent = "".join(_comment(one) for one in prose.directives if _governs(one, span))
    return Paragraph(span, f"{silent}{quoted}<{tag}{lang}{spelled}>")


def _governs(one: Directive, span: Span) -> bool:
    return one.governs.start <= span.start and span.start < one.governs.end


def _comment(one: Directive) -> str:
    return f"<!-- prosefix-disable {' '.join(one.names)} -->"


def _brought_home(findings: Iterable[Finding], paragraph: Paragraph) -> list[Finding]:
    """Findings of a paragraph alone, in the page. What is said of markup is left to the page as a whole."""
    by = paragraph.span.start - len(paragraph.lead)
    return [
        _shifted(finding, by)
        for finding in findings
        if set_of(finding.rule) != "markup" and finding.start >= len(paragraph.lead)
    ]


def _shifted(finding: Finding, by: int) -> Finding:
    fixes = tuple(
        replace(fix, edits=tuple(Edit(edit.start + by, edit.end + by, edit.new) for edit in fix.edits))
        for fix in finding.fixes
    )
    return replace(finding, start=finding.start + by, end=finding.end + by, fixes=fixes)


def _moved(finding: Finding, shift: Shift) -> Finding:
    return _shifted(finding, shift.start(finding.start) - finding.start)


def _touches(finding: Finding, start: int, end: int) -> bool:
    """Whether a change of `[start, end)` is in or beside the words or the edits of `finding`."""
    spans: Sequence[tuple[int, int]] = [
        (finding.start, finding.end), *((edit.start, edit.end) for fix in finding.fixes for edit in fix.edits),
    ]  # fmt: skip
    return min(first for first, _ in spans) <= end and start <= max(last for _, last in spans)


def _within(finding: Finding, span: Span) -> bool:
    return set_of(finding.rule) != "markup" and span.start <= finding.start and finding.end <= span.end
