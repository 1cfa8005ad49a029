"""Hands of which only the result is written down: totals follow from what was announced, or are not judged."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from recorded_games import PLAYERS, RULE_SETS, audited, card_of, simulated

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.chain import event_body
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.recording.game import RecordedGame
from turns import in_turn

Fields = dict[str, Any]
_KEPT = ("game-start", "ruleset", "seats", "hand-start", "mahjong", "washout", "replay", "score", "penalty", "game-end")


def results(bodies: Sequence[bytes], cards: CardShelf, discards: bool, settlements: bool) -> list[bytes]:
    """A game as somebody keeps it who only writes down results, and the running totals with them.

    `discards`: whose discard was won by, too; `settlements`: what was paid, too.
    """
    recorder = RecordedGame("game", "game", [], cards)
    made: list[bytes] = []
    for body in bodies:
        fields = json.loads(body)
        supplier = recorder.table.discard
        recorder.happen([(decode_event(body), body)])
        fields.pop("on", None)
        if fields["type"] in ("hand-start", "game-end"):
            fields["totals"] = {name: recorder.table.totals.get(name, 0) for name in recorder.table.standing.players}
        if fields["type"] == "hand-start":
            fields.update(depth="result", every=[])
            del fields["every"]
        if discards and fields["type"] == "mahjong" and fields["source"] == "discard" and supplier is not None:
            for before in _supplied(supplier.seat.value, fields):
                made.append(event_body({**before, "seq": len(made) + 1}))
        if fields["type"] in _KEPT or (settlements and fields["type"] == "settlement"):
            made.append(event_body({**fields, "seq": len(made) + 1}))
    return made


def _supplied(seat: str, win: Fields) -> Iterator[Fields]:
    yield {"type": "discard", "seat": seat, "tile": win.get("tile", "??")}
    yield {"type": "claim", "seat": win["seat"], "for": "mahjong"}


def unpaid(fields: Fields) -> bool:
    """A game in which nobody wrote down what was paid."""
    return bool(fields["type"] != "settlement")


def without(bodies: Sequence[bytes], keep: Callable[[Fields], bool]) -> list[bytes]:
    """A game of which something was not written down."""
    rows = [row for row in map(json.loads, bodies) if keep(row)]
    return [event_body({**row, "seq": number}) for number, row in enumerate(rows, 1)]


@pytest.mark.parametrize("ruleset", RULE_SETS)
@pytest.mark.parametrize("discards", [True, False], ids=["by whose discard", "by a discard"])
@pytest.mark.parametrize("settlements", [True, False], ids=["paid", "unpaid"])
def test_nothing_is_found_in_legal_games_cut_down_to_their_results(
    tmp_path: Path, ruleset: str, discards: bool, settlements: bool
) -> None:
    """With the right totals stated at each hand and at the end: what cannot be known is not called wrong."""
    card, shelf = card_of(tmp_path, ruleset)
    for seed in in_turn(range(4)):
        played = simulated(ruleset, "full", seed=seed + 30, hands=6, card=card)
        found, totals = audited(results(played, shelf, discards, settlements), shelf)
        assert found == []
        if settlements:
            assert totals == audited(played, shelf)[1]


@pytest.mark.parametrize("ruleset", ["western", "classical", "mahjiang", "pung-chi", "dead-wall"])
def test_a_wrong_total_is_found_where_the_results_tell(tmp_path: Path, ruleset: str) -> None:
    """So that finding nothing in right ones means something."""
    played = simulated(ruleset, "full", seed=31, hands=6)
    rows = [json.loads(body) for body in results(played, NO_CARDS, True, True)]
    last = next(row for row in reversed(rows) if "totals" in row)
    name = next(iter(last["totals"]))
    last["totals"][name] += 2
    found, _totals = audited([event_body(row) for row in rows])
    assert [one.split(":")[0].split()[1] for one in found] == ["wrong-total"]


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_a_game_is_gone_on_with_at_the_totals_that_the_audit_says(tmp_path: Path, ruleset: str) -> None:
    """Whether what was paid was written down or not."""
    card, shelf = card_of(tmp_path, ruleset)
    played = simulated(ruleset, "full", seed=40, hands=4, card=card)
    for bodies in (played, without(played, unpaid), results(played, shelf, True, False)):
        recorder = RecordedGame("game", "game", bodies, shelf)
        recorder.replay.finish()
        assert dict(recorder.table.totals) == audited(bodies, shelf)[1]


def test_a_text_says_pay_alone_as_the_screen_does() -> None:
    """Of a hand before, too: the next one begins at the same totals."""
    text = f"game t western {PLAYERS}\nhand result\n8s48/4/2 {{}}8s48/4/2 {{}}wash\nhand table"
    (paid,), (unsaid,) = (list(read_document(text.format(*2 * [word]), "text")) for word in ("pay ", ""))
    assert (paid.fault, unsaid.fault) == (None, None)
    assert len(paid.bodies) == len(unsaid.bodies) + 2
    totals = [RecordedGame("text", "t", game.bodies).table.totals for game in (paid, unsaid)]
    assert totals[0] == totals[1]
