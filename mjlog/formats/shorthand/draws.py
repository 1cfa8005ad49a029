"""Drawn hands where riichi is played: `wash 9`, `wash rse`; a chombo; who is in riichi where only results are kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mjlog.errors import NotationError
from mjlog.formats.shorthand.acts import begin_result_hand
from mjlog.formats.shorthand.filling import UNSEEN, refuse_after_the_end, refuse_to_void_what_is_paid
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.rules.dead import lost_mangan
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.stakes import CHOMBO, EXHAUSTIVE, not_ready
from mjlog.table.state import CLOSING
from mjlog.text import list_words, quoted
from mjlog.views.words import seat_name

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
    seats, is_result = (match["seats"] or "").upper(), scene.no_hand or scene.table.depth == "result"
    seats = seats or (scene.next_seat().value if why == "9" and not is_result else "")
    shown = [] if scene.no_hand else [place.seat.value for place in scene.table.places if place.shown is not None]
    shows: list[Fields] = [{"type": "show", "seat": seat} for seat in dict.fromkeys(named) if seat not in (*shown, "-")]
    nothing = dict.fromkeys((seat.value for seat in scene.table.plan.seats), 0)
    is_nobody = named == "-" and not why and not shown
    reason: Fields = {"reason": DRAWS_BY_SIGN[why]} if why else {}
    drawn: Fields = {"type": "washout", **reason, **({"seats": list(seats)} if seats else {})}
    paid: list[Fields] = [{"type": "settlement", "change": nothing}] if is_nobody else []
    return [*begin_result_hand(scene), *shows, drawn, *paid]


def in_riichi(scene: Scene, match: Match) -> list[Fields]:
    """`s!`: in a hand of which only the result is written down South has declared riichi."""
    declared = {"type": "discard", "seat": match["seat"].upper(), "tile": UNSEEN, "riichi": True}
    return [*begin_result_hand(scene), declared]


def chombo(scene: Scene, text: str) -> list[Fields]:
    """`chombo s`, `chombo ben`: what was agreed is paid for it, and the hand is dealt again (riichi/chombo-1).

    That of who has just won is for this win, which is void, as is a drawn hand by that of who was in riichi.

    Raises:
        NotationError: the game is played without, no hand is in progress, another has won it or it is paid, or nobody
            is called so.
    """
    stakes, table, who = scene.table.plan.stakes, scene.table, text.partition(" ")[2].strip()
    if not table.plan.family.has_chombo:
        act = table.plan.family.false_win
        dead = f"`{act.format('s')}` says that a win is none, " if act is not None else ""
        raise NotationError(f"there is no chombo by these rules: {dead}`penalty s 50 REASON` is a fine")
    if stakes.chombo == "none":
        raise NotationError("the game is played without chombo; `fix option chombo=points` changes that")
    refuse_after_the_end(table)
    is_proved = table.washout and table.due == CLOSING and bool(not_ready(table))
    is_proved = is_proved or (scene.no_hand and bool(table.hand) and _is_of_the_hand_before(table, who))
    begun = [] if is_proved else begin_result_hand(scene)
    if scene.no_hand and not begun and not is_proved:
        raise NotationError("a chombo ends a hand, and none is in progress")
    players: Mapping[Any, str] = begun[0]["seats"] if begun else scene.table.players
    seat = _seat_of(players, who)
    fine: Fields = {"type": "penalty", "seat": seat.value, "amount": stakes.chombo_points, "to": {}, "reason": CHOMBO}
    if stakes.chombo == "mangan":
        due = lost_mangan(scene.table, seat)
        fine |= {"amount": sum(due.values()), "to": {one.value: points for one, points in due.items()}}
    return [*begun, fine, {"type": "replay", "reason": CHOMBO}]


def _is_of_the_hand_before(table: Table, who: str) -> bool:
    """Whether the hand that is over is void by this chombo: of its winner, or of riichi that no hand was shown for.

    Raises:
        NotationError: others have won it, or it is paid.
    """
    seat, state = _seat_of(table.players, who), table.riichi
    in_riichi = table.washout_for == EXHAUSTIVE and state is not None and seat in state.standing
    in_vain = in_riichi and table.place(seat).shown is None
    is_winner = table.declared_by(seat) is not None
    if table.standing.voided or not (table.wins or in_vain):
        return False
    if is_winner or in_vain:
        refuse_to_void_what_is_paid(table)
    others = [seat_name(win.seat) for win in table.sound_wins if win.seat is not seat]
    if others and table.settlement is None:
        back = f": take {seat_name(seat)}'s win back, by `undo` or by `fix NUMBER void` (`log` has the number)"
        raise NotationError(
            f"{list_words(others)} won hand {table.hand}: beside the win of another a chombo does not count "
            f"(riichi/chombo-1){back if is_winner else '; one in the next hand comes after `hand`'}"
        )
    return is_winner or in_vain


def _seat_of(players: Mapping[Any, str], who: str) -> Seat:
    """The seat that is meant by its letter, or by the player's handle. `players`: by seats, or their letters."""
    found = next((getattr(seat, "value", seat) for seat, player in players.items() if player == who), who.upper())
    if found not in Seat.__members__:
        words = f"{quoted(who, 20)} is no seat, and sits at none"
        raise NotationError(f"chombo: {words}; expected something like `chombo s`")
    return Seat[found]
