"""Whether a page is a report that prosefix wrote: neither a text to check nor a loss when it is written anew."""

MARK = '<meta name="generator" content="prosefix '  # review/template/report.html has it in its head
REACH = 2_000  # code points of a page in which the mark is looked for; in a report some 500 stand before it


def is_report(text: str) -> bool:
    """Whether the page `text`, or its beginning, is a report of prosefix."""
    return MARK in text[:REACH]
