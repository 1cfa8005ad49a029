"""What is marked along a hand, and where a step to the next decision or finding leads.

Marks and stops follow from what happened openly and from the findings that may be told: while a hand goes on, from what
lies on the table alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.findings import Finding
from mjlog.log.records import Fault
from mjlog.views.corrected import corrected_places
from mjlog.views.seen import findings_of

MarkKind = Literal[
    "claim", "kong", "bonus", "mahjong", "end", "correction", "finding-error", "finding-warning", "finding-info"
]
MARK_KINDS: tuple[MarkKind, ...] = (
    "finding-error", "finding-warning", "finding-info", "correction", "mahjong", "end", "kong", "claim", "bonus",
)  # fmt: skip
"""Every kind of mark, what is most worth looking at first."""
DECISIONS = frozenset((
    "charleston", "charleston-stop", "discard", "claim", "retract", "expose", "kong", "lay-concealed", "joker-exchange",
    "mahjong", "dead", "washout", "replay",
))  # fmt: skip
"""Event types at which somebody chose, or the hand ended. Passes are none: most discards are passed by all."""
_BIG_SETS = frozenset(("kong", "quint", "sextet"))


class Mark(NamedTuple):
    """Something to be seen along a hand. `place`: of the event in the hand, from 0; `seq`: its number in the log."""

    place: int
    seq: int
    kind: MarkKind


def marks_of(game: Game, hand: Hand) -> list[Mark]:
    """The marks of a hand in the order of its events; at one event what is most worth looking at first."""
    found = {*_of_events(game, hand), *_of_findings(game, hand)}
    found.update(_mark(game, hand, place, "correction") for place in corrected_places(hand))
    return sorted(found, key=lambda mark: (mark.place, MARK_KINDS.index(mark.kind)))


def _mark(game: Game, hand: Hand, place: int, kind: MarkKind) -> Mark:
    return Mark(place - hand.first, game.seq_at(place), kind)


def _of_events(game: Game, hand: Hand) -> Iterator[Mark]:
    for place in range(hand.first, hand.end):
        kind = _kind(game.rows[place])
        if kind is not None:
            yield _mark(game, hand, place, kind)


def _kind(row: ev.Event | Fault) -> MarkKind | None:
    """What an event is marked as. A set is marked where it is laid down: a call may come to nothing."""
    if isinstance(row, ev.Expose):
        return "kong" if row.kind in _BIG_SETS else "claim"
    if isinstance(row, ev.Kong):
        return "kong"
    if isinstance(row, ev.Bonus):
        return "bonus"
    if isinstance(row, ev.Mahjong):
        return "mahjong"
    return "end" if isinstance(row, ev.Washout | ev.Replay) else None


_OF_SEVERITY: dict[str, MarkKind] = {
    "error": "finding-error", "warning": "finding-warning", "info": "finding-info",
}  # fmt: skip


def _of_findings(game: Game, hand: Hand) -> Iterator[Mark]:
    for finding in findings_of(hand):
        place = None if finding.seq is None else game.place_of(finding.seq)
        if place is not None and hand.first <= place < hand.end:
            yield _mark(game, hand, place, _OF_SEVERITY[finding.severity])


# -- steps ----------------------------------------------------------------------------------------------------


def decision_from(game: Game, place: int, step: int) -> int | None:
    """The seq of the next event at which somebody chose (`step` 1), or of the one before (-1); None without one."""
    return game.neighbour(place, step, DECISIONS)


def finding_from(game: Game, place: int, step: int) -> int | None:
    """The seq of the next event with a finding that may be told (`step` 1), or of the one before (-1)."""
    here = game.hand_at(place).place
    hands = game.hands[here:] if step > 0 else game.hands[here::-1]
    for hand in hands:
        places = sorted(_places(game, findings_of(hand)), reverse=step < 0)
        # Several rows can stand under one seq.
        found = next((at for at in places if (at - place) * step > 0 and game.seq_at(at) != game.seq_at(place)), None)
        if found is not None:
            return game.seq_at(found)
    return None


def _places(game: Game, findings: list[Finding]) -> set[int]:
    places = {game.place_of(finding.seq) for finding in findings if finding.seq is not None}
    return {place for place in places if place is not None}
