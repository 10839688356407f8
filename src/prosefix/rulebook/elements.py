"""The elements of a pattern as a rule file writes them, turned into conditions on rows.

It owns the keys of an element and their meaning. It raises `PatternError`, to which the loader adds the place.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from prosefix.english import tags
from prosefix.english.chunks import How, Number, Verb
from prosefix.english.inflection import inflect
from prosefix.english.lexicon import Flag
from prosefix.english.pronunciation import Sound, sound_of, sound_of_code
from prosefix.english.table import tokens_of
from prosefix.english.vocabulary import Kind, Shape, straighten
from prosefix.page.prose import BlockKind
from prosefix.rulebook.conditions import (
    AllOf,
    AnyOf,
    BlockIs,
    BlockStart,
    ChunkColumn,
    Condition,
    KindIs,
    LexiconFlags,
    LexiconTags,
    NoneOf,
    PhraseHead,
    RowPasses,
    SentenceEdge,
    ShapeHas,
    SpaceBefore,
    TagIs,
    VerbGroup,
    WordIs,
    WordKnown,
    WordPasses,
    in_order,
)
from prosefix.rulebook.expressions import EndlessError, compiled, matches
from prosefix.rulebook.mentions import follows_space, is_mention, is_opening
from prosefix.rulebook.mistakes import PatternError, nearest
from prosefix.rulebook.rows import Rows
from prosefix.rulebook.wordlists import WordLists
from prosefix.standins import StandInKind


class Element(NamedTuple):
    """A place in a pattern: `low` to `high` rows that pass `condition`; `same` names a token it must repeat.

    An element with `edge` takes no row: it holds where a sentence starts ("^") or ends ("$").
    """

    condition: Condition
    low: int = 1
    high: int = 1
    same: int = 0
    edge: str = ""


ANYTHING = AllOf(())
LONGEST_REPEAT = 20
_STAND_INS = {kind.name.lower(): Kind.STANDIN + kind for kind in StandInKind}
KINDS: dict[str, frozenset[int]] = {
    **{kind.name.lower(): frozenset({int(kind)}) for kind in Kind if Kind.SENTINEL < kind < Kind.STANDIN},
    **{name: frozenset({int(number)}) for name, number in _STAND_INS.items()},
    "standin": frozenset(int(number) for number in _STAND_INS.values()),
}
SHAPES = {shape.name.lower().replace("_", "-"): int(shape) for shape in Shape if shape.name}
_REPEAT = re.compile(r"(\d{1,3})(?:\.\.(\d{1,3}))?")
_PLAIN_WORDS = re.compile(r"[a-z]+(?:\|[a-z]+)*")  # the usual case, which needs no second look
_VERB_AND_NOUN = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "NN", "NNS")
_BE = frozenset({"be", "am", "is", "are", "was", "were", "been", "being"})


def element(spec: object, lists: WordLists) -> Element:
    """The element that a rule file writes as a string of alternatives or as a table of keys."""
    if isinstance(spec, str):
        return Element(ANYTHING, edge=spec) if spec in ("^", "$") else Element(_words(spec, lists))
    if not isinstance(spec, Mapping):
        raise PatternError("tokens", f"an element is a string or a table, not {spec!r}")
    for key in spec:
        if key not in _READERS and key not in _WIDTH:
            raise PatternError(key, f"an element has no key “{key}”{nearest(key, [*_READERS, *_WIDTH])}")
    low, high = _width(spec)
    same = spec.get("same", 0)
    if type(same) is not int:
        raise PatternError("same", f"“same” is the number of a token, not {same!r}")
    return Element(_condition(spec, lists), low, high, same=same)


def _condition(spec: Mapping[str, object], lists: WordLists) -> Condition:
    if "sure" in spec and "tag" not in spec:
        raise PatternError("sure", "“sure” says how probable “tag” must be; this element has no “tag”")
    found = [reader(spec, lists) for key, reader in _READERS.items() if key in spec]
    return found[0] if len(found) == 1 and isinstance(found[0], WordIs | TagIs | KindIs) else AllOf(in_order(found))


def _width(spec: Mapping[str, object]) -> tuple[int, int]:
    if "repeat" not in spec:
        return (0, 1) if spec.get("optional") else (1, 1)
    written = _REPEAT.fullmatch(str(spec["repeat"]))
    if written is None:
        raise PatternError("repeat", f'“repeat” is a number or a range such as "0..2", not {spec["repeat"]!r}')
    low, high = int(written[1]), int(written[2] or written[1])
    if not low <= high or not 1 <= high <= LONGEST_REPEAT:
        raise PatternError("repeat", f"“repeat” goes up to {LONGEST_REPEAT}, and not down")
    return low, high


def phrase(text: str, lists: WordLists) -> list[Element]:
    """The elements of words written as in a text; a word of several rows (`don't`, `e-mail`) gives several."""
    elements = []
    for word in text.split():
        pieces = [word] if "|" in word or word[0] in "@^$" else tokens_of(word)
        elements.append(element(pieces[0], lists))
        elements += [Element(AllOf((_words(piece, lists), SpaceBefore(False)))) for piece in pieces[1:]]
    return elements


def _words(text: object, lists: WordLists) -> Condition:
    if isinstance(text, str) and _PLAIN_WORDS.fullmatch(text):
        return WordIs(frozenset(text.split("|")))
    words: set[str] = set()
    for alternative in _strings(text, "word"):
        if alternative.startswith("@") and len(alternative) > 1:
            words.update(lists.words(alternative[1:]))
            continue
        pieces = [alternative] if alternative.isalpha() else tokens_of(alternative)
        if len(pieces) != 1:
            raise PatternError("word", f"“{alternative}” is {len(pieces)} rows ({' + '.join(pieces)}): "
                                         "write an element for each")  # fmt: skip
        words.add(straighten(alternative).lower())
    return WordIs(frozenset(words))


def _strings(value: object, key: str) -> list[str]:
    given = value.split("|") if isinstance(value, str) and value != "|" else value
    if not isinstance(given, list | str) or not given or not all(isinstance(each, str) and each for each in given):
        raise PatternError(key, f'“{key}” is alternatives such as "one|two", not {value!r}')
    return list(given)


def forms(lemma: str) -> frozenset[str]:
    """The word and its forms as a verb and as a noun, lower case."""
    if lemma == "be":
        return _BE
    return frozenset({lemma} | {form for tag in _VERB_AND_NOUN if (form := inflect(lemma, tag))})


def _lemma(spec: Mapping[str, object], lists: WordLists) -> Condition:
    words: set[str] = set()
    for lemma in _strings(spec["lemma"], "lemma"):
        for each in lists.words(lemma[1:]) if lemma.startswith("@") else [lemma]:
            words |= forms(each)
    return WordIs(frozenset(words))


def with_forms(spec: object, lists: WordLists) -> object:
    """`spec` with every `lemma` written out as `word`, which is what takes long to compile; the meaning is the same."""
    if isinstance(spec, list):
        return [with_forms(each, lists) for each in spec]
    if not isinstance(spec, Mapping):
        return spec
    written = {key: with_forms(value, lists) for key, value in spec.items()}
    lemma = _lemma(written, lists) if "lemma" in written and "word" not in written else None
    if isinstance(lemma, WordIs):
        del written["lemma"]
        written["word"] = sorted(lemma.words)
    return written


def _bits(spec: Mapping[str, object], key: str) -> int:
    names = _strings(spec[key], key)
    for name in names:
        if name not in tags.CODE and not any(tag.startswith(name[:-1]) for tag in tags.TAGS if name.endswith("*")):
            raise PatternError(key, f"there is no tag “{name}”{nearest(name, tags.TAGS)}")
    return tags.mask(*names)


def _tag(spec: Mapping[str, object], _: WordLists) -> Condition:
    sure = spec.get("sure", 0.0)
    if not isinstance(sure, int | float) or not 0 <= sure <= 1:
        raise PatternError("sure", f"“sure” is a probability from 0 to 1, not {sure!r}")
    return TagIs(_bits(spec, "tag"), float(sure))


def _pattern(key: str, lower: bool) -> Callable[[Mapping[str, object], WordLists], Condition]:
    def read(spec: Mapping[str, object], _: WordLists) -> Condition:
        try:
            expression = compiled(str(spec[key]))
        except EndlessError as error:
            raise PatternError(key, str(error)) from error
        except (re.error, RecursionError, OverflowError) as error:
            raise PatternError(key, f"not a regular expression: {error}") from error
        passes = WordPasses(f"{key} {expression.pattern}", lambda word: matches(expression, word), lower)
        literals = _literals(expression.pattern)
        return passes if literals is None else AllOf((WordIs(literals), passes))

    return read


def _literals(pattern: str) -> frozenset[str] | None:
    """The lower-case words that a regular expression names one by one, so that they can be looked up; else None."""
    alternatives = pattern.split("|")
    if not all(re.fullmatch(r"(?:[\w'-]|\\\W)+", alternative) for alternative in alternatives):
        return None
    return frozenset(straighten(re.sub(r"\\(\W)", r"\1", each)).lower() for each in alternatives)


def _named(key: str, names: Mapping[str, frozenset[int]], spec: Mapping[str, object]) -> frozenset[int]:
    chosen: frozenset[int] = frozenset()
    for name in _strings(spec[key], key):
        if name not in names:
            raise PatternError(key, f"there is no {key} “{name}”{nearest(name, list(names))}")
        chosen |= names[name]
    return chosen


def _case(spec: Mapping[str, object], _: WordLists) -> Condition:
    return ShapeHas(sum(_named("case", {name: frozenset({bit}) for name, bit in SHAPES.items()}, spec)))


def _block(spec: Mapping[str, object], _: WordLists) -> Condition:
    kinds = {str(kind) for kind in BlockKind}
    for name in _strings(spec["block"], "block"):
        if name not in kinds:
            raise PatternError("block", f"there is no block “{name}”{nearest(name, sorted(kinds))}")
    return BlockIs(frozenset(_strings(spec["block"], "block")))


def _chunk(key: str, column: str, members: type[IntEnum]) -> Callable[[Mapping[str, object], WordLists], Condition]:
    names = {member.name.lower(): frozenset({int(member)}) for member in members}
    return lambda spec, _: ChunkColumn(column, _named(key, names, spec))


def _group(spec: Mapping[str, object], _: WordLists) -> Condition:
    names = {str(verb.name).lower(): frozenset({int(verb)}) for verb in Verb}
    return VerbGroup(sum(int(bit) for bit in _named("group", names, spec)))


def _flags(spec: Mapping[str, object], _: WordLists) -> Condition:
    names = {str(flag.name).lower().replace("_", "-"): frozenset({int(flag)}) for flag in Flag}
    return LexiconFlags(sum(_named("flag", names, spec)))


def _sound(spec: Mapping[str, object], _: WordLists) -> Condition:
    wanted = {Sound[name.upper()] for name in _strings(spec["sound"], "sound") if name.upper() in Sound.__members__}
    if len(wanted) != len(_strings(spec["sound"], "sound")):
        raise PatternError("sound", "“sound” is vowel, consonant, both or unknown")
    name = "sound " + "|".join(sorted(sound.name for sound in wanted))
    behind = RowPasses(f"stand-in {name}", lambda rows, row: sound_of_code(rows.content(row)) in wanted)
    spoken = WordPasses(name, lambda word: sound_of(word) in wanted, lower=False)
    stands_in = KindIs(KINDS["standin"])
    return AnyOf((AllOf((NoneOf((stands_in,)), spoken)), AllOf((stands_in, behind))))


def _several(spec: object, lists: WordLists) -> tuple[Condition, ...]:
    parts: Sequence[object] = spec if isinstance(spec, list) else [spec]
    return tuple(element(part, lists).condition for part in parts)


def _row(key: str, check: Callable[[Rows, int], bool], spec: Mapping[str, object]) -> Condition:
    passes = RowPasses(key, check)
    return passes if _flag(key, spec) else NoneOf((passes,))


def _flag(key: str, spec: Mapping[str, object]) -> bool:
    if not isinstance(spec[key], bool):
        raise PatternError(key, f"“{key}” is true or false, not {spec[key]!r}")
    return bool(spec[key])


_WIDTH = ("repeat", "optional", "same", "sure")
_READERS: dict[str, Callable[[Mapping[str, object], WordLists], Condition]] = {
    "word": lambda spec, lists: _words(spec["word"], lists),
    "lemma": _lemma,
    "tag": _tag,
    "kind": lambda spec, _: KindIs(_named("kind", KINDS, spec)),
    "case": _case,
    "regex": _pattern("regex", lower=True),
    "written": _pattern("written", lower=False),
    "can": lambda spec, _: LexiconTags(_bits(spec, "can")),
    "only": lambda spec, _: LexiconTags(_bits(spec, "only"), only=True),
    "flag": _flags,
    "known": lambda spec, _: WordKnown(_flag("known", spec)),
    "space": lambda spec, _: SpaceBefore(_flag("space", spec)),
    "sentence_start": lambda spec, _: SentenceEdge(True, _flag("sentence_start", spec)),
    "sentence_end": lambda spec, _: SentenceEdge(False, _flag("sentence_end", spec)),
    "block_start": lambda spec, _: BlockStart(_flag("block_start", spec)),
    "block": _block,
    "number": _chunk("number", "number", Number),
    "head": lambda spec, _: PhraseHead(_flag("head", spec)),
    "subject": _chunk("subject", "subject_number", Number),
    "how": _chunk("how", "how", How),
    "group": _group,
    "sound": _sound,
    "mention": lambda spec, _: _row("mention", is_mention, spec),
    "spaced": lambda spec, _: _row("spaced", follows_space, spec),
    "opening": lambda spec, _: _row("opening", is_opening, spec),
    "any": lambda spec, lists: AnyOf(_several(spec["any"], lists)),
    "not": lambda spec, lists: NoneOf(_several(spec["not"], lists)),
}
