"""What a game came to: results as corrected, payments as made, nothing of a hand in progress."""

from __future__ import annotations

import re
import shlex
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cases.riichi_ends import DEALT, GAME, SOUTH_WINS, TWO_CALL, WEST_WINS
from mjlog.audit.game import Game
from mjlog.club import GameFacts, PlayerStats, Standing, Standings, Stats, date_of, game_facts
from mjlog.club.facts import Wanted
from mjlog.club.records import game_json, hand_json, hand_line, standing_json, stats_json
from mjlog.club.stats import leagues
from mjlog.events import convert_event
from mjlog.log.records import Fault, GameRecord
from mjlog.store.schema import CLUB_VIEWS, VIEWS
from mjlog.views.results import HandResult
from mjlog_cli.main import main
from short_logs import events
from tests.club.evenings import CLUB, TUESDAY, WASHOUT, Fields, facts_of, game, hand, seats_of, won


def paid(hand: HandResult) -> dict[str, int]:
    """What the settlement of a hand made for each player."""
    return hand.by_player(hand.change or {})


def test_a_game_has_its_hands_results_and_payments() -> None:
    facts = facts_of(TUESDAY)
    assert (facts.game, facts.ruleset, facts.place, facts.table, facts.day) == (
        "tuesday", "classical", "Library", "2", date(2026, 5, 5),
    )  # fmt: skip
    assert facts.players == CLUB
    assert [(one.number, one.outcome, one.player(one.winner), one.value, one.limit) for one in facts.played] == [
        (1, "won", "ben", 40, None), (2, "won", "dora", 64, None), (3, "wash-out", None, None, None),
        (4, "won", "ben", 200, "heavenly hand"),
    ]  # fmt: skip
    assert paid(facts.played[1]) == {"anna": -32, "ben": -64, "carl": -32, "dora": 128}
    assert facts.totals == {"anna": -172, "ben": 416, "carl": -252, "dora": 8}
    assert (facts.is_live, facts.is_ended, facts.is_whole) == (False, True, True)


def test_the_time_before_the_first_hand_is_no_hand() -> None:
    facts = facts_of(TUESDAY)
    assert (facts.hands[0].number, facts.hands[0].outcome, facts.hands[0].types) == (
        None, "before play", {"game-start": 1}
    )  # fmt: skip
    assert facts.played == facts.hands[1:]


def test_results_are_those_after_corrections() -> None:
    """A settlement that was corrected counts as corrected; the hand is found by its correction."""
    change = {"E": -80, "S": 160, "W": -40, "N": -40}
    correction = {"seq": 17, "type": "correction", "of": 5, "events": [{"type": "settlement", "change": change}]}
    facts = facts_of([*TUESDAY, {**correction, "reason": "miscounted"}])
    assert paid(facts.played[0]) == {"anna": -80, "ben": 160, "carl": -40, "dora": -40}
    assert [one.types.get("correction") for one in facts.played] == [1, None, None, None]
    assert facts.totals["ben"] == 416 + 80


def test_a_hand_in_progress_is_not_told_of() -> None:
    """Neither its tiles nor that somebody sits there; totals are those before it."""
    live = hand(3, 2, {"type": "draw", "seat": "E", "tile": "5b"}, {"type": "kong", "seat": "E", "kind": "concealed",
                "tiles": ["5b"] * 4})  # fmt: skip
    begun = [{**live[0], "depth": "full"}, *live[1:]]
    facts = facts_of(game("tuesday", hand(1, 0, *won("S", -40, 80, -20, -20)), begun, ended=False))
    assert facts.is_live
    assert [one.number for one in facts.played] == [1]
    assert facts.totals == {"anna": -40, "ben": 80, "carl": -20, "dora": -20}
    assert all("kong" not in one.types for one in facts.hands)


def test_a_hand_that_was_played_again_is_told_apart() -> None:
    """Both have the number; the void one has no winner."""
    again: Fields = {"type": "replay", "reason": "the wall fell over"}
    facts = facts_of(game("g", hand(1, 0, again), hand(1, 0, *won("S", -40, 80, -20, -20))))
    assert [(one.number, one.outcome, one.player(one.winner), one.is_latest) for one in facts.played] == [
        (1, "void", None, False), (1, "won", "ben", True)
    ]  # fmt: skip


def test_fines_stand_apart_from_payments() -> None:
    fine: Fields = {"type": "penalty", "seat": "N", "amount": 30, "reason": "talked"}
    (one,) = facts_of(game("g", hand(1, 0, *won("S", -40, 80, -20, -20), fine))).played
    assert one.by_player(one.fines) == {"dora": -30, "anna": 10, "ben": 10, "carl": 10}
    assert paid(one) == {"anna": -40, "ben": 80, "carl": -20, "dora": -20}


def test_a_fault_names_the_player_who_sat_there() -> None:
    """Whose seat it was in that hand, not in another one."""
    wrong: list[Fields] = [{"type": "gap"}, {"type": "discard", "seat": "E", "tile": "5b"},
             {"type": "claim", "seat": "N", "for": "chow"},
             {"type": "expose", "seat": "N", "kind": "chow", "tiles": ["4b", "5b", "6b"]}, WASHOUT]  # fmt: skip
    facts = facts_of(game("g", hand(1, 0, *won("S", -40, 80, -20, -20)), hand(2, 1, *wrong, depth="table")))
    (found,) = [one for one in facts.played[1].found if one.code == "chow-not-from-left"]
    assert (found.severity, found.player) == ("error", "anna")
    assert found.player == seats_of(1)["N"]


def test_who_gave_the_tile_is_known_where_it_was_written_down() -> None:
    acts: list[Fields] = [{"type": "gap"}, {"type": "discard", "seat": "W", "tile": "5b"},
            {"type": "claim", "seat": "N", "for": "mahjong"},
            {"type": "mahjong", "seat": "N", "source": "discard", "tile": "5b"},
            {"type": "settlement", "change": {"E": -20, "S": -20, "W": -40, "N": 80}}]  # fmt: skip
    (one,) = facts_of(game("g", hand(1, 0, *acts, depth="table"))).played
    assert (one.player(one.winner), one.source, one.player(one.discarder)) == ("dora", "discard", "carl")


def test_totals_that_nobody_can_compute_are_those_that_the_log_states() -> None:
    """Without them they are not known."""
    unpaid = hand(1, 0, *won("S"))
    assert facts_of(game("g", unpaid)).totals is None
    stated = game("g", unpaid, ended=False)
    totals = dict(zip(CLUB, (-40, 80, -20, -20), strict=True))
    assert facts_of([*stated, {"seq": len(stated) + 1, "type": "game-end", "totals": totals}]).totals == totals


def test_the_date_is_that_of_the_first_time_in_the_log() -> None:
    """In UTC, whatever it is written in; what is no time says nothing."""
    events = game(
        "g", hand(1, 0, {**WASHOUT, "at": "yesterday"}), hand(2, 0, {**WASHOUT, "at": "2026-05-05T23:30:00Z"})
    )
    assert facts_of(events).day == date(2026, 5, 5)
    assert facts_of(game("g", hand(1, 0, WASHOUT), at="2026-05-06T01:30:00+02:00")).day == date(2026, 5, 5)
    assert facts_of(game("g", hand(1, 0, WASHOUT))).day is None


@pytest.mark.parametrize("text", [None, "", "soon", "2026-13-01T00:00:00Z", "0001-01-01T00:00:00+14:00"])
def test_what_is_no_time_gives_no_date(text: str | None) -> None:
    assert date_of(text) is None


def test_a_log_with_an_unreadable_line_is_not_whole() -> None:
    rows: list[Any] = [(convert_event(one), None) for one in TUESDAY]
    rows.insert(5, (Fault("bad-json", "no event"), None))
    assert not game_facts(Game(GameRecord("t", "t", iter(rows)))).is_whole


# -- the page for clubs ------------------------------------------------------------------------------------------------


TOP = Path(__file__).resolve().parents[2]
PAGE = (TOP / "docs" / "do" / "club.md").read_text("utf-8")
EXAMPLES = re.findall(r"```text\n\$ (mjlog [^\n]*)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=[command for command, _printed in EXAMPLES])
def test_an_example_prints_what_the_page_says(
    command: str, printed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(TOP)
    monkeypatch.setenv("MJLOG_DB", str(tmp_path / "none.db"))
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert (result.exit_code, result.stdout) == (0, printed)


def test_there_are_examples_of_every_question() -> None:
    assert {shlex.split(command)[1] for command, _printed in EXAMPLES} == {"find", "stats", "standings"}


def test_every_field_and_view_is_named() -> None:
    """Of every record that is printed as JSON."""
    game = GameFacts("", "", None, (), None, None, None, None, False, False, True)
    records = [
        stats_json(PlayerStats("anna"), None, {}), standing_json(Standing("anna", games=1), None, {}, with_table=True),
        game_json(game, 0, {}, ""), hand_json(game, HandResult("won", 1), {}, ""),
    ]  # fmt: skip
    text = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
    named = {word for code in re.findall(r"`([^`]+)`", text) for word in code.split()}
    assert {field for record in records for field in record} <= named
    assert {*VIEWS, *CLUB_VIEWS} <= named


# -- games of riichi in statistics, standings and searches -------------------------------------------------------------


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
