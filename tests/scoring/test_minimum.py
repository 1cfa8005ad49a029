"""What a complete hand must be worth to win, where so much was agreed on."""

from __future__ import annotations

import pytest

from each import each
from mjlog.audit.engine import Engine
from mjlog.audit.valuing import scorer_for
from mjlog.errors import RuleSetError
from mjlog.formats.shorthand.filling import check_options
from mjlog.log.records import GameRecord
from mjlog.reports.rule_pages import ruleset_lines
from mjlog.rulesets import load, read, resolve
from mjlog.scoring import Hand, Scorer
from mjlog.scoring.totals import Minimum
from mjlog.seats import Seat
from mjlog.tiles import parse_tiles
from mjlog.views.claimable import why_not
from mjlog.views.waiting import waits_at
from short_logs import ask, codes, events, findings, table


def western(**options: int) -> Scorer:
    """The scorer of `western` under these options."""
    scorer = scorer_for(resolve(load("western"), options))
    assert scorer is not None
    return scorer


def hand(tiles: str) -> Hand:
    """South's hand in the east round, won by a 5 dots from the wall."""
    return Hand(Seat.S, Seat.E, tuple(sorted(parse_tiles(tiles))), won=True, tile=22, source="wall")


def test_a_hand_below_the_minimum_has_no_total_but_its_points_and_items() -> None:
    score = western(min_doubles=3).score(hand("123b 456b 789c 222d 55d"))
    free = western().score(hand("123b 456b 789c 222d 55d"))
    assert (score.total, score.complete) == (None, False)
    assert (score.points, score.doubles, score.items) == (free.points, free.doubles, free.items)
    assert score.reason == "the hand is worth 1 double: 3 are needed to win"


def test_a_hand_that_is_worth_enough_counts_as_without_a_minimum() -> None:
    tiles = "RRRd GGGd 789c 222d 55d"
    assert western(min_doubles=3, min_points=100).score(hand(tiles)) == western().score(hand(tiles))


def test_a_limit_hand_always_wins() -> None:
    wonders = hand("19b 19c 19d ESWNw RGWd 1b")
    assert western(min_doubles=50).score(wonders) == western().score(wonders)


def test_of_several_arrangements_one_that_wins_is_taken() -> None:
    """Three alike thrice are three pungs and three chows: whichever is worth enough counts."""
    tiles = hand("111b 222b 333b 789c 55d")
    free = western().score(tiles)
    for doubles in range(free.doubles + 1):
        assert western(min_doubles=doubles).score(tiles).total == free.total
    assert western(min_doubles=free.doubles + 1).score(tiles).total is None


@pytest.mark.parametrize(("minimum", "worth", "doubles", "words"), [
    (Minimum(100, 0), 60, 1, "the hand is worth 60: 100 are needed to win"),
    (Minimum(100, 2), 200, 0, "the hand is worth 0 doubles: 2 are needed to win"),
])  # fmt: skip
def test_what_is_lacking_is_said(minimum: Minimum, worth: int, doubles: int, words: str) -> None:
    assert not minimum.is_met(worth, doubles, is_limit=False)
    assert minimum.is_met(worth, doubles, is_limit=True)
    assert minimum.words(worth, doubles) == words


def test_a_wait_tells_what_it_lacks_to_win() -> None:
    text = "game western min_doubles=3; hand; dealt S 222b 333c 456d 55b 67d; E discard 9b; S draw 9c; S discard 9c"
    (waits,) = (found for found in waits_at(table(text)) if found.seat is Seat.S)
    assert "the hand is worth 1 double: 3 are needed to win" in waits.words
    (free,) = (found for found in waits_at(table(text.replace("=3", "=0"))) if found.seat is Seat.S)
    assert "needed to win" not in free.words


@pytest.mark.parametrize("ruleset", ["bmja-kajongg", "classical", "dmjl", "western"])
def test_a_hand_that_is_shown_only_at_the_end_is_held_to_it_too(ruleset: str) -> None:
    play = "hand depth=table; E discard 9b; S discard 1c; W discard 8d; S claim mahjong; S mahjong discard 8d;"
    shown = f"{play} S show 222b 333c 456d 888d 55b"
    assert "not-mahjong" not in codes(f"game {ruleset} min_doubles=0; {shown}")
    assert codes(f"game {ruleset} min_doubles=4; {shown}").count("not-mahjong") == 1


_RESULT = "hand depth=result; S mahjong discard 8d"


@each("ruleset", ["bmja-kajongg", "classical", "dmjl", "western"])
@each("least, told, is_fault", [
    ("min_points=100", "S score 48", True),
    ("min_doubles=3", "S score 48 points=24 doubles=1", True),
    ("min_doubles=3", "S score 48", False),
    ("min_doubles=3", "S show 222b 333c 456d 888d 55b; S score 48", True),
    ("min_doubles=3", "S show 222b 333c 456d 888d 55b", False),
    ("min_doubles=40", "S show 222b 333c 456d 888d 55b", False),
    ("min_points=100", "S score 400 limit=true", False),
])  # fmt: skip
def test_of_a_result_what_is_announced_below_the_minimum_is_a_fault(
    ruleset: str, least: str, told: str, is_fault: bool
) -> None:
    """What nobody wrote down (a last tile, flowers, a call) may have made the hand worth more: it is not judged."""
    found = [one for one in findings(f"game {ruleset} {least}; {_RESULT}; {told}") if one.code == "not-mahjong"]
    assert [one.rule for one in found] == [f"{ruleset}/minimum-1"] * is_fault


_SHOWN = "S show 222b 333c 456d 888d 55b"


@each("game, told, rule", [
    ("western min_doubles=40", f"S mahjong wall 8d; {_SHOWN}", "western/minimum-1"),
    ("classical min_doubles=40", f"S mahjong wall 8d; {_SHOWN}", "classical/minimum-1"),
    ("mahjiang min_doubles=4 scoring=western", f"S mahjong wall 8d; {_SHOWN}", "mahjiang/minimum-1"),
    ("riichi min_han=4", "S expose chow 345b; S mahjong discard 8d; S show 222b 999c 888d 55b", "riichi/win-1"),
])  # fmt: skip
def test_a_hand_that_is_shown_after_a_result_without_a_score_is_worth_a_win_in_some_way(
    game: str, told: str, rule: str
) -> None:
    """However it was won: with the last tile, flowers, riichi; otherwise it is none, and told once."""
    found = findings(f"game {game}; hand depth=result; {told}; S score 48")
    assert [one.rule for one in found if one.severity == "error"] == [rule]


@each("game", ["western min_doubles=3", "bmja min_points=100", "classical min_doubles=4", "riichi min_han=4"])
@each("told, is_open", [
    ("S mahjong wall 8d", True),
    (f"S mahjong wall 8d; {_SHOWN}", True),
    ("S mahjong wall 8d; S show 222b", True),
    ("S mahjong wall 8d; S score 48000 points=50 doubles=40", False),
    ("E mahjong wall Rd; E show RRRd GGGd WWWd 888d 55b", False),
    ("washout", False),
])  # fmt: skip
def test_of_a_result_that_does_not_tell_what_the_hand_is_worth_the_minimum_is_not_judged(
    game: str, told: str, is_open: bool
) -> None:
    rows = iter([(event, None) for event in events(f"game {game}; hand depth=result; {told}")])
    (report,) = Engine(GameRecord("text", "t", rows)).run()
    assert ("the minimum to win" in [one.rules for one in report.unjudged]) is is_open
    assert not [one for one in report.findings if one.code in ("not-mahjong", "no-yaku")]


def test_where_a_hand_is_worth_what_was_agreed_on_nothing_is_asked() -> None:
    held = "dealt S 222b 333c 456d 55b 67d"
    text = f"game mahjiang min_doubles=4; hand; {held}; E discard 9b; S draw 8d; S mahjong wall 8d"
    assert codes(text) == []
    assert codes(text.replace("min_doubles=4", "min_doubles=4 scoring=western")) == ["not-mahjong"]


@pytest.mark.parametrize("ruleset", ["bmja-kajongg", "classical", "dmjl", "western"])
@pytest.mark.parametrize("least", ["min_doubles = 4", "min_points = 400"])
def test_a_minimum_that_a_club_writes_into_the_table_is_asked(ruleset: str, least: str) -> None:
    """As a number, in a document of differences, and not as an option."""
    club = read(f'id = "club"\nversion = "1"\nlike = "{ruleset}"\n[scoring]\n{least}\n')
    text = f"game {ruleset}; hand; dealt S 222b 333c 456d 55b 88d; E discard 9b; S draw 8d; S mahjong wall 8d"
    rows = iter([(event, None) for event in events(text)])
    engine = Engine(GameRecord("club", "club", rows, ruleset=club))
    engine.run()
    assert [one.rule for one in engine.report.findings if one.code == "not-mahjong"] == ["club/minimum-1"]


@each("ruleset, option", [("western", "min_doubles"), ("classical", "min_points"), ("western", "rounds")])
def test_an_option_that_a_house_has_settled_itself_has_no_effect_and_is_refused(ruleset: str, option: str) -> None:
    table = "table" if option == "rounds" else "scoring"
    club = read(f'id = "club"\nversion = "1"\nlike = "{ruleset}"\n[{table}]\n{option} = 3\n')
    assert club.settled(option) == (table, 3)
    assert load(ruleset).settled(option) is None
    assert f"no effect: [{table}] says 3" in "\n".join(ruleset_lines(club))
    with pytest.raises(RuleSetError, match=f"the option {option} has no effect: .{table}. of club says 3"):
        check_options({option: 1}, club)


def test_that_the_winning_tile_is_not_shown_is_told_and_not_what_the_rest_is_worth() -> None:
    play = "hand depth=table; E discard 5b; S discard 9d; W discard 1c; E claim mahjong; E mahjong discard 1c"
    assert codes(f"game western min_doubles=3; {play}; E show 123b 456b 789b 345d 55c") == ["shown-hand-differs"]


def test_what_could_be_claimed_says_what_the_hand_lacks() -> None:
    held = "dealt S 222b 333c 456d 55b 67d; E discard 9b; S draw 9c; S discard 9c; W draw 8d; W discard 8d"
    refusal = ask("wins_with_a_pattern", f"game western min_doubles=3; hand; {held}; S claim mahjong")
    assert refusal is not None
    assert why_not(refusal, "mahjong", 25, jokers=False) == "the hand is worth 1 double: 3 are needed to win"


@pytest.mark.parametrize(("announced", "found"), [
    (19, ["wrong-score"]), (20, []), (23, []), (31, []), (44, []), (45, ["wrong-score"]),
])  # fmt: skip
def test_of_a_result_in_fans_whatever_may_be_true_of_the_win_is_tried(announced: int, found: list[str]) -> None:
    """A pure straight, all chows, a mixed double chow, drawn: 20; concealed 23, on a single wait 24.

    With the last tile of the wall 32, the last of its kind 36, eight flowers 44.
    """
    told = f"game mcr; hand depth=result; S mahjong wall; S show 123b 456b 789b 456c 22d; S score {announced}"
    assert codes(told) == found
