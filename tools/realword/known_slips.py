"""Keep those of writers' changes that the packed model knows as confusions: `python known_slips.py SLIPS.tsv OUT`.

Commits that fix typos also reword. A change is kept where it puts one word for another of which the table of `Confusions`
says that they are written for each other, or where a small word comes, goes or is exchanged for one so taken.
"""

import argparse
from pathlib import Path

from slips import Slip

from prosefix.checks.realword.confusions import Confusions
from prosefix.checks.realword.detection import model


class Known:
    """What the packed table says is written for what."""

    def __init__(self, table: Confusions) -> None:
        self.table = table
        self.small = {table.word(int(number)): place for place, number in enumerate(table.small)}
        self.entries = {word: entry for entry, word in enumerate(table.words)} | dict(table.rare)

    def kind(self, slip: Slip) -> str | None:
        """The file that a change belongs in, or None."""
        old, new = slip.old.strip().lower(), slip.new.strip().lower()
        if old == new:
            return None
        if old in self.small and new in self.small:
            taken = not (old and new) or self.table.exchanged[self.small[old], self.small[new]]
            return "small" if taken else None
        return "real" if old in self.entries and self.table.known.get(new) in self.alternatives(old) else None

    def alternatives(self, word: str) -> set[int]:
        """The encoder numbers of what `word` may be written for."""
        first, last = self.table.first[self.entries[word] :][:2].tolist()
        return set(self.table.alternatives[first:last].tolist())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slips", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    given.out.mkdir(exist_ok=True)
    known = Known(model().confusions)
    kept: dict[str | None, list[str]] = {"real": [], "small": [], "reworded": []}
    for line in given.slips.read_text("utf-8").splitlines()[1:]:
        kept.setdefault(known.kind(Slip(*line.split("\t"))), []).append(line)
    for name in ("real", "small", "reworded"):
        (given.out / f"{name}.tsv").write_text("".join(f"{line}\n" for line in kept[name]), "utf-8")
        print(f"{name}: {len(kept[name])}")


if __name__ == "__main__":
    main()
