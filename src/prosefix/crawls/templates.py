"""Which part of a site a page belongs to, and which pages were made by one template, from the address and the head alone."""

import re
from urllib.parse import urlsplit

_HEAD = 30_000  # code points within which pages name their style sheets and begin their body
_NAMED = 4  # style sheets that a template is told by; further ones differ from page to page
_TAG = re.compile(r"<(link|body)\b([^>]*)>", re.IGNORECASE)
_VALUE = r"""\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
_SHEET = re.compile(r"""\brel\s*=\s*["']?[^"'>]*\bstylesheet\b""", re.IGNORECASE)
_HREF = re.compile(r"\bhref" + _VALUE, re.IGNORECASE)
_CLASS = re.compile(r"\bclass" + _VALUE, re.IGNORECASE)


def section_of(address: str) -> str:
    """The site and the first folder of an address, `docs.example.org/guide`; of a file the folder that it lies in."""
    parts = urlsplit(address)
    if not parts.netloc:
        return address.partition("#")[0].replace("\\", "/").rpartition("/")[0] or "."
    folders = [step for step in parts.path.split("/")[:-1] if step]
    return "/".join((parts.netloc, *folders[:1]))


def template_of(text: str) -> str:
    """The classes of the body and the names of the style sheets of the page `text`: pages of one template share them."""
    sheets, classes = [], ""
    for tag in _TAG.finditer(text, 0, _HEAD):
        if tag[1].lower() == "body":
            classes = ".".join(sorted(_value(_CLASS, tag[2]).split()))
            break
        if _SHEET.search(tag[2]):
            sheets.append(re.split(r"[?#]", _value(_HREF, tag[2]))[0].rpartition("/")[2])
    names = ", ".join(list(dict.fromkeys(filter(None, sheets)))[:_NAMED])
    return " ".join(filter(None, (f"body.{classes}" if classes else "", names))) or "none"


def _value(attribute: re.Pattern[str], attributes: str) -> str:
    found = attribute.search(attributes)
    return next((value for value in found.groups() if value is not None), "") if found else ""
