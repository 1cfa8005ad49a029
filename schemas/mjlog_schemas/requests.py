"""The lines of the batches: one hand to score, one hand's totals to settle.

Fields that a line does not need are passed over. Source: docs/lookup/commands.md.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields

from mjlog.errors import NotationError
from mjlog.events import MAX_INT, SetKind
from mjlog.seats import SEATS, Seat
from mjlog.text import quoted
from mjlog.tiles import parse_tile, parse_tiles
from mjlog_schemas.containers import ListField, PartField, TableField
from mjlog_schemas.derive import KeepingSchema
from mjlog_schemas.faults import Complaint, Fault, faults_of, refusal
from mjlog_schemas.scalars import CodeField, FlagField, NumberField, TextField, Worded, WordField

_SET_KINDS = tuple(kind for kind in typing.get_args(SetKind) if kind != "mahjong")
_SOURCES = ("wall", "discard", "loose", "kong", "last-wall", "last-discard", "deal", "first-discard", "exchange")
_MOST_TILES = 200


class TileField(Worded, fields.Raw):
    """One tile, as text."""

    expected = "a tile like 5b, Ew, Rd, 1f or ??"
    plural = "tiles"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        try:
            parse_tile(value if isinstance(value, str) else "")
        except NotationError:
            raise refusal(value, self.expected) from None
        return value


class TilesField(Worded, fields.Raw):
    """Several tiles, as text whose groups share a letter, or as a list of codes."""

    expected = "tiles like '123b 55c Ew', or a list of tile codes"
    plural = "tiles"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        is_list = isinstance(value, list) and all(isinstance(item, str) for item in value) and len(value) <= _MOST_TILES
        if not isinstance(value, str) and not is_list:
            raise refusal(value, self.expected)
        try:
            parse_tiles(value)
        except NotationError as error:
            what = f"is {quoted(value)}, where {error}"
            raise ValidationError([Complaint.saying(what, quoted(value), self.expected)]) from None
        return value


class TableSet(KeepingSchema):
    """A set on the table before the win."""

    kind = WordField(_SET_KINDS, required=True)
    tiles = TilesField(required=True)
    concealed = FlagField(allow_none=True)
    origin = WordField(("claimed", "added"), allow_none=True)


class ScoreRequest(KeepingSchema):
    """A hand to score. What a hand can lack (sets, bonus tiles, a winning tile) may be left out."""

    ruleset = TextField(1, 200, allow_none=True)
    seat = CodeField(Seat, required=True)
    round = CodeField(Seat, required=True)
    concealed = TilesField(required=True)
    sets = ListField(PartField(TableSet()), 0, 20, allow_none=True)
    bonus = TilesField(allow_none=True)
    won = FlagField(required=True)
    tile = TileField(allow_none=True)
    source = WordField(_SOURCES, allow_none=True)
    options = TableField(allow_none=True)
    flags = ListField(TextField(1, 200), 0, 50, allow_none=True)
    east_wins = NumberField(0, MAX_INT, allow_none=True)
    indicators = TilesField(allow_none=True)
    under = TilesField(allow_none=True)
    explain = FlagField(allow_none=True)
    would_be = FlagField(allow_none=True)


class SettleRequest(KeepingSchema):
    """The totals of a hand, and who won it (null: nobody)."""

    totals = TableField(CodeField(Seat), NumberField(-MAX_INT, MAX_INT), required=True)
    winner = CodeField(Seat, required=True, allow_none=True)
    discarder = CodeField(Seat, allow_none=True)
    pays_for_all = CodeField(Seat, allow_none=True)
    options = TableField(allow_none=True)


class SharedSettleRequest(KeepingSchema):
    """A win whose total is shared, where the rule set says so; after a drawn hand who is ready instead of a total."""

    total = NumberField(0, MAX_INT, required=True)
    winner = CodeField(Seat, required=True)
    discarder = CodeField(Seat, allow_none=True)
    liable = CodeField(Seat, allow_none=True)
    liable_total = NumberField(0, MAX_INT, allow_none=True)
    repeats = NumberField(0, MAX_INT, allow_none=True)
    pot = NumberField(0, MAX_INT, allow_none=True)
    options = TableField(allow_none=True)


class SharedWinsRequest(KeepingSchema):
    """Several wins of one tile whose totals are shared; who is liable, and for how much, by the winner."""

    totals = TableField(CodeField(Seat), NumberField(0, MAX_INT), required=True)
    discarder = CodeField(Seat, allow_none=True)
    repeats = NumberField(0, MAX_INT, allow_none=True)
    pot = NumberField(0, MAX_INT, allow_none=True)
    options = TableField(allow_none=True)


class DrawnHandRequest(KeepingSchema):
    """A drawn hand: who was ready, or who discarded terminals and honors only."""

    ready = ListField(CodeField(Seat), 0, 4, allow_none=True)
    nagashi = ListField(CodeField(Seat), 0, 4, allow_none=True)
    options = TableField(allow_none=True)


class CardSettleRequest(KeepingSchema):
    """A hand won from a card: the value of its line, and whether it is paid as jokerless."""

    winner = CodeField(Seat, required=True, allow_none=True)
    discarder = CodeField(Seat, allow_none=True)
    value = NumberField(0, MAX_INT, required=True)
    jokerless = FlagField(allow_none=True)
    bonus = FlagField(allow_none=True)


_SCORE, _SETTLE, _CARD_SETTLE = ScoreRequest(), SettleRequest(), CardSettleRequest()
_SHARED_SETTLE, _SHARED_WINS, _DRAWN_HAND = SharedSettleRequest(), SharedWinsRequest(), DrawnHandRequest()


def explain_score_request(fields: object) -> Fault | None:
    """What is wrong with a hand to score, None where nothing is.

    >>> explain_score_request({"seat": "E", "round": "E", "concealed": "123b 55x", "won": False}).field
    'concealed'
    """
    return _first(fields, _SCORE, _win_faults)


def explain_settle_request(fields: object) -> Fault | None:
    """What is wrong with totals to settle (or, where a `value` stands instead, a card's hand).

    >>> explain_settle_request({"totals": {"E": 8, "S": 0, "W": 0, "N": 0}}).message
    'winner is missing; expected one of E, S, W, N'
    """
    is_card = isinstance(fields, dict) and "value" in fields and "totals" not in fields
    return _first(fields, _CARD_SETTLE if is_card else _SETTLE, _payer_faults)


def explain_shared_settle_request(fields: object) -> Fault | None:
    """What is wrong with a win, or a drawn hand, to settle where the winner's total is shared.

    >>> explain_shared_settle_request({"total": 7700, "winner": "S", "liable": "S"}).message
    "liable is 'S'; expected another seat than the winner's"
    """
    if isinstance(fields, dict) and "totals" in fields and "total" not in fields:
        return _first(fields, _SHARED_WINS, lambda _: iter(()))
    drawn = isinstance(fields, dict) and "total" not in fields and ("ready" in fields or "nagashi" in fields)
    return _first(fields, _DRAWN_HAND if drawn else _SHARED_SETTLE, _payer_faults)


def _first(given: object, schema: Schema, more: Any) -> Fault | None:
    if not isinstance(given, dict):
        complaint = Complaint.about(given, "an object with fields")
        return Fault("bad-json", None, f"the line {complaint}", complaint.expected, complaint.found)
    fault = next(faults_of(schema.validate(given)), None)
    return fault or next(more(given), None)


def _win_faults(hand: Mapping[str, Any]) -> Iterator[Fault]:
    """A win has a source, and a tile unless it was dealt; a hand that did not win has neither."""
    source, tile = hand.get("source"), hand.get("tile")
    if hand["won"] and source is None:
        yield _wrong("source", None, f"one of {', '.join(_SOURCES)}, since the hand won")
    if hand["won"] and tile is None and source != "deal":
        yield _wrong("tile", None, "the winning tile, since the hand won and not as dealt")
    if not hand["won"]:
        yield from (
            _wrong(name, value, "null, since the hand did not win")
            for name, value in (("tile", tile), ("source", source)) if value is not None
        )  # fmt: skip


def _payer_faults(hand: Mapping[str, Any]) -> Iterator[Fault]:
    """Who pays or is paid sits at the table, and nobody wins from himself."""
    seats = hand["totals"] if "totals" in hand and "total" not in hand else [seat.value for seat in SEATS]
    names = ("discarder", "pays_for_all", "liable")
    if len(seats) < 3:
        yield _wrong("totals", seats, "the totals of three or four seats")
    for name in ("winner", *names):
        if hand.get(name) is not None and hand[name] not in seats:
            yield _wrong(name, hand[name], f"one of the seats that have totals: {', '.join(seats)}")
    for name in names:
        if hand.get(name) is not None and hand[name] == hand.get("winner"):
            yield _wrong(name, hand[name], "another seat than the winner's")


def _wrong(name: str, value: object, expected: str) -> Fault:
    complaint = Complaint.about(value, expected)
    return Fault("bad-field", name, f"{name} {complaint}", complaint.expected, complaint.found)
