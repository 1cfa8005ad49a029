"""What is asked of score cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from mjlog.errors import NotationError
from mjlog.text import quoted
from mjlog.tiles import UNICODE, parse_tiles
from mjlog_schemas.containers import ListField, PartField
from mjlog_schemas.faults import Complaint, refusal
from mjlog_schemas.scalars import TextField, Worded, WordField, published_codes

KINDS = ("single", "pair", "chow", "pung", "kong", "quint", "sextet")
_FACES = "|".join(sorted({face for face in UNICODE if len(face) == 1 and face != "?"}))
_ALONE = "[ESNRG]+|[esnrg]+|W*[ESN][ESWN]*|W*[RG][RGW]*"
"""Winds and dragons without the letter of their class."""
_GROUP = (
    rf"(?:[1-9]+[BbCcDd]|[1-4]+[FfSs]|[EeSsWwNn]+[Ww]|[RrGgWw]+[Dd]|[Ff]+[Ff]|[Jj]+[Kk]|\?{{2,}}|(?:{_FACES})+|{_ALONE})"
)
_TEXT = rf"^(?:{_GROUP}(?:[ ,]+{_GROUP})*)?$"
_TILE = published_codes()["tile"]["pattern"]
_LONGEST, _MOST_TILES = 1000, 200


class HandTilesField(Worded, fields.Raw):
    """Tiles as text, in groups that share a letter, or as a list of codes."""

    expected = "tiles like '123b 55c Ew', or a list of at most 200 codes"
    plural = "tiles"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if self._is_text(value) or self._is_list(value):
            return value
        try:
            parse_tiles(value if isinstance(value, str) else "")
        except NotationError as error:
            what = f"is {quoted(value)}, where {error}"
            raise ValidationError([Complaint.saying(what, quoted(value), self.expected)]) from None
        raise refusal(value, self.expected)

    @staticmethod
    def _is_text(value: object) -> bool:
        return isinstance(value, str) and len(value) <= _LONGEST and re.fullmatch(_TEXT, value) is not None

    @staticmethod
    def _is_list(value: object) -> bool:
        if not isinstance(value, list) or len(value) > _MOST_TILES:
            return False
        return all(isinstance(item, str) and re.fullmatch(_TILE, item) for item in value)

    def published(self) -> dict[str, Any]:
        """Either of the two."""
        as_text = {"type": "string", "pattern": _TEXT, "maxLength": _LONGEST}
        as_list = {"type": "array", "items": {"$ref": "#/$defs/tile"}, "maxItems": _MOST_TILES}
        return {"anyOf": [as_text, as_list]}


class Asked(Schema):
    """What is asked of a card. A field that nobody knows would be answered as if it had not been sent."""

    error_messages = {"unknown": "is no field of this request"}  # noqa: RUF012  # as marshmallow has it

    class Meta:
        """Every field is known."""

        unknown = RAISE


class AskedSetSchema(Asked):
    """A set laid open."""

    kind = WordField(KINDS, allow_none=True)
    tiles = HandTilesField(required=True)


class MatchAskedSchema(Asked):
    """Fourteen tiles: is it mahjong?"""

    concealed = HandTilesField(required=True)
    sets = ListField(PartField(AskedSetSchema()), 0, 50, allow_none=True)
    line = TextField(0, 200, allow_none=True)


class DeadAskedSchema(Asked):
    """The sets of a hand: can it still be a line?"""

    sets = ListField(PartField(AskedSetSchema()), 0, 50, allow_none=True)
    others = ListField(PartField(AskedSetSchema()), 0, 50, allow_none=True)
    visible = HandTilesField(allow_none=True)
    basis = WordField(("rack", "table"), allow_none=True)
