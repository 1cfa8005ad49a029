"""The hands on a table as the scorer takes them: what one that has won is worth, and what a win would be worth.

Where the record leaves something open that a score depends on (an unknown winning tile, moves not recorded), every
possibility is scored.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from msgspec.structs import replace as changed

from mjlog.errors import HandError
from mjlog.events import FROM_OTHERS, Mahjong, Source
from mjlog.hands import arrangements, group_tiles, makes
from mjlog.scoring.hand import (
    DOUBLE_RIICHI,
    FIRST_TURN,
    GOULASH,
    IPPATSU,
    NOT_APART,
    ORIGINAL_CALL,
    RIICHI,
    Hand,
    LaidSet,
    Score,
)
from mjlog.scoring.possible_hand import USUAL_COPIES
from mjlog.scoring.scorer import Scorer
from mjlog.seats import Seat
from mjlog.table import APPLY, Place, Table, Win
from mjlog.table.plan import Scores
from mjlog.table.riichi_moves import of_the_hand
from mjlog.tiles import HAND_TILES, PLAIN_KINDS, RED_FIVES, TILES, UNKNOWN, kind_of


def values(table: Table, seat: Seat, scorer: Scores) -> list[Score]:
    """What a seat's hand can be worth, the likeliest first; empty where its tiles are not known."""
    base = base_hand(table, seat)
    if base is None or has_unseen_dora(table, seat):
        return []
    scores = scores_of(scorer, possible_hands(table, base))
    if len(scores) > 1 and table.win_of(seat) is None:
        # With an original call and without it a loser's hand is worth the same in most rule sets.
        scores = list(dict.fromkeys(scores))
    if base.shown is not None and table.win_of(seat) is not None and not any(score.complete for score in scores):
        # Sets laid down, and a pair left over: the hand is complete in another arrangement of the same tiles.
        whole = scores_of(scorer, possible_hands(table, changed(base, shown=None, completes=None)))
        return whole if any(score.complete for score in whole) else scores
    return scores


def has_unseen_dora(table: Table, seat: Seat) -> bool:
    """Whether an indicator was turned that counts for this winner, and nobody saw it."""
    state = table.riichi
    if state is None or table.win_of(seat) is None:
        return False
    return UNKNOWN in state.indicators or (state.stands(seat) and UNKNOWN in state.under)


def values_by_call(table: Table, seat: Seat, scorer: Scores, calling: bool) -> list[Score]:
    """What the winner's hand can be worth if the original call counts, or if it does not."""
    base, win = base_hand(table, seat), table.win_of(seat)
    if base is None or win is None or win.seat is not seat:
        return []
    return scores_of(scorer, won_hands(table, base, replace(win, calling=calling), table.place(seat)))


def call_may_be_broken(table: Table) -> bool:
    """Whether the winner has called, and nobody can tell if the hand was left as it was: tiles were drawn unseen.

    Source: classical/call-1, bmja/original-call, dmjl/original-call.
    """
    win = _win_counted(table, table.winner) if table.winner is not None else None
    before = table.before_win
    if win is None or before is None or not win.calling:
        return False
    place = before.place(win.seat)
    drawn = win.source != "discard" and place.last_drawn == UNKNOWN
    return place.discarded > 1 and (place.unknown > drawn or not place.sure)


def base_hand(table: Table, seat: Seat) -> Hand | None:
    """The hand as it is known, but for the win; None where its tiles are not, or are no hand at all."""
    place = table.place(seat)
    concealed = None if table.gaps else concealed_tiles(place)
    shown = place.shown
    won = table.declared_by(seat)
    if won is not None and table.win_of(seat) is None and concealed is not None and won.tile in concealed:
        # The tile that was declared on in vain is another's.
        at = concealed.index(won.tile)
        concealed, shown = (*concealed[:at], *concealed[at + 1 :]), None
    if concealed is None or place.bonus.count(UNKNOWN) or not _can_be_scored(place, concealed):
        return None
    as_laid = shown is not None and shown.arranged and table.plan.scored_as_laid
    return Hand(
        seat=seat,
        round=table.round,
        concealed=concealed,
        sets=laid_sets(place),
        bonus=tuple(place.bonus),
        flags=frozenset({GOULASH}) if table.plan is table.agreed.goulash else frozenset(),
        shown=shown.sets if shown is not None and as_laid else None,
        completes=shown.completes if shown is not None and as_laid else None,
    )


def _win_counted(table: Table, seat: Seat) -> Win | None:
    """The win as it counts: without an original call that the hand shown has proved broken."""
    win = table.win_of(seat)
    if win is None or not win.calling or table.place(win.seat).calling:
        return win
    return replace(win, calling=False)


def possible_hands(table: Table, base: Hand) -> Iterator[Hand]:
    """What the hand can have been: for the winner once for everything that the record leaves open about the win.

    Where nobody knows whether the hand is a goulash, it can have been either.
    """
    win = _win_counted(table, base.seat)
    bases = [base] if len(table.plans) == 1 else [base, changed(base, flags=base.flags ^ {GOULASH})]
    for hand in bases:
        yield from _lost_hands(table, hand) if win is None else won_hands(table, hand, win, table.place(base.seat))


def _lost_hands(table: Table, base: Hand) -> list[Hand]:
    """A loser's hand, with an original call that was kept; also without it where nobody can tell that it was.

    Source: bmja/original-call.
    """
    if not table.place(base.seat).calling:
        return [base]
    called = changed(base, flags=base.flags | {ORIGINAL_CALL})
    before = table.before_win.place(base.seat) if table.before_win is not None else None
    is_sure = before is None or before.discarded <= 1 or (not before.unknown and before.sure)
    return [called] if is_sure else [called, base]


def _can_be_scored(place: Place, concealed: tuple[int, ...]) -> bool:
    """Whether these are tiles and sets of a hand at all; what is not was reported where it was laid down."""
    for laid in place.sets:
        tiles = laid.tiles[:1] * len(laid.tiles) if laid.wild and UNKNOWN not in laid.tiles else laid.tiles
        if laid.kind != "pair" and not _is_scored(laid.kind, tiles):
            return False
    return len(concealed) <= _MOST_CONCEALED


@functools.lru_cache(1 << 12)
def _is_scored(kind: str, tiles: tuple[int, ...]) -> bool:
    """Whether tiles on the table are a set that can earn something."""
    return bool(tiles) and tiles[-1] < PLAIN_KINDS and kind in _SCORED_SETS and makes(kind, tiles)


_SCORED_SETS = frozenset(("chow", "pung", "kong"))
_MOST_CONCEALED = 22
"""Fourteen tiles, and the bonus tiles that a loser may have kept."""


def scores_of(scorer: Scores, hands: Iterable[Hand]) -> list[Score]:
    # A hand that cannot exist was reported where it came about; here it is worth nothing that could be said.
    try:
        return [score for hand in hands for score in scorer.scores(hand)]
    except HandError:
        return []


def alternatives(table: Table, seat: Seat, scorer: Scores) -> Iterator[Score]:
    """Other ways in which the player can have laid the hand down, where the record does not say how."""
    place = table.place(seat)
    concealed = concealed_tiles(place)
    if not table.plan.scored_as_laid or table.gaps or concealed is None or not _can_be_scored(place, concealed):
        return
    if place.shown is not None and place.shown.arranged:
        yield from _other_completions(table, seat, scorer, concealed)
        return
    base = Hand(seat, table.round, concealed, laid_sets(place), tuple(place.bonus))
    win = _win_counted(table, seat)
    if win is None:
        for shown in _loser_groupings(concealed):
            yield from scores_of(scorer, [changed(base, shown=shown)])
        return
    for hand in won_hands(table, base, win, place):
        for arrangement in arrangements(hand.counts, len(hand.sets), forms=table.plan.forms):
            shown = tuple(tuple(group_tiles(group)) for group in arrangement)
            for completes in may_be_completed(hand, shown):
                yield from scores_of(scorer, [changed(hand, shown=shown, completes=completes)])


def _other_completions(table: Table, seat: Seat, scorer: Scores, concealed: tuple[int, ...]) -> Iterator[Score]:
    """The hand as laid down, with each of its sets in turn as the one that the winning tile completed."""
    place, win = table.place(seat), _win_counted(table, seat)
    shown = place.shown
    if shown is None or shown.completes is not None or win is None or win.seat is not seat:
        return
    base = Hand(seat, table.round, concealed, laid_sets(place), tuple(place.bonus), shown=shown.sets)
    for hand in won_hands(table, base, win, place):
        for completes in may_be_completed(hand, shown.sets):
            yield from scores_of(scorer, [changed(hand, completes=completes)])


def may_be_completed(hand: Hand, shown: tuple[tuple[int, ...], ...]) -> list[int]:
    """Which of the sets laid down the winning tile can have completed: those that it is in."""
    return [number for number, tiles in enumerate(shown) if hand.tile is None or hand.tile in tiles]


_MOST_GROUPS = 8


def _loser_groupings(concealed: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """What a loser can have laid down of the pungs and pairs in the hand."""
    held = {kind: concealed.count(kind) for kind in sorted(set(concealed))}
    # Four alike may lie as two pairs.
    groups = [(kind,) * size for kind in held for size, least in ((3, 3), (2, 2), (2, 4)) if held[kind] >= least]
    groups = groups[:_MOST_GROUPS]
    for number in range(len(groups), -1, -1):
        for chosen in itertools.combinations(groups, number):
            tiles = [kind for group in chosen for kind in group]
            if all(tiles.count(kind) <= concealed.count(kind) for kind in tiles):
                yield chosen


def concealed_tiles(place: Place) -> tuple[int, ...] | None:
    shown = place.shown
    if shown is not None:
        tiles = (*itertools.chain.from_iterable(shown.sets), *shown.rest) if shown.sets else shown.rest
        return None if UNKNOWN in tiles else tiles
    return None if place.unknown or not place.sure else tuple(place.known())


def won_hands(table: Table, base: Hand, win: Win, place: Place) -> Iterator[Hand]:
    """The winner's hand, once for everything that the record leaves open about the win."""
    if table.plan.family.counts_han:
        last = bool(win.last_tile)
        yield from (won_with(table, base, win.source, tile, last) for tile in winning_tiles(win, base))
        return
    base, completes = _with_winning_set(base, place, win)
    lasts = [win.last_tile] if win.last_tile is not None else [False, True]
    seen = [win.visible] if win.last_tile is not None else [None, win.visible]
    if hidden := win.visible[UNKNOWN]:
        # Any kind may lie there among the tiles that nobody saw.
        seen.append(tuple(number + hidden for number in win.visible))
    streaks = [win.streak] if win.sure_streak else [win.streak, 0]
    ways = itertools.product(last_tiles(table, win, base), lasts, seen, streaks)
    for (source, tile), last, visible, streak in ways:
        yield changed(
            base, won=True, tile=tile, source=source, visible=visible,
            flags=base.flags | flags_of_win(streak >= 2, win.calling, bool(last), win.untouched, win.after_bonus),
            east_wins=table.standing.east_wins if win.seat is Seat.E else 0, completes=completes,
        )  # fmt: skip


def _with_winning_set(base: Hand, place: Place, win: Win) -> tuple[Hand, int | None]:
    """A set laid down after the declaration is the one that the winning tile completed, not one laid before."""
    later = [laid_set for laid_set in place.sets if laid_set.at > win.at]
    if not later:
        return base, base.completes
    late = later[0]
    sets = tuple(LaidSet(laid.kind, laid.tiles, laid.concealed, laid.origin) for laid in place.sets if laid is not late)
    shown = (late.tiles, *base.shown) if base.shown is not None else None
    hand = changed(base, sets=sets, concealed=(*late.tiles, *base.concealed), shown=shown)
    return hand, 0 if shown is not None else None


def last_tiles(table: Table, win: Win, base: Hand) -> list[tuple[str | None, int | None]]:
    """Where the winning tile can have come from, and which it can have been."""
    if not table.plan.scored_as_laid and win.dealt and not win.streak and win.source in ("deal", "wall", "loose"):
        # East wins before any discard: with the dealt hand, bonus tiles replaced.
        return [("deal", None)]
    if win.source == "deal":
        # Without a named tile a dealt hand counts neither as drawn nor as concealed, or as both.
        if win.tile is not None:
            return [("deal", win.tile)]
        return [(None, None), ("deal", None), *(("deal", tile) for tile in sorted(set(base.concealed)))]
    tiles = winning_tiles(win, base)
    if win.source == "discard" and win.first_discard and win.seat is not Seat.E:
        return [("first-discard", tile) for tile in tiles]
    dealt = [("deal", tile) for tile in tiles] if win.source == "wall" and win.dealt else []
    return [*((win.source, tile) for tile in tiles), *dealt]


def winning_tiles(win: Win, base: Hand) -> list[int]:
    """Which tiles of the hand can have completed it: the one that is known, otherwise any."""
    tile = win.tile
    if tile is not None and tile < PLAIN_KINDS and tile in base.concealed:
        return [tile]
    # A tile that is not in the hand was reported where the win was declared; any other may be the one.
    return sorted({kind for kind in base.concealed if kind < PLAIN_KINDS})


@functools.cache
def flags_of_win(twofold: bool, calling: bool, last: bool, untouched: bool, after_bonus: bool) -> frozenset[str]:
    """What else was true of a win, in the scorer's words."""
    by_flag = {
        "twofold": twofold, "original-call": calling, "last-tile": last, "no-discard": untouched,
        "after-bonus": after_bonus,
    }  # fmt: skip
    return frozenset(name for name, holds in by_flag.items() if holds)


# -- riichi ------

_LAST = {"wall": "last-wall", "discard": "last-discard"}


def laid_sets(place: Place) -> tuple[LaidSet, ...]:
    """The sets on the table as the scorer takes them."""
    return tuple([LaidSet(laid.kind, laid.tiles, laid.concealed, laid.origin) for laid in place.sets])


def won_with(table: Table, hand: Hand, source: str, tile: int | None, last: bool) -> Hand:
    """A hand as it wins with this tile: with what was declared, and the dora that count for it.

    `last`: no live tile is left. A replacement and a robbed kong are no last tile (riichi/han-2). A tile that was laid
    aside is won as a discard is (riichi-sanma/north-7).
    """
    state, place, plan = of_the_hand(table), table.places[hand.seat.index], table.plan.riichi
    counted = state.stands(hand.seat)
    if source == "bonus":
        source, last = "discard", False
    elif source == "loose" and state.replaced == "bonus" and not plan.north_rinshan:
        source = "wall"
    return changed(
        hand, won=True, tile=tile, source=_LAST.get(source, source) if last else source,
        flags=riichi_flags(table, place), reds=red_faces(table, place),
        indicators=_seen(state.indicators),
        under=_seen(state.under[: len(state.indicators)]) if counted else (),
    )  # fmt: skip


def _seen(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds of indicators that somebody saw."""
    return tuple(kind_of(face) for face in faces if face != UNKNOWN)


def riichi_flags(table: Table, place: Place) -> frozenset[str]:
    """What else is true of a win of this player, in the scorer's words.

    Source: riichi/han-1, riichi/han-3, riichi/yakuman-1, riichi/win-5.
    """
    state = of_the_hand(table)
    declared, flags = state.of(place.seat), set[str]()
    if declared is not None and declared.stands:
        flags.add(DOUBLE_RIICHI if declared.double else RIICHI)
        flags |= {IPPATSU} if state.is_ippatsu(place.seat, place.discarded) else set()
    if not place.discarded and not state.interruptions:
        flags.add(FIRST_TURN)
    win, scorer = table.win_of(place.seat), table.plan.scorer
    if win is not None and not win.apart and scorer is not None and NOT_APART in scorer.flags:
        flags.add(NOT_APART)
    return frozenset(flags)


def red_faces(table: Table, place: Place) -> tuple[int, ...]:
    """The red fives among a player's tiles, those of the sets on the table included."""
    held = of_the_hand(table).reds[place.seat.index]
    laid = [laid_set for laid_set in place.sets if laid_set.reds]
    return tuple(
        face
        for suit, face in enumerate(RED_FIVES)
        for _ in range(held[suit] + sum(laid_set.reds for laid_set in laid if laid_set.tiles[0] // 9 == suit))
    )


# -- before a win ------------------------------------------------------------------------------------------------


def lacking_worth(table: Table, seat: Seat, source: Source, tile: int) -> str:
    """What a complete hand lacks to win with this tile, in words; nothing where it may win, or is not known.

    Of a tile of another player (`source` discard or kong) the hand is as it is without it.

    Source: riichi/win-1.
    """
    place, scorer = table.places[seat.index], table.plan.scorer
    if scorer is None or place.has_unseen or tile == UNKNOWN or any(UNKNOWN in laid.tiles for laid in place.sets):
        return ""
    hands, after = _if_won(table, seat, source, tile)
    try:
        # One way to count it that is enough is found sooner than all of them.
        if any(scorer.score(hand).total is not None for hand in hands):
            return ""
    except HandError:
        return ""
    scores = scores_of(scorer, hands) if after is table else values(after, seat, scorer)
    return scores[0].reason or "" if scores and all(score.total is None for score in scores) else ""


def worths_if_won(
    table: Table, seat: Seat, source: Source, tile: int, held: Sequence[int] | None = None
) -> list[Score]:
    """What the hand of a player can be worth if it wins with this tile now, the likeliest first.

    `held`: the concealed tiles as counts per kind, instead of those that the player has; without the tile where it is
    another player's. Empty where the rules do not ask what a win is worth, or it is not known.
    """
    scorer = table.plan.scorer
    if scorer is None:
        return []
    hands, after = _if_won(table, seat, source, tile, held)
    return scores_of(scorer, hands) if after is table else values(after, seat, scorer)


def _if_won(
    table: Table, seat: Seat, source: Source, tile: int, held: Sequence[int] | None = None
) -> tuple[list[Hand], Table]:
    """What the hand can be if it wins so, and the table then; the same table where the hand does not need it."""
    place = table.places[seat.index]
    counts = list(place.held if held is None else held)
    if table.plan.family.counts_han:
        counts[tile] += source in FROM_OTHERS
        kinds = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
        hand = Hand(seat, table.round, kinds, laid_sets(place), tuple(place.bonus))
        return [won_with(table, hand, source, tile, not table.live_left)], table
    after = table.copy()
    after.places[seat.index].held = counts
    APPLY[Mahjong](after, Mahjong(seq=0, seat=seat, source=source, tile=TILES[tile]))
    base = base_hand(after, seat)
    return [] if base is None else list(possible_hands(after, base)), after


# -- what each tile that a hand waits for would be worth to it --------------------------------------------------------


class WaitingWorth(NamedTuple):
    """A tile that would complete a hand.

    `left`: so many of the kind are not in the hand, wherever they are. `wall`, `discard`: what the hand would be worth
    with it, in points, drawn from the live wall and claimed from another player.
    """

    kind: int
    left: int
    wall: int
    discard: int


def waiting_worths(hand: Hand, scorer: Scorer, copies: Sequence[int] = USUAL_COPIES) -> tuple[WaitingWorth, ...]:
    """The tiles that would complete a hand which did not win, by kind; none where it does not lack one tile.

    `copies`: how many tiles of each kind the rule set's tiles have. A kind of which the hand holds all is not waited
    for. Whatever else can be true of a win (last tile, loose tile, a call) is not counted.
    """
    if hand.won or sum(hand.counts) + 3 * len(hand.sets) != HAND_TILES - 1:
        return ()
    held = hand.all_tiles
    return tuple(
        WaitingWorth(kind, copies[kind] - held.count(kind), _worth(hand, kind, "wall", scorer),
                     _worth(hand, kind, "discard", scorer))
        for kind in hand.waits(scorer.forms_of(hand))
    )  # fmt: skip


def _worth(hand: Hand, kind: int, source: str, scorer: Scorer) -> int:
    tiles = tuple(sorted((*hand.concealed, kind)))
    won = changed(hand, concealed=tiles, won=True, tile=kind, source=source)
    return scorer.score(won).total or 0
