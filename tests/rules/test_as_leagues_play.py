"""What leagues of the American game play otherwise than the text, or where the text is silent: each is an option."""

from __future__ import annotations

import pytest

from each import each
from mjlog.audit.dead import DeadHand, dead_hands
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.views.dead_words import dead_hand_words
from short_logs import accepted, codes, events, findings, play, refused, table

CARD = "game american card=riverside-2026"
DRAWN = "E discard 5d; S draw 1b racked=false; "
"""South has drawn and not racked; East's 5 dots lie open."""
CALLED = f"{DRAWN}W claim pung; "
SHOWN = "hand depth=table; E discard 5d; S claim mahjong; S mahjong discard 5d; S show 555d; "


def racking(text: str, called_until: str = "rack") -> str:
    """A hand in which all moves are written down."""
    return f"{CARD} called_until={called_until}; hand; {text}"


def errors(text: str) -> list[str]:
    """The codes of what is found and is no information."""
    return [one.code for one in findings(text) if one.severity != "info"]


# -- until when a discard can be called -------------------------------------------------------------------------------


@pytest.mark.rule("american/call-1")
def test_the_tile_goes_back_to_the_wall_for_a_call_and_is_drawn_again() -> None:
    """Everybody has as many tiles, and the wall, as if nobody had drawn."""
    text = f"{CALLED}W expose pung 555d; W discard 9d; "
    assert codes(racking(f"{text}N draw 1b; N discard 1b")) == []
    after, without = table(racking(text)), table(racking(text.replace("S draw 1b racked=false; ", "")))
    assert [place.tiles for place in after.places] == [place.tiles for place in without.places] == [13] * 4
    assert after.live_left == without.live_left
    assert after.seen == without.seen


@pytest.mark.rule("american/call-1")
def test_a_call_that_is_taken_back_leaves_the_tile_with_its_player() -> None:
    """South has drawn all the same, and goes on; the discard can still be called."""
    text = racking(f"{CALLED}W retract; ")
    assert codes(f"{text}S discard 1b; W draw ??; W discard 3b") == []
    assert codes(f"{text}N claim pung; N expose pung 555d; N discard 9d") == []
    assert table(text).place(Seat.S).tiles == 14
    assert codes(f"{racking(CALLED)}S draw 1b; S discard 9b") == ["claim-dropped"]


@pytest.mark.rule("american/call-1")
def test_what_would_be_right_is_told_where_the_rules_let_a_tile_be_held_back() -> None:
    text = "E discard 5d; S draw 1b; W claim pung"
    (found,) = findings(racking(text))
    assert found.message.endswith("it can be called until the tile is racked: a draw with `racked` false says that it "
                                  "is not")  # fmt: skip
    (found,) = findings(racking(text, "draw"))
    assert "racked" not in found.message


# -- a mahjong that becomes an exposure -------------------------------------------------------------------------------


@pytest.mark.rule("american/error-6")
@each("shown", ["S show 555d; ", "S show 555d 333b; ", "", "S show | 12345678b 55d 12c 1d Rd; "])
def test_a_mahjong_on_a_discard_may_be_changed_to_an_exposure(shown: str) -> None:
    """Whatever was shown of the hand; by the text what was shown stands."""
    called = SHOWN.replace("S show 555d; ", shown)
    exposed = f"{called}S retract; S claim pung; S expose pung 555d; S discard 9d; W discard 1b"
    assert errors(f"{CARD} withdrawn_mahjong=exposure; {exposed}") == []
    assert bool(errors(f"{CARD}; {exposed}")) is bool(shown)


@pytest.mark.rule("american/error-6")
def test_a_mahjong_that_becomes_no_exposure_makes_a_dead_hand() -> None:
    """Said so, or it is a fault that nobody did."""
    taken_back = f"{CARD} withdrawn_mahjong=exposure; {SHOWN}S retract; "
    check = "withdrawn_mahjong_is_exposed"
    assert accepted(check, f"{taken_back}S expose pung 555d")
    assert accepted(check, f"{taken_back}S dead false-mahjong; W discard 9d")
    assert refused(check, f"{taken_back}S draw ??") == "dead-false-mahjong"
    assert codes(f"{taken_back}S draw ??; S discard 9d; W discard 9d") == ["dead-false-mahjong"]
    assert play(f"{taken_back}S dead false-mahjong").table.dead == {Seat.S: "false-mahjong"}
    drawn = SHOWN.replace("S claim mahjong; S mahjong discard 5d", "S mahjong wall")
    assert "retract-too-late" in codes(f"{CARD} withdrawn_mahjong=exposure; {drawn}S retract")


# -- a hand without jokers, of which nobody said so -------------------------------------------------------------------


WON = "hand; dealt S 111b 11c GGGGd NESWw; passes ESWw; E discard 1c; S claim mahjong; S mahjong discard 1c; "
SINGLE, DOUBLE, ODD = (f"settlement E={-2 * value} S={4 * value} W={-value} N={-value}" for value in (30, 60, 45))
SAID = """S score 30 items=[{"name":"jokerless"}]; """
NOT_SAID = """S score 30 items=[{"name":"line","points":30}]; """


@pytest.mark.rule("american/pay-3")
@each("agreed, score, single, double", [
    ("open", "", True, True), ("open", "S score 30; ", True, True), ("open", NOT_SAID, True, True),
    ("open", SAID, False, True), ("due", "S score 30; ", False, True), ("due", NOT_SAID, False, True),
    ("due", SAID, False, True), ("told", "S score 30; ", True, True), ("told", NOT_SAID, True, False),
    ("told", SAID, False, True),
])  # fmt: skip
def test_what_a_hand_without_jokers_is_paid_by_what_was_said(
    agreed: str, score: str, single: bool, double: bool
) -> None:
    """Where the text is silent, no more than others is not wrong; what no way makes always is."""
    game = f"{CARD} jokerless={agreed}; {WON}{score}"
    assert codes(f"{game}{SINGLE}") == ([] if single else ["wrong-settlement"])
    assert codes(f"{game}{DOUBLE}") == ([] if double else ["wrong-settlement"])
    assert codes(f"{game}{ODD}") == ["wrong-settlement"]


@pytest.mark.rule("american/pay-3")
def test_payments_that_are_left_open_are_said_not_to_be_judged() -> None:
    """Neither right nor wrong: nothing is computed beside them. Older versions hold them to be wrong."""
    report = play(f"{CARD}; {WON}S score 30; {SINGLE}").finish()[-1]
    assert report.owed is None
    assert [one.words for one in report.unjudged] == [
        "whether it was said that the hand has no jokers is open, and what is due without that"
    ]
    paid = play(f"{CARD}; {WON}S score 30; {DOUBLE}").finish()[-1]
    assert paid.owed == {Seat.E: -120, Seat.S: 240, Seat.W: -60, Seat.N: -60}
    assert paid.unjudged == []
    assert codes(f"{CARD.replace('american', 'american@4')}; {WON}S score 30; {SINGLE}") == ["wrong-settlement"]


# -- a challenge that fails -------------------------------------------------------------------------------------------


CHALLENGE = "hand depth=table; E discard 5b; S claim pung; S expose pung 555b; S discard 9d; S dead exposure by=W; "


def dead(text: str) -> DeadHand:
    """The one dead hand of a text."""
    (found,) = dead_hands(GameRecord("short", "short", iter([(event, event.seq) for event in events(text)])))
    return found


@pytest.mark.rule("american/dead-6")
@each("fine, recorded", [
    ("", ": not recorded"), ("""W penalty 50 reason=challenge to={"S":50}""", ": recorded at event 8"),
    ("""W penalty 50 reason=challenge to={"N":50}""", ": recorded otherwise at event 8"),
])  # fmt: skip
def test_whoever_says_in_vain_that_a_hand_is_dead_pays_its_player(fine: str, recorded: str) -> None:
    found = dead(f"{CARD} failed_challenge=50; {CHALLENGE}{fine}")
    assert not found.dead
    assert f"West is fined 50 points: 50 to south [american/dead-6]{recorded}" in dead_hand_words(found)


@pytest.mark.rule("american/dead-6")
def test_without_the_option_a_challenge_costs_nothing() -> None:
    """Nor does one that is proved, or of which nobody knows whose it was."""
    assert dead(f"{CARD}; {CHALLENGE}").follows == ()
    assert dead(f"{CARD} failed_challenge=50; {CHALLENGE.replace(' by=W', '')}").follows == ()
    proved = (
        "hand depth=table; E discard Ww; S claim quint; S expose quint WWWw JJk; S discard 9d; S dead exposure by=W"
    )
    assert [one.what for one in dead(f"{CARD} failed_challenge=50; {proved}").follows] == ["pays-the-winner"]
    fine = f"{CARD}; {CHALLENGE}W penalty 25 reason=challenge"
    assert "wrong-penalty" not in codes(fine)
