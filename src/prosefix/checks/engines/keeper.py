"""Runs a server for as long as the program that asked for it lives, however that ends.

A script of its own: `keeper.py COMMAND…` ends the command when its standard input does, which the operating system
closes even for a program that was killed. It imports nothing of prosefix.
"""

import os
import signal
import subprocess
import sys
import threading

PATIENCE = 3  # seconds that a server has to end by itself


def main(command: list[str]) -> int:
    """Run `command` until it ends or standard input does; its exit code, 128 and more after a signal, as in shells."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole terminal; our owner decides
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    threading.Thread(target=_watch, args=(server,), daemon=True).start()
    try:
        code = server.wait()
        return code if code >= 0 else 128 - code
    finally:
        _end(server)


def _watch(server: "subprocess.Popen[bytes]") -> None:
    while os.read(0, 4096):  # not sys.stdin, which this thread would hold when the interpreter ends
        pass
    _end(server)


def _end(server: "subprocess.Popen[bytes]") -> None:
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
