"""mjai: the messages that riichi programs play by, a JSON object a line.

Hands shown, values of wins and claims that lost are not told. Which fields a file gives to its messages is kept, so
that it is written again as it was. Source: docs/riichi-records.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from mjlog import events as ev
from mjlog.audit.records import GameRecord
from mjlog.formats.lines import lines_of_bytes
from mjlog.formats.riichi.hands import Hands
from mjlog.formats.riichi.sticks import Sticks
from mjlog.formats.riichi.tiles import MJAI, UNSEEN
from mjlog.formats.riichi.transcript import (
    PLACES,
    RULESET,
    MalformedError,
    Opening,
    Transcript,
    Won,
    pot_of,
    start_points,
)
from mjlog.text import shown
from mjlog.tiles import Tile, is_wind

KIND = "mjai"
SILENT = frozenset(("none", "hello", "error"))
"""Messages without a meaning on the table."""
_MOST = 10**9
_HAND, _LIVE = 13, 70
_NOTEN = 3000
"""The most that is paid to who is ready at a draw: what is more, is paid for other reasons."""
REASONS = {
    "exhaustive": ("exhaustive_draw", "fanpai", "ryukyoku"), "nagashi": ("nagashi_mangan", "nagashimangan"),
    "nine-terminals": ("kyushu_kyuhai", "kyushukyuhai"), "four-winds": ("sufuurenta", "sufonrenta", "suufon_renda"),
    "four-riichi": ("suucha_riichi", "suchareach"), "four-kongs": ("suukansansen", "suukaikan", "suukan_sanra"),
    "three-ron": ("sanchaho", "sanchahou"),
}  # fmt: skip
"""Words for the reasons why a hand is drawn; the first is written where a log comes from elsewhere."""
_REASON_OF = {word: reason for reason, words in REASONS.items() for word in words}

Message = Mapping[str, Any]


def read_mjai(game: str, source: str, content: bytes) -> GameRecord:
    """The game of a file."""
    reader = MessageReader(game)
    for line, text in lines_of_bytes(content, source):
        reader.read(text, line)
    reader.finish()
    return GameRecord(source, game, iter(reader.script.rows), RULESET, foreign=KIND)


class MessageReader:
    """Reads the messages of one game, one after the other; `script` is what becomes of them.

    `keys`: the fields of each sort of message. `giver`: the place whose tile can be claimed or won; `given`: how.
    `turn`: who has drawn a tile, `drawn`. `loose`: who draws a replacement next. `wins`: wins of one tile that were
    read.
    """

    def __init__(self, game: str) -> None:
        self.script = Transcript(game)
        self.keys: dict[str, list[str]] = {}
        self.start: dict[str, Any] = {}
        self.start_line = 1
        self.started: ev.GameStart | None = None
        self.first = 0
        self.opening: Opening | None = None
        self.wins: list[tuple[Message, int]] = []
        self.is_passed_over = self.is_over = False
        self.begin_play([[]] * len(PLACES))

    def begin_play(self, dealt: Sequence[Sequence[Tile]]) -> None:
        """Nothing has happened in the hand so far."""
        self.hands = Hands(dealt)
        self.sticks = Sticks(self.script, 0 if self.opening is None else self.opening.sticks or 0)
        self.turn: int | None = None
        self.drawn: Tile | None = None
        self.draw_source: Literal["wall", "loose"] = "wall"
        self.giver: int | None = None
        self.latest: Tile | None = None
        self.given: Literal["discard", "kong"] = "discard"
        self.loose: int | None = None
        self.taken = self.kongs = self.claims = 0
        self.discards: list[Tile] = []
        self.riichi_discards = 0
        self.is_over = False

    def read(self, text: bytes, line: int) -> None:
        """One line."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            self.script.fault("bad-json", "the line is no JSON", line)
            return
        stated = message.get("type") if isinstance(message, dict) else None
        kind = stated if isinstance(stated, str) else ""
        handler = _HANDLERS.get(kind)
        try:
            if handler is not None:
                self.note_keys(kind, message)
                self.before(kind, line)
                handler(self, message, line)
            elif kind not in SILENT:
                raise MalformedError("bad-event", f"no message {shown(stated)!r} is known")
        except MalformedError as error:
            self.script.fault(error.code, str(error), line)

    def note_keys(self, kind: str, message: Message) -> None:
        """Which fields a sort of message has."""
        keys = self.keys.setdefault(kind, [])
        keys += [key for key in message if key not in keys and key != "type"]

    def before(self, kind: str, line: int) -> None:
        """What must have come before this message: all wins of a tile stand together, and a stick is paid at once."""
        if kind != "hora":
            self.flush_wins()
        if kind not in ("hora", "reach_accepted", "reach"):
            self.sticks.unpaid(kind, line)

    def finish(self) -> None:
        """The file is at its end."""
        self.flush_wins()
        self.begin_game(None)
        record: dict[str, Any] = {"format": KIND, "keys": self.keys}
        if self.start:
            record["start"] = json.dumps(self.start, ensure_ascii=False)
        assert self.started is not None
        self.started.record = record

    # -- the beginning of a game and of a hand ----------------------------------------------------------------------

    def start_game(self, message: Message, line: int) -> None:
        """`start_game`: who plays."""
        if self.started is not None or "start_game" in self.start:
            self.script.remark("out-of-place", "a second start_game: the game had begun", line)
            return
        names = message.get("names")
        if isinstance(names, list):
            self.script.name_players([name if isinstance(name, str) else "" for name in names])
        self.start = {key: value for key, value in message.items() if key not in ("type", "names")}
        self.start_line = line

    def begin_game(self, opening: Opening | None) -> None:
        """The game begins with its first hand."""
        if self.started is not None:
            return
        options = {}
        if opening is not None:
            self.first = (opening.dealer - opening.number) % 4
            begun = start_points(opening.totals, opening.sticks or 0)
            options = {} if begun is None else {"start_points": begun}
        self.script.start_game(self.first, options, {}, self.start_line)
        started = self.script.rows[-1][0]
        assert isinstance(started, ev.GameStart)
        self.started = started

    def start_hand(self, message: Message, line: int) -> None:
        """`start_kyoku`: the round, East, repeats, sticks, points, tiles and the first indicator."""
        wind, number = message.get("bakaze"), _whole(message, "kyoku")
        if wind not in ("E", "S", "W", "N") or not 1 <= number <= len(PLACES):
            words = f"{shown(wind)} {number} is no hand: E, S, W or N and 1 to 4 are expected"
            raise MalformedError("bad-field", words)
        hands = message.get("tehais")
        if not isinstance(hands, list) or len(hands) != len(PLACES):
            raise MalformedError("bad-field", "tehais: the tiles of four players are expected")
        dealt = [_named(tiles, "tehais") for tiles in hands]
        seen = [place for place in PLACES if UNSEEN not in dealt[place]]
        view = seen[0] if len(seen) == 1 else None
        opening = Opening(
            4 * "ESWN".index(wind) + number - 1, _place(message, "oya"), _whole(message, "honba"),
            _whole(message, "kyotaku"), _points(message, "scores") if "scores" in message else None, view,
        )  # fmt: skip
        if min(opening.repeats or 0, opening.sticks or 0) < 0:
            raise MalformedError("bad-field", "honba and kyotaku are not below 0")
        self.opening, self.is_passed_over = opening, False
        self.begin_game(opening)
        self.script.start_hand(opening, line)
        self.script.compare_number(opening, self.first, line)
        self.script.deal(dict(enumerate(dealt)), line)
        self.script.indicate(_tile(message, "dora_marker"), "first", line)
        self.begin_play(dealt)

    def is_out_of_play(self, line: int) -> bool:
        """Whether no hand has begun: what happens then is passed over, and that is said once."""
        if self.opening is None and not self.is_passed_over:
            self.is_passed_over = True
            self.script.remark("out-of-place", "a hand goes on before its start_kyoku: it is passed over", line)
        return self.opening is None

    # -- draws, discards, sets --------------------------------------------------------------------------------------

    def draw(self, message: Message, line: int) -> None:
        """`tsumo`: a tile is drawn."""
        if self.is_over and self.opening is not None:
            self.script.remark("out-of-place", "a tile is drawn before the start_kyoku of its hand", line)
            self.script.add(ev.Gap(seq=self.script.seq, text="the beginning of a hand is missing"), line)
            self.opening, self.is_passed_over = None, True
        if self.is_out_of_play(line):
            return
        place, tile, script = _place(message, "actor"), _tile(message, "pai"), self.script
        self.sticks.draw(line)
        is_loose = self.loose == place
        kind = ev.KongReplacement if is_loose else ev.Draw
        script.add(kind(seq=script.seq, seat=script.seats[place], tile=tile), line)
        self.loose = None if is_loose else self.loose
        self.draw_source = "loose" if is_loose else "wall"
        self.turn, self.drawn, self.giver = place, tile, None
        self.taken += 1
        self.hands.draw(place, tile)

    def discard(self, message: Message, line: int) -> None:
        """`dahai`: a tile is discarded."""
        if self.is_out_of_play(line):
            return
        place, tile, script = _place(message, "actor"), _tile(message, "pai"), self.script
        drawn = message.get("tsumogiri")
        if drawn is not None and not isinstance(drawn, bool):
            raise MalformedError("bad-field", "tsumogiri: true or false is expected")
        event = ev.Discard(seq=script.seq, seat=script.seats[place], tile=tile, drawn=drawn)
        script.add(event, line)
        self.turn = self.drawn = None
        self.giver, self.latest, self.given = place, tile, "discard"
        self.discards.append(tile)
        self.hands.put_down(place, [tile])
        self.sticks.latest = event, place, line
        if self.sticks.declaring is not None:
            self.sticks.discard(event, place)

    def claim(self, message: Message, line: int) -> None:
        """`chi`, `pon`, `daiminkan`: a set with the latest discard."""
        if self.is_out_of_play(line):
            return
        kind = _SETS[message["type"]]
        place, giver = _place(message, "actor"), _place(message, "target")
        claimed, script = _tile(message, "pai"), self.script
        own = _named(message.get("consumed"), "consumed")
        tiles = sorted((*own, claimed), key=lambda tile: tile.kind)
        if [tile for tile in tiles if tile is not claimed] != [tile for tile in own if tile is not claimed]:
            tiles = [claimed, *own]  # as it is written, so that it is written so again
        is_another = (giver, claimed) != (self.giver, self.latest) and self.latest in tiles
        if self.giver not in (None, place) and self.given == "discard" and is_another:
            words = f"a set with {claimed} of place {giver}; the latest discard is {self.latest} of place {self.giver}"
            script.remark("claim-not-open", words, line)
        script.claim(place, kind, line)
        script.add(ev.Expose(seq=script.seq, seat=script.seats[place], kind=kind, tiles=tuple(tiles)), line)
        self.hands.lay(place, tiles, claimed)
        self.loose = place if kind == "kong" else None
        self.kongs += kind == "kong"
        self.claims += 1
        self.turn, self.drawn, self.giver = place, None, None

    def kong(self, message: Message, line: int) -> None:
        """`ankan`, `kakan`: a kong out of the hand."""
        if self.is_out_of_play(line):
            return
        place, script = _place(message, "actor"), self.script
        tiles = _named(message.get("consumed"), "consumed")
        if message["type"] == "kakan":
            added = _tile(message, "pai")
            tiles.append(added)
            self.hands.add(place, added)
        else:
            self.hands.lay(place, tiles)
        kind: Literal["concealed", "added"] = "added" if message["type"] == "kakan" else "concealed"
        script.add(ev.Kong(seq=script.seq, seat=script.seats[place], kind=kind, tiles=tuple(tiles)), line)
        self.giver, self.latest, self.given, self.loose = place, tiles[-1] if tiles else None, "kong", place
        self.kongs += 1
        self.claims += 1

    def riichi(self, message: Message, line: int) -> None:
        """`reach`: the next discard declares riichi."""
        if not self.is_out_of_play(line):
            self.sticks.declare(_place(message, "actor"), self.turn, line)
            self.riichi_discards += 1

    def riichi_stands(self, message: Message, line: int) -> None:
        """`reach_accepted`: the riichi discard was not won."""
        if not self.is_out_of_play(line):
            self.sticks.pay(_place(message, "actor"), self.giver, line)

    def indicator(self, message: Message, line: int) -> None:
        """`dora`: the indicator of a kong."""
        if not self.is_out_of_play(line):
            self.script.indicate(_tile(message, "dora_marker"), "kong", line)

    # -- the end of a hand and of the game ----------------------------------------------------------------------------

    def win(self, message: Message, line: int) -> None:
        """`hora`: a win; those that follow one another are wins of one tile."""
        if not self.is_out_of_play(line):
            _place(message, "actor")
            _place(message, "target")
            self.wins.append((message, line))

    def flush_wins(self) -> None:
        """All wins of a tile were read."""
        wins, self.wins, turned = self.wins, [], list[Tile]()
        if not wins:
            return
        self.sticks.declared, self.is_over = None, True
        for message, line in wins:
            if message["actor"] != message["target"]:
                self.script.claim(message["actor"], "mahjong", line)
        for message, line in wins:
            try:
                self.script.declare(self.won(message, turned, line))
            except MalformedError as error:
                self.script.fault(error.code, str(error), line)

    def won(self, message: Message, turned: list[Tile], line: int) -> Won:
        """One win. `turned`: the indicators under the others, as far as they were turned for winners before."""
        place, giver = message["actor"], message["target"]
        if giver not in (place, self.giver) and self.giver is not None:
            words = f"hora: the tile is said to be that of place {giver}, and is that of place {self.giver}"
            self.script.remark("claim-not-open", words, line, self.giver, giver)
        under = _named(message.get("ura_markers", message.get("uradora_markers", [])), "ura_markers")
        under = [] if under == turned else under
        turned += under
        change = _points(message, "deltas") if "deltas" in message else None
        return Won(
            place, self.draw_source if place == giver else self.given, line,
            tile=_tile(message, "pai") if "pai" in message else None, under=under, change=change,
            pot=pot_of(change) if change is not None else 0,
        )  # fmt: skip

    def drawn_hand(self, message: Message, line: int) -> None:
        """`ryukyoku`: the hand is drawn. Whose hands were shown follows from the payments, or from the hands."""
        if self.is_out_of_play(line):
            return
        self.is_over = True
        change = _points(message, "deltas") if "deltas" in message else None
        paid = change or [0] * len(PLACES)
        reason = self.reason(message, paid)
        entitled = [place for place in PLACES if paid[place] > 0]
        ready = entitled
        if reason == "nagashi" or not entitled:
            ready = [place for place in PLACES if self.hands.is_ready(place)]
        for place in ready if reason in ("exhaustive", "nagashi") else ():
            self.script.show(place, line, self.hands.shown(place), basis="inferred")
        by_reason = {"nagashi": entitled, "nine-terminals": [] if self.turn is None else [self.turn]}
        self.script.draw_hand(reason, by_reason.get(reason, []), line)
        if change is not None:
            self.script.settle(change, line)

    def reason(self, message: Message, paid: Sequence[int]) -> str:
        """Why the hand is drawn; where that is not said, it follows from what has happened."""
        stated = message.get("reason")
        if stated is not None:
            return _REASON_OF.get(stated, shown(stated)) if isinstance(stated, str) else shown(stated)
        if self.taken >= _LIVE:
            return "exhaustive" if max(paid) <= _NOTEN else "nagashi"
        if self.turn is not None:
            return "nine-terminals"
        if self.riichi_discards == len(PLACES):
            return "four-riichi"
        if self.kongs == len(PLACES):
            return "four-kongs"
        is_wind_four = len(set(self.discards)) == 1 and is_wind(self.discards[0].kind) and not self.claims
        return "four-winds" if is_wind_four and len(self.discards) == len(PLACES) else "exhaustive"

    def hand_over(self, _message: Message, line: int) -> None:
        """`end_kyoku`: nothing is left to be said of the hand."""
        if self.opening is not None and not self.is_over:
            self.script.remark("out-of-place", "end_kyoku comes before the hand is won or drawn", line)

    def end_game(self, message: Message, line: int) -> None:
        """`end_game`: the game is over."""
        totals = _points(message, "scores") if "scores" in message else None
        self.begin_game(None)
        if totals is not None:
            self.script.end_game(totals, None, line)
        else:
            self.script.add(ev.GameEnd(seq=self.script.seq), line)


_SETS: dict[str, Literal["chow", "pung", "kong"]] = {"chi": "chow", "pon": "pung", "daiminkan": "kong"}
_HANDLERS: dict[str, Callable[[MessageReader, Message, int], None]] = {
    "start_game": MessageReader.start_game,
    "start_kyoku": MessageReader.start_hand,
    "tsumo": MessageReader.draw,
    "dahai": MessageReader.discard,
    "chi": MessageReader.claim,
    "pon": MessageReader.claim,
    "daiminkan": MessageReader.claim,
    "ankan": MessageReader.kong,
    "kakan": MessageReader.kong,
    "reach": MessageReader.riichi,
    "reach_accepted": MessageReader.riichi_stands,
    "dora": MessageReader.indicator,
    "hora": MessageReader.win,
    "ryukyoku": MessageReader.drawn_hand,
    "end_kyoku": MessageReader.hand_over,
    "end_game": MessageReader.end_game,
}


def _whole(message: Message, name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= _MOST:
        raise MalformedError("bad-field", f"{name}={shown(value)}: a whole number is expected")
    return value


def _place(message: Message, name: str) -> int:
    found = _whole(message, name)
    if found not in PLACES:
        raise MalformedError("bad-field", f"{name}={found}: places are 0 to {PLACES[-1]}")
    return found


def _points(message: Message, name: str) -> list[int]:
    found = message[name]
    if not isinstance(found, list) or len(found) != len(PLACES):
        raise MalformedError("bad-field", f"{name}: points of four players are expected")
    return [_whole({name: one}, name) for one in found]


def _tile(message: Message, name: str) -> Tile:
    value = message.get(name)
    tile = MJAI.get(value) if isinstance(value, str) else None
    if tile is None:
        raise MalformedError("bad-field", f"{name}={shown(value)}: this is no tile")
    return tile


def _named(values: object, name: str) -> list[Tile]:
    if not isinstance(values, list) or len(values) > 2 * _HAND:
        raise MalformedError("bad-field", f"{name}: a list of tiles is expected")
    return [_tile({name: value}, name) for value in values]
