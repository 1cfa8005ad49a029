"""What the hands on the table are worth, from the replayed state to the scorer and back; and what was announced.

Where the record leaves something open that a score depends on (an unknown winning tile, moves not recorded), every
possibility is scored: a recorded score is right if it is one of them. What is wrong with a score, its items or a
settlement is told by the rows of the scoring table in force, by name, worth and side (`Ledger`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from msgspec.structs import replace as changed

from mjlog import events as ev
from mjlog.errors import RuleSetError
from mjlog.rulesets import Rules
from mjlog.scoring import Explanation, Hand, Item, Score, Scorer, Settlement, Terms, explain, scorer_by, terms_of
from mjlog.scoring.explain import fu_items
from mjlog.scoring.from_table import base_hand, possible_hands, scores_of, values
from mjlog.scoring.han import HanScorer
from mjlog.scoring.han_worth import HanTerms, han_terms_of
from mjlog.scoring.hand import HanScore
from mjlog.scoring.placed import placed_sets
from mjlog.scoring.registry import SET_PATTERNS
from mjlog.scoring.rows import ScoringRow, manner_of, resolve_rows
from mjlog.scoring.totals import Combine, Limits, Minimum, Total, combination, limits_of, minimum_of
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


# -- announced against computed ----------------------------------------------------------------------------------------


_SWITCHES = ("with", "without", "when")


@functools.lru_cache(maxsize=100)
def ledger_for(rules: Rules) -> Ledger:
    """The ledger of the rules in force, made once; without rows where they have none."""
    return Ledger(rules)


_EVERY_WIN = ("mahjong", "mahjong-of-sets")
"""Patterns of every winning hand, but for whole hands that are limit hands."""
WINS_OF_EAST = {"easts-ninth-win": 9, "easts-thirteenth-win": 13}
"""Patterns of any hand with which East wins so often in a row."""


class Ledger:
    """Rows of a scoring table. `rows`: those in force; `off`: those that an option switches off; `names`: of all."""

    def __init__(self, rules: Rules) -> None:
        table = dict(rules.scoring.table) if rules.scoring is not None else {}
        options = rules.scoring.options if rules.scoring is not None else {}
        by_fu = rules.scoring is not None and rules.scoring.by_fu
        self._combine = _by_fu(han_terms_of(table, options)) if by_fu else combination(table)
        self._limits, self._minimum = limits_of(table, options), minimum_of(table, options) or Minimum(0, 0)
        self.rows = resolve_rows(table, options, no_limit=self._limits.none)
        on = {row.id for row in self.rows}
        off = [{key: row[key] for key in row if key not in _SWITCHES} for row in table.get("item", ())]
        off = [row for row in off if row.get("id") not in on]
        self.off: tuple[ScoringRow, ...] = ()
        with suppress(RuleSetError):
            # A row that is not in force may be one that cannot be; then it explains no mistake.
            self.off = resolve_rows({**table, "item": off}, options, no_limit=self._limits.none)
        self._named = {str(row["id"]): str(row["name"]) for row in table.get("item", ())} if table.get("by_id") else {}
        # Also of rows that are worth nothing under these options.
        self.names = frozenset(str(row.get("name", row["id"].replace("-", " "))) for row in table.get("item", ()))

    def as_announced(self, event: ev.Score, scores: list[Score]) -> tuple[ev.Score, list[Score]]:
        """An announced score and what the hand can be worth, with items by the same names, each of them once.

        Where rows are announced by their ids, an item may also stand for all of its kind (mcr/count-6).
        """
        items = announced_items(event.items) if self._named else None
        if items is None:
            return event, scores
        said = _by_name(Item(self._named.get(item.name, item.name), item.points, item.doubles, "") for item in items)
        plain = [{"name": item.name, "points": item.points, "doubles": item.doubles} for item in said]
        return replace(event, items=plain), [replace(score, items=_by_name(score.items)) for score in scores]

    def least(self, east_wins: int | None = 0) -> int:
        """What every win is worth at least: its points for mahjong and what a win needs, or a cheaper limit hand.

        `east_wins`: as which of East's wins in a row it counts, where that is known.
        """
        won = self.open_to(won=True)
        counted = [row for row in won if row.pattern in _EVERY_WIN or WINS_OF_EAST.get(row.pattern, -1) == east_wins]
        points, doubles = sum(row.points for row in counted), sum(row.doubles for row in counted)
        needed = self._minimum
        mahjong = self.total(points, max(doubles, needed.doubles), tuple(row for row in counted if row.is_limit))
        return min([max(mahjong, needed.points), *(self.total(0, 0, (row,)) for row in won if row.is_limit)])

    @property
    def most(self) -> int:
        """What the highest limit hand is worth; 0 where the table has none."""
        return max((worth for _row, worth in self.limits(())), default=0)

    @property
    def limit(self) -> int | None:
        """From how many points on a hand can be a whole limit hand; None where the table has none."""
        worth = [row.limit_points for row in self.open_to(won=True) if row.limit_points]
        return self._limits.value or min(worth, default=None)

    def open_to(self, won: bool) -> list[ScoringRow]:
        """The rows in force for winners, or for losers."""
        return [row for row in self.rows if (row.for_winner if won else row.for_loser)]

    def closed_to(self, won: bool) -> list[ScoringRow]:
        """The rows which only the other side scores, and those that an option switches off."""
        return [row for row in self.rows if not (row.for_winner if won else row.for_loser)] + list(self.off)

    def place(self, row: ScoringRow) -> int:
        """Where the row stands in the document."""
        return (*self.rows, *self.off).index(row)

    def named(self, name: str, points: int, doubles: int) -> ScoringRow | None:
        """The row that an item of this name and worth comes from."""
        rows = [row for row in (*self.rows, *self.off) if row.name == name]
        exact = [row for row in rows if _times(row, points, doubles)]
        return next(iter(exact or rows), None)

    def limit_row(self, announced: Any) -> ScoringRow | None:
        """The limit hand that is announced by its id or name."""
        rows = (row for row in (*self.rows, *self.off) if row.is_limit)
        return next((row for row in rows if announced in (row.id, row.name)), None)

    def is_of_sets(self, row: ScoringRow) -> bool:
        """Whether the row counts single sets or pairs."""
        return row.pattern in SET_PATTERNS

    def limits(self, rows: Iterable[ScoringRow]) -> Iterator[tuple[ScoringRow, int]]:
        """What the limit hands of these rows, and then the others in force, are worth, in points."""
        first = list(rows)
        for row in (*first, *(row for row in self.rows if row.is_limit and row not in first)):
            yield row, self.total(0, 0, (row,))

    def total(self, points: int, doubles: int, limits: tuple[ScoringRow, ...]) -> int:
        """What points, doubles and limit hands make."""
        return self._combine(points, doubles, limits, self._limits)[0]

    def counted(self, row: ScoringRow, score: Score) -> list[tuple[int, int]]:
        """Points and doubles by which a row counts in a score: each item's, and once where it counted several times."""
        items = [item for item in (*score.items, *score.set_aside) if item.name == row.name and not row.is_limit]
        items = [item for item in items if _times(row, item.points, item.doubles) > 0]
        once = [(row.points, row.doubles)] if items or row.id in score.limits else []
        return list(dict.fromkeys([*once, *((item.points, item.doubles) for item in items)]))


def _by_name(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items with the same name put together."""
    by_name: dict[str, Item] = {}
    for item in items:
        before = by_name.get(item.name)
        by_name[item.name] = item if before is None else replace(before, points=before.points + item.points)
    return tuple(by_name.values())


def _by_fu(terms: HanTerms) -> Combine:
    """What fu, han and yakuman make, for a winner who is not East."""

    def combine(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
        base = terms.limit * sum(row.limit for row in held) // 100 if held else terms.limit_by_han(points, doubles)[0]
        return terms.payout.received(base, east=False, drawn=False), base, None, held, bool(held)

    return combine


def _times(row: ScoringRow, points: int, doubles: int) -> int:
    """How many times the row makes this worth; 0 if it does not."""
    times = points // row.points if row.points else doubles // row.doubles if row.doubles else 0
    return times if (row.points * times, row.doubles * times) == (points, doubles) else 0


Fault = tuple[str, Any, Any, "int | str | None"]


class Diagnosis(NamedTuple):
    """The rule that was broken, and how, in words that follow the fault; no words where only the rule is known."""

    rule: str | None
    words: str = ""


def score_fault(event: ev.Score, score: Score, names: frozenset[str], limit: int) -> Fault | None:
    """What is wrong with an announced score: words, expected, found, part; None if nothing is.

    `names` are those that the rule set gives to items; items called otherwise are compared by their figures alone.
    `limit`: points of a full limit.
    """
    if score.total is None:
        return (f"{event.total} is announced, and {score.reason}", None, event.total, None)
    if event.total != score.total:
        return (f"{event.total} is announced, {score.total} is what it is worth", score.total, event.total, None)
    if event.printed is not None:
        return (f"{event.total} is announced, and {event.printed} written below", score.total, event.printed, "printed")
    # Who takes a limit hand need not say what its face value would have been.
    taken_limit = bool(score.limit) and not (score.points or score.doubles)
    unsaid = bool(score.limit) and not (event.points or event.doubles)
    if not taken_limit and not unsaid:
        for name in ("points", "doubles"):
            stated = getattr(event, name)
            if stated is not None and stated != getattr(score, name):
                return (
                    f"{stated} {name} are announced, it has {getattr(score, name)}",
                    getattr(score, name),
                    stated,
                    name,
                )
    if event.uncapped is not None and event.uncapped != score.uncapped:
        return (
            f"{event.uncapped} before the limit is announced, it is {score.uncapped}",
            score.uncapped,
            event.uncapped,
            "uncapped",
        )
    if isinstance(score, HanScore) and event.limit is not None and event.limit != score.limit:
        return (f"{event.limit} is announced, it is {score.limit or 'no limit'}", score.limit, event.limit, "limit")
    if _is_announced_as_due(event.items, score):
        return None
    fault = items_fault(event, score, names)
    if fault is not None:
        return fault
    # A limit hand may be announced with another worth than its share of the limit.
    due = {item.name: item.limit_points or item.limit * limit // 100 for item in score.items if _is_limit(item)}
    for part, item in enumerate(announced_items(event.items) or ()):
        if item.limit is not None and item.name in due and item.limit != due[item.name]:
            words = f"{item.limit} is announced for {item.name}, {due[item.name]} is what it is worth"
            return (words, due[item.name], item.limit, part)
    return None


def _is_announced_as_due(items: Any, score: Score) -> bool:
    """Whether no items are announced, or the very ones that are due, in any order, and none of them is a limit hand.

    So it is nearly always: then the items are not read one by one to see what is wrong with them.
    """
    if items is None:
        return True
    if score.limits or type(items) is not list or len(items) != len(score.items):
        return False
    left = [(item.name, item.points, item.doubles) for item in score.items]
    for row in items:
        line = (row.get("name"), row.get("points", 0), row.get("doubles", 0)) if type(row) is dict else None
        if line not in left:
            return False
        left.remove(line)
    return True


Line = tuple[str, int, int]
"""One line of a score: the item's name, its points, its doubles."""


def items_fault(event: ev.Score, score: Score, names: frozenset[str]) -> Fault | None:
    """An item that is announced and not earned, or earned and not announced."""
    missing, extra = differing_items(event, score, names)
    if not missing and not extra:
        # Items called otherwise than the rule set calls them do not add up to the face value
        items = announced_items(event.items)
        if items is None or {item.name for item in items} <= names or score.limits:
            return None
        for part in ("points", "doubles"):
            stated, due = sum(getattr(item, part) for item in items), getattr(score, part)
            if stated != due:
                return (f"items of {stated} {part} are announced, it has {due}", due, stated, part)
        return None
    words = []
    if missing:
        words.append("not announced: " + ", ".join(_item_words(item) for item in missing))
    if extra:
        words.append("announced and not earned: " + ", ".join(_item_words(item) for item in extra))
    # An item that is missing would stand before the sum that it goes into.
    at: int | str = "doubles" if missing and missing[0][2] else "points"
    for place, item in enumerate(announced_items(event.items) or ()) if extra else ():
        if item.name == extra[0][0] and extra[0] in _parts(item.name, item.points, item.doubles):
            at = place
            break
    return ("; ".join(words), [list(item) for item in missing], [list(item) for item in extra], at)


def differing_items(event: ev.Score, score: Score, names: frozenset[str]) -> tuple[list[Line], list[Line]]:
    """Lines that are due and not announced, and lines announced and not due.

    None where no items are announced, or some by other names than the rule set's: those are compared by their sums.
    """
    items = announced_items(event.items)
    if items is None or not {item.name for item in items} <= names:
        return [], []
    stated, due = _lines(items), _lines(score.items)
    if score.limits if isinstance(score, HanScore) else score.limit is not None:
        # A limit hand may be announced with all that it replaces, or without.
        limits = _lines([item for item in score.items if _is_limit(item)])
        if sorted(stated) in (sorted(due + _lines(score.set_aside)), limits):
            return [], []
    return _without(due, stated), _without(stated, due)


def _is_limit(item: Item) -> bool:
    return bool(item.limit or item.limit_points or item.yakuman)


def _lines(items: Sequence[ev.ScoreItem | Item]) -> list[Line]:
    return sorted(line for item in items for line in _parts(item.name, item.points, item.doubles))


def announced_items(items: Any) -> list[ev.ScoreItem] | None:
    """The announced items, or None where they are not spelled as items."""
    try:
        return None if items is None else msgspec.convert(items, list[ev.ScoreItem])
    except msgspec.ValidationError:
        return None


def _parts(name: str, points: int, doubles: int) -> list[Line]:
    # Records print points and doubles of one item on two lines.
    if points and doubles:
        return [(name, points, 0), (name, 0, doubles)]
    return [(name, points, doubles)]


def _without(items: list[Line], others: list[Line]) -> list[Line]:
    rest = list(others)
    left = []
    for item in items:
        if item in rest:
            rest.remove(item)
        else:
            left.append(item)
    return left


def _item_words(item: Line) -> str:
    name, points, doubles = item
    return f"{name} ({points} points)" if points else f"{name} ({doubles} doubles)"


def settlement_fault(event: ev.Settlement, due: Settlement, players: dict[Seat, str]) -> Fault | None:
    """What is wrong with recorded payments: words, expected, found, part; None if nothing is."""
    for seat in players:
        if event.change.get(seat, 0) != due.change.get(seat, 0):
            return (*gain_fault(event, seat, due.change.get(seat, 0)), None)
    if event.stated is not None:
        wrong = next((seat for seat in players if event.stated.get(seat) != event.change.get(seat, 0)), Seat.E)
        words = "the figures and the words of the settlement differ"
        return (words, _letters(event.change), _letters(event.stated), f"sum {wrong.value}")
    if event.cannon is not None and {payer for payer, _payee, _points in due.payments} != {event.cannon}:
        return (
            f"{event.cannon} is named as having let off a cannon, and does not pay for all",
            None,
            event.cannon.value,
            "cannon",
        )
    if event.payments is None or event.payments == due.payments:
        return None
    stated = [(a.value, b.value, n) for a, b, n in event.payments if n]
    owed = [(a.value, b.value, n) for a, b, n in due.payments if n]
    if sorted(stated) == sorted(owed) or (event.cannon is None and _summed(stated) == _summed(owed)):
        return None
    return ("the single payments are not the ones due", sorted(owed), sorted(stated), payment_not_due(event, due))


def likeliest_first(event: ev.Settlement, possible: Sequence[Settlement]) -> list[Settlement]:
    """Several payments that can be due: first those by which the fewest players gained or lost something else."""

    def others(due: Settlement) -> int:
        return sum(event.change.get(seat, 0) != points for seat, points in due.change.items())

    return sorted(possible, key=others)


def gain_fault(event: ev.Settlement, seat: Seat, owed: int) -> tuple[str, int, int]:
    """What is wrong with one player's gain or loss: words, expected, found."""
    paid = event.change.get(seat, 0)
    return f"{seat} {_moves(paid)}: {_moves(owed)} is due", owed, paid


def payment_not_due(event: ev.Settlement, due: Settlement) -> int | None:
    """Which of the recorded payments (an index) is none of those due."""
    stated = enumerate(event.payments or ())
    return next((number for number, payment in stated if payment[2] and payment not in due.payments), None)


def contradiction(event: ev.Settlement) -> str | None:
    """Where single payments do not add up to the gains and losses stated beside them."""
    sums: dict[Seat, int] = dict.fromkeys(event.change, 0)
    for payer, payee, points in event.payments or ():
        sums[payer] = sums.get(payer, 0) - points
        sums[payee] = sums.get(payee, 0) + points
    if sums == event.change:
        return None
    wrong = next((seat for seat, points in sums.items() if points != event.change.get(seat, 0)), None)
    if wrong is None:
        return None
    return f"{wrong} {_moves(event.change.get(wrong, 0))}, and the single payments make {_moves(sums[wrong])}"


def _summed(payments: list[tuple[str, str, int]]) -> dict[tuple[str, str], int]:
    """What each player paid each other in all."""
    sums: dict[tuple[str, str], int] = {}
    for payer, payee, points in payments:
        sums[payer, payee] = sums.get((payer, payee), 0) + points
    return sums


def _moves(amount: int) -> str:
    return f"gains {amount}" if amount >= 0 else f"loses {-amount}"


def _letters(change: dict[Seat, int]) -> dict[str, int]:
    return {seat.value: amount for seat, amount in change.items()}
