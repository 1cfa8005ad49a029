"""Records of Mahjong Soul as plain JSON: a list of records such as `RecordDiscardTile`, each a name and its fields.

A game is read as the messages that it stands for (`mjlog.formats.riichi.mjai`). Fields that are 0, false or empty may
be missing. Source: docs/lookup/riichi-records.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mjlog.formats.json_values import json_values, text_of
from mjlog.formats.riichi.majiang import HONORS, tile_named
from mjlog.formats.riichi.mjai import Message, Unread, read_messages
from mjlog.formats.riichi.names import MESSAGE_YAKUMAN, in_messages
from mjlog.formats.riichi.tenhou6 import SOUL_RULES, SOUL_RULES_OF_THREE
from mjlog.formats.riichi.transcript import NOT_UNDERSTOOD
from mjlog.log.records import GameRecord

KIND = "majsoul"
_RANKED = 2
"""The category of games in rooms, whose rules are known; others are played by rules of their own."""
_FANS = (
    "fully-concealed", "riichi", "chankan", "rinshan", "haitei", "houtei", "white-dragon", "green-dragon",
    "red-dragon", "own-wind", "prevailing-wind", "tanyao", "iipeiko", "pinfu", "chanta", "ittsu", "sanshoku",
    "double-riichi", "sanshoku-doko", "sankantsu", "toitoi", "sananko", "shosangen", "honroto", "seven-pairs",
    "junchan", "honitsu", "ryanpeiko", "chinitsu", "ippatsu", "dora", "red-five", "under-dora", "north", "heaven",
    "earth", "daisangen", "suanko", "tsuiso", "ryuiso", "chinroto", "kokushi", "shosushi", "sukantsu", "chuuren",
    "eight-in-a-row", "chuuren", "suanko", "kokushi", "daisushi",
)  # fmt: skip
"""Our names of the server's patterns, from number 1 on."""
_THREE = 3
_ENDS = {1: "nine-terminals", 2: "four-winds", 3: "four-riichi", 4: "four-kongs", 5: "three-ron"}
_UNSEEN, _NORTH = "?", "N"
_PREFIX = ".lq."
Fields = Mapping[str, Any]


def read_majsoul(game: str, source: str, content: bytes) -> Iterator[GameRecord]:
    """The games of a file."""
    for value in json_values(text_of(content)):
        document = value.value
        head = document.get("head") if isinstance(document, dict) else None
        head = head if isinstance(head, dict) else {}
        records = _records(document)
        unread = [Unread(value.fault)] if value.fault is not None else _messages(records, head)
        is_known = _of(head, "config").get("category", _RANKED) == _RANKED
        record = {} if is_known else {NOT_UNDERSTOOD: ["rules of friendly games and tournaments"]}
        rules = SOUL_RULES_OF_THREE if _players(records) == _THREE else SOUL_RULES
        yield from read_messages(game, source, [(fields, value.line) for fields in unread], KIND, record, rules)


def _records(document: Any) -> list[tuple[str, Fields]]:
    """The records of a game, wherever they stand in it: name and fields."""
    records: list[tuple[str, Fields]] = []
    waiting = [document]
    while waiting:
        latest = waiting.pop()
        if isinstance(latest, list):
            waiting += reversed(latest)
        elif isinstance(latest, dict):
            name, fields = latest.get("name"), latest.get("data")
            if isinstance(name, str) and name.removeprefix(_PREFIX).startswith("Record") and isinstance(fields, dict):
                records.append((name.removeprefix(_PREFIX), fields))
            else:
                waiting += reversed([value for key, value in latest.items() if key != "head"])
    return records


def _players(records: Sequence[tuple[str, Fields]]) -> int:
    first = next((fields for name, fields in records if name == "RecordNewRound"), {})
    return sum(bool(first.get(f"tiles{place}")) for place in range(4))


def _of(fields: Fields, name: str) -> Fields:
    value = fields.get(name)
    return value if isinstance(value, dict) else {}


def _messages(records: Sequence[tuple[str, Fields]], head: Fields) -> Iterator[Message]:
    reader = _Game(records, head)
    yield reader.start()
    for name, fields in records:
        handler = _RECORDS.get(name)
        try:
            if handler is not None:
                yield from reader.accepted(name, fields)
                yield from handler(reader, fields)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            yield Unread(f"{name} has fields that cannot be read")
    yield from reader.end()


class _Game:
    """Says the records of a game as messages.

    `held`, `pungs`: the tiles of each hand, and what was laid down as a pung. `riichi`: who has declared it, before it
    stands; `latest`: whose tile can be won; `turned`: how many indicators are.
    """

    def __init__(self, records: Sequence[tuple[str, Fields]], head: Fields) -> None:
        self.count = _players(records)
        self.head = head
        self.held: list[list[str]] = []
        self.pungs: dict[tuple[int, str], list[str]] = {}
        self.riichi: int | None = None
        self.latest = self.turned = self.repeats = 0

    def start(self) -> Message:
        """Who plays."""
        names = [""] * self.count
        accounts = self.head.get("accounts")
        for account in accounts if isinstance(accounts, list) else ():
            if isinstance(account, dict) and account.get("seat", 0) in range(self.count):
                names[account.get("seat", 0)] = str(account.get("nickname", ""))
        return {"type": "start_game", "names": names}

    def end(self) -> Iterator[Message]:
        """The points and final scores at the end."""
        players = _of(self.head, "result").get("players")
        if isinstance(players, list) and len(players) == self.count:
            by_seat = {player.get("seat", 0): player for player in players if isinstance(player, dict)}
            totals = [by_seat.get(place, {}).get("part_point_1", 0) for place in range(self.count)]
            final = [by_seat.get(place, {}).get("total_point", 0) for place in range(self.count)]
            yield {"type": "end_game", "scores": totals, "final": final}

    def accepted(self, name: str, fields: Fields) -> Iterator[Message]:
        """A riichi stands, where its discard is not won."""
        if self.riichi is not None:
            is_won = name == "RecordHule" or (name == "RecordLiuJu" and _ENDS.get(fields.get("type", 0)) == "three-ron")
            if not is_won:
                yield {"type": "reach_accepted", "actor": self.riichi}
            self.riichi = None

    def begin(self, fields: Fields) -> Iterator[Message]:
        """`RecordNewRound`: East has the first tile among its own."""
        dealer = fields.get("ju", 0)
        self.held = [[_tile(field) for field in fields[f"tiles{place}"]] for place in range(self.count)]
        first = self.held[dealer][13:]
        doras = fields.get("doras") or [fields["dora"]]
        self.pungs, self.turned, self.repeats = {}, len(doras), fields.get("ben", 0)
        yield {
            "type": "start_kyoku", "bakaze": HONORS[fields.get("chang", 0)], "kyoku": dealer + 1,
            "honba": self.repeats, "kyotaku": fields.get("liqibang", 0), "oya": dealer, "scores": fields["scores"],
            "dora_marker": _tile(doras[0]), "tehais": [hand[:13] for hand in self.held],
        }  # fmt: skip
        yield from ({"type": "tsumo", "actor": dealer, "pai": tile} for tile in first)

    def turn(self, fields: Fields) -> Iterator[Message]:
        """Indicators that were turned since."""
        doras = fields.get("doras") or ()
        yield from ({"type": "dora", "dora_marker": _tile(indicator)} for indicator in doras[self.turned :])
        self.turned = max(self.turned, len(doras))

    def draw(self, fields: Fields) -> Iterator[Message]:
        """`RecordDealTile`."""
        yield from self.turn(fields)
        place, tile = fields.get("seat", 0), _tile(fields["tile"])
        self.held[place].append(tile)
        yield {"type": "tsumo", "actor": place, "pai": tile}

    def discard(self, fields: Fields) -> Iterator[Message]:
        """`RecordDiscardTile`."""
        place, tile = fields.get("seat", 0), _tile(fields["tile"])
        if fields.get("is_liqi") or fields.get("is_wliqi"):
            self.riichi = place
            yield {"type": "reach", "actor": place}
        yield from self.turn(fields)
        self.latest = place
        self.put_down(place, [tile])
        yield {"type": "dahai", "actor": place, "pai": tile, "tsumogiri": bool(fields.get("moqie"))}

    def put_down(self, place: int, tiles: Sequence[str]) -> None:
        """Tiles leave a hand, as far as they are in it."""
        for tile in tiles:
            if tile in self.held[place]:
                self.held[place].remove(tile)

    def claim(self, fields: Fields) -> Iterator[Message]:
        """`RecordChiPengGang`: the tiles of a set, and from whom each is."""
        place, tiles = fields.get("seat", 0), [_tile(field) for field in fields["tiles"]]
        at = [giver != place for giver in fields["froms"]].index(True)
        own = [*tiles[:at], *tiles[at + 1 :]]
        kind = ("chi", "pon", "daiminkan")[fields.get("type", 0)]
        if kind == "pon":
            self.pungs[place, _plain(tiles[0])] = tiles
        self.put_down(place, own)
        yield {"type": kind, "actor": place, "target": fields["froms"][at], "pai": tiles[at], "consumed": own}

    def kong(self, fields: Fields) -> Iterator[Message]:
        """`RecordAnGangAddGang`: the tile alone; added where a pung of it lies."""
        place, tile = fields.get("seat", 0), _tile(fields["tiles"])
        self.latest = place
        pung = self.pungs.get((place, _plain(tile)))
        if pung is not None:
            self.put_down(place, [tile])
            yield {"type": "kakan", "actor": place, "pai": tile, "consumed": pung}
        else:
            own = [held for held in self.held[place] if _plain(held) == _plain(tile)]
            self.put_down(place, own)
            yield {"type": "ankan", "actor": place, "consumed": own}
        yield from self.turn(fields)

    def lay_aside(self, fields: Fields) -> Iterator[Message]:
        """`RecordBaBei`: a north wind."""
        self.latest = fields.get("seat", 0)
        self.put_down(self.latest, [_NORTH])
        yield {"type": "nukidora", "actor": self.latest, "pai": _NORTH}
        yield from self.turn(fields)

    def wins(self, fields: Fields) -> Iterator[Message]:
        """`RecordHule`: the wins of a tile; what all gain is told together, and what later ones are paid."""
        wins, left = fields["hules"], list(fields["delta_scores"])
        yield from self.turn(wins[0])
        changes: list[list[int]] = []
        for winning in wins[1:]:
            change = [0] * self.count
            change[winning.get("seat", 0)] += winning["point_rong"]
            change[self.latest] -= winning["point_rong"]
            left = [all_of_it - part for all_of_it, part in zip(left, change, strict=True)]
            changes.append(change)
        for number, (winning, change) in enumerate(zip(wins, [left, *changes], strict=True)):
            yield self.win(winning, change, 0 if number else 100 * (self.count - 1) * self.repeats)
        yield {"type": "end_kyoku"}

    def win(self, tile_under: Fields, change: Sequence[int], for_repeats: int) -> Message:
        """One win."""
        place, tile = tile_under.get("seat", 0), _tile(tile_under["hu_tile"])
        named = tile_under.get("fans") or ()
        worth = MESSAGE_YAKUMAN if tile_under.get("yiman") else 1
        yakus = []
        for fan in (fan for fan in named if fan.get("val")):
            number = fan.get("id", 0)
            name = _FANS[number - 1] if 0 < number <= len(_FANS) else str(number)
            yakus.append([in_messages(name), fan["val"] * worth])
        return {
            "type": "hora", "actor": place, "target": place if tile_under.get("zimo") else self.latest, "pai": tile,
            "hora_tehais": [*map(_tile, tile_under.get("hand") or ()), tile], "deltas": list(change),
            "ura_markers": [_tile(name) for name in tile_under.get("li_doras") or ()] or None,
            "yakus": yakus, "fu": tile_under.get("fu", 0), "fan": sum(han for _name, han in yakus),
            "hora_points": -sum(paid for paid in change if paid < 0) - for_repeats,
        }  # fmt: skip

    def exhausted(self, fields: Fields) -> Iterator[Message]:
        """`RecordNoTile`: who was ready shows a hand."""
        deltas = [0] * self.count
        for score in fields.get("scores") or ():
            for place, gained in enumerate(score.get("delta_scores") or ()):
                deltas[place] += gained
        ready = [bool(field.get("tingpai")) for field in fields["players"]]
        hands = [self.held[place] if is_ready else [_UNSEEN] for place, is_ready in enumerate(ready)]
        reason = "nagashi" if fields.get("liujumanguan") else "exhaustive"
        yield {"type": "ryukyoku", "reason": reason, "deltas": deltas, "tehais": hands}
        yield {"type": "end_kyoku"}

    def broken_off(self, fields: Fields) -> Iterator[Message]:
        """`RecordLiuJu`: the hand is drawn before its end."""
        reason, place = _ENDS.get(fields.get("type", 0), str(fields.get("type", 0))), fields.get("seat", 0)
        showing = {"nine-terminals": [place], "four-riichi": list(range(self.count))}.get(reason, [])
        hands = [self.held[seat] if seat in showing else [_UNSEEN] for seat in range(self.count)]
        shown = {"tehais": hands} if showing else {}
        yield {"type": "ryukyoku", "reason": reason, "deltas": [0] * self.count, **shown}
        yield {"type": "end_kyoku"}


_RECORDS: dict[str, Callable[[_Game, Fields], Iterator[Message]]] = {
    "RecordNewRound": _Game.begin, "RecordDealTile": _Game.draw, "RecordDiscardTile": _Game.discard,
    "RecordChiPengGang": _Game.claim, "RecordAnGangAddGang": _Game.kong, "RecordHule": _Game.wins,
    "RecordBaBei": _Game.lay_aside, "RecordNoTile": _Game.exhausted, "RecordLiuJu": _Game.broken_off,
}  # fmt: skip


def _tile(text: str) -> str:
    """The name that a message has for a tile: `0m` is a red five, `1z` east."""
    return tile_named(text[1] + text[0])


def _plain(tile: str) -> str:
    return tile.removesuffix("r")
