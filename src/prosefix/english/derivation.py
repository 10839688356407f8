"""Words made by rule from known ones: `reinitialize`, `browsable`, `subnode`, `filename`, and their inflected forms.

It says whether an unknown word is made as English makes words; it neither corrects words nor looks at context.
"""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from prosefix.english import endings, tags
from prosefix.english.inflection import Inflection
from prosefix.english.lexicon import Flag, Lexicon, Reading
from prosefix.english.vocabulary import Vocabulary

_VERB = tags.mask("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
_BASE = tags.mask("VB")
_NOUN = tags.mask("NN", "NNS")
_SINGULAR = tags.mask("NN")
_ADJECTIVE = tags.mask("JJ")
_PARTICIPLE = tags.mask("VBN", "VBG", "JJ", "RB")
_ANY = _VERB | _NOUN | _ADJECTIVE
_DEED = ("tion", "sion", "ment", "ing", "ance", "ence", "al", "er", "or", "ers", "ors", "tions", "ments")

# What a prefix may stand before, and the least length of that.
_PREFIXES: tuple[tuple[str, int, int], ...] = (
    ("re", _VERB, 4), ("un", _PARTICIPLE, 4), ("non", _NOUN | _PARTICIPLE, 4), ("pre", _VERB | _NOUN, 4),
    ("post", _VERB | _NOUN, 4), ("sub", _NOUN, 4), ("multi", _NOUN | _ADJECTIVE, 4), ("co", _NOUN | _VERB, 6),
    ("de", _VERB, 6), ("over", _VERB | _ADJECTIVE, 4), ("under", _VERB | _ADJECTIVE, 4), ("auto", _ANY, 4),
    ("hyper", _ANY, 4), ("micro", _NOUN, 4), ("macro", _NOUN, 4), ("mini", _NOUN, 4), ("nano", _NOUN, 4),
    ("inter", _NOUN | _ADJECTIVE, 5), ("intra", _NOUN | _ADJECTIVE, 5), ("super", _NOUN | _ADJECTIVE, 4),
    ("meta", _NOUN | _ADJECTIVE, 4), ("pseudo", _ANY, 4), ("semi", _NOUN | _PARTICIPLE, 4), ("anti", _NOUN | _ADJECTIVE, 4),
    ("counter", _NOUN, 4), ("mis", _VERB, 5), ("ultra", _ADJECTIVE, 4), ("geo", _NOUN | _ADJECTIVE, 5),
    ("bio", _NOUN | _ADJECTIVE, 5), ("electro", _NOUN | _ADJECTIVE, 5), ("photo", _NOUN | _ADJECTIVE, 5),
    ("neuro", _NOUN | _ADJECTIVE, 5), ("cyber", _NOUN, 4), ("quasi", _NOUN | _ADJECTIVE, 4), ("cross", _NOUN, 5),
    ("hetero", _ADJECTIVE, 5), ("homo", _ADJECTIVE, 5), ("mono", _ADJECTIVE, 5), ("poly", _NOUN | _ADJECTIVE, 5),
    ("proto", _NOUN, 5), ("tele", _NOUN, 5), ("thermo", _NOUN | _ADJECTIVE, 5), ("hydro", _NOUN | _ADJECTIVE, 5),
    ("py", _NOUN, 4), ("lib", _NOUN | _ADJECTIVE, 4),  # packages: pyproject, liblinear
)  # fmt: skip

# An ending that begins with a consonant, or is put to nouns and adjectives, and what it is put to.
_SUFFIXES: tuple[tuple[str, int], ...] = (
    ("ness", _ADJECTIVE), ("ly", _ADJECTIVE), ("less", _SINGULAR), ("like", _SINGULAR), ("wise", _SINGULAR),
    ("ship", _SINGULAR), ("hood", _SINGULAR), ("fold", tags.mask("CD")), ("ize", _SINGULAR | _ADJECTIVE),
    ("ise", _SINGULAR | _ADJECTIVE), ("ized", _SINGULAR | _ADJECTIVE), ("ised", _SINGULAR | _ADJECTIVE),
    ("izing", _SINGULAR | _ADJECTIVE), ("ising", _SINGULAR | _ADJECTIVE), ("ization", _SINGULAR | _ADJECTIVE),
    ("isation", _SINGULAR | _ADJECTIVE),
)  # fmt: skip
# Endings put to verbs; the last consonant doubles and a silent e falls as before -ing.
_VERBAL = ("able", "ability", "abilities", "ably", "er", "ers")
# Where the word with the second ending is known, the first is a slip for it.
_TWINS = (
    ("able", "ible"), ("ably", "ibly"), ("ability", "ibility"), ("er", "or"), ("ers", "ors"), ("cly", "cally"),
    ("cally", "cly"), ("yness", "iness"), ("uely", "uly"), ("lely", "lly"),
)  # fmt: skip
_DROPPED = (("izer", "ize"), ("iser", "ise"), ("izable", "ize"), ("ization", "ize"), ("isation", "ise"), ("ability", "able"),
            ("ator", "ate"), ("ation", "ate"), ("atively", "ative"), ("ically", "ic"), ("ably", "able"), ("ily", "y"),
            ("iness", "y"), ("ility", "le"), ("icity", "ic"), ("ivity", "ive"), ("ality", "al"))  # fmt: skip

# Second halves that technical English writes together with nearly any noun.
_SECONDS = frozenset(
    """block board box code flow frame lock log map mark mask name node path point pool port proof screen script set
    sheet shot side space stamp store stream string tag tree type ware wide word work world""".split()
)
_INFLECTED = (("NNS", _SINGULAR, Reading.NOUN), ("VBZ", _BASE, Reading.VERB), ("VBD", _BASE, Reading.VERB),
              ("VBG", _BASE, Reading.VERB))  # fmt: skip
_SHORTEST = 6
_COMMON = -6.6  # log10 frequency that a stem needs
_COMMON_FIRST = -5.3  # that the first half of a compound needs
_RIVAL = -5.0  # a word this common, one letter away, is likelier meant
_UNFIT = Flag.RARE | Flag.NAME | Flag.ABBREVIATION | Flag.VARIANT | Flag.PART


class Parse(NamedTuple):
    """A way to read a word: right if `stem` is a known word with a tag of `mask` and frequency of at least `least`.

    With a `reading` (`lexicon.Reading`), the stem must also be its own lemma there.
    """

    stem: str
    mask: int
    least: float = _COMMON
    reading: int = -1


class Derivation:
    """Which unknown words are made by rule from the words of a lexicon."""

    def __init__(self, lexicon: Lexicon, inflection: Inflection) -> None:
        self._lexicon = lexicon
        self._inflection = inflection

    def derived(self, vocabulary: Vocabulary) -> NDArray[np.bool_]:
        """Whether each distinct word is not in the lexicon but made by rule; False for the lexicon's own words."""

        def compute(words: list[str]) -> NDArray[np.bool_]:
            known = self._lexicon.known(vocabulary)[len(vocabulary) - len(words) :]
            unknown = np.flatnonzero(~known).tolist()
            found = np.zeros(len(words), dtype=np.bool_)
            found[unknown] = self._are_derived([words[at] for at in unknown])
            return found

        return cast(NDArray[np.bool_], vocabulary.column(("lexicon", "derived"), compute))

    def is_derived(self, word: str) -> bool:
        """Whether one word, known or not, can be made by rule from others."""
        return bool(self._are_derived([word])[0])

    def parses(self, word: str) -> Iterator[Parse]:
        """The ways to read a word in lower case, none of them checked yet."""
        yield from _prefixed(word)
        yield from _suffixed(word)
        yield from self._verbal(word)
        yield from _compounded(word)
        yield from self._inflected(word)
        for singular in endings.bases(word, "NNS"):
            if singular.endswith(("ization", "isation", "ship")):
                yield from _suffixed(singular)
            yield from _compounded(singular)

    def _inflected(self, word: str) -> Iterator[Parse]:
        for tag, mask, reading in _INFLECTED:
            for base in endings.bases(word, tag):
                if self._inflection.inflect(base, tag) == word:
                    yield Parse(base, mask, -np.inf, reading)

    def _verbal(self, word: str) -> Iterator[Parse]:
        for suffix in _VERBAL:
            if not word.endswith(suffix) or len(word) - len(suffix) < 3:
                continue
            stem = word[: -len(suffix)]
            for base in _verbs_before(stem, suffix[0]):
                gerund = self._inflection.inflect(base, "VBG") or ""
                if _before(gerund[:-3], suffix[0], base) == stem:
                    yield Parse(base, _BASE, reading=Reading.VERB)

    def _are_derived(self, words: Sequence[str]) -> NDArray[np.bool_]:
        owner: list[int] = []
        parses: list[Parse] = []
        folded = [word.lower() if word[1:].islower() else word for word in words]
        for at, word in enumerate(folded):
            if len(word) >= _SHORTEST and word.isalpha() and word.islower():
                for parse in self.parses(word):
                    owner.append(at)
                    parses.append(parse)
        stems: dict[int, set[str]] = {}
        for at, parse, holds in zip(owner, parses, self._hold(parses).tolist(), strict=True):
            if holds:
                stems.setdefault(at, set()).add(parse.stem)
        found = np.zeros(len(words), dtype=np.bool_)
        for at, some in stems.items():
            found[at] = not self._is_slip(folded[at], some)
        return found

    def _hold(self, parses: list[Parse]) -> NDArray[np.bool_]:
        lexicon = self._lexicon
        rows = lexicon.find([parse.stem for parse in parses])
        masks = np.array([parse.mask for parse in parses], dtype=np.uint64)
        least = np.array([parse.least for parse in parses], dtype=np.float32)
        reading = np.array([parse.reading for parse in parses], dtype=np.int8)
        fit = (rows >= 0) & ((lexicon.all_tags[rows] & masks) != 0)
        fit &= lexicon.frequencies[rows] >= least
        fit &= (lexicon.all_flags[rows] & _UNFIT) == 0
        fit &= (reading < 0) | (lexicon.all_lemmas[rows, reading] == rows)
        return cast(NDArray[np.bool_], fit)

    def _is_slip(self, word: str, stems: set[str]) -> bool:
        """Whether a common word that is none of `stems` is one letter away, or the word takes the other of two endings."""
        for ending, other in _TWINS:
            if word.endswith(ending) and self._lexicon.find([word[: -len(ending)] + other])[0] >= 0:
                return True
        rows = self._lexicon.find([rival for rival in _one_letter_away(word) if rival not in stems])
        return bool((self._lexicon.frequencies[rows[rows >= 0]] >= _RIVAL).any())


def _one_letter_away(word: str) -> Iterator[str]:
    for at in range(len(word)):
        head, tail = word[:at], word[at:]
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in ascii_lowercase:
            yield head + letter + tail
            if letter != tail[0]:
                yield head + letter + tail[1:]


def _verbs_before(stem: str, first: str) -> tuple[str, ...]:
    """The verbs that may stand before an ending that begins with `first`: `scann` may be `scan`."""
    if stem[-1] == "i":
        return (stem[:-1] + "y",)
    doubled = (stem[:-1],) if len(stem) > 3 and stem[-1] == stem[-2] else ()
    return (stem, stem + "e", *doubled) if first == "a" or stem[-1] != "e" else (stem,)


def _before(gerund: str, first: str, base: str) -> str:
    """The stem before an ending, from the stem before -ing: `verify` to `verifi`, `manag` to `manage` before a."""
    if gerund.endswith("y") and not gerund.endswith(("ay", "ey", "oy")):
        return gerund[:-1] + "i"
    return base if first == "a" and base.endswith(("ce", "ge", "ee")) else gerund


def _prefixed(word: str) -> Iterator[Parse]:
    for prefix, mask, shortest in _PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= shortest:
            stem = word[len(prefix) :]
            if prefix == "re" and stem.endswith(_DEED):
                mask |= _NOUN
            yield Parse(stem, mask)


def _suffixed(word: str) -> Iterator[Parse]:
    for suffix, mask in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            stem = word[: -len(suffix)]
            yield Parse(stem, mask)
            if suffix[0] == "i":
                yield Parse(stem + "e", mask)
    for ending, whole in _DROPPED:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            yield Parse(word[: -len(ending)] + whole, _BASE | _ADJECTIVE)


def _compounded(word: str) -> Iterator[Parse]:
    for length in range(3, min(7, len(word) - 2)):
        if word[-length:] in _SECONDS:
            yield Parse(word[:-length], _SINGULAR, _COMMON_FIRST, Reading.NOUN)
