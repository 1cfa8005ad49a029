"""Games, hands with where every point comes from, findings, the score sheet, running totals; disputes and dossiers.

Disputes are opened and ruled by appending events. A dossier tells of a hand in progress what the table sees, to whoever
holds the token too; of a purchased card label and value of lines; handles, and never a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from flask import url_for
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from mjlog import events as ev
from mjlog.answers import Address, Answer, AsOf, ByPlayer, BySeat, Count, Depth, GameId, OfGame, Reading, Seq, says
from mjlog.audit.game import Game as PlayedGame
from mjlog.audit.game import Hand as PlayedHand
from mjlog.audit.report import ScoreCompared, SettlementCompared
from mjlog.disputes.case import CaseInfo, disputes_in
from mjlog.disputes.dossier import Dossier, dossier
from mjlog.findings import Finding, Severity, gravity
from mjlog.scoring import NotCounted, Score
from mjlog.seats import SEATS, Seat
from mjlog.sources import stored_in
from mjlog.viewer.api.operations import GAME, PAGE, READING, ApiBlueprint, Asked, Paged, PagedOfGame, operation, part_of
from mjlog.viewer.library import Summary
from mjlog.viewer.requests import (
    extent,
    hand_in,
    library,
    opened_whole,
    place_in,
    read_as,
    reading_in,
    sheet_of,
    with_rulings_on,
)
from mjlog.views.board import LineName
from mjlog.views.results import Outcome, outcome_of, result_of
from mjlog.views.review import Review, review_of
from mjlog.views.seen import CardInForce, card_in_force, findings_of, line_told, not_counted
from mjlog.views.sheet import LogHead, Sheet, score_sheet
from mjlog.views.words import explain_score, payment_table


class Counts(Answer):
    """How many findings there are, by severity."""

    error: Count
    warning: Count
    info: Count


class HandLine(Answer, kw_only=True):
    """A hand in short. Of a hand in progress no result is told."""

    hand: Annotated[int | None, says("its number in the game")]
    place: Annotated[
        int, Meta(ge=1, description="which hand of the log it is, from 1: a void hand and its replay have one number")
    ]
    round: Annotated[Seat | None, says("the prevailing wind")]
    seats: Annotated[BySeat[str], says("who sits where")]
    depth: Annotated[Depth, says("how much was written down")]
    first: Annotated[Seq, says("its first event")]
    last: Annotated[Seq, says("its last event")]
    over: Annotated[bool, says("nothing of it needs to be hidden any more")]
    outcome: Outcome
    winner: Seat | None = None
    line: Annotated[LineName | None, says("of the score card")] = None
    scores: BySeat[ScoreCompared] | None = None
    settlement: SettlementCompared | None = None
    totals_after: Annotated[ByPlayer[int] | None, says("points after it, where they are known")] = None
    totals_before: Annotated[ByPlayer[int] | None, says("points before it, where they are known")]
    findings: Counts
    url: Address | None


class HandOfGame(HandLine):
    """A hand, and the game that it belongs to."""

    game: GameId
    log: Reading
    as_of: AsOf


class Item(Answer):
    """One item of a score."""

    name: str
    points: int
    doubles: int
    limit: Annotated[int, says("hundredths of the limit")]
    yakuman: Annotated[int, says("how many limits it is worth, in riichi")]
    rule: str
    tiles: str


class Explained(Answer):
    """Where a score comes from."""

    total: Annotated[int | None, says("null for a win that is not complete")]
    points: Annotated[int, says("of the face value, before any limit")]
    doubles: int
    uncapped: Annotated[int, says("points x 2^doubles, and what is reckoned apart")]
    limit: Annotated[str | None, says("the limit hand that was taken")]
    complete: bool
    reason: Annotated[str | None, says("why there is no total")]
    items: Annotated[list[Item], says("what was counted")]
    set_aside: Annotated[list[Item], says("what a limit hand replaced")]
    not_counted: Annotated[Sequence[NotCounted], says("what a player might have expected")]
    arrangement: Annotated[tuple[str, ...], says("the sets that were counted")]
    words: Annotated[list[str], says("the same, line by line")]
    apart: Annotated[list[int] | UnsetType, says("points and doubles of bonus tiles that are reckoned apart")] = UNSET


class PaymentAnswer(Answer):
    """What one seat pays to another."""

    payer: Seat
    payee: Seat
    amount: int


class Payments(Answer):
    """Who pays whom, as computed."""

    payments: list[PaymentAnswer]
    change: Annotated[BySeat[int], says("what it makes for each seat")]


class Hand(HandOfGame, kw_only=True):
    """A hand, with its scores explained."""

    explained: Annotated[BySeat[Explained], says("the scores that are computed")]
    payments: Payments | None
    found: Annotated[list[Finding], says("the findings of the hand")]
    events_url: Annotated[Address, says("its events in words")]


def hand_line(view: PlayedGame, hand: PlayedHand, name: str) -> HandLine:
    """A hand in short. Of one in progress nothing is told that is not seen at the table."""
    known = hand.number is not None and hand.number >= 1
    result, is_over, line = result_of(hand), hand.is_over, line_told(hand)
    return HandLine(
        hand=hand.number,
        place=hand.place,
        round=hand.round,
        seats=hand.seats,
        depth=hand.depth,
        first=view.seq_at(hand.first),
        last=view.seq_at(hand.end - 1),
        over=is_over,
        outcome=outcome_of(hand),
        winner=result.winner,
        line=None if line is None or not is_over else LineName(line.label, line.value),
        scores=hand.report.scores if is_over else None,
        settlement=hand.report.settlement if is_over else None,
        totals_after=hand.after if is_over else None,
        totals_before=hand.before,
        findings=counts(findings_of(hand)),
        url=url_for("api_games.hand", name=name, hand=hand.number) if known else None,
    )


def counts(findings: Iterable[Finding]) -> Counts:
    """How many findings there are, by severity."""
    severities = Counter(finding.severity for finding in findings)
    return Counts(**{severity.value: severities[severity.value] for severity in Severity})


def _score(score: Score, missed: Sequence[NotCounted]) -> Explained:
    return Explained(
        total=score.total,
        points=score.points,
        doubles=score.doubles,
        apart=UNSET if score.apart is None else list(score.apart),
        uncapped=score.uncapped,
        limit=score.limit,
        complete=score.complete,
        reason=score.reason,
        items=msgspec.convert(score.items, list[Item], from_attributes=True),
        set_aside=msgspec.convert(score.set_aside, list[Item], from_attributes=True),
        not_counted=missed,
        arrangement=score.arrangement,
        words=explain_score(score),
    )


def _payments(hand: PlayedHand) -> Payments | None:
    """Who pays whom, as computed; None where it cannot be."""
    if hand.report.owed is None:
        return None
    table = payment_table(hand.report.payments, hand.report.owed)
    paid = [
        PaymentAnswer(payer, payee, amount)
        for payer, row in zip(SEATS, table.rows, strict=True)
        for payee, amount in zip(SEATS, row, strict=True)
        if amount
    ]
    return Payments(paid, {seat: table.change[seat.index] for seat in SEATS if seat in hand.seats})


blueprint = ApiBlueprint("games", "Games, their hands, what was found in them, what came of them.")
_WHICH_FINDINGS = (*PAGE, *READING, "severity", "hand", "sort")
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
    review: Annotated[Address, says("the game looked over, player by player")]
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


@operation(blueprint, "/games", GameList, query=PAGE)
def games(query: Asked) -> GameList:
    """The games, in the order in which they were begun here."""
    infos = library().store.games()
    places, fields = part_of(query, len(infos))
    part = [infos[place] for place in places]
    known = library().known(part)
    lines = [
        GameLine(
            game=info.game,
            players=info.players,
            ruleset=info.ruleset,
            place=info.place,
            table=info.table,
            at=info.at,
            events=info.last,
            summary=known_game and known_game.summary,
            url=url_for("api_games.game", name=info.game),
        )
        for info, known_game in zip(part, known, strict=True)
    ]
    return GameList(games=lines, **fields)


@operation(blueprint, GAME, Game, query=READING, problems=(409,))
def game(query: Asked, name: str) -> Game:
    """One game: players, rules, hands with their results, totals, findings."""
    reach = extent(name, query.get("as_of"))
    with opened_whole(name, query) as game:
        sheet = score_sheet(game)
        start = game.first_of(ev.GameStart)
        known = game.rules.ruleset if game.rules is not None else None
        return Game(
            **read_as(name, query),
            players=game.players,
            ruleset=RuleSetNamed(
                id=game.hands[0].report.ruleset,
                title=known.title if known is not None else None,
                version=start.version if start is not None else None,
                digest=known.digest if known is not None else None,
                options=(start.options or {}) if start is not None else {},
            ),
            card=card_in_force(game),
            events=game.last_seq,
            live=any(not hand.is_over for hand in game.played),
            public_to=reach.public,
            head=None if reach.head is None else LogHead(reach.public, reach.head),
            totals=sheet.totals,
            findings=counts(finding for hand in game.hands for finding in findings_of(hand)),
            early=with_rulings_on(game, findings_of(game.hands[0])),
            hands=[hand_line(game, hand, name) for hand in game.played[:MOST_HANDS]],
            links=GameLinks(
                hands=url_for("api_games.hands", name=name),
                findings=url_for("api_games.findings", name=name),
                sheet=url_for("api_games.sheet", name=name),
                review=url_for("api_games.review", name=name),
                totals=url_for("api_games.totals", name=name),
                events=url_for("api_moments.events", name=name),
                disputes=url_for("api_disputes.disputes", name=name),
                stored=url_for("api_logs.stored", name=name),
                log=url_for("api_logs.log", name=name),
                page=url_for("pages.game", name=name),
            ),
        )


@operation(blueprint, f"{GAME}/hands", HandList, query=(*PAGE, *READING), problems=(409,))
def hands(query: Asked, name: str) -> HandList:
    """The hands of a game, in their order."""
    with opened_whole(name, query) as game:
        places, fields = part_of(query, len(game.played))
        lines = [hand_line(game, game.played[place], name) for place in places]
    return HandList(**read_as(name, query), hands=lines, **fields)


@operation(blueprint, f"{GAME}/hands/<natural:hand>", Hand, query=READING, problems=(409,))
def hand(query: Asked, name: str, hand: int) -> Hand:
    """One hand: its scores explained, who pays whom, findings. Of a void hand and its replay, the last."""
    with opened_whole(name, query) as game:
        played = hand_in(game, hand)
        missed = not_counted(played) if played.is_over else {}
        details = played.report.details if played.is_over else {}
        return Hand(
            **read_as(name, query),
            **asdict(hand_line(game, played, name)),
            explained={seat: _score(score, missed.get(seat, ())) for seat, score in details.items()},
            payments=_payments(played) if played.is_over else None,
            found=with_rulings_on(game, findings_of(played)),
            events_url=url_for("api_moments.events", name=name, hand=played.number),
        )


@operation(blueprint, f"{GAME}/findings", FindingList, query=_WHICH_FINDINGS, problems=(409,))
def findings(query: Asked, name: str) -> FindingList:
    """What was found in a game, the gravest first. Of a hand in progress: what can be said of what lies open."""
    with opened_whole(name, query, may_be_damaged=True) as game:
        number = query.get("hand")
        wanted = [hand for hand in game.hands if number in (None, hand.number if hand.has_play else 0)]
        findings = with_rulings_on(game, (finding for hand in wanted for finding in findings_of(hand)))
    findings = [finding for finding in findings if query.get("severity") in (None, finding.severity)]
    if query["sort"] == "weight":
        findings.sort(key=lambda finding: gravity(finding.severity))
    places, fields = part_of(query, len(findings))
    shown_findings = [findings[place] for place in places]
    return FindingList(**read_as(name, query), findings=shown_findings, **fields)


@operation(blueprint, f"{GAME}/sheet", Sheet, query=READING, problems=(409,))
def sheet(query: Asked, name: str) -> Sheet:
    """The score sheet, as a club keeps it on paper."""
    return sheet_of(name, reading_in(query)).answer


@operation(blueprint, f"{GAME}/review", Review, query=READING, problems=(409,))
def review(query: Asked, name: str) -> Review:
    """The game looked over: for each player the moments at which something better was to be had, as that player could
    see. What `mjlog review --json` prints. Hands for which there was no time are named: ask again.
    """
    with opened_whole(name, query) as game:
        return review_of(game, library().patience)


@operation(blueprint, f"{GAME}/totals", Totals, query=READING, problems=(409,))
def totals(query: Asked, name: str) -> Totals:
    """The running totals, hand by hand: what a chart of the game shows."""
    with opened_whole(name, query) as game:
        made = score_sheet(game)
        rows = [
            TotalsRow(
                hand=hand.number,
                round=row.round,
                last=game.seq_at(hand.end - 1),
                outcome=outcome_of(hand),
                change={
                    cell.player: None if cell.change is None else cell.change + cell.penalties for cell in row.cells
                },
                totals={cell.player: cell.total for cell in row.cells},
            )
            for hand, row in zip(game.played, made.hands, strict=True)
        ]
    return Totals(**read_as(name, query), players=made.players, rows=rows)


disputes_blueprint = ApiBlueprint("disputes", "Objections to events, rulings on them, and the dossiers to rule from.")


class DisputeAnswer(CaseInfo):
    """A dispute in the list of a game."""

    hand: Annotated[int | None, says("of the event that it is about")]
    url: Annotated[Address, says("its dossier")]


class DisputeList(Paged):
    """A part of the disputes of a game."""

    game: GameId
    as_of: AsOf
    disputes: list[DisputeAnswer]


@operation(disputes_blueprint, f"{GAME}/disputes", DisputeList, query=(*PAGE, "as_of", "standing"), problems=(409,))
def disputes(query: Asked, name: str) -> DisputeList:
    """The disputes of a game, in the order in which they were opened, with the rulings on them.

    One is opened, and ruled, by an append: a `dispute` that names its event (`on`), a `ruling` that names the dispute.
    """
    with opened_whole(name, query) as game:
        standing = query.get("standing")
        cases = [case for case in disputes_in(game) if standing in (None, "open" if case.is_open else "ruled")]
        places, fields = part_of(query, len(cases))
        here: dict[str, Any] = {"name": name, "as-of": query.get("as_of")}
        lines = [
            DisputeAnswer(
                **asdict(case),
                hand=game.hand_at(place).number if case.on and (place := game.place_of(case.on)) is not None else None,
                url=url_for("api_disputes.dossier_of", **here, seq=case.seq),
            )
            for case in (cases[at] for at in places)
        ]
    return DisputeList(game=name, as_of=query.get("as_of"), disputes=lines, **fields)


@operation(disputes_blueprint, f"{GAME}/disputes/<natural:seq>", Dossier, query=("as_of",), problems=(409,))
def dossier_of(query: Asked, name: str, seq: int) -> Dossier:
    """The dossier of a dispute, of a ruling on it, or of any event: what `mjlog dossier --format json` prints."""
    with opened_whole(name, query) as game:
        place_in(game, seq)
        return dossier(game, seq, stored_in(library().store, name))
