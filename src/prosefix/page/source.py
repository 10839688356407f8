"""From bytes to a page: its encoding, its decoded text and where its lines begin.

Owns decoding and the exact way back to bytes. It knows nothing of markup beyond `<meta charset>`.
"""

import codecs
import os
import re
import stat
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from prosefix.errors import PageError

MAX_SIZE = 20  # megabytes (10^6 bytes) of a page that is read unless more are asked for; specifications have 1 to 12
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# A browser looks for the declaration in the first 1024 bytes; pages in the wild put it a little later.
_META_REACH = 4096
_META = re.compile(
    rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE
)
# The Encoding Standard's reading of labels (https://encoding.spec.whatwg.org/#names-and-labels), where it differs.
_LABELS = {
    "iso-8859-1": "windows-1252", "latin1": "windows-1252", "latin-1": "windows-1252", "iso_8859-1": "windows-1252",
    "ascii": "windows-1252", "us-ascii": "windows-1252", "iso8859-1": "windows-1252", "l1": "windows-1252",
    "iso-8859-9": "windows-1254", "latin5": "windows-1254", "tis-620": "windows-874",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "ks_c_5601-1987": "cp949", "euc-kr": "cp949",
    "shift_jis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932", "x-euc-jp": "euc_jp",
    "utf8": "utf-8", "unicode-1-1-utf-8": "utf-8",
    # A page whose declaration can be read byte by byte is not UTF-16; browsers take it for UTF-8.
    "utf-16": "utf-8", "utf-16le": "utf-8", "utf-16be": "utf-8",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Page:
    """One source file. `text` is without the byte order mark, its line ends untouched; offsets are code points."""

    path: str
    raw: bytes
    text: str
    encoding: str  # a Python codec name
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """`text` as bytes of this page: byte order mark, encoding. Raises PageError for a character it cannot hold."""
        try:
            return self.bom + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            bad = text[error.start]
            raise PageError(
                f"{self.path}: cannot write {bad!r} (U+{ord(bad):04X}) in the page's encoding {self.encoding}; "
                "convert the page to UTF-8"
            ) from None

    def with_text(self, text: str) -> "Page":
        """The page with another text in the same encoding. Raises PageError for a character it cannot hold."""
        return replace(self, text=text, raw=self.encode(text))


class LineIndex:
    """Lines and columns of offsets into a text. A line ends at LF, CR LF or a lone CR."""

    def __init__(self, text: str) -> None:
        if "\r" in text:
            self.starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]
        else:
            lengths = map((1).__add__, map(len, text.split("\n")[:-1]))
            self.starts = list(accumulate(lengths, initial=0))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of `offset`, both from 1, the column in code points."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int) -> int:
        """The offset at which `line` (from 1) begins."""
        return self.starts[line - 1]


def read_page(path: Path, shown: str | None = None, max_size: int = MAX_SIZE) -> Page:
    """The page at `path`; `shown` is what messages call it.

    Raises PageError when it cannot be read or decoded, is no regular file, or has more than `max_size` megabytes.
    """
    name = shown if shown is not None else str(path)
    try:
        raw = _bytes_of(path, name, max_size)
    except FileNotFoundError:
        raise PageError(f"{name}: no such file; check the path") from None
    except IsADirectoryError:
        raise PageError(f"{name}: is a folder, not a page; name the page") from None
    except OSError as error:
        raise PageError(f"{name}: cannot be read ({error.strerror or error}); check its permissions") from None
    check_size(raw, name, max_size)
    return decode_page(raw, name)


def _bytes_of(path: Path, name: str, max_size: int) -> bytes:
    """The file's first bytes, one more than the limit at most, so that neither a device nor a growing file fills memory."""
    # Without blocking, so that a pipe that nobody writes to does not hold the run up.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise PageError(f"{name}: is a pipe or a device, no file; give it through standard input, as -")
        return file.read(max_size * 1_000_000 + 1)


def check_size(raw: bytes, name: str, max_size: int) -> None:
    """Raises PageError when `raw` has more than `max_size` megabytes."""
    if len(raw) > max_size * 1_000_000:
        raise PageError(f"{name}: has more than {max_size} MB; leave it out, or raise --max-size")


def decode_page(raw: bytes, path: str, charset: str = "") -> Page:
    """The page that `raw` holds: by its byte order mark, its declared charset, or else strictly as UTF-8.

    `charset` is what the server said; where it names one that there is, it counts before what the page declares. Raises PageError naming the file, the byte offset and the way out. `page.encode(page.text)` is `raw` again.
    """
    bom, encoding = _encoding(raw, path, charset)
    body = raw[len(bom) :]
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(raw, path, encoding, len(bom) + error.start) from None
    if "\0" in text:
        at = len(bom) + len(text[: text.index("\0")].encode(encoding))
        raise PageError(f"{path}: holds a NUL at byte {at}, so it is not an HTML page; leave it out")
    page = Page(path, raw, text, encoding, bom)
    if page.encode(text) != raw:  # codecs with shift states need not give the same bytes back
        raise PageError(f"{path}: {encoding} text that would not be written back byte for byte; convert it to UTF-8")
    return page


def _encoding(raw: bytes, path: str, charset: str) -> tuple[bytes, str]:
    for bom, encoding in _BOMS:
        if raw.startswith(bom):
            return bom, encoding
    if b"\0" in raw[:_META_REACH]:
        at = raw.index(b"\0")
        raise PageError(
            f"{path}: holds a NUL at byte {at}, so it is binary or UTF-16 without a mark; convert it to UTF-8"
        )
    if codec := _codec(charset):
        return b"", _decodable(raw, codec.name)
    declared = _META.search(raw, 0, _META_REACH)
    if declared is None:
        return b"", "utf-8"
    label = (declared.group(1) or declared.group(2)).decode("ascii", "replace").lower()
    codec = _codec(label)
    if codec is None:
        raise PageError(f"{path}: declares the unknown charset {label!r} at byte {declared.start()}; declare utf-8")
    return b"", _decodable(raw, codec.name)


def _codec(label: str) -> codecs.CodecInfo | None:
    """What decodes text of the charset called `label`; None where there is no such charset."""
    name = label.strip().lower()
    try:
        codec = codecs.lookup(_LABELS.get(name, name))
    except (LookupError, ValueError):  # no such name, or none that a name can be
        return None
    return codec if codec._is_text_encoding else None


def _decodable(raw: bytes, encoding: str) -> str:
    """A page that declares a one-byte charset and yet is sound UTF-8 with other than ASCII in it is UTF-8."""
    if encoding == "utf-8" or raw.isascii():
        return encoding
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return encoding
    return "utf-8"


def _undecodable(raw: bytes, path: str, encoding: str, at: int) -> PageError:
    return PageError(
        f"{path}: byte {at} (0x{raw[at]:02x}) is not {encoding}; "
        + ("save the page as UTF-8 or declare its charset" if encoding == "utf-8" else "declare the charset it is in")
    )
