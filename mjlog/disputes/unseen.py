"""What an act depends on that nobody saw: which tiles among a player's unseen ones make it legal, and which do not.

It is tried out: of the tiles that nobody saw, those that matter are put into the hand in every number there can be, and
the rules are asked each time; what contradicts the rest of the hand, as it was laid down and shown later, is left out.
Nothing is said of how likely anything is, and nothing that was not tried.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import NamedTuple

from mjlog import events as ev
from mjlog.disputes.later import NOTHING_LATER, Later
from mjlog.disputes.witness import complete_hands
from mjlog.findings import Severity, severity_of
from mjlog.rules import Bound, violations
from mjlog.rules.sets import rests_of_set
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.unseen import copies_left
from mjlog.tiles import JOKER, UNKNOWN

MOST_TRIED = 4000
"""Assignments that are tried; what needs more is not said to be certain either way."""
_MOST_BY_CARD = 400
_MOST_EXAMPLES = 60
_INFO = Severity.INFO.value
Tiles = tuple[tuple[int, int], ...]
"""Kinds with the number of each."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """So many tiles of these kinds among the unseen ones, and no more of the kinds that matter.

    `why`: how it breaks a rule, in words, and `rule` the id of that; empty where the act is legal with it.
    """

    tiles: Tiles
    why: str = ""
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """What an act depends on. `count`: unseen tiles of the player; `matter`: kinds that matter, and how many are left.

    `is_whole`: the assignments name all unseen tiles, and not only those of the kinds that matter. `least`: the fewest
    tiles that make it legal, where having more never makes it illegal; empty where it is not so. `tried` False: there
    are more assignments than are tried. `by_later`: assignments that contradict the rest of the hand are left out.
    `shows`: the act itself shows the tiles that it needs; that they were there, nothing else need tell. `doubt`: the
    event from which on the rest of the hand is not used, for it contradicts itself there. `example`: one way that
    makes it legal, where there are more than are tried.
    """

    seat: Seat
    count: int
    matter: Tiles
    legal: tuple[Assignment, ...]
    illegal: tuple[Assignment, ...]
    least: tuple[Tiles, ...]
    is_whole: bool = False
    tried: bool = True
    by_later: bool = False
    shows: bool = False
    doubt: int | None = None
    example: Assignment | None = None

    @property
    def proves(self) -> bool | None:
        """Whether what was seen proves the act legal, or not; None where it is left open."""
        if not self.tried or (self.legal and self.illegal) or self.conflicts:
            return None
        return bool(self.legal)

    @property
    def is_open(self) -> bool:
        """Whether somebody who rules has to know tiles that nobody saw, or which event was written down right."""
        return self.proves is None and (self.conflicts or not self.shows)

    @property
    def conflicts(self) -> bool:
        """Whether an act that shows its tiles, and the rest of the record, cannot both be right."""
        return self.tried and self.shows and not self.legal


def depends_on(bound: Bound, table: Table, event: ev.Event, after: Later = NOTHING_LATER) -> Unseen | None:
    """How far an act depends on unseen tiles of the player; None where it does not. The table is not changed.

    `after`: what is known of the hand from the rest of the record.
    """
    seat = getattr(event, "seat", None)
    if not isinstance(seat, Seat) or seat not in table.plan.seats:
        return None
    place = table.place(seat)
    kinds = kinds_that_matter(table, event)
    if not place.unknown or not place.sure or kinds == []:
        return None
    left = {kind: copies_left(table, kind) - after.elsewhere.get(kind, 0) for kind in range(UNKNOWN)}
    if any(number < 0 for number in left.values()):
        # More tiles than there are: whatever is wrong, nothing follows from the rest of the hand.
        after, left = NOTHING_LATER, {kind: copies_left(table, kind) for kind in range(UNKNOWN)}
    asked = _Asked(bound, table, event, place, after, left)
    made = _by_hands(asked) if kinds is None else _by_kinds(asked, {kind: left[kind] for kind in kinds})
    return None if made is None else replace(made, shows=isinstance(event, _SHOWS), doubt=after.doubt)


_SHOWS = (ev.Discard, ev.JokerExchange, ev.Bonus, ev.Kong, ev.LayConcealed, ev.Expose)
"""Acts that lay open the tiles that they need."""


class _Asked(NamedTuple):
    """An act at a table. `left`: how many tiles of each kind nobody has seen."""

    bound: Bound
    table: Table
    event: ev.Event
    place: Place
    after: Later
    left: dict[int, int]

    def assignment(self, tiles: Tiles, hand: Sequence[int]) -> Assignment:
        """What the rules say if these are the player's unseen tiles."""
        there = self.table.copy()
        known = there.place(self.place.seat)
        for kind in hand:
            known.held[kind] += 1
            there.seen[kind] += 1
        known.unknown -= len(hand)
        found = violations(self.bound, there, self.event)
        wrong = ((refusal.message, rule) for refusal, rule in found if severity_of(refusal) != _INFO)
        return Assignment(tiles, *next(wrong, ("", None)))


def kinds_that_matter(table: Table, event: ev.Event) -> list[int] | None:
    """The kinds of which the act needs some in the hand; None: the whole hand matters; empty: no tile does."""
    if isinstance(event, ev.Mahjong | ev.Fishing) or getattr(event, "for_", "") == "mahjong":
        return None
    if isinstance(event, ev.Discard) and event.calling:
        return None
    kinds: set[int] = set()
    if isinstance(event, ev.Discard | ev.JokerExchange):
        kinds = {event.tile.kind}
    elif isinstance(event, ev.Bonus | ev.Kong | ev.LayConcealed | ev.Expose):
        kinds = {tile.kind for tile in event.tiles}
    elif isinstance(event, ev.Claim) and table.discard is not None and table.discard.tile < UNKNOWN:
        kinds = {kind for rest in rests_of_set(event.for_, table.discard.tile) for kind in rest}
        kinds |= {JOKER} if table.plan.copies[JOKER] else set()
    return sorted(kinds - {UNKNOWN})


# -- kinds of which a number is needed ---------------------------------------------------------------------------


def _by_kinds(asked: _Asked, matter: dict[int, int]) -> Unseen | None:
    """Every number of each kind that matters; the other unseen tiles are of kinds that do not."""
    place = asked.place
    spread = [range(min(number, place.unknown) + 1) for number in matter.values()]
    chosen = [numbers for numbers in itertools.product(*spread) if sum(numbers) <= place.unknown]
    if len(chosen) > MOST_TRIED:
        return _not_tried(place, matter)
    fillers = [kind for kind, number in asked.left.items() if kind not in matter for _ in range(number)]
    tried, excluded = [], sum(asked.after.elsewhere.get(kind, 0) for kind in matter)
    for numbers in chosen:
        tiles = tuple(zip(matter, numbers, strict=True))
        rest = place.unknown - sum(numbers)
        if not asked.after.fits(place.held, dict(tiles), rest):
            excluded += 1
        elif rest <= len(fillers):
            tried.append(asked.assignment(tiles, [*_spread(tiles), *fillers[:rest]]))
    return _told(place, tuple(matter.items()), tried, is_whole=False, by_later=excluded > 0)


def _spread(tiles: Tiles) -> Iterator[int]:
    for kind, number in tiles:
        yield from itertools.repeat(kind, number)


def _told(place: Place, matter: Tiles, tried: Sequence[Assignment], is_whole: bool, by_later: bool) -> Unseen | None:
    legal = tuple(one for one in tried if not one.why)
    illegal = tuple(one for one in tried if one.why)
    if not tried or not (illegal or by_later):
        return None
    least = () if is_whole or not legal else _least(legal, illegal)
    return Unseen(place.seat, place.unknown, matter, legal, illegal, least, is_whole, by_later=by_later)


def _least(legal: Sequence[Assignment], illegal: Sequence[Assignment]) -> tuple[Tiles, ...]:
    """The fewest tiles that make the act legal, if whoever has them, and more, may always act."""
    fewest = [one for one in legal if not any(_is_less(other, one) for other in legal)]
    if any(_is_less(one, other) for one in fewest for other in illegal):
        return ()
    return tuple(tuple((kind, number) for kind, number in one.tiles if number) for one in fewest)


def _is_less(one: Assignment, other: Assignment) -> bool:
    """Whether an assignment has no tile more than another, and some less."""
    pairs = list(zip(one.tiles, other.tiles, strict=True))
    return one is not other and all(mine[1] <= theirs[1] for mine, theirs in pairs)


# -- whole hands -------------------------------------------------------------------------------------------------


def _by_hands(asked: _Asked) -> Unseen | None:
    """All that the unseen tiles can be together."""
    place = asked.place
    kinds = {kind: number for kind, number in asked.left.items() if number}
    most = _MOST_BY_CARD if asked.table.plan.by_card else MOST_TRIED
    pool = asked.after.pool(place.held, place.unknown)
    hands: Iterable[tuple[int, ...]]
    if pool is not None and comb(len(pool), place.unknown) <= most:
        hands = sorted(set(itertools.combinations(pool, place.unknown)))
    elif kinds and comb(len(kinds) + place.unknown - 1, place.unknown) <= most:
        hands = itertools.combinations_with_replacement(kinds, place.unknown)
    else:
        return replace(_not_tried(place, {}), example=_example(asked)) if kinds else None
    tried, excluded = [], pool is not None or bool(asked.after.elsewhere)
    for hand in hands:
        numbers = Counter(hand)
        if any(number > kinds.get(kind, 0) for kind, number in numbers.items()):
            continue
        if asked.after.fits(place.held, numbers, 0):
            tried.append(asked.assignment(tuple(numbers.items()), hand))
        else:
            excluded = True
    return _told(place, (), tried, is_whole=True, by_later=excluded)


def _example(asked: _Asked) -> Assignment | None:
    """One way in which a mahjong is legal; None where none was found among the first, or no mahjong is asked for."""
    event, table, place = asked.event, asked.table, asked.place
    if isinstance(event, ev.Mahjong):
        is_taken = event.source in ("discard", "kong")
    elif isinstance(event, ev.Claim) and event.for_ == "mahjong":
        is_taken = True
    else:
        return None
    open_tile = table.kong or table.discard
    taken = [open_tile.tile] if is_taken and open_tile is not None else []
    if table.plan.by_card or len(taken) != is_taken:
        return None
    for hand in itertools.islice(complete_hands(place.held, taken, asked.left, place.unknown), _MOST_EXAMPLES):
        numbers = Counter(hand)
        made = asked.assignment(tuple(sorted(numbers.items())), hand)
        if not made.why and asked.after.fits(place.held, numbers, 0):
            return made
    return None


def _not_tried(place: Place, matter: dict[int, int]) -> Unseen:
    return Unseen(place.seat, place.unknown, tuple(matter.items()), (), (), (), tried=False)
