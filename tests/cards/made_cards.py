"""Cards made of concrete hands by chance, without a text; and racks that are a hand of them, nearly one, or none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from mjlog.cards.document import Card, CardLine, ConcreteHand, HandGroup, Section
from mjlog.cards.exposures import Exposure, exposure_of
from mjlog.cards.rulings import Rulings
from mjlog.tiles import ANY_FLOWER, JOKER, KINDS, UNKNOWN, parse_tiles

FEW_KINDS = (0, 1, 4, 13, 27, 33, ANY_FLOWER)
"""Few enough for like groups, spare tiles and fifth copies to come up all the time."""


def made_card(hands: Sequence[ConcreteHand], modes: str, values: Sequence[int] = ()) -> Card:
    """A card of so many lines, one a letter of `modes` (X or C), labelled l0, l1 …"""
    lines = [
        CardLine(f"l{number}", 0, (), (), values[number] if values else 25, mode == "X", number + 1)
        for number, mode in enumerate(modes)
    ]
    assert {hand.line for hand in hands} <= set(range(len(lines)))
    return Card("made", "", {"id": "made"}, (Section("all"),), tuple(lines))


def rulings(*lines: str, values: Sequence[int] = ()) -> Rulings:
    """Rulings by lines of one hand each, like `X 111b 22b! 3333b! FF NEWS`.

    Groups stand apart, in the notation of tiles; pairs and singles take no jokers, nor does what ends in `!`.
    """
    hands = [
        ConcreteHand(number, tuple(written_group(word) for word in line.split()[1:]))
        for number, line in enumerate(lines)
    ]
    assert all(sum(group.size for group in hand.groups) == 14 for hand in hands), "a hand has fourteen tiles"
    return Rulings(made_card(hands, "".join(line[0] for line in lines), values), tuple(hands))


def written_group(word: str) -> HandGroup:
    """A group of a concrete hand, like `555b` or `FFFf!`."""
    tiles = parse_tiles(word.rstrip("!"))
    assert len(set(tiles)) == 1, word
    return HandGroup(tiles[0], len(tiles), len(tiles) > 2 and not word.endswith("!"))


def counts_of(text: str) -> list[int]:
    """Tiles as counts per kind."""
    counts = [0] * KINDS
    for kind in parse_tiles(text):
        counts[kind] += 1
    return counts


def laid(*texts: str) -> list[Exposure]:
    """Exposures, like `55b Jk`."""
    found = [exposure_of(parse_tiles(text)) for text in texts]
    return [exposure for exposure in found if exposure is not None]


def random_rulings(chance: random.Random, lines: int = 6, hands: int = 4) -> Rulings:
    """Rulings by a card made by chance."""
    modes = "".join(chance.choice("XXXC") for _ in range(lines))
    made = [
        ConcreteHand(line, _random_groups(chance)) for line in range(lines) for _ in range(chance.randint(0, hands))
    ]
    values = [chance.choice((25, 30, 40)) for _ in range(lines)]
    return Rulings(made_card(made, modes, values), tuple(made))


def _random_groups(chance: random.Random) -> tuple[HandGroup, ...]:
    groups: list[HandGroup] = []
    while (left := 14 - sum(group.size for group in groups)) > 0:
        size = min(left, chance.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 6)))
        kind = chance.choice(FEW_KINDS)
        if groups and chance.random() < 0.2:
            kind, size = groups[-1].kind, min(left, groups[-1].size)
        groups.append(HandGroup(kind, size, size > 2 and chance.random() < 0.7))
    return tuple(groups)


@dataclass
class Rack:
    """A player's concealed tiles and exposures."""

    counts: list[int]
    exposures: list[Exposure]


def planted_rack(chance: random.Random, hand: ConcreteHand, exposing: float = 0.4) -> Rack:
    """A rack that is the hand, but for jokers laid open where none may stand."""
    rack = Rack([0] * KINDS, [])
    for kind, size, jokers in hand.groups:
        standing = chance.randint(0, min(size, 3)) if jokers and chance.random() < 0.5 else 0
        if size > 2 and chance.random() < exposing:
            wrong = 0 if jokers or chance.random() < 0.6 else chance.randint(1, size)
            rack.exposures.append(Exposure(kind, size, size - standing - wrong, standing + wrong))
        else:
            rack.counts[kind] += size - standing
            rack.counts[JOKER] += standing
    chance.shuffle(rack.exposures)
    rack.exposures = [as_seen(chance, laid) for laid in rack.exposures]
    return rack


def as_seen(chance: random.Random, laid: Exposure) -> Exposure:
    """Now and then of jokers only, or with a tile that nobody saw."""
    if laid.naturals == 0 or chance.random() < 0.08:
        return Exposure(UNKNOWN, laid.size, 0, laid.size)
    if chance.random() < 0.05:
        return laid._replace(naturals=laid.naturals - 1, kind=laid.kind if laid.naturals > 1 else UNKNOWN)
    return laid


def disturbed(chance: random.Random, rack: Rack) -> Rack:
    """The rack with one thing changed: a tile for another, a joker for a tile, another exposure."""
    counts, exposures = list(rack.counts), list(rack.exposures)
    held = [kind for kind, count in enumerate(counts) if count]
    if held and chance.random() < 0.7:
        counts[chance.choice(held)] -= 1
        counts[chance.choice((*FEW_KINDS, JOKER, JOKER))] += 1
    elif exposures:
        place = chance.randrange(len(exposures))
        exposures[place] = random_exposure(chance, exposures[place].size)
    return Rack(counts, exposures)


def random_exposure(chance: random.Random, size: int | None = None) -> Exposure:
    """Any set, of two to six tiles."""
    size = size or chance.choice((2, 3, 3, 4, 4, 5, 6))
    jokers = chance.choice((0, 0, 1, 2, size))
    laid = Exposure(chance.choice(FEW_KINDS), size, max(0, size - jokers), min(size, jokers))
    return as_seen(chance, laid)
