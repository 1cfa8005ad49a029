"""tenhou/6 and mjai: the order that is found, what is read, and that a game written and read again is the same."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.formats.foreign import format_of
from mjlog.formats.played import NotSayableError
from mjlog.formats.riichi.mjai import MessageReader
from mjlog.formats.riichi.names import Announced, Pattern, Value, read_pattern, read_value
from mjlog.formats.riichi.tenhou6 import Claimed, HandReader, Order, Own, Thrown
from mjlog.log.records import Fault, GameRecord
from mjlog.rulesets import load
from mjlog.seats import Seat
from mjlog.simulate import Game
from mjlog.tiles import Tile
from riichi_records import CALLS, HEAD, RIICHI, THREE, XML, events, findings, received, record, write_foreign

C1, C2, C3, D1, E = (Tile(code) for code in ("1c", "2c", "3c", "1d", "Ew"))


def written(form: str, text: str | bytes = XML, hand: int | None = None) -> bytes:
    """A record as another format has it."""
    return write_foreign([ev.encode_event(event) for event in events(text)], "game", form, hand)[0]


def simulated(seed: int) -> list[ev.Event]:
    """A game between players of the program."""
    lines: list[bytes] = []
    Game(load("riichi"), seed, 1, hands=3).play(lines.append)
    return [ev.decode_event(line) for line in lines]


def money(played: Sequence[ev.Event]) -> list[object]:
    """Who has won what, and what was paid, hand by hand."""
    won = [(event.seat, event.source) for event in played if isinstance(event, ev.Mahjong)]
    paid = [event.change for event in played if isinstance(event, ev.Settlement) and any(event.change.values())]
    return [won, paid, [event.totals for event in played if isinstance(event, ev.HandStart)]]


# -- the same in each form ---------------------------------------------------------------------------------------------


@each("form", ["tenhou6", "mjai", "majiang"])
def test_a_record_in_another_form_is_the_same_game_without_a_fault(form: str) -> None:
    again = events(written(form))
    assert findings(written(form)) == []
    assert money(again) == money(events(XML))
    kinds = (ev.Draw, ev.KongReplacement, ev.Discard, ev.Kong, ev.Indicator, ev.Claim)
    told, due = (
        [(one.type, getattr(one, "seat", None), getattr(one, "tile", None)) for one in game if isinstance(one, kinds)]
        for game in (again, events(XML))
    )
    assert told == due


@each("form,text", [*((form, XML) for form in ("tenhou6", "mjai", "majiang")), ("tenhou6", THREE), ("mjai", THREE)])
def test_what_is_written_and_read_is_written_so_again(form: str, text: str) -> None:
    once = written(form, text)
    assert json_lines(written(form, once)) == json_lines(once)


@each("form", ["tenhou6", "mjai"])
def test_a_game_of_three_in_another_form_is_the_same_game(form: str) -> None:
    again = events(written(form, THREE))
    assert [code for code, _line in findings(written(form, THREE))] == ["no-yaku", "wrong-score"]
    assert money(again) == money(events(THREE))
    with pytest.raises(NotSayableError, match="no north winds laid aside"):
        written("majiang", THREE)
    norths = (ev.Bonus, ev.BonusReplacement)
    assert [(one.seat, one.type) for one in again if isinstance(one, norths)] == [
        (one.seat, one.type) for one in events(THREE) if isinstance(one, norths)
    ]


def json_lines(text: bytes) -> list[Any]:
    """The values of a JSON file, or of JSON lines."""
    return [json.loads(text)] if text.startswith(b'{"title"') else [json.loads(line) for line in text.splitlines()]


@each("seed", [3, 11, 19])
def test_games_between_players_of_the_program_are_the_same_in_each_form(seed: int) -> None:
    game = simulated(seed)
    bodies = [ev.encode_event(event) for event in game]
    for form in ("tenhou6", "mjai", "majiang"):
        text, lost = write_foreign(bodies, "game", form)
        assert findings(text) == []
        assert money(events(text))[:2] == money(game)[:2]
        assert json_lines(written(form, text)) == json_lines(text)
        assert any(line.startswith("wall") for line in lost)


def test_one_hand_alone() -> None:
    (document,) = json_lines(written("tenhou6", hand=3))
    assert [hand[0] for hand in document["log"]] == [[0, 2, 0]]
    messages = json_lines(written("mjai", hand=1))
    assert [message["type"] for message in messages][:2] == ["start_game", "start_kyoku"]
    assert [message["type"] for message in messages].count("start_kyoku") == 1
    with pytest.raises(NotSayableError, match="there is no hand 4: 3 hands"):
        written("mjai", hand=4)


# -- what cannot be said -----------------------------------------------------------------------------------------------


def test_tiles_that_nobody_saw_are_refused_but_for_one_players_view_in_mjai() -> None:
    with pytest.raises(NotSayableError, match="nobody saw"):
        written("tenhou6", received())
    messages = json_lines(written("mjai", received()))
    assert messages[1]["tehais"][1] == ["?"] * 13
    assert events(written("mjai", received()))[1] == events(received())[1]


def _with(*added: ev.Event) -> list[bytes]:
    game = events(HEAD + CALLS)
    for event in added:
        event.seq = len(game) + 1
        game.insert(len(game) - 4, event)
    return [ev.encode_event(event) for event in _numbered(game)]


def _numbered(game: list[ev.Event]) -> list[ev.Event]:
    for seq, event in enumerate(game, 1):
        event.seq = seq
    return game


@each("event,said", [
    (ev.Gap(seq=1), "moves that were not recorded"), (ev.Dead(seq=1, seat=Seat.N, reason="count"), "a dead hand"),
    (ev.Penalty(seq=1, seat=Seat.N, amount=1000, reason="late"), "a penalty"),
])  # fmt: skip
def test_what_the_formats_have_no_word_for_is_refused(event: ev.Event, said: str) -> None:
    for form in ("tenhou6", "mjai", "majiang"):
        with pytest.raises(NotSayableError, match=said):
            write_foreign(_with(event), "game", form)


def test_games_of_other_rule_sets_are_refused() -> None:
    start = ev.GameStart(seq=1, game="g", ruleset="western", players=("a", "b", "c", "d"))
    with pytest.raises(NotSayableError, match="no game of riichi"):
        write_foreign([ev.encode_event(start)], "g", "mjai")


def test_what_is_lost_is_named() -> None:
    more = (ev.Note(seq=1, text="late"), ev.Dispute(seq=1, text="not so"), ev.Pass(seq=1, seat=Seat.S))
    lost = write_foreign(_with(*more), "game", "tenhou6")[1]
    assert {"order between seats", "rule set but a line", "notes (1)", "disputes (1)", "passes (1)"} <= set(lost)
    assert "rule set but red fives and rounds" in write_foreign(_with(), "game", "mjai")[1]


# -- the order of tenhou/6 ---------------------------------------------------------------------------------------------


def test_a_claim_says_who_discarded_and_so_when_it_was() -> None:
    taken = [[C1, E], [C2], [Claimed("pung", (C1, C1, C1), 0), C3], [D1]]
    put = [[Thrown(C1), Thrown(None)], [Thrown(E)], [Thrown(C2), Thrown(None)], [Thrown(None)]]
    steps = Order(0, taken, put).found()
    assert steps is not None
    assert [step.place for step in steps] == [0, 0, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2]
    taken = [[C1], [], [Claimed("pung", (C2, C2, C2), 0)], []]
    assert Order(0, taken, [[Thrown(None)], [], [Thrown(C3)], []]).found() is None, "nobody discarded what was claimed"
    steps = Order(0, [[C1, C2], [], [], []], [[Own("concealed", (C1,) * 4), Thrown(None)], [], [], []]).found()
    assert [step.is_loose for step in steps or ()] == [False, False, True, False], "a kong, and its replacement"


def test_there_is_one_order_however_alike_the_tiles_are() -> None:
    """Of two kinds of tiles, every second discard claimed: what was played is found, and nothing else."""
    chance = random.Random(7)
    for _hand in range(3000):
        taken: list[list[Any]] = [[], [], [], []]
        put: list[list[Any]] = [[], [], [], []]
        order, place, draws = [], 0, True
        for _move in range(chance.randrange(4, 13)):
            tile = chance.choice((C1, C2))
            taken[place] += [chance.choice((C1, C2))] if draws else []
            order += [place, place] if draws else [place]
            put[place].append(Thrown(tile))
            giver, draws = place, chance.random() < 0.5
            place = (giver + (1 if draws else chance.randrange(1, 4))) % 4
            if not draws:
                taken[place].append(Claimed("pung", (tile,) * 3, giver))
                order.append(place)
        if not draws:
            put[place].append(Thrown(C3))
            order.append(place)
        found = list(Order(0, taken, put).fitting())
        assert [[step.place for step in steps] for steps in found] == [order]


def _hands(change: Any = None) -> str:
    document = json.loads(written("tenhou6"))
    if change is not None:
        change(document["log"])
    hands = ",\n".join(json.dumps(hand, ensure_ascii=False) for hand in document.pop("log"))
    return json.dumps(document, ensure_ascii=False)[:-1] + f', "log": [\n{hands}\n]}}'


def _set(number: int, part: int, value: Any) -> Any:
    def change(hands: list[Any]) -> None:
        hands[number][part] = value

    return change


@each("number,part,value,code", [
    (2, 11, ["47p4747", 33], "out-of-place"),
    (2, 12, [38, 99], "bad-field"),
    (2, 11, ["4747p4", 34], "bad-field"),
    (1, 0, [0, 2, 0], "wrong-repeats"),
    (1, 0, [0, 1, 1], "wrong-pot"),
    (0, 2, [31], "wrong-score"),
    (0, 2, [47, 11], "indicator-not-due"),
    (0, 2, [15, 47], "indicator-not-due"),
    (0, 3, [], "indicator-missing"),
    (0, 3, [47, 11], "wrong-indicator"),
    (2, 2, [44], "indicator-missing"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [0, 1, 0, "満貫12000点", "両立直(2飜)", "一発(1飜)"]], "wrong-score"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [0, 7, 0]], "bad-field"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [0, 1, 0, "something"]], "bad-field"),
    (0, 16, ["和"], "bad-field"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [0, 3, 0]], "claim-not-open"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [0, 0, 0]], "claim-not-open"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [2, 1, 0]], "not-mahjong"),
    (0, 16, ["和了", [12000, -4000, -4000, -4000], [0, 0, 0]], "out-of-place"),
    (0, 16, ["流局", [0, 0, 0, 0]], "washout-too-early"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [0, 1, 0, "満貫4000点∀"]], "wrong-score"),
    (2, 16, ["和了", [-700, -500, 1700, -500], [2, 2, 2, "30符1飜300-500点", "自風 東(1飜)"]], "wrong-score"),
    (2, 16, ["和了", [-700, -500, 1700, -500], [2, 0, 2]], "claim-not-open"),
    (1, 0, [1, 1, 0], "out-of-place"),
    (0, 16, 7, "bad-field"),
    (0, 4, [11], "wrong-deal-count"),
    (0, 16, ["和了", [13000, -12000, 0, 0], [0, 1, 0, "12000点"]], "wrong-score"),
    (0, 0, [0, 0, 1], "wrong-pot"),
    (0, 1, [26000, 24000, 25000, 25000], "wrong-total"),
    (1, 3, [47], "indicator-not-due"),
])  # fmt: skip
def test_a_hand_that_is_wrong_gives_one_finding_at_its_line(number: int, part: int, value: Any, code: str) -> None:
    found = findings(_hands(_set(number, part, value)))
    assert [code for code, _line in found] == [code]
    assert found[0][1] in (number + 2, number + 3)


def test_a_word_of_a_value_that_is_wrong_leaves_the_winner_plain() -> None:
    """A converter has named another wind: that is told, and the payments are judged all the same."""
    for change, due in (([-700, -500, 1700, -500], []), ([-800, -500, 1800, -500], ["wrong-settlement"])):
        words = ["和了", change, [2, 2, 2, "30符1飜300-500点", "自風 東(1飜)"]]
        reports = Engine(record(_hands(_set(2, 16, words)))).run()
        assert [one.code for report in reports for one in report.findings] == ["wrong-score", *due]
        assert [one.words for report in reports for one in report.unjudged] == []


def test_a_hand_that_is_missing_or_there_twice_is_one_finding() -> None:
    for change in (lambda hands: hands.pop(1), lambda hands: hands.insert(1, hands[0])):
        assert [line for _code, line in findings(_hands(change))] == [3]
    text = _hands(_set(1, 0, [0, 2, 0])).replace("\n", "")
    assert findings(text) == [("wrong-repeats", 1)], "hands on one line are all on line one"


def _told(reader: HandReader) -> list[str]:
    return [row.code for row, _line in reader.script.rows if isinstance(row, Fault)]


@each("giver,due", [(3, []), (2, ["claim-not-open"])])
def test_an_added_kong_says_once_more_whose_tile_its_pung_has(giver: int, due: list[str]) -> None:
    reader = HandReader("game", "game")
    reader.claim(1, Claimed("pung", (C1,) * 3, 0), 1)
    reader.kong(1, Own("added", (C1,) * 4, giver), C1, 1)
    assert _told(reader) == due


def test_nothing_is_paid_where_nobody_is_said_to_be_ready() -> None:
    reader = HandReader("game", "game")
    reader.drawn_hand("流局", [3000, -1000, -1000, -1000], None, 1)
    assert _told(reader) == []
    reader.drawn_hand("全員不聴", [3000, -1000, -1000, -1000], None, 1)
    assert _told(reader) == ["wrong-settlement"]


@each("text", ['{"log":[[', '{"log":[[1,2]]}', '{"log":[[[0,0,0],[1,2,3,4]]]}', '{"name":[1],"rule":7,"log":[[]]}'])
def test_what_is_no_game_of_tenhou6_is_a_finding(text: str) -> None:
    assert [code in ("bad-json", "bad-field") for code, _line in findings(text)] == [True]


def test_words_that_are_unusual_are_kept() -> None:
    unusual = ["満貫12000点", "Double Riichi(2飜)", "Ippatsu(1飜)", "Pinfu(1飜)", "Tanyao(1飜)", "Ura Dora(0飜)"]
    text = _hands(_set(0, 16, ["和了", [13000, -12000, 0, 0], [0, 1, 0, *unusual]]))
    score = next(event for event in events(text) if isinstance(event, ev.Score))
    assert [item["name"] for item in score.items] == ["double-riichi", "ippatsu", "pinfu", "tanyao"]
    assert findings(text) == []
    assert json.loads(written("tenhou6", text))["log"][0][16][2][3:] == unusual


# -- three winners, and yakuman ----------------------------------------------------------------------------------------

SETS = [24, 25, 26, 27, 28, 29]
THREE_CALL: dict[str, Any] = {"rule": {"disp": "般南喰赤", "aka": 1}, "name": ["a", "b", "c", "d"], "log": [[
    [0, 0, 0], [25000] * 4, [11], [],
    [12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 41, 41], [32], [60],
    [31, 33, *SETS, 42, 42, 42, 45, 45], [], [],
    [31, 33, *SETS, 43, 43, 43, 46, 46], [], [],
    [31, 33, *SETS, 44, 44, 44, 47, 47], [], [],
    ["三家和了"],
]]}  # fmt: skip
"""East discards a 2 of bamboo, which all three others can win."""


def _drawn_for_three(form: str, change: Any = None) -> bytes:
    game = json.loads(json.dumps(THREE_CALL))
    if change is not None:
        change(game["log"][0])
    text = json.dumps(game).encode()
    return text if form == "tenhou6" else written(form, text)


@each("form", ["tenhou6", "mjai", "majiang"])
def test_that_three_called_a_tile_is_told_by_their_hands(form: str) -> None:
    text = _drawn_for_three(form)
    assert findings(text) == []
    calls = [event for event in events(text) if isinstance(event, ev.Claim)]
    assert [(one.seat, one.for_, one.basis) for one in calls] == [
        (seat, "mahjong", "inferred") for seat in (Seat.S, Seat.W, Seat.N)
    ]
    for other in ("tenhou6", "mjai", "majiang"):
        assert findings(written(other, text)) == []
    unsaid = text.replace(b', "reason": "sanchaho"', b"").replace(b',"reason":"sanchaho"', b"")
    assert findings(unsaid) == []


@each("form", ["tenhou6", "mjai", "majiang"])
def test_a_riichi_that_three_have_called_is_not_paid(form: str) -> None:
    game = json.loads(json.dumps(THREE_CALL))
    again = [[0, 1, 0], *game["log"][0][1:5], [], [], *game["log"][0][7:16], []]
    game["log"][0][6] = ["r60"]
    game["log"].append(again)
    text = json.dumps(game).encode()
    assert findings(text if form == "tenhou6" else written(form, text)) == []


@each("part,tiles", [(7, [42, 42, 42, 45, 45]), (10, [43, 43, 45, 46, 46]), (13, [44, 44, 46, 47, 47])])
def test_a_hand_that_is_not_complete_with_the_tile_has_not_called_it(part: int, tiles: list[int]) -> None:
    def change(hand: list[Any]) -> None:
        hand[part] = [*hand[part][:8], *tiles] if part != 7 else [34, 36, *SETS, *tiles]

    text = _drawn_for_three("tenhou6", change)
    assert [code for code, _line in findings(text)] == ["washout-not-due"]
    assert len([event for event in events(text) if isinstance(event, ev.Claim)]) == 2


COUNTED: dict[str, Any] = {"rule": {"disp": "上南喰赤", "aka": 1}, "name": ["a", "b", "c", "d"], "log": [[
    [0, 0, 0], [25000] * 4, [36], [41],
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 45], [43, 46], [60, 60],
    [31, 31, 32, 32, 33, 33, 34, 35, 36, 37, 38, 39, 39], [43, 36], ["r60"],
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 45], [44], [60],
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 45], [44], [60],
    ["和了", [-16000, 33000, -8000, -8000], [1, 1, 1, "役満8000-16000点", "両立直(2飜)", "一発(1飜)",
     "門前清自摸和(1飜)", "平和(1飜)", "一盃口(1飜)", "清一色(6飜)", "ドラ(1飜)", "裏ドラ(0飜)"]],
]]}  # fmt: skip
"""South wins 13 han, none of them a yakuman."""


@each("word,patterns,limit", [
    ("役満", 8, "counted-yakuman"), ("数え役満", 8, "counted-yakuman"), ("Kazoe Yakuman", 8, "counted-yakuman"),
    ("Yakuman", 8, "counted-yakuman"), ("役満", 0, None), ("数え役満", 0, "counted-yakuman"),
])  # fmt: skip
def test_a_yakuman_and_one_that_is_counted_have_one_word(word: str, patterns: int, limit: str | None) -> None:
    game = json.loads(json.dumps(COUNTED))
    about = game["log"][0][-1][2]
    about[3:] = [about[3].replace("役満", word if word.endswith("満") else f"{word} "), *about[4 : 4 + patterns]]
    text = json.dumps(game)
    assert findings(text) == []
    (score,) = (event for event in events(text) if isinstance(event, ev.Score))
    assert score.limit == limit
    assert json.loads(written("tenhou6", text))["log"][0][-1] == game["log"][0][-1]


def test_too_few_han_are_no_yakuman_by_whatever_word() -> None:
    text = json.dumps(COUNTED, ensure_ascii=False).replace(', "ドラ(1飜)"', "")
    assert [code for code, _line in findings(text)] == ["wrong-score"]


def test_a_counted_yakuman_is_written_with_the_word_of_the_format() -> None:
    counted = [event for event in events(json.dumps(COUNTED)) if not isinstance(event, ev.GameStart)]
    for score in (event for event in counted if isinstance(event, ev.Score)):
        score.words = None
    start = ev.GameStart(seq=1, game="game", ruleset="riichi", players=("a", "b", "c", "d"))
    bodies = [ev.encode_event(event) for event in (start, *counted)]
    hand = json.loads(write_foreign(bodies, "game", "tenhou6")[0])["log"][0]
    assert hand[-1][2] == COUNTED["log"][0][-1][2][:-1], "a pattern without han is not written"


@each("form", ["mjai", "majiang"])
def test_a_limit_that_a_format_does_not_name_is_written_by_what_fu_and_han_come_to(form: str) -> None:
    """Thirteen han are no yakuman that is named; of a limit no fu are told."""
    through = written("tenhou6", written(form, json.dumps(COUNTED)))
    assert findings(through) == []
    assert json.loads(through)["log"][0][-1][2][3:] == COUNTED["log"][0][-1][2][3:-1]
    riichi = json.loads(written("tenhou6", written(form)))["log"][0][-1][2]
    assert riichi[3] == "満貫12000点"


def test_points_alone_have_no_words_in_tenhou6() -> None:
    messages = json_lines(written("mjai"))
    win = next(one for one in messages if one["type"] == "hora")
    for name in ("fu", "fan", "yakus"):
        del win[name]
    text = b"".join(json.dumps(message).encode() + b"\n" for message in messages)
    bodies = [ev.encode_event(event) for event in events(text)]
    content, lost = write_foreign(bodies, "game", "tenhou6")
    assert "values of wins in points alone (1)" in lost
    assert json.loads(content)["log"][0][-1][2] == [0, 1, 0]
    assert findings(content) == []


def test_the_end_of_a_game_without_final_scores_is_written_in_majiang() -> None:
    totals = [37000, 12500, 26700, 23800]
    text = written("mjai") + json.dumps({"type": "end_game", "scores": totals}).encode()
    end = events(written("majiang", text))[-1]
    assert end.totals == dict(zip(("anna", "ben", "čeněk", "p3"), totals, strict=True))
    assert end.final is None


def test_a_pattern_without_a_known_name_keeps_the_name_that_it_has() -> None:
    text = written("tenhou6").replace("自風 西(1飜)".encode(), "役牌:自風牌(1飜)".encode())
    text = text.replace("役牌 白(1飜)".encode(), "役牌:三元牌(1飜)".encode())
    assert "役牌:" in text.decode()
    names = {item["name"] for event in events(written("majiang", text)) if isinstance(event, ev.Score)
             for item in event.items or () if isinstance(item, dict)}  # fmt: skip
    assert any(name.startswith("役牌:") for name in names)


@each("own", [["5p", "5pr"], ["5pr", "5p"]])
def test_the_tiles_of_a_set_keep_the_order_in_which_they_are_written(own: list[str]) -> None:
    messages = json_lines(written("mjai"))
    at, claim = next((at, one) for at, one in enumerate(messages) if one["type"] == "pon")
    claim |= {"pai": "5p", "consumed": own}
    messages[at - 1]["pai"] = "5p"
    text = b"".join(json.dumps(message).encode() + b"\n" for message in messages)
    bodies = [ev.encode_event(row) for row, _line in record(text).rows if isinstance(row, ev.Event)]
    again = json_lines(write_foreign(bodies, "game", "mjai").content)
    assert next(one for one in again if one["type"] == "pon")["consumed"] == own


@each("drawn", [True, False, None])
def test_which_of_two_norths_is_laid_aside_is_told(drawn: bool | None) -> None:
    messages = json_lines(written("mjai", THREE))
    for message in messages:
        if message["type"] == "nukidora":
            message.pop("tsumogiri", None)
            message |= {} if drawn is None else {"tsumogiri": drawn}
    text = b"".join(json.dumps(message).encode() + b"\n" for message in messages)
    asides = [row for row, _line in record(text).rows if isinstance(row, ev.Bonus)]
    assert asides[0].drawn == (drawn is not False), "where nobody says it, it is the one just drawn"


# -- how long a game is ------------------------------------------------------------------------------------------------


def _game(form: str, numbers: Sequence[int], end: list[int] | None, more: dict[str, Any]) -> str:
    """The beginnings of some hands, by number, and the end of a game."""
    if form == "tenhou6":
        totals = {} if end is None else {"sc": [one for points in end for one in (points, 0)]}
        return json.dumps({**more, "log": [[[number, 0, 0], [25000] * 4] for number in numbers], **totals})
    hands = [
        {"type": "start_kyoku", "bakaze": "ESW"[number // 4], "kyoku": number % 4 + 1, "honba": 0, "kyotaku": 0,
         "oya": number % 4, "scores": [25000] * 4, "dora_marker": "1m", "tehais": [["?"] * 13] * 4}
        for number in numbers
    ]  # fmt: skip
    ended = [] if end is None else [{"type": "end_game", "scores": end}]
    return "".join(f"{json.dumps(one)}\n" for one in ({"type": "start_game", **more}, *hands, *ended))


LEADS, EVEN = [40000, 20000, 20000, 20000], [25000] * 4


@each("numbers,end,rounds", [
    ([0, 1, 2, 3], LEADS, 1), ([3], LEADS, 1), ([0, 3, 4, 5], LEADS, 1), ([0, 3, 7], EVEN, 1),
    ([0, 3, 7], LEADS, 2), ([0, 3, 5], EVEN, 2), ([0, 3, 5], [-100, 40000, 30000, 30100], 2),
    ([0, 3], None, 2), ([0, 1], LEADS, 2), ([0, 3, 8], LEADS, 2),
])  # fmt: skip
def test_where_a_record_does_not_say_how_many_rounds_are_played_its_end_tells_it(
    numbers: list[int], end: list[int] | None, rounds: int
) -> None:
    for form in ("tenhou6", "mjai"):
        assert _options(_game(form, numbers, end, {}))["rounds"] == rounds


@each("form,more,name,value", [
    ("mjai", {"kyoku_first": 4}, "rounds", 1), ("mjai", {"kyoku_first": 0}, "rounds", 2),
    ("mjai", {"aka_flag": False}, "red_fives", {"b": 0, "c": 0, "d": 0}),
    ("tenhou6", {"rule": {"disp": "玉の間東喰赤"}}, "rounds", 1), ("tenhou6", {"rule": {"disp": "鳳南"}}, "rounds", 2),
    ("tenhou6", {"rule": {"disp": "Jade Room East"}}, "rounds", 1),
    ("tenhou6", {"rule": {"disp": "Eastern South"}}, "rounds", 2),
])  # fmt: skip
def test_what_a_record_says_of_its_rules_goes_before(form: str, more: dict[str, Any], name: str, value: object) -> None:
    assert _options(_game(form, [0, 3, 5, 7], LEADS, more))[name] == value


@each("name,is_of_a_room", [
    ("玉の間南喰赤", True), ("王座の間東喰赤", True), ("Jade Room South", True), ("鳳南喰赤", False), ("Club", False),
])  # fmt: skip
def test_rooms_of_another_server_have_its_rules(name: str, is_of_a_room: bool) -> None:
    """Three may win one tile there, and some yakuman count double."""
    game = json.loads(json.dumps(COUNTED))
    game["rule"]["disp"] = name
    hand = game["log"][0]
    hand[7] = [31, 31, 31, 33, 33, 33, 35, 35, 35, 37, 37, 37, 39]
    hand[3], hand[8], hand[9] = [], [43, 39], [60]
    hand[-1] = ["和了", [-32000, 64000, -16000, -16000], [1, 1, 1, "役満16000-32000点", "四暗刻単騎(ダブル役満)"]]
    assert (findings(json.dumps(game)) == []) == is_of_a_room
    three = json.loads(json.dumps(THREE_CALL))
    three["rule"]["disp"] = name
    assert (findings(json.dumps(three)) == []) != is_of_a_room


@each("name", ["大会戦南喰", "友人戦東喰赤", "Tournament South", "Friendly East"])
def test_of_a_tournament_nothing_is_called_wrong_that_its_own_rules_may_allow(name: str) -> None:
    three = json.loads(json.dumps(THREE_CALL))
    three["rule"]["disp"] = name
    assert findings(json.dumps(three)) == []
    three["log"][0][13] = [31, 33, *SETS, 44, 44, 45, 47, 47]
    reports = Engine(record(json.dumps(three))).run()
    assert [one.code for report in reports for one in report.findings] == []
    assert "2 players called the tile to win" in str(reports[-1].unjudged)
    three["log"][0][6] = [46]
    assert findings(json.dumps(three)) != [], "what no rule of its own can allow is wrong there, too"


def _options(text: str) -> dict[str, Any]:
    start = next(row for row, _line in record(text).rows if isinstance(row, ev.GameStart))
    assert start.options is not None
    return start.options


# -- words for values --------------------------------------------------------------------------------------------------


@each("words,value,own_wind,is_drawn", [
    ("30符4飜7700点", Value(30, 4, None, 7700), 1, False),
    ("30符3飜1000-2000点", Value(30, 3, None, 4000), 1, True),
    ("20符3飜700-1300点", Value(20, 3, None, 2700), 1, True),
    ("30符2飜1000点∀", Value(30, 2, None, 3000), 0, True),
    ("跳満3000-6000点", Value(None, None, "haneman", 12000), 2, True),
    ("三倍満36000点", Value(None, None, "sanbaiman", 36000), 0, False),
    ("役満16000点∀", Value(None, None, "yakuman", 48000), 0, True),
])  # fmt: skip
def test_values_are_read_from_words_and_put_into_them(words: str, value: Value, own_wind: int, is_drawn: bool) -> None:
    assert read_value(words) == value
    assert Announced(value, None, own_wind, 0, is_drawn).words() == [words]


@each("words,pattern", [
    ("立直(1飜)", Pattern("riichi", 1)), ("場風 南(1飜)", Pattern("prevailing-wind", 1)),
    ("自風 西(1飜)", Pattern("own-wind", 1)), ("大三元(役満)", Pattern("daisangen", 13, 1)),
    ("Ura Dora(2飜)", Pattern("under-dora", 2)), ("something new(3飜)", Pattern("something new", 3)),
    ("nothing", None), ("立直", None),
])  # fmt: skip
def test_patterns_are_read_from_words(words: str, pattern: Pattern | None) -> None:
    assert read_pattern(words) == pattern


# -- mjai --------------------------------------------------------------------------------------------------------------


def _messages(*changes: tuple[int, dict[str, Any] | None]) -> bytes:
    """The record as messages, of which some are changed, or left out."""
    messages = json_lines(written("mjai"))
    for number, change in sorted(changes, key=lambda pair: -pair[0]):
        if change is None:
            del messages[number]
        else:
            messages[number] = {**messages[number], **change}
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


@each("deltas,liable", [
    ([48000, 0, -48000, 0], 2), ([48000, -16000, -16000, -16000], None), ([12000, 0, -12000, 0], None),
])  # fmt: skip
def test_who_is_liable_is_told_by_the_payments(deltas: list[int], liable: int | None) -> None:
    reader = MessageReader("game", "game")
    assert reader.won({"actor": 0, "target": 0, "deltas": deltas}, [], 1).liable == liable


@each("number,change,code,line", [
    (2, {"pai": "3s"}, "tile-not-held", 5),
    (3, None, "out-of-place", 4),
    (5, None, "out-of-place", 6),
    (5, {"actor": 2}, "out-of-place", 6),
    (7, {"tsumogiri": 1}, "bad-field", 8),
    (8, {"deltas": [13000, -12000, 0, 100]}, "not-zero-sum", 9),
    (8, {"target": 2}, "claim-not-open", 9),
    (8, {"deltas": [1]}, "bad-field", 9),
    (1, {"kyotaku": 1}, "wrong-pot", 2),
    (1, {"scores": [26000, 24000, 25000, 25000]}, "wrong-total", 2),
    (4, {"tsumogiri": False}, "tile-not-held", 5),
    (10, {"honba": 3}, "wrong-repeats", 11),
    (10, {"kyoku": 2}, "out-of-place", 11),
    (10, {"oya": 7}, "bad-field", 11),
    (11, {"type": "tsumo!"}, "bad-event", 12),
])  # fmt: skip
def test_a_message_that_is_wrong_or_missing_gives_one_finding(
    number: int, change: dict[str, Any] | None, code: str, line: int
) -> None:
    assert findings(_messages((number, change))) == [(code, line)]


def test_which_fields_a_file_gives_to_its_messages_is_kept() -> None:
    messages = json_lines(written("mjai"))
    for message in messages:
        if message["type"] == "hora":
            message["tsumo"] = True
            del message["ura_markers"]
        if message["type"] == "ryukyoku":
            del message["reason"]
    text = b"".join(
        json.dumps(message).encode() + b"\n"
        for message in messages
        if message["type"] != "start_game" or message.pop("names")
    )
    again = json_lines(written("mjai", text))
    assert "names" not in again[0]
    assert all("ura_markers" not in message for message in again)
    assert all("reason" not in message for message in again)


def test_a_line_that_is_no_json_is_a_finding_and_the_others_are_read() -> None:
    lines = written("mjai").splitlines(keepends=True)
    lines.insert(4, b"not json\n")
    rows = list(record(b"".join(lines)).rows)
    assert [(row.code, where) for row, where in rows if isinstance(row, Fault)] == [("bad-json", 5)]


@each("text", ['{"log":[[[0,0,%s]]]}', '{"type":"start_game","names":["a","b","c","d"],"id":%s}'])
def test_a_number_that_is_too_long_to_be_read_is_a_finding_in_words_of_the_format(text: str) -> None:
    (fault,) = (row for row, _where in record(text % ("9" * 5000)).rows if isinstance(row, Fault))
    words = "there is a number of 5000 digits; no number of the format has more than 16"
    assert (fault.code, fault.message) == ("bad-json", words)


# -- one fault, one finding --------------------------------------------------------------------------------------------

_SAYS_NOTHING = ("<mjloggm", "<UN", '{"type":"start_game"')
"""What begins lines that can be left out: the players are called p0 to p3 then."""


def _lines(form: str) -> list[str]:
    text = {"xml": XML, "view": received()}.get(form) or written(form).decode()
    return text.splitlines()


def _found(lines: list[str]) -> list[tuple[str, int | None]]:
    return findings("\n".join(lines))


@each("form", ["xml", "view", "mjai"])
def test_every_line_that_is_left_out_gives_one_finding(form: str) -> None:
    """But for the last one: the game breaks off there."""
    lines = _lines(form)
    for at, line in enumerate(lines[:-1]):
        if not line.startswith(_SAYS_NOTHING):
            assert len(_found(lines[:at] + lines[at + 1 :])) == 1, line


@each("form", ["xml", "view", "mjai"])
def test_every_line_that_is_written_twice_gives_one_finding_at_its_place(form: str) -> None:
    lines = _lines(form)
    for at, line in enumerate(lines):
        if not line.startswith("<mjloggm"):
            found = _found([*lines[:at], line, *lines[at:]])
            assert [where in (at + 2, at + 3) for _code, where in found] == [True], (line, found)


@each("form", ["xml", "view", "mjai"])
def test_every_two_lines_in_each_others_places_give_one_finding_there(form: str) -> None:
    lines = _lines(form)
    for at, (line, after) in enumerate(itertools.pairwise(lines)):
        if not line.startswith("<mjloggm"):
            found = _found([*lines[:at], after, line, *lines[at + 2 :]])
            assert [where in (at + 1, at + 2) for _code, where in found] == [True], (line, found)


# -- what a file is ----------------------------------------------------------------------------------------------------


@each("text,kind", [
    (XML, "tenhou"), (received(), "tenhou"), ("Send: <HELO/>\nGet: <GO type=\"9\"/>", "tenhou"),
    ("Send: <HELO/>\nGet: <HELO scale=\"PF3=1&PF4=1\"/>\nGet: <GO type=\"9\"/>", "tenhou"),
    (HEAD.replace("<mjl", "<?xml version=\"1.0\"?><mjl") + RIICHI, "tenhou"),
    ('{"log": [[[0,0,0]]]}', "tenhou6"), ('{"type":"start_kyoku"}', "mjai"), (' {"x": 1, "type": "dahai"}\n', "mjai"),
    ('{"format":1,"game":"g","seq":1,"type":"game-start"}', None), ("# a page", None), ("<html><body>", None),
    ('{"file": "x", "hands": 3}', None), ("", None), ("Get: nothing\n" * 400, None),
])  # fmt: skip
def test_a_file_is_told_by_how_it_begins(text: str, kind: str | None) -> None:
    found = format_of(text.encode())
    assert (None if found is None else found.kind) == kind


def test_an_audit_of_a_written_log_finds_what_is_in_the_log() -> None:
    """A fault goes with the game from form to form."""
    wrong = HEAD + CALLS.replace("<G116/>", "<G2/>", 1)
    for form in ("tenhou6", "mjai", "majiang"):
        text = written(form, wrong)
        reports = Engine(GameRecord("g", "g", record(text).rows, "riichi")).run()
        assert len([one for report in reports for one in report.findings]) == len(findings(wrong))
