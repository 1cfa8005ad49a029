"""`mjlog card match`, `mjlog card dead`: single hands, batches, and lines that cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mjlog_cli.main import main

CARD = """id shore-2029
year 2029
[All]
a1: FF 1111r 2222g 3333b                      25 X
a2: FF 111r 2222g 33333b                      30 X
a3: FF 1111r 2222r 3333r                      40 C
a4: FFF 11r! 222r! 333r 444r                  35 X
"""
COMPLETE = {"concealed": "FFf 1111c 2222d", "sets": [{"kind": "kong", "tiles": "333b Jk"}]}
ANSWER = {
    "complete": True, "lines": ["a1"], "line": "a1", "value": 25, "mode": "X", "jokerless": False,
    "assignment": ["FFf", "1111c", "2222d", "333b Jk"],
}  # fmt: skip


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A small card, as a file. The suits of its first line are any three."""
    path = tmp_path / "shore.card"
    path.write_text(CARD, "utf-8")
    return path


def run(*args: str | Path, stdin: str | None = None) -> Result:
    """Runs `mjlog card …` in this process."""
    result = CliRunner().invoke(main, ["card", *map(str, args)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def batch(command: str, card: Path, *requests: Any) -> tuple[int, list[Any]]:
    """The exit status and the answers of a batch."""
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in requests)
    result = run(command, card, "--batch", "-", stdin=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_a_complete_hand_is_answered_with_its_lines_value_and_tiles(card: Path) -> None:
    assert batch("match", card, COMPLETE, COMPLETE | {"remark": [1]}) == (0, [ANSWER, ANSWER])
    as_list = {
        "concealed": ["1f", "3S", *["1c"] * 4, *["2d"] * 4],
        "sets": [{"kind": "kong", "tiles": ["3b"] * 3 + ["Jk"]}],
    }
    assert batch("match", card, as_list) == (0, [ANSWER]), "flowers and seasons are all alike"


def test_several_lines_are_told_in_card_order_and_one_can_be_named(card: Path) -> None:
    hand = {"concealed": "FFf 1111c 2222c 3333c"}
    assert batch("match", card, hand)[1][0]["mode"] == "C"
    hand = {"concealed": "FFf 111c 2222d 333b JJk"}
    status, (best, named, other) = batch("match", card, hand, hand | {"line": "a1"}, hand | {"line": "a3"})
    assert (status, best["lines"], best["line"], best["value"]) == (0, ["a1", "a2"], "a2", 30)
    assert (named["lines"], named["line"], named["value"]) == (["a1"], "a1", 25)
    assert (other["complete"], other["lines"]) == (False, [])
    assert "they are a1, a2" in other["reason"]


@pytest.mark.parametrize(("change", "reason"), [
    ({"concealed": "FFf 1111c 222d"}, "13 tiles: a complete hand has 14"),
    ({"concealed": "FFf 1111c 2222d Ew"}, "15 tiles: a complete hand has 14"),
    ({"concealed": "", "sets": []}, "0 tiles"),
    ({"concealed": "Ff Jk 1111c 2222d"}, "like line a1, but a joker stands in a pair"),
    (
        {"concealed": "FFf 1111c 2222c", "sets": [{"kind": "kong", "tiles": "3333c"}]},
        "like line a3, but that is concealed",
    ),
    ({"concealed": "1111c 2222d 333b Jk", "sets": [{"kind": "pair", "tiles": "FFf"}]}, "a pair is laid open"),
    ({"concealed": "FFf 1111c 2222d Ew", "sets": [{"kind": "chow", "tiles": "123b"}]}, "a chow is laid open"),
    ({"concealed": "FFf 1111c 2222b"}, "no line of the card is these fourteen tiles"),
])  # fmt: skip
def test_what_is_not_complete_has_a_reason(card: Path, change: dict[str, Any], reason: str) -> None:
    status, (answer,) = batch("match", card, COMPLETE | change)
    assert status == 0
    assert {**answer, "reason": ""} == {"complete": False, "lines": [], "reason": ""}
    assert reason in answer["reason"]


@pytest.mark.parametrize(("change", "words"), [
    ({"concealed": "FFf 11111c 222d"}, "5 tiles 1 character: there are 4 of it"),
    ({"concealed": "FFFFf FFFFFf 1c"}, "9 tiles flower: there are 8 of it"),
    ({"concealed": "JJJJJk JJJk 1c"}, "9 tiles joker: there are 8 of it"),
    ({"concealed": "FFf 1111c 222d ??"}, "a tile that nobody saw (??)"),
    ({"concealed": "FFf 1111c 222d 5x"}, "concealed is 'FFf 1111c 222d 5x', where '5x' is not a tile"),
    ({"concealed": None}, "concealed is missing; expected tiles like"),
    ({"concealed": 7}, "concealed is 7; expected"),
    ({"concealed": ["1c"] * 300},
     "concealed is a list of 300; expected tiles like '123b 55c Ew', or a list of at most 200"),
    ({"sets": "333b Jk"}, "sets is '333b Jk'; expected a list of at most 200 objects with kind and tiles"),
    ({"sets": [{"kind": "kong", "tiles": "33b 4b Jk"}]}, "334b Jk is no kong: 4 like tiles or jokers are one"),
    ({"sets": [{"kind": "pung", "tiles": "3333b"}]}, "3333b is no pung"),
    ({"sets": [{"kind": "chow", "tiles": "333b"}]}, "333b is no chow"),
    ({"sets": [{"kind": "chow", "tiles": "89b 1c"}]}, "is no chow"),
    ({"sets": [{"kind": "punk", "tiles": "333b"}]}, "sets[0].kind is 'punk'; expected one of chow, pung"),
    ({"sets": [{"kind": "kong", "tiles": "333b"}] * 300}, "sets is a list of 300; expected a list of at most 200"),
    ({"sets": [{"kind": "kong"}]}, "sets[0].tiles is missing; expected tiles like"),
    ({"sets": [{"tiles": "3333333b"}]}, "3333333b is no group"),
    ({"line": "a9"}, "`line` is 'a9': the card has no such line"),
    ({"line": 3}, "`line` is 3: the card"),
])  # fmt: skip
def test_a_hand_that_cannot_be_is_an_error_in_its_place(card: Path, change: dict[str, Any], words: str) -> None:
    status, answers = batch("match", card, COMPLETE, COMPLETE | change, COMPLETE)
    assert status == 1
    assert [list(answer) == ["error"] for answer in answers] == [False, True, False]
    assert words in answers[1]["error"]


def test_a_dead_hand_is_told_with_what_the_nearest_line_lacks(card: Path) -> None:
    dead = {"sets": [{"kind": "kong", "tiles": "444c Jk"}]}
    alive = {"sets": [{"kind": "kong", "tiles": "333c Jk"}], "visible": "FFf", "basis": "rack"}
    status, (no, yes, default) = batch("dead", card, dead, alive, alive | {"basis": None})
    assert status == 0
    assert no == {
        "dead": True, "lines": [], "basis": "rack",
        "nearest": {"line": "a1", "misfits": ["444c Jk"], "lacks": [], "jokers": 8},
    }  # fmt: skip
    assert yes == default == {"dead": False, "lines": ["a1"], "basis": "rack"}


def test_on_the_table_discards_and_the_sets_of_others_count(card: Path) -> None:
    request = {"sets": [{"kind": "kong", "tiles": "333c Jk"}], "visible": "FFFFf 1s 2s", "basis": "table"}
    status, (alive, dead) = batch("dead", card, request, request | {"others": [{"kind": "pung", "tiles": "Ff Jk Jk"}]})
    assert (status, alive) == (0, {"dead": False, "lines": ["a1"], "basis": "table"})
    assert (dead["dead"], dead["basis"], dead["nearest"]["line"]) == (True, "table", "a1")
    assert dead["nearest"]["lacks"] == [{"tile": "Ff", "count": 1, "no_joker": 1}]


def test_a_chow_or_a_pair_laid_open_kills_and_the_chow_of_another_only_lies_there(card: Path) -> None:
    chow = [{"kind": "chow", "tiles": "123b"}]
    pair = [{"kind": "pair", "tiles": "FFf"}]
    table = {"basis": "table", "visible": "FFFFFf", "others": [*chow, *pair]}
    status, answers = batch("dead", card, {"sets": chow}, {"sets": pair}, table)
    assert status == 0
    assert [answer["dead"] for answer in answers] == [True, True, False]
    assert answers[2]["lines"] == ["a4"], "one flower is left, and the other lines want a pair of them"
    assert "a chow is laid open" in answers[0]["reason"]


@pytest.mark.parametrize("change", [
    {"basis": "wall"},
    {"basis": ["rack"]},
    {"visible": "3333c"},
    {"visible": 0},
    {
        "sets": [
            {"kind": "sextet", "tiles": "FFFFFFf"},
            {"kind": "sextet", "tiles": "111cJJJk"},
            {"kind": "pung", "tiles": "2c JJk"},
        ]
    },
    {"others": [{"kind": "kong", "tiles": "33c JJk"}]},
    {"others": {"kind": "kong"}},
])  # fmt: skip
def test_a_table_that_cannot_be_is_an_error_in_its_place(card: Path, change: dict[str, Any]) -> None:
    request = {"sets": [{"kind": "kong", "tiles": "333c Jk"}], "visible": "", "basis": "table"}
    status, answers = batch("dead", card, request, request | change, request)
    assert (status, [list(answer) == ["error"] for answer in answers]) == (1, [False, True, False])


@pytest.mark.parametrize("line", ["nonsense", "[1, 2]", '"text"', "[" * 5000, "{}"])
def test_a_line_that_is_no_request_is_an_error(card: Path, line: str) -> None:
    status, answers = batch("match", card, line)
    assert (status, [list(answer) for answer in answers]) == (1, [["error"]])


def test_one_hand_is_judged_from_the_command_line(card: Path) -> None:
    hand = ["--concealed", "FFf 111c 2222d Jk", "--set", "kong:333b Jk"]
    result = run("match", card, *hand)
    assert result.exit_code == 0
    assert "mahjong: line a1, 25 points, may be exposed, with jokers\n" in result.stdout
    assert "as FFf / 111c Jk / 2222d / 333b Jk\n" in result.stdout
    assert json.loads(run("match", card, *hand, "--json").stdout)["line"] == "a1"
    result = run("match", card, "--concealed", "FFf 111c 2222d Ew", "--set", "kong:333b Jk")
    assert (result.exit_code, result.stdout[:12]) == (0, "not mahjong:")
    assert run("match", card).exit_code == 2
    assert run("match", card, "--concealed", "FFf", "--set", "333b").exit_code == 2
    assert run("match", card, "--concealed", "FFf 55555b").exit_code == 2
    assert run("match", card.with_name("none.card"), "--concealed", "FFf").exit_code == 2


def test_a_dead_hand_is_judged_from_the_command_line(card: Path) -> None:
    result = run("dead", card, "--set", "kong:333c Jk", "--visible", "FFFFFf", "--basis", "table")
    assert result.exit_code == 0
    assert result.stdout == "not dead, by what the table shows\nlines that live: a1\n"
    result = run(
        "dead", card, "--set", "kong:333c Jk", "--visible", "FFFFFf", "--other", "kong:FFf JJk", "--basis", "table"
    )
    assert "dead, by what the table shows\n" in result.stdout
    assert "nearest is line a1: it wants 1 more flower than can still come, 1 of them where no joker" in result.stdout
    assert "no group of it is 444c Jk" in run("dead", card, "--set", "kong:444c Jk").stdout
    assert run("dead", card, "--basis", "wall").exit_code == 2


def test_what_is_left_out_of_a_card_is_said(card: Path) -> None:
    card.write_text(CARD + "a5: FFFF 20 X\n", "utf-8")
    result = run("match", card, "--concealed", "FFf 1111c 2222d 3333b")
    assert result.exit_code == 0
    assert "1 fault, the first in line 8 (not-14); lines with faults are left out" in result.stderr


def test_the_sample_card_is_known_by_its_name() -> None:
    assert json.loads(run("dead", "riverside", "--json").stdout)["dead"] is False
