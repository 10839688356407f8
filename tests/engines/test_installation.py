"""What is said where LanguageTool or Java is missing or too old. Made-up Javas are scripts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from prosefix.checks.engines import registry
from prosefix.checks.engines.languagetool.installation import find_installation, find_java, installations
from prosefix.cli import cli
from prosefix.errors import EngineError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="scripts of POSIX")


def lay(folder: Path, version: str) -> Path:
    jar = folder / f"LanguageTool-{version}" / "libs" / "languagetool-server.jar"
    jar.parent.mkdir(parents=True)
    jar.write_bytes(b"")
    return jar.parent.parent


def java(folder: Path, script: str) -> str:
    file = folder / "java"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return str(file)


def check(folder: Path, monkeypatch: pytest.MonkeyPatch, path: str | None = None) -> tuple[int, str]:
    monkeypatch.setenv("LTP_PATH", str(folder))
    if path is not None:
        monkeypatch.setenv("PATH", path)
    registry._opened.cache_clear()
    page = folder / "page.html"
    page.write_text("<p>Some words.</p>")
    (folder / ".prosefix.toml").write_text("")
    result = CliRunner().invoke(cli, ["check", "--engine", "languagetool", "-j", "1", str(page)])
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    return result.exit_code, result.stderr


def test_the_newest_installation_is_used(tmp_path: Path) -> None:
    for version in ("6.6", "6.10", "6.8"):
        lay(tmp_path, version)
    (tmp_path / "LanguageTool-7.0").mkdir()  # empty: a download that was broken off
    assert [one.version for one in installations(tmp_path)] == ["6.10", "6.8", "6.6"]
    assert find_installation(str(tmp_path / "LanguageTool-6.6")).version == "6.6"
    with pytest.raises(EngineError, match="holds no LanguageTool"):
        find_installation(str(tmp_path / "LanguageTool-7.0"))


def test_nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = check(tmp_path, monkeypatch)
    assert code == 2
    assert "pip install 'prosefix-html[languagetool]' && prosefix languagetool install" in said


def test_no_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(tmp_path, "6.8")
    code, said = check(tmp_path, monkeypatch, path=str(tmp_path))
    assert code == 2
    assert "needs Java 17 or newer, and “java” was not found" in said


@pytest.mark.parametrize("version", ['openjdk version "11.0.2" 2019-01-15', 'java version "1.8.0_292"'])
def test_java_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    lay(tmp_path, "6.8")
    java(tmp_path, f"echo '{version}' >&2")
    code, said = check(tmp_path, monkeypatch, path=str(tmp_path))
    assert code == 2
    assert f"is Java {'11' if '11' in version else '8'}" in said


def test_java_new_enough(tmp_path: Path) -> None:
    name = java(tmp_path, "echo 'openjdk version \"21\" 2023-09-19' >&2")
    assert find_java(17, name) == name


def test_a_server_that_does_not_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(tmp_path, "6.8")
    java(
        tmp_path,
        'if [ "$1" = -version ]; then echo \'openjdk version "17.0.1"\' >&2; else echo "Error: no such class"; exit 1; fi',
    )
    code, said = check(tmp_path, monkeypatch, path=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert code == 2
    assert "did not start: Error: no such class" in said


@pytest.mark.parametrize("name", ["harper", "lingotweaker"])
def test_an_engine_whose_package_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda _: None)
    registry._opened.cache_clear()
    (tmp_path / "page.html").write_text("<p>Some words.</p>")
    result = CliRunner().invoke(cli, ["check", "--engine", name, str(tmp_path / "page.html")])
    assert result.exit_code == 2
    assert result.stderr == f"prosefix: the engine {name} is not installed: pip install 'prosefix-html[{name}]'\n"


def test_neither_check_nor_apply_imports_the_library_that_downloads(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Some words.</p>")
    program = (
        "import sys\nfrom prosefix.cli import cli\ntry:\n    cli()\nexcept SystemExit:\n    pass\n"
        "assert not {'language_tool_python', 'requests', 'harper', 'lt_py'} & set(sys.modules)"
    )
    for command in (["check", "--engine", "languagetool"], ["apply"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *command, "-j", "1", str(page)],
            env={**os.environ, "LTP_PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
