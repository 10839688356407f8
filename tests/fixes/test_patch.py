"""The patch: `git apply` of it gives the same bytes, whatever the file holds and is called."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prosefix.fixes.patch import unified_diff

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
LINE_ENDS = (b"\n", b"\r\n", b"\r", b"")
lines = st.tuples(
    st.sampled_from(
        [b"", b"a", b"b", b"caf\xe9", "naïve 🚀".encode(), b" indented", b"--- a/x", b"@@ -1 +1 @@", b"\\ No"]
    ),
    st.sampled_from(LINE_ENDS),
).map(b"".join)


def applied(folder: Path, name: str, old: bytes, new: bytes, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """What `git apply` makes of `old` by the patch to `new`."""
    monkeypatch.chdir(folder)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(old)
    patch = unified_diff(name, old, new)
    done = subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], input=patch, capture_output=True, check=False)
    assert done.returncode == 0, (done.stderr, patch)
    return (folder / name).read_bytes()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(lines, min_size=1, max_size=40), st.data())
def test_git_apply_gives_the_new_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: list[bytes], data: st.DataObject
) -> None:
    new = list(old)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(new)))
        new[at : at + data.draw(st.integers(0, 3))] = data.draw(st.lists(lines, max_size=3))
    before, after = b"".join(old), b"".join(new)
    if before and after and before != after:
        assert applied(tmp_path, "page.html", before, after, monkeypatch) == after


@pytest.mark.parametrize(
    "name", ["a b.html", 'say "hi".html', "tab\there.html", "näh.html", "deep/er/x.html", "back\\s.html"]
)
def test_names_that_need_quoting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert applied(tmp_path, name, b"one\ntwo\n", b"one\n2\n", monkeypatch) == b"one\n2\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252", "shift_jis"])
def test_other_encodings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    old, new = "<p>the the one\r\n<p>two\n".encode(encoding), "<p>the one\r\n<p>two\n".encode(encoding)
    assert applied(tmp_path, "p.html", old, new, monkeypatch) == new


def test_equal_versions_have_no_patch() -> None:
    assert unified_diff("a.html", b"x\n", b"x\n") == b""


def test_the_form_of_a_patch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old = b"".join(b"%d\n" % n for n in range(1, 21)) + b"end"
    new = old.replace(b"\n3\n", b"\nthree\n").replace(b"end", b"END")
    assert unified_diff("docs/a.html", old, new) == (
        b"--- a/docs/a.html\n+++ b/docs/a.html\n"
        b"@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+three\n 4\n 5\n 6\n"
        b"@@ -18,4 +18,4 @@\n 18\n 19\n 20\n-end\n\\ No newline at end of file\n+END\n\\ No newline at end of file\n"
    )


def test_a_line_less_far_from_another_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = [b"line %d\n" % n for n in range(300)]
    new = [line for n, line in enumerate(old) if n not in (10, 250)]
    new[100] = b"changed\n"
    assert applied(tmp_path, "p.html", b"".join(old), b"".join(new), monkeypatch) == b"".join(new)
    assert unified_diff("p.html", b"".join(old), b"".join(new)).count(b"@@ -") == 3
