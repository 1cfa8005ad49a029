"""A game written as Majiang JSON: what the format has no place for is lost. See `mjlog.formats.riichi.majiang`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.formats.played import NotSayableError
from mjlog.formats.riichi import mjai_export
from mjlog.formats.riichi.export import PlayedGame, log_lines, refuse_unpaid
from mjlog.formats.riichi.majiang import FROM, HONORS, KIND
from mjlog.formats.riichi.mjai import MJAI_SETS, UNDER, Message
from mjlog.formats.riichi.names import MJAI_NAMES, WORDS, YAKUMAN_HAN, is_yakuman, our_name
from mjlog.formats.riichi.play import Hands
from mjlog.formats.riichi.tiles import MJAI, MJAI_OF, in_order
from mjlog.formats.riichi.transcript import PLACES
from mjlog.tiles import Tile

LOST = ("rule set",)
"""What is always lost for other programs; this one reads its own field."""
CARRIED = mjai_export.CARRIED - {"ends without points"} | {"final scores"}
"""Of what not every format has, what this one has."""
_DRAWS = {
    "exhaustive_draw": "荒牌平局", "nagashi_mangan": "流し満貫", "kyushu_kyuhai": "九種九牌", "sufuurenta": "四風連打",
    "suucha_riichi": "四家立直", "suukansansen": "四開槓", "sanchaho": "三家和",
}  # fmt: skip
_WORDS = {"両立直": "ダブル立直", "国士無双１３面": "国士無双十三面"}
"""Words of the format for patterns, where they are others."""
_SUITS = "mpsz"
Move = dict[str, Any]


def write_majiang(game: PlayedGame, is_whole: bool) -> Iterator[bytes]:
    """The lines of a file, a hand each; of a single hand without the end of the game.

    Raises:
        NotSayableError: of a hand it is not recorded what was paid; or north winds are laid aside.
    """
    refuse_unpaid(game)
    if any(isinstance(event, ev.Bonus) for hand in game.hands for event in hand.events):
        raise NotSayableError("the format has no north winds laid aside")
    is_own = game.record.get("format") == KIND
    head = json.loads(game.record["header"]) if is_own else {"title": "", "player": list(game.handles), "qijia": 0}
    head |= {} if is_own else game.own
    count = len(game.handles)
    stated = head.get("qijia", 0)
    first = stated if isinstance(stated, int) else 0
    hands: list[list[Move]] = []
    for message in mjai_export.messages_of(game, is_whole):
        if message["type"] == "start_kyoku":
            writer = _HandWriter(message)
            hands.append(writer.moves)
        elif message["type"] not in ("end_kyoku", "end_game"):
            _WRITERS[message["type"]](writer, message)
    totals, final = (game.end.totals, game.end.final) if is_whole and game.end is not None else (None, None)
    ids = [game.handles[(place - first) % count] for place in range(count)]
    head |= {"defen": [totals.get(handle, 0) for handle in ids] if totals else [], "rank": [], "point": []}
    if final:
        # Of two with the same score the first East goes before the other.
        order = sorted(game.handles, key=lambda handle: -final.get(handle, 0))
        points = [final.get(handle, 0) for handle in ids]
        head["rank"] = [order.index(handle) + 1 for handle in ids]
        head["point"] = [f"{handle // 1000}" if handle % 1000 == 0 else f"{handle / 1000}" for handle in points]
    yield from log_lines(head, hands)


class _HandWriter:
    """Writes the moves of one hand. `late`: the indicator of a concealed kong, which comes after the replacement."""

    def __init__(self, start: Message) -> None:
        self.dealer = start["oya"]
        self.count = len(start["tehais"])
        self.hands = Hands([[MJAI[tile] for tile in tiles] for tiles in start["tehais"]])
        self.sets: list[list[str]] = [[] for _ in PLACES]
        self.in_riichi: set[int] = set()
        self.is_concealed, self.is_loose = False, False
        self.late: Move | None = None
        self.declares = False
        opening = {
            "zhuangfeng": HONORS.index(start["bakaze"]), "jushu": start["kyoku"] - 1, "changbang": start["honba"],
            "lizhibang": start["kyotaku"], "defen": self.by_seat(start["scores"]),
            "baopai": _code(MJAI[start["dora_marker"]]),
            "shoupai": [self.hand(place) for place in self.by_seat(range(self.count))],
        }  # fmt: skip
        self.moves: list[Move] = [{"qipai": opening}]

    def seat(self, place: int) -> int:
        """The seat of a place, counted from East on."""
        return int(place - self.dealer) % self.count

    def by_seat(self, by_place: Sequence[Any]) -> list[Any]:
        """What stands by place, by seat."""
        return [by_place[(self.dealer + seat) % self.count] for seat in range(self.count)] if by_place else []

    def say(self, kind: str, message: Message, **fields: Any) -> None:
        """One move more."""
        self.moves.append({kind: {"l": self.seat(message["actor"]), **fields}})

    def hand(self, place: int, last: Tile | None = None, laid_down: Sequence[str] = ()) -> str:
        """A hand with its sets, the tile that came last at its end. `laid_down`: its tiles, where they were shown."""
        held = [MJAI[tile] for tile in laid_down] or list(self.hands.held[place])
        if last in held:
            held.remove(last)
        # A red five stands before the plain ones.
        codes = sorted((_code(tile) for tile in held), key=lambda code: (code[1:].replace("0", "4.5"), code))
        by_suit = ("".join(code[1] for code in codes if code[0] == suit) for suit in _SUITS)
        shown = "_" * codes.count("_")
        shown += "".join(suit + ranks for suit, ranks in zip(_SUITS, by_suit, strict=True) if ranks)
        shown += ("" if last is None else _code(last)) + ("*" if place in self.in_riichi else "")
        return ",".join((shown, *self.sets[place]))

    def draw(self, message: Message) -> None:
        """`tsumo`."""
        tile = MJAI[message["pai"]]
        self.say("gangzimo" if self.is_loose else "zimo", message, p=_code(tile))
        self.hands.draw(message["actor"], tile)
        self.moves += [self.late] if self.late is not None else []
        self.is_loose, self.is_concealed, self.late = False, False, None

    def riichi(self, message: Message) -> None:
        """`reach`: the next discard declares it."""
        self.in_riichi.add(message["actor"])
        self.declares = True

    def discard(self, message: Message) -> None:
        """`dahai`."""
        tile = MJAI[message["pai"]]
        signs = ("_" if message.get("tsumogiri") else "") + ("*" if self.declares else "")
        self.say("dapai", message, p=_code(tile) + signs)
        self.declares = False
        self.hands.put_down(message["actor"], [tile])

    def pass_over(self, _message: Message) -> None:
        """`reach_accepted`: what comes next tells it."""

    def claim(self, message: Message) -> None:
        """`chi`, `pon`, `daiminkan`."""
        place, claimed = message["actor"], MJAI[message["pai"]]
        own = in_order(MJAI[tile] for tile in message["consumed"])
        sign = FROM[(message["target"] - place) % self.count]
        ranks = [_code(tile)[1] for tile in own]
        if MJAI_SETS[message["type"]] == "chow":
            at = sum(tile.kind < claimed.kind for tile in own)
            ranks.insert(at, _code(claimed)[1] + sign)
        else:
            ranks.append(_code(claimed)[1] + sign)
        self.lay(message, "fulou", claimed, ranks)
        self.hands.lay(place, [*own, claimed], claimed)
        self.is_loose = message["type"] == "daiminkan"

    def lay(self, message: Message, kind: str, tile: Tile, ranks: Sequence[str]) -> None:
        """A set lies on the table."""
        words = _code(tile)[0] + "".join(ranks)
        self.say(kind, message, m=words)
        self.sets[message["actor"]].append(words)

    def kong(self, message: Message) -> None:
        """`ankan`."""
        tiles = in_order(MJAI[tile] for tile in message["consumed"])
        self.lay(message, "gang", tiles[0], [_code(tile)[1] for tile in reversed(tiles)])
        self.hands.lay(message["actor"], tiles)
        self.is_loose = self.is_concealed = True

    def add(self, message: Message) -> None:
        """`kakan`."""
        place, tile = message["actor"], MJAI[message["pai"]]
        sets, kinds = self.sets[place], {_code(MJAI[code])[0] for code in message["consumed"]}
        plain = _code(tile).replace("0", "5")
        pung = next((code for code in sets if code[0] in kinds and code.replace("0", "5")[:2] == plain), None)
        words = f"{pung or _code(tile)[0] + _code(tile)[1] * 3}{_code(tile)[1]}"
        self.say("gang", message, m=words)
        self.sets[place] = [words if code == pung else code for code in sets]
        self.hands.add(place, tile)
        self.is_loose = True

    def turn(self, message: Message) -> None:
        """`dora`."""
        move = {"kaigang": {"baopai": _code(MJAI[message["dora_marker"]])}}
        if self.is_concealed:
            self.late = move
        else:
            self.moves.append(move)

    def win(self, message: Message) -> None:
        """`hora`."""
        place, giver = message["actor"], message["target"]
        tile = MJAI[message["pai"]]
        if place != giver:
            self.hands.draw(place, tile)
        named = message.get("yakus") or ()
        yakuman = sum(han for name, han in named if is_yakuman(our_name(name))) // YAKUMAN_HAN
        worth = {"fu": message.get("fu"), "fanshu": None if yakuman else message.get("fan"),
                 "damanguan": yakuman or None, "defen": message.get("hora_points")}  # fmt: skip
        self.say(
            "hule", message, shoupai=self.hand(place, tile, message.get("hora_tehais", ())),
            baojia=None if place == giver else self.seat(giver),
            fubaopai=[_code(MJAI[code]) for code in message.get(UNDER[0], ())] or None,
            **{name: value for name, value in worth.items() if value is not None},
            hupai=self.patterns(message, bool(yakuman)), fenpei=self.by_seat(message["deltas"]),
        )  # fmt: skip
        if place != giver:
            self.hands.put_down(place, [tile])

    def patterns(self, message: Message, is_yakuman_hand: bool) -> list[Move]:
        """What a win was named, in the words of the format; who is liable stands with the first of them."""
        own_wind = self.seat(message["actor"])
        named: list[Move] = []
        for name, han in message.get("yakus") or ():
            # Of winds the server's number is that of the one which counts.
            wind = {"jikaze": own_wind, "bakaze": self.moves[0]["qipai"]["zhuangfeng"]}.get(name, 0)
            amount = "*" * (han // YAKUMAN_HAN) if is_yakuman_hand else han
            is_known = name in MJAI_NAMES
            own = WORDS[MJAI_NAMES.index(name) + wind].replace("役牌", "翻牌") if is_known else name
            named.append({"name": _WORDS.get(own, own), "fanshu": amount})
        if "pao" in message and named:
            named[0]["baojia"] = FROM[(message["pao"] - message["actor"]) % self.count]
        return named

    def wash_out(self, message: Message) -> None:
        """`ryukyoku`."""
        shown_hands = [[tile for tile in hand if tile != "?"] for hand in message.get("tehais") or [[]] * self.count]
        showing = enumerate(message["tenpais"])
        hands = [self.hand(place, laid_down=shown_hands[place]) if is_shown else "" for place, is_shown in showing]
        name = _DRAWS.get(message["reason"], message["reason"])
        drawn = {"name": name, "shoupai": self.by_seat(hands), "fenpei": self.by_seat(message["deltas"])}
        self.moves.append({"pingju": drawn})


def _code(tile: Tile) -> str:
    """A tile: `m1`, `p0` a red five, `z1` east, `_` unseen."""
    name = MJAI_OF[tile]
    if name in HONORS:
        return f"z{HONORS.index(name) + 1}"
    if name == "?":
        return "_"
    return f"{name[1]}{0 if len(name) > 2 else name[0]}"


_WRITERS: Mapping[str, Callable[[_HandWriter, Message], None]] = {
    "tsumo": _HandWriter.draw, "dahai": _HandWriter.discard, "reach": _HandWriter.riichi,
    "reach_accepted": _HandWriter.pass_over, "chi": _HandWriter.claim, "pon": _HandWriter.claim,
    "daiminkan": _HandWriter.claim, "ankan": _HandWriter.kong, "kakan": _HandWriter.add, "dora": _HandWriter.turn,
    "hora": _HandWriter.win, "ryukyoku": _HandWriter.wash_out,
}  # fmt: skip
