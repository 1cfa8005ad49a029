"""Records of one hand each, joined into games where one hand follows the other.

A hand follows another of the same players where its round, its East, its repeats, everybody's points and what lies on
the table are what that hand came to. If several could follow, or it could follow several, nothing is joined.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.log.records import GameRecord, Row, Where
from mjlog.seats import Seat

_STICK = 1000
_DECISIVE = (ev.Draw, ev.Expose, ev.Mahjong, ev.Washout)
"""What tells whether a discard was won."""
_Stand = tuple[object, ...]
"""What a hand begins with: the kind of its record, players, round, East's place, repeats, points, what lies there."""


class _Hand(NamedTuple):
    """A record of one hand, with the rows of the hand itself. `begins`: how; `ends`: how one begins that follows it."""

    record: GameRecord
    rows: list[Row]
    begins: _Stand
    ends: tuple[_Stand, ...]


def joined(records: Iterable[GameRecord]) -> list[GameRecord]:
    """The records as games, in order; a hand that stays alone among others of one hand is marked so (`is_apart`)."""
    hands = [_one_hand(record) for record in records]
    beginning, ending = defaultdict[_Stand, list[int]](list), defaultdict[_Stand, list[int]](list)
    for number, hand in enumerate(hands):
        if isinstance(hand, _Hand):
            beginning[hand.begins].append(number)
            for stand in hand.ends:
                ending[stand].append(number)
    next_of: dict[int, int] = {}
    for stand, before in ending.items():
        after = beginning.get(stand, [])
        if len(before) == len(after) == 1 and before != after:
            next_of[before[0]] = -1 if before[0] in next_of else after[0]
    next_of = {before: after for before, after in next_of.items() if after >= 0}
    are_several = sum(isinstance(hand, _Hand) for hand in hands) > 1
    followed, games = set(next_of.values()), list[GameRecord]()
    for number, hand in enumerate(hands):
        if isinstance(hand, GameRecord):
            games.append(hand)
        elif number not in followed:
            chain = [hand]
            while number in next_of:
                number = next_of[number]
                chain.append(hands[number])  # type: ignore[arg-type]  # only such are followed by others
            games.append(_game(chain) if len(chain) > 1 else replace(hand.record, is_apart=are_several))
    return games


def _one_hand(record: GameRecord) -> _Hand | GameRecord:
    """A record as the hand that it has; with its rows in memory where it has none, several, or another beginning."""
    rows = list(record.rows)
    record = replace(record, rows=rows)
    begun = [row for row, _where in rows if isinstance(row, ev.HandStart)]
    starts = [row for row, _where in rows if isinstance(row, ev.GameStart)]
    if len(begun) != 1 or len(starts) != 1:
        return record
    start, hand = starts[0], begun[0]
    end = next((row for row, _where in rows if isinstance(row, ev.GameEnd)), None)
    inner = [(row, where) for row, where in rows if not isinstance(row, ev.GameStart | ev.GameEnd)]
    players = start.players
    if hand.totals is None or set(players) != set(hand.seats.values()) or hand.repeats is None:
        return record
    place = players.index(hand.seats[Seat.E])
    # Everybody's points after the hand, and what lies on the table then.
    totals, pot = dict(hand.totals), hand.pot or 0
    events = [row for row, _where in inner if isinstance(row, ev.Event)]
    for discard in riichi_that_stand(events):
        totals[hand.seats[discard.seat]] -= _STICK
        pot += _STICK
    for settled in (event for event in events if isinstance(event, ev.Settlement)):
        pot -= settled.pot or 0
        for seat, gained in settled.change.items():
            totals[hand.seats[seat]] += gained
    who = (record.foreign, players)
    begins: _Stand = (*who, hand.round, place, hand.repeats, *(hand.totals.get(one) for one in players), hand.pot or 0)
    if end is not None and end.totals == totals:
        return _Hand(record, inner, begins, ())
    following = (place + 1) % len(players)
    rounds = [hand.round] if following else [wind for wind in Seat if wind.index == hand.round.index + 1]
    stands: list[_Stand] = [(hand.round, place, hand.repeats + 1)]
    stands += [(wind, following, repeats) for wind in rounds for repeats in (0, hand.repeats + 1)]
    points = (*(totals.get(player) for player in players), pot)
    return _Hand(record, inner, begins, tuple((*who, *stand, *points) for stand in stands))


def riichi_that_stand(events: Sequence[ev.Event]) -> Iterator[ev.Discard]:
    """The discards with which riichi was declared, and that were not won, by what came after them; the last first."""
    following: ev.Event | None = None
    for event in reversed(events):
        is_won = isinstance(following, ev.Mahjong) or getattr(following, "reason", None) == "three-ron"
        if isinstance(event, ev.Discard) and event.riichi and following is not None and not is_won:
            yield event
        following = event if isinstance(event, _DECISIVE) else following


def _game(chain: Sequence[_Hand]) -> GameRecord:
    """A game of hands: its beginning is that of the first, its end and the number of its rounds are the last one's."""
    seq = 1
    start, where = next((row, where) for row, where in chain[0].record.rows if isinstance(row, ev.GameStart))
    last = next(row for row, _where in chain[-1].record.rows if isinstance(row, ev.GameStart))
    rounds = {name: value for name, value in (last.options or {}).items() if name == "rounds"}
    rows: list[tuple[Row, str]] = []
    for hand in chain:
        rows += [(row, hand.record.source) for row in hand.rows]
    ends = [row for row in chain[-1].record.rows if isinstance(row[0], ev.GameEnd)]
    rows += [(row, chain[-1].record.source) for row in ends]
    start = msgspec.structs.replace(start, options={**(start.options or {}), **rounds})
    made: list[Row] = [(start, _located(where, chain[0].record.source))]
    number = 0
    for (row, line), source in rows:
        if isinstance(row, ev.Event):
            seq += 1
            row.seq = seq
            if isinstance(row, ev.HandStart):
                number += 1
                row.hand = number
        made.append((row, _located(line, source)))
    return replace(chain[0].record, rows=made, is_apart=False, ruleset=chain[-1].record.ruleset)


def _located(where: int | Where | None, source: str) -> Where | None:
    if isinstance(where, Where):
        return where if where.source is not None else msgspec.structs.replace(where, source=source)
    return None if where is None else Where(where, source=source)
