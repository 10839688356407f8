"""From what a server sent to the page: the chunks of a transfer and the compression of a content undone, within a limit."""

import zlib
from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO

from prosefix.crawls.extras import needed

_GZIP, _DEFLATED = 47, -15  # what zlib calls gzip or zlib by their heads, and deflate without a head


class BodyError(Exception):
    """A body that cannot be undone; the message says why."""


class BodyTooLarge(BodyError):
    """A body that would be larger than the limit."""


def undone(body: bytes, transfer: str, encoding: str, largest: int) -> bytes:
    """The content of a response whose headers say `transfer` (Transfer-Encoding) and `encoding` (Content-Encoding).

    Crawlers often undo both and keep the headers: a body that is plainly not in chunks, or not compressed, is taken as it is.
    Raises BodyError, and BodyTooLarge for a content of more than `largest` bytes.
    """
    if "chunked" in transfer.lower():
        body = _joined(body)
    for name in reversed([each.strip() for each in encoding.lower().split(",")]):
        if name in ("", "identity", "none", "utf-8"):  # servers say charsets here, too
            continue
        if name not in _WAYS:
            raise BodyError(f"is compressed as “{name}”, which is not read")
        body = _WAYS[name](body, largest)
    return body


def _joined(body: bytes) -> bytes:
    reader = needed("warcio.bufferedreaders", "scan").ChunkedDataReader(BytesIO(body))
    pieces = []
    while piece := reader.read(1 << 16):
        pieces.append(piece)
    return b"".join(pieces)


def _gunzipped(body: bytes, largest: int) -> bytes:
    return _inflated(body, _GZIP, largest) if body[:2] == b"\x1f\x8b" else body


def _deflated(body: bytes, largest: int) -> bytes:
    if body[:1] == b"<":
        return body
    try:
        return _inflated(body, _GZIP, largest)
    except BodyTooLarge:
        raise
    except BodyError:  # servers disagree on whether “deflate” has zlib's head
        return _inflated(body, _DEFLATED, largest)


def _inflated(body: bytes, window: int, largest: int) -> bytes:
    undo = zlib.decompressobj(window)
    try:
        content = undo.decompress(body, largest + 1)
    except zlib.error as error:
        raise BodyError(f"its compression is damaged: {error}") from None
    if len(content) > largest:
        raise BodyTooLarge
    if not undo.eof:
        raise BodyError("its compressed content ends too early")
    return content


def _brotli(body: bytes, largest: int) -> bytes:
    if body[:1] == b"<":
        return body
    if find_spec("brotli") is None:
        raise BodyError("is compressed with Brotli: pip install brotli")
    brotli = needed("brotli", "scan")
    try:
        content = brotli.decompress(body)
    except brotli.error as error:
        raise BodyError(f"its compression is damaged: {error}") from None
    if len(content) > largest:
        raise BodyTooLarge
    return bytes(content)


_WAYS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gunzipped, "x-gzip": _gunzipped, "deflate": _deflated, "br": _brotli,
}  # fmt: skip
