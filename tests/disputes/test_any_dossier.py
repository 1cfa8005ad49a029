"""Whatever a log says, however wrong it is: each of its events has a dossier, and that agrees with the audit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.disputes.dossier import Dossier, dossier_text
from mjlog.disputes.effects import effect, effect_words
from mjlog.events import convert_event
from mjlog.log.records import Fault, GameRecord
from mjlog.viewer.pages.alone import dossier_html
from mjlog.views.seen import findings_of
from samples import FINDINGS, LOGS, name_of, rule_sets
from tests.disputes.dossiers import dossier_of, stored_of, view_of_sample
from tests.views.sentences import SENTENCES, START
from turns import examples, in_turn

EVENTS: list[dict[str, Any]] = [event for _before, event, _sentence in SENTENCES]
DISPUTES = st.builds(
    lambda kind, on, decision: {"type": kind, "text": "no\u202e!\n", "on": on, "decision": decision},
    st.sampled_from(["dispute", "ruling"]), st.integers(1, 30), st.sampled_from([None, "upheld", 7, ["x"], {}]),
)  # fmt: skip
CORRECTIONS = st.builds(
    lambda target, kind, events, on: {"type": "correction", kind: target, "events": events, "reason": "so", "on": on},
    st.integers(1, 30), st.sampled_from(["of", "after"]), st.lists(st.sampled_from(EVENTS), max_size=3),
    st.integers(1, 30),
)  # fmt: skip


def check(view: Game, seq: int) -> Dossier:
    """A dossier that can be printed in every form, without harm, and opens nothing of a hand in progress."""
    found = dossier_of(view, seq)
    assert json.dumps(plain(found))
    text = dossier_text(found, 100)
    assert "\u202e" not in text
    assert max(map(len, text.split("\n"))) <= 100
    if found.findings or found.dispute is not None:
        assert "\u202e" not in dossier_html(found)
    if not found.over:
        assert set(found.before) <= {"table"}
        assert not found.outcomes
    return found


def agrees(view: Game, found: Dossier) -> None:
    """The dossier of an event that is read tells its findings, and each rule that they cite as broken or to be said."""
    place = view.place_of(found.event.seq)
    assert place is not None
    told = [one for one in findings_of(view.hand_at(place)) if one.seq == found.event.seq]
    assert [one.as_json() for one in found.findings] == [one.as_json() for one in told]
    verdicts = {rule.id: rule.verdict for rule in found.rules}
    for finding in told:
        if finding.severity != "info":
            assert verdicts[finding.rule] == "broken"
            assert found.legal is not True


@pytest.mark.parametrize("path", FINDINGS, ids=name_of)
def test_every_event_of_a_log_with_a_fault_has_a_dossier_that_agrees_with_the_audit(path: Path) -> None:
    view = view_of_sample(path)
    for seq in {*in_turn(range(1, view.last_seq + 1), len(path.name)), view.last_seq}:
        found = check(view, seq)
        if seq in view.by_seq and not found.event.correction:
            agrees(view, found)


@pytest.mark.parametrize("ruleset", rule_sets())
def test_every_broken_rule_is_told_with_its_text(sample_rules: Path, ruleset: str) -> None:
    """Of every rule the log in which it is broken, at the event that breaks it."""
    for path in in_turn(sorted((sample_rules / ruleset).glob("*-illegal.mjlog.jsonl"))):
        view = view_of_sample(path)
        for finding in (one for hand in view.hands for one in findings_of(hand) if one.seq is not None):
            found = dossier_of(view, finding.seq)
            assert finding.as_json() in [one.as_json() for one in found.findings], path.name
            broken = [rule for rule in found.rules if rule.id == finding.rule]
            if finding.severity != "info":
                assert [rule.verdict for rule in broken] == ["broken"], path.name
            assert all(rule.text for rule in broken if rule.id is not None), path.name


@pytest.mark.parametrize("path", in_turn(LOGS), ids=name_of)
@given(data=st.data())
@settings(max_examples=3, deadline=None)
def test_any_event_of_a_sample_game_has_a_dossier(path: Path, data: st.DataObject) -> None:
    view = view_of_sample(path)
    seq = data.draw(st.sampled_from(sorted(view.by_seq)))
    found = check(view, seq)
    agrees(view, found)
    if found.legal and not found.findings:
        assert not any(rule.verdict == "broken" for rule in found.rules)


@given(st.lists(st.sampled_from([*EVENTS, START, START, None]) | DISPUTES | CORRECTIONS, min_size=2, max_size=25))
@settings(max_examples=examples(30), deadline=None)
def test_any_sequence_of_events_disputes_and_corrections_has_dossiers(chosen: list[dict[str, Any] | None]) -> None:
    rows = [
        Fault("bad-json", "no JSON") if fields is None else convert_event({"seq": seq, **fields})
        for seq, fields in enumerate(chosen, 1)
    ]
    view = Game(GameRecord("test", "test", ((row, None) for row in rows), corrected=True))
    for seq in range(1, max(view.last_seq, view.log.last) + 1):
        if view.place_of(seq) is not None:
            check(view, seq)
    assert effect_words(effect(view, view))
    assert effect(view, view).is_nothing or effect(view, view).is_hidden
    assert stored_of(view)(len(chosen) + 1) is None
