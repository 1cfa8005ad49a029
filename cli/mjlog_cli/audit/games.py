"""Judges each game of a piece, and makes what is put out of it: its hands, its findings, what was ruled on."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, tzinfo
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mjlog.audit.engine import Engine, collector_paused
from mjlog.audit.report import HandReport
from mjlog.audit.settling import Settling
from mjlog.errors import MjlogError, RecordError
from mjlog.findings import Finding, ruled_findings
from mjlog.formats.files import apart_words, passed_over_words
from mjlog.log.records import Fault, GameRecord, NoSuchEventError, Row
from mjlog.period import date_of, in_zone
from mjlog.reports.choice import as_text, entry_of, events_of
from mjlog.reports.finding_words import game_lines
from mjlog.sources import Piece, records_of
from mjlog.text import did_you_mean
from mjlog.urls import called, is_url
from mjlog_cli.audit.audit_request import Audited, AuditedGame, AuditRequest, ReportLimits, overturned_for, rulings_for
from mjlog_cli.console import json_line

if TYPE_CHECKING:
    from mjlog.archive.rows import GameRows
    from mjlog.audit.game import Game


# -- one game judged --------------------------------------------------------------------------------------------------


def audit_game(record: GameRecord, wish: AuditRequest) -> AuditedGame:
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
    game: Game | None = None
    if wish.tells or wish.tables is not None:
        from mjlog.audit.game import Game  # where more is told than what was found: it takes long to load

        with suppress(RecordError):  # it is too long to be looked at
            at_end = None if wish.tells else _note_waits
            game = Game(replace(record, rows=iter(rows)), wish.as_recorded, wish.cards, at_end=at_end)
    if game is not None:
        engine = game.owners.ended
    else:
        engine = Engine(replace(record, rows=iter(rows)), as_recorded=wish.as_recorded, cards=wish.cards)
        engine.at_end = None if wish.tables is None else _note_waits
        engine.run()
    made = AuditedGame(
        engine.frame.game, engine.told_reports, rows, engine.report.ruleset, tuple(engine.table.standing.players)
    )
    if game is None or wish.tells:
        return made._replace(replay=game)
    from mjlog.club.facts import game_facts

    return made._replace(facts=game_facts(game))


def _note_waits(end: Settling) -> None:
    """What the winners of a hand that is over had waited for."""
    from mjlog.views.waiting import wait_won

    waits_won = ((win.seat, wait_won(end.table, win)) for win in end.table.wins)
    end.report.waits = {seat: waits for seat, waits in waits_won if waits is not None}


# -- one game after the other -----------------------------------------------------------------------------------------


def audit_piece(piece: Piece, wish: AuditRequest, room: ReportLimits | None = None) -> Iterator[Audited]:
    """Every game of one piece; what cannot be opened is one more entry, with its trouble.

    `room`: how many findings are still told as stories, from which each game takes its part; None: as many as a single
    piece may tell.
    """
    met: Counter[tuple[str, str]] = Counter()
    passed, apart = list(piece.passed), list[str]()
    try:
        for record in records_of(piece, passed):
            apart += [record.name] if record.is_apart else []
            try:
                met[record.source, record.name] += 1
                number = met[record.source, record.name]
                game, period = audit_game(record, wish), wish.choice.period
                if not game.rows:
                    yield _malformed(record.source, "the log is empty", None, wish, room)
                elif period.is_open or wish.choice.has_day(_day_of(game.rows, period.zone)):
                    yield _as_wished(record, game, piece, wish, room, number)
                elif wish.choice.player is not None:
                    yield Audited(handles=_handles(game, wish.choice.player))
            except NoSuchEventError as error:
                # One game has not come so far: the others of the piece are audited all the same.
                yield Audited(trouble=str(error))
        if passed:
            yield Audited(note=passed_over_words(piece.path, passed))
        if apart:
            yield Audited(note=apart_words(piece.path, apart))
    except RecordError as error:
        if _can_be_opened(error.path):
            yield _malformed(error.path or "", error.bare_message, error.line, wish, room)
        else:
            yield Audited(trouble=str(error))
    except (MjlogError, OSError) as error:
        yield Audited(trouble=str(error))
    except Exception as error:
        if os.environ.get("MJLOG_DEBUG"):
            raise
        # One game of thousands does not end the audit.
        yield Audited(trouble=f"{called(piece.path)}: {_OUR_FAULT}: {type(error).__name__}: {error}", is_our_fault=True)


_OUR_FAULT = "could not be audited, by a fault of the program, please report it (MJLOG_DEBUG=1 shows more)"


def _can_be_opened(path: str | None) -> bool:
    if path is None or is_url(path):
        return path is not None  # there is a copy
    return os.path.isfile(path) and os.access(path, os.R_OK)


def _malformed(source: str, message: str, line: int | None, wish: AuditRequest, room: ReportLimits | None) -> Audited:
    """A file that opens and is not what its name says is a finding."""
    report = HandReport(source, os.path.basename(source), None)
    report.findings.append(
        Finding(code="bad-json", severity="error", seq=None, line=line, hand=None, seat=None, rule=None,
                message=message)
    )  # fmt: skip
    record = GameRecord(source, report.game, iter(()))
    game = audit_game(record, replace(wish, as_of=None))._replace(hands=[report])
    return _as_wished(record, game, Piece(source), wish, room)


# -- what is asked for ------------------------------------------------------------------------------------------


def _day_of(rows: Iterable[Row], zone: tzinfo | None) -> date | None:
    """When a game was played: the day of its first event that has a time."""
    times = (date_of(getattr(row, "at", None)) for row, _where in rows)
    time = next((time for time in times if time is not None), None)
    return None if time is None else in_zone(time, zone).date()


def _handles(game: AuditedGame, query: str) -> list[str]:
    """Who of a game is the player asked for, or may be meant."""
    known = dict.fromkeys((*game.players, *(seat for hand in game.hands for seat in hand.seats.values())))
    if query in known:
        return [query]
    meant = did_you_mean(query, known)
    return [] if meant is None else [meant]


def _as_wished(
    record: GameRecord,
    audited_game: AuditedGame,
    piece: Piece,
    wish: AuditRequest,
    room: ReportLimits | None,
    number: int = 1,
) -> Audited:
    """A game with the findings that are asked for and not accepted."""
    everything, rows = audited_game.hands, audited_game.rows
    game = everything[0].game if everything else audited_game.game
    made = Audited(games=[as_text(game)])
    if wish.choice.player is not None:
        made.handles = _handles(audited_game, wish.choice.player)
    events = events_of(rows) if wish.collect or wish.baseline.entries else {}
    if any(hand.findings for hand in everything):
        ruled = rulings_for(record, rows, wish)
        everything = [hand.with_findings(ruled_findings(hand.findings, ruled)) for hand in everything]
    hands, made.used = wish.baseline.apply(game, everything, events)
    hands = wish.choice.of(hands)
    if not hands and (everything or wish.choice.player is not None):
        return made
    if wish.collect:
        made.entries = [entry_of(game, finding, events) for hand in hands for finding in hand.findings
                        if finding.ruled is None or not wish.are_rulings_accepted]  # fmt: skip
    if wish.tables is not None:
        made.tables = _tables(record, audited_game._replace(game=game, hands=hands), piece, wish, number)
        return made
    made.output = _output(record.source, audited_game._replace(game=game, hands=hands), wish)
    made.summary.add_game(hands, wish.are_rulings_accepted)
    if wish.tells:
        from mjlog_cli.audit.telling import tell  # where somebody is told: it takes long to load

        limits = ReportLimits.of(wish) if room is None else room
        tell(made, record, rows, audited_game._replace(hands=everything), piece, wish, limits)
    return made


def _tables(record: GameRecord, judged: AuditedGame, piece: Piece, wish: AuditRequest, number: int) -> GameRows:
    from mjlog.archive.rows import ArchivedGame, game_rows

    is_ruled_on = judged.facts is not None and any("ruling" in hand.types for hand in judged.facts.hands)
    game = ArchivedGame(
        record.source, called(piece.path), bool(piece.games), judged.game, number, judged.ruleset, judged.hands,
        judged.rows, judged.facts, overturned_for(record, judged.rows, wish) if is_ruled_on else 0,
    )  # fmt: skip
    return game_rows(game, *(wish.tables or ()))


def _output(source: str, game: AuditedGame, wish: AuditRequest) -> bytes:
    if wish.as_json:
        # As docs/lookup/format.md spells it; with accepted findings, how many of them are left out.
        more = [{"accepted": hand.accepted} if wish.baseline.entries else {} for hand in game.hands]
        return b"".join(json_line(hand.as_json() | accepted) for hand, accepted in zip(game.hands, more, strict=True))
    lines = game_lines(source, game.game, game.hands, wish.every_hand)
    return "".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace")
