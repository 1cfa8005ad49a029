"""Majiang JSON: a game as an object, of each hand a list of moves in order, each by its seat from East on.

A game is read as the messages that it stands for (`mjlog.formats.riichi.mjai`). Source: docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mjlog.formats.json_values import Value, json_values, lines_of_list, text_of
from mjlog.formats.riichi.mjai import Message, Unread, read_messages
from mjlog.formats.riichi.names import MESSAGE_YAKUMAN, MJAI_NAMES, NUMBER_OF, REASON_OF
from mjlog.formats.riichi.tenhou6 import SOUL_RULES
from mjlog.formats.riichi.transcript import OWN, PLACES
from mjlog.log.records import GameRecord

KIND = "majiang"
HONORS = "ESWNPFC"
FROM = "_+=-"
"""What says whose tile was claimed: by how many places after the owner's."""
RULES: Mapping[str, Any] = {
    name: SOUL_RULES[name] for name in ("double_yakuman", "pao_covers", "pao_honba", "extra_ends")
}  # fmt: skip
"""What its games are played by as a rule: some yakuman count double, who is liable answers for that yakuman alone, and
the extra round ends with the first hand after which somebody has the points."""
_RESULTS = ("log", "defen", "rank", "point")
_TILES = re.compile(r"[mps]\d+|z[1-7]+|_+")
_SET = re.compile(r"([mpsz])(\d{3,4}|[\d+=-]{4,5})")
_UNSEEN = "?"

Moves = list[tuple[Message, int]]


class _UnreadableError(Exception):
    """A move that is none."""


def read_majiang(game: str, source: str, content: bytes) -> Iterator[GameRecord]:
    """The games of a file."""
    for value in json_values(text_of(content)):
        header = value.value if isinstance(value.value, dict) else {}
        about = {key: header[key] for key in header if key not in _RESULTS}
        record = {"header": json.dumps(about, ensure_ascii=False)}
        yield from read_messages(game, source, _messages(value), KIND, record, RULES)


def _messages(value: Value) -> Moves:
    document, text, first, fault = value
    log = document.get("log") if isinstance(document, dict) else None
    if fault is not None or not isinstance(log, list):
        return [(Unread(fault or "a list of hands, `log`, is missing"), first)]
    players = document.get("player")
    names = [str(player).partition("\n")[0] for player in players] if isinstance(players, list) else []
    own = {OWN: document[OWN]} if OWN in document else {}
    messages: Moves = [({"type": "start_game", "names": names, **own}, first)]
    count = len(names) or len(PLACES)
    qijia = document.get("qijia")
    for hand, line in zip(log, lines_of_list(text, "log", len(log), first), strict=True):
        reader = _Hand(qijia if isinstance(qijia, int) else 0, count)
        stated = hand if isinstance(hand, list) else []
        moves: list[dict[str, Any]] = [move for move in stated if isinstance(move, dict)]
        for move, *following in zip(moves, [*moves[1:], {}], [*moves[2:], {}, {}], strict=False):
            try:
                messages += [(message, line) for message in reader.told(move, following)]
            except (_UnreadableError, AttributeError, KeyError, TypeError, ValueError, IndexError):
                words = json.dumps(move, ensure_ascii=False)[:200]
                messages.append((Unread(f"this is no move of a hand: {words}"), line))
        messages += [({"type": "end_kyoku"}, line)] if any("hule" in move or "pingju" in move for move in moves) else []
    totals, point = document.get("defen"), document.get("point")
    if totals or point:
        try:
            final = [round(1000 * float(number)) for number in point] if isinstance(point, list) and point else None
            end: Message = {"type": "end_game", "scores": totals, "final": final}
        except (TypeError, ValueError):
            end = Unread("`point` has something that is no number")
        messages.append((end, first + text.count("\n")))
    return messages


class _Hand:
    """Says the moves of one hand as messages. `dealer`: East's place; `kong`: the latest one is concealed."""

    def __init__(self, first: int, count: int) -> None:
        self.first = first
        self.count = count
        self.dealer = first
        self.is_concealed = False

    def told(self, move: Mapping[str, Any], following: Sequence[Mapping[str, Any]]) -> list[Message]:
        """The messages of one move; the two after it tell whether a riichi stands, and when an indicator turns."""
        (kind, what), *rest = move.items()
        handler = _MOVES.get(kind)
        if handler is None or rest or not isinstance(what, dict):
            raise _UnreadableError
        return handler(self, what, following)

    def place(self, seat: int) -> int:
        """The place of a seat, which is counted from East on."""
        if seat not in range(self.count):
            raise _UnreadableError
        return (self.dealer + seat) % self.count

    def by_place(self, by_seat: Sequence[Any]) -> list[Any]:
        """What stands by seat, by place."""
        if len(by_seat) != self.count:
            raise _UnreadableError
        return [by_seat[(place - self.dealer) % self.count] for place in range(self.count)]

    def begin(self, what: Mapping[str, Any], _following: object) -> list[Message]:
        """`qipai`: the hand begins."""
        self.dealer = (self.first + what["jushu"]) % self.count
        return [{
            "type": "start_kyoku", "bakaze": HONORS[what["zhuangfeng"]], "kyoku": what["jushu"] + 1,
            "honba": what["changbang"], "kyotaku": what["lizhibang"], "oya": self.dealer,
            "scores": self.by_place(what["defen"]), "dora_marker": tile_named(what["baopai"]),
            "tehais": self.by_place([_hand(text) or [_UNSEEN] * 13 for text in what["shoupai"]]),
        }]  # fmt: skip

    def draw(self, what: Mapping[str, Any], following: Sequence[Mapping[str, Any]]) -> list[Message]:
        """`zimo`, `gangzimo`: a tile is drawn; the indicator of a concealed kong is turned before that."""
        drawn: Message = {"type": "tsumo", "actor": self.place(what["l"]), "pai": tile_named(what["p"])}
        if not self.is_concealed or "kaigang" not in following[0]:
            return [drawn]
        return [_indicator(following[0]["kaigang"]), drawn]

    def turn(self, what: Mapping[str, Any], _following: object) -> list[Message]:
        """`kaigang`: an indicator is turned."""
        was_told, self.is_concealed = self.is_concealed, False
        return [] if was_told else [_indicator(what)]

    def discard(self, what: Mapping[str, Any], following: Sequence[Mapping[str, Any]]) -> list[Message]:
        """`dapai`: a discard, with riichi before it, and after it that it stands."""
        self.is_concealed = False
        place, text = self.place(what["l"]), what["p"]
        drawn: Message = {"type": "dahai", "actor": place, "pai": tile_named(text[:2]), "tsumogiri": "_" in text}
        if not text.endswith("*"):
            return [drawn]
        after = next((move for move in following if "kaigang" not in move), {})
        is_won = "hule" in after or REASON_OF.get(after.get("pingju", {}).get("name")) == "three-ron"
        stands: list[Message] = [{"type": "reach_accepted", "actor": place}] if after and not is_won else []
        return [{"type": "reach", "actor": place}, drawn, *stands]

    def claim(self, what: Mapping[str, Any], _following: object) -> list[Message]:
        """`fulou`: a set with the latest discard."""
        place = self.place(what["l"])
        own, claimed, giver = _set(what["m"])
        if claimed is None:
            raise _UnreadableError
        kind = "daiminkan" if len(own) == 3 else "pon" if own[0][0] == own[1][0] == claimed[0] else "chi"
        target = (place + giver) % self.count
        return [{"type": kind, "actor": place, "target": target, "pai": claimed, "consumed": own}]

    def kong(self, what: Mapping[str, Any], _following: object) -> list[Message]:
        """`gang`: a kong out of the hand, or added to a pung."""
        place, text = self.place(what["l"]), what["m"]
        self.is_concealed = not any(sign in text for sign in FROM[1:])
        own, claimed, _giver = _set(text)
        if self.is_concealed:
            return [{"type": "ankan", "actor": place, "consumed": own}]
        return [{"type": "kakan", "actor": place, "pai": own[-1], "consumed": [*own[:-1], claimed]}]

    def win(self, what: Mapping[str, Any], _following: object) -> list[Message]:
        """`hule`: a win."""
        place, giver = self.place(what["l"]), what.get("baojia")
        hand = _hand(what["shoupai"])
        message: Message = {
            "type": "hora", "actor": place, "target": place if giver is None else self.place(giver), "pai": hand[-1],
            "deltas": self.by_place(what["fenpei"]), "hora_tehais": hand,
            "ura_markers": [tile_named(tile) for tile in what.get("fubaopai") or ()] or None,
        }  # fmt: skip
        named = what.get("hupai") or ()
        liable = [(place + FROM.index(pattern["baojia"])) % self.count for pattern in named if pattern.get("baojia")]
        worth = {"fu": what.get("fu"), "fan": what.get("fanshu"), "hora_points": what.get("defen")}
        fields = {name: value for name, value in worth.items() if value is not None}
        yakus = []
        for item in named:
            number, han = NUMBER_OF.get(item["name"].replace("翻牌", "役牌")), item["fanshu"]
            name = item["name"] if number is None else MJAI_NAMES[number]
            yakus.append([name, MESSAGE_YAKUMAN * len(han) if isinstance(han, str) else han])
        return [{**message, **fields, **({"yakus": yakus} if yakus else {}), **({"pao": liable[0]} if liable else {})}]

    def wash_out(self, what: Mapping[str, Any], _following: object) -> list[Message]:
        """`pingju`: the hand is drawn."""
        hands = self.by_place([_hand(text or "") or [_UNSEEN] for text in what["shoupai"]])
        reason = REASON_OF.get(what["name"], what["name"])
        return [{"type": "ryukyoku", "reason": reason, "deltas": self.by_place(what["fenpei"]), "tehais": hands}]


_MOVES: dict[str, Callable[[_Hand, Mapping[str, Any], Sequence[Mapping[str, Any]]], list[Message]]] = {
    "qipai": _Hand.begin, "zimo": _Hand.draw, "gangzimo": _Hand.draw, "dapai": _Hand.discard, "fulou": _Hand.claim,
    "gang": _Hand.kong, "kaigang": _Hand.turn, "hule": _Hand.win, "pingju": _Hand.wash_out,
}  # fmt: skip


def _indicator(what: Mapping[str, Any]) -> Message:
    return {"type": "dora", "dora_marker": tile_named(what["baopai"])}


def tile_named(text: str | None) -> str:
    """The name that a message has for a tile: `m0` is a red five, `z1` east; nothing, or `_`, an unseen one."""
    if not text or text == "_":
        return _UNSEEN
    suit, rank = text[0], int(text[1])
    if suit == "z":
        return HONORS[rank - 1]
    return f"{rank}{suit}" if rank else f"5{suit}r"


def _hand(text: str) -> list[str]:
    """The tiles that are not laid down; of a winner that with which the hand is won is the last one."""
    tiles: list[str] = []
    for part in _TILES.findall(text.partition(",")[0]):
        tiles += [_UNSEEN] * len(part) if part[0] == "_" else [tile_named(part[0] + rank) for rank in part[1:]]
    return tiles


def _set(text: str) -> tuple[list[str], str | None, int]:
    """The tiles of a set but the one that was claimed, which that is, and how many places after the owner's it was."""
    match = _SET.fullmatch(text)
    if match is None:
        raise _UnreadableError
    suit, signs = match.groups()
    own, claimed, giver = list[str](), None, 0
    for at, sign in enumerate(signs):
        if sign in FROM:
            claimed, giver = own.pop(), FROM.index(sign)
        elif at <= len(signs):
            own.append(tile_named(suit + sign))
    return own, claimed, giver
