"""Hands of the disputed hand that are dead, or were said to be, with what follows by the rules in force."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog.audit.dead import DeadHand, DeadHandTracker
from mjlog.audit.engine import Engine
from mjlog.views.hands import HandSpan
from mjlog.views.stepper import GameView
from mjlog.views.words_dead import dead_hand_words


def dead_in_hand(view: GameView, hand: HandSpan, place: int) -> tuple[list[DeadHand], Engine | None]:
    """The dead hands of a hand; and the replay just before a place in it, to try what if it went on otherwise.

    None while the hand is in progress. A purchased card is not asked.
    """
    began = view.rows[hand.first] if hand.is_over and hand.has_play else None
    if not isinstance(began, ev.HandStart):
        return [], None
    replay, before = hand.start.fork(()), None
    # The rows are those of the log as it is read: their numbers need not follow one another.
    replay.folded = True
    tracker = DeadHandTracker(replay, began)
    for at in range(hand.first + 1, hand.end + 1):
        before = replay.fork() if at == place else before
        if at < hand.end:
            tracker.feed(view.rows[at])
    return tracker.finish(), before


def dead_json(one: DeadHand) -> dict[str, Any]:
    """A dead hand as plain JSON values, and in words."""
    return {**one.as_json(), "words": dead_hand_words(one)}
