"""What a winner's hand can be worth that was shown whole, and of which nobody wrote down how it was played and won.

So it is where only results are recorded, or moves are missing. Whatever the score depends on is tried: which sets lay
open, which tile came last, bonus tiles, calls, dora. An announced score that none of it makes is wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace
from msgspec.structs import replace as changed

from mjlog import events as ev
from mjlog.audit.valuing import WINS_OF_EAST, han_terms_for, ledger_for, scorer_for, scorer_without_minimum
from mjlog.errors import HandError
from mjlog.hands import Forms, arrangements, group_tiles
from mjlog.rulesets import Rules
from mjlog.scoring import Hand, Score, Scorer
from mjlog.scoring.from_table import (
    flags_of_win,
    laid_sets,
    last_tiles,
    may_be_completed,
    winning_tiles,
    won_with,
)
from mjlog.scoring.hand import (
    AFTER_BONUS,
    DOUBLE_RIICHI,
    FIRST_TURN,
    GOULASH,
    IPPATSU,
    LAST_OF_KIND,
    LAST_TILE,
    RIICHI,
    LaidSet,
)  # fmt: skip
from mjlog.scoring.rows import FANS, FU_AND_HAN
from mjlog.seats import Seat
from mjlog.table import Place, Table, Win
from mjlog.table.riichi_moves import of_the_hand
from mjlog.tiles import HAND_TILES, KINDS, PLAIN_KINDS, UNKNOWN

_MOST_TRIED = 50_000
"""Ways to have won a hand that are tried before its score is left open."""
_KONG_UPON_KONG = 2
_COPIES, _INDICATORS = 4, 5
_GONE = (_COPIES,) * KINDS


class _Ways(NamedTuple):
    """The hands that can have won so, what each can be worth and lacks to win (nothing: ""), and these alone."""

    hands: Callable[[Table, Win], Iterator[Hand]]
    scores: Callable[[Iterable[Hand], Table, Win, Scorer, Rules], Iterator[tuple[Score, str]]]
    lacks: Callable[[Iterable[Hand], Table, Win, Scorer, Rules], Iterator[str]]


def fault_of_announced(event: ev.Score, table: Table, rules: Rules) -> str | None:
    """Why a winner's hand cannot be worth what was announced and win: what it lacks, in words.

    Empty where it was shown whole, and is never worth that; None where it can be, or where nobody can say.
    """
    win, scorer, lacks = table.win_of(event.seat), scorer_without_minimum(rules), list[str]()
    if win is None or _may_have_wild_tiles(table, win):
        return None
    if scorer is None or scorer_for(rules) is None or not _is_whole(table.place(win.seat)):
        least = rules.scorer if event.limit is None else None
        return least.lacking(event.total, event.doubles) or None if least is not None else None
    unseen = _ways_by(rules)
    ways = unseen.hands(table, win)
    for score, lack in unseen.scores(itertools.islice(ways, _MOST_TRIED), table, win, scorer, rules):
        # Of a limit hand nobody need say points and doubles.
        stated = ((event.points, score.points), (event.doubles, score.doubles))
        fits = bool(score.limits) or all(said in (None, due) for said, due in stated)
        if event.total == score.total and fits:
            if not lack:
                return None
            lacks.append(lack)
    return None if next(ways, None) is not None else lacks[0] if lacks else ""


def minimum_of_shown(table: Table, win: Win, rules: Rules) -> str | None:
    """What a winner's hand lacks to win however it was won, in words; empty where it is always worth enough.

    None where that depends on what nobody wrote down, or where the hand was not shown whole.
    """
    scorer = scorer_without_minimum(rules)
    if scorer is None or _may_have_wild_tiles(table, win) or not _is_whole(table.place(win.seat)):
        return None
    unseen = _ways_by(rules)
    ways, lacks = unseen.hands(table, win), set[str]()
    for lack in unseen.lacks(itertools.islice(ways, _MOST_TRIED), table, win, scorer, rules):
        lacks.add(lack)
        if "" in lacks and len(lacks) > 1:
            return None
    return None if next(ways, None) is not None else min(lacks, default=None)


def _lack(score: Score, rules: Rules) -> str:
    """What a hand of this worth lacks to win."""
    if rules.scorer is None or score.limits or score.limit or score.total is None:
        return ""
    return rules.scorer.lacking(score.total, score.doubles)


def _may_have_wild_tiles(table: Table, win: Win) -> bool:
    """Whether tiles of the hand may stand for others: what they can stand for is too much to be tried."""
    tiles = _tiles_of(table.place(win.seat))
    return any(plan.forms.wild in tiles for plan in table.plans)


def _is_whole(place: Place) -> bool:
    """Whether all tiles of the hand are seen: those shown, and those of the sets on the table."""
    tiles = _tiles_of(place)
    kongs = sum(map(_is_kong, place.shown.sets)) if place.shown is not None else 0
    beside = sum(len(laid_set.tiles) - 3 for laid_set in place.sets)
    return UNKNOWN not in tiles and len(tiles) - kongs - beside == HAND_TILES


def _tiles_of(place: Place) -> list[int]:
    """The tiles shown, one unseen where none are, and those of the sets on the table."""
    shown = (*itertools.chain(*place.shown.sets), *place.shown.rest) if place.shown is not None else (UNKNOWN,)
    return [*shown, *(kind for laid in place.sets for kind in laid.tiles)]


def _is_kong(tiles: tuple[int, ...]) -> bool:
    return len(tiles) == _COPIES and len(set(tiles)) == 1


# -- the hand: which of its sets lay open ----------------------------------------------------------------------------


def _hands(table: Table, seat: Seat) -> Iterator[Hand]:
    """The hand with each of its sets concealed, or on the table; all concealed first."""
    place, shown = table.place(seat), table.place(seat).shown
    assert shown is not None
    kongs = [tiles for tiles in shown.sets if _is_kong(tiles)]
    concealed = [kind for tiles in (*shown.sets, shown.rest) if tiles not in kongs for kind in tiles]
    laid = laid_sets(place)
    ways = (
        (groups, {GOULASH} if plan is table.agreed.goulash else ())
        for plan in table.plans
        for groups in _groupings(table, seat, concealed, len(kongs) + len(laid), plan.forms)
    )
    for groups, flags in ways:
        sets = [group for group in groups if len(group) == 3]
        choices = (chosen for size in range(len(sets) + 1) for chosen in itertools.combinations(sets, size))
        for opened, kinds in itertools.product(choices, itertools.product(_KONGS, repeat=len(kongs))):
            hidden, left = list(concealed), list(groups)
            for one in opened:
                left.remove(one)
                for kind in one:
                    hidden.remove(kind)
            claimed = [LaidSet("chow" if one[0] != one[1] else "pung", one, False, "claimed") for one in opened]
            made = zip(kongs, kinds, strict=True)
            on_table = (*laid, *claimed, *(LaidSet("kong", one, how == "self", how) for one, how in made))
            as_laid = tuple(left) if table.plan.scored_as_laid and groups else None
            hand = Hand(seat, table.round, tuple(sorted(hidden)), on_table, tuple(place.bonus), shown=as_laid)
            yield changed(hand, flags=frozenset(flags)) if flags else hand


_KONGS = ("self", "claimed", "added")


def _groupings(
    table: Table, seat: Seat, concealed: list[int], on_table: int, forms: Forms
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """How concealed tiles lie in sets: as they were laid down, or in every way; none for a whole special hand."""
    shown = table.place(seat).shown
    assert shown is not None
    if shown.arranged and not shown.rest:
        yield tuple(tiles for tiles in shown.sets if not _is_kong(tiles))
    counts = [concealed.count(kind) for kind in range(PLAIN_KINDS)]
    for way in arrangements(counts, on_table, forms=forms):
        yield tuple(tuple(group_tiles(group)) for group in way)
    yield ()


# -- the win ---------------------------------------------------------------------------------------------------------


def _ways(table: Table, win: Win) -> Iterator[Hand]:
    """All hands that can have won so."""
    wins = [replace(win, dealt=dealt, first_discard=first) for dealt in (False, True) for first in (False, True)]
    streaks = (False, True) if win.source == "loose" else (False,)
    in_a_row = table.standing.wins_in_a_row if win.seat is Seat.E else 0
    easts = (in_a_row,) if in_a_row is not None else (0, *sorted({*WINS_OF_EAST.values()}))
    for flags in itertools.product((False, True), (False, True), (False, True), streaks):
        last, calling, untouched, twofold = flags
        said = flags_of_win(twofold, calling, last, untouched, win.after_bonus)
        for hand in _hands(table, win.seat):
            came = dict.fromkeys(itertools.chain.from_iterable(last_tiles(table, one, hand) for one in wins))
            for (source, tile), seen, east in itertools.product(came, (None, _GONE), easts):
                won = changed(
                    hand, won=True, tile=tile, source=source, visible=seen, flags=said | hand.flags, east_wins=east,
                )  # fmt: skip
                yield won
                for completes in may_be_completed(won, won.shown) if won.shown is not None else ():
                    yield changed(won, completes=completes)


def _fan_ways(table: Table, win: Win) -> Iterator[Hand]:
    """All hands that can have won so where hands are counted in fans."""
    replaced = (False, True) if win.source == "loose" else (False,)
    # When it was won earns nothing: neither as it was dealt, nor by the first discard.
    later = replace(win, dealt=False, first_discard=False)
    for hand in _hands(table, win.seat):
        for (source, tile), *said in itertools.product(
            last_tiles(table, later, hand), (False, True), (False, True), replaced
        ):  # fmt: skip
            by_flag = zip((LAST_TILE, LAST_OF_KIND, AFTER_BONUS), said, strict=True)
            flags = frozenset(flag for flag, is_so in by_flag if is_so)
            yield changed(hand, won=True, tile=tile, source=source, flags=flags)


def _han_ways(table: Table, win: Win) -> Iterator[Hand]:
    """All hands that can have won so where riichi is played, with the dora that are known."""
    stands = of_the_hand(table).stands(win.seat)
    declared = ([] if stands else [(), (FIRST_TURN,)]) + [
        (riichi, *more) for riichi in (RIICHI, DOUBLE_RIICHI) for more in ((), (IPPATSU,))
    ]
    for hand in _hands(table, win.seat):
        is_open = any(not laid_set.concealed for laid_set in hand.sets)
        for flags in ((),) if is_open and not stands else () if is_open else declared:
            for tile, last in itertools.product(winning_tiles(win, hand), (False, True)):
                yield changed(won_with(table, hand, win.source, tile, last), flags=frozenset(flags))


# -- what they are worth ---------------------------------------------------------------------------------------------


def _scores(hands: Iterable[Hand], scorer: Scorer) -> Iterator[tuple[Hand, Score]]:
    """The values of those that are complete, each once."""
    worths = set[Any]()
    for hand in hands:
        try:
            score = scorer.score(hand)
        except HandError:
            continue
        worth = (score.total, score.points, score.doubles, score.limits, bool(hand.flags & {RIICHI, DOUBLE_RIICHI}))
        if score.total is not None and worth not in worths:
            worths.add(worth)
            yield hand, score


def _bonus_tiles(table: Table, seat: Seat) -> tuple[tuple[int, ...], list[int]]:
    """The bonus tiles that a hand is known to have, and those that it may have."""
    known = tuple(kind for kind in table.place(seat).bonus if kind != UNKNOWN)
    if table.gaps > (table.depth == "result"):
        # Those laid out before moves went missing may be of a hand before.
        known = ()
    return known, [kind for kind in range(PLAIN_KINDS, UNKNOWN) if table.plan.copies[kind] and kind not in known]


def _with_bonus(hands: Iterable[Hand], table: Table, win: Win, scorer: Scorer, rules: Rules) -> Iterator[Score]:
    """What hands are worth with any bonus tiles beside those that are known."""
    ledger, more = ledger_for(rules), dict[tuple[int, int, bool], tuple[int, ...]]()
    known, others = _bonus_tiles(table, win.seat)
    subsets = [(*known, *one) for size in range(len(others) + 1) for one in itertools.combinations(others, size)]
    for hand, plain in _scores(hands, scorer):
        if plain.limits:
            yield from (scorer.score(changed(hand, bonus=bonus)) for bonus in subsets)
            continue
        if not more:
            for bonus in subsets:
                score = scorer.score(changed(hand, bonus=bonus))
                added = (score.points - plain.points, score.doubles - plain.doubles, bool(score.limits))
                more.setdefault(added, bonus)
        for (points, doubles, is_limit), bonus in more.items():
            if is_limit:
                yield scorer.score(changed(hand, bonus=bonus))
                continue
            face = plain.points + points, plain.doubles + doubles
            yield changed(plain, points=face[0], doubles=face[1], total=ledger.total(*face, ()))


def _with_flowers(
    hands: Iterable[Hand], table: Table, win: Win, scorer: Scorer, rules: Rules
) -> Iterator[tuple[Score, str]]:  # fmt: skip
    """What hands are worth in fans with any flowers beside those that are known, and what they lack without them."""
    (known, others), whole = _bonus_tiles(table, win.seat), scorer_for(rules)
    assert whole is not None
    for hand, _ in _scores(hands, scorer):
        lack = whole.score(hand).reason or ""
        for number in range(len(others) + 1):
            yield scorer.score(changed(hand, bonus=(*known, *others[:number]))), lack


def _without_a_pattern(hands: Iterable[Hand], table: Table, win: Win, scorer: Scorer, rules: Rules) -> Iterator[str]:
    """Dora are no pattern: they make no hand win (riichi/win-1)."""
    for hand in hands:
        try:
            score = scorer.score(hand)
        except HandError:
            continue
        yield score.reason or "" if score.total is None else ""


def _points_and_lacks(
    hands: Iterable[Hand], table: Table, win: Win, scorer: Scorer, rules: Rules
) -> Iterator[tuple[Score, str]]:  # fmt: skip
    return ((score, _lack(score, rules)) for score in _with_bonus(hands, table, win, scorer, rules))


def _han_and_lacks(
    hands: Iterable[Hand], table: Table, win: Win, scorer: Scorer, rules: Rules
) -> Iterator[tuple[Score, str]]:  # fmt: skip
    """What hands are worth with any dora beside those that are known, and what they lack."""
    terms, drawn = han_terms_for(rules), win.source not in ev.FROM_OTHERS
    plan = table.plan.riichi
    upper = 1 if plan.kan_dora == "none" else _INDICATORS
    for hand, plain in _scores(hands, scorer):
        yield plain, _lack(plain, rules)
        if plain.limit == "yakuman":
            continue
        in_riichi = bool(hand.flags & {RIICHI, DOUBLE_RIICHI})
        under = {"all": upper, "first": 1, "none": 0}[plan.under_dora] if in_riichi else 0
        tiles = [*hand.concealed, *(kind for laid in hand.sets for kind in laid.tiles)]
        each = sorted((tiles.count(kind) for kind in set(tiles)), reverse=True)
        # At most each kind is that of four indicators.
        most = sum([number for number in each for _ in range(_COPIES)][: upper + under])
        for dora in range(1, most + 1):
            han = plain.doubles + dora
            base, limit = terms.limit_by_han(plain.points, han)
            total = terms.payout.received(base, win.seat is Seat.E, drawn)
            score = changed(plain, doubles=han, total=total, limit=limit)
            yield score, _lack(score, rules)


def _below_the_minimum(hands: Iterable[Hand], table: Table, win: Win, scorer: Scorer, rules: Rules) -> Iterator[str]:
    return (lack for _, lack in _ways_by(rules).scores(hands, table, win, scorer, rules))


_POINTS = _Ways(_ways, _points_and_lacks, _below_the_minimum)
_WAYS = {
    FU_AND_HAN: _Ways(_han_ways, _han_and_lacks, _without_a_pattern),
    FANS: _Ways(_fan_ways, _with_flowers, _below_the_minimum),
}  # fmt: skip


def _ways_by(rules: Rules) -> _Ways:
    """How hands can have been won and what they can be worth, by how these rules make a total."""
    return _POINTS if rules.scoring is None else _WAYS.get(rules.scoring.table.get("total", ""), _POINTS)
