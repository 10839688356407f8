"""Answers are kept by what was asked, and a bad file costs nothing but the answers."""

from pathlib import Path

from prosefix.checks.engines.cache import AnswerCache, key
from prosefix.checks.engines.interface import Kind, Passage, Remark

PASSAGE = Passage("Some teh text.", "en")
REMARKS = [Remark(5, 8, "No.", ("the", "ten"), "RULE", Kind.SPELLING)]


def test_an_answer_comes_back_as_it_was(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "answers")
    name, empty = key("engine 1", PASSAGE), key("engine 1", Passage("Fine.", "en"))
    cache.save({name: REMARKS, empty: []})
    assert AnswerCache(tmp_path / "answers").load([name, empty, b"unknown"]) == {name: REMARKS, empty: []}


def test_the_key_is_engine_language_and_text() -> None:
    others = [
        key("engine 2", PASSAGE), key("engine 1", Passage(PASSAGE.text, "en-gb")), key("engine 1", Passage("x", "en")),
    ]  # fmt: skip
    assert len({key("engine 1", PASSAGE), *others}) == 4


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_bytes(b"no database" * 1000)
    cache = AnswerCache(file)
    assert cache.load([key("e", PASSAGE)]) == {}
    cache.save({key("e", PASSAGE): REMARKS})
    assert cache.load([key("e", PASSAGE)]) == {key("e", PASSAGE): REMARKS}


def test_without_a_place_to_write_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = AnswerCache(tmp_path / "file" / "answers")
    cache.save({key("e", PASSAGE): REMARKS})
    assert cache.load([key("e", PASSAGE)]) == {}
