"""Rulings by a score card of more than 2,000 hands: mahjong or not, dead or not; and loading such a card.

    python -m benchmarks.bench_cards

The racks are fourteen tiles at random, as most racks are when somebody asks; the tables have up to 70 tiles face up.
Rulings are compared with the obvious program, in the same run: one that looks at one concrete hand after another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from benchmarks.measure import RUNS, Row, best_times, seconds
from mjlog.cards.document import ConcreteHand
from mjlog.cards.expand import expand
from mjlog.cards.exposures import Exposure
from mjlog.cards.reading import parse_card
from mjlog.cards.rulings import Rulings
from mjlog.cards.shipped import SAMPLE, content_of
from mjlog.tiles import ANY_FLOWER, JOKER, KINDS, PLAIN_KINDS

RACKS, TABLES, LOOKED_THROUGH = 5000, 2000, 100
_WALL = [kind for kind in range(PLAIN_KINDS) for _ in range(4)] + [ANY_FLOWER] * 8 + [JOKER] * 8
_MORE = b"""
[More]
m1: FFF 1111r ZZZ DDDD (like)                 25 X
m2: 111r 2222r ZZZ DDDD (run)                 30 X
m3: FF 111r 222r 333r DDD (run)               25 X
"""

Counts = list[int]
Table = tuple[tuple[Exposure, ...], Counts, tuple[Exposure, ...]]


def big_card() -> bytes:
    """The sample card with some lines more, as a file: more than 2,000 concrete hands."""
    return content_of(SAMPLE) + _MORE


def counts(tiles: Sequence[int]) -> Counts:
    """Tiles as counts per kind."""
    found = [0] * KINDS
    for kind in tiles:
        found[kind] += 1
    return found


def racks(chance: random.Random) -> list[Counts]:
    """Racks of fourteen tiles; hardly any of them wins."""
    return [counts(chance.sample(_WALL, 14)) for _ in range(RACKS)]


def winners(chance: random.Random, hands: Sequence[ConcreteHand]) -> list[Counts]:
    """Racks that are a hand of the card, with jokers in some groups."""
    found = []
    for _ in range(TABLES):
        rack = [0] * KINDS
        for kind, size, jokers in chance.choice(hands).groups:
            standing = chance.choice((0, 0, 1, 2)) if jokers else 0
            rack[kind] += size - standing
            rack[JOKER] += standing
        found.append(rack)
    return found


def tables(chance: random.Random, hands: Sequence[ConcreteHand]) -> list[Table]:
    """Two sets laid open that are groups of a hand, or of two; discards; a set of another player."""
    return [
        (
            tuple(_laid(chance, chance.choice(hands)) for _ in range(2)),
            counts(chance.sample(_WALL, chance.randrange(70))),
            (_laid(chance, chance.choice(hands)),),
        )
        for _ in range(TABLES)
    ]


def _laid(chance: random.Random, hand: ConcreteHand) -> Exposure:
    groups = [group for group in hand.groups if group.size > 2] or [hand.groups[0]._replace(size=3)]
    kind, size, _ = chance.choice(groups)
    jokers = chance.choice((0, 1, 2))
    return Exposure(kind, size, size - jokers, jokers)


def looker(hands: Sequence[ConcreteHand]) -> Callable[[Counts], list[int]]:
    """The obvious program: the hands that a rack is, found by looking at each of them."""
    wanted = []
    for number, hand in enumerate(hands):
        need, rigid = [0] * KINDS, [0] * KINDS
        for kind, size, jokers in hand.groups:
            need[kind] += size
            rigid[kind] += 0 if jokers else size
        wanted.append((number, need[:JOKER], rigid[:JOKER]))

    def look(rack: Counts) -> list[int]:
        return [
            number
            for number, need, rigid in wanted
            if all(few <= held <= many for few, held, many in zip(rigid, rack, need, strict=False))
        ]

    return look


def measure() -> Iterator[Row]:
    """Loading, then the time of each ruling, then the ratio to looking through all hands."""
    chance = random.Random(7)
    data = big_card()
    load = min(seconds(lambda: _load(data)) for _ in range(RUNS))
    rulings = _load(data)
    number = len(rulings.hands)
    figures = f"{len(rulings.card.lines)} lines, {number} hands"
    yield Row("loading a card", 500, load * 1000, figures, "ms", at_most=True)
    given, won, laid = racks(chance), winners(chance, rulings.hands), tables(chance, rulings.hands)
    look = looker(rulings.hands)
    lost = [own for own, _, _ in laid if rulings.dead(own).dead]
    living = [own for own, _, _ in laid if not rulings.dead(own).dead]
    spent = best_times({
        "match": lambda: [rulings.match(rack) for rack in given],
        "win": lambda: [rulings.match(rack) for rack in won],
        "dead": lambda: [rulings.dead(own) for own in lost],
        "living": lambda: [rulings.dead(own) for own in living],
        "table": lambda: [rulings.dead(o, visible=v, others=x, basis="table") for o, v, x in laid],
        "open": lambda: [rulings.dead((), visible=v, others=x, basis="table") for _, v, x in laid],
        "look": lambda: [look(rack) for rack in given[:LOOKED_THROUGH]],
    })  # fmt: skip
    one = {"match": RACKS, "win": TABLES, "look": LOOKED_THROUGH, "dead": len(lost), "living": len(living)}
    times = {name: total / one.get(name, TABLES) * 1e6 for name, total in spent.items()}
    yield _time("mahjong? of a rack that does not win", 2, times["match"], f"{number} hands")
    yield _time("mahjong? of one that does, jokers assigned", None, times["win"], f"{number} hands")
    yield _time("dead? by the rack, of a dead hand", 5, times["dead"], "two sets laid open")
    yield _time("dead? by the rack, of a living hand", None, times["living"], "the lines that live are told")
    yield _time("dead? by the table", 25, times["table"], "the same, discards, another's set")
    yield _time("dead? by the table, nothing laid open", 25, times["open"], "discards, another's set")
    figures = f"{times['match']:.2f} µs; {times['look']:,.0f} µs"
    yield Row("mahjong? : looking at every hand", None, times["look"] / times["match"], figures)


def _load(data: bytes) -> Rulings:
    card = parse_card(data)
    return Rulings(card, expand(card))


def _time(name: str, aim: float | None, reached: float, figures: str) -> Row:
    return Row(name, aim, reached, figures, "µs", at_most=True)


def main() -> None:
    """Measures and prints."""
    for row in measure():
        print(f"{row.name:<46} {row.aim:<10} {row.result:<18} {row.figures}")


if __name__ == "__main__":
    main()
