"""Parts of addresses: numbers and digests. What is none is not found."""

from __future__ import annotations

from typing import Any

from werkzeug.routing import BaseConverter, ValidationError

from mjlog.viewer.game_id import GameIdConverter

MOST = 999_999_999_999_999


class GameNameConverter(GameIdConverter):
    """A game's id. What can be none becomes the empty one, which is not found: routing would say 405 of it."""

    def to_python(self, value: str) -> str:
        """The id that a segment stands for; empty if it stands for none."""
        try:
            return super().to_python(value)
        except ValidationError:
            return ""


class NaturalConverter(BaseConverter):
    """A whole number from 1, without leading zeros."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_url(self, value: Any) -> str:
        """The number in digits."""
        return str(int(value))


class DigestConverter(BaseConverter):
    """A SHA-256 in lower-case hex."""

    regex = "[0-9a-f]{64}"


CONVERTERS: dict[str, type[BaseConverter]] = {
    "natural": NaturalConverter, "digest": DigestConverter, "game_name": GameNameConverter,
}  # fmt: skip
"""By the names that addresses use."""
