"""KaTeX as the judge: what it refuses is reported as an error, and nothing that it renders is.

These tests need Node and the npm module katex; NODE_PATH names the folder of modules that holds it.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from prosefix.checks.math.commands import table
from prosefix.checks.math.formulas import faults_of
from prosefix.checks.math.macros import definitions
from prosefix.checks.math.shapes import shaped
from prosefix.findings import Severity
from prosefix.rulebook import built_in_folder, load_rules

FORMULAS = Path(__file__).parent / "formulas"
JUDGE = """
const katex = require('katex');
for (const level of ['log', 'warn', 'error']) console[level] = () => {};  // \\message and \\show print
const refusal = ([tex, displayMode, macros]) => {
  try { katex.renderToString(tex, {displayMode, strict: false, trust: true, macros}); return null; }
  catch (error) { return String(error.message); }
};
process.stdout.write(JSON.stringify(JSON.parse(require('fs').readFileSync(0, 'utf8')).map(refusal)));
"""
Formula = tuple[str, bool]  # and whether it is displayed


def refusals(formulas: Sequence[Formula], macros: dict[str, str] | None = None) -> list[str | None]:
    """What KaTeX says to each formula that it refuses; None for one that it renders."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed, so KaTeX cannot judge")
    asked = json.dumps([(tex, display, dict(macros or {})) for tex, display in formulas])
    answer = subprocess.run([node, "-e", JUDGE], input=asked, capture_output=True, text=True, env=os.environ.copy())
    if "Cannot find module" in answer.stderr:
        pytest.skip("Node has no module katex; install it and set NODE_PATH")
    return json.loads(answer.stdout)  # type: ignore[no-any-return]


SEVERITIES = {rule.name: rule.severity for rule in load_rules([built_in_folder()])}


def errors(tex: str, display: bool = True, page: str = "") -> list[str]:
    """The rules that say that the formula does not render, on a page that KaTeX sets."""
    faults = faults_of(tex, display, True, shaped(definitions(page)))
    return [fault.rule for fault in faults if (fault.severity or SEVERITIES[fault.rule]) is Severity.ERROR]


def disagreements(formulas: Sequence[Formula], page: str = "", macros: dict[str, str] | None = None) -> list[str]:
    answers = zip(formulas, refusals(formulas, macros), strict=True)
    return [
        f"{tex!r}: KaTeX says {refusal}, found {found}"
        for (tex, display), refusal in answers
        if bool(found := errors(tex, display, page)) != (refusal is not None)
    ]


def test_valid_and_broken_formulas_are_so_to_katex() -> None:
    valid, broken = ((FORMULAS / f"{name}.txt").read_text(encoding="utf8").splitlines() for name in ("valid", "broken"))
    assert len(valid) + len(broken) >= 500
    answers = refusals([(tex, True) for tex in (*valid, *broken)])
    assert [answer is not None for answer in answers] == [False] * len(valid) + [True] * len(broken)


MACROS = {"\\RR": "\\mathbb{R}", "\\norm": "\\lVert #1 \\rVert", "\\pair": "(#1, #2)", "\\note": "\\text{#1}", "\\bm": "\\boldsymbol",
          "\\be": "\\begin{aligned}", "\\ee": "\\end{aligned}", "\\lp": "\\left(", "\\rp": "\\right)", "\\T": "^\\top",
          "\\paint": "\\textcolor{#1}{#2}"}  # fmt: skip


WITH_MACROS = [r"\RR^n", r"x \in \RR", r"x^\RR", r"\frac\RR\RR", r"\norm{x}_2^2", r"\norm x", r"\pair{a}{b}", r"\pair ab", r"\note{a & b}", r"\bm x",
     r"\note{if $x$}", r"\be a &= b \\ &= c \ee", r"\lp \frac{a}{b} \rp^2", r"A\T", r"\paint{red}{x}", r"\bm{x}_1", r"\norm{\pair12}",
     r"\norm", r"\pair{a}", r"{\pair a}", r"\norm{x^}", r"\norm{\aplha}", r"\pair{x_1_2}{y}", r"\pair{a}{\frac{1}}", r"\norm{x}^2^3"]  # fmt: skip


def test_commands_that_the_page_defines() -> None:
    page = f"<script>const options = {{macros: {json.dumps(MACROS)}}}</script>"
    assert disagreements([(tex, True) for tex in WITH_MACROS], page, MACROS) == []


# ---- formulas of a grammar, and formulas that something has broken

# Left out: commands that need surroundings, definitions, pasted arguments (\pmod), values with a syntax of their own,
# and one font that KaTeX has no metrics for.
APART = set(r"\left \right \middle \begin \end \limits \nolimits \verb \( \) \[ \] \genfrac \htmlData \TextOrMath \global \long \Set \set "
            r"\tmspace \expandafter \noexpand \futurelet \def \gdef \edef \xdef \let \newcommand \renewcommand \providecommand \show "
            r"\pmod \pod \mod \rq \errmessage \message \texttt \Braket \Bra \Ket \braket \bra \ket \hline \hdashline \bgroup \egroup "
            r"\begingroup \endgroup \operatorname \\ \cr \hspace \char".split())  # fmt: skip
COMMANDS = sorted(
    name
    for name, command in table().items()
    if command.katex and name[0] == "\\" and name not in APART and not command.infix
)
ENVIRONMENTS = sorted(
    name[1:-1] for name, command in table().items() if command.katex and name[0] == "{" and name != "{CD}"
)
SIGNS = [*"abxyzn012+-=,()|<>/'", r"\alpha", r"\sum", r"\cdot", r"\infty", r"\,", r"\frac12", r"\sqrt[3]{x}", r"\hat x", r"\binom nk",
         r"\operatorname{f}", r"\char65 ", r"\sum\limits_i", r"{a \over b}"]  # fmt: skip
DELIMITERS = ["(", ")", "[", "]", r"\{", r"\}", "|", r"\|", ".", r"\langle", r"\rangle", r"\lfloor", "/", r"\lvert"]
VALUES = {"c": ["{red}", "{#fff}", "{#12ab34}"], "s": ["{1em}", "{2pt}", "{-3mu}"], "r": ["{abc}", "{http://a.b/%20c}"]}
JUNK = ["{", "}", "^", "_", "&", r"\\", r"\left(", r"\right)", r"\frac", r"\sqrt", r"\end{matrix}", r"\begin{matrix}", "#", "$", "'",
        r"\limits", r"\middle|", "~", "[", "]", r"\over", "%", r"\hline", r"\displaystyle", r"\rm", r"\big", r"\nonumber", r"\tag{1}",
        r"\kern1em", r"\color{red}", r"\operatorname", r"\hspace", r"\not", r"\prime", r"\cr", r"\substack", r"\begin{array}", "é",
        r"\\[2pt]", r"\href{u}", r"\verb|x|", r"\atop", r"\bf", r"\underbrace", r"\aplha", r"\text", r"\mathbb"]  # fmt: skip
TOKEN = re.compile(r"\\(?:begin|end)\{[a-zA-Z]+\*?\}|\\(?:[a-zA-Z@]+|.)|\s+|.", re.DOTALL)


class Grammar:
    """Formulas by chance, the same ones every time."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def one_of(self, choices: Sequence[str]) -> str:
        return self.chance.choice(choices)

    def formula(self, depth: int) -> str:
        return " ".join(self.scripted(depth) for _ in range(self.chance.randint(1, 3)))

    def scripted(self, depth: int) -> str:
        base = self.atom(depth)
        bare = base.endswith("'") or base.endswith("_i")
        return base + (
            ""
            if bare
            else self.one_of(["", "", "", "^2", "_1", "_i^n", "^{x}", "'", "^{a_b}", "_{" + self.sign() + "}"])
        )

    def sign(self) -> str:
        return self.one_of(SIGNS)

    def atom(self, depth: int) -> str:
        if depth == 0:
            return self.sign()
        parts = [self.call, self.call, self.array, self.group, self.text, self.left_right]
        return self.chance.choice(parts)(depth - 1) if self.chance.randrange(3) else self.sign()

    def group(self, depth: int) -> str:
        return "{" + self.formula(depth) + "}"

    def left_right(self, depth: int) -> str:
        return rf"\left{self.one_of(DELIMITERS)} {self.formula(depth)} \right{self.one_of(DELIMITERS)}"

    def words(self) -> str:
        return "".join(
            self.one_of(["a", "of ", "if ", "1", r"\textbf{x}", "$x$", ", "]) for _ in range(self.chance.randint(0, 3))
        )

    def text(self, _depth: int) -> str:
        return rf"\text{{{self.words()}}}"

    def call(self, depth: int) -> str:
        """A command with the arguments that it takes."""
        name = self.one_of(COMMANDS)
        pieces = [name + " " * name[-1].isalpha()]
        for letter in table()[name].arguments:
            if letter == "p":
                pieces.append(self.one_of(DELIMITERS[:8] if "ig" in name else ["x", "{x}"]))
            elif letter in VALUES:
                pieces.append(self.one_of(VALUES[letter]))
            elif letter[0] != "?":
                pieces.append("{" + (self.words() if letter == "t" else self.formula(depth)) + "}")
        return "".join(pieces)

    def array(self, depth: int) -> str:
        name = self.one_of(ENVIRONMENTS)
        columns = table()[f"{{{name}}}"].columns or 2
        argument = (
            "{2}"
            if "alig" in name and "at" in name
            else "{c}"
            if name == "subarray"
            else "{cc}"
            if "array" in name
            else ""
        )
        rows = [
            " & ".join(self.formula(depth) for _ in range(self.chance.randint(1, columns)))
            for _ in range(1 if name.startswith("equation") else self.chance.randint(1, 3))
        ]
        return rf"\begin{{{name}}}{argument} " + r" \\ ".join(rows) + rf" \end{{{name}}}"

    def broken(self, depth: int) -> str:
        """A formula in which a token is left out, doubled, swapped with the next, or put in."""
        tokens = TOKEN.findall(self.formula(depth))
        for _ in range(self.chance.randint(1, 2)):
            at = self.chance.randrange(len(tokens)) if tokens else 0
            match self.chance.randrange(6):
                case 0 | 1:
                    del tokens[at : at + 1]
                case 2:
                    tokens[at:at] = tokens[at : at + 1]
                case 3:
                    tokens[at : at + 2] = tokens[at : at + 2][::-1]
                case _:
                    tokens.insert(at, self.one_of(JUNK))
        return "".join(tokens)


def test_formulas_of_a_grammar() -> None:
    grammar = Grammar(1)
    assert disagreements([(grammar.formula(number % 3), number % 2 == 0) for number in range(3000)]) == []


def test_broken_formulas_of_a_grammar() -> None:
    grammar = Grammar(2)
    assert disagreements([(grammar.broken(number % 3), number % 2 == 0) for number in range(6000)]) == []
