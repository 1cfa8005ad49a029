"""Wins that are none: how that is said, and whether it was found. Source: riichi/chombo-1, american/dead-4."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.findings import Severity, codes_that
from mjlog.formats.shorthand.reading import read_act
from mjlog.formats.shorthand.scene import Scene
from mjlog.recording.hint import Hint
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.views.naming import seat_name


def said_of_a_false_win(replay: Engine) -> Iterator[str]:
    """What is to be said of a hand whose only winner has not won, as the rules say."""
    table, found = replay.table, replay.report.findings
    if len(table.wins) != 1 or table.settlement is not None:
        return
    seat = table.wins[0].seat
    faults = {one.code for one in found if one.seat == seat.value and one.severity == Severity.ERROR.value}
    is_false = bool(faults & codes_that("false-win"))
    act = _as_typed(table, seat)
    if is_false and act is not None:
        yield f"to be said: `{act}` that {seat_name(seat)}'s win is none"


def _as_typed(table: Table, seat: Seat) -> str | None:
    """What says that a win is none; None where these rules have no word for it."""
    letter, stakes = seat.value.lower(), table.plan.stakes
    if stakes is not None and stakes.chombo != "none":
        return f"chombo {letter}"
    return f"dead {letter} false-mahjong" if table.plan.by_card else None


def false_wins(scene: Scene) -> list[Hint]:
    """Which wins of this hand can be said to be none."""
    table = scene.table
    acts = {win.seat: _as_typed(table, win.seat) for win in table.wins}
    what = "the hand is dead, and play goes on" if table.plan.by_card else "paid as agreed, and the hand is dealt again"
    return [Hint(act, f"{seat_name(seat)}'s win is none: {what}") for seat, act in acts.items()
            if act is not None and can_be_said(act, scene)]  # fmt: skip


def can_be_said(act: str, scene: Scene) -> bool:
    """Whether an act can be read at this table."""
    try:
        return bool(read_act(act, scene))
    except MjlogError:
        return False
