"""Score sheets of riichi: several winners, sticks, what is left at the end, final scores."""

from __future__ import annotations

import csv
import io

from msgspec import UNSET

from cases.riichi_ends import DEAL, DEALT, GAME, SOUTH_WINS, TWO_CALL, UNSEEN, WEST_WINS
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.log.records import GameRecord
from mjlog.viewer.pages.chart import chart
from mjlog.views.sheet import ScoreSheet, score_sheet, sheet_csv, sheet_text
from short_logs import events

BOTH = (
    f"{DEALT}{TWO_CALL}{SOUTH_WINS}S score 1300; settlement for=S S=1300 E=-1300;"
    f"{WEST_WINS}W score 1300; settlement for=W W=1300 E=-1300"
)
LAST = (
    "hand 1 S dora totals=anna:33000,ben:25000,cora:24600,dora:15400 pot=2000 depth=result;"
    "washout; settlement E=0; "
)


def game(text: str) -> Game:
    """The text as a log."""
    return Game(GameRecord("", "short", iter([(event, number) for number, event in enumerate(events(text), 1)])))


def sheet(text: str) -> ScoreSheet:
    """The score sheet of the text."""
    return score_sheet(game(text))


def test_a_game_begins_with_points() -> None:
    """They are not stated anew by a hand that says them, as those of a record that begins in the middle are."""
    stated = "totals=anna:25000,ben:25000,cora:25000,dora:25000"
    made = sheet(f"{GAME}hand {stated} depth=result; S mahjong discard; settlement S=1000 W=-1000")
    assert tuple(made.totals.values()) == (25000, 26000, 24000, 25000)
    assert not made.hands[0].restated
    assert sheet(f"{GAME}{LAST}").hands[0].restated


def test_all_winners_of_a_hand_are_on_the_sheet() -> None:
    """With what each scored and gained."""
    made = sheet(BOTH)
    (hand,) = made.hands
    assert [cell.change for cell in hand.cells] == [-2600, 1300, 1300, 0]
    assert [cell.score for cell in hand.cells] == [None, 1300, 1300, None]
    assert "ben and cora win" in sheet_text(made)
    assert list(plain(hand)["winners"]) == ["S", "W"]
    (row,) = csv.DictReader(io.StringIO(sheet_csv(made)))
    assert row["winner"] == "ben; cora"
    (hand,) = sheet(f"{DEALT}{TWO_CALL}{SOUTH_WINS}S score 1300; settlement S=1300 E=-1300").hands
    assert "winners" not in plain(hand), "of one alone there is no list"


def test_a_stick_is_part_of_what_a_hand_changed() -> None:
    """So that the totals follow from the changes; the winner has the sticks of the others."""
    declared = f"{UNSEEN}E draw ??; E discard 9b riichi=true; S draw ??; S discard 9c; "
    won = f"{declared}W claim mahjong; W mahjong discard 9c; settlement W=2000 S=-1000 pot=1000; "
    (hand,) = sheet(won).hands
    assert [cell.change for cell in hand.cells] == [-1000, -1000, 2000, 0]
    assert [cell.total for cell in hand.cells] == [24000, 24000, 27000, 25000]
    following = sheet(f"{won}hand 2 E ben totals=anna:24000,ben:24000,cora:27000,dora:25000")
    assert not following.hands[1].restated


def test_final_scores_stand_below_the_totals() -> None:
    """As the end of the game states them, or as they follow; of a game that goes on, or of other rules, there are none.

    The first has the sticks that are left.
    """
    other = sheet("game; hand; E discard 5b; S claim mahjong; S mahjong discard; end")
    assert (sheet(BOTH).final, other.final, "final" in plain(sheet(BOTH).answer)) == (UNSET, UNSET, False)
    made = sheet(f"{GAME}{LAST}end anna=35000 ben=25000 cora=24600 dora=15400")
    assert (made.totals["anna"], made.stated) == (35000, None)
    stated = sheet(f"{GAME}{LAST}end final=anna:45000,ben:5000,cora:-15000,dora:-35000")
    follow = sheet(f"{GAME}{LAST}end")
    assert follow.final == {"dora": -35000, "anna": 45000, "ben": 5000, "cora": -15000}
    assert stated.final == follow.final
    assert "final score" in sheet_text(follow)
    assert "+45.0" in sheet_text(follow)
    assert plain(follow.answer)["final"]["anna"] == 45000
    rows = list(csv.DictReader(io.StringIO(sheet_csv(follow))))
    assert rows[-1]["anna final score"] == "45000"


def test_the_chart_begins_with_the_points_of_everybody() -> None:
    """Not with nothing."""
    found = chart(game(f"{GAME}hand; {DEAL}{TWO_CALL}{SOUTH_WINS}S score 1300; settlement S=1300 E=-1300"))
    assert found.points[0].totals == (25000,) * 4
    assert found.points[1].totals == (23700, 26300, 25000, 25000)


def test_east_next_follows_from_how_a_hand_ended() -> None:
    """Who was ready stays East; where nobody can say it, nobody is named."""
    ready = f"{GAME}hand depth=result; E show | 123456789b 123c 1d; washout; "
    assert sheet(ready).next_east == "anna"
    assert sheet(ready.replace("E show", "S show")).next_east == "ben"
    assert sheet(f"{GAME}hand depth=result; washout").next_east is None


def test_a_hand_that_is_played_again_moves_no_points() -> None:
    """That is certain, whatever was not written down; what a fine comes off is said."""
    fine = "S penalty 20000 reason=chombo to={}; replay chombo; "
    made = sheet(f"game riichi chombo=points; hand depth=result; {fine}hand 1 E anna")
    assert [cell.change for cell in made.hands[0].cells] == [0, 0, 0, 0]
    assert "ben pays 20000 off the final score: chombo" in sheet_text(made)
    assert "not certain" not in sheet_text(made)
