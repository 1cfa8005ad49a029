"""What an audit is asked for, in words, and as a digest that it is known by; and what comes of a game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog.audit.report import HandReport
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.disputes.case import overturned_in, rulings_of
from mjlog.findings import Ruled
from mjlog.log.records import GameRecord, Row, as_of
from mjlog.program import fingerprint
from mjlog.reports.choice import EVERYTHING, NOTHING, Baseline, Choice, Entry
from mjlog.reports.summary import Summary
from mjlog.rulesets import RuleSet
from mjlog.text import counted, shown

if TYPE_CHECKING:
    from mjlog.archive.rows import GameRows
    from mjlog.audit.game import Game
    from mjlog.club.facts import GameFacts


# -- what is asked for ------------------------------------------------------------------------------------------------


class Tables(NamedTuple):
    """Which rows of tables are made: of events, too, and with their whole bodies."""

    with_events: bool = False
    with_bodies: bool = False


class AuditRequest(msgspec.Struct, frozen=True):
    """How an audit is wanted: by which rules and score cards, of which reading of the log, and in what form.

    `newest_rules`: by the newest version of the rule set that a game names. `as_of`: the event that a log is taken to
    end with; None: all of it. `choice`: which findings are asked for; `baseline`: those that are accepted; `collect`:
    whether findings are gathered to be accepted. `stories`: how many of a game are told, in so many columns (`width`);
    `page`: whether the parts of a page are made. `viewer`: where events can be looked at, an address that ends before
    `/games`; None: nowhere. `names`: real names by handle. `are_rulings_accepted`: whether findings that were ruled on
    at the table are counted apart, and fail nothing. `tables`: which rows of tables are made instead of an output.
    """

    ruleset: RuleSet | None = None
    newest_rules: bool = False
    as_json: bool = False
    every_hand: bool = False
    as_recorded: bool = False
    cards: CardShelf = NO_CARDS
    as_of: int | None = None
    choice: Choice = EVERYTHING
    baseline: Baseline = NOTHING
    collect: bool = False
    stories: int = 0
    width: int = 80
    page: bool = False
    viewer: str | None = None
    names: Mapping[str, str] = msgspec.field(default_factory=dict)
    are_rulings_accepted: bool = False
    tables: Tables | None = None

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


def wish_digest(wish: AuditRequest) -> str:
    """The digest of all that the result of an audit depends on, but for what is audited."""
    choice = wish.choice
    parts = (
        fingerprint(), wish.ruleset.digest if wish.ruleset is not None else None, wish.newest_rules, wish.as_json,
        wish.every_hand, wish.as_recorded, wish.as_of, wish.cards.contents(),
        str(choice.period), choice.player, sorted(choice.codes), choice.severity, wish.baseline.digest, wish.collect,
        wish.stories, wish.width, wish.page, wish.viewer, sorted(wish.names.items()), wish.are_rulings_accepted,
        wish.tables,
    )  # fmt: skip
    return hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()


def about_wish(wish: AuditRequest) -> Iterator[tuple[str, str]]:
    """What was asked for, by name, for the head of a report; the usual is not mentioned."""
    if wish.ruleset is not None:
        yield "rules", f"judged by {shown(wish.ruleset.id)}, version {shown(wish.ruleset.version)}"
    if wish.newest_rules:
        yield "rules", "judged by the newest version of the rule set that a game names"
    if wish.as_recorded:
        yield "read", "as recorded: corrections are not carried out"
    if wish.as_of is not None:
        yield "as of", f"event {wish.as_of}: what the logs said when it was their last"
    choice = ", ".join(wish.choice.words())
    if choice:
        yield "only", choice
    if wish.are_rulings_accepted:
        yield "ruled on", "findings that were ruled on at the table are counted apart"
    if wish.baseline.entries:
        yield "accepted", f"{counted(len(wish.baseline.entries), 'finding')}, which are left out where they are found"


# -- what comes of a game ---------------------------------------------------------------------------------------------


class AuditedGame(NamedTuple):
    """A game by its id, and its hands, of which there may be none yet. `ruleset`: its id; `players`: their handles.

    `rows`: its events, as they were written. `replay`: where it is to be told of, and is not too long for that.
    `facts`: what it came to, where tables are made of it, and it is not too long.
    """

    game: str
    hands: list[HandReport]
    rows: list[Row]
    ruleset: str | None = None
    players: tuple[str, ...] = ()
    replay: Game | None = None
    facts: GameFacts | None = None


def overturned_for(record: GameRecord, rows: Iterable[Row], wish: AuditRequest) -> int:
    """How many rulings a later one has overturned, in the reading of the log that is asked for."""
    read = as_of(replace(record, rows=iter(rows)), wish.as_of)
    return overturned_in(read.rows, record.corrected and not wish.as_recorded)


def rulings_for(record: GameRecord, rows: Iterable[Row], wish: AuditRequest) -> dict[int, Ruled]:
    """What was ruled on in a game, by event, in the reading of the log that is asked for."""
    read = as_of(replace(record, rows=iter(rows)), wish.as_of)
    return rulings_of(read.rows, record.corrected and not wish.as_recorded)


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
    `note`: what is to be said of a piece beside its games (then there is none).
    `tables`: the rows of tables, where these are asked for.
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
    note: str | None = None
    is_our_fault: bool = False
    tables: GameRows | None = None

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


MOST_STORIES = 200
"""Findings of a page that are told as stories, with the table drawn; all others are listed."""
MOST_FINDINGS = 5_000
"""Findings of a page at all."""


class ReportLimits(msgspec.Struct):
    """How many more findings are told as stories in text, and on a page how many are listed and how many drawn."""

    stories: int
    listed: int
    drawn: int

    @classmethod
    def of(cls, wish: AuditRequest) -> ReportLimits:
        """All that an audit tells, before its first game."""
        return cls(wish.stories, *((MOST_FINDINGS, MOST_STORIES) if wish.page else (0, 0)))

    def copy(self) -> ReportLimits:
        """The same room, for somebody else to take from."""
        return replace(self)

    def take(self, audited_games: Iterable[Audited]) -> None:
        """Takes off what these games have told."""
        for audited in audited_games:
            self.stories -= min(self.stories, len(audited.stories))
            self.listed -= min(self.listed, audited.listed)
            self.drawn -= min(self.drawn, audited.drawn)
