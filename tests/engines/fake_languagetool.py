"""A server that speaks LanguageTool's protocol, and breaks it in the way that a test asks for."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

Reply = Callable[["Handler", dict[str, str]], None]


def match(text: str, word: str, *new: str, rule: str = "SOME_RULE", category: str = "GRAMMAR") -> dict[str, Any]:
    """LanguageTool's match on the first `word` of `text`, with offsets in UTF-16 units."""

    def units(part: str) -> int:
        return len(part.encode("utf-16-le")) // 2

    start = text.index(word)
    return {
        "message": f"Not {word}.",
        "offset": units(text[:start]),
        "length": units(word),
        "replacements": [{"value": each} for each in new],
        "context": {"text": text, "offset": units(text[:start]), "length": units(word)},
        "rule": {"id": rule, "issueType": "grammar", "category": {"id": category}},
    }


class Handler(BaseHTTPRequestHandler):
    server: "Server"

    def do_GET(self) -> None:
        self.send(b"OK", 200 if self.path == "/v2/healthcheck" else 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}
        self.server.forms.append(form)
        self.server.reply(self, form)

    def send(self, body: bytes, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_matches(self, *matches: dict[str, Any]) -> None:
        self.send(json.dumps({"software": {"version": "0"}, "matches": matches}).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Keeps the tests' output clean."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    reply: Reply
    forms: list[dict[str, str]]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def serving(reply: Reply) -> Iterator[Server]:
    """A server on a free port that answers checks with `reply`; `forms` is what it was asked."""
    server = Server(("127.0.0.1", 0), Handler)
    server.reply, server.forms = reply, []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
