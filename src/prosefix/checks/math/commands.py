"""The TeX commands that KaTeX and MathJax know, what arguments they take, and the nearest known name to an unknown one.

The table is made by tools/list_tex_commands.py; nothing here reads a formula.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """What a command or an environment takes and where it may stand.

    `arguments` holds a letter an argument, `?` before an optional one: `o` math, `t` text, `c` colour, `s` size,
    `r` raw, `d` digits, `p` a token or group without expansion; `*` where nobody says.
    """

    arguments: tuple[str, ...]
    katex: bool
    mathjax: bool
    packaged: bool  # only in a package that MathJax does not load by itself
    in_math: bool
    in_text: bool
    bare: bool  # may stand unbraced as an argument or a script
    limits: bool
    infix: bool
    display_only: bool  # an environment that KaTeX takes in display math only
    columns: int  # how many an environment may have, 0 for any number


def _command(where: str, shape: str, flags: str) -> Command:
    in_math, in_text, bare, limits, infix, display_only = (flag in flags for flag in "mtalid")
    return Command(
        tuple(re.findall(r"\?\w|\w|\*", shape)), "k" in where, where != "k", where == "p",
        in_math, in_text, bare, limits, infix, display_only, int(flags[-1]) if flags[-1:].isdigit() else 0,
    )  # fmt: skip


@cache
def table() -> dict[str, Command]:
    """Commands by name (`\\frac`), environments by their name in braces (`{align}`)."""
    lines = (Path(__file__).parent / "data" / "commands.tsv").read_text(encoding="utf8").splitlines()
    rows = (line.split("\t") for line in lines[1:])
    return {name: _command(where, shape, flags) for name, where, shape, flags in rows}


@cache
def _names(environments: bool) -> tuple[str, ...]:
    return tuple(
        name for name, command in table().items()
        if not command.packaged and (name[0] == "{" if environments else name[1:].isalpha() and len(name) > 2)
    )  # fmt: skip


def nearest(name: str, also: tuple[str, ...] = ()) -> tuple[str, int] | None:
    """The known command or environment nearest to `name`, and how many edits away (a swap of neighbours is one).

    `also` are names that the page defines. None where nothing is within one edit (two, from seven letters on), or
    where two names are as near.
    """
    letters = len(name.strip("\\{}*"))
    furthest = 0 if letters < 3 else 1 if letters < 7 else 2
    choices = (*_names(name[0] == "{"), *also)
    from rapidfuzz import process  # only a name that is wrong needs it
    from rapidfuzz.distance import OSA

    found = process.extract(name, choices, scorer=OSA.distance, score_cutoff=furthest, limit=4)
    if not found or not furthest:
        return None
    best = found[0][1]
    near = [choice for choice, distance, _ in found if distance == best]
    if len(near) > 1:
        near = [choice for choice in near if sorted(choice) == sorted(name)] or near
    return (near[0], int(best)) if len(near) == 1 else None
