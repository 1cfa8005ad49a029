"""What the columns of a table of results mean, guessed from their heads and from what stands in them, or said; and what
stands in its rows by that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from string import digits
from types import MappingProxyType
from typing import Literal, NamedTuple, NoReturn, get_args

from mjlog.errors import NotationError, RecordError
from mjlog.formats.spreadsheet.grid import Grid, SheetRow, amount, number, point_of
from mjlog.seats import SEATS, Seat
from mjlog.text import did_you_mean, either, list_words, quoted

OfGame = Literal["game", "date", "place", "tournament", "session", "table", "ruleset"]
OfHand = Literal["hand", "round", "east", "result", "winner", "how", "discarder"]
OfPlayer = Literal["points", "score", "change", "total", "final", "fine", "seat"]
Meaning = OfGame | OfHand | OfPlayer | Literal["player", "nothing"]
_OF_PLAYER: tuple[OfPlayer, ...] = get_args(OfPlayer)
_ALONE = (*get_args(OfGame), *get_args(OfHand), "player", "nothing")
_ORDERS = {"d/m/y": (2, 1, 0), "m/d/y": (2, 0, 1)}
_UNITS = {"points": 1, "hundreds": 100, "thousands": 1000}
NO_HANDLES: Mapping[str, str] = MappingProxyType({})
ALL = "*"
"""In the place of a head: all columns below whose heads, the names of players, there are numbers."""

_WORDS: Mapping[Meaning, str] = {
    "game": "game id match spiel_nr partie partij partida partita session_hash",
    "date": "date day evening session datum tag abend jour soirée fecha data dato dag avond",
    "place": "place venue club ort lieu plaats lugar luogo sted",
    "tournament": "tournament turnier toernooi tournoi torneo torneio turnering event",
    "session": "session sessions sitzung sessie séance sesión sessione hanchan tournament_round turnierrunde round_no "
    "round_nr round_number runde_nr rundennummer runden_nr ronde_nr n° n°_ronde",
    "table": "table table_no table_nr table_number tisch tisch_nr tischnummer tafel tafel_nr tafelnr no_table n°_table "
    "numéro_de_table mesa mesa_nº número_de_mesa tavolo bord bordnr",
    "ruleset": "ruleset rules rule_set regeln règles regels",
    "hand": "hand hands # no nr spiel spel main mano deal",
    "round": "round wind prevailing runde ronde tour manche ronda giornata",
    "east": "east dealer ost oost est este øst",
    "result": "result outcome ergebnis",
    "winner": "winner won mahjong mah_jong mah_jongg gewinner sieger winnaar gagnant vincitore ganador vinder",
    "how": "how won_by source by wie art hoe comment cómo come",
    "discarder": "discarder from discard_by thrown_by off loser geber werfer von van de",
    "player": "player name title spieler spielerin speler joueur joueuse giocatore jugador spiller nom naam nombre",
    "nothing": "limit_or_line corrections findings disputes head_at_event head remarks notes rank computed "
    "uma oka bonus rang platzierung pos position plaats puesto repeats pot drawn_for event_id player_id",
}  # fmt: skip
_PLAYER_WORDS: Mapping[Meaning, str] = {
    "score": "announced score hand_score",
    "change": "change paid pay payment ± +/_ difference diff differenz",
    "total": "total sum summe balance endstand raw raw_points raw_score rohpunkte endpunkte points_bruts eindstand",
    "final": "final final_score final_points rating_delta wertung wertungspunkte score_final puntos_finales eindscore",
    "fine": "penalties penalty fines fine strafe strafen strafpunkte abzug amende "
    "pénalité boete multa penalità straf bøde",
    "seat": "seat wind platz",
    "points": "points point punkte pkt punten puntos punti pts result resultat résultat resultado uitslag",
    "nothing": "computed rank place",
}  # fmt: skip


def _by_word(words: Mapping[Meaning, str]) -> dict[str, Meaning]:
    return {word.replace("_", " "): meaning for meaning, some in words.items() for word in some.split()}


_WINDS = (
    "e east ost oost est este øst", "s south süd sued zuid sud sur syd",
    "w west ouest ovest oeste vest", "n north nord noord norte",
)  # fmt: skip
WINDS = {word: seat for seat, words in zip(SEATS, _WINDS, strict=True) for word in words.split()}
"""Seats, as tables call them."""
_MEANS, _MEANS_OF_PLAYER = _by_word(_WORDS), _by_word(_PLAYER_WORDS)


class Column(NamedTuple):
    """A column: its place, its head, what it means, and of which player; None: of the player whom each row names.

    `order`: where year, month and day stand in its dates; `unit`: how many points 1 stands for, where somebody has said
    so; `is_guess`: it is of a player, for there are numbers below its head; `why`: it is passed over.
    """

    at: int
    head: str
    meaning: Meaning
    player: str | None = None
    order: tuple[int, int, int] = (0, 1, 2)
    unit: int | None = None
    is_guess: bool = False
    why: str = ""

    @property
    def words(self) -> str:
        """What is understood of it, in words."""
        if self.meaning == "nothing":
            return "passed over"
        return f"{self.meaning} of {self.player}" if self.player is not None else self.meaning


def columns_of(grid: Grid, meanings: Mapping[str, str], handles: Mapping[str, str] = NO_HANDLES) -> list[Column]:
    """The columns of a table. `meanings`: what somebody has said that some of them mean, by head; `handles`: of names.

    Raises:
        NotationError: there is no such column, or no such meaning.
        RecordError: two columns say the same of one player.
    """
    for head in meanings:
        if head not in grid.heads and head != ALL:
            raise NotationError(f"there is no column {quoted(head)}; there are {either(map(quoted, grid.heads))}")
    named = [
        _said(index, head, meanings[head]) if head in meanings else _named(index, head)
        for index, head in enumerate(grid.heads)
    ]
    columns = [column or _by_content(at, grid) for at, column in enumerate(named)]
    # A column of places that are numbers says who came first, not where it was played.
    columns = [
        column._replace(meaning="nothing")
        if column.meaning == "place" and any(map(number, grid.column(column.at))) else column
        for column in columns
    ]
    columns = _whose(grid, columns)
    if ALL in meanings and not any(column.is_guess for column in columns):
        stated = f"`{ALL}={meanings[ALL]}`"
        raise NotationError(f"{stated}: no head is the name of a player; say it of the column, by its head")
    points = _said(0, ALL, meanings[ALL]) if ALL in meanings else Column(0, ALL, "points")
    if ALL not in meanings and any(column.meaning == "winner" for column in columns):
        # Numbers below the name of a player are of hands: payments, of which one is negative, or scores.
        guessed = [amount(row.cells[column.at]) or 0 for column in columns if column.is_guess for row in grid.rows]
        are_paid = min(guessed, default=0) < 0 or not any(guessed)
        points = Column(0, ALL, "change" if are_paid else "score")
    made = [
        column._replace(meaning=points.meaning, unit=points.unit) if column.is_guess else column for column in columns
    ]
    if not {"winner", "session"} & {column.meaning for column in made}:
        # Of games as a whole no wind is told: what is called a round is one of a tournament.
        for at, column in enumerate(made):
            cells = grid.column(column.at) if column.meaning == "round" else []
            if cells and all(session_of(cell) is not None for cell in cells):
                made[at] = column._replace(meaning="session")
    known = [
        column if column.player is None else column._replace(player=known_as(column.player, handles))
        for column in made
    ]
    first: dict[tuple[str, str | None], Column] = {}
    for column in known:
        other = first.setdefault((column.meaning, column.player), column)
        if column.player is not None and other is not column:
            heads = f"{quoted(other.head)} and {quoted(column.head)}"
            whose = f"both the {column.meaning} of {column.player}"
            raise RecordError(f"the columns {heads} are {whose}; `--handle` says who is who", grid.source)
    return [
        column._replace(order=_order_in(grid.column(column.at)))
        if column.meaning == "date" and column.order == (0, 1, 2) else column
        for column in known
    ]


def session_of(text: str) -> int | None:
    """The round of a tournament that a cell tells; None where it tells none.

    >>> session_of("2"), session_of("Runde 3"), session_of("R1"), session_of("4."), session_of("East 1")
    (2, 3, 1, 4, None)
    """
    match = _SESSION.fullmatch(text.strip())
    return int(match[1]) if match is not None and int(match[1]) else None


_SESSION = re.compile(
    r"(?:(?:r|s|h|round|runde|ronde|ronda|tour|manche|session|sitzung|hanchan)[\s.-]*)?([0-9]{1,3})\.?", re.IGNORECASE
)


def a_row_a_player(grid: Grid) -> Grid:
    """A table with a game a row, in which names and points stand side by side, as one with a row for each player.

    `Ost;Punkte;Süd;Punkte;…` or `Spieler 1;Punkte 1;…`: a name in each row, and the numbers behind it.
    """
    names = []
    for at, head in enumerate(grid.heads):
        word = _word(_unnumbered(head))
        says_whose = word in WINDS or _MEANS.get(word) == "player"
        if says_whose and not any(amount(cell) is not None for cell in grid.column(at)):
            names.append(at)
    parts = [range(at, end) for at, end in pairwise([*names, len(grid.heads)])]
    width = min((len(part) for part in parts), default=0)
    is_of_hands = any(_MEANS.get(_word(head)) == "winner" for head in grid.heads)
    if is_of_hands or len(parts) < _FEWEST_PLAYERS or width < 2 or any(not grid.column(part[1]) for part in parts):
        return grid
    common = [*range(parts[0][0]), *range(parts[-1][0] + width, len(grid.heads))]
    means = {_MEANS.get(_word(grid.heads[at])) for at in common}
    rows = []
    for index, row in enumerate(grid.rows, 1):
        of_all = {grid.heads[at]: row.cells[at] for at in common}
        if not means & {"game", "date", "table", "session", "round", "hand"}:
            of_all["table"] = str(index)
        for part in parts:
            head = grid.heads[part[0]]
            seat = {"seat": head} if _word(head) in WINDS else {}
            pairs = zip(parts[0][1:width], part[1:width], strict=True)
            behind = {_unnumbered(grid.heads[first]): row.cells[at] for first, at in pairs}
            rows.append((row.line, {**of_all, "player": row.cells[part[0]], **seat, **behind}))
    heads = tuple(dict.fromkeys(head for _line, cells in rows for head in cells))
    split = (SheetRow(line, tuple(cells.get(head, "") for head in heads)) for line, cells in rows if cells["player"])
    return grid._replace(heads=heads, rows=tuple(split))


_FEWEST_PLAYERS = 3


def _unnumbered(head: str) -> str:
    return head.rstrip(digits).rstrip(" _.-")


def _said(index: int, head: str, words: str) -> Column:
    first, _, rest = words.strip().partition(" ")
    if first == "date" and rest in _ORDERS:
        return Column(index, head, "date", order=_ORDERS[rest])
    if first in _ALONE and not rest:
        return Column(index, head, next(meaning for meaning in _ALONE if meaning == first))
    before, within, unit = f" {rest}".rpartition(" in ")
    if not within or unit not in _UNITS:
        before, unit = f" {rest}", ""
    of, _, player = before.strip().partition(" ")
    meaning = next((kind for kind in _OF_PLAYER if kind == first), None)
    if meaning is not None and (not of or (of == "of" and player)):
        return Column(index, head, meaning, handle_of(player) if player else None, unit=_UNITS.get(unit))
    known = f"{', '.join(_ALONE)}, date d/m/y, date m/d/y; {', '.join(_OF_PLAYER)}, as in `score of anna`"
    near = did_you_mean(first, (*_ALONE, *_OF_PLAYER))
    meant = f" (did you mean {near}?)" if near else ""
    raise NotationError(
        f"{quoted(words)} is no meaning of a column{meant}; expected one of {known}, or `final in thousands`"
    )


def _named(index: int, head: str) -> Column | None:
    """What a head says; None where it is perhaps the name of a player, or says nothing."""
    word = _word(head)
    if not word:
        return Column(index, head, "nothing")
    meaning = _MEANS.get(word) or _MEANS_OF_PLAYER.get(word)
    if meaning is not None:
        return Column(index, head, meaning)
    of_player, player = _in_head(head)
    return None if of_player in (None, "points") else Column(index, head, of_player, handle_of(player))


def _in_head(head: str) -> tuple[Meaning | None, str]:
    """What a head says of a player, and the player: `Anna Total`, `Strafe Ben`; nothing of one that is a name alone."""
    words = head.split()
    for at in (2, 1):
        for word, player in ((words[-at:], words[:-at]), (words[:at], words[at:])):
            meaning, name = _MEANS_OF_PLAYER.get(_word(" ".join(word))), " ".join(player)
            if meaning is not None and name and not {_word(name)} & (_MEANS.keys() | _MEANS_OF_PLAYER.keys()):
                return meaning, name
    return None, head


def _word(head: str) -> str:
    return re.sub(r"[\s_-]+", " ", head.lower()).strip(" .:")


def _by_content(index: int, grid: Grid) -> Column:
    """A head that says nothing: that of a player, if most of what stands below it are numbers."""
    head, filled = grid.heads[index], grid.column(index)
    others = [cell for cell in filled if amount(cell) is None]
    if 2 * len(others) < len(filled):
        return Column(index, head, "score", handle_of(_in_head(head)[1]), is_guess=True)
    is_mixed = 0 < len(others) < len(filled)
    return Column(index, head, "nothing", why=f"{quoted(others[0], 20)} is no number" if is_mixed else "")


def _whose(grid: Grid, columns: list[Column]) -> list[Column]:
    """Says whose numbers the columns have: those of the player whom a row names, else whom the head of the column
    names.

    Points without a column of players are of nobody, and so are players without points.
    """
    meanings = {column.meaning for column in columns}
    if "player" not in meanings or "winner" in meanings:
        return [_of_its_head(grid, column) for column in columns]
    if "result" in meanings and not meanings & {"points", "score", "total", "change", "final"}:
        # Numbers that are called a result are points.
        columns = [
            column._replace(meaning="points")
            if column.meaning == "result" and None not in map(amount, grid.column(column.at)) else column
            for column in columns
        ]  # fmt: skip
    own = [column for column in columns if column.meaning in _NUMBERS and column.player is None]
    if own or sum(column.is_guess for column in columns) < _FEWEST_PLAYERS:
        return [_of_a_row(grid, column) for column in columns]
    return [column._replace(meaning="nothing") if column.meaning == "player" else column for column in columns]


_NUMBERS = frozenset(("points", "score", "change", "total", "final", "fine"))


def _of_a_row(grid: Grid, column: Column) -> Column:
    """A column where each row names its player: no head does."""
    if column.is_guess:
        return column._replace(meaning="nothing", player=None, is_guess=False, why="the rows name the players")
    if column.meaning == "seat" and any(amount(cell) is not None for cell in grid.column(column.at)):
        return column._replace(meaning="nothing", why="the places in which they came")
    return column


def _of_its_head(grid: Grid, column: Column) -> Column:
    if column.meaning == "player":
        return column._replace(meaning="nothing")
    is_nobodys = column.meaning == "fine" and any(map(amount, grid.column(column.at)))
    if column.meaning not in _OF_PLAYER or column.player is not None or is_nobodys:
        return column
    if _word(column.head) in _MEANS_OF_PLAYER:
        return column._replace(meaning="nothing", why=f"of whom? `{column.head}={column.meaning} of anna` says so")
    return column._replace(player=handle_of(column.head))


_DATE = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?![0-9])", re.ASCII)
_MONTHS = (
    "jan gen ene", "feb fev fév", "mar mär maa mrt", "apr avr abr", "may mai maj mag mei", "jun juin giu",
    "jul juil lug", "aug août aou ago", "sep set", "oct okt ott", "nov", "dec dez déc dic",
)  # fmt: skip
"""How the names of months begin, in the languages that heads are understood in."""
_NAMED_DATE = re.compile(
    r"(?:[^\W\d]+[.,]?\s+)?(?:(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?[-\s]\s*(?:de\s+)?(?P<month>[^\W\d]{3,})|"
    r"(?P<name>[^\W\d]{3,})[.\s]\s*(?P<number>\d{1,2})(?:st|nd|rd|th)?)[-.,\s]+(?:de\s+)?"
    r"(?P<year>\d{4}|\d\d)(?!\d)(?:\s.*)?",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def _order_in(dates: list[str]) -> tuple[int, int, int]:
    """Where year, month and day stand, from the dates that there are; year first where they do not tell."""
    parts = [match for match in map(_DATE.match, dates) if match is not None]
    if any(len(match[1]) > 2 for match in parts):
        return (0, 1, 2)
    if any(int(match[1]) > 12 or match[2] == "." for match in parts):
        return _ORDERS["d/m/y"]
    return _ORDERS["m/d/y"] if any(int(match[3]) > 12 for match in parts) else (0, 1, 2)


def day_of(text: str, order: tuple[int, int, int]) -> str | None:
    """A date as it stands in a table, year first; None where it is none, or where one cannot say which is the month.

    A time of a day stays whole where it says by which clock.

    >>> day_of("21.11.26", (2, 1, 0)), day_of("2026-11-21 19:30", (0, 1, 2)), day_of("04/05/2026", (0, 1, 2))
    ('2026-11-21', '2026-11-21', None)
    >>> day_of("3 Nov 2026", (0, 1, 2)), day_of("Tue, Nov 3, 2026", (0, 1, 2))
    ('2026-11-03', '2026-11-03')
    """
    if _TIME.fullmatch(text):
        return text
    named = _NAMED_DATE.fullmatch(text)
    if named is not None:
        number = _month_of(named["month"] or named["name"])
        return None if number is None else _day(named["year"], number, named["day"] or named["number"])
    match = _DATE.match(text)
    if match is None:
        return None
    parts = (match[1], match[3], match[4])
    year, month, day = (parts[place] for place in order)
    if len(year) not in (2, 4) or len(month) > 2 or len(day) > 2 or (order[0] == 0 and len(year) == 2):
        return None
    return _day(year, int(month), day)


def _day(year: str, month: int, day: str) -> str:
    return f"{int(year) + 2000 if len(year) == 2 else int(year):04}-{month:02}-{int(day):02}"


def _month_of(name: str) -> int | None:
    """The month that a name or its beginning means.

    >>> _month_of("Nov"), _month_of("juillet"), _month_of("Dezember"), _month_of("noon")
    (11, 7, 12, None)
    """
    words = name.lower()
    return next((n for n, begins in enumerate(_MONTHS, 1) if words.startswith(tuple(begins.split()))), None)


def known_as(handle: str, handles: Mapping[str, str]) -> str:
    """The handle of the club for one that was made of a name, in these letters or in small ones; itself where none is
    known."""
    return handles.get(handle) or handles.get(handle.lower(), handle)


def named_so(handle: str, players: Iterable[str]) -> str | None:
    """Which of these players has this name: in these letters, or, if only one does, in small and big letters alike."""
    alike = [player for player in players if player.lower() == handle.lower()]
    return handle if handle in alike else alike[0] if len(alike) == 1 else None


def handle_of(name: str) -> str:
    """The handle of a player or a game, one word, from what a table calls it.

    >>> handle_of("Anna N."), handle_of("anna (Anna Novak)"), handle_of("Zoë")
    ('Anna-N', 'anna', 'Zoë')
    """
    before, bracket, _inside = name.partition("(")
    short = before.rstrip() if bracket and name.endswith(")") else name
    return re.sub(r"[^\w.+-]+", "-", short or name).strip("-.+") or "nobody"


NOBODY = ("", "-", "–", "nobody", "none", "wash", "wash-out", "washout", "draw", "drawn", "goulash")
"""What stands in place of a winner where nobody has won."""


class NumberCell(NamedTuple):
    """A number as it stands in a table, and its column."""

    value: Fraction
    column: Column


@dataclass(frozen=True)
class Cells:
    """A table whose columns are understood. Whatever does not fit is a `RecordError`, with file and line.

    `handles`: by which handle a name is known, by what the name makes otherwise.
    """

    grid: Grid
    columns: Sequence[Column]
    handles: Mapping[str, str] = field(default_factory=dict)

    def has(self, meaning: Meaning) -> bool:
        """Whether there is such a column."""
        return any(True for _column in self._of(meaning))

    def said(self, row: SheetRow, meaning: Meaning) -> str:
        """What a row says; an empty text where it says nothing."""
        return next((row.cells[column.at] for column in self._of(meaning) if row.cells[column.at]), "")

    def of_players(self, row: SheetRow, meaning: OfPlayer) -> dict[str, int]:
        """The numbers of a row, by player, in points; those that stand there."""
        return {player: self.in_points(row, cell) for player, cell in self.told(row, meaning).items()}

    def told(self, row: SheetRow, *meanings: OfPlayer) -> dict[str, NumberCell]:
        """The numbers of a row, by player, as they stand there."""
        by_player: dict[str, NumberCell] = {}
        for column in (column for column in self.columns if column.meaning in meanings):
            text, player = row.cells[column.at], column.player
            value = amount(text, self.point)
            if value is None and not re.fullmatch(r"[?–-]?", text):
                where = f"{quoted(text)} in column {quoted(column.head)}"
                passed = f'--column "{column.head}=nothing" passes the column over'
                self.fail(row, f"{where} is no whole number of 12 digits at most, nor one with tenths; {passed}")
            if value is not None and not player:
                name = self.said(row, "player")
                if not name and value:
                    whose = f'--column "{column.head}={column.meaning} of anna" says so'
                    self.fail(row, f"{quoted(text)} in column {quoted(column.head)}: of which player? {whose}")
                player = self._known(name) if name else None
            if value is not None and player:
                by_player[player] = NumberCell(value, column)
        return by_player

    def fines(self, row: SheetRow) -> dict[str, NumberCell]:
        """What a row has of fines, by player: paid ones below 0. Where no number is, all of them were paid."""
        sign = -1 if self._fines_are_paid else 1
        return {player: NumberCell(sign * fine.value, fine.column) for player, fine in self.told(row, "fine").items()}

    @cached_property
    def _fines_are_paid(self) -> bool:
        texts = [row.cells[column.at] for column in self._of("fine") for row in self.grid.rows]
        return all((amount(text, self.point) or 0) >= 0 for text in texts)

    @cached_property
    def point(self) -> str | None:
        """The sign before tenths in the numbers of players."""
        of_players = [column.at for column in self.columns if column.meaning in _NUMBERS]
        return point_of(row.cells[at] for row in self.grid.rows for at in of_players)

    def day(self, row: SheetRow) -> str | None:
        """The day of a row, year first."""
        for column in self._of("date"):
            text = row.cells[column.at]
            day = day_of(text, column.order)
            if text and day is None:
                say = f'--column "{column.head}=date d/m/y"'
                self.fail(row, f"{quoted(text)} is no date that can be read; expected 2026-11-21, or {say} (or m/d/y)")
            return day
        return None

    def session(self, row: SheetRow) -> int | None:
        """Which round of a tournament a row is of."""
        text = self.said(row, "session")
        number = session_of(text)
        if text and number is None:
            self.fail(row, f"{quoted(text)} is no round of a tournament; expected a number, like 2 or Runde 2")
        return number

    def players(self, rows: Sequence[SheetRow]) -> list[str]:
        """The players of whom these rows say anything, in the order of their columns."""
        filled = (column for column in self.columns if column.player and any(row.cells[column.at] for row in rows))
        return list(dict.fromkeys(column.player for column in filled if column.player))

    def seats(self, row: SheetRow, players: Sequence[str]) -> dict[Seat, str]:
        """Who sits where in a hand, in the order of seats: as the row says, or on from East; empty where it does not.

        `players`: who plays, in the order in which they sit.
        """
        by_seat = dict(self.seated(row))
        east = self.said(row, "east")
        if by_seat or not east:
            return {seat: by_seat[seat] for seat in SEATS if seat in by_seat}
        first = players.index(self.player(row, east, players))
        return dict(zip(SEATS, [*players[first:], *players[:first]], strict=False))

    def seated(self, row: SheetRow) -> Iterator[tuple[Seat, str]]:
        """Who sits where, as far as the row says so."""
        for column in self._of("seat"):
            text = row.cells[column.at]
            if text and text.lower() not in WINDS:
                self.fail(row, f"{quoted(text)} in column {quoted(column.head)} is no seat; expected E, S, W or N")
            player = column.player or self._known(self.said(row, "player"))
            if text:
                yield WINDS[text.lower()], player

    def player(self, row: SheetRow, name: str, players: Sequence[str]) -> str:
        """The player whom a cell names."""
        named = named_so(self._handle(name), players)
        if named is None:
            self.fail(row, f"{quoted(name)} does not play here; expected {_one_of(players)}")
        return named

    def whoever(self, row: SheetRow, meaning: Meaning, seats: dict[Seat, str]) -> Seat | None:
        """The seat of the player whom a row names, by handle or by wind; None for nobody."""
        cell = self.said(row, meaning)
        if cell.lower() in NOBODY:
            return None
        by_name = named_so(self._handle(cell), seats.values())
        winner = next((seat for seat, player in seats.items() if player == by_name), None) or WINDS.get(cell.lower())
        if winner not in seats:
            self.fail(row, f"{quoted(cell)} does not play in this hand; expected {_one_of(seats.values())}")
        return winner

    def in_points(self, row: SheetRow, cell: NumberCell) -> int:
        """A number in points, which must be whole."""
        points = cell.value * (cell.column.unit or 1)
        if points.denominator > 1:
            text, head = row.cells[cell.column.at], cell.column.head
            says = f'--column "{head}={cell.column.words} in thousands"'
            self.fail(row, f"{quoted(text)} in column {quoted(head)} is no whole number of points; perhaps {says}")
        return int(points)

    def fail(self, row: SheetRow, message: str) -> NoReturn:
        """It cannot be read on.

        Raises:
            RecordError: always.
        """
        raise RecordError(message, self.grid.source, row.line)

    def _handle(self, name: str) -> str:
        """The handle of the player whom a cell names, read as the head of a column is."""
        words = handle_of(name)
        heads = {handle_of(column.head): column.player for column in self.columns if column.player is not None}
        head = named_so(words, heads)
        return known_as(words, self.handles) if head is None else heads[head]

    def _of(self, meaning: Meaning) -> Iterator[Column]:
        return (column for column in self.columns if column.meaning == meaning)

    def _known(self, name: str) -> str:
        return known_as(handle_of(name), self.handles)


def _one_of(players: Iterable[str]) -> str:
    known = list(players)
    return f"one of {list_words(known)}" if known else "columns with the points of players"
