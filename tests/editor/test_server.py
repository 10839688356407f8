"""The language server, started as an editor starts it and talked to over pipes by a client of its own protocol."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

from lsprotocol import types
from pygls.lsp.client import LanguageClient

WAIT = 120  # seconds; a bound for a server that hangs, not a measure
TEXT = "<h1>🚀 One</h1>\r\n<p>🚀 It will requires care, and the the rest.</p>\r\n<p>The modle ends.</p>\r\n"


class Editor:
    """The little that an editor does."""

    def __init__(self, client: LanguageClient, uri: str) -> None:
        self.client = client
        self.uri = uri
        self.version = 1
        self.messages: list[str] = []
        self._published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._published.put_nowait(params))
        client.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.messages.append(params.message))

    def open(self, text: str) -> None:
        item = types.TextDocumentItem(self.uri, "html", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, start: tuple[int, int], end: tuple[int, int], new: str) -> None:
        self.version += 1
        change = types.TextDocumentContentChangePartial(range_of(start, end), new)
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    async def told(self, wanted: Callable[[list[types.Diagnostic]], bool]) -> list[types.Diagnostic]:
        """The diagnostics, as soon as they are the ones wanted."""
        while True:
            params = await asyncio.wait_for(self._published.get(), WAIT)
            if wanted(list(params.diagnostics)):
                return list(params.diagnostics)

    async def actions(self, at: tuple[int, int], only: list[str] | None = None) -> dict[str, types.CodeAction]:
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(self.uri), range_of(at, at), types.CodeActionContext([], only=only)
        )
        return {action.title: action for action in await self.client.text_document_code_action_async(params) or []}


def range_of(start: tuple[int, int], end: tuple[int, int]) -> types.Range:
    return types.Range(types.Position(*start), types.Position(*end))


def codes(diagnostics: list[types.Diagnostic]) -> list[Any]:
    return [diagnostic.code for diagnostic in diagnostics]


def edits_of(action: types.CodeAction, uri: str) -> list[tuple[types.Range, str]]:
    assert action.edit is not None
    assert action.edit.changes is not None
    return [(edit.range, edit.new_text) for edit in action.edit.changes[uri]]


def with_editor(folder: Path, talk: Callable[[Editor], Awaitable[None]]) -> None:
    """Start the server in `folder`, talk to it, and shut it down properly."""

    async def session() -> None:
        client = LanguageClient("test", "1")
        await client.start_io(sys.executable, "-m", "prosefix", "lsp", cwd=str(folder))
        await asyncio.wait_for(
            client.initialize_async(types.InitializeParams(types.ClientCapabilities(), root_uri=folder.as_uri())), WAIT
        )
        client.initialized(types.InitializedParams())
        await talk(Editor(client, (folder / "p.html").as_uri()))
        await asyncio.wait_for(client.shutdown_async(None), WAIT)
        client.exit(None)
        await client.stop()

    asyncio.run(session())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".prosefix.toml").write_text(
        'select = ["repetition", "agreement/modal-verb", "spelling"]\nwords = ["./words.txt"]\n'
    )
    (tmp_path / "words.txt").write_text("# ours\n")
    return tmp_path


def test_diagnostics_follow_what_is_typed(folder: Path) -> None:
    async def talk(editor: Editor) -> None:
        editor.open(TEXT)
        shown = await editor.told(bool)
        assert codes(shown) == ["agreement/modal-verb", "repetition/same-word", "spelling/unknown-word"]
        assert shown[0].range == range_of((1, 14), (1, 22))  # the rocket counts two
        assert shown[0].severity == types.DiagnosticSeverity.Error
        assert shown[0].source == "prosefix"
        editor.type((1, 14), (1, 22), "require")
        shown = await editor.told(lambda found: len(found) == 2)
        assert codes(shown) == ["repetition/same-word", "spelling/unknown-word"]
        editor.type((2, 3), (2, 3), "It can works. ")
        shown = await editor.told(lambda found: len(found) == 3)
        assert shown[1].range == range_of((2, 10), (2, 15))
        assert shown[2].range == range_of((2, 21), (2, 26))
        editor.type((0, 0), (3, 0), "")
        assert await editor.told(lambda found: not found) == []

    with_editor(folder, talk)


def test_quick_fixes_hover_and_ignoring(folder: Path) -> None:
    async def talk(editor: Editor) -> None:
        editor.open(TEXT)
        await editor.told(lambda found: len(found) == 3)
        offered = await editor.actions((1, 16))
        fix = offered["Write “require”"]
        assert fix.is_preferred
        assert edits_of(fix, editor.uri) == [(range_of((1, 14), (1, 22)), "require")]
        assert fix.diagnostics is not None
        assert fix.diagnostics[0].code == "agreement/modal-verb"
        silence = edits_of(offered["Ignore agreement/modal-verb here"], editor.uri)
        assert [new for _, new in silence] == [
            "<!-- prosefix-disable agreement/modal-verb -->", "<!-- prosefix-enable agreement/modal-verb -->",
        ]  # fmt: skip
        everything = await editor.actions((0, 0), only=["source.fixAll"])
        assert len(edits_of(everything["Make all safe fixes"], editor.uri)) >= 2
        hover = await editor.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(editor.uri), types.Position(1, 16))
        )
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert "**agreement/modal-verb**" in hover.contents.value
        assert "A modal verb is followed by the base form" in hover.contents.value
        for where, new in reversed(silence):
            editor.type((where.start.line, where.start.character), (where.end.line, where.end.character), new)
        assert "agreement/modal-verb" not in codes(await editor.told(lambda found: len(found) == 2))

    with_editor(folder, talk)


def test_a_word_is_added_to_the_project(folder: Path) -> None:
    async def talk(editor: Editor) -> None:
        editor.open(TEXT)
        await editor.told(lambda found: len(found) == 3)
        assert "Add “modle” to the project's words" in await editor.actions((2, 9))
        # lsprotocol reads an action that has a command as that command alone, so its arguments are written here.
        params = types.ExecuteCommandParams("prosefix.addWord", [editor.uri, "modle"])
        await editor.client.workspace_execute_command_async(params)
        assert "spelling/unknown-word" not in codes(await editor.told(lambda found: len(found) == 2))
        assert (folder / "words.txt").read_text() == "# ours\nmodle\n"
        assert editor.messages == []

    with_editor(folder, talk)


def test_wrong_settings_are_said_and_right_ones_hold_after_saving(folder: Path) -> None:
    right = (folder / ".prosefix.toml").read_text()
    (folder / ".prosefix.toml").write_text("nonsense = 1\n")

    async def talk(editor: Editor) -> None:
        editor.open(TEXT)
        while not editor.messages:
            assert await editor.actions((1, 16)) == {}
        assert "there is no setting “nonsense”" in editor.messages[0]
        (folder / ".prosefix.toml").write_text(right)
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(editor.uri)))
        await editor.told(lambda found: len(found) == 3)

    with_editor(folder, talk)


def test_without_pygls_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from prosefix.cli import cli

    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.delitem(sys.modules, "prosefix.editor.server", raising=False)
    done = CliRunner().invoke(cli, ["lsp"])
    assert done.exit_code == 2
    assert "pip install 'prosefix-html[lsp]'" in done.stderr
