"""Tags that do not pair: ends without a start, inline elements left open, empty ones, spaces inside their edges."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from prosefix.checks.markup.reading import Markup, by_page
from prosefix.findings import Applicability, Edit, PageMatch
from prosefix.page.elements import BARRIERS, IMPLIED_ENDS, P_BARRIERS, ROLES, VOID, Role
from prosefix.page.tokens import Token, TokenKind

INLINE = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup tt u var".split()
)
PAIRED = INLINE | frozenset(
    "div section article aside nav main header footer table ul ol dl figure blockquote pre".split()
)
EDGED = frozenset("a em strong b i cite dfn code".split())
SCRIPTS = frozenset(["sub", "sup"])
_NAMES = re.compile(r"</?[a-z]+(?=[\s>])")
_EMPTY = re.compile(
    r"<(code|em|strong|b|kbd|samp|var|dfn|cite|q|sub|sup)>\s*</\1\s*>|<a\s+href\s*=\s*(?:\"(?!#)[^\"<>]*\"|'(?!#)[^'<>]*'|(?!#)[^\s\"'<>]+)\s*>\s*</a\s*>"
)
_SELF_CLOSED = re.compile(r"(?<=[\s\"'])/>\Z|\A<\w+/>")  # as in XHTML; in <a for=/> the slash is a value
_FOREIGN = frozenset(["svg", "math"])
_DEEPEST = 1_000  # elements open at once, after which nobody knows any more what was to close what


@dataclass(slots=True)
class Open:
    """A start tag whose end has not come; `number` is its token's."""

    name: str
    number: int


def unpaired(markup: Markup) -> Iterator[PageMatch]:
    """End tags without a start, and inline elements that are still open when the block around them ends."""
    if _balanced(markup.text):
        return
    opened: list[Open] = []
    late: Counter[str] = Counter()  # inline elements whose block has ended; their end tags may still come
    foreign = 0
    for number, token in enumerate(markup.tokens):
        if token.kind is TokenKind.START:
            foreign += token.name in _FOREIGN and markup.text[token.end - 2] != "/"
            closed = token.name in VOID or _SELF_CLOSED.search(markup.text, token.start, token.end) is not None
            if not foreign and _was_to_end(markup, number, opened):
                opened.pop()
                meant = f"</{token.name}>"
                yield PageMatch("markup/unclosed-inline", token.start, token.end, (meant,), applicability=Applicability.UNSAFE,
                                message=f"“<{token.name}>” stands where “{meant}” is meant.")  # fmt: skip
            elif not foreign and not closed:
                _imply(token.name, opened)
                opened.append(Open(token.name, number))
                if len(opened) > _DEEPEST:
                    return
        elif token.kind is TokenKind.END:
            if token.name in _FOREIGN:
                foreign = max(0, foreign - 1)
            elif not foreign:
                yield from _end(markup, token, opened, late)


def _was_to_end(markup: Markup, number: int, opened: list[Open]) -> bool:
    """Whether the start tag is an end tag that lacks its slash: `10<sup>3<sup> m`."""
    token = markup.tokens[number]
    if token.name not in SCRIPTS or not opened or opened[-1] != Open(token.name, number - 2):
        return False
    following = (markup.tokens[n] for n in range(number + 1, min(number + 4, len(markup.tokens))))
    tag = next((each for each in following if each.kind is not TokenKind.TEXT), None)
    return tag is None or (tag.kind, tag.name) != (TokenKind.END, token.name)


def _balanced(text: str) -> bool:
    """Whether every element that must have both tags has as many starts as ends: then no closer look is taken."""
    counts = Counter(_NAMES.findall(text))
    return all(counts[f"<{name}"] == counts[f"</{name}"] for name in PAIRED)


def _imply(name: str, opened: list[Open]) -> None:
    """Close what the start tag `name` ends without an end tag: a paragraph before a list, an item before an item."""
    ends = IMPLIED_ENDS.get(name)
    if not ends:
        return
    barriers = BARRIERS.get(name, P_BARRIERS)
    for at in range(len(opened) - 1, -1, -1):
        if opened[at].name in ends:
            del opened[at:]
        elif opened[at].name in barriers:
            return


def _end(markup: Markup, token: Token, opened: list[Open], late: Counter[str]) -> Iterator[PageMatch]:
    at = next((n for n in range(len(opened) - 1, -1, -1) if opened[n].name == token.name), -1)
    if at >= 0 and token.name in INLINE and any(_is_block(each.name) for each in opened[at + 1 :]):
        return  # an inline element round blocks, some of which have optional ends
    if at < 0:
        if late[token.name]:
            late[token.name] -= 1
        elif opened and {token.name, opened[-1].name} == SCRIPTS:
            meant = opened.pop().name
            yield PageMatch("markup/stray-end-tag", token.start, token.end, (f"</{meant}>",), words={"name": token.name},
                            message=f"“</{token.name}>” ends “<{meant}>”; “</{meant}>” is meant.")  # fmt: skip
        elif token.name in PAIRED and (markup.whole or (token.name in INLINE and any(o.name == "p" for o in opened))):
            yield PageMatch("markup/stray-end-tag", token.start, token.end, ("",), words={"name": token.name})
        return
    if not _is_block(token.name):
        del opened[at]  # inline elements may cross: <b><i></b></i>
        return
    for each in opened[at + 1 :]:
        if each.name in INLINE:
            late[each.name] += 1
            start = markup.tokens[each.number]
            yield PageMatch("markup/unclosed-inline", start.start, start.end,
                            words={"name": each.name, "block": token.name})  # fmt: skip
    del opened[at:]


def _is_block(name: str) -> bool:
    return ROLES.get(name) is Role.BLOCK


def empty(markup: Markup) -> Iterator[PageMatch]:
    """`<code></code>`, `<a href="…"></a>`: elements that were to hold words and hold none."""
    for match in _EMPTY.finditer(markup.text):
        before, after = (
            markup.text[: match.start()][-40:].rstrip(),
            markup.text[match.end() : match.end() + 40].lstrip(),
        )
        if before.endswith(">") and after.startswith("<"):
            continue  # alone in its block: filled by a script, or left by a generator
        number = markup.token_at(match.start())
        if markup.tokens[number].kind is TokenKind.START and not markup.depth[number]:
            yield PageMatch("markup/empty-element", *match.span(), words={"name": match[1] or "a"})


def edges(markup: Markup) -> Iterator[PageMatch]:
    """`<em> word</em>`: the space belongs outside."""
    tokens, text = markup.tokens, markup.text
    for n, (kind, start, end, name) in enumerate(tokens):
        if name not in EDGED or not 0 < n < len(tokens) - 1 or markup.depth[n] > (name == "code"):
            continue
        inner, outer = (n + 1, n - 1) if kind is TokenKind.START else (n - 1, n + 1)
        if tokens[inner].kind is not TokenKind.TEXT or tokens[outer].kind is not TokenKind.TEXT:
            continue
        inside, outside = (text[tokens[k].start : tokens[k].end] for k in (inner, outer))
        opening = kind is TokenKind.START
        gap = re.match(r"[ \t\n]+(?=\S)", inside) if opening else re.search(r"(?<=\S)[ \t\n]+\Z", inside)
        if gap is None:
            continue
        at = tokens[inner].start + gap.start()
        spaced = outside[-1:].isspace() if opening else outside[:1].isspace() or outside[:1] in ".,;:!?)"
        edits = [Edit(at, at + len(gap.group()), "")]
        if not spaced:
            place = start if opening else end
            edits.append(Edit(place, place, " "))
        yield PageMatch("markup/edge-space", at, at + len(gap.group()), ("",), (tuple(sorted(edits, key=lambda e: e.start)),),
                        words={"name": name})  # fmt: skip


def breaks(markup: Markup) -> Iterator[PageMatch]:
    """`<br><br>` between words: two paragraphs."""
    for match in re.finditer(r"(?<=\S)(\s*<br\s*/?>){2,}(?=\s*[^\s<])", markup.text, re.IGNORECASE):
        start = match.start() + len(match.group()) - len(match.group().lstrip())
        yield PageMatch("markup/break-paragraph", start, match.end())


stray_end_tag = by_page(lambda markup: (m for m in unpaired(markup) if m.rule == "markup/stray-end-tag"))
unclosed_inline = by_page(lambda markup: (m for m in unpaired(markup) if m.rule == "markup/unclosed-inline"))
empty_element = by_page(empty)
edge_space = by_page(edges)
break_paragraph = by_page(breaks)
