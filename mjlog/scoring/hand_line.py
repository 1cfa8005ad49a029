"""A hand on one line, as somebody lays it down: ``S in E  123b 55d RRd (789c) [2222d] 1f +Rd discard``.

`S in E`: the seat, and the prevailing wind, which may be left out. Tiles are concealed; in round brackets a set that
lay open, in square ones one laid face down; ``(2222d added)`` and ``(2222d claimed)`` tell kongs apart. Flowers and
seasons stand anywhere. ``+Rd discard``: the tile that won, which comes to the concealed ones, and where it came from. A
dealt hand has `deal` and no such tile. What else is true of the win follows: `twofold`, `original-call`, `last-tile`,
`no-discard`, `east-wins=9`. Where riichi is played red fives are ``0b 0c 0d``, and further words are `riichi`,
`double-riichi`, `ippatsu`, `first-turn`, `indicators=4b` and `under=Ew,7d`, or the dora themselves, `dora=5b` and
`ura=Sw`, or `dora=3`, how many there are; sources are `ron`, `tsumo` and their kin, too. Of the whole deal are
`discarder=W` (`from W`), `repeats=2` (`honba=2`), `pot=1000` (`sticks=1`), and of the winner `liable=N` (`pao=N`).
Without a winning tile the hand did not win; `+??` is one that nobody knows. Case does not matter; Unicode tiles do too,
and the letter may stand first, ``B123``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from mjlog.errors import HandError, NotationError
from mjlog.hands import FORM_NAMES, group_of
from mjlog.scoring.hand import (
    DOUBLE_RIICHI,
    FAN_FLAGS,
    FLAGS,
    GOULASH,
    OF_LOSERS,
    RIICHI,
    RIICHI_FLAGS,
    SOURCES,
    SOURCES_IN_RIICHI,
    SOURCES_SAID,
    Hand,
    LaidSet,
    source_of,
)
from mjlog.scoring.request import (
    OF_A_DEAL,
    STICK,
    HandRequest,
    SetRequest,
    by_own_names,
    read_fields,
    with_indicators,
)
from mjlog.seats import SEATS, Seat
from mjlog.table import TablePlan
from mjlog.text import did_you_mean, quoted
from mjlog.tiles import (
    ANY_FLOWER,
    CODES,
    FIRST_SEASON,
    HAND_TILES,
    JOKER,
    NORTH,
    RED_FIVES,
    UNICODE,
    format_tiles,
    is_bonus,
    kind_of,
    naturals_of,
    parse_faces,
    rank_of,
)

_OF_A_TILE = tuple(source for source in sorted(SOURCES) if source != "deal")
_SOURCES = frozenset((*SOURCES, *SOURCES_SAID))
_SETS_SAID = frozenset((
    "pung", "pong", "pon", "chow", "chi", "kong", "kan", "pair", "open", "closed", "exposed", "concealed", "melded",
))  # fmt: skip
"""What people write before a set, which here is told by its brackets."""
_SEATS = {name: seat for seat in SEATS for name in (seat.value.lower(), seat.wind_name)}
_HOW = ("added", "claimed")
_EAST_WINS, _INDICATORS, _UNDER, _STICKS = "east-wins=", "indicators=", "under=", "sticks="
_NUMBERS = {_EAST_WINS: "east_wins", "repeats=": "repeats", "honba=": "repeats", "pot=": "pot", _STICKS: "pot"}
_SEATS_NAMED = {**dict.fromkeys(("discarder=", "from=", "by="), "discarder"), "liable=": "liable", "pao=": "liable"}
_LETTER_FIRST = re.compile("(?<![0-9A-Za-z])([bcdmpsf])([0-9]+)(?![0-9A-Za-z])", re.IGNORECASE | re.ASCII)
_DRAGONS = {"red": "Rd", "green": "Gd", "white": "Wd", "soap": "Wd"}
_SEATS_OF_THE_HAND = {"seat=": "seat", "round=": "round"}
_TILES_NAMED = {_INDICATORS: "indicators", _UNDER: "under", "dora=": "dora", "ura=": "under_dora"}
_LABELS, _DORA, _URA = ("seat", "round"), "dora=", "ura="
_FLAGS = FLAGS | RIICHI_FLAGS | FAN_FLAGS | {GOULASH}
_NORTH, _MOST_NORTHS = "north=", 4
_NORTHS = (_NORTH, "kita=", "nuki=", "pei=")
"""So many north winds lie aside, where three play."""
_WORDS = (*sorted(_SOURCES), *sorted(_FLAGS), *_NORTHS, *_NUMBERS, *_SEATS_NAMED, *_SEATS_OF_THE_HAND, *_TILES_NAMED)
_COUNTED = "|".join(key[:-1] for key in (*_NUMBERS, *_NORTHS[1:], _DORA, _URA))
_APART = tuple(re.compile(rf"(?<![^\s;,]){words}(?![\w=])", re.IGNORECASE) for words in (
    r"(?P<name>discarder|from|by|liable|pao)\s+(?P<value>east|south|west|north|[eswn])",
    rf"(?P<name>{_COUNTED}|indicators|under)\s+(?P<value>[0-9](?:[0-9a-z,]*[0-9a-z])?|[ESWNRG]+[wd])",
    rf"(?P<value>[0-9]+)\s+(?P<name>{_COUNTED})",
    r"(?P<name>\+)\s+(?P<value>(?![a-z]{3})\S+)",
))  # fmt: skip
_FROM = re.compile(r"(?<![^\s;])from\s+(?:the\s+)?(?=wall)", re.IGNORECASE)
"""What is said in two words, and has an equals sign as one: ``from West``, ``honba 1``, ``2 sticks``."""
_PART = re.compile(
    r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]|([()\[\]])|((?:indicators|under|dora|ura|pot)=[^\s;()\[\]]*|[^\s,;()\[\]]+)",
    re.IGNORECASE,
)
_MOST_TEXT = 1000
_PUNG, _KONG = 3, 4


@dataclass(slots=True)
class _Line:
    """What has been read of a line; `spelled`: puts tiles into the letters of this program."""

    text: str
    spelled: Callable[[str], str]
    seats: list[str] = field(default_factory=list)
    concealed: list[int] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    sets: list[SetRequest] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    listed: dict[str, list[int]] = field(default_factory=dict)


def read_hand_line(text: str, spelled: Callable[[str], str] = str) -> HandRequest:
    """The line as a request; whether there can be such a hand it is asked then.

    `spelled`: puts tiles that are written as players of the rule set do into the letters of this program.

    >>> format_tiles(read_hand_line("S in E 123b 55d (789c) +5d wall").concealed or ())
    '123b 555d'

    Raises:
        HandError: a part of the line is none that is known, or two contradict each other; the message names it.
    """
    if len(text) > _MOST_TEXT:
        raise HandError(f"the line has {len(text):,} characters; at most {_MOST_TEXT:,} are read")
    text = _FROM.sub("", text)
    for apart in _APART:
        text = apart.sub(lambda match: match["name"] + "=" * (match["name"] != "+") + match["value"], text)
    line = _Line(text, spelled)
    before: re.Match[str] | None = None
    for match in _PART.finditer(text):
        opened, hidden, bracket, word = match.groups()
        _check_comma(line, before, match)
        before = match
        if bracket is not None:
            raise HandError(f"a bracket {bracket!r} has no other; an open set is (789c), one face down [2222d]")
        if word is None:
            line.sets.append(_set(line, hidden if opened is None else opened, concealed=opened is None))
        else:
            _read_word(line, word)
    return _request(line)


def _check_comma(line: _Line, before: re.Match[str] | None, match: re.Match[str]) -> None:
    """Tiles behind a list, and a comma or the winning tile before them, can go on the list, or be of the hand.

    Raises:
        HandError: nobody can say which.
    """
    listed, word = before[4] if before is not None else None, match[4]
    if before is None or listed is None or word is None or not listed.lower().startswith((*_TILES_NAMED,)):
        return
    between = {listed[-1:], *match.string[before.end() : match.start()]}
    if (between & {",", ";"} or line.tiles) and _are_tiles(line, word):
        listed = listed.rstrip(",")
        name = listed.partition("=")[0].lower()
        words = f"{listed}, {word}: is {word} one more of the list, or of the hand?"
        raise HandError(f"{words} Write {listed},{word} without a blank, or {word} before `{name}`")


def _are_tiles(line: _Line, word: str) -> bool:
    try:
        return bool(parse_faces(line.spelled(word)))
    except NotationError:
        return False


def _read_word(line: _Line, word: str) -> None:
    small = word.lower()
    name, equals, value = word.partition("=")
    key = name.lower() + equals
    of_seats = small.rstrip(":.")
    if word.isalpha() and len(word) == 1 and small in _SEATS and len(line.seats) == 3 and line.seats[1] == "in":
        line.concealed.extend(_tiles(line, word, word))  # Seat and round are said: it is a wind.
    elif of_seats in _SEATS or of_seats in (*_LABELS, "in"):
        line.seats.append(of_seats)
    elif small in _SOURCES:
        line.sources.append(small)
    elif small in _FLAGS:
        line.flags.append(small)
    elif key in _NORTHS:
        line.bonus += [NORTH] * min(_number(key, value), _MOST_NORTHS + 1)
    elif key in _NUMBERS:
        _state(line, _NUMBERS[key], _number(key, value) * (STICK if key == _STICKS else 1), word)
    elif key in _SEATS_NAMED:
        _state(line, _SEATS_NAMED[key], _seat(key, value), word)
    elif key in _SEATS_OF_THE_HAND:
        _state(line, _SEATS_OF_THE_HAND[key], _seat(key, value), word)
    elif key == _DORA and value.rstrip(",").isdigit():
        _state(line, "dora_count", _number(key, value), word)
    elif key == _URA and value.rstrip(",").isdigit():
        _state(line, "ura_count", _number(key, value), word)
    elif key in _TILES_NAMED:
        line.listed.setdefault(_TILES_NAMED[key], []).extend(_tiles(line, value, word))
    elif equals:
        near = did_you_mean(key, _WORDS)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(known for known in _WORDS if '=' in known)}"
        raise HandError(f"{quoted(word)} is nothing that is said of a hand; {hint}")
    elif word.startswith("+"):
        line.tiles.extend(_tiles(line, word[1:], word))
    else:
        for kind in _tiles(line, word, word):
            (line.bonus if is_bonus(kind) else line.concealed).append(kind)


def _state(line: _Line, name: str, value: Any, word: str) -> None:
    if line.values.setdefault(name, value) != value:
        raise HandError(f"{quoted(word)}, and {line.values[name]} is said before: say it once")


def _set(line: _Line, text: str, *, concealed: bool) -> SetRequest:
    """A set between brackets."""
    words = text.replace(",", " ").split()
    hows = [word.lower() for word in words if word.lower() in _HOW]
    tiles = _tiles(line, " ".join(word for word in words if word.lower() not in _HOW), f"({text})")
    group = group_of([kind_of(tile) for tile in tiles])
    # Which tiles are wild the rules say.
    wild = "pung" if len(tiles) == _PUNG and GOULASH in line.text.lower() else None
    kind = wild if group is None else FORM_NAMES[group[0]]
    if kind is None and (JOKER in tiles or len(tiles) > _KONG) and len(naturals_of(tiles)) < 2:
        return SetRequest(None, tiles, concealed)  # Of which size it is, the card tells.
    if kind not in ("chow", "pung", "kong"):
        wrong = f"{format_tiles(tiles)} in brackets is no set"
        if tiles and all(FIRST_SEASON <= tile < ANY_FLOWER for tile in tiles):
            bamboo = "".join(str(rank_of(tile)) for tile in tiles)
            raise HandError(f"{wrong}: those are seasons; of bamboo it is written ({bamboo}b)")
        raise HandError(f"{wrong}; a chow, a pung or a kong is expected, like (789c)")
    if len(hows) > 1 or (hows and (concealed or kind != "kong")):
        wrong = f"{' '.join(hows)} is said of {format_tiles(tiles)}"
        raise HandError(f"{wrong}: only a kong that lies open was added or claimed, and not both")
    return SetRequest(kind, tiles, concealed, hows[0] if hows else None)


def _tiles(line: _Line, text: str, word: str) -> tuple[int, ...]:
    text = _LETTER_FIRST.sub(r"\2\1", _DRAGONS.get(text.lower(), text))
    try:
        faces = parse_faces(line.spelled(text))
    except NotationError as error:
        words = str(error).replace(repr(line.spelled(text)), repr(text))
        near = did_you_mean(word.rstrip(".:!"), _WORDS) if "did you mean" not in words and text == word else None
        hint = f"; did you mean {near}?" if near else ""
        if not near and word.isalpha() and not {*word.upper()} <= {*"ESWNRGPFCJ"}:
            hint = f"; words are {', '.join(sorted(_SOURCES | _FLAGS))}"
        if word.lower().strip(".:") in _SETS_SAID:
            hint = "; a set that lies open is written (333b), one laid face down [2222d], and the rest without brackets"
        if word.lower().strip(".:") in ("wind", "hand", "dealer", "oya"):
            hint = "; seat and round are written like S in E: South's hand in the east round"
        raise HandError(f"{words}{hint}") from None
    if not faces:
        raise HandError(f"{quoted(word)} names no tile; the one that won is written without a blank, like +5d wall")
    return faces


def _request(line: _Line) -> HandRequest:
    """What the line says, where no two parts of it contradict each other."""
    if len(line.tiles) > 1:
        raise HandError(f"the line names {len(line.tiles)} times a winning tile; there is one")
    of_another = "discard" if line.tiles and "discarder" in line.values else None
    source = source_of(line.sources) if line.sources else of_another
    if line.tiles and source is None:
        tile = CODES[line.tiles[0]]
        expected = f"one of {', '.join(_OF_A_TILE)} after it, or whose discard it is, as in from=W; in riichi"
        expected += f" {', '.join(SOURCES_IN_RIICHI)}"
        raise HandError(f"+{tile} does not say where the tile came from; write {expected}")
    if source is not None and not line.tiles and source != "deal":
        words = " ".join(line.sources)
        tile = CODES[line.concealed[-1]] if line.concealed else "5d"
        raise HandError(f"{words}, but which tile won? Write it before, like +{tile} {words}")
    if source == "deal" and line.tiles:
        raise HandError("a dealt hand has no winning tile; write its fourteen tiles and deal")
    won = bool(line.tiles or line.sources)
    flags = [flag for flag in line.flags if flag not in OF_LOSERS]
    east_wins, ura = line.values.pop("east_wins", 0), line.values.pop("ura_count", 0)
    if ura:
        if not {RIICHI, DOUBLE_RIICHI} & {*line.flags}:
            raise HandError(f"{_URA}{ura}: only who is in riichi turns the tiles under the indicators; say riichi, too")
        line.values["dora_count"] = line.values.get("dora_count", 0) + ura
    if not won and (flags or east_wins):
        words = flags[0] if flags else f"{_EAST_WINS}{east_wins}"
        raise HandError(f"{words} is said of a hand that did not win; write the winning tile, like +5d wall")
    values: dict[str, Any] = {name: tuple(tiles) for name, tiles in line.listed.items()}
    return HandRequest(
        concealed=(*line.concealed, *line.tiles),
        sets=tuple(line.sets),
        bonus=tuple(line.bonus),
        won=True if won else None,
        tile=line.tiles[0] if line.tiles else None,
        source=source,
        flags=tuple(line.flags),
        east_wins=east_wins,
        **_seats(line.seats),
        **values,
        **line.values,
    )


def _seats(words: Sequence[str]) -> dict[str, Any]:
    """Seat and round, as in ``S in E``, ``South, East round``, ``seat S round E``; nothing where the line says neither.

    Raises:
        HandError: nobody can say which is which.
    """
    named, free = _labelled(words)
    if not named and len(words) == 3 and words[1] == "in":
        named, free = {"seat": words[0], "round": words[2]}, []
    elif len(free) == 1 and len(named) < 2:
        named |= {"round" if "seat" in named else "seat": free.pop()}
    are_told = not free and all(word in _SEATS for word in named.values()) and bool(named or not words)
    if not are_told or (len(words) == 3 and words[1] == "round"):
        line, last = " ".join(words), words[-1]
        tiles = f"; tiles are written {2 * last.upper()}w, with the letter of winds" if len(last) == 1 else ""
        raise HandError(f"{line!r} is no seat and round; write like S in E: South's hand in the east round{tiles}")
    return {name: _SEATS[word] for name, word in named.items()}


def _labelled(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """What stands beside `seat` and `round`, before each or behind it as with the first word, and the other seats."""
    if not {*words} & {*_LABELS}:
        return {}, [word for word in words if word != "in" or len(words) != 3]
    kept = [word for word in words if word != "in"]
    pairs = itertools.pairwise(kept if kept[0] in _LABELS else reversed(kept))
    named = {label: word for label, word in pairs if label in _LABELS}
    free = [word for word in kept if word not in _LABELS or kept.count(word) > 1]
    for word in named.values():
        if word in free:
            free.remove(word)
    return named, free


def _number(key: str, value: str) -> int:
    text = re.sub(r"(?<=[0-9])[,.'](?=[0-9]{3}(?![0-9]))", "", value.rstrip(","))
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise HandError(f"{key}{text[:20]}: a number is expected, like {key}{1000 if key == 'pot=' else 2}")
    return int(text)


def _seat(key: str, text: str) -> Seat:
    if text.lower() not in _SEATS:
        raise HandError(f"{key}{text[:20]}: a seat is expected, one of E, S, W, N")
    return _SEATS[text.lower()]


# -- a line, and what stands beside it --------------------------------------------------------------------------------


def read_request(given: Mapping[str, Any], plan: TablePlan | None = None) -> HandRequest:
    """A request: `hand` is a whole hand on one line, and the fields beside it fill in what that does not say.

    What the line and the fields beside it both say must mean the same. `plan`: of the rule set, where it is known:
    tiles are read as its players write them.

    >>> read_request({"hand": "123b 55d (789c) +5d wall", "seat": "S", "round": "E"}).seat
    <Seat.S: 'S'>

    Raises:
        HandError: the line cannot be read, says something else than the fields beside it, or a field has no such value.
    """
    line = given.get("hand")
    if line is None:
        return read_fields(given, plan)
    if not isinstance(line, str) or not line.strip():
        shown = repr(str(line)[:40]) if line != "" else "empty"
        raise HandError(f"`hand` is {shown}: a hand on one line is expected, like 'S in E 123b 55d +5d wall'")
    request = _winning_tile_once(read_hand_line(line, str if plan is None else plan.family.spelled), plan)
    stated = {name: value for name, value in msgspec.structs.asdict(request).items() if _says(name, value)}
    given = by_own_names(given)
    empty = [name for name in stated.keys() & _SAID_ONCE.keys() if given.get(name) in ("", [], 0)]
    beside = read_fields({name: value for name, value in given.items() if name not in empty}, plan)
    if request.won and beside.won is False:
        raise HandError("the line names a winning tile, and `won` beside it is false: say one of them")
    for name, meant in _SAID_ONCE.items():
        other = getattr(beside, name)
        if name in stated and _says(name, other) and meant(stated[name]) != meant(other):
            on_it, by_it = _words(name, stated[name]), _words(name, given[name])
            raise HandError(f"`{name}` is {on_it} on the line, and {by_it} beside it: say it once")
    flags = tuple(dict.fromkeys((*request.flags, *beside.flags)))
    whole = msgspec.structs.replace(beside, **({"concealed": beside.concealed or ()} | stated | {"flags": flags}))
    return with_indicators(whole, plan)


def _says(name: str, value: object) -> bool:
    """Whether a field of a request says something; the first kind of tiles is 0, too."""
    return value is not None and value != () and (value != 0 or name == "tile")


def _kinds(faces: Sequence[int]) -> list[int]:
    return list(map(kind_of, faces))


def _sorted_kinds(faces: Sequence[int]) -> list[int]:
    return sorted(_kinds(faces))


_SAID_ONCE: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(("seat", "round", "source", "east_wins", "dora_count", *OF_A_DEAL), lambda value: value),
    "concealed": sorted, "bonus": _sorted_kinds, "tile": kind_of,
    "sets": lambda sets: sorted(
        (laid.kind, _sorted_kinds(laid.tiles), laid.concealed, laid.origin or "") for laid in sets
    ),
    "indicators": _kinds, "under": _kinds,
}  # fmt: skip
"""What is said once, with what of it has to be the same in both places."""


def _winning_tile_once(request: HandRequest, plan: TablePlan | None) -> HandRequest:
    """What a line says, the winning tile once: fourteen tiles among which it is hold it already."""
    concealed, counts_three = list(request.concealed or ()), plan is None or plan.family.sets_count_three
    laid = sum(HAND_TILES // 4 if counts_three else len(laid_set.tiles) for laid_set in request.sets)
    if request.tile is None or len(concealed) + laid != HAND_TILES + 1 or concealed.count(request.tile) < 2:
        return request
    concealed.remove(request.tile)
    return msgspec.structs.replace(request, concealed=tuple(concealed))


def _words(name: str, value: object) -> str:
    """A value as it was given, where that is short and no object."""
    if isinstance(value, tuple | int) and name in ("concealed", "bonus", "tile", "indicators", "under"):
        value = [CODES[face] for face in (value if isinstance(value, tuple) else [value])]
    values = value if isinstance(value, list) else [value.value if isinstance(value, Seat) else value]
    if any(not isinstance(value, str | int) for value in values):
        return "something else"
    return repr(" ".join(map(str, values))[:60])


def hand_line(hand: Hand, faces: Sequence[str] = CODES) -> str:
    """The hand on one line, which `read_hand_line` reads; with `faces=UNICODE` in tile faces.

    >>> from mjlog.seats import Seat
    >>> from mjlog.tiles import parse_tiles
    >>> hand_line(Hand(Seat.S, Seat.E, parse_tiles("123b 555d"), won=True, tile=22, source="wall"))
    'S in E 123b 55d +5d wall'
    """
    left = list(hand.reds)
    kept = with_red_fives(hand.concealed, left)
    tile = hand.tile
    if tile is not None:
        tile = next(face for face in kept if kind_of(face) == tile)
        kept.remove(tile)
    words = [f"{hand.seat.value} in {hand.round.value}"]
    words += [format_tiles(kept, faces)] if kept else []
    words += [laid_words(laid, with_red_fives(laid.tiles, left), faces) for laid in hand.sets]
    norths = hand.bonus.count(NORTH)
    words += [f"{_NORTH}{norths}"] if norths else [format_tiles(hand.bonus, faces)] if hand.bonus else []
    if hand.won:
        words += [f"+{faces[tile] if faces is UNICODE else CODES[tile]}"] if tile is not None else []
        words += [hand.source] if hand.source else []
        words += [*sorted(hand.flags), *([f"{_EAST_WINS}{hand.east_wins}"] if hand.east_wins else [])]
    else:
        words += sorted(hand.flags & OF_LOSERS)
    for name, kinds in ((_INDICATORS, hand.indicators), (_UNDER, hand.under)):
        words += [name + "".join(CODES[kind] for kind in kinds)] if kinds else []
    return " ".join([*words, *([f"{_DORA}{hand.dora}"] if hand.dora else [])])


def with_red_fives(kinds: Sequence[int], reds: list[int]) -> list[int]:
    """The tiles with their faces: fives are red as far as there are red ones, which are taken from these."""
    tile_faces = []
    for kind in kinds:
        red = next((face for face in RED_FIVES if kind_of(face) == kind and face in reds), None)
        tile_faces.append(kind if red is None else red)
        if red is not None:
            reds.remove(red)
    return tile_faces


def laid_words(laid: LaidSet, given: Sequence[int], faces: Sequence[str]) -> str:
    """A set as it is typed, of these tiles: ``[2222d]`` face down, ``(2222d added)`` open."""
    tiles = format_tiles(given, faces)
    if laid.concealed:
        return f"[{tiles}]"
    return f"({tiles} {laid.origin})" if laid.origin in _HOW else f"({tiles})"
