"""What the columns of a table of results mean: guessed from their heads and from what stands in them, or said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from mjlog.errors import NotationError
from mjlog.formats.spreadsheet.grid import Grid, number
from mjlog.text import did_you_mean, either, quoted

OfGame = Literal["game", "date", "place", "table", "ruleset"]
OfHand = Literal["hand", "round", "east", "result", "winner", "how", "discarder"]
OfPlayer = Literal["score", "change", "total", "fine", "seat"]
Long = Literal["player", "points"]
Meaning = OfGame | OfHand | OfPlayer | Long | Literal["nothing"]
_OF_PLAYER: tuple[OfPlayer, ...] = get_args(OfPlayer)
_ALONE = (*get_args(OfGame), *get_args(OfHand), *get_args(Long), "nothing")
_ORDERS = {"d/m/y": (2, 1, 0), "m/d/y": (2, 0, 1)}

_WORDS: Mapping[Meaning, str] = {
    "game": "game id match spiel_nr partie",
    "date": "date day evening session datum tag abend jour soirée fecha data dato dag avond",
    "place": "place venue club ort lieu plaats lugar luogo sted",
    "table": "table tisch tafel mesa tavolo bord",
    "ruleset": "ruleset rules rule_set regeln règles regels",
    "hand": "hand hands # no nr spiel spel main mano deal",
    "round": "round wind prevailing runde ronde tour",
    "east": "east dealer ost oost est este øst",
    "result": "result outcome ergebnis",
    "winner": "winner won mahjong mah-jong mah_jongg gewinner sieger winnaar gagnant vincitore ganador vinder",
    "how": "how won_by source by",
    "discarder": "discarder from discard_by thrown_by off loser geber werfer von van de",
    "player": "player name spieler speler joueur giocatore jugador spiller",
    "nothing": "limit_or_line corrections penalties findings disputes head_at_event head remarks notes rank computed",
}  # fmt: skip
_PLAYER_WORDS: Mapping[Meaning, str] = {
    "score": "announced score hand_score",
    "change": "change paid pay payment ±",
    "total": "total sum summe balance",
    "fine": "penalties penalty fines fine",
    "seat": "seat wind platz",
    "points": "points point punkte punten puntos punti pts result",
    "nothing": "computed rank place",
}  # fmt: skip


def _by_word(words: Mapping[Meaning, str]) -> dict[str, Meaning]:
    return {word.replace("_", " "): meaning for meaning, some in words.items() for word in some.split()}


_MEANS, _MEANS_OF_PLAYER = _by_word(_WORDS), _by_word(_PLAYER_WORDS)


class Column(NamedTuple):
    """A column: its place, its head, what it means, and of which player.

    `order`: where year, month and day stand in its dates; `is_guess`: it is of a player, for there are only numbers.
    """

    at: int
    head: str
    meaning: Meaning
    player: str | None = None
    order: tuple[int, int, int] = (0, 1, 2)
    is_guess: bool = False

    @property
    def words(self) -> str:
        """What is understood of it, in words."""
        if self.meaning == "nothing":
            return "passed over"
        return f"{self.meaning} of {self.player}" if self.player is not None else self.meaning


def columns_of(grid: Grid, said: Mapping[str, str]) -> list[Column]:
    """The columns of a table. `said`: what somebody has said that some of them mean, by head.

    Raises:
        NotationError: there is no such column, or no such meaning.
    """
    for head in said:
        if head not in grid.heads:
            raise NotationError(f"there is no column {quoted(head)}; there are {either(map(quoted, grid.heads))}")
    named = [
        _said(index, head, said[head]) if head in said else _named(index, head) for index, head in enumerate(grid.heads)
    ]
    found = [column or _by_content(at, grid) for at, column in enumerate(named)]
    found = _without_ranks(grid, _without_a_player(found))
    points = _points_are(grid, found)
    return list(_dated(grid, [one._replace(meaning=points) if one.is_guess else one for one in found]))


def _said(index: int, head: str, words: str) -> Column:
    first, _, rest = words.strip().partition(" ")
    if first == "date" and rest in _ORDERS:
        return Column(index, head, "date", order=_ORDERS[rest])
    if first in _ALONE and not rest:
        return Column(index, head, next(one for one in _ALONE if one == first))
    of, _, player = rest.partition(" ")
    meaning = next((one for one in _OF_PLAYER if one == first), None)
    if meaning is not None and (not rest or (of == "of" and player)):
        return Column(index, head, meaning, handle_of(player or head))
    known = f"{', '.join(_ALONE)}, date d/m/y, date m/d/y; {', '.join(_OF_PLAYER)}, as in `score of anna`"
    near = did_you_mean(first, (*_ALONE, *_OF_PLAYER))
    meant = f" (did you mean {near}?)" if near else ""
    raise NotationError(f"{quoted(words)} is no meaning of a column{meant}; expected one of {known}")


def _named(index: int, head: str) -> Column | None:
    """What a head says; None where it is perhaps the name of a player, or says nothing."""
    word = head.lower().strip(" .:")
    if not word:
        return Column(index, head, "nothing")
    meaning = _MEANS.get(word) or ("points" if _MEANS_OF_PLAYER.get(word) == "points" else None)
    if meaning is not None:
        return Column(index, head, meaning)
    player, _, last = head.rpartition(" ")
    of_player = _MEANS_OF_PLAYER.get(last.lower()) if player else None
    if of_player is None or of_player == "points":
        return None
    return Column(index, head, of_player, handle_of(player))


def _by_content(index: int, grid: Grid) -> Column:
    """A head that says nothing: that of a player, if only numbers stand below it."""
    head, filled = grid.heads[index], grid.column(index)
    if filled and all(number(cell) is not None for cell in filled):
        return Column(index, head, "score", handle_of(head), is_guess=True)
    return Column(index, head, "nothing")


def _points_are(grid: Grid, columns: list[Column]) -> OfPlayer:
    """What numbers below the name of a player are: totals of games; of hands payments (one is negative) or scores."""
    if all(column.meaning != "winner" for column in columns):
        return "total"
    guessed = [number(row.cells[column.at]) or 0 for column in columns if column.is_guess for row in grid.rows]
    return "change" if min(guessed, default=0) < 0 or not any(guessed) else "score"


def _without_a_player(columns: list[Column]) -> list[Column]:
    """Points without a column of players are of nobody, and so are players without points."""
    meanings = {column.meaning for column in columns}
    if {"player", "points"} <= meanings:
        return columns
    lost = ("player", "points")
    return [column._replace(meaning="nothing") if column.meaning in lost else column for column in columns]


def _without_ranks(grid: Grid, columns: list[Column]) -> list[Column]:
    """A column of places that are numbers says who came first, not where it was played."""
    return [
        column._replace(meaning="nothing") if column.meaning == "place" and any(map(number, grid.column(column.at)))
        else column for column in columns
    ]  # fmt: skip


def _dated(grid: Grid, columns: list[Column]) -> Iterator[Column]:
    for column in columns:
        is_open = column.meaning == "date" and column.order == (0, 1, 2)
        yield column._replace(order=_order_in(grid.column(column.at))) if is_open else column


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
    said = name.lower()
    return next((n for n, begins in enumerate(_MONTHS, 1) if said.startswith(tuple(begins.split()))), None)


def handle_of(name: str) -> str:
    """The handle of a player or a game, one word, from what a table calls it.

    >>> handle_of("Anna N."), handle_of("anna (Anna Novak)"), handle_of("Zoë")
    ('Anna-N', 'anna', 'Zoë')
    """
    before, bracket, _inside = name.partition("(")
    short = before.rstrip() if bracket and name.endswith(")") else name
    return re.sub(r"[^\w.+-]+", "-", short or name).strip("-.+") or "nobody"
