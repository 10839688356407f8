"""References and spaces that a reader sees as such: `&nbsp` without its semicolon, `&amp;nbsp;`, two spaces side by side."""

import re
from collections.abc import Iterator
from html.entities import html5

from prosefix.checks.markup.reading import Markup, by_page
from prosefix.findings import PageMatch
from prosefix.page.tokens import TokenKind

# Names that stand in prose; the two thousand others are signs for formulas and would catch program text.
PROSE_NAMES = frozenset(
    "nbsp ndash mdash hellip lsquo rsquo ldquo rdquo sbquo bdquo laquo raquo amp lt gt quot apos shy thinsp ensp emsp "
    "middot bull times copy reg trade deg plusmn minus eacute egrave agrave uuml ouml auml szlig ccedil ntilde".split()
)
assert all(f"{name};" in html5 for name in PROSE_NAMES)
_OPEN = re.compile(rf"&(?:{'|'.join(sorted(PROSE_NAMES, key=len, reverse=True))})(?![;\w=])|&#(?:\d{{2,5}}|[xX][0-9a-fA-F]{{2,5}})(?![;\w])")
_TWICE = re.compile(r"(?<=[^\W\d_])&amp;((?:nbsp|shy|[lr]squo|apos|eacute|egrave|[aou]uml|szlig|ccedil|ntilde|#(?:8217|39|160|x2019|x27));)(?=[^\W\d_])"
                    r"|(?<=[\w.,;!?)] )&amp;([nm]dash;|hellip;|times;)(?= \w)")  # fmt: skip
_SPACES = re.compile(r"(?<=[^\W\d_]|,)(?: +(?:&nbsp;|\u00a0)|(?:&nbsp;|\u00a0) +)(?=[a-z])")


def _in_prose(markup: Markup, pattern: re.Pattern[str], code: bool) -> Iterator[re.Match[str]]:
    """Matches in text that a browser decodes; in code too if asked."""
    for token, depth in zip(markup.tokens, markup.depth, strict=True):
        if token.kind is TokenKind.TEXT and (code or not depth):
            yield from pattern.finditer(markup.text, token.start, token.end)


def open_references(markup: Markup) -> Iterator[PageMatch]:
    """References without a semicolon: shown as they are written, or decoded by a leniency that XML lacks."""
    for match in _in_prose(markup, _OPEN, code=False):
        yield PageMatch("markup/reference-semicolon", *match.span(), (match.group() + ";",), words={"text": match.group()})


def twice_escaped(markup: Markup) -> Iterator[PageMatch]:
    """`don&amp;rsquo;t`: the reader sees the name of the reference."""
    for match in _in_prose(markup, _TWICE, code=False):
        new = "&" + (match[1] or match[2])
        yield PageMatch("markup/double-escape", *match.span(), (new,), words={"text": match.group()})


def doubled_spaces(markup: Markup) -> Iterator[PageMatch]:
    """A space beside a no-break space inside a sentence: two spaces on the screen."""
    for match in _in_prose(markup, _SPACES, code=False):
        yield PageMatch("markup/double-space", *match.span(), (" ",))


reference_semicolon = by_page(open_references)
double_escape = by_page(twice_escaped)
double_space = by_page(doubled_spaces)
