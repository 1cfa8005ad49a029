"""Drawn hands where riichi is played: `wash 9`, `wash rse`; and who is in riichi where only results are kept, `s!`."""

from __future__ import annotations

import re

from mjlog.formats.shorthand.acts import begin_result_hand
from mjlog.formats.shorthand.filling import UNSEEN
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.seats import Seat

Match = re.Match[str]
DRAWS_BY_SIGN = {
    "9": "nine-terminals", "4w": "four-winds", "4r": "four-riichi", "4k": "four-kongs", "3r": "three-ron",
    "n": "nagashi",
}  # fmt: skip
"""What is typed for the reasons of a draw that is not at the end of the wall."""
DRAWS = re.compile(
    r"wash(?:out)?\s+(?:(?P<why>9|4w|4r|4k|3r|n)(?P<seats>[eswn]{0,4})|r(?P<ready>[eswn]{1,4}|-))", re.IGNORECASE
)


def draw(scene: Scene, match: Match) -> list[Fields]:
    """`wash 9`, `wash 4w`, `wash ne`: nine terminals, four winds, nagashi of East; `wash rse`: who is ready."""
    hand = begin_result_hand(scene)
    if match["ready"]:
        return [*hand, *_exhaustive(scene, [Seat[sign.upper()] for sign in match["ready"] if sign != "-"])]
    why = match["why"].lower()
    seats = match["seats"].upper() or (scene.next_seat().value if why == "9" and not _is_result(scene) else "")
    fields: Fields = {"type": "washout", "reason": DRAWS_BY_SIGN[why]}
    return [*hand, fields | ({"seats": list(seats)} if seats else {})]


def _exhaustive(scene: Scene, ready: list[Seat]) -> list[Fields]:
    """Ready hands are shown before the draw, here without their tiles; where nobody is ready, nobody is paid."""
    table = scene.table
    shown = [] if scene.no_hand else [place.seat for place in table.places if place.shown is not None]
    shows = [{"type": "show", "seat": seat.value} for seat in dict.fromkeys(ready) if seat not in shown]
    nobody = [] if ready or shown else [{"type": "settlement", "change": dict.fromkeys(_letters(scene), 0)}]
    return [*shows, {"type": "washout"}, *nobody]


def _letters(scene: Scene) -> list[str]:
    return [seat.value for seat in scene.table.plan.seats]


def _is_result(scene: Scene) -> bool:
    return scene.no_hand or scene.table.depth == "result"


def in_riichi(scene: Scene, match: Match) -> list[Fields]:
    """`s!`: in a hand of which only the result is written down South has declared riichi."""
    declared = {"type": "discard", "seat": match["seat"].upper(), "tile": UNSEEN, "riichi": True}
    return [*begin_result_hand(scene), declared]
