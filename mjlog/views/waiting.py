"""What hands wait for, how far others are from being ready, what can go without a loss; what is seen of each tile.

Told of hands that are seen, and of no others; all of it follows from the table of one sight. What is a complete hand is
asked of the same judge as the rule of winning asks: the forms of the rule set, or the score card.
Source: classical/win-1, western/win-1, american/card-1; docs/understand/trust.md.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, Count, Keeping, Kept, says
from mjlog.audit.report import WaitWon
from mjlog.cards.exposures import Exposure
from mjlog.cards.matcher import NearLine
from mjlog.cards.rulings import Rulings
from mjlog.events import FROM_OTHERS
from mjlog.hands import Forms, Lack, is_complete, lacking, waits
from mjlog.log.sight import Sight
from mjlog.rules.by_card import exposures_of
from mjlog.scoring import Score
from mjlog.scoring.from_table import worths_if_won
from mjlog.scoring.hand import HanScore
from mjlog.seats import Seat
from mjlog.table import Place, Table, Win
from mjlog.table.danger import DANGER_NAMES, danger_of
from mjlog.table.facts import Fact
from mjlog.table.state import DEALING, NOTHING, PASSING
from mjlog.text import either, list_words
from mjlog.tiles import ANY_FLOWER, HAND_TILES, JOKER, KINDS, PLAIN_KINDS, TILES, Tile
from mjlog.views.board import LineName
from mjlog.views.words import seat_name, tile_words, working

MOST_DISCARDS = 5
"""Discards that are told of a hand with a tile to discard, the best ones."""
_OF_A_CARD = (*range(PLAIN_KINDS), ANY_FLOWER, JOKER)
_ANY_ONE = [1] * KINDS
"""Sources of a winning tile that lies on the table before."""
_NO_PLAY = (NOTHING, DEALING, PASSING)


class WaitWorth(Answer):
    """What a hand would be worth with a tile."""

    total: Annotated[Count, says("points, without repeats and pot")]
    doubles: Annotated[Count, says("han, where hands are reckoned in these")]
    points: Annotated[Count, says("before they are doubled; fu, where hands are reckoned in these")]
    limit: str | None


class Wait(Keeping):
    """A tile that completes a hand."""

    tile: Tile
    left: Annotated[Count, says("so many of the kind its player sees nowhere")]
    line: Annotated[LineName | None, says("of the score card")]
    drawn: Annotated[WaitWorth | UnsetType | None, says("drawn, where a win needs a pattern; null without one")] = UNSET
    claimed: Annotated[WaitWorth | UnsetType | None, says("the same, claimed from another player")] = UNSET

    worth = Kept[str]()
    """What it would bring, claimed and drawn, in words; empty where that is not told."""


class DiscardWaits(Answer):
    """What a hand would wait for once this tile is discarded."""

    tile: Tile
    left: Annotated[Count, says("how many tiles can come that complete the hand")]
    waits: tuple[Wait, ...]


class SeatWaits(Answer):
    """What a hand that is seen waits for."""

    seat: Seat
    waits: Annotated[tuple[Wait, ...], says("between turns")]
    discards: Annotated[tuple[DiscardWaits, ...], says("in turn, the best ones first")]
    is_complete: Annotated[bool, says("the hand is complete as it is")]
    words: str


def wait_won(table: Table, win: Win) -> WaitWon | None:
    """What a hand waited for before the tile that it won with came; None where its tiles are not known.

    `table`: after the win.
    """
    place, tile = table.place(win.seat), win.tile
    if tile is None or place.unknown or not place.sure or not place.held[tile] or not _says_what_wins(table):
        return None
    held = list(place.held)
    held[tile] -= 1
    judge = _judge(table, place)
    if judge.size() != HAND_TILES:
        return None
    kinds = judge.kinds(held, held)
    visible = list(win.visible)
    visible[tile] -= win.source in FROM_OTHERS and visible[tile] > 0
    left = _unseen_beside(table, place, [lying + own for lying, own in zip(visible, held, strict=True)])
    return WaitWon(kinds, sum(left[kind] for kind in kinds))


def waits_at(table: Table) -> list[SeatWaits]:
    """The hands that lack one tile, or are complete, of those that the table shows; East's first."""
    by_hand = []
    for judge in judges(table):
        place, tiles = judge.place, judge.size()
        waits: tuple[Wait, ...] = judge.waits(place.held) if tiles == HAND_TILES - 1 else ()
        discards = _discards(judge) if tiles == HAND_TILES else ()
        is_complete = tiles == HAND_TILES and judge.is_complete(place.held)
        if waits or discards or is_complete:
            # Of a hand in turn it is told what it would wait for, discard by discard.
            parts = [f"waits for {_wait_words(waits)}"] if waits else []
            parts += ["has a complete hand"] if is_complete else []
            parts += [f"without {tile_words(each.tile)} would wait for {_wait_words(each.waits)}" for each in discards]
            words = f"{seat_name(place.seat)} {'; '.join(parts)}"
            by_hand.append(SeatWaits(place.seat, waits, discards, is_complete, words))
    return by_hand


def _judge(table: Table, place: Place) -> Judge:
    return _ByCard(table, place) if table.plan.family.wins_by_card else _ByForms(table, place)


def judges(table: Table) -> Iterator[Judge]:
    """Who judges the hands that the table shows, of those who still play; East's first."""
    by_seat = (judge_of(table, seat) for seat in table.plan.seats)
    return (judge for judge in by_seat if judge is not None)


def judge_of(table: Table, seat: Seat) -> Judge | None:
    """Who judges the hand of a player; None where the table does not show it, or it plays no more."""
    place = _shown_of(table, seat)
    return _judge(table, place) if place is not None and _says_what_wins(table) else None


def _says_what_wins(table: Table) -> bool:
    """Whether it is known what a complete hand is."""
    return table.has_card and Fact.GOULASH not in table.in_doubt


def _shown_of(table: Table, seat: Seat) -> Place | None:
    """The hand of a player who still plays, where the table shows all of it."""
    place = table.places[seat.index]
    if place.unknown or not place.sure or seat in table.dead or table.due in _NO_PLAY:
        return None
    return None if table.wins and table.win_of(seat) is not None else place


def _discards(judge: Judge) -> tuple[DiscardWaits, ...]:
    """What one would wait for, by the tile discarded: most tiles left first, then most kinds."""
    counts, waits_by_discard = list(judge.place.held), []
    for option in options_of(judge):
        counts[option.kind] -= 1
        if option.away <= 0 and (waits := judge.waits(counts)):
            waits_by_discard.append(DiscardWaits(TILES[option.kind], sum(wait.left for wait in waits), waits))
        counts[option.kind] += 1
    waits_by_discard.sort(key=lambda option: (-option.left, -len(option.waits), option.tile.kind))
    return tuple(waits_by_discard[:MOST_DISCARDS])


def _worth(score: Score) -> WaitWorth | None:
    return None if score.total is None else WaitWorth(score.total, score.doubles, score.points, score.limit)


class _Judging:
    """The hand of a player, as the table is now."""

    table: Table
    place: Place

    @functools.cached_property
    def left(self) -> list[int]:
        """How many tiles of each kind the player does not see."""
        return unseen_by(self.table, self.place)


class _ByForms(_Judging):
    """Complete hands of the rule set: four sets and a pair, and what else it has."""

    def __init__(self, table: Table, place: Place) -> None:
        self.table, self.place = table, place
        self.forms = table.plan.forms
        self.laid = tuple([laid_set.tiles for laid_set in place.sets])

    def size(self) -> int:
        """How many tiles the hand has, a kong counted as three."""
        return self.place.size + 3 * len(self.laid)

    def waits(self, counts: Sequence[int]) -> tuple[Wait, ...]:
        """The tiles that complete these; not one of which the player has all."""
        return tuple(self._wait(kind, counts) for kind in self.kinds(counts, self.place.held))

    def kinds(self, counts: Sequence[int], own: Sequence[int]) -> tuple[int, ...]:
        """Their kinds. `own`: what the player holds, of which not all four may be there."""
        waited = _waited_for(tuple(counts), self.laid, self.forms)
        return tuple(kind for kind in waited if own[kind] + sum(tiles.count(kind) for tiles in self.laid) < 4)

    def _wait(self, kind: int, counts: Sequence[int]) -> Wait:
        """What a tile brings is told where it may be nothing: where a win needs a pattern."""
        seat, with_it = self.place.seat, [count + (other == kind) for other, count in enumerate(counts)]
        drawn = worths_if_won(self.table, seat, "wall", kind, with_it)
        claimed = worths_if_won(self.table, seat, "discard", kind, counts)
        if not drawn or not claimed:
            return Wait(TILES[kind], self.left[kind], None).keeping(worth="")
        worth = _worth_words(claimed[0])
        if worth != _worth_words(drawn[0]):
            worth += f", drawn {_worth_words(drawn[0])}"
        return Wait(TILES[kind], self.left[kind], None, _worth(drawn[0]), _worth(claimed[0])).keeping(worth=worth)

    def lack(self, counts: Sequence[int]) -> Lack:
        """What these tiles lack to be complete."""
        return _lacking(tuple(counts), self.laid, self.forms)

    def nearest(self, counts: Sequence[int]) -> list[tuple[LineName, NearLine]]:
        """Without a card there are no lines."""
        return []

    def is_complete(self, counts: Sequence[int]) -> bool:
        """Whether these tiles win."""
        return is_complete(counts, len(self.laid), forms=self.forms, laid=self.laid)


class _ByCard(_Judging):
    """Complete hands of the score card in force."""

    def __init__(self, table: Table, place: Place) -> None:
        self.table, self.place = table, place
        assert table.card is not None
        self.card = table.card
        self.exposures = exposures_of(place)
        self._exposed = tuple(self.exposures or ())

    def size(self) -> int:
        """How many tiles the hand has; none where what lies exposed is no group of a card."""
        return self.place.tiles if self.exposures is not None else 0

    def waits(self, counts: Sequence[int]) -> tuple[Wait, ...]:
        """The tiles that make a line of the card, jokers where one may stand; each with the line worth most."""
        return tuple(
            Wait(TILES[kind], self.left[kind], line).keeping(worth="") for kind, line in self._lines(tuple(counts))
        )

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
        nearest_hands = _nearest(self.card, tuple(counts), self._exposed, 3)
        return [(LineName(lines[near.line].label, lines[near.line].value), near) for near in nearest_hands]

    def lack(self, counts: Sequence[int]) -> Lack:
        """What these tiles lack of the nearest line, and the kinds of which one brings them nearer to one."""
        return _lacking_of_lines(self.card, tuple(counts), self._exposed)


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
def _lacking_of_lines(card: Rulings, counts: _Counts, exposures: tuple[Exposure, ...]) -> Lack:
    tiles, kinds = card.lacking(counts, exposures)
    return Lack(tiles, sum(1 << kind for kind in kinds))


@_kept
def _lines_made(card: Rulings, counts: _Counts, exposures: tuple[Exposure, ...]) -> tuple[tuple[int, LineName], ...]:
    """The kinds of which one more makes a line of the card, each with the line worth most."""
    if not card.possible(counts, 1, _ANY_ONE, exposures):
        return ()
    grown, made = list(counts), []
    for kind in _OF_A_CARD:
        grown[kind] += 1
        match = card.match(grown, exposures)
        grown[kind] -= 1
        if match is not None:
            made.append((kind, LineName(match.label, match.value)))
    return tuple(made)


def unseen_by(table: Table, place: Place | None) -> list[int]:
    """How many tiles of each kind a player sees neither in their own hand nor on the table; None: who has no hand."""
    gone = list(table.visible)
    for other in map(table.place, table.plan.seats):
        if other is place or other.shown is not None:
            gone = [seen + held for seen, held in zip(gone, other.held, strict=True)]
    return _unseen_beside(table, place, gone)


def _unseen_beside(table: Table, place: Place | None, gone: list[int]) -> list[int]:
    """How many tiles of each kind a player does not see. `gone`: those that lie open, are held, or were shown."""
    for laid in place.sets if place is not None else ():
        if laid.concealed and laid.kind != "kong":
            # Face down: nobody else sees them.
            for kind in laid.tiles:
                gone[kind] += 1
        elif laid.kind == "kong" and table.plan.family.sets_count_three:
            gone[laid.tiles[0]] = table.plan.copies[laid.tiles[0]]
    return [max(0, copies - seen) for copies, seen in zip(table.plan.copies, gone, strict=True)]


# -- in words ---------------------------------------------------------------------------------------------------


def _wait_words(waits: Sequence[Wait]) -> str:
    """Tiles that are waited for, each with how many are left, and its line of the card."""
    worths = [f"; {wait.worth}" if wait.worth else "" for wait in waits]
    return either([
        f"{tile_words(wait.tile)} ({_line(wait)}{wait.left or 'none'} left{worth})"
        for wait, worth in zip(waits, worths, strict=True)
    ])  # fmt: skip


def _worth_words(score: Score) -> str:
    if score.total is not None:
        return working(score)
    return "no pattern to win with" if isinstance(score, HanScore) else score.reason or ""


def _line(wait: Wait) -> str:
    return "" if wait.line is None else f"{wait.line.label} for {wait.line.value}, "


_MOST_DISCARDS = 4
_WHOLE = (HAND_TILES - 1, HAND_TILES)


class Draws(NamedTuple):
    """The kinds that bring a hand nearer, and how many of them its player has not seen."""

    kinds: tuple[int, ...]
    left: int


class Option(NamedTuple):
    """What a discard leaves. `away`: how many tiles the hand is from being ready then, -1 where it is complete."""

    kind: int
    away: int
    draws: Draws


class LineNear(NamedTuple):
    """A line of the card that a hand is near to, and the kinds that it lacks, each as often as it is lacking."""

    line: LineName
    tiles: int
    lacks: tuple[int, ...]


class Prospect(NamedTuple):
    """A hand that is not ready: `away`: how many tiles it is from that.

    `draws`: between turns; `discards`: in turn, the best ones first; `lines`: of a card, the nearest ones; `spare`: the
    kinds that none of them has a place for.
    """

    seat: Seat
    away: int
    draws: Draws | None = None
    discards: tuple[Option, ...] = ()
    lines: tuple[LineNear, ...] = ()
    spare: tuple[int, ...] = ()


def prospects_at(table: Table) -> list[Prospect]:
    """The prospects of each hand that is seen, and is neither complete nor ready, nor ready after a discard."""
    prospects = (_of_card(judge) or _of_forms(judge) for judge in judges(table) if judge.size() in _WHOLE)
    return [prospect for prospect in prospects if prospect.away > 0]


def _of_card(judge: Judge) -> Prospect | None:
    near = judge.nearest(judge.place.held)
    if not near:
        return None
    lines = tuple(LineNear(line, near_line.tiles, near_line.lacks) for line, near_line in near)
    spare = frozenset.intersection(*(frozenset(near_line.spare) for _, near_line in near))
    return Prospect(judge.place.seat, lines[0].tiles - 1, lines=lines, spare=tuple(sorted(spare)))


def _of_forms(judge: Judge) -> Prospect:
    lack = judge.lack(judge.place.held)
    if judge.size() < HAND_TILES:
        return Prospect(judge.place.seat, lack.tiles - 1, _draws(lack, judge.left))
    # What can go without a loss: what leaves the most tiles to draw first.
    free = [option for option in options_of(judge) if option.away == lack.tiles - 1]
    free.sort(key=lambda option: (-option.draws.left, option.kind))
    return Prospect(judge.place.seat, lack.tiles - 1, discards=tuple(free[:_MOST_DISCARDS]))


def options_of(judge: Judge) -> list[Option]:
    """What each discard of a hand in turn leaves, in kind order."""
    counts, options = list(judge.place.held), []
    for kind in range(KINDS):
        if counts[kind]:
            counts[kind] -= 1
            lack = judge.lack(counts)
            counts[kind] += 1
            options.append(Option(kind, lack.tiles - 1, _draws(lack, judge.left)))
    return options


def _draws(lack: Lack, left: Sequence[int]) -> Draws:
    kinds = lack.kinds
    return Draws(kinds, sum([left[kind] for kind in kinds]))


Distances = dict[tuple[tuple[int, ...], ...], int | None]
"""How far hands are from being ready, by their concealed tiles, by kind, and their sets; None: they are not whole."""


def away_of(table: Table, known: Distances) -> dict[Seat, int]:
    """How many tiles each hand that is seen is from being ready; -1: it is complete. `known`: what was found before."""
    away_by_seat: dict[Seat, int] = {}
    for seat in table.plan.seats if table.due not in _NO_PLAY and _says_what_wins(table) else ():
        place = _shown_of(table, seat)
        if place is None:
            continue
        hand = tuple(place.held), *[tuple(laid.tiles) for laid in place.sets]
        if hand not in known:
            judge = _judge(table, place)
            known[hand] = judge.lack(place.held).tiles - 1 if judge.size() in _WHOLE else None
        away = known[hand]
        if away is not None:
            away_by_seat[seat] = away
    return away_by_seat


# -- what is seen of each kind ----------------------------------------------------------------------------------


class Unseen(NamedTuple):
    """How many tiles of each kind `seat` sees nowhere, or, with None, who sees the table alone; None: there are none.

    `risky`: kinds that are dangerous to discard; `safe`: those that nobody in riichi can win. `dangers`: both in words.
    """

    seat: Seat | None
    left: tuple[int | None, ...]
    risky: frozenset[int]
    safe: frozenset[int]
    dangers: tuple[str, ...]


def unseen_at(table: Table, sight: Sight) -> Unseen:
    """What is seen of each kind: by the player who looks, by the one whose turn it is, or by the table."""
    looks = sight if isinstance(sight, Seat) else table.turn if sight == "open" else None
    looks = looks if looks in table.plan.seats else None
    left = unseen_by(table, None if looks is None else table.place(looks))
    others = [seat for seat in table.plan.seats if seat is not looks and seat not in table.dead]
    declared = [seat for seat in others if table.riichi_of(seat) is not None]
    feared = others if table.plan.tracks_danger and table.in_play else []
    threats = []
    for seat in others if table.plan.tracks_danger else ():
        names = [name for bit, name in DANGER_NAMES.items() if table.dangers[seat.index] & bit]
        if names:
            threats.append(f"red: {seat_name(seat)} may win dearly with {list_words(names)}")
    return Unseen(
        looks,
        tuple([number if copies else None for number, copies in zip(left, table.plan.copies, strict=True)]),
        frozenset(kind for seat in feared for kind in range(PLAIN_KINDS) if danger_of(table, seat, kind)),
        safe_from(table, declared),
        (*threats, *(("green: nobody in riichi can win with it",) if declared else ())),
    )


def _safe(table: Table, seat: Seat) -> frozenset[int]:
    """What a player cannot win from a discard: what was let go since the riichi, or since the last discard; and the
    player's own discards, in riichi all of them, otherwise the last, which the hand could do without.

    Source: riichi/furiten-1.
    """
    declared, own = table.riichi_of(seat), [discard.seq for discard in table.discards if discard.seat is seat]
    since = declared.seq if declared is not None else own[-1] if own else 0
    latest = table.open_discard.seq if table.open_discard is not None else None
    kept = set(own if table.plan.family.declares_riichi else own[-1:])
    return frozenset(
        discard.tile
        for discard in table.discards
        if discard.seq in kept or (discard.seq > since and discard.seq != latest)
    )


def safe_from(table: Table, others: Iterable[Seat]) -> frozenset[int]:
    """The kinds that none of these players can win from a discard, by what everybody has seen them do."""
    safe = [_safe(table, other) for other in others]
    return frozenset.intersection(*safe) if safe else frozenset()
