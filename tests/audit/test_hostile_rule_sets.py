"""Games of the shipped rule sets, and of documents made to do harm: nothing illegal slips through, nothing breaks."""

import pytest

from mjlog.audit.engine import Engine
from mjlog.errors import RuleSetError
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import load, parse, resolve
from mjlog.table.opening import MOST_SEAT_ROLLS
from tests.short_logs import PLAYERS, fields, play


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


def test_endless_ties_for_the_seats_are_remembered_up_to_a_bound() -> None:
    ties = "; ".join(f"roll {player} 3 4" for _ in range(40) for player in PLAYERS)
    replay = play(f"game western; {ties}; hand")
    assert not [finding for report in replay.finish() for finding in report.findings]
    assert len(replay.table.standing.seat_rolls) == MOST_SEAT_ROLLS


def test_a_rule_set_in_the_log_that_cannot_be_read_is_one_fault() -> None:
    start, hand = fields("game western; hand")
    rows = [{**start, "ruleset": "club"}, {"type": "ruleset", "document": "nonsense"}, hand]
    events = [convert_event({**row, "seq": seq}) for seq, row in enumerate(rows, start=1)]
    record = GameRecord("short", "short", iter([(event, event.seq) for event in events]))
    found = [finding for report in Engine(record).run() for finding in report.findings]
    assert [(finding.code, finding.seq) for finding in found] == [("unknown-ruleset", 2)]
