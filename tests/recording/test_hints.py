"""What can be typed now, and which option would allow what a rule forbids."""

from __future__ import annotations

import pytest

from mjlog.recording.allowing import allowed_by_options
from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import hints
from tests.formats.shorthand_runs import bodies_of, game_of


def texts(text: str) -> set[str]:
    """What is listed after a text, as it is typed."""
    return {hint.text for hint in hints(RecordedGame("text", "t", bodies_of(text)).scene)}


def test_passes_are_listed_before_the_first_of_them_too() -> None:
    """The deal need not be written down."""
    assert {"o", "sob2"} <= texts(game_of("american"))
    assert {"o", "sob2"} <= texts(game_of("american", "deal"))
    assert not {"o", "sob2"} & texts(game_of("western"))
    assert not {"o", "sob2"} & texts(game_of("american", "deal", "5b"))


def test_of_the_charleston_that_is_listed_which_is_due() -> None:
    """Three passes, the second Charleston or its refusal, and the courtesy, that nobody has to give."""
    passed = [game_of("american", *["o"] * times) for times in (1, 3, 4, 6)]
    assert ["so-" in texts(text) for text in passed] == [False, True, False, False]
    assert [{"o", "sob2"} <= texts(text) for text in passed] == [True, True, True, False]
    assert {"so2", "5b"} <= texts(passed[-1])


def test_a_limit_hand_of_the_rules_is_the_example_and_none_where_they_have_none() -> None:
    """With what it is worth there."""
    assert "8s500:heads-and-tails/4/2" in texts(game_of("dmjl", depth="result"))
    assert not [text for text in texts(game_of("pung-chi", depth="result")) if ":" in text]


def test_somebody_can_take_over_a_place_when_a_hand_is_over() -> None:
    assert "sit eva for ben" in texts(game_of("western", "8s48/4/2", depth="result"))
    assert "sit eva for ben" not in texts(game_of("western"))


@pytest.mark.parametrize(
    ("game", "act", "said"),
    [
        ("western", "5b sp 9d 2c 3c 4c ska5b emk", ["robbing_kong is false: `fix option robbing_kong=true`"]),
        ("western robbing_kong=true", "5b sp 9d 2c 3c 4c ska5b emk", []),
        ("western", "5b 5b 5b 5b 5b", []),
        ("pung-chi", "5b kc6c", ["concealed_kongs is "]),
    ],
)
def test_an_option_is_named_only_where_it_is_what_forbids(game: str, act: str, said: list[str]) -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of(game, act)))
    found = [one for report in recorded.replay.reports for one in report.findings]
    told = list(allowed_by_options(recorded, found))
    assert len(told) == len(said)
    assert all(words in one for words, one in zip(said, told, strict=True))
