"""Claiming a discard: what is open, who has claimed, and whose claim goes before."""

from __future__ import annotations

import pytest

from each import each
from short_logs import FULL, accepted, codes, findings, refused

EVERYBODY = "game; hand depth=table every=pass"


@pytest.mark.rule("classical/claim-1")
@pytest.mark.parametrize("act", ["pass", "claim pung", "expose pung 555b", "mahjong discard"])
def test_only_the_latest_discard_is_open(act: str) -> None:
    """It can be claimed until the next tile is drawn."""
    assert accepted("only_the_latest_discard", f"E discard 5b; W {act}")
    assert refused("only_the_latest_discard", f"E discard 5b; S draw ??; W {act}") == "claim-not-open"
    assert refused("only_the_latest_discard", f"{FULL}; W {act}") == "claim-not-open"


@pytest.mark.parametrize(
    ("since", "why"),
    [
        ("S draw ??", ", south has drawn a tile since east discarded 5b"),
        ("S claim pung; S expose pung 555b", ", south has taken east's 5b"),
        ("S draw ??; gap", None),
    ],
)
def test_a_late_call_is_told_what_has_become_of_the_discard(since: str, why: str | None) -> None:
    found = findings(f"E discard 5b; {since}; W claim pung")
    said = [one.message for one in found if one.code == "claim-not-open"]
    assert said == ([] if why is None else [f"west's claim: no discard is open{why}"])


@pytest.mark.rule("classical/claim-1")
def test_an_answer_names_the_discard_that_it_answers() -> None:
    """`on` must be the latest discard."""
    assert accepted("only_the_latest_discard", "E discard 5b; W claim pung on=3")
    text = "E discard 5b; S discard 1c; W claim pung on=3"
    assert refused("only_the_latest_discard", text) == "claim-not-open"


@pytest.mark.rule("classical/claim-1")
def test_claimed_tile_is_no_longer_open() -> None:
    """What was taken for a set cannot be claimed again."""
    taken = "E discard 5b; W claim pung; W expose pung 555b"
    assert refused("only_the_latest_discard", f"{taken}; S claim mahjong") == "claim-not-open"


@pytest.mark.rule("classical/claim-1")
def test_nobody_answers_the_own_discard() -> None:
    """Neither by claiming nor by passing."""
    assert accepted("not_the_own_discard", "E discard 5b; S pass")
    for act in ("pass", "claim pung", "expose pung 555b", "mahjong discard"):
        assert refused("not_the_own_discard", f"E discard 5b; E {act}") == "claim-own-discard"


@pytest.mark.rule("classical/kong-2")
def test_nobody_answers_the_own_kong() -> None:
    """The player who made a kong does not rob it."""
    kong = "E discard 1c; S draw ??; S kong concealed 5555b"
    assert accepted("not_the_own_discard", f"{kong}; W pass")
    assert refused("not_the_own_discard", f"{kong}; S pass") == "claim-own-discard"


@pytest.mark.rule("classical/claim-1")
def test_a_player_answers_once() -> None:
    """A second pass, or a pass after a claim, is out of place."""
    assert accepted("answers_once", "E discard 5b; S pass; W pass")
    assert refused("answers_once", "E discard 5b; S pass; S pass") == "out-of-place"
    assert refused("answers_once", "E discard 5b; S claim pung; S pass") == "out-of-place"
    assert accepted("answers_once", "E discard 5b; S claim pung; S retract; S pass")


@pytest.mark.rule("classical/claim-1")
@each("tile, kind, ok",
    [
        ("5b", "pung", True), ("5b", "kong", False), ("5b", "chow", False), ("2c", "chow", True), ("5c", "chow", True),
        ("9c", "chow", True), ("1c", "chow", False), ("2d", "chow", True), ("4d", "chow", True), ("8d", "chow", False),
        ("Sw", "pung", False), ("9d", "mahjong", True),
    ],
)  # fmt: skip
def test_the_rest_of_a_claimed_set_is_held(tile: str, kind: str, ok: bool) -> None:
    """South has 55b 34678c 1357d Sw Gd: what goes with the discard must be there."""
    text = f"{FULL}; dealt S 55b 34c 678c 1357d Sw Gd; E discard {tile}; S claim {kind}"
    check = f"called_{'pung' if kind == 'mahjong' else kind}_can_be_made"
    if ok:
        assert accepted(check, text)
    else:
        assert refused(check, text) == "set-not-held"


@pytest.mark.rule("classical/claim-1")
def test_a_call_is_asked_about_its_own_kind_of_set_only() -> None:
    """South has one 5 bamboo and 3, 4 bamboo."""
    text = f"{FULL}; dealt S 345b 13579c 1357d Sw; E discard 5b; S claim"
    assert refused("called_pung_can_be_made", f"{text} pung") == "set-not-held"
    assert refused("called_kong_can_be_made", f"{text} kong") == "set-not-held"
    assert accepted("called_chow_can_be_made", f"{text} chow")
    assert refused("called_chow_can_be_made", f"{text} chow".replace("34", "14")) == "set-not-held"
    for kind in ("kong", "chow", "mahjong"):
        assert accepted("called_pung_can_be_made", f"{text} {kind}")
    assert accepted("called_kong_can_be_made", f"{text} pung")


@pytest.mark.rule("classical/claim-1")
def test_a_set_cannot_be_held_when_its_tiles_lie_open() -> None:
    """Of tiles that nobody saw only what is certain is said."""
    three = "E discard 5b; S discard 5b; W discard 1c; N discard 5b"
    assert refused("called_pung_can_be_made", f"{three}; E claim pung") == "set-not-held"
    two = "E discard 5b; S discard 1c; W discard 1d; N discard 5b"
    assert accepted("called_pung_can_be_made", f"{two}; E claim pung")
    assert refused("called_kong_can_be_made", f"{two}; E claim kong") == "set-not-held"


@pytest.mark.rule("classical/claim-1")
def test_a_set_is_called_before_it_is_laid_down() -> None:
    """And laid down as it was called."""
    assert accepted("claimed_before_laid_down", "E discard 5b; W claim pung; W expose pung 555b")
    assert refused("claimed_before_laid_down", "E discard 5b; W expose pung 555b") == "claim-not-made"
    assert refused("claimed_before_laid_down", "E discard 5b; W claim pung; W expose kong 5555b") == "claim-misnamed"


@pytest.mark.rule("classical/claim-1")
def test_a_win_on_a_discard_is_called() -> None:
    """A win by the player's tile is not."""
    assert accepted("claimed_before_laid_down", "E discard 5b; W claim mahjong; W mahjong discard")
    assert accepted("claimed_before_laid_down", f"{FULL}; E mahjong deal")
    assert refused("claimed_before_laid_down", "E discard 5b; W mahjong discard") == "claim-not-made"
    assert refused("claimed_before_laid_down", "E discard 5b; W claim pung; W mahjong discard") == "claim-misnamed"


@pytest.mark.rule("classical/claim-1")
def test_a_claim_taken_back_is_none() -> None:
    """After a retract the set must be called again."""
    text = "E discard 5b; W claim pung; W retract; W expose pung 555b"
    assert refused("claimed_before_laid_down", text) == "claim-not-made"


@pytest.mark.rule("classical/claim-1")
def test_a_win_goes_before_every_set() -> None:
    """Whoever called first, and wherever they sit."""
    both = "E discard 5b; W claim pung; N claim mahjong"
    assert refused("mahjong_goes_first", f"{both}; W expose pung 555b") == "claim-outranked"
    chow = "E discard 5b; S claim chow; N claim mahjong"
    assert refused("mahjong_goes_first", f"{chow}; S expose chow 345b") == "claim-outranked"
    assert accepted("mahjong_goes_first", "E discard 5b; S claim chow; W claim pung; S expose chow 345b")
    assert accepted("mahjong_goes_first", f"{both.replace('; N claim mahjong', '')}; W expose pung 555b")


@pytest.mark.rule("classical/claim-1")
@pytest.mark.parametrize(
    ("claims", "takes", "ok"),
    [
        ("S claim chow; W claim pung", "W expose pung 555b", True),
        ("S claim chow; W claim pung", "S expose chow 345b", False),
        ("S claim chow; N claim kong", "S expose chow 345b", False),
        ("S claim chow", "S expose chow 345b", True),
    ],
)
def test_pung_and_kong_go_before_chow(claims: str, takes: str, ok: bool) -> None:
    """Whoever called first."""
    text = f"E discard 5b; {claims}; {takes}"
    if ok:
        assert accepted("pung_and_kong_go_before_chow", text)
    else:
        assert refused("pung_and_kong_go_before_chow", text) == "claim-outranked"


@pytest.mark.rule("classical/claim-1")
def test_of_two_wins_the_next_in_turn_goes_before() -> None:
    """Counted from the player who discarded."""
    both = "E discard 1c; S discard 5b; E claim mahjong; N claim mahjong"
    assert refused("nearest_in_turn_wins", f"{both}; E mahjong discard") == "mahjong-outranked"
    assert accepted("nearest_in_turn_wins", f"{both}; N mahjong discard")
    assert accepted("nearest_in_turn_wins", "E discard 5b; W claim pung; N claim mahjong; N mahjong discard")


@pytest.mark.rule("classical/kong-2")
def test_of_two_robbers_the_next_in_turn_goes_before() -> None:
    """Counted from the player who made the kong."""
    made = "E discard 5b; S claim pung; S expose pung 555b; S discard 1c; W discard 1d; N discard 2d; E discard 3d; "
    made += "S draw 5b; S kong added 5555b; N claim mahjong; W claim mahjong"
    assert refused("nearest_in_turn_wins", f"{made}; N mahjong kong") == "mahjong-outranked"
    assert accepted("nearest_in_turn_wins", f"{made}; W mahjong kong")


@pytest.mark.rule("classical/claim-1")
def test_a_call_is_taken_back_while_it_stands() -> None:
    """Not after the set was laid down, and not without a call."""
    assert accepted("retracted_in_time", "E discard 5b; W claim pung; W retract")
    assert refused("retracted_in_time", "E discard 5b; W retract") == "retract-too-late"
    laid = "E discard 5b; W claim pung; W expose pung 555b"
    assert refused("retracted_in_time", f"{laid}; W retract") == "retract-too-late"


@pytest.mark.rule("classical/win-1")
def test_mahjong_is_taken_back_before_any_hand_is_shown() -> None:
    """Afterwards it stands."""
    won = "E discard 5b; W claim mahjong; W mahjong discard"
    assert accepted("retracted_in_time", f"{won}; W retract")
    shown = f"{won}; E show | 1379b 1379c 1379d Ew"
    assert refused("retracted_in_time", f"{shown}; W retract") == "retract-too-late"


@pytest.mark.rule("classical/claim-1")
@each("laid, code",
    [
        ("chow 456b", None), ("chow 345b", None), ("chow 567b", None), ("pung 555b", None), ("kong 5555b", None),
        ("chow 457b", "not-a-set"), ("pung 556b", "not-a-set"), ("pung 55b", "not-a-set"), ("kong 555b", "not-a-set"),
        ("chow 678b", "claim-not-open"), ("pung 666b", "claim-not-open"), ("chow 45b ??", None),
        ("pair 55b", "pair-claimed"), ("single 5b", "single-claimed"),
    ],
)  # fmt: skip
def test_a_set_laid_down_is_one_with_the_claimed_tile(laid: str, code: str | None) -> None:
    """South lays down something on East's 5b."""
    text = f"E discard 5b; S expose {laid}"
    if code is None:
        assert accepted("exposed_set_is_a_set", text)
    else:
        assert refused("exposed_set_is_a_set", text) == code


@pytest.mark.rule("classical/claim-1")
def test_a_run_does_not_go_over_the_end_of_a_suit() -> None:
    """9 bamboo, 1 and 2 characters follow one another nowhere."""
    assert refused("exposed_set_is_a_set", "E discard 9b; S expose chow 9b 12c") == "not-a-set"
    assert refused("exposed_set_is_a_set", "E discard 9b; S expose chow 89b 1c") == "not-a-set"


@pytest.mark.rule("classical/claim-1")
def test_the_other_tiles_come_out_of_the_hand() -> None:
    """Those that were known, and of unseen ones no more than there can be."""
    dealt = f"{FULL}; dealt S 55b 34c 788c 1357d Sw Gd; E discard 5c; S claim chow"
    assert accepted("exposed_chow_is_held", f"{dealt}; S expose chow 345c")
    assert refused("exposed_chow_is_held", f"{dealt}; S expose chow 456c") == "set-not-held"
    lying = (
        "E discard 5b; S discard 4b; W discard 4b; N discard 5b; E discard 4b; S discard 4b; W discard 5b; N claim chow"
    )
    assert refused("exposed_chow_is_held", f"{lying}; N expose chow 456b") == "set-not-held"
    assert accepted("exposed_chow_is_held", f"{lying}; N expose chow 567b")


@pytest.mark.rule("classical/claim-1")
def test_the_other_tiles_of_a_pung_or_kong_come_out_of_the_hand() -> None:
    """South has two 5 bamboo and three 1 dot."""
    dealt = f"{FULL}; dealt S 55b 34c 788c 111d Nw Sw Gd; E discard"
    assert accepted("exposed_pung_is_held", f"{dealt} 5b; S claim pung; S expose pung 555b")
    assert refused("exposed_pung_is_held", f"{dealt} 7c; S expose pung 777c") == "set-not-held"
    assert accepted("exposed_kong_is_held", f"{dealt} 1d; S claim kong; S expose kong 1111d")
    assert refused("exposed_kong_is_held", f"{dealt} 5b; S expose kong 5555b") == "set-not-held"
    for check in ("exposed_kong_is_held", "exposed_chow_is_held"):
        assert accepted(check, f"{dealt} 7c; S expose pung 777c")
    assert accepted("exposed_pung_is_held", f"{dealt} 5b; S expose kong 5555b")


@pytest.mark.rule("classical/claim-1")
def test_of_a_tile_claimed_that_nobody_saw_only_the_other_tiles_must_be_held() -> None:
    """It may be any tile of the set laid down."""
    dealt = f"{FULL}; dealt S 55b 34c 788c 111d Nw Sw Gd; E discard ??; S claim"
    assert accepted("exposed_pung_is_held", f"{dealt} pung; S expose pung 555b")
    assert accepted("exposed_kong_is_held", f"{dealt} kong; S expose kong 1111d")
    assert accepted("exposed_chow_is_held", f"{dealt} chow; S expose chow 345c")
    assert refused("exposed_pung_is_held", f"{dealt} pung; S expose pung 777c") == "set-not-held"
    assert refused("exposed_chow_is_held", f"{dealt} chow; S expose chow 456c") == "set-not-held"


@pytest.mark.rule("classical/claim-1")
def test_everybody_answers_where_every_answer_is_written_down() -> None:
    """The next tile waits for all three; other records leave passes out."""
    two = f"{EVERYBODY}; E discard 5b; S pass; W pass"
    assert refused("everybody_answers", f"{two}; S draw ??") == "out-of-place"
    assert accepted("everybody_answers", f"{two}; N pass; S draw ??")
    assert accepted("everybody_answers", "E discard 5b; S pass; S draw ??")


@pytest.mark.rule("classical/claim-1")
def test_everybody_answers_a_kong() -> None:
    """The loose tile waits too."""
    kong = f"{EVERYBODY}; E kong concealed 5555b; S pass; W pass"
    assert refused("everybody_answers", f"{kong}; E kong-replacement ??") == "out-of-place"
    assert accepted("everybody_answers", f"{kong}; N pass; E kong-replacement ??")


def test_a_refused_claim_changes_nothing() -> None:
    """The player whose chow was refused passes the tile on, and play goes on without another finding."""
    text = "E discard 5b; W claim chow; S draw ??; S discard 1c; W draw ??; W discard 1d"
    assert codes(text) == ["chow-not-from-left"]


def test_a_finding_names_rule_event_and_line() -> None:
    """Whoever reads it finds the place and the rule."""
    (found,) = findings("E discard 5b; W claim chow")
    assert (found.rule, found.seq, found.line, found.seat, found.hand) == ("classical/claim-1", 4, 4, "W", 1)
    assert found.message == ("west's chow from east's 5b: a chow takes the discard of the player on the left (south)")


AMERICAN = "game american card=riverside-2026; hand depth=table"


@pytest.mark.rule("american/call-5")
@pytest.mark.parametrize("kind", ["pung", "kong", "quint", "sextet"])
def test_of_two_callers_the_next_in_turn_takes_the_tile(kind: str) -> None:
    """However large the groups are that they call it for."""
    tiles = {"pung": "5b JJk", "kong": "5b JJJk", "quint": "5b JJJJk", "sextet": "5b JJJJJk"}[kind]
    both = f"{AMERICAN}; E discard 5b; N claim sextet; W claim {kind}; W expose {kind} {tiles}"
    assert accepted("nearest_in_turn_is_served", both)
    later = f"{AMERICAN}; E discard 5b; S claim pung; W claim {kind}; W expose {kind} {tiles}"
    assert refused("nearest_in_turn_is_served", later) == "claim-outranked"
    won = f"{AMERICAN}; E discard 5b; N claim mahjong; W claim {kind}; W expose {kind} {tiles}"
    assert refused("mahjong_goes_first", won) == "claim-outranked"


@pytest.mark.rule("american/error-4")
def test_a_corrected_exposure_needs_no_second_claim() -> None:
    """The tile was claimed for the first one, and is that of the latest discard no more."""
    laid = f"{AMERICAN}; E discard 5b; S claim pung; S expose pung 55b Jk"
    assert codes(f"{laid}; S expose quint 555b JJk on=expose; S discard 9d") == []
    assert refused("only_the_latest_discard", f"{laid}; S expose quint 555b JJk") == "claim-not-open"


@pytest.mark.rule("american/error-5")
def test_a_declaration_is_taken_back_before_any_hand_is_shown() -> None:
    """The tile that was called is live again."""
    text = f"{AMERICAN}; E discard 5b; S claim mahjong; S mahjong discard 5b"
    assert accepted("retracted_in_time", f"{text}; S retract")
    assert refused("retracted_in_time", f"{text}; S show | 11b; S retract", after="shown-hand-differs") == (
        "retract-too-late"
    )
    assert codes(f"{text}; S retract; W claim pung; W expose pung 555b") == []


@pytest.mark.rule("western/pung-1")
def test_a_call_that_goes_before_all_others_is_carried_through_or_taken_back() -> None:
    """When another player draws in its place it was dropped; a call that loses needs nothing."""
    name, claimed = "first_call_is_carried_through", "game western; hand; E discard 5b; W claim pung"
    assert refused(name, f"{claimed}; S draw ??") == "claim-dropped"
    assert accepted(name, f"{claimed}; W retract; S draw ??")
    assert accepted(name, f"{claimed}; W expose pung 555b; W discard 9c; N draw ??")
    assert codes(f"{claimed}; N claim mahjong; N mahjong discard") == []
    assert accepted(name, f"{claimed}; S claim chow; S retract; W expose pung 555b; W discard 9c; N draw ??")
    assert accepted(name, f"{claimed}; gap; S draw ??")
    assert [(one.seat, one.severity) for one in findings(f"{claimed}; S draw ??; S discard 9c")] == [("W", "warning")]


@pytest.mark.rule("western/pung-1")
def test_a_call_is_dropped_also_where_draws_are_not_written_down() -> None:
    """The discard of another player tells that a tile was drawn; a wash-out that play is over."""
    assert codes("game western; hand depth=table; E discard 5b; W claim pung; S discard 9c; W discard 9d") == [
        "claim-dropped"
    ]
    assert "claim-dropped" in codes("game western; hand depth=table; E discard 5b; W claim pung; washout")


@pytest.mark.rule("western/pung-1")
def test_who_draws_instead_of_carrying_the_own_call_through_has_dropped_it() -> None:
    """It is told when another player acts: until then it can be mended."""
    own = "game western; hand; E discard 5b; S claim chow; S draw ??"
    assert codes(own) == []
    assert codes(f"{own}; S discard 9c") == []
    for act in ("W draw ??", "W pass", "N claim pung"):
        assert codes(f"{own}; S discard 9c; {act}") == ["claim-dropped"]
    assert codes(f"{own}; S discard 9c; W draw ??; W discard 9d; N draw ??") == ["claim-dropped"]


@pytest.mark.rule("classical/claim-1")
def test_only_calls_that_count_are_dropped() -> None:
    """Not one that the rules refuse, nor one of a dead hand; of robbing a kong as well."""
    refused_call = "game western; hand depth=table; E discard 5b; W claim chow; S discard 9c"
    assert codes(refused_call) == ["chow-not-from-left"]
    kong = "game classical; hand; dealt S 555b 1379c 1379d EWw; E discard 5b; S claim pung; S expose pung 555b"
    assert codes(f"{kong}; S kong added 5555b; W claim mahjong; S kong-replacement ??") == ["claim-dropped"]
    dead = "game american card=riverside-2026; hand depth=table; E discard 5b; W claim pung; W dead count by=E"
    assert "claim-dropped" not in codes(f"{dead}; S discard 9c")


@pytest.mark.rule("classical/claim-1")
def test_where_all_answers_are_written_down_a_dropped_call_is_an_error() -> None:
    """Then nothing can have been left out of the record."""
    start = "game classical; hand every=pass; E discard 5b; W claim pung; S pass; N pass; S draw ??"
    assert [(one.code, one.severity) for one in findings(start)] == [("claim-dropped", "error")]
