"""What LanguageTool's rules are about, in our kinds: by the rule's name, its category, or the type of issue it states."""

import re
from collections.abc import Mapping

from prosefix.checks.engines.interface import Kind

_BY_NAME: tuple[tuple[re.Pattern[str], Kind], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"MORFOLOGIK|HUNSPELL|SPELLER|SPELLING_RULE|_SIMPLE_REPLACE", Kind.SPELLING),
        (r"A_VS_AN|_ARTICLE|ARTICLE_|MISSING_DET|^THE_|DETERMINER", Kind.ARTICLE),
        (r"WORD_REPEAT_RULE|DUPLICATION|PHRASE_REPETITION", Kind.REPETITION),
        (r"APOSTROPHE|CONTRACTION|^ITS_|IT_IS|POSSESSIVE|WORD_CONTRACTIONS", Kind.CONTRACTION),
        (r"UPPERCASE_SENTENCE_START|COMMA_PARENTHESIS_WHITESPACE|WHITESPACE|DASH|QUOTES", Kind.TYPOGRAPHY),
        (r"HYPHEN|COMPOUND", Kind.HYPHEN),
        (r"COMMA", Kind.PUNCTUATION),
        (r"AGREEMENT|CONCORD", Kind.AGREEMENT),
        (r"PREPOSITION|_TO_NON_BASE|MISSING_PREPOSITION|MISSING_TO_", Kind.PREPOSITION),
        (r"PLURAL|SINGULAR|COUNT|MANY_|MUCH_|_NNS?_|NNS_IN_NNP", Kind.NUMBER),
    )
)
_BY_CATEGORY: Mapping[str, Kind] = {
    "TYPOS": Kind.SPELLING, "GRAMMAR": Kind.AGREEMENT, "CONFUSED_WORDS": Kind.CONFUSABLE, "CASING": Kind.CAPITALS,
    "PUNCTUATION": Kind.PUNCTUATION, "TYPOGRAPHY": Kind.TYPOGRAPHY, "COMPOUNDING": Kind.HYPHEN,
    "COLLOCATIONS": Kind.PREPOSITION, "PROPER_NOUNS": Kind.CAPITALS, "FALSE_FRIENDS": Kind.CONFUSABLE,
}  # fmt: skip
_BY_ISSUE: Mapping[str, Kind] = {
    "misspelling": Kind.SPELLING, "grammar": Kind.AGREEMENT, "typographical": Kind.TYPOGRAPHY,
    "whitespace": Kind.WHITE_SPACE, "duplication": Kind.REPETITION, "uncategorized": Kind.AGREEMENT,
}  # fmt: skip


def kind_of(rule: str, category: str, issue: str) -> Kind:
    """The kind of a match of `rule`, which LanguageTool files under `category` and calls an `issue`."""
    if issue == "whitespace":
        return Kind.WHITE_SPACE
    for pattern, kind in _BY_NAME:
        if pattern.search(rule):
            return kind
    return _BY_CATEGORY.get(category) or _BY_ISSUE.get(issue, Kind.STYLE)
