"""Markup that shows up as broken prose."""

import pytest
from checked import findings, marked, mended
from hypothesis import given, settings
from hypothesis import strategies as st

PAGE = "<!doctype html><html><head><title>T</title></head><body>{}</body></html>"
TAGS = ["<p>", "</p>", "<em>", "</em>", "<code>", "</code>", "<a href=#x>", "</a>", "<ul>", "<li>", "</ul>", "<br>", "<svg>", "</svg>",
        "words ", "&nbsp", "&nbsp; ", "<!-- c -->", "<", "&", "<table>", "<td>", "</table>", "<div id=x>", "</div>", "\n"]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(TAGS), max_size=30), st.booleans())
def test_any_markup_is_read_and_every_finding_lies_in_it(pieces: list[str], whole: bool) -> None:
    html = "".join(pieces)
    html = PAGE.format(html) if whole else html
    for finding in findings(html, "markup"):
        assert 0 <= finding.start < finding.end <= len(html)


@pytest.mark.parametrize(
    "body",
    [
        "<p>One<p>Two<ul><li>three<li>four</ul>five",
        "<table><tr><td>a<td><b>b</b><tr><td>c</table>",
        "<dl><dt><code>a</code><dd>b<dt>c<dd>d</dl>",
        "<p><a href='b'><div>block</div></a><ins><p>x</p></ins>",
        "<p>One <b>two</p><p>three</b></p>",
        "<svg><g><a><text>x</text></a></g></svg><math><mi>x</mi></math>",
    ],
)
def test_tags_that_may_be_left_out_are_not_missed(body: str) -> None:
    assert marked(PAGE.format(body), "markup/stray-end-tag") == []


def test_the_end_of_the_founding_mistake() -> None:
    html = PAGE.format("<p>The <code></code>x</code> flag.</p>")
    assert marked(html, "markup/stray-end-tag", "markup/empty-element") == [
        ("markup/empty-element", "<code></code>"),
        ("markup/stray-end-tag", "</code>"),
    ]


def test_an_excerpt_may_end_what_it_did_not_begin() -> None:
    assert marked("<p>One</p></section></div>", "markup") == []


def test_links_without_target_only_in_whole_pages() -> None:
    body = '<h2 id="results">R</h2><p><a href="#result">x</a></p>'
    assert marked(PAGE.format(body), "markup/missing-target") == [("markup/missing-target", "result")]
    assert mended(PAGE.format(body), "markup/missing-target") == PAGE.format(body.replace('"#result"', '"#results"'))
    assert marked(body, "markup/missing-target") == []
    far = '<a href="#elsewhere">x</a>'
    assert marked(PAGE.format(far), "markup/missing-target") == []  # no id at all: they come from elsewhere
    reached = "".join(f'<h2 id="s{n}">S</h2><a href="#s{n}">s</a>' for n in range(3))
    assert marked(PAGE.format(reached + far), "markup/missing-target") == [("markup/missing-target", "elsewhere")]
    assert marked(PAGE.format(body + "<script>e.id = 'result'</script>"), "markup/missing-target") == []
    assert marked(PAGE.format(body + "{% include 'x' %}"), "markup/missing-target") == []


def test_references_are_left_alone_in_code() -> None:
    html = "<p>One&nbsp two.</p><pre>a &lt b</pre><p><code>&amp;nbsp;</code> don&amp;rsquo;t</p>"
    assert mended(html, "markup/reference-semicolon", "markup/double-escape") == (
        "<p>One&nbsp; two.</p><pre>a &lt b</pre><p><code>&amp;nbsp;</code> don&rsquo;t</p>"
    )


def test_references_in_listings_that_are_not_pre() -> None:
    html = '<div class="fragment"><div class="line">// all others &amp;mdash; there</div></div><p>All others &amp;mdash; there.</p>'
    assert mended(html, "markup/double-escape") == html.replace("&amp;mdash; there.", "&mdash; there.")


def test_a_space_inside_an_edge_moves_out() -> None:
    html = "<p>A<em> word</em>, a <a href='b'>link </a>here and <b>c </b>d.</p>"
    assert mended(html, "markup/edge-space") == "<p>A <em>word</em>, a <a href='b'>link</a> here and <b>c</b> d.</p>"
