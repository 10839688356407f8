"""The example of an engine of one's own, found through its entry point as an installed package's would be."""

import json
import os
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine"
PAGE = "<p>We utilize <code>utilize()</code> often, prior to that, and a &amp; b utilize &#120; too.</p>"


def prosefix(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    installed = folder / "installed" / "prosefix_plain_words-1.dist-info"
    installed.mkdir(parents=True, exist_ok=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: prosefix-plain-words\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[prosefix.engines]\nplain-words = plain_words:PlainWords\n")
    path = os.pathsep.join([str(EXAMPLE), str(installed.parent), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "prosefix", *arguments], cwd=folder, env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_it_finds_its_words_in_the_page(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE)
    done = prosefix(tmp_path, "check", "--engine", "plain-words", "--format", "json", "page.html")
    assert done.returncode == 1, done.stderr
    found = [each for each in json.loads(done.stdout)["diagnostics"] if each["rule"] == "confusables/plain-words"]
    assert [each["text"] for each in found] == ["prior to", "utilize"]  # beside code nothing is shown
    for each in found:
        assert PAGE[each["span"]["start"] : each["span"]["end"]] == each["text"]
        assert each["fixes"][0]["applicability"] == "manual"
    applied = prosefix(tmp_path, "apply", "--unsafe", "--engine", "plain-words", "page.html")
    assert applied.returncode == 1, applied.stderr
    assert (tmp_path / "page.html").read_text() == PAGE


def test_its_options_and_rules_are_known(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE)
    settings = 'engine = "plain-words"\nignore = ["spelling"]\n[engines.plain-words]\nallow = ["utilize"]\n'
    (tmp_path / ".prosefix.toml").write_text(settings)
    done = prosefix(tmp_path, "check", "--format", "json", "page.html")
    assert [each["text"] for each in json.loads(done.stdout)["diagnostics"]] == ["prior to"]
    (tmp_path / ".prosefix.toml").write_text(settings.replace("allow", "alow"))
    wrong = prosefix(tmp_path, "check", "page.html")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "there is no option “alow”; did you mean “allow”?" in wrong.stderr
    assert "confusables/plain-words" in prosefix(tmp_path, "explain", "confusables/plain-words").stdout
