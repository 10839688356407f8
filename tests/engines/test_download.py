"""`prosefix languagetool install` with the real language-tool-python and a made-up place to download from."""

import hashlib
import io
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("language_tool_python", reason="language-tool-python is not installed")
pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="the library asks for Java before it downloads")


def archive() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        made.writestr(zipfile.ZipInfo("LanguageTool-6.8/languagetool-server.jar"), b"no jar")
    return content.getvalue()


@pytest.fixture
def url() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = archive()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keeps the tests' output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def install(folder: Path, url: str, **more: str) -> "subprocess.CompletedProcess[str]":
    names = {"LTP_PATH": str(folder), "LTP_DOWNLOAD_HOST_NEW_RELEASES": url, "no_proxy": "127.0.0.1", **more}
    return subprocess.run(
        [sys.executable, "-m", "prosefix", "languagetool", "install"], env={**os.environ, **names},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_an_archive_with_another_checksum_is_refused(tmp_path: Path, url: str) -> None:
    done = install(tmp_path, url)
    assert done.returncode == 2
    assert "checksum mismatch" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "LanguageTool-6.8").exists()


def test_an_archive_with_the_right_one_is_unpacked(tmp_path: Path, url: str) -> None:
    checksum = hashlib.sha256(archive()).hexdigest()
    done = install(tmp_path, url, LTP_DOWNLOAD_SHA256_6_8=checksum)
    assert done.returncode == 0, done.stderr
    assert f"LanguageTool 6.8 is now in {tmp_path / 'LanguageTool-6.8'}" in done.stdout
    assert "was already" in install(tmp_path, url).stdout


def test_a_release_without_a_checksum_is_not_downloaded(tmp_path: Path, url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "prosefix", "languagetool", "install", "--version", "99.1"],
        env={**os.environ, "LTP_PATH": str(tmp_path), "LTP_DOWNLOAD_HOST_NEW_RELEASES": url},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "knows no checksum of LanguageTool 99.1" in done.stderr
