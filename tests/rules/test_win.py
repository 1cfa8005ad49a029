"""Winning: the complete hand, the winning tile, and dangerous discards."""

from __future__ import annotations

import pytest

from mjlog.tiles import CODES, PLAIN_KINDS
from short_logs import accepted, findings, refused


def _late(ruleset: str, left: int, discard: str) -> str:
    """The next player wins with a discard when so many live tiles are left; no 1b lies on the table before."""
    drawn = 144 - 53 - {"bmja": 14, "dmjl": 16}[ruleset] - left
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(drawn)] + [discard]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    winner = "ESWN"[(drawn + 1) % 4]
    played = "; ".join(moves).removeprefix("E draw ??; ")
    return f"game {ruleset}; hand; {played}; {winner} claim mahjong; {winner} mahjong discard {discard}"


@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.parametrize("ruleset", ["bmja", "dmjl"])
def test_in_the_last_five_tiles_every_tile_not_yet_seen_is_dangerous(ruleset: str) -> None:
    """Not one that lies on the table already, and not before."""
    check = "danger_as_recorded"
    assert accepted(check, f"{_late(ruleset, 5, '1b')} dangerous=choice")
    assert refused(check, f"{_late(ruleset, 6, '1b')} dangerous=choice") == "danger-misjudged"
    assert refused(check, f"{_late(ruleset, 5, '2b')} dangerous=choice") == "danger-misjudged"


@pytest.mark.parametrize(("hand", "why"), [
    ("123456b 789c 11d 22d", ": it needs 3 chows, and may have 1"),
    ("123456b 999c 11d 22d", ": it needs 2 chows, and may have 1"),
    ("123456b 789c 11d 29d", ""),
])  # fmt: skip
def test_a_hand_with_too_many_chows_is_told_so(hand: str, why: str) -> None:
    """By the rules `bmja` a hand has one chow at most."""
    found = findings(f"game bmja; hand; dealt S {hand}; E discard 2d; S claim mahjong; S mahjong discard")
    assert [one.message.partition("is not complete")[2] for one in found if one.code == "not-mahjong"] == [why]


@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.rule("classical/cannon-1")
@pytest.mark.parametrize(("ruleset", "early", "right", "wrong"), [
    *((ruleset, ("9d",), "choice", "no-choice") for ruleset in ("bmja", "dmjl")),
    *((ruleset, (), "no-choice", "choice") for ruleset in ("bmja", "dmjl", "classical")),
    ("classical", ("9d",), "no-choice", "choice"),
    ("classical", ("9d", "9d"), "choice", "no-choice"),
])  # fmt: skip
def test_late_in_the_wall_whoever_holds_one_of_a_kind_that_was_discarded_has_a_choice(
    ruleset: str, early: tuple[str, ...], right: str, wrong: str
) -> None:
    """East holds 9d, and else nothing but tiles that nobody has discarded; so is the one that wins.

    By the records of `classical` a kind that was discarded once is still as dangerous.
    """
    others = [code for code in CODES[:PLAIN_KINDS] if code not in ("1b", "2b", "4b", "9c", "9d")]
    rest = (75 if ruleset == "classical" else 71) - len(early)
    kinds = ["5b", *early, *(others[number % len(others)] for number in range(rest)), "4b"]
    turns = [("ESWN"[number % 4], kind) for number, kind in enumerate(kinds)]
    moves = [f"{seat} draw {kind if seat == 'E' else '??'}; {seat} discard {kind}" for seat, kind in turns]
    played = "; ".join(moves).removeprefix("E draw 5b; ")
    text = f"game {ruleset}; hand; dealt E 1111b 2222b 5b 9999c 9d; {played}; S claim mahjong; S mahjong discard 4b"
    assert accepted("danger_as_recorded", f"{text} dangerous={right}")
    assert refused("danger_as_recorded", f"{text} dangerous={wrong}") == "danger-misjudged"
