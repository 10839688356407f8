"""The report used in a browser: deciding, filtering, keys, and the patch it saves, byte by byte."""

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from prosefix.cli import cli
from prosefix.findings import Edit
from prosefix.fixes.patch import header, unified_diff
from prosefix.fixes.splice import splice
from prosefix.lint import check_pages
from prosefix.page.source import read_page
from prosefix.settings import Settings

RULES = ("repetition", "agreement/modal-verb")
FILES = {
    "a page.html": "<h1>One</h1>\r\n<p>It will requires care, and the the\r\n\r\nrest 🚀 can works.\r\n<p>We may goes\nhome",
    "b.html": '<meta charset="windows-1252">\n<p>Caf\xe9: it must stops, for the\nthe end.</p>\n',
}

Decide = Callable[[int, str], None]


@pytest.fixture
def opened(browser: Any, downloads: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The report on two pages, in the browser."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a page.html").write_bytes(FILES["a page.html"].encode())
    (tmp_path / "b.html").write_bytes(FILES["b.html"].encode("cp1252"))
    for old in downloads.iterdir():
        old.unlink()
    done = CliRunner().invoke(cli, ["report", *FILES, "-o", "report.html", "--select", ",".join(RULES)])
    assert done.exit_code == 0, done.stderr
    browser.get((tmp_path / "report.html").as_uri())
    yield browser
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def all_of(page: Any, selector: str) -> list[Any]:
    found: list[Any] = page.find_elements("css selector", selector)
    return found


def press(page: Any, keys: str) -> None:
    for key in keys:
        page.switch_to.active_element.send_keys(key)


def counted(page: Any) -> str:
    return str(page.find_element("id", "count").text)


def saved(page: Any, downloads: Path) -> bytes:
    from selenium.webdriver.support.wait import WebDriverWait

    page.find_element("id", "save").click()
    target = downloads / "prosefix.patch"
    WebDriverWait(page, 30).until(lambda _: target.exists())
    return target.read_bytes()


def expected(accepted: dict[str, list[int]]) -> dict[str, tuple[bytes, bytes]]:
    """Old and new bytes of each file with the first fix of those findings made."""
    versions = {}
    for name, numbers in accepted.items():
        page = read_page(Path(name), name)
        (result,) = check_pages([page], Settings(select=RULES))
        edits = [edit for number in numbers for edit in result.findings[number].fixes[0].edits]
        versions[name] = (page.raw, page.encode(splice(page.text, edits)))
    return versions


def test_accept_three_reject_two_save_and_apply(opened: Any, downloads: Path, tmp_path: Path) -> None:
    cards = all_of(opened, ".card")
    assert len(cards) == 6
    assert not opened.find_element("id", "save").is_enabled()
    for number, button in ((0, "accept"), (1, "reject"), (2, "accept"), (3, "reject"), (5, "accept")):
        cards[number].find_element("css selector", f".{button}").click()
    assert counted(opened) == "3 accepted, 2 rejected, 1 to decide"
    patch = saved(opened, downloads)
    versions = expected({"a page.html": [0, 2], "b.html": [1]})
    assert patch == b"".join(unified_diff(name, *pair) for name, pair in versions.items())
    if shutil.which("git"):
        subprocess.run(["git", "apply", str(downloads / "prosefix.patch")], cwd=tmp_path, check=True)
        assert {name: Path(name).read_bytes() for name in versions} == {
            name: new for name, (_, new) in versions.items()
        }


def test_all_safe_fixes_are_the_patch_of_the_command(opened: Any, downloads: Path) -> None:
    opened.find_element("id", "safe").click()
    patch = saved(opened, downloads)
    printed = CliRunner().invoke(cli, ["diff", *FILES, "--select", ",".join(RULES)])
    assert patch == printed.stdout_bytes


def test_the_keyboard_alone_does_it(opened: Any) -> None:
    press(opened, "jajrk")
    assert counted(opened).startswith("1 accepted, 1 rejected")
    press(opened, "u")
    assert counted(opened).startswith("1 accepted, 0 rejected")
    focused = opened.switch_to.active_element
    assert focused.get_attribute("id").startswith("f")
    opened.find_element("id", "help").find_element("tag name", "summary").click()
    opened.find_element("id", "keys").click()
    all_of(opened, ".card")[3].find_element("css selector", ".accept").send_keys("r")
    assert counted(opened).startswith("1 accepted, 0 rejected")  # single keys are switched off


def test_filters_hide_cards_and_marks(opened: Any) -> None:
    from selenium.webdriver.support.select import Select

    def visible() -> int:
        return sum(card.is_displayed() for card in all_of(opened, ".card"))

    Select(opened.find_element("id", "rule")).select_by_value("agreement/modal-verb")
    assert visible() == 4
    Select(opened.find_element("id", "file")).select_by_value("1")
    assert visible() == 1
    assert len(all_of(opened, ".mark:not(.off)")) == 1
    Select(opened.find_element("id", "file")).select_by_value("")
    Select(opened.find_element("id", "rule")).select_by_value("")
    all_of(opened, ".accept")[0].click()
    Select(opened.find_element("id", "state")).select_by_value("accepted")
    assert visible() == 1
    opened.find_element("id", "whole").click()
    assert sum(passage.is_displayed() for passage in all_of(opened, ".passage")) == 1
    for box in all_of(opened, ".severity-filter"):
        box.click()
    assert opened.find_element("id", "nothing").is_displayed()


def test_a_screen_reader_hears_what_is_what(opened: Any) -> None:
    card = all_of(opened, ".card")[0]
    assert card.aria_role == "article"
    assert "require" in card.accessible_name
    button = card.find_element("css selector", ".accept")
    assert (button.aria_role, button.accessible_name) == ("button", "Accept")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert opened.find_element("id", "count").aria_role == "status"
    for field in all_of(opened, "select, input"):
        assert field.accessible_name or not field.is_displayed()


def test_it_fits_a_phone_without_scrolling_sideways(opened: Any) -> None:
    opened.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 320, "height": 640, "deviceScaleFactor": 2, "mobile": True}
    )
    try:
        opened.refresh()
        assert opened.execute_script("return document.documentElement.scrollWidth") <= 320
        box = all_of(opened, ".accept")[0].rect
        assert box["height"] >= 44
    finally:
        opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_its_patches_are_those_of_the_tool_for_any_edits(opened: Any) -> None:
    chance = random.Random(7)
    cases = []
    for _ in range(300):
        text = "".join(chance.choice("ab\n\n\r ") for _ in range(chance.randrange(120)))
        edits, at = [], 0
        while at < len(text) and len(edits) < 6:
            start = chance.randrange(at, len(text) + 1)
            end = min(len(text), start + chance.randrange(4))
            edits.append((start, end, "".join(chance.choice("xy\n") for _ in range(chance.randrange(4)))))
            at = end + 1
        new = splice(text, [Edit(*edit) for edit in edits])
        cases.append((text, edits, unified_diff("p.html", text.encode(), new.encode()).decode()))
    head = header("p.html").decode()
    made = opened.execute_script(
        "return arguments[0].map(([raw, edits]) => filePatch({raw, header: arguments[1]}, edits))",
        [case[:2] for case in cases], head,
    )  # fmt: skip
    assert made == [patch for _, _, patch in cases]
    assert sum(bool(patch) for patch in made) > 200
