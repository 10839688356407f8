"""What the page's own commands mean for the reading of a formula: their arguments, and whether they stand by themselves.

Found by reading what they stand for; nothing here knows where a page defines them.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from prosefix.checks.math.macros import Definition
from prosefix.checks.math.reader import read
from prosefix.checks.math.reading import Macro, Reading

_PARAMETER = re.compile(r"#([1-9])")
_STRUCTURE = frozenset({"math/alignment", "math/braces", "math/environment", "math/left-right"})
Macros = frozenset[tuple[str, Macro]]


@lru_cache(maxsize=16)
def by_name(macros: Macros) -> dict[str, Macro]:
    return dict(macros)


def shaped(definitions: Mapping[str, Definition]) -> Macros:
    """The macros as `read` takes them, with their names."""
    names = frozenset((name, Macro(each.arguments, each.optional)) for name, each in definitions.items())
    return frozenset((name, _shape(each, names)) for name, each in definitions.items())


@lru_cache(maxsize=2_000)
def _shape(definition: Definition, names: Macros) -> Macro:
    count, optional, body = definition
    if body is None or count < 0:
        return Macro(count, optional)
    reading = _read(body, 0, "", names)
    if reading.breaks or any(fault.rule in _STRUCTURE for fault in reading.faults):
        return Macro(count, optional, part=True)
    if any(fault.rule == "math/missing-argument" for fault in reading.faults):
        return Macro(-1, optional)  # \newcommand{\bm}{\boldsymbol}: takes what its last command takes
    return Macro(count, optional, "".join(_kind(body, number, names) for number in range(1, count + 1)))


def _read(body: str, number: int, filling: str, names: Macros) -> Reading:
    """`body` read with `filling` for its parameter `number`, and a letter for the others."""
    text = _PARAMETER.sub(lambda match: filling if match[1] == str(number) else "x", body)
    return read(text, True, number > 0, by_name(names))


def _kind(body: str, number: int, names: Macros) -> str:
    """How parameter `number` is read: `o` as math, in which a relation may stand; `t` as text, in which a letter such as
    \\O may, but no scripts; `*` as neither: a label, a colour, or who knows what."""
    if not _read(body, number, r"\O ", names).faults:
        return "t" if _read(body, number, "{^^}", names).faults else "*"
    return "*" if _read(body, number, r"\ne ", names).faults else "o"
