"""Harper and LingoTweaker, where they are installed."""

import pytest

from prosefix.checks.engines.interface import Engine, Kind, Passage
from prosefix.checks.engines.registry import open_engine

TEXT = "😀 The 𝒞 of the the things is an box."
NEEDS = {"harper": ["harper"], "lingotweaker": ["lt_py", "lingotweaker_data_en"]}


@pytest.fixture(params=sorted(NEEDS))
def engine(request: pytest.FixtureRequest) -> Engine:
    for module in NEEDS[request.param]:
        pytest.importorskip(module, reason=f"{request.param} is not installed")
    return open_engine(request.param, {})


def test_places_are_code_points(engine: Engine) -> None:
    fine, remarks = engine.check([Passage("All is well.", "en"), Passage(TEXT, "en")])
    assert fine == []
    found = {remark.kind: (TEXT[remark.start : remark.end], remark.replacements[:1]) for remark in remarks}
    assert found[Kind.REPETITION] == ("the the", ("the",))
    assert found[Kind.ARTICLE] == ("an", ("a",))


def test_they_read_english_alone(engine: Engine) -> None:
    assert engine.reads("en-gb")
    assert not engine.reads("de")
    assert engine.identity != open_engine(engine.name, {}, "en-GB").identity
