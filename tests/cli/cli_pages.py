"""The pages and rules that the tests of the command line share."""

from collections.abc import Callable

from click.testing import Result

Run = Callable[..., Result]
# Few rules that are sure of what they say, so that these tests are about the command line.
RULES = "repetition,agreement/modal-verb,markup/unused-directive,markup/unknown-directive,markup/malformed-directive"
BAD = "<p>The module will requires care, and the the rest follows.</p>\n"
FIXED = "<p>The module will require care, and the rest follows.</p>\n"
GOOD = "<p>The module needs care.</p>\n"
