"""Where the rules keep silent about an event, or ask for none of its tiles, nothing is said to be proved."""

from __future__ import annotations

import pytest

from each import each
from short_logs import fields
from tests.disputes.dossiers import dossier_of, view_of_events, view_of_short
from tests.views.american_logs import told

OVER = "washout reason=stopped"


AMERICAN = "game american card=riverside-2026; hand depth=table; passes; E discard 5d; W claim {}; W retract; {}"
SHOWN = "S draw ??; S mahjong wall; S show | 112233b 445566b 7b 7b; W show | 19b 179c 1378d NNw {}; hand 2 depth=table"
"""All of west's tiles are shown in the end, and none has come to them or left since the call."""


def american(claim: str, tiles: str) -> str:
    """West calls a 5 dots, takes it back, and shows these tiles, and eleven others of which none helps."""
    return AMERICAN.format(claim, SHOWN.format(tiles))


def claimed(text: str) -> int:
    """The event of west's call."""
    return next(int(event["seq"]) for event in fields(text) if event["type"] == "claim")


@each("claim", ["pung", "kong", "quint", "mahjong"])
@each("tiles", ["5d Jk", "5d Ew", "Ew Sw"])
def test_a_call_that_no_rule_judges_is_not_proved_by_what_is_shown_later(claim: str, tiles: str) -> None:
    """In the American game the call alone is no error, whatever was in the hand."""
    text = american(claim, tiles)
    found = dossier_of(view_of_short(text), claimed(text))
    assert found.over
    assert found.legal is True
    assert found.unseen is None
    assert not any("proves" in words for words in found.certain)


@pytest.mark.parametrize(
    ("tiles", "told"), [("5d Jk", ": it held them"), ("55d", ": it held them"), ("5d Ew", ": it did not")]
)
def test_of_an_american_call_it_is_told_what_the_set_needs_and_whether_it_was_there(tiles: str, told: str) -> None:
    text = american("pung", tiles)
    found = dossier_of(view_of_short(text), claimed(text))
    assert found.certain[1:] == (
        "The call alone breaks no rule; the pung can be laid down if the hand holds two more 5 dots or jokers" + told,
    )


def test_of_an_american_call_it_is_not_told_what_nobody_saw() -> None:
    text = AMERICAN.format("pung", OVER)
    found = dossier_of(view_of_short(text), claimed(text))
    assert found.certain[1].endswith("two more 5 dots or jokers")


@pytest.mark.parametrize(("card", "legal"), [("riverside-2026", True), ("club-2026", None)])
def test_a_mahjong_by_a_card_that_is_not_at_hand_is_not_said_to_be_legal(card: str, legal: bool | None) -> None:
    events = told(card=card).events
    view = view_of_events(events)
    seq = next(event["seq"] for event in events if event["type"] == "mahjong")
    found = dossier_of(view, seq)
    assert found.legal is legal
    silent = (
        f"No rule that can be judged here is broken by event {seq}: whether the score card, which is not at hand, has "
    )
    assert (found.certain == (f"{silent}such a hand is not certain",)) == (legal is None)
