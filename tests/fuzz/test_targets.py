"""The targets of fuzzing on inputs put together from pieces that break readers; `fuzz.py` goes on from there for hours."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seeds import PIECES, SEEDS
from targets import TARGETS

FEW = 5  # pages, each of which all rules look at twice


def inputs(name: str) -> st.SearchStrategy[bytes]:
    pieces = st.sampled_from(PIECES[name]) | st.binary(max_size=4)
    made = st.lists(pieces, max_size=30).map(b"".join)
    seed = st.sampled_from(SEEDS[name])
    broken = st.tuples(seed, st.integers(0, 400), st.integers(0, 20), made).map(
        lambda four: four[0][: four[1]] + four[3] + four[0][four[1] + four[2] :]
    )
    return made | broken


@pytest.mark.parametrize("name", TARGETS)
def test_it_holds(name: str) -> None:
    target = TARGETS[name]

    @settings(max_examples=FEW if name == "page" else 100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(inputs(name))
    def holds(data: bytes) -> None:
        target(data)

    holds()


FOUND = sorted((Path(__file__).parent / "found").glob("*/*"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_stays_mended(path: Path) -> None:
    target: Callable[[bytes], None] = TARGETS[path.parent.name]
    target(path.read_bytes())
