"""A LanguageTool server of our own: started when first needed, ended with the program, started anew once if it dies.

Asks it nothing but whether it is ready.
"""

import atexit
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from prosefix.checks.engines import keeper, sharing
from prosefix.checks.engines.languagetool.client import is_ready
from prosefix.checks.engines.languagetool.installation import MAIN, Installation, find_java
from prosefix.errors import EngineError
from prosefix.rulebook.loading import cache_folder

START = 120.0  # seconds that a server may take until it answers
STARTS = 2  # in one run
# A run is short: quick compiling and a plain collector halve the processor time and the memory of its first minute.
SHORT_LIVED = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
PORTS = 3  # tried, where another program takes one in the moment between choosing and using it


def served() -> Path:
    """The file that says where `prosefix languagetool serve` has a server running."""
    return cache_folder() / "languagetool-server.json"


def running_server(version: str) -> str | None:
    """The address of the server that `serve` runs, if it is of that version and answers."""
    try:
        said = json.loads(served().read_text("utf-8"))
        address = str(said["url"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return address if said.get("version") == version and is_ready(address) else None


class LocalServer:
    """The server of one run. `memory` is Java's -Xmx, such as "1g"."""

    def __init__(self, installation: Installation, memory: str, threads: int, java: str = "java") -> None:
        self._installation = installation
        self._memory = memory
        self._threads = threads
        self._java = java
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._lock = threading.Lock()
        self._starts = 0
        self._own = sharing.Address()

    def address(self, failed: str = "") -> str:
        """The address to ask, of a server that is ready. `failed` is one that did not answer: another is given.

        Raises EngineError where no server starts, or it has died too often.
        """
        with self._lock, sharing.held(self._own) as address:
            if not address.value or (address.value == failed and not is_ready(failed)):
                address.value = (not failed and running_server(self._installation.version)) or self._start()
            return address.value

    def _start(self) -> str:
        if self._starts == STARTS:
            raise EngineError(f"LanguageTool ended in the middle of the work, again{self._last_words()}")
        self._starts += 1
        java = find_java(self._installation.java, self._java)
        for attempt in range(PORTS):
            port = _free_port()
            self.launch(java, port)
            try:
                return self.ready(port)
            except EngineError:
                if attempt + 1 == PORTS or "already in use" not in self._everything():
                    raise
        raise AssertionError("the last attempt returns or raises")

    def launch(self, java: str, port: int, flags: Sequence[str] = SHORT_LIVED) -> None:
        """Start the process, and see to it that it ends with this one."""
        self.close()
        settings = tempfile.NamedTemporaryFile("w", suffix=".properties", delete=False)  # noqa: SIM115
        with settings:
            settings.write(f"maxCheckThreads={self._threads}\nmaxWorkQueueSize=1000\npipelineCaching=true\n")
            settings.write("maxPipelinePoolSize=20\npipelineExpireTimeInSeconds=3600\n")
        self._said = tempfile.TemporaryFile()  # noqa: SIM115
        one = self._installation
        command = [
            java, f"-Xmx{self._memory}", *flags, "-cp", one.classpath, MAIN, "--port", str(port), "--config", settings.name,
        ]  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", keeper.__file__, *command],
            stdin=subprocess.PIPE, stdout=self._said, stderr=subprocess.STDOUT, cwd=one.folder,
        )  # fmt: skip
        self._settings = Path(settings.name)
        atexit.register(self.close)

    def ready(self, port: int) -> str:
        """Wait until the server answers on `port`; its address. Raises EngineError where it ends or takes too long."""
        process = self._process
        assert process is not None
        address = f"http://127.0.0.1:{port}"
        until = time.monotonic() + START
        while time.monotonic() < until:
            if process.poll() is not None:
                raise EngineError(f"LanguageTool did not start{self._last_words()}")
            if is_ready(address):
                return address
            time.sleep(0.1)
        self.close()
        raise EngineError(f"LanguageTool was not ready after {START:.0f} s{self._last_words()}")

    def close(self) -> None:
        """End the server, if it runs, and wait for its end."""
        process = self._process
        if process is None:
            return
        self._process = None
        if process.stdin is not None:
            process.stdin.close()
        try:
            process.wait(keeper.PATIENCE + 2)
        except subprocess.TimeoutExpired:
            process.kill()
        self._settings.unlink(missing_ok=True)

    def wait(self) -> int:
        """Wait until the server ends by itself; its exit code."""
        assert self._process is not None
        return self._process.wait()

    def _everything(self) -> str:
        if self._said is None:
            return ""
        self._said.seek(0)
        return self._said.read().decode("utf-8", "replace")

    def _last_words(self) -> str:
        """What the server said of its trouble, for an error message."""
        lines = [line.strip() for line in self._everything().splitlines() if line.strip()]
        causes = [line for line in lines if line.startswith("Caused by")]
        errors = [line for line in lines if "Error" in line or "Exception" in line]
        telling = causes[-1:] or errors[:1] or lines[-1:]
        return f": {telling[0]}" if telling else ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
