"""The scorer: a rule set's scoring table under given options, compiled once, then asked for many hands.

The ways in which a hand's tiles can be counted: as they were shown, or every arrangement there is; and what a loser's
hand lacked one tile of, where a rule set pays for that.

Hands of a goulash: what their wild tiles stand for, and what the hand is worth so.

A hand counts as what brings the most. What wild tiles of a winner stand for completes the hand; those of a loser stand
for what makes sets and pairs of it.

Source: bmja/goulash.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from msgspec.structs import replace as changed

from mjlog.hands import (
    KONG,
    NO_WILD,
    PAIR,
    PUNG,
    Arrangement,
    Forms,
    Group,
    group_of,
    group_tiles,
    lacking,
    meant,
    pack,
    plain,
    stand_ins,
)
from mjlog.hands.shapes import HONOR_SHIFT, ONE_TILE, SUIT_BITS, SUIT_MASK, parts
from mjlog.hands.special import ODD, forms_by_claim, special_arrangements
from mjlog.scoring import registry, tally
from mjlog.scoring.facts import CONCEALED, HandFacts, Manner, TileFacts, Win
from mjlog.scoring.hand import FLAGS, GOULASH, Hand, Item, Score, Share
from mjlog.scoring.rows import ScoringRow, completing_rows, manner_of, resolve_rows
from mjlog.scoring.shares import (
    LAST_TILE_FLAGS,
    SetTable,
    SplitTable,
    completed_share,
    joined,
    only_tile_flag,
    place_flag,
    winning_tile_flags,
)
from mjlog.scoring.tally import FLAGS_MASK, WHOLE, WHOLE_MASK
from mjlog.scoring.totals import (
    NOTHING,
    BonusTable,
    Case,
    Judgment,
    Minimum,
    Verdict,
    added,
    ask_tiles,
    combination,
    judgment,
    limits_of,
    minimum_of,
    reckoned_apart,
)
from mjlog.seats import SEATS, Seat
from mjlog.tiles import CODES, FIRST_HONOR, PLAIN_KINDS, UNKNOWN, tile_name

# -- wild tiles -------------------------------------------------------------------------------------------------------


_MOST_FOR_ALL = 2
"""A loser's wild tiles are tried as every kind up to this number; more of them only as what the hand holds or lacks."""


class WildTiles:
    """How hands with wild tiles are counted: by the best of the hands that they can be.

    `scorer`: counts what counts in a goulash, and asks of no tile whether it is wild; `forms`: the complete hands;
    `rule`: the one that makes tiles wild.
    """

    def __init__(self, scorer: Scorer, forms: Forms, rule: str) -> None:
        self.scorer, self.forms, self.rule = scorer, forms, rule

    def best(self, hand: Hand) -> tuple[Hand, Score]:
        """The hand as it counts, every tile as what it stands for, and its score."""
        # Whether one tile would complete what it can be is asked of all at once.
        is_near = hand.won or lacking(hand.counts, len(hand.sets), forms=self.forms, laid=hand.laid).tiles <= 1
        score_of = self.scorer.score if is_near else self.scorer.score_far
        scored = ((reading, score_of(reading)) for reading in self._readings(hand))
        # The highest total; of equal ones the face value before the limit, then points.
        best, score = max(
            scored, key=lambda each: (-1 if each[1].total is None else each[1].total, each[1].uncapped, each[1].points)
        )
        return best, changed(score, items=(*score.items, *self._items(hand, best)))

    def _readings(self, hand: Hand) -> Iterator[Hand]:
        """The hands that this can be."""
        wild = self.forms.wild
        sets = tuple(changed(laid, tiles=meant(laid.tiles, wild)) for laid in hand.sets)
        as_it_is = changed(hand, sets=sets, flags=hand.flags - {GOULASH}, shown=None, completes=None)
        natural = tuple(kind for kind in hand.concealed if kind != wild)
        ways = list(self._ways(as_it_is))
        for kinds in ways:
            tiles = {*kinds} if hand.tile == wild else {hand.tile}
            for tile in sorted(tiles, key=lambda kind: -1 if kind is None else kind):
                yield changed(as_it_is, concealed=tuple(sorted((*natural, *kinds))), tile=tile)
        if not ways:
            yield as_it_is

    def _ways(self, hand: Hand) -> Iterable[tuple[int, ...]]:
        """What the wild tiles can stand for: kinds, one a tile."""
        counts, laid = hand.counts, hand.laid
        number = counts[self.forms.wild]
        if hand.won:
            return stand_ins(counts, len(laid), self.forms, laid)
        kinds: Iterable[int] = range(PLAIN_KINDS)
        if number > _MOST_FOR_ALL:
            counts[self.forms.wild] = 0
            lack = lacking(counts, len(laid), forms=plain(self.forms), laid=laid)
            held = (kind for kind, count in enumerate(counts) if count)
            kinds = sorted({*held, *lack.kinds, *range(FIRST_HONOR, PLAIN_KINDS)})
        return itertools.combinations_with_replacement(kinds, number)

    def _items(self, hand: Hand, best: Hand) -> Iterator[Item]:
        """What each wild tile stands for; nothing of one that is what it says."""
        wild = self.forms.wild
        stood_for = list(best.concealed)
        for kind in (kind for kind in hand.concealed if kind != wild):
            stood_for.remove(kind)
        for laid in hand.sets:
            stood_for += [meant(laid.tiles, wild)[0]] * laid.tiles.count(wild)
        for kind in sorted(kind for kind in stood_for if kind != wild):
            yield Item(f"{tile_name(wild)}, wild, as {tile_name(kind)}", 0, 0, self.rule, CODES[wild])


# -- the scorer -------------------------------------------------------------------------------------------------------


Candidate = tuple[int, int, tuple[Share, ...]]
"""One way to count a hand: the sum of its shares, the flags of its tiles (see `tally`), the shares."""


def groups_of(shares: Sequence[Share]) -> tuple[Group, ...]:
    """All sets and pairs of a hand, those on the table too."""
    return tuple(group for share in shares for group in share[4])


def arranged(hand: Hand, packed: int, case: Case, forms: Forms) -> list[Candidate]:
    """Every arrangement of a winner's hand, with every set that the claimed tile may have completed."""
    claimed = hand.tile if case.win.claimed and hand.tile is not None else UNKNOWN
    ways = [
        table.claimed(shape, claimed) if part == claimed // 9 else table.drawn(shape)
        for part, (table, shape) in enumerate(zip(case.tables, parts(packed), strict=True))
    ]
    laid = [case.sets.laid(given) for given in hand.sets]
    candidates = []
    forms = forms if claimed == UNKNOWN else forms_by_claim(forms, claimed)
    for way in itertools.product(*ways):
        candidate = _joined((*laid, *way))
        if _is_standard(candidate[0], forms):
            candidates.append(candidate)
    if candidates and (laid or packed & ODD or not forms.seven_pairs) and (laid or not forms.mixed_knitting):
        # Seven pairs, alike or knitted, can be four sets and a pair as well; no other special hand can.
        return candidates
    special = special_arrangements(packed, forms, hand.laid)
    return candidates + [candidate for way in special for candidate in from_groups(way, hand.tile, case, tuple(laid))]


def _is_standard(total: int, forms: Forms) -> bool:
    """Four sets and a pair, with no more chows than there may be."""
    return total & tally.WHOLE_MASK == tally.WHOLE and tally.chows_of(total) <= forms.chows


def _joined(shares: tuple[Share, ...]) -> Candidate:
    total, flags = 0, 0
    for share in shares:
        total += share[0]
        flags |= share[1]
    return total, flags, shares


def from_groups(
    groups: Arrangement, tile: int | None, case: Case, laid: tuple[Share, ...], completes: int | None = None
) -> list[Candidate]:
    """A winner's hand in one arrangement: once, or once for each set which the claimed tile may have completed."""
    if not case.win.claimed:
        return [_joined((*laid, joined([case.sets.share(group, CONCEALED) for group in groups])))]
    if completes is not None:
        choices = [groups[completes]]
    else:
        choices = [group for group in dict.fromkeys(groups) if tile in group_tiles(group)]
    return [_joined((*laid, completed_share(groups, group, case.sets))) for group in choices]


def as_shown(hand: Hand, case: Case) -> list[Candidate]:
    """A winner's hand as it was laid down; empty where that is no complete hand."""
    shown = hand.shown or ()
    groups = [group_of(tiles) for tiles in shown]
    known = tuple(group for group in groups if group is not None)
    if len(known) < len(groups) or sum(map(len, shown)) != len(hand.concealed):
        return []
    laid = tuple(case.sets.laid(given) for given in hand.sets)
    return from_groups(known, hand.tile, case, laid, hand.completes)


def is_whole(candidate: Candidate, forms: Forms) -> bool:
    """Four sets and a pair or, where they are allowed, thirteen wonders or seven pairs."""
    total = candidate[0]
    if _is_standard(total, forms):
        return True
    if total >> tally.SHIFTS["wonders"] & 15:
        return forms.thirteen
    return forms.seven_pairs and total & tally.PAIRS_MASK == 7


def not_won(hand: Hand, case: Case, manner: Manner) -> list[Candidate]:
    """The hand of a player who did not win: the sets and pairs shown, or all that its pungs and pairs can be."""
    if hand.shown is None:
        ways = _kept_groups(hand.concealed, manner)
    else:
        ways = [[group for group in map(group_of, hand.shown) if group is not None]]
    laid = [case.sets.laid(given) for given in hand.sets]
    loose = tally.flags_of(hand.concealed)
    totals = []
    for groups in ways:
        total, flags, shares = _joined((*laid, *[case.sets.share(group, CONCEALED) for group in groups]))
        # A tile that is in no set counts for what the hand is made of, too.
        totals.append((total, flags | loose, shares))
    return totals


def _kept_groups(concealed: Sequence[int], manner: Manner) -> list[list[Group]]:
    """The ways to take pungs and pairs from a loser's concealed tiles, the likeliest first."""
    counts: dict[int, int] = {}
    alike = []
    for kind in concealed:
        count = counts[kind] = counts.get(kind, 0) + 1
        if count == 2:
            alike.append(kind)
    ways: list[list[Group]] = [[]]
    for kind in sorted(alike):
        choices = _alike_as(kind, counts[kind], manner.undeclared_kongs)
        ways = [[*way, *choice] for way in ways for choice in choices]
    if not manner.single_pair:
        return ways
    single = []
    for way in ways:
        # Each of its pairs in turn is the only one.
        sets = [group for group in way if group[0] != PAIR]
        pairs = dict.fromkeys(group for group in way if group[0] == PAIR)
        single += [[*sets, pair] for pair in pairs] or [sets]
    return single


@functools.lru_cache(maxsize=1 << 10)
def _alike_as(kind: int, count: int, undeclared_kongs: bool) -> tuple[tuple[Group, ...], ...]:
    """What two to four tiles of a kind can be: a pung (and a tile), pairs, or a kong that was not laid."""
    ways: list[tuple[Group, ...]] = [((KONG, kind),)] if count == 4 and undeclared_kongs else []
    ways += [((PUNG, kind),)] if count >= 3 else []
    return (*ways, ((PAIR, kind),) * (count // 2))


_TILES_OF_HAND = 13


def hands_completed(hand: Hand, forms: Forms) -> Iterator[Hand]:
    """The hand of a loser with each tile that would have completed it, as if it had been drawn.

    A kind of which the player holds all four can complete nothing.
    """
    if sum(hand.counts) + 3 * len(hand.sets) != _TILES_OF_HAND:
        return
    for kind in hand.waits(forms):
        yield Hand(hand.seat, hand.round, (*hand.concealed, kind), hand.sets, won=True, tile=kind, source="wall")


def rows_held(hand: Hand, case: Case, rows: Iterable[ScoringRow], forms: Forms) -> set[str]:
    """Which of these rows hold of a winner's hand, in any of its arrangements, by their ids."""
    packed = pack(hand.counts)
    ids = set()
    for total, flags, shares in arranged(hand, packed, case, forms):
        facts = case.facts(total & tally.COUNTS_MASK, flags & tally.FLAGS_MASK)
        tiles = TileFacts(hand, facts, groups_of(shares))
        ids |= {row.id for row in rows if _holds(row.pattern, tiles)}
    return ids


def _holds(pattern: str, tiles: TileFacts) -> bool:
    if pattern in registry.HAND_PATTERNS:
        return registry.HAND_PATTERNS[pattern](tiles.facts)
    ask, when = registry.TILE_PATTERNS[pattern]
    return when(tiles.facts) and ask(tiles)


_MOST_CASES = 5_000
_TILES = 13
"""Of a hand that did not win; a kong counts as three."""


class Scorer:
    """Scores hands by one scoring table under one set of option values. Answers depend on nothing but the hand.

    `scoring`: the `[scoring]` table of a rule set document; `options`: the value of every option.

    `too_little`: the finding code of a complete hand that is not worth what a win needs. `winners_only`: whoever did
    not win scores nothing. `of_fans`: its patterns are fans. `flags`: what else can be said of a win.

    Raises:
        RuleSetError: the table names a pattern, option or way to combine that does not exist, or misuses a value.
    """

    too_little = "not-mahjong"
    winners_only = False
    of_fans = False
    flags = FLAGS

    def __init__(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.limits, self.minimum = limits_of(scoring, options), minimum_of(scoring, options)
        self.rows = resolve_rows(scoring, options, no_limit=self.limits.none)
        self.manner = manner_of(scoring, options)
        self._in_goulash, self._wild = self, None
        if "in_goulash" in scoring:
            fields = dict(scoring["in_goulash"])
            rule = fields.pop("rule", "")
            table = {name: value for name, value in scoring.items() if name != "in_goulash"} | fields
            self._in_goulash = type(self)(table | {"wild": NO_WILD, "is_goulash": True}, options)
            self._wild = WildTiles(self._in_goulash, manner_of(table, options).forms, rule)
            self.flags = self.flags | {GOULASH}
        self._build(scoring, options)

    def _build(self, scoring: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        """The tables that hands are scored by, made once."""
        self._fishing_rows = tuple(row for row in self.rows if row.completes)
        self._wanted = completing_rows(scoring, self.rows)
        patterns = {row.pattern for row in self.rows}
        self._asks_place = not patterns.isdisjoint(_PLACE_PATTERNS)
        self._asks_only_tile = "only-possible-tile" in patterns
        self._may_be_knitted = self.manner.forms.mixed_knitting
        self._may_be_pairs, self._few_chows = self.manner.forms.seven_pairs, self.manner.forms.chows < 4
        self._combine = combination(scoring)
        self._bonus_apart = bool(scoring.get("bonus_apart", False))
        self._sides = {
            won: _Side(self.rows_for(won), self.manner, last_tiles=won and self._asks_place) for won in (False, True)
        }
        self._cases: dict[tuple[object, ...], Case] = {}

    def counted_as(self, hand: Hand) -> tuple[Hand, Scorer]:
        """The hand with its wild tiles as what they stand for, and what counts it so; itself in most games."""
        if self._wild is None or GOULASH not in hand.flags:
            return hand, self
        return self._wild.best(hand)[0], self._in_goulash

    def forms_of(self, hand: Hand) -> Forms:
        """The complete hands that this one can be."""
        return self.manner.forms if self._wild is None or GOULASH not in hand.flags else self._wild.forms

    def lacking(self, worth: int, doubles: int | None) -> str:
        """What a win of this worth lacks, in words; nothing where it may win. `doubles`: None where nobody told."""
        least = self.minimum
        if least is None:
            return ""
        doubles_held = least.doubles if doubles is None else doubles
        return "" if least.is_met(worth, doubles_held, is_limit=False) else least.words(worth, doubles_held)

    def rows_for(self, won: bool) -> tuple[ScoringRow, ...]:
        """The rows open to winners, or to losers."""
        return tuple(row for row in self.rows if (row.for_winner if won else row.for_loser))

    def sets_for(self, hand: Hand) -> SetTable:
        """What single sets add to hands of this seat and round that ended like this one."""
        return self._case_of(hand).sets

    def facts_of(self, hand: Hand, score: Score) -> HandFacts:
        """The facts of a scored hand in the arrangement that was counted."""
        total, flags = 0, 0
        for share in score.shares:
            total += share[0]
            flags |= share[1]
        if not hand.won:
            flags |= tally.flags_of(hand.concealed)
        return HandFacts(total & tally.COUNTS_MASK, self._flags_told(total, flags), Win(hand))

    def _flags_told(self, total: int, flags: int) -> int:
        """What patterns may ask, of the sum and the flags of all shares."""
        return flags & tally.FLAGS_MASK

    def prepare(self) -> None:
        """Build all tables of shapes ahead: under a second, for those who score many thousands of hands.

        Without it they grow with the hands that are scored; answers are the same.
        """
        self._sides[True].prepare()

    def score(self, hand: Hand) -> Score:
        """What a hand is worth: as it was shown, otherwise in the best of its arrangements.

        A win that the rule set does not have, or that is not complete, has no total but a reason. The hand is taken as
        it is: `mjlog.scoring.possible_hand` says what cannot exist.
        """
        if self._wild is not None and GOULASH in hand.flags:
            return self._wild.best(hand)[1]
        case = self._cases.get((hand.seat, hand.round, hand.won, hand.source, hand.flags, hand.east_wins))
        if case is None:
            case = self._new_case(hand)
        if not hand.won:
            return self._lost(hand, case, self._fishing(hand) if self._fishing_rows else NOTHING)
        packed = 0
        for kind in hand.concealed:
            packed += ONE_TILE[kind]
        if case.quick and not hand.sets and hand.shown is None:
            quick = self._quick(hand, case, packed)
            if quick is not None:
                return quick
        if case.win.robbed and not self.manner.robbing:
            return NO_ROBBING
        if hand.shown is None:
            candidates = arranged(hand, packed, case, self.manner.forms)
        else:
            candidates = [way for way in as_shown(hand, case) if is_whole(way, self.manner.forms)]
        if not candidates:
            return NOT_COMPLETE
        flag = 0
        if self._asks_only_tile:
            standard = candidates[0][0] & tally.WHOLE_MASK == tally.WHOLE
            flag = only_tile_flag(packed, hand, self.manner.forms, standard)
        return self._best(candidates, hand, case, packed, flag, NOTHING)

    def scores(self, hand: Hand) -> list[Score]:
        """What a hand is worth, once for each way to count it that brings the most."""
        return [self.score(hand)]

    def score_far(self, hand: Hand) -> Score:
        """What a hand that did not win is worth, where it is known that no tile would complete it."""
        return self._lost(hand, self._case_of(hand), NOTHING)

    def _lost(self, hand: Hand, case: Case, fishing: Judgment) -> Score:
        """The score of a hand that did not win: of the best of its sets and pairs."""
        if self.manner.long_hands and len(hand.concealed) + 3 * len(hand.sets) > _TILES:
            return _TOO_LONG
        return self._best(not_won(hand, case, self.manner), hand, case, 0, 0, fishing)

    def _quick(self, hand: Hand, case: Case, packed: int) -> Score | None:
        """The score of a self-drawn hand with nothing on the table that can be arranged in one way, as most can.

        None: the answer was not found so quickly.
        """
        bamboo, characters, dots, honors = case.singles
        b, c, d, h = (
            bamboo.get(packed & _B),
            characters.get(packed & _C),
            dots.get(packed & _D),
            honors.get(packed & _H),
        )
        if b is None or c is None or d is None or h is None or (self._may_be_pairs and not packed & ODD):
            return None
        if self._may_be_knitted and not packed & _H:
            return None
        shares, total = (b, c, d, h), b[0] + c[0] + d[0] + h[0]
        if total & WHOLE_MASK != WHOLE or (self._few_chows and tally.chows_of(total) > self.manner.forms.chows):
            return None
        known, tile = (b[1] | c[1] | d[1] | h[1]) & FLAGS_MASK, hand.tile
        if self._asks_place and tile is not None:
            earned = LAST_TILE_FLAGS[shares[tile // 9][5][tile % 9]]
            known |= earned if hand.visible is None else earned & ~tally.ONLY_PLACE | place_flag(packed, tile, hand)
        if self._asks_only_tile:
            known |= only_tile_flag(packed, hand, self.manner.forms, True)
        verdict = case.verdicts.get((total, known, hand.bonus)) or self._new_verdict(total, known, shares, hand, case)
        if verdict[5] or verdict[9] is not None:
            return _result(verdict, shares, True)
        worth, points, doubles, uncapped, items = verdict[:5]
        return Score(worth, points, doubles, uncapped, None, (), items + b[2] + c[2] + d[2] + h[2], shares, True)

    def _best(
        self, candidates: list[Candidate], hand: Hand, case: Case, packed: int, flag: int, fishing: Judgment
    ) -> Score:
        """The score by the best of some ways to count a hand, of equal ones the first; `flag`: see `only_tile_flag`."""
        shares = candidates[0][2]
        best = self._verdict(candidates[0], hand, case, packed, flag, fishing)
        least = self.minimum if hand.won else None
        for candidate in candidates[1:]:
            verdict = self._verdict(candidate, hand, case, packed, flag, fishing)
            if least is not None and _is_enough(verdict, least) is not _is_enough(best, least):
                is_better = _is_enough(verdict, least)
            else:
                is_better = _RANK(verdict) > _RANK(best)
            if is_better:
                best, shares = verdict, candidate[2]
        score = _result(best, shares, hand.won)
        if least is None or _is_enough(best, least):
            return score
        return changed(score, total=None, complete=False, reason=least.words(best[0], best[2]))

    def _fishing(self, hand: Hand) -> Judgment:
        """What holds for a loser whom one tile would bring what the rows name."""
        forms, ids_held = self.manner.forms, set[str]()
        for completed in hands_completed(hand, forms):
            ids_held |= rows_held(completed, self._case_of(completed), self._wanted, forms)
        held = tuple(row for row in self._fishing_rows if ids_held & row.completes)
        ids = {row.id for row in held}
        return judgment(tuple((row, 1) for row in held if not row.unless & ids))

    def _case_of(self, hand: Hand) -> Case:
        case = self._cases.get((hand.seat, hand.round, hand.won, hand.source, hand.flags, hand.east_wins))
        return case or self._new_case(hand)

    def _new_case(self, hand: Hand) -> Case:
        if len(self._cases) >= _MOST_CASES:
            self._cases.clear()
        key = (hand.seat, hand.round, hand.won, hand.source, hand.flags, hand.east_wins)
        self._cases[key] = case = self._sides[hand.won].case(Win(hand))
        forms = self.manner.forms
        alone = not (self._asks_place and (forms.seven_pairs or forms.chows < 4))
        case.quick = hand.won and not case.win.claimed and not case.win.dealt and alone and self.minimum is None
        return case

    def _verdict(
        self, candidate: Candidate, hand: Hand, case: Case, packed: int, flag: int, fishing: Judgment
    ) -> Verdict:
        total, flags, shares = candidate
        known = flags & tally.FLAGS_MASK | flag
        if hand.won and self._asks_place and total & tally.PAIRS_MASK == 1:
            known |= winning_tile_flags(total, flags, packed, hand, case.win, self.manner)
        if fishing.items or fishing.limits or fishing.apart:
            return self._new_verdict(total, known, shares, hand, case, fishing)
        return case.verdicts.get((total, known, hand.bonus)) or self._new_verdict(total, known, shares, hand, case)

    def _new_verdict(
        self, total: int, known: int, shares: tuple[Share, ...], hand: Hand, case: Case, fishing: Judgment | None = None
    ) -> Verdict:
        """What hands of this sum, these flags and bonus tiles are worth; kept unless it depends on single tiles."""
        of_sets = total >> tally.POINTS_SHIFT & tally.POINTS_MASK, total >> tally.DOUBLES_SHIFT
        counts, flags = total & tally.COUNTS_MASK, known if of_sets[0] else known | tally.POINTLESS
        judged = case.judge(counts, flags)
        bonus = case.bonus.judge(hand.bonus) if hand.bonus else NOTHING
        whole = added(judged, bonus) if hand.bonus else judged
        if judged.ask:
            tiles = TileFacts(hand, case.facts(counts, flags), groups_of(shares))
            whole = added(whole, ask_tiles(judged.ask, tiles))
        if fishing is not None:
            whole = added(whole, fishing)
        points, doubles = of_sets[0] + whole.points, of_sets[1] + whole.doubles
        worth, uncapped, taken, listed, alone = self._combine(points, doubles, whole.limits, self.limits)
        verdict: Verdict = (worth, points, doubles, uncapped, whole.items, whole.limits, taken, listed, alone, None)
        if self._bonus_apart and (whole.limits or whole.apart):
            verdict = reckoned_apart(verdict, of_sets, whole, bonus, self.limits)
        if not judged.ask and fishing is None:
            case.keep((total, known, hand.bonus), verdict)
        return verdict


_B, _C, _D, _H = SUIT_MASK, SUIT_MASK << SUIT_BITS, SUIT_MASK << 2 * SUIT_BITS, SUIT_MASK << HONOR_SHIFT
"""Of packed tiles: bamboo, characters, dots, honors."""


class _Side:
    """The tables of winners, or of losers. `last_tiles`: what the last tile earns is asked for."""

    def __init__(self, rows: tuple[ScoringRow, ...], manner: Manner, last_tiles: bool) -> None:
        self._rows = rows
        plain = SetTable(rows, manner, -1, -1)
        self._suits = tuple(SplitTable(first, plain, last_tiles) for first in (0, 9, 18))
        self._seats: dict[tuple[Seat, Seat], tuple[SetTable, BonusTable, tuple[SplitTable, ...]]] = {}
        for seat, wind in itertools.product(SEATS, repeat=2):
            sets = SetTable(rows, manner, FIRST_HONOR + seat.index, FIRST_HONOR + wind.index)
            honors = SplitTable(FIRST_HONOR, sets, last_tiles)
            self._seats[seat, wind] = sets, BonusTable(rows, seat.index + 1), (*self._suits, honors)

    def prepare(self) -> None:
        for table in (*self._suits, *(tables[-1] for _, _, tables in self._seats.values())):
            table.prepare()

    def case(self, win: Win) -> Case:
        return Case(win, self._rows, *self._seats[win.seat, win.round])


_RANK = itemgetter(0, 3, 1)
"""Which of two verdicts is better: by the total, then by the face value that stands beside a limit, then by points."""
_PLACE_PATTERNS = ("only-place", "fishing-the-eyes-minor", "fishing-the-eyes-major")
_WHY_NOT_COMPLETE = "the tiles are not four sets and a pair, nor another complete hand"
NOT_COMPLETE = Score(None, 0, 0, 0, None, (), (), (), False, (), _WHY_NOT_COMPLETE)
_TOO_LONG = Score(0, 0, 0, 0, None, (), (), (), False, (), "the hand has too many tiles: it scores nothing")
NO_ROBBING = Score(
    None, 0, 0, 0, None, (), (), (), False, (), "won by robbing a kong, which is no win by these rules"
)  # fmt: skip


def _is_enough(verdict: Verdict, least: Minimum) -> bool:
    return least.is_met(verdict[0], verdict[2], is_limit=verdict[6] is not None)


def _result(verdict: Verdict, shares: tuple[Share, ...], complete: bool) -> Score:
    total, points, doubles, uncapped, items, held, taken, listed, alone, beside = verdict
    for share in shares:
        items += share[2]
    if not held and beside is None:
        return Score(total, points, doubles, uncapped, None, (), items, shares, complete)
    named = tuple(Item(row.name, 0, 0, row.rule, "", row.limit or 100, row.limit_points) for row in listed)
    ids = tuple(row.id for row in held)
    counted, aside = (named, items) if alone else (items + named, ())
    limit, apart = None if taken is None else taken.id, None
    if beside is not None:
        counted, aside = counted + beside.items, aside + beside.set_aside
        apart = (beside.points, beside.doubles) if beside.points else None
    return Score(total, points, doubles, uncapped, limit, ids, counted, shares, complete, aside, None, apart)
