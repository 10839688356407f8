"""The smaller commands, and the way the command line treats its user."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_pages import BAD, GOOD, Run

import prosefix


def test_version_loads_nothing_heavy() -> None:
    code = (
        "import sys\ntry:\n    from prosefix.cli import main\n    sys.argv = ['prosefix', '--version']\n    main()\n"
        "except SystemExit:\n    print(sorted({'numpy', 'lxml', 'rich', 'rapidfuzz', 'tomllib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"prosefix {prosefix.__version__}\n[]\n"


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import prosefix, sys; print(sorted(n for n in sys.modules if n.startswith('prosefix.') or n == 'numpy'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_command_has_help(run: Run) -> None:
    listed = run("--help").stdout.split("Commands:")[1].split("\n")
    names = [line.split()[0] for line in listed if line.strip()]
    assert {"check", "apply", "diff", "explain", "rules", "extract", "words", "init", "config", "doctor"} <= set(names)
    for name in names:
        result = (
            run(name, "--help")
            if name not in ("check", "apply", "diff", "baseline")
            else run(name, "--help", "--select", "math")
        )
        assert result.exit_code == 0
        assert "Usage: prosefix " + name in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chekc",), "there is no command “chekc”; did you mean “check”?"),
        (("check", "--formt", "json"), "--formt"),
        (("check", "--format", "jsn"), "jsn"),
        (("explain", "repetition/same-words"), "there is no rule “repetition/same-words”; did you mean"),
        (("rules", "--select", "mth"), "did you mean “math”?"),
        (("explain", "a-an"), "there is no rule “a-an”; did you mean “articles/a-an”?"),
    ],
)
def test_a_wrong_call_is_exit_2_and_names_the_right_one(run: Run, arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_explain_and_rules_tell_the_rule_file(run: Run) -> None:
    explained = run("explain", "agreement/modal-verb").stdout
    assert "A modal verb is followed by the base form." in explained
    assert "severity: error" in explained
    assert "(left alone)" in explained
    assert "agreement/modal-verb" in run("rules", "--select", "agreement").stdout
    listed = json.loads(run("rules", "--format", "json").stdout)
    assert len({rule["name"] for rule in listed}) == len(listed)
    assert {"markup/unused-directive", "repetition/same-word"} <= {rule["name"] for rule in listed}


def test_extract_shows_blocks_stand_ins_and_the_map(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text("<h1>Title</h1>\n<p>See <code>a\x1b</code> &amp; it&rsquo;s <q>so</q>.")
    result = run("extract", "p.html", "--map")
    assert "[1] 2:4 paragraph p" in result.stdout
    assert "⟦code: a␛⟧" in result.stdout
    assert "'it’s' ← 'it&rsquo;s'" in result.stdout
    assert "2 blocks; left out: 1 code; utf-8" in result.stderr


def test_words_are_added_sorted_and_found(folder: Path, run: Run) -> None:
    (folder / "words.txt").write_text("# ours\nAlpha\nzeta  # a letter\r\n")
    (folder / ".prosefix.toml").write_text('words = ["words.txt", "Inline"]\n')
    run("words", "add", "mu", "Alpha", "beta")
    assert (folder / "words.txt").read_text() == "# ours\nAlpha\nbeta\nmu\nzeta  # a letter\n"
    assert run("words", "list").stdout.split() == ["Alpha", "beta", "Inline", "mu", "zeta"]
    (folder / "p.html").write_text("<p>Two betas and Alpha's end.</p>")
    assert run("words", "unused", "p.html").stdout.split() == ["Inline", "mu", "zeta"]


def test_init_proposes_settings_that_load(folder: Path, run: Run) -> None:
    (folder / "_site").mkdir()
    (folder / "_site" / "a.html").write_text(BAD)
    (folder / "p.html").write_text("<p>The frobnitzer works.</p>" * 3)
    assert run("init", "--write").exit_code == 0
    assert 'exclude = ["_site"]' in (folder / ".prosefix.toml").read_text()
    assert run("check", ".").exit_code == 0
    again = run("init", "--write")
    assert again.exit_code == 2
    assert "there are settings already" in again.stderr


def test_doctor_finds_this_installation_sound(run: Run) -> None:
    result = run("doctor")
    assert result.exit_code == 0, result.stdout
    assert f"prosefix {prosefix.__version__}" in result.stdout
    assert "are sound" in result.stdout


def test_doctor_says_what_is_wrong(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text("nonsense = 1\n")
    result = run("doctor")
    assert result.exit_code == 2
    assert "there is no setting “nonsense”" in result.stdout


def test_a_rule_that_fails_is_named_and_the_others_go_on(folder: Path, run: Run) -> None:
    (folder / "ours" / "style").mkdir(parents=True)
    examples = "".join(
        f'[[example]]\nbad = "It [[{n}]]."\ngood = "It {n}x."\n[[example]]\ngood = "It {n}y."\n' for n in ("a", "b")
    )
    (folder / "ours" / "style" / "broken.toml").write_text(
        'name = "style/broken"\nsummary = "s"\nwhy = "w"\nseverity = "info"\nfix = "manual"\nmessage = "m"\n'
        f'[match]\nfunction = "broken_check:fail"\n{examples}'
    )
    (folder / "broken_check.py").write_text("rules = '.'\ndef fail(context):\n    raise ZeroDivisionError('no')\n")
    (folder / "broken-1.dist-info").mkdir()
    (folder / "broken-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (folder / "broken-1.dist-info" / "entry_points.txt").write_text("[prosefix.rules]\nbroken = broken_check:rules\n")
    (folder / ".prosefix.toml").write_text('rules = ["ours"]\n')
    (folder / "p.html").write_text(BAD)
    (folder / "q.html").write_text(GOOD)
    sys.path.insert(0, str(folder))
    try:
        result = run("check", ".", "--select", "style/broken,repetition", "--format", "concise")
    finally:
        sys.path.remove(str(folder))
    assert result.exit_code == 2
    assert "the rule style/broken crashed" in result.stderr
    assert "ZeroDivisionError: no" in result.stderr
    assert "repetition/same-word" in result.stdout
    assert "Traceback" not in result.stderr


def test_an_interrupt_is_exit_130(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "p.html").write_text(BAD)

    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("prosefix.run.check_pages", interrupted)
    result = run("check", "p.html")
    assert result.exit_code == 130
    assert "interrupted" in result.stderr
