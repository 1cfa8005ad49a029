"""The American game, and a goulash: card, Charleston, dead hands, and what leagues play otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases.bmja import exchanges
from each import each
from mjlog.audit.dead import DeadHand, dead_hands
from mjlog.audit.engine import Engine
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.views.dead_words import dead_hand_words
from short_logs import accepted, ask, codes, events, fields, findings, play, refused, table

CARD = "game american card=riverside-2026; hand"
TABLE = f"{CARD} depth=table"
WON = f"{TABLE}; E discard 9d; S mahjong wall; S show |"


def with_card(text: str, cards: CardShelf = NO_CARDS, **card: str) -> list[str]:
    """The codes of what is found where the game names another card."""
    replay = Engine(GameRecord("short", "short", iter(())), cards=cards)
    for number, one in enumerate(fields(text), start=1):
        replay.feed(convert_event({**one, "card": card} if number == 1 else one), number)
    return [one.code for report in replay.finish() for one in report.findings]


@pytest.mark.rule("american/card-1")
def test_a_card_is_known_by_its_id_and_digest() -> None:
    """Of another edition nothing is said but that it is not at hand."""
    wrong = f"{WON} 123456789b 12345c"
    assert with_card(wrong, id="riverside-2026") == ["not-on-card"]
    assert with_card(wrong, id="riverside-2026", digest="0" * 64) == ["unknown-card"]
    assert with_card(wrong, id="riverside-2027") == ["unknown-card"]


@pytest.mark.rule("american/card-1")
def test_a_card_that_is_given_is_the_one_in_force(tmp_path: Path) -> None:
    """Its hands win, and those of other cards do not."""
    path = tmp_path / "tiny.card"
    path.write_text("card Tiny\nid tiny-1\nyear 2026\nsource own\n\n[All]\na1: 1111r 22r 3333r 4444r (run) 25 X\n")
    cards = CardShelf((str(path),))
    assert with_card(f"{WON} 2222b 33b 4444b 555b Jk", cards, id="tiny-1") == []
    assert with_card(f"{WON} 111b 111c GGGGd NESWw", cards, id="tiny-1") == ["not-on-card"]


# -- the Charleston ----------------------------------------------------------------------------------------------------


HAND = "game american card=riverside-2026; hand"
DEALT = f"{HAND}; dealt"
FIRST = f"{DEALT}; passes first 123b"
STOPPED = f"{FIRST}; N stop"
SECOND = f"{FIRST}; passes second 123b"
KNOWN = "dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw"
"""All hands are known."""


def one_pass(name: str, seats: str = "ESWN", passed: str = "????") -> str:
    """These seats pass, each the same."""
    return "; ".join(f"{seat} charleston {name} {passed}" for seat in seats)


RIGHT_ACROSS = f"{DEALT}; {one_pass('right-1')}; {one_pass('across-1')}"


def test_what_is_missing_is_said_in_words() -> None:
    """Who has not passed, and that nobody has refused."""
    (half,) = findings(f"{RIGHT_ACROSS}; {one_pass('left-1', 'ES')}; E discard 9d")
    assert "west and north have not passed left-1" in half.message
    (whole,) = findings(f"{FIRST}; E discard 9d")
    assert "left-2 was not passed, and nobody has refused it" in whole.message


def test_a_pass_out_of_turn_is_told_which_is_next_or_who_has_refused_it() -> None:
    (early,) = findings(f"{FIRST}; E charleston across-2 123b")
    assert "left-2 is next" in early.message
    (refused_by_north,) = findings(f"{STOPPED}; E charleston left-2 123b")
    assert "north has refused the second Charleston" in refused_by_north.message


def test_one_fault_of_order_is_found_once() -> None:
    """The passes that were left out are not asked for again."""
    assert codes(f"{DEALT}; {one_pass('across-1')}; {one_pass('left-1')}; N stop; E discard 9d") == ["charleston-order"]


def test_a_charleston_that_cannot_be_is_one_fault_whoever_takes_part() -> None:
    """After play has begun, each pass of it; in a game without one, all of it."""
    late = f"{SECOND}; E discard 9d; {one_pass('right-1')}"
    assert codes(late) == ["charleston-order"]
    assert codes(f"{late}; {one_pass('left-1')}; E charleston left-1 123b") == ["charleston-order"] * 3
    without = f"game western; hand; dealt; {one_pass('right-1')}; {one_pass('across-1')}"
    assert codes(f"{without}; E discard 9d") == ["out-of-place"]


@pytest.mark.rule("american/charleston-1")
def test_the_tile_that_is_one_too_many_is_pointed_at() -> None:
    """Of two alike where one is held, the second."""
    refusal = ask("passed_tile_is_held", f"{HAND}; {KNOWN}; S charleston right-1 112c")
    assert refusal is not None
    assert refusal.part == 1


# -- dead hands --------------------------------------------------------------------------------------------------------


GAME = "game american card=riverside-2026"
ONE_HAND = f"{GAME}; hand"
AT_TABLE = f"{GAME}; hand depth=table"
A_ROUND = "E discard 9d; S discard 9d; W discard 9d"
SIX = "N discard 5b; S claim sextet; S expose sextet 555b JJJk; S discard 9c"
"""Only one line has six alike: six flowers, six of the number, and two soaps."""


# -- numbers of tiles ----------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-2")
@pytest.mark.parametrize("depth", ["full", "table"])
def test_after_three_hands_are_dead_for_whatever_reasons_nobody_plays_on(depth: str) -> None:
    """By older versions of the rule set those with a wrong number of tiles alone count."""
    three = f"{ONE_HAND} depth={depth}; dealt; passes; E discard 9d; S dead other; W dead call; N dead other"
    name, older = "replayed_for_three_dead_hands", "replayed_for_three_wrong_hands"
    for act in ("E draw ??", "E mahjong wall"):
        assert refused(name, f"{three}; {act}") == "replay-missing"
        assert accepted(older, f"{three}; {act}")
    two = f"{ONE_HAND} depth={depth}; dealt; passes; E discard 9d; S dead other; W dead call"
    assert accepted(name, f"{two}; N draw ??")
    assert codes(f"{three}; E draw ??; E discard 9d") == ["replay-missing"]
    assert codes(f"{three}; replay nobody is left; hand 1; E discard 9d") == []
    if depth == "full":
        assert refused("replayed_only_for_three_wrong_hands", f"{three}; replay nobody is left") == "replay-not-due"


# -- impossible exposures ------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-3")
def test_a_verdict_names_its_basis_and_what_still_lives() -> None:
    """The labels of the lines, and no more of the card."""
    (found,) = findings(f"{AT_TABLE}; {A_ROUND}; {SIX}; S dead exposure by=N")
    assert "q4" in found.message
    assert "basis: rack" in found.message
    assert "FFFFFF" not in found.message


# -- a goulash ---------------------------------------------------------------------------------------------------------


DRAWN = "game bmja; hand depth=result; washout"
GOULASH = f"{DRAWN}; hand 2"


@pytest.mark.rule("bmja/goulash")
def test_tiles_go_to_the_partner_of_the_exchange() -> None:
    """Across, then East with South and West with North, then East with North and West with South."""
    dealt = "dealt E 111222333b EEEEw 1c / S 111222333c SSSSw / W 111222333d WWWWw / N RRRd GGGd WWWd NNNNw"
    held = f"{GOULASH}; {dealt}; E charleston across-1 111b; S charleston across-1 111c; W charleston across-1 111d;"
    seats = table(f"{held} N charleston across-1 RRRd").places
    assert [seats[0].held[18], seats[1].held[31], seats[2].held[0], seats[3].held[9]] == [3, 3, 3, 3]


@pytest.mark.rule("bmja/goulash")
def test_three_tiles_that_are_held_and_no_bonus_tiles_change_places() -> None:
    """A flower is laid out before."""
    known = f"{GOULASH}; dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw"
    assert accepted("three_tiles_passed", f"{GOULASH}; E charleston across-1 123b")
    assert refused("three_tiles_passed", f"{GOULASH}; E charleston across-1 12b") == "charleston-count"
    assert accepted("passed_tile_is_held", f"{known}; E charleston across-1 123b")
    assert refused("passed_tile_is_held", f"{known}; E charleston across-1 123d") == "tile-not-held"
    assert accepted("bonus_tiles_are_not_passed", f"{GOULASH}; E charleston across-1 123b")
    assert refused("bonus_tiles_are_not_passed", f"{GOULASH}; E charleston across-1 12b 1f") == "bonus-not-allowed"
    unseen = "blind_on_the_first_left_and_last_right"
    assert refused(unseen, f"{GOULASH}; E charleston across-1 123b blind=1") == "charleston-blind"
    laid_out = f"{GOULASH}; S bonus 1f; S bonus-replacement 5b; {exchanges()} E discard 9d"
    assert codes(laid_out) == []


@pytest.mark.rule("bmja/goulash")
def test_exchanges_after_play_has_begun_are_the_fault_whatever_the_hand_is() -> None:
    """Also where nobody knows whether it is a goulash: not the draw that comes after them."""
    after = "E discard 9d; S draw ??; S discard 3b;"
    after += f" {exchanges(('across-1',))} W draw ??; W discard 4b; N draw ??; N discard 1c"
    for hand in (f"{DRAWN}; gap; hand 3; dealt;", f"{GOULASH}; dealt; {exchanges()}", "game bmja; hand; dealt;"):
        assert codes(f"{hand} {after}") == ["charleston-order"]


# -- what leagues of the American game play otherwise than the text, or where the text is silent -----------------------


AGREED_CARD = "game american card=riverside-2026"
DRAWN_WIN = "E discard 5d; S draw 1b racked=false; "
"""South has drawn and not racked; East's 5 dots lie open."""
CALLED = f"{DRAWN_WIN}W claim pung; "
SHOWN = "hand depth=table; E discard 5d; S claim mahjong; S mahjong discard 5d; S show 555d; "


def racking(text: str, called_until: str = "rack") -> str:
    """A hand in which all moves are written down."""
    return f"{AGREED_CARD} called_until={called_until}; hand; {text}"


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
    assert errors(f"{AGREED_CARD} withdrawn_mahjong=exposure; {exposed}") == []
    assert bool(errors(f"{AGREED_CARD}; {exposed}")) is bool(shown)


@pytest.mark.rule("american/error-6")
def test_a_mahjong_that_becomes_no_exposure_makes_a_dead_hand() -> None:
    """Said so, or it is a fault that nobody did."""
    taken_back = f"{AGREED_CARD} withdrawn_mahjong=exposure; {SHOWN}S retract; "
    check = "withdrawn_mahjong_is_exposed"
    assert accepted(check, f"{taken_back}S expose pung 555d")
    assert accepted(check, f"{taken_back}S dead false-mahjong; W discard 9d")
    assert refused(check, f"{taken_back}S draw ??") == "dead-false-mahjong"
    assert codes(f"{taken_back}S draw ??; S discard 9d; W discard 9d") == ["dead-false-mahjong"]
    assert play(f"{taken_back}S dead false-mahjong").table.dead == {Seat.S: "false-mahjong"}
    drawn = SHOWN.replace("S claim mahjong; S mahjong discard 5d", "S mahjong wall")
    assert "retract-too-late" in codes(f"{AGREED_CARD} withdrawn_mahjong=exposure; {drawn}S retract")


# -- a hand without jokers, of which nobody said so -------------------------------------------------------------------


WIN = "hand; dealt S 111b 11c GGGGd NESWw; passes ESWw; E discard 1c; S claim mahjong; S mahjong discard 1c; "
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
    game = f"{AGREED_CARD} jokerless={agreed}; {WIN}{score}"
    assert codes(f"{game}{SINGLE}") == ([] if single else ["wrong-settlement"])
    assert codes(f"{game}{DOUBLE}") == ([] if double else ["wrong-settlement"])
    assert codes(f"{game}{ODD}") == ["wrong-settlement"]


@pytest.mark.rule("american/pay-3")
def test_payments_that_are_left_open_are_said_not_to_be_judged() -> None:
    """Neither right nor wrong: nothing is computed beside them. Older versions hold them to be wrong."""
    report = play(f"{AGREED_CARD}; {WIN}S score 30; {SINGLE}").finish()[-1]
    assert report.owed is None
    assert [one.words for one in report.unjudged] == [
        "whether it was said that the hand has no jokers is open, and what is due without that"
    ]
    paid = play(f"{AGREED_CARD}; {WIN}S score 30; {DOUBLE}").finish()[-1]
    assert paid.owed == {Seat.E: -120, Seat.S: 240, Seat.W: -60, Seat.N: -60}
    assert paid.unjudged == []
    assert codes(f"{AGREED_CARD.replace('american', 'american@4')}; {WIN}S score 30; {SINGLE}") == ["wrong-settlement"]


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
    found = dead(f"{AGREED_CARD} failed_challenge=50; {CHALLENGE}{fine}")
    assert not found.dead
    assert f"West is fined 50 points: 50 to south [american/dead-6]{recorded}" in dead_hand_words(found)


@pytest.mark.rule("american/dead-6")
def test_without_the_option_a_challenge_costs_nothing() -> None:
    """Nor does one that is proved, or of which nobody knows whose it was."""
    assert dead(f"{AGREED_CARD}; {CHALLENGE}").follows == ()
    assert dead(f"{AGREED_CARD} failed_challenge=50; {CHALLENGE.replace(' by=W', '')}").follows == ()
    proved = (
        "hand depth=table; E discard Ww; S claim quint; S expose quint WWWw JJk; S discard 9d; S dead exposure by=W"
    )
    assert [one.what for one in dead(f"{AGREED_CARD} failed_challenge=50; {proved}").follows] == ["pays-the-winner"]
    fine = f"{AGREED_CARD}; {CHALLENGE}W penalty 25 reason=challenge"
    assert "wrong-penalty" not in codes(fine)
