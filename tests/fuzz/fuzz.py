"""Looks for inputs that break what must hold (`targets.py`), guided by the code that they reach.

    pip install atheris
    python tests/fuzz/fuzz.py TARGET [--seconds 3600] [--corpus FOLDER]

atheris (Apache-2.0) mutates the seeds and what it finds to reach new code. What breaks is written to the current folder as `crash-…`;
put it into `tests/fuzz/found/TARGET/` under a name that says what it is, and it is a test.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["prosefix"]):
    from seeds import PIECES, SEEDS
    from targets import TARGETS

LONGEST = 4096  # bytes of an input


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--corpus", type=Path, help="keep what reached new code here, for the next time")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        corpus = arguments.corpus or Path(work, "corpus")
        corpus.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate([*SEEDS[arguments.target], *PIECES[arguments.target]]):
            Path(corpus, f"seed-{number}").write_bytes(seed)
        words = Path(work, "words")
        words.write_text("".join(f'"{_escaped(piece)}"\n' for piece in PIECES[arguments.target] if piece))
        atheris.Setup(
            [sys.argv[0], f"-max_total_time={arguments.seconds}", f"-max_len={LONGEST}", f"-dict={words}", "-timeout=60",
             "-rss_limit_mb=3000", "-print_final_stats=1", str(corpus)],
            TARGETS[arguments.target],
        )  # fmt: skip
        atheris.Fuzz()


def _escaped(piece: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in piece)


if __name__ == "__main__":
    main()
