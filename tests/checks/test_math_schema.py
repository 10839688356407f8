"""MathML as a validator with the published schema sees it: what it refuses is reported, and nothing else.

These tests need Java and the npm module vnu-jar, the Nu HTML Checker, which holds MathML's RELAX NG schema; NODE_PATH names
the folder of modules that holds it.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from checked import errors

PAGE = '<!doctype html>\n<html lang="en"><head><title>Math</title></head><body>\n{}\n</body></html>\n'
FIRST_LINE = 3
LEAVES = ["<mi>x</mi>", "<mn>1</mn>", "<mo>+</mo>", "<mtext>if</mtext>", "<ms>s</ms>", "<mspace width='1em'></mspace>"]
ARITY = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
ROWS = ["mrow", "msqrt", "mstyle", "mpadded", "mphantom", "merror", "menclose"]
SLIPS = [
    "text",
    "<mtd></mtd>",
    "<mtr></mtr>",
    "<mi><mrow></mrow></mi>",
    "<mprescripts></mprescripts>",
    "<annotation>x</annotation>",
]


class Grammar:
    """Presentation MathML by chance; the same every time. `slips` is how often something wrong is put in."""

    def __init__(self, seed: int, slips: float) -> None:
        self.chance = Random(seed)
        self.slips = slips

    def children(self, count: int, depth: int) -> str:
        return "".join(self.element(depth - 1) for _ in range(count))

    def element(self, depth: int) -> str:
        if self.chance.random() < self.slips:
            return self.chance.choice(SLIPS)
        if depth <= 0:
            return self.chance.choice(LEAVES)
        name = self.chance.choice([*ARITY, *ROWS, "mtable", "mmultiscripts", "semantics"])
        if name in ARITY:
            count = ARITY[name] + (self.chance.choice([-1, 1]) if self.chance.random() < self.slips else 0)
            return f"<{name}>{self.children(count, depth)}</{name}>"
        if name == "mtable":
            row = "<mtr>" + f"<mtd>{self.children(1, depth)}</mtd>" * self.chance.randint(1, 2) + "</mtr>"
            return f"<mtable>{row * self.chance.randint(0, 2)}</mtable>"
        if name == "mmultiscripts":
            after, before = (self.chance.randint(0, 2) * 2 + (self.chance.random() < self.slips) for _ in range(2))
            scripts = self.children(after, 1) + "<mprescripts></mprescripts>" + self.children(before, 1)
            return f"<mmultiscripts>{self.children(1, depth)}{scripts}</mmultiscripts>"
        if name == "semantics":
            return f"<semantics>{self.children(1, depth)}<annotation encoding='application/x-tex'>a_b</annotation></semantics>"
        return f"<{name}>{self.children(self.chance.randint(0, 3), depth)}</{name}>"


def refused(formulas: list[str], folder: Path) -> set[int]:
    """The numbers of the formulas that the validator refuses; each stands in a line of its own."""
    jars = [
        Path(place) / "vnu-jar/build/dist/vnu.jar"
        for place in os.environ.get("NODE_PATH", "").split(os.pathsep)
        if place
    ]
    jar = next((jar for jar in jars if jar.exists()), None)
    if jar is None or shutil.which("java") is None:
        pytest.skip("Java or the npm module vnu-jar is not there, so no validator can judge")
    page = folder / "page.html"
    page.write_text(PAGE.format("\n".join(formulas)), encoding="utf8")
    asked = subprocess.run(
        ["java", "-Xss8m", "-jar", jar, "--format", "json", "--exit-zero-always", page], capture_output=True, text=True
    )
    messages = json.loads(asked.stderr)["messages"]
    return {message["lastLine"] - FIRST_LINE for message in messages if message["type"] == "error"}


@pytest.mark.parametrize(("seed", "slips"), [(1, 0.0), (2, 0.08)])
def test_a_validator_agrees(seed: int, slips: float, tmp_path: Path) -> None:
    grammar = Grammar(seed, slips)
    formulas = [f"<p><math display='block'>{grammar.children(2, number % 4)}</math></p>" for number in range(1000)]
    told = refused(formulas, tmp_path)
    found = {number for number, rules in enumerate(errors(*formulas)) if rules}
    assert [formulas[number] for number in sorted(told ^ found)] == []
