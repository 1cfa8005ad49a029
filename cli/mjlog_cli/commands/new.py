"""`mjlog new`: a game begins."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

import click

from mjlog.canonical import event_body
from mjlog.errors import MjlogError
from mjlog.rulesets import RuleSet, self_contained, shipped
from mjlog.store import SqliteStore, open_store
from mjlog.text import shown
from mjlog_cli.console import say
from mjlog_cli.house_rules import ruleset_of
from mjlog_cli.moments import moment
from mjlog_cli.params import database_path, db_option, option_values, options_option, ruleset_option
from mjlog_cli.recording import event_of


@click.command(name="new", short_help="Begin a game.")
@db_option
@ruleset_option("The rule set: an id such as classical (`mjlog rules` lists them), or a club's own document.",
                required=True)  # fmt: skip
@click.option("--player", "players", multiple=True, required=True, metavar="HANDLE",
              help="A player, four times (or three): the first East, then on to the right.")  # fmt: skip
@options_option
@click.option("--card", metavar="FILE", help="The score card that is played by; its id and digest go into the game.")
@click.option("--game", metavar="ID", help="The game's id. Default: today's date and some letters.")
@click.option("--place", metavar="TEXT", help="Where it is played.")
@click.option("--table", metavar="TEXT", help="At which table.")
@click.option("--at", metavar="TIME", help="When it began: `now`, or an RFC 3339 time in UTC.")
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
def command(
    db: str | None, ruleset: str, players: tuple[str, ...], options: tuple[str, ...], card: str | None,
    game: str | None, place: str | None, table: str | None, at: str | None, recorder: str | None,
) -> None:  # fmt: skip
    """Begin a game in the database and print its id. `mjlog add ID hand-start` begins its first hand.

    Players are named by handles, not by their real names: what is recorded stays. The document of a club's own rule set
    is written into the game, which is replayed by it ever after. Of a score card nothing but its id and digest is.
    """
    rules = self_contained(ruleset_of(ruleset))
    fields: dict[str, Any] = {
        "type": "game-start", "seq": 1, "format": 1, "ruleset": rules.id, "version": rules.version,
        "digest": rules.digest, "players": list(players), "options": _options(rules, options),
        "card": _card(card), "place": place, "table": table, "at": moment(at), "recorder": recorder,
    }  # fmt: skip
    with open_store(database_path(db)) as store:
        fields["game"] = game if game is not None else _free_id(store)
        fields = {name: value for name, value in fields.items() if value is not None}
        _check(fields)
        if fields["game"] in store:
            raise MjlogError(f"there is a game {shown(fields['game'])} already: choose another id")
        store.append(fields["game"], [event_body(one) for one in (fields, *_embedded(rules))], expected_last=0)
    say(fields["game"])


def _card(path: str | None) -> dict[str, Any] | None:
    """The id and digest of a score card."""
    if path is None:
        return None
    from mjlog_cli.params import shelf_of

    card = next(iter(shelf_of((path,)).cards()))
    return {"id": card.id, "digest": card.digest}


def _embedded(rules: RuleSet) -> list[dict[str, Any]]:
    """The event with the rule set's document, for one that does not ship with the program."""
    if rules.id in shipped():
        return []
    return [{"type": "ruleset", "seq": 2, "document": rules.document}]


def _options(rules: RuleSet, given: tuple[str, ...]) -> dict[str, Any] | None:
    """The options that were given, if the rule set has them.

    Raises:
        MjlogError: it has not, or the value does not fit.
    """
    from dataclasses import asdict

    from mjlog_schemas import explain_options

    values = option_values(given)
    declared = {name: asdict(option) for name, option in rules.options.items()}
    faults = explain_options(declared, values)
    if faults:
        raise MjlogError(faults[0].message)
    return values or None


def _check(fields: dict[str, Any]) -> None:
    event_of(fields)
    players = fields["players"]
    if len(set(players)) < len(players):
        raise MjlogError("two players have the same handle: every player needs one of their own")


def _free_id(store: SqliteStore) -> str:
    while True:
        name = f"{date.today().isoformat()}-{secrets.token_hex(2)}"
        if name not in store:
            return name
