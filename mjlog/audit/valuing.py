"""What the hands on the table are worth: from the replayed state to the scorer and back.

Where the record leaves something open that a score depends on (an unknown winning tile, moves not recorded), every
possibility is scored: a recorded score is right if it is one of them.
"""

from __future__ import annotations

import functools
import itertools

from msgspec.structs import replace
from msgspec.structs import replace as changed

from mjlog.rulesets import Rules
from mjlog.scoring import Explanation, Hand, Item, Score, Scorer, Terms, explain, scorer_by, terms_of
from mjlog.scoring.explain import fu_items
from mjlog.scoring.from_table import base_hand, possible_hands, scores_of, values
from mjlog.scoring.han import HanScorer
from mjlog.scoring.han_worth import HanTerms, han_terms_of
from mjlog.scoring.hand import HanScore
from mjlog.scoring.placed import placed_sets
from mjlog.scoring.rows import manner_of
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table import danger as d

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


@functools.lru_cache(_MOST_KEPT)
def scorer_without_minimum(rules: Rules) -> Scorer | None:
    """The same scorer, where every complete hand may win."""
    if rules.scoring is None or not rules.scoring.has_minimum or rules.scoring.by_fu:
        return scorer_for(rules)
    return scorer_by({**rules.scoring.table, "min_points": 0, "min_doubles": 0}, rules.scoring.options)


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
    terms = terms_of({**rules.settlement.table, "players": rules.plan.players}, rules.settlement.options)
    if terms.shared is None:
        return terms
    return replace(terms, shared=replace(terms.shared, payout=han_terms_for(rules).payout))


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
    if scorer.winners_only and not won:
        return [scorer.score(Hand(seat, table.round, ()))]
    agreed = agreed_score(rules, won)
    return [agreed] if agreed is not None else values(table, seat, scorer)


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
    scorer, base = scorer_for(rules), base_hand(table, seat) if table.win is not None else None
    if scorer is None or base is None or agreed_score(rules, table.win_of(seat) is not None) is not None:
        return None
    for start in (base, changed(base, shown=None, completes=None)):
        for hand in possible_hands(table, start):
            if scores_of(scorer, [hand]) == [score]:
                return hand
    return None


def liable_seats(table: Table, winner: Score) -> list[Seat | None]:
    """Who can be the one that pays for all, the likeliest first; None stands for nobody (classical/cannon-1).

    That is whose dangerous discard fed what the winner has shown: the end of the wall always counts, other dangers
    only if the hand became that. There is more than one only where concealed tiles leave open who had a choice.
    """
    win = table.win
    if win is None:
        return [None]
    fed = [dangerous for dangerous in table.fed if dangerous.claimer is win.seat]
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
    tiles = [kind for laid_set in place.sets for kind in laid_set.tiles]
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
