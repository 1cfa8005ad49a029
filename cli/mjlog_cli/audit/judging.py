"""One game judged as an audit is asked for: its hands, and what was ruled on at the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from mjlog.audit.engine import Engine
from mjlog.audit.pause import collector_paused
from mjlog.audit.report import HandReport
from mjlog.club.facts import GameFacts, game_facts
from mjlog.disputes.rulings import overturned_in, rulings_of
from mjlog.errors import RecordError
from mjlog.findings import Ruled
from mjlog.log.records import Fault, GameRecord, Row, as_of
from mjlog.reports.hands import AuditedHand, HandNotes, audited_hands
from mjlog.views.game_log import GameLog
from mjlog_cli.audit.audit_request import AuditRequest

if TYPE_CHECKING:
    from mjlog_cli.audit.seen_game import SeenGame


def replayed(record: GameRecord, wish: AuditRequest) -> list[HandReport]:
    """The reports of one game. A file that breaks off in the middle is a finding, and the end of the game.

    Raises:
        MjlogError: the game cannot be opened.
        NoSuchEventError: it has not come as far as `wish.as_of`.
    """
    return [hand.report for hand in audited(record, wish).hands]


class AuditedGame(NamedTuple):
    """A game by its id, and its hands, of which there may be none yet. `ruleset`: its id; `players`: their handles.

    `rows`: its events, as they were written. `seen`: where it is to be told of, and is not too long for that. `facts`:
    what it came to, where tables are made of it, and it is not too long.
    """

    game: str
    hands: list[AuditedHand]
    rows: list[Row]
    ruleset: str | None = None
    players: tuple[str, ...] = ()
    seen: SeenGame | None = None
    facts: GameFacts | None = None


def audited(record: GameRecord, wish: AuditRequest) -> AuditedGame:
    """One game: its hands, as `replayed` gives their reports, with who sat where and what was due.

    Raises:
        MjlogError: as of `replayed`.
    """
    record, notes = wish.judging(record), HandNotes(with_waits=wish.tables is not None)
    with collector_paused():
        rows = _up_to_a_break(record.rows)
    seen = log = None
    if wish.tells:
        from mjlog_cli.audit.seen_game import seen_game  # where somebody is told: it takes long to load

        seen = seen_game(replace(record, rows=iter(rows)), wish, notes)
    elif wish.tables is not None:
        log = _log_of(replace(record, rows=iter(rows)), wish, notes)
    looked_at = log if seen is None else seen.view
    if looked_at is not None:
        replay = looked_at.audit
    else:
        replay = Engine(replace(record, rows=iter(rows)), as_recorded=wish.as_recorded, cards=wish.cards)
        replay.at_end = notes.note
        replay.run()
    hands, players = audited_hands(notes, replay.told_reports), tuple(replay.table.standing.players)
    facts = None if log is None else game_facts(log)
    return AuditedGame(replay.game, hands, rows, replay.report.ruleset, players, seen, facts)


def _log_of(record: GameRecord, wish: AuditRequest, notes: HandNotes) -> GameLog | None:
    """A game, audited so that it can be said what it came to; None where it is too long. Its hands are noted."""
    try:
        return GameLog(record, wish.as_recorded, wish.cards, at_end=notes.note)
    except RecordError:
        return None


def _up_to_a_break(rows: Iterable[Row]) -> list[Row]:
    """The rows of a game; where its file cannot be read further, that is the last of them."""
    read: list[Row] = []
    try:
        read.extend(rows)
    except RecordError as error:
        if error.line is None:
            raise
        read.append((Fault("bad-json", error.bare_message), error.line))
    return read


def overturned_for(record: GameRecord, rows: Iterable[Row], wish: AuditRequest) -> int:
    """How many rulings a later one has overturned, in the reading of the log that is asked for."""
    read = as_of(replace(record, rows=iter(rows)), wish.as_of)
    return overturned_in(read.rows, record.corrected and not wish.as_recorded)


def rulings_for(record: GameRecord, rows: Iterable[Row], wish: AuditRequest) -> dict[int, Ruled]:
    """What was ruled on in a game, by event, in the reading of the log that is asked for."""
    read = as_of(replace(record, rows=iter(rows)), wish.as_of)
    return rulings_of(read.rows, record.corrected and not wish.as_recorded)
