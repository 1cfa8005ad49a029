"""A dangerous discard of a hand that nobody saw: whether there was a choice is told by the hand, once it is shown."""

from __future__ import annotations

import pytest

from mjlog.audit.report import HandReport
from mjlog.seats import Seat
from mjlog.table.danger import danger_fed
from short_logs import findings, play

PLAYED_WITH = ("classical", "bmja", "dmjl")
DEPTHS = ("hand depth=table; ", "hand; dealt; ")
_CLAIM = "{0} discard {1}b; W claim pung; W expose pung {1}{1}{1}b; W discard {2}; "
THREE_PUNGS = "".join(_CLAIM.format(*one) for one in (("E", 1, "Ww"), ("N", 2, "Sw"), ("N", 3, "Nw")))
OTHERS = "S show | 147c 258d EESSw Rd 29c; N show | 369c 147d WWWw NNw GGd; "
SAFE = "| 345678c 23456d GGd"
DANGEROUS = "| 4555666777888b"
PARTLY_SEEN = "| 4555666777b ?? ?? ??"


def won(ruleset: str, depth: str, east: str, stated: str = "") -> str:
    """East discards a tile with which West makes a hand of one suit, and shows then what was in the hand."""
    fed = THREE_PUNGS if depth == DEPTHS[0] else THREE_PUNGS.replace("N discard", "N draw ??; N discard")
    drawn = "N discard 9d; " if depth == DEPTHS[0] else "N draw ??; N discard 9d; E draw ??; "
    win = f"W claim mahjong; W mahjong discard 9b{stated}; W show 44b 999b; "
    return f"game {ruleset}; {depth}{fed}{drawn}E discard 9b; {win}E show {east}; {OTHERS}"


def last(text: str) -> HandReport:
    """The report of the hand."""
    return play(text).finish()[-1]


def paid(ruleset: str, depth: str, east: str, like: str) -> str:
    """The hand with the payments that are due where East shows what `like` is."""
    owed = last(won(ruleset, depth, like)).owed
    assert owed is not None
    amounts = " ".join(f"{seat.value}={amount}" for seat, amount in owed.items())
    scores = "".join(
        f"{seat.value} score {total}; "
        for seat, total in last(won(ruleset, depth, like)).computed.items()
        if east != like
    )
    return f"{won(ruleset, depth, east)}{scores}settlement {amounts}"


@pytest.mark.rule("classical/cannon-1")
@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_hand_shown_tells_whether_there_was_a_choice(ruleset: str, depth: str) -> None:
    """With a harmless tile in it, who discarded pays for all; with none, everybody pays."""
    liable = last(won(ruleset, depth, SAFE)).owed
    assert liable is not None
    assert liable[Seat.S] == liable[Seat.N] == 0
    forced = last(won(ruleset, depth, DANGEROUS)).owed
    assert forced is not None
    assert 0 not in (forced[Seat.S], forced[Seat.N])
    for east in (SAFE, DANGEROUS):
        text = paid(ruleset, depth, east, east)
        assert findings(text) == []
        assert not any(one.rules == "payments" for one in last(text).unjudged)


@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_other_payments_are_wrong(ruleset: str, depth: str) -> None:
    """What would be due with the other hand is not due with this one."""
    for east, like in ((SAFE, DANGEROUS), (DANGEROUS, SAFE)):
        owed = last(won(ruleset, depth, like)).owed
        assert owed is not None
        amounts = " ".join(f"{seat.value}={amount}" for seat, amount in owed.items())
        found = findings(f"{won(ruleset, depth, east)}settlement {amounts}")
        assert [one.code for one in found] == ["wrong-settlement"]


@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
def test_what_the_hand_leaves_open_is_told_by_the_payments_and_not_judged(ruleset: str, depth: str) -> None:
    """Tiles that stay face down may have been harmless ones."""
    text = paid(ruleset, depth, PARTLY_SEEN, SAFE)
    assert [one.code for one in findings(text) if one.code != "wrong-score"] == []
    assert "whether somebody pays for all" in " ".join(one.words for one in last(text).unjudged)


@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    ("east", "right", "wrong"), [(SAFE, "choice", "no-choice"), (DANGEROUS, "no-choice", "choice")]
)
def test_a_choice_that_was_written_down_is_held_against_the_hand(
    ruleset: str, depth: str, east: str, right: str, wrong: str
) -> None:
    """The hand proves it wrong, or right."""
    assert findings(won(ruleset, depth, east, f" dangerous={right}")) == []
    (found,) = findings(won(ruleset, depth, east, f" dangerous={wrong}"))
    assert (found.code, found.seat, found.expected, found.found) == ("danger-misjudged", "E", right, wrong)


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_tile_that_came_since_was_no_choice(depth: str) -> None:
    """East feeds a pung out of nothing but dangerous tiles, draws a harmless one then, and feeds the win."""
    text = won("classical", depth, DANGEROUS)
    drawn = "" if depth == DEPTHS[0] else "N draw ??; "
    later = f"W claim pung; W expose pung 999b; W discard Rd; {drawn}N discard 2c; E draw 2d; E discard 4b; "
    win = "W claim mahjong; W mahjong discard 4b; W show 44b; E show | 555666777888b 2d; "
    table = play(f"{text[: text.index('W claim mahjong')]}{later}{win}").table
    assert [(one.tile, one.judged, danger_fed(table, one)) for one in table.fed if one.supplier is Seat.E] == [
        (8, "unknown", "no-choice"),
        (3, "choice", "choice"),
    ]
