"""Auditing games, one after the other: the output, ready to be written, and what each adds to the totals."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo
from typing import Any

import msgspec

from mjlog.audit.as_of import NoSuchEventError, as_of
from mjlog.audit.records import Fault, GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.club.period import date_of, in_zone
from mjlog.errors import MjlogError, RecordError
from mjlog.findings import Finding
from mjlog.reports import baseline as accepted
from mjlog.reports.baseline import Baseline, Entry
from mjlog.reports.choice import EVERYTHING, Choice
from mjlog.reports.hands import AuditedHand, audited_hands, watch
from mjlog.reports.summary import Summary
from mjlog.rulesets import RuleSet
from mjlog_cli.console import json_line
from mjlog_cli.findings import game_lines
from mjlog_cli.units import Unit, records_of


@dataclass(frozen=True)
class Wish:
    """How an audit is wanted: by which rules and score cards, of which reading of the log, and in what form.

    `as_of`: the event that a log is taken to end with; None: all of it. `choice`: which findings are asked for;
    `baseline`: those that are accepted; `collect`: whether findings are gathered to be accepted. `stories`: how many of
    a game are told, in so many columns (`width`); `page`: whether the parts of a page are made. `viewer`: where events
    can be looked at, an address that ends before `/games`; None: nowhere. `names`: real names by handle.
    """

    ruleset: RuleSet | None = None
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

    @property
    def tells(self) -> bool:
        """Whether findings are told as stories, on the terminal or on a page."""
        return self.page or self.stories > 0

    @property
    def keeps_rows(self) -> bool:
        """Whether the events of a game are needed once more when its findings are known."""
        return self.tells or self.collect or bool(self.baseline.entries)


class FindingPart(msgspec.Struct):
    """One finding on a page, in HTML: its line in the list, and its story."""

    line: str
    story: str


class GamePart(msgspec.Struct):
    """One game on a page, in HTML: its heading, and its findings hand by hand."""

    title: str
    source: str
    findings: list[FindingPart]


class Audited(msgspec.Struct, kw_only=True):
    """One game audited: the output, ready to be written, and what it adds to the totals.

    `told`: what may be told of it to others, in numbers, where a page is made. `stories`: in text. `games`: the ids of
    the games; `used`: which accepted findings were found, by number; `entries`: findings gathered to be accepted.
    `trouble`: why something could not be read (then there is no game).
    """

    output: bytes = b""
    summary: Summary = msgspec.field(default_factory=Summary)
    told: Summary | None = None
    stories: list[str] = msgspec.field(default_factory=list)
    parts: list[GamePart] = msgspec.field(default_factory=list)
    games: list[str] = msgspec.field(default_factory=list)
    used: list[int] = msgspec.field(default_factory=list)
    entries: list[Entry] = msgspec.field(default_factory=list)
    trouble: str | None = None

    @property
    def severities(self) -> Mapping[str, int]:
        """How many findings of each severity."""
        return self.summary.severities


def audit_unit(unit: Unit, wish: Wish) -> Iterator[Audited]:
    """Every game of one unit; what cannot be opened is one more entry, with its trouble."""
    try:
        for record in records_of(unit):
            try:
                yield from _audited_game(record, unit, wish)
            except NoSuchEventError as error:
                # One game has not come so far: the others of the unit are audited all the same.
                yield Audited(trouble=str(error))
    except RecordError as error:
        yield _malformed(error, wish) if _can_be_opened(error.path) else Audited(trouble=str(error))
    except (MjlogError, OSError) as error:
        yield Audited(trouble=str(error))


def _can_be_opened(path: str | None) -> bool:
    return path is not None and os.path.isfile(path) and os.access(path, os.R_OK)


def _malformed(error: RecordError, wish: Wish) -> Audited:
    """A file that opens and is not what its name says is a finding."""
    source = error.path or ""
    report = HandReport(source, os.path.basename(source), None)
    report.findings.append(
        Finding(code="bad-json", severity="error", seq=None, line=error.line, hand=None, seat=None, rule=None,
                message=error.bare_message)
    )  # fmt: skip
    record = GameRecord(source, report.game, iter(()))
    return _chosen(record, [AuditedHand(report)], (), Unit(source), wish)


def replayed(record: GameRecord, wish: Wish) -> list[HandReport]:
    """The reports of one game. A file that breaks off in the middle is a finding, and the end of the game.

    Raises:
        MjlogError: the game cannot be opened.
        NoSuchEventError: it has not come as far as `wish.as_of`.
    """
    return [hand.report for hand in audited(record, wish)]


def audited(record: GameRecord, wish: Wish) -> list[AuditedHand]:
    """The hands of one game, as `replayed` gives their reports, with who sat where and what was due.

    Raises:
        MjlogError: as of `replayed`.
    """
    replay = Replay(as_of(record, wish.as_of), wish.ruleset, wish.as_recorded, wish.cards)
    ending = watch(replay)
    try:
        reports = replay.run()
    except RecordError as error:
        if error.line is None:
            raise
        replay.feed(Fault("bad-json", error.bare_message), error.line)
        reports = replay.finish()
    return audited_hands(ending, reports)


# -- what is asked for ------------------------------------------------------------------------------------------


class _Rows:
    """The rows of a game on their way to the replay: kept, where they are needed once more, and when they happened."""

    def __init__(self, rows: Iterable[Row], keep: bool, zone: tzinfo | None) -> None:
        self._rows, self._keep, self._zone = rows, keep, zone
        self.kept: list[Row] = []
        self.day: date | None = None
        self.error: RecordError | None = None

    def __iter__(self) -> Iterator[Row]:
        try:
            for row, where in self._rows:
                if self.day is None:
                    self._note_day(row)
                if self._keep:
                    self.kept.append((row, where))
                yield row, where
        except RecordError as error:
            if error.line is not None and self._keep:
                self.kept.append((Fault("bad-json", error.bare_message), error.line))
            raise

    def _note_day(self, row: Any) -> None:
        time = date_of(getattr(row, "at", None))
        self.day = None if time is None else in_zone(time, self._zone).date()


def _audited_game(record: GameRecord, unit: Unit, wish: Wish) -> Iterator[Audited]:
    if wish.choice.period.is_open and not wish.keeps_rows:
        yield _chosen(record, audited(record, wish), (), unit, wish)
        return
    rows = _Rows(record.rows, wish.keeps_rows, wish.choice.period.zone)
    hands = audited(replace(record, rows=iter(rows)), wish)
    if wish.choice.has_day(rows.day):
        yield _chosen(record, hands, rows.kept, unit, wish)


def _chosen(record: GameRecord, everything: list[AuditedHand], rows: Iterable[Row], unit: Unit, wish: Wish) -> Audited:
    """A game with the findings that are asked for and not accepted."""
    game = everything[0].report.game if everything else record.name
    made = Audited(games=[accepted.as_text(game)])
    events = accepted.events_of(rows) if wish.collect or wish.baseline.entries else {}
    hands, made.used = wish.baseline.apply(game, everything, events)
    hands = wish.choice.of(hands)
    if everything and not hands:
        return made
    if wish.collect:
        made.entries = [accepted.entry_of(game, one, events) for hand in hands for one in hand.report.findings]
    made.output = _output(record.source, hands, wish)
    made.summary.add_game(hands)
    if wish.tells:
        from mjlog_cli.audit.telling import tell

        tell(made, record, list(rows), everything, unit, wish)
    return made


def _output(source: str, hands: list[AuditedHand], wish: Wish) -> bytes:
    if wish.as_json:
        return b"".join(json_line(_fields(hand, wish)) for hand in hands)
    lines = game_lines(source, [hand.report for hand in hands], wish.every_hand)
    return "".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace")


def _fields(hand: AuditedHand, wish: Wish) -> dict[str, Any]:
    """The report as FORMAT.md spells it; with accepted findings, how many of them are left out."""
    fields = hand.report.as_json()
    if wish.baseline.entries:
        fields["accepted"] = hand.accepted
    return fields
