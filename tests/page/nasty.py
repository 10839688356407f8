"""Pages for the property tests, put together from pieces that break readers of HTML."""

from hypothesis import strategies as st

PIECES = [
    "the ", "the the ", "word", " ", "\n", "\r\n", "\t", "\n\n", ". ", ", ", "’s", "'t", "é", "𝒞", "🚀", "\u00ad", "\u200b",
    "\u00a0", "\u2028", "\ue000", "\ue0fe", "\ufeff", "&", "&amp;", "&amp", "&nbsp;", "&shy;", "&#x41;", "&#65", "&#0;",
    "&#xD800;", "&notit;", "&foo;", "&lt;", "&rsquo;", "&am", "p;", "&fjlig;", "&NotEqualTilde;", "<", "< ", ">", "</",
    "</ ", "<!", "<!-", "<!--", "-->", "--!>", "<!-->", "<?", "<?php ", "?>", "<%", "<%= ", "%>", "{{", "}}", "{{ x }}",
    "{%", "%}", "{% if a > b %}", "{#", "#}", "<p>", "</p>", "<p", "<b>", "</b>", "<i title='a", "'>", '"', "<br>", "<br/>",
    "<wbr>", "<img alt='A pictur'>", '<img alt="say &quot;hi&quot;">', "<a title=bare>", "<a href=x>", "</a>", "<li>",
    "</li>", "<ul>", "</ul>", "<td>", "<tr>", "<table>", "</table>", "<dt>", "<dd>", "<pre>", "</pre>", "<code>", "</code>",
    "<script>", "</script>", "<script type='math/tex'>", "<style>", "</style>", "<textarea>", "</textarea>", "<title>",
    "</title>", "<svg>", "</svg>", "<math>", "</math>", "<d-math block>", "</d-math>", "<d-footnote>", "</d-footnote>",
    "<d-cite key=a>", "</d-cite>", "<q>", "</q>", "<blockquote>", "</blockquote>", "<span lang=fr>", "<div lang=de>",
    "<div lang=en>", "</div>", "</span>", "<span class=math>", "<button>", "</button>", "<select><option>", "</select>",
    "<sup>2</sup>", "<sup><a href=#n>1</a></sup>", "<sub>i</sub>", "$", "$$", "$x$", "$5", "\\(", "\\)", "\\[", "\\]", "\\$",
    "[=", "=]", "[=a/b|c=]", "[[", "]]", "[[!RFC1]]", "|", "|x|", "`", "``", "`a`s", "''", "'a-b'", "<<", ">>", "<{", "}>",
    "**", "*", "[text](#x)", "1. ", "* ", ": ", ":: ", "# ", "## H ## {#h}", "```", "~~~", "https://a.b/c", "/usr/lib/x",
    "a@b.example", "<!-- prosefix-disable -->", "<!-- prosefix-enable -->", "<p data-prosefix=off>", "<plaintext>",
    "<!DOCTYPE html>", "<html>", "<body>", "<![CDATA[", "]]>", "<emu-alg>", "_x_", "<pre class=metadata>", "</noscript>",
]  # fmt: skip

pages = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
wild = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=25).map("".join)
