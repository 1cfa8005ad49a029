"""Games of the shipped rule sets, and of documents made to do harm: nothing illegal slips through, nothing breaks."""

import pytest

from mjlog.audit.engine import Engine
from mjlog.errors import RuleSetError
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import load, parse, resolve
from mjlog.table.opening import MOST_SEAT_ROLLS
from tests.short_logs import PLAYERS, codes, fields, findings, play

_EAST_LACKS_ONE = """
    game mahjiang; hand
    dealt E 123456789b 1234c 5d / S 46d 123456789c 12b / W 55d 37d 1122b 99d EwSwWw / N 5d 888d 234567c RRd Gd
"""


def test_a_call_that_another_player_has_left_unsaid_does_not_make_a_claim_a_false_one() -> None:
    log = _EAST_LACKS_ONE + "E discard 5d; W claim pung; S claim chow; S expose chow 456d"
    assert codes(log) == ["fishing-not-said", "claim-outranked"]


def test_a_false_call_is_reported_beside_what_another_player_has_left_unsaid() -> None:
    log = _EAST_LACKS_ONE + "E discard 5d; N claim pung; S claim chow; S expose chow 456d"
    assert sorted(codes(log)) == ["fishing-not-said", "set-not-held"]


@pytest.mark.parametrize("stacks", ["[0, 0]", "[7, 1]", "[1, 73]"])
def test_loose_tiles_are_set_on_stacks_that_stand(stacks: str) -> None:
    document = load("dead-wall").document.replace("loose_on = [1, 3]", f"loose_on = {stacks}")
    with pytest.raises(RuleSetError, match="loose_on"):
        resolve(parse(document), {})


# -- one fault, one finding ---------------------------------------------------------------------------------------

_DEALT = """
    game mahjiang; hand
    dealt E 123456789b 14c 55d Ew / S 46d 123456789c 2b Rd / W 55d 37d 1122b 99d Ew Sw Ww / N 8888d 234567c RRd Gd
"""


def _without(text: str, number: int) -> list[str]:
    """The codes found where one event of a log was left out."""
    written = fields(text)
    del written[number]
    rows = [convert_event({**event, "seq": seq}) for seq, event in enumerate(written, start=1)]
    replay = Engine(GameRecord("short", "short", iter([(row, row.seq) for row in rows])))
    return [finding.code for report in replay.run() for finding in report.findings]


def test_a_hand_whose_last_block_of_the_deal_is_missing_is_judged_whatever_the_tile_was() -> None:
    """With any tile in the place of the one that is missing north's hand is no complete one."""
    log = _DEALT + "E discard Ew; S draw 9c; S discard Rd; W draw 1c; W discard 1c; N draw Gd; N mahjong wall Gd"
    last_block = next(number for number, event in enumerate(fields(log)) if event["type"] == "discard") - 1
    assert _without(log, last_block) == ["wrong-deal-count", "not-mahjong"]


def test_a_throw_for_the_seats_out_of_turn_is_one_fault_whatever_is_thrown_after_it() -> None:
    log = "game western; roll anna 3 4; roll anna 5 5; roll ben 3 4; roll cora 2 2; roll dora 1 2; roll ben 6 6; hand"
    assert codes(log) == ["wrong-roller"]


def test_endless_ties_for_the_seats_are_remembered_up_to_a_bound() -> None:
    ties = "; ".join(f"roll {player} 3 4" for _ in range(40) for player in PLAYERS)
    replay = play(f"game western; {ties}; hand")
    assert not [finding for report in replay.finish() for finding in report.findings]
    assert len(replay.table.standing.seat_rolls) == MOST_SEAT_ROLLS


def test_a_chow_with_a_fifth_copy_on_the_table_is_not_judged_by_that_tile() -> None:
    greens = "; ".join(f"{seat} discard Gd; {after} draw ??" for seat, after in ("ES", "SW", "WN", "NE"))
    assert codes(f"game western; hand depth=table; {greens}; E discard Gd; S claim chow; S expose chow 123b") == [
        "too-many-copies"
    ]


def test_payments_after_the_next_hand_has_begun_leave_the_totals_open() -> None:
    log = "game pung-chi; hand 1 E anna depth=result; E mahjong wall; hand 2 E anna depth=result;"
    log += "settlement E=3 S=-1 W=-1 N=-1; E mahjong wall; settlement E=3 S=-1 W=-1 N=-1; end anna=6 ben=-2"
    assert codes(log) == ["out-of-place"]


def test_a_kong_that_cannot_be_needs_no_loose_tile() -> None:
    log = "E discard 2b; S claim pung; S expose kong 222b; S discard Rd; W draw ??; W discard Rd"
    assert codes(f"game western; hand depth=table; {log}") == ["claim-misnamed"]


def test_a_rule_set_in_the_log_that_cannot_be_read_is_one_fault() -> None:
    start, hand = fields("game western; hand")
    rows = [{**start, "ruleset": "club"}, {"type": "ruleset", "document": "nonsense"}, hand]
    events = [convert_event({**row, "seq": seq}) for seq, row in enumerate(rows, start=1)]
    record = GameRecord("short", "short", iter([(event, event.seq) for event in events]))
    found = [finding for report in Engine(record).run() for finding in report.findings]
    assert [(finding.code, finding.seq) for finding in found] == [("unknown-ruleset", 2)]


@pytest.mark.parametrize("ruleset", ["mahjiang", "pung-chi"])
def test_a_flower_discarded_where_none_is_played_with_is_a_tile_not_in_the_set(ruleset: str) -> None:
    (found,) = findings(f"game {ruleset}; hand depth=table; E discard 1f")
    assert (found.code, found.rule) == ("tile-not-in-set", f"{ruleset}/wall-1")
