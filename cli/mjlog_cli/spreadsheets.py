"""Tables of results brought into the database: what is understood of them is shown, and confirmed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click

from mjlog.chain import event_body
from mjlog.errors import MjlogError
from mjlog.events import Event
from mjlog.formats.logs import CarriedGame, printable
from mjlog.formats.spreadsheet.columns import NO_HANDLES, handle_of
from mjlog.formats.spreadsheet.evenings import Evening, Results, Where, mending
from mjlog.formats.spreadsheet.grid import read_grid
from mjlog.recording.beginning import checked_handle, club_list, written_otherwise
from mjlog.recording.game import stored_event
from mjlog.rulesets import RuleSet
from mjlog.store import Origin, SqliteStore
from mjlog.text import counted, shown
from mjlog_cli.console import complain, say, tell


def import_table(
    store: SqliteStore, path: str, meanings: Mapping[str, str],
    rules: RuleSet | None, agreed: str | None, replace: bool,
    sheet: str | None = None, handles: Mapping[str, str] = NO_HANDLES, tournament: str = "",
) -> int:  # fmt: skip
    """Stores the games of a table, if somebody agrees; the exit status.

    `meanings`: what columns mean, by head. `agreed`: None to ask, "yes", or "no": it is only shown. `replace`: games
    that are here and differ are corrected. `sheet`: of a workbook, if not the first. `handles`: those of names, besides
    those that the database has noted. `tournament`: what it is a table of, where no column says so.

    Raises:
        MjlogError: the table cannot be read, or has no such columns.
    """
    grid = read_grid(path, sheet)
    noted = {person.name: person.handle for person in store.people()}
    said_of = {handle_of(name): handle for name, handle in (noted | dict(handles)).items()}
    by_handle = {name.lower(): handle for name, handle in said_of.items()} | said_of
    there = {
        Where(info.tournament or "", (info.at or "")[:10], str(info.session), info.table or ""): info.game
        for info in store.games() if info.session and (info.tournament or info.at) and not info.hidden
    }  # fmt: skip
    results = Results.of(grid, meanings, rules, by_handle, tournament, there)
    if grid.others and sheet is None:
        tell(f"{grid.source}; --sheet reads another: {', '.join(grid.others)}")
    evenings = list(results.evenings())
    club = club_list(store)
    doubtful = list(_perhaps_the_same(evenings, club, handles.values()))
    for line in (*results.explained(), *doubtful):
        tell(line)
    faults = [evening.log.fault for evening in evenings if evening.log.fault is not None]
    for fault in faults:
        complain(fault)
    _tell_what_it_comes_to(evenings, club)
    if agreed == "no":
        for evening in evenings:
            say(evening.text.rstrip("\n") + "\n")
        return 2 if faults else 0
    if faults:
        complain("nothing was stored: mend the table, or say what its columns mean (--column HEAD=MEANING)")
        return 2
    if agreed == "yes" and doubtful:
        complain("nothing was stored: handles cannot be taken back; say by --handle who these players are")
        return 2
    if agreed is None and not _agrees(path):
        complain("nothing was stored")
        return 2
    for game in _gone(store, evenings):
        tell(f"note: {shown(game, 40)} came from this table, and is in it no more; `mjlog hide` takes it off lists")
    return max((_stored(store, evening.log, replace) for evening in evenings), default=0)


def handles_from(given: Iterable[str]) -> dict[str, str]:
    """Handles by name, as `--handle` has them: `Anna N.=a1`, or a file with a name and a handle a line.

    Raises:
        MjlogError: a file cannot be read, two names have one handle, or a handle is none.
    """
    handles: dict[str, str] = {}
    for text in given:
        name, equals, handle = text.rpartition("=")
        if equals and not Path(text).exists():
            handles[name.strip()] = checked_handle(handle.strip())
            continue
        grid = read_grid(text)
        for cells in (grid.heads, *(row.cells for row in grid.rows)):
            name, handle = cells[0], cells[1]
            if handle and (cells is not grid.heads or handle.lower() != "handle"):
                handles[name] = checked_handle(handle)
    again = [handle for handle, count in Counter(handles.values()).items() if count > 1]
    if again:
        raise MjlogError(
            f"--handle: {shown(again[0], 40)} is the handle of two names: everybody needs their own"
        )
    return handles


_MOST_SHOWN = 40


def _tell_what_it_comes_to(evenings: list[Evening], club: list[str]) -> None:
    """The games as they will stand, and the names that will be in their logs for good."""
    stand = [f"{shown(evening.log.game, 40)}: {evening.stands}" for evening in evenings if evening.stands]
    for line in stand[:_MOST_SHOWN]:
        tell(line)
    if len(stand) > _MOST_SHOWN:
        tell(f"and {counted(len(stand) - _MOST_SHOWN, 'game')} more; --dry-run shows all")
    players = dict.fromkeys(player for evening in evenings for player in evening.players)
    new = [shown(player) for player in players if player not in club]
    if new:
        tell(f"names of the table become handles, and stand in logs for good: {', '.join(new)}")
        tell(
            "handles cannot be forgotten: where one tells who somebody is, say another by --handle NAME=HANDLE|FILE"
        )
    bodies = sum(len(evening.log.bodies) for evening in evenings)
    names = ", ".join(shown(evening.log.game, 40) for evening in evenings[:6])
    more = f" and {len(evenings) - 6} more" if len(evenings) > 6 else ""
    tell(f"{counted(len(evenings), 'game')}, {counted(bodies, 'event')}: {names}{more}")


def _stored(store: SqliteStore, log: CarriedGame, replace: bool) -> int:
    """Stores a game, or corrects the one that is here, and says so; the exit status."""
    game = shown(log.game, 200)
    if log.game not in store:
        store.append(log.game, log.bodies, expected_last=0, origins=log.origins)
        say(f"{game}: {counted(len(log.bodies), 'event')} imported")
        return 0
    there = store.bodies(log.game)
    reason = f"the table {shown(Path(log.source).name, 60)} was mended"
    made = mending(_read(store, there), _read(store, log.bodies), reason)
    if made and not replace:
        complain(
            f"{log.source}: {game} is here already, and {counted(len(made), 'event')} of it would be another: nothing "
            "of it was stored; --replace corrects it, and if it is another game, name it otherwise in a column `game`"
        )
        return 2
    bodies = [event_body({"seq": seq, **fields}) for seq, fields in enumerate(made, len(there) + 1)]
    if bodies:
        store.append(log.game, bodies, expected_last=len(there), origins=[Origin(printable(log.source))] * len(bodies))
    total = counted(len(there), "event")
    say(f"{game}: {counted(len(made), 'event')} of {total} corrected" if made else _NOTHING.format(game, total))
    return 0


_NOTHING = "{}: already here, {}, nothing to do"


def _read(store: SqliteStore, bodies: Iterable[bytes]) -> list[Event]:
    return [stored_event(str(store.path), body) for body in bodies]


def _gone(store: SqliteStore, evenings: Iterable[Evening]) -> Iterator[str]:
    """The games that were imported from this table, and that it does not have any more."""
    names = {evening.log.game: evening.log.source for evening in evenings}
    sources = {printable(source) for source in names.values()}
    for info in store.games():
        origin = store.origins(info.game).get(1) if not info.hidden and info.game not in names else None
        if origin is not None and origin.source in sources:
            yield info.game


def _perhaps_the_same(evenings: Iterable[Evening], club: list[str], named: Iterable[str]) -> Iterator[str]:
    """Players who are perhaps others of the club or of the table, written otherwise. `named`: those whom --handle
    names."""
    known = [*club, *named]
    for player in dict.fromkeys(player for evening in evenings for player in evening.players):
        other = written_otherwise(player, known)
        known.append(player)
        if other is not None:
            name, there = shown(player), shown(other)
            say = f"`--handle {name}={there}` says that it is one person, `--handle {name}={name}` that these are two"
            yield f"{name}: there is {there} already; {say}"


def _agrees(path: str) -> bool:
    if path == "-" or not sys.stdin.isatty():
        complain("is this what the table means? Say so with --yes; --dry-run shows all that would be stored")
        return False
    return click.confirm("is this what the table means? store it?", default=False, err=True)
