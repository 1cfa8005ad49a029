"""Logs in a few words, for tests: ``play("E discard 5b; S claim pung; S expose pung 555b")``.

One event a line, or after a semicolon: `SEAT TYPE what …`, then `field=value` for anything else. The deal may be
written hand by hand (`dealt E 123456789b 12345c`): it becomes the blocks that the rules ask for, `??` elsewhere.
A text that does not begin with `game` gets a game and a hand at the depth `table` before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from mjlog.audit.records import GameRecord
from mjlog.audit.replay import Replay
from mjlog.events import Event, convert_event
from mjlog.findings import Finding, Refusal
from mjlog.rules import CHECKS
from mjlog.rulesets import Rules, default_rules
from mjlog.table import Table, prepare
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles

PLAYERS = ("anna", "ben", "cora", "dora")
SEAT_LETTERS = "ESWN"
AT_THE_TABLE = "game; hand depth=table"
FULL = "game; hand"
"""A fully recorded hand; a deal that is not written down was taken unseen."""
RESULT = "game; hand depth=result"
_WALL_SIZE = 144

Fields = dict[str, Any]


def tiles(text: str) -> list[str]:
    """Codes of tiles in short notation: ``tiles("123b Ew")``."""
    return [CODES[kind] for kind in parse_tiles(text)]


def fields(text: str) -> list[Fields]:
    """The events of a text as plain JSON values, numbered from 1."""
    lines = [line.strip() for part in text.splitlines() for line in part.split(";")]
    if not text.strip().startswith("game"):
        lines = [*AT_THE_TABLE.split("; "), *lines]
    events: list[Fields] = []
    for line in lines:
        for event in _read(line) if line else ():
            event.setdefault("seq", events[-1]["seq"] + 1 if events else 1)
            events.append(event)
    return events


def events(text: str) -> list[Event]:
    """The events of a text."""
    return [convert_event(event) for event in fields(text)]


def log(text: str) -> bytes:
    """The text as a log file."""
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in fields(text)).encode()


def play(text: str) -> Replay:
    """The text replayed to its end; `.table` is the state then, `.finish()` gives the reports."""
    replay = Replay(GameRecord("short", "short", iter(())))
    for number, event in enumerate(events(text), start=1):
        replay.feed(event, number)
    return replay


def table(text: str) -> Table:
    """The table after the text."""
    return play(text).table


def findings(text: str) -> list[Finding]:
    """Everything found in the text."""
    return [finding for report in play(text).finish() for finding in report.findings]


def codes(text: str) -> list[str]:
    """The codes of everything found in the text."""
    return [finding.code for finding in findings(text)]


def ask(check: str, text: str) -> Refusal | None:
    """What one rule says of the last event of the text; the events before it must be legal."""
    *before, last = events(text)
    replay = Replay(GameRecord("short", "short", iter(())))
    for event in before:
        replay.feed(event, None)
    found = [finding.message for report in replay.finish() for finding in report.findings]
    assert not found, f"the events before are not legal: {found}"
    prepare(replay.table, last)
    info = CHECKS[check]
    assert type(last) in info.events, f"{check} is not asked about a {last.type}"
    refusal = info.function(replay.table, last) if replay.table.due in info.when else None
    assert refusal is None or refusal.code in info.codes, f"{check} does not say that it may answer {refusal.code}"
    return refusal


def refused(check: str, text: str) -> str:
    """The code by which a rule refuses the last event of the text."""
    refusal = ask(check, text)
    assert refusal is not None, f"{check} accepts {text!r}"
    assert refusal.message
    return refusal.code


def accepted(check: str, text: str) -> bool:
    """Whether a rule has nothing against the last event of the text."""
    refusal = ask(check, text)
    assert refusal is None, refusal
    return True


def discards(count: int) -> str:
    """The first so many turns of a hand in which nobody claims: each kind is discarded twice, at most 68 in all."""
    kinds = [CODES[number % PLAIN_KINDS] for number in range(count)]
    return "; ".join(f"{SEAT_LETTERS[number % 4]} discard {kind}" for number, kind in enumerate(kinds))


def classical() -> Rules:
    """The rule set `classical` with all its defaults."""
    return default_rules("classical")


# -- reading ------------------------------------------------------------------------------------------------------


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdigit() else text


def _read(line: str) -> Iterable[Fields]:
    words = line.split()
    more = {name: _value(value) for name, value in (word.split("=", 1) for word in words if "=" in word)}
    words = [word for word in words if "=" not in word]
    if words[0] in _FRAME:
        return _FRAME[words[0]](words[1:], more)
    seat, kind, *rest = words
    event = {"type": kind, "seat": seat, **_ACTS[kind](rest)}
    event.update(more)
    return [event]


def _game(words: list[str], options: Fields) -> list[Fields]:
    event: Fields = {"type": "game-start", "format": 1, "game": "short", "ruleset": "classical"}
    event["players"] = list(PLAYERS)
    if options:
        event["options"] = options
    return [event]


def _hand(words: list[str], more: Fields) -> list[Fields]:
    number = int(words[0]) if words else 1
    wind = words[1] if len(words) > 1 else "E"
    first = PLAYERS.index(words[2]) if len(words) > 2 else 0
    seats = {seat: PLAYERS[(first + step) % 4] for step, seat in enumerate(SEAT_LETTERS)}
    if "every" in more:
        more["every"] = more["every"].split(",")
    return [{"type": "hand-start", "hand": number, "round": wind, "seats": seats, **more}]


def _wall(words: list[str], more: Fields) -> list[Fields]:
    known = tiles(" ".join(words))
    size = more.get("size", _WALL_SIZE)
    return [{"type": "wall", "tiles": known + ["??"] * (size - len(known))}]


def _dealt(words: list[str], more: Fields) -> list[Fields]:
    hands: dict[str, list[str]] = {seat: ["??"] * 14 for seat in SEAT_LETTERS}
    for part in " ".join(words).split("/"):
        seat, *text = part.split()
        hands[seat] = tiles(" ".join(text))
    blocks = []
    for block in classical().plan.deal:
        seat = block.seat.value
        count = len(block.positions)
        blocks.append({"type": "deal", "seat": seat, "tiles": hands[seat][:count]})
        hands[seat] = hands[seat][count:]
    return blocks


def _amounts(name: str, kind: str) -> Callable[[list[str], Fields], list[Fields]]:
    return lambda words, more: [{"type": kind, name: more}]


def _text(kind: str) -> Callable[[list[str], Fields], list[Fields]]:
    return lambda words, more: [{"type": kind, "text": " ".join(words), **more}]


def _plain(kind: str) -> Callable[[list[str], Fields], list[Fields]]:
    return lambda words, more: [{"type": kind, **more}]


_FRAME: dict[str, Callable[[list[str], Fields], list[Fields]]] = {
    "game": _game,
    "hand": _hand,
    "wall": _wall,
    "dealt": _dealt,
    "settlement": _amounts("change", "settlement"),
    "end": _amounts("totals", "game-end"),
    "washout": _plain("washout"),
    "replay": _text("replay"),
    "gap": _plain("gap"),
    "note": _text("note"),
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


_ACTS: dict[str, Callable[[list[str]], Fields]] = {
    "deal": _several,
    "bonus": _several,
    "draw": _one,
    "kong-replacement": _one,
    "bonus-replacement": _one,
    "discard": _one,
    "name": _one,
    "pass": _nothing,
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
}
