"""Asking a person at the terminal about one finding after the other, for `prosefix apply --interactive`.

It shows and reads keys; what an answer does is `fixes.review`'s business.
"""

import sys

import click

from prosefix.cli.session import on_terminal, width
from prosefix.errors import ProsefixError
from prosefix.fixes.review import Answer, Question, Verdict
from prosefix.reports import located
from prosefix.reports.printable import printable
from prosefix.reports.text import finding_lines, written

KEYS = {
    "a": (Verdict.ACCEPT, "accept"),
    "r": (Verdict.REJECT, "reject"),
    "e": (Verdict.EDIT, "edit"),
    "A": (Verdict.ACCEPT_ALL, "accept all of this rule"),
    "w": (Verdict.WORD, "word of the project"),
    "i": (Verdict.IGNORE, "ignore here"),
    "q": (Verdict.QUIT, "quit and keep"),
}
HELP = """\
  a  write the fix, or 1 to 9: the first, the second …
  r  leave the words as they are
  e  type what to write instead
  A  write this fix, and those of this rule that follow, without asking
  w  the word is right: add it to the project's list
  i  put a directive round the words, so that nobody is asked again
  q  ask no more; what was accepted is kept"""


def need_terminal() -> None:
    """Raise ProsefixError where there is nobody to ask."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ProsefixError("--interactive needs a terminal to ask at; without one, use `prosefix report` or `apply`")


def ask(question: Question) -> Answer:
    """What the person says to `question`. Raises KeyboardInterrupt."""
    _show(question)
    while True:
        click.echo(f"  {_menu(question)} ", nl=False)
        key = _key()
        click.echo(key if key.isprintable() else "")
        if key == "?":
            click.echo(HELP)
        elif key.isdigit() and 0 < int(key) <= len(question.finding.fixes):
            return Answer(Verdict.ACCEPT, int(key) - 1)
        elif key in _offered(question):
            return _completed(KEYS[key][0], question)


def _completed(verdict: Verdict, question: Question) -> Answer:
    """The answer with the words that `verdict` needs."""
    if verdict is Verdict.EDIT:
        shown = printable(question.finding.text.strip())
        return Answer(verdict, text=click.prompt(f"  instead of “{shown}”", default="", show_default=False))
    if verdict is Verdict.IGNORE:
        return Answer(verdict, text=click.prompt("  reason (may be empty)", default="", show_default=False))
    return Answer(verdict)


def _key() -> str:
    try:
        return click.getchar()
    except EOFError:  # Ctrl-D
        return "q"


def _offered(question: Question) -> list[str]:
    without = set() if question.finding.fixes else {"a", "A"}
    return [key for key in KEYS if key not in without and (key != "w" or question.word)]


def _menu(question: Question) -> str:
    return ", ".join(f"[{key}] {KEYS[key][1]}" for key in _offered(question)) + ", [?]"


def _show(question: Question) -> None:
    result = question.result
    place = next(place for finding, place in located(result) if finding is question.finding)
    lines = finding_lines(result, question.finding, place, max(width(), 40))
    click.echo("\n" + "\n".join(written(line, on_terminal()) for line in lines))
    if question.problem:
        click.echo(f"  that cannot be done: {printable(question.problem)}")
