"""The games of a table of results: the acts of each, hand by hand, one row after the other.

Where only totals are known, the numbers may be points, gains or final scores, in units of one or of a thousand. Few
tables say which. Where everybody begins with points the sums tell: what all have at the end is what all began with;
gains add up to 0, and so do final scores, which are apart by the bonus for the places at least.
Source: riichi/start-1, riichi/final-1, riichi-ema/penalty-1.

Where a table that was imported before says something else now, corrections make its game say so (`mending`).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.errors import MjlogError, RecordError, RuleSetError
from mjlog.formats.logs import CarriedGame, printable
from mjlog.formats.shorthand.document import WrittenGame
from mjlog.formats.shorthand.endings import end, paid, won
from mjlog.formats.shorthand.filling import begin_game, fill_in, refuse_after_the_end, seated_anew
from mjlog.formats.shorthand.fixing import plain_fields
from mjlog.formats.shorthand.sayings import day_as_time
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.writing import write_document
from mjlog.formats.spreadsheet.columns import (
    ALL,
    NO_HANDLES,
    Cells,
    Column,
    NumberCell,
    OfPlayer,
    a_row_a_player,
    columns_of,
    handle_of,
)
from mjlog.formats.spreadsheet.grid import Grid, SheetRow
from mjlog.log.corrections import CorrectedLog
from mjlog.log.records import Fault, Origin
from mjlog.rulesets import Rules, RuleSet, load_named, named_in_start, resolve, shipped
from mjlog.scoring import final_scores
from mjlog.seats import SEATS, Seat
from mjlog.table.plan import TablePlan
from mjlog.table.stakes import CHOMBO
from mjlog.text import counted, either, list_words, quoted, whole_number
from mjlog.views.sheet import final_words

# -- rows of totals ---------------------------------------------------------------------------------------------------


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
        points_of = {player: f" {points}" for player, points in (self.totals or {}).items()}
        final = {player: f" (final score {final_words(score)})" for player, score in (self.final or {}).items()}
        parts = [f"{player}{points_of.get(player, '')}{final.get(player, '')}" for player in points_of | final]
        paid = [f"{player} {points:+d}" for player, points in fines.items()]
        return "; ".join(parts) + (f"; fines: {', '.join(paid)}" if paid else "")


@dataclass(frozen=True)
class Numbers:
    """The numbers of a game that a table has under heads of one meaning, by player; `fines`: paid ones below 0."""

    meaning: OfPlayer
    told: Mapping[str, NumberCell]
    fines: Mapping[str, NumberCell]
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
        return {player: int(cell.value * own) for player, cell in self.fines.items() if cell.value}

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
        broken = next((cell for cell in self.told.values() if (cell.value * unit).denominator > 1), None)
        if broken is not None:
            cents = Reading("points", 100).said_of(broken.column)
            what = f"{_decimal(broken.value)} in column {quoted(broken.column.head)} is no whole number of points"
            return f"{what}; perhaps {cents}"
        total = sum(cell.value * unit for cell in self.told.values())
        if not self.begun:
            return f"the totals add up to {_decimal(total, '+')}, not to 0: {ARE_HANDS}"
        due = f"{self.begun * len(self.told)} ({len(self.told)} times {self.begun}, which everybody begins with)"
        off = sum(self.off(unit).values())
        less = f", or {off} less for the fines" if off else ""
        if reading is not None and reading.kind != "points":
            return f"{_WORDS[reading.kind]}: they add up to {_decimal(total, '+')}, not to 0{less}"
        return f"the points add up to {_decimal(total)}, not to {due}{less}; what was won and lost would add up to 0"

    def _in_points(self, unit: int) -> dict[str, int]:
        return {player: int(cell.value * unit) for player, cell in self.told.items()}

    def _fits(self, kind: Kind, unit: int) -> bool:
        if any((cell.value * unit).denominator > 1 for cell in self.told.values()):
            return False
        values, fined, terms = self._in_points(unit), self.off(unit), self.rules.final
        off, total = sum(fined.values()), sum(values.values())
        if kind == "points":
            return total - self.begun * len(values) in (0, -off)
        if kind == "gains":
            return total == 0 and (self.begun > 0 or self.meaning == "change")
        if terms is None or total not in (0, -off):
            return False
        # Final scores keep their order when the bonus for the place is taken off; of ties nobody can say.
        ranked = sorted((value + fined.get(player, 0) * bool(total) for player, value in values.items()), reverse=True)
        bare = [score - bonus for score, bonus in zip(ranked, terms.uma, strict=False)][1:]
        # The first has whatever makes the sum nothing.
        first = (self.begun - terms.target) * len(ranked) - sum(bare)
        slack = 1000 if terms.rounds else 0
        return len({*ranked}) < len(ranked) or all(value + slack >= other for value, other in pairwise([first, *bare]))


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
        if any(cell.value.denominator > 1 for row in rows for cell in row.values()):
            columns = [
                column._replace(unit=column.unit or 1000) if column.meaning == meaning else column for column in columns
            ]
    whole = Cells(cells.grid, columns, cells.handles)
    scores = [scores_of_row for row in cells.grid.rows if (scores_of_row := whole.of_players(row, "score"))]
    sums = [begun * len(score) - sum(score.values()) for score in scores]
    if sums and all(0 <= missing < begun and missing % 1000 == 0 for missing in sums):
        columns = [column._replace(meaning="total") if column.is_guess else column for column in columns]
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


def _units(cells: Iterable[NumberCell], begun: int) -> tuple[int, ...]:
    """How many points 1 can stand for: as was said, else by how the numbers look."""
    numbers = [cell for cell in cells if cell.value]
    units = {number.column.unit for number in numbers if number.column.unit is not None}
    if units:
        return tuple(units)
    if not begun or all(number.value % _LEAST == 0 for number in numbers):
        return (1,)
    return (1000,) if any(number.value.denominator > 1 for number in numbers) else (100, 1000)


def _decimal(value: Fraction | int, sign: str = "") -> str:
    return f"{int(value):{sign}d}" if Fraction(value).denominator == 1 else f"{float(value):{sign}g}"


# -- rows of hands ----------------------------------------------------------------------------------------------------


_REASON = "as the table has it"
Seats = dict[Seat, str]
"""Who sits where, by handle, in the order of seats."""
Act = Callable[[Scene], list[Fields]]
"""What somebody has done: the events of it, at the table that it is done at."""
_MOST = 10**12
_WAYS = {
    "discard": "", "ron": "", "wall": "w", "self-drawn": "w", "self-draw": "w", "self": "w", "selfdrawn": "w",
    "tsumo": "w", "zelf": "w", "selbst": "w", "loose": "l", "kong": "k", "deal": "o", "exchange": "x",
    **dict.fromkeys(("abwurf", "abgelegt", "défausse", "écart", "afgelegd", "weggegooid", "descarte", "scarto"), ""),
    **dict.fromkeys(("mauer", "wand", "selbstgezogen", "gezogen", "mur", "pioche", "muur", "getrokken", "muralla",
                     "pared", "robado", "muro"), "w"),
}  # fmt: skip
"""How a hand was won: as tables say it, and behind `m` in short hand."""


def happens(*rows: Fields) -> Act:
    """Events that are the same at every table."""
    return lambda _scene: list(rows)


@dataclass(frozen=True)
class HandRow:
    """A row that is a hand, at the table of a `plan`. `before`: the totals in the row above, where there are any."""

    cells: Cells
    row: SheetRow
    before: Mapping[str, int]
    plan: TablePlan

    def acts(self, begin: Callable[[SheetRow], Seats]) -> Iterator[Act]:
        """What was done in it. `begin` begins the hand, and tells who sits where then."""
        seats = begin(self.row)
        if self.cells.said(self.row, "result").lower() == "void":
            is_chombo = self.plan.family.has_chombo and any(self._fined().values())
            yield from self._fines(seats, CHOMBO if is_chombo else _REASON)
            yield happens({"type": "replay", "reason": CHOMBO if is_chombo else _REASON})
            return
        winner = self.cells.whoever(self.row, "winner", seats)
        if winner is None:
            yield happens({"type": "washout"})
        else:
            way = self._way(winner, seats)
            yield lambda scene: won(scene, winner, way)
            scores = self.cells.of_players(self.row, "score")
            wrong = next((player for player, score in scores.items() if not 0 <= score < _MOST), None)
            if wrong is not None and wrong in seats.values():
                self.cells.fail(self.row, f"{wrong}'s score is {scores[wrong]}; expected 0 or more points")
            for seat, player in seats.items():
                if player in scores:
                    yield happens({"type": "score", "seat": seat.value, "total": scores[player]})
        change = self.cells.of_players(self.row, "change")
        if not change:
            # What was paid is also what lies between one total and the next.
            fines = {} if self.plan.family.fines_go_to_nobody else self._fined()
            totals = self.cells.of_players(self.row, "total")
            change = {
                player: total - self.before.get(player, 0) - fines.get(player, 0) for player, total in totals.items()
            }
        if set(seats.values()) <= set(change) and (winner is not None or any(change.values())):
            yield lambda scene: [paid(scene, [change[player] for player in seats.values()])]
        yield from self._fines(seats)

    def _way(self, winner: Seat, seats: Seats) -> str:
        """How somebody won, as it is typed. Where the table names discarders alone, nobody's discard is the wall."""
        words = self.cells.said(self.row, "how").lower()
        if words and words not in _WAYS:
            self.cells.fail(self.row, f"{quoted(words)} is no way to win; expected {either(_WAYS)}")
        by = self.cells.whoever(self.row, "discarder", seats)
        if _WAYS.get(words) or by is None:
            is_told = not words and self.cells.has("discarder")
            return "w" if is_told else _WAYS.get(words, "")
        return "w" if by == winner else f"f{by.value.lower()}"

    def _fines(self, seats: Seats, reason: str = _REASON) -> Iterator[Act]:
        fines = self._fined()
        absent = next((player for player, points in fines.items() if points and player not in seats.values()), None)
        if absent is not None:
            self.cells.fail(self.row, f"a fine of {absent}, who does not play in this hand")
        in_seats = {seat: fines.get(player, 0) for seat, player in seats.items()}
        yield from map(happens, fines_of(in_seats, self.plan.family.fines_go_to_nobody, reason))

    def _fined(self) -> dict[str, int]:
        return {player: self.cells.in_points(self.row, fine) for player, fine in self.cells.fines(self.row).items()}


def fines_of(points: Mapping[Seat, int], to_nobody: bool, reason: str = _REASON) -> Iterator[Fields]:
    """A fine for everybody who has lost points by one; the others get them in their order, or nobody does."""
    gains = {seat: gained for seat, gained in points.items() if gained > 0}
    for seat, amount in ((seat, -lost) for seat, lost in points.items() if lost < 0):
        left, to = amount, dict[str, int]()
        for other, gained in gains.items():
            part = min(gained, left)
            if part:
                to[other.value] = part
                gains[other], left = gained - part, left - part
        fields = {"type": "penalty", "seat": seat.value, "amount": amount, "reason": reason}
        yield fields | ({"to": to} if to or to_nobody else {})


# -- evenings ---------------------------------------------------------------------------------------------------------


_WHERE: tuple[Literal["place", "table"], ...] = ("place", "table")
_ROUNDS = tuple(seat.value for seat in SEATS)
_ARE_GAMES = "games are told apart by columns game, date, session (Runde, round), table"
_NO_POINTS = 'expected numbers below their names, or a column of players and one of points (--column "HEAD=points")'
_NO_RULES = "nothing says which rules were played by; expected --ruleset ID, or a column `ruleset`"
_GOING_ON = ("in progress", "unfinished")


class Where(NamedTuple):
    """What tells the games of a table apart that gives them no names, as texts; empty where nothing says it."""

    tournament: str = ""
    day: str = ""
    session: str = ""
    table: str = ""


NOTHING_THERE: Mapping[Where, str] = MappingProxyType({})


class Evening(NamedTuple):
    """A game that was read from a table, and who played. `stands`: what everybody comes to."""

    log: CarriedGame
    players: tuple[str, ...]
    stands: str = ""

    @property
    def text(self) -> str:
        """The game in short hand."""
        return "".join(f"{line}\n" for line in write_document(self.log.game, self.log.bodies))


@dataclass(frozen=True)
class Results:
    """A table of results, understood. `rules`: what was played by where no column says so; `tournament`: likewise.

    `there`: games of a session that are stored already, each of a tournament or a day.
    """

    cells: Cells
    rules: RuleSet | None
    tournament: str
    there: Mapping[Where, str]

    @classmethod
    def of(
        cls, grid: Grid, meanings: Mapping[str, str], rules: RuleSet | None, handles: Mapping[str, str] = NO_HANDLES,
        tournament: str = "", there: Mapping[Where, str] = NOTHING_THERE,
    ) -> Results:  # fmt: skip
        """A table; `meanings`: what some of its columns mean, by head; `handles`: of names, where these make others.

        Raises:
            NotationError: there is no such column, or no such meaning.
        """
        grid = a_row_a_player(grid)
        cells = Cells(grid, columns_of(grid, meanings, handles), handles)
        begun = begun_with(resolve(rules)) if rules is not None else 0
        cells = of_hands(cells, begun) if begun and cells.has("winner") else cells
        return cls(cells, rules, tournament, there)

    @property
    def by_hand(self) -> bool:
        """Whether each row is a hand; else only the totals of games are known."""
        return self.cells.has("winner")

    def explained(self) -> Iterator[str]:
        """What is understood of the table, a line each."""
        yield "each row is a hand" if self.by_hand else "no column says who won a hand: these are the totals of games"
        of_whom: dict[str | None, list[str]] = defaultdict(list)
        passed_over = []
        for column in self.cells.columns:
            if column.meaning == "nothing":
                passed_over.append(quoted(column.head, 40) + (f" ({column.why})" if column.why else ""))
            else:
                of_whom[column.player].append(f"{column.meaning} {quoted(column.head, 40)}")
        for player, columns in of_whom.items():
            yield f"{player or 'columns'}: {', '.join(columns)}"
        if passed_over:
            yield f"passed over: {', '.join(passed_over)}"
        for (_meaning, ruleset), readings in self._readings.items():
            if len(readings) == 1:
                yield f"the numbers are {readings[0].words} ({ruleset})"
        if self.by_hand and not (self.cells.has("how") or self.cells.has("discarder")):
            yield "no column says how a hand was won: as on a discard"
        if self.by_hand and not (self.cells.has("seat") or self.cells.has("east")):
            yield "no column says who is East: the players sit in the order of their columns, and the deal goes round"

    def evenings(self) -> Iterator[Evening]:
        """Each game; one that cannot be read to its end has a fault."""
        for name, rows in self._games.items():
            yield _Playing(self, name).evening(rows)

    @cached_property
    def _games(self) -> dict[str, list[SheetRow]]:
        """The rows that belong together: of one id, else of one tournament, day, session and table, else all.

        Where only totals are known round and hand tell games apart, too; they are in the name where there are several.
        """
        groups: dict[tuple[str, Where], dict[tuple[str, ...], list[SheetRow]]] = defaultdict(lambda: defaultdict(list))
        for row in self.cells.grid.rows:
            game, table, session = (self.cells.said(row, name) for name in ("game", "table", "session"))
            try:
                day = self.cells.day(row) or ""
                session = str(self.cells.session(row) or "")
            except RecordError:
                day = self.cells.said(row, "date")  # its game says what is wrong
            where = Where(self.tournament_of(row), day, session, table)
            more = () if self.by_hand else (self.cells.said(row, "round"), self.cells.said(row, "hand"))
            if game:
                groups[game, Where()][where.session, *more].append(row)
            else:
                groups["", where][more].append(row)
        games: dict[str, list[SheetRow]] = {}
        for (game, where), parts in groups.items():
            # A session is always in the name, for the table may grow; so is the file, where no day is.
            stem = () if game or where.tournament or where.day else (Path(self.cells.grid.source).stem,)
            session = f"s{where.session}" if where.session.isdecimal() else where.session
            words = (game, *stem, *where._replace(session=session))
            for apart, rows in parts.items():
                besides = apart if len(parts) > 1 else ()
                # A game that is stored keeps the name that it has there.
                is_there = not besides and where in self.there
                name = self.there[where] if is_there else handle_of("-".join(filter(None, (*words, *besides))))
                games[name] = rows
        return games

    def tournament_of(self, row: SheetRow) -> str:
        """The tournament that a row is of; an empty text where it is of none."""
        return self.cells.said(row, "tournament") or self.tournament

    def rules_of(self, row: SheetRow) -> RuleSet:
        """What a game was played by.

        Raises:
            RecordError: nothing says so, or there is no such rule set.
        """
        words = self.cells.said(row, "ruleset")
        if not words:
            return self.rules or self.cells.fail(row, _NO_RULES)
        try:
            return load_named(words)
        except RuleSetError as error:
            self.cells.fail(row, str(error))

    def numbers(self, name: str, rows: Sequence[SheetRow]) -> list[Numbers]:
        """The numbers of a game of which only totals are known, by what their heads say.

        Raises:
            RecordError: a player has two, or nothing says by which rules was played.
        """
        rules, fines = resolve(self.rules_of(rows[0])), dict[str, NumberCell]()
        by_meaning: dict[OfPlayer, dict[str, NumberCell]] = {}
        for row in rows:
            fines |= self.cells.fines(row)
            for meaning in OPEN:
                cells, before = self.cells.told(row, meaning), by_meaning.setdefault(meaning, {})
                again = next((player for player in cells if player in before), None)
                if again is not None:
                    what = f"a second total of {again} in game {quoted(name)}"
                    self.cells.fail(row, f"{what}: {ARE_HANDS}; {_ARE_GAMES}")
                before |= cells
        return [Numbers(meaning, cells, fines, rules) for meaning, cells in by_meaning.items() if cells]

    @cached_property
    def _readings(self) -> dict[tuple[OfPlayer, str], list[Reading]]:
        """What the numbers of games can be, by what their heads say, and by rule set."""
        by_meaning: dict[tuple[OfPlayer, str], list[Numbers]] = defaultdict(list)
        for name, rows in self._games.items() if not self.by_hand else ():
            try:
                for numbers in self.numbers(name, rows):
                    by_meaning[numbers.meaning, numbers.rules.ruleset.id].append(numbers)
            except RecordError:
                continue  # its game says what is wrong
        return {key: reading_of(games) for key, games in by_meaning.items()}

    def unit_of(self, numbers: Numbers) -> int:
        """How many points 1 stands for in the numbers of a game."""
        return self._readings[numbers.meaning, numbers.rules.ruleset.id][0].unit

    def outcome(self, numbers: Numbers, row: SheetRow) -> Outcome:
        """What a game came to.

        Raises:
            RecordError: the numbers do not say it.
        """
        readings = self._readings[numbers.meaning, numbers.rules.ruleset.id]
        if len(readings) > 1:
            self.cells.fail(row, in_doubt(numbers, readings))
        reading = readings[0] if readings else None
        return (numbers.outcome(reading) if reading else None) or self.cells.fail(row, numbers.why_not(reading))


class _Playing:
    """A game that is played anew, row by row."""

    def __init__(self, results: Results, name: str) -> None:
        self.results, self.cells, self.name = results, results.cells, name
        self.source = results.cells.grid.source
        self.players: list[str] = []
        self._stands = ""
        self._game = WrittenGame(self.source)

    def evening(self, rows: Sequence[SheetRow]) -> Evening:
        """The whole game, up to its first fault."""
        try:
            if self.results.by_hand:
                self._hands(rows)
            else:
                self._totals(rows)
        except RecordError as error:
            self._game.error = error
        origins = [Origin(printable(self.source), line) for line in self._game.lines]
        log = CarriedGame(self.source, self.name, self._game.bodies, origins, self._game.fault)
        return Evening(log, tuple(self.players), self._stands)

    def _do(self, act: Act, row: SheetRow) -> None:
        """Something is done at the table as it stands.

        Raises:
            RecordError: it cannot be; with the line of the row.
        """
        try:
            self._game.write_down(act(self._game.scene), row.line)
        except RecordError:
            raise
        except MjlogError as error:
            raise RecordError(str(error), self.source, row.line) from None

    def _start(self, row: SheetRow) -> None:
        players = self.players
        if not 3 <= len(players) <= 4:
            who = f": {list_words(players)}" if players else ""
            self.cells.fail(row, f"{counted(len(players), 'player')} in game {quoted(self.name)}{who}; expected 3 or 4")
        rules, day = self.results.rules_of(row), self.cells.day(row)
        where: Fields = {key: self.cells.said(row, key) for key in _WHERE if self.cells.said(row, key)}
        of_one = {"tournament": self.results.tournament_of(row), "session": self.cells.session(row)}
        where |= {key: place for key, place in of_one.items() if place}

        def game(_scene: Scene) -> list[Fields]:
            common = {} if day is None else {"at": day_as_time(day)}
            start: Fields = {"type": "game-start", "game": self.name, "players": players, **where, **common}
            if rules.id not in shipped():
                document = {"type": "ruleset", "document": rules.document, **common}
                return [{**start, "format": 1, **named_in_start(rules)}, document]
            start["ruleset"] = rules.id
            begin_game(start)
            return [start]

        self._do(game, row)

    # -- totals of games ----------------------------------------------------------------------------------------

    def _totals(self, rows: Sequence[SheetRow]) -> None:
        row, totals = rows[-1], self.results.numbers(self.name, rows)
        if not totals:
            self.cells.fail(row, f"nothing says what the players have in game {quoted(self.name)}: {_NO_POINTS}")
        # In the order of their columns or rows, or of their seats where these are told.
        seats = {player: seat for row in rows for seat, player in self.cells.seated(row)}
        self.players = sorted(totals[0].told, key=lambda player: seats[player].index if player in seats else len(SEATS))
        self._start(rows[0])
        outcome, *others = [self.results.outcome(numbers, row) for numbers in totals]
        fines = totals[0].fined(self.results.unit_of(totals[0]))
        wrong = totals[0].wrong_fine(fines)
        if wrong is not None:
            self.cells.fail(row, f"game {quoted(self.name)}: {wrong}")
        for other in others:
            self._compare(row, outcome, other)
        self._do(happens({"type": "gap", "text": "only the totals were written down"}), row)
        lost = {seat: fines.get(player, 0) for seat, player in zip(SEATS, self.players, strict=False)}
        self._do(happens(*fines_of(lost, totals[0].rules.plan.family.fines_go_to_nobody)), row)
        fields = {"totals": outcome.totals, "final": outcome.final}
        self._do(happens({"type": "game-end", **{key: value for key, value in fields.items() if value}}), row)
        self._stands = outcome.words(fines)

    def _compare(self, row: SheetRow, outcome: Outcome, other: Outcome) -> None:
        """A table that says two things of a game says the same."""
        pairs = (("points", outcome.totals, other.totals), ("final score", outcome.final, other.final))
        for of, made, stated in pairs:
            for player in made or {} if stated else ():
                if made is not None and stated is not None and made[player] != stated.get(player, made[player]):
                    what = f"{player}'s {of} in game {quoted(self.name)}"
                    words = f"{what} is {stated[player]} in one column: {made[player]} is what another makes"
                    self.cells.fail(row, words)

    # -- hands --------------------------------------------------------------------------------------------------

    def _hands(self, rows: Sequence[SheetRow]) -> None:
        there = self.cells.players(rows)
        first = list(self.cells.seats(rows[0], there).values())
        self.players = first if self.cells.has("seat") and first else list(dict.fromkeys([*first, *there]))
        self._start(rows[0])
        rules = resolve(self.results.rules_of(rows[0]))
        before = dict.fromkeys(self.players, begun_with(rules))
        for row in rows:
            if self.cells.said(row, "result").lower() not in _GOING_ON:
                for act in HandRow(self.cells, row, before, rules.plan).acts(self._begin):
                    self._do(act, row)
                before = self.cells.of_players(row, "total")
        self._do(lambda scene: [end(scene)], rows[-1])
        over, stated = self._game.events[-1], self.cells.of_players(rows[-1], "final")
        final = over.final or {} if isinstance(over, ev.GameEnd) else {}
        self._compare(rows[-1], Outcome(None, final), Outcome(None, stated))
        table = self._game.replay.table
        off = {player: -points for player, points in table.standing.fined.items()}
        self._stands = Outcome(table.counted_totals, final).words(off)

    def _begin(self, row: SheetRow) -> Seats:
        """Begins a hand, by the seats that its row names or as the deal goes round."""
        seats = self.cells.seats(row, self.players)
        fields: Fields = {"type": "hand-start", "depth": "result"}
        if seats:
            sitting = list(seats.values())
            # Who plays this hand, and not the one before, has taken the place of somebody who does not play it.
            come = [player for player in sitting if player not in self.players]
            gone = [player for player in self.players if player not in sitting]
            for player, other in zip(come, gone, strict=False):
                self._do(partial(_take_place, player, other), row)
            self.players = sitting
            fields["seats"] = {seat.value: player for seat, player in seats.items()}
        number, round_ = self.cells.said(row, "hand"), self.cells.said(row, "round").upper()[:1]

        def hand(scene: Scene) -> list[Fields]:
            refuse_after_the_end(scene.table)
            if seats:
                fields.update({"hand": whole_number(number)} if number.isdecimal() else {})
                fields.update({"round": round_} if round_ in _ROUNDS else {})
            fill_in(fields, scene)
            return [fields]

        self._do(hand, row)
        begun = next(event for event in reversed(self._game.events) if isinstance(event, ev.HandStart))
        return {seat: begun.seats[seat] for seat in SEATS if seat in begun.seats}


def _take_place(new: str, old: str, scene: Scene) -> list[Fields]:
    return [seated_anew(scene, new, old)]


_REMARKS = Fault | ev.Note | ev.Dispute | ev.Ruling
"""What no table says, and what stays whatever it says."""


def mending(there: Sequence[ev.Event], wanted: Sequence[ev.Event], reason: str) -> list[Fields]:
    """The corrections after which a log reads like the one that is wanted; none where it does already.

    Each is of one event of the log, in whose place is read what stands between its neighbours now.
    """
    log = CorrectedLog((event, None) for event in there)
    rows = [row for row, _where in log.rows() if not isinstance(row, _REMARKS)]
    places = [slot.seq if (slot := log.slot(row.seq)) is not None else row.seq for row in rows]
    old, new = [_content(row) for row in rows], [_content(event) for event in wanted]
    says: dict[int, list[int]] = {place: [] for place in places}
    for kind, first, last, begin, until in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            for at in range(last - first):
                says[places[first + at]].append(begin + at)
        else:
            says[places[max(0, first - (kind == "insert"))]] += range(begin, until)
    return [
        {"type": "correction", "of": place, "events": [plain_fields(wanted[at]) for at in now], "reason": reason}
        for place, now in says.items()
        if [new[at] for at in now] != [old[at] for at in range(len(rows)) if places[at] == place]
    ]


def _content(event: ev.Event) -> str:
    return json.dumps(plain_fields(event), sort_keys=True)
