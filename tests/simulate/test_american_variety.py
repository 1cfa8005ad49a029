"""Play by the card is plausible: every kind of act and every way to win occurs, in every section of the card."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from mjlog import events as ev
from mjlog.cards.shipped import sample_card
from mjlog.seats import Seat
from tests.simulate.games import played, read

_GAMES = 30


@cache
def games() -> list[list[ev.Event]]:
    """Some games whose players make mistakes now and then."""
    return [read(played("american", 53, number, mistakes=True)) for number in range(1, _GAMES + 1)]


@cache
def acts() -> Counter[str]:
    """How often each kind of act occurs."""
    found: Counter[str] = Counter()
    for events in games():
        for before, event in pairwise(events):
            found[_act(event)] += 1
            found["named discard"] += isinstance(event, ev.Discard) and event.named is not None
            found["misnamed discard"] += isinstance(event, ev.Discard) and event.named not in (None, event.tile)
            found["win taken back"] += isinstance(before, ev.Mahjong) and isinstance(event, ev.Retract)
            found["two claims"] += isinstance(before, ev.Claim) and isinstance(event, ev.Claim)
    return found


def _act(event: ev.Event) -> str:
    if isinstance(event, ev.Mahjong):
        return f"mahjong {event.source}"
    if isinstance(event, ev.Claim):
        return f"claim {event.for_}"
    if isinstance(event, ev.Charleston):
        return f"{event.pass_}{' blind' * bool(event.blind)}"
    if isinstance(event, ev.Expose):
        return f"{'corrected' if event.on is not None else 'expose'} {event.kind}"
    if isinstance(event, ev.Dead):
        return f"dead: {event.reason} {event.on_basis or ''}".strip()
    if isinstance(event, ev.JokerExchange):
        return f"exchange of {'an own' if event.owner is event.seat else 'another'} joker"
    return event.type


@pytest.mark.parametrize("act", [
    "right-1", "across-1", "left-1", "left-1 blind", "left-2", "across-2", "right-2", "right-2 blind", "courtesy",
    "charleston-stop", "roll", "break", "wall", "draw", "discard", "named discard", "misnamed discard", "name",
    "pass", "claim pung", "claim kong", "claim quint", "claim mahjong", "two claims", "retract", "win taken back",
    "expose pung", "expose kong", "expose quint", "corrected pung", "corrected kong",
    "exchange of an own joker", "exchange of another joker", "mahjong wall", "mahjong discard", "mahjong exchange",
    "dead: false-mahjong", "dead: exposure rack", "dead: exposure table", "washout", "show", "score", "settlement",
])  # fmt: skip
def test_every_kind_of_act_occurs(act: str) -> None:
    """In some hundred hands."""
    assert acts()[act]


def test_most_hands_are_won() -> None:
    """Players complete their lines before the wall is used up, more often with another's discard than by themselves."""
    found = acts()
    hands = found["hand-start"]
    assert found["settlement"] + found["washout"] == hands
    assert 0.6 < found["settlement"] / hands < 0.98
    assert found["mahjong discard"] > found["mahjong wall"] > 0


def test_every_section_of_the_card_is_won() -> None:
    """Singles and pairs, quints and concealed lines among them."""
    card = sample_card()
    sections = {line.label: card.section_of(line).name for line in card.lines}
    won = {label.removeprefix("line ") for label in _lines_won()}
    assert {sections[label] for label in won} == {section.name for section in card.sections}
    assert any(not line.exposed for line in card.lines if line.label in won)
    assert len(won) > len(card.lines) / 2


def _lines_won() -> list[str]:
    scores = [event for events in games() for event in events if isinstance(event, ev.Score)]
    return [item["name"] for score in scores for item in score.items if item["name"].startswith("line ")]


def test_wins_are_paid_in_every_way() -> None:
    """Twice by the discarder and once by the others, twice by all, and double without jokers."""
    factors: set[tuple[int, ...]] = set()
    for events in games():
        for score, paid in pairwise(events):
            if isinstance(score, ev.Score) and isinstance(paid, ev.Settlement):
                losers = [-paid.change[seat] for seat in score.seat.others()]
                factors.add(tuple(sorted(amount // score.total for amount in losers)))
    assert factors == {(1, 1, 2), (2, 2, 2), (2, 2, 4), (4, 4, 4)}


def test_everybody_wins_and_every_seat_does() -> None:
    """No seat has an advantage that nobody could explain."""
    winners = Counter(event.seat for events in games() for event in events if isinstance(event, ev.Score))
    assert set(winners) == set(Seat)
    assert max(winners.values()) < 2 * min(winners.values())


def test_several_jokers_are_exchanged_in_one_turn() -> None:
    """One after the other, before the discard."""
    assert any(
        isinstance(one, ev.JokerExchange) and isinstance(two, ev.JokerExchange) and one.seat is two.seat
        for events in games()
        for one, two in pairwise(events)
    )


def test_a_line_of_lower_value_is_named_at_times() -> None:
    """A player may name any line that fits, and names it mostly."""
    wins = [event for events in games() for event in events if isinstance(event, ev.Mahjong)]
    assert {event.line is None for event in wins} == {True, False}
