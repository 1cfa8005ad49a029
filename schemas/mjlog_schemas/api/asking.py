"""What may stand in a query: parts of lists, the view, the reading, filters. What is not known is passed over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from marshmallow import EXCLUDE, Schema, fields

from mjlog.events import MAX_INT
from mjlog.text import did_you_mean
from mjlog_schemas.faults import refusal

MOST_PER_PAGE = 200
USUAL_PER_PAGE = 50
LONGEST_ACTS = 400
"""Letters of the acts that may be asked about at once."""
VIEWS = ("table", "open", "E", "S", "W", "N")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NUMBER = re.compile(r"[0-9]{1,16}")


class NumberInText(fields.Integer):
    """A whole number in an address: digits and nothing else."""

    def __init__(self, least: int, most: int, says: str, default: int | None = None, name: str | None = None) -> None:
        default_or_not: dict[str, Any] = {} if default is None else {"load_default": default}
        bounds = {"minimum": least, "maximum": most}
        super().__init__(data_key=name, metadata={"description": says, **bounds}, **default_or_not)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> int:
        number = int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else None
        if number is None or not self.least <= number <= self.most:
            raise refusal(value, f"a whole number from {self.least} to {self.most}")
        return number


class WordInText(fields.String):
    """One of a few words in an address."""

    def __init__(self, words: tuple[str, ...], says: str, default: str | None = None) -> None:
        default_or_not: dict[str, Any] = {} if default is None else {"load_default": default}
        super().__init__(metadata={"description": says, "enum": list(words)}, **default_or_not)
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        if value not in self.words:
            raise refusal(value, f"one of {', '.join(self.words)}", did_you_mean(value, self.words))
        return str(value)


class ViewInText(fields.String):
    """Who looks: a view of the table, a seat, or a player by name."""

    def __init__(self) -> None:
        says = (
            "who looks: everybody (`open`), nobody (`table`), a seat, or a player, as `@judy`, wherever they sit; of a "
            "hand in progress, and one that the player does not play in, everybody has the table's view"
        )
        pattern = rf"^(?:{'|'.join(VIEWS)}|@.+)$"
        super().__init__(metadata={"description": says, "pattern": pattern}, load_default="table")

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        if value not in VIEWS and (value[:1] != "@" or not value[1:]):
            raise refusal(value, f"one of {', '.join(VIEWS)}, or @ with the name of a player")
        return str(value)


class ActsInText(fields.String):
    """Acts in short hand in an address."""

    def __init__(self) -> None:
        says = "acts in short hand, as the recorder takes them: `discard S 5b`, `sp-; expose S pung 555b`"
        super().__init__(required=True, metadata={"description": says, "minLength": 1, "maxLength": LONGEST_ACTS})

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        if not 1 <= len(str(value)) <= LONGEST_ACTS:
            raise refusal(value, f"acts in no more than {LONGEST_ACTS} letters")
        return str(value)


class DayInText(fields.String):
    """A day in an address."""

    def __init__(self, says: str) -> None:
        super().__init__(metadata={"description": says, "format": "date"})

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        try:
            return date.fromisoformat(value if _DAY.fullmatch(value) else "").isoformat()
        except ValueError:
            raise refusal(value, "a day like 2026-05-01") from None


class NoQuery(Schema):
    """Nothing can be chosen."""

    class Meta:
        """Parameters that nobody knows are passed over."""

        unknown = EXCLUDE


class AsOfQuery(NoQuery):
    """Of which time a log is."""

    as_of = NumberInText(1, MAX_INT, "what the log said when this event was its last one", name="as-of")


class ReadingQuery(AsOfQuery):
    """Which reading of a log, and of which time."""

    log = WordInText(
        ("corrected", "recorded"), "with what later events put right, or as it was written down", "corrected"
    )


class VersionQuery(NoQuery):
    """Which version of a rule set."""

    version = NumberInText(1, 10**6, "the version of the rule set; without it the newest")


class PageQuery(NoQuery):
    """Which part of a list."""

    page = NumberInText(1, 10**9, "which part of the list", 1)
    page_size = NumberInText(1, MOST_PER_PAGE, "how many in one part", USUAL_PER_PAGE)


class HandsQuery(ReadingQuery, PageQuery):
    """Which hands of a game."""


class EventsQuery(HandsQuery):
    """Which events of a game, and who looks."""

    hand = NumberInText(0, MAX_INT, "only the events of this hand; 0: what comes before the first")
    view = ViewInText()


class MomentQuery(ReadingQuery):
    """How a moment is looked at."""

    view = ViewInText()


class WhatIfQuery(MomentQuery):
    """Which acts are tried after a moment."""

    acts = ActsInText()


class FindingsQuery(HandsQuery):
    """Which findings of a game, in which order."""

    severity = WordInText(("error", "warning", "info"), "only those that are so grave")
    hand = NumberInText(0, MAX_INT, "only those of this hand; 0: what comes before the first")
    sort = WordInText(("weight", "seq"), "the gravest first, or in the order of the log", "weight")


class DisputesQuery(AsOfQuery, PageQuery):
    """Which disputes of a game."""

    standing = WordInText(("open", "ruled"), "only those on which nobody has ruled, or somebody has")


class PeriodQuery(NoQuery):
    """Of which days."""

    since = DayInText("only games of this day and later")
    until = DayInText("only games of this day and before")


class StandingsQuery(PeriodQuery):
    """Which games of a tournament count."""

    tournament = fields.String(metadata={"description": "only games of this tournament: a part of its name"})
    after = NumberInText(1, MAX_INT, "only games of a tournament, up to this round of it")


class WantedQuery(PeriodQuery, PageQuery):
    """Which hands are looked for."""

    player = fields.String(metadata={"description": "who played, a handle"})
    won_by = fields.String(metadata={"description": "who won, a handle"})
    ruleset = fields.String(metadata={"description": "the rule set that the game names"})
    code = fields.String(metadata={"description": "the code of a finding"})
    result = WordInText(("limit", "washout"), "won by a limit hand, or drawn")
