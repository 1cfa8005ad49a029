"""What the hands on the table are worth: from the replayed state to the scorer and back.

Where the record leaves something open that a score depends on (an unknown winning tile, moves not recorded), every
possibility is scored: a recorded score is right if it is one of them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

from msgspec.structs import replace as changed

from mjlog.errors import HandError
from mjlog.hands import arrangements, group_tiles
from mjlog.rules.sets import makes
from mjlog.rulesets import Rules
from mjlog.scoring import Explanation, Hand, Item, Score, Scorer, Terms, explain, scorer_by, terms_of
from mjlog.scoring.at_table import laid_sets, won_with
from mjlog.scoring.han import HanScorer
from mjlog.scoring.han_words import fu_items
from mjlog.scoring.han_worth import HanTerms, han_terms_of
from mjlog.scoring.hand import HanScore, LaidSet
from mjlog.scoring.manner import manner_of
from mjlog.scoring.placed import placed_sets
from mjlog.seats import Seat
from mjlog.table import Place, Table, Win
from mjlog.table import danger as d
from mjlog.tiles import PLAIN_KINDS, UNKNOWN

_MOST_KEPT = 100
"""For so many rules in force the scorer and the terms are kept."""


@functools.lru_cache(_MOST_KEPT)
def scorer_for(rules: Rules) -> Scorer | None:
    """The scorer of the rules in force, made once; None where the rule set does not say what hands are worth.

    Where winners are paid an agreed value it only tells complete hands (see `agreed_score`).

    Raises:
        RuleSetError: the scoring table names a pattern or an option that does not exist.
    """
    if rules.scoring is None:
        return None
    return rules.scorer or scorer_by(rules.scoring.table, rules.scoring.options)


def other_kong_scorer(rules: Rules) -> Scorer | None:
    """A scorer that counts claimed kongs as concealed where the rules do not, and the other way round.

    None where the rule set has no rule of its own about that.
    """
    if rules.scoring is None or rules.scoring.agreed is not None or rules.cites.claimed_kong is None:
        return None
    table, options = rules.scoring.table, rules.scoring.options
    return scorer_by({**table, "claimed_kong_hides": not manner_of(table, options).claimed_kong_hides}, options)


@functools.lru_cache(_MOST_KEPT)
def terms_for(rules: Rules) -> Terms:
    """How the rules in force settle a hand, found once.

    Raises:
        RuleSetError: the settlement table names an option that does not exist.
    """
    return terms_of({**rules.settlement.table, "players": rules.plan.players}, rules.settlement.options)


@functools.lru_cache(_MOST_KEPT)
def han_terms_for(rules: Rules) -> HanTerms:
    """How the rules in force value fu and han."""
    return han_terms_of(rules.scoring.table, rules.scoring.options) if rules.scoring is not None else HanTerms()


def agreed_score(rules: Rules, won: bool) -> Score | None:
    """What every winning hand (or every other) is worth by agreement, whatever its tiles; None where rows say it.

    Source: mahjiang/score-1, pung-chi/score-1.
    """
    if rules.scoring is None or rules.scoring.agreed is None:
        return None
    worth = rules.scoring.agreed if won else 0
    items = (Item("agreed value", worth, 0, rules.cites.score or ""),) if won else ()
    return Score(worth, worth, 0, worth, None, (), items, (), won)


def hand_values(table: Table, seat: Seat, rules: Rules) -> list[Score]:
    """What a seat's hand can be worth after a win, agreed or scored, the likeliest first; empty if not computable."""
    scorer = scorer_for(rules)
    if scorer is None or table.win is None or seat not in table.players:
        return []
    won = table.win_of(seat) is not None
    if rules.scorer is not None and not won:
        return [rules.scorer.score(Hand(seat, table.round, ()))]
    agreed = agreed_score(rules, won)
    return [agreed] if agreed is not None else values(table, seat, scorer)


def values(table: Table, seat: Seat, scorer: Scorer) -> list[Score]:
    """What a seat's hand can be worth, the likeliest first; empty where its tiles are not known."""
    base = _base(table, seat)
    if base is None or has_unseen_dora(table, seat):
        return []
    found = _scores(scorer, _hands(table, base))
    if base.shown is not None and table.win_of(seat) is not None and not any(score.complete for score in found):
        # Sets laid down, and a pair left over: the hand is complete in another arrangement of the same tiles.
        whole = _scores(scorer, _hands(table, changed(base, shown=None, completes=None)))
        return whole if any(score.complete for score in whole) else found
    return found


def has_unseen_dora(table: Table, seat: Seat) -> bool:
    """Whether an indicator was turned that counts for this winner, and nobody saw it."""
    state = table.riichi
    if state is None or table.win_of(seat) is None:
        return False
    return UNKNOWN in state.indicators or (state.stands(seat) and UNKNOWN in state.under)


def values_by_call(table: Table, seat: Seat, scorer: Scorer, calling: bool) -> list[Score]:
    """What the winner's hand can be worth if the original call counts, or if it does not."""
    base, win = _base(table, seat), table.win_of(seat)
    if base is None or win is None or win.seat is not seat:
        return []
    return _scores(scorer, _won_hands(table, base, replace(win, calling=calling), table.place(seat)))


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


def explained_score(table: Table, seat: Seat, rules: Rules, score: Score) -> Explanation | None:
    """How one of the values of a seat's hand came about; None where it does not come from the tiles of the hand."""
    scorer, hand = scorer_for(rules), _hand_of(table, seat, rules, score)
    return None if scorer is None or hand is None else explain(hand, score, scorer)


def fu_of(table: Table, seat: Seat, rules: Rules, score: Score) -> list[Item]:
    """The fu of one of the values of a winner's hand, a line each; none where it does not come from the tiles."""
    scorer, hand = scorer_for(rules), _hand_of(table, seat, rules, score)
    read = scorer.read(hand) if hand is not None and isinstance(scorer, HanScorer) else None
    if hand is None or not isinstance(scorer, HanScorer) or not isinstance(read, HanScore):
        return []
    return fu_items(hand, read, scorer, placed_sets(hand, read, scorer))


def _hand_of(table: Table, seat: Seat, rules: Rules, score: Score) -> Hand | None:
    """The hand that has this value; None where it does not come from the tiles."""
    scorer, base = scorer_for(rules), _base(table, seat) if table.win is not None else None
    if scorer is None or base is None or agreed_score(rules, table.win_of(seat) is not None) is not None:
        return None
    for start in (base, changed(base, shown=None, completes=None)):
        for hand in _hands(table, start):
            if _scores(scorer, [hand]) == [score]:
                return hand
    return None


def _base(table: Table, seat: Seat) -> Hand | None:
    """The hand as it is known, but for the win; None where its tiles are not, or are no hand at all."""
    place = table.place(seat)
    concealed = None if table.gaps else _concealed(place)
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
        shown=shown.sets if shown is not None and as_laid else None,
        completes=shown.completes if shown is not None and as_laid else None,
    )


def _win_counted(table: Table, seat: Seat) -> Win | None:
    """The win as it counts: without an original call that the hand shown has proved broken."""
    win = table.win_of(seat)
    if win is None or not win.calling or table.place(win.seat).calling:
        return win
    return replace(win, calling=False)


def _hands(table: Table, base: Hand) -> Iterable[Hand]:
    """What the hand can have been: for the winner once for everything that the record leaves open about the win."""
    win = _win_counted(table, base.seat)
    if win is None:
        return [base]
    return _won_hands(table, base, win, table.place(base.seat))


def _can_be_scored(place: Place, concealed: tuple[int, ...]) -> bool:
    """Whether these are tiles and sets of a hand at all; what is not was reported where it was laid down."""
    for one in place.sets:
        if one.kind != "pair" and not _is_scored(one.kind, one.tiles):
            return False
    return len(concealed) <= _MOST_CONCEALED


@functools.lru_cache(1 << 12)
def _is_scored(kind: str, tiles: tuple[int, ...]) -> bool:
    """Whether tiles on the table are a set that can earn something."""
    return bool(tiles) and tiles[-1] < PLAIN_KINDS and kind in _SCORED_SETS and makes(kind, tiles)


_SCORED_SETS = frozenset(("chow", "pung", "kong"))
_MOST_CONCEALED = 22
"""Fourteen tiles, and the bonus tiles that a loser may have kept."""


def _scores(scorer: Scorer, hands: Iterable[Hand]) -> list[Score]:
    # A hand that cannot exist was reported where it came about; here it is worth nothing that could be said.
    try:
        return [scorer.score(hand) for hand in hands]
    except HandError:
        return []


def alternatives(table: Table, seat: Seat, scorer: Scorer) -> Iterator[Score]:
    """Other ways in which the player can have laid the hand down, where the record does not say how."""
    place = table.place(seat)
    concealed = _concealed(place)
    if not table.plan.scored_as_laid or table.gaps or concealed is None or not _can_be_scored(place, concealed):
        return
    if place.shown is not None and place.shown.arranged:
        yield from _other_completions(table, seat, scorer, concealed)
        return
    base = Hand(seat, table.round, concealed, laid_sets(place), tuple(place.bonus))
    win = _win_counted(table, seat)
    if win is None:
        for shown in _loser_groupings(concealed):
            yield from _scores(scorer, [changed(base, shown=shown)])
        return
    for hand in _won_hands(table, base, win, place):
        for shown in _winner_groupings(table, hand):
            for completes in may_be_completed(hand, shown):
                yield from _scores(scorer, [changed(hand, shown=shown, completes=completes)])


def _other_completions(table: Table, seat: Seat, scorer: Scorer, concealed: tuple[int, ...]) -> Iterator[Score]:
    """The hand as laid down, with each of its sets in turn as the one that the winning tile completed."""
    place, win = table.place(seat), _win_counted(table, seat)
    shown = place.shown
    if shown is None or shown.completes is not None or win is None or win.seat is not seat:
        return
    base = Hand(seat, table.round, concealed, laid_sets(place), tuple(place.bonus), shown=shown.sets)
    for hand in _won_hands(table, base, win, place):
        for completes in may_be_completed(hand, shown.sets):
            yield from _scores(scorer, [changed(hand, completes=completes)])


def may_be_completed(hand: Hand, shown: tuple[tuple[int, ...], ...]) -> list[int]:
    """Which of the sets laid down the winning tile can have completed: those that it is in."""
    return [number for number, tiles in enumerate(shown) if hand.tile is None or hand.tile in tiles]


def _winner_groupings(table: Table, hand: Hand) -> Iterator[tuple[tuple[int, ...], ...]]:
    counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
    for arrangement in arrangements(counts, len(hand.sets), forms=table.plan.forms):
        yield tuple(tuple(group_tiles(group)) for group in arrangement)


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


def _concealed(place: Place) -> tuple[int, ...] | None:
    shown = place.shown
    if shown is not None:
        tiles = (*itertools.chain.from_iterable(shown.sets), *shown.rest) if shown.sets else shown.rest
        return None if UNKNOWN in tiles else tiles
    return None if place.unknown or not place.sure else tuple(place.known())


def _won_hands(table: Table, base: Hand, win: Win, place: Place) -> Iterator[Hand]:
    """The winner's hand, once for everything that the record leaves open about the win."""
    if table.riichi is not None:
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
            flags=flags_of_win(streak >= 2, win.calling, bool(last), win.untouched),
            east_wins=table.standing.east_wins if win.seat is Seat.E else 0, completes=completes,
        )  # fmt: skip


def _with_winning_set(base: Hand, place: Place, win: Win) -> tuple[Hand, int | None]:
    """A set laid down after the declaration is the one that the winning tile completed, not one laid before."""
    later = [one for one in place.sets if one.at > win.at]
    if not later:
        return base, base.completes
    late = later[0]
    sets = tuple(LaidSet(one.kind, one.tiles, one.concealed, one.origin) for one in place.sets if one is not late)
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
def flags_of_win(twofold: bool, calling: bool, last: bool, untouched: bool) -> frozenset[str]:
    """What else was true of a win, in the scorer's words."""
    said = {"twofold": twofold, "original-call": calling, "last-tile": last, "no-discard": untouched}
    return frozenset(name for name, holds in said.items() if holds)


def liable_seats(table: Table, winner: Score) -> list[Seat | None]:
    """Who can be the one that pays for all, the likeliest first; None stands for nobody (classical/cannon-1).

    That is whose dangerous discard fed what the winner has shown: the end of the wall always counts, other dangers
    only if the hand became that. There is more than one only where concealed tiles leave open who had a choice.
    """
    win = table.win
    if win is None:
        return [None]
    fed = [one for one in table.fed if one.claimer is win.seat]
    if not fed:
        return [None]
    achieved = achieved_dangers(table.place(win.seat), winner)
    debts: dict[Seat, int] = {}
    opened = []
    for one in fed:
        judged = d.danger_fed(table, one)
        if judged == "choice":
            # Whoever fed the hand last answers for it.
            debts = {one.supplier: debts.get(one.supplier, 0) | one.dangers}
        elif judged != "no-choice" and one.supplier is not win.seat and one.dangers & achieved:
            opened.append(one.supplier)
    certain = next((seat for seat, dangers in debts.items() if seat is not win.seat and dangers & achieved), None)
    return list(dict.fromkeys([certain, *opened, *([None] if opened else [])]))


def achieved_dangers(place: Place, score: Score) -> int:
    """The dangers that the complete hand has become."""
    names = {item.name for item in (*score.items, *score.set_aside)} | set(score.limits)
    tiles = [kind for one in place.sets for kind in one.tiles]
    if place.shown is not None:
        tiles += [*itertools.chain.from_iterable(place.shown.sets), *place.shown.rest]
    else:
        tiles += place.known()
    bits = d.WALL_END
    common = d.BAMBOO | d.CHARACTERS | d.DOTS | d.HONORS | d.GREENS | d.TERMINALS
    for kind in tiles:
        common &= d.KIND_DANGERS[kind]
    bits |= common
    if names & {"Big Three Dragons", "Little Three Dragons"}:
        bits |= d.DRAGONS
    if names & {"Big Four Joys", "Little Four Joys"}:
        bits |= d.WINDS
    return bits
