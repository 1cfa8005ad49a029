"""Games as Mahjong Soul records them, in plain JSON: made of the messages that a game is written as."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.formats.riichi.export import PlayedGame, played_game
from mjlog.formats.riichi.majsoul import _FANS
from mjlog.formats.riichi.mjai_export import messages_of
from mjlog.formats.riichi.names import is_yakuman, our_name

_HONORS = "ESWNPFC"
_ENDS = {"kyushu_kyuhai": 1, "sufuurenta": 2, "suucha_riichi": 3, "suukansansen": 4, "sanchaho": 5}
_CALLS = ("chi", "pon", "daiminkan")


def soul_json(played: Iterable[ev.Event], category: int = 2, is_wrapped: bool = True) -> bytes:
    """A game of these events. `is_wrapped`: each record stands in an action, as the server sends it; else in a list."""
    game = played_game(((event, None) for event in played), "game", None, may_be_unseen=False)
    records = [{"name": f".lq.Record{name}", "data": _without_zeros(fields)} for name, fields in _records(game)]
    actions = [{"passed": 7, "type": 1, "result": record} for record in records]
    players = [{"seat": place, "nickname": name} for place, name in enumerate(game.handles)]
    head: dict[str, Any] = {"accounts": players, "config": {"category": category}}
    if game.end is not None and game.end.final is not None and game.end.totals is not None:
        ends = [{"part_point_1": game.end.totals[one], "total_point": game.end.final[one]} for one in game.handles]
        head["result"] = {"players": [{"seat": place, **end} for place, end in enumerate(ends)]}
    return json.dumps({"head": head, "data": {"actions": actions} if is_wrapped else records}).encode()


def _without_zeros(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (0, False, [], None)}


def _records(game: PlayedGame) -> Iterator[tuple[str, dict[str, Any]]]:
    messages = list(messages_of(game, is_whole=True))
    doras: list[str] = []
    declares, at = False, 0
    while at < len(messages):
        one = messages[at]
        kind, seat = one["type"], one.get("actor")
        if kind == "start_kyoku":
            doras, hands = [_tile(one["dora_marker"])], [_tiles(hand) for hand in one["tehais"]]
            at += 1
            hands[one["oya"]].append(_tile(messages[at]["pai"]))
            yield "NewRound", {
                "chang": "ESWN".index(one["bakaze"]), "ju": one["kyoku"] - 1, "ben": one["honba"],
                "liqibang": one["kyotaku"], "scores": one["scores"], "doras": list(doras),
                **{f"tiles{place}": hand for place, hand in enumerate(hands)},
            }  # fmt: skip
        elif kind == "tsumo":
            yield "DealTile", {"seat": seat, "tile": _tile(one["pai"]), "doras": list(doras)}
        elif kind == "dahai":
            tile, drawn = _tile(one["pai"]), one["tsumogiri"]
            yield "DiscardTile", {"seat": seat, "tile": tile, "moqie": drawn, "is_liqi": declares, "doras": list(doras)}
        elif kind in _CALLS:
            froms = [seat] * len(one["consumed"]) + [one["target"]]
            tiles = [*_tiles(one["consumed"]), _tile(one["pai"])]
            yield "ChiPengGang", {"seat": seat, "type": _CALLS.index(kind), "tiles": tiles, "froms": froms}
        elif kind in ("ankan", "kakan"):
            yield "AnGangAddGang", {"seat": seat, "type": 3 if kind == "ankan" else 2, "tiles": _tile(one["pai"])}
        elif kind == "nukidora":
            yield "BaBei", {"seat": seat, "doras": list(doras)}
        elif kind == "dora":
            doras.append(_tile(one["dora_marker"]))
        elif kind == "hora":
            wins = [one]
            while messages[at + 1]["type"] == "hora":
                at += 1
                wins.append(messages[at])
            changes = [sum(paid) for paid in zip(*(win["deltas"] for win in wins), strict=True)]
            yield "Hule", {"hules": [_hule(win, doras) for win in wins], "delta_scores": changes}
        elif kind == "ryukyoku" and one["reason"] in _ENDS:
            shows = next((place for place, is_shown in enumerate(one["tenpais"]) if is_shown), 0)
            yield "LiuJu", {"type": _ENDS[one["reason"]], "seat": shows}
        elif kind == "ryukyoku":
            yield "NoTile", {
                "liujumanguan": one["reason"] == "nagashi_mangan", "scores": [{"delta_scores": one["deltas"]}],
                "players": [{"tingpai": is_ready} for is_ready in one["tenpais"]],
            }  # fmt: skip
        declares = kind == "reach"
        at += 1


def _hule(win: dict[str, Any], doras: Sequence[str]) -> dict[str, Any]:
    numbers = [our_name(name) for name, _han in win["yakus"]]
    is_limit = any(map(is_yakuman, numbers))
    fans = [{"id": _FANS.index(name) + 1, "val": han // (13 if is_limit else 1)}
            for name, (_name, han) in zip(numbers, win["yakus"], strict=True)]  # fmt: skip
    hand = _tiles(win["hora_tehais"])
    hand.remove(_tile(win["pai"]))
    return _without_zeros({
        "seat": win["actor"], "zimo": win["actor"] == win["target"], "hu_tile": _tile(win["pai"]), "hand": hand,
        "yiman": is_limit, "fu": win["fu"], "fans": fans, "point_rong": win["hora_points"], "doras": list(doras),
        "li_doras": _tiles(win["ura_markers"]),
    })  # fmt: skip


def _tile(name: str) -> str:
    if name in _HONORS:
        return f"{_HONORS.index(name) + 1}z"
    return f"0{name[1]}" if name.endswith("r") else name


def _tiles(names: Iterable[str]) -> list[str]:
    return [_tile(name) for name in names]
