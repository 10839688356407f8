"""What must hold for any input whatever, one function a part of prosefix; each takes bytes and raises AssertionError.

`test_targets.py` tries them on a few inputs in every run of the tests, `fuzz.py` on as many as there is time for.
"""

import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from prosefix.checks.math.formulas import faults_of
from prosefix.checks.math.reading import Macro
from prosefix.errors import FixRefused, PageError, RuleFileError, SettingsError
from prosefix.findings import Span
from prosefix.fixes.loop import mend_pages
from prosefix.fixes.patch import unified_diff
from prosefix.page.attributes import read_attributes
from prosefix.page.blocks import read_prose
from prosefix.page.directives import parse_attributes, parse_comment, settle
from prosefix.page.source import Page, decode_page
from prosefix.page.tokens import tokenize
from prosefix.rulebook import load_file, run
from prosefix.rulebook.batch import context_of_texts
from prosefix.settings import Settings, read_settings

WORDS = re.compile(r"\w+(?: \w+)?")
OURS = re.compile("[\ue000-\ue0ff]")
HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))?")
NO_NEWLINE = b"\\ No newline at end of file"
RULE_HEAD = b"""name = "agreement/demo"
summary = "s"
why = "w"
severity = "info"
fix = "manual"
message = "{1}"
[match]
"""
RULE_EXAMPLES = b"""
[[example]]
bad = "It [[a]]."
good = "It ax."
[[example]]
bad = "It [[b]]."
good = "It bx."
[[example]]
good = "It."
"""
ROWS = ("The module will requires 3 of “foos”, and doesn’t say so.", "One two.", "")


def tokens(data: bytes) -> None:
    """The tokens join to the page."""
    text = _text(data)
    at = 0
    for token in tokenize(text):
        assert token.start == at < token.end
        at = token.end
    assert at == len(text)


def source_map(data: bytes) -> None:
    """What is read literally is in the page as it is read; an edit of words touches nothing but words."""
    page = _page(_text(data))
    prose = read_prose(page)
    source, shown = prose.source, OURS.sub("\ufffd", page.text)
    for start, end, begin, stop, literal in zip(
        source.start, source.end, source.page_start, source.page_end, source.literal, strict=True
    ):
        assert start < end
        assert 0 <= begin <= stop <= len(page.text)
        assert not literal or prose.plain[start:end] == shown[begin:stop]
    for word in list(WORDS.finditer(prose.plain))[:20]:
        try:
            edits = source.edits(word.start(), word.end(), "words", page.text)
        except FixRefused:
            continue
        last = 0
        for edit in edits:
            assert last <= edit.start <= edit.end <= len(page.text)
            last = edit.end


def directives(data: bytes) -> None:
    """Comments and attributes give directives that lie in them and govern a part of the page."""
    text = _text(data)
    comment, tag = f"<!--{text}-->", f"<p data-prosefix={text}>"
    found = parse_comment(comment, 0) + parse_comment(f"<!-- prosefix-{text}-->", 0)
    found += parse_attributes(read_attributes(tag, 0, len(tag)), Span(0, len(tag)), Span(0, len(tag)))
    for one in settle(found, [Span(3, 5)], 10 + len(comment)):
        assert 0 <= one.span.start < one.span.end
        assert 0 <= one.governs.start <= one.governs.end <= 10 + max(len(comment), len(tag))


def settings(data: bytes) -> None:
    """A settings file is read, or refused with its name."""
    path = _folder() / ".prosefix.toml"
    path.write_bytes(data)
    try:
        read_settings(path).for_page("a/b.html")
        said = str(path)
    except SettingsError as error:
        said = str(error)
    assert said.startswith(str(path))


def rules(data: bytes) -> None:
    """A rule file, and one with such a `[match]`, is read and runs, or is refused with its name and line."""
    path = _folder() / "agreement" / "demo.toml"
    path.parent.mkdir(exist_ok=True)
    for content in (data, RULE_HEAD + data + RULE_EXAMPLES):
        path.write_bytes(content)
        try:
            rule = load_file(path)
        except RuleFileError as error:
            rule, said = None, str(error)
        if rule is None:
            assert re.match(re.escape(str(path)) + r":\d+: ", said), said
        elif "function" not in rule.match:
            matches = run(rule, context_of_texts(ROWS))
            assert all(rule.say(match) for match in matches)


def tex(data: bytes) -> None:
    """Whatever is said of a formula lies in it, and its edits do."""
    text = _text(data)
    for display, katex in ((False, True), (True, False)):
        for fault in faults_of(text, display, katex, frozenset({("\\mine", Macro(1))})):
            assert 0 <= fault.start <= fault.end <= len(text)
            for change in fault.changes:
                assert 0 <= change.start <= change.end <= len(text)


def patch(data: bytes) -> None:
    """The patch, applied as its format says, gives the new version and taken back the old one."""
    old, _, new = data.partition(b"\xff")
    written = unified_diff("page.html", old, new)
    assert bool(written) == (old != new)
    assert not written or applied(written, old) == new


def page(data: bytes) -> None:
    """A page is refused in one line, or mended without damage, and then has nothing left to mend."""
    try:
        read = decode_page(data, "page.html")
    except PageError:
        return
    (mended,) = mend_pages([read], Settings())
    assert not mended.before.crashes
    (again,) = mend_pages([decode_page(mended.raw, "page.html")], Settings())
    assert again.raw == mended.raw


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (tokens, source_map, directives, settings, rules, tex, patch, page)
}


def applied(written: bytes, old: bytes) -> bytes:
    """`old` with a unified diff applied, every line that it names compared."""
    lines = re.findall(rb"[^\n]*\n|[^\n]+", old)
    made: list[bytes] = []
    at = 0
    rows = written.split(b"\n")[2:]  # without the two lines of the header
    for number, row in enumerate(rows):
        kind, line = row[:1], row[1:] + (b"" if rows[number + 1 : number + 2] == [NO_NEWLINE] else b"\n")
        if head := HUNK.match(row):
            start = int(head[1]) - (head[2] != b"0")
            made += lines[at:start]
            at = start
        if kind in (b" ", b"-"):
            assert lines[at] == line
            at += 1
        if kind in (b" ", b"+"):
            made.append(line)
    return b"".join([*made, *lines[at:]])


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _page(text: str) -> Page:
    return Page("page.html", text.encode(), text, "utf-8")


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="prosefix-fuzz-"))
