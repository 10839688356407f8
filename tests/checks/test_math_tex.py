"""Formulas in TeX: what does not render is reported at its place, what renders is not."""

from pathlib import Path

import pytest
from checked import errors, findings, marked, mended
from hypothesis import given, settings
from hypothesis import strategies as st

from prosefix.checks.math.reader import read
from prosefix.checks.math.reading import Macro
from prosefix.findings import Applicability

FORMULAS = Path(__file__).parent / "formulas"
VALID = (FORMULAS / "valid.txt").read_text(encoding="utf8").splitlines()
BROKEN = (FORMULAS / "broken.txt").read_text(encoding="utf8").splitlines()
PIECES = ["{", "}", "\\left", "\\right", "(", ")", "\\{", "\\frac", "\\sqrt", "[", "]", "^", "_", "'", "x", "12", " ", "&",
          "\\\\", "\\begin{matrix}", "\\end{matrix}", "\\begin{array}{c}", "\\end{array}", "\\text{a b}", "\\text", "$", "%",
          "#", "\\alpha", "\\aplha", "\\over", "\\sum", "\\limits", "\\big", "\\kern", "\\color", "\\begin", "\\end", "\\",
          "\\verb|x|", "\\def\\a#1", "\\newcommand", "\\(", "<", "é", "\n", "...", "<=", "log(", "\\hline", "\\middle",
          "\\operatorname*", "\\char", "\\tag", "\\href", "\\eqref", "\\mbox"]  # fmt: skip


def display(tex: str) -> str:
    """A page that KaTeX sets, with one displayed formula."""
    escaped = tex.replace("&", "&amp;").replace("<", "&lt;")
    return f"<!doctype html><p>So</p><d-math block>{escaped}</d-math><p>holds.</p>"


def test_valid_formulas_have_no_errors() -> None:
    assert len(VALID) >= 250
    found = errors(*map(display, VALID))
    assert [(tex, rules) for tex, rules in zip(VALID, found, strict=True) if rules] == []


def test_broken_formulas_have_an_error_each() -> None:
    assert len(BROKEN) >= 230
    found = errors(*map(display, BROKEN))
    assert [tex for tex, rules in zip(BROKEN, found, strict=True) if not rules] == []


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.booleans(), st.booleans())
def test_any_formula_is_read_and_every_fault_lies_in_it(pieces: list[str], shown: bool, katex: bool) -> None:
    text = "".join(pieces)
    reading = read(text, shown, katex, {"\\a": Macro(1)})
    for fault in reading.faults:
        assert 0 <= fault.start < max(1, fault.end) <= max(1, len(text))
        assert all(0 <= change.start <= change.end <= len(text) for change in fault.changes)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=15), st.sampled_from(["\\({}\\)", "<d-math>{}</d-math>", "$${}$$"]))
def test_fixes_stay_inside_the_formula(pieces: list[str], dress: str) -> None:
    tex = "".join(pieces).replace("&", "&amp;").replace("<", "&lt;").replace("\n", " ")
    before = "<p>Words before "
    html = before + dress.replace("{}", tex) + " and words after.</p>"
    last = len(html) - len(" and words after.</p>")
    for finding in findings(html, "math"):
        for fix in finding.fixes:
            assert all(len(before) <= edit.start and edit.end <= last for edit in fix.edits)


@pytest.mark.parametrize("tex", ["{" * 5000 + "}" * 5000, "\\sqrt" * 5000 + "x", "\\left(" * 5000 + "\\right)" * 5000])
def test_read_what_is_nested_too_deep(tex: str) -> None:
    assert not read(tex, True, True, {}).whole


def test_brackets_grow_in_pairs() -> None:
    html = display(r"m = s \cdot (34 + \frac{5 n_{heads}}{h})</p>".replace("</p>", ""))
    ends = findings(html, "math/growing-brackets")
    assert [finding.text.strip() for finding in ends] == ["(", ")"]
    assert ends[0].fixes[0].edits == ends[1].fixes[0].edits  # so that nothing can write one without the other
    assert r"\cdot \left(34 + \frac{5 n_{heads}}{h}\right)" in mended(html, "math/growing-brackets")


@pytest.mark.parametrize(
    "tex",
    [
        r"\left(\frac{n m}{h}\right)",
        r"x^{(\frac{n m}{h})}",
        r"(\frac12)",
        r"\begin{aligned} a &= ( \\ &= \frac{n m}{h}) \end{aligned}",
    ],
)
def test_brackets_that_cannot_or_need_not_grow(tex: str) -> None:
    assert marked(display(tex), "math/growing-brackets") == []


def test_references_and_tags_keep_their_places() -> None:
    html = "<p>\\(a &lt;= b &amp;&#38; \\aplha\\) then<br><d-math>x<!-- 1 --> y</p> \\bteas</d-math></p>"
    assert marked(html, "math/relation", "math/html-in-math") == [
        ("math/relation", "&lt;="),
        ("math/html-in-math", "</p>"),
    ]
    assert mended(html, "math/relation") == html.replace("&lt;=", "\\le")
    assert ("math/unknown-command", "\\aplha") in marked(html, "math/unknown-command")


def test_commands_that_the_page_defines() -> None:
    page = '<script>renderMathInElement(b, {{macros: {{"\\\\RR": "\\\\mathbb{{R}}", "\\\\f": "#1"}}}});</script>katex <p>\\({}\\)</p>'
    assert marked(page.format("\\RR \\f{x}"), "math/unknown-command") == []
    assert marked(page.format("\\RQ \\f{x}"), "math/unknown-command") != []


def test_katex_pages_are_judged_more_strictly_than_mathjax_pages() -> None:
    for tex in ("\\eqref{a}", "\\text{a_b}", "x^\\sqrt2", "\\mbox{a}"):
        strict, lenient = errors(display(tex), f"<p>\\({tex}\\)</p>")
        assert strict, tex
        assert not lenient, tex


def test_a_nearly_right_command_is_mended_and_a_doubtful_one_is_not() -> None:
    (swapped,) = findings("<p>\\(\\aplha\\)</p>", "math/unknown-command")
    assert swapped.fixes[0].applicability is Applicability.SAFE
    assert mended("<p>\\(\\aplha x\\)</p>", "math/unknown-command") == "<p>\\(\\alpha x\\)</p>"
    (strange,) = findings("<p>\\(\\qwertz\\)</p>", "math/unknown-command")
    assert strange.fixes == ()


def test_a_lone_delimiter_names_its_partner() -> None:
    (finding,) = findings("<p>Both \\(a\\) and \\(b + (c)) hold.</p>", "math/delimiter")
    assert "probably its “\\)”" in finding.message
    assert marked("<p>Both $a_1$ and a price of $5.</p>", "math/delimiter") == []


def test_code_is_no_math() -> None:
    assert marked("<p>Run <code>\\(\\frac\\)</code> and <kbd>$x^$</kbd>.</p><pre>\\(x^^\\)</pre>", "math") == []
