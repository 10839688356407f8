"""The functions that the rule files of the set name for TeX: one a rule, all answered by one reading of the formulas."""

from collections.abc import Iterable

from prosefix.checks.math.answers import rule_maker
from prosefix.findings import PageMatch
from prosefix.page.prose import NodeKind, Prose


def _reports(prose: Prose) -> Iterable[PageMatch]:
    if all(node.kind is NodeKind.MATHML for node in prose.math):
        return ()  # most pages have no math, and the reader of formulas is long to load
    from prosefix.checks.math.formulas import page_reports

    return page_reports(prose)


_rule = rule_maker("math.formulas", _reports)

braces = _rule("math/braces")
left_right = _rule("math/left-right")
environment = _rule("math/environment")
alignment = _rule("math/alignment")
missing_argument = _rule("math/missing-argument")
unknown_command = _rule("math/unknown-command")
double_script = _rule("math/double-script")
text_character = _rule("math/text-character")
argument_value = _rule("math/argument-value")
misplaced_command = _rule("math/misplaced-command")
html_in_math = _rule("math/html-in-math")
growing_brackets = _rule("math/growing-brackets")
growing_sums = _rule("math/growing-sums")
lone_bracket = _rule("math/lone-bracket")
script_number = _rule("math/script-number")
percent = _rule("math/percent")
relation = _rule("math/relation")
spelled_operator = _rule("math/spelled-operator")
about_tilde = _rule("math/about-tilde")
dots = _rule("math/dots")
product_sign = _rule("math/product-sign")
text_subscript = _rule("math/text-subscript")
doubled_backslash = _rule("math/doubled-backslash")
line_break = _rule("math/line-break")
