"""The score sheet as an answer, beside its text and its table for a spreadsheet."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, ByPlayer, OfGame, says
from mjlog.views.sheet import LogHead, ScoreSheet
from mjlog.views.sheet_hands import SheetDispute, SheetFinding, SheetHand


class OptionSet(Answer):
    """An option that is not what the rule set says by itself."""

    name: str
    value: str


class Sheet(OfGame):
    """The score sheet of a game. Texts are as they may be printed."""

    ruleset: str | None
    title: str | None
    version: str | None
    options: list[OptionSet]
    card: str | None
    place: str | None
    table: str | None
    date: str | None
    by_card: Annotated[bool, says("hands are those of a score card")]
    players: tuple[str, ...]
    hands: tuple[SheetHand, ...]
    early: tuple[SheetFinding, ...]
    totals: ByPlayer[int | None]
    stated: Annotated[ByPlayer[int | None] | None, says("what the end of the game states, where that differs")]
    next_east: str | None
    whole: Annotated[bool, says("no line of the log is missing or unreadable")]
    live: Annotated[bool, says("a hand is in progress")]
    head: Annotated[LogHead | None, says("of the log, as it is printed on the sheet")]
    disputes: tuple[SheetDispute, ...]
    final: Annotated[
        ByPlayer[int | None] | UnsetType, says("final scores of a game that is over and has some, in points")
    ] = UNSET


def sheet_answer(sheet: ScoreSheet) -> Sheet:
    """The sheet, row by row."""
    return Sheet(
        game=sheet.game,
        log="recorded" if sheet.as_recorded else "corrected",
        as_of=sheet.as_of,
        ruleset=sheet.ruleset,
        title=sheet.title,
        version=sheet.version,
        options=[OptionSet(name, value) for name, value in sheet.options],
        card=sheet.card,
        place=sheet.place,
        table=sheet.table,
        date=sheet.date,
        by_card=sheet.is_by_card,
        players=sheet.players,
        hands=sheet.hands,
        early=sheet.early,
        totals=dict(zip(sheet.players, sheet.totals, strict=True)),
        stated=None if sheet.stated is None else dict(zip(sheet.players, sheet.stated, strict=True)),
        next_east=sheet.next_east,
        whole=sheet.is_whole,
        live=sheet.is_live,
        head=sheet.head,
        disputes=sheet.disputes,
        final=UNSET if sheet.final is None else dict(zip(sheet.players, sheet.final, strict=True)),
    )
