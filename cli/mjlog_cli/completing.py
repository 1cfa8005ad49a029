"""What a shell offers when Tab is pressed, beside commands and options: games, codes, rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mjlog.errors import MjlogError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

PROGRAM, VARIABLE = "mjlog", "_MJLOG_COMPLETE"
"""The program that is completed, and the variable in which the shell's function asks it."""


def stored_games(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The games of the database whose ids begin so, the newest first, and files.

    A shell cannot show why there are none: where the database cannot be read, nothing of it is offered.
    """
    from click.shell_completion import CompletionItem

    from mjlog.store import default_path, open_readonly
    from mjlog.text import counted

    named = ctx.params.get("db") or ctx.find_root().params.get("db")
    try:
        with open_readonly(named or default_path()) as store:
            listed = (one for one in store.games() if not one.hidden)
            games = [one for one in listed if one.game.startswith(begun) and one.game.isprintable()]
    except (MjlogError, OSError):
        games = []
    found = [CompletionItem(one.game, help=f"{one.ruleset}, {counted(one.last, 'event')}") for one in reversed(games)]
    return [CompletionItem(begun, type="file"), *found]  # bash forgets what stands before files


def codes(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The codes of findings that begin so, each with its title; behind a `/`, the ids of rules."""
    from click.shell_completion import CompletionItem

    from mjlog.findings import registry
    from mjlog.rulesets import load, shipped

    if "/" in begun:
        rules = {rule.id for one in shipped() for rule in load(one).rules if rule.id.startswith(begun)}
        return [CompletionItem(one) for one in sorted(rules)]
    found = [info for info in registry().values() if info.code.startswith(begun)]
    sets = [f"{one}/" for one in shipped() if one.startswith(begun)]
    return [*(CompletionItem(info.code, help=info.title) for info in found), *map(CompletionItem, sets)]


def rulesets(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The rule sets that ship with the program, and files."""
    from click.shell_completion import CompletionItem

    from mjlog.rulesets import load, shipped

    found = [CompletionItem(one, help=load(one).title) for one in shipped() if one.startswith(begun)]
    return [CompletionItem(begun, type="file"), *found]
