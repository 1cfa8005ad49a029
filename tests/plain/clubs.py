"""What the rules of clubs have in common, from their heads and the rows that say the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from plain.groups import Group
from plain.hand import Answer, Hand, Item, Limit, numbers_of, set_points
from plain.tiles import DRAGONS, GREENS, NUMBERS, WINDS


class ClubHand(ABC):
    """One arrangement of a hand; `special`: what it is where it is not four sets and a pair."""

    ruleset: str
    limit: int
    sets_only = False
    """Whether only four sets and a pair have the points for mahjong."""

    def __init__(self, hand: Hand, special: str | None, groups: list[Group]) -> None:
        self.hand, self.special, self.groups = hand, special, groups
        self.sets = [group for group in groups if group.alike]
        self.chows = sum(group.form == "chow" for group in groups)
        self.dragons = numbers_of(groups)[0]

    def answer(self) -> Answer:
        """A whole limit and nothing else; a fraction that is at least points and doubles; these, up to the limit."""
        items = [*self.points(), *self.doubles()]
        points, doubles = sum(item[1] for item in items), sum(item[2] for item in items)
        face = points << doubles
        if not self.hand.options["roof_off"]:
            face = min(face, self.limit)
        limits = list(self.limits() if self.hand.won else self.limits_of_loser())
        worth = max((limit.worth for limit in limits), default=-1)
        if worth < self.limit and worth < face:
            return Answer(face, points, doubles, frozenset(), tuple(sorted(items)))
        taken = [limit for limit in limits if limit.worth == worth]
        names = frozenset(limit.name for limit in taken)
        return Answer(worth, points, doubles, names, tuple(sorted((limit.rule, 0, 0) for limit in taken)))

    def rule(self, name: str) -> str:
        return f"{self.ruleset}/{name}"

    # -- points

    def points(self) -> Iterator[Item]:
        """pung, kong, pair, bonus; mahjong and self-drawn of a winner."""
        hand = self.hand
        if hand.bonus:
            yield self.rule("bonus"), 4 * len(hand.bonus), 0
        for group in self.sets:
            yield self.rule(group.form), set_points(group), 0
        for group in self.groups:
            if group.form == "pair":
                yield from [(self.rule("pair"), 2, 0)] * self.worth_of_pair(group)
        if hand.won:
            if self.special is None or not self.sets_only:
                yield self.rule("mahjong"), 20, 0
            if self.is_self_drawn():
                yield self.rule("self-drawn"), 2, 0
            yield from self.special_points()

    def is_self_drawn(self) -> bool:
        """With any tile of the winner's own but a dealt one."""
        return self.hand.drawn

    def worth_of_pair(self, group: Group) -> int:
        """How often a pair is one of dragons, of the seat's wind, of the prevailing wind."""
        return (group.tile in DRAGONS) + self.is_wind(group.tile)

    def is_wind(self, tile: int) -> int:
        return (tile == self.hand.own_wind) + (tile == self.hand.prevailing_wind)

    def special_points(self) -> Iterator[Item]:
        """Points of a winner in one of the rule sets only."""
        yield from ()

    # -- doubles

    def doubles(self) -> Iterator[Item]:
        yield from self.doubles_of_bonus()
        yield from self.doubles_of_sets()
        yield from self.winning_doubles() if self.hand.won else self.doubles_of_loser()

    @abstractmethod
    def doubles_of_bonus(self) -> Iterator[Item]:
        """Of one of the rule sets."""

    def doubles_of_sets(self) -> Iterator[Item]:
        """honor-set."""
        for group in self.sets:
            yield from [(self.rule("honor-set"), 0, 1)] * ((group.tile in DRAGONS) + self.is_wind(group.tile))

    def doubles_of_loser(self) -> Iterator[Item]:
        """Doubles of a loser in one of the rule sets only."""
        yield from ()

    def winning_doubles(self) -> Iterator[Item]:
        """last-wall, last-discard, rob, original-call, concealed, majors; and those of one of the rule sets only."""
        hand = self.hand
        if hand.last_of_the_wall:
            yield self.rule("last-wall"), 0, 1
        if hand.last_discard:
            yield self.rule("last-discard"), 0, 1
        if hand.source == "kong":
            yield self.rule("rob"), 0, 1
        if "original-call" in hand.flags and self.exposed() < 3:
            yield self.rule("original-call"), 0, 1
        if self.concealed():
            yield self.rule("concealed"), 0, 1
        if hand.only_majors:
            yield self.rule("majors"), 0, 1
        yield from self.special_doubles()

    @abstractmethod
    def special_doubles(self) -> Iterator[Item]:
        """Of one of the rule sets."""

    def hidden(self, group: Group) -> bool:
        """Concealed, where a claimed kong counts as such too."""
        return group.closed or group.claimed

    def exposed(self) -> int:
        """Exposed sets, what a claimed tile completed among them: a set, or the rest of a special hand, but no pair."""
        if self.special is not None:
            return sum(group.laid for group in self.groups) + self.hand.taken
        return sum(group.form != "pair" and not group.closed for group in self.groups)

    def concealed(self) -> bool:
        """No exposed set or pair: what a claimed tile completes is exposed, a pair not by an option."""
        if self.hand.taken and not self.hand.options["discarded_pair_conceals"]:
            return False
        return all(self.hidden(group) for group in self.groups if len(group.tiles) in (3, 4))

    # -- limit hands

    def limits(self) -> Iterator[Limit]:
        """What a winner has a whole or a part of the limit for."""
        yield from self.limits_of_the_win()
        yield from self.limits_of_the_tiles()
        yield from self.special_limits()

    def limits_of_loser(self) -> Iterator[Limit]:
        yield from ()

    @abstractmethod
    def special_limits(self) -> Iterator[Limit]:
        """Of one of the rule sets."""

    def limits_of_the_win(self) -> Iterator[Limit]:
        """heaven, earth, twofold, plum-blossom, moon, carrying-pole."""
        hand, loose = self.hand, self.hand.source == "loose"
        holds = (
            ("heaven", "heaven", hand.dealt),
            ("earth", "earth", hand.seat != 0 and hand.source == "first-discard"),
            ("twofold-fortune", "twofold", loose and "twofold" in hand.flags),
            ("plum-blossom", "plum-blossom", loose and hand.tile == NUMBERS["5d"] and bool(self.kongs())),
            ("plucking-the-moon", "moon", hand.last_of_the_wall and hand.tile == NUMBERS["1d"]),
            ("carrying-pole", "carrying-pole", hand.source == "kong" and hand.tile == NUMBERS["2b"]),
        )
        yield from (Limit(name, self.rule(rule), self.limit) for name, rule, earned in holds if earned)

    def kongs(self) -> int:
        return sum(group.form == "kong" for group in self.sets)

    def limits_of_the_tiles(self) -> Iterator[Limit]:
        """heads-and-tails, fourfold-plenty, four-blessings, imperial-jade."""
        holds = (
            ("heads-and-tails", self.hand.only_terminals),
            ("fourfold-plenty", self.kongs() == 4),
            ("four-blessings", numbers_of(self.sets, WINDS)[0] == 4),
            ("imperial-jade", self.hand.only(GREENS)),
        )
        yield from (Limit(name, self.rule(name), self.limit) for name, earned in holds if earned)
