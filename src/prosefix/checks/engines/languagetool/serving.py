"""Keeping a LanguageTool server running for many runs of prosefix, until the person ends it."""

import json
import os
import signal
import socket
from collections.abc import Callable, Mapping
from typing import Any

from prosefix.checks.engines.interface import read_options
from prosefix.checks.engines.languagetool.engine import LanguageToolOptions
from prosefix.checks.engines.languagetool.installation import find_installation, find_java
from prosefix.checks.engines.languagetool.server import LocalServer, served
from prosefix.errors import EngineError


def serve_until_stopped(table: Mapping[str, Any], port: int, say: Callable[[str], object]) -> None:
    """Run a server on `port` with the engine's options, and end it at Ctrl-C or SIGTERM.

    Raises EngineError where the port is taken, or the server does not start or ends by itself.
    """
    options = read_options(LanguageToolOptions, table, "engines.languagetool")
    installation = find_installation(options.path)
    java = find_java(installation.java, options.java)
    if _is_taken(port):
        raise EngineError(f"port {port} is taken by another program; name another one with --port")
    server = LocalServer(installation, options.memory, options.requests or min(4, os.cpu_count() or 1), options.java)
    server.launch(java, port, flags=())
    note = served()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        address = server.ready(port)
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({"url": address, "version": installation.version}), "utf-8")
        say(f"LanguageTool {installation.version} answers at {address}; Ctrl-C ends it")
        raise EngineError(f"LanguageTool ended by itself with exit code {server.wait()}")
    except KeyboardInterrupt:
        say("ended")
    finally:
        note.unlink(missing_ok=True)
        server.close()


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
