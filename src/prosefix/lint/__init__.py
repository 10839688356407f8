"""From pages to findings: everything between reading a page and reporting on it.

It decides which rules work on which page and which of their reports stand. It writes nothing and prints nothing.
"""

from prosefix.lint.pages import active_rules, check_pages, check_prose, forget_words, prose_of, rules_of
from prosefix.lint.results import FileResult

__all__ = ["FileResult", "active_rules", "check_pages", "check_prose", "forget_words", "prose_of", "rules_of"]
