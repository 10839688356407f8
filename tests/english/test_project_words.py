"""What an entry of the project's words covers, and which capitals it holds others to."""

import pytest

from prosefix.english.project_words import ProjectWords

owned = ProjectWords(["splat", "PyTorch", "foo", "gaussian"])


@pytest.mark.parametrize(
    "word", ["splat", "splats", "Splat", "SPLATS", "splatted", "splatting", "PyTorch", "foo", "Gaussians"]
)
def test_forms_are_covered(word: str) -> None:
    assert owned.entry(word) is not None
    assert owned.enforced(word) is None


@pytest.mark.parametrize("word", ["splatx", "xsplat", "pytorch", "Pytorch", "food"])
def test_nothing_but_whole_words_in_their_capitals(word: str) -> None:
    assert owned.entry(word) is None


def test_capitals_are_enforced() -> None:
    assert owned.enforced("pytorch") == owned.enforced("PYTORCH") == "PyTorch"
    assert owned.enforced("torch") is None
    assert not ProjectWords([])
