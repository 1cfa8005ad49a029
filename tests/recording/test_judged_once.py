"""An act that is typed is judged once: looked at before Enter, it is not judged again when it is entered."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from recorded_games import RULE_SETS, begin, card_of, opened, session_of, simulated, slips, stands, typed

from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.formats.shorthand import MOST_AT_FAULT
from mjlog.recording.session import preview
from mjlog.store import open_store


class Judged:
    """Counts the events that are judged."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.events, feed = 0, Engine.feed

        def counting(engine: Engine, row: object, where: object) -> None:
            self.events += 1
            feed(engine, row, where)  # type: ignore[arg-type]

        patch.setattr(Engine, "feed", counting)

    def since(self) -> int:
        """How many there were since it was last asked."""
        count, self.events = self.events, 0
        return count


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """A counter of what is judged."""
    return Judged(monkeypatch)


@pytest.mark.parametrize(("ruleset", "depth"), list(itertools.product(RULE_SETS, ("table", "full"))))
def test_each_act_of_a_hand_is_judged_when_it_is_looked_at_and_not_again(
    tmp_path: Path, judged: Judged, ruleset: str, depth: str
) -> None:
    card, shelf = card_of(tmp_path, ruleset)
    first, acts = typed(simulated(ruleset, depth, seed=4, card=card))
    with open_store(tmp_path / "club.db") as store:
        game = begin(store, first)
        session = session_of(store, game, cards=shelf, recorder="rea", clock=lambda: "2026-05-01T19:00:00Z")
        for act in slips(3)(acts):
            judged.since()
            understood = preview(session.recorder, act)
            looked_at = judged.since()
            try:
                made = session.enter(act, understood)
            except MjlogError:
                continue
            assert judged.since() == 0
            assert looked_at == sum(len(step.said) for step in made)
            assert all(one.event.recorder == "rea" and one.event.at is not None for step in made for one in step.said)
        assert stands(session.recorder) == stands(session_of(store, game, cards=shelf).recorder)


def test_what_was_looked_at_before_somebody_else_wrote_is_judged_anew(tmp_path: Path, judged: Judged) -> None:
    with open_store(tmp_path / "club.db") as store:
        game = begin(store)
        session, other = session_of(store, game), session_of(store, game)
        session.enter("hand table")
        understood = preview(other.recorder, "note looked at too early")
        judged.since()
        made = other.enter("note looked at too early", understood)
        assert judged.since() > 0
        assert [one.event.seq for step in made for one in step.said] == [other.recorder.last]
        assert stands(other.recorder) == stands(session_of(store, game).recorder)


def test_what_was_looked_at_before_an_undo_is_judged_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        session = session_of(store)
        for act in ("hand table", "5b"):
            session.enter(act)
        understood = preview(session.recorder, "9d")
        session.undo()
        session.enter("9d", understood)
        assert [step.text for step in session.pencil] == ["hand table", "9d"]
        assert stands(session.recorder) == stands(session_of(store).recorder)


def test_of_what_somebody_else_adds_no_more_than_that_is_judged(tmp_path: Path, judged: Judged) -> None:
    """A program that sends events, while a telephone looks on: what was read before is not read again."""
    first, acts = typed(simulated("western", "table", seed=4, card=None))
    with open_store(tmp_path / "club.db") as store:
        game = begin(store, first)
        other, looking = session_of(store, game), session_of(store, game)
        for act in acts:
            other.enter(act)
            other.confirm()
            before = looking.stored
            judged.since()
            assert looking.follow_others() is (looking.stored > before)
            assert judged.since() <= 2 * (looking.stored - before)
            assert stands(looking.recorder) == stands(other.recorder)
        assert looking.recorder.last > 100


def test_nonsense_is_not_understood_to_its_end(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        session = session_of(store)
        understood = preview(session.recorder, "hand table " + "5b " * (2 * MOST_AT_FAULT))
        assert understood.error is not None
        assert "is no record of games" in understood.error
        assert understood.act == "5b"
        # What was entered before does not count: whoever makes one mistake more is still heard.
        assert preview(session.recorder, "hand table " + "5b " * 20).error is None
