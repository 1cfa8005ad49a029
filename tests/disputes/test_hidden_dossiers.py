"""A dossier of a hand in progress tells what everybody sees: games that differ in hidden tiles give the same."""

from __future__ import annotations

import json

import pytest

from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.disputes.case import disputes_in
from mjlog.disputes.dossier import dossier_text
from mjlog.disputes.effects import effect, effect_words
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.viewer.pages.alone import dossier_html
from tests.disputes.dossiers import dossier_of
from tests.viewer.hidden_logs import STAGES, scrambled
from tests.views.american_logs import bought
from tests.views.american_logs import told as american
from tests.views.table_logs import Log, played, won
from turns import TURNS

_LAST = 6
"""So many events are asked about at every stage."""


def view_of(log: Log) -> Game:
    """The game as corrected; it can hold lines that are no event."""
    return Game(GameRecord("", "", ((convert_event(one), None) for one in log.events), corrected=True))


def told(log: Log, stage: int) -> list[object]:
    """What can be had of the disputes of a game: of the last events, and of the others in turns from stage to stage."""
    view = view_of(log)
    pages: list[object] = [disputes_in(view)]
    last = len(log.events)
    for seq in range(1, last + 1):
        if view.place_of(seq) is not None and (seq > last - _LAST or seq % TURNS == stage % TURNS):
            found = dossier_of(view, seq)
            pages += [dossier_text(found), json.dumps(plain(found)), dossier_html(found) if seq % 5 == 0 else ""]
    return pages


@pytest.mark.parametrize("stage", STAGES)
def test_dossiers_of_games_that_differ_in_hidden_tiles_are_the_same(stage: str) -> None:
    """At every stage of a hand, with an objection to one of its events."""
    log = STAGES[stage]()
    log.add("dispute", on=len(log.events) - 1, text="that was mine", seat="S")
    twin = scrambled(log, 9)
    assert log.events != twin.events
    number = list(STAGES).index(stage)
    assert told(log, number) == told(twin, number)


@pytest.mark.parametrize("stage", STAGES)
def test_what_a_ruling_changes_is_told_without_what_is_hidden(stage: str) -> None:
    """A correction that ends the hand, or makes it void, opens nothing before it is written down."""
    log = STAGES[stage]()
    twin = scrambled(log, 9)
    said = []
    for one in (log, twin):
        before = view_of(one)
        one.add("washout")
        one.add("penalty", seat="E", amount=5, reason="late")
        said.append(effect_words(effect(before, view_of(one))))
    assert said[0] == said[1]


def test_a_ruling_that_put_a_hand_back_into_play_shows_no_more_than_the_table() -> None:
    """The wash-out was disputed and made void: the dossier does not read the hand as the drawn one that it was."""
    log = played(3, 24)
    over = log.add("washout")
    dispute = log.add("dispute", on=over, text="there were tiles left", seat="S")
    assert set(dossier_of(view_of(log), dispute).before) == {"table", "open", "E", "S", "W", "N"}
    ruling = log.add("ruling", on=dispute, text="so it was", decision="upheld")
    log.add("correction", of=over, on=ruling, events=[], reason="so it was")
    found = dossier_of(view_of(log), dispute)
    assert not found.over
    assert set(found.before) == {"table"}
    assert not found.outcomes
    assert found.proof is not None
    assert found.proof.events == 1


def test_ids_of_a_hand_in_progress_are_not_told() -> None:
    """They depend on every tile that was written down before."""
    log = played(3, 9, won())
    log.events[len(won().events)] |= {"hand": 2, "seats": {"E": "ben", "S": "cleo", "W": "dora", "N": "anna"}}
    dispute = log.add("dispute", on=len(won().events) - 2, text="no")
    found = dossier_of(view_of(log), dispute)
    assert found.proof is not None
    assert found.proof.events == len(won().events)
    assert [one.what for one in found.proof.ids] == ["event"]


def test_of_a_purchased_card_only_label_and_value_are_told(tmp_path: object) -> None:
    """In no form of the dossier, of no event."""
    log = american(card="bought-2026")
    shelf = bought(tmp_path)  # type: ignore[arg-type]
    rows = [(convert_event(one), None) for one in log.events]
    view = Game(GameRecord("", "", iter(rows)), cards=shelf)
    for seq in range(1, len(rows) + 1):
        text = dossier_text(dossier_of(view, seq)) + json.dumps(plain(dossier_of(view, seq)))
        assert "Riverside" not in text
        assert "dead-exposure" not in text
