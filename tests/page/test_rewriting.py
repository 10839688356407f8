"""Replacements in the plain text as edits of the page."""

import pytest
from reading import read, rewritten

from prosefix.errors import FixRefused


@pytest.mark.parametrize(
    ("html", "old", "new", "want"),
    [
        ("<p>The <em>para</em>mter is", "paramter", "parameter", "<p>The <em>para</em>meter is"),
        ("<p>will <b>requires</b> full", "will requires", "will require", "<p>will <b>require</b> full"),
        ("<p>will <b>re</b>quires full", "will requires", "must require", "<p>must <b>re</b>quire full"),
        ("<p>it&rsquo;s hte defualt&shy;ed", "it’s hte defualted", "it’s the defaulted", "<p>it&rsquo;s the default&shy;ed"),
        ("<p>doesn&apos;t mater", "doesn't mater", "doesn't matter", "<p>doesn&apos;t matter"),
        ("<p>of&nbsp;latancy, e.g.&nbsp;on", "of latancy", "of latency", "<p>of&nbsp;latency, e.g.&nbsp;on"),
        ("<p>qiuck 🚀𝒞 automatc", "automatc", "automatic", "<p>qiuck 🚀𝒞 automatic"),
        ("<p>It occured\r\ntwice", "occured twice", "occurred twice", "<p>It occurred\r\ntwice"),
        ("<p>un<wbr>der stood teh", "under stood teh", "under stood the", "<p>un<wbr>der stood the"),
        # repeated words
        ("<p>the the cat", "the the", "the", "<p>the cat"),
        ("<p>the\n   the cat", "the the", "the", "<p>the\n   cat"),
        ("<p>the the\n  cat", "the the", "the", "<p>the\n  cat"),
        ("<p>the <b>the</b> cat", "the the", "the", "<p><b>the</b> cat"),
        ("<p>the <b>the cat</b>", "the the", "the", "<p>the <b>cat</b>"),
        ("<p><a>the the</a>.", "the the", "the", "<p><a>the</a>."),
        ("<p>so in in.", "in in", "in", "<p>so in."),
        ("<p>the&nbsp;the cat", "the the", "the", "<p>the&nbsp;cat"),
        ("<p>the the&nbsp;cat", "the the", "the", "<p>the&nbsp;cat"),
        ("<p>the\u00a0the&#160;cat", "the the", "the", "<p>the\u00a0cat"),
        # spaces and punctuation
        ("<p>foo , bar", "foo ,", "foo,", "<p>foo, bar"),
        ("<p>foo<b>bar</b>", "foobar", "foo bar", "<p>foo <b>bar</b>"),
        ("<p><b>foo</b>bar", "foobar", "foo bar", "<p><b>foo</b> bar"),
        ("<p>every<b> one</b> of", "every one", "everyone", "<p>every<b>one</b> of"),
        # what needs escaping
        ("<p>R and D", "R and D", "R & D", "<p>R &amp; D"),
        ("<p title=\"a 'b' teh\">", "teh", "\"the' <&>", "<p title=\"a 'b' &quot;the' &lt;&amp;>\">"),
        ("<p title='a \"b\" teh'>", "teh", "\"the' <&>", "<p title='a \"b\" \"the&#39; &lt;&amp;>'>"),
        ("<p title=recieve>", "recieve", "receive it", "<p title=receive&#32;it>"),
        ("<img alt='say &quot;teh&quot;'>", "teh", "the", "<img alt='say &quot;the&quot;'>"),
        # stand-ins stay
        ("<p>a <code>x</code> thing <b>an</b> app", "a \ue000 thing an", "an \ue000 thing a", "<p>an <code>x</code> thing <b>a</b> app"),
        ("<p>no change", "no change", "no change", "<p>no change"),
    ],
)  # fmt: skip
def test_edits_touch_nothing_but_the_words(html: str, old: str, new: str, want: str) -> None:
    assert rewritten(html, old, new) == want


@pytest.mark.parametrize(
    ("html", "old", "new"),
    [
        ("<p>one<p>two", "one\ntwo", "one two"),
        ("<p>use <b>a</b> <i>a</i> theme", "a a", "a"),
        ("<p>use <code>x</code> now", "use \ue000 now", "use y now"),
        ("<p>use it now", "it", "\ue000"),
        ("<p><b>abc</b>def", "abcdef", "xyzuvw"),
        ("<p><b>Due</b> to the fact that", "Due to the fact that", "Because"),
        ("<p title=x>", "x", ""),
        ("<p>so <b>the</b> cat", "so the cat", "so cat"),
        ("<p><<&fjlig;ord", "fjord", "zebra"),
    ],
)
def test_what_is_not_evident_is_refused(html: str, old: str, new: str) -> None:
    with pytest.raises(FixRefused):
        rewritten(html, old, new)


def test_spans_leave_out_what_is_not_read() -> None:
    html = "<p>a&shy;<b>Fu&shy;ture</b>&amp;<code>x</code>."
    source = read(html).source

    def shown(start: int, end: int) -> str:
        span = source.to_page(start, end)
        return html[span.start : span.end]

    assert source.plain == "aFuture&\ue000.\n"
    assert shown(0, 1) == "a"
    assert shown(1, 7) == "Fu&shy;ture"
    assert shown(7, 8) == "&amp;"
    assert shown(8, 9) == "<code>x</code>"
    assert shown(9, 10) == "."
    assert source.to_page(3, 3) == (14, 14)
