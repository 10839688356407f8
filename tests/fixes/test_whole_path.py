"""From the bytes on the disk to the bytes on the disk: whatever a page holds, only the wrong words change."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hostile import raw_pages
from hypothesis import HealthCheck, given, settings
from lxml import etree

from prosefix.fixes.atomic import replace_file
from prosefix.fixes.draft import Mended
from prosefix.fixes.patch import unified_diff
from prosefix.fixes.undo import Undo
from prosefix.mending import mend_files
from prosefix.page.source import decode_page
from prosefix.page.tokens import TokenKind, tokenize
from prosefix.run import Source
from prosefix.settings import Settings

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
FEW = Settings(select=("repetition", "agreement/modal-verb", "contractions/lets"))


def mended(path: str) -> Mended:
    (found,) = mend_files([Source(path)], FEW, jobs=1)
    return found


def markup(raw: bytes) -> list[str]:
    """Every token that is no text, but for the words in prose attributes."""
    text = decode_page(raw, "p.html").text
    kept = [text[t.start : t.end] for t in tokenize(text) if t.kind is not TokenKind.TEXT and t.name != "title"]
    return [token for token in kept if "alt=" not in token and "title=" not in token]


def tree(raw: bytes) -> list[tuple[str, list[str]]]:
    """Elements with the names of their attributes, as lxml reads them."""
    page = decode_page(raw, "p.html")
    root = etree.fromstring(page.text.encode("utf-8", "surrogatepass") or b"<p>", etree.HTMLParser(encoding="utf-8"))
    return [] if root is None else [(str(element.tag), sorted(map(str, element.attrib))) for element in root.iter()]


def git_apply(patch: bytes) -> None:
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    done = subprocess.run(command, input=patch, capture_output=True, check=False)
    assert done.returncode == 0, (done.stderr, patch)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw_pages())
def test_any_page_is_mended_in_its_words_alone_and_can_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    page = Path("p.html")
    page.write_bytes(raw)
    done = mended("p.html")
    if done.before.error is not None:  # a character that the declared encoding has none for
        assert "is not" in done.before.error
        return
    assert not done.problem
    assert page.read_bytes() == raw
    undo = Undo()
    undo.note("p.html", raw, done.raw)
    replace_file("p.html", raw, done.raw)
    new = page.read_bytes()
    assert new == done.raw
    assert markup(new) == markup(raw)
    assert tree(new) == tree(raw)
    assert mended("p.html").raw == new  # nothing is left to do
    steps = [raw, *(step for _, _, step in done.steps())]
    assert steps[-1] == new  # the pieces come to the same
    if new == raw:
        assert undo.save(tmp_path) is None or not done.written
        return
    reverse = undo.save(tmp_path)
    assert reverse is not None
    git_apply(reverse.read_bytes())
    reverse.unlink()
    assert page.read_bytes() == raw
    git_apply(unified_diff("p.html", raw, new))
    assert page.read_bytes() == new


@pytest.mark.parametrize(
    "page",
    [
        '<img alt="Photo of {{ the the }} mail">',
        "<title>{{ the the }} | {% block the the %}the{% endblock %} the</title>",
        '<meta name="description" content="{% if not not x %}the{% endif %} the {{ the the }}">',
        '<img alt="<%= the the %> the">',
        "<a title='{{ \"the the\" | t }}'>x</a>",
        '<a {{ f title="the the" }}>x</a>',
        "<p>The page is {% if draft %}not {% endif %}not public.</p>",
        "<p>The <?php if ($x): ?>the <?php else: ?>the <?php endif ?>the page.</p>",
    ],
)
def test_template_code_and_the_words_it_parts_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.html").write_text(page)
    assert mended("p.html").raw == page.encode()
    Path("p.html").write_text(page + "<p>the the</p>")
    assert mended("p.html").raw == (page + "<p>the</p>").encode()
