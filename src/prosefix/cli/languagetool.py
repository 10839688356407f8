"""`prosefix languagetool`: install LanguageTool, say what is there, keep a server running."""

import click


@click.group(name="languagetool")
def command() -> None:
    """Install and run LanguageTool, for `--engine languagetool`. Nothing is downloaded but by `install`."""


@command.command(name="install")
@click.option("--version", "version", help="A release such as 6.8 [the one that language-tool-python knows].")
def install(version: str | None) -> None:
    """Download the official LanguageTool (some 250 MB), verify its checksum, and unpack it in the user's cache folder."""
    from prosefix.checks.engines.languagetool.download import download

    installed, is_new = download(version)
    click.echo(f"LanguageTool {installed.version} {'is now' if is_new else 'was already'} in {installed.folder}")


@command.command(name="status")
def status() -> None:
    """Say what of LanguageTool is on this machine; exit code 2 if `--engine languagetool` would fail."""
    from prosefix.checks.engines.languagetool import installation
    from prosefix.checks.engines.languagetool.client import is_ready
    from prosefix.checks.engines.languagetool.download import library_version
    from prosefix.checks.engines.languagetool.server import running_server
    from prosefix.errors import EngineError

    click.echo(f"language-tool-python: {library_version() or 'not installed (only install needs it)'}")
    options = _options()
    address = str(options.get("server", ""))
    if address:
        ready = is_ready(address)
        click.echo(f"server of the settings: {address} {'answers' if ready else 'does not answer'}")
        raise SystemExit(0 if ready else 2)
    try:
        found = installation.find_installation(str(options.get("path", "")))
        click.echo(f"LanguageTool: {found.version} in {found.folder}")
        java = installation.find_java(found.java, str(options.get("java", "java")))
        click.echo(f"Java: {installation.java_version(java) or 'of a version that it does not tell'}, {java}")
    except EngineError as error:
        click.echo(str(error))
        raise SystemExit(2) from None
    running = running_server(found.version)
    click.echo(f"server: {running or 'none runs; a check starts one and ends it'}")


@command.command(name="serve")
@click.option("--port", type=click.IntRange(1, 65535), default=8081, show_default=True)
@click.option("--memory", help="Java's -Xmx [the settings', or 1g].")
def serve(port: int, memory: str | None) -> None:
    """Keep a server running until Ctrl-C; checks on this machine use it instead of starting one each."""
    from prosefix.checks.engines.languagetool.serving import serve_until_stopped

    options = _options()
    if memory:
        options["memory"] = memory
    serve_until_stopped(options, port, click.echo)


def _options() -> dict[str, object]:
    """The options of the settings that hold for the current folder."""
    from pathlib import Path

    from prosefix.settings import load_settings

    return dict(load_settings(Path.cwd()).engines.get("languagetool", {}))
