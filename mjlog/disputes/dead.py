"""Hands of the disputed hand that are dead, or were said to be, with what follows by the rules in force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mjlog.audit.dead import DeadHand, DeadHandTracker
from mjlog.audit.report import HandReport
from mjlog.cards.shelf import CardShelf
from mjlog.disputes.reading import DisputedMoment
from mjlog.views.hands import HandSpan
from mjlog.views.private_card import PublicCards
from mjlog.views.stepper import GameView
from mjlog.views.words_dead import dead_hand_words


def dead_in_hand(moment: DisputedMoment, cards: CardShelf) -> Iterator[DeadHand]:
    """The dead hands of one hand that is over; none while it is in progress. A purchased card is not asked."""
    hand, view = moment.hand, moment.view
    if not hand.is_over or not hand.has_play:
        return
    seqs = frozenset(map(view.seq_at, range(hand.first, hand.end)))
    for one in _found(view, hand, cards):
        told = {one.certain, one.act, one.declared.seq if one.declared is not None else None} - {None}
        if one.hand == hand.number and told <= seqs:
            yield one


def _found(view: GameView, hand: HandSpan, cards: CardShelf) -> list[DeadHand]:
    """The dead hands of a hand, and of the one before it: from where that one has begun the game is replayed."""
    before = view.hands[hand.place - 1]
    replay = before.start.fork(())
    replay.cards = PublicCards(cards.paths)
    replay.report = HandReport(view.source, view.game, before.number, before.report.ruleset)
    replay.reports = [replay.report]
    # The rows are those of the log as it is read: their numbers need not follow one another.
    replay.folded = True
    watch = DeadHandTracker(replay)
    for row in view.rows[before.first + before.has_play : hand.end]:
        watch.feed(row)
    return watch.finish()


def dead_json(one: DeadHand) -> dict[str, Any]:
    """A dead hand as plain JSON values, and in words."""
    return {**one.as_json(), "words": dead_hand_words(one)}
