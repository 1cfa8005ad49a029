"""Rules that no rule set has, added to shipped ones: simulated players must keep them all the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from mjlog import events as ev
from mjlog.findings import Refusal
from mjlog.rules import CHECKS
from mjlog.rules.registry import CheckInfo
from mjlog.rulesets import RuleSet, load, parse, resolve
from mjlog.rulesets.document import renamed
from mjlog.seats import Seat
from mjlog.table import Table, apply, prepare
from mjlog.table.state import ALL_DUES
from mjlog.tiles import FIRST_DRAGON, FIRST_HONOR, JOKER, PLAIN_KINDS, UNKNOWN
from tests.simulate.games import played, read

SEED = 83
_CODE = "kong-not-allowed"
"""The rules that are added answer with some code that there is."""


_BY_SETS = ("western", "mahjiang")
_AMERICAN = ("american",)
_BOTH = (*_BY_SETS, *_AMERICAN)
_WITH_FLOWERS = ("western", "dead-wall")


class Added(NamedTuple):
    """A rule that is added to rule sets: the act that it is asked about, and when it refuses the act.

    `number`: of the first simulated game that may break it, where few do.
    """

    event_type: type[ev.Event]
    refuses: Callable[[Table, Any], bool]
    rulesets: Sequence[str] = _BY_SETS
    number: int = 1


def _claimed(table: Table) -> int:
    return UNKNOWN if table.discard is None else table.discard.tile


def _is_honor(kind: int) -> bool:
    return FIRST_HONOR <= kind < PLAIN_KINDS


def _holds_suits(table: Table, seat: Seat) -> bool:
    return any(table.place(seat).held[:FIRST_HONOR])


def _holds_others(table: Table, seat: Seat) -> bool:
    return any(table.place(seat).held[:PLAIN_KINDS])


ADDED: dict[str, Added] = {
    "no dragon is discarded by who has suit tiles": Added(
        ev.Discard, lambda table, event: event.tile.kind >= FIRST_DRAGON and _holds_suits(table, event.seat),
        _BOTH,
    ),
    "no discard is named aloud": Added(ev.Discard, lambda table, event: bool(event.named), _BOTH),
    "no original call is made": Added(ev.Discard, lambda table, event: bool(event.calling), ("classical",), 42),
    "bonus tiles are laid out one by one": Added(ev.Bonus, lambda table, event: len(event.tiles) > 1, _WITH_FLOWERS),
    "nobody says pass": Added(ev.Pass, lambda table, event: True, _BOTH),
    "no bamboo is called for a chow": Added(
        ev.Claim, lambda table, event: event.for_ == "chow" and _claimed(table) < 9
    ),
    "no chow of dots is laid down": Added(
        ev.Expose, lambda table, event: event.kind == "chow" and 18 <= event.tiles[0].kind < 27
    ),
    "honors are claimed for a pung by east only": Added(
        ev.Claim, lambda table, event: event.for_ == "pung" and event.seat is not Seat.E and _is_honor(_claimed(table))
    ),
    "a second call is not made": Added(ev.Claim, lambda table, event: bool(table.claims), _BOTH),
    "what two have called is laid down by nobody": Added(
        ev.Expose, lambda table, event: len(table.claims) > 1, _BOTH
    ),
    "no kong is called": Added(ev.Claim, lambda table, event: event.for_ == "kong", _BOTH),
    "no kong is concealed": Added(ev.Kong, lambda table, event: event.kind == "concealed"),
    "no kong of a suit is added": Added(
        ev.Kong, lambda table, event: event.kind == "added" and event.tiles[0].kind < FIRST_HONOR
    ),
    "no chow is laid face down": Added(ev.LayConcealed, lambda table, event: event.kind == "chow", ("mahjiang",)),
    "east wins by itself": Added(
        ev.Mahjong, lambda table, event: event.seat is Seat.E and event.source == "discard", _BOTH
    ),
    "south calls no win": Added(
        ev.Claim, lambda table, event: event.for_ == "mahjong" and event.seat is Seat.S, _BOTH
    ),
    "nobody wins what another has called": Added(
        ev.Mahjong, lambda table, event: event.source == "discard" and len(table.claims) > 1, _BOTH
    ),
    "no win with a live tile before the fortieth discard": Added(
        ev.Mahjong, lambda table, event: event.source == "wall" and len(table.discards) < 40
    ),
    "no kong is robbed": Added(ev.Mahjong, lambda table, event: event.source == "kong", ("bmja-kajongg",), 1),
    "no call is taken back": Added(ev.Retract, lambda table, event: True, _BOTH),
    "losers do not show their hands": Added(
        ev.Show, lambda table, event: event.seat is not table.winner, _BOTH
    ),
    "no wind is passed on": Added(
        ev.Charleston, lambda table, event: any(_is_honor(tile.kind) for tile in event.tiles), _AMERICAN
    ),
    "nothing is passed on unseen": Added(ev.Charleston, lambda table, event: bool(event.blind), _AMERICAN),
    "there is no courtesy": Added(ev.Charleston, lambda table, event: event.pass_ == "courtesy", _AMERICAN),
    "the second charleston is compulsory": Added(ev.CharlestonStop, lambda table, event: True, _AMERICAN),
    "no joker of the player's sets is exchanged": Added(
        ev.JokerExchange, lambda table, event: event.owner is event.seat, _AMERICAN
    ),
    "no joker is discarded, and no flower, by who has other tiles": Added(
        ev.Discard, lambda table, event: event.tile.kind >= PLAIN_KINDS and _holds_others(table, event.seat), _AMERICAN
    ),
    "a discard is named at once or never": Added(ev.Name, lambda table, event: True, _AMERICAN),
    "one joker at most in a set that is called": Added(
        ev.Expose, lambda table, event: sum(tile.kind == JOKER for tile in event.tiles) > 1, _AMERICAN
    ),
    "a set that lies stays as it is": Added(ev.Expose, lambda table, event: event.on is not None, _AMERICAN),
}  # fmt: skip
"""Rules for every kind of act, by the sentence that each says."""
AS_DEALT = "no win is declared as dealt"
"""A rule for a hand that chance hardly ever deals."""
IMPOSSIBLE: dict[str, Added] = {
    "nobody draws": Added(ev.Draw, lambda table, event: True),
    "nothing is discarded": Added(ev.Discard, lambda table, event: True),
    "kongs are not replaced": Added(ev.KongReplacement, lambda table, event: True),
    "no hand is drawn": Added(ev.Washout, lambda table, event: True, ("western",)),
    "no tile is passed to the left": Added(
        ev.Charleston, lambda table, event: event.pass_.startswith("left"), _AMERICAN
    ),
}
"""Rules by which a hand cannot be played to its end."""
_ALL = {**ADDED, **IMPOSSIBLE, AS_DEALT: Added(ev.Mahjong, lambda table, event: event.source == "deal")}


def house(monkeypatch: pytest.MonkeyPatch, ruleset: str, sentences: Sequence[str]) -> RuleSet:
    """The rule set with these rules added to it, under an id of its own."""
    document = renamed(load(ruleset).document, ruleset, f"house-{ruleset}")
    for number, sentence in enumerate(sentences, start=1):
        name = "added_" + sentence.replace(" ", "_").replace(",", "")
        _register(monkeypatch, name, sentence)
        document += f'\n[[rule]]\nid = "added-{number}"\ntext = "{sentence}."\nchecks = ["{name}"]\n'
    return parse(document)


def _register(monkeypatch: pytest.MonkeyPatch, name: str, sentence: str) -> None:
    added = _ALL[sentence]

    def function(table: Table, event: Any) -> Refusal | None:
        return Refusal(_CODE, sentence) if added.refuses(table, event) else None

    info = CheckInfo(name, function, (added.event_type,), (_CODE,), frozenset(ALL_DUES), len(CHECKS))
    monkeypatch.setitem(CHECKS, name, info)


@cache
def broken(ruleset: str, number: int) -> frozenset[str]:
    """The rules, of those that could be added, that a game by the shipped rule set breaks."""
    table, found = Table(resolve(load(ruleset)).plan), set[str]()
    asked = [(sentence, added) for sentence, added in ADDED.items() if ruleset in added.rulesets]
    for event in read(played(ruleset, SEED, number)):
        prepare(table, event)
        found |= {text for text, added in asked if type(event) is added.event_type and added.refuses(table, event)}
        apply(table, event)
    return frozenset(found)
