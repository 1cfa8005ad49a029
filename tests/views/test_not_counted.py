"""What a player might have expected of a score, told once the hand is over."""

from __future__ import annotations

from mjlog.audit.game import Game
from mjlog.seats import Seat
from mjlog.views.seen import not_counted
from short_logs import fields
from tests.views.table_logs import view_of

HANDS = "dealt E 1112b 345b 678d EEw 99d / S 222b 666b 444d 55b 12d / W 2345678d 456c SNw 1c / N 13469b 13458c 147d"
ENDS = "S mahjong wall 3d; settlement E=0 S=0 W=0 N=0"


def played(rules: str, end: str = ENDS) -> Game:
    """South draws the last tile of a chow, and wins with it."""
    return view_of(fields(f"game {rules}; hand; {HANDS}; E discard 2b; S draw 3d; {end}"))


def reasons(view: Game, seat: Seat) -> dict[str, str]:
    """Why something does not count, by name."""
    return {each.name: each.why for each in not_counted(view.hands[1]).get(seat, ())}


def test_a_winner_is_told_why_a_double_does_not_count() -> None:
    assert reasons(played("dmjl"), Seat.S)["no chow"] == "there is the chow of 1-2-3 dots"


def test_a_loser_is_told_what_only_winners_score() -> None:
    pungs = HANDS.replace("2345678d 456c SNw 1c", "222c 333c 444c 555c 1c")
    view = view_of(fields(f"game western; hand; {pungs}; E discard 2b; S draw 3d; {ENDS}"))
    assert reasons(view, Seat.W)["one suit, no winds, no dragons"] == "only the winner scores it"


def test_nothing_is_told_while_the_hand_goes_on_or_where_winners_are_paid_an_agreed_value() -> None:
    for view in (played("dmjl", end="S discard 3d"), played("mahjiang")):
        assert not_counted(view.hands[1]) == {}
