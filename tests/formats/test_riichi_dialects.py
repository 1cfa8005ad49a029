"""Riichi records as programs write them: mjai of the first server, Majiang JSON, records of Mahjong Soul."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.errors import OtherGameError
from mjlog.formats.foreign import importers
from mjlog.formats.played import NotSayableError
from mjlog.log.records import GameRecord
from mjlog.seats import SEATS
from riichi_records import CALLS, HEAD, NINE_TERMINALS, RIICHI, THREE, XML, events, findings, record, write_foreign
from soul_records import soul_json
from turns import examples


def moves(played: Sequence[ev.Event]) -> list[object]:
    """What was dealt, drawn, put down, claimed and turned."""
    kinds = (ev.Deal, ev.Draw, ev.KongReplacement, ev.Discard, ev.Claim, ev.Expose, ev.Kong, ev.Indicator, ev.Mahjong)
    told = [event for event in played if isinstance(event, kinds)]
    return [
        (one.type, getattr(one, "seat", None), getattr(one, "tile", None),
         sorted(tile.value for tile in getattr(one, "tiles", None) or ()))
        for one in told if not (isinstance(one, ev.Indicator) and one.of == "under")
    ]  # fmt: skip


def money(played: Sequence[ev.Event]) -> list[object]:
    """What everybody has, is paid, and was said to be worth."""
    paid = [event.change for event in played if isinstance(event, ev.Settlement)]
    worth = [(event.seat, event.total, event.doubles) for event in played if isinstance(event, ev.Score)]
    hands = [event for event in played if isinstance(event, ev.HandStart)]
    return [paid, worth, [(hand.round, hand.repeats, hand.pot, hand.totals) for hand in hands]]


def lines(text: bytes) -> list[Any]:
    """The values of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def as_lines(messages: Sequence[Any]) -> bytes:
    """Messages, one a line."""
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


# -- what no win of a record tells ---------------------------------------------------------------------------------


UNDER = ("ura_markers", "uradora_markers", "fubaopai", "li_doras")
"""What names the indicators under the others, in each format."""


def _without_under(value: Any, left: Any = None) -> Any:
    """A record that names no indicators under the others; `left`: what stands there, None where nothing does."""
    if isinstance(value, list):
        return [_without_under(one, left) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _without_under(one, left) for key, one in value.items() if key not in UNDER}
    return kept if left is None or len(kept) == len(value) else {**kept, **dict.fromkeys(UNDER, left)}


def _records(form: str, played: Sequence[ev.Event]) -> Any:
    """A game as a format has it, decoded."""
    if form == "majsoul":
        return json.loads(soul_json(played))
    text = write_foreign(map(ev.encode_event, played), "g", form).content
    return lines(text) if form == "mjai" else json.loads(text)


@each("form", ["mjai", "majiang", "majsoul"])
def test_indicators_that_no_win_names_are_unknown_and_none_is_missing(form: str) -> None:
    """Of a win in riichi what lay under the indicator is not known, and it is so written again."""
    document = _without_under(_records(form, events(HEAD + RIICHI)))
    reports = Engine(record(json.dumps(document))).run()
    assert [one.code for report in reports for one in report.findings] == []
    (open_,) = reports[-1].unjudged
    assert open_.words == "the scores of east count as announced: their tiles do not tell what they are worth"
    (turned,) = (one for one in events(json.dumps(document)) if isinstance(one, ev.Indicator) and one.of == "under")
    assert turned.tile.value == "??"
    for other in ("mjai", "majiang"):
        again = write_foreign(map(ev.encode_event, events(json.dumps(document))), "g", other).content
        assert (b"_markers" in again, b'"fubaopai":null' in again) == (False, other == "majiang")
        assert findings(again) == []
    if form == "mjai":  # the list of tenhou/6 is there with each hand: an empty one says that none was turned
        with pytest.raises(NotSayableError, match="an indicator that nobody saw"):
            write_foreign(map(ev.encode_event, events(as_lines(document))), "g", "tenhou6")


@each("worth,found", [(12000, []), (18000, []), (36000, []), (7700, ["wrong-score"]), (13000, ["wrong-score"])])
def test_a_score_that_no_indicator_can_make_is_wrong(worth: int, found: list[str]) -> None:
    """Five han are seen: with what lies there it may be more, and is no less than a mangan."""
    messages = _without_under(_records("mjai", events(HEAD + RIICHI)))
    win = next(one for one in messages if one["type"] == "hora")
    win |= {"hora_points": worth, "deltas": [worth + 1000, -worth, 0, 0]}
    for name in ("fu", "fan", "yakus"):
        del win[name]
    assert [code for code, _line in findings(as_lines(messages))] == found


def test_where_another_win_names_them_they_are_missing() -> None:
    """A program that tells them leaves none out."""
    first = _records("mjai", events(HEAD + RIICHI))[1:]
    second = [{**first[0], "honba": 1, "scores": [37000, 13000, 25000, 25000]}, *first[1:]]
    told = [{"type": "start_game", "names": ["a", "b", "c", "d"]}, *first, *_without_under(second)]
    assert "indicator-missing" in [code for code, _line in findings(as_lines(told))]


# -- mjai of the first server ------------------------------------------------------------------------------------------


def first_servers(text: str = XML) -> list[Any]:
    """A game as the first server told it: tiles dealt apart, no number of a hand, no points, nothing paid."""
    kept = {
        "start_kyoku": ("oya", "dora_marker"), "hora": ("actor", "target", "pai"), "ryukyoku": ("reason",),
        "dahai": ("actor", "pai"), "reach_accepted": ("actor",), "start_game": ("names",), "end_game": (),
    }  # fmt: skip
    messages: list[Any] = []
    for one in lines(write_foreign([ev.encode_event(event) for event in events(text)], "game", "mjai").content):
        wanted = kept.get(one["type"], tuple(one))
        messages.append({key: value for key, value in one.items() if key == "type" or key in wanted})
        if one["type"] == "start_kyoku":
            east = one["oya"]
            order = [(east + step) % 4 for step in range(4)]
            messages += [{"type": "haipai", "actor": place, "pais": one["tehais"][place]} for place in order]
    return messages


def test_tiles_dealt_in_messages_of_their_own_are_those_of_the_hand() -> None:
    text = as_lines(first_servers())
    assert findings(text) == []
    told, due = events(text), events(XML)
    assert moves(told) == moves(due)
    again = write_foreign([ev.encode_event(event) for event in told], "game", "mjai").content
    assert lines(again) == first_servers(), "it is written again as it was"
    hands = [event for event in told if isinstance(event, ev.HandStart)]
    assert [(hand.round.value, hand.repeats, hand.totals) for hand in hands] == [("E", None, None)] * 3
    assert [hand.seats for hand in hands] == [hand.seats for hand in due if isinstance(hand, ev.HandStart)]


def test_the_number_of_a_hand_follows_from_its_east() -> None:
    """East stays, passes on to the next player, and after the last one the next round begins."""
    messages = first_servers(HEAD + NINE_TERMINALS)
    begin = next(at for at, one in enumerate(messages) if one["type"] == "start_kyoku")
    hand = messages[begin : begin + 5]
    rounds: list[Any] = messages[:begin]
    for east in (0, 0, 1, 2, 3, 0):
        rounds += [{**hand[0], "oya": east}, *hand[1:], {"type": "end_kyoku"}]
    hands = [row for row, _line in record(as_lines(rounds)).rows if isinstance(row, ev.HandStart)]
    assert [one.round.value for one in hands] == ["E", "E", "E", "E", "E", "S"]
    assert [next(iter(one.seats.values())) for one in hands] == ["anna", "anna", "ben", "čeněk", "p3", "anna"]


@each("change,code", [
    (lambda told: told.pop(3), "bad-field"),
    (lambda told: told.insert(9, told[3]), "out-of-place"),
    (lambda told: told[3].update(pais=["1m"] * 13 + ["x"]), "bad-field"),
])  # fmt: skip
def test_what_is_wrong_with_the_tiles_dealt_apart_is_told(change: Any, code: str) -> None:
    messages = first_servers()
    change(messages)
    assert code in [code for code, _line in findings(as_lines(messages))]


@each("change,code", [
    ({"scores": [0, 0, 0, 100000]}, "wrong-total"), ({"yakus": [["reach"]]}, "bad-field"),
    ({"fan": 1}, "wrong-score"), ({"hora_points": 8000}, "wrong-score"), ({"pao": 3}, "wrong-liable"),
    ({"hora_tehais": ["1m"] * 13}, "shown-hand-differs"),
])  # fmt: skip
def test_what_a_message_says_of_a_win_is_compared(change: dict[str, Any], code: str) -> None:
    messages = lines(write_foreign([ev.encode_event(event) for event in events(HEAD + RIICHI)], "g", "mjai").content)
    next(one for one in messages if one["type"] == "hora").update(change)
    assert code in [code for code, _line in findings(as_lines(messages))]


def test_who_is_east_first_is_told_by_most_hands() -> None:
    """Programs that convert the games of a server keep its places: the first East may sit at any."""
    messages = lines(write_foreign([ev.encode_event(event) for event in events(XML)], "g", "mjai").content)
    turned = [_turned(one) for one in messages]
    assert findings(as_lines(turned)) == []
    assert moves(events(as_lines(turned))) == moves(events(XML))
    wrong = [{**one, "oya": 3} if one["type"] == "start_kyoku" and not one["honba"] else one for one in turned]
    assert [code for code, _line in findings(as_lines(wrong))] == ["wrong-east"]


def _turned(message: dict[str, Any]) -> dict[str, Any]:
    """A message with everybody one place further on."""
    moved = {key: (value + 1) % 4 for key, value in message.items() if key in ("actor", "target", "oya", "pao")}
    lists = {key: [*value[-1:], *value[:-1]] for key, value in message.items()
             if key in ("names", "scores", "deltas", "tehais")}  # fmt: skip
    return {**message, **moved, **lists}


# -- Majiang -----------------------------------------------------------------------------------------------------------


def majiang(text: str = XML) -> dict[str, Any]:
    """A game as Majiang JSON."""
    found = json.loads(write_foreign([ev.encode_event(event) for event in events(text)], "g", "majiang").content)
    assert isinstance(found, dict)
    return found


def test_the_first_east_of_majiang_json_sits_at_any_place() -> None:
    document = majiang()
    players = ["ben\n(R1500)", "čeněk", "p3", "anna"]
    text = json.dumps({**document, "qijia": 3, "player": players, "title": "at the club"})
    start, hand = events(text)[:2]
    assert start.players == tuple(hand.seats.values()) == ("anna", "ben", "čeněk", "p3")
    assert moves(events(text)) == moves(events(XML))
    again = json.loads(write_foreign([ev.encode_event(event) for event in events(text)], "g", "majiang").content)
    assert (again["player"], again["qijia"], again["title"]) == (players, 3, "at the club")


def test_each_move_of_majiang_json() -> None:
    """A riichi and a win, a pung, a concealed kong with its indicator behind the replacement."""
    first, second, third = majiang()["log"]
    assert first[1:3] == [{"zimo": {"l": 0, "p": "s9"}}, {"dapai": {"l": 0, "p": "s9_*"}}]
    win = first[-1]["hule"]
    assert (win["baojia"], win["shoupai"][-3:], win["fubaopai"]) == (1, "s8*", ["z7"])
    assert win["hupai"][0] == {"name": "ダブル立直", "fanshu": 2}
    assert (second[-1]["pingju"]["name"], second[-1]["pingju"]["shoupai"][1:]) == ("九種九牌", [""] * 3)
    assert [next(iter(move)) for move in third[3:9]] == ["fulou", "dapai", "zimo", "gang", "gangzimo", "kaigang"]
    assert (third[3]["fulou"]["m"], third[6]["gang"]["m"]) == ("z555=", "m9999")


@each("text", [XML, HEAD + RIICHI, HEAD + NINE_TERMINALS + CALLS])
def test_majiang_json_is_written_again_as_it_was(text: str) -> None:
    found = json.dumps(majiang(text))
    assert findings(found) == []
    assert moves(events(found)) == moves(events(text))
    assert money(events(found)) == money(events(text))
    again = write_foreign([ev.encode_event(event) for event in events(found)], "g", "majiang").content
    assert json.loads(again)["log"] == json.loads(found)["log"]


@each("at,change,code", [
    (1, {"zimo": {"l": 4, "p": "m1"}}, "bad-json"), (1, {"zimo": {"l": 0}}, "bad-json"), (1, {"what": {}}, "bad-json"),
    (1, {"fulou": {"l": 0, "m": "m123"}}, "bad-json"), (1, {"zimo": {"l": 0, "p": "m1"}, "dapai": {}}, "bad-json"),
    (0, {"qipai": {"jushu": 0}}, "bad-json"), (-1, {"hule": {"l": 0, "shoupai": "m1"}}, "bad-json"),
    (1, {"dapai": {"l": 0, "p": "q1"}}, "bad-field"),
])  # fmt: skip
def test_what_is_no_move_of_majiang_json_is_told_and_the_others_are_read(at: int, change: Any, code: str) -> None:
    document = majiang(HEAD + RIICHI)
    document["log"][0][at] = change
    found = findings(json.dumps(document))
    assert code in [code for code, _line in found]


@each("document", [
    '{"log":[[{"qipai":3}]]}', '{"log":[[{"qipai":{}}],5,[4],[]],"player":3,"point":["x"]}',
    '{"log":[[{"zimo":null}]],"qijia":"x","player":[1,2,3,4],"point":[1,2]}', '{"log":[[{"dapai":{"l":0}}',
])  # fmt: skip
def test_no_majiang_json_breaks_the_reader(document: str) -> None:
    for game in [record(document)]:
        Engine(game).run()


_JUNK: Sequence[Any] = (None, -1, 0, 10**30, "", "x", "9z", "m1", "?", [], {}, [1], {"a": 1}, True, 1.5, ["?"] * 13)


@each("form", ["tenhou6", "mjai", "majiang", "majsoul"])
def test_whatever_is_changed_in_a_file_the_reader_tells_it(form: str) -> None:
    """Values are put elsewhere, left out, there twice: none of it is a fault of the importer, nor of the exporters."""
    chance = random.Random(form)
    played = events(XML)
    text = soul_json(played) if form == "majsoul" else write_foreign(map(ev.encode_event, played), "g", form).content
    document = lines(text) if form == "mjai" else json.loads(text)
    paths = [path for path in _paths(document) if path]
    for _time in range(examples(120)):
        changed = json.loads(json.dumps(document))
        for _change in range(chance.choice((1, 1, 3))):
            _change_at(changed, chance.choice(paths), chance)
        with contextlib.suppress(OtherGameError):
            for game in importers().formats[form].games("g", "g", [("g", json.dumps(changed).encode())]):
                rows = list(game.rows)
                Engine(GameRecord("g", "g", rows, game.ruleset)).run()
                bodies = [ev.encode_event(row) for row, _line in rows if isinstance(row, ev.Event)]
                for other in ("tenhou6", "mjai", "majiang"):
                    with contextlib.suppress(NotSayableError):
                        write_foreign(bodies, "g", other)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where each part of a document stands."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from _paths(part, (*path, name))


def _change_at(document: Any, path: Sequence[Any], chance: random.Random) -> None:
    """Something else stands there, nothing, or the like twice; whatever stood above may have gone before."""
    with contextlib.suppress(KeyError, IndexError, TypeError):
        for name in path[:-1]:
            document = document[name]
        what = chance.randrange(3)
        if what == 0:
            del document[path[-1]]
        elif what == 1 and isinstance(document, list):
            document.insert(path[-1], chance.choice(document))
        else:
            document[path[-1]] = chance.choice(_JUNK)


# -- Mahjong Soul ------------------------------------------------------------------------------------------------------


@each("is_wrapped", [True, False])
def test_records_of_mahjong_soul_are_the_game(is_wrapped: bool) -> None:
    text = soul_json(events(XML), is_wrapped=is_wrapped)
    assert findings(text) == []
    assert moves(events(text)) == moves(events(XML))
    assert money(events(text)) == money(events(XML))


def test_the_rules_of_friendly_games_of_mahjong_soul_are_not_known() -> None:
    start = events(soul_json(events(XML), category=1))[0]
    assert start.record["not_understood"] == ["rules of friendly games and tournaments"]
    reports = Engine(record(soul_json(events(XML), category=1))).run()
    assert any("rules of its own" in one.words for report in reports for one in report.unjudged)
    reports = Engine(record(soul_json(events(THREE), category=1))).run()
    assert "no-yaku" not in [one.code for report in reports for one in report.findings], "it may win there"
    assert any("rules of its own" in one.words for one in reports[-1].unjudged)


def test_a_game_of_three_of_mahjong_soul_lays_norths_aside() -> None:
    again = events(soul_json(events(THREE)))
    kinds = (ev.Draw, ev.Bonus, ev.BonusReplacement, ev.Discard, ev.Mahjong, ev.Score, ev.Settlement)
    assert [_told(one) for one in again if isinstance(one, kinds)] == [
        _told(one) for one in events(THREE) if isinstance(one, kinds)
    ]
    assert [code for code, _line in findings(soul_json(events(THREE)))] == ["no-yaku", "wrong-score"]


def _told(event: ev.Event) -> list[object]:
    names = ("type", "seat", "tile", "tiles", "total", "doubles", "change")
    return [getattr(event, name, None) for name in names]


@each("change,code", [
    ({"tile": "9m"}, "tile-not-held"), ({"tile": None}, "bad-json"), ({"seat": 3}, "out-of-turn"),
    ({"seat": 9}, "bad-json"),
])  # fmt: skip
def test_a_wrong_record_of_mahjong_soul_is_told(change: dict[str, Any], code: str) -> None:
    document = json.loads(soul_json(events(HEAD + RIICHI)))
    discards = [one["result"]["data"] for one in document["data"]["actions"]
                if one["result"]["name"].endswith("DiscardTile")]  # fmt: skip
    discards[-1].update(change)
    assert code in [code for code, _line in findings(json.dumps(document))]


# -- records of riichi in which one thing is changed -------------------------------------------------------------------


Fields = dict[str, Any]
_SEATS = [seat.value for seat in SEATS]
_OTHERS: dict[str, tuple[str, ...]] = {
    "for": ("chow", "pung", "kong", "mahjong"), "kind": ("chow", "pung", "kong", "concealed", "added"),
    "source": ("wall", "discard", "loose", "kong"), "of": ("first", "kong", "under"),
    "reason": ("exhaustive", "nagashi", "nine-terminals", "four-winds", "four-riichi", "four-kongs", "three-ron"),
    "limit": ("mangan", "haneman", "yakuman"), "round": ("E", "S", "W", "N"), "seat": tuple(_SEATS),
    "tile": ("9d", "Nw", "1c"),
}  # fmt: skip
_OF_ITS_KIND: dict[tuple[str, str], tuple[str, ...]] = {
    ("expose", "kind"): ("chow", "pung", "kong"), ("kong", "kind"): ("concealed", "added"),
    ("settlement", "for"): tuple(_SEATS),
}  # fmt: skip
_NUMBERS = ("pot", "repeats", "total", "points", "doubles")
_MAY_BE_MISSING = frozenset(
    (
        "discard drawn gone", "hand-start pot gone", "hand-start repeats gone", "hand-start totals gone",
        "score items gone", "score limit gone", "score points gone", "score doubles gone", "washout seats gone",
        "score left out", "settlement left out", "show left out",
    )
)
"""What a record need not say; what is not said cannot be wrong."""
_CAN_BE_TRUE = ("deal tiles another", "indicator tile", "discard drawn another")
"""Where there can be another tile, and nothing contradicts it."""


def changes(fields: Fields) -> Iterator[tuple[str, list[Fields]]]:
    """What can be wrong with one event, by name, and the events that stand there then."""
    kind = fields["type"]
    yield f"{kind} left out", []
    yield f"{kind} twice", [fields, fields]
    if kind == "discard" and not fields.get("riichi"):
        yield "discard with riichi", [{**fields, "riichi": True}]
    for key, value in fields.items():
        yield from ((f"{kind} {key} {how}", [{**fields, key: new}]) for how, new in _instead(kind, key, value))
        if key in ("riichi", "drawn", "pot", "repeats", "totals", "limit", "items", "points", "doubles", "reason"):
            yield f"{kind} {key} gone", [{name: one for name, one in fields.items() if name != key}]


def _instead(kind: str, key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if key == "drawn":
        yield "another", not value
    elif key in _NUMBERS:
        yield "more", value + (1000 if key in ("pot", "total") else 1)
    elif key in ("tiles", "rest"):
        yield "less", value[1:]
        yield "more", [*value, "7d"]
        yield "another", ["9d", *value[1:]]
    elif key in ("change", "totals") and value:
        yield "more", {name: points + 100 * (at == 0) for at, (name, points) in enumerate(value.items())}
    elif key == "items" and value:
        yield "less", value[1:]
        yield "more", [*value, {"name": "toitoi", "doubles": 2}]
    elif key in _OTHERS:
        possible = _OF_ITS_KIND.get((kind, key), _OTHERS[key])
        yield from ((one, one) for one in possible if one != value)


_START, *_EVENTS = (json.loads(ev.encode_event(event)) for event in events(XML))


def found(log: list[Fields]) -> list[tuple[str, int | None]]:
    """What an audit finds in a log: codes, and the numbers of events."""
    bodies = [json.dumps({**fields, "seq": seq}).encode() for seq, fields in enumerate(log, 1)]
    rows = ((ev.decode_event(body), seq) for seq, body in enumerate(bodies, 1))
    reports = Engine(GameRecord("game", "game", rows)).run()
    return [(one.code, one.seq) for report in reports for one in report.findings]


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_a_change_of_one_event_is_one_finding_or_cannot_be_seen(hand: int) -> None:
    wrong: dict[str, Any] = {}
    now = 0
    for at, fields in enumerate(_EVENTS):
        now += fields["type"] == "hand-start"
        for name, instead in changes(fields) if now == hand else ():
            told = found([_START, *_EVENTS[:at], *instead, *_EVENTS[at + 1 :]])
            is_hidden = not told and (name in _MAY_BE_MISSING or name.startswith(_CAN_BE_TRUE))
            if len(told) != 1 and not is_hidden:
                wrong[f"{at + 2}: {name}"] = told
    assert wrong == {}
