"""MathML against its content model."""

import pytest
from checked import errors, marked, mended

CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
VALID = [
    "<mi>x</mi><mo>=</mo><mn>1</mn>",
    "<mrow><mi>x</mi><mo>&InvisibleTimes;</mo><mtext>words <b>bold</b></mtext></mrow>",
    "<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt><mspace width='1em'/><mphantom><mi>x</mi></mphantom>",
    "<mtable><mtr><mtd><mi>a</mi></mtd><mtd></mtd></mtr><mlabeledtr><mtd/><mtd/></mlabeledtr></mtable>",
    "<mmultiscripts><mi>F</mi><mn>1</mn><none/><mprescripts/><mn>2</mn><none/></mmultiscripts>",
    "<semantics><mfrac><mi>a</mi><mi>b</mi></mfrac><annotation encoding='application/x-tex'>\\frac a b</annotation></semantics>",
    "<semantics><mi>a</mi><annotation-xml encoding='MathML-Content'><ci>a</ci>text</annotation-xml></semantics>",
    "<apply><plus/><ci>x</ci><cn>1</cn></apply>",
    "<mfrac>{{numerator}}</mfrac><mfrac><mi>a</mi><!-- the lower half --><mi>b</mi></mfrac>",
]


def math(inner: str) -> str:
    return f"<p>So <math display='block'>{inner}</math> holds.</p>"


@pytest.mark.parametrize("name", CHILDREN)
@pytest.mark.parametrize("given", range(5))
def test_number_of_children(name: str, given: int) -> None:
    found = marked(math(f"<{name} class='x'>{'<mi>a</mi> ' * given}</{name}>"), "math/mathml-children")
    assert found == ([] if given == CHILDREN[name] else [("math/mathml-children", f"<{name} class='x'>")])


def test_valid_mathml() -> None:
    assert errors(*map(math, VALID)) == [[]] * len(VALID)


def test_rows_and_cells() -> None:
    assert marked(math("<mtable><mtd>a</mtd></mtable>"), "math/mathml-children") == [
        ("math/mathml-children", "<mtable>")
    ]
    assert marked(math("<mtable><mtr><mi>a</mi></mtr></mtable>"), "math/mathml-children") == [
        ("math/mathml-children", "<mtr>")
    ]


def test_a_misspelt_element_is_mended_at_both_ends() -> None:
    html = math("<mfarc><mi>a</mi><mi>b</mi></mfarc>")
    assert mended(html, "math/mathml-element") == html.replace("mfarc", "mfrac")


def test_an_unclosed_element_is_not_counted() -> None:
    assert marked("<p><math><mfrac><mi>a</mi></math></p>", "math/mathml-children") == []


def test_the_namespace() -> None:
    html = '<p><math xmlns="http://www.w3.org/1998/Math/MathMl"><mi>a</mi></math></p>'
    assert mended(html, "math/mathml-namespace") == html.replace("MathMl", "MathML")
