"""One record of a web archive: whether it holds a page, and the page as the server sent it.

warcio reads the heads. The bytes come from `archives`, which also goes on after damage.
"""

import io
import logging
from collections.abc import Iterator
from typing import Any

from prosefix.crawls.bodies import BodyError, BodyTooLarge, undone
from prosefix.crawls.extras import needed
from prosefix.crawls.gzipped import Damaged
from prosefix.crawls.records import Kind, Problem, Record, too_large

_HTML = ("text/html", "application/xhtml+xml", "application/xhtml")
_OWN = frozenset({"warcinfo", "request", "metadata"})  # the archive's own records, which stand for no page
_PROTOCOLS = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"]
_HEAD = 1 << 20  # bytes that a response may have beside its page
_STEP = 1 << 16


class Responses:
    """Reads the records of the archive `source`; bodies of more than `largest` bytes are passed over unread."""

    def __init__(self, source: str, largest: int) -> None:
        loader = needed("warcio.recordloader", "scan")
        heads = needed("warcio.statusandheaders", "scan")
        logging.getLogger("warcio").setLevel(logging.ERROR)  # it warns of every address with a space in it
        self._load = loader.ArcWarcRecordLoader().parse_record_stream
        self._http = heads.StatusAndHeadersParser(_PROTOCOLS).parse
        self._wrong = (loader.ArchiveLoadFailed, heads.StatusAndHeadersParserException, EOFError, ValueError, TypeError)
        self._source = source
        self._largest = largest
        self._address = ""  # of the record that is being read

    def damaged(self, damage: Damaged, place: int) -> Problem:
        """The problem of the record at byte `place`, which could not be read to its end."""
        return Problem(self._address or self._source, Kind.DAMAGED, f"at byte {place}: {damage}", place)

    def skip_blank(self, stream: Any) -> bool:
        """Passes over empty lines before a record; False at the end. Raises Damaged for anything but a record."""
        self._address = ""
        while head := stream.peek(1)[:1]:
            if head not in b"\r\n":
                return True
            stream.read(1)
        return False

    def read(self, stream: Any, place: int) -> Iterator[Record | Problem]:
        """The page or the problem of the record that begins here, nothing for the archive's own. Raises Damaged."""
        try:
            record = self._load(stream, known_format="warc", no_record_parse=True)
        except self._wrong as error:
            raise Damaged("here a record should begin") from error
        headers = record.rec_headers
        self._address = headers.get_header("WARC-Target-URI", "")
        length = record.length
        if not isinstance(length, int) or not headers.get_header("Content-Length", "").strip().isdigit():
            raise Damaged("the record does not say how long it is")
        body = self._body(record.raw_stream, length)
        if not _at_end(stream):
            raise Damaged("the record is not as long as it says")
        if record.rec_type in _OWN:
            return
        problem = self._problem(record, body, length, place)
        yield problem if problem is not None else self._page(record, body, place)

    def _body(self, stream: Any, length: int) -> bytes:
        """What the record holds; nothing of it where it is too large, but read to its end."""
        kept = length <= self._largest + _HEAD
        pieces, left = [], length
        while left:
            piece = stream.read(min(left, _STEP))
            if not piece:
                raise Damaged(f"the file ends {left} bytes before the record does")
            left -= len(piece)
            if kept:
                pieces.append(piece)
        return b"".join(pieces)

    def _problem(self, record: Any, body: bytes, length: int, place: int) -> Problem | None:
        """Why there is no page in a record, as far as its own head tells."""
        address, sort = self._address, record.rec_type
        if sort == "revisit":
            return Problem(address, Kind.REPEATED, "is as it was at an earlier visit", place)
        if sort == "continuation" or record.rec_headers.get_header("WARC-Segment-Number", "") not in ("", None):
            return Problem(address, Kind.DAMAGED, "is kept in segments, which are not put together", place)
        if sort not in ("response", "resource"):
            return Problem(address, Kind.NOT_HTML, f"is a record of the type “{sort}”", place)
        if length and not body:
            return too_large(address, self._largest, place)
        if reason := record.rec_headers.get_header("WARC-Truncated", ""):
            return Problem(address, Kind.CUT, f"was kept in part only ({reason})", place)
        return None

    def _page(self, record: Any, body: bytes, place: int) -> Record | Problem:
        address = self._address
        if record.rec_type == "resource" or not address.lower().startswith(("http:", "https:")):
            return self._html(body, record.rec_headers.get_header("Content-Type", "") or "", place)
        stream = io.BytesIO(body)
        try:
            head = self._http(stream)
        except self._wrong:
            return Problem(address, Kind.DAMAGED, "holds no answer of a server", place)
        status = head.get_statuscode().split() or [""]
        if status[0] != "200":
            return Problem(address, Kind.STATUS, f"the server answered {head.statusline.strip()}", place)
        told = {name.lower(): value for name, value in head.headers}
        kind = told.get("content-type", "")
        if kind and not _is_html(kind):
            return self._html(b"", kind, place)
        try:
            content = undone(
                stream.read(), told.get("transfer-encoding", ""), told.get("content-encoding", ""), self._largest
            )
        except BodyTooLarge:
            return too_large(address, self._largest, place)
        except BodyError as error:
            return Problem(address, Kind.DAMAGED, str(error), place)
        return self._html(content, kind, place)

    def _html(self, content: bytes, kind: str, place: int) -> Record | Problem:
        """The page, where it is one by its media type `kind`, or by its beginning where it has none."""
        if not (_is_html(kind) if kind else _looks_html(content)):
            return Problem(self._address, Kind.NOT_HTML, f"is {kind or 'of no named type'}, no HTML", place)
        if len(content) > self._largest:
            return too_large(self._address, self._largest, place)
        return Record(self._address, content, _charset(kind), place)


def _at_end(stream: Any) -> bool:
    """Whether two line ends follow, or the end of all; writers that leave one out are many."""
    return stream.peek(1)[:1] in (b"\r", b"\n", b"")


def _is_html(kind: str) -> bool:
    return kind.partition(";")[0].strip().lower() in _HTML


def _looks_html(content: bytes) -> bool:
    start = content[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<!--", b"<?xml"))


def _charset(kind: str) -> str:
    """The charset of a media type with parameters; "" where it names none."""
    for parameter in kind.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")
    return ""
