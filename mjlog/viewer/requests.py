"""What an address asks for, checked; games in the reading that is asked for, and how far everybody may read them.

What is hidden in the log as corrected is hidden in the log as recorded, and as of any earlier time: a correction can
undo the end of a hand, or all of it, and its tiles are nobody's business again. The id of an event depends on every
tile written down before it. So of a log with a hand in progress nothing is shown of that hand in its stored form: no
event, no id, no head, and no entity tag. Source: docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, TypedDict

from flask import current_app, g, request
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.routing import BaseConverter

from mjlog.answers import Reading
from mjlog.audit.game import Game, Hand
from mjlog.club import GameFacts, Wanted
from mjlog.disputes.case import CaseInfo, disputes_in, ruled_on, with_disputes
from mjlog.errors import NotationError
from mjlog.findings import Finding, ruled_findings
from mjlog.log.records import known_events
from mjlog.log.sight import View, parse_view
from mjlog.period import Period
from mjlog.store.checks import MAX_NAME
from mjlog.text import quoted, read_segment, segment, shown
from mjlog.viewer.answers import Problem
from mjlog.viewer.library import Library
from mjlog.views.results import HandResult
from mjlog.views.seen import disclosed_until, keeps_to, unseen_player
from mjlog.views.sheet import LogHead, ScoreSheet, head_seq, score_sheet

_LONGEST_NUMBER = 15
USUAL_VIEW = "open"
"""The view of a page that is not asked for another; of a hand that goes on everybody has the table's."""
READINGS = ("corrected", "recorded")
"""How a log can be read: with what later events put right, or as it was written down."""


class Version(NamedTuple):
    """Which version of a log is looked at: as corrected or as recorded; as it is now, or as it was when `as_of` was its
    last event."""

    as_recorded: bool = False
    as_of: int | None = None


class GameIdConverter(BaseConverter):
    """Turns a path segment into a game id and back.

    What can be none is not found: routing would say of some that they take other methods.
    """

    regex = r"[^/]+"

    def to_python(self, value: str) -> str:
        """The id that a segment stands for.

        Raises:
            NotFound: it stands for none.
        """
        with suppress(ValueError):
            name = read_segment(value)
            if len(name) <= MAX_NAME:
                return name
        raise NotFound(f"there is no game {quoted(value)} here: ids have at most {MAX_NAME} characters")

    def to_url(self, value: str) -> str:
        """The segment of an id."""
        return segment(value)


def library() -> Library:
    """The games of this application."""
    kept_library: Library = current_app.extensions["mjlog_library"]
    return kept_library


def number_in(text: str, what: str) -> int:
    """A whole number of an address.

    Raises:
        BadRequest: it is none.
    """
    if not (text.isascii() and text.isdigit()):
        raise BadRequest(f"{what} '{shown(text, 40)}' is not a number")
    return int(text[:_LONGEST_NUMBER]) if len(text) <= _LONGEST_NUMBER else 10**_LONGEST_NUMBER


def asked_view() -> View:
    """The view that was asked for; the usual one if none was.

    Raises:
        BadRequest: there is no such view.
    """
    try:
        return parse_view(request.args.get("view", USUAL_VIEW))
    except NotationError as error:
        raise BadRequest(str(error)) from None


def refuse_unseen(game: Game, view: View) -> None:
    """A view is that of a player of the game.

    Raises:
        NotFound: nobody of that name plays.
    """
    words = unseen_player(game, view)
    if words:
        raise NotFound(words)


def asked_reading() -> Version:
    """The version of the log that is asked for: as corrected or as recorded, as it is now or as of an earlier time.

    Raises:
        BadRequest: there is no such reading.
    """
    reading = request.args.get("log", "corrected")
    if reading not in READINGS:
        raise BadRequest(f"there is no log '{shown(reading, 20)}': it is read as {' or '.join(READINGS)}")
    seq = request.args.get("as-of")
    as_of = number_in(seq, "event") if seq else None
    if as_of == 0:
        raise BadRequest("as of event 0 nothing was written: events are counted from 1")
    return Version(reading == "recorded", as_of)


def place_in(game: Game, seq: int) -> int:
    """Where an event of an address stands in the log.

    Raises:
        NotFound: the game has no such event.
    """
    place = game.place_of(seq)
    if place is None:
        known = f"its events are 1 to {game.last_seq}" if game.last_seq else "it has no events"
        raise NotFound(f"this game has no event {seq}: {known}")
    return place


def hand_in(game: Game, number: int) -> Hand:
    """The hand of an address.

    Raises:
        NotFound: the game has no such hand.
    """
    hand = game.hand(number)
    if hand is None:
        raise NotFound(f"this game has no hand {number}: it has {len(game.played)}")
    return hand


NOW = Version()
"""The log as corrected by all that it says."""


class RevivedError(Problem):
    """Another reading of the log would show tiles of a hand that goes on: corrections revived or undid it."""

    def __init__(self, as_of: int | None = None) -> None:
        which = "as recorded" if as_of is None else f"as of event {as_of}"
        detail = f"corrections have changed a hand that goes on: the log {which} can be read again when it is over"
        super().__init__(409, detail, kind="hand-in-progress", title="A hand is in progress")


class DamagedError(Problem):
    """What was stored of a game is not all there, or was changed: it is not given out as if nothing had been."""

    def __init__(self, name: str) -> None:
        detail = f"lines of the log of game {quoted(name)} are missing, unreadable or changed: `mjlog audit` says where"
        super().__init__(500, detail, kind="damaged", title="The log is damaged")


@contextmanager
def opened(name: str, reading: Version = NOW) -> Iterator[Game]:
    """A game as corrected, or as recorded; as of now, or as of an earlier time.

    Raises:
        NotFoundError: there is no such game.
        NotFound: it has not come so far.
        RecordError: it is too long to be looked at.
        RevivedError: in this reading something would be seen of a hand that goes on.
    """
    # Both as the log is now: no correction comes between.
    with library().game(name) as corrected:
        g.is_damaged = not corrected.log.is_kept  # every page of the game says so
        if reading == NOW:
            yield corrected
            return
        last = max(corrected.log.last, corrected.last_seq)
        if reading.as_of is not None and reading.as_of > last:
            raise NotFound(f"as of event {reading.as_of} there is no such game yet: {known_events(last)}")
        with library().game(name, *reading) as game:
            if not keeps_to(game, corrected):
                raise RevivedError(reading.as_of)
            game.public_limit = disclosed_until(corrected)
            yield game


def sheet_of(name: str, reading: Version = NOW) -> ScoreSheet:
    """The score sheet of a game, with the head that the store has, or had before a hand in progress.

    Raises:
        NotFoundError, NotFound, RecordError, RevivedError: as of `opened`.
    """
    with opened(name, reading) as game:
        seq = head_seq(game)
        head = LogHead(seq, library().store.event(name, seq).id) if seq else None
        return with_disputes(score_sheet(game, head), game)


class Extent(NamedTuple):
    """How far a log goes. `public`: the last event that everybody may read as it is stored; `head`: its id.

    `is_whole`: nothing that was stored has been changed or lost; without that there is no head.
    """

    last: int
    public: int
    head: str | None
    is_whole: bool


@contextmanager
def opened_whole(name: str, query: Mapping[str, Any], *, may_be_damaged: bool = False) -> Iterator[Game]:
    """A game in the reading that is asked for: as corrected or as recorded, of now or of an earlier time.

    `may_be_damaged`: for an answer that says by itself that lines of the log are missing or changed.

    Raises:
        NotFoundError, NotFound: there is no such game, or it has not come so far.
        DamagedError: lines of its log are missing, or were changed.
        Problem: in this reading something would be seen of a hand that goes on.
    """
    with opened(name, reading_in(query)) as game:
        if not (may_be_damaged or game.log.is_kept):
            raise DamagedError(name)
        yield game


def reading_in(query: Mapping[str, Any]) -> Version:
    """The reading that a query asks for; without any, that of now."""
    return Version(query.get("log") == "recorded", query.get("as_of"))


class ReadAs(TypedDict):
    """Which game, and in which reading it was asked for."""

    game: str
    log: Reading
    as_of: int | None


def read_as(name: str, query: Mapping[str, Any]) -> ReadAs:
    """The fields of an answer that say which game it is about, and in which reading it was asked for."""
    return {"game": name, "log": query["log"], "as_of": query.get("as_of")}


def extent(name: str, as_of: int | None = None) -> Extent:
    """How far a log goes, and how far for everybody; at most to the event `as_of`.

    Raises:
        NotFoundError, NotFound: there is no such game.
    """
    with opened_whole(name, {}) as game:
        last, public, is_whole = max(game.log.last, game.last_seq), disclosed_until(game), game.log.is_whole
    if as_of is not None:
        last, public = min(last, as_of), min(public, as_of)
    head = library().store.event(name, public).id if public and is_whole else None
    return Extent(last, public, head, is_whole)


def cases_of(game: Game) -> list[CaseInfo]:
    """The disputes of a game, in their order, with the rulings on them; the log is gone through where it has some."""
    return game.hands[-1].recall("disputes", lambda: disputes_in(game)) if game.log.has_disputes else []


def with_rulings_on(game: Game, findings: Iterable[Finding]) -> list[Finding]:
    """Findings of the game, each with the ruling on its event where there is one."""
    findings_told = list(findings)
    if not (findings_told and game.log.has_disputes):
        return findings_told
    return ruled_findings(findings_told, game.hands[-1].recall("ruled", lambda: ruled_on(cases_of(game), game.rows)))


def cases_on(game: Game, seq: int) -> list[CaseInfo]:
    """Those that are about one event, or about the one that it stands in the place of."""
    first = game.slots.root.get(seq, seq)
    return [case for case in cases_of(game) if case.on in (seq, first)]


class GamesRead(NamedTuple):
    """The games that are read, the first begun first; how many are not read yet."""

    games: list[GameFacts]
    waiting: int

    @property
    def damaged(self) -> list[str]:
        """The games of which lines are missing, unreadable or changed."""
        return [game.game for game in self.games if not game.is_whole]


def counted(wanted: Wanted) -> GamesRead:
    """The games that are meant, as far as there is time to read them."""
    infos = [info for info in library().store.games()[::-1] if not info.hidden]
    facts = library().came_to(infos)
    games = [game for game in reversed(facts) if game is not None and wanted.fits_game(game)]
    return GamesRead(games, facts.count(None))


def wanted_hands(query: Mapping[str, str], period: Period) -> Wanted:
    """What is asked of hands, by the names that an address has for it; what is empty is not asked."""
    return Wanted(
        players=tuple(filter(None, [query.get("player")])),
        period=period,
        ruleset=query.get("ruleset") or None,
        won_by=query.get("won_by") or None,
        codes=tuple(filter(None, [query.get("code")])),
        limit_hand=query.get("result") == "limit",
        washout=query.get("result") == "washout",
    )


def hands_found(
    games: Sequence[GameFacts], wanted: Wanted, gone: frozenset[str]
) -> Iterator[tuple[GameFacts, HandResult]]:
    """The hands that fit, those of the latest games first; who was forgotten is not found by name, nor named."""
    if gone.intersection((*wanted.players, wanted.won_by)):
        return
    for game in reversed(games):
        for hand in wanted.hands_of(game) if wanted.fits_game(game) else ():
            if hand.number is not None and not gone.intersection(hand.players):
                yield game, hand
