"""Why a hand that was declared is not complete: what it would be by other rules, or what it waited for instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mjlog.hands import CHOW, Forms, arrangements, waits_left
from mjlog.hands.chows import chows_laid
from mjlog.scoring.facts import Manner
from mjlog.scoring.hand import Hand
from mjlog.text import counted, either
from mjlog.tiles import PLAIN_KINDS, tile_name

_SPECIAL = {
    "thirteen": "the thirteen wonders",
    "seven_pairs": "seven pairs",
    "knitting": "knitting",
    "triple_knitting": "triple knitting",
    "snake": "the wriggling snake",
    "pair_honors": "all pair honors",
    "gates": "the gates of heaven",
}
"""The field of `Forms` of each hand that is not four sets and a pair, and its name."""
_NO_SPECIAL = Forms(thirteen=False)


def why_not_complete(hand: Hand, manner: Manner) -> Iterator[str]:
    """What there is to say about a winner's hand that is no complete hand of these rules, a sentence each."""
    forms = manner.forms
    if hand.source == "kong" and not manner.robbing:
        return
    counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
    laid = [given.tiles for given in hand.sets]
    ways = arrangements(counts, len(laid), forms=_NO_SPECIAL, laid=laid)
    if ways and forms.chows < 4:
        fewest = chows_laid(laid) + min(sum(form == CHOW for form, _ in way) for way in ways)
        yield f"it has {counted(fewest, 'chow')}, and by these rules a hand has {forms.chows} at most"
    for field, name in _SPECIAL.items():
        alone = replace(_NO_SPECIAL, **{field: True})
        if not getattr(forms, field) and len(arrangements(counts, len(laid), forms=alone, laid=laid)) > len(ways):
            yield f"{name} would be complete, but is no hand by these rules"
    if hand.tile is not None and not ways:
        yield _waited_for(hand, counts, forms)


def _waited_for(hand: Hand, counts: list[int], forms: Forms) -> str:
    assert hand.tile is not None
    counts[hand.tile] -= 1
    laid = [given.tiles for given in hand.sets]
    held = [count + sum(tiles.count(kind) for tiles in laid) for kind, count in enumerate(counts)]
    found = waits_left(counts, len(laid), held, forms=forms, laid=laid)
    if not found:
        return f"without {tile_name(hand.tile)} it waited for no tile"
    return f"it waited for {either([tile_name(kind) for kind in found])}, not for {tile_name(hand.tile)}"
