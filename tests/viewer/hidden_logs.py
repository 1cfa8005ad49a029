"""Hands in progress at every stage, and the same with other hidden tiles.

A twin has any tiles where nobody at the table sees them, also ones that cannot be: five of a kind, tiles that are
thrown and were never held. What the rules make of those is nobody's business either, while the hand goes on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from mjlog.tiles import CODES
from tests.views.american_logs import told as american
from tests.views.table_logs import DEAL, WALL, Fields, Log, played, stacked, won

HIDDEN = {"wall": "tiles", "deal": "tiles", "charleston": "tiles", "lay-concealed": "tiles", "draw": "tile",
          "kong-replacement": "tile", "bonus-replacement": "tile"}  # fmt: skip
"""Events that only some see the tiles of, and the field that they stand in."""
AGAIN = {"E": "ben", "S": "cleo", "W": "dora", "N": "anna"}
_ALL = [CODES[kind] for kind in range(34)]


def scrambled(log: Log, seed: int) -> Log:
    """The same log with other tiles wherever they are hidden, also inside corrections; not in hands that are over."""
    chance = random.Random(seed)
    ends = [event["seq"] for event in log.events if event["type"] in ("settlement", "replay")]
    twin = Log()
    for event in json.loads(json.dumps(log.events)):
        twin.events[event["seq"] - 1 :] = [_scrambled(event, chance) if event["seq"] > max(ends, default=0) else event]
    return twin


def _scrambled(event: Fields, chance: random.Random) -> Fields:
    field = HIDDEN.get(event["type"], "")
    if field == "tile":
        event["tile"] = chance.choice(_ALL) if isinstance(event["tile"], str) else [chance.choice(_ALL)]
    elif field:
        event["tiles"] = [chance.choice(_ALL) for _ in event["tiles"]]
    elif event["type"] == "correction":
        event["events"] = [_scrambled(inside, chance) for inside in event["events"]]
    return event


# -- the stages -----------------------------------------------------------------------------------------------------


def _at(log: Log, kind: str, number: int = -1) -> Fields:
    return [event for event in log.events if event["type"] == kind][number]


def _inside(event: Fields, **other: Any) -> Fields:
    return {**{name: value for name, value in event.items() if name != "seq"}, **other}


def _dealt(count: int) -> Log:
    log = played(1, 0)
    del log.events[4 + count :]
    return log


def _second(then: Callable[[Log], object] = lambda log: None) -> Log:
    """A hand that is over, and one in progress."""
    log = played(5, 3, won())
    for event in log.events:
        if event["type"] == "hand-start" and event["seq"] > 2:
            event |= {"hand": 2, "seats": AGAIN}
    then(log)
    return log


def _kongs() -> Log:
    """East's kongs out of the hand, the second one called by West; South's set laid face down; bonus tiles."""
    log = Log()
    log.events[0]["options"] = {"Flowers": True}
    wall = stacked("1111b 22b 345c 678c 99d", "123d 456d 77d 12c 4c Ew Sw")
    hands = log.start_hand(1, wall)
    log.add("bonus", seat="E", tiles=["1f"])
    log.add("bonus-replacement", seat="E", tile="5d")
    log.add("kong", seat="E", kind="concealed", tiles=["1b"] * 4)
    log.add("kong-replacement", seat="E", tile="3d")
    log.add("discard", seat="E", tile=hands["E"][-1])
    log.add("draw", seat="S", tile="3c")
    log.add("lay-concealed", seat="S", kind="chow", tiles=["1d", "2d", "3d"])
    log.add("discard", seat="S", tile="2b")
    log.add("claim", seat="E", for_="pung")
    log.add("expose", seat="E", kind="pung", tiles=["2b"] * 3)
    log.add("discard", seat="E", tile="9d")
    for seat in "SWN":
        log.add("draw", seat=seat, tile="5c")
        log.add("discard", seat=seat, tile="5c")
    log.add("draw", seat="E", tile="2b")
    log.add("kong", seat="E", kind="added", tiles=["2b"] * 4)
    log.add("claim", seat="W", for_="mahjong")
    return log


def _declared(then: Callable[[Log], object] = lambda log: None) -> Log:
    """South has declared, and shown nothing yet."""
    log = won()
    del log.events[_at(log, "mahjong")["seq"] :]
    then(log)
    return log


def _taken_back(log: Log) -> None:
    log.add("retract", seat="S")
    log.add("draw", seat="S", tile="5c")
    log.add("discard", seat="S", tile="5c")


def _false(log: Log) -> None:
    """South shows another hand, which is no mahjong, and is dead; the others play on."""
    log.add("show", seat="S", rest=["1b", "2b", "4b", "4b", "5b", "6b", *["7c"] * 3, *["8c"] * 3, "9d", "9d"])
    log.add("dead", seat="S", reason="false-mahjong")
    log.add("draw", seat="W", tile="5c")
    log.add("discard", seat="W", tile="5c")


def _shown_in_part(log: Log) -> None:
    log.add("show", seat="S", sets=[["1b", "2b", "3b"]])


def _corrected(log: Log) -> None:
    """Everything that is hidden, and the beginning, is corrected; some of it twice."""
    deal, draw, wall = _at(log, "deal", -3), _at(log, "draw"), _at(log, "wall")
    log.add("correction", of=deal["seq"], events=[_inside(deal)], reason="another block")
    log.add("correction", of=draw["seq"], events=[_inside(draw)], reason="another tile")
    log.add("correction", after=draw["seq"], events=[_inside(draw, seat="W")], reason="one more")
    log.add("correction", of=len(log.events), events=[_inside(draw, seat="N")], reason="not West")
    log.add("correction", of=len(log.events) - 2, events=[], reason="it was right")
    log.add("correction", of=wall["seq"], events=[_inside(wall)], reason="another wall")
    start = _at(log, "hand-start")
    log.add("correction", of=start["seq"], events=[_inside(start), _inside(wall)], reason="other seats")


def _meant_elsewhere(log: Log) -> None:
    """What was read after one draw was meant for another, and after that for the beginning of the hand."""
    first, last, start = _at(log, "draw", 0), _at(log, "draw"), _at(log, "hand-start")
    log.add("correction", after=first["seq"], events=[_inside(last)], reason="one more")
    meant = {"type": "correction", "of": last["seq"], "events": [_inside(last)], "reason": "this one"}
    log.add("correction", of=len(log.events), events=[meant], reason="not there")
    begun = {"type": "correction", "of": start["seq"], "events": [_inside(start), _inside(last)], "reason": "or here"}
    log.add("correction", of=len(log.events), events=[begun], reason="nor there")


def _unreadable(log: Log) -> None:
    """Corrections that hold what is no event: what is wrong with it names the tile."""
    draw = _at(log, "draw")
    for fields in (_inside(draw, seat="?"), _inside(draw, tile=[draw["tile"]]), _inside(draw, extra=1)):
        log.add("correction", of=draw["seq"], events=[fields], reason="a slip")
    log.add("correction", of=900, events=[_inside(draw)], reason="another slip")
    log.add("correction", of=draw["seq"], after=2, events=[_inside(draw)], reason="a third")


def _begun_by_a_correction() -> Log:
    """The whole hand stands in a correction, which is read after the beginning of the game."""
    log = Log()
    log.add("note", text="tea")
    whole = [_inside(event) for event in played(2, 3).events[1:]]
    log.add("correction", after=1, events=whole, reason="forgotten")
    log.add("note", text="more tea")
    return log


def _begun_in_the_last_hand() -> Log:
    """A correction of the payment holds the next hand."""
    log = won()
    paid = log.events[-1]
    begun = [_inside(event) for event in played(2, 3).events[1:]]
    begun[0] |= {"hand": 2, "seats": AGAIN}
    log.add("correction", of=paid["seq"], events=[_inside(paid), *begun], reason="forgotten")
    return log


def _start_void(log: Log) -> None:
    """The beginning of the hand is void; its tiles lie on the table."""
    log.add("correction", of=_at(log, "hand-start")["seq"], events=[], reason="wrong seats")


def _all_void(log: Log) -> None:
    """The whole hand is undone, event by event, to be written down anew."""
    first = _at(log, "hand-start")["seq"]
    for seq in range(len(log.events), first - 1, -1):
        log.add("correction", of=seq, events=[], reason="undone")


def _written_anew(log: Log) -> None:
    begun = [_inside(event) for event in log.events if event["seq"] >= _at(log, "hand-start")["seq"]]
    _all_void(log)
    for fields in begun[:-2]:
        log.add(fields.pop("type"), **{"for_" if name == "for" else name: value for name, value in fields.items()})


def _revived(log: Log) -> None:
    log.add("washout")
    log.add("correction", of=len(log.events), events=[], reason="not drawn yet")


def _ended_and_gone_on(log: Log) -> None:
    """Drawn by a slip of the pencil, and played on without a correction."""
    log.add("washout")
    log.add("draw", seat="S", tile="5c")
    log.add("discard", seat="S", tile="6d")


def _gap(log: Log) -> None:
    log.add("gap", turn="S", left=40, text="tea was served")
    log.add("draw", seat="S", tile="5c")
    log.add("discard", seat="S", tile="6d")


def _replayed(log: Log) -> None:
    """The hand is void, and played again."""
    log.add("replay", reason="the wall fell over")
    log.start_hand(1, WALL)
    log.add("discard", seat="E", tile="3d")


def _talked_about(log: Log) -> None:
    log.add("penalty", seat="W", amount=300, reason="talked")
    log.add("dispute", text="no!", seat="S")
    log.add("note", text="tea")


def _first(then: Callable[[Log], object]) -> Log:
    """A first hand in progress."""
    log = played(3, 3)
    then(log)
    return log


_UNTIL = ("deal", "charleston", "joker", "dead", "exchange", "win")
STAGES: dict[str, Callable[[], Log]] = {
    "a wall": lambda: _dealt(-1),
    "a hand half dealt": lambda: _dealt(7),
    "a hand dealt": lambda: _dealt(len(DEAL)),
    "a hand at play": lambda: played(3, 9),
    "a second hand": _second,
    "kongs, bonus tiles and sets laid face down": _kongs,
    "a mahjong declared": _declared,
    "a mahjong taken back": lambda: _declared(_taken_back),
    "a false mahjong": lambda: _declared(_false),
    "a mahjong shown in part": lambda: _declared(_shown_in_part),
    "corrections": lambda: _second(_corrected),
    "corrections that mean others": lambda: _second(_meant_elsewhere),
    "corrections that are none": lambda: _second(_unreadable),
    "a hand in a correction": _begun_by_a_correction,
    "a hand in a correction of the last": _begun_in_the_last_hand,
    "a beginning made void": lambda: _second(_start_void),
    "the first beginning made void": lambda: _first(_start_void),
    "a hand undone": lambda: _second(_all_void),
    "a first hand undone": lambda: _first(_all_void),
    "a hand undone and written anew": lambda: _second(_written_anew),
    "a hand put back into play": lambda: _second(_revived),
    "a hand that went on": lambda: _second(_ended_and_gone_on),
    "a gap": lambda: _second(_gap),
    "a hand played again": lambda: _first(_replayed),
    "words about it": lambda: _second(_talked_about),
    **{f"American: {until}": partial(american, until=until) for until in _UNTIL},
}  # fmt: skip
"""Logs of games with a hand in progress."""
