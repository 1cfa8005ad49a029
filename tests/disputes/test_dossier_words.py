"""What a dossier claims in words must be true of the record, and of what may be told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.answers import plain
from mjlog.disputes.dossier import Dossier, dossier_text, found_words, numbered, outcome_words, seen_words
from mjlog.seats import Seat
from mjlog.viewer.pages import dossier_words
from mjlog.viewer.pages.alone import dossier_html
from samples import SAMPLES
from tests.disputes.dossiers import dossier_of, view_of_events, view_of_sample, view_of_short
from tests.views.table_logs import Log, won


def sample(name: str) -> Path:
    """A sample log by folder and name."""
    return SAMPLES / f"{name}.mjlog.jsonl"


def disputed(name: str, seq: int) -> Dossier:
    """The dossier of an event, or a dispute, of a sample log."""
    return dossier_of(view_of_sample(sample(name)), seq)


def acts(found: Dossier, seat: str | None) -> tuple[str, ...]:
    """What was legal for a seat; for nobody in particular with None."""
    wanted = None if seat is None else Seat[seat]
    return next((one.acts for one in found.possible if one.seat is wanted), ())


# -- hands in progress ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seq"),
    [
        ("dead-hands/classical-called-hand-changed", 28), ("findings/tile-not-held", 21), ("findings/joker-passed", 20),
        ("findings/fishing-not-said", 21), ("findings/not-the-wall-tile", 6), ("findings/wrong-deal-tiles", 5),
        ("findings/fishing-false", 21),
    ],
)  # fmt: skip
def test_of_a_hand_in_progress_only_what_everybody_could_see_is_said_to_be_in_order(name: str, seq: int) -> None:
    """The whole record has a fault here that hangs on hidden tiles."""
    found = disputed(name, seq)
    assert not found.over
    (said,) = found_words(found)
    assert said.startswith("Nothing that everybody could see breaks a rule at this event.")
    assert "the audit reports nothing" not in dossier_text(found, 300)
    assert all("as far as everybody could see" in words for words in found.certain if words.startswith("No rule"))


def test_of_a_hand_in_progress_it_is_not_said_what_the_audit_reports_of_a_false_mahjong() -> None:
    found = disputed("dead-hands/bmja-false-mahjong", 22)
    assert not found.over
    assert found.legal is False
    (said,) = found_words(found)
    assert said.startswith("By what everybody could see it was not legal: see what is certain.")


def test_of_a_hand_that_is_over_the_audit_is_quoted() -> None:
    assert found_words(dossier_of(view_of_events(won().events), 22)) == [
        "No rule was broken: the audit reports nothing at this event."
    ]


def test_a_wall_that_is_hidden_is_not_said_to_be_unrecorded() -> None:
    found = disputed("findings/not-the-wall-tile", 6)
    assert not any("wall was not recorded" in words for words in found.unknown)


# -- what was legal ---------------------------------------------------------------------------------------------


def test_a_winner_whose_hand_lies_open_lays_down_no_set_any_more() -> None:
    """South has won and shown: it is north's turn to show."""
    found = disputed("disputes/misheard-tile", 30)
    assert acts(found, "S") == ()
    assert acts(found, "N") == ("show the hand",)


WON_AFTER_A_FALSE_CALL = (
    "game western bonus_tiles=false; hand; dealt E 5b 112b 345b 678d EEw 99d / S 13b 456d 789d RRRd 99c / "
    "W 22b 456c 123d 333c GWd / N 789b 789c 1479d SWNw; E discard 5b; S claim mahjong; S mahjong discard 5b; "
    "S retract; S draw 9b; S discard 9b; W draw 4d; W discard 2b; S claim mahjong; S mahjong discard 2b; S show"
)
PAID = {"type": "settlement", "change": {"E": 0, "S": 0, "W": 0, "N": 0}}


def test_a_winner_lays_down_the_set_that_the_claimed_tile_completes_until_the_hand_is_shown() -> None:
    view = view_of_short(WON_AFTER_A_FALSE_CALL, PAID)
    assert "lay down a chow of 1 bamboo-2 bamboo-3 bamboo" in acts(dossier_of(view, 30), "S")
    assert acts(dossier_of(view, 31), "S") == ()


def test_a_hand_is_played_again_only_if_three_hands_have_a_wrong_number_of_tiles() -> None:
    """Where three are declared dead for it, that is so."""
    again = "the hand is played again, if three hands have a wrong number of tiles"
    assert again in acts(disputed("disputes/impossible-exposure", 12), None)
    assert acts(disputed("disputes/three-wrong-counts", 17), None) == ("the hand is played again",)


def test_nobody_draws_past_a_call_that_stands() -> None:
    """South's call for mahjong is wrong, and stands until it is taken back."""
    found = disputed("disputes/false-mahjong", 36)
    assert acts(found, "N") == ("pass",)
    assert acts(found, "S") == ("take back the call",)
    called = disputed("disputes/pung-called-and-taken-back", 24)
    assert not any(act.startswith(("draw", "discard", "lay out")) for act in acts(called, "S"))


def test_of_a_disputed_score_the_right_one_is_told() -> None:
    assert "announce the hand at 52" in acts(disputed("disputes/forgotten-double", 46), "W")


def test_of_a_disputed_payment_the_one_that_is_due_is_told() -> None:
    log = won()
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    (said,) = acts(dossier_of(view_of_events(log.events)), None)
    assert said == "the hand is paid: East loses 1984, South gains 4000, West loses 1008 and North loses 1008"


def test_tiles_that_are_printed_above_are_not_said_to_be_unknown() -> None:
    """North shows them later, and nothing contradicts it."""
    found = disputed("disputes/false-mahjong", 30)
    assert dict(seen_words(found))["dora (North)"] == "3b 5b 6b 5c 7c 2d 5d 8d Ew Ww Ww Nw Nw"
    assert not any(words.startswith("Concealed tiles that nobody wrote down") for words in found.unknown)
    misheard = disputed("disputes/misheard-tile", 30)
    assert "Concealed tiles that nobody wrote down: 13 of north's 13" in misheard.unknown


# -- who could claim --------------------------------------------------------------------------------------------


def test_a_fault_of_who_discards_leaves_the_other_hands_certain() -> None:
    """South changes the called hand; what west, north and east hold is on the page."""
    claims = disputed("disputes/broken-call", 30).claims
    assert len(claims) == 4
    assert not any("leaves open" in words for words in claims)
    assert claims[0].startswith("West: no chow: no two tiles in the hand make a chow with 2 bamboo")


def test_a_fault_that_leaves_open_which_tile_it_was_leaves_the_claims_open() -> None:
    """A fifth 5 bamboo: another tile was thrown than the one written down."""
    text = (
        "game western bonus_tiles=false; hand depth=table; E discard 5b; S discard 5b; W discard 5b; N discard 5b; "
        "E discard 5b; washout"
    )
    claims = dossier_of(view_of_short(text), 7).claims
    assert claims[0].startswith(
        "South: chow: a fault, or missing moves, leave open which tile could be claimed; pung: a fault"
    )


def test_calls_that_were_taken_back_were_made() -> None:
    found = disputed("disputes/pung-called-and-taken-back", 24)
    assert found.claims[-1] == "South called chow (taken back) and West called pung (taken back); nobody got the tile"


# -- scores -----------------------------------------------------------------------------------------------------


def test_a_hand_that_is_void_brings_nobody_anything() -> None:
    """Three hands had a wrong number of tiles: as ruled, the hand is played again."""
    found = disputed("disputes/three-wrong-counts-ruled", 17)
    ruled = found.outcomes[-1]
    assert outcome_words(ruled) == "the hand is void and played again"
    assert ruled.gets == dict.fromkeys((Seat.E, Seat.S, Seat.W, Seat.N), 0)
    assert ruled.why is None
    first, *faults = ruled.difference
    assert first == "against the hand as it stands: east −180, south +60, west +60 and north +60"
    assert [words.partition(":")[0] for words in faults] == ["1 fault would no longer stand in the record"]


def test_the_fault_that_would_no_longer_stand_is_named() -> None:
    found = disputed("disputes/exchange-out-of-turn-ruled", 38)
    said = found.outcomes[1].difference
    assert said[-1].startswith("1 fault would no longer stand in the record: exchange-out-of-turn")


def test_the_same_fault_at_another_event_is_neither_more_nor_less() -> None:
    """Without the call the set laid down is from across all the same."""
    found = disputed("disputes/chow-from-across-ruled", 31)
    assert found.outcomes[1].difference == ("everybody gets the same",)


def test_who_declares_mahjong_in_error_is_not_said_to_win() -> None:
    found = disputed("disputes/false-mahjong-ruled", 36)
    said = [outcome_words(one) for one in found.outcomes]
    assert said == ["South's mahjong is no win by the rules", "nobody wins", "South's mahjong is no win by the rules"]


def test_a_false_mahjong_that_was_taken_back_takes_nothing_from_a_later_win() -> None:
    view = view_of_short(WON_AFTER_A_FALSE_CALL, PAID)
    found = dossier_of(view)
    assert "not-mahjong" in [one.code for one in found.outcomes[0].faults]
    assert outcome_words(found.outcomes[0]) == "South wins"


# -- rules, rulings, sheets -------------------------------------------------------------------------------------


def test_the_reading_of_a_rule_that_was_kept_is_printed() -> None:
    """The rule says little, and its reading decides."""
    found = disputed("disputes/two-winners", 34)
    rule = next(one for one in found.rules if one.id == "pung-chi/win-1")
    assert rule.verdict == "kept"
    assert rule.reading
    assert f"reading: {rule.reading}" in dossier_text(found, 5000)
    assert "Read as: " + rule.reading.split("`")[0].split('"')[0][:60] in dossier_html(found)


def with_a_fine() -> Log:
    """A ruling with a fine for an earlier hand, which is written into it by a correction."""
    log = won()
    paid = len(log.events)
    dispute = log.add("dispute", on=paid, text="a miscount")
    ruling = log.add("ruling", on=dispute, text="so it was", decision="upheld")
    fine = {"type": "penalty", "seat": "E", "amount": 9, "reason": "miscount"}
    log.add("correction", after=paid, on=ruling, events=[fine], reason="miscount")
    return log


def test_a_fine_that_a_ruling_writes_into_an_earlier_hand_is_a_penalty() -> None:
    log = with_a_fine()
    found = dossier_of(view_of_events(log.events))
    (ruling,) = plain(found)["dispute"]["rulings"]
    assert (ruling["corrections"], ruling["penalties"]) == ((), (len(log.events),))
    assert f"[penalty {len(log.events)}]" in dossier_text(found, 300)


def test_events_that_follow_one_another_are_named_together() -> None:
    assert numbered("correction", []) == ""
    assert numbered("correction", [4, 5]) == "corrections 4 and 5"
    assert numbered("correction", [4, 6, 7, 8]) == "corrections 4 and 6 to 8"


def crowded() -> Log:
    """A dispute about an event to which nine others object, with forty corrections and five rulings."""
    log = won()
    paid = len(log.events)
    dispute = log.add("dispute", on=22, text="that was mine " * 100, seat="S")
    for number in range(5):
        ruling = log.add("ruling", on=dispute, text=f"ruling {number}, for it is so " * 60, decision="upheld")
    for number in range(40):
        note = {"type": "note", "text": f"{number} corrected " * 9}
        log.add("correction", after=paid, on=ruling, events=[note], reason="it was so " * 9, agreed=["ben", "anna"])
    for seat in "ESWNESWNE":
        log.add("dispute", on=22, text="no, that was mine " * 90, seat=seat)
    return log


def test_on_paper_a_long_dossier_is_shortened_and_says_so() -> None:
    """What is left out is told by number; text and JSON have everything."""
    log = crowded()
    dispute = next(event["seq"] for event in log.events if event["type"] == "dispute")
    found = dossier_of(view_of_events(log.events), dispute)
    assert dossier_words.objections_on_paper(found)[-1] == "disputes 79 to 84"
    assert dossier_words.rulings_on_paper(found)[0] == "Before: Rulings 31 and 32"
    assert dossier_words.rulings_on_paper(found)[-1].endswith("[corrections 36 to 75]")
    recorded, more = dossier_words.recorded_on_paper(found)
    assert [part.seq for part, _words in recorded] == [22, 30, 31, 32]
    assert more == "rulings 33 to 35, corrections 36 to 75"
    assert dossier_words.proof_on_paper(found)[-1].startswith("The ids of 41 more events of this dispute")
    page = dossier_html(found)
    assert "disputes 79 to 84" in page
    assert "corrections 36 to 75" in page
    text = dossier_text(found, 300)
    assert all(f"correction {seq}:" in text for seq in range(36, 76))
    assert len(plain(found)["event"]["recorded"]) == 47


def test_each_player_has_a_line_of_what_was_seen_on_paper_too() -> None:
    found = disputed("disputes/false-mahjong", 36)
    page = dossier_html(found)
    lines = seen_words(found)
    assert [who for who, _tiles in lines] == ["anna (East)", "ben (South)", "cora (West)", "dora (North)"]
    assert all(f"<dt>{who}</dt><dd>{tiles}</dd>" in page for who, tiles in lines)
    assert "What each player saw, beside what lies open" in page
    assert seen_words(disputed("disputes/impossible-exposure", 12)) == []
