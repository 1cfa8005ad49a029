"""A dead hand in words: what is wrong with it, how one knows, since when, and what follows by the rules."""

from __future__ import annotations

from collections.abc import Callable

from mjlog.audit.dead import Consequence, DeadHand, Since
from mjlog.text import cited, counted, either, list_words
from mjlog.views.words import BASES, seat_name


def dead_hand_words(dead: DeadHand) -> list[str]:
    """The hand in sentences without full stops: first what is the matter, last what follows; ids of rules in brackets.

    Events are numbered as in the log.
    """
    lines = [_MATTERS[dead.kind](dead) + cited(dead.rule), *_known(dead)]
    if dead.declared is not None:
        proof = {True: "", False: ": the record refutes it", None: ": the record neither proves nor refutes it"}
        by = f" by {dead.declared.by}" if dead.declared.by is not None else ""
        lines.append(f"Declared dead at event {dead.declared.seq}{by}{proof[dead.declared.proved]}")
    return [*lines, *(consequence_words(dead, consequence) for consequence in dead.follows)]


def _count(dead: DeadHand) -> str:
    name = seat_name(dead.seat)
    if dead.number is None:
        return f"{name}'s hand is said to have a wrong number of tiles"
    if not dead.number.had:
        return f"{name} has had a wrong number of tiles"
    had = either([str(number) for number in dead.number.had])
    return f"{name} has {had} tiles where {dead.number.due} are right"


def _exposure(dead: DeadHand) -> str:
    basis = f", {BASES[dead.basis]}" if dead.basis is not None else ""
    words = "are those of no line of the card" if dead.certain is not None else "are said to leave no line of the card"
    return f"{seat_name(dead.seat)}'s exposures {words}{basis}"


def _false_mahjong(dead: DeadHand) -> str:
    if dead.act is None:
        return f"{seat_name(dead.seat)} is said to have declared mahjong in error"
    after = "the hand was not shown"
    if dead.shown is not None:
        after = f"the hand was shown at event {dead.shown}"
    elif dead.until is not None:
        after = f"it was taken back at event {dead.until}, before the hand was shown"
    misled = f"; {dead.misled} had misnamed the tile" if dead.misled is not None else ""
    none = "may not win" if dead.complete is True else "is not complete"
    return f"{seat_name(dead.seat)} declares mahjong at event {dead.act}, and the hand {none}: {after}{misled}"


def _call(dead: DeadHand) -> str:
    if dead.act is None:
        return f"{seat_name(dead.seat)}'s hand is said to be dead for a wrong call"
    if dead.cause is None:
        return f"{seat_name(dead.seat)} takes a call for a win back at event {dead.act}: the hand is dead"
    return f"{seat_name(dead.seat)} makes an original call at event {dead.act}, and changes the hand"


def _misnamed(dead: DeadHand) -> str:
    what = f"it is claimed for {'mahjong' if dead.claimed == 'mahjong' else f'a {dead.claimed}'} under that name"
    return f"{seat_name(dead.seat)} discards a tile at event {dead.act} and names it wrongly: {what}"


_MATTERS: dict[str, Callable[[DeadHand], str]] = {
    "count": _count, "exposure": _exposure, "false-mahjong": _false_mahjong, "call": _call, "misnamed": _misnamed,
    "other": lambda dead: f"{seat_name(dead.seat)}'s hand is said to be dead for another reason",
}  # fmt: skip


def _known(dead: DeadHand) -> list[str]:
    """When it became certain, and since when it has been so."""
    if dead.certain is None or dead.since is None:
        return []
    at_once = dead.since.exact and dead.since.first == dead.certain
    lines = [f"Certain at event {dead.certain}" + ("" if at_once else f", {since_words(dead.since)}")]
    if dead.contradicted is not None:
        lines.append(
            f"The hand shown at event {dead.contradicted} has the right number: the record contradicts itself, and "
            "nothing follows"
        )
    elif dead.until is not None and dead.kind != "false-mahjong":
        lines.append(f"From event {dead.until} on it is right again")
    return lines


def since_words(since: Since) -> str:
    """Since when it has been so: an event, or between which two.

    >>> since_words(Since(40, 40)), since_words(Since(21, 40))
    ('so since event 40', 'and it came about between events 21 and 40')
    """
    if since.exact:
        return f"so since event {since.first}"
    return f"and it came about between events {since.first} and {since.last}"


def consequence_words(dead: DeadHand, consequence: Consequence) -> str:
    """One thing that follows, and whether it is recorded."""
    at = f" at event {consequence.at}" if consequence.at is not None else ""
    recorded = {"right": f": recorded{at}", "otherwise": f": recorded otherwise{at}", "missing": ": not recorded"}
    words = _WHAT[consequence.what](dead, consequence)
    return f"{words}{cited(consequence.rule)}{recorded.get(consequence.recorded or '', '')}"


def _shares(consequence: Consequence) -> str:
    return list_words([f"{payment.points} to {payment.payee}" for payment in consequence.payments])


def _pays(dead: DeadHand, consequence: Consequence) -> str:
    name = f"{seat_name(dead.seat)} pays the winner like the others"
    if consequence.amount is None:
        return f"{name}; how much, the record leaves open"
    return f"{name}: {_shares(consequence) if consequence.payments else 'nothing, as nobody wins'}"


def _fine(dead: DeadHand, consequence: Consequence) -> str:
    payer = consequence.payments[0].payer if consequence.payments else dead.seat
    return f"{seat_name(payer)} is fined {counted(consequence.amount or 0, 'point')}: {_shares(consequence)}"


def _no_win(dead: DeadHand, consequence: Consequence) -> str:
    if dead.complete is True:
        return "No win: the hand is complete, and may not win"
    why = "a hand with a wrong number of tiles" if dead.kind == "count" else "a hand that is not complete"
    return f"No win: {why} cannot be mahjong"


_WHAT: dict[str, Callable[[DeadHand, Consequence], str]] = {
    "pays-the-winner": _pays,
    "fine": _fine,
    "scores-nothing": lambda dead, consequence: f"{seat_name(dead.seat)}'s hand scores nothing: it has too many tiles",
    "loses-double": lambda dead, consequence: "The original call counts for nothing, and its double is lost",
    "no-win": _no_win,
    "played-again": lambda dead, consequence: "Three hands have a wrong number of tiles: the hand is played again",
    "no-penalty": lambda dead, consequence: "No penalty: play goes on where it was",
    "named-nowhere": lambda dead, consequence: "The rules name no penalty",
}
