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
SCORE = ["score", "--ruleset", "classical"]


def batch(run: Run, command: list[str], *requests: Any) -> tuple[int, list[Any]]:
    """The exit status and the answers of a batch."""
    text = b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in requests)
    result = run(*command, "--batch", "-", stdin=text)
    return result.exit_code, lines(result)


def test_a_number_of_a_batch_that_is_too_long_to_be_read_is_told_by_its_digits(run: Run) -> None:
    status, answers = batch(run, SCORE, b'{"seat": ' + b"9" * 5000 + b"}")
    assert (status, answers[0]["error"]) == (1, "seat is a number of 5000 digits; expected one of E, S, W, N")


def test_a_hostile_line_gives_an_error_in_its_place_and_status_1(run: Run) -> None:
    hostile = [
        HAND | {"concealed": "1b" * 100_000},
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"seat": "S", "east_wins": 1' + b"0" * 5000 + b"}",
    ]
    status, answers = batch(run, SCORE, HAND, *hostile, HAND)
    assert status == 1
    assert [list(answer) == ["error"] for answer in answers] == [False, *[True] * 4, False]


def test_a_batch_is_read_from_a_file_or_from_standard_input(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(HAND) + "\n\n" + json.dumps(HAND) + "\n", "utf-8")
    assert len(lines(run(*SCORE, "--batch", path))) == 2
    assert len(run_process(*SCORE, "--batch", "-", stdin=path.read_bytes()).stdout.splitlines()) == 2
    assert run(*SCORE, "--batch", tmp_path / "no").exit_code == 2


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
