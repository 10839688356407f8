"""Everything the tool knows of English, opened once a process and read by memory map.

This is the one door: rules and checks ask `English`, never the data files.
"""

from functools import cache, cached_property

from prosefix.english.derivation import Derivation
from prosefix.english.inflection import Inflection, inflections
from prosefix.english.lexicon import Lexicon, lexicon
from prosefix.english.model import LanguageModel
from prosefix.english.tagger import Tagger
from prosefix.english.vocabulary import Vocabulary


class English:
    """The lexicon, the inflections, the tagger and the language model, over one vocabulary."""

    def __init__(self) -> None:
        self.vocabulary = Vocabulary()

    def forget(self) -> None:
        """Drop what was worked out for the words met so far. Tables made before must not be asked anything after."""
        self.vocabulary = Vocabulary()
        self.lexicon.forget()

    @cached_property
    def lexicon(self) -> Lexicon:
        return lexicon()

    @cached_property
    def inflection(self) -> Inflection:
        return inflections()

    @cached_property
    def derivation(self) -> Derivation:
        return Derivation(self.lexicon, self.inflection)

    @cached_property
    def tagger(self) -> Tagger:
        return Tagger.open(self.lexicon)

    @cached_property
    def model(self) -> LanguageModel:
        return LanguageModel.open()


@cache
def english() -> English:
    """The process's English."""
    return English()
