"""What each HTML element is to a reader of prose: where blocks end, what is opaque, which attributes are prose.

Tables only; `reader` acts on them.
"""

from enum import IntEnum

from prosefix.page.prose import BlockKind
from prosefix.standins import StandInKind


class Role(IntEnum):
    INLINE = 0  # its words belong to the block around it
    BLOCK = 1  # its start and its end end the block around it
    OPAQUE = 2  # its content is not read; it leaves one stand-in
    NOTHING = 3  # its content is not read and it leaves nothing: d-cite, rt, script
    WALL = 4  # its content is not read and it ends the block around it: pre
    APART = 5  # its content is a block of its own inside another: footnote, button
    BREAK = 6  # br
    VOID = 7  # no content, no trace: wbr, col, input type=hidden
    MATH = 8  # opaque, and a node for the math rules
    FOREIGN = 9  # opaque: inline text in another language


def _table(*rows: tuple[Role, str]) -> dict[str, Role]:
    return {name: role for role, names in rows for name in names.split()}


ROLES = _table(
    (
        Role.BLOCK,
        "html head body title address article aside blockquote center dd details dialog dir div dl dt fieldset "
        "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup "
        "option p search section summary table caption colgroup tbody td tfoot th thead tr ul label noframes "
        "d-article d-abstract d-title d-byline d-appendix d-figure d-interstitial d-footnote-list d-contents "
        "dt-article dt-byline dt-appendix dt-banner distill-header "
        "emu-clause emu-intro emu-annex emu-note emu-alg emu-table emu-figure emu-example emu-see-also-para",
    ),
    (
        Role.OPAQUE,
        "code kbd samp var tt d-code dt-code svg img object video audio canvas embed picture iframe "
        "input select textarea progress meter map applet emu-val emu-const emu-nt emu-t emu-eqn",
    ),
    (Role.MATH, "math d-math dt-math mjx-container"),
    (
        Role.NOTHING,
        "script style template d-cite dt-cite rt rp del s strike noembed d-front-matter d-bibliography "
        "d-citation-list dt-bibliography datalist param source track emu-grammar emu-biblio emu-import",
    ),
    (Role.WALL, "pre xmp listing plaintext emu-production"),
    (Role.APART, "d-footnote dt-fn button"),
    (Role.BREAK, "br"),
    (Role.VOID, "wbr area base basefont bgsound col frame link meta keygen"),
)  # fmt: skip

VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)

# Phrases that hold code or the like; their `lang` names no language of people.
CODE_LIKE = frozenset("code kbd samp var tt math d-math dt-math d-cite dt-cite rt rp emu-val emu-const emu-t".split())
# Elements that no unclosed phrase reaches into.
RESTARTING = frozenset("p li td th tr dt dd section h1 h2 h3 h4 h5 h6 pre table".split())
# Phrases whose extent matters: quotations, and words that they make known.
QUOTING = frozenset(["q", "cite"])
DEFINING = frozenset("dfn abbr acronym".split())

STAND_INS = {
    **dict.fromkeys("code kbd samp var tt d-code dt-code emu-val emu-const emu-nt emu-t".split(), StandInKind.CODE),
    **dict.fromkeys(["math", "d-math", "dt-math", "mjx-container", "emu-eqn"], StandInKind.MATH),
}  # every other opaque element stands as an image

KINDS = {
    "title": BlockKind.TITLE, "li": BlockKind.ITEM, "dt": BlockKind.TERM, "p": BlockKind.PARAGRAPH,
    "td": BlockKind.CELL, "th": BlockKind.CELL, "caption": BlockKind.CAPTION, "figcaption": BlockKind.CAPTION,
    "dd": BlockKind.PARAGRAPH, "div": BlockKind.PARAGRAPH, "section": BlockKind.PARAGRAPH,
    "article": BlockKind.PARAGRAPH, "aside": BlockKind.PARAGRAPH, "main": BlockKind.PARAGRAPH,
    "body": BlockKind.PARAGRAPH, "blockquote": BlockKind.PARAGRAPH, "d-article": BlockKind.PARAGRAPH,
    "d-appendix": BlockKind.PARAGRAPH, "d-abstract": BlockKind.PARAGRAPH, "details": BlockKind.PARAGRAPH,
    "center": BlockKind.PARAGRAPH, "dl": BlockKind.PARAGRAPH, "table": BlockKind.PARAGRAPH,
    "d-title": BlockKind.HEADING, "d-footnote": BlockKind.FOOTNOTE, "dt-fn": BlockKind.FOOTNOTE,
    **{f"h{level}": BlockKind.HEADING for level in range(1, 7)},
    **{f"emu-{name}": BlockKind.PARAGRAPH for name in ("clause", "intro", "annex", "note", "alg", "example")},
}  # fmt: skip
# Elements that hold phrases, in which an empty line is white space and no new paragraph.
PHRASING = frozenset("p h1 h2 h3 h4 h5 h6 title caption figcaption legend summary label option button".split())

# Elements that hold paragraphs, in which text may lie without a tag of its own.
CONTAINERS = frozenset(
    "body div section article main blockquote aside center figure dd header footer d-article d-appendix".split()
) | {""}

_P_ENDERS = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 "
    "h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul xmp listing li dt dd"
)
_CELLS = ("td", "th")
_ROWS = ("tbody", "thead", "tfoot")
# A start tag -> the elements whose end tag it implies, wherever they are open inside the nearest barrier.
IMPLIED_ENDS: dict[str, frozenset[str]] = {name: frozenset(["p"]) for name in _P_ENDERS.split()}
IMPLIED_ENDS.update(
    li=frozenset(["p", "li"]),
    dt=frozenset(["p", "dt", "dd"]),
    dd=frozenset(["p", "dt", "dd"]),
    option=frozenset(["option"]),
    optgroup=frozenset(["option", "optgroup"]),
    td=frozenset(["p", *_CELLS]),
    th=frozenset(["p", *_CELLS]),
    tr=frozenset(["p", "tr", "caption", "colgroup", *_CELLS]),
    body=frozenset(["head"]),
    **{name: frozenset(["p", "tr", "caption", "colgroup", *_CELLS, *_ROWS]) for name in _ROWS},
    **{f"h{level}": frozenset(["p", *(f"h{n}" for n in range(1, 7))]) for level in range(1, 7)},
)
# Elements whose end tag may be left out.
OMISSIBLE = frozenset("p li dt dd td th tr tbody thead tfoot caption colgroup option optgroup".split())
# What an implied end does not reach past: a list in an item, a table in a cell.
BARRIERS = {
    **dict.fromkeys(["li"], frozenset("ul ol menu dir table td th".split())),
    **dict.fromkeys(["dt", "dd"], frozenset("dl table td th ul ol".split())),
    **dict.fromkeys(["option", "optgroup"], frozenset(["select", "datalist"])),
    **dict.fromkeys(["td", "th", "tr", *_ROWS], frozenset(["table"])),
}
P_BARRIERS = frozenset("button table td th caption object d-footnote dt-fn li dd blockquote div section".split())

# Elements past which a stray end tag of another does not reach.
SCOPES = frozenset("table td th caption".split())
TABULAR = SCOPES | frozenset("tr tbody thead tfoot".split())

PROSE_ATTRIBUTES = ("alt", "title", "aria-label", "placeholder", "summary", "label", "caption")
# Elements on which an attribute of that name is not prose. `label` and `caption` are prose only where listed.
ONLY_ON = {
    "label": frozenset("option optgroup track menu menuitem".split()),
    "summary": frozenset(["table", "details"]),
    "placeholder": frozenset(["input", "textarea"]),
    "alt": frozenset("img area input applet".split()),
}
NOT_PROSE_TITLE = frozenset("code var dfn abbr acronym link style meta kbd samp tt".split())


def is_prose(name: str, attribute: str) -> bool:
    """Whether the attribute holds prose on an element `name`; `attribute` is one of PROSE_ATTRIBUTES."""
    if attribute == "title":
        return name not in NOT_PROSE_TITLE
    only = ONLY_ON.get(attribute)
    return only is None or name in only


META_PROSE = frozenset(
    "description og:title og:description og:site_name og:image:alt twitter:title twitter:description "
    "twitter:image:alt dc.description dcterms.description".split()
)
