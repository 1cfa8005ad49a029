"""The games of a table of results, each written out as somebody would have typed it in short hand."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.errors import RecordError, RuleSetError
from mjlog.formats.logs import Log, printable
from mjlog.formats.shorthand.course import Course
from mjlog.formats.shorthand.document import WrittenGame, read_act
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.formats.spreadsheet.cells import Cells, Told
from mjlog.formats.spreadsheet.columns import OfPlayer, a_row_a_player, columns_of, handle_of
from mjlog.formats.spreadsheet.grid import Grid, Row
from mjlog.formats.spreadsheet.hand_row import HandRow, Seats, fines_of
from mjlog.formats.spreadsheet.totals import (
    ARE_HANDS,
    OPEN,
    Numbers,
    Outcome,
    Reading,
    begun_with,
    in_doubt,
    of_hands,
    reading_of,
)
from mjlog.log.records import Origin
from mjlog.rulesets import RuleSet, load_named, named_in_start, resolve, shipped
from mjlog.seats import SEATS
from mjlog.text import counted, list_words, quoted

_WHERE: tuple[Literal["place"], Literal["table"]] = ("place", "table")
_ROUNDS = tuple(seat.value for seat in SEATS)
_ARE_GAMES = "games are told apart by columns game, date, table, round"
_NO_POINTS = 'expected numbers below their names, or a column of players and one of points (--column "HEAD=points")'
_NO_RULES = "nothing says which rules were played by; expected --ruleset ID, or a column `ruleset`"
_GOING_ON = ("in progress", "unfinished")


class Evening(NamedTuple):
    """A game: the short hand that a table is written out in, what was read of that, and who played.

    `stands`: what everybody comes to.
    """

    text: str
    log: Log
    players: tuple[str, ...]
    stands: str = ""


@dataclass(frozen=True)
class Results:
    """A table of results, understood. `rules`: what was played by where no column says so."""

    cells: Cells
    rules: RuleSet | None

    @classmethod
    def of(cls, grid: Grid, said: Mapping[str, str], rules: RuleSet | None) -> Results:
        """A table; `said`: what some of its columns mean, by head.

        Raises:
            NotationError: there is no such column, or no such meaning.
        """
        grid = a_row_a_player(grid)
        cells = Cells(grid, columns_of(grid, said))
        begun = begun_with(resolve(rules)) if rules is not None else 0
        return cls(of_hands(cells, begun) if begun and cells.has("winner") else cells, rules)

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
        yield from self._taken_for_granted()

    def _taken_for_granted(self) -> Iterator[str]:
        if self.by_hand and not (self.cells.has("how") or self.cells.has("discarder")):
            yield "no column says how a hand was won: as on a discard"
        if self.by_hand and not (self.cells.has("seat") or self.cells.has("east")):
            yield "no column says who is East: the players sit in the order of their columns, and the deal goes round"

    def evenings(self) -> Iterator[Evening]:
        """Each game; one that cannot be read to its end has a fault."""
        for name, rows in self._games.items():
            yield _Typing(self, name).evening(rows)

    @cached_property
    def _games(self) -> dict[str, list[Row]]:
        """The rows that belong together: of one id, else of one day and table, else all.

        Where only totals are known round and hand tell games apart, too; they are in the name where there are several.
        """
        groups: dict[tuple[str, ...], dict[tuple[str, ...], list[Row]]] = defaultdict(lambda: defaultdict(list))
        for row in self.cells.grid.rows:
            game = self.cells.said(row, "game")
            more = () if self.by_hand else (self.cells.said(row, "round"), self.cells.said(row, "hand"))
            groups[(game,) if game else self._when(row)][more].append(row)
        stem = Path(self.cells.grid.source).stem
        return {
            handle_of("-".join(filter(None, (*key, *(more if len(parts) > 1 else ())))) or stem): rows
            for key, parts in groups.items()
            for more, rows in parts.items()
        }

    def _when(self, row: Row) -> tuple[str, ...]:
        try:
            return self.cells.day(row) or "", self.cells.said(row, "table")
        except RecordError:
            return self.cells.said(row, "date"), self.cells.said(row, "table")  # its game says what is wrong

    def rules_of(self, row: Row) -> RuleSet:
        """What a game was played by.

        Raises:
            RecordError: nothing says so, or there is no such rule set.
        """
        said = self.cells.said(row, "ruleset")
        if not said:
            return self.rules or self.cells.fail(row, _NO_RULES)
        try:
            return load_named(said)
        except RuleSetError as error:
            self.cells.fail(row, str(error))

    def numbers(self, name: str, rows: Sequence[Row]) -> list[Numbers]:
        """The numbers of a game of which only totals are known, by what their heads say.

        Raises:
            RecordError: a player has two, or nothing says by which rules was played.
        """
        rules, fines, found = resolve(self.rules_of(rows[0])), dict[str, Told](), dict[OfPlayer, dict[str, Told]]()
        for row in rows:
            fines |= self.cells.fines(row)
            for meaning in OPEN:
                told, before = self.cells.told(row, meaning), found.setdefault(meaning, {})
                again = next((player for player in told if player in before), None)
                if again is not None:
                    what = f"a second total of {again} in game {quoted(name)}"
                    self.cells.fail(row, f"{what}: {ARE_HANDS}; {_ARE_GAMES}")
                before |= told
        return [Numbers(meaning, told, fines, rules) for meaning, told in found.items() if told]

    @cached_property
    def _readings(self) -> dict[tuple[OfPlayer, str], list[Reading]]:
        """What the numbers of games can be, by what their heads say, and by rule set."""
        found: dict[tuple[OfPlayer, str], list[Numbers]] = defaultdict(list)
        for name, rows in self._games.items() if not self.by_hand else ():
            try:
                for numbers in self.numbers(name, rows):
                    found[numbers.meaning, numbers.rules.ruleset.id].append(numbers)
            except RecordError:
                continue  # its game says what is wrong
        return {key: reading_of(games) for key, games in found.items()}

    def unit_of(self, numbers: Numbers) -> int:
        """How many points 1 stands for in the numbers of a game."""
        return self._readings[numbers.meaning, numbers.rules.ruleset.id][0].unit

    def outcome(self, numbers: Numbers, row: Row) -> Outcome:
        """What a game came to.

        Raises:
            RecordError: the numbers do not say it.
        """
        readings = self._readings[numbers.meaning, numbers.rules.ruleset.id]
        if len(readings) > 1:
            self.cells.fail(row, in_doubt(numbers, readings))
        reading = readings[0] if readings else None
        return (numbers.outcome(reading) if reading else None) or self.cells.fail(row, numbers.why_not(reading))


class _Typing:
    """A game that is typed out of its rows, and read as it is typed."""

    def __init__(self, results: Results, name: str) -> None:
        self.results, self.cells, self.name = results, results.cells, name
        self.source = results.cells.grid.source
        self.players: list[str] = []
        self._stands = ""
        self._lines: list[str] = []
        self._game = WrittenGame(name)
        self._course = Course(self.source)

    def evening(self, rows: Sequence[Row]) -> Evening:
        """The whole game, up to its first fault."""
        try:
            if self.results.by_hand:
                self._hands(rows)
            else:
                self._totals(rows)
        except RecordError as error:
            self._game.error = error
        origins = [Origin(printable(self.source), line) for line in self._game.lines]
        log = Log(self.source, self.name, self._game.bodies, origins, self._game.fault)
        return Evening("".join(f"{line}\n" for line in self._lines), log, tuple(self.players), self._stands)

    def _type(self, text: str, row: Row, goes_on: bool = False) -> None:
        """One or several acts; `goes_on`: they stand on the line of the act before."""
        self._lines[-1:] = [f"{self._lines[-1]} {text}"] if goes_on else [*self._lines[-1:], text]
        for act in acts_in(text):
            read_act(self._game, self._course, act._replace(line=row.line), self.source)
        if self._game.error is not None:
            raise self._game.error

    def _start(self, row: Row) -> None:
        players = self.players
        if not 3 <= len(players) <= 4:
            who = f": {list_words(players)}" if players else ""
            self.cells.fail(row, f"{counted(len(players), 'player')} in game {quoted(self.name)}{who}; expected 3 or 4")
        rules, day = self.results.rules_of(row), self.cells.day(row)
        if day is not None:
            self._type(f"@{day}", row)
        where: dict[str, object] = {key: self.cells.said(row, key) for key in _WHERE if self.cells.said(row, key)}
        if rules.id in shipped():
            said = [f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in where.items()]
            self._type(" ".join(["game", self.name, rules.id, *players, *said]), row)
        else:
            named = {"type": "game-start", "format": 1, "game": self.name, "players": players, **named_in_start(rules)}
            self._type(json.dumps({**named, **where}, ensure_ascii=False), row)
            self._type(json.dumps({"type": "ruleset", "document": rules.document}, ensure_ascii=False), row)
        if day is not None:
            self._type("@-", row)

    # -- totals of games ----------------------------------------------------------------------------------------

    def _totals(self, rows: Sequence[Row]) -> None:
        row, told = rows[-1], self.results.numbers(self.name, rows)
        if not told:
            self.cells.fail(row, f"nothing says what the players have in game {quoted(self.name)}: {_NO_POINTS}")
        self.players = self._sitting(rows, told[0].told)
        self._start(rows[0])
        outcome, *others = [self.results.outcome(numbers, row) for numbers in told]
        fines = told[0].fined(self.results.unit_of(told[0]))
        wrong = told[0].wrong_fine(fines)
        if wrong is not None:
            self.cells.fail(row, f"game {quoted(self.name)}: {wrong}")
        for other in others:
            self._compare(row, outcome, other)
        self._type("gap only the totals were written down", row)
        for act in fines_of({seat: fines.get(player, 0) for seat, player in zip(SEATS, self.players, strict=False)}):
            self._type(act, row)
        said = {"totals": outcome.totals, "final": outcome.final}
        self._type(json.dumps({"type": "game-end", **{key: one for key, one in said.items() if one}}), row)
        self._stands = outcome.words(fines)

    def _sitting(self, rows: Sequence[Row], told: Iterable[str]) -> list[str]:
        """Who played, in the order of their columns or rows, or of their seats where these are told."""
        seats = {player: seat for row in rows for seat, player in self.cells.seated(row)}
        return sorted(told, key=lambda player: seats[player].index if player in seats else len(SEATS))

    def _compare(self, row: Row, outcome: Outcome, other: Outcome) -> None:
        """A table that says two things of a game says the same."""
        for of, one, two in (("points", outcome.totals, other.totals), ("final score", outcome.final, other.final)):
            for player in one or {} if two else ():
                if one is not None and two is not None and one[player] != two.get(player, one[player]):
                    what = f"{player}'s {of} in game {quoted(self.name)}"
                    self.cells.fail(row, f"{what} is {two[player]} in one column: {one[player]} is what another makes")

    # -- hands --------------------------------------------------------------------------------------------------

    def _hands(self, rows: Sequence[Row]) -> None:
        there = self.cells.players(rows)
        first = list(self.cells.seats(rows[0], there).values())
        self.players = first if self.cells.has("seat") and first else list(dict.fromkeys([*first, *there]))
        self._start(rows[0])
        rules = resolve(self.results.rules_of(rows[0]))
        before = dict.fromkeys(self.players, begun_with(rules))
        for row in rows:
            if self.cells.said(row, "result").lower() not in _GOING_ON:
                for act in HandRow(self.cells, row, before, rules.plan).acts(self._begin):
                    self._type(act, row, goes_on=not act.startswith("{"))
                before = self.cells.of_players(row, "total")
        self._type("end", rows[-1])
        end, said = self._course.events[-1], self.cells.of_players(rows[-1], "final")
        final = end.final or {} if isinstance(end, ev.GameEnd) else {}
        self._compare(rows[-1], Outcome(None, final), Outcome(None, said))
        table = self._course.replay.table
        off = {player: -points for player, points in table.standing.fined.items()}
        self._stands = Outcome(table.counted_totals, final).words(off)

    def _begin(self, row: Row) -> Seats:
        """Begins a hand, by the seats that its row names or as the deal goes round."""
        seats = self.cells.seats(row, self.players)
        if seats:
            self._take_over(row, list(seats.values()))
            number, round_ = self.cells.said(row, "hand"), self.cells.said(row, "round").upper()[:1]
            said = [f"hand={number}"] * number.isdecimal() + [f"round={round_}"] * (round_ in _ROUNDS)
            who = [f"{seat.value}={player}" for seat, player in seats.items()]
            self._type(" ".join(["hand-start", "result", *who, *said]), row)
        else:
            self._type("hand result", row)
        begun = next(one for one in reversed(self._course.events) if isinstance(one, ev.HandStart))
        return {seat: begun.seats[seat] for seat in SEATS if seat in begun.seats}

    def _take_over(self, row: Row, sitting: list[str]) -> None:
        """Who plays this hand, and not the one before, has taken the place of somebody who does not play it."""
        come = [player for player in sitting if player not in self.players]
        gone = [player for player in self.players if player not in sitting]
        for player, other in zip(come, gone, strict=False):
            self._type(f"sit {player} for {other}", row)
        self.players = sitting
