"""The real LanguageTool: started, asked, killed. Skipped where there is no Java or no LanguageTool.

`tools/lay_out_languagetool.py` lays one out; `LTP_PATH` names the folder.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import pytest

from prosefix.checks.engines.interface import Passage
from prosefix.checks.engines.languagetool import LanguageTool
from prosefix.checks.engines.languagetool.installation import home, installations
from prosefix.checks.engines.languagetool.server import served
from prosefix.errors import EngineError

pytestmark = [
    pytest.mark.skipif(shutil.which("java") is None, reason="needs Java, and there is none"),
    pytest.mark.skipif(not installations(home()), reason=f"needs LanguageTool, and there is none in {home()}"),
    pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="finds processes in /proc"),
]
PAGE = """<!DOCTYPE html><html lang="en"><body>
<p>It 😀 are reading <code>f()</code> and and a <em>mis</em>take &amp; the 𝒞 of them was write there.</p>
<p lang="de">Das ist eine Test von dem Haus.</p>
<p lang="fr">Les maison est rouge.</p>
<p lang="es">Los casa es roja.</p>
</body></html>
"""
Value = TypeVar("Value")


def until(what: Callable[[], Value], seconds: float = 240.0) -> Value:
    end = time.monotonic() + seconds
    while not (value := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return value


def servers(memory: str) -> list[int]:
    """The processes of Java that run with that much memory; each test has an amount of its own."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"-Xmx{memory}".encode() in words and words[0].endswith(b"java"):
            found.append(int(entry.name))
    return found


@pytest.fixture
def memory(request: pytest.FixtureRequest) -> Iterator[str]:
    """An amount that no other test uses, and the proof that none of its servers is left."""
    amount = f"{600 + crc32(request.node.name.encode()) % 900}m"
    yield amount
    left = until(lambda: not servers(amount), 20) or servers(amount)
    assert left is True


def run(folder: Path, memory: str, *arguments: str, command: str = "check") -> "subprocess.Popen[str]":
    (folder / ".prosefix.toml").write_text(f'engine = "languagetool"\nengines.languagetool.memory = "{memory}"\n')
    arguments = arguments or ("--format", "json", str(folder))
    return subprocess.Popen(
        [sys.executable, "-m", "prosefix", command, *arguments], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_a_page_in_four_languages(tmp_path: Path, memory: str) -> None:
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    process = run(tmp_path, memory)
    first, said = process.communicate()
    assert process.returncode == 1, said
    found = [each for each in json.loads(first)["diagnostics"] if each["rule"].endswith("/languagetool")]
    assert {each["start"]["line"] for each in found} >= {3, 4, 5}
    for each in found:
        span = each["span"]
        assert PAGE[span["start"] : span["end"]] == each["text"]
    second = run(tmp_path, memory)
    said, _ = second.communicate()
    assert [each["message"] for each in json.loads(said)["diagnostics"]] == [
        each["message"] for each in json.loads(first)["diagnostics"]
    ]


def test_a_server_that_is_killed_is_started_anew_once(memory: str) -> None:
    engine = LanguageTool({"memory": memory})
    passage = Passage("This are 😀 a test.", "en")
    try:
        before = engine.check([passage])
        assert before[0]
        os.kill(servers(memory)[0], signal.SIGKILL)
        assert engine.check([passage]) == before
        os.kill(servers(memory)[0], signal.SIGKILL)
        (answer,) = engine.check([passage])
        assert isinstance(answer, EngineError)
        assert "ended in the middle of the work, again" in str(answer)
    finally:
        engine.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_server_is_left_however_the_run_ends(tmp_path: Path, memory: str, how: signal.Signals) -> None:
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    process = run(tmp_path, memory)
    assert until(lambda: servers(memory))
    process.send_signal(how)
    _, said = process.communicate(timeout=120)
    assert process.returncode == (130 if how is signal.SIGINT else -how)
    assert "Traceback" not in said


def test_processes_of_a_run_share_a_server(tmp_path: Path, memory: str) -> None:
    for number in range(3):
        filler = f"<!--{'x' * (1 << 20)}-->"
        (tmp_path / f"{number}.html").write_text(f"<p>This are page {number}.</p>{filler}", "utf-8")
    process = run(tmp_path, memory, "--format", "json", "-j", "3", str(tmp_path))
    most = 0
    while process.poll() is None:
        most = max(most, len(servers(memory)))
        time.sleep(0.1)
        if len(servers(memory)) > 1:
            break
    out, said = process.communicate(timeout=600)
    assert most == 1, said
    assert {each["path"] for each in json.loads(out)["diagnostics"]} == {str(tmp_path / f"{n}.html") for n in range(3)}


def test_a_kept_server_is_used_and_a_taken_port_is_said(tmp_path: Path, memory: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = run(tmp_path, memory, "serve", "--port", str(taken.getsockname()[1]), command="languagetool")
        _, said = refused.communicate(timeout=120)
        assert (refused.returncode, said.count("\n")) == (2, 1)
        assert "is taken by another program" in said
        port = taken.getsockname()[1]
    keeping = run(tmp_path, memory, "serve", "--port", str(port), command="languagetool")
    try:
        assert until(served().exists)
        (kept,) = servers(memory)
        (tmp_path / "page.html").write_text(PAGE, "utf-8")
        process = run(tmp_path, memory)
        assert process.wait(600) == 1
        assert servers(memory) == [kept]
    finally:
        keeping.send_signal(signal.SIGINT)
        out, said = keeping.communicate(timeout=60)
    assert (keeping.returncode, said) == (0, "")
    assert "ended" in out
    assert not served().exists()
