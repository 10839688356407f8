"""Write the table of TeX commands and environments that KaTeX and MathJax know.

usage: list_tex_commands.py FOLDER > src/prosefix/checks/math/data/commands.tsv

FOLDER is one in which `npm install katex mathjax-full` was run; Node must be on the path. The names and the shapes of
their arguments are read from the published tables of both packages (KaTeX: functions, macros, symbols, environments;
MathJax: every map of `AllPackages`). The first line of the output names the versions.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

KATEX = """
import {functions, _macros as macros, symbols, _environments as environments} from './katex.mjs';
const out = [];
const letter = {math: 'o', text: 't', hbox: 't', color: 'c', size: 's', url: 'r', raw: 'r', primitive: 'p', original: 'o'};
for (const [name, f] of Object.entries(functions)) {
  const optional = f.numOptionalArgs || 0, total = f.numArgs + optional;
  let shape = '';
  for (let i = 0; i < total; i++) {
    const type = (f.argTypes || [])[i] || (f.primitive ? 'primitive' : 'original');
    shape += (i < optional ? '?' : '') + letter[type];
  }
  out.push({name, kind: 'function', shape, math: f.allowedInMath !== false, text: !!f.allowedInText,
            argument: !!f.allowedInArgument, limits: /^op/.test(f.type), infix: !!f.infix});
}
for (const [name, body] of Object.entries(macros))
  out.push({name, kind: 'macro', body: typeof body === 'string' ? body : null});
for (const mode of ['math', 'text'])
  for (const name of Object.keys(symbols[mode])) out.push({name, kind: 'symbol', mode});
for (const [name, e] of Object.entries(environments)) out.push({name, kind: 'environment', args: e.numArgs});
console.log(JSON.stringify(out));
"""

MATHJAX = """
const {MapHandler} = require('mathjax-full/js/input/tex/MapHandler.js');
const maps = [], register = MapHandler.register;
MapHandler.register = map => { maps.push(map); return register(map); };
require('mathjax-full/js/input/tex/AllPackages.js');
console.log(JSON.stringify(maps.filter(m => m.map).map(m => [m.name, [...m.map.keys()]])));
"""

# What KaTeX writes as code rather than as a body with #1, #2: the arguments were read from its documentation.
CODED = {"\\bra": "o", "\\ket": "o", "\\braket": "o", "\\Bra": "o", "\\Ket": "o", "\\Braket": "o", "\\set": "o", "\\Set": "o",
         "\\TextOrMath": "oo", "\\mod": "o", "\\hspace": "s", "\\message": "r", "\\errmessage": "r"}  # fmt: skip


def version(folder: Path, package: str) -> str:
    return str(json.loads((folder / "node_modules" / package / "package.json").read_text(encoding="utf8"))["version"])


def run(arguments: list[str], folder: Path) -> list[object]:
    return list(json.loads(subprocess.run(["node", *arguments], cwd=folder, check=True, capture_output=True).stdout))


def katex_tables(folder: Path) -> list[dict[str, object]]:
    """KaTeX keeps its tables to itself, so a copy of the module that exports them is asked."""
    module = (folder / "node_modules/katex/dist/katex.mjs").read_text(encoding="utf8")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        (copy / "katex.mjs").write_text(module + "\nexport {functions, _macros, symbols, _environments};\n", encoding="utf8")
        (copy / "list.mjs").write_text(KATEX, encoding="utf8")
        return run(["list.mjs"], copy)  # type: ignore[return-value]


def mathjax_maps(folder: Path) -> list[tuple[str, list[str]]]:
    return run(["-e", MATHJAX], folder)  # type: ignore[return-value]


def macro_shape(name: str, body: str | None) -> str:
    if name in CODED or body is None:
        return CODED.get(name, "")
    count = max((k for k in range(1, 10) if f"#{k}" in body), default=0)
    return ("t" if "\\text" in body and "{#1}" in body else "o") * count


def katex_rows(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Name, shape of the arguments, flags: m, t where it may stand; a as a bare argument; l takes limits; i infix."""
    symbols: dict[str, str] = {}
    for entry in katex_tables(folder):
        name = str(entry["name"])
        if entry["kind"] == "environment":
            yield f"{{{name}}}", "o" * int(entry["args"]) if name in ("array", "darray", "subarray") else "", ""  # type: ignore[call-overload]
        elif not name.startswith("\\") or "@" in name or (name.startswith("\\\\") and name != "\\\\"):
            continue
        elif entry["kind"] == "symbol":
            symbols[name] = symbols.get(name, "") + str(entry["mode"])[0]
        elif entry["kind"] == "macro":
            yield name, macro_shape(name, entry["body"]), "mta"  # type: ignore[arg-type]
        else:
            marks = (("math", "m"), ("text", "t"), ("argument", "a"), ("limits", "l"), ("infix", "i"))
            yield name, str(entry["shape"]), "".join(mark for key, mark in marks if entry[key])
    yield from ((name, "", modes + "a") for name, modes in symbols.items())


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
    table: dict[str, list[str]] = {}
    for name, shape, flags in katex_rows(folder):  # a function comes before a symbol of the same name, as in KaTeX
        table.setdefault(name, ["k", shape, flags])
    for name, extra in mathjax_rows(folder):
        row = table.setdefault(name, ["p" if extra else "m", "*", "mta"])
        if row[0] == "k":
            row[0] = "km"
        elif row[0] == "p" and not extra:
            row[0] = "m"
    print(f"# KaTeX {version(folder, 'katex')} (MIT), MathJax {version(folder, 'mathjax-full')} (Apache-2.0); name, where, arguments, flags")
    for name in sorted(table):
        print("\t".join([name, *table[name]]))


if __name__ == "__main__":
    main()
