"""Where fuzzing starts: whole inputs of each kind, and the pieces that inputs are put together from."""

import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
sys.path.insert(0, str(TOP / "tests" / "page"))

from nasty import PIECES as MARKUP  # noqa: E402

PAGE = [piece.encode() for piece in MARKUP]
WORDS = [b"The module will requires ", b"the the ", b"doesnt ", b"a apple ", b"recieve ", b"these page ", b". "]
TEX = (
    "\\frac \\sqrt [ ] { } ^ _ & \\\\ \\left( \\right) \\left. \\begin{matrix} \\end{matrix} \\begin{cases} \\text{a b} \\mine "
    "\\operatorname{x} \\mathbb R < > % $ ' \\, \\middle| \\over \\color{red} \\hline \\tag{1} \\verb|x| \\char`a # ~ x 1 "
    "\\begin{array}{c|c} \\end{array} \\limits \\sum \\int \\href{a}{b} \\rule{1em}{2em} \\unknown é"
)
KEYS = (
    'select = ["spelling"]|ignore = ["a/b"]|fail-on = "error"|words = ["a"]|exclude = ["**/x", "*.html"]|lang = "en-GB"'
    '|opaque = ["div.a[b=c]"]|max-size = 3|severity = { spelling = "info" }|rules = ["x"]|[[overrides]]|files = ["a/*"]'
    "|baseline = 1|[tool.prosefix]|x = 1979-05-27|a.b.c = []|\ufeff|\r\n|#|[|]|\"|'''|= |1e400|nan|-0"
)
ELEMENTS = (
    '{ word = "a|b" }|{ lemma = "go" }|{ tag = "NN|VB*" }|"^"|"$"|{ regex = "[a-z]+" }|{ written = "A+" }|{ kind = "code" }'
    '|{ any = ["a", { tag = "NN" }] }|{ not = "a" }|repeat = "0..3"|optional = true|same = 1|"@vowels"|mark = "1..2"'
    '|before = ["a"]|after = []|unless = [{ tokens = ["a"] }]|replace = { token = 1, form = "plural" }|replace = ["{1} x"]'
    '|[match]|[[example]]|tokens = ["a", "b"]|patterns = []|phrases = "@x"|{ sound = "vowel" }|{ case = "title" }|{}|[]|1|true'
    '|{ group = "finite" }|{ how = "x" }|{ known = true }|{ same = 2 }|{ head = true }|"don\'t"|"|"|{ block = "item" }'
)
RULE = b"""name = "agreement/demo"
summary = "A demo."
why = "Because."
severity = "error"
fix = "unsafe"
message = "Write {replacement}, not {1}."
[match]
tokens = [{ word = "requires", tag = "VBZ" }, { any = ["3", { kind = "number" }], repeat = "0..2" }]
replace = { token = 1, form = "base" }
unless = [{ before = ["^"] }]
[[example]]
bad = "One [[requires]] here."
good = "One require here."
[[example]]
bad = "Two [[requires]] here."
good = "Two require here."
[[example]]
good = "No."
"""
MATCHES = [
    b'tokens = [{ word = "the", sentence_start = true }, { tag = "NN", repeat = "1..2" }, "will|would", { can = "VBZ" }]',
    b'tokens = "will requires"\nmark = 2\nreplace = { token = 2, form = "base" }',
    b'before = ["module"]\ntokens = [{ lemma = "will" }]\nafter = [{ regex = "[a-z]+s" }]\nreplace = ["{1} x", "y"]',
    b'tokens = [{ kind = "word" }, { same = 1 }]\nreplace = { delete = 1 }\nunless = [{ tokens = ["^", "one"] }]',
    b'[[match.patterns]]\ntokens = ["3"]\nreplace = "three"\n[[match.patterns]]\ntokens = [{ any = ["of", { written = "M.*" }] }]',
]
DOCUMENT = (TOP / "examples" / "article.html").read_bytes()[:3000]
DIRECTIVES = b"disable |enable |disable-next-block |disable-file |spelling |agreement/modal-verb |: |reason|off |--|>|,|/|\n|=|'|\"|&#1;|&quot;"

PIECES = {
    "tokens": PAGE,
    "source_map": PAGE,
    "directives": DIRECTIVES.split(b"|"),
    "settings": [piece.encode() + b"\n" for piece in KEYS.split("|")],
    "rules": [piece.encode() + b"\n" for piece in ELEMENTS.split("|")],
    "tex": [piece.encode() for piece in TEX.split(" ")],
    "patch": [
        b"a\n",
        b"b\n",
        b"c\n",
        b"a",
        b"\xff",
        b"\r",
        b"\n",
        b"@@ -1 +1 @@\n",
        b"\\ No newline at end of file\n",
        b"-a\n",
        b"+++ b\n",
    ],
    "page": [*PAGE, *WORDS],
}
SEEDS = {
    "tokens": [DOCUMENT],
    "source_map": [DOCUMENT],
    "directives": [b"disable spelling : a reason", b"off spelling"],
    "settings": [KEYS.replace("|", "\n").encode(), (TOP / "pyproject.toml").read_bytes()],
    "rules": [*MATCHES, RULE, (TOP / "rules" / "agreement" / "modal-verb.toml").read_bytes()],
    "tex": [rb"\left( \frac{a_{1}}{\sqrt[3]{b^2}} \right) \begin{pmatrix} a & b \\ c & d \end{pmatrix} \text{if $x$}"],
    "patch": [b"a\nb\nc\nd\ne\nf\ng\nh\n\xffa\nb\nx\nd\ne\nf\ng\nh", b"a\xff", b"\xffa"],
    "page": [DOCUMENT],
}
