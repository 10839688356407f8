"""Hygiene of the spelling data: no correct word is a key, nothing loops, and the files go with the lexicon."""

from pathlib import Path

import pytest

from prosefix.checks.spelling.candidates import FOLDER, Candidates
from prosefix.english.lexicon import lexicon
from prosefix.rulebook.loading import built_in_folder
from prosefix.rulebook.wordlists import parse

SLIPS = parse(Path(built_in_folder() / "words" / "known-slips.txt").read_text("utf-8"))


def test_no_slip_is_the_mending_of_another() -> None:
    rights = set(SLIPS.values())
    assert not rights & set(SLIPS)
    assert all(right and right != wrong for wrong, right in SLIPS.items())


@pytest.mark.parametrize(
    "right", sorted({word for right in SLIPS.values() for word in right.split() if word.isalpha()})
)
def test_every_mending_is_known(right: str) -> None:
    assert lexicon().row(right) >= 0


def test_what_may_be_offered_is_in_the_lexicon() -> None:
    candidates = Candidates.open()
    missing = (lexicon().rows_of(candidates.written.part(0, len(candidates.written))) < 0).sum()
    assert missing <= len(candidates.written) // 100, "run tools/file_candidates.py: the lexicon was built anew"


def test_doubtful_words_are_not_offered_for_common_ones() -> None:
    doubtful = (FOLDER / "doubtful.txt").read_text("utf-8").split()
    assert doubtful == sorted(set(doubtful))
    assert "public" not in doubtful
    assert "pubic" in doubtful
