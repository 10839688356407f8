"""Writing a page: wholly or not at all, and never over somebody else's change."""

import os
import stat
from pathlib import Path

import pytest

from prosefix.errors import FixRefused
from prosefix.fixes.atomic import replace_file


def test_mode_and_neighbours_are_kept(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"old")
    page.chmod(0o640)
    replace_file(str(page), b"old", b"new")
    assert page.read_bytes() == b"new"
    assert stat.S_IMODE(page.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_changed_page_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"somebody's")
    with pytest.raises(FixRefused, match=r"page\.html: changed since it was read"):
        replace_file(str(page), b"old", b"new")
    assert page.read_bytes() == b"somebody's"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    page = tmp_path / "real" / "page.html"
    page.write_bytes(b"old")
    link = tmp_path / "link.html"
    link.symlink_to(page)
    replace_file(str(link), b"old", b"new")
    assert link.is_symlink()
    assert page.read_bytes() == b"new"


def test_a_missing_page_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(FixRefused, match="not written: No such file"):
        replace_file(str(tmp_path / "gone.html"), b"old", b"new")


def test_a_full_disk_leaves_the_old_page_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FixRefused, match="No space left on device"):
        replace_file(str(page), b"old", b"new")
    assert page.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_an_interrupt_leaves_the_old_page_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"old")

    def interrupted(_handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace_file(str(page), b"old", b"new")
    assert page.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
