"""From markup tokens to drafts of blocks: which pieces of the page are prose, and what stands in for the rest.

Walks the tokens once with a stack of open elements. It neither decodes text nor knows shorthand within it.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from prosefix.findings import Span
from prosefix.page import elements
from prosefix.page.attributes import Attribute, read_attributes
from prosefix.page.directives import Directive, DirectiveKind, parse_comment
from prosefix.page.dialect import Dialect
from prosefix.page.elements import Role
from prosefix.page.folding import BREAK_MARK, Segment
from prosefix.page.options import ReadOptions
from prosefix.page.prose import BlockKind, MathNode, NodeKind
from prosefix.page.sourcemap import QUOTES
from prosefix.page.tokens import Token, TokenKind
from prosefix.standins import StandInKind, character


class Context(NamedTuple):
    """What elements hand down to those within them."""

    language: str = ""
    quoted: bool = False
    spelled: bool = True
    read: bool = True  # False under translate="no"

    def is_read(self) -> bool:
        """Whether it is English, or no language is named, and may be read."""
        return self.read and (not self.language or self.language.partition("-")[0] in ("en", "und", "x"))


@dataclass(slots=True)
class Draft:
    """A block as it is found: its pieces of the page, not yet plain text."""

    kind: BlockKind
    path: str
    context: Context
    place: int = 0
    segments: list[Segment] = field(default_factory=list)


class Open(NamedTuple):
    """An open element: the context outside it, and the draft that goes on after it (of an element set apart)."""

    name: str
    role: Role
    outside: Context
    host: Draft | None
    start: int
    apart: bool


@dataclass(slots=True)
class Reading:
    """All that the walk found."""

    drafts: list[Draft] = field(default_factory=list)
    math: list[MathNode] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    quotes: list[Span] = field(default_factory=list)
    known: list[Span] = field(default_factory=list)  # code, dfn, abbr and the like, whose words the page makes known
    skipped: dict[str, int] = field(default_factory=dict)


_LANGUAGE = r"(?:xml:)?lang"
_NOTED = re.compile(
    rf"[ \t\n\f\r\"'](?:{_LANGUAGE}|translate|spellcheck|data-prosefix|role|alt|title|aria-label|placeholder|summary"
    r"|label|caption|content|type"
    r"|class[ \t\n\f\r]*=[ \t\n\f\r]*[\"']?[^\"'>]*(?:math|katex|mathjax|footnote|notranslate|nospell|sidenote))\b",
    re.IGNORECASE,
)
_MATH_CLASS = re.compile(r"\b(?:math|katex(?:-display)?|MathJax(?:_Display|_Preview|_SVG|_CHTML)?)\b(?!-)", re.IGNORECASE)
_RENDERED = re.compile(r"katex|MathJax", re.IGNORECASE)
_DISPLAY = re.compile(r"\bmode=display\b|[\s\"']display[\"'\s]|\bdisplay\s*=\s*[\"']?(?:block|true)|\sblock(?=[\s>/=])")
_DELIMITED = re.compile(
    r"\s*(?P<open>\\[(\[]|\$\$?)(?s:.*?)(?P<close>\\[)\]]|(?<!\$)\$\$?)\s*"
)
_NOTE_CLASS = re.compile(r"(?:^|\s)(?:footnote|sidenote|marginnote)(?:\s|$)")
_REFERENCE = re.compile(
    r"<sup\b[^>]*>\s*(?:\[\s*)?<a\b[^>]*>\s*(?:<sup\b[^>]*>)?\s*[\[(]?(?:\d{1,3}|[*†‡§]{1,3}|[a-z])[\])]?\s*(?:</sup>\s*)?</a>"
    r"(?:\s*\])?\s*</sup\s*>",
    re.IGNORECASE,
)
_INTERFACE = re.compile(r"\{\{(?:[A-Za-z\"'/\[]|\s*\[\[)[^{}|%]*\}\}")
_SLOT = re.compile(r"\{\{(?:\[\[|[A-Z]\w*(?:/|\}))[^{}|%]*")
_GAP = re.compile(r"\n[ \t\r]*\n(?:[ \t\r]*\n)*")
_MARKDOWN_LINES = re.compile(
    rf"(?P<gap>{_GAP.pattern})"
    r"|(?P<mark>^[ \t]*(?:\d+\.|[*+-]|::?|\#{1,6})(?:[ \t]+|(?=\r?$)))"
    r"|(?P<id>[ \t]*\#*[ \t]*\{\#[^}\n]*\}[ \t]*)"
    r"|(?P<line>\n)",
    re.MULTILINE,
)
_MARKS = {":": BlockKind.TERM, "::": BlockKind.PARAGRAPH, "*": BlockKind.ITEM, "-": BlockKind.ITEM, "+": BlockKind.ITEM,
          "": BlockKind.ITEM, "mark": BlockKind.ITEM, "#": BlockKind.HEADING, "##": BlockKind.HEADING}  # fmt: skip
_SMALL = re.compile(r"<(su[bp])\b[^>]*>(?:<(?:i|em|var|b)>)?([^<]{0,12})(?:</(?:i|em|var|b)>)?</\1\s*>", re.IGNORECASE)
_SCRIPT_MATH = re.compile(r"math/(?:tex|asciimath|mml)", re.IGNORECASE)
_UNQUOTABLE = frozenset(["html", "body"])
_BLOCKY = frozenset([Role.BLOCK, Role.WALL])


class Reader:
    """One walk over one page's tokens; `read` gives what it found."""

    def __init__(self, text: str, tokens: list[Token], options: ReadOptions, dialect: Dialect) -> None:
        self.text = text
        self.tokens = tokens
        self.selectors = options.selectors()
        self.dialect = dialect
        self.found = Reading()
        self.stack: list[Open] = []
        self.context = Context()
        self.draft: Draft | None = None
        self.at = 0  # number of the token being read
        self.marked: BlockKind | None = None  # the kind that a Markdown line start gave the text that follows

    def read(self) -> Reading:
        text, tokens = self.text, self.tokens
        size = len(tokens)
        while self.at < size:
            kind, start, end, name = tokens[self.at]
            self.at += 1
            if kind == TokenKind.TEXT:
                if text.find("\n", start, end) >= 0 and self._structured(start, end):
                    continue
                draft = self.draft
                if draft is not None:
                    draft.segments.append((start, end, ""))
                elif not text[start:end].isspace():
                    self._add(start, end, "")
            elif kind == TokenKind.START:
                self._start(start, end, name)
            elif kind == TokenKind.END:
                self._end(start, end, name)
            else:
                self._other(kind, start, end)
        return self.found

    # ---- text and what stands for it

    def _add(self, start: int, end: int, char: str) -> None:
        """A piece of prose, or a stand-in `char` for `[start, end)`; begins a block where none is begun."""
        context = self.context
        if self.draft is None:
            if not context.is_read():
                self._skip("language")
                self.draft = Draft(BlockKind.OTHER, "", context)  # takes what follows, and is forgotten
                return
            holder = self._holder()
            kind = elements.KINDS.get(holder, BlockKind.OTHER if holder else BlockKind.PARAGRAPH)
            if self.marked is not None:
                kind = self.marked
            elif kind is BlockKind.OTHER and holder in ("span", "aside", "small"):
                kind = BlockKind.FOOTNOTE
            self.draft = Draft(kind, holder, context)
            self.found.drafts.append(self.draft)
        self.draft.segments.append((start, end, char))

    def _structured(self, start: int, end: int) -> bool:
        """Text that lies in lines: empty lines and, in Markdown, list markers and headings end blocks. False if none."""
        markdown = self.dialect.markdown
        matches = list((_MARKDOWN_LINES if markdown else _GAP).finditer(self.text, start, end))
        if self.marked is not BlockKind.HEADING:
            if not matches:
                return False
            holder = self._holder()
            if holder in elements.PHRASING or not (markdown or holder in elements.CONTAINERS):
                return False
        at = start
        for match in matches:
            if match.start() < at:
                continue
            if match.lastgroup == "line":
                if self.marked is not BlockKind.HEADING:
                    continue
            self._text(at, match.start())
            at = match.end()
            self.draft = None
            self.marked = _MARKS.get((match["mark"] or "").strip()[:2].rstrip("0123456789. \t") or match.lastgroup or "")
        self._text(at, end)
        return True

    def _text(self, start: int, end: int) -> None:
        if start < end and (self.draft is not None or not self.text[start:end].isspace()):
            self._add(start, end, "")

    def _holder(self) -> str:
        return next((open.name for open in reversed(self.stack) if open.role in _BLOCKY or open.apart), "")

    def _stand_in(self, start: int, end: int, kind: StandInKind) -> None:
        self._add(start, end, character(kind))

    def _skip(self, reason: str) -> None:
        self.found.skipped[reason] = self.found.skipped.get(reason, 0) + 1

    def _other(self, kind: TokenKind, start: int, end: int) -> None:
        if kind == TokenKind.COMMENT:
            self.found.directives += parse_comment(self.text[start:end], start)
        elif kind == TokenKind.TEMPLATE:
            self._template(start, end)
        elif kind == TokenKind.SHORTHAND:
            self._stand_in(start, end, StandInKind.CODE)
        elif kind == TokenKind.RAW:  # of title alone; the others are skipped with their elements
            self._add(start, end, "")

    def _template(self, start: int, end: int) -> None:
        text = self.text
        if text.startswith("{{", start):
            if _INTERFACE.match(text, start, end) if self.dialect.shorthand else _SLOT.match(text, start, end):
                self._stand_in(start, end, StandInKind.CODE)
            else:
                self._stand_in(start, end, StandInKind.TEMPLATE)
        elif text.startswith(("<%=", "<?="), start):
            self._stand_in(start, end, StandInKind.TEMPLATE)
        else:  # control tags and scriptlets print nothing that a reader could name
            self._skip("template")

    def _small(self, start: int) -> int:
        """Where a `sup` or `sub` ends that is no part of the words: a reference mark, an index; 0 if it is."""
        text = self.text
        reference = _REFERENCE.match(text, start)
        if reference:
            return reference.end()
        small = _SMALL.match(text, start)
        if small is None:
            return 0
        inside = small.group(2).strip()
        before = text[max(start - 4, 0) : start]
        if inside.isdigit():  # H2O, m2; a note on the word before, a power of ten
            return 0 if before[-1:].isalpha() and not before[-3:].islower() else small.end()
        if inside.lower() in ("st", "nd", "rd", "th") or " " in inside or len(inside) > 8:
            return 0
        return small.end()

    def _unread(self, name: str, start: int, end: int) -> bool:
        attributes = read_attributes(self.text, start, end)
        return any(selector.matches(name, attributes) for selector in self.selectors)

    # ---- elements

    def _start(self, start: int, end: int, name: str) -> None:
        role = elements.ROLES.get(name, Role.INLINE)
        attributes: dict[str, Attribute] = {}
        if end - start > len(name) + 2 and _NOTED.search(self.text, start, end):
            attributes = read_attributes(self.text, start, end)
            self._prose_attributes(name, attributes, start)
            role = self._special(role, name, attributes, start, end)
        if name in ("sup", "sub") and (stop := self._small(start)):
            return self._jump(stop)
        if self.selectors and self._unread(name, start, end):
            role = Role.WALL if role in _BLOCKY else Role.OPAQUE
        if role is Role.INLINE:
            if name in elements.VOID:
                return None
            self._open(name, role, attributes, start)
            if name in _SPEAKING:
                self._quotation(name, end)
            return None
        if role is Role.BLOCK:
            self.draft = self.marked = None
            self._imply_ends(name)
            if name not in elements.VOID:
                self._open(name, role, attributes, start)
            return None
        return self._closed(role, name, attributes, start, end)

    def _closed(self, role: Role, name: str, attributes: dict[str, Attribute], start: int, end: int) -> None:
        """Elements whose content is not read, or read apart."""
        if role is Role.BREAK:
            if self.draft is not None:
                self.draft.segments.append((start, end, BREAK_MARK))
        elif role is Role.VOID:
            pass
        elif role is Role.APART:
            if name == "button":
                self._add(start, end, character(StandInKind.IMAGE))
            self._open(name, Role.APART, attributes, start, apart=True)
            self.draft = None
        else:
            self._content(role, name, attributes, start, end)

    def _content(self, role: Role, name: str, attributes: dict[str, Attribute], start: int, end: int) -> None:
        """An opaque element: skipped to its end, with what it leaves."""
        inner_end, stop = self._find_end(name, end)
        if name in ("code", "var", "kbd", "samp", "tt", "pre"):
            self.found.known.append(Span(end, inner_end))
        if role is Role.WALL:
            self.draft = self.marked = None
            self._imply_ends(name)
            self._skip("code")
        elif role is Role.MATH:
            self._math(name, attributes, Span(start, end), Span(end, inner_end), stop)
        elif role is Role.OPAQUE:
            kind = elements.STAND_INS.get(name, StandInKind.IMAGE)
            hidden = name == "input" and "type" in attributes and attributes["type"].value.lower() == "hidden"
            if not hidden:
                self._stand_in(start, stop, kind)
        elif role is Role.FOREIGN:
            self._stand_in(start, stop, StandInKind.FOREIGN)
        else:
            self._skip({"script": "script", "style": "style"}.get(name, "other"))

    def _math(self, name: str, attributes: dict[str, Attribute], tag: Span, inner: Span, stop: int) -> None:
        span = Span(tag.start, stop)
        self._stand_in(*span, StandInKind.MATH)
        names = attributes["class"].value if "class" in attributes else ""
        if name == "mjx-container" or _RENDERED.search(names):
            return  # what a renderer made of it; its source is elsewhere
        display = _DISPLAY.search(self.text, *tag) is not None
        opener = f"<{name}>"
        delimited = _DELIMITED.fullmatch(self.text, *inner)
        if delimited and name != "math":
            opener = delimited["open"]
            inner = Span(delimited.end("open"), delimited.start("close"))
            display = display or opener in ("$$", "\\[")
        kind = NodeKind.MATHML if name == "math" else NodeKind.TEX_DISPLAY if display else NodeKind.TEX_INLINE
        self.found.math.append(MathNode(kind, span, inner, opener, -1))

    def _special(self, role: Role, name: str, attributes: dict[str, Attribute], start: int, end: int) -> Role:
        """The role of an element whose attributes say more than its name."""
        names = attributes["class"].value if "class" in attributes else ""
        if name == "script" and "type" in attributes and _SCRIPT_MATH.match(attributes["type"].value):
            return Role.MATH
        if role in (Role.INLINE, Role.BLOCK):
            if names and _MATH_CLASS.search(names):
                return Role.MATH
            if role is Role.INLINE and names and _NOTE_CLASS.search(names):
                return Role.APART
            if name == "a" and "role" in attributes and attributes["role"].value == "doc-noteref":
                return Role.NOTHING
            if role is Role.INLINE and self._foreign(name, attributes) and self.draft is not None:
                return Role.FOREIGN
        if "data-prosefix" in attributes or ("spellcheck" in attributes and role is Role.INLINE):
            self._switch(name, attributes, start, end)
        return role

    def _foreign(self, name: str, attributes: dict[str, Attribute]) -> bool:
        return not _handed_down(self.context, name, attributes).is_read()

    def _switch(self, name: str, attributes: dict[str, Attribute], start: int, end: int) -> None:
        """A directive in an attribute governs its element."""
        stop = end if name in elements.VOID else self._find_end(name, end, move=False)[1]
        governs, tag = Span(start, stop), Span(start, end)
        words = attributes["data-prosefix"].value.split() if "data-prosefix" in attributes else []
        if words[:1] == ["off"]:
            for one in words[1:] or [""]:
                names = (one,) if one else ()
                self.found.directives.append(Directive(DirectiveKind.ATTRIBUTE, names, "", tag, governs))
        elif words:
            problem = f"data-prosefix={' '.join(words)!r} says nothing; it may be \"off\" or \"off SET/NAME\""
            self.found.directives.append(Directive(DirectiveKind.ATTRIBUTE, (), "", tag, Span(0, 0), problem))
        if "spellcheck" in attributes and attributes["spellcheck"].value.lower() == "false":
            self.found.directives.append(Directive(DirectiveKind.ATTRIBUTE, ("spelling",), "", tag, governs))

    def _quotation(self, name: str, end: int) -> None:
        inner_end, _ = self._find_end(name, end, move=False)
        (self.found.known if name in ("dfn", "abbr") else self.found.quotes).append(Span(end, inner_end))

    def _open(self, name: str, role: Role, attributes: dict[str, Attribute], start: int, apart: bool = False) -> None:
        self.stack.append(Open(name, role, self.context, self.draft if apart else None, start, apart))
        if attributes or name == "blockquote":
            self.context = _handed_down(self.context, name, attributes)

    def _end(self, start: int, end: int, name: str) -> None:
        role = elements.ROLES.get(name, Role.INLINE)
        if role in _BLOCKY:
            self.draft = self.marked = None
        stack = self.stack
        for depth in range(len(stack) - 1, -1, -1):
            open = stack[depth]
            if open.name == name:
                self._close(depth)
                return
            if role is Role.INLINE and (open.role in _BLOCKY or open.apart):
                return  # a stray end tag
            if open.name in ("table", "td", "th") and name not in _TABULAR and role is not Role.INLINE and name in ("p", "li", "div"):
                return

    def _close(self, depth: int) -> None:
        closed = self.stack[depth:]
        del self.stack[depth:]
        self.context = closed[0].outside
        for open in closed:
            if open.apart:
                self.draft = open.host
                break

    def _imply_ends(self, name: str) -> None:
        ends = elements.IMPLIED_ENDS.get(name)
        if not ends:
            return
        barriers = elements.BARRIERS.get(name, elements.P_BARRIERS)
        stack = self.stack
        for depth in range(len(stack) - 1, -1, -1):
            open = stack[depth].name
            if open in ends:
                self._close(depth)
            elif open in barriers:
                return

    def _jump(self, position: int) -> None:
        """Goes on at the first token that begins at `position` or later."""
        while self.at < len(self.tokens) and self.tokens[self.at].start < position:
            self.at += 1

    def _find_end(self, name: str, start: int, move: bool = True) -> tuple[int, int]:
        """Where the element that was just opened ends: before and after its end tag. Moves there if asked."""
        if name in elements.VOID:
            return start, start
        tokens = self.tokens
        confined = elements.ROLES.get(name, Role.INLINE) is Role.INLINE or name in _PHRASES
        depth, blocks, fallback = 0, 0, -1
        at = self.at
        for number in range(at, len(tokens)):
            kind, _, _, other = tokens[number]
            if kind == TokenKind.START:
                if other == name:
                    depth += 1
                elif confined and elements.ROLES.get(other) is Role.BLOCK and other not in elements.VOID:
                    blocks += 1
                    if other in _RESTARTING and fallback < 0:
                        fallback = number
            elif kind == TokenKind.END:
                if other == name:
                    if depth == 0:
                        return self._found(number, move)
                    depth -= 1
                    if fallback < 0:
                        fallback = number
                elif confined and elements.ROLES.get(other) is Role.BLOCK:
                    blocks -= 1
                    if blocks < 0:
                        fallback = number if fallback < 0 else fallback
                        break
        if fallback < 0:
            if name in _SWALLOWING:
                fallback = len(tokens)
            elif not confined:
                return start, start  # never closed, so it holds nothing rather than the rest of the page
            else:
                fallback = len(tokens)
        if fallback < len(tokens) and tokens[fallback].name == name and tokens[fallback].kind == TokenKind.END:
            return self._found(fallback, move)
        position = tokens[fallback].start if fallback < len(tokens) else len(self.text)
        if move:
            self.at = fallback
        return position, position

    def _found(self, number: int, move: bool) -> tuple[int, int]:
        if move:
            self.at = number + 1
        return self.tokens[number].start, self.tokens[number].end

    def _prose_attributes(self, name: str, attributes: dict[str, Attribute], start: int) -> None:
        if name == "meta":
            key = attributes.get("name") or attributes.get("property")
            if key is not None and key.value.lower() in elements.META_PROSE and "content" in attributes:
                self._attribute(name, "content", attributes["content"], attributes)
            return
        for key in elements.PROSE_ATTRIBUTES:
            if key in attributes and _is_prose(name, key):
                self._attribute(name, key, attributes[key], attributes)

    def _attribute(self, name: str, key: str, value: Attribute, attributes: dict[str, Attribute]) -> None:
        context = _handed_down(self.context, name, attributes)
        if not value.value.strip():
            return
        if not context.is_read():
            return self._skip("language")
        place = QUOTES.index(value.quote)
        self.found.drafts.append(
            Draft(BlockKind.ATTRIBUTE, f"{name}[{key}]", context, place, [(value.start, value.end, "")])
        )
        return None


_SPEAKING = frozenset("q cite dfn abbr acronym".split())
_PHRASES = frozenset("code kbd samp var tt math d-math dt-math d-cite dt-cite rt rp".split())
_SWALLOWING = frozenset("pre xmp listing plaintext script style textarea".split())
_RESTARTING = frozenset("p li td th tr dt dd section h1 h2 h3 h4 h5 h6 pre table".split())
_TABULAR = frozenset("table tbody thead tfoot tr td th caption".split())


def _is_prose(name: str, key: str) -> bool:
    only = elements.ONLY_ON.get(key, frozenset())
    if key == "title":
        return name not in elements.NOT_PROSE_TITLE
    return not only or name in only


def _handed_down(context: Context, name: str, attributes: dict[str, Attribute]) -> Context:
    language, quoted, spelled, read = context
    if attributes:
        tongue = attributes.get("lang") or attributes.get("xml:lang")
        if tongue is not None and name not in _PHRASES:
            language = tongue.value.strip().lower().replace("_", "-")
        if "translate" in attributes and name not in _UNQUOTABLE:
            read = attributes["translate"].value.lower() != "no"
        if "spellcheck" in attributes:
            spelled = attributes["spellcheck"].value.lower() != "false"
    return Context(language, quoted or name == "blockquote", spelled, read)
