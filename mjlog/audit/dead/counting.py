"""Wrong numbers of tiles: when the record proves one, and since when it must have been wrong.

What is not recorded counts as done rightly, until something proves the contrary. Then it can have gone wrong wherever
moves may be missing since the last moment at which the number was sure to be right: a block of the deal, a hand that
was shown. Where everything was written down, one event did it. Numbers are those of the likeliest hypothesis: as the
record was written down, until that is refuted. Source: american/dead-1; docs/lookup/format.md#the-hand-begins
(`depth`, `gap`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mjlog import events as ev
from mjlog.audit.dead.cases import DeadHandCase, Number, Since
from mjlog.audit.hypothesis import Hypothesis
from mjlog.findings import Finding, codes_that
from mjlog.log.records import Fault
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table, TableSet
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD, A_DRAW, A_LOOSE_TILE
from mjlog.tiles import HAND_TILES, JOKER, KINDS, UNKNOWN, is_bonus


def weight(laid: TableSet, counts_three: bool) -> int:
    """For how many tiles of a hand a set on the table counts."""
    return len(laid.tiles) - (laid.kind == "kong" and counts_three)


_OUT_OF_THE_HAND = (ev.Bonus, ev.Discard, ev.Expose, ev.JokerExchange, ev.Kong, ev.LayConcealed, ev.Mahjong)
"""Acts by which tiles leave a hand, or are laid down with one that was claimed."""
_IN_PLAY = (A_DISCARD, A_DRAW, A_LOOSE_TILE)
_A_FEW = 2
"""With more tiles too few or too many, a set was not recorded, or the hand not shown as it was."""
_MOST = HAND_TILES + 3
"""More tiles than this are no hand that is a few tiles long."""
_LEAST_GROUP, _CHINESE_SET = 3, 3


class TileCount:
    """What is known of one player's number of tiles.

    `first`: the first event since the number was sure to be right. `lost`: the first event after which nobody could
    say, None where all is known; `lost_at`: how many acts there were by the last one. `base`: the tiles too many when
    it was counted again after that, and `again` where. `off`: since when the number has not been that, and `cause` the
    code of what was found then. `refuted`: a case that was none by what came later. `came`: per kind, the event that
    brought the tiles of it; `counted`: all tiles are known.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.first: int | None = None
        self.lost: int | None = None
        self.lost_at = 0
        self.base: int | None = 0
        self.again = 0
        self.off: int | None = None
        self.cause: str | None = None
        self.open: DeadHandCase | None = None
        self.refuted: DeadHandCase | None = None
        self.held = [0] * KINDS
        self.came: dict[int, int] = {}
        self.counted = True

    def lose(self, seq: int, acts: int) -> None:
        """From this event on the number is not known. `acts`: how many there were by then (`Table.acts`)."""
        self.lost = self.lost or seq
        self.lost_at = acts
        self.base = None

    def keep(self, place: Place, seq: int) -> None:
        """Note which tiles came with this event."""
        if place.held != self.held:
            for kind in range(KINDS):
                if place.held[kind] and not self.held[kind]:
                    self.came[kind] = seq
            self.held = place.held.copy()
        self.counted = not place.has_unseen


class Counting:
    """The numbers of tiles of one hand, followed event by event. `cases`: the wrong ones, in the order of the log.

    `order`: which of the events read comes when, by their numbers; a corrected one has that of its correction.
    `hypothesis`: the one that the numbers are those of; `open`: whose number is another in other hypotheses.
    """

    def __init__(self, seq: int, order: Mapping[int, int]) -> None:
        self.order = order
        self.tracks = {seat: TileCount(seat) for seat in SEATS}
        self.cases: list[DeadHandCase] = []
        self.suspects: list[tuple[int, str]] = []
        self.began = seq
        self.ended: int | None = None
        self.missing = 0
        self.end_turn: Seat | None = None
        self.voided = False
        self.judged = False
        self.dealt = 0
        self.from_nowhere = 0
        self.hypothesis: Hypothesis | None = None
        self.open: set[Seat] = set()

    def read(
        self, hypotheses: Sequence[Hypothesis], row: ev.Event | Fault, seq: int, findings: Sequence[Finding]
    ) -> None:
        """One event was carried out; `findings` is what is wrong with it."""
        table = hypotheses[0].table
        for track in self.tracks.values():
            track.first = track.first or seq
        self._follow(hypotheses, row)
        self._lose(table, row, seq, findings, hypotheses[0].is_blind)
        if isinstance(row, ev.Show):
            self._shown(table, row, seq)
        elif isinstance(row, ev.Deal):
            self.dealt = seq if table.in_deal >= table.dealing.size else 0
        elif table.due in _IN_PLAY:
            if not self.judged and self.dealt and not self.suspects:
                # The deal, where it is written down, gave everybody the right number.
                for track in self.tracks.values():
                    track.first = seq
            self.ended = None
            self._count(table, row, seq, findings)
        self._remember(table, row, seq)

    def _follow(self, hypotheses: Sequence[Hypothesis], row: ev.Event | Fault) -> None:
        """Where it cannot have been as it was written down, who had a wrong number only by that has had a right one."""
        first, others = hypotheses[0], hypotheses[1:]
        if self.hypothesis not in (None, first):
            shown = row.seat if isinstance(row, ev.Show) else None
            for seat in self.open - {shown}:
                track = self.tracks[seat]
                case = track.open
                if case is not None and case.declared is None and _too_many(first.table, seat) == track.base:
                    # Should the hand shown prove the contrary, it was wrong all the same.
                    self.cases.remove(case)
                    track.open, track.refuted = None, case
                    track.off = track.cause = None
            self.from_nowhere = _tiles_from_nowhere(first.table)
        self.hypothesis = first
        self.open = {
            seat for seat in SEATS for other in others if _too_many(other.table, seat) != _too_many(first.table, seat)
        }

    def _lose(self, table: Table, row: ev.Event | Fault, seq: int, found: Sequence[Finding], silent: bool) -> None:
        unread = isinstance(row, Fault) and row.code != "chain-broken"
        missing = isinstance(row, ev.Gap) or any(finding.code == "seq-gap" for finding in found)
        if silent or unread or missing:
            self.missing = seq
        if self.missing == seq or table.depth == "result":
            for track in self.tracks.values():
                track.lose(seq, table.acts)
        if isinstance(row, ev.Gap):
            self.end_turn = None
            if table.due not in _IN_PLAY:
                # What comes now may belong to another hand.
                for track in self.tracks.values():
                    track.open = None
        before, self.from_nowhere = self.from_nowhere, _tiles_from_nowhere(table)
        if self.judged and isinstance(row, _OUT_OF_THE_HAND) and self.from_nowhere != before:
            # A tile that was not there to be taken: it cannot have been as recorded.
            self.tracks[row.seat].lose(seq, table.acts)
        self.suspects += [(seq, one.code) for one in found if one.code in codes_that("tiles-on-their-way")]

    def _remember(self, table: Table, row: ev.Event | Fault, seq: int) -> None:
        """How the hand stood when it ended, and which tiles are whose."""
        if table.due in _IN_PLAY:
            sure = Fact.TURN not in table.in_doubt or getattr(row, "seat", None) is table.turn
            self.end_turn = table.turn if sure and _in_turn(table, table.turn) else None
        elif isinstance(row, ev.Mahjong | ev.Washout | ev.Replay) and self.ended is None:
            self.ended = seq
        # Where the hand was broken off, somebody may have been in turn.
        is_stopped = isinstance(row, ev.Washout) and row.reason not in (None, "", "wall exhausted")
        self.voided = self.voided or isinstance(row, ev.Replay) or is_stopped
        seat = getattr(row, "seat", None)
        moved = SEATS if isinstance(row, ev.Charleston) else (seat,) if isinstance(seat, Seat) else ()
        for mover in moved:
            self.tracks[mover].keep(table.place(mover), seq)

    # -- by the record ----------------------------------------------------------------------------------------------

    def _count(self, table: Table, row: ev.Event | Fault, seq: int, findings: Sequence[Finding]) -> None:
        if table.plan.charleston and not table.discards:
            # Until the first discard tiles may be on their way from rack to rack.
            return
        sound = isinstance(row, ev.Discard) and table.depth == "full" and not findings
        for seat in table.plan.seats:
            track = self.tracks[seat]
            if seat in table.dead:
                continue
            due = _due_now(table, seat)
            more = _too_many(table, seat)
            if track.base is None and sound:
                # Everybody has a right number now, or has had a wrong one since the moves that are missing.
                track.base, track.again = more, seq
            elif track.base is not None:
                self._compare(track, more, due, row, seq, findings)
        self.judged = True

    def _compare(
        self, track: TileCount, more: int, due: int, row: ev.Event | Fault, seq: int, found: Sequence[Finding]
    ) -> None:
        assert track.base is not None
        wrong, case = more != track.base, track.open
        if wrong and track.off is None:
            track.off, track.cause = seq, next((one.code for one in found if one.severity == "error"), None)
        elif not wrong:
            track.off = track.cause = None
        # Who has too few may still take what is missing, up to the discard.
        discards = isinstance(row, ev.Discard) and row.seat is track.seat
        if wrong and case is None and (more > track.base or discards or not self.judged):
            number = Number((due + more,) if track.lost is None else (), due)
            if track.lost is not None:
                since = Since(track.lost, seq)
            elif self.judged or (track.cause is not None and not self.suspects):
                since = Since(track.off or seq, seq)
            elif self.suspects:
                since = Since(self.suspects[0][0], self.suspects[-1][0])
            else:
                since = Since(track.first or self.began, seq)
            cause = self.suspects[0][1] if self.suspects and not self.judged else track.cause
            self._open(track, DeadHandCase("count", track.seat, seq, since, number=number, cause=cause))
        elif not wrong and case is not None and track.lost is None:
            case.until = seq
            track.open = None

    def _open(self, track: TileCount, case: DeadHandCase) -> None:
        track.open = case
        self.cases.append(case)

    # -- by the hand that is shown ----------------------------------------------------------------------------------

    def _shown(self, table: Table, event: ev.Show, seq: int) -> None:
        seat, track, place = event.seat, self.tracks[event.seat], table.place(event.seat)
        if not (event.sets or event.rest) or seat not in table.plan.seats or place.shown is None:
            return
        if table.dead.get(seat) not in (None, "count"):
            # A mahjong in error has left the tile that it was declared on with the hand.
            return
        blind = track.lost is not None or table.depth == "result"
        # How many tiles a player has by the hand laid down, beside sets on the table that all are known
        counts_three = table.plan.family.sets_count_three
        assert place.shown is not None
        concealed = sum(map(len, place.shown.sets)) + len(place.shown.rest)
        shown = concealed + sum(weight(laid, counts_three) for laid in place.sets)
        due = HAND_TILES - 1 + (table.win_of(seat) is not None)
        # With a whole set too few, it is the set that was not recorded.
        blind = blind or shown < due - _A_FEW
        had = _tiles_perhaps(table, event, track.lost_at) if blind else (shown,)
        if any(number in self._right(table, track) for number in had):
            case = track.open
            if case is not None and track.lost is not None and track.lost > (case.certain or 0):
                # It was put right in the moves that are missing.
                case.until = track.lost
            elif case is not None and case.number is not None and not case.number.had and track.lost is not None:
                # Of the two numbers it was the first that was wrong: it became so in the moves that are missing.
                case.since, case.until = Since(track.lost, self._later(track.lost, track.again)), case.certain
            elif case is not None:
                case.contradicted = seq
            track.open, track.first = None, None
        elif min(abs(number - due) for number in had) <= _A_FEW:
            likely = sorted(had, key=lambda number: (abs(number - due), number))
            self._was_wrong(track, place, Number(tuple(likely), due), seq)

    def _right(self, table: Table, track: TileCount) -> tuple[int, ...]:
        """The numbers that are right; who was in turn when the hand ended may have taken a tile."""
        won = table.winner is track.seat
        unseen_end = self.ended is None or self.missing > self.ended
        if unseen_end or self.voided or (self.end_turn is track.seat and not won):
            return (HAND_TILES - 1, HAND_TILES)
        return (HAND_TILES,) if won else (HAND_TILES - 1,)

    def _was_wrong(self, track: TileCount, place: Place, number: Number, seq: int) -> None:
        if track.open is None:
            if track.lost is not None and track.base is not None:
                # All that was written down since the missing moves is right: it was in those.
                since = Since(track.lost, self._later(track.lost, track.again))
            else:
                first = track.first or self.began
                if track.lost is None:
                    first = self._later(first, self._missing_since(track, place))
                # A hand may be shown twice, and have been right the first time.
                since = Since(first, self._later(first, self.ended or seq))
            dead_hand_case = DeadHandCase("count", track.seat, seq, since, number=number)
            self._open(track, track.refuted or dead_hand_case)
        case = track.open
        assert case is not None
        case.number, case.shown = number, seq

    def _later(self, other_place: int, other: int) -> int:
        """Which of two events comes later; 0 is none."""
        return max(other_place, other, key=self._when)

    def _when(self, seq: int) -> int:
        return self.order.get(seq, -1)

    def _missing_since(self, track: TileCount, place: Place) -> int:
        """The event that brought the first of the tiles which are missing when the hand is shown; 0 without one.

        Until then it was not there to be lost, and by the record it was there from then on.
        """
        if not track.counted or place.unknown:
            return 0
        lost = [before - now for before, now in zip(track.held, place.held, strict=True)]
        gone = [kind for kind, number in enumerate(lost) if number > 0]
        if not gone or min(lost) < 0:
            return 0
        return min((track.came.get(kind, 0) for kind in gone), key=self._when)


# -- how many tiles a player has ---------------------------------------------------------------------------------


def _in_turn(table: Table, seat: Seat) -> bool:
    """Whether the player has taken a tile and not discarded."""
    return table.turn is seat and table.due in (A_DISCARD, A_LOOSE_TILE)


def _due_now(table: Table, seat: Seat) -> int:
    """How many tiles a player has at this moment of the play, if all is right."""
    return HAND_TILES - 1 + _in_turn(table, seat)


def _too_many(table: Table, seat: Seat) -> int:
    """How many tiles a player has too many by the record; a replacement that is due counts as taken."""
    place = table.place(seat)
    owed = place.owed_bonus + (table.loose_due is place.seat)
    size = place.size + owed + sum(weight(laid, table.plan.family.sets_count_three) for laid in place.sets)
    return size - _due_now(table, seat)


def _tiles_from_nowhere(table: Table) -> int:
    """How many tiles the players have, and have thrown, beyond those taken from the wall; the same number all along."""
    held = sum(place.tiles + len(place.bonus) for place in table.places)
    lying = sum(discard.claimed_by is None for discard in table.discards)
    return held + lying - table.wall.taken - table.wall.loose_taken - len(table.wall.out)


def _tiles_perhaps(table: Table, event: ev.Show, known_from: int) -> tuple[int, ...]:
    """How many tiles a player can have by the hand laid down.

    Moves are missing until `known_from` (`Table.acts`). A set shown may be one that lies on the table or another; four
    alike may be a kong or four tiles of the hand; flowers and seasons may lie beside it; and sets that are not recorded
    may lie on the table besides. Sets laid down before the moves that are missing may be those of another hand.
    """
    place, counts_three = table.place(event.seat), table.plan.family.sets_count_three
    sets = [tuple(sorted(tile.kind for tile in tiles)) for tiles in event.sets or ()]
    rest = [tile.kind for tile in event.rest or ()]
    numbers = {sum(map(len, sets)) + len(rest)}
    for _four in [four for four in sets if counts_three and len(four) == 4 and len({*four} - {UNKNOWN, JOKER}) <= 1]:
        numbers |= {number - 1 for number in numbers}
    for _bonus in [kind for kind in (*rest, *(kind for tiles in sets for kind in tiles)) if is_bonus(kind)]:
        numbers |= {number - 1 for number in numbers}
    for laid in (laid_set for laid_set in place.sets if laid_set.at > known_from):
        more = {number + weight(laid, counts_three) for number in numbers}
        numbers = more | numbers if any(laid.can_be(tiles) for tiles in sets) else more
    # Sets that are not recorded have three tiles each; by a card three or more.
    step = _CHINESE_SET if counts_three else 1
    numbers |= {more for number in numbers for more in range(number + _LEAST_GROUP, _MOST + 1, step)}
    return tuple(sorted(numbers))
