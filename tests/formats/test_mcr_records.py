"""Records of competition rules: open data, a judge's JSON, duplicate play; what is read, and what is wrong with it."""

from __future__ import annotations

import json
import re
import tarfile
from pathlib import Path
from typing import Any

import pytest

from each import each
from mcr_records import CALLS, DUPLICATE, SEVEN_PAIRS, dealt, events, findings, judge, records, seven_pairs_judged
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.errors import OtherGameError
from mjlog.formats.foreign import format_of, importers
from mjlog.formats.mcr.round import PKU, PMN, fans
from mjlog.formats.played import NotSayableError
from mjlog.log.records import Fault
from mjlog.rulesets import load
from mjlog.seats import Seat
from mjlog.simulate import Game
from mjlog.tiles import TILES

FORMS: dict[str, Any] = {"pku": SEVEN_PAIRS, "pmn": DUPLICATE, "botzone": seven_pairs_judged()}
VISIBLE = Path(__file__).parents[3] / "shared/oracle/mcr/records-visible.tar.xz"


def of(kind: type[ev.Event], text: Any) -> list[Any]:
    """The events of one type."""
    return [event for event in events(text) if isinstance(event, kind)]


# -- what is read ------------------------------------------------------------------------------------------------------


@each("form", FORMS)
def test_the_same_win_in_each_form_is_judged_alike(form: str) -> None:
    """Nothing is found, and fans, payments and wind are as written."""
    text = FORMS[form]
    content = json.dumps(text) if isinstance(text, list) else text
    assert format_of(content.encode()) is importers().formats[form]
    assert findings(text) == []
    (start,), (hand,), (score,), (paid,) = (
        of(kind, text) for kind in (ev.GameStart, ev.HandStart, ev.Score, ev.Settlement)
    )
    assert (start.ruleset, start.players, start.options) == (
        "mcr", ("east", "south", "west", "north"), {"walls": "own", "bonus_tiles": False},
    )  # fmt: skip
    assert (hand.hand, hand.round) == (1, Seat.S)
    assert (score.total, score.items) == (
        30,
        [{"name": "seven-pairs", "points": 24}, {"name": "all-types", "points": 6}],
    )
    assert paid.change == {Seat.E: -38, Seat.S: 54, Seat.W: -8, Seat.N: -8}


@each("form", ["pku", "botzone"])
def test_calls_that_lost_are_claims_before_the_win(form: str) -> None:
    """West has called the tile for a pung."""
    called = [(one.seat.value, one.for_) for one in of(ev.Claim, FORMS[form])]
    assert sorted(called) == [("S", "mahjong"), ("W", "pung")]


def test_acts_of_the_open_data_become_events() -> None:
    """Kongs are replaced, a chow names its middle tile, a call that lost its whole set."""
    assert findings(CALLS) == []
    assert [event.kind for event in of(ev.Expose, CALLS)] == ["pung", "kong", "pung"]
    assert [(event.kind, event.seat) for event in of(ev.Kong, CALLS)] == [("added", Seat.N)]
    assert [event.seat for event in of(ev.KongReplacement, CALLS)] == [Seat.W, Seat.N]
    lost = next(event for event in of(ev.Claim, CALLS) if event.for_ == "chow")
    assert [tile.value for tile in lost.tiles] == ["4c", "5c", "6c"]


@each("written,meant", [
    ("Ignore Player 2 Peng J2", "IGNORE PLAYER 2 PENG j2"), ("\n", "\r\n"), ("\n", "\r"),
    ("Fan 30 七对*1+五门齐*1", "Fan 30 ??*1+???*1"), ("Fan 30 七对*1+五门齐*1", "Fan 30"),
])  # fmt: skip
def test_the_open_data_may_be_written_otherwise(written: str, meant: str) -> None:
    """Small letters, line ends, names of fans that were lost."""
    assert findings(SEVEN_PAIRS.replace(written, meant)) == []


def test_names_of_fans_may_be_in_the_letters_of_another_time() -> None:
    """The names are read from GB 18030."""
    assert of(ev.Score, SEVEN_PAIRS.encode("gb18030"))[0].items == of(ev.Score, SEVEN_PAIRS)[0].items


def test_matches_of_a_file_are_games_by_their_own_names() -> None:
    """Each is called as its match."""
    assert [record.name for record in records(SEVEN_PAIRS + "\n" + CALLS)] == ["5eed0001", "5eed0002"]


def test_every_tile_and_every_fan_has_a_name() -> None:
    """Each tile has one name in each form, and the fans are numbered from 1 to 82."""
    assert sorted(tile.kind for tile in PKU.values()) == sorted(tile.kind for tile in PMN.values()) == [*range(42)]
    assert (PKU["W1"], PKU["T9"], PKU["B5"], PKU["F4"], PKU["J3"], PKU["H5"]) == tuple(
        TILES[kind] for kind in (9, 8, 22, 30, 33, 38)
    )
    assert sorted(fan.number for fan in fans()) == [*range(1, 83)]
    assert len({fan.name for fan in fans()}) == 82


# -- what is wrong -----------------------------------------------------------------------------------------------------


@each("was,becomes,code,line", [
    ("Fan 30", "Fan 31", "wrong-score", 10),
    ("Score -38 54 -8 -8", "Score -37 54 -9 -8", "wrong-settlement", 11),
    ("Score -38 54", "Score -38 55", "not-zero-sum", 11),
    ("Player 1 Hu J2 Ignore Player 2 Peng J2", "Player 2 Hu J2", "not-mahjong", 9),
    ("Player 1 Hu J2 Ignore", "Player 1 Hu J1 Ignore", "mahjong-tile-wrong", 9),
    ("Player 0 Play J2", "Player 0 Play J3", "tile-not-held", 8),
    ("Player 0 Draw J2", "Player 2 Draw J3", "out-of-turn", 7),
    ("Player 0 Draw J2", "Player 0 Draw X2", "bad-event", 7),
    ("Wind 1\n", "", "out-of-place", 2),
    ("Fan 30 七对*1", "Fan thirty 七对*1", "bad-event", 10),
    ("Ignore Player 2 Peng J2", "Ignore Player 2 Peng J3", "claim-not-open", 9),
])  # fmt: skip
def test_a_fault_of_the_open_data_is_found_at_its_line(was: str, becomes: str, code: str, line: int) -> None:
    """One thing is changed; what follows from it is passed over."""
    content = SEVEN_PAIRS.replace(was, becomes)
    assert content != SEVEN_PAIRS
    (game,) = importers().formats["pku"].games("game", "record", [("record", content.encode())])
    engine = Engine(game)
    for row, where in game.rows:
        engine.feed(row, where)
    found = [(one.code, one.line) for report in engine.finish() for one in report.findings if one.severity == "error"]
    assert found[:1] == [(code, line)]


@each("last,code", [
    ("Player 3 Chi B6", "chow-not-from-left"), ("Player 3 Peng B7", "set-not-held"), ("Player 2 Chi F2", "bad-event"),
    ("Player 2 Chi B6", "set-not-held"), ("Player 0 Hu B7", "not-mahjong"), ("Huang", "washout-too-early"),
    ("Player 1 Play B8", "no-discard-due"), ("Player 2 Draw J1", "too-many-copies"),
    ("Player 1 Hu B7", "claim-own-discard"),
])  # fmt: skip
def test_what_the_rules_refuse_is_found(last: str, code: str) -> None:
    """After south's discard of 7 dots one act is against the rules."""
    before = CALLS.partition("Player 2 Draw F3")[0]
    assert [found for found, _line in findings(before + last + "\n")] == [code]


def test_a_record_that_breaks_off_is_no_error() -> None:
    """At whichever line it does."""
    lines = CALLS.splitlines()
    assert [findings("\n".join(lines[:end]) + "\n") for end in range(6, len(lines))] == [[]] * (len(lines) - 6)


def test_two_winners_of_one_tile_are_refused_in_words() -> None:
    """In the open data the match is not read, and others are; duplicate play is refused."""
    double = SEVEN_PAIRS.replace("Ignore Player 2 Peng J2", "\nPlayer 2 Hu J2")
    first, second = records(double + CALLS)
    assert [type(row) for row, _where in first.rows] == [Fault]
    assert not any(isinstance(row, Fault) for row, _where in second.rows)
    for text in (DUPLICATE.replace("H1", "H1H2"), DUPLICATE.replace("-38 54 -8", "-38 54 54")):
        with pytest.raises(OtherGameError, match=r"record:12: .*duplicate play is scored across tables"):
            records(text)


# -- the other forms ---------------------------------------------------------------------------------------------------


def test_of_duplicate_play_names_of_players_are_not_taken_over() -> None:
    """What is kept of the record is the event, the date and the board."""
    (start,) = of(ev.GameStart, DUPLICATE)
    assert start.record == {
        "format": "pmn", "event": "Evening", "date": "2024.05.01", "board": "3", "scoring": "Duplicate",
    }  # fmt: skip
    assert not {"anna", "ben", "cora", "dora"} & set(re.findall(r"\w+", str(events(DUPLICATE))))


def test_a_single_table_draws_from_one_wall_and_may_have_flowers() -> None:
    """`R` lays one out, and the next tile replaces it."""
    text = DUPLICATE.replace('"Duplicate"', '"MCR"').replace("c258d1367b236w234rf ", "c258d1367b236w23rf3 ")
    text = text.replace("T0r2D0z1H1", "R0f3T0w4T0r2D0z1H1")
    assert of(ev.GameStart, text)[0].options == {"walls": "shared", "bonus_tiles": True}
    assert findings(text) == []
    assert [event.type for event in events(text)][7:10] == ["bonus", "bonus-replacement", "draw"]


def test_a_fine_of_duplicate_play_is_a_penalty() -> None:
    """Who has less than nothing pays those who have more."""
    (fine,) = of(ev.Penalty, DUPLICATE.replace('[Penalty "0 0 0 0"]', '[Penalty "-30 10 10 10"]'))
    assert (fine.seat, fine.amount, fine.to) == (Seat.E, 30, {Seat.S: 10, Seat.W: 10, Seat.N: 10})


def test_a_drawn_hand_of_duplicate_play_is_inferred() -> None:
    """Nobody has won, and nobody pays: the wall is not used up yet."""
    text = DUPLICATE.replace("H1", "").replace("-38 54 -8 -8", "0 0 0 0").replace("19/24/1.52/6/1", "None")
    assert [code for code, _line in findings(text)] == ["washout-too-early"]


@each("was,becomes", [("T0r2", "T0x2"), ("T0r2", "T9r2"), ("D0z1", "D1z1"), ("w234rf", "w234rg"), ("-38 54", "x 54")])
def test_what_duplicate_play_does_not_mean_is_told(was: str, becomes: str) -> None:
    """A part that says nothing is a finding, and the rest is read."""
    assert "bad-event" in [code for code, _line in findings(DUPLICATE.replace(was, becomes))]


def test_the_walls_of_a_judge_are_drawn_from_their_ends() -> None:
    """Each seat has a quarter, and the last tile of it is the first that is dealt."""
    hands = dealt(SEVEN_PAIRS)
    spare = [name for name, tile in PKU.items() if tile.kind < 34 for _copy in range(4)]
    for name in (*(name for hand in hands for name in hand), "J2"):
        spare.remove(name)
    own = [[*hand, *(["J2"] if seat == 0 else [])] for seat, hand in enumerate(hands)]
    walls = [[*tiles, *(spare.pop() for _ in range(34 - len(tiles)))] for tiles in own]
    text = judge(
        {"action": "DEAL", "hand": hands}, {"action": "DRAW", "player": 0, "tile": "J2"},
        walltiles=" ".join(name for wall in walls for name in reversed(wall)),
    )  # fmt: skip
    assert findings(text) == []
    (wall,) = of(ev.Wall, text)
    assert [tile.kind for tile in wall.tiles[34:47]] == [PKU[name].kind for name in hands[1]]
    other = json.loads(json.dumps(text).replace('"action": "DRAW", "player": 0, "tile": "J2"',
                                                '"action": "DRAW", "player": 0, "tile": "J3"'))  # fmt: skip
    assert [code for code, _line in findings(other)] == ["not-the-wall-tile"]


def test_replies_of_the_others_are_passes_and_calls() -> None:
    """Where somebody has not answered, that is found; a concealed kong is answered by nobody."""
    text = judge(
        {"action": "DEAL", "hand": dealt(CALLS)}, {"action": "DRAW", "player": 0, "tile": "W6"},
        {"action": "PLAY", "player": 0, "tile": "J1", "replies": {"3": "PENG W9"}},
        {"action": "PENG", "player": 3, "tile": "W9", "replies": {"2": "GANG"}},
        {"action": "GANG", "player": 2, "tile": "W9"}, {"action": "DRAW", "player": 2, "tile": "T9"},
        {"action": "PLAY", "player": 2, "tile": "J3"}, {"action": "DRAW", "player": 3, "tile": "J1"},
        {"action": "BUGANG", "player": 3, "tile": "J1"}, {"action": "DRAW", "player": 3, "tile": "B1"},
    )  # fmt: skip
    assert findings(text) == []
    assert len(of(ev.Pass, text)) == 2 + 2 + 3 + 3
    silent = json.loads(json.dumps(text))
    del silent[-3]["0"]
    assert [code for code, _line in findings(silent)] == ["out-of-place"]


@each("line_of,extra", [("{}", 1), ("[1, 2]", 1), ('{"output": {"display": {"action": "PLAY", "player": 7}}}', 1)])
def test_what_a_judge_does_not_say_is_told(line_of: str, extra: int) -> None:
    """An output that says nothing is a finding, and the rest is read."""
    text = seven_pairs_judged()
    text[4:4] = [json.loads(line_of)] * extra
    assert ("bad-event", 1) in findings(text)


def test_a_false_mahjong_kills_the_hand_and_is_fined() -> None:
    """`WH`: the hand is shown, and dead; each of the others gets ten."""
    text = judge(
        {"action": "DEAL", "hand": dealt(SEVEN_PAIRS)}, {"action": "DRAW", "player": 0, "tile": "J2"},
        {"action": "WH", "player": 0, "fanCnt": 0, "score": [-30, 10, 10, 10]},
    )  # fmt: skip
    assert [event.type for event in events(text)][-4:] == ["mahjong", "show", "dead", "penalty"]
    assert findings(text) == []
    assert [code for code, _line in findings(json.loads(json.dumps(text).replace("[-30, 10,", "[-33, 13,")))] == [
        "wrong-penalty"
    ]


# -- written -----------------------------------------------------------------------------------------------------------


def written(text: str | list[Any]) -> tuple[str, list[str]]:
    """The open data of a record, and what is lost by that."""
    (record,) = records(text)
    write = importers().formats["pku"].write
    assert write is not None
    bodies = [ev.encode_event(row) for row, _where in record.rows if isinstance(row, ev.Event)]
    content, lost = write(bodies, record.name, None)
    return content.decode(), lost


@each("text", [SEVEN_PAIRS, CALLS, SEVEN_PAIRS.replace("七对", "??")])
def test_open_data_is_written_as_it_was_read(text: str) -> None:
    """Line by line, and nothing is lost."""
    assert written(text) == (text + "\n", [])


@each("seed", [2, 5])
def test_games_between_players_of_the_program_are_the_same_as_open_data(seed: int) -> None:
    """Nothing is found in them, the payments are the same, and what is lost is told."""
    lines: list[bytes] = []
    Game(load("mcr"), seed, 1, hands=4, options={"walls": "own", "bonus_tiles": False}).play(lines.append)
    write = importers().formats["pku"].write
    assert write is not None
    bodies = [line for line in lines if b'"retract"' not in line]
    content, lost = write(bodies, "game", None)
    assert findings(content) == []
    paid = [event.change for line in lines if isinstance(event := ev.decode_event(line), ev.Settlement)]
    again = [row.change for one in records(content) for row, _where in one.rows if isinstance(row, ev.Settlement)]
    assert [one for one in again if any(one.values())] == [one for one in paid if any(one.values())]
    assert {"names of players"} < {what.partition(" (")[0] for what in lost}
    assert [record.name for record in records(content)] == [f"game-{hand}" for hand in range(1, 5)]


FLOWER = judge({"action": "DEAL", "hand": dealt(CALLS)}, {"action": "BUHUA", "player": 0, "tile": "H1"})


@each("text,said", [
    (FLOWER, "a flower"), (DUPLICATE.replace('[Penalty "0 0 0 0"]', '[Penalty "-30 10 10 10"]'), "a penalty"),
])  # fmt: skip
def test_what_open_data_has_no_word_for_is_refused(text: str | list[Any], said: str) -> None:
    """Nothing is written then."""
    with pytest.raises(NotSayableError, match=said):
        written(text)


def test_a_game_of_other_rules_is_no_open_data() -> None:
    """Its hands are not counted in fans."""
    lines: list[bytes] = []
    Game(load("western"), 1, 1, hands=1).play(lines.append)
    write = importers().formats["pku"].write
    assert write is not None
    with pytest.raises(NotSayableError, match="counted in fans"):
        write(lines, "game", None)


# -- recorded rounds beside the repository -----------------------------------------------------------------------------


@pytest.mark.skipif(not VISIBLE.exists(), reason="the recorded rounds are not beside the repository")
def test_recorded_rounds_are_as_their_judges_say() -> None:
    """No finding in what was played rightly, fans and payments as played, and what was changed is found."""
    with tarfile.open(VISIBLE) as archive:
        files = {one.name.partition("/")[2]: archive.extractfile(one).read() for one in archive if one.isfile()}  # type: ignore[union-attr]
    expected = [json.loads(line) for line in files["expected.jsonl"].splitlines()]
    assert len(expected) == 40
    for due in expected:
        found = format_of(files[due["file"]])
        assert found.kind == due["kind"]
        name = Path(due["file"]).stem
        if "left_out" in due:
            with pytest.raises(OtherGameError):
                list(found.games(name, due["file"], [(due["file"], files[due["file"]])]))
            continue
        games = found.games(name, due["file"], [(due["file"], files[due["file"]])])
        record = next(game for game in games if game.name == due["game"])
        engine = Engine(record)
        rows = list(record.rows)
        for row, where in rows:
            engine.feed(row, where)
        reports = engine.finish()
        codes = {one.code for report in reports for one in report.findings if one.severity == "error"}
        assert bool(codes) is bool(due.get("codes")), (due, codes)
        assert codes <= set(due.get("codes", ())), (due, codes)
        played = [row for row, _where in rows]
        for kind, types in _COUNTED.items() if "counts" in due else ():
            assert sum(isinstance(row, types) for row in played) == due["counts"][kind], (due, kind)
        if "change" in due:
            change = {Seat(seat): points for seat, points in due["change"].items()}
            assert [row.change for row in played if isinstance(row, ev.Settlement)] == [change], due


_COUNTED = {"claim": ev.Claim, "drawn": ev.Draw | ev.KongReplacement, "discard": ev.Discard}
