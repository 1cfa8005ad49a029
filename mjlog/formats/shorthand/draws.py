"""Drawn hands where riichi is played: `wash 9`, `wash rse`; and who is in riichi where only results are kept, `s!`."""

from __future__ import annotations

import re

from mjlog.formats.shorthand.acts import begin_result_hand
from mjlog.formats.shorthand.filling import UNSEEN
from mjlog.formats.shorthand.scene import Fields, Scene

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
