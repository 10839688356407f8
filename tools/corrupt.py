"""Puts the mistakes of real writers into tagged sentences; every word keeps the tag of the form that is then written.

The tagger learns from it to read faulty text, and is measured on it. Inflections come from lemminflect.
"""

import random
from collections.abc import Callable
from dataclasses import replace

import lemminflect

from treebank import Sentence, Token

_BASE = {"VB", "VBP", "VBZ", "VBD", "VBG", "VBN"}
_NOUNS = {"NN", "NNS"}
_LIGHT = {
    "be",
    "have",
    "do",
    "am",
    "is",
    "are",
    "was",
    "were",
    "been",
    "being",
    "has",
    "had",
    "does",
    "did",
    "'s",
    "'re",
}
_SWAPS = {
    "a": ("an", "DT"), "an": ("a", "DT"), "than": ("then", "RB"), "then": ("than", "IN"), "to": ("too", "RB"),
    "too": ("to", "TO"), "their": ("there", "EX"), "there": ("their", "PRP$"), "your": ("you", "PRP"),
    "you": ("your", "PRP$"), "of": ("off", "RP"), "off": ("of", "IN"), "whose": ("who", "WP"), "they": ("the", "DT"),
    "the": ("they", "PRP"), "from": ("form", "NN"), "form": ("from", "IN"), "this": ("these", "DT"),
    "these": ("this", "DT"), "that": ("those", "DT"), "those": ("that", "DT"), "were": ("where", "WRB"),
    "where": ("were", "VBD"), "affect": ("effect", "NN"), "effect": ("affect", "VB"), "lose": ("loose", "JJ"),
    "an'": ("and", "CC"), "and": ("an", "DT"), "as": ("has", "VBZ"), "has": ("as", "IN"), "is": ("in", "IN"),
    "in": ("is", "VBZ"), "it": ("is", "VBZ"), "if": ("is", "VBZ"), "or": ("of", "IN"), "be": ("by", "IN"),
    "by": ("be", "VB"), "with": ("which", "WDT"), "not": ("now", "RB"), "now": ("not", "RB"), "can": ("an", "DT"),
}  # fmt: skip
_DROPPED = {"DT", "TO", "IN", "CC"}


def inflected(token: Token, tag: str) -> str | None:
    """The form of the token's word that `tag` asks for, capitals kept; None where there is none or it is the same."""
    kind = "NOUN" if token.tag in _NOUNS else "VERB"
    lemmas = lemminflect.getLemma(token.form.lower(), kind)
    forms = lemminflect.getInflection(lemmas[0], tag) if lemmas else ()
    if not forms or forms[0] == token.form.lower():
        return None
    return forms[0].capitalize() if token.form[:1].isupper() else forms[0]


class Corrupter:
    """Makes one or two mistakes in a sentence, chosen at random among those that it allows."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.kinds: list[tuple[float, Callable[[list[Token]], list[Token] | None]]] = [
            (6, self.verb_form), (3, self.noun_number), (2, self.verb_number), (2, self.swap), (1, self.drop),
            (0.5, self.double), (1.5, self.misspell), (0.7, self.possessive), (1.0, self.quality), (0.6, self.join),
        ]  # fmt: skip

    def corrupt(self, sentence: Sentence) -> Sentence:
        """A faulty copy of the sentence, or the sentence itself where no mistake fits."""
        tokens: list[Token] | None = list(sentence.tokens)
        done = False
        for _ in range(self.rng.choice((1, 1, 2))):
            weights, kinds = zip(*self.kinds, strict=True)
            for kind in self.rng.choices(kinds, weights, k=4):
                made = kind(tokens)
                if made:
                    tokens, done = made, True
                    break
        return Sentence(tokens, sentence.opens) if done and tokens else sentence

    def _pick(self, tokens: list[Token], fits: Callable[[int], bool]) -> int | None:
        places = [n for n in range(len(tokens)) if fits(n)]
        return self.rng.choice(places) if places else None

    def _with(self, tokens: list[Token], at: int, form: str | None, tag: str) -> list[Token] | None:
        if form is None:
            return None
        return [*tokens[:at], replace(tokens[at], form=form, tag=tag), *tokens[at + 1 :]]

    def verb_form(self, tokens: list[Token]) -> list[Token] | None:
        """Another form of a verb that stands after a modal, `to`, `be`, `have`, `do`, or a preposition."""
        at = self._pick(tokens, lambda n: n > 0 and tokens[n].tag in _BASE and tokens[n].form.lower() not in _LIGHT)
        if at is None:
            return None
        before = [token.tag for token in tokens[max(0, at - 2) : at]]
        if tokens[at].tag in {"VBP", "VBZ"} and self.rng.random() < 0.6:
            return self.verb_number(tokens)
        governed = {"MD", "TO", "IN"} & set(before) or any(
            t.form.lower() in _LIGHT for t in tokens[max(0, at - 2) : at]
        )
        choices = ["VB", "VBZ", "VBG", "VBN", "VBD"] if governed else ["VBG", "VBN"]
        tag = self.rng.choice([c for c in choices if c != tokens[at].tag])
        form = inflected(tokens[at], tag)
        if tag in {"VBN", "VBD"} and form and form.endswith("ed"):  # the form does not tell: the place decides
            tag = "VBN" if before and before[-1] in {"VBZ", "VBP", "VBD", "VB", "VBN", "IN", "MD", "TO"} else "VBD"
        return self._with(tokens, at, form, tag)

    def verb_number(self, tokens: list[Token]) -> list[Token] | None:
        """Third person for the plain form and the other way: `the systems writes`."""
        at = self._pick(tokens, lambda n: tokens[n].tag in {"VBZ", "VBP"} and not tokens[n].form.startswith("'"))
        if at is None:
            return None
        token = tokens[at]
        fixed = {
            "is": "are",
            "are": "is",
            "was": "were",
            "were": "was",
            "has": "have",
            "have": "has",
            "does": "do",
            "do": "does",
        }
        tag = "VBP" if token.tag == "VBZ" else "VBZ"
        return self._with(tokens, at, fixed.get(token.form.lower()) or inflected(token, tag), tag)

    def noun_number(self, tokens: list[Token]) -> list[Token] | None:
        """Singular for plural and the other way: `these variable`, `a apples`."""
        at = self._pick(tokens, lambda n: tokens[n].tag in _NOUNS)
        if at is None:
            return None
        tag = "NNS" if tokens[at].tag == "NN" else "NN"
        return self._with(tokens, at, inflected(tokens[at], tag), tag)

    def swap(self, tokens: list[Token]) -> list[Token] | None:
        """A small word for another that looks like it."""
        at = self._pick(tokens, lambda n: tokens[n].form.lower() in _SWAPS)
        if at is None:
            return None
        form, tag = _SWAPS[tokens[at].form.lower()]
        return self._with(tokens, at, form.capitalize() if tokens[at].form[0].isupper() else form, tag)

    def drop(self, tokens: list[Token]) -> list[Token] | None:
        """A small word left out."""
        at = self._pick(tokens, lambda n: (n > 0 and tokens[n].tag in _DROPPED) or tokens[n].form.lower() in _LIGHT)
        return None if at is None or len(tokens) < 4 else [*tokens[:at], *tokens[at + 1 :]]

    def double(self, tokens: list[Token]) -> list[Token] | None:
        """A word written twice."""
        at = self._pick(tokens, lambda n: tokens[n].form.isalpha() and len(tokens[n].form) < 6 and tokens[n].space)
        return None if at is None else [*tokens[: at + 1], tokens[at], *tokens[at + 1 :]]

    def misspell(self, tokens: list[Token]) -> list[Token] | None:
        """A letter left out, doubled, changed, or two swapped, within a word."""
        at = self._pick(tokens, lambda n: tokens[n].form.isalpha() and len(tokens[n].form) > 4)
        if at is None:
            return None
        form = tokens[at].form
        place = self.rng.randrange(1, len(form) - 1)
        a, b = form[place], form[place + 1]
        middle = self.rng.choice((b, a + a + b, b + a, self.rng.choice("etaoinsr") + b))
        return self._with(tokens, at, form[:place] + middle + form[place + 2 :], tokens[at].tag)

    def possessive(self, tokens: list[Token]) -> list[Token] | None:
        """`it's` for `its`, `its` for `it's`, an apostrophe in a plural."""
        for n, token in enumerate(tokens):
            lower = token.form.lower()
            if lower == "its" and token.tag == "PRP$":
                it = replace(token, form=token.form[:2], tag="PRP", space=False)
                return [*tokens[:n], it, replace(token, form="'s", tag="VBZ"), *tokens[n + 1 :]]
            if lower in {"'s", "’s"} and n and tokens[n - 1].form.lower() == "it":
                its = replace(tokens[n - 1], form=tokens[n - 1].form + "s", tag="PRP$", space=True)
                return [*tokens[: n - 1], its, *tokens[n + 1 :]]
            if token.tag == "NNS" and lower.endswith("s") and len(lower) > 3 and self.rng.random() < 0.3:
                noun = replace(token, form=token.form[:-1], tag="NN", space=False)
                return [*tokens[:n], noun, replace(token, form="'s", tag="POS"), *tokens[n + 1 :]]
        return None

    def quality(self, tokens: list[Token]) -> list[Token] | None:
        """An adjective for its adverb and the other way."""
        at = self._pick(
            tokens, lambda n: tokens[n].tag == "JJ" or (tokens[n].tag == "RB" and tokens[n].form.endswith("ly"))
        )
        if at is None:
            return None
        form = tokens[at].form
        if tokens[at].tag == "RB":
            return self._with(tokens, at, form[:-2], "JJ") if len(form) > 5 else None
        return self._with(tokens, at, form + "ly", "RB") if form[-1] in "tkredlnmcs" and len(form) > 4 else None

    def join(self, tokens: list[Token]) -> list[Token] | None:
        """The apostrophe of a possessive left out: `the users name`."""
        for n, token in enumerate(tokens):
            if n and token.tag == "POS" and tokens[n - 1].tag in {"NN", "NNS"}:
                noun = tokens[n - 1]
                form = noun.form if noun.form.endswith("s") else noun.form + "s"
                return [*tokens[: n - 1], replace(noun, form=form, tag="NNS", space=True), *tokens[n + 1 :]]
        return None


class Disguiser:
    """Changes what is not a mistake: Title Case, capitals, small initials, stand-ins for nouns. Tags stay."""

    def __init__(self, rng: random.Random, stand_ins: str) -> None:
        self.rng = rng
        self.stand_ins = stand_ins

    def disguise(self, sentence: Sentence) -> Sentence:
        """A copy of the sentence in another dress."""
        dress = self.rng.random()
        tokens = sentence.tokens
        if dress < 0.15 and len(tokens) < 14:
            tokens = [self._titled(token) for token in tokens]
            if tokens[-1].tag == ".":
                tokens = tokens[:-1]
        elif dress < 0.2 and len(tokens) < 14:
            tokens = [replace(token, form=token.form.upper()) for token in tokens]
        elif dress < 0.4:
            first = tokens[0]
            tokens = [replace(first, form=first.form[:1].lower() + first.form[1:]), *tokens[1:]]
        else:
            tokens = [self._stood_in(token) if self.rng.random() < 0.15 else token for token in tokens]
        return Sentence(tokens, sentence.opens) if tokens else sentence

    def _titled(self, token: Token) -> Token:
        small = token.tag in {"IN", "DT", "CC", "TO"} and self.rng.random() < 0.7
        return token if small or not token.form.islower() else replace(token, form=token.form.capitalize())

    def _stood_in(self, token: Token) -> Token:
        if token.tag not in {"NN", "NNP"}:
            return token
        return replace(token, form=self.rng.choice(self.stand_ins), tag="NN")
