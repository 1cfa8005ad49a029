"""How rules are found: a rule is one function, asked about one event type or a few.

A rule set document binds the functions to its own numbered rules (`checks = [...]`); a function that no rule of
a rule set names is not in force there, but for those of the `frame`: what holds at every table and in every record
(nothing is played after the end, a tile that leaves a hand was in it). Every function answers None, or a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from mjlog.errors import RuleSetError
from mjlog.events import Event
from mjlog.findings import Refusal
from mjlog.table import Table
from mjlog.table.state import ALL_DUES

Check = Callable[[Table, Any], Refusal | None]
_F = TypeVar("_F", bound=Check)


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """A rule function, the events it is asked about and the codes it may answer.

    `when`: what may be due at the table for the rule to have something to say. `frame`: in force in every rule set,
    whether or not one of its numbered rules names it. `rare`: it speaks only in the first turns of a hand, and once a
    hand is dead.
    """

    name: str
    function: Check
    events: tuple[type[Event], ...]
    codes: tuple[str, ...]
    when: frozenset[int]
    order: int
    frame: bool = False
    rare: bool = False


CHECKS: dict[str, CheckInfo] = {}
"""Every rule function by name, in the order in which they are asked."""


def check(
    *events: type[Event], codes: str, when: Iterable[int] = ALL_DUES, frame: bool = False, rare: bool = False
) -> Callable[[_F], _F]:
    """Register a rule function for event types; `codes` are the finding codes it may answer.

    A rule that speaks only while certain things are due says so by `when`, and is not asked otherwise; one that
    speaks only in the first turns, or once a hand is dead, by `rare`: most moves are made later, and by the living.
    """

    def register(function: _F) -> _F:
        name, known = function.__name__, tuple(codes.split())
        CHECKS[name] = CheckInfo(name, function, events, known, frozenset(when), len(CHECKS), frame, rare)
        return function

    return register


BoundCheck = tuple[Check, str | None]
"""A rule function and the id of the rule that it enforces."""
Bound = Mapping[type[Event], tuple[tuple[BoundCheck, ...], ...]]
"""Per event type, and by the `stage` that a hand is in, the rules to ask."""
LATER = len(ALL_DUES)
"""What the stages after the first turns are counted from, as long as no hand is dead."""
STAGES = 2 * LATER


def stage(table: Table) -> int:
    """Where in a hand the table is, as far as that tells which rules can speak: by what is due, early or `LATER`."""
    return table.due if table.first_turns or table.dead else table.due + LATER


def bind(checks: Mapping[str, str | None]) -> Bound:
    """The functions to ask per event type and stage, each with its rule id: built once per rule set.

    Raises:
        RuleSetError: the rule set names a check that does not exist.
    """
    unknown = [name for name in checks if name not in CHECKS]
    if unknown:
        raise RuleSetError(f"no such check: {', '.join(sorted(unknown))}; checks are {', '.join(sorted(CHECKS))}")
    infos = sorted((info for name, info in CHECKS.items() if info.frame or name in checks), key=lambda info: info.order)
    types = dict.fromkeys(event_type for info in infos for event_type in info.events)
    return {
        event_type: tuple(
            tuple(
                (info.function, checks.get(info.name))
                for info in infos
                if event_type in info.events and due in info.when and not (is_later and info.rare)
            )
            for is_later in (False, True)
            for due in ALL_DUES
        )
        for event_type in types
    }


_NOTHING: tuple[tuple[BoundCheck, ...], ...] = ((),) * STAGES


def violations(bound: Bound, table: Table, event: Event) -> list[tuple[Refusal, str | None]]:
    """Every rule that the event breaks, with its id; the table is not changed.

    Events are judged before they are applied.
    """
    found = []
    for function, rule in bound.get(type(event), _NOTHING)[stage(table)]:
        refusal = function(table, event)
        if refusal is not None:
            found.append((refusal, rule))
    return found
