"""References and spaces that a reader sees as such: `&nbsp` without its semicolon, `&amp;nbsp;`, two spaces side by side."""

import re
from collections.abc import Iterator
from html.entities import html5

from prosefix.checks.markup.reading import Markup, by_page
from prosefix.findings import PageMatch

# Names that stand in prose; the two thousand others are signs for formulas and would catch program text.
PROSE_NAMES = frozenset(
    "nbsp ndash mdash hellip lsquo rsquo ldquo rdquo sbquo bdquo laquo raquo amp lt gt quot apos shy thinsp ensp emsp "
    "middot bull times copy reg trade deg plusmn minus eacute egrave agrave uuml ouml auml szlig ccedil ntilde".split()
)
assert all(f"{name};" in html5 for name in PROSE_NAMES)
_OPEN = re.compile(
    rf"&(?:{'|'.join(sorted(PROSE_NAMES, key=len, reverse=True))})(?![;\w=])|&#(?:\d{{2,5}}|[xX][0-9a-fA-F]{{2,5}})(?![;\w])"
)
_TWICE = re.compile(
    r"&amp;(?:(?<=[^\W\d_]&amp;)((?:nbsp|shy|[lr]squo|apos|eacute|egrave|[aou]uml|szlig|ccedil|ntilde|#(?:8217|39|160|x2019|x27));)"
    r"(?=[^\W\d_])|(?<=[\w.,;!?)] &amp;)([nm]dash;|hellip;|times;)(?= \w))"
)
_NO_BREAK = re.compile("&nbsp;|\u00a0")


def _in_prose(markup: Markup, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    return (match for match in pattern.finditer(markup.text) if markup.in_prose(match.start()))


def open_references(markup: Markup) -> Iterator[PageMatch]:
    """References without a semicolon: shown as they are written, or decoded by a leniency that XML lacks."""
    for match in _in_prose(markup, _OPEN):
        yield PageMatch(
            "markup/reference-semicolon", *match.span(), (match.group() + ";",), words={"text": match.group()}
        )


def twice_escaped(markup: Markup) -> Iterator[PageMatch]:
    """`don&amp;rsquo;t`: the reader sees the name of the reference."""
    for match in _in_prose(markup, _TWICE):
        new = "&" + (match[1] or match[2])
        yield PageMatch("markup/double-escape", *match.span(), (new,), words={"text": match.group()})


def doubled_spaces(markup: Markup) -> Iterator[PageMatch]:
    """A space beside a no-break space inside a sentence: two spaces on the screen."""
    text = markup.text
    for match in _NO_BREAK.finditer(text):
        start, end = match.span()
        before, after = text[start - 2 : start], text[end : end + 2]
        if before[1:] == " " and (before[:1].isalpha() or before[:1] == ",") and after[:1].islower():
            start -= 1
        elif after[:1] == " " and after[1:].islower() and (before[1:].isalpha() or before[1:] == ","):
            end += 1
        else:
            continue
        if markup.in_prose(start):
            yield PageMatch("markup/double-space", start, end, (" ",))


reference_semicolon = by_page(open_references)
double_escape = by_page(twice_escaped)
double_space = by_page(doubled_spaces)
