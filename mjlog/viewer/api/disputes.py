"""Disputes and dossiers: what was objected to, how it was ruled, and all that a referee needs.

They are opened and ruled by appending events. A dossier tells of a hand in progress what the table sees, to whoever
holds the token too; of a purchased card label and value of lines; handles, and never a name.
"""

from __future__ import annotations

from typing import Annotated, Any

from flask import url_for
from msgspec.structs import asdict

from mjlog.answers import Address, AsOf, GameId, says
from mjlog.audit.game import Game
from mjlog.disputes.dossier import Dossier, dossier
from mjlog.disputes.register import CaseInfo, disputes_in
from mjlog.sources import stored_in
from mjlog.viewer.api.access import opened
from mjlog.viewer.api.operations import GAME, ApiBlueprint, Asked, Paged, operation, part_of
from mjlog.viewer.requests import library, place_in
from mjlog_schemas.api import AsOfQuery, DisputesQuery

blueprint = ApiBlueprint("disputes", "Objections to events, rulings on them, and the dossiers to rule from.")


class DisputeAnswer(CaseInfo):
    """A dispute in the list of a game."""

    hand: Annotated[int | None, says("of the event that it is about")]
    url: Annotated[Address, says("its dossier")]


class DisputeList(Paged):
    """A part of the disputes of a game."""

    game: GameId
    as_of: AsOf
    disputes: list[DisputeAnswer]


@operation(blueprint, f"{GAME}/disputes", DisputeList, query=DisputesQuery, problems=(409,))
def disputes(asked: Asked, name: str) -> DisputeList:
    """The disputes of a game, in the order in which they were opened, with the rulings on them.

    One is opened, and ruled, by an append: a `dispute` that names its event (`on`), a `ruling` that names the dispute.
    """
    with opened(name, asked) as view:
        standing = asked.get("standing")
        cases = [case for case in disputes_in(view) if standing in (None, "open" if case.is_open else "ruled")]
        places, fields = part_of(asked, len(cases))
        lines = [_line(view, cases[place], name, asked.get("as_of")) for place in places]
    return DisputeList(game=name, as_of=asked.get("as_of"), disputes=lines, **fields)


def _line(view: Game, case: CaseInfo, name: str, as_of: int | None) -> DisputeAnswer:
    place = view.place_of(case.on) if case.on else None
    here: dict[str, Any] = {"name": name, "seq": case.seq, "as-of": as_of}
    return DisputeAnswer(
        **asdict(case),
        hand=None if place is None else view.hand_at(place).number,
        url=url_for("api_disputes.dossier_of", **here),
    )


@operation(blueprint, f"{GAME}/disputes/<natural:seq>", Dossier, query=AsOfQuery, problems=(409,))
def dossier_of(asked: Asked, name: str, seq: int) -> Dossier:
    """The dossier of a dispute, of a ruling on it, or of any event: what `mjlog dossier --format json` prints."""
    with opened(name, asked) as view:
        place_in(view, seq)
        return dossier(view, seq, stored_in(library().store, name))
