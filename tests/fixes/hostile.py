"""Pages with mistakes in prose that a fixer must mend, among everything that it must not touch or be misled by."""

from hypothesis import strategies as st

WRONG = [
    "The the end", "of of", "It will requires care.", "they can takes it", "Lets see.", "<b>the</b> the", "the <i>the</i>",
    "the\nthe", "the&nbsp;the x", "the&nbsp;the&nbsp;x", "will <b>requires</b>", "the<!-- c --> the", "a the\u00ad the",
    "it will&#32;requires", "🚀 the the 𝒞", '<img alt="the the">', "<a title='it will requires'>", "<q>the the</q>",
]  # fmt: skip
NASTY = [
    "<p>", "</p>", "<b>", "</b>", "<td>", "<tr>", "<table>", "</table>", "<li>", "<dt>", "<dd>", "<br>", "<wbr>", "</code>", "</a>",
    "<code>the the</code>", "<kbd>the the</kbd>", "<pre>the the\nwill requires</pre>", "<script>if (a < b) 'the the'</script>",
    "<style>/* the the */</style>", "<textarea>the the</textarea>", "<svg><text>the the</text></svg>",
    "<math><mi>the</mi><mi>the</mi></math>", "<d-math>the the</d-math>", "$the the$", "$$the the$$", "\\(the the\\)",
    "\\[the the\\]", "$5 and $6", "$", "<d-cite key='the the'></d-cite>", "<d-footnote>the the</d-footnote>",
    "{{ the the }}", "{% if the the %}", "<?php the the ?>", "<% the the %>", "[=the the=]", "`the the`", "|the the|",
    "https://the.the/the%20the", "the@the.the", "&amp;", "&", "R & D", "&rsquo;", "&notit;", "&a_b;", "&#x1F680;", "<", ">", "a < b",
    "<!-- the the -->", "<!-- prosefix-disable -->", "<!-- prosefix-enable -->", "<p data-prosefix=off>the the</p>",
    "<span lang=fr>the the</span>", '<span translate="no">the the</span>', "<p spellcheck=false>", "<a href='?the the&b'>",
    '<i data-x="the the" class="the the">', "<p title=\"a 'q' &quot;z&quot;\">", "<p title=the>", "<img alt=''>", "”", "’", "'", '"',
    "\u00a0", "\u200b", "\u202e", "\u2028", "\ue000", "é", "表", "Ω", "\t", "  ", "\n", "\n\n", "\r", "x", "it", "and", ".", ",", "<p",
    "<!DOCTYPE html>", "<![CDATA[ the the ]]>", "<a\nhref=x\n>", "<title>the the</title>", "-->", "</", "<!", "']", '">',
]  # fmt: skip
CHARSETS = ["utf-8", "utf-8-sig", "utf-16", "windows-1252", "iso-8859-2", "shift_jis", "koi8-r"]


@st.composite
def raw_pages(draw: st.DrawFn) -> bytes:
    """The bytes of a page: mistakes among nasty things, in one of many encodings, line ends of one kind or mixed."""
    pieces = draw(st.lists(st.one_of(st.sampled_from(WRONG), st.sampled_from(NASTY)), min_size=1, max_size=30))
    charset = draw(st.sampled_from(CHARSETS))
    ends = draw(st.sampled_from([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]]))
    text = "".join(piece + draw(st.sampled_from([" ", "", *ends])) for piece in pieces)
    text = "".join(draw(st.sampled_from(ends)) if char == "\n" else char for char in text)
    if charset not in ("utf-8", "utf-8-sig", "utf-16"):
        text = f'<meta charset="{charset}">{text}'
    return text.encode(charset, "xmlcharrefreplace")
