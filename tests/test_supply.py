"""What prosefix brings along and how it is delivered: licences, locked versions, whole files, and no network."""

import base64
import hashlib
import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
LOCKED = dict(re.findall(r"^([\w.-]+)==([^\s;\\]+)", (TOP / "requirements-dev.txt").read_text("utf-8"), re.MULTILINE))
# Ends the program at the first thing that has to do with a network.
OFFLINE = """
import sys
def watch(event, arguments):
    if event.startswith("socket.") and event != "socket.gethostname":
        sys.stderr.write(f"network: {event} {arguments}\\n")
        sys.exit(97)
sys.addaudithook(watch)
from prosefix.cli import main
main()
"""


def test_all_that_is_brought_along_has_a_permissive_licence() -> None:
    done = subprocess.run(
        [sys.executable, TOP / "tools" / "list_licences.py"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    names = {canonicalize_name(line.split()[0]) for line in done.stdout.splitlines()}
    assert {Requirement(line).name for line in PROJECT["project"]["dependencies"]} <= names
    assert "unknown" not in done.stdout


@pytest.mark.parametrize(
    ("licence", "permissive"),
    [
        ("MIT", True), ("BSD-3-Clause", True), ("Apache Software License", True), ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only", False), ("MIT AND GPL-2.0-only", False), ("LGPLv2+", False), ("unknown", False),
        ("Mozilla Public License 2.0 (MPL 2.0)", False),
    ],
)  # fmt: skip
def test_licences_are_told_apart(licence: str, permissive: bool) -> None:
    spec = importlib.util.spec_from_file_location("list_licences", TOP / "tools" / "list_licences.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.is_permissive(licence) is permissive


@pytest.mark.parametrize("line", PROJECT["project"]["dependencies"])
def test_each_dependency_has_a_range(line: str) -> None:
    operators = {one.operator for one in Requirement(line).specifier}
    assert {">=", "<"} <= operators


@pytest.mark.parametrize("line", [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]])
def test_the_lock_file_is_within_the_ranges(line: str) -> None:
    wanted = Requirement(line)
    assert LOCKED[canonicalize_name(wanted.name)] in wanted.specifier


def test_the_lock_file_has_hashes_and_names_no_index() -> None:
    text = (TOP / "requirements-dev.txt").read_text("utf-8")
    assert text.count("--hash=sha256:") >= len(LOCKED) > 40
    assert "http" not in text


@pytest.mark.parametrize(
    "command",
    [
        ["check", "article.html"], ["diff", "article.html"], ["apply", "article.html"],
        ["report", "article.html", "-o", "report.html"], ["explain", "repetition/same-word"], ["extract", "article.html"],
        ["words", "list"], ["doctor"], ["config", "show"], ["init", "--help"], ["rules"],
    ],
    ids=lambda command: command[0],
)  # fmt: skip
def test_no_command_touches_the_network(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "article.html").write_bytes((TOP / "examples" / "article.html").read_bytes())
    done = subprocess.run([sys.executable, "-c", OFFLINE, *command], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    assert b"network" not in done.stderr


def test_the_watch_over_the_network_sees_it(tmp_path: Path) -> None:
    code = OFFLINE.replace(
        "from prosefix.cli import main\nmain()", "import socket\nsocket.getaddrinfo('localhost', 80)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=False).returncode == 97


def test_doctor_names_an_installed_file_that_was_damaged(tmp_path: Path) -> None:
    """A package of the same name before the real one, whose list of files has the hash of one and a wrong one of another."""
    whole, damaged = tmp_path / "prosefix" / "whole.npy", tmp_path / "prosefix" / "data.npy"
    whole.parent.mkdir()
    for path in (whole, damaged):
        path.write_bytes(b"as it was")
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"as it was").digest()).rstrip(b"=").decode()
    info = tmp_path / "prosefix_html-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: prosefix-html\nVersion: 0.1.0\n")
    (info / "RECORD").write_text(f"prosefix/whole.npy,sha256={digest},9\nprosefix/data.npy,sha256={digest},9\n")
    code = f"import prosefix, sys; sys.path.insert(0, {str(tmp_path)!r}); from prosefix.cli import main; main()"

    def doctor() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code, "doctor"], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    assert "files: 2, all as they were installed" in doctor().stdout
    damaged.write_bytes(b"as it is")
    done = doctor()
    assert done.returncode == 2
    assert "files: wrong: not as they were installed: prosefix/data.npy; install prosefix-html again" in done.stdout
