"""The keeper ends its server however the program that asked for it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from prosefix.checks.engines import keeper

SERVER = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"
OWNER = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-I", "-S", *sys.argv[1:]], stdin=subprocess.PIPE)
time.sleep(600)
"""
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def command(note: Path) -> list[str]:
    return [keeper.__file__, sys.executable, "-c", SERVER, str(note)]


def pid_in(note: Path) -> int:
    return int(until(lambda: note.read_text() if note.exists() else ""))


def until(what, seconds: float = 60.0):
    end = time.monotonic() + seconds
    while not (value := what()) and time.monotonic() < end:
        time.sleep(0.02)
    return value


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"


def test_the_server_ends_when_its_owner_closes_the_pipe(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, *command(tmp_path / "pid")], stdin=subprocess.PIPE) as process:
        server = pid_in(tmp_path / "pid")
        assert process.stdin is not None
        process.stdin.close()
        process.wait(60)
    assert until(lambda: is_gone(server))


def test_the_server_ends_when_its_owner_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", OWNER, *command(tmp_path / "pid")]) as owner:
        server = pid_in(tmp_path / "pid")
        owner.kill()
    assert until(lambda: is_gone(server))


def test_a_server_that_ends_by_itself_ends_the_keeper(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, *command(tmp_path / "pid")], stdin=subprocess.PIPE) as process:
        os.kill(pid_in(tmp_path / "pid"), signal.SIGKILL)
        assert process.wait(60) == 128 + signal.SIGKILL


def test_ctrl_c_is_left_to_the_owner(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, *command(tmp_path / "pid")], stdin=subprocess.PIPE) as process:
        server = pid_in(tmp_path / "pid")
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        assert process.poll() is None
        assert not is_gone(server)
        process.terminate()
        process.wait(60)
    assert until(lambda: is_gone(server))
