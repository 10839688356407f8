"""Where an element whose content is not read ends, also when its end tag is missing or there is one too many."""

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate
from typing import NamedTuple

from prosefix.page.elements import BARRIERS, CODE_LIKE, IMPLIED_ENDS, P_BARRIERS, RESTARTING, ROLES, Role
from prosefix.page.elements import VOID as VOIDS
from prosefix.page.tokens import RAW_TEXT, TokenKind, Tokens


class End(NamedTuple):
    """The element's content ends at `inner` and the element at `outer`; `token` is the first one after it."""

    inner: int
    outer: int
    token: int


# Left open, these swallow the rest of a page in a browser too; anything else left open holds nothing.
_SWALLOWING = RAW_TEXT | {"pre", "listing"}
_PATIENCE = 400  # tokens beyond the border of a block in which the end of a phrase is still looked for
_LISTING = 200_000  # the same for an element of lines, each an element of the same name
_TEXT, _START, _END = int(TokenKind.TEXT), int(TokenKind.START), int(TokenKind.END)
# Math holds no math, and a `</p>` that was left in it does not end it.
_MATH = frozenset(["math", "d-math", "dt-math"])
_BLOCKS = frozenset(name for name, role in ROLES.items() if role is Role.BLOCK and name not in VOIDS)


class _Tags:
    """Start and end tags, as the numbers of their tokens in order, and for each the end tag that closes what it is in."""

    def __init__(self, numbers: "array[int]", tokens: Tokens) -> None:
        self.numbers = numbers
        steps = [1 if tokens.kinds[number] == _START else -1 for number in numbers]
        self.ends = array("i", (number for number, step in zip(numbers, steps, strict=True) if step < 0))
        heights = list(accumulate(steps, initial=0))
        lower: dict[int, int] = {}  # height -> the first tag after which it is reached
        self.closed_by = array("i", [-1]) * (len(numbers) + 1)
        for place in range(len(numbers), -1, -1):
            self.closed_by[place] = lower.get(heights[place] - 1, -1)
            lower[heights[place]] = numbers[place - 1] if place else -1

    def closing(self, first: int) -> int:
        """The end tag from token `first` on that nothing from there on has opened, or -1."""
        return self.closed_by[bisect_left(self.numbers, first)]


class Ends:
    """The ends of the elements of one page, each found in a time that does not grow with the page."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._tags: dict[str, _Tags] = {}

    def find(self, first: int, name: str) -> End:
        """The end of the element `name` whose content begins with token number `first`.

        A phrase that is never closed ends with the block that it is in, at its first own end tag if one was swallowed by
        an equal element within it.
        """
        if name in VOIDS:
            return self._nothing(first)
        if (end := self._plain_end(first, name)) >= 0:
            return self._at(end)
        own = self._of_name(name)
        if name in _MATH and (end := self._own_end(own, first)) >= 0:
            return self._at(end)
        phrase = name in CODE_LIKE or ROLES.get(name, Role.INLINE) is Role.INLINE
        end, border = own.closing(first), self._border(own, first, phrase)
        patience = _LISTING if ROLES.get(name) is Role.BLOCK else _PATIENCE
        if end >= 0 and (border < 0 or end <= border + patience) and not (phrase and self._leaves_block(first, end)):
            return self._at(end)
        return self._unclosed(first, name, border, phrase)

    def find_omitted(self, first: int, name: str, around: Mapping[str, int]) -> End:
        """The same for an element whose end tag may be left out; `around` has how many elements of a name it is in.

        It walks over the content, which takes no more time than to read it.
        """
        inside: list[str] = []
        open: Counter[str] = Counter()
        for number in range(first, len(self._tokens)):
            kind, tag = self._tokens.kinds[number], self._tokens.names[number]
            if kind == _START:
                implied = name in IMPLIED_ENDS.get(tag, ())
                if implied and not any(open[barrier] for barrier in BARRIERS.get(tag, P_BARRIERS)):
                    return self._nothing(number)
                if tag not in VOIDS:
                    inside.append(tag)
                    open[tag] += 1
            elif kind == _END and open[tag]:
                closed = ""
                while closed != tag:
                    closed = inside.pop()
                    open[closed] -= 1
            elif kind == _END and tag == name:
                return self._at(number)
            elif kind == _END and tag in _BLOCKS and around.get(tag):
                return self._nothing(number)
        return self._nothing(len(self._tokens))

    def _plain_end(self, first: int, name: str) -> int:
        """The end tag of an element that holds nothing but text, as nearly all code does; else -1."""
        kinds = self._tokens.kinds
        number = first + 1 if first < len(kinds) and kinds[first] == _TEXT else first
        ends = number < len(kinds) and kinds[number] == _END and self._tokens.names[number] == name
        return number if ends else -1

    def _of_name(self, name: str) -> _Tags:
        if name not in self._tags:
            self._tags[name] = _Tags(self._by_name.get(name, array("i")), self._tokens)
        return self._tags[name]

    @cached_property
    def _by_name(self) -> "dict[str, array[int]]":
        found: defaultdict[str, array[int]] = defaultdict(partial(array, "i"))
        for number, (kind, name) in enumerate(zip(self._tokens.kinds, self._tokens.names, strict=True)):
            if kind in (_START, _END):
                found[name].append(number)
        return dict(found)

    @cached_property
    def _blocks(self) -> _Tags:
        numbers = sorted(number for name in _BLOCKS for number in self._by_name.get(name, ()))
        return _Tags(array("i", numbers), self._tokens)

    @cached_property
    def _restarting(self) -> list[int]:
        numbers = (number for name in RESTARTING & _BLOCKS for number in self._by_name.get(name, ()))
        return sorted(number for number in numbers if self._tokens.kinds[number] == _START)

    def _own_end(self, own: _Tags, first: int) -> int:
        """The first end tag, whatever stray tags stand before it; -1 where another element of the name begins first."""
        place = bisect_left(own.numbers, first)
        number = own.numbers[place] if place < len(own.numbers) else -1
        return number if number >= 0 and self._tokens.kinds[number] == _END else -1

    def _border(self, own: _Tags, first: int, phrase: bool) -> int:
        """Where the element ends if it is not closed: at its first end tag, a phrase also with its block; or -1."""
        borders = [_next(own.ends, first)]
        if phrase:
            borders += [_next(self._restarting, first), self._blocks.closing(first)]
        return min((border for border in borders if border >= 0), default=-1)

    def _leaves_block(self, first: int, end: int) -> bool:
        """Whether the block around token `first` ends before token `end`."""
        return 0 <= self._blocks.closing(first) < end

    def _unclosed(self, first: int, name: str, border: int, phrase: bool) -> End:
        if border >= 0:
            token = self._tokens[border]
            if token.kind == TokenKind.END and token.name == name:
                return self._at(border)
            return End(token.start, token.start, border)
        if name in _SWALLOWING or (phrase and first < len(self._tokens)):
            stop = self._tokens.starts[-1]
            return End(stop, stop, len(self._tokens))
        return self._nothing(first)

    def _at(self, number: int) -> End:
        return End(self._tokens.starts[number], self._tokens.starts[number + 1], number + 1)

    def _nothing(self, first: int) -> End:
        at = self._tokens.starts[first]
        return End(at, at, first)


def _next(numbers: Sequence[int], first: int) -> int:
    """The first of the ordered `numbers` from `first` on, or -1."""
    place = bisect_left(numbers, first)
    return numbers[place] if place < len(numbers) else -1
