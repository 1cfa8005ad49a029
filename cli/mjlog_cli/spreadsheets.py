"""Tables of results brought into the database: what is understood of them is shown, and confirmed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping

import click

from mjlog.formats.logs import Log
from mjlog.formats.spreadsheet.evenings import Evening, Results
from mjlog.formats.spreadsheet.grid import read_grid
from mjlog.recording.beginning import club_list, written_otherwise
from mjlog.rulesets import RuleSet
from mjlog.store import SqliteStore
from mjlog.text import counted, shown
from mjlog_cli.console import complain, say, tell


def import_table(
    store: SqliteStore, path: str, said: Mapping[str, str], rules: RuleSet | None, agreed: str | None,
    store_log: Callable[[Log], int],
) -> int:  # fmt: skip
    """Stores the games of a table, if somebody agrees; the exit status.

    `said`: what columns mean, by head. `agreed`: None to ask, "yes", or "no": it is only shown.

    Raises:
        MjlogError: the table cannot be read, or has no such columns.
    """
    results = Results.of(read_grid(path), said, rules)
    evenings = list(results.evenings())
    for line in (*results.explained(), *_perhaps_the_same(evenings, club_list(store))):
        tell(line)
    faults = [evening.log.fault for evening in evenings if evening.log.fault is not None]
    for fault in faults:
        complain(fault)
    tell(_summary(evenings))
    if agreed == "no":
        for evening in evenings:
            say(evening.text.rstrip("\n") + "\n")
        return 2 if faults else 0
    if faults:
        complain("nothing was stored: mend the table, or say what its columns mean (--column HEAD=MEANING)")
        return 2
    if agreed is None and not _agrees(path):
        complain("nothing was stored")
        return 2
    return max((store_log(evening.log) for evening in evenings), default=0)


def _summary(evenings: list[Evening]) -> str:
    bodies = sum(len(evening.log.bodies) for evening in evenings)
    names = ", ".join(shown(evening.log.game, 40) for evening in evenings[:6])
    more = f" and {len(evenings) - 6} more" if len(evenings) > 6 else ""
    return f"{counted(len(evenings), 'game')}, {counted(bodies, 'event')}: {names}{more}"


def _perhaps_the_same(evenings: Iterable[Evening], club: list[str]) -> Iterator[str]:
    """Players who are perhaps players of the club, written otherwise."""
    for player in dict.fromkeys(player for evening in evenings for player in evening.players):
        other = written_otherwise(player, club)
        if other is not None:
            yield f"{player}: in the database there is {other}; if that is one person, write it so in the table"


def _agrees(path: str) -> bool:
    if path == "-" or not sys.stdin.isatty():
        complain("is this what the table means? Say so with --yes; --dry-run shows all that would be stored")
        return False
    return click.confirm("is this what the table means? store it?", default=False, err=True)
