"""A rule that calls its fixes safe has the record for it, or says why nothing else can be meant."""

import tomllib

import pytest

from prosefix.findings import Applicability
from prosefix.rulebook import Rule, built_in_folder, load_rules

FOLDER = built_in_folder()
MEASURED = tomllib.loads((FOLDER / "measured.toml").read_text(encoding="utf-8"))
HITS, SHARE = 20, 0.95
DISPROOF = 0.9  # a proof does not stand against a record of many hits below this


def safe_rules() -> list[Rule]:
    return [rule for rule in load_rules([FOLDER]) if rule.fix is Applicability.SAFE]


@pytest.mark.parametrize("rule", safe_rules(), ids=lambda rule: rule.name)
def test_what_is_called_safe_is_borne_out(rule: Rule, record: dict[str, int]) -> None:
    hits, right = record["hits"], record["right"]
    proven = bool(rule.proof) and (hits < HITS or right >= DISPROOF * hits)
    assert proven or (hits >= HITS and right >= SHARE * hits), f"{right} of {hits} right: make it unsafe, or prove it"


@pytest.fixture
def record(rule: Rule) -> dict[str, int]:
    assert rule.name in MEASURED, "the rule has not been measured: run tools/measure_rules.py"
    measured: dict[str, int] = MEASURED[rule.name]
    return measured


def test_the_record_adds_up_and_speaks_of_rules_that_exist() -> None:
    records = {name: record for name, record in MEASURED.items() if isinstance(record, dict)}
    assert set(records) <= {rule.name for rule in load_rules([FOLDER])}
    for record in records.values():
        assert record["right"] == sum(record[source][0] for source in ("cases", "slips", "clean"))
        assert record["hits"] == sum(sum(record[source]) for source in ("cases", "slips", "clean"))


def test_judgements_are_of_places_and_hold_no_text() -> None:
    for line in (FOLDER / "judged.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            rule, place, verdict = line.split("\t")
            assert "/" in rule
            assert len(place) == 12
            assert verdict in ("right", "wrong", "doubtful")
