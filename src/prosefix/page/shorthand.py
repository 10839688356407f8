"""What stands in running text in place of words: math between delimiters, shorthand of specifications, addresses.

Finds it in plain text, where tags and line breaks no longer stand in the way, and says what to put in its place.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from prosefix.page.dialect import Dialect
from prosefix.standins import CHARACTERS, StandInKind, character


class Cut(NamedTuple):
    """`[start, end)` of the plain text is replaced by `new`: a stand-in, or nothing."""

    start: int
    end: int
    new: str


class TextMath(NamedTuple):
    """Math at `[start, end)` of the plain text: between `opener` and `closer` characters at the end. Round an environment
    there are no delimiters; its `\\begin` is the formula's own."""

    start: int
    end: int
    opener: str
    closer: int
    display: bool


class Found(NamedTuple):
    cuts: list[Cut]
    math: list[TextMath]
    endings: list[Cut]  # the s of `<code>Node</code>s`


# Each begins with its first character consumed, so that the engine can look for that character alone. A formula has 2,000
# characters at most, so that a page full of openings without an end is still read in linear time.
_LED = r"[\\$\[|`'{<]"
# Environments that KaTeX and MathJax show where no delimiters stand round them.
_ENVIRONMENT = r"(?:equation|align(?:at)?|gather|multline|eqnarray|flalign|CD)"
_SHORTHAND = re.compile(
    rf"{_LED}(?:"
    r"(?<=\\)(?:(?P<escaped>[$\\])|(?P<slot>\[\[[^\[\]\n]+\]\])|(?P<round>\((?!\\\))[^\n]{0,2000}?[^\\\n]?\\\))|(?P<square>\[[^\n]{0,2000}?\\\])"
    rf"|(?P<environment>begin\{{(?P<name>{_ENVIRONMENT}\*?)\}}[^\n]{{0,2000}}?\\end\{{(?P=name)\}}))"
    r"|(?<=\$)(?:(?P<display>\$[^$\n]+(?:\$(?!\$)[^$\n]+)*\$\$)|(?P<template>\{[^{}\n]*\})"
    r"|(?P<dollar>(?![\s$])(?:[^$\\\n]|\\[^\n]){0,2000}?(?<!\s)\$(?!\d)))"
    r"|(?<=\[)(?:(?P<term>=[^\[\]\n]*?=\])|(?P<operation>\$[^\[\]\n$]*\$\])|(?P<element>\^[^\^\n]{1,80}\^\])"
    r"|(?P<bracket>\[[^\[\]\n]{1,80}\]\])|(?P<link>(?=[^\[\]\n]+\]\([^()\s]*[./\#:][^()\s]*\))))"
    r"|(?<=\|)(?P<variable>[A-Za-z_](?:[^|\n]{0,60}[^|\s])?\|)(?!\|)"
    r"|(?<=`)(?P<code>`[^\n]{1,300}?``|[^`\n]{1,300}`)"
    r"|(?<=')(?P<quoted>'[^'\n]{1,60}''|[a-z][a-z0-9-]*(?:/[\w-]+)?')(?!\w)"
    r"|(?<=\{)(?P<grammar>\^[^\^\n]{1,80}\^\})"
    r"|(?<=<)(?P<markup>\{[^{}\n]{1,80}\}>|<[a-zA-Z][^<>\n]{0,60}>>)"
    r")"
)
_LINK_END = re.compile(r"\]\([^()\s]*[./\#:][^()\s]*\)")
_ADDRESS = re.compile(
    r"(?:https?|ftps?|file|wss?|git|ssh)://[^\s<>\"”“]*[^\s<>\"”“.,;:!?)\]}'’*]/?"
    r"|(?:mailto|urn|doi|data):[\w./;,+%-]*[\w/=]"
    r"|www\.[\w-]+\.[^\s<>\"”“]*[^\s<>\"”“.,;:!?)\]}'’*]"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|10\.\d{4,9}/[^\s<>\"”]*[\w]"
    r"|(?<![\w./~<])(?:~|\.{1,2})?/[\w.+-]+(?:/[\w.*+-]*\w)+/?(?![\w/])"
    r"|\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"
    r"|(?<![\w+/=])(?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{20,}={0,2}(?![\w+/=])"
)
# What every address holds, cheap to look for; the address around it begins at most this far before.
_ADDRESS_HINT = re.compile(
    r"[:@/.-](?:(?<=:)//|(?<=@)\w|(?<=data:)\w|(?<=urn:)\w|(?<=doi:)\w|(?<=mailto:)\w|(?<=[\s(~./]/)\w|(?<=\A/)\w"
    r"|(?<=www\.)\w|(?<=\d/)\w|(?<=-)[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-|(?<=\w/)\w)"
)
_ADDRESS_REACH = 100
_EMPHASIS = re.compile(
    r"(?<![\w*\\])\*{1,3}(?=[^\s*])(?=[^*\n]{1,300}\*)|(?<=[^\s*\\])\*{1,3}(?![\w*])|(?<![\w_\\])__(?=\w)|(?<=\w)__(?![\w_])"
)
_STRONG = re.compile(r"(?<![\w*\\])\*\*(?=[^\s*][^*\n]{0,300}\*\*)|(?<=[^\s*\\])\*\*(?![\w*])")
_ECMARKUP = re.compile(
    r"(?<![\w_])_[A-Za-z]\w*_(?!\w)|(?<![\w*])\*[^\s*][^*\n]*\*(?!\w)|~[a-z][\w-]*~|%[A-Za-z][\w.%]*%|@@\w+"
)
_SUFFIX = r"(?:e?s|e?d|ing|th|st|nd|rd)(?![\w])"
_SUFFIXED = re.compile(rf"(?<=[{CHARACTERS}]){_SUFFIX}")
_SUFFIX_ONLY = re.compile(_SUFFIX)
_PROSE_WORD = re.compile(r"(?<![\\\w{])[a-z]{3,}(?![\w}])")
_TEX = re.compile(r"[\\^_{}=+<>|]")
_BIBLIOGRAPHY = re.compile(r"[!?][^\s].*|[A-Z0-9][A-Z0-9.:-]*(?: .*)?|[a-z]+[a-z0-9]*[-.\d][\w.-]*|[A-Za-z]+-[\w.-]+")
_ALIKE = {"display": "$$", "round": "\\(", "square": "\\[", "dollar": "$", "environment": ""}


def find(plain: str, dialect: Dialect) -> Found:
    """What is to be cut out of `plain`, in order and disjoint, and which of it is math or the ending of a stand-in."""
    math: list[TextMath] = []
    cuts = [*_shorthand(plain, dialect, math), *_configured(plain, dialect, math)]
    cuts += [Cut(*span, character(StandInKind.URL)) for span in _addresses(plain)]
    if dialect.ecmarkup:
        cuts += [Cut(*match.span(), character(StandInKind.CODE)) for match in _ECMARKUP.finditer(plain)]
    elif dialect.markdown or "**" in plain:
        emphasis = _EMPHASIS if dialect.markdown else _STRONG
        cuts += [Cut(*match.span(), "") for match in emphasis.finditer(plain)]
    endings = [Cut(*match.span(), "") for match in _SUFFIXED.finditer(plain)]
    cuts = _disjoint(cuts + endings)
    for cut in cuts:
        ending = _SUFFIX_ONLY.match(plain, cut.end) if cut.new and cut.new != character(StandInKind.URL) else None
        if ending:
            endings.append(Cut(*ending.span(), ""))
    cuts = _disjoint(cuts + endings)
    kept = {(cut.start, cut.end) for cut in cuts}
    return Found(
        cuts,
        [one for one in math if (one.start, one.end) in kept],
        [one for one in endings if (one.start, one.end) in kept],
    )


def _configured(plain: str, dialect: Dialect, math: list[TextMath]) -> Iterator[Cut]:
    """Math between delimiters that the page itself has thought of."""
    for left, right, display in dialect.delimiters:
        for match in re.finditer(rf"{re.escape(left)}(?!\s)[^\n]{{1,2000}}?{re.escape(right)}", plain):
            math.append(TextMath(*match.span(), left, len(right), display))
            yield Cut(*match.span(), character(StandInKind.MATH))


def _addresses(plain: str) -> Iterator[tuple[int, int]]:
    """Addresses, paths and the like in running text."""
    last = 0
    for hint in _ADDRESS_HINT.finditer(plain):
        at = hint.start()
        if at < last:
            continue
        low = max(last, at - _ADDRESS_REACH)
        begin = max(low, *(plain.rfind(char, low, at) + 1 for char in ' \n\u2028<>"“”('))
        end = min(len(plain), at + 2000)
        starts = range(begin, at + 1)  # a search would go on to addresses behind the hint
        match = next((found for start in starts if (found := _ADDRESS.match(plain, start, end))), None)
        if match and at < match.end():
            yield match.span()
            last = match.end()


def _disjoint(cuts: list[Cut]) -> list[Cut]:
    """The cuts in order; of those that overlap the first, and of those that begin together the longest."""
    chosen: list[Cut] = []
    last = 0
    for cut in sorted(cuts, key=lambda cut: (cut.start, -cut.end)):
        if cut.start >= last:
            chosen.append(cut)
            last = cut.end
    return chosen


def _shorthand(plain: str, dialect: Dialect, math: list[TextMath]) -> Iterator[Cut]:
    for match in _matches(plain, dialect):
        start, end = match.span()
        group = match.lastgroup or ""
        if group in _ALIKE:
            opener = _ALIKE[group]
            math.append(TextMath(start, end, opener, len(opener), group in ("display", "square", "environment")))
            yield Cut(start, end, character(StandInKind.MATH))
        elif group in ("term", "operation"):
            yield from _words_of(plain, start, end)
        elif group == "bracket":
            yield _bracket(plain, start, end)
        elif group == "link":
            yield Cut(start, start + 1, "")
            close = _LINK_END.search(plain, start)
            if close:
                yield Cut(*close.span(), "")
        elif group == "template":
            yield Cut(start, end, character(StandInKind.TEMPLATE))
        elif group == "quoted":
            double = plain.startswith("''", start)
            if dialect.shorthand and (double or "-" in match.group() or dialect.markdown):
                yield Cut(start, end, character(StandInKind.CODE))
        elif group == "variable":
            if dialect.shorthand or dialect.ecmarkup:
                yield Cut(start, end, character(StandInKind.CODE))
        elif group != "escaped":
            yield Cut(start, end, character(StandInKind.CODE))


def _matches(plain: str, dialect: Dialect) -> Iterator[re.Match[str]]:
    """The candidates; one that turns out to be nothing gives way to those that begin within it."""
    at = 0
    while (match := _SHORTHAND.search(plain, at)) is not None:
        group = match.lastgroup
        refused = (group == "dollar" and not (dialect.dollars and _is_math(plain, match))) or (
            group == "code" and not (dialect.shorthand or _is_code(match.group()))
        )
        at = match.start() + 1 if refused else match.end()
        if not refused:
            yield match


def _is_math(plain: str, match: re.Match[str]) -> bool:
    """Whether `$…$` is math rather than two prices or two shell variables."""
    start, end = match.span()
    if start and (plain[start - 1].isalnum() or plain[start - 1] == "$"):
        return False
    if plain[end : end + 1] in ("\\", "{"):
        return False  # `$\r$\n`, `${one${two}}`: variables and escapes of a language
    if plain[end : end + 1].isalpha() and not _SUFFIX_ONLY.match(plain, end):
        return False
    inside = plain[start + 1 : end - 1]
    return _TEX.search(inside) is not None or len(_PROSE_WORD.findall(inside)) < 2


def _is_code(quoted: str) -> bool:
    """Whether backticks hold code rather than open the quotations of `those' who quote so."""
    inside = quoted.strip("`")
    return inside == inside.strip()


def _words_of(plain: str, start: int, end: int) -> Iterator[Cut]:
    """The marks of `[=term=]`, `[=scope/term=]`, `[=term|shown words=]`; the words that people read stay."""
    bar = plain.find("|", start, end)
    slash = plain.rfind("/", start, end - 2)
    begin = bar + 1 if bar >= 0 else slash + 1 if slash >= 0 else start + 2
    yield Cut(start, begin, "")
    yield Cut(end - 2, end, "")


def _bracket(plain: str, start: int, end: int) -> Cut:
    """`[[REF]]` is a citation, `[[#section]]` a reference to a section, `[[Slot]]` an internal slot."""
    inside = plain[start + 2 : end - 2]
    if inside.startswith("#"):
        kind = StandInKind.TERM
    elif (start and plain[start - 1] in ".@") or not _BIBLIOGRAPHY.fullmatch(inside):
        kind = StandInKind.CODE
    else:
        kind = StandInKind.CITATION
    return Cut(start, end, character(kind))
