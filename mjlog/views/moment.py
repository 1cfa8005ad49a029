"""A moment of a game, as somebody sees it; what could be done then, what is marked along a hand, and where to go next.

Marks and stops follow from what happened openly and from the findings that may be told: while a hand goes on, from what
lies on the table alone. Who does not see a hand is told what anybody might do with one: the moves are made from the
table of that sight, and from nothing else. Source: docs/understand/trust.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from mjlog import events as ev
from mjlog.answers import Answer, plain
from mjlog.audit.game import Game, Hand, recalled
from mjlog.findings import Finding
from mjlog.hands import set_words
from mjlog.log.records import Fault
from mjlog.log.sight import Player, Sight, View
from mjlog.rules import Bound
from mjlog.rules.legal import legal_moves
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.passing import receiver
from mjlog.table.stakes import EXHAUSTIVE
from mjlog.text import counted, either, list_words
from mjlog.tiles import CODES, JOKER, PLAIN_KINDS, UNKNOWN, is_bonus, kind_of, naturals_of
from mjlog.views.board import Board, BoardSeat, SetTile, board
from mjlog.views.claimable import Claims, claimable_at
from mjlog.views.results import outcome_of, result_of
from mjlog.views.seen import (
    broken_by,
    card_in_force,
    corrected_places,
    findings_by_event,
    findings_of,
    line_told,
    said_at,
    sight_in,
)
from mjlog.views.waiting import Distances, Prospect, SeatWaits, Unseen, away_of, prospects_at, unseen_at, waits_at
from mjlog.views.words import owner_words, seat_name, way_words, words

# -- what could be done -----------------------------------------------------------------------------------------------


NameOf = Callable[[int], str]
_MANY = PLAIN_KINDS // 2
"""From so many kinds on it is shorter to say which are not among them."""


class Move(NamedTuple):
    """An act that the rules allow; `seat` is None for a break or a wash-out. `event`: as it would be recorded."""

    seat: Seat | None
    event: ev.Event
    words: str


class SeatMoves(Answer):
    """All that one seat can do, acts of a kind together; `seat` null for what is nobody's act."""

    seat: Seat | None
    acts: tuple[str, ...]


def moves(bound: Bound, table: Table) -> list[Move]:
    """All that the rules allow at this moment, East's acts first."""
    return [Move(getattr(event, "seat", None), event, words(table, event)) for event in legal_moves(bound, table)]


class MoveAnswer(Answer):
    """An act that the rules allow, as it would be recorded."""

    event: Annotated[dict[str, Any], Meta(extra_json_schema={"required": ["type"]})]
    words: str


def move_answer(move: Move) -> MoveAnswer:
    """A move as `mjlog replay --moves --json` gives it: the event without its number, and in words."""
    fields = plain(move.event)
    del fields["seq"]
    return MoveAnswer(fields, move.words)


def by_seat(allowed: Iterable[Move], name: NameOf = CODES.__getitem__) -> list[SeatMoves]:
    """The moves in short, a seat each; tiles by `name`.

    >>> from mjlog.tiles import TILES
    >>> drawn = [Move(Seat.S, ev.Discard(seq=1, seat=Seat.S, tile=TILES[kind]), "") for kind in (0, 4, 31)]
    >>> by_seat([*drawn, Move(Seat.S, ev.Mahjong(seq=1, seat=Seat.S, source="wall", tile=TILES[4]), "")])
    [SeatMoves(seat=<Seat.S: 'S'>, acts=('discard 1b, 5b or Rd', 'declare mahjong with 5b from the wall'))]
    """
    by_seats = []
    for seat, of_seat in groupby(allowed, lambda move: move.seat):
        moves, acts = list(of_seat), []
        # Where a record may leave out the tile that is taken before, they come `then`.
        is_due = any(isinstance(move.event, ev.Taking) for move in moves)
        for kind, same in groupby(moves, _sort_of_act):
            events = [move.event for move in same]
            then = "then " if is_due and all(map(_of_the_hand, events)) else ""
            acts.append(f"{then}{_ACTS[kind](events, name)}")
        by_seats.append(SeatMoves(seat, tuple(acts)))
    return by_seats


def _of_the_hand(event: ev.Event) -> bool:
    """Whether an act is one with tiles of the hand, for which a tile that is due must have been taken."""
    if isinstance(event, ev.Mahjong):
        return event.source in ("wall", "loose")
    return isinstance(event, ev.Discard | ev.Bonus | ev.LayConcealed | ev.Kong | ev.JokerExchange)


def in_short(allowed: Iterable[Move], name: NameOf = CODES.__getitem__) -> list[str]:
    """The moves in short, a line for each seat."""
    return [
        f"{f'{seat_name(moves_of.seat)}: ' if moves_of.seat is not None else ''}{'; '.join(moves_of.acts)}"
        for moves_of in by_seat(allowed, name)
    ]


def _sort_of_act(move: Move) -> tuple[type[ev.Event], object]:
    """What acts of a kind have in common."""
    event: Any = move.event
    if isinstance(event, ev.Discard):
        return ev.Discard, "riichi" if event.riichi else event.calling
    return type(event), event.kind if isinstance(event, ev.Kong) else None


# -- acts of a kind in words ------------------------------------------------------------------------------------------


def _kinds(events: Sequence[Any], name: NameOf) -> str:
    """The tiles of acts with one kind each; of nearly all kinds, those that are missing."""
    faces = [event.tile.face if hasattr(event, "tile") else event.tiles[-1].face for event in events]
    missing = sorted(set(range(PLAIN_KINDS)) - set(map(kind_of, faces)))
    if len(missing) > _MANY or any(map(is_bonus, faces)):
        return either([name(face) for face in faces])
    return f"any tile but {list_words([name(kind) for kind in missing])}" if missing else "any tile"


def _sets(events: Sequence[Any], name: NameOf) -> str:
    if any(tile.kind == JOKER for event in events for tile in event.tiles):
        # How many jokers may stand in them, a kind of set together.
        phrases = []
        for kind, same in groupby(events, lambda event: event.kind):
            sets = [[tile.kind for tile in event.tiles] for event in same]
            natural = min(naturals_of(chain(*sets)), default=UNKNOWN)
            counts = [kinds.count(JOKER) for kinds in sets]
            least, most = min(counts), max(counts)
            jokers = counted(most, "joker") if least == most else f"{least} to {most} jokers"
            phrases.append(f"a {kind} of {_tile(natural, name)}{f' with {jokers}' if most else ''}")
        return either(phrases)
    if len(events) > _MANY:
        return f"any {either(sorted({event.kind for event in events}))}"
    return either([f"a {event.kind} of {_tiles(event.tiles, name)}" for event in events])


def _tile(kind: int, name: NameOf) -> str:
    return "unseen tiles" if kind == UNKNOWN else name(kind)


def _tiles(tiles: Sequence[Any], name: NameOf) -> str:
    faces = [tile.face for tile in tiles]
    if UNKNOWN in faces:
        return "unseen tiles"
    return name(faces[0]) if len(set(faces)) == 1 else "-".join(map(name, faces))


def _taking(known: str, unknown: str) -> Callable[[Sequence[Any], NameOf], str]:
    def say(events: Sequence[Any], name: NameOf) -> str:
        kind = events[0].tile.kind
        return unknown if kind == UNKNOWN else known.format(name(kind))

    return say


_SOURCES = {
    "deal": "with the tiles dealt", "wall": "from the wall", "loose": "as a loose tile", "discard": "on the discard",
    "kong": "by robbing the kong", "bonus": "on the tile laid aside", "exchange": "by a joker exchange",
}  # fmt: skip


def _mahjong(events: Sequence[Any], name: NameOf) -> str:
    tile = next((event.tile.kind for event in events if event.tile is not None), None)
    on = "" if tile is None else f" with {name(tile)}"
    return f"declare mahjong{on} {either([_SOURCES[event.source] for event in events])}"


def _passed(events: Sequence[Any], name: NameOf) -> str:
    """A pass of the Charleston; in the courtesy the number of tiles is open."""
    first = events[0]
    numbers = either([str(number) for number in sorted({len(event.tiles) for event in events})])
    things = "tile" if numbers == "1" else "tiles"
    return f"pass {numbers} {things} {way_words(first.pass_)} ({seat_name(receiver(first.pass_, first.seat))})"


def _exchanged(events: Sequence[Any], name: NameOf) -> str:
    """Jokers on the table for tiles of the hand; of an unseen hand they are many."""
    jokers = dict.fromkeys((event.tile.kind, event.owner) for event in events)
    seat = events[0].seat
    return "give " + either([f"{_tile(kind, name)} for {owner_words(owner, seat)} joker" for kind, owner in jokers])


def _place(events: Sequence[Any], name: NameOf) -> str:
    places = [f"{event.wall}'s stack {event.stack}" for event in events]
    return f"the wall is broken at {either(places)}"


def _drawn(events: Sequence[Any], name: NameOf) -> str:
    """The end of a hand that nobody wins; for another reason than that the wall is used up with that."""
    reason = events[0].reason
    return "the hand is drawn" if reason in (None, EXHAUSTIVE) else f"end the hand: {reason.replace('-', ' ')}"


def _fixed(text: str) -> Callable[[Sequence[Any], NameOf], str]:
    return lambda events, name: text


_ACTS: dict[tuple[type[ev.Event], object], Callable[[Sequence[Any], NameOf], str]] = {
    (ev.Break, None): _place,
    (ev.Deal, None): lambda events, name: f"take {counted(len(events[0].tiles), 'tile')} of the deal",
    (ev.Charleston, None): _passed,
    (ev.CharlestonStop, None): _fixed("refuse the second Charleston"),
    (ev.Draw, None): _taking("draw {}", "draw"),
    (ev.KongReplacement, None): _taking("take {}, the loose tile, for the kong", "take a loose tile for the kong"),
    (ev.BonusReplacement, None): _taking("take {} for a bonus tile", "take a tile for a bonus tile"),
    (ev.Discard, None): lambda events, name: f"discard {_kinds(events, name)}",
    (ev.Discard, True): lambda events, name: f"discard {_kinds(events, name)} with an original call",
    (ev.Discard, "riichi"): lambda events, name: f"declare riichi with {_kinds(events, name)}",
    (ev.Indicator, None): _taking("turn the indicator {}", "turn the indicator that is due"),
    (ev.Bonus, None): lambda events, name: f"lay out {_kinds(events, name)}",
    (ev.Kong, "concealed"): lambda events, name: f"lay down a concealed kong of {_kinds(events, name)}",
    (ev.Kong, "added"): lambda events, name: f"add {_kinds(events, name)} to the pung",
    (ev.LayConcealed, None): lambda events, name: f"lay face down {_sets(events, name)}",
    (ev.Expose, None): lambda events, name: f"lay down {_sets(events, name)}",
    (ev.Pass, None): _fixed("pass"),
    (ev.Claim, None): lambda events, name: f"claim {either([event.for_ for event in events])}",
    (ev.Mahjong, None): _mahjong,
    (ev.Retract, None): _fixed("take back the call"),
    (ev.Fishing, None): _fixed("say that one tile is missing"),
    (ev.Show, None): _fixed("show the hand"),
    (ev.JokerExchange, None): _exchanged,
    (ev.Washout, None): _drawn,
    (ev.Replay, None): _fixed("the hand is played again"),
}
"""Acts of a kind, in few words."""


# -- a moment of a game -----------------------------------------------------------------------------------------------


_T = TypeVar("_T")


class Moment(msgspec.Struct, frozen=True):
    """A game just after one event, as somebody sees it.

    `sight` is what is shown; it differs from the one that was asked for while the hand is not over. `place` counts
    events of the log from 0, `event` is None where a line could not be read.
    """

    seq: int
    place: int
    hand: Hand
    sight: Sight
    event: ev.Event | None
    board: Board
    findings: list[Finding]

    @property
    def words(self) -> str:
        """The event in words."""
        return said_at(self.hand.game, self.place, self.sight)


def moment_at(game: Game, place: int, view: View = "table") -> Moment:
    """The game after the event at this place (from 0)."""
    hand = game.hand_at(place)
    sight, inside = sight_in(hand, view), place - hand.first
    seen = hand.seen(sight)
    row, table = seen.game.rows[seen.first + inside], _table_after(seen, inside)
    is_false = table.winner is not None and is_false_win(hand, place, table.winner)
    last, as_table = hand.known.get("as table", (None, None))
    # The chips of each player at the beginning, where the rule set counts them (american/chips-1).
    stake = hand.start.rules.options.get("stake", 0)
    shown = board(
        table, sight, broken_by(seen, inside), stake if isinstance(stake, int) else 0,
        as_table if last == place else None, _bottom(hand, view), is_false,
    )  # fmt: skip
    if sight == "table":
        hand.known["as table"] = place, shown
    card = card_in_force(game)
    is_told = shown.line is not None and shown.line.value is not None
    if card is not None and card.private and hand.is_over and shown.winner is not None and not is_told:
        # Of the line won by such a card label and value are told, and no more.
        line = line_told(hand)
        shown = shown if line is None else shown.replaced(line=line)
    return Moment(
        seq=game.seq_at(place),
        place=place,
        hand=hand,
        sight=sight,
        event=None if isinstance(row, Fault) else row,
        board=shown,
        findings=findings_by_event(hand).get(game.seq_at(place), []),
    )


def _bottom(hand: Hand, view: View) -> Seat | None:
    """Where a player sits in a hand, who looks; the same place of the table where the player has left it."""
    if not isinstance(view, Player):
        return None
    # The nearest hand in which the player sits at the table, of those before rather than of those after.
    hands = hand.game.hands
    for near_hand in (*reversed(hands[: hand.place + 1]), *hands[hand.place + 1 :]):
        order = near_hand.start.table.standing.players
        if view.handle in near_hand.seats.values() and view.handle in order:
            here = hand.start.table.standing.players[order.index(view.handle) :][:1]
            return next((seat for seat, player in hand.seats.items() if (player,) == here), None)
    return None


def is_false_win(hand: Hand, place: int, winner: Seat) -> bool:
    """Whether the mahjong that has been declared by then did not stand: it was false, or was taken back later."""
    if not hand.is_over:
        return False
    false = result_of(hand).false
    return (false is not None and false.seat is winner) or any(
        isinstance(row, ev.Dead | ev.Retract) and row.seat is winner for row in hand.game.rows[place + 1 : hand.end]
    )


# -- what could be done after an event --------------------------------------------------------------------------------


def _table_after(seen: Hand, inside: int) -> Table:
    """The table after a row of the hand, only to be looked at: all that is asked about a moment asks about one."""
    at, table = seen.known.get("table", (None, None))
    if at != inside:
        table = seen.table_after(inside)
        seen.known["table"] = inside, table
    assert isinstance(table, Table)
    return table


def moves_after(game: Game, place: int, sight: View = "table") -> list[Move]:
    """What could be done after the event at this place, as far as this sight tells; nothing before the first hand.

    While the hand is not over it follows from what lies on the table alone, for everybody.
    """
    hand = game.hand_at(place)
    if not hand.has_play:
        return []
    return moves(hand.start.rules.bound, _table_after(hand.seen(sight_in(hand, sight)), place - hand.first))


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
        seen.known[judge] = place, judge(_table_after(seen, place - hand.first))
    kept_list: list[_T] = seen.known[judge][1]
    return kept_list


def unseen_after(game: Game, place: int, view: View = "table") -> Unseen | None:
    """What of each kind has not been seen after the event at this place; None before the first hand."""
    hand = game.hand_at(place)
    if not hand.has_play:
        return None
    sight = sight_in(hand, view)
    return unseen_at(_table_after(hand.seen(sight), place - hand.first), sight)


def distances_in(hand: Hand, view: View = "table") -> list[dict[Seat, int]]:
    """Event by event, how far each hand that this sight sees is from being ready."""
    seen = hand.seen(sight_in(hand, view))
    return _way_to_ready(seen)[0]


@recalled
def _way_to_ready(seen: Hand) -> tuple[list[dict[Seat, int]], dict[Seat, int]]:
    """After each event how far the hands that are seen are from being ready; the discard after which each first was."""
    known: Distances = {}
    far: list[dict[Seat, int]] = []
    ready: dict[Seat, int] = {}
    for inside, (row, table) in enumerate(zip(seen.rows, itertools.islice(seen.tables(), 1, None), strict=True)):
        far.append(away_of(table, known))
        if not isinstance(row, ev.Discard) or row.seat in ready or far[-1].get(row.seat) != 0:
            continue
        # The tile that is lacking may be one of which the player holds all.
        if any(wait.seat is row.seat and wait.waits for wait in waits_at(table)):
            ready[row.seat] = inside
    return far, ready


MarkKind = Literal[
    "claim", "kong", "bonus", "mahjong", "end", "correction", "lapse", "finding-error", "finding-warning",
    "finding-info",
]  # fmt: skip
MARK_KINDS: tuple[MarkKind, ...] = (
    "finding-error", "finding-warning", "finding-info", "correction", "mahjong", "end", "lapse", "kong", "claim",
    "bonus",
)  # fmt: skip
"""Every kind of mark, what is most worth looking at first."""
DECISIONS = frozenset((
    "charleston", "charleston-stop", "discard", "claim", "retract", "expose", "kong", "lay-concealed", "joker-exchange",
    "mahjong", "dead", "washout", "replay",
))  # fmt: skip
"""Event types at which somebody chose, or the hand ended. Passes are none: most discards are passed by all."""
_BIG_SETS = frozenset(("kong", "quint", "sextet"))


class Mark(NamedTuple):
    """Something to be seen along a hand. `place`: of the event in the hand, from 0; `seq`: its number in the log."""

    place: int
    seq: int
    kind: MarkKind


def marks_of(game: Game, hand: Hand) -> list[Mark]:
    """The marks of a hand in the order of its events; at one event what is most worth looking at first."""
    here = range(hand.first, hand.end)
    marked = {(place, kind) for place in here if (kind := _kind(game.rows[place])) is not None}
    for finding in findings_of(hand):
        at = None if finding.seq is None else game.place_of(finding.seq)
        if at is not None and at in here:
            marked.add((at, _OF_SEVERITY[finding.severity]))
    marked.update((place, "correction") for place in corrected_places(hand))
    ordered = sorted(marked, key=lambda mark: (mark[0], MARK_KINDS.index(mark[1])))
    return [Mark(place - hand.first, game.seq_at(place), kind) for place, kind in ordered]


def _kind(row: ev.Event | Fault) -> MarkKind | None:
    """What an event is marked as. A set is marked where it is laid down: a call may come to nothing."""
    if isinstance(row, ev.Expose):
        return "kong" if row.kind in _BIG_SETS else "claim"
    if isinstance(row, ev.Kong):
        return "kong"
    if isinstance(row, ev.Bonus):
        return "bonus"
    if isinstance(row, ev.Mahjong):
        return "mahjong"
    return "end" if isinstance(row, ev.Washout | ev.Replay) else None


_OF_SEVERITY: dict[str, MarkKind] = {
    "error": "finding-error", "warning": "finding-warning", "info": "finding-info",
}  # fmt: skip


# -- steps ----------------------------------------------------------------------------------------------------


def decision_from(game: Game, place: int, step: int) -> int | None:
    """The seq of the next event at which somebody chose (`step` 1), or of the one before (-1); None without one."""
    return game.neighbour(place, step, DECISIONS)


def finding_from(game: Game, place: int, step: int) -> int | None:
    """The seq of the next event with a finding that may be told (`step` 1), or of the one before (-1)."""
    here = game.hand_at(place).place
    hands = game.hands[here:] if step > 0 else game.hands[here::-1]
    for hand in hands:
        found_at = {game.place_of(finding.seq) for finding in findings_of(hand) if finding.seq is not None}
        places = sorted((at for at in found_at if at is not None), reverse=step < 0)
        # Several rows can stand under one seq.
        ahead = (at for at in places if (at - place) * step > 0)
        following = next((at for at in ahead if game.seq_at(at) != game.seq_at(place)), None)
        if following is not None:
            return game.seq_at(following)
    return None


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
    if outcome_of(hand) != "won":
        return None
    won = game.places_of(ev.Mahjong, hand=hand)
    return game.seq_at(won[-1]) if won else None


def winning_hand(game: Game, hand: Hand, seat: Seat | None = None) -> list[Sequence[SetTile]]:
    """The winner's tiles as they lie at the end; empty where nobody has won, or not all of them are known.

    `seat`: which winner's, where several have won; without it the first one's.
    """
    return hand.recall(("winning hand", seat), lambda: _winning_hand(game, hand, seat))


def _winning_hand(game: Game, hand: Hand, seat: Seat | None) -> list[Sequence[SetTile]]:
    winners = result_of(hand).winners
    if not winners or (seat is not None and seat not in winners):
        return []
    last = board(hand.table_after(hand.end - hand.first - 1), "open")
    groups = list(tiles_of(last.seat(seat or winners[0])))
    return [] if any(tile.tile.kind == UNKNOWN for group in groups for tile in group) else groups


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
    hand_moments = [_told(hand, seen, mark) for mark in marks_of(game, hand) if mark.kind in _SHOWN]
    if hand.is_over:
        hand_moments += [
            HandMoment(game.seq_at(hand.first + inside), "ready", _name(hand, seat), "ready")
            for seat, inside in _way_to_ready(seen)[1].items()
        ]
    return sorted(hand_moments, key=lambda hand_moment: game.place_of(hand_moment.seq) or 0)


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


def _name(hand: Hand, seat: Seat) -> str:
    return hand.seats.get(seat) or seat_name(seat)
