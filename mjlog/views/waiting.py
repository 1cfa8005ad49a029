"""What a hand waits for: the tiles that complete it, and how many of them its player has not seen yet.

Told of hands that are seen, and of no others. What is a complete hand is asked of the same judge as the rule of
winning asks: the forms of the rule set, or the score card. Source: classical/win-1, western/win-1, american/card-1;
docs/architecture.md#what-is-never-trusted-and-what-never-leaks.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, Count, says
from mjlog.cards.exposures import Exposure
from mjlog.cards.nearest import NO_LINE, NearLine
from mjlog.cards.rulings import Rulings
from mjlog.hands import Forms, Lack, is_complete, lacking, waits
from mjlog.rules.by_card import exposures_of
from mjlog.scoring import Score
from mjlog.scoring.from_table import worths_if_won
from mjlog.scoring.hand import HanScore
from mjlog.seats import Seat
from mjlog.table import Place, Table, Win
from mjlog.table.state import DEALING, NOTHING, PASSING
from mjlog.tiles import ANY_FLOWER, HAND_TILES, JOKER, KINDS, PLAIN_KINDS, TILES, Tile
from mjlog.views.card_lines import LineName
from mjlog.views.naming import either, seat_name, tile_words
from mjlog.views.scores import working

MOST_DISCARDS = 5
"""Discards that are told of a hand with a tile to discard, the best ones."""
_OF_A_CARD = (*range(PLAIN_KINDS), ANY_FLOWER, JOKER)
_ANY_ONE = [1] * KINDS
_LYING_OPEN = frozenset(("discard", "kong"))
"""Sources of a winning tile that lies on the table before."""
_NO_PLAY = (NOTHING, DEALING, PASSING)


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a hand. `left`: so many of the kind its player sees nowhere; `line`: of the card.

    `drawn`, `claimed`: what the hand would be worth with it, where a win needs a pattern; otherwise None.
    """

    kind: int
    left: int
    line: LineName | None = None
    drawn: Score | None = None
    claimed: Score | None = None


@dataclass(frozen=True, slots=True)
class DiscardWaits:
    """What a hand would wait for once this tile is discarded."""

    kind: int
    waits: tuple[Wait, ...]

    @property
    def left(self) -> int:
        """How many tiles can come that complete the hand."""
        return sum(wait.left for wait in self.waits)


@dataclass(frozen=True, slots=True)
class SeatWaits:
    """What a player waits for: `waits` between turns; in turn `discards`, the best ones first.

    `is_complete`: the hand is complete as it is, with the tile just taken.
    """

    seat: Seat
    waits: tuple[Wait, ...] = ()
    discards: tuple[DiscardWaits, ...] = ()
    is_complete: bool = False


class WaitWon(NamedTuple):
    """What a winner had waited for: the kinds, and how many of these tiles the winner had seen nowhere."""

    kinds: tuple[int, ...]
    left: int


def wait_won(table: Table, win: Win) -> WaitWon | None:
    """What a hand waited for before the tile that it won with came; None where its tiles are not known.

    `table`: after the win.
    """
    place, tile = table.place(win.seat), win.tile
    if tile is None or place.unknown or not place.sure or not place.held[tile]:
        return None
    if table.plan.by_card and table.card is None:
        return None
    held = list(place.held)
    held[tile] -= 1
    judge = _ByCard(table, place) if table.plan.by_card else _ByForms(table, place)
    if judge.size() != HAND_TILES:
        return None
    kinds = judge.kinds(held, held)
    visible = list(win.visible)
    visible[tile] -= win.source in _LYING_OPEN and visible[tile] > 0
    left = _unseen_beside(table, place, [lying + own for lying, own in zip(visible, held, strict=True)])
    return WaitWon(kinds, sum(left[kind] for kind in kinds))


def waits_at(table: Table) -> list[SeatWaits]:
    """The hands that lack one tile, or are complete, of those that the table shows; East's first."""
    found = (_waits_of(judge) for judge in judges(table))
    return [one for one in found if one is not None and (one.waits or one.discards or one.is_complete)]


def judges(table: Table) -> Iterator[Judge]:
    """Who judges the hands that the table shows, of those who still play; East's first."""
    if table.due in _NO_PLAY or (table.plan.by_card and table.card is None):
        return
    for place in map(table.place, table.plan.seats):
        is_told = not place.unknown and place.sure and place.seat not in table.dead
        if is_told and table.win_of(place.seat) is None:
            yield _ByCard(table, place) if table.plan.by_card else _ByForms(table, place)


def _waits_of(judge: Judge) -> SeatWaits | None:
    place, tiles = judge.place, judge.size()
    if tiles == HAND_TILES - 1:
        return SeatWaits(place.seat, judge.waits(place.held))
    if tiles != HAND_TILES:
        return None
    return SeatWaits(place.seat, (), _discards(judge, place.held), judge.is_complete(place.held))


def _discards(judge: Judge, held: Sequence[int]) -> tuple[DiscardWaits, ...]:
    """What one would wait for, by the tile discarded: most tiles left first, then most kinds."""
    counts, found = list(held), []
    for kind in range(KINDS):
        if counts[kind]:
            counts[kind] -= 1
            found.append(DiscardWaits(kind, judge.waits(counts)))
            counts[kind] += 1
    close = [one for one in found if one.waits]
    close.sort(key=lambda one: (-one.left, -len(one.waits), one.kind))
    return tuple(close[:MOST_DISCARDS])


class _ByForms:
    """Complete hands of the rule set: four sets and a pair, and what else it has."""

    def __init__(self, table: Table, place: Place) -> None:
        self.forms = table.plan.forms
        self.place = place
        self.laid = tuple([one.tiles for one in place.sets])
        self.left = unseen_by(table, place)
        self.table = table

    def size(self) -> int:
        """How many tiles the hand has, a kong counted as three."""
        return self.place.size + 3 * len(self.laid)

    def waits(self, counts: Sequence[int]) -> tuple[Wait, ...]:
        """The tiles that complete these; not one of which the player has all."""
        return tuple(self._wait(kind, counts) for kind in self.kinds(counts, self.place.held))

    def kinds(self, counts: Sequence[int], own: Sequence[int]) -> tuple[int, ...]:
        """Their kinds. `own`: what the player holds, of which not all four may be there."""
        found = _waited_for(tuple(counts), self.laid, self.forms)
        return tuple(kind for kind in found if own[kind] + sum(tiles.count(kind) for tiles in self.laid) < 4)

    def _wait(self, kind: int, counts: Sequence[int]) -> Wait:
        """What a tile brings is told where it may be nothing: where a win needs a pattern."""
        seat, with_it = self.place.seat, [count + (one == kind) for one, count in enumerate(counts)]
        drawn = worths_if_won(self.table, seat, "wall", kind, with_it)
        claimed = worths_if_won(self.table, seat, "discard", kind, counts)
        if not drawn or not claimed:
            return Wait(kind, self.left[kind])
        return Wait(kind, self.left[kind], None, drawn[0], claimed[0])

    def lack(self, counts: Sequence[int]) -> Lack:
        """What these tiles lack to be complete."""
        return _lacking(tuple(counts), self.laid, self.forms)

    def nearest(self, counts: Sequence[int]) -> list[tuple[LineName, NearLine]]:
        """Without a card there are no lines."""
        return []

    def is_complete(self, counts: Sequence[int]) -> bool:
        """Whether these tiles win."""
        return is_complete(counts, len(self.laid), forms=self.forms, laid=self.laid)


class _ByCard:
    """Complete hands of the score card in force."""

    def __init__(self, table: Table, place: Place) -> None:
        assert table.card is not None
        self.card = table.card
        self.place = place
        self.exposures = exposures_of(place)
        self._exposed = tuple(self.exposures or ())
        self.left = unseen_by(table, place)

    def size(self) -> int:
        """How many tiles the hand has; none where what lies exposed is no group of a card."""
        return self.place.tiles if self.exposures is not None else 0

    def waits(self, counts: Sequence[int]) -> tuple[Wait, ...]:
        """The tiles that make a line of the card, jokers where one may stand; each with the line worth most."""
        return tuple(Wait(kind, self.left[kind], line) for kind, line in self._lines(tuple(counts)))

    def kinds(self, counts: Sequence[int], _own: Sequence[int]) -> tuple[int, ...]:
        """Their kinds; as the other judge gives them."""
        return tuple(kind for kind, _line in self._lines(tuple(counts)))

    def _lines(self, counts: tuple[int, ...]) -> tuple[tuple[int, LineName], ...]:
        return _lines_made(self.card, counts, self._exposed)

    def is_complete(self, counts: Sequence[int]) -> bool:
        """Whether these tiles are a line of the card."""
        return self.card.match(counts, self._exposed) is not None

    def nearest(self, counts: Sequence[int]) -> list[tuple[LineName, NearLine]]:
        """The lines that these tiles lack least of, nearest first."""
        lines = self.card.card.lines
        found = _nearest(self.card, tuple(counts), self._exposed, 3)
        return [(LineName(lines[near.line].label, lines[near.line].value), near) for near in found]

    def lack(self, counts: Sequence[int]) -> Lack:
        """What these tiles lack of the nearest line."""
        (near,) = _nearest(self.card, tuple(counts), self._exposed, 1) or [NO_LINE]
        return Lack(near.tiles, sum(1 << kind for kind in {*near.lacks}))


Judge = _ByForms | _ByCard


# -- a hand is asked about at every event and in every view, and changes at few ---------------------------------

_kept = functools.lru_cache(maxsize=1 << 11)
_Counts = tuple[int, ...]
_Sets = tuple[tuple[int, ...], ...]


@_kept
def _lacking(counts: _Counts, laid: _Sets, forms: Forms) -> Lack:
    return lacking(counts, len(laid), forms=forms, laid=laid)


@_kept
def _waited_for(counts: _Counts, laid: _Sets, forms: Forms) -> tuple[int, ...]:
    return tuple(waits(counts, len(laid), forms=forms, laid=laid))


@_kept
def _nearest(card: Rulings, counts: _Counts, exposures: tuple[Exposure, ...], most: int) -> list[NearLine]:
    return card.nearest(counts, exposures, most)


@_kept
def _lines_made(
    card: Rulings, counts: _Counts, exposures: tuple[Exposure, ...]
) -> tuple[tuple[int, LineName], ...]:
    """The kinds of which one more makes a line of the card, each with the line worth most."""
    if not card.possible(counts, 1, _ANY_ONE, exposures):
        return ()
    grown, found = list(counts), []
    for kind in _OF_A_CARD:
        grown[kind] += 1
        match = card.match(grown, exposures)
        grown[kind] -= 1
        if match is not None:
            found.append((kind, LineName(match.label, match.value)))
    return tuple(found)


def unseen_by(table: Table, place: Place | None) -> list[int]:
    """How many tiles of each kind a player sees neither in their own hand nor on the table; None: who has no hand."""
    gone = list(table.visible)
    for other in map(table.place, table.plan.seats):
        if other is place or other.shown is not None:
            gone = [seen + held for seen, held in zip(gone, other.held, strict=True)]
    return _unseen_beside(table, place, gone)


def _unseen_beside(table: Table, place: Place | None, gone: list[int]) -> list[int]:
    """The same, of what lies open, is held and was shown (`gone`), without one's own sets that lie face down."""
    for laid in place.sets if place is not None else ():
        if laid.concealed and laid.kind != "kong":
            # Face down: nobody else sees them.
            for kind in laid.tiles:
                gone[kind] += 1
        elif laid.kind == "kong" and not table.plan.by_card:
            gone[laid.tiles[0]] = table.plan.copies[laid.tiles[0]]
    return [max(0, copies - seen) for copies, seen in zip(table.plan.copies, gone, strict=True)]


# -- in words, and as JSON values -----------------------------------------------------------------------------


def wait_words(found: Sequence[Wait]) -> str:
    """Tiles that are waited for, each with how many are left, and its line of the card.

    >>> wait_words([Wait(1, 3), Wait(4, 0)])
    '2 bamboo (3 left) or 5 bamboo (none left)'
    """
    return either([f"{tile_words(wait.kind)} ({_line(wait)}{_left(wait)})" for wait in found])


def _left(wait: Wait) -> str:
    worth = worth_of_wait(wait)
    return f"{wait.left or 'none'} left" + (f"; {worth}" if worth else "")


def worth_of_wait(wait: Wait) -> str:
    """What a tile would bring, claimed and drawn, in words; empty where that is not told."""
    if wait.drawn is None or wait.claimed is None:
        return ""
    claimed, drawn = _worth_words(wait.claimed), _worth_words(wait.drawn)
    return claimed if claimed == drawn else f"{claimed}, drawn {drawn}"


def _worth_words(score: Score) -> str:
    if score.total is not None:
        return working(score)
    return "no pattern to win with" if isinstance(score, HanScore) else score.reason or ""


def _line(wait: Wait) -> str:
    return "" if wait.line is None else f"{wait.line.label} for {wait.line.value}, "


def waits_in_short(found: Sequence[SeatWaits]) -> list[str]:
    """What is waited for, a line a player; of a hand in turn what it would wait for, discard by discard."""
    lines = []
    for one in found:
        parts = [f"waits for {wait_words(one.waits)}"] if one.waits else []
        parts += ["has a complete hand"] if one.is_complete else []
        parts += [f"without {tile_words(each.kind)} would wait for {wait_words(each.waits)}" for each in one.discards]
        lines.append(f"{seat_name(one.seat)} {'; '.join(parts)}")
    return lines


class WaitWorth(Answer):
    """What a hand would be worth with a tile."""

    total: Annotated[Count, says("points, without repeats and pot")]
    han: Count
    fu: Count
    limit: str | None


class WaitAnswer(Answer):
    """A tile that completes a hand."""

    tile: Tile
    left: Annotated[Count, says("so many of the kind its player sees nowhere")]
    line: Annotated[LineName | None, says("of the score card")]
    drawn: Annotated[WaitWorth | UnsetType | None, says("drawn, where a win needs a pattern; null without one")] = UNSET
    claimed: Annotated[WaitWorth | UnsetType | None, says("the same, claimed from another player")] = UNSET


class DiscardWaitsAnswer(Answer):
    """What a hand would wait for once this tile is discarded."""

    tile: Tile
    left: Annotated[Count, says("how many tiles can come that complete the hand")]
    waits: list[WaitAnswer]


class SeatWaitsAnswer(Answer):
    """What a hand that is seen waits for."""

    seat: Seat
    waits: Annotated[list[WaitAnswer], says("between turns")]
    discards: Annotated[list[DiscardWaitsAnswer], says("in turn, the best ones first")]
    complete: Annotated[bool, says("the hand is complete as it is")]
    words: str


def waits_answer(found: Sequence[SeatWaits]) -> list[SeatWaitsAnswer]:
    """What the hands that are seen wait for, as an answer."""
    return [
        SeatWaitsAnswer(
            seat=one.seat,
            waits=_waits(one.waits),
            discards=[DiscardWaitsAnswer(TILES[each.kind], each.left, _waits(each.waits)) for each in one.discards],
            complete=one.is_complete,
            words=words,
        )
        for one, words in zip(found, waits_in_short(found), strict=True)
    ]


def _waits(waits: Iterable[Wait]) -> list[WaitAnswer]:
    return [
        WaitAnswer(TILES[wait.kind], wait.left, wait.line, _worth_answer(wait.drawn), _worth_answer(wait.claimed))
        for wait in waits
    ]


def _worth_answer(score: Score | None) -> WaitWorth | UnsetType | None:
    if score is None:
        return UNSET
    return None if score.total is None else WaitWorth(score.total, score.doubles, score.points, score.limit)
