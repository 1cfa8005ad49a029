"""mjai: the messages that riichi programs play by, a JSON object a line, or a list of them.

Claims that lost are not told; hands shown and values of wins by some programs alone. Which fields a file gives to its
messages is kept, so that it is written again as it was. Source: docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

from mjlog import events as ev
from mjlog.errors import NotationError
from mjlog.formats.json_values import json_values, text_of
from mjlog.formats.lines import lines_of_bytes
from mjlog.formats.riichi.names import MESSAGE_YAKUMAN, YAKUMAN_HAN, is_yakuman, our_name
from mjlog.formats.riichi.play import OTHER, Act, Hands, PlayReader
from mjlog.formats.riichi.tiles import MJAI, UNSEEN
from mjlog.formats.riichi.transcript import (
    LIVE,
    OWN,
    PLACES,
    STICK,
    MalformedError,
    Opening,
    Won,
    liable_of,
    pot_of,
    rounds_told_by,
    start_points,
)
from mjlog.log.records import GameRecord
from mjlog.text import shown, whole_number
from mjlog.tiles import Tile, is_wind

KIND = "mjai"
SILENT = frozenset(("none", "hello", "error"))
"""Messages without a meaning on the table."""
UNDER = ("ura_markers", "uradora_markers")
"""What names the indicators under the others, by program."""
_MOST = 10**9
_HAND = 13
_MOST_WINNERS = 3
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


def read_mjai(game: str, source: str, content: bytes) -> Iterator[GameRecord]:
    """The games of a file."""
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        values = json_values(text_of(content))
        messages = [(_message(value) if fault is None else Unread(fault), line) for value, _text, line, fault in values]
    else:
        messages = [(_decoded(text), line) for line, text in lines_of_bytes(content, source)]
    yield from read_messages(game, source, messages, KIND)


def read_messages(
    game: str, source: str, messages: Sequence[tuple[Message, int]], kind: str,
    record: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None,
) -> Iterator[GameRecord]:  # fmt: skip
    """The games that messages tell, each with its line: one after the other.

    `kind`: of the record; `record`: what it says of itself, besides; `options`: by which the game is played, where this
    program has not written by which.
    """
    first = 0
    for at in (*_beginnings(messages), len(messages)):
        if at > first or not messages:
            reader = MessageReader(game, source)
            reader.options = dict(options or {})
            reader.read(messages[first:at], kind, record or {})
            yield GameRecord(source, game, iter(reader.script.rows), reader.script.ruleset, foreign=kind)
        first = at


def _beginnings(messages: Sequence[tuple[Message, int]]) -> Iterator[int]:
    """Where another game begins: after the end of one, or with a first hand after others."""
    if sum(message.get("type") == "start_game" for message, _line in messages) < 2:
        return
    starts = [(at, message) for at, (message, _line) in enumerate(messages) if message.get("type") not in SILENT]
    has_hands = False
    for (at, message), (_before, before), (_after, after) in zip(
        starts, [(0, {}), *starts], [*starts[1:], (0, {})], strict=False
    ):
        is_first = after.get("type") == "start_kyoku" and after.get("kyoku", 1) == 1 and after.get("bakaze", "E") == "E"
        is_start = message.get("type") == "start_game" and has_hands
        if is_start and (before.get("type") == "end_game" or (is_first and not after.get("honba", 0))):
            has_hands = False
            yield at
        has_hands = has_hands or message.get("type") == "start_kyoku"


class MessageReader(PlayReader):
    """Reads the messages of one game, one after the other.

    `keys`: the fields of each sort of message; `start`: what the first one says besides; `first`: who is East first;
    `opens`: what any `start_kyoku` states. `hands`: what everybody holds; `totals`: everybody's points now, if known.
    `taken`, `kongs`, `claims`, `declared`, `discards`: what has happened in the hand. `is_closed`: its end was told;
    `closes_hands`: that of others is. `tells_under`: a win tells the indicators under the others.
    """

    begins = "start_kyoku"

    def __init__(self, game: str, source: str) -> None:
        self.keys: dict[str, list[str]] = {}
        self.start: dict[str, Any] = {}
        self.start_line: int | None = None
        self.started: ev.GameStart | None = None
        self.messages: list[tuple[Message, int]] = []
        self.at = 0
        self.closes_hands = self.tells_under = False
        self.options: dict[str, Any] = {}
        self.first = 0
        self.opens: set[str] = set()
        self.totals: list[int] | None = None
        self.dealt: Sequence[Sequence[Tile]] = [[]] * len(PLACES)
        super().__init__(game, source)

    def begin_play(self) -> None:
        super().begin_play()
        self.hands = Hands(self.dealt)
        self.drawn: Tile | None = None
        self.taken = self.kongs = self.claims = self.declared = 0
        self.discards: list[Tile] = []
        self.is_closed = False

    def read(self, messages: Sequence[tuple[Message, int]], kind: str, about: Mapping[str, Any]) -> None:
        """All messages of a game."""
        self.messages = list(messages)
        self.script.players = _players(messages)
        if self.script.players < len(PLACES):
            # What messages say of nobody is left out.
            self.messages = [
                ({name: value[: len(PLACES) - 1] if name in _BY_PLACE and isinstance(value, list) else value
                  for name, value in message.items()}, line)
                for message, line in messages
            ]  # fmt: skip
        self.first = _first_east(self.messages, self.script.players)
        self.opens = {key for message, _line in messages if message.get("type") == "start_kyoku" for key in message}
        self.closes_hands = any(message.get("type") == "end_kyoku" for message, _line in self.messages)
        wins = [message for message, _line in self.messages if message.get("type") == "hora"]
        self.tells_under = any(message.get(name) is not None for message in wins for name in UNDER)
        for at in range(len(self.messages)):
            self.at = at
            self.message()
        self.flush_wins()
        self.begin_game(None)
        record: dict[str, Any] = {"format": kind, **({"keys": self.keys} if kind == KIND else {}), **about}
        if self.start and kind == KIND:
            record["start"] = json.dumps(self.start, ensure_ascii=False)
        if self.started is not None:
            self.started.record = {**record, **(self.started.record or {})}

    def message(self) -> None:
        """The message that stands here."""
        message, line = self.messages[self.at]
        stated = message.get("type")
        kind = stated if isinstance(stated, str) else ""
        handler = _HANDLERS.get(kind)
        try:
            if isinstance(message, Unread):
                raise MalformedError("bad-json", message.why)
            if handler is None and kind not in SILENT:
                raise MalformedError("bad-event", f"no message {shown(stated)!r} is known")
            if handler is not None and not self.is_exchanged(_act(message), line):
                # Which fields a sort of message has
                keys = self.keys.setdefault(kind, [])
                keys += [key for key in message if key not in keys and key != "type"]
                self.before(kind, line)
                handler(self, message, line)
        except MalformedError as error:
            self.script.fault(error.code, str(error), line)

    def following(self) -> Act:
        return _act(self.messages[self.at + 1][0]) if self.at + 1 < len(self.messages) else OTHER

    def exchange(self) -> str:
        at = self.at
        self.messages[at], self.messages[at + 1] = self.messages[at + 1], self.messages[at]
        self.message()
        return str(self.messages[at][0].get("type"))

    def before(self, kind: str, line: int) -> None:
        """What must have come before this message: all wins of a tile stand together, and a stick is paid at once."""
        if kind != "hora":
            self.flush_wins()
        if kind not in ("hora", "ryukyoku", "reach_accepted", "reach", "tsumo", "dahai"):
            self.unpaid(kind, line)

    def seated(self, message: Message, name: str) -> int:
        """The place of a player.

        Raises:
            MalformedError: it is none, or nobody sits there.
        """
        place = _place(message, name)
        if place >= self.script.players:
            raise MalformedError("bad-field", f"{name}={place}: nobody sits there, three play")
        return place

    # -- the beginning of a game and of a hand ----------------------------------------------------------------------

    def start_game(self, message: Message, line: int) -> None:
        """`start_game`: who plays."""
        if self.started is not None or self.start_line is not None:
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
        usual = {} if OWN in self.start else self.options
        options: dict[str, Any] = {"rounds": self.rounds(), **usual}
        if self.start.get("aka_flag") is False:
            options["red_fives"] = dict.fromkeys("bcd", 0)
        begun = start_points(opening.totals, opening.sticks or 0) if opening is not None else None
        if begun is not None:
            options["start_points"] = begun
        line = self.start_line or self.messages[0][1]
        self.script.start_game(self.first, options, {}, line, self.start.get(OWN))
        started = self.script.rows[-1][0]
        assert isinstance(started, ev.GameStart)
        self.started = started

    def rounds(self) -> int:
        """How many rounds are played: as the first message says it (the number of its first hand, of eight), or told by
        the hands."""
        stated = self.start.get("kyoku_first")
        if stated in (0, len(PLACES)):
            return 1 if stated else 2
        hands, end = list[tuple[int, list[int]]](), None
        for message, _line in self.messages:
            with contextlib.suppress(MalformedError):
                if message.get("type") == "start_kyoku":
                    hands.append((_number(message), _points(message, "scores", self.script.players)))
                elif message.get("type") == "end_game" and "scores" in message:
                    end = _points(message, "scores", self.script.players)
        return rounds_told_by(hands, end, self.script.players)

    def start_hand(self, message: Message, line: int) -> None:
        """`start_kyoku`: the round, East, repeats, sticks, points, tiles and the first indicator."""
        number = self.number(message)
        hands = self.tiles_dealt() if "tehais" not in self.opens else message.get("tehais")
        if not isinstance(hands, list) or len(hands) != self.script.players:
            players = _NUMBERS[self.script.players]
            raise MalformedError("bad-field", f"tehais: the tiles of {players} players are expected")
        dealt = [_named(tiles, "tehais") for tiles in hands]
        stated_totals = _points(message, "scores", self.script.players) if "scores" in message else None
        self.totals = stated_totals if "scores" in self.opens else self.totals
        seen = [place for place in self.script.places if UNSEEN not in dealt[place]]
        view = seen[0] if len(seen) == 1 else None
        stated = self.seated(message, "oya")
        opening = Opening(
            number, self.dealer(stated, number % len(PLACES), self.first),
            _whole(message, "honba") if "honba" in self.opens else None,
            _whole(message, "kyotaku") if "kyotaku" in self.opens else None, self.totals, view,
        )  # fmt: skip
        if min(opening.repeats or 0, opening.sticks or 0) < 0:
            raise MalformedError("bad-field", "honba and kyotaku are not below 0")
        if self.opening is not None and self.is_over and not self.is_closed and self.closes_hands:
            self.script.remark("out-of-place", "a hand begins before end_kyoku has ended the one before", line)
        self.begin_game(opening)
        opening = self.script.start_hand(opening, line)
        self.opening, self.is_passed_over, self.dealt = opening, False, dealt
        self.compare_dealer(opening.dealer, stated, line)
        self.script.compare_number(opening, self.first, line)
        self.script.deal(dict(enumerate(dealt)), line)
        self.script.indicate(_tile(message, "dora_marker"), "first", line)
        self.begin_play()

    def number(self, message: Message) -> int:
        """The number of a hand; where no message says it, it follows from who is East."""
        if self.opens & {"bakaze", "kyoku"}:
            return _number(message)
        dealer, before = self.seated(message, "oya"), self.opening
        number, at = (0, self.first) if before is None else (before.number, before.dealer)
        players = self.script.players
        steps = (dealer - at) % players
        return number + steps + (len(PLACES) - players) * (number % len(PLACES) + steps >= players)

    def tiles_dealt(self) -> list[object]:
        """The tiles of everybody, where they stand in messages of their own."""
        dealt: dict[int, object] = {}
        places = self.script.places
        for message, _line in islice(self.messages, self.at + 1, self.at + 1 + len(places)):
            if message.get("type") == "haipai":
                dealt[self.seated(message, "actor")] = message.get("pais")
        return [dealt.get(place) for place in places]

    def deal(self, _message: Message, line: int) -> None:
        """`haipai`: the tiles of one player, which were read with the beginning of the hand."""
        before = self.messages[self.at - 1][0].get("type") if self.at else None
        if before not in ("start_kyoku", "haipai"):
            self.script.remark("out-of-place", "haipai: tiles are dealt when a hand begins", line)

    def count(self, message: Message, what: str, line: int, change: Sequence[int] | None) -> None:
        """Points move. What everybody has then, as some programs state it, is compared."""
        if self.totals is not None and change is not None:
            self.totals = [total + gained for total, gained in zip(self.totals, change, strict=True)]
        if "scores" not in message:
            return
        stated = _points(message, "scores", self.script.players)
        if self.totals is not None and change is not None and stated != self.totals:
            words = f"{what}: the points of all are said to be {stated}, and were {self.totals}"
            self.script.remark("wrong-total", words, line, self.totals, stated)
        self.totals = stated

    # -- draws, discards, sets --------------------------------------------------------------------------------------

    def tsumo(self, message: Message, line: int) -> None:
        """`tsumo`: a tile is drawn."""
        self.before_a_draw(line)
        if self.is_out_of_play(line):
            return
        place, tile = self.seated(message, "actor"), _tile(message, "pai")
        self.draw(place, tile, tile, line)
        self.drawn = tile
        self.taken += 1
        self.hands.draw(place, tile)

    def dahai(self, message: Message, line: int) -> None:
        """`dahai`: a tile is discarded."""
        if self.is_out_of_play(line):
            return
        place, tile, drawn = self.seated(message, "actor"), _tile(message, "pai"), _flag(message, "tsumogiri")
        self.discard(place, tile, tile, drawn, line)
        self.drawn = None
        self.discards.append(tile)
        self.hands.put_down(place, [tile])

    def meld(self, message: Message, line: int) -> None:
        """`chi`, `pon`, `daiminkan`: a set with the latest discard."""
        if self.is_out_of_play(line):
            return
        kind, place, claimed = MJAI_SETS[message["type"]], self.seated(message, "actor"), _tile(message, "pai")
        giver, own = self.seated(message, "target"), _named(message.get("consumed"), "consumed")
        tiles = sorted((*own, claimed), key=lambda tile: tile.kind)
        rest = list(tiles)
        rest.remove(claimed)
        if rest != own:
            tiles = [claimed, *own]  # as it is written, so that it is written so again
        has_them = [player for player in self.script.places if self.hands.has(player, own)]
        goes_on = self.following().place
        place = self.claimer(place, kind, place not in has_them and goes_on in has_them, line)
        self.claim(place, kind, tiles, claimed, giver, line)
        self.hands.lay(place, tiles, claimed)
        self.kongs += kind == "kong"
        self.claims += 1
        self.drawn = None

    def own_kong(self, message: Message, line: int) -> None:
        """`ankan`, `kakan`: a kong out of the hand."""
        if self.is_out_of_play(line):
            return
        place, tiles = self.seated(message, "actor"), _named(message.get("consumed"), "consumed")
        if message["type"] == "kakan":
            tiles.append(_tile(message, "pai"))
            self.hands.add(place, tiles[-1])
            self.kong(place, "added", tiles, line)
        else:
            self.hands.lay(place, tiles)
            self.kong(place, "concealed", tiles, line)
        self.kongs += 1
        self.claims += 1

    def north(self, message: Message, line: int) -> None:
        """`nukidora`, `kita`: a north wind is laid aside."""
        if self.is_out_of_play(line):
            return
        place, tile = self.seated(message, "actor"), _tile(message, "pai") if "pai" in message else MJAI["N"]
        self.lay_aside(place, tile, tile, _flag(message, "tsumogiri"), line)
        self.hands.put_down(place, [tile])
        self.claims += 1

    def riichi(self, message: Message, line: int) -> None:
        """`reach`: the next discard declares riichi."""
        if not self.is_out_of_play(line):
            self.sticks.declare(self.seated(message, "actor"), self.turn, line)
            self.declared += 1

    def riichi_stands(self, message: Message, line: int) -> None:
        """`reach_accepted`: the riichi discard was not won."""
        if not self.is_out_of_play(line):
            place = self.pay_riichi(self.seated(message, "actor"), line)
            self.count(message, "reach_accepted", line, [-STICK * (payer == place) for payer in self.script.places])

    def indicator(self, message: Message, line: int) -> None:
        """`dora`: the indicator of a kong."""
        if not self.is_out_of_play(line):
            self.indicate(_tile(message, "dora_marker"), line)

    # -- the end of a hand and of the game ----------------------------------------------------------------------------

    def win(self, message: Message, line: int) -> None:
        """`hora`: a win; those that follow one another are wins of one tile."""
        if not self.is_out_of_play(line):
            self.seated(message, "actor")
            self.seated(message, "target")
            if self.wins and self.wins[-1][0] == message:
                self.script.remark("out-of-place", "hora: the same win a second time", line)
                return
            self.wins.append((message, line))

    def flush_wins(self) -> None:
        """All wins of a tile were read."""
        wins, self.wins, turned = self.wins, [], list[Tile]()
        if not wins:
            return
        self.sticks.declared, self.is_over = None, True
        wins = [(self.as_won(message, line), line) for message, line in wins]
        for message, line in wins:
            self.call_the_win(message["actor"], message["target"], line)
        for message, line in wins:
            try:
                self.script.declare(self.won(message, turned, line))
            except MalformedError as error:
                self.script.fault(error.code, str(error), line)

    def as_won(self, message: Message, line: int) -> Message:
        """A win with the winner, and whose tile it is, that its moves and payments tell."""
        paid = message.get("deltas")
        if not isinstance(paid, list) or not all(isinstance(amount, int) for amount in paid):
            paid = None
        if paid is not None and len(paid) != self.script.players:
            paid = None
        who, giver = self.who_won(message["actor"], message["target"], paid, line)
        return {**message, "actor": who, "target": giver}

    def won(self, message: Message, turned: list[Tile], line: int) -> Won:
        """One win. `turned`: the indicators under the others, as far as they were turned for winners before."""
        place, giver = message["actor"], message["target"]
        under = self.under(message, turned, line)
        turned += under
        change = _points(message, "deltas", self.script.players) if "deltas" in message else None
        liable = self.seated(message, "pao") if message.get("pao") is not None else None
        if liable is None and change is not None:
            liable = liable_of(place, giver, change)
        self.count(message, "hora", line, change)
        tile = _tile(message, "pai") if "pai" in message else None
        rest = _named(message["hora_tehais"], "hora_tehais") if "hora_tehais" in message else None
        if rest is not None and tile is not None and len(rest) % 3 == 1:
            rest = [*rest, tile]
        return Won(
            place, self.draw_source if place == giver else self.given, line, tile=tile, rest=rest, under=under,
            score=_score(message), change=change, liable=liable, pot=pot_of(change) if change is not None else 0,
        )  # fmt: skip

    def under(self, message: Message, turned: Sequence[Tile], line: int) -> list[Tile]:
        """The indicators under the others that are turned for a win, beside those that were `turned` for others."""
        place = message["actor"]
        if not self.tells_under:
            return self.script.unseen_under(place, turned)
        stated: object = next((message[name] for name in UNDER if message.get(name) is not None), [])
        under = _named(stated, UNDER[0])
        self.script.compare_under(place, under, turned, line)
        return [] if under == turned else under

    def drawn_hand(self, message: Message, line: int) -> None:
        """`ryukyoku`: the hand is drawn. Whose hands were shown follows from the payments, or from the hands."""
        if self.is_out_of_play(line):
            return
        self.is_over = True
        change = _points(message, "deltas", self.script.players) if "deltas" in message else None
        paid = change or [0] * self.script.players
        reason = self.reason(message, paid)
        if reason != "three-ron":
            self.unpaid("ryukyoku", line)
        self.sticks.declared = None
        entitled = [place for place in self.script.places if paid[place] > 0]
        ready = entitled
        if reason == "nagashi" or not entitled:
            ready = [place for place in self.script.places if self.hands.is_ready(place)]
        by_reason = {"nagashi": entitled, "nine-terminals": [] if self.turn is None else [self.turn]}
        hands = self.shown(message)
        if reason == "three-ron":
            by_reason[reason] = self.winners() if hands is None else list(hands)
            self.script.claim_wins(by_reason[reason], line)
        for place, rest in (hands or {}).items():
            self.script.show(place, line, rest)
        for place in ready if hands is None and reason in ("exhaustive", "nagashi") else ():
            self.script.show(place, line, None, basis="inferred")
        self.script.draw_hand(reason, by_reason.get(reason, []), line)
        if change is not None:
            self.script.settle(change, line)
        self.count(message, "ryukyoku", line, change)

    def shown(self, message: Message) -> dict[int, list[Tile]] | None:
        """The hands that were laid down when the hand was drawn, by place; None where that is not told."""
        hands = message.get("tehais")
        if not isinstance(hands, list) or len(hands) != self.script.players:
            return None
        tiles = {place: _named(hand, "tehais") for place, hand in enumerate(hands)}
        return {place: hand for place, hand in tiles.items() if hand and UNSEEN not in hand}

    def winners(self) -> list[int]:
        """Who can win the latest tile, where it can be won."""
        return [] if self.giver is None or self.latest is None else self.hands.winners(self.giver, self.latest)

    def reason(self, message: Message, paid: Sequence[int]) -> str:
        """Why the hand is drawn; where that is not said, it follows from what has happened."""
        stated = message.get("reason")
        if stated is not None:
            return _REASON_OF.get(stated, shown(stated)) if isinstance(stated, str) else shown(stated)
        if self.taken >= LIVE[self.script.players]:
            return "exhaustive" if max(paid) <= _NOTEN else "nagashi"
        if self.turn is not None:
            return "nine-terminals"
        if self.declared == self.script.players:
            return "four-riichi"
        if self.kongs == len(PLACES):
            return "four-kongs"
        is_seen = all(UNSEEN not in held for held in self.hands.held)
        if is_seen and len(self.winners()) == _MOST_WINNERS:
            return "three-ron"
        is_wind_four = len(set(self.discards)) == 1 and is_wind(self.discards[0].kind) and not self.claims
        return "four-winds" if is_wind_four and len(self.discards) == len(PLACES) else "exhaustive"

    def hand_over(self, _message: Message, line: int) -> None:
        """`end_kyoku`: nothing is left to be said of the hand; what comes next tells where it is not over."""
        is_last = self.at + 1 == len(self.messages)
        if self.opening is not None and (self.is_closed or (is_last and not self.is_over)):
            self.script.remark("out-of-place", "end_kyoku comes before the hand is over, or a second time", line)
        self.is_closed = True

    def end_game(self, message: Message, line: int) -> None:
        """`end_game`: the game is over."""
        totals = _points(message, "scores", self.script.players) if "scores" in message else None
        self.begin_game(None)
        final = message.get("final")
        if totals is not None:
            self.script.end_game(totals, final if isinstance(final, list) else None, line)
        else:
            self.script.add(ev.GameEnd(seq=self.script.seq), line)


MJAI_SETS: dict[str, Literal["chow", "pung", "kong"]] = {"chi": "chow", "pon": "pung", "daiminkan": "kong"}
_HANDLERS: dict[str, Callable[[MessageReader, Message, int], None]] = {
    "start_game": MessageReader.start_game,
    "start_kyoku": MessageReader.start_hand,
    "haipai": MessageReader.deal,
    "tsumo": MessageReader.tsumo,
    "dahai": MessageReader.dahai,
    "chi": MessageReader.meld,
    "pon": MessageReader.meld,
    "daiminkan": MessageReader.meld,
    "ankan": MessageReader.own_kong,
    "kakan": MessageReader.own_kong,
    "nukidora": MessageReader.north,
    "kita": MessageReader.north,
    "reach": MessageReader.riichi,
    "reach_accepted": MessageReader.riichi_stands,
    "dora": MessageReader.indicator,
    "hora": MessageReader.win,
    "ryukyoku": MessageReader.drawn_hand,
    "end_kyoku": MessageReader.hand_over,
    "end_game": MessageReader.end_game,
}


class Unread(dict[str, Any]):
    """A line that is no message, and why it is none."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why


_KINDS: dict[str, Literal["draw", "discard", "claim", "kong", "win", "washout", "begin", "close"]] = {
    "tsumo": "draw", "dahai": "discard", "chi": "claim", "pon": "claim", "daiminkan": "claim", "hora": "win",
    "ryukyoku": "washout", "start_kyoku": "begin", "end_kyoku": "close", "ankan": "kong", "kakan": "kong",
    "nukidora": "kong", "kita": "kong",
}  # fmt: skip


def _decoded(text: bytes) -> Message:
    """The message of a line; one without anything where it is none."""
    try:
        message = json.loads(text_of(text) if rb"\u" in text else text, parse_int=whole_number)
    except NotationError as error:
        return Unread(str(error))
    except (ValueError, RecursionError):
        return Unread("the line is no JSON")
    return _message(message)


def _message(value: Any) -> Message:
    return value if isinstance(value, dict) else {}


def _players(messages: Sequence[tuple[Message, int]]) -> int:
    """How many play: as many as are named, or dealt tiles. Some programs fill up three with nobody, without points."""
    for message, _line in messages:
        named, dealt, scores = (message.get(name) for name in ("names", "tehais", "scores"))
        of_three = (isinstance(entry, list) and len(entry) == len(PLACES) - 1 for entry in (named, dealt))
        if any(of_three):
            return len(PLACES) - 1
        if message.get("type") == "start_kyoku":
            is_filled_up = isinstance(scores, list) and scores[3:] == [0] and 0 != scores[0] == scores[1] == scores[2]
            return len(PLACES) - is_filled_up
    return len(PLACES)


_BY_PLACE = ("names", "tehais", "scores", "deltas", "tenpais", "final")
_NUMBERS = {3: "three", 4: "four"}


def _first_east(messages: Sequence[tuple[Message, int]], players: int) -> int:
    """Which place is East first: as most of the hands say it in which their East draws first."""
    votes, first = [0] * len(PLACES), 0
    dealer: int | None = None
    for message, _line in messages:
        kind = message.get("type")
        with contextlib.suppress(MalformedError):
            if kind == "start_kyoku":
                dealer, at = None, _place(message, "oya")
                if "kyoku" not in message:
                    return at
                first, dealer = (at - _number(message) % len(PLACES)) % players, at
            elif kind == "tsumo" and dealer is not None:
                votes[first] += _place(message, "actor") == dealer
                dealer = None
    return votes.index(max(votes))


def _score(message: Message) -> dict[str, Any] | None:
    """What a win was said to be worth, by programs that say it: fu, han, points, patterns."""
    if "hora_points" not in message:
        return None
    yakus = message.get("yakus")
    items: list[dict[str, Any]] = []
    for stated in yakus if isinstance(yakus, list) else ():
        if not isinstance(stated, list) or len(stated) != 2 or not isinstance(stated[0], str):
            raise MalformedError("bad-field", f"yakus: {shown(stated)} is no pattern with its han")
        known, han = our_name(stated[0]), _whole({"han": stated[1]}, "han")
        item = {"name": known, "doubles": han}
        if is_yakuman(known):
            times = max(1, han // (MESSAGE_YAKUMAN if han >= MESSAGE_YAKUMAN else YAKUMAN_HAN))
            item = {"name": known, "doubles": YAKUMAN_HAN, "yakuman": times}
        items.append(item)
    points, doubles = (_whole(message, name) if name in message else None for name in ("fu", "fan"))
    if any("yakuman" in item for item in items):
        doubles = sum(item["doubles"] for item in items)
    pattern_items = items if isinstance(yakus, list) else None
    return {"total": _whole(message, "hora_points"), "points": points, "doubles": doubles, "items": pattern_items}


def _act(message: Message) -> Act:
    """What a message says to its neighbours; what cannot be read says nothing."""
    stated = message.get("type")
    kind = _KINDS.get(stated) if isinstance(stated, str) else None
    if kind in (None, "begin", "washout", "close"):
        return OTHER if kind is None else Act(kind)
    try:
        tile = _tile(message, "pai") if "pai" in message else None
        return Act(kind, _place(message, "actor"), tile)
    except MalformedError:
        return OTHER


def _whole(message: Message, name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= _MOST:
        raise MalformedError("bad-field", f"{name}={shown(value)}: a whole number is expected")
    return value


def _flag(message: Message, name: str) -> bool | None:
    value = message.get(name)
    if value is not None and not isinstance(value, bool):
        raise MalformedError("bad-field", f"{name}: true or false is expected")
    return value


def _place(message: Message, name: str) -> int:
    place = _whole(message, name)
    if place not in PLACES:
        raise MalformedError("bad-field", f"{name}={place}: places are 0 to {PLACES[-1]}")
    return place


def _number(message: Message) -> int:
    """The number of a hand, from 0."""
    wind, number = message.get("bakaze"), _whole(message, "kyoku")
    if wind not in ("E", "S", "W", "N") or not 1 <= number <= len(PLACES):
        raise MalformedError("bad-field", f"{shown(wind)} {number} is no hand: E, S, W or N and 1 to 4 are expected")
    return len(PLACES) * "ESWN".index(wind) + number - 1


def _points(message: Message, name: str, players: int) -> list[int]:
    points = message.get(name)
    if not isinstance(points, list) or len(points) != players:
        raise MalformedError("bad-field", f"{name}: points of {_NUMBERS[players]} players are expected")
    return [_whole({name: amount}, name) for amount in points]


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
