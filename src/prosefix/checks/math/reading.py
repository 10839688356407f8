"""What the reading of a formula takes and gives, and the first look at it: whether its braces pair.

Plain data beside that look; the grammar is the `reader`'s.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from prosefix.checks.math.brackets import Height
from prosefix.checks.math.faults import Fault
from prosefix.checks.math.tokens import Tokens
from prosefix.findings import Applicability

MATH, TEXT, RAW = 0, 1, 2  # the modes of tokens
DEEPEST = 120  # braces within braces: no person writes more


class Macro(NamedTuple):
    """A command that the page defines: how many arguments it takes (-1: nobody knows), whether the first may be left out,
    what each is (`o` math, `t` text, `*` something else), and whether it is half of something, such as `\\begin{align}`."""

    arguments: int = -1
    optional: bool = False
    kinds: str = ""
    part: bool = False


@dataclass(slots=True)
class Reading:
    """What reading a formula gave. `mode[n]` is the mode of token `n`; `tall` the pairs of plain brackets (token
    numbers) that hold something tall in display style; `lone` the brackets without partner inside `\\left … \\right`;
    `breaks` the ends of lines (`\\\\`) outside every environment."""

    text: str
    tokens: Tokens
    mode: bytearray
    katex: bool  # whether KaTeX shows the page
    faults: list[Fault] = field(default_factory=list)
    tall: list[tuple[int, int, Height]] = field(default_factory=list)
    lone: list[int] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    whole: bool = True  # False where the reading stopped early


def braces(reading: Reading) -> bool:
    """Note the braces without partner; whether the formula is better not read on."""
    texts, starts = reading.tokens
    if "{" not in texts and "}" not in texts:
        return False
    opened: list[int] = []
    extra: list[int] = []
    deepest = 0
    for n, token in enumerate(texts):
        if token == "{" and (n == 0 or texts[n - 1] not in ("\\left", "\\right")):
            opened.append(n)
            deepest = max(deepest, len(opened))
        elif token == "}" and (
            n == 0 or texts[n - 1] not in ("\\left", "\\right") or (opened and texts[opened[-1] - 1] == "\\left")
        ):
            if opened:
                opened.pop()
            else:
                extra.append(n)
    for n in opened:
        reading.faults.append(Fault("math/braces", starts[n], starts[n] + 1, "This “{” is never closed."))
    for n in extra:
        reading.faults.append(Fault("math/braces", starts[n], starts[n] + 1, "This “}” closes nothing.", "",
                                    applicability=Applicability.UNSAFE))  # fmt: skip
    return bool(opened or extra) or deepest > DEEPEST
