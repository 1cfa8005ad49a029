"""The long form, one event written out: `discard S 5b`, `expose W pung 555b`, `hand-start depth=table`.

A line is the event's type, then what its form in `FORMS` asks for, then `key=value` for whatever else the event
can carry; a value that is text with blanks, a list or an object is written as JSON. Nothing is judged here: a line that
can be read is an event, and the rules speak of it afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mjlog.chain import compact_json
from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.formats.shorthand.sayings import day_as_time
from mjlog.formats.shorthand.tokens import face_of
from mjlog.seats import SEATS
from mjlog.text import did_you_mean, quoted, whole_number
from mjlog.tiles import CODES, UNKNOWN, format_tiles, parse_faces, parse_tile

Fields = dict[str, Any]
_SEATS: dict[str, str] = {seat.value: seat.value for seat in SEATS} | {seat.wind_name: seat.value for seat in SEATS}
_TILE_KEYS = frozenset(("tile", "named"))
_TEXT_KEYS = frozenset(
    ("text", "reason", "place", "table", "tournament", "version", "line", "recorder", "decision", "held_by")
)
_TIME_KEYS = frozenset(("at", "recorded"))
_SEAT_KEYS = frozenset(("seat", "by", "owner", "turn", "wall", "for", "view", "liable"))
_WINDS = frozenset(f"{seat.value}w".lower() for seat in SEATS)
_WHOLE = re.compile(r"[+-]?[0-9]{1,16}")
_UNSEEN = CODES[UNKNOWN]
_UNSEEN_ALONE = re.compile(r"(?<!\S)x+(?!\S)", re.IGNORECASE)


class _Words:
    """The words of a line that are not read yet; `stated`: the keys of its pairs."""

    def __init__(self, line: str, words: Sequence[str], stated: Iterable[str] = ()) -> None:
        self.line = line
        self.words = list(words)
        self.stated = frozenset(stated)

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
    """Tiles as they are typed; one that nobody saw is `x`, as in a short act, or `??`."""
    return [CODES[face] for face in parse_faces(_UNSEEN_ALONE.sub(lambda match: f"{_UNSEEN} " * len(match[0]), text))]


def _number(word: str, what: str) -> int:
    if not _WHOLE.fullmatch(word):
        raise NotationError(f"{quoted(word)} is not {what}; expected a whole number, of 16 digits at most")
    return int(word)


# -- what a form can ask for: each takes its words and sets a field ---------------------------------------------

Part = Callable[[_Words, Fields], None]


def _maybe(part: Part) -> Part:
    """What stands there, where anything does."""

    def maybe(words: _Words, fields: Fields) -> None:
        if words.words:
            part(words, fields)

    return maybe


def _take_seat(field: str = "seat") -> Part:
    def part(words: _Words, fields: Fields) -> None:
        fields[field] = _seat(words.take("a seat: E, S, W or N"))

    return part


def _take_word(field: str, example: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        fields[field] = words.take(example)

    return part


def _take_name(field: str, example: str) -> Part:
    """One of the format's own words, in any case."""

    def part(words: _Words, fields: Fields) -> None:
        fields[field] = words.take(example).lower()

    return part


def _take_number(field: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        fields[field] = _number(words.take(f"a number, the {field}"), f"{'an' if field[0] in 'aeiou' else 'a'} {field}")

    return part


def _take_tile(default: str | None = None) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        word = words.take("a tile like 5b, Ew or ??") if words.words or default is None else default
        fields["tile"] = CODES[face_of(word)]

    return part


def _take_tiles(words: _Words, fields: Fields) -> None:
    if not words.words:
        raise NotationError(f"{quoted(words.line)} ends too early; expected tiles like 123b or 55d Ew")
    fields["tiles"] = _codes(words.rest())


def _take_text(field: str) -> Part:
    def part(words: _Words, fields: Fields) -> None:
        if not words.words and field not in words.stated:
            raise NotationError(f"{quoted(words.line)} ends too early; expected words, the {field}")
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
        fields["purpose"] = words.take("what for: break-wall, break-stack or seats").lower()
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


_SEAT, _TILES, _KIND = _take_seat(), _take_tiles, _take_name("kind", "a kind of set, such as pung")

_DEPTHS = ("full", "table", "result")


def _maybe_depth(words: _Words, fields: Fields) -> None:
    if words.words and words.words[0].lower() in _DEPTHS:
        fields["depth"] = words.take("").lower()


def _players(words: _Words, fields: Fields) -> None:
    players = words.rest().split()
    if players:
        fields["players"] = players


FORMS: dict[str, tuple[Part, ...]] = {
    "game-start": (_take_word("game", "the game's id"), _take_word("ruleset", "a rule set, such as western"), _players),
    "seats": (_sitting,),
    "hand-start": (_maybe_depth,),
    "gap": (_maybe(_take_text("text")),),
    "wall": (_TILES,),
    "roll": (_thrower, _dice, _purpose),
    "break": (_take_seat("wall"), _take_number("stack"), _maybe(_take_seat("by"))),
    "deal": (_SEAT, _maybe(_take_tiles)),
    "indicator": (_take_tile(), _take_name("of", "which it is: first, kong or under")),
    "charleston": (_take_name("pass", "a pass, such as right-1"), _SEAT, _maybe(_take_tiles)),
    "charleston-stop": (_SEAT,),
    "bonus": (_SEAT, _TILES),
    "draw": (_SEAT, _take_tile(_UNSEEN)),
    "kong-replacement": (_SEAT, _take_tile(_UNSEEN)),
    "bonus-replacement": (_SEAT, _take_tile(_UNSEEN)),
    "discard": (_SEAT, _take_tile(), _calling),
    "name": (_SEAT, _take_tile()),
    "pass": (_SEAT,),
    "claim": (_SEAT, _take_name("for", "what for: chow, pung, kong, quint, sextet or mahjong")),
    "retract": (_SEAT,),
    "expose": (_SEAT, _KIND, _TILES),
    "lay-concealed": (_SEAT, _KIND, _TILES),
    "kong": (_SEAT, _take_name("kind", "concealed or added"), _TILES),
    "joker-exchange": (_SEAT, _take_seat("owner"), _take_tile()),
    "fishing": (_SEAT,),
    "mahjong": (_SEAT, _take_name("source", "where the tile came from, such as wall or discard"), _maybe(_take_tile())),
    "show": (_SEAT, _shown),
    "dead": (_SEAT, _take_name("reason", "the reason, such as count"), _maybe(_take_text("text"))),
    "penalty": (_SEAT, _take_number("amount"), _take_text("reason")),
    "washout": (_maybe(_take_text("reason")),),
    "replay": (_take_text("reason"),),
    "score": (_SEAT, _take_number("total")),
    "settlement": (),
    "game-end": (),
    "note": (_take_text("text"),),
    "dispute": (_take_text("text"),),
    "ruling": (_take_text("text"),),
}
"""What is typed after each type, in order. Types that are not here are written as JSON."""
ALIASES = {"game": "game-start", "hand": "hand-start", "wash": "washout", "end": "game-end"}
"""Shorter names of types."""
LONG_NAMES = frozenset((*FORMS, *ALIASES, "correction", "ruleset", "fix", "pay", "habits", "sit", "chombo"))
"""Words that begin a long form, or a statement of its own."""

_BY_SEAT = {"seats": "seats", "hand-start": "seats", "settlement": "change"}
"""Where `E=…` goes, in events that say something of every seat."""
PROSE = frozenset(("note", "dispute", "ruling", "replay", "washout", "gap", "dead", "penalty"))
_PAIR = re.compile(r"([^\s=]{1,200})=(.*)", re.DOTALL)
_QUOTED_PAIR = re.compile(r'([A-Za-z_]{1,30})=(?=["\[{])')
_DECODER = json.JSONDecoder()


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
    kind, more = (*line.split(None, 1), "", "")[:2]
    kind = ALIASES.get(kind, kind)
    if kind not in FORMS:
        if kind in EVENT_TYPE_BY_NAME:
            raise NotationError(f'{kind} has no short form: write it as JSON, like {{"type": "{kind}", …}}')
        meant = did_you_mean(kind, FORMS)
        hint = f"; did you mean {meant}?" if meant else f"; expected one of {', '.join(FORMS)}"
        raise NotationError(f"{quoted(kind)} is no type of event{hint}")
    fields: Fields = {"type": kind}
    words = _lexed(more)
    # Words that say `key=value`; in prose only those at its end.
    pairs: dict[int, tuple[str, str]] = {}
    for at in range(len(words) - 1, -1, -1):
        match = _PAIR.fullmatch(words[at])
        if match:
            pairs[at] = (match[1], match[2])
        elif kind in PROSE:
            break
    pairs = dict(sorted(pairs.items()))
    rest = [word for at, word in enumerate(words) if at not in pairs]
    left = _Words(line, rest, (key for key, _value in pairs.values()))
    for part in FORMS[kind]:
        part(left, fields)
    if left.words:
        raise NotationError(f"{quoted(line)}: {quoted(left.words[0])} is one word too many")
    for at, (key, value) in pairs.items():
        _set_pair(fields, kind, words[at], key, value)
    return fields


def _lexed(text: str) -> list[str]:
    """The words of a line; `key=` with a value in JSON is one word, blanks and all."""
    words: list[str] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        end = _value_end(text, at) or next((i for i in range(at, len(text)) if text[i].isspace()), len(text))
        words.append(text[at:end])
        at = end
    return words


def _value_end(text: str, at: int) -> int | None:
    """Where `key=VALUE` ends whose value is whole JSON; None where it is something else."""
    match = _QUOTED_PAIR.match(text, at)
    if match is None:
        return None
    try:
        _value, end = _DECODER.raw_decode(text, match.end())
    except (ValueError, RecursionError):
        return None
    return end if end == len(text) or text[end].isspace() else None


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
        fields[key] = value_of(key, value)


def value_of(key: str, value: str) -> Any:
    """What the value of a pair `key=value` stands for."""
    if value[:1] in ('"', "[", "{"):
        try:
            return json.loads(value, parse_int=whole_number)
        except (ValueError, RecursionError):
            return value
    if key in _TILE_KEYS:
        return CODES[face_of(value)]
    if key in _SEAT_KEYS or (key == "to" and value.upper() in _SEATS):
        return _seat(value)
    if key in _TIME_KEYS:
        return day_as_time(value)
    if key in _TEXT_KEYS:
        return value
    if value in ("true", "false"):
        return value == "true"
    return int(value) if _WHOLE.fullmatch(value) else value


# -- written out ------------------------------------------------------------------------------------------------------

_POSITIONS: dict[str, tuple[str, ...]] = {
    "game-start": ("game", "ruleset", "players"), "seats": (), "hand-start": ("depth",), "gap": (), "wall": ("tiles",),
    "indicator": ("tile", "of"),
    "roll": ("seat|player", "dice", "purpose"), "break": ("wall", "stack", "by"), "deal": ("seat", "tiles"),
    "charleston": ("pass", "seat", "tiles"), "bonus": ("seat", "tiles"), "discard": ("seat", "tile"),
    "name": ("seat", "tile"), "claim": ("seat", "for"), "expose": ("seat", "kind", "tiles"),
    "lay-concealed": ("seat", "kind", "tiles"), "kong": ("seat", "kind", "tiles"),
    "joker-exchange": ("seat", "owner", "tile"), "mahjong": ("seat", "source", "tile"), "dead": ("seat", "reason"),
    "penalty": ("seat", "amount"), "score": ("seat", "total"), "draw": ("seat", "tile"),
    "kong-replacement": ("seat", "tile"), "bonus-replacement": ("seat", "tile"),
    "washout": (), "replay": (), "settlement": (), "game-end": (), "note": (), "dispute": (), "ruling": (),
}  # fmt: skip
_ENDING_IN_PROSE = {"penalty": "reason", "replay": "reason", "washout": "reason", "note": "text", "dispute": "text",
                    "ruling": "text", "gap": "text", "dead": "text"}  # fmt: skip


def long_form(row: Fields) -> str | None:
    """The long form of an event; None where its type has none. Whether it is read back as the event is to be tried."""
    kind = row.get("type")
    if not isinstance(kind, str) or kind not in FORMS:
        return None
    left = {name: value for name, value in row.items() if name != "type"}
    words = [kind]
    for position in _POSITIONS.get(kind, ("seat",)):
        name = next((name_left for name_left in position.split("|") if name_left in left), None)
        if name is None:
            break
        value = left.pop(name)
        if isinstance(value, list):
            are_tiles = value and all(code in CODES for code in value)
            value = format_tiles(parse_faces(value)) if are_tiles else " ".join(map(str, value))
        words.append(str(value))
    prose = left.pop(_ENDING_IN_PROSE[kind], None) if kind in _ENDING_IN_PROSE else None
    if isinstance(prose, str):
        plain = prose == " ".join(prose.split()) and not any(sign in prose for sign in ';#="') and prose
        words.append(prose if plain else f"{_ENDING_IN_PROSE[kind]}={compact_json(prose)}")
    by_seat = left.pop(_BY_SEAT[kind], None) if kind in _BY_SEAT else None
    words += [f"{seat}={value}" for seat, value in (by_seat or {}).items()]
    words += [f"{name}={_pair_value(value)}" for name, value in left.items()]
    return " ".join(words)


def _pair_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    plain = isinstance(value, str) and value and not any(sign.isspace() or sign in '"[{;#,' for sign in value)
    if plain and not value.lstrip("+-").isdigit() and value not in ("true", "false"):
        return str(value)
    return str(value) if isinstance(value, int) else compact_json(value)
