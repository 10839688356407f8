"""`prosefix completion`: what a shell needs to complete commands, options and names of rules."""

import click

_HOME = {
    "bash": 'in ~/.bashrc:  eval "$(prosefix completion bash)"',
    "zsh": 'in ~/.zshrc:  eval "$(prosefix completion zsh)"',
    "fish": "once:  prosefix completion fish > ~/.config/fish/completions/prosefix.fish",
}


@click.command(name="completion", epilog="; ".join(_HOME.values()))
@click.argument("shell", type=click.Choice(list(_HOME)))
def command(shell: str) -> None:
    """Print the script that lets SHELL complete commands, options and the names of rules."""
    from click.shell_completion import get_completion_class

    from prosefix.cli.group import cli

    kind = get_completion_class(shell)
    assert kind is not None
    completion = kind(cli, {}, "prosefix", "_PROSEFIX_COMPLETE")
    click.echo(completion.source_template % completion.source_vars())
