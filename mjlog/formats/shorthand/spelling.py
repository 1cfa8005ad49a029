"""How events are typed: one by itself in full, and the next ones of a log in the acts that could stand for them.

The hints of a recorder, its taps and the written form are of here. Whether a shorter act stands for an event at a
table, reading it back tells.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from mjlog import events as ev
from mjlog.formats.shorthand.acts import DRAWS_BY_SIGN, KINDS_OF_CLAIM
from mjlog.formats.shorthand.endings import SOURCES
from mjlog.formats.shorthand.fixing import plain_fields
from mjlog.formats.shorthand.long_form import long_form
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.table.passing import COURTESY, TILES_PASSED
from mjlog.tiles import CODES, JOKER, RED_FIVES, UNKNOWN, format_tiles, parse_face, parse_tile

_BEFORE = frozenset(("pass", "draw", "bonus-replacement", "kong-replacement"))
_TAKING = _BEFORE - {"pass"}
_MOST_BEFORE = 12
_MOST_BLOCKS = 20
_LETTER_OF_CLAIM = {name: letter for letter, name in KINDS_OF_CLAIM.items()}
_LETTER_OF_SOURCE = {name: letter for letter, name in SOURCES.items()}


def spelled(event: ev.Event) -> str:
    """An event as it is typed by itself, with all that it says: in short where it has such a form, else in full.

    >>> from mjlog.seats import Seat
    >>> spelled(ev.Claim(seq=1, seat=Seat.S, for_="pung")), spelled(ev.Mahjong(seq=1, seat=Seat.N, source="kong"))
    ('sp', 'nmk')
    >>> spelled(ev.Dead(seq=1, seat=Seat.S, reason="exposure"))
    'dead S exposure'
    """
    row = plain_fields(event)
    short = _IN_FULL.get(row["type"])
    return short(row) if short is not None else long_form(row) or json.dumps(row, ensure_ascii=False)


def _called(row: Fields) -> str:
    return f"{_seat(row)}{'c' if row['for'] == 'chow' else _LETTER_OF_CLAIM[row['for']]}"


def _washed_out(row: Fields) -> str:
    why = next((sign for sign, reason in DRAWS_BY_SIGN.items() if reason == row.get("reason")), None)
    return "wash" if why is None else f"wash {why}{''.join(row.get('seats', ())).lower()}"


def _passed_on(row: Fields) -> str:
    """Tiles of a Charleston: of those that nobody saw it is said how many, where that is free."""
    unseen = [code for code in row["tiles"] if code == CODES[UNKNOWN]]
    if row.get("blind"):
        return f"{_seat(row)}ob{row['blind']}"
    if unseen == row["tiles"]:
        is_said = row["pass"] == COURTESY or len(unseen) != TILES_PASSED
        return f"{_seat(row)}o{len(unseen) if is_said else ''}"
    return f"{_seat(row)}o{_grouped(row['tiles'])}"


_IN_FULL: dict[str, Callable[[Fields], str]] = {
    "claim": _called,
    "washout": _washed_out,
    "charleston": _passed_on,
    "charleston-stop": lambda row: f"{_seat(row)}o-",
    "mahjong": lambda row: f"{_seat(row)}m{_LETTER_OF_SOURCE[row['source']]}",
    "retract": lambda row: f"{_seat(row)}u",
}


class Upcoming:
    """The next events of a log, from a row on.

    `head`: the first that is no pass and no tile taken; `drawn`: the last tile taken before it.
    """

    def __init__(self, rows: Sequence[Fields], at: int) -> None:
        self.rows, self.at = rows, at
        place = at
        while place < min(len(rows), at + _MOST_BEFORE) and rows[place].get("type") in _BEFORE:
            place += 1
        self.place = place
        self.head: Fields = rows[place] if place < len(rows) else {}
        taken = [row for row in rows[at:place] if row.get("type") in _TAKING]
        self.drawn = _tile(taken[-1].get("tile")) if taken else None

    @property
    def first(self) -> Fields:
        """The next event."""
        return self.rows[self.at]

    def after(self, number: int = 1) -> Fields:
        """An event after the head."""
        at = self.place + number
        return self.rows[at] if at < len(self.rows) else {}

    def next_of(self, *types: str) -> Fields:
        """The first event after the head, but passes, if it is of these types."""
        for row in self.rows[self.place + 1 : self.place + 6]:
            if row.get("type") != "pass":
                return row if row.get("type") in types else {}
        return {}

    def run(self, kind: str, most: int = 8) -> list[Fields]:
        """The events of one type that follow one another, from the next on."""
        rows = []
        for row in self.rows[self.at : self.at + most]:
            if row.get("type") != kind:
                break
            rows.append(row)
        return rows


def candidates(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    """Acts that may stand for the next events, those for the most of them first."""
    kind = ahead.head.get("type")
    write = _HEADS.get(kind) if isinstance(kind, str) else None
    if write is not None:
        # An event of another shape than the format's is written out in full.
        with suppress(KeyError, TypeError, ValueError, AttributeError, IndexError):
            yield from write(ahead, scene)
    # Passes and tiles taken can stand by themselves.
    if ahead.place > ahead.at and ahead.first["type"] == "pass":
        seats = [_seat(row) for row in ahead.run("pass")]
        for number in range(len(seats), 0, -1):
            yield f"{''.join(seats[:number])}-"
    elif ahead.place > ahead.at:
        tile = _tile(ahead.first.get("tile"))
        yield from _with_seat("t", _seat(ahead.first))
        yield from () if tile is None else _with_seat(f"t{tile}", _seat(ahead.first))


def _seat(row: Fields) -> str:
    return str(row.get("seat", "")).lower()


def _tile(code: Any) -> str | None:
    """A tile as it is typed; None for what is none."""
    if not isinstance(code, str) or code not in CODES:
        return None
    return "x" if code == CODES[UNKNOWN] else code.lower()


def _with_seat(act: str, seat: str) -> Iterator[str]:
    """The act without its seat, which mostly follows from the turn, and with it."""
    yield act
    yield seat + act


def _grouped(tiles: Sequence[str]) -> str:
    return format_tiles([parse_face(code) for code in tiles]).replace(" ", "").lower().replace("??", "x")


# -- an act for each type of event --------------------------------------------------------------------------------


def _discard(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row = ahead.head
    tile, named = _tile(row["tile"]), _tile(row.get("named"))
    drawn = {True: "*", False: "~", None: ""}[row.get("drawn")]
    out = f"{tile}{'!' if row.get('calling') or row.get('riichi') else ''}{drawn}{f'={named}' if named else ''}"
    yield from _with_seat(out, _seat(row))
    if ahead.drawn is not None:
        yield from _with_seat(f"{ahead.drawn}{out}", _seat(row))
    call = ahead.after()
    if scene.table.depth == "result" and call.get("type") == "claim":
        yield from _won(ahead, _seat(call), ahead.after(2), f"f{_seat(row)}")


def _bonus(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row = ahead.head
    out = "".join(_tile(code) or "" for code in row["tiles"])
    if scene.table.plan.family.aside_can_be_won:
        out = f"kita{ {True: '*', False: '~', None: ''}[row.get('drawn')]}"
    yield from _with_seat(out, _seat(row))
    if ahead.drawn is not None and len(row["tiles"]) == 1:
        yield from _with_seat(f"{ahead.drawn}{out}", _seat(row))


def _claim(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row, seat = ahead.head, _seat(ahead.head)
    laid = ahead.next_of("expose", "mahjong")
    if laid and _seat(laid) == seat:
        if laid["type"] == "mahjong":
            yield from _won(ahead, seat, laid, "")
        else:
            yield from _laid(laid, "", scene)
    yield f"{_called(row)}-"


def _laid(row: Fields, mark: str, scene: Scene) -> Iterator[str]:
    seat, tiles = _seat(row), [parse_tile(code) for code in row["tiles"]]
    discard = scene.table.discard
    if row["kind"] == "chow":
        ranks = [code[0] for code in row["tiles"]]
        if discard is not None and discard.tile in tiles:
            rest = [rank for rank, kind in zip(ranks, tiles, strict=True) if kind != discard.tile]
            yield from _with_seat(f"c{''.join(rest)}{mark}", seat)
        yield from _with_seat(f"c{''.join(ranks)}{row['tiles'][0][1]}{mark}", seat)
        return
    letter = _LETTER_OF_CLAIM[row["kind"]]
    wild = scene.table.plan.wild if len(set(tiles)) > 1 else JOKER
    jokers = "j" * tiles.count(wild)
    natural = next((_tile(CODES[kind]) for kind in tiles if kind != wild), "")
    yield f"{seat}{letter}{jokers}{mark}"
    reds = [code for code in row["tiles"] if parse_face(code) in RED_FIVES]
    for number in range(len(reds), 0, -1):
        yield f"{seat}{letter}{'0' * number}{mark}"
    yield f"{seat}{letter}{natural}{jokers}{mark}"


def _kong(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row = ahead.head
    for tile in dict.fromkeys((_tile(row["tiles"][0]), _tile(row["tiles"][-1]))):
        yield from _with_seat(f"k{tile}", _seat(row))
        yield from _with_seat(f"k{row['kind'][0]}{tile}", _seat(row))


def _won(ahead: Upcoming, seat: str, row: Fields, source: str) -> Iterator[str]:
    """A declaration, with the scores that follow it if there are any."""
    letter = _LETTER_OF_SOURCE[row["source"]]
    tile = _tile(row.get("tile")) or ""
    line = f":{row['line']}" if row.get("line") else ""
    # The scores announced right after, as they are typed: in one list, or the winner's alone.
    at = next((at for at in range(ahead.at, len(ahead.rows)) if ahead.rows[at] is row), len(ahead.rows))
    announced = Upcoming(ahead.rows, at + 1).run("score") if at + 1 < len(ahead.rows) else []
    by_seat = {_seat(fields): str(fields["total"]) for fields in announced}
    listed = "/".join(by_seat.get(letter_of_seat, "") for letter_of_seat in "eswn")
    scores = [listed, listed.removesuffix("/"), str(announced[0]["total"])] if len(announced) > 1 else []
    if len(announced) == 1:
        scores = [*_by_han(announced[0]), str(announced[0]["total"])]
    if scores and "/" in scores[0] and source == "":
        # All scores with the winner among them: `8/4w48/2`.
        totals = dict(zip("eswn", scores[0].split("/"), strict=True))
        won = letter.replace("d", "")
        for seats in ("eswn" if totals["n"] else "esw", "eswn"):
            before, after = (seats[: seats.index(seat)], seats[seats.index(seat) + 1 :])
            right = "".join(f"/{totals[other]}" for other in after)
            yield f"{'/'.join(totals[other] for other in before)}{seat}{won}{totals[seat]}{right}"
    for words in dict.fromkeys((*scores, "")):
        equals = "=" if line and words else ""
        for how in dict.fromkeys((source or "", "", letter)):
            for named in dict.fromkeys(("", tile)):
                yield from _with_seat(f"m{how}{named}{line}{equals}{words}", seat)


def _score(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    announced = ahead.run("score")
    totals = {_seat(fields): str(fields["total"]) for fields in announced}
    listed = "/".join(totals.get(seat.value.lower(), "") for seat in scene.table.plan.seats)
    if len(announced) > 1:
        yield listed
    yield from (f"{_seat(announced[0])}={score}" for score in (*_by_han(announced[0]), announced[0]["total"]))


def _by_han(row: Fields) -> Iterator[str]:
    """A score by its han and fu, or by its limit."""
    if "doubles" in row:
        yield f"{row['doubles']}h{row.get('points', '')}"
    if "limit" in row:
        yield str(row["limit"])


def _show(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row = ahead.head
    sets = " ".join(_grouped(tiles) for tiles in row.get("sets", ()))
    rest = _grouped(row.get("rest", ()))
    yield f"{_seat(row)}h {sets}{' / ' if sets and rest else ''}{rest}"
    yield f"{_seat(row)}h {sets} / {rest}"
    yield f"{_seat(row)}h / {' '.join(code.lower().replace('??', 'x') for code in row.get('rest', ()))}"


def _charleston(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row = ahead.head
    yield "o" if row["tiles"] else "o0"
    if blind := row.get("blind"):
        for seen in ((), row["tiles"][blind:], row["tiles"]):
            yield f"{_passed_on(row)}{_grouped(seen)}"
        return
    yield f"{_seat(row)}o"
    yield _passed_on(row)
    yield f"{_seat(row)}o{_grouped(row['tiles'])}"


def _gap(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row = ahead.head
    turn = str(row.get("turn", "")).lower()
    number = "".join(sign for sign in str(row.get("text", "")) if sign.isdigit())[:3]
    yield f"..{turn}{number}"


def _hand(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    row = ahead.head
    result = ahead.after()
    if row.get("depth") == "result":
        if result.get("type") == "mahjong":
            yield from _won(ahead, _seat(result), result, "")
        elif result.get("type") == "discard":
            yield from _won(ahead, _seat(ahead.after(2)), ahead.after(3), f"f{_seat(result)}")
        elif result.get("type") == "washout":
            yield "wash"
    yield "hand"
    yield f"hand {row.get('depth', 'full')}"
    yield "hand-start"


def _deal(ahead: Upcoming, scene: Scene) -> Iterator[str]:
    yield "deal"
    blocks = [_grouped(row["tiles"]) for row in ahead.run("deal", _MOST_BLOCKS)]
    for number in range(len(blocks), 0, -4):
        yield f"deal {' '.join(blocks[:number])}"


_HEADS: dict[str, Callable[[Upcoming, Scene], Iterator[str]]] = {
    "discard": _discard,
    "bonus": _bonus,
    "claim": _claim,
    "expose": lambda ahead, scene: _laid(ahead.head, "+", scene),
    "kong": _kong,
    "mahjong": lambda ahead, scene: _won(ahead, _seat(ahead.head), ahead.head, ""),
    "score": _score,
    "settlement": lambda ahead, scene: iter(
        ("pay " + "/".join(str(ahead.head["change"][seat.value]) for seat in scene.table.plan.seats),)
    ),
    "show": _show,
    "lay-concealed": lambda ahead, scene: _with_seat(f"l{_grouped(ahead.head['tiles'])}", _seat(ahead.head)),
    "joker-exchange": lambda ahead, scene: _with_seat(
        f"j{ahead.head['owner'].lower()}{_tile(ahead.head['tile'])}", _seat(ahead.head)
    ),
    "charleston": _charleston,
    "charleston-stop": lambda ahead, scene: iter((_IN_FULL["charleston-stop"](ahead.head),)),
    "roll": lambda ahead, scene: _with_seat(f"r{''.join(map(str, ahead.head['dice']))}", _seat(ahead.head)),
    "break": lambda ahead, scene: iter(
        ("b", f"b{ahead.head['wall'].lower()}{ahead.head['stack']}{ahead.head.get('by', '').lower()}")
    ),
    "gap": _gap,
    "name": lambda ahead, scene: _with_seat(f"={_tile(ahead.head['tile'])}", _seat(ahead.head)),
    "retract": lambda ahead, scene: _with_seat("u", _seat(ahead.head)),
    "fishing": lambda ahead, scene: _with_seat("f", _seat(ahead.head)),
    "hand-start": _hand,
    "deal": _deal,
    "washout": lambda ahead, scene: iter(
        ("wash", _washed_out({**ahead.head, "seats": ()}), _washed_out(ahead.head))
    ),
    "indicator": lambda ahead, scene: iter((f"i{_tile(ahead.head['tile'])}",)),
    "game-end": lambda ahead, scene: iter(("end",)),
}
