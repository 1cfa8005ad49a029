"""`mjlog games`: what is in the database."""

from __future__ import annotations

import click

from mjlog.period import day_words
from mjlog.store import GameInfo
from mjlog.text import counted, shown, with_name
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.games import read_database
from mjlog_cli.names import names_option
from mjlog_cli.params import database_path, db_option, json_option


@click.command(name="games")
@db_option
@click.option("--all", "every", is_flag=True, help="Those too that are hidden (`mjlog hide`).")
@json_option
@names_option
def command(db: str | None, every: bool, as_json: bool, names: dict[str, str] | None) -> None:
    """List the games of the database, in the order in which they came into it. `mjlog find` looks for some of them."""
    with read_database(database_path(db)) as store:
        games, drafts = store.games(), store.drafts()
        doubts = store.in_doubt()
    listed = [info for info in games if every or not info.hidden]
    for info in listed:
        if as_json:
            known = {player: (names or {})[player] for player in info.players if player in (names or {})}
            more = {} if names is None else {"names": known}
            write_json({**_fields(info), **more, "pencil": info.game in drafts})
        else:
            pencil = "; acts in pencil" if info.game in drafts else ""
            say(f"{_line(info, names or {})}{pencil}{'; hidden' if info.hidden else ''}")
    if len(listed) < len(games):
        tell(f"note: {counted(len(games) - len(listed), 'game')} hidden (--all lists all)")
    for game, why in doubts.items():
        tell(f"note: {shown(game, 200)}: {why} (`mjlog verify` shows more)")
    if not games and not as_json:
        say("there are no games here yet: `mjlog import` brings some, `mjlog record` begins one")


def _fields(info: GameInfo) -> dict[str, object]:
    return {
        "game": info.game, "ruleset": info.ruleset, "events": info.last, "head": info.head,
        "players": list(info.players), "place": info.place, "table": info.table, "at": info.at,
        "hidden": info.hidden,
    }  # fmt: skip


def _line(info: GameInfo, names: dict[str, str]) -> str:
    parts = [shown(info.ruleset or "no rule set"), counted(info.last, "event")]
    parts += [", ".join(with_name(player, names, 30) for player in info.players)] if info.players else []
    parts += [shown(part, 40) for part in (info.place, info.table, day_words(info.at)) if part]
    return f"{shown(info.game, 200)}: {'; '.join(parts)}"
