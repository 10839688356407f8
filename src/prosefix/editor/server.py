"""The language server: it keeps the open pages, has them checked as they change, and answers the editor.

Checking runs beside the talk with the editor, one check at a time; what is meant for an older text is not shown.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from prosefix import __version__
from prosefix.editor import showing
from prosefix.editor.checking import OpenPage, check_typed, check_whole, open_page
from prosefix.editor.text import Replacement
from prosefix.errors import ProsefixError
from prosefix.lint import rules_of
from prosefix.rulebook.rules import Rule
from prosefix.settings.words import add_words

IDLE = 1.0  # seconds without typing after which all of a page is checked anew, or longer:
PATIENCE = 3  # times what that took the last time, since typing waits for it
WORD_LIST = "words.txt"


@dataclass(slots=True)
class Desk:
    """An open page, and what is under way for it."""

    page: OpenPage
    checking: "asyncio.Task[None] | None" = None
    waiting: bool = False  # there is something to check
    typed: list[Replacement] = field(default_factory=list)  # since the check under way began
    due: "asyncio.TimerHandle | None" = None
    cost: float = 0.0  # seconds that checking all of it took

    def type(self, change: Replacement) -> None:
        """Take over a change by the editor."""
        self.page.change(change)
        self.typed.append(change)


class ProsefixServer(LanguageServer):
    """The server with its open pages, by address."""

    def __init__(self) -> None:
        super().__init__("prosefix", __version__)
        self.desks: dict[str, Desk] = {}
        self.rules: dict[str, Rule] = {}
        self.checker = ThreadPoolExecutor(max_workers=1)

    def open(self, uri: str, content: str) -> None:
        """Take a page up and have it checked."""
        path = showing.local_path(to_fs_path(uri), uri)
        units = _value(self.workspace.position_encoding)
        self.desks[uri] = Desk(open_page(path, content, units))
        self.check(uri)

    def close(self, uri: str) -> None:
        """Put a page away with what was said of it."""
        desk = self.desks.pop(uri, None)
        if desk is not None and desk.due is not None:
            desk.due.cancel()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def check(self, uri: str) -> None:
        """Have a page checked as soon as nothing else is being checked."""
        desk = self.desks[uri]
        if desk.due is not None:
            desk.due.cancel()
            desk.due = None
        desk.waiting = True
        if desk.checking is None or desk.checking.done():
            desk.checking = asyncio.get_running_loop().create_task(self._check(uri, desk))

    def check_all_of(self, uri: str) -> None:
        """Have all of a page checked, whatever is known of it."""
        if uri in self.desks:
            self.desks[uri].page.whole = True
            self.check(uri)

    async def _check(self, uri: str, desk: Desk) -> None:
        loop = asyncio.get_running_loop()
        while desk.waiting and self.desks.get(uri) is desk:
            desk.waiting = False
            desk.typed.clear()
            copy, whole = desk.page.copy(), desk.page.whole
            work: Callable[[OpenPage], None] = check_whole if whole else check_typed
            started = perf_counter()
            try:
                await loop.run_in_executor(self.checker, work, copy)
            except ProsefixError as error:
                self.complain(str(error))
                return
            except Exception as error:  # the server outlives a fault of ours, and the person hears of it
                self.complain(f"failed on this page: {type(error).__name__}: {error}")
                return
            if self.desks.get(uri) is not desk:
                return
            for change in desk.typed:  # while it was being checked: what was found moves along
                copy.change(change)
            desk.page = copy
            desk.cost = perf_counter() - started if whole else desk.cost
            self.rules.update((rule.name, rule) for rule in rules_of(copy.settings))
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, showing.diagnostics(copy), version=self._version(uri))
            )
            if not whole and not desk.waiting:
                desk.due = loop.call_later(max(IDLE, PATIENCE * desk.cost), self.check_all_of, uri)

    def _version(self, uri: str) -> int | None:
        return self.workspace.get_text_document(uri).version

    def complain(self, what: str) -> None:
        """Show an error to the person."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"prosefix: {what}"))

    def add_word(self, uri: str, word: str) -> None:
        """Put `word` on the project's list of words, and check all open pages anew."""
        settings = self.desks[uri].page.settings
        place = settings.lists[0] if settings.lists else Path(settings.root) / WORD_LIST
        try:
            add_words(place, [word])
        except (OSError, ValueError) as error:
            self.complain(f"{place}: the list of words cannot be changed: {error}")
            return
        if not settings.lists:
            advice = f'“{word}” is in {place}; let the settings name it: words = ["./{WORD_LIST}"]'
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"prosefix: {advice}"))
        for each in self.desks:
            self.check_all_of(each)


def create_server() -> ProsefixServer:
    """The server with all that it answers to."""
    server = ProsefixServer()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        desk = server.desks.get(params.text_document.uri)
        if desk is not None:
            for change in params.content_changes:
                desk.type(_replacement(desk.page, change))
            server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.check_all_of(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    _answer_questions(server)
    return server


def _answer_questions(server: ProsefixServer) -> None:
    kinds = types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
    async def acting(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, wanted = params.text_document.uri, params.context.only
        if uri not in server.desks:
            return []
        page = server.desks[uri].page
        start = page.text.offset(params.range.start.line, params.range.start.character)
        end = page.text.offset(params.range.end.line, params.range.end.character)
        offered = showing.actions(page, uri, start, end)
        everything = showing.fix_all(page, uri)
        offered += [everything] if everything else []
        return [
            each for each in offered if not wanted or any(_is_of(_value(each.kind), _value(kind)) for kind in wanted)
        ]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovering(params: types.HoverParams) -> types.Hover | None:
        desk = server.desks.get(params.text_document.uri)
        if desk is None:
            return None
        offset = desk.page.text.offset(params.position.line, params.position.character)
        return showing.explanation(desk.page, offset, server.rules)

    @server.command(showing.ADD_WORD)
    async def adding(uri: str, word: str) -> None:
        if uri in server.desks:
            server.add_word(uri, word)


def _replacement(page: OpenPage, change: Any) -> Replacement:
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return Replacement(0, len(page.text.content), change.text)
    start, end = change.range.start, change.range.end
    return Replacement(
        page.text.offset(start.line, start.character), page.text.offset(end.line, end.character), change.text
    )


def _value(name: Any) -> str:
    """A name of the protocol, which may be a member of an enumeration or a string of the client's own."""
    return str(getattr(name, "value", name))


def _is_of(kind: str, wanted: str) -> bool:
    return kind == wanted or kind.startswith(wanted + ".")
