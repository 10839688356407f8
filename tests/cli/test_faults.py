"""Machines that fail: processes killed, disks full or read-only, streams closed, no home, another clock. Nothing is lost."""

import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from cli_pages import BAD, FIXED, GOOD, RULES, Run

from prosefix.workers import share_out

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals, streams and permissions as in POSIX")
PROSEFIX = [sys.executable, "-m", "prosefix"]
CHECK = [*PROSEFIX, "check", "--select", RULES, "--format", "concise"]
APPLY = [*PROSEFIX, "apply", "--select", RULES]
# A superuser may write everywhere; without that capability permissions hold for it too.
UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"] if os.geteuid() == 0 else []
needs_permissions = pytest.mark.skipif(
    bool(UNPRIVILEGED) and shutil.which("setpriv") is None, reason="setpriv is needed where permissions do not hold"
)


def call(command: Sequence[str], folder: Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, **options)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


# -- processes that die -------------------------------------------------------------------------------------------


def test_a_run_killed_at_any_instant_leaves_every_page_old_or_new(folder: Path) -> None:
    old, new = (BAD * 20).encode(), (FIXED * 20).encode()
    names = [f"p{number}.html" for number in range(60)]
    for _ in range(4):
        for name in names:
            (folder / name).write_bytes(old)
        process = subprocess.Popen([*APPLY, "--jobs", "1", "."], cwd=folder, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()  # the first page is written; the others are being
        time.sleep(random.random() / 20)
        process.kill()
        process.communicate()
        assert {(folder / name).read_bytes() for name in names} <= {old, new}
        strays = [path for path in folder.iterdir() if path.name not in names]
        assert len(strays) <= 1  # the file that was being written, which no run reads
        assert all(path.name.startswith(".prosefix-") and path.name.endswith(".tmp") for path in strays)
        assert call([*APPLY, "."], folder).returncode == 0
        assert {(folder / name).read_bytes() for name in names} == {new}
        for path in strays:
            path.unlink()


def double_unless_bad(unit: int) -> int:
    if unit < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * unit


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_process_that_dies_costs_its_own_unit_alone(jobs: int) -> None:
    assert list(share_out(double_unless_bad, [1, 2, -1, 3, -1, 4], jobs)) == [2, 4, None, 6, None, 8]


def workers(parent: int) -> list[int]:
    """The processes that `--jobs` started and that work on pages."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            above = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if above == parent and b"spawn_main" in (place / "cmdline").read_bytes():
                found.append(int(place.name))
    return found


@pytest.fixture
def heavy(folder: Path) -> list[str]:
    """Pages that are a unit each."""
    names = [f"p{number}.html" for number in range(3)]
    for name in names:
        (folder / name).write_text(BAD + f"<!-- {'x' * 1_000_000} -->")
    return names


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc is needed to find the processes")
def test_a_worker_that_is_killed_once_loses_nothing(folder: Path, heavy: list[str]) -> None:
    process = subprocess.Popen(
        [*CHECK, ".", "--jobs", "2", "--no-cache"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not (found := workers(process.pid)) and process.poll() is None:
        time.sleep(0.01)
    os.kill(found[0], signal.SIGKILL)
    out, errors = process.communicate()
    assert (process.returncode, errors) == (1, b"")
    assert [line.split(b":")[0].decode() for line in out.splitlines()] == sorted(heavy * 2)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc is needed to find the processes")
def test_workers_that_are_always_killed_are_a_line_for_each_page(folder: Path, heavy: list[str]) -> None:
    process = subprocess.Popen(
        [*CHECK, ".", "--jobs", "2", "--no-cache"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while process.poll() is None:
        for worker in workers(process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        time.sleep(0.01)
    out, errors = process.communicate()
    assert (process.returncode, out) == (2, b""), errors.decode()
    said = "the process that read it was killed, as happens for want of memory; try it by itself, or leave it out"
    assert errors.decode().splitlines() == [f"prosefix: {name}: {said}" for name in heavy]


# -- disks that fail ----------------------------------------------------------------------------------------------


def test_a_disk_that_fills_in_the_middle_of_a_page_leaves_the_page(folder: Path) -> None:
    (folder / "long.html").write_text(BAD * 1000)
    (folder / "short.html").write_text(BAD)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = call([*APPLY, ".", "--undo"], folder, preexec_fn=limited)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[0] == "prosefix: long.html: not written: File too large"
    assert (folder / "long.html").read_text() == BAD * 1000
    assert (folder / "short.html").read_text() == FIXED
    assert {path.name for path in folder.iterdir()} == {"long.html", "short.html", ".prosefix"}


@needs_permissions
def test_a_folder_that_is_read_only_is_a_line_and_its_page_stays(folder: Path) -> None:
    (folder / "locked").mkdir()
    for page in (folder / "locked" / "p.html", folder / "q.html"):
        page.write_text(BAD)
    (folder / "locked").chmod(0o555)
    try:
        done = call([*UNPRIVILEGED, *APPLY, "."], folder)
    finally:
        (folder / "locked").chmod(0o755)
    assert done.returncode == 2
    assert done.stderr.decode() == "prosefix: locked/p.html: not written: Permission denied\n"
    assert (folder / "locked" / "p.html").read_text() == BAD
    assert (folder / "q.html").read_text() == FIXED


@pytest.fixture
def home(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """The environment of a person whose cache folder is the user's own and the project's: both filled by a first run."""
    (folder / "p.html").write_text(BAD)
    cache = tmp_path_factory.mktemp("cache")
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    assert call([*CHECK, "p.html"], folder, env=environment).returncode == 1
    yield environment
    for place in (cache, folder):
        for path in place.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


def places(folder: Path, environment: Mapping[str, str]) -> list[Path]:
    return [folder / ".prosefix_cache", Path(environment["XDG_CACHE_HOME"])]


@needs_permissions
@pytest.mark.parametrize("mode", [0o555, 0o000], ids=["read-only", "locked"])
def test_a_cache_that_cannot_be_written_or_read_is_no_matter(folder: Path, home: Mapping[str, str], mode: int) -> None:
    (folder / "q.html").write_text(BAD)
    for place in places(folder, home):
        for path in [*place.rglob("*"), place]:
            path.chmod(mode)
    try:
        done = call([*UNPRIVILEGED, *CHECK, "."], folder, env=home)
    finally:
        for place in places(folder, home):
            place.chmod(0o755)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.count(b"\n") == 4


@needs_permissions
@pytest.mark.skipif(os.geteuid() != 0, reason="only a superuser gives files to others")
def test_a_cache_of_another_user_is_no_matter(folder: Path, home: Mapping[str, str]) -> None:
    for place in places(folder, home):
        for path in [*place.rglob("*"), place]:
            os.chown(path, 12345, 12345)
            path.chmod(0o700 if path.is_dir() else 0o600)
    done = call([*UNPRIVILEGED, *CHECK, "."], folder, env=home)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("damage", [b"", b"\xff\x00", b"[]", b"null", b'{"stamp": 1, "rules": 3}', b"[" * 5000])
def test_a_corrupt_cache_is_an_empty_one(folder: Path, home: Mapping[str, str], damage: bytes) -> None:
    for place in places(folder, home):
        for path in place.rglob("*.json"):
            path.write_bytes(damage)
    done = call([*CHECK, "p.html"], folder, env=home)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.count(b"\n") == 2


def test_a_cache_that_points_elsewhere_is_left_alone(
    folder: Path, run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    precious = tmp_path_factory.mktemp("precious")
    for number in range(20):
        (precious / f"work-{number}").mkdir()
    (folder / ".prosefix_cache").symlink_to(precious)
    (folder / "p.html").write_text(BAD)
    assert run("check", "p.html").exit_code == 1
    assert len(list(precious.iterdir())) == 20
    (folder / ".prosefix_cache").unlink()
    precious.rename(folder / ".prosefix_cache")  # nor is a folder removed that is none of the cache's own
    assert run("check", "p.html").exit_code == 1
    assert len(list((folder / ".prosefix_cache").glob("work-*"))) == 20


# -- surroundings that lack something -----------------------------------------------------------------------------


def test_no_home_no_locale_no_terminal(folder: Path) -> None:
    (folder / "p.html").write_text(BAD)
    bare = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = call([*CHECK, "p.html"], folder, env=bare, stdin=subprocess.DEVNULL, start_new_session=True)
    assert done.returncode == 1
    assert "“requires”" in call([*APPLY, "--dry-run", "p.html"], folder, env=bare).stdout.decode()


def test_who_has_no_account_has_no_cache_and_loses_nothing_else(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("prosefix.rulebook.loading.Path.home", nobody)
    (folder / "p.html").write_text(BAD)
    assert run("check", "p.html").exit_code == 1


@pytest.mark.parametrize("charset", ["ascii", "latin-1", "cp437"])
def test_a_narrow_terminal_is_no_crash(folder: Path, charset: str) -> None:
    (folder / "p.html").write_text(BAD)
    environment = {**os.environ, "PYTHONIOENCODING": charset}
    assert b"require" in call([*APPLY, "--dry-run", "p.html"], folder, env=environment).stdout
    assert call([*PROSEFIX, "rules"], folder, env=environment).returncode == 0
    assert call([*PROSEFIX, "no-such"], folder, env=environment).returncode == 2


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["check", "apply"])
def test_a_closed_stream_is_no_matter(folder: Path, closed: str, command: str) -> None:
    (folder / "p.html").write_text(BAD)
    (folder / "q.html").write_text(GOOD)
    line = f'exec "$@" {closed}'
    done = call(["sh", "-c", line, "sh", *PROSEFIX, command, "--select", RULES, "."], folder)
    assert done.returncode == (1 if command == "check" else 0)
    assert (folder / "p.html").read_text() == (BAD if command == "check" else FIXED)
    assert (folder / "q.html").read_text() == GOOD


@pytest.mark.parametrize("command", [["check", "--format", "json"], ["diff"], ["apply", "--dry-run"], ["extract"]])
def test_a_reader_that_has_had_enough_ends_the_run_in_silence(folder: Path, command: list[str]) -> None:
    (folder / "p.html").write_text(BAD * 2000)
    process = subprocess.Popen(
        [*PROSEFIX, *command, "p.html"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 141
    assert (folder / "p.html").read_text() == BAD * 2000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is needed")
@pytest.mark.parametrize("command", [["check"], ["diff"], ["apply", "--dry-run"], ["explain", "repetition/same-word"]])
def test_output_that_cannot_be_written_is_one_line(folder: Path, command: list[str]) -> None:
    (folder / "p.html").write_text(BAD)
    paths = [] if command[0] == "explain" else ["p.html"]
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [*PROSEFIX, *command, *paths], cwd=folder, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (
        2, b"prosefix: the output cannot be written: No space left on device\n",
    )  # fmt: skip


def test_a_clock_that_jumps_hides_no_change(folder: Path) -> None:
    page, rule = folder / "p.html", folder / "ours" / "house" / "rule.toml"
    examples = "".join(f'[[example]]\nbad = "It [[{n}]]."\ngood = "It {n}x."\n' for n in ("a", "b"))
    text = (
        'name = "house/rule"\nsummary = "s"\nwhy = "w"\nseverity = "error"\nfix = "manual"\nmessage = "m"\n[match]\n'
        f'tokens = ["module"]\n{examples}[[example]]\ngood = "It."\n'
    )
    rule.parent.mkdir(parents=True)
    (folder / ".prosefix.toml").write_text('rules = ["ours"]\n')
    check = [*PROSEFIX, "check", "p.html", "--select", "house"]
    for when in (0, 2**33, 1_000_000_000):  # 1970, 2242, 2001
        for path, content in ((page, GOOD), (rule, text)):
            path.write_text(content)
            os.utime(path, (when, when))
        assert call(check, folder).returncode == 1
        page.write_text(GOOD.replace("module", "models"))
        os.utime(page, (when, when))  # as long and as old as before, and yet another
        assert call(check, folder).returncode == 0
        rule.write_text(text.replace('["module"]', '["models"]'))
        os.utime(rule, (when, when))
        assert call(check, folder).returncode == 1
