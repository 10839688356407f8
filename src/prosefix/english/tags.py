"""The Penn Treebank tags, as the English treebanks of Universal Dependencies write them (column XPOS).

A tag is a small integer in columns and a bit in masks; this module owns the numbering.
"""

TAGS: tuple[str, ...] = (
    "NN", "NNS", "NNP", "NNPS",
    "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD",
    "JJ", "JJR", "JJS", "RB", "RBR", "RBS", "RP",
    "IN", "TO", "DT", "PDT", "WDT", "WP", "WP$", "WRB", "PRP", "PRP$", "CC", "CD", "EX",
    "FW", "LS", "POS", "UH", "SYM", "HYPH", "NFP", "ADD", "AFX", "GW", "$",
    ".", ",", ":", "``", "''", "-LRB-", "-RRB-",
)  # fmt: skip

CODE: dict[str, int] = {tag: code for code, tag in enumerate(TAGS)}
NONE = 255  # the tag of sentinel rows, and of every row before tagging


def mask(*names: str) -> int:
    """The bits of the named tags; `VB*` stands for every tag that begins so. Raises KeyError for no such tag."""
    bits = 0
    for name in names:
        codes = (
            [code for tag, code in CODE.items() if tag.startswith(name[:-1])] if name.endswith("*") else [CODE[name]]
        )
        if not codes:
            raise KeyError(name)
        for code in codes:
            bits |= 1 << code
    return bits
