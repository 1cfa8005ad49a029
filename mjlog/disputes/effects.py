"""What a ruling changes in a game: totals, results of hands, findings, told before it is written down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mjlog.disputes.reading import shows_no_more
from mjlog.findings import Finding
from mjlog.seats import SEATS
from mjlog.text import shown, signed
from mjlog.views.hands import Hand
from mjlog.views.naming import seat_name
from mjlog.views.stepper import GameView

_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """The difference between two readings of a game. `totals`: points before and after, by player.

    `hands`: what is otherwise in each hand, in words. `came`, `went`: findings that are new, or no longer there.
    `is_hidden`: what changes may not be told while a hand is in progress.
    """

    totals: dict[str, tuple[int | None, int | None]]
    hands: tuple[str, ...]
    came: tuple[Finding, ...]
    went: tuple[Finding, ...]
    is_hidden: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether nothing changes that is counted."""
        moved = any(old != new for old, new in self.totals.values())
        return not (moved or self.hands or self.came or self.went or self.is_hidden)


def effect(before: GameView, after: GameView) -> Effect:
    """What changes from one reading of a game to another one of the same game."""
    if not shows_no_more(after, before):
        return Effect({}, (), (), (), is_hidden=True)
    old, new = _totals(before), _totals(after)
    names = dict.fromkeys((*old, *new))
    first, second = _findings(before), _findings(after)
    return Effect(
        totals={name: (old.get(name), new.get(name)) for name in names},
        hands=tuple(_changed_hands(before, after)),
        came=tuple(finding for key, finding in second.items() if key not in first),
        went=tuple(finding for key, finding in first.items() if key not in second),
    )


def _totals(view: GameView) -> dict[str, int | None]:
    """Points of every player after the last hand that is over; None where they are not known."""
    live = view.hands[-1]
    totals = live.after if live.is_over else live.before
    return {player: None if totals is None else totals.get(player, 0) for player in view.players}


def _findings(view: GameView) -> dict[_Key, Finding]:
    found = (finding for hand in view.hands for finding in view.findings(hand))
    return {(one.code, one.seq, one.hand, one.seat, one.message, one.severity): one for one in found}


def _changed_hands(before: GameView, after: GameView) -> Iterator[str]:
    """Hands that end otherwise, or are paid otherwise."""
    if len(before.played) != len(after.played):
        yield f"there are {len(after.played)} hands instead of {len(before.played)}"
    for old, new in zip(before.played, after.played, strict=False):
        first, second = _result(old), _result(new)
        if first != second:
            yield f"hand {new.number}: {first} - now: {second}"
        first, second = _announced(old), _announced(new)
        if first != second:
            yield f"hand {new.number}: announced {first} - now: {second}"


def _announced(hand: Hand) -> str:
    """What was announced in a hand that is over."""
    said = hand.report.recorded if hand.is_over else {}
    return " ".join(f"{seat.value} {said[seat.value]}" for seat in SEATS if seat.value in said) or "nothing"


def _result(hand: Hand) -> str:
    """How a hand ended, and who got what for it."""
    if not hand.is_over:
        return "in progress"
    report = hand.report
    if hand.is_void:
        return "void"
    winner = next((seat for seat in SEATS if seat.value == report.winner), None)
    said = f"{seat_name(winner)} wins" if winner is not None else "drawn" if hand.is_washout else "no result"
    moved = report.settled if report.settled is not None else report.owed
    if moved is None:
        return f"{said}, payments not known"
    return f"{said}, {' '.join(f'{name} {signed(amount)}' for name, amount in moved.items())}"


def effect_words(one: Effect) -> list[str]:
    """The difference, a line for each thing that changes."""
    if one.is_hidden:
        return ["what changes is not told while a hand is in progress"]
    lines = [
        f"{shown(name, 40)}: {_number(old)} -> {_number(new)}" for name, (old, new) in one.totals.items() if old != new
    ]
    lines += one.hands
    lines += [f"new: {_finding(found)}" for found in one.came]
    lines += [f"no longer: {_finding(found)}" for found in one.went]
    return lines or ["scores, payments, totals and findings stay what they are"]


def _number(total: int | None) -> str:
    return "not known" if total is None else str(total)


def _finding(found: Finding) -> str:
    where = f" [event {found.seq}]" if found.seq is not None else ""
    return f"{found.severity} {found.code}: {shown(found.message, 300)}{where}"
