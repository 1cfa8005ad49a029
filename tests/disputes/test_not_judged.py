"""Where the rules keep silent about an event, or ask for none of its tiles, nothing is said to be proved."""

from __future__ import annotations

import pytest

from each import each
from mjlog.tiles import Tile
from short_logs import fields
from tests.disputes.dossiers import dossier_of, rule_in, view_of_events, view_of_short
from tests.views.american_logs import told

OVER = "washout reason=stopped"
AFTER_A_GAP = f"game western; hand; E discard 9b; S draw 1b; S discard 2b; gap; E draw ??; E discard Wd; {{}}; {OVER}"
IN_DOUBT = "No rule that can be judged here is broken by event {}: which tiles south had is not certain"
INVENTED = (
    "game western; hand; dealt S 123b 456b 789b 11d 35d; E discard 5c; S claim pung; S expose pung 555c; S discard 5d;"
    f"W draw ??; W discard 3d; {{}}; {OVER}"
)
"""South has laid down a pung of tiles that were never in the hand."""


def test_a_call_after_moves_that_are_missing_is_not_said_to_be_legal() -> None:
    """Nobody knows the hand: which tiles would make the call legal is told, and the rule is open."""
    found = dossier_of(view_of_short(AFTER_A_GAP.format("S claim kong; S expose kong WdWdWdWd")), 9)
    assert found.event.words.startswith("South claims kong")
    assert found.legal is None
    assert found.certain == (IN_DOUBT.format(9),)
    assert found.unseen.proves is None
    assert [one.tiles[Tile("Wd")] for one in found.unseen.legal] == [3]
    assert [one.tiles[Tile("Wd")] for one in found.unseen.illegal] == [0, 1, 2]
    assert rule_in(found, "western/kong-1").verdict == "open"
    assert "Legal if at least 3 of south's 13 unseen tiles were white dragon" in " ".join(found.unknown)


def test_moves_that_are_missing_are_no_fault() -> None:
    found = dossier_of(view_of_short(AFTER_A_GAP.format("S claim kong; S expose kong WdWdWdWd")), 9)
    words = " ".join(found.unknown)
    assert "After moves that are missing it is not certain which tiles south has" in words
    assert "fault" not in words


@pytest.mark.parametrize("seq", [10, 11, 12])
def test_a_set_and_a_discard_after_moves_that_are_missing_are_not_said_to_be_legal(seq: int) -> None:
    text = AFTER_A_GAP.format("S claim kong; S expose kong WdWdWdWd; S kong-replacement ??; S discard 9d")
    found = dossier_of(view_of_short(text), seq)
    if found.event.type == "kong-replacement":
        # No tile of the hand matters to it.
        assert (found.legal, found.unseen) == (True, None)
        return
    assert found.legal is None
    assert found.certain == (IN_DOUBT.format(seq),)


def test_whose_turn_it_was_is_not_known_after_moves_that_are_missing() -> None:
    found = dossier_of(view_of_short(AFTER_A_GAP.format("S pass")), 7)
    assert found.event.words == "East draws a tile"
    assert found.legal is None
    assert found.certain == ("No rule that can be judged here is broken by event 7: whose turn it was is not certain",)


def test_a_mahjong_after_moves_that_are_missing_is_not_said_to_be_legal() -> None:
    found = dossier_of(view_of_short(AFTER_A_GAP.format("S claim mahjong")), 9)
    assert found.legal is None
    assert found.unseen.is_open
    assert not found.unseen.illegal


RESULT = "game western; hand depth=result; S mahjong discard 5b; S show {}; {}"
COMPLETE = "111b 222b 333b 44b 555b"


def test_of_a_hand_of_which_only_the_result_is_recorded_the_mahjong_is_judged_by_what_is_shown() -> None:
    found = dossier_of(view_of_short(RESULT.format(COMPLETE, "hand 2 depth=result")), 3)
    assert found.legal is True
    assert found.certain[0] == "No rule is broken by event 3"


@pytest.mark.parametrize("shown", ["111b 222b 333b 46b 555b", "111b 222b 333b ???? 555b"])
def test_a_mahjong_is_not_judged_by_a_hand_that_is_wrong_or_not_wholly_shown(shown: str) -> None:
    found = dossier_of(view_of_short(RESULT.format(shown, "hand 2 depth=result")), 3)
    assert found.legal is not True


def test_after_a_set_that_was_not_there_the_hand_is_what_came_without_as_many_tiles() -> None:
    """South has been dealt one 3 dots: two of them cannot be there, whichever tiles were others."""
    view = view_of_short(INVENTED.format("S claim pung"))
    found = dossier_of(view, view.log.last - 1)
    assert found.event.words == "South claims pung of 3 dots from West"
    assert found.legal is False
    assert "south does not have the other tiles of the pung" in found.certain[0]
    assert "south has 123456789b 113d without 2 of them, and which is not known" in " ".join(found.unknown)


FROM_EAST = f"W draw ??; W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 4b; {{}}; {OVER}"


def test_a_call_that_tiles_in_doubt_allow_is_not_said_to_be_legal() -> None:
    """South has been dealt both tiles of the chow, and two of those dealt are not there."""
    view = view_of_short((INVENTED.partition("W draw")[0] + FROM_EAST).format("S claim chow 234b"))
    found = dossier_of(view, view.log.last - 1)
    assert found.event.words == "South claims chow with 4 bamboo from East"
    assert found.legal is None
    assert not any("proves" in words for words in found.certain)


def test_what_no_rule_asks_for_is_judged_after_a_fault_too() -> None:
    """A pass needs no tiles."""
    view = view_of_short(INVENTED.format("S pass"))
    found = dossier_of(view, view.log.last - 1)
    assert found.legal is True
    assert found.certain == (f"No rule is broken by event {found.event.seq}",)


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


@pytest.mark.parametrize("ruleset", ["bmja", "dmjl"])
@pytest.mark.parametrize("seq", [3, 4])
def test_a_misnamed_discard_in_a_hand_in_progress_names_the_rule_that_fines_it(ruleset: str, seq: int) -> None:
    """Of the discard, and of the claim for it."""
    found = dossier_of(view_of_short(f"game {ruleset}; hand; E discard 5b named=5c; S claim pung"), seq)
    assert not found.over
    rule = rule_in(found, f"{ruleset}/penalty")
    assert rule.verdict == "noted"
    assert "300 for mahjong" in rule.says[0]
    assert "misnamed discard" in rule.text.lower()


@pytest.mark.parametrize("text", [
    "game bmja; hand; E discard 5b",
    "game bmja; hand; E discard 5b named=5b",
    "game western; hand; E discard 5b named=5c",
])  # fmt: skip
def test_no_fine_is_named_where_a_discard_has_its_name_or_no_rule_fines_it(text: str) -> None:
    found = dossier_of(view_of_short(text), 3)
    assert not any(rule.id is not None and rule.id.endswith("/penalty") for rule in found.rules)


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
