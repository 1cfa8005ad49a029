"""What belongs to a turn that was taken out of turn is one fault with it; what its players do later is judged."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from short_logs import play

RULE_SETS = (
    "mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "riichi", "riichi-ema", "riichi-wrc",
)  # fmt: skip
ROUND = "E discard 1b; S draw 2b; S discard 2b; W draw 3b; W discard 3b; N draw 4c; N discard 4c;"
TURNS = {
    "the player passed over draws after a whole turn": (
        f"{ROUND} S draw 9d; S discard 9d; E draw 4c; E discard 4c; S draw 6b; S discard 6b; W draw 7b; W discard 7b"
    ),
    "play goes on from who took the turn": (
        f"{ROUND} S draw 9d; S discard 9d; W draw 4c; W discard 4c; N draw 6b; N discard 6b"
    ),
    "a tile is kept until the player's turn": (
        f"{ROUND} S draw 9d; E draw 4c; E discard 4c; S discard 9d; W draw 6b; W discard 6b"
    ),
    "a concealed kong with its loose tile": (
        "E discard 1b; S draw 2b; S discard 2b; W draw 8d; W discard 3b; N draw 3b; W kong concealed 8888d;"
        "W kong-replacement 5c; N discard 3b; E draw 4c; E discard 4c; S draw 6b; S discard 6b"
    ),
    "a discard amid another's turn is claimed": (
        "E discard 1b; S draw 5c; W discard 7c; E claim pung; E expose pung 777c; E discard 9d; S discard 5c;"
        "W draw 6d; W discard 6d"
    ),
    "a late pung, and play goes on from it": (
        "E discard 1c; S draw 5c; W claim pung; W expose pung 111c; W discard 9b; N draw 4c; N discard 4c; E draw 4c;"
        "E discard 4c; S discard 5c; W draw 6d; W discard 6d"
    ),
}
"""Each with one fault, by whoever acts out of turn."""
HANDS = {"S": "123456789b 1234c", "W": "2344888d 7c 11c 39b Nw"}


def dealt(ruleset: str, hands: Mapping[str, str] = HANDS) -> str:
    """The deal, as far as the turns need it; the rest is unseen."""
    is_riichi = ruleset.startswith("riichi")
    size = {seat: 14 if seat == "E" and not is_riichi else 13 for seat in hands}
    known = {seat: sum(one in "0123456789ESWNRG" for one in tiles) for seat, tiles in hands.items()}
    whole = " / ".join(f"{seat} {tiles} {'?? ' * (size[seat] - known[seat])}" for seat, tiles in hands.items())
    return f"game {ruleset}; hand; dealt {whole}; {'indicator 6d; E draw ??; ' if is_riichi else ''}"


def errors(text: str) -> list[tuple[str, str | None]]:
    """The codes of all errors, and whose they are."""
    found = [one for report in play(text).finish() for one in report.findings]
    return [(one.code, one.seat) for one in found if one.severity == "error"]


def taken(ruleset: str, turns: str) -> str:
    """The hand up to what follows from a turn that was taken."""
    text = dealt(ruleset) + TURNS[turns]
    return text.replace("8888d;", "8888d; indicator 7d kong;") if ruleset.startswith("riichi") else text


@pytest.mark.parametrize(("ruleset", "turns"), list(itertools.product(RULE_SETS, TURNS)))
def test_it_is_one_fault_and_nobody_else_s(ruleset: str, turns: str) -> None:
    found = errors(taken(ruleset, turns))
    assert len(found) == 1
    assert found[0][1] in ("S", "W")


@pytest.mark.parametrize(("ruleset", "turns"), list(itertools.product(RULE_SETS, TURNS)))
def test_what_the_same_player_cannot_have_later_is_found(ruleset: str, turns: str) -> None:
    text = taken(ruleset, turns)
    ((_code, who),) = errors(text)
    seats = "ESWN" * 3
    at = seats.index(text.rpartition("; ")[2][0]) + 1
    for seat in seats[at : seats.index(who or "", at)]:
        text += f"; {seat} draw ??; {seat} discard ??"
    assert errors(f"{text}; {who} draw 1d; {who} discard Ew")[1:] == [("tile-not-held", who)]


# -- a call that was refused -------------------------------------------------------------------------------------------

CALLED = "E discard 1b; S draw 2b; S discard 2b; S claim pung; {} W draw 3b; W discard 3b; N draw 4c; N discard 4c;"
LATER = "E draw 6d; E discard 6d; S draw Rd; S discard Rd; W draw 5d; W discard 5d;"


@pytest.mark.parametrize("ruleset", RULE_SETS)
@pytest.mark.parametrize(("acts", "code"), [
    ("S claim pung; S expose pung 555d", "set-not-held"),
    ("S claim chow; S expose chow 345d", "chow-not-from-left"),
    ("N expose pung 555d", "claim-not-made"),
])  # fmt: skip
def test_a_false_call_excuses_no_later_set(ruleset: str, acts: str, code: str) -> None:
    text = dealt(ruleset, {"S": "123456789b 1234c"}) + CALLED.format("") + LATER + acts
    first, second = errors(text)
    assert first == ("claim-own-discard", "S")
    assert second[0] == code or (second[0], code) == ("set-not-held", "claim-not-made")


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_that_the_tiles_of_a_late_pung_are_not_there_is_found_besides(ruleset: str) -> None:
    text = dealt(ruleset, {"W": "123456789b 1234d"})
    found = errors(f"{text} E discard 1c; S draw 5c; W claim pung; W expose pung 111c; W discard 9b")
    assert found == [("claim-not-open", "W"), ("set-not-held", "W")]


# -- what a fault leaves open, and what it does not -------------------------------------------------------------------

@pytest.mark.parametrize("ruleset", ["mahjiang", "pung-chi", "dead-wall", "western", "classical", "dmjl"])
def test_who_wins_a_later_hand_is_certain(ruleset: str) -> None:
    """The call before a rightful win is missing in the first hand; what is paid for the second is judged."""
    first = f"game {ruleset}; hand; dealt; E discard 9d; S mahjong discard 9d; S show | 123b 456b 789b 11c 789d"
    second = "hand 2 E ben; dealt; E discard 1c; S draw 9d; S mahjong wall 9d; S show | 123b 456b 789b 11c 789d"
    assert errors(f"{first}; {second}; settlement E=1 S=-1") == [("claim-not-made", "S"), ("wrong-settlement", None)]


@pytest.mark.parametrize("ruleset", [one for one in RULE_SETS if one != "bmja"])
def test_of_a_fifth_tile_another_player_s_can_have_been_misread(ruleset: str) -> None:
    """South's 2b was 2c, as the hand shows that South wins with."""
    text = dealt(ruleset, {"E": "22b", "S": "13456789c 11d 79d 9b", "W": "2b"})
    text += "E discard 7b; S draw 2b; S discard 9b; W draw 9b; W discard 9b; N draw 2b; N discard 2b; E draw Nw;"
    text += "E discard Nw; S draw ??; S mahjong wall; S show | 123456789c 11d 789d"
    assert errors(text) == [("too-many-copies", "N")]


def test_who_has_a_tile_too_few_by_a_second_discard_cannot_say_what_is_missing() -> None:
    """With the tile that was discarded besides the hand would lack one; without it nobody can say."""
    text = "game mahjiang; hand; dealt S 13456c 99c 778899d; E discard Ew; S draw Nw; S discard Nw; S discard 1c;"
    text += "W draw Rd; W discard Rd; N draw Rd; N discard Rd; E draw Wd; E discard Wd; S draw Wd; S discard Wd;"
    text += "S fishing; W draw Sw; W discard Sw; N draw 9d; N mahjong wall 9d; N show | 123456789b 55b 789d;"
    assert errors(f"{text} S show | 3456c 99c 778899d") == [("no-discard-due", "S")]
