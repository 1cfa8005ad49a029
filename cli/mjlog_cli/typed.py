"""The short form in which events are typed at the table: `discard S 5b`, `expose W pung 555b`.

A line is the event's type, then what its form in `_FORMS` asks for, then `key=value` for whatever else the event
can carry. Nothing is judged here: a line that can be read is an event, and the rules speak of it afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.seats import SEATS
from mjlog.text import did_you_mean, quoted
from mjlog.tiles import CODES, UNKNOWN, parse_tile, parse_tiles

Fields = dict[str, Any]
_SEATS: dict[str, str] = {seat.value: seat.value for seat in SEATS} | {seat.wind_name: seat.value for seat in SEATS}
_TILE_KEYS = frozenset(("tile", "named"))
_SEAT_KEYS = frozenset(("seat", "by", "owner", "turn", "wall"))
_WINDS = frozenset(f"{seat.value}w".lower() for seat in SEATS)
_WHOLE = re.compile(r"[+-]?[0-9]{1,16}")
_UNSEEN = CODES[UNKNOWN]


class _Words:
    """The words of a line that are not read yet."""

    def __init__(self, line: str, words: Sequence[str]) -> None:
        self.line = line
        self.words = list(words)

    def take(self, what: str) -> str:
        """The next word."""
        if not self.words:
            raise NotationError(f"{quoted(self.line)} ends too early; expected {what}")
        return self.words.pop(0)

    def rest(self) -> str:
        """All words that are left."""
        words, self.words = self.words, []
        return " ".join(words)


def _seat(word: str) -> str:
    seat = _SEATS.get(word.upper()) or _SEATS.get(word.lower())
    if seat is None:
        raise NotationError(f"{quoted(word)} is no seat; expected one of E, S, W, N")
    return seat


def _codes(text: str) -> list[str]:
    return [CODES[kind] for kind in parse_tiles(text)]


def _number(word: str, what: str) -> int:
    if not _WHOLE.fullmatch(word):
        raise NotationError(f"{quoted(word)} is not {what}; expected a whole number")
    return int(word)


# -- what a form can ask for: each takes its words and sets a field ---------------------------------------------

Part = Callable[[_Words, Fields], None]


def _take_seat(field: str = "seat") -> Part:
    def part(words: _Words, fields: Fields) -> None:
        fields[field] = _seat(words.take("a seat: E, S, W or N"))

    return part


def _take_word(field: str, example: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        fields[field] = words.take(example)

    return part


def _take_number(field: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        fields[field] = _number(words.take(f"a number, the {field}"), f"a {field}")

    return part


def _take_tile(default: str | None = None) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        word = words.take("a tile like 5b, Ew or ??") if words.words or default is None else default
        fields["tile"] = CODES[parse_tile(word)]

    return part


def _maybe_tile(words: _Words, fields: Fields) -> None:
    if words.words:
        _take_tile()(words, fields)


def _take_tiles(words: _Words, fields: Fields) -> None:
    if not words.words:
        raise NotationError(f"{quoted(words.line)} ends too early; expected tiles like 123b or 55d Ew")
    fields["tiles"] = _codes(words.rest())


def _maybe_tiles(words: _Words, fields: Fields) -> None:
    if words.words:
        _take_tiles(words, fields)


def _take_text(field: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        if not words.words:
            raise NotationError(f"{quoted(words.line)} ends too early; expected words, the {field}")
        fields[field] = words.rest()

    return part


def _maybe_text(field: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        if words.words:
            fields[field] = words.rest()

    return part


def _calling(words: _Words, fields: Fields) -> None:
    if words.words and words.words[0] == "calling":
        words.take("")
        fields["calling"] = True


def _dice(words: _Words, fields: Fields) -> None:
    dice = []
    while words.words and _WHOLE.fullmatch(words.words[0]):
        dice.append(_number(words.take(""), "a die"))
    if not dice:
        raise NotationError(f"{quoted(words.line)} has no dice; expected something like `roll E 3 4 break-wall`")
    fields["dice"] = dice


def _thrower(words: _Words, fields: Fields) -> None:
    """A seat, or a player who has none yet."""
    word = words.take("who throws: a seat, or a player")
    seat = _SEATS.get(word.upper()) or _SEATS.get(word.lower())
    fields["player" if seat is None else "seat"] = seat or word


def _purpose(words: _Words, fields: Fields) -> None:
    """What is thrown for; players without seats throw for them."""
    if words.words or "seat" in fields:
        fields["purpose"] = words.take("what for: break-wall, break-stack or seats")
    else:
        fields["purpose"] = "seats"


def _sitting(words: _Words, fields: Fields) -> None:
    """The players from East on, in the order of play."""
    players = words.rest().split()
    if players:
        fields["seats"] = {seat.value: player for seat, player in zip(SEATS, players, strict=False)}
    if len(players) > len(SEATS):
        raise NotationError(
            f"{quoted(words.line)} names {len(players)} players; expected East's, South's, West's, North's"
        )


def _maybe_seat(field: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        if words.words:
            _take_seat(field)(words, fields)

    return part


def _shown(words: _Words, fields: Fields) -> None:
    """Tiles as they lie; with `|` between them they are sets, and `rest` stands before what is left over."""
    parts = [part.strip() for part in words.rest().split("|")]
    if len(parts) == 1 and parts[0] and not parts[0].startswith("rest "):
        fields["rest"] = _codes(parts[0])
        return
    for part in parts:
        if part.startswith("rest "):
            fields["rest"] = _codes(part[5:])
        elif part:
            fields.setdefault("sets", []).append(_codes(part))


_SEAT, _TILES, _KIND = _take_seat(), _take_tiles, _take_word("kind", "a kind of set, such as pung")

_FORMS: dict[str, tuple[Part, ...]] = {
    "seats": (_sitting,),
    "hand-start": (),
    "gap": (_maybe_text("text"),),
    "wall": (_TILES,),
    "roll": (_thrower, _dice, _purpose),
    "break": (_take_seat("wall"), _take_number("stack"), _maybe_seat("by")),
    "deal": (_SEAT, _maybe_tiles),
    "charleston": (_take_word("pass", "a pass, such as right-1"), _SEAT, _maybe_tiles),
    "charleston-stop": (_SEAT,),
    "bonus": (_SEAT, _TILES),
    "draw": (_SEAT, _take_tile(_UNSEEN)),
    "kong-replacement": (_SEAT, _take_tile(_UNSEEN)),
    "bonus-replacement": (_SEAT, _take_tile(_UNSEEN)),
    "discard": (_SEAT, _take_tile(), _calling),
    "name": (_SEAT, _take_tile()),
    "pass": (_SEAT,),
    "claim": (_SEAT, _take_word("for", "what for: chow, pung, kong, quint, sextet or mahjong")),
    "retract": (_SEAT,),
    "expose": (_SEAT, _KIND, _TILES),
    "lay-concealed": (_SEAT, _KIND, _TILES),
    "kong": (_SEAT, _take_word("kind", "concealed or added"), _TILES),
    "joker-exchange": (_SEAT, _take_seat("owner"), _take_tile()),
    "fishing": (_SEAT,),
    "mahjong": (_SEAT, _take_word("source", "where the tile came from, such as wall or discard"), _maybe_tile),
    "show": (_SEAT, _shown),
    "dead": (_SEAT, _take_word("reason", "the reason, such as count"), _maybe_text("text")),
    "penalty": (_SEAT, _take_number("amount"), _take_text("reason")),
    "washout": (_maybe_text("reason"),),
    "replay": (_take_text("reason"),),
    "score": (_SEAT, _take_number("total")),
    "settlement": (),
    "game-end": (),
    "note": (_take_text("text"),),
    "dispute": (_take_text("text"),),
    "ruling": (_take_text("text"),),
}
"""What is typed after each type, in order. Types that are not here are written as JSON."""

_BY_SEAT = {"seats": "seats", "hand-start": "seats", "settlement": "change"}
"""Where `E=…` goes, in events that say something of every seat."""
_PROSE = frozenset(("note", "dispute", "ruling", "replay", "washout", "gap", "dead", "penalty"))
_PAIR = re.compile(r"([A-Za-z_]{1,30})=(.*)", re.DOTALL)


def read_typed(line: str) -> Fields:
    """The fields of an event from its short form, without `seq`.

    >>> read_typed("discard s 5B named=4b")
    {'type': 'discard', 'seat': 'S', 'tile': '5b', 'named': '4b'}
    >>> read_typed("settlement E=-128 S=128 W=0 N=0")
    {'type': 'settlement', 'change': {'E': -128, 'S': 128, 'W': 0, 'N': 0}}
    >>> read_typed("roll anna 3 4")
    {'type': 'roll', 'player': 'anna', 'dice': [3, 4], 'purpose': 'seats'}
    >>> read_typed("seats ben anna anna=Sw ben=Ew")["draw"]
    {'anna': 'Sw', 'ben': 'Ew'}

    Raises:
        NotationError: the line is no event; the message says which word is wrong, and what was expected.
    """
    kind, *words = line.split() or [""]
    if kind not in _FORMS:
        raise NotationError(_no_form(kind))
    fields: Fields = {"type": kind}
    pairs = _split_pairs(kind, words)
    left = _Words(line, [word for word in words if word not in pairs])
    for part in _FORMS[kind]:
        part(left, fields)
    if left.words:
        raise NotationError(f"{quoted(line)}: {quoted(left.words[0])} is one word too many")
    for word, (key, value) in pairs.items():
        _set_pair(fields, kind, word, key, value)
    return fields


def _no_form(kind: str) -> str:
    if kind == "game-start":
        return "a game is begun with `mjlog new`"
    if kind in EVENT_TYPE_BY_NAME:
        return f'{kind} has no short form: write it as JSON, like {{"type": "{kind}", …}}'
    meant = did_you_mean(kind, _FORMS)
    hint = f"; did you mean {meant}?" if meant else f"; expected one of {', '.join(_FORMS)}"
    return f"{quoted(kind)} is no type of event{hint}"


def _split_pairs(kind: str, words: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The words that say `key=value`; in prose only those at its end."""
    pairs: dict[str, tuple[str, str]] = {}
    for word in reversed(words):
        match = _PAIR.fullmatch(word)
        if match:
            pairs[word] = (match[1], match[2])
        elif kind in _PROSE:
            break
    return dict(reversed(pairs.items()))


def _set_pair(fields: Fields, kind: str, word: str, key: str, value: str) -> None:
    table = _BY_SEAT.get(kind)
    if table is not None and key.upper() in _SEATS:
        place = fields.setdefault(table, {})
        place[key.upper()] = _number(value, f"what {key.upper()} is paid") if table == "change" else value
    elif kind == "seats" and value.lower() in _WINDS:
        fields.setdefault("draw", {})[key] = CODES[parse_tile(value)]
    elif key in fields:
        raise NotationError(f"{quoted(word)}: the {key} is stated twice")
    else:
        fields[key] = _value(key, value)


def _value(key: str, value: str) -> Any:
    if key in _TILE_KEYS:
        return CODES[parse_tile(value)]
    if key in _SEAT_KEYS:
        return _seat(value)
    if key == "text":
        return value
    if value in ("true", "false"):
        return value == "true"
    return int(value) if _WHOLE.fullmatch(value) else value
