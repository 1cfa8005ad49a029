"""A judge program's JSON: its outputs, each followed by what the four players replied.

Source: docs/lookup/mcr-records.md#a-judges-json-botzone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.errors import NotationError
from mjlog.formats.json_values import DECODER, Value, json_values, lines_of_list
from mjlog.formats.mcr.round import OWN_WALLS, PKU, FanAnnounced, Round, UnreadableError, announced
from mjlog.log.records import GameRecord
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import Tile, is_bonus

KIND = "botzone"
_LISTS = ("logs", "log")
_CALLS: Mapping[str, ev.Claimed] = {"CHI": "chow", "PENG": "pung", "GANG": "kong", "HU": "mahjong"}
_DEALT = 13
_MOST = 10**9

Fields = Mapping[str, Any]


def read_botzone(game: str, source: str, content: bytes) -> Iterator[GameRecord]:
    """The games of a file: objects with `logs`, or one list of outputs and replies."""
    alone: list[Value] = []
    for value in json_values(content.decode("utf-8-sig", "replace")):
        fields = value.value if isinstance(value.value, dict) else {}
        name = next((name for name in _LISTS if isinstance(fields.get(name), list)), None)
        if name is None:
            # An output, or the replies to one, stands alone.
            alone.append(value)
            continue
        lines = lines_of_list(value.text, name, len(fields[name]), value.line)
        entries = [Value(field, "", line) for field, line in zip(fields[name], lines, strict=True)]
        yield _game(game, source, entries, fields.get("initdata"))
    if alone:
        yield _game(game, source, alone, None)


def _game(game: str, source: str, entries: Sequence[Value], initdata: object) -> GameRecord:
    reader = _Reader(game)
    reader.read(entries, initdata)
    return GameRecord(source, game, reader.script.rows, "mcr", foreign=KIND)


class _Reader:
    """Reads one game. `called`: who has called the tile that lies open."""

    def __init__(self, game: str) -> None:
        self.script = Round(game)
        self.called: set[Seat] = set()
        self.has_begun = False

    def read(self, entries: Sequence[Value], initdata: object) -> None:
        """All outputs, each with the replies to it."""
        for entry, following in zip(entries, [*entries[1:], Value({}, "", 0)], strict=True):
            stated = entry.value.get("output", entry.value) if isinstance(entry.value, dict) else None
            output = stated if isinstance(stated, dict) and "display" in stated else None
            if entry.fault is not None or (output is None and not _is_replies(entry.value)):
                words = entry.fault or "this is no output of a judge, and no replies"
                self.script.fault("bad-event", words, entry.line)
            if output is None:
                continue
            if not self.has_begun:
                self._begin({**_object(initdata), **_object(output.get("initdata"))}, output, entry.line)
            try:
                self._act(_object(output.get("display")), following, entry.line)
            except (UnreadableError, KeyError, TypeError, ValueError, IndexError):
                text = json.dumps(output.get("display"), ensure_ascii=False)
                self.script.fault("bad-event", f"this says no act of a game: {shown(text, 200)}", entry.line)

    # -- the beginning --------------------------------------------------------------------------------------------

    def _begin(self, initdata: Fields, output: Fields, line: int) -> None:
        self.has_begun = True
        display, script = _object(output.get("display")), self.script
        quan = initdata.get("quan", display.get("quan"))
        is_known = type(quan) is int and 0 <= quan < len(SEATS)
        text = initdata.get("walltiles") or display.get("walltiles")
        names = text.split() if isinstance(text, str) else []
        wall = [PKU[name] for name in names if name in PKU]
        has_bonus = any(is_bonus(tile.kind) for tile in wall)
        script.begin(
            SEATS[quan] if is_known else Seat.E, line, KIND, {**OWN_WALLS, "bonus_tiles": has_bonus}, has_passes=True
        )
        if not is_known:
            script.remark("out-of-place", "no `quan` tells which wind prevails: east is taken for it", line)
        if len(wall) < len(names):
            unknown = next(name for name in names if name not in PKU)
            script.fault("bad-event", f"the wall has {shown(unknown, 20)}, which is no tile", line)
        elif wall:
            size = len(wall) // len(SEATS)
            walls = [wall[at : at + size] for at in range(0, size * len(SEATS), size)]
            tiles = tuple(tile for own in walls for tile in reversed(own))
            script.add(ev.Wall(seq=script.seq, tiles=(*tiles, *wall[len(tiles) :])), line)

    def deal(self, display: Fields, line: int) -> None:
        """`DEAL`: thirteen tiles each, and those for the flowers among them."""
        hands = [[PKU[name] for name in hand] for hand in display["hand"]]
        for seat, tiles in zip(SEATS, hands, strict=True):
            self.script.deal(seat, tiles[:_DEALT], line)
        for seat, tiles in zip(SEATS, hands, strict=True):
            dealt, following = tiles[:_DEALT], tiles[_DEALT:]
            if flowers := [tile for tile in dealt if is_bonus(tile.kind)]:
                self.script.lay_out(seat, flowers, line)
            for tile in following:
                self._take(seat, tile, line)
        self.script.drawer = None

    def _take(self, seat: Seat, tile: Tile, line: int) -> None:
        self.script.draw(seat, tile, line)
        if is_bonus(tile.kind):
            self.script.lay_out(seat, [tile], line)

    # -- the play -------------------------------------------------------------------------------------------------

    def _act(self, display: Fields, following: Value, line: int) -> None:
        action = display.get("action")
        if not isinstance(action, str):
            raise UnreadableError
        if action == "INIT":
            return
        if action == "DEAL":
            self.deal(display, line)
        elif action == "HUANG":
            self.script.wash_out(line)
        elif action in _ACTS:
            _ACTS[action](self, _seat(display), display, line)
        elif "score" in display:
            self._fine(_seat(display), display, action, line)
        else:
            raise UnreadableError
        script = self.script
        if script.given is None or action not in ("PLAY", "CHI", "PENG", "BUGANG"):
            return
        # What the others replied to a tile that can be claimed, the next in turn first.
        self.called = set()
        replies = following.value if _is_replies(following.value) else {}
        for seat in script.given.others():
            reply = replies.get(str(seat.index))
            words = str(reply.get("response", "")).split() if isinstance(reply, dict) else []
            if words[:1] == ["PASS"]:
                script.pass_(seat, following.line)
            elif words and words[0] in _CALLS:
                tile = PKU.get(words[1]) if words[0] == "CHI" and len(words) > 1 else None
                script.claim(seat, _CALLS[words[0]], following.line, tile)
                self.called.add(seat)

    def draw(self, seat: Seat, display: Fields, line: int) -> None:
        """`DRAW`, and `BUHUA`, a flower that is laid out at once."""
        self._take(seat, PKU[display["tile"]], line)

    def discard(self, seat: Seat, display: Fields, line: int) -> None:
        """`PLAY`."""
        self.script.discard(seat, PKU[display["tile"]], line)

    def claim(self, seat: Seat, display: Fields, line: int) -> None:
        """`PENG` and `CHI`, each with the discard that follows."""
        is_chow, script = display["action"] == "CHI", self.script
        tile = PKU[display["tileCHI"]] if is_chow else script.given_tile
        if tile is None:
            raise UnreadableError
        script.expose(seat, "chow" if is_chow else "pung", tile, line, is_called=seat in self.called)
        self.discard(seat, display, line)

    def kong(self, seat: Seat, display: Fields, line: int) -> None:
        """`GANG`: with the tile that was discarded, or out of the hand; `BUGANG`: added to a pung."""
        tile, script = PKU[display["tile"]], self.script
        if display["action"] == "BUGANG":
            script.kong(seat, "added", tile, line)
        elif script.drawer is seat or script.given is None:
            script.kong(seat, "concealed", tile, line)
        else:
            script.expose(seat, "kong", tile, line, is_called=seat in self.called)

    def win(self, seat: Seat, display: Fields, line: int) -> None:
        """`HU`: a win, with its fans and what was paid."""
        self._declare(seat, line)
        fans_told = display.get("fan") or ()
        fans = [FanAnnounced(str(fan["name"]), _number(fan["cnt"]), _number(fan["value"])) for fan in fans_told]
        words = "+".join(f"{fan.name}*{fan.times}" for fan in fans)
        self.script.score(seat, announced(fans, _number(display["fanCnt"]), words), line)
        self.script.settle([_number(amount) for amount in _four(display["score"])], line)

    def win_falsely(self, seat: Seat, display: Fields, line: int) -> None:
        """`WH`: a false mahjong, by which the hand is dead, and for which it pays."""
        script = self.script
        self._declare(seat, line)
        script.show(seat, line)
        script.add(ev.Dead(seq=script.seq, seat=seat, reason="false-mahjong"), line)
        self._fine(seat, display, "false-mahjong", line)

    def _declare(self, seat: Seat, line: int) -> None:
        script = self.script
        tile = script.drawn if script.drawer is seat else script.given_tile
        if script.source_of_win(seat) in ev.FROM_OTHERS and seat not in self.called:
            script.claim(seat, "mahjong", line)
        script.win(seat, tile, line)

    def _fine(self, seat: Seat, display: Fields, reason: str, line: int) -> None:
        """What a fault costs a player, and brings to each of the others."""
        script = self.script
        gained = dict(zip(SEATS, (_number(amount) for amount in _four(display["score"])), strict=True))
        to = {other: points for other, points in gained.items() if other is not seat}
        fine = ev.Penalty(seq=script.seq, seat=seat, amount=-gained[seat], to=to, reason=shown(reason, 60))
        script.add(fine, line)


_ACTS: Mapping[str, Callable[[_Reader, Seat, Fields, int], None]] = {
    "DRAW": _Reader.draw, "BUHUA": _Reader.draw, "PLAY": _Reader.discard, "PENG": _Reader.claim, "CHI": _Reader.claim,
    "GANG": _Reader.kong, "BUGANG": _Reader.kong, "HU": _Reader.win, "WH": _Reader.win_falsely,
}  # fmt: skip


def _is_replies(value: object) -> bool:
    return isinstance(value, dict) and any(str(seat.index) in value for seat in SEATS)


def _object(value: object) -> Fields:
    """An object, also one that is written as a text."""
    if isinstance(value, str):
        try:
            value = DECODER.decode(value)
        except (ValueError, NotationError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def _seat(display: Fields) -> Seat:
    number = display["player"]
    if type(number) is not int or not 0 <= number < len(SEATS):
        raise UnreadableError
    return SEATS[number]


def _four(values: Any) -> Sequence[Any]:
    if not isinstance(values, list) or len(values) != len(SEATS):
        raise UnreadableError
    return values


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) > _MOST:
        raise UnreadableError
    return value
