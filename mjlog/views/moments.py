"""The moments of a hand that are worth going to: where it opens, who is ready, sets, faults, the win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.hands import set_words
from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.tiles import UNKNOWN
from mjlog.views.board import BoardSeat
from mjlog.views.laid import SetTile
from mjlog.views.marks import Mark, MarkKind, marks_of
from mjlog.views.moment import is_false_win, moment_at, waits_after
from mjlog.views.naming import seat_name
from mjlog.views.results import outcome_of
from mjlog.views.seen import sight_in

_SHOWN: frozenset[MarkKind] = frozenset((
    "claim", "kong", "mahjong", "end", "correction", "finding-error", "finding-warning",
))  # fmt: skip
_HURRIED = frozenset((
    "game-start", "ruleset", "seats", "hand-start", "wall", "roll", "break", "deal", "indicator", "bonus",
    "bonus-replacement", "pass", "show", "score",
))  # fmt: skip
"""Types of events that tell who only watches little: dice and deal, bonus tiles, passes, what follows a win."""
_RESTED = {"claim": 2.0, "expose": 2.0, "kong": 2.0, "joker-exchange": 2.0, "dead": 2.0, "mahjong": 4.0, "washout": 4.0}


class HandMoment(NamedTuple):
    """A moment, and what is said of it in few words; `player`: whom it is about, empty where nobody is; `tiles`: of a
    set, as faces."""

    seq: int
    kind: MarkKind | Literal["ready"]
    player: str
    words: str
    tiles: tuple[int, ...] = ()


def opening_of(game: Game, hand: Hand) -> int:
    """The seq at which somebody begins to look at a hand: its first discard, without one its beginning."""
    return game.seq_at(next(iter(game.places_of(ev.Discard, hand=hand)), hand.first))


def winning_move(game: Game, hand: Hand) -> int | None:
    """The seq of the declaration by which a hand was won; None where it was not."""
    if outcome_of(hand, game.rows) != "won":
        return None
    won = game.places_of(ev.Mahjong, hand=hand)
    return game.seq_at(won[-1]) if won else None


def winning_hand(game: Game, hand: Hand) -> list[Sequence[SetTile]]:
    """The winner's tiles as they lie at the end; empty where nobody has won, or not all of them are known."""
    if outcome_of(hand, game.rows) != "won":
        return []
    groups = list(tiles_of(moment_at(game, hand.end - 1, "open").board.seat(Seat[str(hand.report.winner)])))
    return [] if any(one.tile.kind == UNKNOWN for group in groups for one in group) else groups


def tiles_of(view: BoardSeat) -> Iterator[Sequence[SetTile]]:
    """A player's tiles: sets on the table, the hand, bonus tiles."""
    for laid in view.sets:
        yield laid.lying
    for tiles in (view.concealed, view.bonus):
        if tiles:
            yield [SetTile(tile) for tile in tiles]


def tempo_of(kind: str) -> float:
    """How long an event stays when a hand plays by itself, in parts of the usual time."""
    return 0.15 if kind in _HURRIED else _RESTED.get(kind, 1)


def moments_of(game: Game, hand: Hand, sight: Sight) -> list[HandMoment]:
    """The moments of a hand in its order; who is ready only where this sight sees the hand, and when it is over."""
    if not hand.has_play:
        return []
    seen = hand.seen(sight_in(hand, sight))
    found = [_told(hand, seen, mark) for mark in marks_of(game, hand) if mark.kind in _SHOWN]
    if hand.is_over:
        found += seen.recall("ready", lambda: list(_first_ready(game, hand, sight)))
    return sorted(found, key=lambda one: game.place_of(one.seq) or 0)


def _told(hand: Hand, seen: Hand, mark: Mark) -> HandMoment:
    row = seen.rows[mark.place]  # as this sight saw it: a concealed kong may be nobody's business
    seat = getattr(row, "seat", None)
    player = _name(hand, seat) if isinstance(seat, Seat) else ""
    if mark.kind not in ("claim", "kong") or not isinstance(row, ev.Expose | ev.Kong):
        is_false = isinstance(row, ev.Mahjong) and is_false_win(hand, hand.first + mark.place, row.seat)
        return HandMoment(mark.seq, mark.kind, player, f"{'false ' if is_false else ''}{_NAMES[mark.kind]}")
    words = set_words("kong" if isinstance(row, ev.Kong) else row.kind, row.tiles)
    return HandMoment(mark.seq, mark.kind, player, words, tuple(tile.face for tile in row.tiles))


_NAMES: dict[MarkKind, str] = {
    "mahjong": "mahjong", "end": "end", "correction": "corrected", "finding-error": "error",
    "finding-warning": "warning", "claim": "set", "kong": "kong",
}  # fmt: skip


def _first_ready(game: Game, hand: Hand, sight: Sight) -> Iterator[HandMoment]:
    """Where each player whose hand is seen lacked one tile for the first time."""
    known: set[Seat] = set()
    for place in range(hand.first, hand.end):
        row = game.rows[place]
        if not isinstance(row, ev.Discard) or row.seat in known:
            continue
        if any(one.seat is row.seat and one.waits for one in waits_after(game, place, sight)):
            known.add(row.seat)
            yield HandMoment(game.seq_at(place), "ready", _name(hand, row.seat), "ready")


def _name(hand: Hand, seat: Seat) -> str:
    return hand.seats.get(seat) or seat_name(seat)
