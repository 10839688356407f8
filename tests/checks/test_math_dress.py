"""Formulas in everything that they come in, and pages that were made to be slow."""

from collections.abc import Callable

import pytest
from checked import findings, marked, mended

BROKEN = "x^2^3"
DRESS = {
    "dollar": "<p>So $%s$ holds.</p>",
    "dollars": "<p>So $$%s$$ holds.</p>",
    "round": r"<p>So \(%s\) holds.</p>",
    "square": "<ul><li>So \\[\n%s\n\\] holds.</li></ul>",
    "d-math": "<p>So <d-math>%s</d-math> holds.</p>",
    "dt-math": "<p>So <dt-math>%s</dt-math> holds.</p>",
    "script": "<p>So <script type='math/tex'>%s</script> holds.</p>",
    "script, displayed": "<p>So <script type='math/tex; mode=display'>%s</script> holds.</p>",
    "span": "<p>So <span class='math'>%s</span> holds.</p>",
    "span with delimiters": r"<p>So <span class='math inline'>\(%s\)</span> holds.</p>",
    "div": r"<div class='math notranslate'>\[%s\]</div>",
    "environment": r"<p>So \begin{equation}%s\end{equation} holds.</p>",
    "delimiters of MathJax's options": "<script>MathJax = {tex: {inlineMath: [['@@', '@@']]}}</script><p>So @@%s@@ holds.</p>",
    "delimiters of KaTeX's options": "<script>renderMathInElement(b, {delimiters: [{left: '%%(', right: ')%%', display: true}]})</script>"
    "<p>So %%(%s)%% holds.</p>",
    "across tags": r"<p>So \(<b>%s</b>\) holds.</p>",
}


@pytest.mark.parametrize("dress", DRESS)
def test_a_broken_formula_is_found_in_every_dress(dress: str) -> None:
    (finding,) = findings(DRESS[dress] % BROKEN, "math")
    assert (finding.rule, finding.text) == ("math/double-script", "^")
    assert findings(DRESS[dress] % "x^{2^3}", "math") == ()


@pytest.mark.parametrize(
    "html",
    [
        "<p>Run <code>$x^2^3$</code>.</p>",
        r"<pre>\(x^2^3\)</pre>",
        "<p>It costs $5^ and $7^.</p>",
        "<p>A %(x^2^3)% here.</p>",
    ],
)
def test_what_is_no_formula(html: str) -> None:
    assert findings(html, "math") == ()


@pytest.mark.parametrize(
    "definition",
    [
        r"<p>\(\newcommand{\pair}[2]{(#1, #2)}\)</p>",
        r"<p>\(\def\pair#1#2{(#1, #2)}\)</p>",
        '<script>window.MathJax = {tex: {macros: {pair: ["(#1, #2)", 2]}}}</script>',
        '<script>const options = {macros: {"\\\\RR": "x", "\\\\pair": "(#1, #2)"}}; // katex</script>',
        "<script>const options = {macros: {'\\\\pair': String.raw`(#1, #2)`}}</script>",
        r'<script>const preamble = "\\newcommand{\\pair}[2]{(#1, #2)}"</script>',
    ],
)
def test_arguments_of_commands_that_the_page_defines(definition: str) -> None:
    assert marked(rf"{definition}<p>\(\pair{{a}}{{b}} + \pair12\)</p>", "math") == []
    assert marked(rf"{definition}<p>\({{\pair{{a}}}}\)</p>", "math") == [("math/missing-argument", "\\pair")]
    assert marked(rf"{definition}<p>\(\pair{{a}}{{b^2^3}}\)</p>", "math") == [("math/double-script", "^")]


def test_halves_that_the_page_defines() -> None:
    html = r"<p>\(\newcommand{\be}{\begin{aligned}}\newcommand{\ee}{\end{aligned}}\) \[\be a &= b \\ &= c \ee\]</p>"
    assert marked(html, "math") == []


def test_what_is_mended_round_math_leaves_formulas_alone() -> None:
    html = r"<p>It is given by. \[10^{-3}\] About 10<sup>-</sup>3 of x<sub>i</sup> and 2 × 10-4.</p>"
    assert (
        mended(html, "math", "markup")
        == r"<p>It is given by \[10^{-3}\] About 10<sup>-3</sup> of x<sub>i</sub> and 2 × 10-4.</p>"
    )


HOSTILE: dict[str, Callable[[int], str]] = {
    "unclosed": lambda n: r"<p>So \(a\) and " + r"<b>\( x</b> " * n + "</p>",
    "deep MathML": lambda n: "<p><math>" + "<mrow>" * n + "<mi>x</mi>" + "</mrow>" * n + "</math></p>",
    "deep MathML, open": lambda n: "<p><math>" + "<mrow><mi>" * n + "</math></p>",
    "brackets": lambda n: "<d-math block>" + "(" * n + r"\frac{a b}{c}" * n + ")" * n + "</d-math>",
    "roots": lambda n: "<d-math>" + r"\sqrt" * n + "x</d-math>",
    "options": lambda n: "<script>" + "macros: {" * n + r"</script><p>\(a\)</p>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_read_to_their_end(name: str) -> None:
    """Each takes a second where time grows with the page, and minutes where it grows with its square."""
    for finding in findings(HOSTILE[name](15_000), "math"):
        assert finding.start < finding.end
