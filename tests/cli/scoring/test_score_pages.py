"""A score as people read it: the hand, the arrangement, every item, what was not counted, the sum, the payments."""

from __future__ import annotations

from command_runs import Run

from mjlog.calculator.deal import ScoredHand
from mjlog.calculator.score_page import hand_page
from mjlog.scoring.request import HandRequest

LINE = "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"
PAGE = """\
South in the east round: won with red dragon (Rd), discarded by another player
  concealed  234b 55d RRRd
  table      (222c) [2222d]
  bonus      2f

counted as
  exposed                   222c
  concealed                 2222d
  concealed                 234b
  concealed                 55d
  completed by the discard  RRRd

                                            points doubles  rule
  mahjong                                       20          bmja/mahjong
  flowers and seasons  2f                        4          bmja/bonus
  own flower  2f                                         1  bmja/own-flower
  pung, exposed  222c                            2          bmja/pung
  kong, concealed  2222d                        16          bmja/kong
  pung of 1s, 9s, winds or dragons,
    exposed
    RRRd                                         4          bmja/pung
  pung or kong of dragons  RRRd                          1  bmja/honor-set
"""
PAYMENTS = """\
46 points x 2^2 = 184
total 184

pays              to South
  East                 368
  West                 184
  North                184
the losers then pay each other the difference of their hands
"""


def page(run: Run, *given: str, ruleset: str = "bmja") -> str:
    """What is printed of hands, in which every line fits a terminal."""
    result = run("score", "--ruleset", ruleset, *given)
    assert result.exit_code == 0
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    return result.stdout


def test_a_page_shows_the_hand_its_sets_its_items_and_who_pays(run: Run) -> None:
    text = page(run, LINE)
    assert text.startswith(PAGE)
    assert text.endswith(PAYMENTS)
    assert "\nnot counted\n" in text
    assert "  all concealed: the pung of 2 characters was claimed [bmja/concealed]\n" in text


def test_the_number_of_columns_is_kept_whatever_a_hand_holds(run: Run) -> None:
    hands = (
        "E in E [1111b] [9999b] [1111c] [9999c] 1234f 1234s 1d +1d loose twofold last-tile",
        "N in N 11b 22b 33b 44b 55b 66b 7b +7b last-wall original-call",
        "W in S 1112345678999b +9b discard",
    )
    for ruleset in ("classical", "western", "dmjl", "bmja"):
        for hand in hands:
            page(run, hand, ruleset=ruleset)


def test_a_dealt_hand_and_wins_in_a_row_are_said_in_words(run: Run) -> None:
    text = page(run, "E in E 123b 456b 789c 555d 99d deal east-wins=9", ruleset="classical")
    assert text.startswith("East in the east round: won with the dealt hand; 9 wins in a row as East\n")
    other = page(run, "S in E 123b 456b 789c 555d 9d +9d wall east-wins=9", ruleset="classical")
    assert other.startswith("South in the east round: won with 9 dots (9d), drawn from the wall\n"), "only East's count"


def test_a_part_of_the_limit_is_said() -> None:
    """As the hundredths of the limit that an item may state, or as its own worth."""
    item = {"name": "fishing", "points": 0, "doubles": 0, "rule": "bmja/fishing-limit", "tiles": "19b"}
    for more, words in (
        ({"limit": 100}, "limit"),
        ({"limit": 40}, "0.4 limit"),
        ({"limit": 100, "limit_points": 3000}, "limit 3,000"),
    ):
        answer = {"total": 400, "limit": "fishing-limit", "items": [item | more], "arrangement": []}
        lines = hand_page(ScoredHand(HandRequest(), answer))
        assert lines == [
            f"{'':43} points doubles  rule",
            f"{'  fishing  19b':43}{words:>15}  bmja/fishing-limit",
            "",
            "total 400 (limit hand: fishing-limit)",
        ]
