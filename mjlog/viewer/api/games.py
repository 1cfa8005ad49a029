"""Games, hands, findings, the score sheet, running totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from flask import url_for

from mjlog import events as ev
from mjlog.answers import Address, Answer, ByPlayer, Count, GameId, OfGame, Seq, says
from mjlog.audit.game import Game as PlayedGame
from mjlog.audit.game import Hand as PlayedHand
from mjlog.findings import Finding, gravity
from mjlog.seats import Seat
from mjlog.store import GameInfo
from mjlog.viewer.access import sheet_of
from mjlog.viewer.api.access import extent, opened, read_as, reading_in
from mjlog.viewer.api.hands import Counts, Hand, HandLine, counts, hand_answer, hand_line
from mjlog.viewer.api.operations import GAME, ApiBlueprint, Asked, Paged, PagedOfGame, operation, part_of
from mjlog.viewer.library import Summary
from mjlog.viewer.objections import with_rulings_on
from mjlog.viewer.requests import hand_in, library
from mjlog.views.disclosure import CardInForce, card_in_force
from mjlog.views.results import Outcome, outcome_of
from mjlog.views.seen import findings_of
from mjlog.views.sheet import LogHead, Sheet, score_sheet
from mjlog_schemas.api import FindingsQuery, HandsQuery, PageQuery, ReadingQuery

blueprint = ApiBlueprint("games", "Games, their hands, what was found in them, what came of them.")
MOST_HANDS = 1000
"""Hands that the answer of a game lists."""


class GameLine(Answer):
    """A game in the list."""

    game: GameId
    players: Annotated[Sequence[str], says("handles, as the first event names them")]
    ruleset: str | None
    place: str | None
    table: str | None
    at: Annotated[str | None, says("when it began")]
    events: Annotated[Count, says("how many events its log has")]
    summary: Annotated[Summary | None, says("null: there was no time to replay it yet; ask again")]
    url: Address


class GameList(Paged):
    """A part of the games, in the order in which they were begun here."""

    games: list[GameLine]


class RuleSetNamed(Answer):
    """The rule set that a game is played by. `title` and `digest` are null where it is not known here."""

    id: str | None
    title: str | None
    version: Annotated[str | None, says("as the log states it")]
    digest: Annotated[str | None, says("of the version that the game is judged by")]
    options: Annotated[dict[str, Any], says("as the log states them")]


class GameLinks(Answer):
    """Where everything else of a game is."""

    hands: Address
    findings: Address
    sheet: Address
    totals: Address
    events: Address
    disputes: Address
    stored: Address
    log: Address
    page: Annotated[Address, says("to look at it in a browser")]


class Game(OfGame):
    """A game."""

    players: Annotated[Sequence[str], says("in seat order of the first hand")]
    ruleset: RuleSetNamed
    card: CardInForce | None
    events: Annotated[Count, says("the seq of its last event")]
    live: Annotated[bool, says("a hand is in progress")]
    public_to: Annotated[Count, says("the last event whose stored form everybody may read")]
    head: Annotated[
        LogHead | None, says("of the log up to `public_to`; null where the stored log is damaged, or empty")
    ]
    totals: Annotated[ByPlayer[int | None], says("points after the last hand that is over; null: not known")]
    findings: Counts
    early: Annotated[list[Finding], says("what was found before the first hand")]
    hands: Annotated[list[HandLine], says("the first thousand at most")]
    links: GameLinks


class HandList(PagedOfGame):
    """A part of the hands of a game."""

    hands: list[HandLine]


class FindingList(PagedOfGame):
    """A part of the findings of a game."""

    findings: list[Finding]


class TotalsRow(Answer):
    """The totals after one hand."""

    hand: int | None
    round: Seat | None
    last: Annotated[Seq, says("the last event of the hand")]
    outcome: Outcome
    change: Annotated[ByPlayer[int | None], says("by settlement and penalties")]
    totals: ByPlayer[int | None]


class Totals(OfGame):
    """The running totals of a game, hand by hand: what a chart of it shows. Totals begin at 0; null: not known."""

    players: Sequence[str]
    rows: list[TotalsRow]


@operation(blueprint, "/games", GameList, query=PageQuery)
def games(asked: Asked) -> GameList:
    """The games, in the order in which they were begun here."""
    infos = library().store.games()
    places, fields = part_of(asked, len(infos))
    part = [infos[place] for place in places]
    known = library().known(part)
    lines = [_line(info, one and one.summary) for info, one in zip(part, known, strict=True)]
    return GameList(games=lines, **fields)


def _line(info: GameInfo, summary: Summary | None) -> GameLine:
    return GameLine(
        game=info.game,
        players=info.players,
        ruleset=info.ruleset,
        place=info.place,
        table=info.table,
        at=info.at,
        events=info.last,
        summary=summary,
        url=url_for("api_games.game", name=info.game),
    )


@operation(blueprint, GAME, Game, query=ReadingQuery, problems=(409,))
def game(asked: Asked, name: str) -> Game:
    """One game: players, rules, hands with their results, totals, findings."""
    reach = extent(name, asked.get("as_of"))
    with opened(name, asked) as view:
        sheet = score_sheet(view)
        return Game(
            **read_as(name, asked),
            players=view.players,
            ruleset=_ruleset(view),
            card=card_in_force(view),
            events=view.last_seq,
            live=any(not hand.is_over for hand in view.played),
            public_to=reach.public,
            head=None if reach.head is None else LogHead(reach.public, reach.head),
            totals=sheet.totals,
            findings=counts(finding for hand in view.hands for finding in findings_of(hand)),
            early=with_rulings_on(view, findings_of(view.hands[0])),
            hands=[hand_line(view, hand, name) for hand in view.played[:MOST_HANDS]],
            links=_links(name),
        )


def _ruleset(view: PlayedGame) -> RuleSetNamed:
    start = view.first_of(ev.GameStart)
    known = view.rules.ruleset if view.rules is not None else None
    return RuleSetNamed(
        id=view.hands[0].report.ruleset,
        title=known.title if known is not None else None,
        version=start.version if start is not None else None,
        digest=known.digest if known is not None else None,
        options=(start.options or {}) if start is not None else {},
    )


def _links(name: str) -> GameLinks:
    return GameLinks(
        hands=url_for("api_games.hands", name=name),
        findings=url_for("api_games.findings", name=name),
        sheet=url_for("api_games.sheet", name=name),
        totals=url_for("api_games.totals", name=name),
        events=url_for("api_moments.events", name=name),
        disputes=url_for("api_disputes.disputes", name=name),
        stored=url_for("api_logs.stored", name=name),
        log=url_for("api_logs.log", name=name),
        page=url_for("pages.game", name=name),
    )


@operation(blueprint, f"{GAME}/hands", HandList, query=HandsQuery, problems=(409,))
def hands(asked: Asked, name: str) -> HandList:
    """The hands of a game, in their order."""
    with opened(name, asked) as view:
        places, fields = part_of(asked, len(view.played))
        lines = [hand_line(view, view.played[place], name) for place in places]
    return HandList(**read_as(name, asked), hands=lines, **fields)


@operation(blueprint, f"{GAME}/hands/<natural:hand>", Hand, query=ReadingQuery, problems=(409,))
def hand(asked: Asked, name: str, hand: int) -> Hand:
    """One hand: its scores explained, who pays whom, findings. Of a void hand and its replay, the last."""
    with opened(name, asked) as view:
        return hand_answer(view, hand_in(view, hand), read_as(name, asked))


@operation(blueprint, f"{GAME}/findings", FindingList, query=FindingsQuery, problems=(409,))
def findings(asked: Asked, name: str) -> FindingList:
    """What was found in a game, the gravest first. Of a hand in progress: what can be said of what lies open."""
    with opened(name, asked, may_be_damaged=True) as view:
        wanted = [one for one in view.hands if _is_wanted(one, asked)]
        found = with_rulings_on(view, (finding for one in wanted for finding in findings_of(one)))
    found = [finding for finding in found if asked.get("severity") in (None, finding.severity)]
    if asked["sort"] == "weight":
        found.sort(key=lambda finding: gravity(finding.severity))
    places, fields = part_of(asked, len(found))
    told = [found[place] for place in places]
    return FindingList(**read_as(name, asked), findings=told, **fields)


def _is_wanted(hand: PlayedHand, asked: Asked) -> bool:
    number = asked.get("hand")
    return number is None or number == (hand.number if hand.has_play else 0)


@operation(blueprint, f"{GAME}/sheet", Sheet, query=ReadingQuery, problems=(409,))
def sheet(asked: Asked, name: str) -> Sheet:
    """The score sheet, as a club keeps it on paper."""
    return sheet_of(name, reading_in(asked)).answer


@operation(blueprint, f"{GAME}/totals", Totals, query=ReadingQuery, problems=(409,))
def totals(asked: Asked, name: str) -> Totals:
    """The running totals, hand by hand: what a chart of the game shows."""
    with opened(name, asked) as view:
        made = score_sheet(view)
        rows = [
            TotalsRow(
                hand=hand.number,
                round=row.round,
                last=view.seq_at(hand.end - 1),
                outcome=outcome_of(hand, view.rows),
                change={
                    cell.player: None if cell.change is None else cell.change + cell.penalties for cell in row.cells
                },
                totals={cell.player: cell.total for cell in row.cells},
            )
            for hand, row in zip(view.played, made.hands, strict=True)
        ]
    return Totals(**read_as(name, asked), players=made.players, rows=rows)
