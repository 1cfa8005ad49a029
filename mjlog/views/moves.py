"""What could be done at one moment, in words: the legal moves of the table as somebody sees it.

Who does not see a hand is told what anybody might do with one: the moves are made from the table of that sight, and
from nothing else. Source: docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, groupby
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from mjlog import events as ev
from mjlog.answers import Answer, plain
from mjlog.rules import Bound
from mjlog.rules.legal import legal_moves
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.passing import receiver
from mjlog.table.stakes import EXHAUSTIVE
from mjlog.text import counted
from mjlog.tiles import CODES, JOKER, PLAIN_KINDS, UNKNOWN, is_bonus, kind_of, naturals_of
from mjlog.views.board_parts import way_words
from mjlog.views.event_words import owner_words, words
from mjlog.views.naming import either, list_words, seat_name

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


def by_seat(found: Iterable[Move], name: NameOf = CODES.__getitem__) -> list[SeatMoves]:
    """The moves in short, a seat each; tiles by `name`.

    >>> from mjlog.tiles import TILES
    >>> drawn = [Move(Seat.S, ev.Discard(seq=1, seat=Seat.S, tile=TILES[kind]), "") for kind in (0, 4, 31)]
    >>> by_seat([*drawn, Move(Seat.S, ev.Mahjong(seq=1, seat=Seat.S, source="wall", tile=TILES[4]), "")])
    [SeatMoves(seat=<Seat.S: 'S'>, acts=('discard 1b, 5b or Rd', 'declare mahjong with 5b from the wall'))]
    """
    return [SeatMoves(seat, _acts(list(own), name)) for seat, own in groupby(found, lambda move: move.seat)]


def _acts(own: Sequence[Move], name: NameOf) -> tuple[str, ...]:
    """The acts of one seat. Where a record may leave out the tile that is taken before, they come `then`."""
    is_due = any(isinstance(move.event, _TAKING) for move in own)
    return tuple(
        f"{'then ' if is_due and all(map(_of_the_hand, events)) else ''}{_ACTS[kind](events, name)}"
        for kind, same in groupby(own, _kind)
        for events in [[move.event for move in same]]
    )


_TAKING = (ev.Draw, ev.KongReplacement, ev.BonusReplacement)


def _of_the_hand(event: ev.Event) -> bool:
    """Whether an act is one with tiles of the hand, for which a tile that is due must have been taken."""
    if isinstance(event, ev.Mahjong):
        return event.source in ("wall", "loose")
    return isinstance(event, ev.Discard | ev.Bonus | ev.LayConcealed | ev.Kong | ev.JokerExchange)


def in_short(found: Iterable[Move], name: NameOf = CODES.__getitem__) -> list[str]:
    """The moves in short, a line for each seat."""
    lines = []
    for one in by_seat(found, name):
        lines.append(f"{seat_name(one.seat) + ': ' if one.seat is not None else ''}{'; '.join(one.acts)}")
    return lines


def _kind(move: Move) -> tuple[type[ev.Event], object]:
    """What acts of a kind have in common."""
    event: Any = move.event
    if isinstance(event, ev.Discard):
        return ev.Discard, "riichi" if event.riichi else event.calling
    return type(event), event.kind if isinstance(event, ev.Kong) else None


# -- words ----------------------------------------------------------------------------------------------------


def _kinds(events: Sequence[Any], name: NameOf) -> str:
    """The tiles of acts with one kind each; of nearly all kinds, those that are missing."""
    faces = [event.tile.face if hasattr(event, "tile") else event.tiles[-1].face for event in events]
    missing = sorted(set(range(PLAIN_KINDS)) - set(map(kind_of, faces)))
    if len(missing) > _MANY or any(map(is_bonus, faces)):
        return either([name(face) for face in faces])
    return f"any tile but {list_words([name(kind) for kind in missing])}" if missing else "any tile"


def _sets(events: Sequence[Any], name: NameOf) -> str:
    if any(tile.kind == JOKER for event in events for tile in event.tiles):
        return _groups(events, name)
    if len(events) > _MANY:
        return f"any {either(sorted({event.kind for event in events}))}"
    return either([f"a {event.kind} of {_tiles(event.tiles, name)}" for event in events])


def _groups(events: Sequence[Any], name: NameOf) -> str:
    """Sets of one tile in which jokers may stand: how many jokers, a kind of set together."""
    kinds_told = []
    for kind, same in groupby(events, lambda event: event.kind):
        sets = [[tile.kind for tile in event.tiles] for event in same]
        natural = min(naturals_of(chain(*sets)), default=UNKNOWN)
        kinds_told.append(f"a {kind} of {_tile(natural, name)}{_with_jokers([kinds.count(JOKER) for kinds in sets])}")
    return either(kinds_told)


def _with_jokers(counts: Sequence[int]) -> str:
    least, most = min(counts), max(counts)
    if not most:
        return ""
    return f" with {counted(most, 'joker')}" if least == most else f" with {least} to {most} jokers"


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
