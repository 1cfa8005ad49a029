"""Hands that somebody asks about: what they are worth, and who pays whom. The answers are those of `mjlog score`.

Source: docs/do/scoring.md#for-programs.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, BySeat, says
from mjlog.calculator import answer_of, rules_of
from mjlog.errors import MjlogError
from mjlog.seats import Seat
from mjlog.text import quoted, shown
from mjlog.viewer.answers import Problem
from mjlog.viewer.api.operations import ApiBlueprint, Asked, operation
from mjlog.viewer.requests import library
from mjlog_schemas.api import ScoreAskedSchema

blueprint = ApiBlueprint("score", "Hands that nobody recorded: what they are worth.")
_EXAMPLE = {
    "ruleset": "riichi", "discarder": "E", "repeats": 2, "pot": 1000,
    "hands": ["S in E 23457s 345m 67888p +6s ron riichi", "W in E 45s 678m 345p 22p (234m) +6s ron"],
}  # fmt: skip


class WorthItem(Answer):
    """One line of a score."""

    name: str
    points: int
    doubles: int
    rule: str
    tiles: str
    limit: Annotated[int | UnsetType, says("hundredths of the limit")] = UNSET
    limit_points: Annotated[int | UnsetType, says("what the limit hand is worth")] = UNSET
    yakuman: Annotated[int | UnsetType, says("how many limits it is worth, in riichi")] = UNSET


class Worth(Answer):
    """What a hand is worth."""

    complete: bool
    total: Annotated[int | None, says("null for a win that is not complete")]
    points: int
    doubles: int
    limit: Annotated[str | None, says("the limit hand that was taken")]
    items: list[WorthItem]
    arrangement: Annotated[list[str], says("the sets that were counted")]
    reason: Annotated[str | UnsetType, says("why there is no total")] = UNSET
    waits: Annotated[list[str] | UnsetType, says("tiles that would complete a hand that did not win")] = UNSET


class Paid(Answer):
    """Who pays whom, as far as it follows from the hands."""

    change: Annotated[BySeat[int] | UnsetType, says("what each seat gains or loses")] = UNSET
    payments: Annotated[list[tuple[Seat, Seat, int]] | UnsetType, says("from, to, points")] = UNSET
    remark: Annotated[str | UnsetType, says("what is missing for more, or which rule decided")] = UNSET


class DealWorth(Answer):
    """The hands of a deal, and what is paid for them."""

    hands: list[Worth]
    settlement: Paid


@operation(blueprint, "/score", DealWorth, body=ScoreAskedSchema, problems=(409,), example=_EXAMPLE)
def score(query: Asked) -> dict[str, Any]:
    """What the hands of one deal are worth, a line each, and who pays whom; two or three may win one discard.

    `card`: whose hands those of the American game are, else the first that everybody may ask.
    """
    public = [card.id for card in library().card_list if not card.private]
    if query.get("card") not in (None, *public):
        raise _impossible(f"no score card {quoted(query['card'])} is at hand that everybody may ask")
    try:
        by_card = rules_of(query["ruleset"], query.get("options")).plan.family.wins_by_card
        of_a_card = {"card": query.get("card") or public[0]} if by_card else {}
        answer = answer_of({**query, **of_a_card}, None, library().cards)
    except MjlogError as error:
        raise _impossible(str(error)) from None
    if "error" in answer:
        raise _impossible(answer["error"])
    return answer


def _impossible(words: str) -> Problem:
    return Problem(409, shown(words, 1000), kind="impossible-hand", title="There is no such hand")
