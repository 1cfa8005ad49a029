"""The end of a hand where the winner alone scores and the total is shared: riichi, with repeats, pot and final scores.

Each winner is scored and paid by itself; a drawn hand is paid by who was ready.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace as changed

from mjlog import events as ev
from mjlog.audit.compare import Fault, announced_items, gain_fault
from mjlog.audit.diagnosis import Diagnosis
from mjlog.audit.valuing import terms_for
from mjlog.audit.worth import HandWorth
from mjlog.errors import HandError
from mjlog.rules.abortive import nagashi_seats
from mjlog.rulesets import Rules
from mjlog.scoring import Score, Settlement, settle, settle_nagashi, settle_ready
from mjlog.scoring.final import FinalTerms, final_scores, terms_told_by, terms_words, with_pot
from mjlog.scoring.han_worth import MOST_HAN, HanTerms
from mjlog.scoring.shared_payments import liable_part
from mjlog.seats import Seat
from mjlog.table import Table, Win
from mjlog.table.stakes import NAGASHI, nearest_winner
from mjlog.table.unseen import is_blind
from mjlog.text import points as told
from mjlog.text import result

_MOST_REPEATS = 30
"""So many repeats are tried where nobody knows how many there were."""
_NOTHING_DUE: Mapping[Seat, int] = MappingProxyType({})


# -- scores ----------------------------------------------------------------------------------------------------------


def score_fault(event: ev.Score, score: Score, names: frozenset[str]) -> Fault | None:
    """What is wrong with an announced score: words, expected, found, part; None if nothing is.

    `names`: those that the rule set gives to patterns.
    """
    if score.total is None:
        return (f"{event.total} is announced, and {score.reason}", None, event.total, None)
    if event.total != score.total:
        return (f"{event.total} is announced, {score.total} is what it is worth", score.total, event.total, None)
    is_yakuman = any(item.yakuman for item in score.items)
    if event.limit is not None and event.limit != score.limit:
        words = f"{event.limit} is announced, it is {score.limit or 'below any limit'}"
        return (words, score.limit, event.limit, "limit")
    for name, words in (("points", "fu"), ("doubles", "han")):
        stated, due = getattr(event, name), getattr(score, name)
        # Of a yakuman nobody counts the fu, and some count no han.
        if stated is not None and stated != due and not (is_yakuman and (name == "points" or not stated)):
            return (f"{stated} {words} are announced, it has {due}", due, stated, name)
    return _items_fault(event, score, names)


def _items_fault(event: ev.Score, score: Score, names: frozenset[str]) -> Fault | None:
    items = announced_items(event.items)
    if items is None:
        return None
    due = sorted((item.name, item.doubles) for item in score.items if item.doubles)
    stated = sorted((item.name, item.doubles) for item in items if item.doubles)
    if {name for name, _ in stated} <= names:
        return None if due == stated else _other_items(due, stated)
    # Patterns that the rule set calls otherwise are compared by their sum.
    said, owed = (sum(han for _, han in each) for each in (stated, due))
    return None if said == owed else (f"items of {said} han are announced, it has {owed}", owed, said, "items")


def _other_items(due: list[tuple[str, int]], stated: list[tuple[str, int]]) -> Fault:
    missing = [item for item in due if item not in stated]
    extra = [item for item in stated if item not in due]
    words = []
    if missing:
        words.append("not announced: " + ", ".join(f"{name} ({han} han)" for name, han in missing))
    if extra:
        words.append("announced and not earned: " + ", ".join(f"{name} ({han} han)" for name, han in extra))
    return ("; ".join(words) or "an item is counted twice", missing, extra, "items")


def pattern_names(rules: Rules) -> frozenset[str]:
    """The names that a rule set gives to its patterns."""
    table = rules.scoring.table if rules.scoring is not None else {}
    return frozenset(str(row.get("name", row["id"])) for row in table.get("item", ()))


def sum_fault(event: ev.Score, win: Win | None, terms: HanTerms) -> Fault | None:
    """Whatever the tiles are: fu and han are some that there can be, and a total is what they make.

    None where it is so, or too little is announced. `win`: None where it is open who has won, and how.
    """
    if event.limit == "yakuman":
        return None
    drawns = (False, True) if win is None else (win.source not in ev.FROM_OTHERS,)
    impossible = [terms.why_not(event.points, event.doubles, drawn) for drawn in drawns]
    if all(impossible):
        said = [f"{one} {what}" for one, what in ((event.points, "fu"), (event.doubles, "han")) if one is not None]
        return (f"{' with '.join(said)} announced: {impossible[0]}", None, event.total, None)
    if event.points is None or event.doubles is None:
        return None
    base = terms.limit_by_han(event.points, min(event.doubles, MOST_HAN))[0]
    easts = (event.seat is Seat.E,) if win is not None else (event.seat is Seat.E, event.seat is not Seat.E)
    due = [terms.payout.received(base, is_east, drawn) for is_east in easts for drawn in drawns]
    if event.total in due:
        return None
    words = f"{event.total} is announced: {event.points} fu with {event.doubles} han are {due[0]}"
    return (words, due[0], event.total, None)


# -- payments --------------------------------------------------------------------------------------------------------


def due_for(
    worth: HandWorth,
    win: Win,
    pot: int,
    announced: bool = False,
    repeats: Iterable[int] | None = None,
    liable: Iterable[Seat | None] | None = None,
) -> Iterator[Settlement]:
    """What can be paid to one winner, the likeliest first; nothing where the hand's worth is not known.

    `pot`: what the one takes from the table who is nearest to the discarder in turn, and is paid the repeats.
    `repeats`, `liable` stand in the place of those that hold.
    """
    table, terms = worth.table, terms_for(worth.rules)
    is_nearest = nearest_winner(table) is win.seat
    counted = repeats or (_repeats(table) if is_nearest else (0,))
    ways = itertools.product(_totals(worth, win.seat, announced), _givers(table, win), counted)
    for (total, part), giver, number in ways:
        totals = {**dict.fromkeys(table.players, 0), win.seat: total}
        payers = liable or ((win.liable,) if part and win.liable not in (giver, win.seat) else (None,))
        for payer in payers:
            try:
                yield settle(
                    totals, win.seat, discarder=giver, liable=payer, terms=terms, repeats=number,
                    pot=pot if is_nearest else 0, liable_total=part,
                )  # fmt: skip
            except HandError:
                # Seats or totals that the log itself has wrong; that was reported where it came about.
                return


def _givers(table: Table, win: Win) -> list[Seat | None]:
    """Whose tile a win can have taken; None stands for nobody's, which was drawn."""
    if win.source not in ev.FROM_OTHERS or win.discarder is not None:
        return [win.discarder]
    return [seat for seat in win.seat.others() if seat in table.players]


def _totals(worth: HandWorth, seat: Seat, announced: bool) -> list[tuple[int, int]]:
    """What a winner can be paid, and how much of it is for yakuman that somebody can be liable for."""
    shared, said = terms_for(worth.rules).shared, worth.announced.get(seat)
    if shared is None:
        return []
    found = [(score.total, liable_part(score, shared)) for score in worth.value(seat) if score.total is not None]
    if not announced:
        return list(dict.fromkeys(found))
    totals = [] if said is None else [said.total, *worth.by_parts.get(seat, ())]
    return [next((one for one in found if one[0] == total), (total, 0)) for total in totals]


def _repeats(table: Table) -> range | tuple[int]:
    known = table.standing.repeats
    return range(_MOST_REPEATS) if known is None or table.standing.repeats_doubted else (known,)


def drawn(table: Table, worth: HandWorth) -> Settlement | None:
    """What is paid after a draw; None where nobody knows who was ready."""
    standing, terms, players = table.standing, terms_for(worth.rules), tuple(table.players)
    if standing.aborted:
        return Settlement(dict.fromkeys(players, 0), ())
    if table.washout_for == NAGASHI:
        # Where nobody wrote the discards down it is whoever was named.
        entitled = table.washout_seats if is_blind(table) else nagashi_seats(table)
        return settle_nagashi(entitled, terms, players) if entitled or not is_blind(table) else None
    if standing.ready is None:
        return None
    return settle_ready(standing.ready, terms, players)


def due(
    worth: HandWorth, announced: bool = False, paid: Sequence[Seat | None] = (), pot: int | None = None
) -> Settlement | None:
    """What is paid in all for a hand that is over, as far as it is known, but for the winners who are `paid`.

    `pot`: what is taken from the table; None: all that lies there.
    """
    table = worth.table
    if table.washout:
        return drawn(table, worth)
    taken = (table.standing.pot if pot is None else pot) or 0
    if not table.wins:
        return None
    change, payments = dict.fromkeys(table.players, 0), list[tuple[Seat, Seat, int]]()
    for win in table.wins:
        if win.seat in paid:
            continue
        found = next(ways := due_for(worth, win, taken, announced), None)
        if found is None or any(one.change != found.change for one in ways):
            return None
        payments += found.payments
        for seat, amount in found.change.items():
            change[seat] += amount
    return Settlement(change, tuple(payments))


def settlement_fault(worth: HandWorth, event: ev.Settlement) -> Fault | None:
    """What is wrong with recorded payments; None if nothing is, or it cannot be said.

    They may also be those that an announced score makes: that it is wrong is told where it was announced. That another
    pot is taken than lies on the table is told by a rule.
    """
    ways = [one for announced in (False, True) for one in _ways(worth, event, announced)]
    faults = [_difference(worth.table, event, one) for one in ways]
    return None if None in faults else next(iter(faults), None)


def _ways(worth: HandWorth, event: ev.Settlement, announced: bool) -> Iterator[Settlement]:
    table, pot = worth.table, event.pot or 0
    win = table.win_of(event.for_) if event.for_ is not None else table.wins[0] if len(table.wins) == 1 else None
    if win is not None:
        yield from due_for(worth, win, pot, announced)
        return
    whole = due(worth, announced, pot=pot) if event.for_ is None else None
    if whole is not None:
        yield whole


def _difference(table: Table, event: ev.Settlement, one: Settlement) -> Fault | None:
    for seat in table.players:
        if event.change.get(seat, 0) != one.change.get(seat, 0):
            return (*gain_fault(event, seat, one.change.get(seat, 0)), None)
    return None


def singly(event: ev.Settlement, table: Table) -> ev.Settlement:
    """A settlement without what was taken from the table: what its single payments must make."""
    taker = event.for_ or nearest_winner(table)
    if not event.pot or taker is None:
        return event
    return changed(event, change={**event.change, taker: event.change.get(taker, 0) - event.pot})


def blame(worth: HandWorth, event: ev.Settlement) -> Diagnosis:
    """Which rule of paying was not kept, and how, where a mistake explains the payments."""
    table, cites = worth.table, worth.rules.cites
    if table.washout:
        return Diagnosis(_rule_of_a_draw(worth))
    win = table.win_of(event.for_) if event.for_ is not None else table.win
    if win is None or (event.for_ is None and len(table.wins) > 1):
        return Diagnosis(cites.settle)
    pot = event.pot or 0
    for announced in (False, True):
        for number in range(_MOST_REPEATS):
            if _is_paid(table, event, due_for(worth, win, pot, announced, repeats=(number,))):
                return Diagnosis(cites.repeats, f"as if it were repeat {number}")
        for payer in (None, *win.seat.others()) if any(part for _, part in _totals(worth, win.seat, announced)) else ():
            if _is_paid(table, event, due_for(worth, win, pot, announced, liable=(payer,))):
                return Diagnosis(cites.liable, f"as if {payer or 'nobody'} were liable")
        for one in due_for(worth, win, pot, announced) if win.liable is not None else ():
            if one.change.get(win.seat) == event.change.get(win.seat):
                # The winner has got what is due: it is about who of the others pays how much of it.
                return Diagnosis(cites.liable, f"{win.liable} is liable")
    return Diagnosis(cites.settle)


def _rule_of_a_draw(worth: HandWorth) -> str | None:
    cites = worth.rules.cites
    if worth.table.standing.aborted:
        return cites.abort
    return cites.nagashi if worth.table.washout_for == NAGASHI else cites.washout


def _is_paid(table: Table, event: ev.Settlement, ways: Iterable[Settlement]) -> bool:
    return any(_difference(table, event, one) is None for one in ways)


# -- the end of the game ---------------------------------------------------------------------------------------------


def totals_fault(worth: HandWorth, event: ev.GameEnd) -> tuple[Fault, str | None] | None:
    """What is wrong with the totals at the end, and which rule is broken: the sticks that are left go to the first."""
    totals, cites = totals_at_the_end(worth), worth.rules.cites
    if event.totals is None or totals is None:
        return None
    for player, stated in event.totals.items():
        if stated != totals.get(player, 0):
            words = f"{player} ends with {told(stated)} points: {told(totals.get(player, 0))} is what the hands make"
            left = _is_pot_left(worth, event.totals)
            return (words, totals.get(player, 0), stated, "totals"), cites.last_pot if left else cites.total
    return None


def _is_pot_left(worth: HandWorth, stated: Mapping[str, int]) -> bool:
    """Whether totals at the end are wrong only in who got the sticks that were left."""
    pot, before = worth.table.standing.pot, worth.table.known_totals or {}
    got = [points - before.get(player, 0) for player, points in stated.items()]
    return bool(pot) and sum(got) in (0, pot) and set(got) <= {0, pot}


def totals_at_the_end(worth: HandWorth, due: Mapping[Seat, int] = _NOTHING_DUE) -> dict[str, int] | None:
    """What everybody ends with, the sticks that are left and what is still `due` included; None where nobody knows."""
    table, standing, terms = worth.table, worth.table.standing, worth.rules.final
    totals = table.known_totals
    if totals is None or terms is None or standing.pot is None or standing.pot_doubted or not standing.players:
        return None
    paid = {player: due.get(seat, 0) for seat, player in table.players.items()}
    totals = {player: points + paid.get(player, 0) for player, points in totals.items()}
    return with_pot(totals, standing.players, terms, 0 if due and table.wins else standing.pot)


def points_at_the_end(worth: HandWorth, due: Mapping[Seat, int]) -> tuple[dict[str, int], dict[str, int]] | None:
    """Totals as `totals_at_the_end` has them, and final scores; None where nobody knows, or the rules have none."""
    terms, totals, standing = worth.rules.final, totals_at_the_end(worth, due), worth.table.standing
    if terms is None or totals is None or not standing.seated or worth.table.is_unfinished:
        return None
    return totals, final_scores(totals, standing.players, terms, fined=standing.fined)


def final_fault(worth: HandWorth, event: ev.GameEnd) -> Fault | str | None:
    """What is wrong with the final scores; or in words how they are made, where they alone tell it, or nothing does."""
    terms, totals = worth.rules.final, totals_at_the_end(worth)
    if event.final is None or terms is None or totals is None:
        return None
    standing, start = worth.table.standing, worth.game.start
    due = final_scores(totals, standing.players, terms, fined=standing.fined)
    if start is not None and not all(map(start.says, _FINAL_OPTIONS)):
        return _final_as_told(event.final, totals, standing.players, terms)
    for player, stated in event.final.items():
        if stated != due.get(player):
            right = due.get(player)
            makes = "none" if right is None else result(right)
            words = f"{player}'s final score is {result(stated)}: {makes} is what the points make"
            return (words, right, stated, "final")
    return None


_FINAL_OPTIONS = ("uma", "round_final")
"""Which options say how final scores are made; without them a record leaves it open."""


def _final_as_told(
    final: Mapping[str, int], totals: Mapping[str, int], players: Sequence[str], usual: FinalTerms
) -> Fault | str | None:
    """Final scores of a record that does not say how they are made: wrong is what they would be by no terms."""
    told = terms_told_by(final, totals, players, usual) if {*final} == {*players} else None
    if told is not None:
        words = f"the record does not say how final scores are made; they tell it: {terms_words(told, totals)}"
        return None if told == usual else words
    if sum(final.values()):
        words = f"the final scores come to {result(sum(final.values()))} in all: what one gains the others lose"
        return (words, 0, sum(final.values()), "final")
    for better, worse in itertools.permutations(final, 2):
        if totals.get(better, 0) > totals.get(worse, 0) and final[better] < final[worse]:
            low, high = result(final[better]), result(final[worse])
            words = f"{better} has more points than {worse}, and a final score of {low}, below {high}"
            return (words, final[worse], final[better], "final")
    return "the record does not say how final scores are made, and they are made by no terms that are known"
