"""Which text makes a block, what kind it is, and what joins within it."""

import pytest
from reading import blocks, read

from prosefix.page.prose import BlockKind


@pytest.mark.parametrize(
    ("html", "want"),
    [
        # borders without end tags
        ("<table><tr><td>never<td>never<tr><td>always</table>", ["never", "never", "always"]),
        ("<dl><dt>Seed<dd>Seed of the run.</dl>", ["Seed", "Seed of the run."]),
        ("<ul><li>one<li>one<ul><li>two</ul>three</ul>", ["one", "one", "two", "three"]),
        ("<p>one<p>two<div>three</div>four", ["one", "two", "three", "four"]),
        ("<select><option>a<option>b</select>", ["{image}"]),
        ("a<hr>b<h1>c</h1>d", ["a", "b", "c", "d"]),
        ("<p>one</p>two</p>three", ["one", "two", "three"]),
        # joins
        ("<p><b>P</b>rocess<i>ing</i> of<em> words</em>", ["Processing of words"]),
        ("<p>Fu&shy;ture un\u00adder<wbr>stand\u200bing", ["Future understanding"]),
        ("<p>it&rsquo;s doesn&apos;t &#x41;&#66; &Eacute;", ["it’s doesn't AB É"]),
        ("<p>AT&T R & D &amp x &notit; &unknown; a&b", ["AT&T R & D & x ¬it; &unknown; a&b"]),
        ("<p>x&am<b>p;</b>y", ["x&amp;y"]),
        ("<p>a \n  b\t<b> c</b> d&nbsp;&nbsp;e\u202ff", ["a b c d e f"]),
        ("<p> <span> lead </span> trail </p>", ["lead trail"]),
        ("<p>one<br> two<br/>\nthree<br></p>", ["one⏎two⏎three"]),
        ("<p>Units are px, em,<span> </span><span>rem.</span></p>", ["Units are px, em, rem."]),
        ("<p>a<!-- c -->b <!-- d --> e", ["ab e"]),
        ("<p>private \ue000 use", ["private \ufffd use"]),
        # broken pages
        ("<p>a</code> b</span> c</b>", ["a b c"]),
        ("<p>see <code>x <b>y</p><p>next</code> word", ["see {code}", "next word"]),
        ("<p>see <code>x<code> for more</p>", ["see {code}"]),
        ("<p>see <code>x<code> y</code> for more</p>", ["see {code} for more"]),
        ("<p>a < b and c<d and <b>e", ["a < b and c{markup}e"]),
        ("<p>1 < 2</p><p>x & y", ["1 < 2", "x & y"]),
        ("<p>one <d-math>x</p>y</d-math> three", ["one {math} three"]),
        ("<p>one <d-math>x</p><p>two</p>three", ["one {math}", "two", "three"]),
    ],
)
def test_blocks(html: str, want: list[str]) -> None:
    if "{markup}" in want[0]:
        assert blocks(html)[0].startswith("a < b and c")
    else:
        assert blocks(html) == want


@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<title>T</title><h2>H</h2><p>P</p>", ["title", "heading", "paragraph"]),
        ("<li>a<dt>b<dd>c", ["item", "term", "paragraph"]),
        ("<table><caption>a</caption><tr><th>b<td>c</table>", ["caption", "cell", "cell"]),
        ("<p>a<d-footnote>b</d-footnote>c</p>", ["paragraph", "footnote"]),
        ("<p>a<span class='footnote'>b</span>", ["paragraph", "footnote"]),
        ("<img alt='a'><nav>b</nav>", ["attribute", "paragraph", "other"]),
        ("plain", ["paragraph"]),
        ("<td><p>a</p>b", ["paragraph", "cell"]),
    ],
)
def test_kinds(html: str, kinds: list[str]) -> None:
    assert [block.kind.value for block in read(html).blocks] == kinds


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ("<p>Run <code>git log</code>! <kbd>x</kbd>, <samp>y</samp>; <tt><span>a</span> b</tt>.", ["Run {code}! {code}, {code}; {code}."]),
        ("<p>Call <code>f(<var>x</var>)[k]</code> here", ["Call {code} here"]),
        ("<p>a</p><pre>recieve <b>x</b></pre><p>b", ["a", "b"]),
        ("<p>a <pre>x</pre> b", ["a", "b"]),
        ("<style>p{}</style><script>if (a < b) x('</p>')</script><p>t", ["t"]),
        ("<p>an <img src=x> and <svg><text>q</text></svg>", ["an {image} and {image}"]),
        ("<p>a <template><p>x</p></template> b", ["a b"]),
        ("<p>type <input type=text> or <input type=hidden> <textarea>txet</textarea>", ["type {image} or {image}"]),
        ("<p>the <del>old</del> <ins>new</ins> way", ["the new way"]),
        ("<ruby>kan<rp>(</rp><rt>x</rt></ruby>", ["kan"]),
        ("<p>Click <button>Save now</button> twice", ["Click {image} twice", "Save now"]),
        ("<p>work <d-cite key='a'></d-cite>, too", ["work , too"]),
        ("<p>text<d-footnote>A note <d-math>x</d-math>.</d-footnote> goes on", ["text goes on", "A note {math}."]),
        ("<p>word<sup><a href='#f'>1</a></sup> and<sup>[2]</sup> H<sub>2</sub>O, 1<sup>st</sup>, x<sub>i</sub>, 10<sup>6</sup>.",
         ["word and H2O, 1st, x, 10."]),
        ("<p>claim<a role='doc-noteref' href='#x'>3</a>.", ["claim."]),
        ("<d-front-matter><script>x</script></d-front-matter><d-bibliography src=x></d-bibliography><p>a", ["a"]),
        ("<p>{% if x %}Hello {{ name }}, <%= n %> of <?php echo $n ?>{% endif %}${count} left", ["Hello {template}, {template} of {template}{template} left"]),
        # what stands on either side of a statement need not be printed together
        ("<p>It is {% if x %}not {% endif %}not <b>so</b>.", ["It is {template}not {template}not so."]),
        ("<p>{% if x %}apple{% else %}banana{% endif %} {% if y %}{{ z }}{% endif %}", ["apple{template}banana{template} {template}{template}"]),
        ("<p>one <?php else: ?>two<% } else { %>three{# note #}s", ["one {template}two{template}threes"]),
        ("<p>{% if x %}One word.{% endif %} <?php endif ?>\n</p>", ["One word."]),
        ("{% extends 'x' %}\n{% block b %}\n<p>a</p>\n{% endblock %}", ["a"]),
    ],
)  # fmt: skip
def test_what_is_not_read(html: str, want: list[str]) -> None:
    assert blocks(html) == want


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ('<img id="recieved" src="r.png" data-x="rr" alt="Packets &quot;in&quot;">', ['Packets "in"', "{image}"]),
        ("<a title='one two'>Plop</a>", ["one two", "Plop"]),
        ("<p aria-label=bare>x", ["bare", "x"]),
        ("<img alt='' hspace=30><img alt='…'>", ["{image}{image}", "…"]),
        ('<meta name="description" content="A page"><meta property="og:title" content="T"><meta name=viewport content="width">', ["A page", "T"]),
        ("<input placeholder='Your name'><table summary='Rows'><option label='One'>", ["Your name", "{image}", "Rows", "One"]),
        ("<abbr title='Hyper Text'>HTML</abbr><code title='x y'>z</code>", ["HTML{code}"]),
        ("<a title='a?b=1&copy=2&amp;c'>x</a>", ["a?b=1&copy=2&c", "x"]),
        # template code in them, and in titles
        ('<img alt="Photo of {{ recieved }} mail">', ["Photo of {template} mail", "{image}"]),
        ('<a title="{{ "We dont" | t }} or {# dont #}not">x</a>', ["{template} or not", "x"]),
        ("<a title='<%= dont %> {% if not not x %}a{% else %}b{% endif %}'>x</a>", ["{template} {template}a{template}b", "x"]),
        ('<p title={{ dont }} aria-label=<?= $dont ?>>x', ["{template}", "{template}", "x"]),
        ('<p {{ f title="the the" }} {% if a %}title="so"{% endif %}>x', ["so", "x"]),
        ('<meta name="description" content="{% if dont %}{% endif %}">', []),
        ("<title>{{ dont }} | {% block dont %}the{% endblock %}</title>", ["{template} | {template}the"]),
        ("<p label='l' summary='s' class='c' href='h'>x", ["x"]),
    ],
)  # fmt: skip
def test_attributes(html: str, want: list[str]) -> None:
    assert blocks(html) == want


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ("<p>see <i lang=fr>mon dieu</i> and <span translate=no>Foo Bar</span>", ["see {foreign} and {foreign}"]),
        ("<p lang=de>Das ist <span lang=en>not</span></p><p>it is", ["it is"]),
        ("<div lang=de><p>Das</p><p lang=en-GB>The colour</p></div>", ["The colour"]),
        ("<html lang=de><p>Das<p xml:lang=en>The", ["The"]),
        ("<html translate=no><p>The", ["The"]),
        ("<p>a <code lang=r>x</code> <cite lang=en-GB>Colour</cite>", ["a {code} Colour"]),
        ("<p lang=de>Das <b>ist</p>The", ["The"]),
    ],
)
def test_languages(html: str, want: list[str]) -> None:
    assert blocks(html) == want


def test_what_blocks_inherit() -> None:
    prose = read("<html lang=en-US><p>a<blockquote><p>b</blockquote><p spellcheck=false>c<p lang=EN_gb>d")
    assert [(block.language, block.quoted, block.spelled) for block in prose.blocks] == [
        ("en-us", False, True), ("en-us", True, True), ("en-us", False, False), ("en-gb", False, True),
    ]  # fmt: skip


def test_inline_quotations_are_spans_of_the_plain_text() -> None:
    prose = read("<p>He said <q>so &amp; so</q> in <cite>A <b>Book</b></cite>.")
    assert [prose.plain[span.start : span.end] for span in prose.quotes] == ["so & so", "A Book"]


def test_more_elements_may_be_left_unread() -> None:
    html = "<p>a <span class='x nospell'>b</span> c</p><div id=gen><p>d</p></div><p data-a=1>e</p>"
    assert blocks(html, opaque=(".nospell", "div#gen, [data-a]")) == ["a {image} c"]


@pytest.mark.parametrize(
    ("opaque", "html", "want"),
    [
        ("footer", "<footer><p>a</p></footer><p>b", ["b"]),
        (".n", "<ul><li class=n>a<li>b</ul>", ["b"]),
        (".n", "<ul><li class=n>a<li>b</li></ul>", ["b"]),
        (".n", "<ul><li class=n>a<ul><li>b</ul>c<p>d<li>e</ul>f", ["e", "f"]),
        (".n", "<ul><li><p>a<li class=n>b</p>c</ul>d", ["a", "d"]),
        ("dd", "<dl><dt>a<dd>b<dt>c<dd>d</dl><p>e", ["a", "c", "e"]),
        (".n", "<p class=n>a<br>b<p>c", ["c"]),
        (".n", "<div><p class=n>a</b></div>b", ["b"]),
        (".n", "<p class=n>a<hr>b", ["b"]),
        (".n", "<table><tr><td class=n>a<table><tr><td>b</table><td>c<tr class=n><td>d<tr><td>e</table>f", ["c", "e", "f"]),
        (".n", "<table><tbody class=n><tr><td>a<tbody><tr><td>b</table>", ["b"]),
        (".n", "<p class=n>a", []),
    ],
)  # fmt: skip
def test_unread_elements_end_where_a_browser_ends_them(opaque: str, html: str, want: list[str]) -> None:
    assert blocks(html, opaque=(opaque,)) == want


def test_marked_sections_are_text_in_xml_and_comments_in_html() -> None:
    page = "<p>a <![CDATA[ the the ]]> b <![CDATA[ c <b>d</b> e > f ]]>g"
    assert blocks(page) == ["a b d e > f g"]  # the first > ends it
    assert blocks(page, "page.xhtml") == ["a the the b c d e > f g"]
    assert blocks("<?xml version='1.0'?>" + page) == blocks(page, "page.xhtml")
    assert blocks("<p>a <![CDATA[ the the") == ["a"]


def test_words_that_the_page_makes_known() -> None:
    prose = read("<p id='frobnication-step'>The <dfn>quux</dfn> of <code>fooBar(bazzle)</code> and <abbr>HTTP</abbr>")
    assert {"frobnication", "quux", "fooBar", "bazzle", "HTTP"} <= prose.page_words


def test_what_was_skipped_is_counted() -> None:
    prose = read(
        "<script>x</script><p>a <code>b</code> $x^2$ {{ c }} <i lang=fr>d</i></p><p lang=fr>e <b>f</b></p><pre>g</pre>"
    )
    assert prose.skipped == {"script": 1, "language": 2, "code": 2, "math": 1, "template": 1}
    assert prose.words == 1


def test_block_kinds_are_all_reachable() -> None:
    html = "<title>a</title><h1>a</h1><p>a</p><li>a</li><dt>a</dt><td>a</td><caption>a</caption><d-footnote>a</d-footnote><img alt=a><nav>a"
    assert {block.kind for block in read(html).blocks} == set(BlockKind)


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ('href="x">origin</a> of the text', ["origin of the text"]),
        ('"#a-b">queue</a> of <b>x</b>', ["queue of x"]),
        ("  foo(); }\n</pre><p>text", ["text"]),
        (" still hidden\n-->\n<p>text", ["text"]),
        ("x()</code> is called", ["is called"]),
        ("a > b and <b>c</b>", ["a > b and c"]),
        ("an arrow --> here <b>c</b>", ["an arrow --> here c"]),
        ("<!doctype html><p>a</p></pre><p>b", ["a", "b"]),
        ("words </code> too many", ["too many"]),
        ("<p>text <a href='un", ["text"]),
    ],
)
def test_pages_cut_out_of_others(html: str, want: list[str]) -> None:
    assert blocks(html) == want


def test_listings_of_generators_are_no_prose() -> None:
    page = (
        '<p>Read it.</p><div class="fragment"><div class="line">return teh the the;</div></div>'
        '<div class="memproto"><table><tr><td>const Scalar &amp; x</td></tr></table></div><p>Then stop.</p>'
    )
    assert blocks(page) == ["Read it.", "Then stop."]
    long = '<div class="line"><a id="l1"></a><span>return</span> teh;</div>' * 400
    assert blocks(f'<p>Read it.</p><div class="fragment">{long}</div><p>Then stop.</p>') == ["Read it.", "Then stop."]
