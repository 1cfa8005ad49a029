"""A moment of a game, as somebody sees it: the table, the event in words, what could be done, claimed, waited for."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.findings import Finding
from mjlog.log.records import Fault
from mjlog.log.sight import Player, Sight, View
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.views.board import Board, board
from mjlog.views.claimable import Claims, claimable_at
from mjlog.views.disclosure import card_in_force, line_told
from mjlog.views.moves import Move, moves
from mjlog.views.prospects import Distances, Prospect, Unseen, away_of, prospects_at, unseen_at
from mjlog.views.results import false_win
from mjlog.views.seen import broken_by, findings_by_event, said_at, sight_in
from mjlog.views.waiting import SeatWaits, waits_at

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Moment:
    """A game just after one event, as somebody sees it.

    `sight` is what is shown; it differs from the one that was asked for while the hand is not over. `place` counts
    events of the log from 0, `event` is None where a line could not be read.
    """

    seq: int
    place: int
    hand: Hand
    sight: Sight
    event: ev.Event | None
    words: str
    board: Board
    findings: list[Finding]


def moment_at(game: Game, place: int, view: View = "table") -> Moment:
    """The game after the event at this place (from 0)."""
    hand = game.hand_at(place)
    sight, inside = sight_in(hand, view), place - hand.first
    seen = hand.seen(sight)
    row, table = seen.game.rows[seen.first + inside], seen.table_after(inside)
    is_false = table.winner is not None and is_false_win(hand, place, table.winner)
    last, as_table = hand.known.get("as table", (None, None))
    shown = board(
        table, sight, broken_by(seen, inside), _stake(hand), as_table if last == place else None, _bottom(hand, view),
        is_false,
    )  # fmt: skip
    if sight == "table":
        hand.known["as table"] = place, shown
    card = card_in_force(game)
    return Moment(
        seq=game.seq_at(place),
        place=place,
        hand=hand,
        sight=sight,
        event=None if isinstance(row, Fault) else row,
        words=said_at(game, place, sight),
        board=shown if card is None or not card.private else _with_line(shown, hand),
        findings=findings_by_event(hand).get(game.seq_at(place), []),
    )


def _bottom(hand: Hand, view: View) -> Seat | None:
    """Where a player sits in a hand, who looks; the same place of the table where the player has left it."""
    if not isinstance(view, Player):
        return None
    # The nearest hand in which the player sits at the table, of those before rather than of those after.
    hands = hand.game.hands
    for one in (*reversed(hands[: hand.place + 1]), *hands[hand.place + 1 :]):
        order = one.start.table.standing.players
        if view.handle in one.seats.values() and view.handle in order:
            here = hand.start.table.standing.players[order.index(view.handle) :][:1]
            return next((seat for seat, player in hand.seats.items() if (player,) == here), None)
    return None


def _stake(hand: Hand) -> int:
    """The chips of each player at the beginning, where the rule set counts them (american/chips-1)."""
    stake = hand.start.rules.options.get("stake", 0)
    return stake if isinstance(stake, int) else 0


def _with_line(seen: Board, hand: Hand) -> Board:
    """The board with the line won by a card of which no more than that is told."""
    told, line = seen.line is not None and seen.line.value is not None, line_told(hand)
    if line is None or not hand.is_over or seen.winner is None or told:
        return seen
    return seen.replaced(line=line)


def is_false_win(hand: Hand, place: int, winner: Seat) -> bool:
    """Whether the mahjong that has been declared by then did not stand: it was false, or was taken back later."""
    if not hand.is_over:
        return False
    rows = hand.game.rows
    false = false_win(hand, rows)
    return (false is not None and false.seat is winner) or any(
        isinstance(row, ev.Dead | ev.Retract) and row.seat is winner for row in rows[place + 1 : hand.end]
    )


# -- what could be done ----------------------------------------------------------------------------------------------


def moves_after(game: Game, place: int, sight: View = "table") -> list[Move]:
    """What could be done after the event at this place, as far as this sight tells; nothing before the first hand.

    While the hand is not over it follows from what lies on the table alone, for everybody.
    """
    hand = game.hand_at(place)
    if not hand.has_play:
        return []
    return moves(hand.start.rules.bound, hand.seen(sight_in(hand, sight)).table_after(place - hand.first))


def claims_after(game: Game, place: int, sight: View = "table") -> Claims | None:
    """What each player could claim of the tile that the event at this place belongs to, and what came of it.

    That is a discard, or a kong, an answer to it, or what followed: a set laid down, a win, the next draw. None for
    all other events. As far as this sight tells; while the hand is not over, what lies on the table alone.
    """
    hand = game.hand_at(place)
    if not hand.has_play:
        return None
    return claimable_at(hand.start.rules.bound, hand.seen(sight_in(hand, sight)), place - hand.first)


def waits_after(game: Game, place: int, sight: View = "table") -> list[SeatWaits]:
    """What the hands that this sight sees wait for after the event at this place; only those that are close.

    While the hand is not over nobody's concealed tiles are seen, and of no hand anything is told.
    """
    return _judged(game, waits_at, place, sight)


def prospects_after(game: Game, place: int, sight: View = "table") -> list[Prospect]:
    """How far the hands that this sight sees are from being ready after the event at this place."""
    return _judged(game, prospects_at, place, sight)


def _judged(game: Game, judge: Callable[[Table], list[_T]], place: int, view: View) -> list[_T]:
    """What is said of the hands after an event; asked again the same."""
    hand = game.hand_at(place)
    if not hand.has_play:
        return []
    seen = hand.seen(sight_in(hand, view))
    if seen.known.get(judge, (None,))[0] != place:
        seen.known[judge] = place, judge(seen.table_after(place - hand.first))
    said: list[_T] = seen.known[judge][1]
    return said


def unseen_after(game: Game, place: int, view: View = "table") -> Unseen | None:
    """What of each kind has not been seen after the event at this place; None before the first hand."""
    hand = game.hand_at(place)
    if not hand.has_play:
        return None
    sight = sight_in(hand, view)
    return unseen_at(hand.seen(sight).table_after(place - hand.first), sight)


def distances_in(hand: Hand, view: View = "table") -> list[dict[Seat, int]]:
    """Event by event, how far each hand that this sight sees is from being ready."""
    seen = hand.seen(sight_in(hand, view))
    return seen.recall("distances", lambda: _distances(seen))


def _distances(seen: Hand) -> list[dict[Seat, int]]:
    known: Distances = {}
    return [away_of(table, known) for table in itertools.islice(seen.tables(), 1, None)]
