"""How rules are found: a rule is one function, asked about one event type or a few.

A rule set document binds the functions to its own numbered rules (`checks = [...]`); a function that no rule of
a rule set names is not in force there, but for those of the `frame`: what holds at every table and in every record
(nothing is played after the end, a tile that leaves a hand was in it). Every function answers None, or a `Refusal`.

A function is not asked where something that it `needs` is unknown, for moves are missing: `asked` says who is asked,
`not_asked` who keeps silent, and for want of what. A rule of which one part needs more than another is two functions,
the second `part_of` the first: documents name the first, and both are in force.

A function never asks whether it applies: `where` says by which tables it is in force, and it is bound there alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from mjlog.errors import RuleSetError
from mjlog.events import Event
from mjlog.findings import Refusal
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import NO_FACT, Fact
from mjlog.table.plan import TablePlan
from mjlog.table.state import ALL_DUES

Check = Callable[[Table, Any], Refusal | None]
Where = Callable[[TablePlan], bool]
_F = TypeVar("_F", bound=Check)


def everywhere(_plan: TablePlan) -> bool:
    """In force at every table."""
    return True


def with_stakes(plan: TablePlan) -> bool:
    """In force where something lies on the table between the players."""
    return plan.family.goes_on_in_stakes


def with_riichi(plan: TablePlan) -> bool:
    """In force where riichi is played."""
    return plan.family.declares_riichi


def by_sets(plan: TablePlan) -> bool:
    """In force where hands are made of sets, and are no lines of a score card."""
    return not plan.family.wins_by_card


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """A rule function, the events it is asked about and the codes it may answer.

    `when`: what may be due at the table for the rule to have something to say. `frame`: in force in every rule set,
    whether or not one of its numbered rules names it. `rare`: it never speaks while play takes its ordinary course (see
    `stage`). `needs`: the facts that it relies on. `part_of`: the function that it is a part of. `where`: at which
    tables it is in force, by what was agreed on.
    """

    name: str
    function: Check
    events: tuple[type[Event], ...]
    codes: tuple[str, ...]
    when: frozenset[int]
    order: int
    frame: bool = False
    rare: bool = False
    needs: Fact = NO_FACT
    part_of: str = ""
    where: Where = everywhere

    @property
    def named(self) -> str:
        """The name by which rule sets have it in force."""
        return self.part_of or self.name


CHECKS: dict[str, CheckInfo] = {}
"""Every rule function by name, in the order in which they are asked."""


def check(
    *events: type[Event],
    codes: str,
    when: Iterable[int] = ALL_DUES,
    frame: bool = False,
    rare: bool = False,
    needs: Fact = NO_FACT,
    part_of: str = "",
    where: Where = everywhere,
) -> Callable[[_F], _F]:
    """Register a rule function for event types; `codes` are the finding codes it may answer.

    A rule that speaks only while certain things are due says so by `when`, and is not asked otherwise; one that
    never speaks while play takes its ordinary course, by `rare`: most moves are made then. (Nor is it told then that it
    keeps silent for want of a fact: where that can matter it is not rare.)
    What it relies on it names by `needs`, and is not asked while any of that is unknown. It is in force with the rule
    that it is `part_of`, whose codes are those of its parts, too. One is in force only
    `where` the table was agreed on that it speaks of.
    """

    def register(function: _F) -> _F:
        name, known = function.__name__, tuple(codes.split())
        order = len(CHECKS)
        CHECKS[name] = CheckInfo(
            name, function, events, known, frozenset(when), order, frame, rare, needs, part_of, where
        )
        return function

    return register


@dataclass(frozen=True, slots=True)
class BoundCheck:
    """A rule function, the id of the rule that it enforces, and what it relies on (as a number: it is asked often)."""

    function: Check
    rule: str | None
    needs: int = 0


ByStage = tuple[tuple[BoundCheck, ...], ...]
"""The rules to ask about events of one type, by the `stage` that a hand is in."""
Bound = Mapping[type[Event], ByStage]
"""Per event type, and by stage, the rules to ask."""
ORDINARY = len(ALL_DUES)
"""What the stages are counted from in which play takes its ordinary course."""
STAGES = 2 * ORDINARY


def stage(table: Table) -> int:
    """Where in a hand the table is, as far as that tells which rules can speak: by what is due, `ORDINARY` or not.

    Play takes its ordinary course when the first turns are over, no hand is dead, and no call is open: it is open
    until it is carried through, taken back or passed over by all.
    """
    if table.in_setup or table.claims or table.dropped is not None or table.dead:
        return table.due
    return table.due + ORDINARY


def in_force(info: CheckInfo, plan: TablePlan) -> bool:
    """Whether a rule can speak at such a table: in the hands that are played there, or in those that are replayed."""
    return info.where(plan) or (plan.goulash is not None and info.where(plan.goulash))


def bind(checks: Mapping[str, str | None], plan: TablePlan) -> Bound:
    """The functions to ask at such a table per event type and stage, each with its rule id: built once per rule set.

    Raises:
        RuleSetError: the rule set names a check that does not exist.
    """
    unknown = [name for name in checks if name not in CHECKS]
    if unknown:
        raise RuleSetError(f"no such check: {', '.join(sorted(unknown))}; checks are {', '.join(sorted(CHECKS))}")
    named = (info for info in CHECKS.values() if info.frame or info.named in checks)
    infos = sorted((info for info in named if in_force(info, plan)), key=lambda info: info.order)
    of_type: dict[type[Event], list[tuple[CheckInfo, BoundCheck]]] = {}
    for info in infos:
        bound = BoundCheck(info.function, checks.get(info.named), int(info.needs))
        for event_type in info.events:
            of_type.setdefault(event_type, []).append((info, bound))
    return {
        event_type: tuple(
            tuple(bound_check for info, bound_check in pairs if due in info.when and not (ordinary and info.rare))
            for ordinary in (False, True)
            for due in ALL_DUES
        )
        for event_type, pairs in of_type.items()
    }


NO_CHECKS: ByStage = ((),) * STAGES


def asked(by_stage: ByStage, table: Table, event: Event) -> Sequence[BoundCheck]:
    """The rules to ask about an event: those that speak in this stage of a hand, and know what they need."""
    checks = by_stage[stage(table)]
    return knowing(checks, table, event) if table.in_doubt else checks


def knowing(checks: Sequence[BoundCheck], table: Table, event: Event) -> Sequence[BoundCheck]:
    """Those of some rules that know at a table all that they need."""
    unknown = int(unknown_for(table, event))
    return [bound for bound in checks if not bound.needs & unknown] if unknown else checks


def not_asked(bound: Bound, table: Table, event: Event) -> list[tuple[str | None, Fact]]:
    """The rules that keep silent about an event, by their ids, and the facts that each needs and that are unknown."""
    unknown = unknown_for(table, event)
    checks = bound.get(type(event), NO_CHECKS)[stage(table)]
    return [(bound_check.rule, unknown & bound_check.needs) for bound_check in checks if unknown & bound_check.needs]


def unknown_for(table: Table, event: Event) -> Fact:
    """What is not known at a table, for the player whose event it is."""
    seat = getattr(event, "seat", None)
    return table.unknown_facts(seat if isinstance(seat, Seat) else None)


def violations(bound: Bound, table: Table, event: Event) -> list[tuple[Refusal, str | None]]:
    """Every rule that the event breaks, with its id; the table is not changed.

    Events are judged before they are applied.
    """
    return list(refusals(asked(bound.get(type(event), NO_CHECKS), table, event), table, event))


def refusals(checks: Iterable[BoundCheck], table: Table, event: Event) -> Iterator[tuple[Refusal, str | None]]:
    """What these rules have against an event, with the id of each; a rule is asked when its answer is."""
    for bound in checks:
        refusal = bound.function(table, event)
        if refusal is not None:
            yield refusal, bound.rule
