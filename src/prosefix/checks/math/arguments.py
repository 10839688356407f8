"""The arguments of commands: groups, single tokens, optional ones, lengths, colours, delimiters.

Functions of a reader; each leaves it on the first token after what it took.
"""

import re
from typing import TYPE_CHECKING

from prosefix.checks.math.commands import Command
from prosefix.checks.math.reading import RAW
from prosefix.checks.math.tokens import END
from prosefix.findings import Applicability, Severity

if TYPE_CHECKING:
    from prosefix.checks.math.reader import Reader

ENDS = frozenset({END, "}", "\\end", "\\right", "&", "\\endgroup", "\\egroup"})
NEWLINES = frozenset({"\\\\", "\\cr", "\\tabularnewline"})
DELIMITERS = frozenset(
    r"""( \lparen ) \rparen [ \lbrack ] \rbrack \{ \lbrace \} \rbrace \lfloor \rfloor ⌊ ⌋ \lceil \rceil ⌈ ⌉ < > \langle
    ⟨ \rangle ⟩ \lt \gt \lvert \rvert \lVert \rVert \lgroup \rgroup ⟮ ⟯ \lmoustache \rmoustache ⎰ ⎱ / \backslash |
    \vert \| \Vert \uparrow \Uparrow \downarrow \Downarrow \updownarrow \Updownarrow .
    \lang \rang \uarr \darr \uArr \dArr \Uarr \Darr""".split()
)
MATHJAX_DELIMITERS = frozenset(r"\ulcorner \urcorner \llcorner \lrcorner \bracevert \arrowvert \Arrowvert".split())
SIZE = re.compile(r"\s*[-+]?\s*(?:\d+(?:\.\d*)?|\.\d+)\s*(?:pt|mm|cm|in|bp|pc|dd|cc|nd|nc|sp|px|ex|em|mu)")
SIZED = re.compile(r"\\(?:left|right|middle|[bB]igg?[lrm]?)")
COLOUR = re.compile(r"(?:#[a-f0-9]{3,4}|#[a-f0-9]{6}|#[a-f0-9]{8}|[a-f0-9]{6}|[a-z]+)", re.IGNORECASE)


def loose_arguments(reader: "Reader", most: int = 9) -> None:
    """Whatever groups follow a command of which nobody says what it takes."""
    while most and reader.texts[reader.at] == "{":
        raw_group(reader)
        most -= 1


def arguments(reader: "Reader", name: str, command: Command) -> None:
    for letter in command.arguments:
        if letter[0] == "?":
            optional(reader, name, letter[1])
        elif letter == "*":
            unsaid_arguments(reader)
        elif letter == "s":
            size(reader, name)
        elif letter in "cr":
            string(reader, name, COLOUR if letter == "c" else None)
        elif letter == "p" and SIZED.fullmatch(name):
            delimiter(reader, name)
        else:
            argument(reader, name, letter)


def unsaid_arguments(reader: "Reader") -> None:
    if reader.texts[reader.at] == "[" and "]" in reader.texts[reader.at : reader.at + 12]:
        reader.at = reader.texts.index("]", reader.at) + 1
    loose_arguments(reader)


def argument(reader: "Reader", name: str, letter: str) -> None:
    n = reader.at
    token = reader.texts[n]
    if token in ENDS or token in NEWLINES:
        command = reader.at - 1
        while command and reader.texts[command] != name:
            command -= 1
        # A line's end as argument renders, as nothing.
        severity = Severity.WARNING if token in NEWLINES and letter != "p" and name != "\\sqrt" else None
        reader.note("missing-argument", command, f"“{name}” lacks an argument.", severity=severity)
        return
    outer = reader.text_mode
    reader.text_mode = letter == "t" or (outer and letter == "o")
    if token == "{":
        reader.group(False)
    elif letter == "p" or (name == "\\sqrt" and reader.texts[n - 1] != "]"):
        reader.primitive(f"as argument of “{name}”")
    elif token == "^" or token == "_":
        reader.at += 1
        reader.note("missing-argument", n, f"“{token}” stands where “{name}” has its argument.")
    elif token == "'":
        reader.at += 1
    else:
        bare_argument(reader, name, n)
    reader.text_mode = outer


def bare_argument(reader: "Reader", name: str, n: int) -> None:
    """A single token as argument; a command that takes arguments itself needs braces there."""
    token = reader.texts[n]
    command = reader.commands.get(token)
    if token == "$" and reader.text_mode:
        reader.at += 1
        reader.note("misplaced-command", n, f"“$” needs braces round it as argument of “{name}”.", katex_only=True)
        return
    if command and token not in reader.macros and any(letter[0] not in "?*" for letter in command.arguments):
        reader.note("missing-argument", n, f"“{token}” needs braces round it as argument of “{name}”.", katex_only=True)
    reader.nucleus(False)


def optional(reader: "Reader", name: str, letter: str) -> None:
    n = reader.at
    if reader.texts[n] != "[":
        return
    if letter in "sr":
        if reader.last_bracket > n:
            reader.at = reader.texts.index("]", n) + 1
        return
    reader.at += 1
    reader.expression(False, "]")
    if reader.texts[reader.at] != "]":
        reader.note("missing-argument", n, f"The “[” after “{name}” is not closed.")
        reader.give_up()
    reader.at += 1


def raw_group(reader: "Reader") -> str:
    """The text of a brace group that is no math; "" where none follows."""
    if reader.texts[reader.at] != "{":
        return ""
    depth, first = 0, reader.at
    while reader.texts[reader.at] != END:
        depth += (reader.texts[reader.at] == "{") - (reader.texts[reader.at] == "}")
        reader.mode[reader.at] = RAW
        reader.at += 1
        if not depth:
            break
    return reader.text[reader.end(first) : reader.starts[reader.at - 1]]


def string(reader: "Reader", name: str, pattern: re.Pattern[str] | None) -> None:
    n = reader.at
    if reader.texts[n] != "{":
        if reader.texts[n] in ENDS:
            reader.note("missing-argument", n - 1, f"“{name}” lacks an argument.")
        else:
            reader.at += 1
        return
    value = raw_group(reader)
    if pattern and not pattern.fullmatch(value):
        reader.note(
            "argument-value", n, f"“{value}” is no colour.", end=reader.starts[reader.at - 1] + 1, katex_only=True
        )


def size(reader: "Reader", name: str) -> None:
    n = reader.at
    if reader.texts[n] == "{":
        value = raw_group(reader)
        if not SIZE.match(value) and (value.strip() or name == "\\hspace"):
            reader.note("argument-value", n, f"“{value}” is no length.", end=reader.starts[reader.at - 1] + 1)
        return
    match = SIZE.match(reader.text, reader.starts[n])
    if match is None:
        rule = "missing-argument" if reader.texts[n] in ENDS else "argument-value"
        reader.note(rule, n - 1, f"A length should follow “{name}”.")
        return
    while reader.starts[reader.at] < match.end():
        reader.mode[reader.at] = RAW
        reader.at += 1


def delimiter(reader: "Reader", name: str) -> None:
    """The delimiter after `\\left`, `\\right`, `\\middle` or `\\big`."""
    n = reader.at
    token = reader.texts[n]
    if token in DELIMITERS:
        reader.at += 1
    elif token in MATHJAX_DELIMITERS:
        reader.at += 1
        reader.note("left-right", n, f"“{token}” is no delimiter to KaTeX.", katex_only=True)
    elif token == "{" and reader.texts[n + 1] in DELIMITERS and reader.texts[n + 2] == "}":
        reader.at += 3
    elif token in "{}" and token and name in ("\\left", "\\right"):
        reader.at += 1
        reader.note("left-right", n, f"After “{name}” a brace is written “\\{token}”.", "\\" + token,
                  applicability=Applicability.SAFE)  # fmt: skip
    elif token in ENDS:
        reader.note("left-right", n - 1, f"“{name}” lacks its delimiter.")
    else:
        reader.note(
            "left-right",
            n,
            f"“{token}” is no delimiter after “{name}”.",
            katex_only=len(token) == 1 and not token.isalnum(),
        )
        if token != "{":
            reader.at += 1
