"""The hand beside its score: which of its tiles each line lights up."""

from __future__ import annotations

from mjlog.log.sight import Sight
from mjlog.scoring import Score
from mjlog.seats import Seat
from mjlog.tiles import CODES, format_tiles
from mjlog.viewer.pages.present import LitTile, lit_hand
from mjlog.views.moment import moment_at
from mjlog.views.seen import findings_of
from short_logs import fields
from tests.views.table_logs import view_of

CHOW_AND_PUNG = (
    "game western bonus_tiles=false; hand; dealt E 9b 7b Ew / S 89b 77b 222c 33c 99c 5d Nw;"
    "E discard 7b; S claim chow; S expose chow 789b; S discard 5d; W draw Sw; W discard 7b;"
    "S claim pung; S expose pung 777b; S discard Nw; W draw Sw; W discard 9c; S claim mahjong; S mahjong discard 9c;"
    "S show | 222c 33c 999c; settlement E=0 S=0 W=0 N=0"
)


def groups_of(text: str, seat: Seat, sight: Sight) -> tuple[Score, list[list[LitTile]]]:
    """A player's score at the end of the hand, and the tiles as they lie."""
    view = view_of(fields(text))
    hand = view.hands[1]
    score = hand.report.details[seat]
    assert isinstance(score, Score), findings_of(hand)
    board = moment_at(view, len(view.rows) - 1, sight).board
    return score, lit_hand(hand.start.rules, board, board.seat(seat), score)


def test_a_line_of_a_set_lights_up_that_set_and_no_tile_of_another() -> None:
    """The chow with the same tile was laid down before it."""
    score, groups = groups_of(CHOW_AND_PUNG, Seat.S, "open")
    number = next(at for at, item in enumerate(score.items) if item.tiles == "777b")
    lit = [[CODES[one.tile.tile.kind] for one in group if number in one.lines] for group in groups]
    assert lit == [[], ["7b"] * 3, []]


def test_a_set_of_the_hand_lights_up_among_its_other_tiles() -> None:
    score, groups = groups_of(CHOW_AND_PUNG, Seat.S, "open")
    number = next(at for at, item in enumerate(score.items) if item.tiles == "222c")
    lit = [format_tiles([one.tile.tile.kind for one in group if number in one.lines]) for group in groups]
    assert lit == ["", "", "222c"]
