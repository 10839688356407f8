"""Punctuation that only a whole block shows: brackets and quotation marks without a partner, sentences without an end.

It reads plain text block by block. An excerpt of a page may begin and end anywhere, so its outermost blocks are left alone.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from prosefix.findings import Edit, Match, PageMatch
from prosefix.page.prose import Block, BlockKind
from prosefix.rulebook.context import Context
from prosefix.standins import CHARACTERS, StandInKind, character

_WHOLE = re.compile(r"\s*(?:<!--.*?-->\s*|<\?xml.*?\?>\s*)*<(?:!doctype|html)\b", re.IGNORECASE | re.DOTALL)
_PROSE = frozenset(
    {BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.CELL, BlockKind.TERM, BlockKind.CAPTION, BlockKind.FOOTNOTE}
)
_RUNNING = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.CELL, BlockKind.FOOTNOTE})

# Round brackets that have no partner on purpose: half-open intervals, the numbers of a list, faces.
_HALF_OPEN = r"|\[[^\[\]()]{1,40}\)|\([^\[\]()]{1,40}\]"  # [0, size of the array)
_INTERVAL = re.compile(
    rf"[\[(]\s*(?:[{CHARACTERS}]|[^\s()\[\]]{{1,20}}\s*,\s*[^\s()\[\]]{{1,20}})\s*[\])]" + _HALF_OPEN
)
_NUMBERED = re.compile(r"(?<![^\s(])(?:[A-Za-z*]|[ivxIVX]{1,4})\)|\d\)")
_FACE = re.compile(r"(?<!\w)[:;]'?-?[()]")
_BRACKET = re.compile(r"[()]")
_SENTENCE_END = re.compile(rf"[\w{CHARACTERS})\"”]\.\s+[\"“(]?[A-Z{CHARACTERS}]")
_CODE_LIKE = re.compile(r"[{}\\=<>]|::|->|;\s*\Z|\w_|\b_\w|/\*|//")
_WORDS = re.compile(r"\b[a-z]{2,}\b")
_FEW = 5  # words below which a block may be anything
_REACH = 8  # blocks after that of an opening bracket in which its partner may stand: a list inside brackets
_INSERTION = 12  # words after a bracket within which its end is the sentence's end
_SHORT = 5  # words; what is shorter is a label and no sentence
_CLOSES = r")\"”’\]"


_NOTE = "checks.punctuation"


class _Text(NamedTuple):
    """A block's text, where it begins in the table's text, and its number."""

    number: int
    block: Block
    start: int
    text: str


def unpaired_brackets(context: Context) -> Iterator[Match]:
    """Round brackets of which the block holds one half."""
    rule = "punctuation/unpaired-bracket"
    lonely = {
        text.number: _lonely(text.text) for text in _inner(context, _PROSE) if "(" in text.text or ")" in text.text
    }
    for text in _inner(context, _PROSE):
        for at in lonely.get(text.number, ()):
            other = ")" if text.text[at] == "(" else "("
            step = 1 if other == ")" else -1
            near = range(text.number + step, text.number + step * (_REACH + 1), step)
            if not any(_holds(context, text.number, number, other, lonely) for number in near):
                yield (
                    _close(rule, text, at)
                    if other == ")"
                    else Match(rule, text.start + at, text.start + at + 1, ("",), words={"bracket": ")"})
                )


def _holds(context: Context, origin: int, number: int, bracket: str, lonely: dict[int, list[int]]) -> bool:
    """Whether block `number`, in the same page as `origin`, has such a bracket without a partner."""
    if number not in lonely or context.page_of[number] != context.page_of[origin]:
        return False
    text = _text(context, number)
    return any(text[at] == bracket for at in lonely[number])


def _lonely(text: str) -> list[int]:
    """The offsets of the brackets without a partner, those that have none on purpose left out; none in what looks like code."""
    if _CODE_LIKE.search(text) or _FACE.search(text) or len(_WORDS.findall(text)) < _FEW:
        return []
    masked = _INTERVAL.sub(lambda found: "x" * len(found[0]), text)
    numbers = {found.end() - 1 for found in _NUMBERED.finditer(masked)}
    opened: list[int] = []
    closed: list[int] = []
    for found in _BRACKET.finditer(masked):
        if found[0] == "(":
            opened.append(found.start())
        elif opened:
            opened.pop()
        elif found.start() not in numbers:
            closed.append(found.start())
    return [at for at in opened + closed if not _in_code(text, at)]


def _in_code(text: str, at: int) -> bool:
    """Whether the bracket is glued to what is left and right of it as in `call(x` and `a)b`."""
    before, after = text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
    glued = all(char.isalnum() or char in CHARACTERS for char in (before, after))
    return glued or not {before, after}.isdisjoint("\\$`'\"“”")


def _close(rule: str, text: _Text, at: int) -> Match:
    """A report of an opening bracket; with a fix where its sentence ends soon and with it the block."""
    words = {"bracket": "("}
    rest = text.text[at + 1 :].rstrip()
    body = rest.rstrip(".")
    if (
        not body
        or body.endswith(",")
        or len(body.split()) > _INSERTION
        or _SENTENCE_END.search(rest)
        or re.search(r"[;:!?()]", body)
    ):
        return Match(rule, text.start + at, text.start + at + 1, words=words)
    whole = not text.text[:at].rstrip() or text.text[:at].rstrip().endswith(".")
    new = rest + ")" if whole else body + ")" + rest[len(body) :]
    last = max(body.rfind(" ") + 1, 0)
    return Match(rule, text.start + at + 1 + last, text.start + at + 1 + len(rest), (new[last:],), words=words)


def unpaired_quotes(context: Context) -> Iterator[Match]:
    """Double quotation marks of which a block holds one half."""
    rule = "punctuation/unpaired-quote"
    for text in _inner(context, _PROSE):
        if not any(mark in text.text for mark in '"“”'):
            continue
        if _CODE_LIKE.search(text.text) or len(_WORDS.findall(text.text)) < _FEW:
            continue
        if text.text.count('"') % 2 and '(")' not in text.text:
            at = _odd_quote(text.text)
            if at is not None:
                last = at == len(text.text.rstrip()) - 1
                yield Match(rule, text.start + at, text.start + at + 1, ("",) if last else ())
        opened, closed = text.text.count("“"), text.text.count("”")
        named = "(“)" in text.text or "(”)" in text.text  # the mark itself is spoken of
        if (
            abs(opened - closed) == 1
            and not named
            and not set("„«‟") & set(text.text)
            and not _quotes_on(context, text)
        ):
            at = text.text.rfind("“") if opened > closed else text.text.find("”")
            yield Match(rule, text.start + at, text.start + at + 1)


def _odd_quote(text: str) -> int | None:
    """The straight quotation mark without a partner, or None where inches, minutes or code explain it."""
    opened: int | None = None
    for found in re.finditer('"', text):
        at = found.start()
        before, after = text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
        if opened is None and before.isdigit():
            return None
        opens = (before.isspace() or before in "([{/—–-=") and not after.isspace()
        closes = not before.isspace() and (after.isspace() or after in ".,;:!?)]}/—–-'’")
        if opened is not None and opens and not closes:
            return opened
        if opened is None and not opens:
            return at if closes else None
        opened = None if opened is not None else at
    return opened


def _quotes_on(context: Context, text: _Text) -> bool:
    """Whether the next block goes on with a quotation: each of its paragraphs begins with a mark, the last ends with one."""
    near = [
        _text(context, n)
        for n in range(max(text.number - 3, 0), min(text.number + 4, len(context.blocks)))
        if n != text.number
    ]
    return any(other.count("“") != other.count("”") or other.lstrip().startswith("“") for other in near)


# -- ends of sentences --------------------------------------------------------------------------------------------

_LAST_LETTER = re.compile(rf"[^\W\d_]\Z|[{CHARACTERS}{_CLOSES}]\Z")
_LAST_CHARACTERS = 20  # of a block, in which what ends it lies
_ENDED_INSIDE = re.compile(r"[.!?:;,…][)\"”’\]]+\Z")
_FIRST_ENDS = re.compile(rf"(?:[a-z{CHARACTERS})\"”]|\b[a-z]+\s\d{{1,4}})\.\s+(?=[\"“(]?[A-Z{CHARACTERS}])")
_ASIDE = re.compile(r"\s\([a-z ]+\)\Z")
_GOES_ON = re.compile(
    rf"(?:\[[^\]]*\]|\([^()]*\)|:\s*[{CHARACTERS}]|[:;]-?\)|[{''.join(map(character, (StandInKind.CITATION, StandInKind.URL, StandInKind.IMAGE)))}]"
    r"|\b(?:or|and|of|to|the|a|an|by|with|from|for|in|as|is|are|be|see|that|which|where|then|if|when|such|following))\Z"
)
_LISTING = re.compile(r"\d+\s")  # the number of a line
_SHOWN = re.compile(
    r"<(?:ul|ol|dl|table|pre|figure|img|video|math|d-math|svg|blockquote|xmp)\b|class=[^>]*\b(?:math|highlight|code|example)|\$\$|\\\[|^\s*(?:[-*+:]|\d+\.)\s",
    re.IGNORECASE | re.MULTILINE,
)
_END_TAGS = re.compile(r"(?:</(?:a|abbr|b|code|dfn|em|i|kbd|q|samp|span|strong|sub|sup|var)\s*>)*", re.IGNORECASE)

_INNER_STOP = re.compile(r"[.:!?]\s*(?:</\w+\s*>\s*)+\Z")  # <code>call.</code>


def missing_stops(context: Context) -> Iterator[PageMatch]:
    """Blocks of several sentences of which the last alone has no end, where most others of their kind in the page have one."""
    closed: Counter[tuple[int, BlockKind]] = Counter()
    unclosed: dict[tuple[int, BlockKind], list[_Text]] = {}
    for text in _inner(context, _RUNNING, first=True):
        opened = _is_open(text)
        if not opened and text.block.kind is BlockKind.PARAGRAPH:
            continue  # only the other kinds have a habit
        kind = context.page_of[text.number], text.block.kind
        whole = text.text.rstrip()
        inner = [found.end() for found in _FIRST_ENDS.finditer(whole)]
        if inner and not opened:
            closed[kind] += 1
        elif inner and _lacks_stop(context, text, whole[inner[-1] :]):
            unclosed.setdefault(kind, []).append(text)
    for kind, texts in unclosed.items():
        if kind[1] is BlockKind.PARAGRAPH or len(texts) <= closed[kind]:
            yield from (_with_stop("punctuation/missing-stop", context, text) for text in texts)


def _lacks_stop(context: Context, text: _Text, last: str) -> bool:
    """Whether the block's `last` sentence is a whole one that nothing after it goes on with."""
    if _LISTING.match(text.text) or _CODE_LIKE.search(text.text):
        return False
    last = _ASIDE.sub("", last)
    enough = not last.endswith(".") and len(last.split()) >= _SHORT
    return enough and not _GOES_ON.search(last) and _stands_alone(context, text)


def stray_stops(context: Context) -> Iterator[Match | PageMatch]:
    """A full stop behind the end tag of its paragraph, and the paragraph's last word."""
    rule = "punctuation/stray-stop"
    for before, stray in pairwise(_texts(context)):
        apart = context.page_of[before.number] != context.page_of[stray.number]
        if stray.text.strip() != "." or apart or _are_entries(before.block, stray.block):
            continue
        if _is_open(before) and before.block.kind in _RUNNING and context.pages:
            yield _with_stop(rule, context, before)
        at = stray.start + stray.text.find(".")
        yield Match(rule, at, at + 1, ("",))


def _are_entries(before: Block, stray: Block) -> bool:
    """Whether the two are neighbours in a table or a list, such as an index of operators."""
    return stray.kind in {BlockKind.TERM, BlockKind.HEADING} or before.kind is stray.kind is BlockKind.CELL


def _is_open(text: _Text) -> bool:
    """Whether the block ends without any mark."""
    whole = text.text.rstrip()
    end = whole[-_LAST_CHARACTERS:]
    return bool(_LAST_LETTER.search(end) and not _ENDED_INSIDE.search(end) and not text.block.quoted)


def _page_end(context: Context, text: _Text) -> int:
    """Where the block's last character ends in its page."""
    start = text.block.start
    prose = context.pages[context.page_of[text.number]]
    return prose.source.to_page(start, start + len(text.text.rstrip())).end


def _with_stop(rule: str, context: Context, text: _Text) -> PageMatch:
    """A report of the block's last word, and a full stop behind it and the tags that end there."""
    page = context.page_of[text.number]
    prose = context.pages[page]
    whole = text.text.rstrip()
    first = text.block.start + whole.rfind(" ") + 1
    start = prose.source.to_page(first, text.block.start + len(whole)).start
    tags = _END_TAGS.match(prose.page.text, _page_end(context, text))
    assert tags is not None  # it matches nothing too
    end = tags.end()
    return PageMatch(
        rule, start, end, (prose.page.text[start:end] + ".",), ((Edit(end, end, "."),),), page=page,
        words={"last": whole[whole.rfind(" ") + 1 :]},
    )  # fmt: skip


def _stands_alone(context: Context, text: _Text) -> bool:
    """Whether a tag ends the block and nothing follows that it leads to, such as a list or a figure."""
    if not context.pages:
        return False
    page = context.page_of[text.number]
    prose = context.pages[page]
    until = len(prose.page.text)
    following = text.number + 1
    if following < len(context.blocks) and context.page_of[following] == page:
        if _text(context, following).startswith(character(StandInKind.MATH)):
            return False
        begin = context.blocks[following].start
        until = prose.source.to_page(begin, begin + 1).start
    end = _page_end(context, text)
    if _INNER_STOP.search(prose.page.text, max(0, end - 40), end):
        return False
    between = prose.page.text[end:until]
    return "</" in between and not _SHOWN.search(between)


# -- blocks -------------------------------------------------------------------------------------------------------


def _texts(context: Context) -> list[_Text]:
    found = context.notes.get(_NOTE)
    if found is None:
        found = context.notes[_NOTE] = list(_read(context))
    return found  # type: ignore[return-value]


def _read(context: Context) -> Iterator[_Text]:
    plain = context.table.text
    for number, block in enumerate(context.blocks):
        start = block.start + (context.offsets[context.page_of[number]] if context.pages else 0)
        yield _Text(number, block, start, plain[start : start + block.end - block.start])


def _text(context: Context, number: int) -> str:
    return _texts(context)[number].text


def _inner(context: Context, kinds: frozenset[BlockKind], first: bool = False) -> list[_Text]:
    """The blocks of such kinds that are there from their beginning to their end; with `first`, to their end."""
    note = f"{_NOTE} {sorted(kinds)} {first}"
    found = context.notes.get(note)
    if found is None:
        found = context.notes[note] = list(_whole(context, kinds, first))
    return found  # type: ignore[return-value]


def _whole(context: Context, kinds: frozenset[BlockKind], first: bool) -> Iterator[_Text]:
    whole = [_WHOLE.match(prose.page.text) is not None for prose in context.pages]
    pages = [-1, *context.page_of, -1]  # those of the blocks before and after block n are pages[n] and pages[n + 2]
    for text in _texts(context):
        page = context.page_of[text.number]
        cut = page != pages[text.number + 2] or (page != pages[text.number] and not first)
        if text.block.kind in kinds and not (context.pages and cut and not whole[page]):
            yield text


# -- full stops inside a sentence ---------------------------------------------------------------------------------

_CONNECTED = re.compile(
    r"\.(?=[ \u2028](?:and|or|although|though|which|whereas|including|such as|unless|because|whose) )"
)
_CONNECTS = re.compile(rf"(?:[^\W\d_]+|[{CHARACTERS}]|\d[\d.]*\d|\))\Z")  # what stands before such a full stop
_LONGEST = 100  # characters of that
_ABBREVIATION = re.compile(r"\A(?:etc|vs|resp|approx|incl|esp|viz|seq|al|cf|[a-z]|[A-Z]\w*)\.\Z")
_ET_AL = re.compile(r"\b(et)\.\s?al\b(?!\w)\.?", re.IGNORECASE)


def connected(context: Context) -> Iterator[Match]:
    """A full stop before a small “and”, “although” and the like, which a sentence does not begin with."""
    text = context.table.text
    for stop in _CONNECTED.finditer(text):
        before = _CONNECTS.search(text, max(0, stop.start() - _LONGEST), stop.start())
        if before is None or _ABBREVIATION.search(f"{before[0]}.") or text[before.start() - 1 : before.start()] == ".":
            continue
        yield Match("punctuation/connected", before.start(), stop.end(), (f"{before[0]},",))


def et_al(context: Context) -> Iterator[Match]:
    """`et. al.`, of which only the second word is shortened."""
    for found in _ET_AL.finditer(context.table.text):
        yield Match("punctuation/et-al", found.start(), found.end(), (f"{found[1]} al.",))
