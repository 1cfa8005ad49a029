"""Games of riichi in statistics, standings and searches: several winners, final scores."""

from __future__ import annotations

from cases.riichi_ends import DEALT, GAME, SOUTH_WINS, TWO_CALL, WEST_WINS
from mjlog.audit.game import Game
from mjlog.club import GameFacts, Standings, Stats, game_facts
from mjlog.club.facts import Wanted
from mjlog.club.records import hand_json, hand_line
from mjlog.club.stats import leagues
from mjlog.log.records import GameRecord
from short_logs import events

BOTH = (
    f"{DEALT}{TWO_CALL}{SOUTH_WINS}S score 1300; settlement for=S S=1300 E=-1300;"
    f"{WEST_WINS}W score 1300; settlement for=W W=1300 E=-1300"
)
LAST = (
    f"{GAME}hand 1 S dora totals=anna:33000,ben:25000,cora:24600,dora:17400 depth=result;"
    "S mahjong discard; settlement S=1000 W=-1000; "
)
"""Anna wins 1,000 from Ben in the last hand."""


def facts(text: str) -> GameFacts:
    """What the text came to."""
    numbered = [(event, number) for number, event in enumerate(events(text), 1)]
    return game_facts(Game(GameRecord("", "short", iter(numbered))))


def test_each_winner_of_a_tile_has_won_a_hand() -> None:
    """And its discarder has given one tile."""
    stats = Stats()
    stats.add(facts(BOTH))
    by_name = {one.player: one for one in stats.players()}
    assert [by_name[name].wins for name in ("anna", "ben", "cora", "dora")] == [0, 1, 1, 0]
    assert [by_name[name].value for name in ("ben", "cora")] == [1300, 1300]
    assert by_name["anna"].given == 1
    assert by_name["cora"].longest_run == 1


def test_a_hand_is_found_by_each_of_its_winners() -> None:
    """As they are told in its line."""
    game = facts(BOTH)
    (hand,) = game.played
    for name, found in (("ben", 1), ("cora", 1), ("dora", 0)):
        assert len(Wanted(won_by=name).hands_of(game)) == found
    assert "ben 1300 and cora 1300 win on anna's discard" in hand_line(game, hand, {})
    assert hand_json(game, hand, None, "")["winners"] == ["ben", "cora"]


def test_a_league_goes_by_final_scores() -> None:
    """They sum to nothing, and tell the places; those that are stated count, for a club may have other bonuses."""
    league = Standings()
    assert league.add(facts(f"{LAST}end"))
    rows = [(one.player, one.points, dict(one.places)) for one in league.players()]
    stated = {"anna": 20000, "ben": -1000, "cora": 1000, "dora": -20000}
    final = ",".join(f"{name}:{score}" for name, score in stated.items())
    assert facts(f"{LAST}end final={final}").results == stated
    assert rows == [("anna", 44000, {1: 1}), ("cora", 5000, {2: 1}), ("ben", -16000, {3: 1}), ("dora", -33000, {4: 1})]


def test_a_game_that_was_not_finished_counts_by_what_was_won() -> None:
    """Not by the points that everybody begins with; one that the rules have ended does, though nobody wrote its end."""
    over = facts(LAST)
    assert (over.is_ended, over.lacks_final, over.results) == (False, False, facts(f"{LAST}end").results)
    game = facts(BOTH)
    assert game.final is None
    assert game.lacks_final
    assert game.results == {"anna": -2600, "ben": 1300, "cora": 1300, "dora": 0}
    (league,) = leagues([game])
    assert league.without_end == ["short"]
