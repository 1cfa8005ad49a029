"""The words under a hand's score and under the settlement, as figures.

`HandScore P TOTAL` goes on with a line for each item; `Settlement E S W N` with a line for each payment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mjlog.events import ScoreItem
from mjlog.seats import Seat

_DOUBLES = re.compile(r"(?<!\s)\s++(?P<n>\d++) dbl \(")
_LIMIT = re.compile(r"^(?:Limit Hand|[\d.e+]+ Limit)\s+(?P<n>\d+) \((?P<name>.*)\)$")
_OVER = re.compile(r"^score:\s+(?P<n>\d+) \(over limit\)$")
_POINTS = re.compile(r"(?<!\s)\s++(?P<n>\d++) \(")
_SUM = re.compile(r"^(?P<what>total pts|total dbls|SCORE:)\s+(?P<n>\d+)$")
_TILES = re.compile(r"^[0-9A-Z]{2}([-+][0-9A-Z]{2})+$")

_NAMES = {"East": Seat.E, "South": Seat.S, "West": Seat.W, "North": Seat.N}
_WHO = "East|South|West|North"
_PAYS = re.compile(rf"^(?P<a>{_WHO})\s+pays\s+(?P<b>{_WHO})\s+(?:\(for (?P<c>{_WHO})\s*\)\s+)?(?P<n>\d+)$")
_GAINS = re.compile(rf"^(?P<a>{_WHO})\s+(?P<how>GAINS|LOSES)\s+(?P<n>\d+)$")
_EVEN = re.compile(rf"^(?P<a>{_WHO})\s+and\s+(?P<b>{_WHO})\s+are even$")
_CANNON = re.compile(rf"^(?P<a>{_WHO})\s+let off a cannon$")


class UnreadableError(Exception):
    """A line of a breakdown that is none: `index` is its place among the lines."""

    def __init__(self, index: int, text: str) -> None:
        super().__init__(text)
        self.index = index
        self.text = text


@dataclass(slots=True)
class ScoreWords:
    """What the words under a score say, and which text says each item and each sum."""

    items: list[ScoreItem] = field(default_factory=list)
    item_texts: list[int] = field(default_factory=list)
    sum_texts: dict[str, int] = field(default_factory=dict)
    points: int | None = None
    doubles: int | None = None
    uncapped: int | None = None
    printed: int | None = None


def read_score(texts: tuple[str, ...]) -> ScoreWords:
    """The items and sums of a score's lines (the first without its `HandScore P TOTAL`).

    Raises:
        UnreadableError: a line is no item.
    """
    words = ScoreWords()
    for index, text in enumerate(texts):
        if text.strip():
            # The server escapes a leading blank with backslashes.
            _read_score_line(words, index, text.lstrip("\\").rstrip())
    return words


def _read_score_line(words: ScoreWords, index: int, text: str) -> None:
    if match := _SUM.match(text):
        name = {"total pts": "points", "total dbls": "doubles", "SCORE:": "printed"}[match["what"]]
        setattr(words, name, _number(match["n"], index, text))
        words.sum_texts[name] = index
    elif match := _OVER.match(text):
        words.uncapped = _number(match["n"], index, text)
        words.sum_texts["uncapped"] = index
    else:
        words.items.append(_read_item(index, text))
        words.item_texts.append(index)


def _read_item(index: int, text: str) -> ScoreItem:
    if match := _LIMIT.match(text.strip()):
        return ScoreItem(match["name"], limit=_number(match["n"], index, text))
    for what, expression in (("doubles", _DOUBLES), ("points", _POINTS)):
        if text.endswith(")") and (match := expression.search(text)):
            worth = {what: _number(match["n"], index, text)}
            return ScoreItem(text[match.end() : -1], **worth, tiles=_tiles(text[: match.start()]))
    raise UnreadableError(index, text)


def _number(digits: str, index: int, text: str) -> int:
    if len(digits) > 12:
        raise UnreadableError(index, text)
    return int(digits)


def _tiles(left: str) -> str | None:
    left = left.strip()
    return left if _TILES.match(left) else None


@dataclass(slots=True)
class SettlementWords:
    """What the words under a settlement say: payments, each player's sum, who let off a cannon; and where."""

    payments: list[tuple[Seat, Seat, int]] = field(default_factory=list)
    payment_texts: list[int] = field(default_factory=list)
    sum_texts: dict[str, int] = field(default_factory=dict)
    sums: dict[Seat, int] = field(default_factory=dict)
    cannon: Seat | None = None


def read_settlement(texts: tuple[str, ...]) -> SettlementWords:
    """The payments of a settlement's lines (the first without its figures).

    Raises:
        UnreadableError: a line is no payment.
    """
    words = SettlementWords()
    for index, text in enumerate(texts):
        text = text.strip()
        if match := _PAYS.match(text):
            words.payments.append((_NAMES[match["a"]], _NAMES[match["b"]], _number(match["n"], index, text)))
            words.payment_texts.append(index)
        elif match := _GAINS.match(text):
            sign = 1 if match["how"] == "GAINS" else -1
            words.sums[_NAMES[match["a"]]] = sign * _number(match["n"], index, text)
            words.sum_texts[f"sum {_NAMES[match['a']].value}"] = index
        elif match := _CANNON.match(text):
            words.cannon = _NAMES[match["a"]]
            words.sum_texts["cannon"] = index
        elif text and not _EVEN.match(text):
            raise UnreadableError(index, text)
    return words
