"""The commands with a syntax of their own: `\\left`, `\\begin`, `\\\\`, `\\newcommand`, `\\tag` and the like.

Each is a function of the reader, the command's token number, and whether it stands in display style.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from prosefix.checks.math.arguments import (
    COLOUR,
    NEWLINES,
    SIZE,
    argument,
    delimiter,
    loose_arguments,
    raw_group,
    size,
    string,
)
from prosefix.checks.math.reading import RAW
from prosefix.checks.math.tokens import END
from prosefix.findings import Applicability

if TYPE_CHECKING:
    from prosefix.checks.math.reader import Reader

RULES = frozenset({"\\hline", "\\hdashline"})
INHERITS_DISPLAY = re.compile(r"(?:x*align|gather|split|equation|multline|eqnarray|flalign|d(?:array|cases|rcases))")
ARGUMENT = re.compile(r"(?:alignat|alignedat|xalignat|xxalignat|numcases|subnumcases)\*?")
CHARACTER = re.compile(r"\s*(?:\"[0-9a-fA-F]+|'[0-7]+|`\\?.|\d+)")
UNNAMED = frozenset({END, "{", "}", "$", "&", "#", "^", "_"})
OPAQUE = frozenset({"CD", "prooftree", "empheq", "tikzcd", "tikzpicture"})


def left(reader: "Reader", n: int, display: bool) -> None:
    opener = reader.texts[reader.at]
    delimiter(reader, "\\left")
    reader.lefts += 1
    lone = reader.expression(display)
    reader.lefts -= 1
    if reader.texts[reader.at] != "\\right":
        stop = reader.texts[reader.at]
        before = f" before “{stop}”" if stop else ""
        reader.note("left-right", n, f"“\\left{opener}” has no “\\right”{before}.", end=reader.end(n + 1))
        reader.give_up()
    reader.mode[reader.at] = reader.text_mode
    reader.at += 1
    closer = reader.texts[reader.at]
    delimiter(reader, "\\right")
    if "." not in (opener, closer):
        reader.reading.lone.extend(lone)


def middle(reader: "Reader", n: int, _display: bool) -> None:
    if not reader.lefts:
        reader.note("left-right", n, "“\\middle” stands outside “\\left … \\right”.")
    delimiter(reader, "\\middle")


def misplaced(reader: "Reader", n: int, _display: bool) -> None:
    name = reader.texts[n]
    rule = "alignment" if name in RULES else "misplaced-command"
    where = "an alignment" if name in RULES else "an operator such as \\sum"
    reader.note(rule, n, f"“{name}” stands outside {where}." if name in RULES else f"“{name}” follows {where} only.")


def newline(reader: "Reader", n: int, _display: bool) -> None:
    """The optional length after a line's end, which no space may precede."""
    if not reader.arrays and not reader.text_mode:
        reader.reading.breaks.append(n)
    at = reader.at
    if reader.texts[at] != "[" or reader.starts[at] != reader.end(n):
        return
    if reader.last_bracket < at:
        reader.note("missing-argument", at, "The “[” after “\\\\” is not closed.")
        reader.give_up()
    close = reader.texts.index("]", at)
    value = reader.text[reader.end(at) : reader.starts[close]]
    if value.strip() and not SIZE.match(value):
        reader.note(
            "argument-value", at, f"After “\\\\” the brackets hold a length; “{value}” is none.", end=reader.end(close)
        )
    reader.at = close + 1


def row_end(reader: "Reader", n: int, display: bool) -> None:
    """`\\cr`, which KaTeX knows inside an environment only."""
    if reader.arrays or not reader.katex:
        newline(reader, n, display)
    else:
        reader.note("unknown-command", n, f"KaTeX does not know “{reader.texts[n]}” outside an environment.")


def begin(reader: "Reader", n: int, display: bool) -> None:
    if reader.texts[reader.at] != "{":
        reader.note("environment", n, "“\\begin” lacks the environment's name.")
        reader.give_up()
    name_at = reader.at
    name = raw_group(reader)
    command = reader.commands.get(f"{{{name}}}")
    if command is None and f"{{{name}}}" not in reader.macros:
        reader.guess("environment", name_at, f"{{{name}}}", "environment")
    elif command and not command.katex:
        reader.note(
            "environment", name_at, f"KaTeX does not know the environment “{name}”; MathJax does.", katex_only=True
        )
    if command and command.display_only and not reader.display:
        reader.note("environment", name_at, f"“{name}” stands in display math only.", katex_only=True)
    if name in OPAQUE or command is None or command.packaged:
        skip_environment(reader, n, name)
        return
    columns = environment_arguments(reader, n, name) or command.columns
    reader.arrays += 1
    cells(reader, n, name, columns, display and bool(INHERITS_DISPLAY.match(name)))
    reader.arrays -= 1
    finish(reader, name)


def environment_arguments(reader: "Reader", n: int, name: str) -> int:
    """Reads them; gives the number of columns where they say it, else 0."""
    if reader.texts[reader.at] == "[" and "]" in reader.texts[reader.at : reader.at + 4]:
        option_at, reader.at = reader.at, reader.texts.index("]", reader.at) + 1
        option = reader.texts[option_at + 1]
        if name.endswith("matrix*") and option not in ("l", "c", "r"):
            reader.note("argument-value", option_at, f"Columns are l, c or r; “{option}” is not.", end=reader.end(reader.at - 1),
                        katex_only=True)  # fmt: skip
    if name in ("array", "darray", "subarray"):
        if reader.texts[reader.at] == "{":
            columns_at = reader.at
            columns = raw_group(reader)
            if columns.strip("lcr|: \n"):
                reader.note("argument-value", columns_at, f"Columns are l, c and r; “{columns}” is not.",
                            end=reader.end(reader.at - 1), katex_only=True)  # fmt: skip
        elif reader.texts[reader.at] in ("l", "c", "r"):
            reader.at += 1
        else:
            reader.note("missing-argument", n, f"“{name}” lacks its columns, such as {{cc}}.")
    elif ARGUMENT.fullmatch(name):
        pairs = raw_group(reader).strip()
        if "alignedat" in name or "alignat" in name:
            if not pairs.isdecimal():
                reader.note("argument-value", n, f"“{name}” begins with its number of pairs of columns, such as {{2}}.")
                reader.give_up()
            return 2 * int(pairs)
    return 0


def cells(reader: "Reader", n: int, name: str, columns: int, display: bool) -> None:
    """Rows and columns up to the environment's end; `columns` is how many there may be, 0 for any number."""
    skip_rules(reader)
    column = 1
    while True:
        reader.expression(display, NEWLINES)
        token, at = reader.texts[reader.at], reader.at
        reader.mode[at] = reader.text_mode
        if token == "&":
            if column == columns:
                reader.note("alignment", at, f"“{name}” has no more columns.", katex_only=True)
            column += 1
            reader.at += 1
        elif token in NEWLINES:
            column = 1
            reader.at += 1
            newline(reader, at, display)
            skip_rules(reader)
        elif token == "\\end":
            return
        else:
            what = f"“{token}” comes first" if token else "nothing ends it"
            reader.note("environment", n, f"“\\begin{{{name}}}” has no “\\end{{{name}}}”: {what}.")
            reader.give_up()


def skip_rules(reader: "Reader") -> None:
    while reader.texts[reader.at] in RULES:
        reader.at += 1


def finish(reader: "Reader", name: str) -> None:
    end = reader.at
    reader.at += 1
    name_at = reader.at
    ended = raw_group(reader)
    if ended != name:
        known = f"{{{name}}}" in reader.commands
        reader.note("environment", name_at, f"“\\begin{{{name}}}” is ended by “\\end{{{ended}}}”.", f"{{{name}}}",
                    end=max(reader.end(end), reader.end(reader.at - 1)),
                    applicability=Applicability.UNSAFE if known else Applicability.MANUAL)  # fmt: skip


def skip_environment(reader: "Reader", n: int, name: str) -> None:
    """An environment with a grammar of its own: on to its end, unread."""
    close = reader.text.find(f"\\end{{{name}}}", reader.starts[n])
    if close < 0:
        reader.note("environment", n, f"“\\begin{{{name}}}” has no “\\end{{{name}}}”.")
        reader.give_up()
    while reader.starts[reader.at] < close + len(f"\\end{{{name}}}"):
        reader.mode[reader.at] = RAW
        reader.at += 1


def starred(letter: str) -> Callable[["Reader", int, bool], None]:
    def handle(reader: "Reader", n: int, _display: bool) -> None:
        if reader.texts[reader.at] == "*":
            reader.at += 1
        if letter == "s":
            size(reader, reader.texts[n])
        else:
            argument(reader, reader.texts[n], letter)

    return handle


def tag(reader: "Reader", n: int, display: bool) -> None:
    if not reader.display:
        reader.note("misplaced-command", n, "“\\tag” works in display math only.", katex_only=True)
    if not reader.arrays:
        if reader.tagged:
            reader.note("misplaced-command", n, "A formula has one “\\tag”.")
        reader.tagged = True
    starred("t")(reader, n, display)


def define(reader: "Reader", n: int, _display: bool) -> None:
    """`\\newcommand{\\name}[2]{…}`, `\\def\\name#1#2{…}`: passed over; the page's macros are gathered elsewhere."""
    name = reader.texts[n]
    if reader.texts[reader.at] == "*":
        reader.at += 1
    target = reader.texts[reader.at]
    if target == "{":
        target = raw_group(reader).strip()
        if "environment" not in name and not target.startswith("\\"):
            reader.note("argument-value", n, f"“{name}” defines a command; “{target}” has no backslash.")
    elif target in UNNAMED:
        reader.note("missing-argument", n, f"“{name}” lacks the name that it defines.")
        return
    else:
        reader.at += 1
    if name in ("\\let", "\\futurelet"):
        reader.at += 2 if reader.texts[reader.at] == "=" else 1
        return
    if name == "\\newcommand" and (known := reader.commands.get(target)) and known.katex:
        reader.note("misplaced-command", n, f"“{target}” exists already; redefine it with “\\renewcommand”.",
                    "\\renewcommand", katex_only=True)  # fmt: skip
    while reader.texts[reader.at] not in ("{", END):
        reader.at += 1
    if reader.texts[reader.at] == END:
        reader.note("missing-argument", n, f"“{name}” lacks what “{target}” is to stand for.")
    loose_arguments(reader, 2 if "environment" in name else 1)


def fraction_with_side(reader: "Reader", _n: int, _display: bool) -> None:
    if (
        not reader.katex
        and reader.texts[reader.at] == "["
        and reader.texts[reader.at + 1] in "lr"
        and reader.texts[reader.at + 2] == "]"
    ):
        reader.at += 3
    argument(reader, "\\cfrac", "o")
    argument(reader, "\\cfrac", "o")


def semisimple(reader: "Reader", n: int, display: bool) -> None:
    reader.expression(display)
    if reader.texts[reader.at] != "\\endgroup":
        reader.note("braces", n, "“\\begingroup” has no “\\endgroup”.")
        reader.give_up()
    reader.at += 1


def character(reader: "Reader", n: int, _display: bool) -> None:
    """`\\char"263a`: the number is no math."""
    match = CHARACTER.match(reader.text, reader.end(n))
    if match is None:
        reader.note("argument-value", n, "“\\char” takes the number of a character.")
    while match and reader.starts[reader.at] < match.end():
        reader.at += 1


def verbatim(reader: "Reader", n: int, _display: bool) -> None:
    """`\\verb` whose second delimiter does not come: the tokens know it as a whole otherwise."""
    reader.note("missing-argument", n, "What “\\verb” shows has no end: its first delimiter does not come again.")


def colour(reader: "Reader", n: int, display: bool) -> None:
    if reader.texts[reader.at] == "[" and reader.last_bracket > reader.at:  # a colour model
        reader.note("argument-value", n, "KaTeX takes no model of colours for “\\color”.", katex_only=True)
        reader.at = reader.texts.index("]", reader.at) + 1
    string(reader, "\\color", COLOUR)
    if not reader.katex and reader.texts[reader.at] == "{":
        reader.group(display)


SPECIAL: dict[str, Callable[["Reader", int, bool], None]] = {
    "\\left": left,
    "\\middle": middle,
    "\\limits": misplaced,
    "\\nolimits": misplaced,
    "\\hline": misplaced,
    "\\hdashline": misplaced,
    "\\\\": newline,
    "\\cr": row_end,
    "\\begin": begin,
    "\\begingroup": semisimple,
    "\\operatorname": starred("o"),
    "\\hspace": starred("s"),
    "\\tag": tag,
    "\\cfrac": fraction_with_side,
    "\\char": character,
    "\\color": colour,
    "\\verb": verbatim,
    **dict.fromkeys(("\\newcommand", "\\renewcommand", "\\providecommand", "\\def", "\\gdef", "\\edef", "\\xdef", "\\let", "\\futurelet",
                     "\\DeclareMathOperator", "\\newenvironment", "\\renewenvironment"), define),
}  # fmt: skip
