"""The games of a table of results, each written out as somebody would have typed it in short hand."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.errors import RecordError, RuleSetError
from mjlog.formats.logs import Log, origins_of
from mjlog.formats.shorthand.course import Course
from mjlog.formats.shorthand.document import WrittenGame, read_act
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.formats.spreadsheet.cells import Cells
from mjlog.formats.spreadsheet.columns import columns_of, handle_of
from mjlog.formats.spreadsheet.grid import Grid, Row
from mjlog.formats.spreadsheet.hand_row import HandRow, Seats
from mjlog.rulesets import RuleSet, load_named, named_in_start, shipped
from mjlog.seats import SEATS
from mjlog.text import counted, list_words, quoted

_WHERE: tuple[Literal["place"], Literal["table"]] = ("place", "table")
_ARE_HANDS = 'are the rows hands? Say who won them, like --column "HEAD=winner"'
_ROUNDS = tuple(seat.value for seat in SEATS)
_NO_RULES = "nothing says which rules were played by; expected --ruleset ID, or a column `ruleset`"
_GOING_ON = ("in progress", "unfinished")


class Evening(NamedTuple):
    """A game: the short hand that a table is written out in, what was read of that, and who played."""

    text: str
    log: Log
    players: tuple[str, ...]


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
        return cls(Cells(grid, columns_of(grid, said)), rules)

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
                passed_over.append(quoted(column.head, 40))
            else:
                of_whom[column.player].append(f"{column.meaning} {quoted(column.head, 40)}")
        for player, columns in of_whom.items():
            yield f"{player or 'columns'}: {', '.join(columns)}"
        if passed_over:
            yield f"passed over: {', '.join(passed_over)}"
        yield from self._taken_for_granted()

    def _taken_for_granted(self) -> Iterator[str]:
        if self.by_hand and not (self.cells.has("how") or self.cells.has("discarder")):
            yield "no column says how a hand was won: as on a discard"
        if self.by_hand and not (self.cells.has("seat") or self.cells.has("east")):
            yield "no column says who is East: the players sit in the order of their columns, and the deal goes round"

    def evenings(self) -> Iterator[Evening]:
        """Each game; one that cannot be read to its end has a fault."""
        for name, rows in self._games():
            yield _Typing(self, name).evening(rows)

    def _games(self) -> Iterator[tuple[str, list[Row]]]:
        """The rows that belong together: of one id, else of one day and table, else all."""
        groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
        for row in self.cells.grid.rows:
            game = self.cells.said(row, "game")
            groups[(game,) if game else self._when(row)].append(row)
        for key, rows in groups.items():
            stem = Path(self.cells.grid.source).stem
            yield handle_of("-".join(filter(None, key)) or stem), rows

    def _when(self, row: Row) -> tuple[str, ...]:
        try:
            return self.cells.day(row) or "", self.cells.said(row, "table")
        except RecordError:
            return self.cells.said(row, "date"), self.cells.said(row, "table")  # its game says what is wrong


class _Typing:
    """A game that is typed out of its rows, and read as it is typed."""

    def __init__(self, results: Results, name: str) -> None:
        self.results, self.cells, self.name = results, results.cells, name
        self.source = results.cells.grid.source
        self.players: list[str] = []
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
        origins = origins_of(self.source, self._game.lines)
        log = Log(self.source, self.name, self._game.bodies, origins, self._game.fault)
        return Evening("".join(f"{line}\n" for line in self._lines), log, tuple(self.players))

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
        rules, day = self._rules(row), self.cells.day(row)
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

    def _rules(self, row: Row) -> RuleSet:
        said = self.cells.said(row, "ruleset")
        if not said:
            return self.results.rules or self.cells.fail(row, _NO_RULES)
        try:
            return load_named(said)
        except RuleSetError as error:
            self.cells.fail(row, str(error))

    # -- totals of games ----------------------------------------------------------------------------------------

    def _totals(self, rows: Sequence[Row]) -> None:
        totals: dict[str, int] = {}
        for row in rows:
            for player, points in self._points(row).items():
                if player in totals:
                    self.cells.fail(row, f"a second total of {player} in game {quoted(self.name)}: {_ARE_HANDS}")
                totals[player] = points
        if sum(totals.values()):
            self.cells.fail(rows[-1], f"the totals add up to {sum(totals.values()):+}, not to 0: {_ARE_HANDS}")
        self.players = list(totals)
        self._start(rows[0])
        self._type("gap only the totals were written down", rows[-1])
        self._type(json.dumps({"type": "game-end", "totals": totals}, ensure_ascii=False), rows[-1])

    def _points(self, row: Row) -> dict[str, int]:
        if not self.cells.has("player"):
            return self.cells.of_players(row, "total")
        points = self.cells.whole(row, "points")
        return {} if points is None else {handle_of(self.cells.said(row, "player")): points}

    # -- hands --------------------------------------------------------------------------------------------------

    def _hands(self, rows: Sequence[Row]) -> None:
        there = self.cells.players(rows)
        first = list(self.cells.seats(rows[0], there).values())
        self.players = first if self.cells.has("seat") and first else list(dict.fromkeys([*first, *there]))
        self._start(rows[0])
        before: dict[str, int] = {}
        for row in rows:
            if self.cells.said(row, "result").lower() not in _GOING_ON:
                for act in HandRow(self.cells, row, before).acts(self._begin):
                    self._type(act, row, goes_on=not act.startswith("{"))
                before = self.cells.of_players(row, "total")
        self._type("end", rows[-1])

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
