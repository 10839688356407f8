"""What renders, but not as its author meant: `10^-3`, `x_10`, `50%`, `(\\frac…)`, `log(x)`, `<=`.

Each check looks at a formula that has been read and yields faults. Those that are taste belong to rules that are off.
"""

import re
from collections.abc import Callable, Iterator

from prosefix.checks.math.brackets import Height
from prosefix.checks.math.commands import table
from prosefix.checks.math.faults import Change, Fault
from prosefix.checks.math.reading import MATH, Reading
from prosefix.checks.math.tokens import ADDRESS, END

OPERATORS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min sec sin sinh sup tan tanh".split()
)
INDICES = frozenset("ijklmn")  # c_{ijk} has three
RELATIONS = {"<=": "\\le", ">=": "\\ge", "!=": "\\ne"}
_SCRIPT_NUMBER = re.compile(r"[\^_](?P<number>-\d++|\d{2,}+)(?!\.\d)")  # 2^10.3 may be a product
_WORD = re.compile(r"(?<![a-zA-Z\\])[a-zA-Z]{2,7}(?![a-zA-Z])")
_OPENS = re.compile(r"\s*(?:\\left\s*|\\[bB]igg?l?\s*)?[(\[{_^]")
_RELATION = re.compile(r"(?<![<>=!:])(?<!\\right)(?<!\\left)(?:<=|>=|(?<=\s)!=)(?![<>=])")
_PERCENT = re.compile(r"(?<=\d)[ ]?%(?!\n)")  # before a line's end it is TeX's own comment sign
_DOTS = re.compile(r"(?<![.\d])\.\.\.(?![.\d])")
_TILDE = re.compile(r"\\tilde(?=\s*\d+(?:\.\d|\d|\s*\\(?:times|%)|\^))")
_PRODUCT = re.compile(r"(?<=[\w)}\]])\s*(\*|(?<=\d)\s*x(?=\s*\d)|(?<=\d )x(?= \d))\s*(?=[\w(\\{\[])")
_NAME = re.compile(r"[a-zA-Z]{2,}")
_TEXT_SCRIPT = re.compile(r"_\{\s*([A-Za-z]{3,}(?:[ -][A-Za-z]+)*)\s*\}")
Found = Iterator[Fault]


def in_math(reading: Reading, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The matches of `pattern` in the formula whose group, if there is one, begins in math, not in text inside it."""
    modes: dict[int, int] = {}
    for match in pattern.finditer(reading.text):
        if not modes:
            modes = dict(zip(reading.tokens.starts, reading.mode, strict=True))
        if modes.get(match.start(match.lastindex or 0), MATH) == MATH:
            yield match


def growing_brackets(reading: Reading) -> Found:
    """Plain brackets round a fraction or a sum in display style; both ends are reported, each with the fix of both."""
    starts, text = reading.tokens.starts, reading.text
    for opener, closer, height in reading.tall:
        rule = "math/growing-brackets" if height is Height.FRACTION else "math/growing-sums"
        left, right = starts[opener], starts[closer]
        changes = (Change(left, left, "\\left"), Change(right, right, "\\right"))
        gap = len(text[:left].rstrip()) if left else 0  # the space before it is the bracket's
        yield Fault(rule, gap, left + 1, new=f"{text[gap:left]}\\left{text[left]}", changes=changes)
        yield Fault(rule, right, right + 1, new=f"\\right{text[right]}", changes=changes)


def lone_brackets(reading: Reading) -> Found:
    starts = reading.tokens.starts
    for n in reading.lone:
        new = "" if reading.text[starts[n]] in ")]" else None
        yield Fault("math/lone-bracket", starts[n], starts[n] + 1, new=new)


def script_numbers(reading: Reading) -> Found:
    if "^" in reading.text or "_" in reading.text:
        for match in in_math(reading, _SCRIPT_NUMBER):
            sign, number = match.group()[0], match["number"]
            if reading.text[max(0, match.start() - 1) : match.start()] != "\\":
                yield Fault("math/script-number", *match.span(), new=f"{sign}{{{number}}}", words={"first": number[0]})


def percent_signs(reading: Reading) -> Found:
    for match in () if ADDRESS.search(reading.text) else _PERCENT.finditer(reading.text):
        yield Fault("math/percent", match.end() - 1, match.end(), new="\\%")


def relations(reading: Reading) -> Found:
    if "=" in reading.text:
        for match in in_math(reading, _RELATION):
            new = RELATIONS[match.group()]
            letter = reading.text[match.end() : match.end() + 1].isalpha()
            yield Fault("math/relation", *match.span(), new=new + " " * letter)


def spelled_operators(reading: Reading) -> Found:
    """`log(`, `max_`: letters that TeX sets as a product of variables."""
    for match in in_math(reading, _WORD):
        if match.group() in OPERATORS and _OPENS.match(reading.text, match.end()):
            yield Fault("math/spelled-operator", *match.span(), new="\\" + match.group())


def tildes(reading: Reading) -> Found:
    if "\\tilde" in reading.text:
        for match in in_math(reading, _TILDE):
            yield Fault("math/about-tilde", *match.span(), new="\\sim")


def dots(reading: Reading) -> Found:
    if "..." in reading.text:
        for match in in_math(reading, _DOTS):
            letter = reading.text[match.end() : match.end() + 1].isalpha()
            yield Fault("math/dots", *match.span(), new="\\dots" + " " * letter)


def products(reading: Reading) -> Found:
    for match in in_math(reading, _PRODUCT):
        sign = match[1]
        start, end = match.span(1)
        new = "\\cdot" if sign == "*" else "\\times"
        letter = reading.text[end : end + 1].isalpha()
        yield Fault("math/product-sign", start, end, new=new + " " * letter, words={"sign": sign.strip()})


def line_breaks(reading: Reading) -> Found:
    """`\\\\` outside an environment: the doubled backslash of a command, or the end of a line that is not shown."""
    texts, starts = reading.tokens
    for n in reading.breaks:
        start, end = starts[n], starts[n] + 2
        name = _NAME.match(reading.text, end)
        if texts[n] == "\\\\" and name and "\\" + name[0] in table():
            yield Fault(
                "math/doubled-backslash", start, name.end(), new="\\" + name[0], changes=(Change(start, end, "\\"),)
            )
        elif texts[n + 1] != END and not reading.katex:
            yield Fault("math/line-break", start, start + len(texts[n]))


def text_scripts(reading: Reading) -> Found:
    if "_{" in reading.text:
        for match in in_math(reading, _TEXT_SCRIPT):
            word = match[1]
            if word.lower() not in OPERATORS and len(set(word)) > 1 and not set(word) <= INDICES:
                yield Fault("math/text-subscript", *match.span(1), new=f"\\text{{{word}}}", words={"word": word})


CHECKS: tuple[Callable[[Reading], Found], ...] = (
    growing_brackets, lone_brackets, script_numbers, percent_signs, relations, spelled_operators, tildes, dots, products,
    text_scripts, line_breaks,
)  # fmt: skip
SURE_WHERE_BRACES_FAIL = (percent_signs,)


def look(reading: Reading) -> Found:
    """Every habit's faults; of a formula that could not be read to its end only what needs no reading."""
    for check in CHECKS if reading.whole else SURE_WHERE_BRACES_FAIL:
        yield from check(reading)


def used_operators(text: str) -> set[str]:
    """The operators that a formula writes as commands."""
    return {name for name in OPERATORS if f"\\{name}" in text}
