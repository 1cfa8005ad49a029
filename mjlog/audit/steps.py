"""What is done with an event of each type, in order: looked up once per rule set, not per event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mjlog import events as ev
from mjlog.rules import Bound
from mjlog.rules.registry import NO_CHECKS, ByStage, Check
from mjlog.rulesets import Rules
from mjlog.table import APPLY, Table
from mjlog.table.flowers import AS_PLAYED

Frame = Callable[[Any, Any, Any], None]
"""What a replay does around the rules of the table, with an event and where it was read."""
Frames = Mapping[type[ev.Event], Frame]


@dataclass(frozen=True, slots=True)
class Steps:
    """All that is done with the events of one type.

    `reading`: how they are read where flowers are alike; `before` and `after`: what the replay does itself. `rules` to
    ask, by the stage that the hand is in, and their `functions` alone; `carry_out`: what moves.
    """

    reading: Callable[[Any], Any] | None
    before: Frame | None
    rules: ByStage
    functions: tuple[tuple[Check, ...], ...]
    carry_out: Callable[[Table, Any], None] | None
    after: Frame | None


class StepsOf:
    """The steps by event type for every rule set in use, made once each."""

    _MOST = 100

    def __init__(self, before: Frames, after: Frames) -> None:
        self._before, self._after = before, after
        self._made: dict[Rules, Mapping[type, Steps]] = {}

    def rules(self, rules: Rules) -> Mapping[type, Steps]:
        """The steps by these rules."""
        if rules not in self._made:
            if len(self._made) >= self._MOST:
                self._made.clear()
            self._made[rules] = self.bound(rules.bound, rules.plan.any_flower)
        return self._made[rules]

    def bound(self, bound: Bound, flowers_alike: bool = False) -> Mapping[type, Steps]:
        """The steps with these rule functions; `flowers_alike`: any flower is read for every one of them."""
        readings = AS_PLAYED if flowers_alike else {}
        return {kind: self._steps(kind, bound.get(kind, NO_CHECKS), readings.get(kind)) for kind in ev.EVENT_TYPES}

    def _steps(self, kind: type[ev.Event], rules: ByStage, reading: Any) -> Steps:
        functions = tuple(tuple(one.function for one in checks) for checks in rules)
        return Steps(reading, self._before.get(kind), rules, functions, APPLY.get(kind), self._after.get(kind))
