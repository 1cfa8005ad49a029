"""The scorer where a hand is worth the sum of its fans: competition rules.

A hand is worth what its best reading brings: how its tiles are arranged, which part the winning tile completed, and
which sets are joined. Fans that sets make together join these; no fan may join sets that are joined already, and none
is left out that could still be counted. What a counted fan implies is not counted beside it.

Source: mcr/count-1 to mcr/count-8, mcr/wait-1 to mcr/wait-3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mjlog.hands import FORM_NAMES, KNITTED_NINE, KONG, group_tiles
from mjlog.hands.groups import ONE_TILE
from mjlog.hands.shapes import standard_arrangements
from mjlog.hands.special import special_arrangements
from mjlog.hands.waits import packed_waits
from mjlog.scoring.facts import COMPLETED, CONCEALED, Win
from mjlog.scoring.fan_facts import FanFacts, Part, Places
from mjlog.scoring.hand import CLAIMED_SOURCES, FAN_FLAGS, LAST_OF_KIND, Hand, Item, Score
from mjlog.scoring.registry import FAN_PATTERNS, SET_FAN_PATTERNS
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.scorer import NO_ROBBING, NOT_COMPLETE, Scorer
from mjlog.scoring.shares import laid_state
from mjlog.tiles import FIRST_HONOR, format_tiles


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

    `least`: what it is worth without what stands apart, `total`: with it. `fans`: what counts; `implied`: what does
    not, each with the row that implies it; `joined`: what does not because its sets are joined already.
    """

    facts: FanFacts
    least: int
    total: int
    fans: tuple[Fan, ...]
    implied: tuple[tuple[Fan, ScoringRow], ...]
    joined: tuple[Fan, ...]


class FanScorer(Scorer):
    """Scores winning hands by their fans; whoever did not win scores nothing."""

    winners_only = True
    flags = FAN_FLAGS

    def _build(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self._dead_waits, self._knitted_wait = (
            bool(options.get(named, named) if isinstance(named, str) else named)
            for named in (scoring.get("dead_waits", True), scoring.get("knitted_wait", False))
        )
        rows = sorted(self.rows_for(True), key=lambda row: -row.points)
        self._plain = [(row, FAN_PATTERNS[row.pattern]) for row in rows if row.pattern in FAN_PATTERNS]
        self._of_sets = [(row, SET_FAN_PATTERNS[row.pattern]) for row in rows if row.pattern in SET_FAN_PATTERNS]
        self._order = {row.id: place for place, row in enumerate(rows)}

    def score(self, hand: Hand) -> Score:
        """What a hand is worth, in the best of its readings."""
        if not hand.won:
            return _NOT_WON
        if hand.source == "kong" and not self.manner.robbing:
            return NO_ROBBING
        counting = self.count(hand)
        if counting is None:
            return NOT_COMPLETE
        items = tuple(fan_item(fan, counting.facts.parts) for fan in counting.fans)
        least, total = self.minimum, counting.total
        enough = least is None or counting.least >= least.points
        reason = None if enough or least is None else least.words(counting.least, 0)
        return Score(
            total if enough else None, total, 0, total, None, (), items, (_share(counting.facts.parts),), enough,
            reason=reason,
        )  # fmt: skip

    def count(self, hand: Hand) -> Counting | None:
        """The best reading of a winning hand; None where it is not complete."""
        countings = (one for facts in self._readings(hand) for one in self._countings(facts))
        return max(countings, key=_rank, default=None)

    def _countings(self, facts: FanFacts) -> Iterator[Counting]:
        """The hand in one reading, by every choice of the fans that join sets."""
        made = [Fan(row, places) for row, pattern in self._of_sets for places in pattern(facts)]
        joining = [fan for fan in made if len(fan.places) > 1]
        for chosen in _maximal(joining, len(facts.parts)):
            left = tuple(fan for fan in joining if fan not in chosen)
            yield self._counted(facts, [fan for fan in made if fan not in left], left)

    def _readings(self, hand: Hand) -> Iterator[FanFacts]:
        """Every way to arrange the hand, with every part that the winning tile can have completed."""
        packed, win, tile = sum(ONE_TILE[kind] for kind in hand.concealed), Win(hand), hand.tile
        table = tuple(
            Part(FORM_NAMES.index(laid.kind), min(laid.tiles), laid_state(laid)) for laid in hand.sets
        )  # fmt: skip
        laid = [given.tiles for given in hand.sets]
        every = [*hand.concealed, *(kind for tiles in laid for kind in tiles)]
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
                told = parts
                if completed is not None and win.claimed:
                    part = parts[completed]._replace(state=COMPLETED)
                    told = (*parts[:completed], part, *parts[completed + 1 :])
                yield FanFacts(
                    told, completed, -1 if last is None else last, kinds, fours, 0 if table or last is None else before,
                    is_single and (not in_nine or self._knitted_wait), FIRST_HONOR + hand.seat.index,
                    FIRST_HONOR + hand.round.index, len(hand.bonus), is_last, win,
                )  # fmt: skip

    def _is_single(self, before: int, last: int, laid: Sequence[Sequence[int]], every: Sequence[int]) -> bool:
        waits = packed_waits(before, len(laid), self.manner.forms, laid)
        return all(kind == last or (not self._dead_waits and every.count(kind) >= 4) for kind in waits)

    def _counted(self, facts: FanFacts, of_sets: Sequence[Fan], joined: tuple[Fan, ...]) -> Counting:
        plain = [Fan(row, (), times) for row, pattern in self._plain if (times := pattern(facts))]
        alone = [fan for fan in plain if fan.row.alone]
        earned = [fan for fan in (*plain, *of_sets) if not fan.row.alone]
        earned.sort(key=lambda fan: self._order[fan.row.id])
        fans, implied = _without_implied(earned)
        if all(fan.row.apart for fan in fans):
            fans = alone + fans
        apart = sum(fan.points for fan in fans if fan.row.apart)
        total = sum(fan.points for fan in fans)
        return Counting(facts, total - apart, total, tuple(fans), tuple(implied), joined)


def _completed(parts: Sequence[Part], first: int, last: int | None) -> Iterable[int | None]:
    """The places of the concealed parts that the last tile can have completed, of equal ones the first."""
    if last is None:
        return (None,)
    places = [at for at in range(first, len(parts)) if last in group_tiles((parts[at].form, parts[at].tile))]
    return [at for at in places if parts[at] not in parts[first:at]]


def _is_last_of_kind(hand: Hand, last: int) -> bool:
    """Whether the three others of a kind lie open, as was said or as the player's own claimed sets show."""
    if hand.concealed.count(last) > 1 or any(laid.concealed and last in laid.tiles for laid in hand.sets):
        return False
    own = sum(laid.tiles.count(last) for laid in hand.sets if not laid.concealed)
    if hand.visible is not None:
        return hand.visible[last] == (4 if hand.source in CLAIMED_SOURCES else 3)
    return LAST_OF_KIND in hand.flags or own == 3


def _maximal(fans: Sequence[Fan], parts: int) -> Iterator[tuple[Fan, ...]]:
    """Every choice of fans in which none joins sets that are joined already, and to which no fan can be added."""

    def grown(joined: tuple[int, ...], places: Places) -> tuple[int, ...] | None:
        groups = {joined[place] for place in places}
        if len(groups) < len(places):
            return None
        return tuple(min(groups) if group in groups else group for group in joined)

    def choose(first: int, joined: tuple[int, ...], chosen: tuple[Fan, ...]) -> Iterator[tuple[Fan, ...]]:
        is_maximal = True
        for place, fan in enumerate(fans):
            after = grown(joined, fan.places)
            if after is not None:
                is_maximal = False
                if place >= first:
                    yield from choose(place + 1, after, (*chosen, fan))
        if is_maximal:
            yield chosen

    yield from choose(0, tuple(range(parts)), ())


def _without_implied(earned: Sequence[Fan]) -> tuple[list[Fan], list[tuple[Fan, ScoringRow]]]:
    """The fans that count, of these in their order; and those that do not, each with the row that implies it."""
    left, implied, counted = list(earned), [], []
    while left:
        fan = left.pop(0)
        counted.append(fan)
        for rule in fan.row.excludes:
            hit = [
                other for other in left
                if other.row.id == rule.id and (not rule.own or {*other.places} <= {*fan.places})
            ][: rule.times]  # fmt: skip
            for other in hit:
                left.remove(other)
                implied.append((other, fan.row))
    return counted, implied


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


_NOT_WON = Score(0, 0, 0, 0, None, (), (), (), False)
