"""How a hand that somebody asks about ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.scoring import Hand
from mjlog.seats import Seat
from mjlog.text import counted
from mjlog.tiles import CODES
from mjlog.views.naming import tile_words

SOURCE_WORDS = {
    "wall": "drawn from the wall",
    "discard": "discarded by another player",
    "loose": "a loose tile from the dead wall, as for a kong",
    "kong": "robbed from a kong",
    "last-wall": "the last tile of the wall, drawn",
    "last-discard": "the last discard, when the wall is used up",
    "deal": "as dealt",
    "first-discard": "East's first discard",
}
"""Where a winning tile comes from, in words."""
FLAG_WORDS = {
    "twofold": "kong upon kong: a kong's loose tile made the kong that brought this one",
    "original-call": "called with the first discard, and kept",
    "last-tile": "the wall was used up",
    "no-discard": "before the winner had discarded anything",
}
"""What else can be true of a win, in words."""


def how_it_ended(hand: Hand, faces: Sequence[str] = CODES) -> str:
    """Whether the hand won, with which tile, where that came from, and what else was true; tiles in these faces."""
    if not hand.won:
        return "did not win"
    words = ["won with the dealt hand"]
    if hand.tile is not None and hand.source is not None:
        words = [f"won with {tile_words(hand.tile)} ({faces[hand.tile]}), {SOURCE_WORDS[hand.source]}"]
    words += [FLAG_WORDS[flag] for flag in sorted(hand.flags)]
    # Only East's wins count; what is said of them beside another seat's hand is passed over.
    words += [f"{counted(hand.east_wins, 'win')} in a row as East"] if hand.east_wins and hand.seat is Seat.E else []
    return "; ".join(words)
