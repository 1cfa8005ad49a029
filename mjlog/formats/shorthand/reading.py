"""A text in short hand is cut into acts, and each act becomes the events that it stands for.

Acts are read one after the other, each at the table that the last one left. Source: docs/lookup/shorthand.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from mjlog.chain import canonical_json
from mjlog.errors import MjlogError, NotationError
from mjlog.formats.shorthand import MOST_AT_FAULT, acts, endings
from mjlog.formats.shorthand.filling import (
    as_many_as_are_due,
    begin_game,
    deal_in_order,
    fill_in,
    refuse_after_the_end,
    refuse_to_void_what_is_paid,
    take_place,
)  # fmt: skip
from mjlog.formats.shorthand.long_form import ALIASES, LONG_NAMES, read_typed
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.tokens import act_pattern, tiles_in, unbracketed
from mjlog.seats import SEATS, Seat
from mjlog.text import did_you_mean, no_number, quoted, whole_number
from mjlog.tiles import from_riichi_letters, meant

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"?')
_SHOW = re.compile(r"[eswn]?h", re.IGNORECASE)
_BETWEEN = ";,\ufeff"
_TO_THE_END = frozenset(("note", "dispute", "ruling", "fix"))

_SHORT_NAMES = {
    "hand": re.compile(r"\s+(?:full|table|result)(?=[\s;,#]|$)", re.IGNORECASE),
    "pay": re.compile(r"\s+(?:-?[0-9]+(?:/-?[0-9]+)*|[eswn]|jokerless)(?=[\s;,#]|$)", re.IGNORECASE),
    "wash": re.compile(
        r"(?:\s+(?:(?:9|4w|4r|4k|3r|n)[eswn]{0,4})?(?:r(?:[eswn]{1,4}|-))?(?=[\s;,#]|$))?", re.IGNORECASE
    ),
    "end": re.compile(""),
}
"""Words that take no more than this after them, so that other acts can follow."""


class Act(NamedTuple):
    """One act as it was typed, the line it stands on (from 1), and where it begins in that line (from 0)."""

    text: str
    line: int = 1
    start: int = 0


def acts_in(text: str) -> Iterator[Act]:
    """The acts of a text, in order; comments (from `#` on) and empty lines are passed over.

    >>> [act.text for act in acts_in("hand; 5b sp  # a slip?\\nsh 123b 55c / 9d")]
    ['hand', '5b', 'sp', 'sh 123b 55c / 9d']
    """
    # Only line feeds end lines: other signs that can may stand in a text.
    for number, written in enumerate(text.split("\n"), 1):
        line, at = written.rstrip("\r"), 0
        while at < len(line) and line[at] != "#":
            if line[at].isspace() or line[at] in _BETWEEN:
                at += 1
                continue
            end = _end_of_act(line, at)
            yield Act(line[at:end].rstrip(), number, at)
            at = end


def _end_of_act(line: str, start: int) -> int:
    """Where the act ends that begins here: JSON and prose with the line, long forms at `;`, short acts at a blank."""
    if line[start] == "{":
        return len(line)
    end = start
    while end < len(line) and not line[end].isspace() and line[end] not in ";,":
        end += 1
    word = line[start:end]
    if word.lower() in _TO_THE_END:
        return len(line)
    if word.lower() in _SHORT_NAMES:
        match = _SHORT_NAMES[word.lower()].match(line, start + len(word))
        return match.end() if match is not None else start + len(word)
    if word.lower() in LONG_NAMES:
        return _statement_end(line, start)
    if _SHOW.fullmatch(word):
        # A hand that is shown takes all the tiles that follow it.
        while (match := _NEXT_WORD.match(line, end)) is not None and _are_tiles(match[1]):
            end = match.end()
    return end


def _statement_end(line: str, start: int) -> int:
    """A long form ends at `;` or `#`, unless that stands in a quoted text."""
    at = start
    while at < len(line):
        if line[at] == '"':
            match = _QUOTED.match(line, at)
            assert match is not None
            at = match.end()
        elif line[at] == ";" or (line[at] == "#" and line[at - 1].isspace()):
            return at
        else:
            at += 1
    return at


_NEXT_WORD = re.compile(r"[\s,]*([^\s;,#]+)(?=[\s;,#]|$)")


def _are_tiles(word: str) -> bool:
    """Whether a word is tiles, with strokes between them or alone; in the letters of riichi, too."""
    parts = re.split("[/,]", from_riichi_letters(unbracketed(word)))
    try:
        return all(tiles_in(part) or not part for part in parts)
    except NotationError:
        return False


Reader = Callable[[Scene, re.Match[str]], list[Fields]]
_CHAIN_FIELDS = ("id", "prev")
_NUMBER_OF_PLAYERS = re.compile(r"(?<!\s)\s++players=([0-9]{1,2})(?!\S)", re.IGNORECASE)
_SEAT_NAMES = frozenset(seat.wind_name for seat in SEATS)


class NotAnEventError(MjlogError):
    """What was typed is no event; nothing was stored."""


def refuse_nonsense(at_fault: int) -> None:
    """So many acts of a text break rules, or are corrections.

    Raises:
        NotAnEventError: they are too many for a record of games.
    """
    if at_fault >= MOST_AT_FAULT:
        words = f"{at_fault} acts before it break rules or are corrections: this is no record of games"
        raise NotAnEventError(f"{words}, and is read no further; expected fewer than {MOST_AT_FAULT}")


_LIMIT = r"(?::(?P<limit>[a-z][a-z0-9-]{0,40}))?"
_NUMBERS = rf"(?:{endings.HAN}|[0-9]{{1,12}}(?:/[0-9]{{0,12}}){{0,3}})"
_WINNER = re.sub(r"\(\?P<\w+>", "(?:", endings.WIN.pattern)
SHORT_ACTS: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (act_pattern(r"(?P<seats>[eswn]{0,4})-"), acts.let_go),
    (act_pattern(r"SEAT(?P<tiles>TILE{1,8})(?P<call>!)?(?P<drawn>[*~])?(?:=(?P<named>TILE))?"), acts.tiles_out),
    (
        act_pattern(
            r"SEAT(?P<verb>[pkqz]|m(?=-))(?P<how>[ac])?(?P<tile>TILE)?(?P<jokers>j*)(?P<reds>0{0,2})(?P<mark>[+-])?"
        ),
        acts.claim,
    ),
    (act_pattern(r"SEATc(?P<ranks>[0-9]{0,3})(?P<suit>[bcd])?(?P<mark>[+-])?"), acts.chow),
    (
        act_pattern(
            r"SEATm(?P<source>f[eswn]|[wldkaox])?(?P<tile>TILE)?(?::(?P<line>[^=\s]+))?"
            rf"(?:=?(?P<scores>{_NUMBERS}){_LIMIT})?"
        ),
        endings.mahjong,
    ),
    (
        act_pattern(
            r"(?=[^/]*/)(?P<before>(?:[0-9]{0,12}/?){0,3})(?P<seat>[eswn])(?P<source>[wlkaox])?"
            rf"(?P<own>[0-9]{{1,12}}){_LIMIT}(?P<after>(?:/[0-9]{{0,12}}){{0,3}})"
        ),
        endings.result,
    ),
    (
        # Points will do behind the source (`sfe24`, `sw24`); alone, they could be a score without its sign.
        act_pattern(
            rf"(?P<seat>[eswn])(?P<source>f[eswn]|[wldkaox])?"
            rf"(?P<scores>{endings.HAN}|(?:(?<=[eswn]f[eswn])|(?<=[eswn][wldk]))[0-9]{{1,12}})"
        ),
        endings.mahjong,
    ),
    (act_pattern(rf"(?:{_WINNER})?(?:\+{_WINNER})+"), endings.several),
    (act_pattern(r"(?P<seat>[eswn])!"), acts.in_riichi),
    (act_pattern(r"SEAT(?P<tile>TILE)?kita(?P<drawn>[*~])?"), acts.lay_aside),
    (act_pattern(r"SEATt(?P<tile>TILE)?(?P<unracked>-)?"), acts.take),
    (act_pattern(r"SEATl(?P<tiles>\S+)"), acts.lay),
    (act_pattern(r"SEATf"), acts.fishing),
    (act_pattern(r"SEATh(?P<tiles>.*)"), endings.show),
    (
        act_pattern(r"SEATo(?:(?P<count>[0-3])|b(?P<blind>[1-3])?(?P<seen>[^-\s]+)?|(?P<tiles>[^-\s]+))?(?P<mark>-)?"),
        acts.pass_on,
    ),
    (act_pattern(r"SEATj(?P<owner>[eswn])(?P<tile>TILE)"), acts.exchange),
    (act_pattern(r"SEATr(?P<dice>[0-9]{1,2})"), acts.roll),
    (act_pattern(r"b(?:(?P<wall>[eswn])(?P<stack>[0-9]{1,3})(?P<by>[eswn])?)?"), acts.break_wall),
    (act_pattern(r"SEAT=(?P<tile>TILE)"), acts.name_again),
    (act_pattern(r"SEATu"), acts.take_back),
    (act_pattern(r"i(?P<tiles>TILE{1,5})"), acts.turn_indicator),
    (act_pattern(r"(?P<seats>[eswn]{2,3})m-"), acts.call_to_win),
    (act_pattern(rf"(?P<seat>[eswn])=(?P<score>{endings.HAN}|[0-9]{{1,12}}){_LIMIT}"), endings.score),
    (act_pattern(r"(?P<scores>[0-9]{0,12}(?:/[0-9]{0,12}){2,3})"), endings.scores),
    (act_pattern(r"\.\.(?=(?:[0-9]{0,3}[eswn]?|[eswn][0-9]{0,3})$)[0-9]*(?P<seat>[eswn])?[0-9]*"), acts.missed),
)
"""Every short act: what it looks like, and what it stands for. The first that fits is the one."""


_NO_EVENTS = {
    "courtesy": "is typed as `so2 no2`, two tiles from either side, or as `o0` where nobody passes any",
    "fix": "corrects a game that is recorded, and cannot be read here",
    "option": "is changed for the whole game by `fix option`, like `fix option robbing_kong=true`",
    "habits": "is said of the acts that follow in a text that is imported; it is no act of its own",
}
"""Words that can begin an act, and stand for no events at a table."""


def read_act(text: str, scene: Scene) -> list[Fields]:
    """The events of one act: a short act, the long form of an event, or an event as JSON; without `seq`.

    Raises:
        MjlogError: it cannot be read, or not at this table; the message says what was expected.
    """
    text = text.strip()
    if text.startswith("{"):
        return [_with_what_follows(read_json(text), scene)]
    name = text.split(None, 1)[0].lower() if text else ""
    if name in _NO_EVENTS or name.startswith(("@", "by=")):
        raise NotationError(f"{quoted(text, 40)} {_NO_EVENTS.get(name, _NO_EVENTS['habits'])}")
    if name in LONG_NAMES:
        return _read_long(name, text, scene)
    spelled = scene.table.plan.family.spelled(text).replace(",", " ")
    for words in dict.fromkeys((spelled if _OF_TILES.match(text) else text, spelled)):
        for pattern, read in SHORT_ACTS:
            match = pattern.fullmatch(words)
            if match is not None:
                return read(scene, match)
    raise NotationError(_no_act(text))


_OF_TILES = re.compile(r"[eswn]?(?:h\s|(?:[0-9][a-z]){1,2}[!*~]{0,2}$)", re.IGNORECASE | re.ASCII)
"""What is tiles and nothing else: a hand that is shown, a discard with the tile drawn before it."""


def _read_long(name: str, text: str, scene: Scene) -> list[Fields]:
    if text.lower() == "end":
        return [endings.end(scene)]
    if name == "pay":
        return endings.pay(scene, text)
    if name == "chombo":
        return acts.chombo(scene, text)
    drawn = acts.DRAWS.fullmatch(text) if scene.table.plan.family.draws_have_reasons else None
    if drawn is not None:
        return acts.draw(scene, drawn)
    _name, *blocks = text.split()
    # No seat is named: blocks are dealt as they follow one another.
    is_in_order = not blocks or (len(blocks[0]) > 1 and blocks[0].lower() not in _SEAT_NAMES and "=" not in text)
    if name == "deal" and is_in_order:
        return deal_in_order(scene.table, blocks)
    if name == "game":
        # `players=3` is the option, and not who plays.
        number = _NUMBER_OF_PLAYERS.search(text)
        fields = read_typed("game-start" + _NUMBER_OF_PLAYERS.sub("", text)[len("game") :])
        if number is not None:
            fields["options"] = {**fields.get("options", {}), "players": int(number[1])}
        begin_game(fields)
        return [fields]
    if name == "sit":
        return [take_place(text, scene)]
    text = _penalty(text, scene)
    fields = read_typed(ALIASES.get(name, name) + text[len(name) :])
    if name == "deal":
        as_many_as_are_due(fields, scene.table)
    if fields["type"] in ("hand-start", "washout"):
        refuse_after_the_end(scene.table)
    if fields["type"] == "retract" or fields.get("reason") == "false-mahjong":
        refuse_to_void_what_is_paid(scene.table)
    if name == "hand" and "depth" not in fields:
        depth = scene.table.depth if scene.table.hand else "table"
        fields |= {"depth": depth} if depth != "full" else {}
    before = acts.begin_result_hand(scene) if fields["type"] == "washout" else []
    return [*before, _with_what_follows(fields, scene)]


_PENALTY = re.compile(r"penalty\s+(?P<who>[^\s=]+)(?P<more>.*)", re.IGNORECASE | re.DOTALL)


def _penalty(text: str, scene: Scene) -> str:
    """Who is fined can be named by handle: `penalty ben 50 talking`."""
    match = _PENALTY.fullmatch(text)
    if match is None:
        return text
    who = match["who"]
    if not match["more"].strip():
        raise NotationError(f"{quoted(text, 40)}: how much, and why? expected something like `{text[:40]} 50 talking`")
    table = scene.table
    sitting = table.standing.seats.get if table.standing.seats else table.player_at
    seat = next((seat.value for seat in table.plan.seats if sitting(seat) == who), None)
    return text if seat is None or who.upper() in Seat.__members__ else f"penalty {seat}{match['more']}"


def _with_what_follows(fields: Fields, scene: Scene) -> Fields:
    if isinstance(fields.get("type"), str):
        fill_in(fields, scene)
    return fields


_CALLED_IN_RIICHI = {"ron": "sm", "tsumo": "sm", "pon": "sp", "chi": "sc46", "kan": "sk", "riichi": "s5b!"}


_SEAT_AND_NUMBER = act_pattern(r"([eswn])([0-9]{1,12})")


def _no_act(text: str) -> str:
    word = text.split(None, 1)[0] if text else ""
    if word.isascii() and word.isdigit():
        return f"{quoted(text, 40)}: whose score is that? `s={word[:7]}` is South's, `8/48/4/2` those of all"
    if scored := _SEAT_AND_NUMBER.fullmatch(word):
        seat, number = scored[1].lower(), scored[2]
        won = f"`{seat}m{number}` that it has won, `{seat}fe{number}` from East, `{seat}w{number}` from the wall"
        return f"{quoted(text, 40)} is no act; `{seat}={number}` says what the hand is worth, {won}"
    near = did_you_mean(word, sorted(LONG_NAMES)) if len(word) > 3 else None
    corrected = _CALLED_IN_RIICHI.get(word.lower())
    as_tiles = f"`{corrected}` says so of South" if corrected else meant(word).removeprefix("; ")
    if re.fullmatch(r"[eswn]d", word, re.IGNORECASE):
        wind = Seat[word[0].upper()].wind_name
        as_tiles = f"the {wind} wind is `{word[0].lower()}w`; `{word[0].lower()}5d`: {wind} discards 5 dots"
    elif re.fullmatch(r"[eswn]{2,4}", word, re.IGNORECASE):
        as_tiles = f"who was ready at a draw is told by `wash r{word.lower()}`, where that is paid for"
    hint = as_tiles or (
        f"did you mean {near}?"
        if near
        else "expected a tile discarded (5b), a claim (sp, c46), m for mahjong, or a word such as hand"
    )
    return f"{quoted(text, 40)} is no act; {hint}"


# -- an event as JSON -----------------------------------------------------------------------------------------------


def read_json(text: str) -> Fields:
    """The fields of an event written as a JSON object.

    Raises:
        MjlogError: it is none, states a field twice, or states the chain's.
    """
    try:
        fields = json.loads(text, parse_int=whole_number, object_pairs_hook=_each_once, parse_constant=no_number)
        canonical_json(fields)
    except (ValueError, RecursionError):
        explain(text)
    for name in _CHAIN_FIELDS:
        if name in fields:
            raise NotAnEventError(f"{name} is computed when the event is stored, never given")
    assert isinstance(fields, dict)
    return fields


def _each_once(pairs: list[tuple[str, Any]]) -> Fields:
    fields: Fields = {}
    for name, value in pairs:
        if name in fields:
            raise NotAnEventError(f"{quoted(name)} is stated twice; expected every field once")
        fields[name] = value
    return fields


def explain(line: str | bytes) -> NoReturn:
    """Say why a line is no event.

    Raises:
        NotAnEventError: always.
    """
    from mjlog_schemas import explain_line

    raise NotAnEventError(explain_line(line).message)
