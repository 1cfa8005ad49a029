"""The scorer where a hand is worth the sum of its fans: competition rules.

A hand is worth what its best reading brings: how its tiles are arranged, which part the winning tile completed, and
which sets are joined. Fans that sets make together join these; no fan may join sets that are joined already, and none
is left out that could still be counted. What a counted fan implies is not counted beside it.

What is kept of hands that are counted in fans, so that most are counted by a few look-ups.

A hand of four sets and a pair is read suit by suit. What a suit adds is one number, which sums: how many sets, of which
sort, and which chows and pungs. The chows of a hand make fans together, and so do its pungs with the pair; what they
can make is found once. All else that a fan may ask is little: hands that are alike in it count alike.

A hand that is like one before is counted like that.

Source: mcr/count-1 to mcr/count-8, mcr/wait-1 to mcr/wait-3.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from mjlog.hands import CHOW, FORM_NAMES, KNITTED_NINE, KONG, PAIR, PUNG, Arrangement, Group, group_tiles
from mjlog.hands.complete import packed_waits
from mjlog.hands.shapes import (
    ONE_TILE,
    SUIT_MASK,
    can_be_held,
    honor_shapes,
    honor_splits,
    part_size,
    standard_arrangements,
    suit_shapes,
    suit_splits,
)
from mjlog.hands.special import ODD, special_arrangements
from mjlog.scoring.facts import ASKED, COMPLETED, CONCEALED, NINE_GATES, FanFacts, Part, Places, Win
from mjlog.scoring.hand import CLAIMED_SOURCES, FAN_FLAGS, LAST_OF_KIND, Hand, Item, LaidSet, Score, Share
from mjlog.scoring.registry import CHOWS, FAN_PATTERNS, FANS_OF, PUNGS, SET_FAN_PATTERNS, SETS
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.scorer import NO_ROBBING, NOT_COMPLETE, Scorer
from mjlog.scoring.shares import HONOR_RIVALS, PART_MASKS, RIVALS, laid_state
from mjlog.seats import Seat
from mjlog.tiles import FIRST_HONOR, HAND_TILES, format_tiles, is_dragon, is_terminal

# -- what is kept of hands --------------------------------------------------------------------------------------------


FOURS = sum(0b100 << 3 * kind for kind in range(34))
"""The bits of packed tiles that are set where there are four of a kind."""
_MOST_TABLES = 300_000
# A sum: numbers of four bits, then which chows there are (three bits each), which pungs, and of what the pair is.
_FIELDS = ("pair", "set", "concealed_pung", "concealed_kong", "melded_kong", "melded", "chow", "fives", "outside")
_AT = {name: 4 * place for place, name in enumerate(_FIELDS)}
CONCEALED_PUNGS_AT = _AT["concealed_pung"]
WHOLE, WHOLE_MASK = 0x41, 0xFF
ONE_CONCEALED_PUNG = 1 << _AT["concealed_pung"]
COUNTS = (1 << 4 * len(_FIELDS)) - 1
_CHOWS_AT = 4 * len(_FIELDS)
_PUNGS_AT = _CHOWS_AT + 63
_PAIR_AT = _PUNGS_AT + 34
_CHOWS, _PUNGS = ((1 << 63) - 1) << _CHOWS_AT, ((1 << 34) - 1) << _PUNGS_AT
_CHOWS_AND_PAIR, _PUNGS_AND_PAIR = _CHOWS | 63 << _PAIR_AT, _PUNGS | 63 << _PAIR_AT
NO_WAIT, EDGE, CLOSED, SINGLE = range(4)


class SuitShare(NamedTuple):
    """What concealed tiles of one suit, or the honors, add to a hand in one arrangement.

    `total`: the sum; `sorts`: which sorts of tiles there are, a bit each; `allowed`: which of the sets of kinds that
    fans ask for have all of these tiles, a bit each. By rank, the wait if that tile came last (`waits`), and whether a
    claimed one can only have completed a pung (`pungs`).
    """

    total: int
    sorts: int
    allowed: int
    waits: tuple[int, ...]
    pungs: tuple[bool, ...]
    share: Share


class SuitTable(dict[int, "tuple[SuitShare, ...]"]):
    """By the packed tiles of a suit in their place: what they add, once for each way to arrange them."""

    def __init__(self, part: int, kinds_asked: Sequence[int]) -> None:
        super().__init__()
        self._first, self._asked = 9 * part, kinds_asked
        self._splits: Callable[[int, int], tuple[Arrangement, ...]] = honor_splits if part == 3 else suit_splits
        self._shapes = honor_shapes if part == 3 else suit_shapes

    def prepare(self) -> None:
        """Split all tiles that a hand can hold."""
        for shape in self._shapes():
            if can_be_held(shape) and part_size(shape) <= HAND_TILES:
                self[shape << 3 * self._first]

    def __missing__(self, packed: int) -> tuple[SuitShare, ...]:
        if len(self) >= _MOST_TABLES:
            self.clear()
        splits = self[packed] = tuple(map(self._share, self._splits(packed >> 3 * self._first, self._first)))
        return splits

    def _share(self, way: Arrangement) -> SuitShare:
        ranks = range(self._first, self._first + 9)
        texts = tuple(format_tiles(group_tiles(group)) for group in way)
        return SuitShare(
            sum(added(group, is_melded=False) for group in way), *told(way, self._asked),
            tuple(max((wait_for(group, kind) for group in way), default=NO_WAIT) for kind in ranks),
            tuple(_is_in_a_pung_only(way, kind) for kind in ranks), (0, 0, (), texts, way, b""),
        )  # fmt: skip


def added(group: Group, is_melded: bool) -> int:
    """What a set or pair adds to a sum."""
    form, tile = group
    kinds = group_tiles(group)
    total = (any(kind < FIRST_HONOR and kind % 9 == 4 for kind in kinds) << _AT["fives"]) + (
        any(kind >= FIRST_HONOR or is_terminal(kind) for kind in kinds) << _AT["outside"]
    )
    if form == PAIR:
        return total + 1 + (tile << _PAIR_AT)
    total += 1 << _AT["set"]
    total += is_melded << _AT["melded"]
    if form == CHOW:
        return total + (1 << _AT["chow"]) + (1 << _CHOWS_AT + 3 * (tile // 9 * 7 + tile % 9))
    total += (not is_melded) << _AT["concealed_pung"]
    if form == KONG:
        total += 1 << _AT["melded_kong" if is_melded else "concealed_kong"]
    return total + (1 << _PUNGS_AT + tile)


def told(groups: Iterable[Group], ranks: Sequence[int]) -> tuple[int, int]:
    """Which sorts of tiles there are in some sets, and which of the `ranks` sets of kinds have all of them."""
    kinds = [kind for group in groups for kind in group_tiles(group)]
    sorts, bits = 0, sum(1 << kind for kind in {*kinds})
    for kind in kinds:
        sorts |= 1 << (3 + is_dragon(kind) if kind >= FIRST_HONOR else kind // 9)
        sorts |= is_terminal(kind) << 5
    return sorts, sum((not bits & ~mask) << place for place, mask in enumerate(ranks))


def wait_for(group: Group, last: int) -> int:
    """What is waited for with a tile that completes this set, where nothing else could come."""
    form, tile = group
    if form == PAIR:
        return SINGLE if last == tile else NO_WAIT
    if form != CHOW or not tile <= last <= tile + 2:
        return NO_WAIT
    if last == tile + 1:
        return CLOSED
    return EDGE if (last - tile, tile % 9) in ((2, 0), (0, 6)) else NO_WAIT


def _is_in_a_pung_only(way: Arrangement, last: int) -> bool:
    holding = [form for form, tile in way if last in group_tiles((form, tile))]
    return bool(holding) and all(form == PUNG for form in holding)


def chows_of(total: int) -> int:
    """The chows of a sum, with a pair of fives beside four of them, which some fans ask for."""
    pair = total >> _PAIR_AT & 63
    is_asked = total >> _AT["chow"] & 15 == 4 and pair < FIRST_HONOR and pair % 9 == 4
    return total & (_CHOWS_AND_PAIR if is_asked else _CHOWS)


def all_chows() -> Iterator[int]:
    """All that `chows_of` a sum can be."""
    fives = [(9 * suit + 4) << _PAIR_AT for suit in range(3)]
    for number in range(5):
        for chows in itertools.combinations_with_replacement(range(21), number):
            key = sum(1 << _CHOWS_AT + 3 * place for place in chows)
            yield from (key, *(key | pair for pair in fives if number == 4))


def chow_parts(chows: int) -> tuple[Part, ...]:
    """The chows, in order, and the pair, as `chows_of` a sum has them."""
    kinds = [place // 7 * 9 + place % 7 for place in range(21) for _ in range(chows >> _CHOWS_AT + 3 * place & 7)]
    pair = chows >> _PAIR_AT & 63
    return (*(Part(CHOW, kind, 0) for kind in kinds), *([Part(PAIR, pair, 0)] if pair else []))


def pungs_of(total: int) -> int:
    """The pungs and kongs of a sum, with a pair of winds or dragons."""
    return total & (_PUNGS_AND_PAIR if total >> _PAIR_AT & 63 >= FIRST_HONOR else _PUNGS)


def pung_parts(pungs: int) -> tuple[Part, ...]:
    """The pungs, in order, and the pair, as `pungs_of` a sum has them."""
    kinds = [kind for kind in range(34) if pungs >> _PUNGS_AT + kind & 1]
    pair = pungs >> _PAIR_AT & 63
    return (*(Part(PUNG, kind, 0) for kind in kinds), *([Part(PAIR, pair, 0)] if pair else []))


# -- the scorer -------------------------------------------------------------------------------------------------------


class Fan(NamedTuple):
    """A row that a hand earns; `places`: of the parts that make it, where sets do; `times`: how often else."""

    row: ScoringRow
    places: Places = ()
    times: int = 1

    @property
    def points(self) -> int:
        """What it is worth."""
        return self.row.points * self.times


class Counting(NamedTuple):
    """A hand counted in one reading.

    `least`: what it is worth without what is extra, `total`: with it. `fans`: what counts; `implied`: what does
    not, each with the row that implies it; `joined`: what does not because its sets are joined already.
    """

    facts: FanFacts
    least: int
    total: int
    fans: tuple[Fan, ...]
    implied: tuple[tuple[Fan, ScoringRow], ...]
    joined: tuple[Fan, ...]


class _Laid(NamedTuple):
    """What sets on the table add; `tiles`: packed, none of a kong."""

    total: int
    sorts: int
    allowed: int
    tiles: int
    shares: tuple[Share, ...]

    def with_set(self, laid: _Laid) -> _Laid:
        """These and one more."""
        return _Laid(
            self.total + laid.total, self.sorts | laid.sorts, self.allowed & laid.allowed, self.tiles + laid.tiles,
            self.shares + laid.shares,
        )  # fmt: skip


_NOTHING_LAID = _Laid(0, 0, -1, 0, ())


class _Alike(NamedTuple):
    """What hands that are alike are worth; `items` of all but sets; which fans count of those that sets can make.

    `rank`: which of two ways to count a hand is better, as of a `Counting`.
    """

    rank: tuple[int, int]
    least: int
    total: int
    items: tuple[Item, ...]
    chows: tuple[int, ...]
    pungs: tuple[int, ...]


class _Rest(NamedTuple):
    """All that a hand earns beside what its sets make. `sort`: the same where that is the same."""

    sort: int
    fans: list[Fan]


class Together:
    """What the chows of a hand can make, or its pungs with the pair: all that can be `made`, and of it the `choices` of
    what may count together. `sort`: the same where the same can be made.
    """

    def __init__(self, sort: int, made: Sequence[Fan], parts: Sequence[Part]) -> None:
        self.sort, self.made = sort, made
        joining = [at for at, fan in enumerate(made) if len(fan.places) > 1]
        alone = tuple(at for at, fan in enumerate(made) if len(fan.places) == 1)
        chosen = _maximal([made[at] for at in joining], len(parts))
        self.choices = [(*alone, *(joining[at] for at in choice)) for choice in chosen]
        self.items = _Items(tuple(fan_item(fan, parts) for fan in made))


class _Items(dict[tuple[int, ...], tuple[Item, ...]]):
    """The items of fans that count, by their places among all that can be made."""

    def __init__(self, made: tuple[Item, ...]) -> None:
        super().__init__()
        self._made = made

    def __missing__(self, counted: tuple[int, ...]) -> tuple[Item, ...]:
        items = self[counted] = tuple([self._made[place] for place in counted])
        return items


class _Ended(NamedTuple):
    """What is kept of hands won alike: who claimed the tile, what their pungs can make, and all that they earn else."""

    is_claimed: bool
    may_be_last: bool
    pungs: dict[int, Together]
    rests: dict[tuple[int, int], _Rest]


_Parts = tuple[SuitShare, SuitShare, SuitShare, SuitShare]


class _Like(NamedTuple):
    """A hand by what those like it are worth, with what its own chows and pungs can make."""

    alike: _Alike
    chows: Together
    pungs: Together
    parts: _Parts


class FanScorer(Scorer):
    """Scores winning hands by their fans; whoever did not win scores nothing."""

    winners_only = True
    of_fans = True
    flags = FAN_FLAGS

    def _build(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self._dead_waits, self._knitted_wait = (
            bool(options.get(named, named) if isinstance(named, str) else named)
            for named in (scoring.get("dead_waits", True), scoring.get("knitted_wait", False))
        )
        rows = sorted(self.rows_for(True), key=lambda row: -row.points)
        self._plain = [(row, FAN_PATTERNS[row.pattern]) for row in rows if row.pattern in FAN_PATTERNS]
        of_sets = [(row, SET_FAN_PATTERNS[row.pattern]) for row in rows if row.pattern in SET_FAN_PATTERNS]
        self._of_sets = {sort: [each for each in of_sets if FANS_OF[each[0].pattern] == sort] for sort in SETS}
        self._order = {row.id: place for place, row in enumerate(rows)}
        self._suits = [SuitTable(part, ASKED) for part in range(4)]
        self._laid: dict[LaidSet, _Laid] = {}
        self._chows: dict[int, Together] = {}
        self._pungs: dict[tuple[Seat, Seat], dict[int, Together]] = {}
        self._ended: dict[tuple[object, ...], _Ended] = {}
        self._sorts: dict[tuple[object, ...], int] = {}
        self._alike: dict[tuple[int, int, int], _Alike] = {}

    def prepare(self) -> None:
        """Split all tiles, and find what chows make together: some seconds, for who scores thousands of hands.

        Without it they grow with the hands that are scored; answers are the same.
        """
        for suit in self._suits:
            suit.prepare()
        for chows in all_chows():
            self._new_together(self._chows, chows, Hand(Seat.E, Seat.E, (), won=True), CHOWS)

    def score(self, hand: Hand) -> Score:
        """What a hand is worth, in the best of its readings."""
        if not hand.won:
            return _NOT_WON
        if hand.source == "kong" and not self.manner.robbing:
            return NO_ROBBING
        return self._like_another(hand) or next(iter(self.scores(hand)))

    def scores(self, hand: Hand) -> list[Score]:
        """What a hand is worth, once for each way to count it that brings the most."""
        if not hand.won or (hand.source == "kong" and not self.manner.robbing):
            return [self.score(hand)]
        countings = sorted(self._all_countings(hand), key=_rank, reverse=True)
        best = [counting for counting in countings if counting.total == countings[0].total]
        different = {tuple(sorted((fan.row.id, fan.times) for fan in each.fans)): each for each in reversed(best)}
        scores = []
        for counting in reversed(different.values()):
            parts = counting.facts.parts
            items = tuple(fan_item(fan, parts) for fan in counting.fans)
            scores.append(self._worth(counting.least, counting.total, items, (_share(parts),)))
        return scores or [NOT_COMPLETE]

    def _worth(self, least: int, total: int, items: tuple[Item, ...], shares: tuple[Share, ...]) -> Score:
        """The score of a hand of so many points, `least` of which count for what a win needs."""
        needed = self.minimum
        if needed is None or least >= needed.points:
            return Score(total, total, 0, total, None, (), items, shares, True)
        return Score(None, total, 0, total, None, (), items, shares, False, (), needed.words(least, 0))

    # -- hands like one before ----------------------------------------------------------------------------------------

    def _like_another(self, hand: Hand) -> Score | None:
        """The score of a hand of four sets and a pair, by that of one like it; None where it takes a closer look."""
        packed, tile = sum(map(_PACKED, hand.concealed)), hand.tile
        if tile is None or hand.source == "deal" or not packed & ODD:
            return None
        ended = self._ended.get((hand.seat, hand.round, hand.source, hand.flags, len(hand.bonus))) or self._end(hand)
        bamboo, characters, dots, honors = self._suits
        ways = bamboo[packed & _B], characters[packed & _C], dots[packed & _D], honors[packed & _H]
        laid = _NOTHING_LAID
        for given in hand.sets:
            laid = laid.with_set(self._laid.get(given) or self._new_laid(given))
        fours = (packed + laid.tiles & FOURS).bit_count()
        if len(ways[0]) == len(ways[1]) == len(ways[2]) == len(ways[3]) == 1:
            (b,), (c,), (d,), (h,) = ways
            like = self._read(hand, packed, (b, c, d, h), laid, fours, ended)
        else:
            arrangements = [self._read(hand, packed, parts, laid, fours, ended) for parts in itertools.product(*ways)]
            read = [arrangement for arrangement in arrangements if arrangement is not None]
            like = max(read, key=lambda like: like.alike.rank) if len(read) == len(arrangements) > 0 else None
        if like is None:
            return None
        alike, chows, pungs, parts = like
        items = alike.items + chows.items[alike.chows] + pungs.items[alike.pungs]
        b, c, d, h = parts
        return self._worth(alike.least, alike.total, items, (*laid.shares, b.share, c.share, d.share, h.share))

    def _read(
        self, hand: Hand, packed: int, parts: _Parts, laid: _Laid, fours: int, ended: _Ended
    ) -> _Like | None:  # fmt: skip
        """A hand in one arrangement, by one like it, which is counted now if it is the first of its kind."""
        b, c, d, h = parts
        total = laid.total + b.total + c.total + d.total + h.total
        sorts = laid.sorts | b.sorts | c.sorts | d.sorts | h.sorts
        tile: int = hand.tile  # type: ignore[assignment]
        if total & WHOLE_MASK != WHOLE or packed - ONE_TILE[tile] in NINE_GATES:
            return None
        part, rank = parts[tile // 9], tile % 9
        wait = part.waits[rank]
        if wait and not self._waits_for_one(packed, tile, hand):
            wait = NO_WAIT
        if ended.is_claimed and part.pungs[rank]:
            total -= ONE_CONCEALED_PUNG
        allowed = laid.allowed & b.allowed & c.allowed & d.allowed & h.allowed
        is_last = (ended.may_be_last and _is_last(hand)) or (laid.shares and _is_last(hand))
        key = total & COUNTS, (allowed << 12) + (sorts << 6) + (fours << 3) + (wait << 1) + bool(is_last)
        rest = ended.rests.get(key) or self._new_rest(hand, ended.rests, key, wait, total >> CONCEALED_PUNGS_AT & 15)
        of_chows, of_pungs = chows_of(total), pungs_of(total)
        chows = self._chows.get(of_chows) or self._new_together(self._chows, of_chows, hand, CHOWS)
        pungs = ended.pungs.get(of_pungs) or self._new_together(ended.pungs, of_pungs, hand, PUNGS)
        alike = rest.sort, chows.sort, pungs.sort
        return _Like(self._alike.get(alike) or self._count_first(alike, rest, chows, pungs), chows, pungs, parts)

    def _waits_for_one(self, packed: int, tile: int, hand: Hand) -> bool:
        """Whether nothing else could complete the hand; said quickly, of one of four sets and a pair."""
        first = tile // 9 * 9
        rivals = RIVALS if first < FIRST_HONOR else HONOR_RIVALS
        others = rivals[(packed >> 3 * first & SUIT_MASK) << 4 | tile - first]
        before = packed - ONE_TILE[tile]
        odd = before & ODD
        if (not others or self._dead_waits) and (odd & (odd - 1) or hand.sets):
            return not others
        return self._is_single(before, tile, hand.laid, hand.all_tiles)

    def _end(self, hand: Hand) -> _Ended:
        """What is kept of hands that were won like this one."""
        pungs = self._pungs.setdefault((hand.seat, hand.round), {})
        may_be_last = LAST_OF_KIND in hand.flags or hand.visible is not None
        key = hand.seat, hand.round, hand.source, hand.flags, len(hand.bonus)
        _keep(self._ended, key, ended := _Ended(hand.source in CLAIMED_SOURCES, may_be_last, pungs, {}))
        return ended

    def _new_together(self, kept: dict[int, Together], key: int, hand: Hand, of: str) -> Together:
        """What these sets can make, alone and together."""
        seat, wind = FIRST_HONOR + hand.seat.index, FIRST_HONOR + hand.round.index
        parts = chow_parts(key) if of == CHOWS else pung_parts(key)
        facts = FanFacts(parts, None, -1, 0, 0, 0, False, seat, wind, 0, False, Win(hand))
        made = self._made(facts, (of,))
        fans_placed = tuple((self._order[fan.row.id], fan.places) for fan in made)
        sort = self._sorts.setdefault(fans_placed, len(self._sorts))
        _keep(kept, key, together_made := Together(sort, made, parts))
        return together_made

    def _new_rest(
        self, hand: Hand, kept: dict[tuple[int, int], _Rest], key: tuple[int, int], wait: int, concealed_pungs: int
    ) -> _Rest:
        """All that a hand earns beside what its sets make, as the first of those that are alike in it tells."""
        fans = self._earned(next(
            facts for facts in self._readings(hand)
            if _wait_of(facts) == wait and facts.concealed_pungs == concealed_pungs and facts.is_standard
        ))  # fmt: skip
        sort = self._sorts.setdefault(tuple((self._order[fan.row.id], fan.times) for fan in fans), len(self._sorts))
        _keep(kept, key, rest_made := _Rest(sort, fans))
        return rest_made

    def _count_first(self, key: tuple[int, int, int], rest: _Rest, chows: Together, pungs: Together) -> _Alike:
        """The best of all choices of what can be counted together, for all hands that are alike."""
        best: tuple[int, int] = (-1, 0)
        for of_chows, of_pungs in itertools.product(chows.choices, pungs.choices):
            earned = [(fan, 0, 0) for fan in rest.fans]
            earned += [(chows.made[at], 1, at) for at in of_chows] + [(pungs.made[at], 2, at) for at in of_pungs]
            counted, _ = _without_implied(sorted(earned, key=self._place))
            least, total, fans = _summed(counted)
            rank = total, len({fan.row.id for fan, _, _ in fans}) - len(fans)
            if rank > best:
                best = rank
                items = tuple(fan_item(fan, ()) for fan, of, _ in fans if not of)
                of_sets = (tuple(at for _, of, at in fans if of == kind) for kind in (1, 2))
                alike_made = _Alike(rank, least, total, items, *of_sets)
        _keep(self._alike, key, alike_made)
        return alike_made

    def _new_laid(self, given: LaidSet) -> _Laid:
        """What a set on the table adds."""
        form, state = FORM_NAMES.index(given.kind), laid_state(given)
        group = form, min(given.tiles)
        sorts, allowed = told([group], ASKED)
        _keep(self._laid, given, laid := _Laid(
            added(group, is_melded=state != CONCEALED), sorts, allowed,
            0 if form == KONG else sum(ONE_TILE[kind] for kind in given.tiles),
            ((0, 0, (), (format_tiles(given.tiles),), (group,), b""),),
        ))  # fmt: skip
        return laid

    def count(self, hand: Hand) -> Counting | None:
        """The best reading of a winning hand; None where it is not complete."""
        return max(self._all_countings(hand), key=_rank, default=None)

    def _all_countings(self, hand: Hand) -> Iterator[Counting]:
        """A hand in every reading, by every choice of the fans that join sets."""
        for facts in self._readings(hand):
            made, plain = self._made(facts), self._earned(facts)
            alone, joining = [fan for fan in made if len(fan.places) == 1], [fan for fan in made if len(fan.places) > 1]
            for chosen in _maximal(joining, len(facts.parts)):
                earned = [*plain, *alone, *(joining[at] for at in chosen)]
                counted, implied = _without_implied(sorted(((fan,) for fan in earned), key=self._place))
                least, total, fans = _summed(counted)
                yield Counting(
                    facts, least, total, tuple(fan for (fan,) in fans), tuple((fan, row) for (fan,), row in implied),
                    tuple(fan for at, fan in enumerate(joining) if at not in chosen),
                )  # fmt: skip

    def _made(self, facts: FanFacts, of: Collection[str] = SETS) -> list[Fan]:
        """All fans that the sets of a hand make, alone and together; `of`: chows, or pungs."""
        patterns = (pattern for sort in of for pattern in self._of_sets[sort])
        return [Fan(row, places) for row, pattern in patterns for places in pattern(facts)]

    def _place(self, fan_made: tuple[Any, ...]) -> int:
        return self._order[fan_made[0].row.id]

    def _earned(self, facts: FanFacts) -> list[Fan]:
        """All that a hand earns beside what its sets make."""
        return [Fan(row, (), times) for row, pattern in self._plain if (times := pattern(facts))]

    def _readings(self, hand: Hand) -> Iterator[FanFacts]:
        """Every way to arrange the hand, with every part that the winning tile can have completed."""
        packed, win, tile = sum(ONE_TILE[kind] for kind in hand.concealed), Win(hand), hand.tile
        table = tuple(
            Part(FORM_NAMES.index(laid.kind), min(laid.tiles), laid_state(laid)) for laid in hand.sets
        )  # fmt: skip
        laid, every = hand.laid, hand.all_tiles
        kongs = {part.tile for part in table if part.form == KONG}
        fours = len({kind for kind in every if every.count(kind) == 4} - kongs)
        kinds = sum(1 << kind for kind in {*every})
        last = tile if tile is not None and not win.dealt else None
        before = packed if last is None else packed - ONE_TILE[last]
        is_single = last is not None and self._is_single(before, last, laid, every)
        is_last = last is not None and _is_last_of_kind(hand, last)
        for way in (
            *standard_arrangements(packed, len(laid)), *special_arrangements(packed, self.manner.forms, laid),
        ):  # fmt: skip
            parts = table + tuple(Part(*group, CONCEALED) for group in way)
            nine = next((part for part in parts if part.form == KNITTED_NINE), None)
            in_nine = nine is not None and last is not None and last in group_tiles((nine.form, nine.tile))
            for completed in _completed(parts, len(table), last):
                of_win = parts
                if completed is not None and win.claimed:
                    part = parts[completed]._replace(state=COMPLETED)
                    of_win = (*parts[:completed], part, *parts[completed + 1 :])
                yield FanFacts(
                    of_win, completed, -1 if last is None else last, kinds, fours,
                    0 if table or last is None else before,
                    is_single and (not in_nine or self._knitted_wait), FIRST_HONOR + hand.seat.index,
                    FIRST_HONOR + hand.round.index, len(hand.bonus), is_last, win,
                )  # fmt: skip

    def _is_single(self, before: int, last: int, laid: Sequence[Sequence[int]], every: Sequence[int]) -> bool:
        waits = packed_waits(before, len(laid), self.manner.forms, laid)
        return all(kind == last or (not self._dead_waits and every.count(kind) >= 4) for kind in waits)


def _completed(parts: Sequence[Part], first: int, last: int | None) -> Iterable[int | None]:
    """The places of the concealed parts that the last tile can have completed, of equal ones the first."""
    if last is None:
        return (None,)
    places = [at for at in range(first, len(parts)) if last in group_tiles((parts[at].form, parts[at].tile))]
    return [at for at in places if parts[at] not in parts[first:at]]


def _wait_of(facts: FanFacts) -> int:
    """What was waited for in a reading, where nothing else could come."""
    if facts.completed is None or not facts.is_single:
        return NO_WAIT
    part = facts.parts[facts.completed]
    return wait_for((part.form, part.tile), facts.win_tile)


def _keep(kept: dict[Any, Any], key: object, value: object) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = value


def _is_last(hand: Hand) -> bool:
    return hand.tile is not None and _is_last_of_kind(hand, hand.tile)


def _is_last_of_kind(hand: Hand, last: int) -> bool:
    """Whether the three others of a kind lie open, as was said or as the player's own claimed sets show."""
    if hand.concealed.count(last) > 1 or any(laid.concealed and last in laid.tiles for laid in hand.sets):
        return False
    own = sum(laid.tiles.count(last) for laid in hand.sets if not laid.concealed)
    if hand.visible is not None:
        return hand.visible[last] == (4 if hand.source in CLAIMED_SOURCES else 3)
    return LAST_OF_KIND in hand.flags or own == 3


def _maximal(fans: Sequence[Fan], parts: int) -> Iterator[tuple[int, ...]]:
    """Every choice of fans, by their places, in which none joins sets that are joined already, and to which none can be
    added."""

    def grown(joined: tuple[int, ...], places: Places) -> tuple[int, ...] | None:
        groups = {joined[place] for place in places}
        if len(groups) < len(places):
            return None
        return tuple(min(groups) if group in groups else group for group in joined)

    def choose(first: int, joined: tuple[int, ...], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        is_maximal = True
        for at, fan in enumerate(fans):
            after = grown(joined, fan.places)
            if after is not None:
                is_maximal = False
                if at >= first:
                    yield from choose(at + 1, after, (*chosen, at))
        if is_maximal:
            yield chosen

    yield from choose(0, tuple(range(parts)), ())


_Told = TypeVar("_Told", bound=tuple[Any, ...])


def _without_implied(earned: Sequence[_Told]) -> tuple[list[_Told], list[tuple[_Told, ScoringRow]]]:
    """What counts of fans in their order, each the first of a tuple; what does not, with the row that implies it."""
    left, implied, counted = list(earned), [], []
    while left:
        fan_told = left.pop(0)
        fan = fan_told[0]
        counted.append(fan_told)
        for rule in fan.row.excludes:
            hit = [
                each for each in left
                if each[0].row.id == rule.id and (not rule.own or (
                    {*each[0].places} <= {*fan.places} and each[1:2] == fan_told[1:2]
                ))
            ][: rule.times]  # fmt: skip
            for each in hit:
                left.remove(each)
                implied.append((each, fan.row))
    return counted, implied


def _summed(counted: Sequence[_Told]) -> tuple[int, int, list[_Told]]:
    """What fans come to, without what is extra and with it; one that counts alone is left out beside others."""
    is_alone = all(each[0].row.extra or each[0].row.alone for each in counted)
    fans = [each for each in counted if is_alone or not each[0].row.alone]
    total = sum(each[0].points for each in fans)
    return total - sum(each[0].points for each in fans if each[0].row.extra), total, fans


def _rank(counting: Counting) -> tuple[int, int]:
    """Which of two countings is better: by the total, then the one with fewer fans twice."""
    ids = [fan.row.id for fan in counting.fans]
    return counting.total, len({*ids}) - len(ids)


def fan_item(fan: Fan, parts: Sequence[Part]) -> Item:
    """A fan as a line of a score, with the tiles of the sets that make it."""
    tiles = " ".join(format_tiles(group_tiles((parts[at].form, parts[at].tile))) for at in fan.places)
    return Item(fan.row.name, fan.points, 0, fan.row.rule, tiles)


def _share(parts: Sequence[Part]) -> Any:
    groups = tuple((part.form, part.tile) for part in parts)
    return 0, 0, (), tuple(format_tiles(group_tiles(group)) for group in groups), groups, b""


_MOST_KEPT = 200_000
_B, _C, _D, _H = PART_MASKS
_PACKED = ONE_TILE.__getitem__
_NOT_WON = Score(0, 0, 0, 0, None, (), (), (), False)
