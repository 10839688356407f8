"""What a rule puts in the place of what it found: templates such as `{1} to {2:base}`, in the capitals of the text.

It makes whole new texts for a mark. Apostrophes are straight; the writer of fixes puts them in the page's hand.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from prosefix.english.inflection import inflect
from prosefix.english.pronunciation import Sound, sound_of
from prosefix.english.vocabulary import Shape, straighten
from prosefix.rulebook.mistakes import PatternError, nearest
from prosefix.rulebook.rows import Rows
from prosefix.rulebook.wordlists import WordLists

Span = tuple[int, int]  # first and last row of a token; (row, row - 1) for a token that takes no row
_PLACE = re.compile(r"\{(\d{1,3})(?::([^{}]+))?\}")
_TAG_OF_FORM = {
    "base": "VB", "third": "VBZ", "past": "VBD", "participle": "VBN", "gerund": "VBG",
    "singular": "NN", "plural": "NNS", "comparative": "JJR", "superlative": "JJS",
}  # fmt: skip


def possessive(word: str) -> str:
    """`model` to `model's`, `users` to `users'`."""
    return word + ("'" if word.lower().endswith("s") else "'s")


def article(word: str) -> str | None:
    """`a` or `an` for what follows, None where both are said."""
    return {Sound.VOWEL: "an", Sound.CONSONANT: "a"}.get(sound_of(word))


_FORMS: dict[str, Callable[[str], str | None]] = {
    **{form: lambda word, tag=tag: inflect(word, tag) for form, tag in _TAG_OF_FORM.items()},  # type: ignore[misc]
    "lower": str.lower,
    "upper": str.upper,
    "title": lambda word: word[:1].upper() + word[1:],
    "possessive": possessive,
    "article": article,
    "spaced": lambda word: re.sub(r"(?<=[.,;:!?])(?=\w)", " ", word),
}


class Part(NamedTuple):
    """A piece of a template: literal `text`, or token number `token` (from 1) in a form."""

    text: str = ""
    token: int = 0
    form: str = ""


class Replacement(NamedTuple):
    """A template; `deleting` puts nothing in the mark's place and takes a space away with it."""

    parts: tuple[Part, ...]
    deleting: bool = False


def parse_template(text: str, tokens: int, lists: WordLists) -> Replacement:
    """The template `text` for a pattern of `tokens` tokens. Raises PatternError for a place that does not exist."""
    parts, last = [], 0
    for place in _PLACE.finditer(text):
        parts.append(Part(text=text[last : place.start()]))
        parts.append(_part(int(place[1]), place[2] or "", tokens, lists))
        last = place.end()
    parts.append(Part(text=text[last:]))
    if any("{" in part.text or "}" in part.text for part in parts):
        raise PatternError("text", f"places in a replacement are written {{1}} or {{2:base}}: {text!r}")
    return Replacement(tuple(part for part in parts if part.text or part.token))


def _part(token: int, form: str, tokens: int, lists: WordLists) -> Part:
    if not 1 <= token <= tokens:
        raise PatternError("replace", f"there is no token {token}; the pattern has {tokens}")
    if form.startswith("@"):
        if not all(lists.entries(form[1:]).values()):
            raise PatternError("replace", f"the word list “{form}” has lines without “->”")
    elif form and form not in _FORMS:
        raise PatternError("replace", f"there is no form “{form}”{nearest(form, _FORMS)}")
    return Part(token=token, form=form)


class Writer(NamedTuple):
    """Writes replacements for matches in one table."""

    rows: Rows
    lists: WordLists

    def write(self, replacement: Replacement, tokens: Sequence[Span], mark: Span) -> tuple[int, int, str] | None:
        """The characters to replace and their new text (code points); None where a form does not exist or nothing
        would change."""
        table = self.rows.table
        start, end = int(table.start[mark[0]]), int(table.end[mark[1]])
        if replacement.deleting:
            return self._delete(mark, start, end)
        written: list[str] = []
        for part in replacement.parts:
            literal = self._literal(part.text, replacement.parts, mark)
            text = literal if not part.token else self._token(tokens[part.token - 1], part.form)
            if text is None:
                return None
            written.append(self._moved(text, part, tokens, mark, first=not "".join(written).strip()))
        new = re.sub(r"  +", " ", "".join(written)).strip()
        new = self._in_capitals(new, replacement.parts, tokens, mark)
        old = table.text[start:end]
        return None if straighten(old) == new or old == new else (start, end, new)

    def _token(self, span: Span, form: str) -> str | None:
        first, last = span
        if last < first:
            return ""
        if not form:
            return self.rows.table.written(first, last)
        word = straighten(self.rows.written(last))
        before = self.rows.table.text[self.rows.table.start[first] : self.rows.table.start[last]]
        made = self._mapped(word, form[1:]) if form.startswith("@") else _FORMS[form](word)
        return None if made is None else before + made

    def _mapped(self, word: str, name: str) -> str | None:
        right = self.lists.entries(name).get(word.lower())
        if right is None:
            return None
        shape = _shape(self.rows, word)
        if shape & Shape.UPPER:
            return right.upper()
        return _capital(right) if shape & Shape.TITLE else right

    def _moved(self, text: str, part: Part, tokens: Sequence[Span], mark: Span, first: bool) -> str:
        """The word that began a sentence and no longer does loses its capital, unless it is a name."""
        if not part.token or part.form or first or tokens[part.token - 1][0] != mark[0]:
            return text
        row = mark[0]
        if not self.rows.sentence_starts[row] or not self.rows.shape(row) & Shape.TITLE:
            return text
        return text if self._is_name(row) else text[0].lower() + text[1:]

    def _is_name(self, row: int) -> bool:
        from prosefix.english.lexicon import lexicon  # a name is what the lexicon knows with a capital only

        word = self.rows.written(row)
        entry = lexicon().entry(word)
        return word == "I" or entry is None or entry.word != word.lower()

    def _in_capitals(self, new: str, parts: Sequence[Part], tokens: Sequence[Span], mark: Span) -> str:
        """The new text with the first capital of the old one, where it does not begin with the same word anyway."""
        leads = parts[0].token if parts else 0
        if leads and tokens[leads - 1][0] == mark[0]:
            return new
        title = self.rows.shape(mark[0]) & Shape.TITLE
        begins = title and (self.rows.sentence_starts[mark[0]] or not any(part.token for part in parts))
        return _capital(new) if begins and self.rows.written(mark[0]) != "I" else new

    def _literal(self, text: str, parts: Sequence[Part], mark: Span) -> str:
        """The template's own words, in capitals where all words of the mark are so (one alone may be an acronym)."""
        shapes = [self.rows.shape(row) for row in range(mark[0], mark[1] + 1)]
        lettered = [shape for shape in shapes if shape & (Shape.LOWER | Shape.TITLE | Shape.UPPER | Shape.INNER)]
        alone = len(lettered) < 2 and any(part.token for part in parts)
        shouted = bool(lettered) and not alone and all(shape & Shape.UPPER for shape in lettered)
        return text.upper() if shouted else text

    def _delete(self, mark: Span, start: int, end: int) -> tuple[int, int, str] | None:
        table = self.rows.table
        after = mark[1] + 1
        if self.rows.sentence_starts[mark[0]] and self.rows.inside[after]:
            follows = table.written(after, after)
            text = _capital(follows) if self.rows.shape(mark[0]) & Shape.TITLE else follows
            return start, int(table.end[after]), text
        if table.space[mark[0]] and self.rows.inside[mark[0] - 1]:
            return int(table.end[mark[0] - 1]), end, ""
        return start, int(table.start[after]) if self.rows.inside[after] else end, ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _shape(rows: Rows, word: str) -> int:
    number = rows.vocabulary.find(word)
    return 0 if number is None else int(rows.vocabulary.shape[number])


def read_replacements(spec: object, tokens: int, lists: WordLists) -> tuple[list[Replacement], Span | None]:
    """The replacements of a rule's `replace` and the mark (tokens from 1) that they imply, if they imply one."""
    several = spec if isinstance(spec, list) else [spec]
    if not several:
        raise PatternError("replace", "“replace” is an empty list")
    made, marks = [], set()
    for each in several:
        replacement, mark = _read_one(each, tokens, lists)
        made.append(replacement)
        marks.add(mark)
    if len(marks) > 1:
        raise PatternError("replace", "the alternatives of “replace” stand for different tokens; give a “mark”")
    return made, marks.pop()


def _read_one(spec: object, tokens: int, lists: WordLists) -> tuple[Replacement, Span | None]:
    if isinstance(spec, str):
        return parse_template(spec, tokens, lists), None
    if not isinstance(spec, Mapping) or not spec:
        raise PatternError("replace", f"“replace” is a text or a table, not {spec!r}")
    for key in spec:
        if key not in _KEYS:
            raise PatternError(key, f"“replace” has no key “{key}”{nearest(key, _KEYS)}")
    if "delete" in spec:
        return Replacement((), deleting=True), token_range(spec["delete"], "delete", tokens)
    mark = token_range(spec["token"], "token", tokens) if "token" in spec else None
    if "text" in spec:
        return parse_template(str(spec["text"]), tokens, lists), mark
    if mark is None or ("form" in spec) == ("map" in spec):
        raise PatternError("replace", "“replace” needs “text”, “delete”, or “token” with “form” or “map”")
    form = str(spec.get("form") or spec.get("map"))
    return Replacement((_part(mark[1], form, tokens, lists),)), mark


_KEYS = ("token", "form", "map", "text", "delete")


def token_range(value: object, key: str, tokens: int) -> Span:
    """`2` or `"2..3"` as first and last token."""
    written = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", str(value))
    if written is None or not 1 <= int(written[1]) <= int(written[2] or written[1]) <= tokens:
        raise PatternError(key, f'“{key}” names tokens from 1 to {tokens}, such as 2 or "2..3", not {value!r}')
    return int(written[1]), int(written[2] or written[1])
