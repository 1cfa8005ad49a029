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


def test_a_number_of_a_batch_that_is_too_long_to_be_read_is_told_by_its_digits(run: Run) -> None:
    status, answers = batch(run, SCORE, b'{"seat": ' + b"9" * 5000 + b"}")
    assert (status, answers[0]["error"]) == (1, "seat is a number of 5000 digits; expected one of E, S, W, N")


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


def test_a_batch_is_read_from_a_file_or_from_standard_input(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(HAND) + "\n\n" + json.dumps(HAND) + "\n", "utf-8")
    assert len(lines(run(*SCORE, "--batch", path))) == 2
    assert len(run_process(*SCORE, "--batch", "-", stdin=path.read_bytes()).stdout.splitlines()) == 2
    assert run(*SCORE, "--batch", tmp_path / "no").exit_code == 2


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

SHORT = "123b 5d RRRd (789c) (222d) +5d wall"


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
