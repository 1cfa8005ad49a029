"""Auditing games, one after the other: the output, ready to be written, and what each adds to the totals."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from mjlog.audit.as_of import NoSuchEventError, as_of
from mjlog.audit.records import Fault, GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.club.period import date_of, in_zone
from mjlog.disputes.rulings import rulings_of
from mjlog.errors import MjlogError, RecordError
from mjlog.findings import Finding, Ruled
from mjlog.reports import baseline as accepted
from mjlog.reports.baseline import Baseline, Entry
from mjlog.reports.choice import EVERYTHING, Choice
from mjlog.reports.hands import AuditedHand, audited_hands, watch
from mjlog.reports.ruled import with_rulings
from mjlog.reports.summary import Summary
from mjlog.rulesets import RuleSet
from mjlog.text import did_you_mean
from mjlog_cli.console import json_line
from mjlog_cli.findings import game_lines
from mjlog_cli.units import Unit, records_of

if TYPE_CHECKING:
    from mjlog_cli.audit.room import Room


@dataclass(frozen=True)
class Wish:
    """How an audit is wanted: by which rules and score cards, of which reading of the log, and in what form.

    `newest_rules`: by the newest version of the rule set that a game names. `as_of`: the event that a log is taken to
    end with; None: all of it. `choice`: which findings are asked for; `baseline`: those that are accepted; `collect`:
    whether findings are gathered to be accepted. `stories`: how many of a game are told, in so many columns (`width`);
    `page`: whether the parts of a page are made. `viewer`: where events can be looked at, an address that ends before
    `/games`; None: nowhere. `names`: real names by handle. `are_rulings_accepted`: whether findings that were ruled on
    at the table are counted apart, and fail nothing.
    """

    ruleset: RuleSet | None = None
    newest_rules: bool = False
    as_json: bool = False
    every_hand: bool = False
    as_recorded: bool = False
    cards: CardShelf = NO_CARDS
    as_of: int | None = None
    choice: Choice = EVERYTHING
    baseline: Baseline = accepted.NOTHING
    collect: bool = False
    stories: int = 0
    width: int = 80
    page: bool = False
    viewer: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    are_rulings_accepted: bool = False

    @property
    def tells(self) -> bool:
        """Whether findings are told as stories, on the terminal or on a page."""
        return self.page or self.stories > 0

    def judging(self, record: GameRecord) -> GameRecord:
        """The record as it is to be judged: by which rules, and as of which event.

        Raises:
            NoSuchEventError: it has not come as far as `as_of`.
        """
        ruleset = self.ruleset or record.ruleset
        return as_of(replace(record, ruleset=ruleset, newest_rules=self.newest_rules), self.as_of)


class FindingPart(msgspec.Struct):
    """One finding on a page, in HTML: as it is listed, and told as a story.

    `story`: empty where it is not told; None where the page had no room for it any more, so that nobody tried.
    """

    line: str
    story: str | None = ""


class GamePart(msgspec.Struct):
    """One game on a page, in HTML: its heading, and its findings hand by hand.

    `more`: how many findings there are for which the page had no room any more.
    """

    title: str
    source: str
    findings: list[FindingPart]
    more: int = 0


class Audited(msgspec.Struct, kw_only=True):
    """One game audited: the output, ready to be written, and what it adds to the totals.

    `told`: what may be told of it to others, in numbers, where a page is made. `stories`: in text. `games`: the ids of
    the games; `used`: which accepted findings were found, by number; `entries`: findings gathered to be accepted.
    `handles`: of players of the game, where one is asked for: that one, or those that may be meant.
    `trouble`: why something could not be read (then there is no game); `is_our_fault`: by a fault of the program.
    """

    output: bytes = b""
    summary: Summary = msgspec.field(default_factory=Summary)
    told: Summary | None = None
    stories: list[str] = msgspec.field(default_factory=list)
    parts: list[GamePart] = msgspec.field(default_factory=list)
    games: list[str] = msgspec.field(default_factory=list)
    used: list[int] = msgspec.field(default_factory=list)
    entries: list[Entry] = msgspec.field(default_factory=list)
    handles: list[str] = msgspec.field(default_factory=list)
    trouble: str | None = None
    is_our_fault: bool = False

    @property
    def severities(self) -> Mapping[str, int]:
        """How many findings of each severity."""
        return self.summary.severities

    @property
    def listed(self) -> int:
        """How many findings are listed on a page, or told there."""
        return sum(len(part.findings) for part in self.parts)

    @property
    def drawn(self) -> int:
        """How many findings are told as stories on a page."""
        return sum(bool(finding.story) for part in self.parts for finding in part.findings)


def audit_unit(unit: Unit, wish: Wish, room: Room | None = None) -> Iterator[Audited]:
    """Every game of one unit; what cannot be opened is one more entry, with its trouble.

    `room`: how many findings are still told as stories, from which each game takes its part; None: as many as a single
    unit may tell.
    """
    try:
        for record in records_of(unit):
            try:
                yield from _audited_game(record, unit, wish, room)
            except NoSuchEventError as error:
                # One game has not come so far: the others of the unit are audited all the same.
                yield Audited(trouble=str(error))
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
        yield Audited(trouble=f"{unit.path}: {_OUR_FAULT}: {type(error).__name__}: {error}", is_our_fault=True)


_OUR_FAULT = "could not be audited, by a fault of the program, please report it (MJLOG_DEBUG=1 shows more)"


def _can_be_opened(path: str | None) -> bool:
    return path is not None and os.path.isfile(path) and os.access(path, os.R_OK)


def _malformed(source: str, message: str, line: int | None, wish: Wish, room: Room | None) -> Audited:
    """A file that opens and is not what its name says is a finding."""
    report = HandReport(source, os.path.basename(source), None)
    report.findings.append(
        Finding(code="bad-json", severity="error", seq=None, line=line, hand=None, seat=None, rule=None,
                message=message)
    )  # fmt: skip
    record = GameRecord(source, report.game, iter(()))
    return _chosen(record, AuditedGame(report.game, [AuditedHand(report)]), (), Unit(source), wish, room)


def replayed(record: GameRecord, wish: Wish) -> list[HandReport]:
    """The reports of one game. A file that breaks off in the middle is a finding, and the end of the game.

    Raises:
        MjlogError: the game cannot be opened.
        NoSuchEventError: it has not come as far as `wish.as_of`.
    """
    return [hand.report for hand in audited(record, wish).hands]


class AuditedGame(NamedTuple):
    """A game by its id, and its hands, of which there may be none yet. `ruleset`: its id; `players`: their handles."""

    game: str
    hands: list[AuditedHand]
    ruleset: str | None = None
    players: tuple[str, ...] = ()


def audited(record: GameRecord, wish: Wish) -> AuditedGame:
    """One game: its hands, as `replayed` gives their reports, with who sat where and what was due.

    Raises:
        MjlogError: as of `replayed`.
    """
    replay = Replay(wish.judging(record), as_recorded=wish.as_recorded, cards=wish.cards)
    ending = watch(replay)
    try:
        reports = replay.run()
    except RecordError as error:
        if error.line is None:
            raise
        replay.feed(Fault("bad-json", error.bare_message), error.line)
        reports = replay.finish()
    players = tuple(replay.table.standing.players)
    return AuditedGame(replay.game, audited_hands(ending, reports), replay.report.ruleset, players)


# -- what is asked for ------------------------------------------------------------------------------------------


class _Rows:
    """The rows of a game on their way to the replay, kept until its findings are known; and when they happened."""

    def __init__(self, rows: Iterable[Row], zone: tzinfo | None) -> None:
        self._rows, self._zone = rows, zone
        self.kept: list[Row] = []
        self.day: date | None = None
        self.error: RecordError | None = None

    def __iter__(self) -> Iterator[Row]:
        try:
            for row, where in self._rows:
                if self.day is None:
                    self._note_day(row)
                self.kept.append((row, where))
                yield row, where
        except RecordError as error:
            if error.line is not None:
                self.kept.append((Fault("bad-json", error.bare_message), error.line))
            raise

    def _note_day(self, row: Any) -> None:
        time = date_of(getattr(row, "at", None))
        self.day = None if time is None else in_zone(time, self._zone).date()


def _audited_game(record: GameRecord, unit: Unit, wish: Wish, room: Room | None) -> Iterator[Audited]:
    rows = _Rows(record.rows, wish.choice.period.zone)
    game = audited(replace(record, rows=iter(rows)), wish)
    if not rows.kept:
        yield _malformed(record.source, "the log is empty", None, wish, room)
    elif wish.choice.has_day(rows.day):
        yield _chosen(record, game, rows.kept, unit, wish, room)
    elif wish.choice.player is not None:
        yield Audited(handles=_handles(game, wish.choice.player))


def _handles(game: AuditedGame, asked: str) -> list[str]:
    """Who of a game is the player asked for, or may be meant."""
    known = dict.fromkeys((*game.players, *(one for hand in game.hands for one in hand.seats.values())))
    if asked in known:
        return [asked]
    meant = did_you_mean(asked, known)
    return [] if meant is None else [meant]


def _chosen(
    record: GameRecord, audited_game: AuditedGame, rows: Iterable[Row], unit: Unit, wish: Wish, room: Room | None
) -> Audited:
    """A game with the findings that are asked for and not accepted. `rows`: its events, as they were written."""
    everything = audited_game.hands
    game = everything[0].report.game if everything else audited_game.game
    made = Audited(games=[accepted.as_text(game)])
    if wish.choice.player is not None:
        made.handles = _handles(audited_game, wish.choice.player)
    events = accepted.events_of(rows) if wish.collect or wish.baseline.entries else {}
    if any(hand.report.findings for hand in everything):
        everything = with_rulings(everything, rulings_for(record, rows, wish))
    hands, made.used = wish.baseline.apply(game, everything, events)
    hands = wish.choice.of(hands)
    if not hands and (everything or wish.choice.player is not None):
        return made
    if wish.collect:
        made.entries = [accepted.entry_of(game, one, events) for hand in hands for one in hand.report.findings
                        if one.ruled is None or not wish.are_rulings_accepted]  # fmt: skip
    made.output = _output(record.source, audited_game._replace(game=game, hands=hands), wish)
    made.summary.add_game(hands, wish.are_rulings_accepted)
    if wish.tells:
        from mjlog_cli.audit.room import Room
        from mjlog_cli.audit.telling import tell

        tell(made, record, list(rows), everything, unit, wish, Room.of(wish) if room is None else room)
    return made


def rulings_for(record: GameRecord, rows: Iterable[Row], wish: Wish) -> dict[int, Ruled]:
    """What was ruled on in a game, by event, in the reading of the log that is asked for."""
    read = as_of(replace(record, rows=iter(rows)), wish.as_of)
    return rulings_of(read.rows, record.corrected and not wish.as_recorded)


def _output(source: str, game: AuditedGame, wish: Wish) -> bytes:
    if wish.as_json:
        return b"".join(json_line(_fields(hand, wish)) for hand in game.hands)
    lines = game_lines(source, game.game, [hand.report for hand in game.hands], wish.every_hand)
    return "".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace")


def _fields(hand: AuditedHand, wish: Wish) -> dict[str, Any]:
    """The report as docs/format.md spells it; with accepted findings, how many of them are left out."""
    fields = hand.report.as_json()
    if wish.baseline.entries:
        fields["accepted"] = hand.accepted
    return fields
