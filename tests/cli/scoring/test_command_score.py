"""Score: one hand from the command line, or a hand a line; an impossible one is an error in its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines, run_process

from mjlog_cli.batches import run_batch

HAND: dict[str, Any] = {
    "seat": "S", "round": "E", "concealed": "123b 55d RRRd", "won": True, "tile": "5d", "source": "wall",
    "sets": [{"kind": "chow", "tiles": "789c"}, {"kind": "pung", "tiles": ["2d", "2d", "2d"]}], "bonus": "",
}  # fmt: skip
ON_THE_LINE = [json.dumps(HAND)]
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


def test_a_number_of_a_batch_that_is_too_long_to_be_read_is_told_by_its_digits(run: Run) -> None:
    status, answers = batch(run, SCORE, b'{"seat": ' + b"9" * 5000 + b"}")
    assert (status, answers[0]["error"]) == (1, "seat is a number of 5000 digits; expected one of E, S, W, N")


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
    impossible = ["S in E 5555b 5b"]
    result = run(*SCORE, *impossible)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "mjlog: 5 tiles 5 bamboo: there are 4 of it\n"
    told = run(*SCORE, *impossible, "--json")
    assert (told.exit_code, lines(told)) == (1, [{"error": "5 tiles 5 bamboo: there are 4 of it"}])


def test_a_batch_is_read_from_a_file_or_from_standard_input(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(HAND) + "\n\n" + json.dumps(HAND) + "\n", "utf-8")
    assert len(lines(run(*SCORE, "--batch", path))) == 2
    assert len(run_process(*SCORE, "--batch", "-", stdin=path.read_bytes()).stdout.splitlines()) == 2
    assert run(*SCORE, "--batch", tmp_path / "no").exit_code == 2


def test_a_rule_set_that_is_not_there_is_said_at_once(run: Run) -> None:
    assert run("score", "--ruleset", "lunar", "--batch", "-", stdin=b"").exit_code == 2


def test_a_hand_alone_is_of_no_use_to_a_batch(run: Run) -> None:
    for more, message in (
        (["--line", "y1"], "--line is said of one hand, and --batch: write it into the lines"),
        (["--discarder", "W"], "--discarder is said of one hand"),
        (["--faces", "unicode"], "--faces is said of a page"),
    ):
        result = run(*SCORE, *more, "--batch", "-", stdin=json.dumps(HAND))
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr


def test_options_of_the_command_line_fill_in_where_a_line_has_none(run: Run) -> None:
    ten = ["--option", "MahJongScore=10"]
    own = HAND | {"options": {"MahJongScore": 30}}
    status, answers = batch(run, [*SCORE, *ten], HAND, own, HAND | {"options": {"ScoreLimit": 40}})
    assert (status, [one["total"] for one in answers]) == (0, [52, 92, 40])
    named = HAND | {"ruleset": "classical"}
    assert [one["total"] for one in batch(run, ["score", *ten], named)[1]] == [52]
    elsewhere = HAND | {"ruleset": "mahjiang"}
    assert batch(run, [*SCORE, *ten], elsewhere)[1] == batch(run, SCORE, elsewhere)[1]
    assert "has no option 'MahJongScore'" in batch(run, ["score", *ten], elsewhere)[1][0]["error"]


def test_an_option_that_there_is_not_is_told_once_before_a_batch(run: Run) -> None:
    result = run(*SCORE, "--option", "Nothing=1", "--batch", "-", stdin=json.dumps(HAND))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "mjlog: the rule set classical has no option 'Nothing'\n"


def test_seat_and_round_of_the_command_line_fill_in_where_a_line_has_none(run: Run) -> None:
    silent = {name: value for name, value in HAND.items() if name not in ("seat", "round")}
    command = [*SCORE, "--seat", "W", "--round", "E"]
    status, answers = batch(run, command, silent, silent | {"seat": None}, HAND | {"seat": "S"})
    west, south = batch(run, SCORE, HAND | {"seat": "W"}, HAND)[1]
    assert (status, answers) == (0, [west, west, south])


def test_a_fault_of_the_program_is_the_answer_to_its_line_alone(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def answer(fields: dict[str, Any]) -> dict[str, Any]:
        return {"is": 1 / fields["n"]}

    path = tmp_path / "lines.jsonl"
    path.write_text('{"n": 1}\n{"n": 0}\n{}\n{"n": 2}\n', "utf-8")
    assert run_batch(str(path), answer) == 1
    out, err = capfdbinary.readouterr()
    fault = "the line could not be answered, by a fault of the program: "
    assert [json.loads(line) for line in out.splitlines()] == [
        {"is": 1.0}, {"error": f"{fault}ZeroDivisionError"}, {"error": f"{fault}KeyError"}, {"is": 0.5},
    ]  # fmt: skip
    assert err == b""


def test_a_byte_order_mark_is_passed_over_and_a_line_without_end_is_refused(run: Run) -> None:
    hand = json.dumps(HAND).encode()
    (one,) = lines(run(*SCORE, "--batch", "-", stdin=hand))
    result = run(*SCORE, "--batch", "-", stdin=b"\xef\xbb\xbf" + hand + b"\n" + b"x" * 4_000_001 + b"\n" + hand)
    assert lines(result) == [one, {"error": "the line is too long: expected less than 4,000,000 bytes"}, one]
    assert lines(run(*SCORE, "--batch", "-", stdin=b"\xef\xbb\xbf\n" + hand)) == [one]


# -- a hand on one line -----------------------------------------------------------------------------------------------

LINE = "S in E 123b 55d RRRd (789c) (222d) +5d wall"
SHORT = "123b 5d RRRd (789c) (222d) +5d wall"


def without(answer: dict[str, Any], *names: str) -> dict[str, Any]:
    """The answer without some of its fields."""
    return {name: value for name, value in answer.items() if name not in names}


def test_a_hand_on_one_line_is_the_hand_that_an_object_says(run: Run) -> None:
    (one,) = lines(run(*SCORE, *ON_THE_LINE, "--json"))
    assert lines(run(*SCORE, "S in E 123b 5d RRRd (789c) (222d) +5d wall", "--json")) == [one]
    assert lines(run(*SCORE, SHORT, "--seat", "S", "--round", "E", "--json")) == [one]
    assert lines(run(*SCORE, "S in E 🀐🀑🀒 🀝 🀄🀄🀄 (🀍🀎🀏) (🀚🀚🀚) +🀝 wall", "--json")) == [one]


def test_options_beside_a_line_fill_in_what_it_does_not_say(run: Run) -> None:
    (plain,) = lines(run(*SCORE, f"S in E {SHORT}", "--json"))
    (said,) = lines(run(*SCORE, f"S in E {SHORT}", "--seat", "s", "--round", "E", "--json"))
    assert said == plain
    result = run(*SCORE, f"S in E {SHORT}", "--seat", "W")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "mjlog: `seat` is 'S' on the line, and 'W' beside it: say it once\n"


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
        ({"hand": ""}, "`hand` is empty: a hand on one line is expected, like 'S in E"),
        ({"hand": "  "}, "`hand` is '  '"),
        ({"hand": f"S in E {SHORT}", "tile": "1b"}, "`tile` is '5d' on the line, and '1b' beside it: say it once"),
        ({"hand": f"S in E {SHORT}", "source": "discard"}, "`source` is 'wall' on the line, and 'discard' beside it"),
        ({"hand": f"S in E {SHORT}", "seat": "W"}, "`seat` is 'S' on the line, and 'W' beside it"),
        ({"hand": f"S in E {SHORT}", "round": "W"}, "`round` is 'E' on the line, and 'W' beside it"),
        ({"hand": f"S in E {SHORT}", "sets": [{"kind": "pung", "tiles": "222d"}]}, "`sets` is something else on the"),
        ({"hand": f"S in E {SHORT}", "concealed": "123b"}, "and '123b' beside it"),
        ({"hand": f"S in E {SHORT}", "tile": "zz"}, "`tile`: 'zz' is not a tile"),
        ({"hand": f"S in E {SHORT}", "flags": True}, "`flags` is 'True': a list is expected"),
        ({"hand": f"S in E {SHORT}", "flags": "twofold"}, "`flags` is 'twofold': a list is expected"),
        ({"hand": f"S in E {SHORT}", "flags": ["lucky"]}, "`flags` is 'lucky': one of last-tile"),
        ({"hand": "S in E"}, "0 tiles (a kong counts as three): a hand that did not win has 13"),
        ({"hand": "S in E (111b) (222b) (333b) (444b)"}, "12 tiles (a kong counts as three): a hand that did not win"),
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


@pytest.mark.parametrize(
    "beside",
    [
        {"seat": "s", "round": "E"},
        {"tile": "5D", "source": "wall", "won": True},
        {"concealed": ["Rd", "Rd", "Rd", "5d", "5d", "3b", "2b", "1b"]},
        {"sets": [{"kind": "pung", "tiles": "222d"}, {"kind": "chow", "tiles": "987c", "concealed": None}]},
        {"bonus": None, "flags": None, "won": None, "east_wins": None, "tile": None, "sets": None},
    ],
)
def test_what_the_line_and_the_fields_beside_it_both_say_may_be_written_in_other_ways(
    run: Run, beside: dict[str, Any]
) -> None:
    line = {"hand": f"S in E {SHORT}"}
    status, (plain, both) = batch(run, SCORE, line, line | beside)
    assert (status, both) == (0, plain)


def test_a_field_that_is_null_is_not_given(run: Run) -> None:
    sets = [one | {"concealed": None, "origin": None} for one in HAND["sets"]]
    status, (plain, null, bare) = batch(run, SCORE, HAND, HAND | {"won": None, "sets": sets}, HAND | {"hand": None})
    assert (status, null, bare) == (0, plain, plain)


def test_that_a_hand_does_not_say_whether_it_won_hides_no_other_fault(run: Run) -> None:
    open_ = {name: value for name, value in HAND.items() if name != "won"}
    status, (fine, wrong) = batch(run, SCORE, open_, open_ | {"source": "WALL"})
    assert (status, fine["total"]) == (1, 72)
    assert wrong["error"].startswith("source is 'WALL'; expected one of wall, discard, loose")


def test_a_line_with_fourteen_tiles_and_the_winning_tile_beside_it(run: Run) -> None:
    beside = {"hand": "S in E 123b 55d RRRd (789c) (222d)", "tile": "5d", "source": "wall"}
    assert batch(run, SCORE, beside)[1][0]["total"] == 72
    assert batch(run, SCORE, {"hand": beside["hand"]})[1][0]["error"] == (
        "14 tiles (a kong counts as three): a hand that did not win has 13; or name the winning tile, like +5d wall"
    )


def test_the_border_does_not_hide_why_there_can_be_no_hand(run: Run) -> None:
    """A seat in lower case is read; that the loose tile replaces nothing is the fault."""
    answer = batch(run, SCORE, HAND | {"seat": "s", "source": "loose"})[1][0]
    assert answer["error"].startswith("a loose tile replaces the fourth tile of a kong: the hand has none")


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
        (["S in E"], "the hand has no concealed tiles: expected those not laid on the table, too, like"),
        (["S in E (111b) (222b) (333b) (444b)"], "the hand has no concealed tiles"),
        ([f"S in E {SHORT}", "E in E"], "hand 2 has no concealed tiles"),
        (
            ["--line", "y1", LINE],
            "--line is said of a hand of a score card, as in american; by these rules there is none",
        ),
        (["--batch", "-", LINE], "hands are given, and --batch"),
    ):
        result = run(*SCORE, *given)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
    result = run("score", f"S in E {SHORT}")
    assert result.exit_code == 2
    assert "--ruleset is missing: expected a rule set, like --ruleset classical" in result.stderr
