"""Nothing hidden leaks in the American game, passed tiles included; a purchased card is told to its owner only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight, parse_sight
from mjlog.seats import Seat
from mjlog.viewer.pages.chart import chart
from mjlog.views.board import BoardLine, text_table
from mjlog.views.moment import claims_after, in_short, marks_of, moment_at, moves_after, waits_after
from mjlog.views.seen import card_in_force, event_lines, findings_of, line_told
from mjlog_cli.main import main
from tests.views.american_logs import Chance, bought, told
from tests.views.table_logs import Fields, Log
from turns import examples

SEEDS = st.integers(0, 10**6)
OTHER_LINES = {"y1: 2026r RRR GGG 66g 00": "y1: 2026r RRR GGG 88g 00", "r5: {FFFF|EEEE|WWWW}": "r5: {FFFF|SSSS|NNNN}",
               "w3: ZZZ ZZZ DDDDr 1111r (same wind) (like)                               45 X":
               "w9: EEEE RRRR 9999r 99g                                                    20 X"}  # fmt: skip
"""What another purchased card has instead of lines that nobody won."""


def view_of(events: list[Fields], cards: CardShelf = NO_CARDS, to_owner: bool = False) -> Game:
    """A game to look at, with cards at hand."""
    rows = ((convert_event(fields), None) for fields in events)
    return Game(GameRecord("test", "test", rows), cards=cards, to_owner=to_owner)


def looks(view: Game, sight: Sight, step: int = 7) -> list[object]:
    """Everything a sight shows of a game: all its words and findings, and moments all over it."""
    shown: list[object] = [event_lines(hand, sight) for hand in view.hands]
    shown += [[finding.as_json() for finding in findings_of(hand)] for hand in view.hands]
    for place in {*range(0, len(view.rows), step), len(view.rows) - 1}:
        moment = moment_at(view, place, sight)
        shown += [moment.words, json.dumps(plain(moment.board)), text_table(moment.board), str(moment.board)]
        shown.append(in_short(moves_after(view, place, sight)))
        shown += [claims_after(view, place, sight), waits_after(view, place, sight)]
    shown += [marks_of(view, hand) for hand in view.hands]
    return [*shown, chart(view)]


# -- hidden tiles ---------------------------------------------------------------------------------------------------


@given(SEEDS, SEEDS, st.integers(0, 30))
@settings(max_examples=examples(8), deadline=None)
def test_two_games_that_differ_in_hidden_tiles_look_the_same_from_the_table(seed: int, other: int, turns: int) -> None:
    """Tiles passed in the Charleston, blind ones too, racks, draws, the wall: while the hand goes on, whoever asks."""
    chance = Chance(seed).play(turns)
    log, twin = chance.log(), chance.log(twin=other)
    assert log.events != twin.events
    views = view_of(log.events), view_of(twin.events)
    for asked in ("table", "open", "S"):
        one, two = (looks(view, parse_sight(asked)) for view in views)
        assert one == two


@given(SEEDS, SEEDS, st.sampled_from(list(Seat)))
@settings(max_examples=examples(8), deadline=None)
def test_a_seat_sees_nothing_of_what_others_passed_and_hold(seed: int, other: int, seat: Seat) -> None:
    """A player's view of a hand that is over is the same in both games, if all that the player has seen is."""
    chance = Chance(seed).play(20)
    logs = [chance.log(), chance.log(twin=other, keep=seat.value)]
    shown = []
    for log in logs:
        log.add("washout")
        view = view_of(log.events)
        hand = view.hands[1]
        moments = [moment_at(view, place, seat) for place in range(0, len(view.rows), 6)]
        shown.append([[line._replace(findings=0, worst="") for line in event_lines(hand, seat)],
                      [moment.board for moment in moments], [moment.words for moment in moments]])  # fmt: skip
    assert shown[0] == shown[1]


# -- lines by exposures ---------------------------------------------------------------------------------------------


def lines_at(view: Game, seq: int, seat: Seat) -> list[str] | None:
    """The labels of the lines that are left to a seat."""
    place = view.place_of(seq)
    assert place is not None
    left = moment_at(view, place).board.seat(seat).lines
    return None if left is None else [line.label for line in left.lines]


def test_exposures_tell_which_lines_are_left() -> None:
    """South's kong of nines: three lines have one; North's five west winds are in none, and then the hand is dead."""
    view = view_of(told().events)
    assert lines_at(view, 33, Seat.S) is None
    assert lines_at(view, 35, Seat.S) == ["l2", "w3", "t2"]
    assert lines_at(view, 38, Seat.N) == []
    assert lines_at(view, 39, Seat.N) is None
    assert lines_at(view, 35, Seat.E) is None
    board = moment_at(view, view.place_of(35) or 0).board
    assert plain(board)["seats"]["S"]["lines"] == {
        "basis": "rack",
        "lines": ({"label": "l2", "value": 30}, {"label": "w3", "value": 45}, {"label": "t2", "value": 30}),
    }
    assert "South's lines, by the rack alone:\n  l2 (30), w3 (45), t2 (30)" in text_table(board)


def test_on_the_basis_of_the_table_all_that_lies_open_counts() -> None:
    """Line w3 wants three dragons or more of the crak suit: with all red ones thrown it is out of reach."""
    log = told(until="joker")
    log.events[0]["options"] = {"dead_basis": "table"}
    view = view_of(log.events)
    assert lines_at(view, 36, Seat.S) == ["l2", "w3", "t2"]
    for seat, tile in zip("WNESWNESW", ["Jk"] * 5 + ["Rd"] * 4, strict=True):
        log.add("draw", seat=seat, tile=tile)
        log.add("discard", seat=seat, tile=tile)
    view = view_of(log.events)
    assert lines_at(view, log.events[-1]["seq"], Seat.S) == ["l2", "t2"]
    assert "by all that lies face up" in text_table(moment_at(view, len(view.rows) - 1).board)


# -- purchased cards ------------------------------------------------------------------------------------------------


def test_cards_that_differ_only_in_their_source_are_told_or_not(tmp_path: Path) -> None:
    """The same card, own and purchased: of the purchased one label and value of the line won, and nothing else."""
    events = told(card="bought-2026").events
    own = view_of(events, bought(tmp_path, "own", source="own"))
    theirs = view_of(events, bought(tmp_path))
    assert lines_at(own, 35, Seat.S) == ["l2", "w3", "t2"]
    assert [lines_at(theirs, seq, seat) for seq in range(1, 53) for seat in Seat] == [None] * 208
    assert [finding.code for finding in own.hands[1].report.findings].count("dead-exposure") == 2
    assert [finding.code for hand in theirs.hands for finding in findings_of(hand)] == ["discard-misnamed"]
    for view in (own, theirs):
        line = moment_at(view, len(view.rows) - 1).board.line
        assert (line.label, line.value, bool(line.groups)) == ("t2", 30, view is own)
    mine, others = card_in_force(own), card_in_force(theirs)
    assert (mine and mine.title, others and others.title) == ("Riverside Club Card", None)


def test_two_purchased_cards_with_the_same_line_won_look_the_same(tmp_path: Path) -> None:
    """Whatever else stands on them, in every view; the owner's own view tells them apart."""
    events = told(card="bought-2026").events
    shelves = [bought(tmp_path), bought(tmp_path, "other", **OTHER_LINES)]
    shown = [view_of(events, shelf) for shelf in shelves]
    to_owner = [view_of(events, shelf, to_owner=True) for shelf in shelves]
    for name in ("table", "open", "S"):
        sight = parse_sight(name)
        one, two = (looks(view, sight, step=1) for view in shown)
        assert one == two
        mine, yours = (looks(view, sight, step=1) for view in to_owner)
        assert mine != yours
        assert mine != one


@pytest.mark.parametrize("until", ["joker", "dead", "exchange", "win"])
def test_while_a_hand_goes_on_a_purchased_card_is_as_good_as_none(tmp_path: Path, until: str) -> None:
    """But for the remark that a card is missing."""
    events = told(card="bought-2026", until=until).events
    with_it, without = view_of(events, bought(tmp_path)), view_of(events)
    assert [finding.code for finding in findings_of(without.hands[0])] == ["unknown-card"]
    assert findings_of(with_it.hands[0]) == []
    for hand in (view.hands[1] for view in (with_it, without)):
        assert not hand.is_over
    for place in range(1, len(with_it.rows)):
        assert moment_at(with_it, place, "open").board == moment_at(without, place, "open").board


def test_a_line_that_was_not_named_is_told_when_the_hand_is_over(tmp_path: Path) -> None:
    """Label and value come from the card; a win that the card does not know has neither."""
    log = told(card="bought-2026")
    del next(event for event in log.events if event["type"] == "mahjong")["line"]
    view = view_of(log.events, bought(tmp_path))
    assert line_told(view.hands[1]) == BoardLine("t2", 30, ())
    shown = next(event for event in log.events if event["type"] == "show")
    shown["rest"][0] = "4b"
    assert line_told(view_of(log.events, bought(tmp_path)).hands[1]) is None


# -- the owner's terminal -------------------------------------------------------------------------------------------


def replayed(tmp_path: Path, log: Log, *options: str) -> str:
    """What `mjlog replay` prints."""
    path = tmp_path / "game.mjlog.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in log.events), encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(path), *options])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_owner_s_terminal_tells_the_lines_of_a_purchased_card(tmp_path: Path) -> None:
    """Whoever has the file sees what it says, with `--card`; without it nothing is said of lines."""
    (card,) = bought(tmp_path).paths
    log = told(card="bought-2026")
    text = replayed(tmp_path, log, "--to", "35", "--card", card)
    assert "South's lines, by the rack alone:\n  l2 (30), w3 (45), t2 (30)" in text
    assert "lines" not in replayed(tmp_path, log, "--to", "35")
    fields = json.loads(replayed(tmp_path, log, "--to", "35", "--card", card, "--json"))
    assert fields["seats"]["S"]["lines"]["lines"][0] == {"label": "l2", "value": 30}
