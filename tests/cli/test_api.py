"""The interface for Python programs."""

import doctest
from pathlib import Path

import pytest

import prosefix

DOCS = Path(__file__).parents[2] / "docs"
FEW = prosefix.Settings(select=("repetition", "agreement/modal-verb"))


def test_the_examples_of_the_documentation_hold() -> None:
    assert doctest.testmod(prosefix).attempted > 0
    assert doctest.testmod(prosefix).failed == 0


def test_the_examples_in_docs_hold() -> None:
    results = doctest.testfile(str(DOCS / "python.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 10
    assert results.failed == 0


def test_the_documentation_names_every_stable_name() -> None:
    told = (DOCS / "python.md").read_text()
    assert [name for name in prosefix.__all__ if f"{name}" not in told and not name.startswith("_")] == []


def test_check_gives_findings_with_fixes() -> None:
    text = "<p>It will requires <b>the</b> the rest.</p>"
    findings = prosefix.check(text, FEW)
    assert [text[f.start : f.end].strip() for f in findings] == ["requires", "the</b> the"]
    assert findings[0].severity is prosefix.Severity.ERROR
    assert findings[0].fixes[0] == prosefix.Fix(
        "require", prosefix.Applicability.SAFE, (prosefix.Edit(11, 19, "require"),)
    )
    assert findings[1].fixes[0].replacement.strip() == "the</b>"


def test_apply_keeps_a_byte_order_mark_and_line_ends() -> None:
    assert prosefix.apply("\ufeff<p>The the\r\nend.</p>\r\n", FEW) == "\ufeff<p>The\r\nend.</p>\r\n"


def test_check_path(tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    page.write_bytes('<meta charset="windows-1252"><p>Caf\xe9 of the the'.encode("cp1252"))
    (finding,) = prosefix.check_path(page, FEW)
    assert (finding.path, finding.text.strip()) == (str(page), "the the")
    with pytest.raises(prosefix.ProsefixError, match="no such file"):
        prosefix.check_path(tmp_path / "gone.html")


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        _ = prosefix.chekc  # type: ignore[attr-defined]
    assert set(prosefix.__all__) <= set(dir(prosefix))
