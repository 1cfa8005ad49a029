"""A game whose seats are corrected while it is looked at stands as if it had been read anew; its play is kept."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.audit.records import Row
from mjlog.audit.replay import Replay
from mjlog.events import convert_event
from mjlog.rulesets import shipped
from mjlog.samples import samples_folder
from mjlog.views.hands import PLAY
from tests.views.test_going_on import read, rows_in, stand
from tests.views.test_mending import correction, game, inside, looks, of_type, replayed
from tests.views.test_mending_options import simulated


def mixed_up(rows: list[Row], chance: Random, share: float = 1.0) -> list[Row]:
    """Corrections of the seats and of the hands' beginnings, or of some: two players were taken for each other."""
    one, other = chance.sample(of_type(rows, ev.GameStart)[0].players, 2)
    names = {one: other, other: one}
    added: list[Row] = []
    for event in (row for row, _where in rows if isinstance(row, ev.Seats | ev.HandStart)):
        if chance.random() > share:
            continue
        fields: dict[str, Any] = {"seats": {seat.value: names.get(who, who) for seat, who in event.seats.items()}}
        if isinstance(event, ev.HandStart) and event.totals is not None:
            fields["totals"] = {names.get(who, who): total for who, total in event.totals.items()}
        added.append(correction([*rows, *added], of=event.seq, events=[inside(event, **fields)]))
    return added


@pytest.mark.parametrize("ruleset", shipped())
def test_players_taken_for_each_other_stand_right_as_if_the_game_had_been_read_anew(ruleset: str) -> None:
    rows, chance = simulated(ruleset), Random(ruleset)
    view = read(rows)
    for share in (1.0, 0.5, 0.5, 1.0):
        added = mixed_up(rows, chance, share)
        assert view.go_on(added)
        rows = [*rows, *added]
        fresh = read(rows)
        assert stand(view) == stand(fresh)
        assert looks(view) == looks(fresh)


@pytest.mark.parametrize("name", ["western", "american", "default", "western-three-players"])
def test_in_a_recorded_game_too(name: str) -> None:
    rows = game(name)
    view = read(rows)
    added = mixed_up(rows, Random(name))
    assert view.go_on(added)
    assert stand(view) == stand(read([*rows, *added]))


def played_rows(rows: list[Row], added: list[Row], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many events of play are judged again when these are added."""
    view, count = read(rows), 0
    feed = Replay.feed

    def counted(self: Replay, row: Any, where: Any) -> None:
        nonlocal count
        count += type(row) in PLAY
        feed(self, row, where)

    with monkeypatch.context() as patch:
        patch.setattr(Replay, "feed", counted)
        assert view.go_on(added)
    assert stand(view) == stand(read([*rows, *added]))
    return count


def test_what_was_played_is_not_judged_again_where_only_the_players_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_in(Path(samples_folder() / "games" / "western.mjlog.jsonl.xz"))
    hands = read(rows).played
    plays = [sum(type(row) in PLAY for row, _where in rows[hand.first : hand.end]) for hand in hands]
    # The last hand may go on: it is replayed as a whole.
    assert played_rows(rows, mixed_up(rows, Random(1)), monkeypatch) <= plays[0] + plays[-1]
    assert sum(plays) > 3 * (plays[0] + plays[-1])


def test_throws_that_name_a_player_are_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who throws for the break is said by name: with other players in the seats another seat has thrown."""
    rows: list[Row] = []
    for row, where in simulated("western"):
        if isinstance(row, ev.Roll) and row.seat is not None and row.purpose != "seats":
            begun = of_type(rows, ev.HandStart)[-1]
            fields = inside(row, player=begun.seats[row.seat])
            fields.pop("seat")
            rows.append((convert_event({**fields, "seq": row.seq}), where))
        else:
            rows.append((row, where))
    added = mixed_up(rows, Random(2))
    assert played_rows(rows, added, monkeypatch) > len(rows) // 2
    view = read([*rows, *added])
    assert any(finding.code == "wrong-roller" for hand in view.played for finding in hand.report.findings)


def test_a_hand_between_two_corrections_keeps_its_play(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_in(Path(samples_folder() / "games" / "western.mjlog.jsonl.xz"))
    view = read(rows)
    sizes = [hand.end - hand.first for hand in view.played]
    added: list[Row] = []
    for hand in (view.played[1], view.played[-2]):
        thrown = next(row for row, _where in rows[hand.first : hand.end] if isinstance(row, ev.Discard))
        added.append(correction([*rows, *added], of=thrown.seq, events=[inside(thrown)]))
    fine = {"type": "penalty", "seat": "S", "amount": 30, "reason": "late"}
    added.append(correction([*rows, *added], after=of_type(rows, ev.Settlement)[0].seq, events=[fine]))
    ends = 12 * len(sizes)
    assert replayed(view, added, monkeypatch) < sum(sizes[:2]) + sum(sizes[-2:]) + ends
    assert stand(view) == stand(read([*rows, *added]))
