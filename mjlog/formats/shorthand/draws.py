"""Drawn hands where riichi is played: `wash 9`, `wash rse`; a chombo; who is in riichi where only results are kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mjlog.errors import NotationError
from mjlog.formats.shorthand.acts import begin_result_hand
from mjlog.formats.shorthand.filling import UNSEEN
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.rules.chombo import lost_mangan
from mjlog.seats import Seat
from mjlog.table.stakes import CHOMBO, not_ready
from mjlog.table.state import CLOSING
from mjlog.text import quoted

Match = re.Match[str]
DRAWS_BY_SIGN = {
    "9": "nine-terminals", "4w": "four-winds", "4r": "four-riichi", "4k": "four-kongs", "3r": "three-ron",
    "n": "nagashi",
}  # fmt: skip
"""What is typed for the reasons of a draw that is not at the end of the wall."""
DRAWS = re.compile(
    r"wash(?:out)?\s+(?:(?P<why>9|4w|4r|4k|3r|n)(?P<seats>[eswn]{0,4}))?(?:r(?P<ready>[eswn]{1,4}|-))?", re.IGNORECASE
)


def draw(scene: Scene, match: Match) -> list[Fields]:
    """`wash 9`, `wash 4w`, `wash ne`: nine terminals, four winds, nagashi of East; `wash rse`: who is ready.

    Ready hands are shown before the draw, here without their tiles; where nobody is ready, nobody is paid for it.
    """
    why, named = (match["why"] or "").lower(), (match["ready"] or "").upper()
    seats = (match["seats"] or "").upper() or (scene.next_seat().value if why == "9" and not _is_result(scene) else "")
    shown = [] if scene.no_hand else [place.seat.value for place in scene.table.places if place.shown is not None]
    shows: list[Fields] = [{"type": "show", "seat": seat} for seat in dict.fromkeys(named) if seat not in (*shown, "-")]
    nobody = [_nobody_is_paid(scene)] if named == "-" and not why and not shown else []
    reason: Fields = {"reason": DRAWS_BY_SIGN[why]} if why else {}
    drawn: Fields = {"type": "washout", **reason, **({"seats": list(seats)} if seats else {})}
    return [*begin_result_hand(scene), *shows, drawn, *nobody]


def _nobody_is_paid(scene: Scene) -> Fields:
    return {"type": "settlement", "change": dict.fromkeys((seat.value for seat in scene.table.plan.seats), 0)}


def _is_result(scene: Scene) -> bool:
    return scene.no_hand or scene.table.depth == "result"


def in_riichi(scene: Scene, match: Match) -> list[Fields]:
    """`s!`: in a hand of which only the result is written down South has declared riichi."""
    declared = {"type": "discard", "seat": match["seat"].upper(), "tile": UNSEEN, "riichi": True}
    return [*begin_result_hand(scene), declared]


def chombo(scene: Scene, text: str) -> list[Fields]:
    """`chombo s`, `chombo ben`: what was agreed is paid for it, and the hand is dealt again (riichi/chombo-1).

    Raises:
        NotationError: the game is played without, no hand is in progress, or nobody is called so.
    """
    stakes, table = scene.table.plan.stakes, scene.table
    is_proved = table.washout and table.due == CLOSING and bool(not_ready(table))
    begun = [] if is_proved else begin_result_hand(scene)
    if stakes is None or stakes.chombo == "none":
        raise NotationError("the game is played without chombo; `fix option chombo=points` changes that")
    if scene.no_hand and not begun and not is_proved:
        raise NotationError("a chombo ends a hand, and none is in progress")
    players: Mapping[Any, str] = begun[0]["seats"] if begun else scene.table.players
    seat = _seat_of(players, text.partition(" ")[2].strip())
    fine: Fields = {"type": "penalty", "seat": seat.value, "amount": stakes.chombo_points, "to": {}, "reason": CHOMBO}
    if stakes.chombo == "mangan":
        due = lost_mangan(scene.table, seat)
        fine |= {"amount": sum(due.values()), "to": {one.value: points for one, points in due.items()}}
    return [*begun, fine, {"type": "replay", "reason": CHOMBO}]


def _seat_of(players: Mapping[Any, str], who: str) -> Seat:
    """The seat that is meant by its letter, or by the player's handle. `players`: by seats, or their letters."""
    found = next((getattr(seat, "value", seat) for seat, player in players.items() if player == who), who.upper())
    if found not in Seat.__members__:
        words = f"{quoted(who, 20)} is no seat, and sits at none"
        raise NotationError(f"chombo: {words}; expected something like `chombo s`")
    return Seat[found]
