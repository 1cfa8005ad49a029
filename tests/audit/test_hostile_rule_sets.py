"""Games of the shipped rule sets, and of documents made to do harm: nothing illegal slips through, nothing breaks."""

import pytest
from mjlog.errors import RuleSetError
from mjlog.rulesets import load, parse, resolve

from tests.short_logs import codes

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
