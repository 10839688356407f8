"""Reads a formula as KaTeX does and notes what KaTeX or MathJax would refuse, with its place.

The grammar follows KaTeX's parser (groups, arguments, scripts, environments, text inside math), but goes on after a
mistake. It builds no tree: it marks each token's mode and notes the brackets around tall things, for `habits`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn

from prosefix.checks.math.arguments import ENDS, NEWLINES, arguments, delimiter, loose_arguments, raw_group
from prosefix.checks.math.brackets import CLOSERS, OPENERS, Brackets, Height
from prosefix.checks.math.commands import Command, nearest, table
from prosefix.checks.math.faults import Change, Fault
from prosefix.checks.math.reading import Macro, Reading, braces
from prosefix.checks.math.special import SPECIAL
from prosefix.checks.math.tokens import END, cut
from prosefix.findings import Applicability, Severity

SCRIPTS = frozenset({"^", "_", "'", "\\limits", "\\nolimits"})
NOT_IN_TEXT = frozenset("_^#")
FRACTIONS = frozenset({"\\frac", "\\dfrac", "\\cfrac"})
SUMS = frozenset(r"\sum \prod \coprod \bigcup \bigcap \bigoplus \bigotimes \bigvee \bigwedge".split())
STYLES = frozenset(r"\displaystyle \textstyle \scriptstyle \scriptscriptstyle".split())


class UnreadableError(Exception):
    """The rest of the formula cannot be followed; what is wrong has been noted."""


def read(text: str, display: bool, katex: bool, macros: Mapping[str, Macro]) -> Reading:
    """Read `text`. `macros` are the page's own commands (`\\name`) and environments (`{name}`)."""
    tokens = cut(text)
    reading = Reading(text, tokens, bytearray(len(tokens.texts)), katex)
    if braces(reading):
        reading.whole = False
        return reading
    reader = Reader(reading, display, katex, macros)
    try:
        reader.formula()
    except (UnreadableError, RecursionError):  # the second: a thousand \sqrt in a row, which no person writes
        reading.whole = False
    if not katex:
        reading.faults = [fault for fault in reading.faults if not fault.katex_only]
    return reading


class Reader:
    """One pass over a formula's tokens. Methods leave `at` on the first token that is not theirs."""

    def __init__(self, reading: Reading, display: bool, katex: bool, macros: Mapping[str, Macro]) -> None:
        self.reading = reading
        self.text = reading.text
        self.texts, self.starts = reading.tokens
        self.mode = reading.mode
        self.display = display
        self.katex = katex
        self.macros = macros
        self.commands = table()
        self.at = 0
        self.lefts = 0
        self.arrays = 0
        self.tagged = False
        self.text_mode = False
        self.last_bracket = len(self.texts) - 1 - self.texts[::-1].index("]") if "]" in self.texts else -1

    # ---- notes ----

    def end(self, n: int) -> int:
        return self.starts[n] + len(self.texts[n])

    def note(self, rule: str, n: int, message: str, new: str | None = None, *, katex_only: bool = False,
             applicability: Applicability | None = None, severity: Severity | None = None, end: int | None = None, **words: str) -> None:  # fmt: skip
        start = self.starts[n]
        if self.texts[n] == END:
            start = max(0, len(self.text.rstrip()) - 1)
        self.reading.faults.append(
            Fault(f"math/{rule}", start, max(end or self.end(n), start + 1), message, new,
                  applicability=applicability, severity=severity, katex_only=katex_only, words=words)
        )  # fmt: skip

    def give_up(self) -> NoReturn:
        raise UnreadableError

    # ---- the grammar ----

    def formula(self) -> None:
        while True:
            self.expression(self.display)
            token, n = self.texts[self.at], self.at
            if token == END:
                return
            self.at += 1
            if token == "&":
                self.note("alignment", n, "“&” stands outside an alignment.")
            elif token == "\\right":
                self.note("left-right", n, "“\\right” has no “\\left”.")
                delimiter(self, "\\right")
            elif token == "\\end":
                self.note("environment", n, "“\\end” has no “\\begin”.")
                raw_group(self)
            else:
                self.note("misplaced-command", n, f"“{token}” closes nothing here.")

    def expression(self, display: bool, close: str | frozenset[str] = END) -> list[int]:
        """Atoms up to a token that ends every expression, or to `close`; gives the brackets that have no partner."""
        texts, commands = self.texts, self.commands
        brackets = Brackets()
        infix = False
        while True:
            n = self.at
            token = texts[n]
            if token in ENDS or token == close or (close.__class__ is frozenset and token in close):
                self.reading.tall += brackets.tall
                return brackets.without_partner()
            self.mode[n] = self.text_mode
            if self.text_mode and token in NOT_IN_TEXT:
                self.text_character(n)
                continue
            if token in OPENERS:
                brackets.open(n)
                self.at += 1
            elif token in CLOSERS:
                brackets.close(n, texts)
                self.at += 1
            elif token[0] == "\\" and (command := commands.get(token)) and command.infix:
                if infix:
                    self.note("misplaced-command", n, f"A second “{token}” in one group is ambiguous; add braces.")
                infix = True
                brackets.lift(Height.FIXED)  # the group is divided here
                self.at += 1
                self.check_mode(token, n)
                arguments(self, token, command)
                if texts[self.at] in SCRIPTS:
                    self.note("misplaced-command", n, f"A script follows “{token}”, which is no base; put “{{}}” between.",
                              katex_only=True)  # fmt: skip
                continue
            else:
                if token in STYLES:
                    display = token == "\\displaystyle"
                elif brackets.opened and (height := self.height(n, display)):
                    brackets.lift(height)
                self.nucleus(display)
            if texts[self.at] in SCRIPTS and not self.text_mode:
                self.scripts(n)

    def height(self, n: int, display: bool) -> Height:
        """Of what begins at `n`. A fraction counts where it has more than a token above or below its line."""
        token, following = self.texts[n], self.texts[n + 1 : n + 7]
        if token in NEWLINES:
            return Height.FIXED
        if (
            display
            and token in FRACTIONS
            and following[0] == "{"
            and (following[2] != "}" or following[3::2] != ["{", "}"])
        ):
            return Height.FRACTION
        return Height.SUM if display and token in SUMS and following[0] in "^_" and following[0] else Height.LINE

    def text_character(self, n: int) -> None:
        token = self.texts[n]
        self.note("text-character", n, f"Inside text “{token}” is written “\\{token}”.", "\\" + token,
                  katex_only=token != "#", applicability=Applicability.SAFE if token in "_#" else None)  # fmt: skip
        self.at += 1

    def nucleus(self, display: bool) -> None:
        """One atom without its scripts."""
        n = self.at
        token = self.texts[n]
        if token == "{" or token == "\\bgroup":
            self.group(display and not self.text_mode)
        elif token[0] == "\\":
            self.at += 1
            self.command(token, n, display)
        elif token == "$":
            self.dollar(n, "$")
        elif token == "#":
            self.at += 1
            self.note("text-character", n, "“#” cannot stand by itself in math; write “\\#”.", "\\#")
        elif self.text_mode or token not in "^_'":  # in math, scripts may stand on nothing
            self.at += 1

    def group(self, display: bool) -> None:
        opener = self.at
        self.at += 1
        while True:
            self.expression(display)
            token, n = self.texts[self.at], self.at
            if token != "&":
                break
            if self.text_mode:
                self.text_character(n)
            else:
                self.at += 1
                self.note("alignment", n, "“&” stands inside braces, outside the alignment.")
        if token != "}" and token != "\\egroup":
            self.note(
                "braces",
                opener,
                f"This “{self.texts[opener]}” is not closed before “{token}”."
                if token
                else f"This “{self.texts[opener]}” is never closed.",
            )
            raise UnreadableError
        self.at += 1

    def dollar(self, n: int, close: str) -> None:
        """Math inside text inside math: `\\text{if $x$}`."""
        self.at += 1
        if not self.text_mode:
            self.note("misplaced-command", n, f"“{self.texts[n]}” stands inside math already.", katex_only=True)
            return
        self.text_mode = False
        self.expression(False, close)
        self.text_mode = True
        if self.texts[self.at] != close:
            self.note(
                "misplaced-command", n, f"The math that begins with “{self.texts[n]}” is not closed.", katex_only=True
            )
            raise UnreadableError
        self.at += 1

    def scripts(self, base: int) -> None:
        """The scripts after the atom that began at token `base`."""
        seen = {"^": False, "_": False}
        limits = self.takes_limits(self.texts[base])
        while (token := self.texts[self.at]) in SCRIPTS:
            n = self.at
            self.at += 1
            if token[0] == "\\":
                if not limits:
                    self.note("misplaced-command", n, f"“{token}” follows an operator such as \\sum only.")
                continue
            sign = "^" if token == "'" else token
            if seen[sign]:
                self.double_script(n, token)
            seen[sign] = True
            if token != "'":
                self.script(n)
                continue
            while self.texts[self.at] == "'" and self.starts[self.at] == self.end(self.at - 1):
                self.at += 1
            if self.texts[self.at] in ("'", "^") and self.starts[self.at] > self.end(self.at - 1):
                self.note(
                    "double-script",
                    self.at,
                    "After a space KaTeX takes this for a second superscript.",
                    katex_only=True,
                )
            if self.texts[self.at] == "^":
                self.at += 1
                self.script(self.at - 1)

    def takes_limits(self, base: str) -> bool:
        """Whether `\\limits` may follow `base`; commands of which nobody says are given the benefit of the doubt."""
        if base in self.macros:
            return True
        if base[0] != "\\" or base.startswith("\\verb"):
            return False
        command = self.commands.get(base)
        return command is None or command.limits or "*" in command.arguments

    def double_script(self, n: int, token: str) -> None:
        what = "subscript" if token == "_" else "superscript"
        self.note("double-script", n, f"A second {what} on one base; group them with braces.")

    def script(self, sign: int) -> None:
        token = self.texts[self.at]
        if token in ENDS or token in ("^", "_", "'"):
            self.note("missing-argument", sign, f"Nothing follows “{self.texts[sign]}”.", end=self.end(sign))
            return
        self.primitive(f"after “{self.texts[sign]}”")

    def primitive(self, place: str) -> None:
        """A token, a command with its arguments, or a group, as an argument."""
        n = self.at
        token = self.texts[n]
        self.mode[n] = self.text_mode
        if token[0] == "\\":
            command = self.commands.get(token)
            if command and not command.bare and token not in self.macros:
                self.note("missing-argument", n, f"“{token}” needs braces round it {place}.", katex_only=True)
            self.at += 1
            self.command(token, n, False)
        elif token in "^_'" and not self.text_mode:
            self.at += 1
            self.note("missing-argument", n, f"“{token}” stands where a group is needed {place}.")
        else:
            self.nucleus(False)

    # ---- commands and their arguments ----

    def command(self, name: str, n: int, display: bool) -> None:
        self.mode[n] = self.text_mode
        if name in self.macros:
            self.own_macro(name, n)
        elif name in SPECIAL:
            self.check_mode(name, n)
            SPECIAL[name](self, n, display)
        elif name in ("\\(", "\\[") and self.text_mode:
            self.at = n
            self.dollar(n, "\\)" if name == "\\(" else "\\]")
        elif name in ("\\)", "\\]") and self.text_mode:
            self.note("misplaced-command", n, f"“{name}” closes nothing here.")
        elif name[1:].isspace() or (name.startswith("\\verb") and len(name) > 6):
            return
        elif (command := self.commands.get(name)) is None or (self.katex and not command.katex):
            self.unknown(name, n, command)
        else:
            self.check_mode(name, n)
            arguments(self, name, command)

    def check_mode(self, name: str, n: int) -> None:
        command = self.commands.get(name)
        if command is None:
            return
        if self.text_mode and not command.in_text:
            self.note("misplaced-command", n, f"“{name}” is a command for math; here is text.", katex_only=True)
        elif not self.text_mode and not command.in_math:
            self.note("misplaced-command", n, f"“{name}” is a command for text; here is math.", katex_only=True)

    def unknown(self, name: str, n: int, command: Command | None) -> None:
        if name == "\\":
            self.note("unknown-command", n, "A backslash names no command at the end of the formula.")
        elif command is not None:
            self.note("unknown-command", n, f"KaTeX does not know “{name}”; MathJax does.", katex_only=True)
        else:
            self.guess("unknown-command", n, name, "command")
        loose_arguments(self)

    def guess(self, rule: str, n: int, name: str, what: str) -> None:
        """Report an unknown command, or an environment (`{name}`, read already), and the nearest known name."""
        found = nearest(name, tuple(self.macros))
        shown = name.strip("{}")
        start, end = self.starts[n], self.starts[n] + len(name)
        if found is None:
            self.note(rule, n, f"Neither KaTeX nor MathJax knows the {what} “{shown}”.", end=end, name=name)
            return
        known, distance = found
        sure = what == "command" and (sorted(known) == sorted(name) or (distance == 1 and len(name) > 5))
        changes = [Change(start, end, known)]
        if what == "environment" and (close := self.text.find(f"\\end{name}", end)) >= 0:
            changes.append(Change(close + 4, close + 4 + len(name), known))
        self.reading.faults.append(
            Fault(f"math/{rule}", start, end, f"There is no {what} “{shown}”; “{known.strip('{}')}” is meant?", known,
                  tuple(changes), Applicability.SAFE if sure else Applicability.UNSAFE, words={"name": name})
        )  # fmt: skip

    def own_macro(self, name: str, n: int) -> None:
        macro = self.macros[name]
        if macro.part:
            self.give_up()
        if macro.optional and self.texts[self.at] == "[" and self.last_bracket > self.at:
            self.at = self.texts.index("]", self.at) + 1
        if macro.arguments < 0:
            loose_arguments(self)
        kinds = macro.kinds or "*" * macro.arguments
        for kind in kinds[macro.optional :]:
            token = self.texts[self.at]
            if token in ENDS:
                self.note(
                    "missing-argument", n, f"“{name}” takes {macro.arguments} arguments here, and one is missing."
                )
                return
            if token != "{":
                self.at += 1  # a token by itself, whatever it is
            elif kind == "*":
                loose_arguments(self, 1)
            else:
                self.pasted(kind)

    def pasted(self, kind: str) -> None:
        """An argument that is put between others: one that is missing there is found behind it, and all renders, wrongly."""
        outer, before = self.text_mode, len(self.reading.faults)
        self.text_mode = outer or kind == "t"
        self.group(False)
        self.text_mode = outer
        self.reading.faults[before:] = [
            replace(fault, severity=Severity.WARNING) if fault.rule == "math/missing-argument" else fault
            for fault in self.reading.faults[before:]
        ]
