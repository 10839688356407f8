"""Teach the judge from what `judge_data.py` gathered: `python train_judge.py WORK DATA`.

Boosted trees (scikit-learn), one forest for words and one for small words. Weights make mistakes as frequent as they
are in pages that need mending; what two judges, each learnt on half the pages, are sure of in clean text is left out,
since most of it is mistakes that the text has.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from prosefix.checks.realword.confusions import Relation
from prosefix.checks.realword.judge import NODE

PER_WORD = 0.004  # mistakes of these kinds in a word of a page that needs mending
BOOST = 8.0  # how many times as heavy mistakes are while learning; taken off again afterwards
SLIPS = 0.5  # weight of all writers' changes, of that of all mistakes put in
SURE = 0.45
TREES = 250
# Log-odds of the judge's own probability, and what share of such findings were at a mistake, see benchmarks/realword.md.
OWN = (1e-4, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.72, 0.8, 0.9, 0.925, 0.95, 0.97, 0.999)
HELD = (1e-4, 0.10, 0.20, 0.37, 0.50, 0.60, 0.70, 0.80, 0.90, 0.94, 0.97, 0.98, 0.985, 0.99, 0.999)

Floats = NDArray[np.float64]


class Data:
    """Everything gathered, in columns."""

    def __init__(self, work: Path) -> None:
        parts = [dict(np.load(file)) for file in sorted(work.glob("judge-*.npz"))]
        self.names: list[str] = parts[0]["names"].tolist()
        self.evidence, self.label, self.kind, self.page, self.test = (
            np.concatenate([part[name] for part in parts]) for name in ("evidence", "label", "kind", "page", "test")
        )
        self.relation = self.evidence[:, self.names.index("relation")].astype(int)
        self.rows = next(part["rows"] for part in parts if part["kind"][0] == 0)
        self.mistakes = np.sum([part["mistakes"] for part in parts if part["kind"][0] == 1], axis=0)
        self.weight = self._weights()

    @property
    def true(self) -> NDArray[np.bool_]:
        return self.label == 1  # type: ignore[no-any-return]

    def _weights(self) -> Floats:
        of_mistake = PER_WORD * self.rows.sum() / self.mistakes.sum()
        put_in = (self.kind == 1) & self.true
        slips = (self.kind == 2) & self.true
        of_slip = SLIPS * of_mistake * put_in.sum() / max(1, slips.sum())
        weights = [1.0, of_mistake, np.where(self.true, of_slip, 0.02), 0.5]
        return np.select([self.kind == kind for kind in range(4)], weights)


def learnt(data: Data, chosen: NDArray[np.bool_], trees: int) -> HistGradientBoostingClassifier:
    model = HistGradientBoostingClassifier(
        max_iter=trees, learning_rate=0.06, max_leaf_nodes=31, min_samples_leaf=40, l2_regularization=5.0,
        max_features=0.3, early_stopping=False, random_state=0,
    )  # fmt: skip
    weight = data.weight * np.where(data.true, BOOST, 1.0)
    return model.fit(data.evidence[chosen], data.true[chosen], sample_weight=weight[chosen])


def odds(model: HistGradientBoostingClassifier, evidence: NDArray[np.float32]) -> Floats:
    return model.decision_function(evidence) - np.log(BOOST)  # type: ignore[no-any-return]


def noise(data: Data, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Clean entries that a judge learnt on the other half of the pages takes for mistakes."""
    result = np.zeros(len(chosen), dtype=np.bool_)
    for half in (0, 1):
        model = learnt(data, chosen & (data.page % 2 == half), 80)
        other = np.flatnonzero(chosen & (data.page % 2 != half) & (data.kind == 0))
        result[other] = odds(model, data.evidence[other]) > np.log(SURE / (1 - SURE))
    return result


def export(model: HistGradientBoostingClassifier, name: str, folder: Path) -> None:
    """The forest as `prosefix.checks.realword.judge` reads it."""
    nodes, roots = [], []
    for (tree,) in model._predictors:
        base = len(nodes)
        roots.append(base)
        for node in tree.nodes:
            if node["is_leaf"]:
                nodes.append((-1, 0.0, 0, 0, node["value"]))
            else:
                children = (base + int(node["left"]), base + int(node["right"]))
                nodes.append((int(node["feature_idx"]), node["num_threshold"], *children, 0.0))
    np.save(folder / f"{name}-trees.npy", np.array(nodes, dtype=NODE))
    start = float(np.ravel(model._baseline_prediction)[0]) - np.log(BOOST)
    table = np.array([(root, start) for root in roots], dtype=[("root", "<i4"), ("start", "<f4")])
    np.save(folder / f"{name}-roots.npy", table)


def report(data: Data, values: Floats) -> None:
    """Share of the mistakes put in that are found, and flags on clean text, of the part not learnt from."""
    probability = 1 / (1 + np.exp(-values))
    clean, spoilt = data.test & (data.kind == 0), data.test & (data.kind == 1) & data.true
    for name, relations in (
        ("inflections", [Relation.INFLECTION]), ("words", [Relation.EDIT, Relation.SLIP, Relation.DERIVED]),
        ("small words", [Relation.SMALL]), ("too many", [Relation.DELETE]), ("missing", [Relation.INSERT]),
    ):  # fmt: skip
        of_these = np.isin(data.relation, relations)
        for least in (0.3, 0.5, 0.6, 0.7, 0.8, 0.9):
            flags = (probability[clean & of_these] > least).sum() / data.rows[1] * 1000
            print(
                f"{name:12s} {least:.1f}  {flags:.3f} flags in 1000 words, {(probability[spoilt & of_these] > least).sum()} of {data.mistakes[1]} found"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("data", type=Path)
    given = parser.parse_args()
    data = Data(given.work)
    folder: Path = given.data / "judge"
    folder.mkdir(exist_ok=True)
    values = np.zeros(len(data.label))
    for name, of_small in (("words", False), ("small", True)):
        chosen = (data.relation >= Relation.SMALL) == of_small
        model = learnt(data, chosen & ~data.test & ~noise(data, chosen & ~data.test), TREES)
        export(model, name, folder)
        values[chosen] = odds(model, data.evidence[chosen])
    (folder / "columns.txt").write_text("\n".join(data.names), "utf-8")
    own = np.array(OWN)
    np.save(folder / "calibration.npy", np.stack([np.log(own / (1 - own)), HELD]).astype(np.float32))
    report(data, values)


if __name__ == "__main__":
    main()
