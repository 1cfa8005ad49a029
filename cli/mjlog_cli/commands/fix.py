"""`mjlog fix`: a correction of a game, without the word `fix` in quotes."""

from __future__ import annotations

from typing import Any

import click

from mjlog_cli.commands import add
from mjlog_cli.games import game_argument
from mjlog_cli.params import cards_option, db_option, json_option


@click.command(name="fix")
@game_argument
@click.argument("words", metavar="WHAT...", nargs=-1, required=True)
@click.option("--why", metavar="TEXT", help="The reason, which stands in the log.")
@click.option("--agreed", metavar="HANDLES", help='Who agreed to it, like "anna ben".')
@db_option
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
@cards_option
@json_option
@click.pass_context
def command(ctx: click.Context, /, words: tuple[str, ...], why: str | None, agreed: str | None, **more: Any) -> Any:
    """Correct GAME. What was written stays in the log; what is right counts.

    WHAT is short hand: `37 5c` (event 37 was a discard of 5 characters; `mjlog log GAME` shows the numbers), `37 void`,
    `after 37 sp`, `player clo cleo` (a misspelt handle), `option robbing_kong=true`, `card riverside-2026`, `seats 3
    ben anna cleo dora`. It is the same as `mjlog add GAME "fix …"`.
    """
    # An option each: no word of the reason is one about who agreed.
    said = "".join(f" -- {text}" for text in (why, (why or agreed) and f"agreed {agreed or '-'}") if text)
    return ctx.invoke(add.command, texts=(f"fix {' '.join(words)}{said}",), path=None, at=None, key=None, expect=None,
                      **more)  # fmt: skip
