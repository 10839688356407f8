"""What rules are told of a stand-in: the words that a reader sees in its place."""

import pytest

import prosefix
from prosefix.page.blocks import read_prose
from prosefix.page.source import decode_page
from prosefix.rulebook.batch import context_of_pages
from prosefix.rulebook.rows import rows_of


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("<code>uint8</code>", "uint8"),
        ("{{Promise}}", "Promise"),
        ("{{AudioNode/numberOfInputs}}", "numberOfInputs"),
        ("|size|", "size"),
    ],
)
def test_shorthand_is_read_as_it_is_shown(markup: str, shown: str) -> None:
    page = decode_page(
        f"<pre class=metadata></pre><p>The value {markup} and <code>x</code> of {{{{Node}}}}.</p>".encode(), "a.bs"
    )
    rows = rows_of(context_of_pages([read_prose(page)]))
    contents = [rows.content(row) for row in range(rows.count)]
    assert shown in contents
    assert "Node" in contents


def test_a_message_names_the_stand_in_that_it_is_about() -> None:
    (finding,) = prosefix.check("<p>The constant <code>one</code> determine it, as <code>two</code> says.</p>")
    assert finding.message == "“one” goes with “determines”."


def test_a_message_names_its_own_of_several_stand_ins() -> None:
    (finding,) = prosefix.check("<p>Make an <code>ioctl</code>, then an <code>div</code> of it.</p>")
    assert finding.message == "Write “a” before “div”."
