"""Score: one hand from the command line, or a hand a line; an impossible one is an error in its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines, run_process

HAND: dict[str, Any] = {
    "seat": "S", "round": "E", "concealed": "123b 55d RRRd", "won": True, "tile": "5d", "source": "wall",
    "sets": [{"kind": "chow", "tiles": "789c"}, {"kind": "pung", "tiles": ["2d", "2d", "2d"]}], "bonus": "",
}  # fmt: skip
ON_THE_LINE = ["--seat", "S", "--round", "E", "--concealed", "123b 55d RRRd",
               "--set", "chow:789c", "--set", "pung:222d", "--won", "--tile", "5d", "--source", "wall"]  # fmt: skip
SCORE = ["score", "--ruleset", "classical"]


def batch(run: Run, command: list[str], *requests: Any) -> tuple[int, list[Any]]:
    """The exit status and the answers of a batch."""
    text = b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in requests)
    result = run(*command, "--batch", "-", stdin=text)
    return result.exit_code, lines(result)


def test_a_hand_is_scored_item_by_item(run: Run) -> None:
    result = run(*SCORE, *ON_THE_LINE)
    assert result.exit_code == 0
    page = result.stdout.splitlines()
    assert "  going Mah Jong                                20          classical/points-2" in page
    assert "  pung/kong of dragons  RRRd                             1  classical/double-1" in page
    assert "36 points x 2^1 = 72" in page
    assert "total 72" in page


def test_a_batch_answers_what_the_command_line_answers(run: Run) -> None:
    (one,) = lines(run(*SCORE, *ON_THE_LINE, "--json"))
    status, answers = batch(run, SCORE, HAND, HAND | {"remark": [1]})
    assert (status, answers[0]) == (0, answers[1])
    assert answers[0].items() <= (one | {"items": answers[0]["items"]}).items()
    assert [item["name"] for item in answers[0]["items"]] == [item["name"] for item in one["items"]]
    assert (one["complete"], one["total"], one["points"], one["doubles"], one["limit"]) == (True, 72, 36, 1, None)
    assert {"name", "points", "doubles", "rule"} <= set(one["items"][0])


def test_a_line_names_its_rule_set_where_the_command_names_none(run: Run) -> None:
    assert batch(run, ["score"], HAND | {"ruleset": "classical"})[0] == 0
    status, answers = batch(run, ["score"], HAND, HAND | {"ruleset": "lunar"}, HAND | {"ruleset": 7})
    assert status == 1
    assert all(list(answer) == ["error"] for answer in answers)


def test_options_change_the_score(run: Run) -> None:
    (given,) = lines(run(*SCORE, *ON_THE_LINE, "--option", "MahJongScore=10", "--json"))
    assert given["total"] == 52
    assert [one["total"] for one in batch(run, SCORE, HAND | {"options": {"MahJongScore": 10}})[1]] == [52]


@pytest.mark.parametrize(
    "request_",
    [
        HAND | {"concealed": "123b 55d RRRRRd"},
        HAND | {"concealed": "5x"},
        HAND | {"tile": None},
        HAND | {"won": 1},
        HAND | {"options": {"Nothing": 1}},
        HAND | {"options": [1]},
        HAND | {"sets": [{"kind": "chow", "tiles": "124b"}]},
        HAND | {"east_wins": -1},
        HAND | {"concealed": "1b" * 100_000},
        {},
        [1, 2],
        b"nonsense",
        b"\xff\xfe",
        b'"text"',
        b"[" * 100_000,
        b'{"seat": "S", "east_wins": 1' + b"0" * 5000 + b"}",
    ],
)
def test_an_impossible_line_gives_an_error_in_its_place_and_status_1(run: Run, request_: Any) -> None:
    status, answers = batch(run, SCORE, HAND, request_, HAND)
    assert status == 1
    assert [list(answer) == ["error"] for answer in answers] == [False, True, False]


def test_a_hand_that_cannot_be_is_an_error_on_the_command_line(run: Run) -> None:
    impossible = ["--seat", "S", "--round", "E", "--concealed", "5555b 5b"]
    result = run(*SCORE, *impossible)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "mjlog: 5 tiles 5 bamboo: there are 4 of it\n"
    told = run(*SCORE, *impossible, "--json")
    assert (told.exit_code, lines(told)) == (1, [{"error": "5 tiles 5 bamboo: there are 4 of it"}])
    assert run(*SCORE, "--seat", "S").exit_code == 2
    assert run(*SCORE, "--seat", "S", "--round", "E", "--concealed", "5b", "--set", "pung").exit_code == 2


def test_a_batch_is_read_from_a_file_or_from_standard_input(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(HAND) + "\n\n" + json.dumps(HAND) + "\n", "utf-8")
    assert len(lines(run(*SCORE, "--batch", path))) == 2
    assert len(run_process(*SCORE, "--batch", "-", stdin=path.read_bytes()).stdout.splitlines()) == 2
    assert run(*SCORE, "--batch", tmp_path / "no").exit_code == 2


def test_a_rule_set_that_is_not_there_is_said_at_once(run: Run) -> None:
    assert run("score", "--ruleset", "lunar", "--batch", "-", stdin=b"").exit_code == 2


# -- a hand on one line -----------------------------------------------------------------------------------------------

LINE = "S in E 123b 55d RRRd (789c) (222d) +5d wall"
SHORT = "123b 5d RRRd (789c) (222d) +5d wall"


def without(answer: dict[str, Any], *names: str) -> dict[str, Any]:
    """The answer without some of its fields."""
    return {name: value for name, value in answer.items() if name not in names}


def test_a_hand_on_one_line_is_the_hand_that_the_options_say(run: Run) -> None:
    (one,) = lines(run(*SCORE, *ON_THE_LINE, "--json"))
    assert lines(run(*SCORE, "S in E 123b 5d RRRd (789c) (222d) +5d wall", "--json")) == [one]
    assert lines(run(*SCORE, SHORT, "--seat", "S", "--round", "E", "--json")) == [one]
    assert lines(run(*SCORE, "S in E 🀐🀑🀒 🀝 🀄🀄🀄 (🀍🀎🀏) (🀚🀚🀚) +🀝 wall", "--json")) == [one]


def test_options_beside_a_line_fill_in_what_it_does_not_say(run: Run) -> None:
    (plain,) = lines(run(*SCORE, f"S in E {SHORT}", "--json"))
    (more,) = lines(run(*SCORE, f"S in E {SHORT}", "--bonus", "2f", "--flag", "original-call", "--json"))
    assert more["points"] == plain["points"] + 4
    assert more["doubles"] == plain["doubles"] + 1
    (said,) = lines(run(*SCORE, f"S in E {SHORT}", "--seat", "W", "--json"))
    assert said == plain


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--concealed", "123b"], "--concealed is said of a hand that is no HAND on a line"),
        (["--set", "pung:222d"], "--set is said of a hand"),
        (["--source", "wall"], "--source is said of a hand"),
        (["--batch", "-"], "hands are given, and --batch"),
    ],
)
def test_a_hand_on_one_line_is_not_said_twice(run: Run, more: list[str], message: str) -> None:
    result = run(*SCORE, LINE, *more)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_line_of_a_batch_may_be_a_hand_or_an_object_with_one(run: Run) -> None:
    whole = f"S in E {SHORT}"
    status, answers = batch(
        run, [*SCORE, "--round", "E"], whole.encode(), {"hand": whole}, {"hand": SHORT, "seat": "S"},
        {"hand": SHORT, "seat": "S", "round": "E", "bonus": ""}, b"[222d] (789c) nonsense",
    )  # fmt: skip
    assert status == 1
    assert [answer.get("total") for answer in answers] == [72, 72, 72, 72, None]
    assert "'nonsense' is not a tile" in answers[4]["error"]


@pytest.mark.parametrize(
    ("beside", "message"),
    [
        ({"hand": 5}, "`hand` is '5': a hand on one line is expected"),
        ({"hand": f"S in E {SHORT}", "tile": "1b"}, "the line says its own `tile`, and beside it stands another"),
        ({"hand": f"S in E {SHORT}", "source": "discard"}, "its own `source`"),
        ({"hand": f"S in E {SHORT}", "won": False}, "the line names a winning tile, and `won` beside it is false"),
        ({"hand": f"S in E 5f {SHORT}"}, "there is no flower 5"),
    ],
)
def test_a_line_and_the_fields_beside_it_do_not_contradict_each_other(
    run: Run, beside: dict[str, Any], message: str
) -> None:
    status, (answer,) = batch(run, SCORE, beside)
    assert status == 1
    assert message in answer["error"]


def test_a_line_with_fourteen_tiles_and_the_winning_tile_beside_it(run: Run) -> None:
    beside = {"hand": "S in E 123b 55d RRRd (789c) (222d)", "tile": "5d", "source": "wall"}
    assert batch(run, SCORE, beside)[1][0]["total"] == 72
    assert "13" in batch(run, SCORE, {"hand": beside["hand"]})[1][0]["error"]


def test_the_border_does_not_hide_why_there_can_be_no_hand(run: Run) -> None:
    """A seat in lower case is read; that the loose tile replaces nothing is the fault."""
    answer = batch(run, SCORE, HAND | {"seat": "s", "source": "loose"})[1][0]
    assert answer["error"].startswith("a loose tile replaces the fourth tile of a kong, or a bonus tile")


# -- how it came about ------------------------------------------------------------------------------------------------


def test_a_batch_explains_and_looks_ahead_only_where_it_is_asked_to(run: Run) -> None:
    waiting = HAND | {"concealed": "123b 5d RRRd", "won": False, "tile": None, "source": None}
    told = {"sets", "set_aside", "not_counted", "sum"}
    (won, lost) = batch(run, SCORE, HAND, waiting)[1]
    assert not told & set(won)
    assert not (told | {"would_be"}) & set(lost)
    (won, lost) = batch(run, [*SCORE, "--explain"], HAND, waiting)[1]
    assert told <= set(won)
    assert told | {"would_be"} <= set(lost)
    (asked, ahead) = batch(run, SCORE, HAND | {"explain": True}, waiting | {"would_be": True})[1]
    assert asked == won
    assert [(one["tile"], one["left"], one["wall"]) for one in ahead["would_be"]] == [("5d", 3, 72)]
    assert "sum" not in ahead


def test_one_hand_as_json_has_all_that_is_known(run: Run) -> None:
    (one,) = lines(run(*SCORE, LINE.replace("55d", "5d"), "--json"))
    assert one["sum"] == ["36 points x 2^1 = 72"]
    assert {"tiles": "222d", "how": "exposed"} in one["sets"]
    assert one["settlement"]["payments"] == [["E", "S", 144], ["W", "S", 72], ["N", "S", 72]]
    (lost,) = lines(run(*SCORE, "S in E 123b 5d RRRd (789c) (222d)", "--json"))
    assert lost["would_be"][0]["wall"] == 72
    assert "settlement" not in lost


def test_an_agreed_value_is_what_a_wait_would_bring(run: Run) -> None:
    (lost,) = lines(run("score", "--ruleset", "mahjiang", "S in E 123b 5d RRRd (789c) (222d)", "--json"))
    assert [(one["wall"], one["discard"]) for one in lost["would_be"]] == [(1, 1)]
    (won,) = lines(run("score", "--ruleset", "mahjiang", f"S in E {SHORT}", "--json"))
    assert (won["total"], won["sum"], won["not_counted"]) == (1, [], [])


def test_what_is_missing_is_named_where_nobody_can_be_asked(run: Run) -> None:
    for given, message in (
        ([], "a hand is missing: expected it on one line, like"),
        (["--seat", "S", "--round", "E"], "a hand is missing"),
        ([SHORT], "--seat is missing; or begin the hand with seat and round, like S in E"),
        ([SHORT, "--seat", "S"], "--round is missing"),
    ):
        result = run(*SCORE, *given)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
    result = run("score", f"S in E {SHORT}")
    assert result.exit_code == 2
    assert "--ruleset is missing: expected a rule set, like --ruleset classical" in result.stderr
