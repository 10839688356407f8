"""What stands in running text in place of words: math, code, addresses, the shorthand of specifications."""

import pytest
from reading import blocks, read


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ("<p>If $a+b=c$, then $x$.", "If {math}, then {math}."),
        ("<p>$n$th, $x$-axis, $k$s", "{math}, {math}-axis, {math}"),
        ("<p>$$ x < y $$ and \\(a &lt; b\\) and \\[c\\]", "{math} and {math} and {math}"),
        ("<p>$x_<em>i</em>$ is <i>one</i>", "{math} is one"),
        ("<p>costs $3 per hour and $24", "costs $3 per hour and $24"),
        ("<p>$23 billion to $14 billion", "$23 billion to $14 billion"),
        ("<p>US$3.00 or $5-$6 or \\$5 and \\$6", "US$3.00 or $5-$6 or \\$5 and \\$6"),
        ("<p>A $\\r$\\n creates a line, ${a${b}} a name", "A $\\r$\\n creates a line, ${a{template}} a name"),
        ("<p>set $PATH and $HOME, $a,$b", "set $PATH and $HOME, $a,$b"),
        ("<p>one $ alone, then more", "one $ alone, then more"),
        ("<p>pay $20 for this and get change for$ that", "pay $20 for this and get change for$ that"),
        ("<p>a $x\\$y$ b", "a {math} b"),
    ],
)
def test_math_in_text(html: str, want: str) -> None:
    assert blocks(html) == [want]


def test_math_does_not_cross_blocks() -> None:
    assert blocks("<p>a $x<p>y$ b") == ["a $x", "y$ b"]


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ("<p>$a+b$", ("tex-inline", "$", "a+b")),
        ("<p>$$\na\n$$", ("tex-display", "$$", "\na\n")),
        ("<p>x \\(a &lt; b\\)", ("tex-inline", "\\(", "a &lt; b")),
        ("<p>\\[a\\]", ("tex-display", "\\[", "a")),
        ("<d-math>a</d-math>", ("tex-inline", "<d-math>", "a")),
        ("<d-math block>a</d-math>", ("tex-display", "<d-math>", "a")),
        ("<math display=block><mi>a</mi></math>", ("mathml", "<math>", "<mi>a</mi>")),
        ("<script type='math/tex; mode=display'>a<b</script>", ("tex-display", "<script>", "a<b")),
        ("<span class='math inline'>\\(a\\)</span>", ("tex-inline", "\\(", "a")),
        ("<div class='math display'>\\[a\\]</div>", ("tex-display", "\\[", "a")),
    ],
)
def test_math_nodes(html: str, want: tuple[str, str, str]) -> None:
    prose = read(html)
    (node,) = prose.math
    assert (node.kind.value, node.opener, html[node.inner.start : node.inner.end]) == want
    assert node.block == 0
    assert prose.stand_ins[0].span == node.span


def test_rendered_math_is_a_noun_and_no_node() -> None:
    prose = read("<p>of <span class='katex'><span>E</span></span> and <mjx-container>x</mjx-container>")
    assert [one.kind.name for one in prose.stand_ins] == ["MATH", "MATH"]
    assert prose.math == ()


def test_the_page_says_which_delimiters_it_has() -> None:
    html = "<script>renderMathInElement(b, {delimiters: [{left: '\\\\(', right: '\\\\)'}]})</script><p>from $a-b$ to"
    assert blocks(html) == ["from $a-b$ to"]
    assert blocks(html.replace("'\\\\(', right: '\\\\)'", "'$', right: '$'")) == ["from {math} to"]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Let [=map/exists|exists=] and [=new term=]s and [=a/b=].", "Let exists and new terms and b."),
        ("It [=must|Must=] be a [=const=] that [=type rules|resolves=].", "It Must be a const that resolves."),
        ("{{Foo/bar}}s, {{[[slot]]}} and {{\"x\"}}", "{code}, {code} and {code}"),
        ("See [[!RFC2119]], [[HTML]], [[css-grid-1]] and [[#section]]", "See {citation}, {citation}, {citation} and {term}"),
        ("its [[Value]] and \\[[Value]] of x.[[value]]", "its {code} and {code} of x.{code}"),
        ("Set |x|'s `code`s to <<production>>", "Set {code}'s {code} to {code}"),
        ("The ''auto'' of 'my-property' in <{a/href}> and [^img^]", "The {code} of {code} in {code} and {code}"),
        ("Run [$valid use$] of {{Foo}}", "Run valid use of {code}"),
        ("It is **very** [clear](#here) {{Foo}}", "It is very clear {code}"),
        ("Not |a| b | c | {{Foo}}", "Not {code} b | c | {code}"),
    ],
)  # fmt: skip
def test_shorthand_of_specifications(text: str, want: str) -> None:
    assert blocks(f"<p>{text} [=x=]") == [want + " x"]


def test_shorthand_is_not_read_into_plain_pages() -> None:
    assert blocks("<p>the 'non-word' is ''x'' of |y|, `foo' and `bar' {{ user }}") == [
        "the 'non-word' is ''x'' of |y|, `foo' and `bar' {template}"
    ]


def test_ecmarkup() -> None:
    assert blocks("<emu-alg>If _x_ is *null*, return ~empty~ of %Array%.</emu-alg>") == [
        "If {code} is {code}, return {code} of {code}."
    ]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("see https://a.b/c(d)?e=f#g. Then", "see {url}. Then"),
        ("write to teh@adres.example, or www.foo.org/x", "write to {url}, or {url}"),
        ("in /usr/lib/adn, ~/x/y and ./a/b/c", "in {url}, {url} and {url}"),
        ("and/or, 1/2, km/h, his/her/its", "and/or, 1/2, km/h, his/her/its"),
        ("id 550e8400-e29b-41d4-a716-446655440000 ok", "id {url} ok"),
        ("doi:10.1145/3372297.3417231 is", "{url} is"),
        ("note: this is so:it is", "note: this is so:it is"),
    ],
)
def test_addresses(text: str, want: str) -> None:
    assert blocks(f"<p>{text}") == [want]


MARKDOWN = """<pre class=metadata>
Title: x
</pre>

# The Heading # {#the-id}
Text of one
paragraph.

Another *very* short one.
* item one
* item two
   continued

1. Step
    1. Let |x| be <var>y</var>.

: <dfn>term</dfn>
:: Its meaning.

<p>In a paragraph

an empty line is space.
"""


def test_markdown_in_html() -> None:
    prose = read(MARKDOWN)
    assert blocks(MARKDOWN) == [
        "The Heading", "Text of one paragraph.", "Another very short one.", "item one", "item two continued", "Step",
        "Let {code} be {code}.", "term", "Its meaning.", "In a paragraph an empty line is space.",
    ]  # fmt: skip
    assert [block.kind.value for block in prose.blocks][:4] == ["heading", "paragraph", "paragraph", "item"]


def test_empty_lines_in_containers_end_blocks_in_plain_pages_too() -> None:
    assert blocks("<div>one\n\ntwo</div><p>three\n\nfour") == ["one", "two", "three four"]
    assert blocks("<div>so $$\na\n\nb\n$$ it is") == ["so {math} it is"]


def test_endings_stay_with_what_they_end() -> None:
    prose = read("<p>All <code>Node</code>s of [[Slot]]s and <code>map</code>ed <code>x</code> s")
    assert [(one.content, one.suffix) for one in prose.stand_ins] == [
        ("Node", "s"),
        ("[[Slot]]", "s"),
        ("map", "ed"),
        ("x", ""),
    ]


def test_an_argument_list_of_bikeshed_is_prose() -> None:
    html = "<pre class=argumentdef>\nfoo: The first value.\nbar: The second\n  one.\n</pre>{{Foo}}"
    assert blocks(html, "a.bs")[:2] == ["The first value.", "The second one."]
