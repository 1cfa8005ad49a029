"""Called hands whose draws nobody saw: the hand shown at the end tells whether they were changed."""

from __future__ import annotations

from collections import Counter
from random import Random

from each import each
from mjlog.answers import plain
from mjlog.tiles import CODES, PLAIN_KINDS
from short_logs import codes, play

_RULE_SETS = ("classical", "bmja", "dmjl")


def _called(chance: Random, ruleset: str, changes: bool) -> tuple[str, bool]:
    """A hand in which South calls and West wins, and whether a tile of the hand called is missing in the end."""
    wall = [kind for kind in range(PLAIN_KINDS) for _ in range(4)]
    chance.shuffle(wall)
    hand = [wall.pop() for _ in range(13)]
    called, thrown = Counter(hand), CODES[wall.pop()]
    depth = chance.choice(("full", "table"))
    moves = [
        f"game {ruleset}; hand depth={depth}; dealt S {_written(hand)}; E discard {CODES[wall.pop()]}",
        f"S draw {thrown}; S discard {thrown} calling=true",
    ]
    for _turn in range(chance.randint(1, 6)):
        moves += [f"{seat} draw ??; {seat} discard {CODES[wall.pop()]}" for seat in "WNE"]
        hand.append(wall.pop())
        gone = chance.choice(hand) if changes and chance.random() < 0.4 else hand[-1]
        hand.remove(gone)
        moves.append(f"S draw ??; S discard {CODES[gone]}")
    moves.append(f"W draw ??; W mahjong wall; S show | {_written(hand)}")
    return "; ".join(moves), bool(called - Counter(hand))


def _written(hand: list[int]) -> str:
    return " ".join(CODES[kind] for kind in sorted(hand))


@each("number", range(30))
def test_a_hand_that_was_left_as_it_was_called_is_never_found_changed(number: int) -> None:
    text, missing = _called(Random(number), _RULE_SETS[number % 3], changes=False)
    assert not missing
    assert codes(text) == []


@each("number", range(30))
def test_a_hand_that_lacks_a_tile_that_was_called_is_found_once(number: int) -> None:
    """One that has all of them again may have been left as it was."""
    text, missing = _called(Random(number), _RULE_SETS[number % 3], changes=True)
    assert codes(text) == ["call-changed"] * missing


def test_a_hand_that_is_shown_is_known_also_if_it_breaks_the_call() -> None:
    """Only whether the call counts is open: what all hands are worth is computed."""
    text = (
        "game dmjl; hand; dealt E 169b148c279dRRdEWNw / S 123b 456b 789b 11c 45d / W 1178b299c667dSNWw /"
        "N 569b148c123dESwGWd; E discard Ww; S draw 9c; S discard 9c calling=true; W draw Nw; W discard Nw;"
        "N draw 8b; N discard 8b; E draw 9d; E discard 9d; S draw ??; S discard 4d; W draw 4d; W discard 4d;"
        "S claim mahjong; S mahjong discard; S show | 123b 456b 789b 11c 456d"
    )
    (report,) = play(text).finish()
    assert [finding.code for finding in report.findings] == ["call-changed"]
    assert plain(report.computed) == {"E": 2, "S": 40, "W": 0, "N": 0}
