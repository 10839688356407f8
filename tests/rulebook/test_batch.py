"""Tables of pages: a stand-in with the ending of a plural counts as one."""

import prosefix


def test_code_with_an_s_is_plural() -> None:
    page = "<p>The <a><code>AudioNode</code></a>s exist in the context of a graph.</p>"
    assert prosefix.check(page) == []


def test_code_without_one_is_singular() -> None:
    (finding,) = prosefix.check("<p>The <code>AudioNode</code> exist in the context of a graph.</p>")
    assert finding.text == "exist"
