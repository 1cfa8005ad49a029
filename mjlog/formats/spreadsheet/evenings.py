"""The games of a table of results: the acts of each, one row after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.errors import MjlogError, RecordError, RuleSetError
from mjlog.formats.logs import Log, printable
from mjlog.formats.shorthand.document import WrittenGame
from mjlog.formats.shorthand.endings import end
from mjlog.formats.shorthand.filling import begin_game, fill_in, refuse_after_the_end, seated_anew
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.times import day_as_time
from mjlog.formats.shorthand.writing import write_document
from mjlog.formats.spreadsheet.cells import Cells, Told
from mjlog.formats.spreadsheet.columns import NO_HANDLES, OfPlayer, a_row_a_player, columns_of, handle_of
from mjlog.formats.spreadsheet.grid import Grid, Row
from mjlog.formats.spreadsheet.hand_row import Act, HandRow, Seats, fines_of, happens
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
from mjlog.text import counted, list_words, quoted, whole_number

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

    log: Log
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
        cls, grid: Grid, said: Mapping[str, str], rules: RuleSet | None, handles: Mapping[str, str] = NO_HANDLES,
        tournament: str = "", there: Mapping[Where, str] = NOTHING_THERE,
    ) -> Results:  # fmt: skip
        """A table; `said`: what some of its columns mean, by head; `handles`: of names, by what these make otherwise.

        Raises:
            NotationError: there is no such column, or no such meaning.
        """
        grid = a_row_a_player(grid)
        cells = Cells(grid, columns_of(grid, said, handles), handles)
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
        yield from self._taken_for_granted()

    def _taken_for_granted(self) -> Iterator[str]:
        if self.by_hand and not (self.cells.has("how") or self.cells.has("discarder")):
            yield "no column says how a hand was won: as on a discard"
        if self.by_hand and not (self.cells.has("seat") or self.cells.has("east")):
            yield "no column says who is East: the players sit in the order of their columns, and the deal goes round"

    def evenings(self) -> Iterator[Evening]:
        """Each game; one that cannot be read to its end has a fault."""
        for name, rows in self._games.items():
            yield _Playing(self, name).evening(rows)

    @cached_property
    def _games(self) -> dict[str, list[Row]]:
        """The rows that belong together: of one id, else of one tournament, day, session and table, else all.

        Where only totals are known round and hand tell games apart, too; they are in the name where there are several.
        """
        groups: dict[tuple[str, Where], dict[tuple[str, ...], list[Row]]] = defaultdict(lambda: defaultdict(list))
        for row in self.cells.grid.rows:
            game, where = self.cells.said(row, "game"), self._where(row)
            more = () if self.by_hand else (self.cells.said(row, "round"), self.cells.said(row, "hand"))
            if game:
                groups[game, Where()][where.session, *more].append(row)
            else:
                groups["", where][more].append(row)
        return {
            self._named(game, where, more if len(parts) > 1 else ()): rows
            for (game, where), parts in groups.items()
            for more, rows in parts.items()
        }

    def _named(self, game: str, where: Where, more: tuple[str, ...]) -> str:
        """The name of a game: a session is always in it, for the table may grow; so is the file, where no day is.

        A game that is stored keeps the name that it has there.
        """
        if not more and where in self.there:
            return self.there[where]
        stem = () if game or where.tournament or where.day else (Path(self.cells.grid.source).stem,)
        session = f"s{where.session}" if where.session.isdecimal() else where.session
        return handle_of("-".join(filter(None, (game, *stem, *where._replace(session=session), *more))))

    def _where(self, row: Row) -> Where:
        table, session = self.cells.said(row, "table"), self.cells.said(row, "session")
        try:
            day = self.cells.day(row) or ""
            session = str(self.cells.session(row) or "")
        except RecordError:
            day = self.cells.said(row, "date")  # its game says what is wrong
        return Where(self.tournament_of(row), day, session, table)

    def tournament_of(self, row: Row) -> str:
        """The tournament that a row is of; an empty text where it is of none."""
        return self.cells.said(row, "tournament") or self.tournament

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


class _Playing:
    """A game that is played anew, row by row."""

    def __init__(self, results: Results, name: str) -> None:
        self.results, self.cells, self.name = results, results.cells, name
        self.source = results.cells.grid.source
        self.players: list[str] = []
        self._stands = ""
        self._game = WrittenGame(self.source)

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
        return Evening(log, tuple(self.players), self._stands)

    def _do(self, act: Act, row: Row) -> None:
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

    def _start(self, row: Row) -> None:
        players = self.players
        if not 3 <= len(players) <= 4:
            who = f": {list_words(players)}" if players else ""
            self.cells.fail(row, f"{counted(len(players), 'player')} in game {quoted(self.name)}{who}; expected 3 or 4")
        rules, day = self.results.rules_of(row), self.cells.day(row)
        where: Fields = {key: self.cells.said(row, key) for key in _WHERE if self.cells.said(row, key)}
        of_one = {"tournament": self.results.tournament_of(row), "session": self.cells.session(row)}
        where |= {key: one for key, one in of_one.items() if one}

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
        self._do(happens({"type": "gap", "text": "only the totals were written down"}), row)
        lost = {seat: fines.get(player, 0) for seat, player in zip(SEATS, self.players, strict=False)}
        self._do(happens(*fines_of(lost, told[0].rules.plan.family.fines_go_to_nobody)), row)
        said = {"totals": outcome.totals, "final": outcome.final}
        self._do(happens({"type": "game-end", **{key: one for key, one in said.items() if one}}), row)
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
                    self._do(act, row)
                before = self.cells.of_players(row, "total")
        self._do(lambda scene: [end(scene)], rows[-1])
        over, said = self._game.events[-1], self.cells.of_players(rows[-1], "final")
        final = over.final or {} if isinstance(over, ev.GameEnd) else {}
        self._compare(rows[-1], Outcome(None, final), Outcome(None, said))
        table = self._game.replay.table
        off = {player: -points for player, points in table.standing.fined.items()}
        self._stands = Outcome(table.counted_totals, final).words(off)

    def _begin(self, row: Row) -> Seats:
        """Begins a hand, by the seats that its row names or as the deal goes round."""
        seats = self.cells.seats(row, self.players)
        said: Fields = {"type": "hand-start", "depth": "result"}
        if seats:
            self._take_over(row, list(seats.values()))
            said["seats"] = {seat.value: player for seat, player in seats.items()}
        number, round_ = self.cells.said(row, "hand"), self.cells.said(row, "round").upper()[:1]

        def hand(scene: Scene) -> list[Fields]:
            refuse_after_the_end(scene.table)
            if seats:
                said.update({"hand": whole_number(number)} if number.isdecimal() else {})
                said.update({"round": round_} if round_ in _ROUNDS else {})
            fill_in(said, scene)
            return [said]

        self._do(hand, row)
        begun = next(one for one in reversed(self._game.events) if isinstance(one, ev.HandStart))
        return {seat: begun.seats[seat] for seat in SEATS if seat in begun.seats}

    def _take_over(self, row: Row, sitting: list[str]) -> None:
        """Who plays this hand, and not the one before, has taken the place of somebody who does not play it."""
        come = [player for player in sitting if player not in self.players]
        gone = [player for player in self.players if player not in sitting]
        for player, other in zip(come, gone, strict=False):
            self._do(partial(_take_place, player, other), row)
        self.players = sitting


def _take_place(new: str, old: str, scene: Scene) -> list[Fields]:
    return [seated_anew(scene, new, old)]
