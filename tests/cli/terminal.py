"""A pseudo-terminal with prosefix in it, for tests that press keys."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

PATIENCE = 60.0  # seconds without output before a test gives up
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """`prosefix ARGUMENTS` in `folder`, at a terminal of 120 columns."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._own, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "prosefix", *arguments],
            cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    def wait_for(self, words: str) -> str:
        """What was shown until `words` came, these included; raises AssertionError where they do not come."""
        start = time.monotonic()
        while words not in self.shown:
            assert time.monotonic() - start < PATIENCE, self.shown
            assert self._read(), f"ended without {words!r}: {self.shown}"
        shown, _, self.shown = self.shown.partition(words)
        return shown + words

    def press(self, keys: str) -> None:
        """Type `keys`: a line where they end in one, else a single key, once the terminal waits for such."""
        start = time.monotonic()
        while bool(termios.tcgetattr(self._own)[3] & termios.ICANON) is not keys.endswith("\n"):
            assert time.monotonic() - start < PATIENCE, f"it does not wait for {keys!r}: {self.shown}"
            time.sleep(0.01)
        os.write(self._own, keys.encode())

    def end(self) -> tuple[int, str]:
        """The exit code and what was still shown."""
        while self._read():
            pass
        os.close(self._own)
        return self.process.wait(), self.shown

    def _read(self) -> bool:
        ready, _, _ = select.select([self._own], [], [], PATIENCE)
        assert ready, f"nothing for {PATIENCE} s after: {self.shown}"
        try:
            content = os.read(self._own, 65536)
        except OSError:  # the other end is closed
            return False
        self.shown += _CONTROL.sub("", content.decode("utf-8", "replace")).replace("\r\n", "\n")
        return bool(content)
