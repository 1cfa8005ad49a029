"""Score and settle: one hand, several of a deal, a hand a line; hands of riichi; the page about scoring."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from command_runs import ROOT, Run, lines, run_process

from each import each
from mjlog.calculator.deal import ScoredHand
from mjlog.calculator.score_page import hand_page
from mjlog.scoring import FLAGS, SOURCES
from mjlog.scoring.request import HandRequest
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


# -- several hands on one command line are those of one deal ----------------------------------------------------------


SOUTH = "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"
EAST = "E in E 123c 99b EEw 7d 4c 6c (NNNw)"
WEST = "W in E 567b 678d 1d 9d 9c 4c (888c)"
DEAL_SCORE = ["score", "--ruleset", "bmja"]


def deal(run: Run, *given: str, ruleset: str = "bmja") -> tuple[int, list[dict[str, Any]], dict[str, Any]]:
    """The exit status, the answers, and the settlement."""
    result = run("score", "--ruleset", ruleset, *given, "--json")
    *hands, last = lines(result)
    return result.exit_code, hands, last["settlement"]


@pytest.mark.parametrize(("hands", "message"), [
    ([SOUTH, SOUTH], "2 hands of south: the hands of one deal are of different seats"),
    (
        [SOUTH, "E in E 999b 555c 33d 999c 68d +7d wall"],
        "east with 7d (wall) and south with Rd (discard) have won: several who win in one deal win one tile",
    ),
    ([SOUTH, WEST.replace("in E", "in S")], "hands of the east and south rounds: the hands of one deal are of one"),
    ([SOUTH, EAST.replace("99b EEw", "9b RRd 4d")], "5 tiles red dragon in the hands of this deal: there are 4 of"),
    ([SOUTH, EAST + " 2f"], "2 tiles flower 2 in the hands of this deal: there is 1 of it"),
])  # fmt: skip
def test_hands_that_cannot_be_of_one_deal_are_not_settled(run: Run, hands: list[str], message: str) -> None:
    result = run(*DEAL_SCORE, *hands)
    assert result.exit_code == 1
    assert message in result.stderr
    status, answers, settlement = deal(run, *hands)
    assert status == 1
    assert [answer["total"] is not None for answer in answers] == [True, True]
    assert message in settlement["error"]
    assert "payments" not in settlement


RIVAL = "N in E 345b 777c 678d 111d Rd +Rd discard"
"""Without the red dragon a concealed pung of 7 characters, 4, and one of 1 dot, 8."""


@pytest.mark.parametrize(("ruleset", "rule", "total"), [
    ("western", "western/win-4", 12),
    ("classical", "classical/claim-1", 12),
    ("dead-wall", "dead-wall/fish-2", 12),
    ("dmjl", "dmjl/claim", 12),
    ("mahjiang", "mahjiang/claim-6", 0),
    ("pung-chi", "pung-chi/win-1", 0),
])  # fmt: skip
def test_where_one_wins_a_tile_the_other_hand_has_not_won(run: Run, ruleset: str, rule: str, total: int) -> None:
    first = SOUTH.replace(" 2f", "")
    _, (south, north), settlement = deal(run, first, RIVAL, "--discarder", "E", ruleset=ruleset)
    assert (south["complete"], north["complete"], north["total"]) == (True, False, total)
    nearest = f"south wins: by these rules one player wins a tile, the nearest to east in turn [{rule}]"
    assert settlement["remark"].startswith(nearest)
    assert {payee for _, payee, _ in settlement["payments"]} == {"S"}
    _, (south, north), settlement = deal(run, first, RIVAL, "--discarder", "W", ruleset=ruleset)
    assert (south["complete"], north["complete"]) == (False, True)
    assert {payee for _, payee, _ in settlement["payments"]} == {"N"}


# -- a score as people read it fits a terminal, and says a part of the limit ------------------------------------------


def test_the_number_of_columns_is_kept_whatever_a_hand_holds(run: Run) -> None:
    hands = (
        "E in E [1111b] [9999b] [1111c] [9999c] 1234f 1234s 1d +1d loose twofold last-tile",
        "N in N 11b 22b 33b 44b 55b 66b 7b +7b last-wall original-call",
        "W in S 1112345678999b +9b discard",
    )
    for ruleset in ("classical", "western", "dmjl", "bmja"):
        for hand in hands:
            result = run("score", "--ruleset", ruleset, hand)
            assert result.exit_code == 0
            assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_part_of_the_limit_is_said() -> None:
    """As the hundredths of the limit that an item may state, or as its own worth."""
    item = {"name": "fishing", "points": 0, "doubles": 0, "rule": "bmja/fishing-limit", "tiles": "19b"}
    for more, words in (
        ({"limit": 100}, "limit"),
        ({"limit": 40}, "0.4 limit"),
        ({"limit": 100, "limit_points": 3000}, "limit 3,000"),
    ):
        answer = {"total": 400, "limit": "fishing-limit", "items": [item | more], "arrangement": []}
        lines = hand_page(ScoredHand(HandRequest(), answer))
        assert lines == [
            f"{'':43} points doubles  rule",
            f"{'  fishing  19b':43}{words:>15}  bmja/fishing-limit",
            "",
            "total 400 (limit hand: fishing-limit)",
        ]


# -- the page about scoring is true -----------------------------------------------------------------------------------


PAGE = (ROOT / "docs" / "do" / "scoring.md").read_text("utf-8")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_TEXT = re.compile(r"`([a-z.]+)`\n\n```text\n(.*?)```", re.DOTALL)


def examples() -> list[tuple[str, str]]:
    """Each command of the page, and what the page says it prints."""
    found: list[tuple[str, str]] = []
    for line in "".join(_CONSOLE.findall(PAGE)).splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


@pytest.mark.parametrize(("command", "printed"), examples(), ids=[command for command, _ in examples()])
def test_an_example_prints_what_the_page_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, printed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in _TEXT.findall(PAGE):
        (tmp_path / name).write_text(text, "utf-8")
    words, _, given = command.partition(" <<< ")
    program, *arguments = shlex.split(words)
    assert program == "mjlog"
    result = run(*arguments, stdin="".join(shlex.split(given)) + "\n")
    assert result.stdout + result.stderr == printed


def test_there_is_an_example_of_every_kind() -> None:
    commands = " ".join(command for command, _ in examples())
    for part in ("mjlog score", "mjlog settle", "--batch", "mjlog sheet", "would_be"):
        assert part in commands


def test_the_page_names_every_source_flag_and_field() -> None:
    named = set(re.findall(r"`([a-z_-]+)`", PAGE))
    assert named >= SOURCES | FLAGS | {*HandRequest.__struct_fields__}


# -- hands about which players asked in public, written as they write them --------------------------------------------


def test_who_was_ready_is_said_in_the_word_of_riichi_too(run: Run) -> None:
    """By a tournament's rules the one who is not pays the three others 1,000 each."""
    ready = [run("settle", "--ruleset", "riichi", name, "E", name, "S", name, "W") for name in ("--ready", "--tenpai")]
    assert ready[0].stdout == ready[1].stdout
    assert "North              1,000       1,000       1,000      −3,000" in ready[0].stdout


# -- `mjlog score` and `mjlog settle` for riichi ----------------------------------------------------------------------


def answers(run: Run, command: list[str], *lines: Any) -> list[dict[str, Any]]:
    """What a batch answers."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    result = run(*command, "--batch", "-", stdin="\n".join(texts))
    return [json.loads(line) for line in result.stdout.splitlines()]


# ---------------------------------------------------------------- two and three winners

RON_S = "S in E 23457b 345c 67888d +6b ron riichi indicators=7d under=1b"
RON_W = "W in E 45b 678c 345d 22d (234c) +6b ron"
RON_N = "N in E 78b 345c 55d (678c) (234d) +6b ron"
"""Riichi, tanyao, three dora and one under them: 6 han, 12,000. Tanyao, open, 30 fu: 1,000 each."""
DRAGONS = "S in E (RRRd) (GGGd) (WWWd) 23b 99c +4b ron"


def settled(run: Run, ruleset: str, *given: str) -> dict[str, Any]:
    """What is paid for these hands."""
    *_, last = [json.loads(line) for line in run("score", "--ruleset", ruleset, *given, "--json").stdout.splitlines()]
    settlement: dict[str, Any] = last["settlement"]
    return settlement


OF_THE_DEAL = ["--repeats", "2", "--pot", "1000"]


@each("ruleset, hands, discarder, change, rule", [
    # 12,000, 600 for two repeats and 1,000 from the table to South, the next after East; 1,000 to each of the others.
    ("riichi", [RON_S, RON_W], "E", [-13_600, 13_600, 1000, 0], None),
    ("riichi", [RON_W, RON_S], "E", [-13_600, 13_600, 1000, 0], None),
    ("riichi-ema", [RON_S, RON_W, RON_N], "E", [-14_600, 13_600, 1000, 1000], None),
    # North is the next after West: 1,000, 600 and 1,000; South has 12,000.
    ("riichi", [RON_S, RON_N], "W", [0, 12_000, -13_600, 2600], None),
    ("riichi-wrc", [RON_S, RON_N], "W", [0, 0, -1600, 2600], "riichi-wrc/win-3"),
    ("riichi-wrc", [RON_S, RON_W, RON_N], "E", [-12_600, 13_600, 0, 0], "riichi-wrc/win-3"),
    ("riichi", [RON_S, RON_W, RON_N], "E", [0, 0, 0, 0], "riichi/abort-5"),
])  # fmt: skip
def test_who_of_several_is_paid_follows_from_the_rule_set(
    run: Run, ruleset: str, hands: list[str], discarder: str, change: list[int], rule: str | None
) -> None:
    found = settled(run, ruleset, *hands, "--discarder", discarder, *OF_THE_DEAL)
    assert list(found["change"].values()) == change
    assert (f"[{rule}]" in found.get("remark", "")) is (rule is not None)
    assert ("go to" in found.get("remark", "")) is (min(change) < 0 and len([one for one in change if one > 0]) > 1)
    totals = {"S": 12_000, "W": 1000, "N": 1000}
    named = [f"--total={hand[0]}={totals[hand[0]]}" for hand in hands]
    again = run("settle", "--ruleset", ruleset, *named, "--discarder", discarder, *OF_THE_DEAL, "--json")
    assert json.loads(again.stdout) == found


def test_a_club_may_let_two_of_three_win(run: Run) -> None:
    found = settled(run, "riichi", RON_S, RON_W, RON_N, "--discarder", "E", "--option", "abort_ron3=false")
    assert found["payments"] == [["E", "S", 12_000], ["E", "W", 1000]]
    assert found["remark"].startswith("south and west win: by these rules two players win a tile, the nearest to east")


def test_who_is_liable_answers_for_the_yakuman_that_the_hand_has(run: Run) -> None:
    """Half of it, and the repeats; of honors besides, 64,000, half of all. By clubs the half is of 32,000."""
    said = ["--discarder", "E", "--liable", "N", *OF_THE_DEAL]
    assert settled(run, "riichi", DRAGONS, *said) == {
        "change": {"E": -16_000, "S": 33_600, "W": 0, "N": -16_600},
        "payments": [["E", "S", 16_000], ["N", "S", 16_600]],
        "remark": "north answers for all of the hand, half of it with east, and the repeats are north's [riichi/pao-1]",
    }
    two = settled(run, "riichi", DRAGONS, "W in E 23b 678c 345d 22d (234c) +4b ron", *said)
    assert two["change"] == {"E": -17_000, "S": 33_600, "W": 1000, "N": -16_600}
    honors = "S in E (RRRd) (GGGd) (WWWd) EEEw Sw +Sw"
    assert settled(run, "riichi", f"{honors} ron", *said)["change"]["N"] == -32_600
    drawn = settled(run, "riichi", f"{honors} tsumo", "--liable", "N", *OF_THE_DEAL)
    assert drawn["change"] == {"E": 0, "S": 65_600, "W": 0, "N": -64_600}
    clubs = ["--option", "pao_covers=yakuman", "--option", "pao_honba=discarder"]
    assert settled(run, "riichi", f"{honors} ron", *said, *clubs)["change"]["N"] == -16_000
    # Drawn: 32,000 and 600 of North alone, the other 32,000 by shares of 16,000 and 8,000.
    shared = settled(run, "riichi", f"{honors} tsumo", "--liable", "N", *OF_THE_DEAL, *clubs)
    assert shared["change"] == {"E": -16_000, "S": 65_600, "W": -8000, "N": -40_600}


@each("hands, more, message", [
    ([RON_S, RON_W], ["--discarder", "S"], "south cannot be the winner and the discarder"),
    ([RON_S, RON_W.replace("ron", "tsumo")], [], "win one tile that another player held"),
    ([RON_S, RON_W.replace("45b", "78b").replace("+6b", "+9b")], [], "south with 6b (discard) and west with 9b"),
    ([RON_S, RON_W.replace("ron", "houtei")], ["--discarder", "E"], "west with 6b (last-discard)"),
    ([RON_S, RON_W + " indicators=1c"], ["--discarder", "E"], "`indicators` is '7d' and '1c' in hands of one deal"),
    ([RON_S + " discarder=E", RON_W], ["--discarder", "N"], "`discarder` is east and north of one deal: say it once"),
    ([RON_S], ["--discarder", "E", "--liable", "N"], "one answers for daisangen and daisushi alone [riichi/pao-1]"),
    ([RON_S], ["--pays-for-all", "N"], "by these rules say who is liable for a yakuman, --liable SEAT"),
    ([RON_S.replace("345c", "340c"), RON_N.replace("345c", "340c")], ["--discarder", "E"], "2 tiles red 5 characters"),
    (["S in E 46b 345c 234678d 88c +0b ron", "W in E 46b 678c 345d 22d (234c) +5b ron"], ["--discarder", "E"],
     "west won with a plain five, and another with the red 5 bamboo: it is one tile"),
    (["S in E 23457b 345c 67888d"], ["--liable", "N"], "north pays for all, and nobody won"),
    ([DRAGONS], ["--discarder", "E", "--liable", "S"], "south cannot be the winner and the seat that pays for all"),
])  # fmt: skip
def test_what_contradicts_itself_among_winners_is_told(
    run: Run, hands: list[str], more: list[str], message: str
) -> None:
    result = run("score", "--ruleset", "riichi", *hands, *more)
    assert (result.exit_code, message in result.stderr) == (1, True), result.stderr


@each("given", [["--repeats", "2"], ["--pot", "1000"], ["--liable", "W"]])
def test_where_no_total_is_shared_nothing_of_it_can_be_said(run: Run, given: list[str]) -> None:
    result = run("score", "--ruleset", "classical", "S in E 234b 55d RRd 222c 678d +Rd wall", *given)
    assert result.exit_code == 1
    assert f"`{given[0][2:]}` is said of a total that is shared, as in riichi" in result.stderr


# ---------------------------------------------------------------- as players write it


@each("ruleset", ["riichi", "riichi-ema", "riichi-wrc"])
def test_letters_and_words_of_riichi_are_read_in_every_way_in(run: Run, ruleset: str) -> None:
    ours = "S in E 123c 456d 78b EEw 555d riichi +9b last-wall indicators=1c2c under=3b4b"
    line = "S in E 123m 456p 78s 11z 555p riichi +9s tsumo haitei indicators=1m,2m under=3s,4s"
    fields = {"seat": "S", "round": "E", "concealed": "123m 456p 789s 11z 555p", "tile": "9s", "source": "tsumo haitei",
              "flags": ["riichi"], "indicators": ["1m", "2m"], "under": "3s, 4s"}  # fmt: skip
    expected, *others = answers(run, ["score", "--ruleset", ruleset], ours, line, fields)
    assert expected["total"] == 8000
    assert others == [expected, expected]


# ---------------------------------------------------------------- settling
