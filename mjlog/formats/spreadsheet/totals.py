"""What the numbers of a table are of which only totals are known: points, gains or final scores, and in which unit.

Few tables say it. Where everybody begins with points the sums tell: what all have at the end is what all began with;
gains add up to 0, and so do final scores, which are apart by the bonus for the places at least.
Source: riichi/start-1, riichi/final-1, riichi-ema/penalty-1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from mjlog.formats.spreadsheet.cells import Cells, Told
from mjlog.formats.spreadsheet.columns import ALL, Column, OfPlayer
from mjlog.rulesets import Rules
from mjlog.scoring import final_scores
from mjlog.text import quoted
from mjlog.views.sheet_words import final_words

Kind = Literal["points", "gains", "finals"]
OPEN: tuple[OfPlayer, ...] = ("total", "points", "score", "change", "final")
"""Meanings of columns with the numbers of a game; of several the first is taken, and the others are compared."""
_KINDS: Mapping[OfPlayer, tuple[Kind, ...]] = {"total": ("points",), "change": ("gains",), "final": ("finals",)}
_ANY: tuple[Kind, ...] = ("points", "gains", "finals")
_WORDS: Mapping[Kind, str] = {
    "points": "what everybody has at the end", "gains": "what was won and lost", "finals": "final scores",
}  # fmt: skip
_UNITS = {1: "", 100: ", in hundreds", 1000: ", in thousands"}
_SAID: Mapping[Kind, OfPlayer] = {"points": "total", "gains": "change", "finals": "final"}
_LEAST = 100
"""What points come in where everybody begins with some (riichi/start-1)."""
ARE_HANDS = 'are the rows hands? Say who won them, like --column "HEAD=winner"'
"""What is asked where the totals of games do not add up."""


class Reading(NamedTuple):
    """What numbers are, and how many points 1 stands for."""

    kind: Kind
    unit: int

    @property
    def words(self) -> str:
        """What they are, in words."""
        return f"{_WORDS[self.kind]}{_UNITS[self.unit]}"

    def said_of(self, column: Column) -> str:
        """The option that says so of a column, or of all that are of players."""
        unit = {100: " in hundreds", 1000: " in thousands"}.get(self.unit, "")
        return f'--column "{ALL if column.is_guess else column.head}={_SAID[self.kind]}{unit}"'


class Outcome(NamedTuple):
    """What a game came to, by player, in points: totals, where they are known; final scores, where there are some."""

    totals: Mapping[str, int] | None
    final: Mapping[str, int] | None

    def words(self, fines: Mapping[str, int]) -> str:
        """Who has what, with the final scores; and the fines, paid ones below 0."""
        told = {player: f" {points}" for player, points in (self.totals or {}).items()}
        final = {player: f" (final score {final_words(score)})" for player, score in (self.final or {}).items()}
        parts = [f"{player}{told.get(player, '')}{final.get(player, '')}" for player in told | final]
        paid = [f"{player} {points:+d}" for player, points in fines.items()]
        return "; ".join(parts) + (f"; fines: {', '.join(paid)}" if paid else "")


@dataclass(frozen=True)
class Numbers:
    """The numbers of a game that a table has under heads of one meaning, by player; `fines`: paid ones below 0."""

    meaning: OfPlayer
    told: Mapping[str, Told]
    fines: Mapping[str, Told]
    rules: Rules

    @property
    def begun(self) -> int:
        """What everybody begins with."""
        return begun_with(self.rules)

    def readings(self) -> Iterator[Reading]:
        """What they can be."""
        for unit in _units(self.told.values(), self.begun):
            for kind in _KINDS.get(self.meaning, _ANY):
                if self._fits(kind, unit):
                    yield Reading(kind, unit)

    def fined(self, unit: int) -> dict[str, int]:
        """The fines in points, paid ones below 0. `unit`: of the other numbers."""
        units = _units(self.fines.values(), self.begun)
        own = units[0] if len(units) == 1 else unit
        return {player: int(one.value * own) for player, one in self.fines.items() if one.value}

    def wrong_fine(self, fines: Mapping[str, int]) -> str | None:
        """What is wrong with one of these fines; None where nothing is."""
        for player, points in fines.items():
            head = self.fines[player].column.head
            if player not in self.told:
                return f"a fine of {player} stands there, but no points"
            if self.begun and points % _LEAST:
                return f"a fine of {abs(points)} points? perhaps --column {quoted(f'{head}=fine in thousands')}"
            if points > 0 and self.rules.plan.family.fines_go_to_nobody:
                return f"{player} gets {points} of a fine: by these rules nobody does"
        return None

    def off(self, unit: int) -> dict[str, int]:
        """What is taken off final scores, by player, where the rules have that."""
        fined = self.fined(unit) if self.rules.plan.family.fines_go_to_nobody else {}
        return {player: -points for player, points in fined.items() if points < 0}

    def outcome(self, reading: Reading) -> Outcome | None:
        """What the game came to, if the numbers are that; None where they cannot be."""
        if not self._fits(*reading):
            return None
        off, values = self.off(reading.unit), self._in_points(reading.unit)
        if reading.kind == "finals":
            gross = off if sum(values.values()) == 0 else {}
            return Outcome(None, {player: score - gross.get(player, 0) for player, score in values.items()})
        begun = self.begun if reading.kind == "gains" else 0
        are_off = reading.kind == "points" and sum(values.values()) != self.begun * len(values)
        totals = {player: begun + points + (off.get(player, 0) if are_off else 0) for player, points in values.items()}
        terms = self.rules.final
        return Outcome(totals, None if terms is None else final_scores(totals, list(totals), terms, fined=off))

    def why_not(self, reading: Reading | None) -> str:
        """What is wrong with the numbers."""
        unit = reading.unit if reading is not None else _units(self.told.values(), self.begun)[-1]
        broken = next((one for one in self.told.values() if (one.value * unit).denominator > 1), None)
        if broken is not None:
            cents = Reading("points", 100).said_of(broken.column)
            what = f"{_decimal(broken.value)} in column {quoted(broken.column.head)} is no whole number of points"
            return f"{what}; perhaps {cents}"
        total = sum(one.value * unit for one in self.told.values())
        if not self.begun:
            return f"the totals add up to {_decimal(total, '+')}, not to 0: {ARE_HANDS}"
        due = f"{self.begun * len(self.told)} ({len(self.told)} times {self.begun}, which everybody begins with)"
        off = sum(self.off(unit).values())
        less = f", or {off} less for the fines" if off else ""
        if reading is not None and reading.kind != "points":
            return f"{_WORDS[reading.kind]}: they add up to {_decimal(total, '+')}, not to 0{less}"
        return f"the points add up to {_decimal(total)}, not to {due}{less}; what was won and lost would add up to 0"

    def _in_points(self, unit: int) -> dict[str, int]:
        return {player: int(told.value * unit) for player, told in self.told.items()}

    def _fits(self, kind: Kind, unit: int) -> bool:
        if any((told.value * unit).denominator > 1 for told in self.told.values()):
            return False
        values, off = self._in_points(unit), sum(self.off(unit).values())
        if kind == "points":
            return sum(values.values()) - self.begun * len(values) in (0, -off)
        if kind == "gains":
            return sum(values.values()) == 0 and (self.begun > 0 or self.meaning == "change")
        return self.rules.final is not None and sum(values.values()) in (0, -off) and self._have_bonus(values, unit)

    def _have_bonus(self, finals: Mapping[str, int], unit: int) -> bool:
        """Whether final scores keep their order when the bonus for the place is taken off; of ties nobody can say."""
        terms = self.rules.final
        assert terms is not None
        off = self.off(unit) if sum(finals.values()) else {}
        ranked = sorted((score + off.get(player, 0) for player, score in finals.items()), reverse=True)
        bare = [score - bonus for score, bonus in zip(ranked, terms.uma, strict=False)][1:]
        # The first has whatever makes the sum nothing.
        first = (self.begun - terms.target) * len(ranked) - sum(bare)
        slack = 1000 if terms.rounds else 0
        return len({*ranked}) < len(ranked) or all(one + slack >= other for one, other in pairwise([first, *bare]))


def reading_of(games: Sequence[Numbers]) -> list[Reading]:
    """What the numbers of a table can be: what most of its games can; several where nothing tells them apart."""
    votes = Counter(reading for game in games for reading in game.readings())
    most = max(votes.values(), default=0)
    return [reading for reading, count in votes.items() if count == most]


def begun_with(rules: Rules) -> int:
    """What everybody begins with by these rules."""
    return rules.plan.family.start_points


def of_hands(cells: Cells, begun: int) -> Cells:
    """A table of hands, where everybody begins with points: in thousands if there are tenths, totals if they are some.

    These add up in every row to what all began with, but for sticks on the table.
    """
    columns = list(cells.columns)
    for meaning in (*OPEN, "fine"):
        rows = [cells.told(row, meaning) for row in cells.grid.rows]
        if any(one.value.denominator > 1 for row in rows for one in row.values()):
            columns = [one._replace(unit=one.unit or 1000) if one.meaning == meaning else one for one in columns]
    whole = Cells(cells.grid, columns, cells.handles)
    scores = [told for row in cells.grid.rows if (told := whole.of_players(row, "score"))]
    sums = [begun * len(told) - sum(told.values()) for told in scores]
    if sums and all(0 <= missing < begun and missing % 1000 == 0 for missing in sums):
        columns = [one._replace(meaning="total") if one.is_guess else one for one in columns]
    return Cells(cells.grid, columns, cells.handles)


def in_doubt(game: Numbers, readings: Sequence[Reading]) -> str:
    """That the numbers of a table can be several things, and how each is said."""
    column = next(iter(game.told.values())).column
    ways = []
    for reading in readings:
        outcome = game.outcome(reading)
        player = next(iter(game.told))
        score = outcome.final[player] if outcome is not None and outcome.final is not None else 0
        ways.append(f"{reading.words} (final score of {player} {final_words(score)}): {reading.said_of(column)}")
    return f"nothing tells what the numbers are; say which: {'; or '.join(ways)}"


def _units(told: Iterable[Told], begun: int) -> tuple[int, ...]:
    """How many points 1 can stand for: as was said, else by how the numbers look."""
    numbers = [one for one in told if one.value]
    said = {one.column.unit for one in numbers if one.column.unit is not None}
    if said:
        return tuple(said)
    if not begun or all(one.value % _LEAST == 0 for one in numbers):
        return (1,)
    return (1000,) if any(one.value.denominator > 1 for one in numbers) else (100, 1000)


def _decimal(value: Fraction | int, sign: str = "") -> str:
    return f"{int(value):{sign}d}" if Fraction(value).denominator == 1 else f"{float(value):{sign}g}"
