"""Write the table of TeX commands and environments that KaTeX and MathJax know.

usage: list_tex_commands.py FOLDER > src/prosefix/checks/math/data/commands.tsv

FOLDER is one in which `npm install katex mathjax-full` was run; Node must be on the path. The names and the shapes of
their arguments are read from the published tables of both packages (KaTeX: functions, macros, symbols, environments;
MathJax: every map of `AllPackages`); where KaTeX takes a command is tried out. The first line of the output names the versions.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MATHJAX = """
const {MapHandler} = require('mathjax-full/js/input/tex/MapHandler.js');
const maps = [], register = MapHandler.register;
MapHandler.register = map => { maps.push(map); return register(map); };
require('mathjax-full/js/input/tex/AllPackages.js');
console.log(JSON.stringify(maps.filter(m => m.map).map(m => [m.name, [...m.map.keys()]])));
"""


def version(folder: Path, package: str) -> str:
    return str(json.loads((folder / "node_modules" / package / "package.json").read_text(encoding="utf8"))["version"])


def run(arguments: list[str], folder: Path) -> Any:
    return json.loads(subprocess.run(["node", *arguments], cwd=folder, check=True, capture_output=True).stdout)


def katex_rows(folder: Path) -> dict[str, tuple[str, str]]:
    """Shape of the arguments and flags by name: m, t where a command may stand; a as a bare argument; l takes limits;
    i infix; for environments d in display math only, and the number of columns that there may be.

    KaTeX keeps its tables to itself, so a copy of the module that exports them is asked.
    """
    module = (folder / "node_modules/katex/dist/katex.mjs").read_text(encoding="utf8")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        (copy / "katex.mjs").write_text(
            module + "\nexport {functions, _macros, symbols, _environments};\n", encoding="utf8"
        )
        shutil.copy(Path(__file__).parent / "katex_commands.mjs", copy / "list.mjs")
        return {name: (shape, flags) for name, (shape, flags) in run(["list.mjs"], copy).items()}


def mathjax_maps(folder: Path) -> list[tuple[str, list[str]]]:
    return [(name, keys) for name, keys in run(["-e", MATHJAX], folder)]


def mathjax_rows(folder: Path) -> Iterator[tuple[str, bool]]:
    """Name, and whether it needs a package that MathJax does not load by itself."""
    for map_name, keys in mathjax_maps(folder):
        extra = map_name.startswith(("Physics", "mathtools", "textcomp", "Bussproofs", "empheq", "Braket"))
        environments = "env" in map_name.lower()
        if map_name.startswith("text-"):
            continue  # known inside \\text only
        for key in keys:
            if environments:
                yield f"{{{key}}}", extra
            elif key.isascii() and key.strip() and not key.startswith("\\") and (key.isalpha() or len(key) == 1):
                yield "\\" + key, extra


def main() -> None:
    folder = Path(sys.argv[1])
    table = {name: ["k", *row] for name, row in katex_rows(folder).items()}
    for name, extra in mathjax_rows(folder):
        row = table.setdefault(name, ["p" if extra else "m", "*", "mta"])
        if row[0] == "k":
            row[0] = "km"
        elif row[0] == "p" and not extra:
            row[0] = "m"
    print(
        f"# KaTeX {version(folder, 'katex')} (MIT), MathJax {version(folder, 'mathjax-full')} (Apache-2.0); name, where, arguments, flags"
    )
    for name in sorted(table):
        print("\t".join([name, *table[name]]))


if __name__ == "__main__":
    main()
