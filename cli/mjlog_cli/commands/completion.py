"""`mjlog completion`: what a shell needs to complete commands, options, games and codes."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from mjlog_cli import PROGRAM, VARIABLE
from mjlog_cli.console import say

_SHELLS = ("bash", "zsh", "fish")


@click.command(name="completion")
@click.argument("shell", type=click.Choice(_SHELLS), metavar="SHELL")
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print what SHELL (bash, zsh or fish) needs to complete commands, options, games of the database and codes.

    \b
    bash   mjlog completion bash >> ~/.bashrc
    zsh    mjlog completion zsh >> ~/.zshrc
    fish   mjlog completion fish > ~/.config/fish/completions/mjlog.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    say(kind(ctx.find_root().command, {}, PROGRAM, VARIABLE).source())
