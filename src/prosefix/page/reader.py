"""From markup tokens to drafts of blocks: which pieces of the page are prose, and what stands in for the rest.

Walks the tokens once with a stack of open elements. It neither decodes text nor knows shorthand within it.
"""

import re
from bisect import bisect_left

from prosefix.findings import Span
from prosefix.page import elements
from prosefix.page.attributes import Attribute, read_attributes
from prosefix.page.dialect import Dialect
from prosefix.page.directives import parse_attributes, parse_comment
from prosefix.page.drafts import Context, Draft, Open, Reading
from prosefix.page.elements import Role
from prosefix.page.ends import Ends
from prosefix.page.excerpt import cut_tag, head
from prosefix.page.folding import BREAK_MARK
from prosefix.page.formulas import is_math, math_node
from prosefix.page.lines import find_breaks
from prosefix.page.options import ReadOptions
from prosefix.page.prose import BlockKind
from prosefix.page.sourcemap import QUOTES
from prosefix.page.superscripts import end_of_mark
from prosefix.page.tokens import CODE, TokenKind, Tokens, is_statement
from prosefix.standins import StandInKind, character

_TEXT, _START, _END = int(TokenKind.TEXT), int(TokenKind.START), int(TokenKind.END)
_CODE = re.compile(CODE)
_TEMPLATE = character(StandInKind.TEMPLATE)
_BLOCKY = frozenset([Role.BLOCK, Role.WALL])
_HOLDING = frozenset([Role.BLOCK, Role.WALL, Role.APART])
# The attributes that mean something to a reader, looked for before a tag's attributes are read one by one.
_NOTED = re.compile(
    r"[ \t\n\f\r\"'](?:(?:xml:)?lang|translate|spellcheck|data-prosefix|role|alt|title|aria-label|placeholder|summary"
    r"|label|caption|content|type"
    r"|class[ \t\n\f\r]*=[ \t\n\f\r]*[\"']?[^\"'>]*(?:math|katex|footnote|sidenote|marginnote|argumentdef"
    r"|fragment|memproto|programlisting|sourceCode|member-signature|sig-object))\b",
    re.IGNORECASE,
)
# Listings that generators do not write as pre: Doxygen, DocBook, pandoc, Javadoc, Sphinx.
_LISTING = re.compile(r"(?:^|\s)(?:fragment|memproto|programlisting|sourceCode|member-signature|sig-object)(?:\s|$)")
_NOTE = re.compile(r"(?:^|\s)(?:footnote|sidenote|marginnote)(?:\s|$)")
_INTERFACE = re.compile(r"\{\{(?:[A-Za-z\"'/\[]|\s*\[\[)[^{}|%]*\}\}")  # {{Interface/method()}}, {{[[slot]]}}
_CAPITALIZED = re.compile(r"\{\{(?:\[\[|[A-Z]\w*(?:/|\}))[^{}|%]*")
_CACHED_TAG = 60  # characters up to which a tag is likely to come again


class Reader:
    """One walk over one page's tokens; `read` gives what it found."""

    def __init__(self, text: str, tokens: Tokens, options: ReadOptions, dialect: Dialect) -> None:
        self.text = text
        self.tokens = tokens
        self.ends = Ends(tokens)
        self.selectors = options.selectors()
        self.languages = options.languages
        self.dialect = dialect
        self.found = Reading()
        self.stack: list[Open] = []
        self.depths: dict[str, int] = {}  # how many elements of each name are open
        self.context = Context(options.language.lower().replace("_", "-"))
        self.draft: Draft | None = None
        self.marked: BlockKind | None = None  # the kind that a Markdown line start gave the text that follows
        self.noted: dict[str, bool] = {}
        self.at = head(text, tokens)  # number of the next token

    def read(self) -> Reading:
        kinds, starts, names = self.tokens.kinds, self.tokens.starts, self.tokens.names
        size = len(kinds)
        if self.at == 0 and size and (cut := cut_tag(self.text)):
            self._read_text(cut, starts[1])
            self.at = 1
        while self.at < size:
            number = self.at
            self.at = number + 1
            kind = kinds[number]
            if kind == _TEXT:
                self._read_text(starts[number], starts[number + 1])
            elif kind == _START:
                self._start(starts[number], starts[number + 1], names[number])
            elif kind == _END:
                self._end(names[number])
            else:
                self._other(kind, starts[number], starts[number + 1])
        return self.found

    # ---- text, and what stands for what is not read

    def _read_text(self, start: int, end: int) -> None:
        text = self.text
        if text.find("\n", start, end) >= 0 and self._structured(start, end):
            return
        if self.draft is not None:
            self.draft.segments.append((start, end, ""))
        elif not text[start:end].isspace():
            self._add(start, end, "")

    def _structured(self, start: int, end: int) -> bool:
        """Reads text in whose lines blocks end; False, with nothing read, where none does."""
        markdown = self.dialect.markdown
        holder = self._holder() if markdown else ""
        heading = self.marked is BlockKind.HEADING
        breaks = list(find_breaks(self.text, start, end, markdown, heading, holder == "pre"))
        if not breaks:
            return False
        holder = holder or self._holder()
        if holder in elements.PHRASING or not (markdown or holder in elements.CONTAINERS):
            return False
        for one in breaks:
            self._add_words(start, one.start)
            start = one.end
            self.draft = None
            self.marked = one.kind
        self._add_words(start, end)
        return True

    def _add_words(self, start: int, end: int) -> None:
        if start < end and (self.draft is not None or not self.text[start:end].isspace()):
            self._add(start, end, "")

    def _add(self, start: int, end: int, char: str) -> None:
        """A piece of prose, or a stand-in `char` for `[start, end)`; begins a block where none is begun."""
        if self.draft is None:
            self.draft = self._begin()
        self.draft.segments.append((start, end, char))

    def _begin(self) -> Draft:
        holder = self._holding()
        name = holder.name if holder else ""
        kind = elements.KINDS.get(name, BlockKind.OTHER if name else BlockKind.PARAGRAPH)
        if holder and holder.role is Role.APART and name != "button":
            kind = BlockKind.FOOTNOTE
        draft = Draft(self.marked or kind, name, self.context)
        if self.context.is_read(self.languages):
            self.found.drafts.append(draft)
        else:
            self.found.skip("language")  # the draft takes what follows, and is forgotten
        return draft

    def _holding(self) -> Open | None:
        for open in reversed(self.stack):
            if open.role in _HOLDING:
                return open
        return None

    def _holder(self) -> str:
        holder = self._holding()
        return holder.name if holder else ""

    def _stand_in(self, start: int, end: int, kind: StandInKind) -> None:
        self._add(start, end, character(kind))

    def _other(self, kind: int, start: int, end: int) -> None:
        if kind == TokenKind.COMMENT:
            self.found.directives += parse_comment(self.text[start:end], start)
        elif kind == TokenKind.TEMPLATE:
            self._template(start, end)
        elif kind == TokenKind.SHORTHAND:
            self._stand_in(start, end, StandInKind.CODE)
        elif kind == TokenKind.LISTING:
            self.draft = self.marked = None
            self.found.skip("code")
        elif kind == TokenKind.DECLARATION and not self.dialect.xml and self.text.startswith("<![CDATA[", start):
            self._jump(self.text.find(">", end) + 1 or len(self.text))  # in HTML it is a comment that the next > ends
        elif kind == TokenKind.RAW:  # of title alone; the others are skipped with their elements
            self._read_raw(start, end)

    def _read_raw(self, start: int, end: int) -> None:
        """Reads text that holds no markup but may hold template code: of a title, or of an attribute."""
        for code in _CODE.finditer(self.text, start, end):
            self._add_words(start, code.start())
            self._template(*code.span())
            start = code.end()
        self._add_words(start, end)

    def _template(self, start: int, end: int) -> None:
        text = self.text
        if text.startswith("{{", start):
            interface = _INTERFACE if self.dialect.shorthand else _CAPITALIZED
            self._stand_in(start, end, StandInKind.CODE if interface.match(text, start, end) else StandInKind.TEMPLATE)
        elif text.startswith(("<%=", "<?="), start):
            self._stand_in(start, end, StandInKind.TEMPLATE)
        elif is_statement(text, start) and self.draft is not None and not self.draft.ends_with(_TEMPLATE):
            self._add(start, end, _TEMPLATE)
            self.draft.parted = True
        else:  # it parts no words
            self.found.skip("template")

    # ---- elements

    def _start(self, start: int, end: int, name: str) -> None:
        role = elements.ROLES.get(name, Role.INLINE)
        attributes: dict[str, Attribute] = {}
        if self.selectors or (end - start > len(name) + 2 and self._is_noted(start, end)):
            attributes = read_attributes(self.text, start, end)
            self._prose_attributes(name, attributes)
            role = self._special(role, name, attributes)
        if name in ("sup", "sub") and (stop := end_of_mark(self.text, start)):
            self._jump(stop)
        elif role is Role.INLINE:
            self._inline(name, attributes, start, end)
        elif role is Role.BLOCK:
            self.draft = self.marked = None
            self._imply_ends(name)
            self._open(name, role, attributes, start, end)
        elif role is Role.BREAK:
            if self.draft is not None:
                self.draft.segments.append((start, end, BREAK_MARK))
        elif role is Role.APART:
            if name == "button":
                self._stand_in(start, end, StandInKind.IMAGE)
            self._open(name, role, attributes, start, end)
            self.draft = None
        elif role is not Role.VOID:
            self._unread(role, name, attributes, Span(start, end))

    def _is_noted(self, start: int, end: int) -> bool:
        if end - start > _CACHED_TAG:
            return _NOTED.search(self.text, start, end) is not None
        tag = self.text[start:end]
        noted = self.noted.get(tag)
        if noted is None:
            noted = self.noted[tag] = _NOTED.search(tag) is not None
        return noted

    def _special(self, role: Role, name: str, attributes: dict[str, Attribute]) -> Role:
        """The role of an element whose attributes say more than its name."""
        if self.selectors and any(selector.matches(name, attributes) for selector in self.selectors):
            return Role.WALL if role in _BLOCKY else Role.NOTHING if role is Role.NOTHING else Role.OPAQUE
        if is_math(name, attributes) and role in (Role.INLINE, Role.BLOCK, Role.NOTHING):
            return Role.MATH
        names = attributes["class"].value if "class" in attributes else ""
        if name == "pre" and "argumentdef" in names:
            return Role.BLOCK  # Bikeshed: a name, a colon and prose in each line
        if role is Role.BLOCK and _LISTING.search(names):
            return Role.WALL
        if role is Role.INLINE:
            if _NOTE.search(names):
                return Role.APART
            if name == "a" and "role" in attributes and attributes["role"].value == "doc-noteref":
                return Role.NOTHING
            if self._is_foreign(self.context.within(name, attributes)):
                return Role.FOREIGN
        elif name == "input" and "type" in attributes and attributes["type"].value.lower() == "hidden":
            return Role.VOID
        return role

    def _is_foreign(self, inside: Context) -> bool:
        """Whether an inline element is not read as what is around it is."""
        return self.context.is_read(self.languages) and not (
            inside.is_read(self.languages) and inside.is_english() == self.context.is_english()
        )

    def _inline(self, name: str, attributes: dict[str, Attribute], start: int, end: int) -> None:
        if name in elements.QUOTING or name in elements.DEFINING:
            inner = Span(end, self.ends.find(self.at, name).inner)
            (self.found.quotes if name in elements.QUOTING else self.found.known).append(inner)
        self._open(name, Role.INLINE, attributes, start, end)

    def _open(self, name: str, role: Role, attributes: dict[str, Attribute], start: int, end: int) -> None:
        if attributes:
            self._switches(role, name, attributes, Span(start, end))
        if name in elements.VOID:
            return
        self.stack.append(Open(name, role, self.context, self.draft if role is Role.APART else None))
        self.depths[name] = self.depths.get(name, 0) + 1
        if attributes or name == "blockquote":
            self.context = self.context.within(name, attributes)

    def _switches(self, role: Role, name: str, attributes: dict[str, Attribute], tag: Span) -> None:
        """Directives in attributes, which govern their element."""
        if "data-prosefix" in attributes or ("spellcheck" in attributes and role is Role.INLINE):
            governs = Span(tag.start, self.ends.find(self.at, name).outer)
            self.found.directives += parse_attributes(attributes, tag, governs)

    def _unread(self, role: Role, name: str, attributes: dict[str, Attribute], tag: Span) -> None:
        """An element whose content is not read: goes on after its end, with what it leaves."""
        if role is Role.WALL:
            self.draft = self.marked = None
            self._imply_ends(name)
        omissible = role is Role.WALL and name in elements.OMISSIBLE
        end = self.ends.find_omitted(self.at, name, self.depths) if omissible else self.ends.find(self.at, name)
        self.at = end.token
        if name in elements.CODE_LIKE or role is Role.WALL:
            self.found.known.append(Span(tag.end, end.inner))
        if role is Role.WALL:
            self.found.skip("code")
        elif role is Role.MATH:
            self._stand_in(tag.start, end.outer, StandInKind.MATH)
            node = math_node(self.text, name, attributes, tag, Span(tag.end, end.inner), end.outer)
            if node is not None:
                self.found.math.append(node)
        elif role is Role.OPAQUE:
            self._stand_in(tag.start, end.outer, elements.STAND_INS.get(name, StandInKind.IMAGE))
        elif role is Role.FOREIGN:
            self._stand_in(tag.start, end.outer, StandInKind.FOREIGN)
        else:
            self.found.skip(name if name in ("script", "style") else "other")

    def _end(self, name: str) -> None:
        role = elements.ROLES.get(name, Role.INLINE)
        if role in _BLOCKY:
            self.draft = self.marked = None
        if not self.depths.get(name):
            return  # a stray end tag: the stack of a hostile page is not walked for each
        stack = self.stack
        for depth in range(len(stack) - 1, -1, -1):
            open = stack[depth]
            if open.name == name:
                self._close(depth)
                return
            if name not in elements.TABULAR and (
                open.role in _HOLDING if role is Role.INLINE else open.name in elements.SCOPES
            ):
                return  # a stray end tag

    def _close(self, depth: int) -> None:
        """Closes the elements from number `depth` on; what the outermost of them was set apart from goes on."""
        stack, depths = self.stack, self.depths
        while len(stack) > depth:
            name, role, self.context, host = stack.pop()
            depths[name] -= 1
            if role is Role.APART:
                self.draft = host

    def _imply_ends(self, name: str) -> None:
        ends = elements.IMPLIED_ENDS.get(name)
        if not ends or not any(map(self.depths.get, ends)):
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
        """Goes on with the first token that begins at `position` or later."""
        self.at = bisect_left(self.tokens.starts, position, self.at, len(self.tokens))

    # ---- attributes that hold prose

    def _prose_attributes(self, name: str, attributes: dict[str, Attribute]) -> None:
        if name == "meta":
            kind = attributes.get("name") or attributes.get("property")
            if kind is not None and kind.value.lower() in elements.META_PROSE and "content" in attributes:
                self._attribute(name, "content", attributes)
            return
        for key in elements.PROSE_ATTRIBUTES:
            if key in attributes and elements.is_prose(name, key):
                self._attribute(name, key, attributes)

    def _attribute(self, name: str, key: str, attributes: dict[str, Attribute]) -> None:
        value = attributes[key]
        if not value.value.strip():
            return
        context = self.context.within(name, attributes)
        if not context.is_read(self.languages):
            self.found.skip("language")
            return
        place = QUOTES.index(value.quote)
        around = self.draft
        self.draft = Draft(BlockKind.ATTRIBUTE, f"{name}[{key}]", context, place)
        self.found.drafts.append(self.draft)
        self._read_raw(value.start, value.end)
        self.draft = around
