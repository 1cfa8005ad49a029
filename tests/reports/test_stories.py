"""Stories of findings, and the page of every code: what happened, what is wrong, what would have been right."""

from __future__ import annotations

from pathlib import Path

import pytest
from told_games import PAID, hands_of, record, rows, view_of

from each import each
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.findings import Finding, registry
from mjlog.log.records import GameRecord
from mjlog.reports.code_page import page_lines
from mjlog.reports.finding_words import right_words
from mjlog.reports.story import Story, story_lines, story_of, told_hands
from mjlog.rules import CHECKS
from mjlog.rulesets import load, shipped
from mjlog.seats import Seat
from mjlog.sources import games_in
from mjlog_cli.commands.rules import page_for
from samples import FINDINGS, name_of
from turns import in_turn

CHOW = "game; hand depth=table; E discard 5b; W claim chow"


def stories(text: str) -> list[Story]:
    view = view_of(text)
    return [story_of(view, hand, finding) for hand in hands_of(text) for finding in hand.findings]


def test_a_story_tells_how_an_unclear_rule_is_read() -> None:
    (story,) = stories(CHOW.replace("game;", "game dmjl;"))
    text, _joint, reading = story.rule[1].partition(" Read as: ")
    assert text.startswith("Claims: mahjong, kong, pung, chow (next player only).")
    assert reading.startswith("Among equal claims the nearest in turn goes first")


def test_a_story_says_what_happened_before_and_what_the_table_was() -> None:
    (story,) = stories(CHOW)
    assert story.before[-1] == (3, "East discards 5 bamboo")
    assert story.event == "West claims chow with 5 bamboo from East"
    assert [str(one.tile) for one in story.board.seat(Seat.E).discards] == ["5b"]
    assert story.rule[0] == "classical/claim-1"
    assert "chow from the left" in story.rule[1]
    assert story.right == "South (ben), not East (anna)"
    assert "The call counts for nothing" in story.at_the_table


def test_it_says_what_the_player_could_have_done_instead() -> None:
    (story,) = stories(CHOW)
    assert len(story.moves) == 1
    assert story.moves[0].startswith("West: ")
    assert "chow" not in story.moves[0]


def test_a_wrong_payment_is_told_with_what_was_due() -> None:
    (story,) = stories("game western" + PAID + "settlement E=-64 S=128 W=-32 N=-32")
    assert [(row.player, row.paid, row.due) for row in story.payments][:2] == [("anna", -64, 0), ("ben", 128, 96)]
    assert "East (anna) −64, due 0" in "\n".join(story_lines(story, 120))


def test_a_line_that_is_no_event_has_a_story_without_a_table() -> None:
    path = next(path for path in FINDINGS if name_of(path) == "bad-json")
    game = next(games_in(str(path)))
    given = list(game.rows)
    hands = Engine(GameRecord("", "", iter(given))).run()
    view = Game(GameRecord("", "", iter(given)))
    view.is_closed = True
    (found,) = [(hand, one) for hand in hands for one in hand.findings]
    story = story_of(view, *found)
    assert (story.event, story.board) == ("", None)
    assert any("not JSON" in line for line in story_lines(story))


@each("path", [path for path in FINDINGS if name_of(path) != "legal"], ids=name_of)
def test_every_code_has_a_story_that_fits_the_terminal(path: Path) -> None:
    game = next(games_in(str(path)))
    given = list(game.rows)
    hands = Engine(GameRecord(game.source, game.name, iter(given))).run()
    view = Game(GameRecord(game.source, game.name, iter(given)))
    view.is_closed = True
    for hand in hands:
        for finding in hand.findings:
            story = story_of(view, hand, finding)
            lines = list(story_lines(story, 80, None))
            assert story.title in " ".join(" ".join(lines[:2]).split())
            assert max(map(len, lines)) <= 80
            assert finding.seq is None or story.event


def test_of_a_hand_in_progress_only_what_lies_on_the_table_is_told() -> None:
    """Two games that differ in a hidden tile only have the same stories."""
    told = []
    for hidden in ("1c", "9d"):
        text = f"game; hand; E discard 5b; S draw {hidden}; W draw ??"
        view = Game(record(rows(text)))
        hands = told_hands(hands_of(text), view)
        found = [story_of(view, hand, one) for hand in hands for one in hand.findings]
        told.append(["\n".join(story_lines(story)) for story in found])
    assert told[0] == told[1]
    assert told[0]
    assert "South draws a tile" in told[0][0]


def test_a_finding_that_a_hidden_tile_decides_is_not_told_while_the_hand_goes_on() -> None:
    dealt = "dealt E 123456789b 12345c / S 123456789b 1234c / W 123456789b 1234d / N 123456789b 5678d"
    text = f"game; hand; {dealt}; E discard Ew; S draw 9d; S discard Rd"
    (hand,) = [one for one in hands_of(text) if one.hand == 1]
    assert "tile-not-held" in [one.code for one in hand.findings]
    live = Game(record(rows(text)))
    codes = [one.code for told in told_hands([hand], live) for one in told.findings]
    assert "tile-not-held" not in codes
    over = view_of(text)
    assert "tile-not-held" in [one.code for told in told_hands([hand], over) for one in told.findings]


def test_what_goes_further_than_everybody_may_read_is_told_of_without_findings() -> None:
    text = f"{CHOW}; S draw ??"
    told = told_hands(hands_of(text), view_of(text), disclosed_until=2)
    assert [(hand.hand, hand.findings) for hand in told] == [(1, [])]


def test_what_would_have_been_right_is_told_in_words() -> None:
    """Acts as they are called, not as they are spelled in a log."""
    finding = Finding(
        code="replacement-missing", severity="error", seq=9, line=None, hand=1, seat="S", rule=None, message="",
        expected="bonus-replacement", found="discard",
    )  # fmt: skip
    assert right_words(finding) == "bonus replacement, not discard"


# -- the page of every code -------------------------------------------------------------------------------------------


@each("code", registry())
def test_every_code_says_what_to_do_has_an_example_and_tells_its_rules(code: str) -> None:
    """On a page that fits a terminal of eighty columns."""
    told = registry()[code].at_the_table
    assert told, f"[{code}] of mjlog/codes.toml lacks `at_the_table`: what players do when it is noticed during play"
    assert (told[-1], told[0].isupper()) == (".", True)
    page = page_for(code)
    assert page.example is not None, f"there is no sample_logs/findings/{code}.mjlog.jsonl that shows it"
    finding = page.example.findings[-1]
    assert (finding.code, page.example.about[-1], bool(page.example.lines)) == (code, ".", True)
    # A line that is no event cannot be told.
    assert finding.seq is None or page.example.lines[-1].until == finding.seq or page.info.group == "the file"
    assert max(map(len, page_lines(page))) < 80
    text = " ".join(" ".join(page_lines(page)).split())
    assert page.info.at_the_table in text
    for rule in page.rules:
        assert f"{rule.id}: " in text
        # Where a text leaves something open, its reading decides.
        assert " ".join(rule.reading.split()) in text
    for line in page.example.lines:
        assert " ".join(line.words.split()) in text


def test_every_rule_that_a_check_enforces_stands_on_the_page_of_its_codes() -> None:
    with pytest.raises(KeyError):
        page_for("no-such-code")
    ids = {code: {one.id for one in page_for(code).rules} for code in in_turn(sorted(registry()))}
    for name in shipped():
        for rule in load(name).rules:
            for code in {code for check in rule.checks for code in CHECKS[check].codes} & ids.keys():
                assert rule.id in ids[code]


def test_the_reading_of_a_rule_stands_behind_its_text() -> None:
    rule = next(one for one in page_for("wrong-settlement").rules if one.id == "mahjiang/score-1")
    assert rule.text == "The text gives no points table."
    text = " ".join(" ".join(page_lines(page_for("wrong-settlement"))).split())
    assert f"Read as: {rule.reading.split('(')[0]}" in text
    assert page_for("wrong-settlement").as_json()["rules"][0].keys() == {"ruleset", "id", "text", "reading"}


def test_an_example_breaks_off_at_the_fault_and_tells_the_deal_in_one_line() -> None:
    page = page_for("charleston-count")
    deal = next(told for told in page.example.lines if told.words == "the tiles are dealt")
    assert deal.until > deal.seq
    assert page.as_json()["example"]["events"][-1]["seq"] == page.example.findings[-1].seq
