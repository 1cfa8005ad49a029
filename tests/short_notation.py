"""The notation of `short_logs`: logs in a few words, read into events.

One event a line, or after a semicolon: `SEAT TYPE what …`, then `field=value` for anything else. A `!` before a line
marks the event that is at fault, and means nothing else. What comes before the play:

- `game RULESET option=value …`: players anna, ben, cora, dora (as many as the option `players` says); `game` alone is
  `classical`. A text that does not begin with `game` gets a game and a hand at the depth `table` before it.
- `seats ben cora dora anna`: who sits as E, S, W, N; `ben=Ew cora=Sw …` behind it are the winds drawn.
- `hand 2 S ben`: number, prevailing wind, the first East, the others in their order; or `seats=ben,anna,cora,dora`.
- `wall 123456789b …`: the tiles from the first on, `??` for the rest; `54=5b` puts a tile (`54=567b`: tiles from there
  on) at its number, counted from 1.
- `roll anna 3 4` for the seats, `E roll break-wall 5 6`, `W roll break-stack 4 5`, `break S 3 by=W`.
- `dealt E 123456789b 12345c / S …`: the deal hand by hand; it becomes the blocks that the rules ask for, `??` where
  nothing is said; `dealt` alone: all of it unseen.

And behind it: `E score 100 points=25 doubles=2 items=pung_of_5b:4,no_chows:0:1` (name:points:doubles),
`settlement E=3 S=-1 W=-1 N=-1 payments=S>E:1,W>E:1,N>E:1`, `end anna=3 ben=-1 …`.

Riichi has besides: `hand repeats=1 pot=1000 totals=anna:24000,ben:25000,…`, `indicator 4b` (`indicator 4b kong`,
`indicator 4b under`), `S discard 5b riichi=true`, `washout reason=nine-terminals seats=E`, `settlement for=S pot=1000
S=2000 E=-1000`, `end anna=3 … final=anna:43000,ben:…`. `0b` is a red five.

The American game has besides: `game american card=riverside-2026` (a shipped card, by its id; the digest is added),
`E charleston left-1 123b blind=1`, `E stop` (refuses the second one), `passes` (a whole first Charleston unseen, and
East's refusal; `passes first`, `passes second` that one alone; tiles behind it are what everybody passes each time, so
that racks stay as they are), `S exchange E 5b set=0`, `S dead exposure by=N sets=0,1`. `on=expose` names the latest
event of a type. `S dispute that is no pung` is an objection; without a seat nobody says whose.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from mjlog.cards.shipped import shipped_cards
from mjlog.rulesets import Rules, default_rules, load, resolve
from mjlog.table.passing import FIRST, SECOND
from mjlog.tiles import CODES, parse_faces

PLAYERS = ("anna", "ben", "cora", "dora")
SEAT_LETTERS = "ESWN"
AT_THE_TABLE = "game; hand depth=table"

Fields = dict[str, Any]


def tiles(text: str) -> list[str]:
    """Codes of tiles in short notation: ``tiles("123b Ew")``."""
    return [CODES[face] for face in parse_faces(text)]


def fields(text: str) -> list[Fields]:
    """The events of a text as plain JSON values, numbered from 1."""
    return _Writer().write(_lines(text))[0]


def as_sample(events: list[Fields], shows: str) -> list[Fields]:
    """Events as those of a sample: on a day, at a table that says what they show. In riichi nobody is called dora."""
    first = events[0] | {"at": "2026-01-02T19:30:00Z", "place": "sample", "table": shows}
    text = json.dumps([first, *events[1:]] if events[0]["type"] == "game-start" else events)
    named: list[Fields] = json.loads(text.replace('"dora"', '"dina"') if shows.startswith("riichi") else text)
    return named


def marked(text: str) -> int:
    """The number of the event that a `!` marks as the one at fault; where none is marked, the last one."""
    return _Writer().write(_lines(text))[1]


def classical() -> Rules:
    """The rule set `classical` with all its defaults."""
    return default_rules("classical")


def _lines(text: str) -> list[str]:
    lines = [line.strip() for part in text.splitlines() for line in part.split(";")]
    if not text.strip().startswith("game"):
        lines = [*AT_THE_TABLE.split("; "), *lines]
    return [line for line in lines if line]


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if text[:1] in ("{", "["):
        return json.loads(text)
    return int(text) if text.removeprefix("-").isdigit() else text


class _Writer:
    """Writes events line by line; knows the rules and the players' order, which later lines depend on."""

    def __init__(self) -> None:
        self.rules = classical()
        self.players: tuple[str, ...] = PLAYERS

    def write(self, lines: Iterable[str]) -> tuple[list[Fields], int]:
        """The events of the lines, and the number of the one at fault."""
        events: list[Fields] = []
        at_fault = None
        for line in lines:
            for event in self._read(line.removeprefix("!")):
                event.setdefault("seq", events[-1]["seq"] + 1 if events else 1)
                if isinstance(event.get("on"), str):
                    event["on"] = next(one["seq"] for one in reversed(events) if one["type"] == event["on"])
                events.append(event)
            if line.startswith("!"):
                at_fault = events[-1]["seq"]
        return events, at_fault or events[-1]["seq"]

    def _read(self, line: str) -> Iterable[Fields]:
        words = line.split()
        more = {name: _value(value) for name, value in (word.split("=", 1) for word in words if "=" in word)}
        words = [word for word in words if "=" not in word]
        if words[0] in _FRAME:
            return _FRAME[words[0]](self, words[1:], more)
        seat, kind, *rest = words
        event = {"type": kind, "seat": seat, **_ACTS[kind](rest)}
        if isinstance(more.get("items"), str):
            more["items"] = [_item(text) for text in more["items"].split(",")]
        if "sets" in more:
            more["sets"] = [int(number) for number in str(more["sets"]).split(",")]
        event.update(more)
        return [event]

    def game(self, words: list[str], options: Fields) -> list[Fields]:
        card = options.pop("card", None)
        ruleset = words[0] if words else "classical"
        ruleset, _, version = ruleset.partition("@")
        self.rules = resolve(load(ruleset, version or None), options)
        self.players = PLAYERS[: self.rules.plan.players]
        event: Fields = {"type": "game-start", "format": 1, "game": "short", "ruleset": ruleset}
        event["players"] = list(self.players)
        if version:
            event["version"] = version
        if options:
            event["options"] = options
        if card is not None:
            event["card"] = {"id": card, "digest": shipped_cards()[card].digest}
        return [event]

    def seats(self, words: list[str], draw: Fields) -> list[Fields]:
        self.players = tuple(words)
        drawn = {"draw": {player: tiles(wind)[0] for player, wind in draw.items()}} if draw else {}
        return [{"type": "seats", **drawn, "seats": dict(zip(SEAT_LETTERS, words, strict=False))}]

    def hand(self, words: list[str], more: Fields) -> list[Fields]:
        number = int(words[0]) if words else 1
        wind = words[1] if len(words) > 1 else "E"
        first = self.players.index(words[2]) if len(words) > 2 else 0
        order = self.players[first:] + self.players[:first]
        if "seats" in more:
            order = tuple(more.pop("seats").split(","))
        if "every" in more:
            more["every"] = more["every"].split(",")
        if "totals" in more:
            more["totals"] = _by_player(more["totals"])
        seats = {seat: name for seat, name in zip(SEAT_LETTERS, order, strict=False) if name != "-"}
        return [{"type": "hand-start", "hand": number, "round": wind, "seats": seats, **more}]

    def wall(self, words: list[str], more: Fields) -> list[Fields]:
        known = tiles(" ".join(words))
        whole = known + ["??"] * (more.pop("size", self.rules.plan.wall.size) - len(known))
        for number, text in more.items():
            put = tiles(text)
            whole[int(number) - 1 : int(number) - 1 + len(put)] = put
        return [{"type": "wall", "tiles": whole}]

    def dealt(self, words: list[str], more: Fields) -> list[Fields]:
        hands: dict[str, list[str]] = {seat: ["??"] * 14 for seat in SEAT_LETTERS}
        for part in " ".join(words).split("/") if words else ():
            seat, *text = part.split()
            hands[seat] = tiles(" ".join(text))
        blocks = []
        for block in self.rules.plan.deal:
            seat = block.seat.value
            count = len(block.positions)
            blocks.append({"type": "deal", "seat": seat, "tiles": hands[seat][:count]})
            hands[seat] = hands[seat][count:]
        return blocks

    def passes(self, words: list[str], more: Fields) -> list[Fields]:
        which = words.pop(0) if words and words[0] in ("first", "second") else ""
        passed = tiles(" ".join(words)) or ["??"] * 3
        names = SECOND if which == "second" else FIRST
        found: list[Fields] = [
            {"type": "charleston", "pass": name, "seat": seat, "tiles": passed}
            for name in names
            for seat in SEAT_LETTERS
        ]
        return found if which else [*found, {"type": "charleston-stop", "seat": "E"}]

    def roll(self, words: list[str], more: Fields) -> list[Fields]:
        return [{"type": "roll", "player": words[0], "dice": [*map(int, words[1:])], "purpose": "seats", **more}]

    def broken(self, words: list[str], more: Fields) -> list[Fields]:
        return [{"type": "break", "wall": words[0], "stack": int(words[1]), **more}]

    def settlement(self, words: list[str], change: Fields) -> list[Fields]:
        paid = {field: change.pop(field) for field in ("for", "pot") if field in change}
        if "payments" in change:
            paid["payments"] = [_payment(text) for text in change.pop("payments").split(",")]
        return [{"type": "settlement", "change": change, **paid}]

    def indicator(self, words: list[str], more: Fields) -> list[Fields]:
        return [{"type": "indicator", **_one(words), "of": words[1] if len(words) > 1 else "first", **more}]

    def washout(self, words: list[str], more: Fields) -> list[Fields]:
        seats = {"seats": more.pop("seats").split(",")} if "seats" in more else {}
        return [{"type": "washout", **seats, **more}]

    def end(self, words: list[str], totals: Fields) -> list[Fields]:
        final = {"final": _by_player(totals.pop("final"))} if "final" in totals else {}
        return [{"type": "game-end", **({"totals": totals} if totals or not final else {}), **final}]


def _item(text: str) -> Fields:
    name, *worth = text.split(":")
    return {"name": name.replace("_", " "), **dict(zip(("points", "doubles"), map(int, worth), strict=False))}


def _by_player(text: str) -> Fields:
    return {player: int(points) for player, points in (one.split(":") for one in text.split(","))}


def _payment(text: str) -> list[Any]:
    payer, _, rest = text.partition(">")
    payee, _, amount = rest.partition(":")
    return [payer, payee, int(amount)]


_Line = Callable[[_Writer, list[str], Fields], list[Fields]]


def _text(kind: str, field: str = "text") -> _Line:
    return lambda writer, words, more: [{"type": kind, field: " ".join(words), **more}]


def _plain(kind: str) -> _Line:
    return lambda writer, words, more: [{"type": kind, **more}]


_FRAME: dict[str, _Line] = {
    "game": _Writer.game,
    "seats": _Writer.seats,
    "hand": _Writer.hand,
    "wall": _Writer.wall,
    "roll": _Writer.roll,
    "break": _Writer.broken,
    "dealt": _Writer.dealt,
    "passes": _Writer.passes,
    "settlement": _Writer.settlement,
    "end": _Writer.end,
    "indicator": _Writer.indicator,
    "washout": _Writer.washout,
    "replay": _text("replay", "reason"),
    "gap": _plain("gap"),
    "note": _text("note"),
    "dispute": _text("dispute"),
}


def _one(words: list[str]) -> Fields:
    return {"tile": tiles(words[0])[0]}


def _several(words: list[str]) -> Fields:
    return {"tiles": tiles(" ".join(words))}


def _kind_and_tiles(words: list[str]) -> Fields:
    return {"kind": words[0], "tiles": tiles(" ".join(words[1:]))}


def _win(words: list[str]) -> Fields:
    return {"source": words[0], **(_one(words[1:]) if len(words) > 1 else {})}


def _show(words: list[str]) -> Fields:
    sets, _, rest = " ".join(words).partition("|")
    shown: Fields = {}
    if sets.strip():
        shown["sets"] = [tiles(word) for word in sets.split()]
    if rest.strip():
        shown["rest"] = tiles(rest)
    return shown


def _nothing(words: list[str]) -> Fields:
    return {}


def _passed(words: list[str]) -> Fields:
    return {"pass": words[0], **_several(words[1:])}


def _exchange(words: list[str]) -> Fields:
    return {"type": "joker-exchange", "owner": words[0], **_one(words[1:])}


_ACTS: dict[str, Callable[[list[str]], Fields]] = {
    "deal": _several,
    "bonus": _several,
    "draw": _one,
    "kong-replacement": _one,
    "bonus-replacement": _one,
    "discard": _one,
    "name": _one,
    "pass": _nothing,
    "roll": lambda words: {"purpose": words[0], "dice": [*map(int, words[1:])]},
    "claim": lambda words: {"for": words[0], **(_several(words[1:]) if len(words) > 1 else {})},
    "retract": _nothing,
    "expose": _kind_and_tiles,
    "lay-concealed": _kind_and_tiles,
    "kong": _kind_and_tiles,
    "mahjong": _win,
    "show": _show,
    "score": lambda words: {"total": int(words[0])},
    "penalty": lambda words: {"amount": int(words[0]), "reason": "agreed"},
    "fishing": _nothing,
    "charleston": _passed,
    "stop": lambda words: {"type": "charleston-stop"},
    "exchange": _exchange,
    "dead": lambda words: {"reason": words[0]},
    "dispute": lambda words: {"text": " ".join(words)},
}
