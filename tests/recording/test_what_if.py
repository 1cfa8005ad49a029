"""What if: other acts from a moment on are judged by the rules, and kept nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.errors import MjlogError
from mjlog.recording.what_if import MOST_ACTS, WhatIf, choices_after, what_if
from mjlog.seats import Seat
from short_logs import fields
from tests.views.table_logs import hidden_twin, played, view_of

EAST = "game western bonus_tiles=false; hand; dealt E 45b 678d 123c 789c EEw 9d / S 345b 678c 123d 55d 67d"
PLAYED = f"{EAST}; E discard 4b; washout"


def tried(acts: str, text: str = PLAYED, back: int = 3, view: object = "open") -> WhatIf:
    """Acts so many events before the end."""
    game = view_of(fields(text))
    return what_if(game, len(game.rows) - back, acts, view)  # type: ignore[arg-type]


def test_a_legal_discard_is_told_with_what_could_be_won_on_then() -> None:
    found = tried("discard E 9d")
    assert (found.verdict, found.findings) == ("legal", ())
    assert found.words == "East discards 9 dots: legal; East could then win on 3 bamboo (4 left) and 6 bamboo (4 left)"


def test_a_hand_that_waits_with_too_little_to_win_is_not_said_to_win() -> None:
    """No tile makes it eight points."""
    text = "game mcr; hand; dealt E 123b 789c 567d 33d 88b Nw; E discard 8b; washout"
    words = tried("discard E Nw", text).words
    assert "could then win" not in words
    assert words.endswith("3 dots (2 left), and have too little to win with any")


def test_an_illegal_one_is_told_with_the_rule() -> None:
    found = tried("discard E 1b")
    assert found.verdict == "illegal"
    assert found.words.endswith("east does not have it [western/turn-2]")


def test_who_could_win_or_claim_the_tile_is_told_where_the_hand_is_seen() -> None:
    open_hands = tried("discard E 8d")
    assert "South could win with it" in open_hands.words
    assert "South" not in tried("discard E 8d", view=Seat.E).words


def test_acts_follow_one_another() -> None:
    found = tried("discard E 5b; claim S chow; expose S chow 345b; discard S 7d")
    assert (found.verdict, [act.text for act in found.acts][-1]) == ("legal", "discard S 7d")
    assert found.typed == "discard E 5b; claim S chow; expose S chow 345b; discard S 7d"
    assert tried("discard E 5b; claim S chow; expose S chow 567b").verdict == "illegal"


def test_each_choice_can_be_tried_and_is_legal() -> None:
    found = tried("")
    for choice in choices_after(found):
        assert tried(choice.text).verdict == "legal", choice


def test_nothing_of_it_is_kept() -> None:
    game = view_of(fields(PLAYED))
    before = [*game.rows], [*game.played[0].report.findings]
    what_if(game, len(game.rows) - 3, "discard E 1b")
    assert ([*game.rows], [*game.played[0].report.findings]) == before


def test_what_is_no_act_of_play_is_refused() -> None:
    for text in ("note done", "hand", "penalty E 5", "blabla"):
        with pytest.raises(MjlogError):
            tried(text)
    with pytest.raises(MjlogError, match="too many"):
        tried("; ".join(["discard E 9d"] * (MOST_ACTS + 1)))


def test_where_nothing_is_played_nothing_can_be_tried() -> None:
    game = view_of(fields(PLAYED))
    with pytest.raises(MjlogError, match="no hand has begun there"):
        what_if(game, 0, "discard E 9d")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1 << 20))
def test_of_a_hand_in_progress_no_hidden_tile_decides(seed: int) -> None:
    """Two games that differ in hidden tiles alone answer the same, whatever is tried and whoever asks."""
    log = played(seed, 9)
    for view in ("open", Seat.S):
        for acts in ("", "discard E 5b", "sp", "wm", "discard S Rd; wp"):
            answers = []
            for one in (log, hidden_twin(log, seed)):
                game = view_of(one.events)
                try:
                    found = what_if(game, len(game.rows) - 1, acts, view)  # type: ignore[arg-type]
                    answers.append((found.words, [choice.text for choice in choices_after(found)]))
                except MjlogError as error:
                    answers.append((str(error), []))
            assert answers[0] == answers[1]
