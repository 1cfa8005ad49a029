"""One game judged as an audit is asked for: its hands, and what was ruled on at the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from mjlog.audit.engine import Engine, collector_paused
from mjlog.audit.report import HandReport
from mjlog.audit.settling import Settling
from mjlog.disputes.rulings import overturned_in, rulings_of
from mjlog.errors import RecordError
from mjlog.findings import Ruled
from mjlog.log.records import Fault, GameRecord, Row, as_of
from mjlog_cli.audit.audit_request import AuditRequest

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.club.facts import GameFacts


class AuditedGame(NamedTuple):
    """A game by its id, and its hands, of which there may be none yet. `ruleset`: its id; `players`: their handles.

    `rows`: its events, as they were written. `seen`: where it is to be told of, and is not too long for that. `facts`:
    what it came to, where tables are made of it, and it is not too long.
    """

    game: str
    hands: list[HandReport]
    rows: list[Row]
    ruleset: str | None = None
    players: tuple[str, ...] = ()
    seen: Game | None = None
    facts: GameFacts | None = None


def audited(record: GameRecord, wish: AuditRequest) -> AuditedGame:
    """One game, with what was found in its hands. A file that breaks off in the middle is a finding, and its end.

    Raises:
        MjlogError: the game cannot be opened.
        NoSuchEventError: it has not come as far as `wish.as_of`.
    """
    record = wish.judging(record)
    with collector_paused():
        rows: list[Row] = []
        try:
            rows.extend(record.rows)
        except RecordError as error:
            if error.line is None:
                raise
            rows.append((Fault("bad-json", error.bare_message), error.line))  # further it cannot be read
    log: Game | None = None
    seen: Game | None = None
    try:
        if wish.tells:
            from mjlog.audit.game import Game  # where somebody is told: it takes long to load

            log = seen = Game(replace(record, rows=iter(rows)), wish.as_recorded, wish.cards)
        elif wish.tables is not None:
            from mjlog.audit.game import Game

            log = Game(replace(record, rows=iter(rows)), wish.as_recorded, wish.cards, at_end=_note_waits)
    except RecordError:  # it is too long to be looked at
        pass
    if log is not None:
        replay = log.owners.ended
    else:
        replay = Engine(replace(record, rows=iter(rows)), as_recorded=wish.as_recorded, cards=wish.cards)
        replay.at_end = None if wish.tables is None else _note_waits
        replay.run()
    facts = None
    if log is not None and not wish.tells:
        from mjlog.club.facts import game_facts

        facts = game_facts(log)
    players = tuple(replay.table.standing.players)
    return AuditedGame(replay.frame.game, replay.told_reports, rows, replay.report.ruleset, players, seen, facts)


def _note_waits(end: Settling) -> None:
    """What the winners of a hand that is over had waited for."""
    from mjlog.views.waiting import wait_won

    found = ((win.seat.value, wait_won(end.table, win)) for win in end.table.wins)
    end.report.waits = {seat: waits for seat, waits in found if waits is not None}


def overturned_for(record: GameRecord, rows: Iterable[Row], wish: AuditRequest) -> int:
    """How many rulings a later one has overturned, in the reading of the log that is asked for."""
    read = as_of(replace(record, rows=iter(rows)), wish.as_of)
    return overturned_in(read.rows, record.corrected and not wish.as_recorded)


def rulings_for(record: GameRecord, rows: Iterable[Row], wish: AuditRequest) -> dict[int, Ruled]:
    """What was ruled on in a game, by event, in the reading of the log that is asked for."""
    read = as_of(replace(record, rows=iter(rows)), wish.as_of)
    return rulings_of(read.rows, record.corrected and not wish.as_recorded)
