"""What others laid down and showed counts too; a disputed act proves nothing of itself; and nothing against the truth.

Small games are played out with every tile known, and put before the dossier as the table saw them. Whatever it then
calls proved must hold where everything is known.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.tiles import CODES
from mjlog.views.seen import findings_of
from samples import SAMPLES
from short_logs import fields
from tests.disputes.dossiers import dossier_of, view_of_events, view_of_sample
from turns import examples

TABLE = "game classical; hand depth=table"
MISHEARD = SAMPLES / "disputes" / "misheard-tile.mjlog.jsonl"


def test_a_disputed_discard_does_not_prove_itself() -> None:
    """All four 5 bamboo are shown by south and north: east cannot have thrown one, though the record says so."""
    found = dossier_of(view_of_sample(MISHEARD), 7)
    assert found.legal is None
    assert found.certain[0].startswith(
        "Event 7 and what the players laid down, threw and showed afterwards cannot both"
    )
    assert "Which was written down wrong" in found.unknown[-1]


# -- against the truth ---------------------------------------------------------------------------------------------

KINDS = [*range(9), *range(27, 31)]
"""One suit and the winds, so that calls and contradictions are frequent."""


class Played:
    """A hand in which everything is known: events as they were, and each player's tiles before each of them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        tiles = [kind for kind in range(34) for _ in range(4)]
        # Few kinds are dealt: most tiles that matter come out.
        near = [kind for kind in KINDS for _ in range(4)]
        far = [kind for kind in tiles if kind not in KINDS]
        self.chance.shuffle(near)
        self.chance.shuffle(far)
        mixed = near + far[: 56 - len(near) + 20]
        self.chance.shuffle(mixed)
        self.wall = mixed
        self.hands = {seat: [self.wall.pop() for _ in range(13)] for seat in "ESWN"}
        self.events: list[dict[str, Any]] = []
        self.truth: dict[int, bool] = {}
        self.sets: dict[str, list[list[str]]] = {seat: [] for seat in "ESWN"}

    def add(self, name: str, seat: str, **more: Any) -> int:
        """An event behind the game-start and the hand-start."""
        self.events.append({"type": name, "seat": seat, **more})
        return len(self.events) + 2

    def play(self, turns: int, lies: bool) -> list[dict[str, Any]]:
        """So many turns with calls for pungs, some of them taken back, some made without the tiles; then all show."""
        seat = "E"
        self.hands["E"].append(self.wall.pop())
        for _turn in range(turns):
            thrown = self.chance.choice(self.hands[seat])
            self.hands[seat].remove(thrown)
            self.add("discard", seat, tile=CODES[thrown])
            taken = self._called(seat, thrown, lies)
            if taken is None:
                seat = "ESWN"[("ESWN".index(seat) + 1) % 4]
                self.hands[seat].append(self.wall.pop())
                self.add("draw", seat, tile="??")
            else:
                seat = taken
        self.add("discard", seat, tile=CODES[self.hands[seat].pop()])
        self.events.append({"type": "washout"})
        for each in "ESWN":
            if self.chance.random() < 0.8:
                rest = [CODES[kind] for kind in sorted(self.hands[each])]
                self.add("show", each, **({"sets": self.sets[each]} if self.sets[each] else {}), rest=rest)
        return self.events

    def _called(self, thrower: str, thrown: int, lies: bool) -> str | None:
        others = [seat for seat in "ESWN" if seat != thrower]
        self.chance.shuffle(others)
        for seat in others:
            has = self.hands[seat].count(thrown) >= 2
            if not has and not (lies and self.chance.random() < 0.15):
                continue
            self.truth[self.add("claim", seat, **{"for": "pung"})] = has
            if not has or self.chance.random() < 0.3:
                self.add("retract", seat)
                continue
            for _ in range(2):
                self.hands[seat].remove(thrown)
            laid = [CODES[thrown]] * 3
            self.add("expose", seat, kind="pung", tiles=laid)
            self.sets[seat].append(laid)
            return seat
        return None


def as_a_game(events: list[dict[str, Any]]) -> Game:
    """The events as a hand that is recorded as seen from the table."""
    return view_of_events([*fields(TABLE), *events])


@pytest.mark.parametrize("lies", [False, True])
@given(seed=st.integers(0, 10**6), turns=st.integers(3, 14))
@settings(max_examples=examples(25), deadline=None)
def test_what_is_proved_of_a_call_holds_where_all_tiles_are_known(lies: bool, seed: int, turns: int) -> None:
    """Calls with and without the tiles: whatever is proved of one of them is so."""
    played = Played(seed)
    view = as_a_game(played.play(turns, lies))
    assert not [one for hand in view.hands for one in findings_of(hand) if one.code == "bad-event"]
    for seq, is_legal in played.truth.items():
        found = dossier_of(view, seq)
        if found.unseen is not None and found.unseen.proves is not None:
            assert found.unseen.proves == is_legal, (seq, found.certain)
        if found.unseen is None and found.legal is False:
            assert not is_legal


def test_such_games_prove_calls_and_disprove_them() -> None:
    """The test above would be empty if nothing were ever proved."""
    proofs = set()
    for seed in range(12):
        played = Played(seed)
        view = as_a_game(played.play(10, lies=True))
        for seq in played.truth:
            found = dossier_of(view, seq).unseen
            proofs.add(found.proves if found is not None else None)
    assert proofs >= {True, False}


@given(seed=st.integers(0, 10**6), place=st.integers(0, 30))
@settings(max_examples=examples(25), deadline=None)
def test_a_discard_is_never_disproved_that_was_made(seed: int, place: int) -> None:
    """Every discard of such a game was in the hand that threw it."""
    view = as_a_game(Played(seed).play(8, lies=False))
    discards = [row.seq for row in view.rows if isinstance(row, ev.Discard)]
    assert dossier_of(view, discards[place % len(discards)]).legal
