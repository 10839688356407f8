"""`prosefix lsp`: the language server."""

import gc

import click


@click.command(name="lsp")
def command() -> None:
    """Run the language server on standard input and output; editors start it. Needs the extra: prosefix-html[lsp]."""
    from prosefix.errors import ProsefixError

    try:
        from prosefix.editor.server import create_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise ProsefixError("the language server needs pygls: pip install 'prosefix-html[lsp]'") from None
    gc.enable()  # the server goes on for days
    create_server().start_io()
