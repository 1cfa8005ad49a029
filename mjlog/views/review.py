"""A game looked over: for each player the moments at which something better was to be had, and what each has cost.

Nothing is worked out here that is not told of a moment anyway: how far a hand is from being ready and how many tiles
bring it nearer (`waiting`), which tiles nobody could win, or which might cost dearly (`waiting`), what could be claimed
(`claimable`). All of it is asked about the hand as its player saw it, and only of hands that are over. What it counts
and what it does not know is told with it (`COUNTED`). Source: docs/do/reviewing.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import structs

from mjlog import events as ev
from mjlog.answers import Answer, ByPlayer, Count, GameId, Seq, says
from mjlog.audit.game import Game, Hand, Position, recalled
from mjlog.hands import Lack, set_words
from mjlog.log.records import Fault
from mjlog.log.sight import Sight, sees_hand
from mjlog.rules.legal import legal_discards, legal_moves
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.unseen import held_faces
from mjlog.text import counted, either, list_words, points
from mjlog.tiles import HAND_TILES, TILES, Tile, format_tiles, is_suit, kind_of
from mjlog.views.claimable import claimable_at, exchange_at
from mjlog.views.results import outcome_of, result_of
from mjlog.views.waiting import Judge, Option, judge_of, options_of, safe_from, unseen_at
from mjlog.views.words import seat_name, tile_words

COUNTED = (
    "A discard counts where another one, that the rules allowed, left the hand nearer to being ready (from three tiles "
    "on), or as near with at least a fifth more tiles that bring it nearer (from two tiles on), and the player needs a "
    "draw more for it on average; or where somebody else won with it, and tiles were at hand that were safe, as far as "
    "could be seen. Early in a hand, with nobody in riichi, a safe tile does not count if the hand goes back for it.",
    "A claim counts where one that was passed by had made the hand ready, or one that was made left it further from "
    "that, at the cost of a draw; a win where it was let go.",
    "Live tiles are those that the player has not seen; each is taken to be drawn as likely as any other, by a ready "
    "hand to come from everybody. A hand that has gone back is taken to have two fifths of its live tiles when it is "
    "as near again, and not fewer than it gave up. By a score card, how near a hand is goes by its nearest lines.",
    "It does not know what a hand would have been worth (but of ten tiles of one suit it breaks none), what others "
    "were thought to wait for, kongs, bonus tiles, the Charleston, exchanges of jokers. A discard that was safe, or "
    "less dangerous than the better one, or made while somebody else was in riichi and the hand was not ready, is "
    "taken for defence. Where a win needs points or a pattern, only hands are judged that are ready with one, or "
    "closed hands of riichi.",
)
"""What is counted, and what nobody knows."""
_LEAST = 1.0
"""Draws that a discard costs at least, to be told."""
_EARLY = 6
"""Draws left to a player above which a hand does not go back for a safe tile, with nobody in riichi."""
_OF_LIVE = 0.4
"""How many of its live tiles a hand has when it comes a tile nearer; the median of recorded hands is 0.36 to 0.5."""
_LEAST_SHARE = 1.2
"""How many times the live tiles of the discard made a better one leaves, where the hand is as near with both."""
_NEAR, _NEAR_AS_BEFORE = 3, 2
"""How many tiles from being ready a hand is at the most that is judged; the same of live tiles that it gives away."""
_ONE_SUIT = 10
"""Tiles of one suit in a hand that is taken to collect it: what it would be worth is more than the draws lost."""
_MOST_NAMED = 3
"""Safe tiles that are named."""
_Row = ev.Event | Fault
_COST_TILES = frozenset(("away", "live"))
_OF_DISCARDS = _COST_TILES | {"dealt-in"}
LapseKind = Literal["win", "dealt-in", "away", "live", "missed", "ruined"]


class Lapse(Answer):
    """A moment at which something better was to be had, as its player could see."""

    seq: Annotated[Seq, says("the discard, or the set laid down")]
    hand: int | None
    seat: Seat
    player: Annotated[str, says("a handle; empty where nobody is named")]
    kind: Annotated[
        LapseKind,
        says(
            "a win let go; a tile dealt in while safe ones were at hand; a discard away from being ready, or that gave "
            "away live tiles; a claim passed by that had made the hand ready, or one that ruined it"
        ),
    ]
    tile: Annotated[Tile, says("discarded, or claimed, or let go")]
    better: Annotated[tuple[Tile, ...], says("what was better to discard; of a claim, what to lay down")]
    away: Annotated[Count, says("how many tiles further from being ready")]
    live: Annotated[Count, says("how many live tiles were given away")]
    draws: Annotated[float, says("how many draws more it takes on average, no more than are left to the player")]
    points: Annotated[int | None, says("paid to who won; null where nothing was, or nobody knows")]
    after: Annotated[Seq, says("the event that the better act follows")]
    instead: Annotated[str, says("the better act as the recorder takes it, to be tried (`mjlog review --if`)")]
    again: Annotated[tuple[Seq, ...], says("discards of the hand for which the same was better, and that cost less")]
    words: str


class SeatLook(Answer):
    """A hand as one player played it, looked over."""

    seat: Seat
    judged: Annotated[Count, says("discards that were judged, of hands that were near")]
    unjudged: Annotated[Count, says("discards that were not, as tiles are unknown or nobody says what a win needs")]
    lapses: Annotated[tuple[Lapse, ...], says("in the order of the hand")]


class PlayerLook(Answer):
    """What was found in the play of one player."""

    judged: Annotated[Count, says("discards that were judged")]
    unjudged: Annotated[Count, says("discards that were not")]
    good: Annotated[Count, says("discards judged, of which nothing is told")]
    draws: Annotated[float, says("that all of it has cost, on average")]
    points: Annotated[Count, says("paid for tiles dealt in while safe ones were at hand")]
    lapses: Annotated[tuple[Lapse, ...], says("what has cost most first")]
    by_hand: Annotated[tuple[float, ...], says("draws, by hand, of those that were looked over")]
    words: Annotated[str, says("the figures in a line")]


class Review(Answer):
    """A game looked over."""

    game: GameId
    hands: Annotated[tuple[int | None, ...], says("the hands that were looked over")]
    players: ByPlayer[PlayerLook]
    counted: Annotated[tuple[str, ...], says("what is counted, and what is not known")]
    unknown: Annotated[tuple[str, ...], says("which hands were not looked over, and why")]


def review_of(game: Game, patience: float = math.inf) -> Review:
    """All hands of a game that are over, looked over; of the others it is told why they are not.

    `patience`: seconds after which no more hands are looked over; asked again, it goes on with those.
    """
    looked, unknown, until = list[Hand](), list[str](), time.monotonic() + patience
    for hand in game.played:
        is_late = looked and time.monotonic() > until
        why = "there was no time to look it over yet: ask again" if is_late else _why_not(hand)
        if why:
            unknown.append(f"hand {hand.number}: {why}")
        else:
            looked.append(hand)
    players = dict.fromkeys((*game.players, *(name for hand in looked for name in hand.seats.values())))
    return Review(
        game.id,
        tuple(hand.number for hand in looked),
        {name: _player(name, looked) for name in players},
        COUNTED,
        tuple(unknown),
    )


def _why_not(hand: Hand) -> str:
    """Why a hand is not looked over; empty where it is."""
    if not hand.is_over:
        return "it is in progress"
    if hand.is_void:
        return "it counts for nothing, and was played again"
    if hand.depth == "result" or not any(isinstance(row, ev.Discard) for row in hand.rows):
        return "only its result was written down: there is nothing to look over"
    if not hand.start.table.has_card:
        return "its score card is not at hand"
    if not any(look.judged for look in looks_of(hand)):
        return "nobody's tiles are known" if not hand.start.table.plan.scorer else "nothing of it can be judged"
    return ""


def _player(name: str, hands: Sequence[Hand]) -> PlayerLook:
    looks = [[look for look in looks_of(hand) if hand.seats.get(look.seat) == name] for hand in hands]
    mine = [look for each in looks for look in each]
    # What has cost most first: a win, points, draws.
    lapses = sorted(
        (lapse for look in mine for lapse in look.lapses),
        key=lambda lapse: (lapse.kind != "win", not lapse.points, -(lapse.points or 0), -lapse.draws, lapse.seq),
    )
    judged, unjudged = sum(look.judged for look in mine), sum(look.unjudged for look in mine)
    good = judged - sum(1 + len(lapse.again) for lapse in lapses if lapse.kind in _OF_DISCARDS)
    draws, paid = round(sum(lapse.draws for lapse in lapses), 1), sum(lapse.points or 0 for lapse in lapses)
    by_hand = tuple(round(sum(lapse.draws for look in each for lapse in look.lapses), 1) for each in looks)
    phrases = [f"{good} of {judged} judged discards lost nothing that counts"] if judged else []
    cost = f", which cost about {draws:g} draws" if draws else ""
    phrases += [f"{counted(len(lapses), 'moment')}{cost}"] if lapses else []
    phrases += [f"{points(paid)} paid for tiles dealt in"] if paid else []
    phrases += [f"{counted(unjudged, 'discard')} not judged"] if unjudged else []
    words = "; ".join(phrases) or "nothing of it can be judged"
    return PlayerLook(judged, unjudged, good, draws, paid, tuple(lapses), by_hand, words)


@recalled
def looks_of(hand: Hand) -> list[SeatLook]:
    """A hand that is over, as each of its players played it; empty of one in progress.

    It is gone through once, with all tiles: what is told of a player follows from what that player saw.
    """
    if not (hand.is_over and hand.has_play):
        return []
    looks, before = [_Look(hand, seat) for seat in hand.seats], None
    for at, (row, table) in enumerate(zip((*hand.rows, None), hand.tables(), strict=True)):
        for look in looks:
            look.see(at, before, row, table)
        before = row
    return [SeatLook(look.seat, look.judged, look.unjudged, tuple(look.gathered())) for look in looks]


def lapses_in(hand: Hand, sight: Sight) -> list[Lapse]:
    """The moments of a hand that can be told to who sees so much of it, in its order."""
    lapses = (lapse for look in looks_of(hand) if sees_hand(sight, look.seat) for lapse in look.lapses)
    return sorted(lapses, key=lambda lapse: hand.game.place_of(lapse.seq) or 0)


# -- one player in one hand ---------------------------------------------------------------------------------------


class _Look:
    """A hand as its player saw it, event by event. `laid`: a set that was laid down last, and the hand before it."""

    def __init__(self, hand: Hand, seat: Seat) -> None:
        self.hand, self.seat = hand, seat
        self.bound = hand.start.rules.bound
        self.judged = self.unjudged = 0
        self.lapses: list[Lapse] = []
        self.laid: tuple[ev.Expose, Lack, int, int, float] | None = None

    def see(self, at: int, before: _Row | None, row: _Row | None, table: Table) -> None:
        """The row at this place of the hand, the one before it, and the table between them."""
        if self.laid is not None:
            self._has_laid_down(at - 1, *self.laid, table)
            self.laid = None
        if isinstance(before, ev.Discard) and before.seat is not self.seat:
            self._could_claim(at - 1, before, table)
        if isinstance(row, ev.Discard) and row.seat is self.seat:
            self._discards(at, row, table)
        elif isinstance(row, ev.Expose) and row.seat is self.seat:
            # Whether it was a good set shows with the table after it.
            judge = judge_of(table, self.seat)
            following = self.hand.rows[at : at + 3]
            is_win = any(isinstance(later, ev.Mahjong) and later.seat is self.seat for later in following)
            if judge is not None and judge.size() == HAND_TILES - 1 and not is_win:
                lack = judge.lack(judge.place.held)
                live = sum(judge.left[kind] for kind in lack.kinds)
                self.laid = row, lack, live, sum(judge.left), _draws_left(table, self.seat)

    def _tell(
        self, at: int, kind: LapseKind, tile: int, words: str, better: Iterable[Tile] = (), away: int = 0,
        live: int = 0, draws: float = 0.0, points: int | None = None, instead: str = "", is_next: bool = False,
    ) -> None:  # fmt: skip
        """`instead`: what was better, as it is typed; it follows what came before, or (`is_next`) the event itself."""
        game, place, better = self.hand.game, self.hand.first + at, tuple(better)
        typed = instead or (f"discard {self.seat.value} {better[0]}" if better else "")
        lapse = Lapse(
            seq=game.seq_at(place),
            hand=self.hand.number,
            seat=self.seat,
            player=self.hand.seats.get(self.seat, ""),
            kind=kind,
            tile=TILES[tile],
            better=better,
            away=away,
            live=live,
            draws=round(draws, 1),
            points=points,
            after=game.seq_at(place if is_next else max(place - 1, 0)),
            instead=typed,
            again=(),
            words=f"{seat_name(self.seat)} {words}" + (f" (about {draws:.1f} draws)" if draws else ""),
        )
        self.lapses.append(lapse)

    def _faces(self, table: Table, kinds: Iterable[int]) -> tuple[Tile, ...]:
        """Tiles of these kinds that the player holds: a plain five before a red one."""
        faces = {kind_of(face): face for face in held_faces(table, table.place(self.seat))}
        faces |= {face: face for face in held_faces(table, table.place(self.seat)) if face == kind_of(face)}
        return tuple(TILES[faces[kind]] for kind in kinds)

    def gathered(self) -> Iterator[Lapse]:
        """Discards for which the same one was better, or a tile let pass again, are told once, by what cost most."""
        left = list(self.lapses)
        while left:
            first = left.pop(0)
            if first.kind == "missed":
                alike = [lapse for lapse in left if lapse.kind == "missed" and lapse.tile.kind == first.tile.kind]
            else:
                alike = [
                    lapse
                    for lapse in left
                    if {first.kind, lapse.kind} <= _COST_TILES and bool({*first.better} & {*lapse.better})
                ]
            left = [lapse for lapse in left if lapse not in alike]
            most = max((first, *alike), key=lambda lapse: lapse.draws)
            again = tuple(lapse.seq for lapse in (first, *alike) if lapse is not most)
            yield structs.replace(most, again=again) if again else most

    # -- discards -------------------------------------------------------------------------------------------------

    def _discards(self, at: int, row: ev.Discard, table: Table) -> None:
        if table.riichi_of(self.seat) is not None:
            return  # whoever is in riichi discards the tile drawn
        judge = judge_of(table, self.seat)
        if judge is None or judge.size() != HAND_TILES or not judge.place.held[row.tile.kind]:
            self.unjudged += 1
            return
        away = judge.lack(judge.place.held).tiles - 1
        wins = [
            move
            for move in (legal_moves(self.bound, table, self.seat) if away < 0 else ())
            if isinstance(move, ev.Mahjong)
        ]
        if wins:
            with_it = f" with {tile_words(wins[0].tile)}" if wins[0].tile is not None else ""
            instead = f"mahjong {self.seat.value} {wins[0].source}"
            self._tell(at, "win", row.tile.kind, f"could win{with_it}, but discards {tile_words(row.tile)}",
                       instead=instead)  # fmt: skip
        if wins or self._dealt_in(at, row, table, judge):
            self.judged += 1
        elif self._needs_worth(table) and not any(
            option.away <= 0 and _live(judge, option, table) for option in options_of(judge)
        ):
            # No discard leaves the hand ready with what it needs.
            self.unjudged += 1
        elif away <= _NEAR:
            self.judged += 1
            self._nearer(at, row.tile.kind, table, judge)

    def _needs_worth(self, table: Table) -> bool:
        """Whether a win needs points or a pattern, and a hand that is not ready may have none."""
        # In riichi a closed hand declares one.
        has_one = table.plan.family.declares_riichi and all(laid.concealed for laid in table.place(self.seat).sets)
        return table.plan.scorer is not None and not has_one

    def _dealt_in(self, at: int, row: ev.Discard, table: Table, judge: Judge) -> bool:
        """Whether somebody won with the tile, and another was safe from whoever was to be feared."""
        exchange = exchange_at(self.hand.rows, at)
        if exchange is None or exchange.taken is None or exchange.taken.kind != "mahjong":
            return False
        if outcome_of(self.hand) != "won":
            return False
        result = result_of(self.hand)
        others = [seat for seat in table.plan.seats if seat is not self.seat and seat not in table.dead]
        declared = [seat for seat in others if table.riichi_of(seat) is not None]
        feared = declared if set(result.winners) <= set(declared) else others
        harmless, risky = safe_from(table, feared), unseen_at(table, self.seat).risky
        held = [kind for kind, number in enumerate(table.place(self.seat).held) if number and kind != row.tile.kind]
        safe = [kind for kind in held if kind in harmless]
        if not safe and row.tile.kind in risky:
            safe = [kind for kind in held if kind not in risky]
        allowed = self._allowed(table) if safe else ()
        # Those that leave the hand as near as it can be. Early, without anybody in riichi, nobody goes back to be safe.
        options = (option for option in options_of(judge) if option.kind in safe and option.kind in allowed)
        far = {option.kind: option.away for option in options}
        least = min(far.values(), default=0)
        safe = [kind for kind in safe if far.get(kind) == least]
        made = next((option.away for option in options_of(judge) if option.kind == row.tile.kind), least)
        is_early = not declared and row.tile.kind not in risky and _draws_left(table, self.seat) > _EARLY
        if not safe or (is_early and least > made):
            return False
        payments = self.hand.report.payments
        paid = sum(amount for payer, to, amount in payments if payer is self.seat and to in result.winners) or None
        cost = f"; it cost {points(paid)}" if paid else ""
        back = f"; the hand would go back from {_near(made)} to {_near(least)}" if least > made else ""
        wins = f"{list_words([seat_name(seat) for seat in result.winners])} win{'' if len(result.winners) > 1 else 's'}"
        named = _tiles(safe) if len(safe) <= _MOST_NAMED else f"{_tiles(safe[:_MOST_NAMED])}, and others,"
        were = f"{named} {'was' if len(safe) == 1 else 'were'} safe, as far as could be seen{back}"
        words = f"discards {tile_words(row.tile)}, and {wins} with it: {were}{cost}"
        self._tell(at, "dealt-in", row.tile.kind, words, self._faces(table, safe), points=paid)
        return True

    def _nearer(self, at: int, tile: int, table: Table, judge: Judge) -> None:
        """Another discard left the hand nearer, or as near with more live tiles."""
        live = {option: _live(judge, option, table) for option in options_of(judge)}
        made = next(option for option in live if option.kind == tile)
        as_near = made.away if made.away <= _NEAR_AS_BEFORE else -1
        better = [
            option for option in live
            if live[option]
            and (option.away < made.away or (option.away == as_near and live[option] > _LEAST_SHARE * live[made]))
            and (option.away <= 0 or not self._needs_worth(table))
        ]  # fmt: skip
        better.sort(key=lambda option: (option.away, -live[option], option.kind))
        if not better or self._is_defence(table, tile, better[0].away):
            return
        risky, allowed = unseen_at(table, self.seat).risky, frozenset[int]()
        for option in better:
            further, unseen = made.away - option.away, sum(judge.left)
            cost = _cost(table, option.away, further, live[made], live[option], unseen)
            draws = min(cost, _draws_left(table, self.seat))
            if draws < _LEAST:
                continue
            allowed = allowed or self._allowed(table)
            if option.kind not in allowed or (option.kind in risky and tile not in risky):
                continue
            if _collects_one_suit(judge, tile, option.kind):
                continue
            alike = [each.kind for each in better if (each.away, live[each]) == (option.away, live[option])]
            alike = [kind for kind in alike if kind in allowed]
            # Of equals that one is named first, and linked, which is no red five.
            alike.sort(key=lambda kind: self._faces(table, [kind])[0].face != kind)
            now = _state(option.away, live[option]) if further else f"with {live[option]}"
            self._tell(
                at, "away" if further else "live", tile,
                f"discards {tile_words(TILES[tile])}: the hand is then {_state(made.away, live[made])}; "
                f"a discard of {_tiles(alike)} would leave it {now}",
                self._faces(table, alike), further, max(0, live[option] - live[made]), draws,
            )  # fmt: skip
            return

    def _is_defence(self, table: Table, made: int, away: int) -> bool:
        """Whether a discard may be a safe one, while there is somebody to be feared."""
        others = [seat for seat in table.plan.seats if seat is not self.seat and seat not in table.dead]
        declared = [seat for seat in others if table.riichi_of(seat) is not None]
        return bool(declared) and (away > 0 or made in safe_from(table, declared))

    def _allowed(self, table: Table) -> frozenset[int]:
        """The kinds that the rules let the player discard."""
        moves = legal_discards(self.bound, table, self.seat)
        return frozenset(move.tile.kind for move in moves if isinstance(move, ev.Discard))

    # -- claims ---------------------------------------------------------------------------------------------------

    def _could_claim(self, at: int, row: ev.Discard, table: Table) -> None:
        """A tile of another, which would have won, or made the hand ready; `table`: with the tile on it."""
        judge = judge_of(table, self.seat)
        if judge is None or judge.size() != HAND_TILES - 1 or table.riichi_of(self.seat) is not None:
            return
        lack = judge.lack(judge.place.held)
        if lack.tiles > 2 or not lack.wanted >> row.tile.kind & 1:
            return
        exchange = exchange_at(self.hand.rows, at)
        called = {call.seat for call in (*exchange.called, exchange.taken) if call} if exchange is not None else set()
        claims = claimable_at(self.bound, self.hand, at, (self.seat,), table) if self.seat not in called else None
        chances = claims.seats.get(self.seat, ()) if claims is not None else ()
        can = {claim.kind: claim for claim in chances if claim.verdict == "allowed"}
        if lack.tiles == 1:
            if "mahjong" in can:
                words = f"could win with {tile_words(row.tile)}, but lets it pass"
                self._tell(at, "win", row.tile.kind, words, instead=f"claim {self.seat.value} mahjong", is_next=True)
            return
        ways = [(claim.kind, tiles) for claim in can.values() for tiles in claim.sets]
        ready = [(*best, kind, tiles) for kind, tiles in ways for best in self._ready_with(table, kind, tiles)]
        if ready and (table.plan.scorer is None or judge.place.sets):
            live, away, kind, tiles = max(ready, key=lambda way: way[0])
            wanted = sum(judge.left[needed] for needed in lack.kinds)
            draws = min(_cost(table, 0, 1, wanted, live, sum(judge.left)), _draws_left(table, self.seat))
            if draws < _LEAST:
                return
            words = (
                f"lets {tile_words(row.tile)} pass; {_set(kind, tiles)}, and a discard of {tile_words(TILES[away])}, "
                f"would make the hand {_state(0, live)}"
            )
            laid = format_tiles([tile.face for tile in tiles]).replace(" ", "")
            self._tell(
                at, "missed", row.tile.kind, words, tiles, 1, 0, draws, is_next=True,
                instead=f"claim {self.seat.value} {kind}; expose {self.seat.value} {kind} {laid}",
            )  # fmt: skip

    def _ready_with(self, table: Table, kind: str, tiles: tuple[Tile, ...]) -> Iterator[tuple[int, int]]:
        """The live tiles that a hand with this set would wait for, and the discard that leads there."""
        position = Position(table.copy(), self.hand.start.steps)
        position.carry_out(ev.Claim(seq=1, seat=self.seat, for_=kind))  # type: ignore[arg-type]
        position.carry_out(ev.Expose(seq=1, seat=self.seat, kind=kind, tiles=tiles))  # type: ignore[arg-type]
        judge = judge_of(position.table, self.seat)
        if judge is None or judge.size() != HAND_TILES:
            return
        allowed = None
        for option in options_of(judge):
            live = _live(judge, option, position.table) if option.away == 0 else 0
            if live:
                allowed = self._allowed(position.table) if allowed is None else allowed
                if option.kind in allowed:
                    yield live, option.kind

    def _has_laid_down(
        self, at: int, row: ev.Expose, lack: Lack, live: int, unseen: int, left: float, table: Table
    ) -> None:  # fmt: skip
        """Whether the hand is further from being ready with the set than before; `table`: after it."""
        after = judge_of(table, self.seat)
        if after is None or after.size() != HAND_TILES:
            return
        best = min(options_of(after), key=lambda option: (option.away, -option.draws.left))
        further = best.away - (lack.tiles - 1)
        if further <= 0:
            return
        what = _set(row.kind, row.tiles)
        if best.away >= HAND_TILES:
            self._tell(
                at, "ruined", row.tiles[0].kind, f"lays down {what}: nothing can complete the hand any more", draws=left
            )
            return
        draws = min(_cost(table, lack.tiles - 1, further, best.draws.left, live or 1, unseen), left)
        was = _state(lack.tiles - 1, live)
        words = f"lays down {what}: the hand was {was}, and is {_state(best.away, best.draws.left)}"
        if draws >= _LEAST:
            self._tell(at, "ruined", row.tiles[0].kind, words, away=further, draws=draws)


def _collects_one_suit(judge: Judge, made: int, better: int) -> bool:
    """Whether the better discard is of a suit that at least `_ONE_SUIT` tiles are of, and the one made of another.

    By a score card nobody collects a suit for itself.
    """
    if not (is_suit(made) and is_suit(better)) or made // 9 == better // 9 or judge.nearest(judge.place.held):
        return False
    suit = range(better // 9 * 9, better // 9 * 9 + 9)
    laid = [laid.tiles[0] for laid in judge.place.sets]
    if any(is_suit(kind) and kind not in suit for kind in laid):
        return False
    return sum(judge.place.held[kind] for kind in suit) + 3 * sum(kind in suit for kind in laid) >= _ONE_SUIT


def _live(judge: Judge, option: Option, table: Table) -> int:
    """The tiles that bring a hand nearer after a discard; of a ready one those that it can win with."""
    if option.away or table.plan.scorer is None:
        return option.draws.left
    counts = list(judge.place.held)
    counts[option.kind] -= 1
    waits = judge.waits(counts)
    return sum(wait.left for wait in waits if wait.drawn is not None or wait.claimed is not None)


def _cost(table: Table, away: int, further: int, live: int, given_up: int, unseen: int) -> float:
    """How many draws more it takes, on average, with `live` tiles instead of those that were given up.

    `away`: how far from ready the hand was with those, `further` how much further it is now. `unseen`: the tiles that
    may be drawn. A hand that is ready gets what it waits for from everybody.
    """
    waiting = unseen / (len(table.plan.seats) if away == 0 else 1)
    if not further:
        return waiting / (live or 1) - waiting / given_up
    return further * unseen / (live or 1) + waiting / max(given_up, _OF_LIVE * live) - waiting / given_up


def _draws_left(table: Table, seat: Seat) -> float:
    """How many tiles a player can still draw, if nobody claims."""
    left = table.live_left_for(seat)
    return left if table.plan.wall.own else left / len(table.plan.seats)


# -- in words -------------------------------------------------------------------------------------------------------


def _tiles(kinds: Sequence[int]) -> str:
    return either([tile_words(TILES[kind]) for kind in kinds])


def _set(kind: str, tiles: Sequence[Tile]) -> str:
    return f"a {set_words(kind, tiles)}"


def _near(away: int) -> str:
    return f"{counted(away, 'tile')} from ready" if away > 0 else "ready"


def _state(away: int, live: int) -> str:
    """How near a hand is to being ready, and how many tiles bring it nearer."""
    return f"{_near(away)}, with {live or 'no'} live {'tile' if live == 1 else 'tiles'}"
