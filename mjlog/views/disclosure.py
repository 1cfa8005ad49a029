"""What may be told while a game goes on: how far its log is for everybody, and private cards.

The id of an event depends on every tile written down before it, so of a hand in progress nothing is given out. Neither
is anything of a hand that was undone: its tiles lie on the table still, and are about to be written down anew.
Source: docs/understand/trust.md.

For everybody but its owner a game is judged as if a purchased card were not at hand. A second replay, by the card, is
kept beside it, of which nothing comes out but label and value (docs/do/cards.md#a-bought-card-stays-private).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from mjlog import events as ev
from mjlog.answers import Answer, says
from mjlog.audit.game import Game, Hand
from mjlog.log.corrections import fields_inside
from mjlog.log.sight import HIDING
from mjlog.views.card_lines import BoardLine, label_won

_HIDING_TYPES = frozenset(str(cls.__struct_config__.tag) for cls in HIDING)
_BEGINS = str(ev.HandStart.__struct_config__.tag)
_TELLS_THE_LINE = (ev.HandStart, ev.Mahjong, ev.Show, ev.Retract, ev.Dead)


def disclosed_until(game: Game) -> int:
    """The last event that everybody may read as it is stored; 0: none.

    Of a hand in progress it is none, not even its beginning: the id of an event depends on every tile written down
    before it.
    """
    public = game.hands[-1].recall("disclosed", lambda: _disclosed_until(game))
    return public if game.public_limit is None else min(public, game.public_limit)


def _disclosed_until(game: Game) -> int:
    kept_back = [*_of_the_hand_in_progress(game), *_undone(game)]
    last = max(game.log.last, game.last_seq)
    return min(last, min(kept_back, default=last + 1) - 1)


def keeps_to(game: Game, corrected: Game) -> bool:
    """Whether nothing stands in a hand that is over, in this reading of a log, but what everybody may read now.

    `corrected`: the log as corrected. All is told there as it is stored, or in a hand that is over.
    """
    public = disclosed_until(corrected)
    seqs = {seq for hand in game.hands if hand.is_over for seq in game.seqs_of(hand)}
    found = (corrected.by_seq.get(seq) for seq in seqs if seq > public)
    return all(place is not None and corrected.hand_at(place).is_over for place in found)


def _of_the_hand_in_progress(game: Game) -> Iterator[int]:
    """Its events, and those that they stand in the place of."""
    live = game.hands[-1]
    for seq in game.seqs_of(live) if not live.is_over else ():
        yield seq
        yield game.slots.root.get(seq, seq)


def _undone(game: Game) -> Iterator[int]:
    """The beginnings, since the last hand that is over, of hands that were made void with tiles in them."""
    has_tiles = False
    for event in reversed(game.log.events):
        has_tiles = has_tiles or _has_tiles(event)
        if isinstance(event, ev.GameEnd) and game.slots.here(event.seq) is not None:
            return
        begun = _begun_at(game, event)
        if begun is None and has_tiles:
            yield event.seq
        elif begun and isinstance(event, ev.HandStart) and game.hand_at(begun).is_over:
            return


def _has_tiles(event: ev.Event) -> bool:
    """Whether it tells tiles that are hidden at the table."""
    if isinstance(event, ev.Correction):
        return any(fields.get("type") in _HIDING_TYPES for fields in fields_inside(event))
    return type(event) in HIDING


def _begun_at(game: Game, event: ev.Event) -> int | None:
    """Where the hand is read that begins with an event; None where it is void. -1 for what begins no hand."""
    if isinstance(event, ev.Correction):
        if all(fields.get("type") != _BEGINS for fields in fields_inside(event)):
            return -1
    elif not isinstance(event, ev.HandStart):
        return -1
    standing = game.slots.here(game.slots.root.get(event.seq, event.seq))
    place = None if standing is None else game.by_seq[standing]
    while place is not None and place >= 0 and game.seq_at(place) == standing:
        if isinstance(game.rows[place], ev.HandStart):
            return place
        place -= 1
    return None


class CardInForce(Answer):
    """The score card that a game names; title and number of lines are null where it is not at hand, or private."""

    id: str
    title: str | None = None
    lines: int | None = None
    private: Annotated[bool, says("of a purchased card nothing is told but label and value of lines that were won")] = (
        False
    )


def card_in_force(game: Game) -> CardInForce | None:
    """What may be told of the card that a game names."""
    return game.hands[0].recall("card", lambda: _card_of(game))


def _card_of(game: Game) -> CardInForce | None:
    starts = game.all_of(ev.GameStart)
    named = starts[-1].card if starts else None
    if named is None:
        return None
    found = game.cards.find(named)
    if found is None:
        return CardInForce(named.id)
    card = found.card
    if game.now.frame.cards.keeps_back(named):
        return CardInForce(named.id, private=True)
    return CardInForce(named.id, card.headers.get("card", card.id), len(card.lines), card.private)


def line_told(hand: Hand) -> BoardLine | None:
    """Label and value of the line that a hand was won by, also from a card of which nothing else may be told."""
    return hand.recall("line", lambda: _line_told(hand))


def _line_told(hand: Hand) -> BoardLine | None:
    is_named = any(isinstance(row, ev.Mahjong) and row.line is not None for row in hand.rows)
    if not (is_named or hand.start.rules.plan.family.wins_by_card):
        return None
    last = max(at for at, row in enumerate(hand.rows) if isinstance(row, _TELLS_THE_LINE))
    return label_won(hand.game.owners.hands[hand.place].table_after(last))
