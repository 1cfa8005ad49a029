"""The table at one moment of a hand: who is known to hold what, and what is due next.

State is mutable and owned by one replay; everybody else gets `copy()`. Unknown is a value: a seat has the
concealed tiles that are known, as counts per kind, and a number of tiles that nobody saw.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from mjlog.events import Show, Source
from mjlog.seats import SEATS, Seat
from mjlog.table.facts import NO_FACT, Fact
from mjlog.table.match_state import MatchState
from mjlog.table.passing import Passing
from mjlog.table.place import Place, Shown, TableSet
from mjlog.table.plan import TablePlan
from mjlog.table.riichi import Declared, RiichiState
from mjlog.tiles import KINDS, UNKNOWN, counts_of

if TYPE_CHECKING:
    from mjlog.cards.rulings import Rulings

__all__ = ["Discarded", "KongMade", "Place", "Shown", "Table", "TableSet", "Throw", "Wall", "Win"]

# What is due next at the table, in the order of a hand; up to the Charleston a record may leave out what was done.
NOTHING, DEALING, PASSING, A_DISCARD, A_DRAW, A_LOOSE_TILE, CLOSING, DONE = range(8)
ALL_DUES = range(8)
DUE_WORDS = (
    "nothing", "the deal", "the Charleston", "a discard", "a draw or a claim", "a loose tile", "the hands and scores",
    "nothing",
)  # fmt: skip
CLAIM_RANK = {"chow": 1, "pung": 2, "kong": 2, "quint": 2, "sextet": 2, "mahjong": 3}
"""Mahjong goes before pung and kong, these before chow."""


class Discarded(msgspec.Struct, gc=False):
    """A discard as it lies. `claimed_by` is None while it lies in the middle; `named`: the tile that was said last.

    `at`: which of the acts of the hand it was (`Table.acts`); `misnamed`: a name that was said before was not that of
    the tile. `face`: that of the tile; `riichi` was declared with it.
    """

    seat: Seat
    tile: int
    seq: int
    claimed_by: Seat | None = None
    named: int | None = None
    at: int = 0
    misnamed: bool = False
    face: int = UNKNOWN
    riichi: bool = False

    @property
    def is_under_a_wrong_name(self) -> bool:
        """Whether the name said last is not that of the tile, for certain."""
        return self.named not in (None, UNKNOWN, self.tile) and self.tile != UNKNOWN

    def name_again(self, kind: int) -> None:
        """Another name is said."""
        self.misnamed = self.misnamed or self.is_under_a_wrong_name
        self.named = kind


class KongMade(msgspec.Struct):
    """A kong out of the hand that can still be robbed, or a tile laid aside that can still be won (`source` bonus)."""

    seat: Seat
    tile: int
    concealed: bool
    seq: int
    source: Literal["kong", "bonus"] = "kong"


class Win(msgspec.Struct, frozen=True):
    """How a hand was won, as the table stood at that moment.

    `visible` counts the tiles lying open per kind; `last_tile`: the live wall was used up; `streak`: kongs made one
    upon the other, without a discard in between, for certain if `sure_streak`; `first_discard`: nobody but East
    had discarded, and East once; `dealt`: nobody had discarded yet. `line`: of the card, as it was named. `at`:
    which of the acts of the hand the declaration was (`Table.acts`). `liable`: who was named to answer for it.
    `after_bonus`: with a loose tile that replaced no kong.
    `misnamed`: the tile is what the discarder said, and not what was discarded. `apart`: a tile drawn was kept apart.
    """

    seat: Seat
    source: Source
    tile: int | None
    visible: tuple[int, ...]
    last_tile: bool | None
    streak: int
    sure_streak: bool
    calling: bool
    untouched: bool
    first_discard: bool
    dealt: bool
    discarder: Seat | None
    danger: str | None
    seq: int
    line: str | None = None
    at: int = 0
    liable: Seat | None = None
    after_bonus: bool = False
    misnamed: bool = False
    apart: bool = True


class Unracked(NamedTuple):
    """A tile drawn that does not stand on the rack yet: the table `before` the draw, and `after` it, where the tile has
    gone back to the wall for a call (american/call-1)."""

    before: Table
    after: Table | None = None


class Fed(NamedTuple):
    """A dangerous discard that was claimed.

    `dangers`: that it fed; `judged`: whether the supplier had a choice, by what was known then, and `stated`: as
    recorded. `harmless`: the kinds of which one in the hand was a choice; `at`: which of the acts of the hand it was.
    """

    claimer: Seat
    supplier: Seat
    tile: int
    dangers: int
    judged: str
    stated: str | None
    harmless: tuple[int, ...]
    at: int


class Throw(NamedTuple):
    """A throw that counts: who threw, what the dice show together, and what each of them shows."""

    seat: Seat | None
    total: int
    dice: tuple[int, ...] = ()


class Wall(msgspec.Struct):
    """The wall as far as it is known. `tiles` is None where it was not recorded.

    `taken`: how far the live end has come, the deal included; `loose_taken` the other, in order of its replacements.
    `displaced`: which tile may lie where which other is written down. `faces`: the tiles as they look.
    `out`: the positions of tiles that were taken before it was their turn, as long as neither end has come to them.
    `own`: how many tiles each seat has taken, where each has a wall of its own.
    """

    tiles: tuple[int, ...] | None = None
    taken: int = 0
    loose_taken: int = 0
    displaced: frozenset[tuple[int, int]] = frozenset()
    faces: tuple[int, ...] | None = None
    out: frozenset[int] = frozenset()
    own: tuple[int, ...] = (0, 0, 0, 0)

    def take_own(self, seat: Seat, number: int = 1) -> None:
        """A seat takes tiles of the wall that is its own."""
        self.own = tuple(taken + number * (each_seat is seat) for each_seat, taken in zip(SEATS, self.own, strict=True))

    def face_at(self, position: int | None) -> int:
        """The face of the tile that lies at a place of the wall; unknown where nobody wrote it down."""
        known = self.faces is not None and position is not None and 0 <= position < len(self.faces)
        return self.faces[position] if known else UNKNOWN  # type: ignore[index]


class Table:
    """A hand at one moment, and what runs through the whole game.

    *The game*: `agreed`, what was agreed on, and `plan`, what this hand is played by: another one where it is a goulash
    (`plans`: by which it may be played, where nobody knows); `standing`, what runs from hand to hand; `totals`, the
    points of each player; `card`, the score card, where one is in force and at hand; `every`, the kinds of things of
    which the record has every one. *The hand*: `hand`, its number; `round`, the wind that prevails; `players`, who sits
    where; `depth`, how much of it was recorded, and `view`, as seen from which seat, if from one only; `places`, the
    tiles of each player.

    *The setup*: `rolls`, the throws for the break by purpose; `broken`, the break is recorded; `wall`, its tiles;
    `dealing`, in which order they are dealt, and `in_deal`, how many have been; `passing`, the Charleston where one is
    played; `in_setup`, bonus tiles and kongs are laid out in turn before the first discard, or nothing is dealt yet,
    and `setup_seat`, who did so last.

    *The turn*: `due`, what comes next, and `turn`, by whom; `whence`, where that player has the latest tile from:
    `wall`, `loose` (a replacement), `discard` (a claim) or `exchange` (of a joker); `loose_due`, who is to take a
    replacement for a kong, and `loose_for_kong`, the latest loose tile was one; `call_due`, who has just discarded,
    lacks one tile and has not said so; `acts`, how many discards, sets laid and declarations there were so far:
    they are counted, for what came first is not told by the numbers of events (a corrected one has that of its
    correction). `number`, that of the latest act, in records that number them.

    *Claims*: `discards`, all of them; `discard`, the latest one, and `open`, it can be claimed; `claims`, who calls it
    for what; `claimed_sets`, the chows that were named in a call; `answers`, who has called or let it go; `refused`,
    whose claims stand although the rules do not allow them; `dropped`, whose call went before all others when a tile
    was drawn in its place, until another player acts; `unracked`, a tile was drawn and does not stand on the rack: the
    discard can still be called, or has been; `withdrawn`, who has taken back a mahjong that was shown, and is to lay
    down a set instead. *Kongs*: `kong`, the one just made, which can be robbed;
    `kong_streak`, how many were made one upon the other; `robbed`, whose was robbed.

    *Tiles*, as counts per kind: `visible`, those that lie open; `thrown`, those discarded; `seen`, all that somebody
    has written down. *Danger*: `dangers`, what the sets of each seat threaten; `fed`, the dangerous discards that were
    claimed; `danger`, whether the latest claim was of one, and with a choice. `riichi`: what was declared and turned;
    None where it is not played. `dead`: whose hands are dead, and for what reason.

    *The end*: `wins`, of all who won the hand, in order (`winner` and `win` are the first); `vain`, others who declared
    on the same tile, and whose declaration does not count; `no_wins`, whose hand is none; `before_win`, the table
    before it was declared; `washout`, the hand was drawn, `washout_for` why, and `washout_seats` who was named;
    `scores`, as announced; `settlement`, what was paid in all, and `paid`, the winners whose payments were stated, None
    for those of all; `penalties`, who was fined how much.

    *What is not known*: `in_doubt`, of that which rules rely on (of `HAND`, of somebody: see `Place.sure`); `gaps`, how
    often moves were missed; `misread`, how many of the tiles seen were others than they were written down as;
    `turn_told`, after that something has told whose turn it is; `sure_number` and `sure_streak`, the count of acts, and
    of kongs, is right.

    Everything is public to read; only `mjlog.table` writes (and what explains a fault: `mjlog.audit.explanations`).
    """

    def __init__(self, plan: TablePlan) -> None:
        self.plan = self.agreed = plan
        self.players: dict[Seat, str] = {}
        self.totals: dict[str, int] = {}
        self.hand = 0
        self.round = Seat.E
        self.depth = "full"
        self.view: Seat | None = None
        self.every: frozenset[str] = frozenset()
        self.standing = MatchState()
        self.card: Rulings | None = None
        self.in_doubt = NO_FACT
        self.clear_hand()

    def clear_hand(self) -> None:
        """Everything that belongs to one hand goes back to the empty table."""
        self.places = [Place(seat) for seat in SEATS]
        self.wall = Wall()
        self.due = NOTHING
        self.turn = Seat.E
        self.turn_told = False
        self.number = 0
        self.sure_number = True
        self.misread = 0
        self.in_doubt = self._unknown_at_the_start()
        self.gaps = 0
        self.in_deal = 0
        self.dealing = self.plan.dealing
        self.rolls: dict[str, Throw] = {}
        self.passing = Passing(order=self.plan.passes) if self.plan.passes else None
        self.dead: dict[Seat, str] = {}
        self.broken = False
        self.call_due: Seat | None = None
        self.setup_seat = Seat.E
        self.in_setup = True
        self.discards: list[Discarded] = []
        self.discard: Discarded | None = None
        self.acts = 0
        self.open = False
        self.claims: dict[Seat, str] = {}
        self.claimed_sets: dict[Seat, tuple[int, ...]] = {}
        self.answers: set[Seat] = set()
        self.refused: frozenset[Seat] = frozenset()
        self.dropped: Seat | None = None
        self.unracked: Unracked | None = None
        self.withdrawn: Seat | None = None
        self.kong: KongMade | None = None
        self.loose_due: Seat | None = None
        self.loose_for_kong = False
        self.kong_streak = 0
        self.sure_streak = True
        self.whence = "wall"
        self.visible: list[int] = [0] * KINDS
        self.thrown: list[int] = [0] * KINDS
        self.seen: list[int] = [0] * KINDS
        self.dangers = [0, 0, 0, 0]
        self.fed: tuple[Fed, ...] = ()
        self.danger: str | None = None
        self.robbed: Seat | None = None
        self.before_win: Table | None = None
        self.winner: Seat | None = None
        self.win: Win | None = None
        self.wins: tuple[Win, ...] = ()
        self.vain: tuple[Win, ...] = ()
        self.no_wins: frozenset[Seat] = frozenset()
        self.paid: tuple[Seat | None, ...] = ()
        self.washout = False
        self.washout_for = ""
        self.washout_seats: tuple[Seat, ...] = ()
        self.scores: dict[Seat, int] = {}
        self.settlement: dict[Seat, int] | None = None
        self.penalties: list[tuple[Seat, int]] = []
        self.riichi: RiichiState | None = self.plan.family.new_state()

    def begin_hand_as(self, *, goulash: bool | None) -> None:
        """A hand begins: an ordinary one, or a goulash, which replays a drawn one; None: nobody knows."""
        self.plan = self.agreed
        if goulash and self.agreed.goulash is not None:
            self.plan = self.agreed.goulash
        self.clear_hand()
        if goulash is None:
            self.doubt_goulash()

    def doubt_goulash(self) -> None:
        """Nobody knows whether the hand is a goulash, where the rules have any: the one before may have been drawn."""
        if self.agreed.goulash is not None:
            self.in_doubt |= Fact.GOULASH

    def play_goulash(self) -> None:
        """The hand that has begun is a goulash, as it turns out."""
        if self.agreed.goulash is not None:
            self.plan = self.agreed.goulash
            self.learn(Fact.GOULASH)
            self.passing = Passing(order=self.plan.passes)

    @property
    def plans(self) -> tuple[TablePlan, ...]:
        """What the hand may be played by: one plan, or two where nobody knows whether it is a goulash."""
        if self.agreed.goulash is not None and Fact.GOULASH in self.in_doubt:
            return self.agreed, self.agreed.goulash
        return (self.plan,)

    def _unknown_at_the_start(self) -> Fact:
        """What is not known when a hand begins: for want of the card, of hands before, or of all that is not seen."""
        unknown = self.in_doubt & Fact.HANDS
        if not self.has_card:
            unknown |= Fact.CARD
        return unknown if self.depth == "full" else unknown | Fact.DRAWS

    def copy(self) -> Table:
        """An independent table: changing either leaves the other alone."""
        # Not left to the copy module: a viewer that jumps, and every win, copies a table.
        twin = Table.__new__(Table)
        twin.__dict__ = state = vars(self).copy()
        for name in _SHALLOW:
            state[name] = state[name].copy()
        twin.places = [place.copy() for place in self.places]
        twin.wall = msgspec.structs.replace(self.wall)
        twin.discards = self.discards.copy()
        if twin.discards:
            # Only the latest discard can still change: it may be claimed.
            discard = twin.discards[-1]
            twin.discards[-1] = msgspec.structs.replace(discard)
        twin.riichi = self.riichi.copy() if self.riichi is not None else None
        twin.passing = self.passing.copy() if self.passing is not None else None
        twin.discard = twin.discards[-1] if self.discard is not None else None
        return twin

    def become(self, other: Table) -> None:
        """Go back to another state of the same table, which stays what it is: others may go back to it, too."""
        vars(self).update(vars(other.copy()))

    def unknown_facts(self, seat: Seat | None = None) -> Fact:
        """What is not known here, for the player in a seat; of nobody's act no hand is needed.

        >>> from mjlog.rulesets import default_rules
        >>> Table(default_rules("classical").plan).unknown_facts(Seat.E)
        <Fact: 0>
        """
        unknown = self.in_doubt
        if Fact.HAND in unknown and (seat is None or self.place(seat).sure):
            unknown &= ~Fact.HAND
        return unknown

    def learn(self, facts: Fact) -> None:
        """These are known again: an act has told them."""
        self.in_doubt &= ~facts

    def win_of(self, seat: Seat) -> Win | None:
        """How a player has won the hand; None for who has not."""
        for win in self.wins:
            if win.seat is seat:
                return win
        return None

    @property
    def declared(self) -> tuple[Win, ...]:
        """All declarations of mahjong that ended the hand, those that do not count among them, in their order."""
        return tuple(sorted((*self.wins, *self.vain), key=lambda win: win.at)) if self.vain else self.wins

    def declared_by(self, seat: Seat) -> Win | None:
        """How a player has declared mahjong, rightly or not; None for who has not."""
        for win in self.declared if self.vain else self.wins:
            if win.seat is seat:
                return win
        return None

    @property
    def sound_wins(self) -> tuple[Win, ...]:
        """The wins whose hand is not known to be none."""
        return tuple(win for win in self.wins if win.seat not in self.no_wins) if self.no_wins else self.wins

    @property
    def latest_winner(self) -> Seat | None:
        """Who has declared mahjong last."""
        return self.declared[-1].seat if self.wins else None

    @property
    def may_take_back(self) -> Seat | None:
        """Who can take a declaration of mahjong back: the latest one, as long as no hand was shown since.

        Where a mahjong on a discard may become an exposure, also with tiles of that hand shown, and no other's.
        """
        before, win = self.before_win, self.win
        if win is not None and win.source == "discard" and self.plan.withdrawn_mahjong == "exposure":
            is_over = self.settlement is not None or bool(self.scores)
            others = any(place.shown is not None and place.seat is not win.seat for place in self.places)
            return None if is_over or others else self.latest_winner
        shown = [place.seat for place in self.places if place.shown is not None]
        earlier = before.places if before is not None else ()
        is_new = len(shown) > sum(1 for place in earlier if place.shown is not None)
        return None if is_new else self.latest_winner

    def count_act(self) -> int:
        """One more act whose place among the others counts: which one it is."""
        self.acts += 1
        return self.acts

    def place(self, seat: Seat) -> Place:
        """The place of a seat."""
        return self.places[seat.index]

    def next_in_turn(self, seat: Seat) -> Seat:
        """Whose turn comes after this seat's: the next in play, but for dead hands (american/dead-5; not in riichi)."""
        following = self.plan.after[seat.index]
        while following in self.dead and following is not seat and not self.plan.family.dead_hands_play_on:
            following = self.plan.after[following.index]
        return following

    def riichi_of(self, seat: Seat) -> Declared | None:
        """The riichi of a player."""
        return self.riichi.of(seat) if self.riichi is not None else None

    @property
    def indicators(self) -> tuple[int, ...]:
        """The faces of the indicators that were turned, but for those under them."""
        return self.riichi.indicators if self.riichi is not None else ()

    @property
    def open_discard(self) -> Discarded | None:
        """The latest discard, while it lies open to be claimed."""
        return self.discard if self.open or self.unracked is not None else None

    @property
    def wins_misnamed(self) -> bool:
        """Whether the latest discard completes a hand as what it was called, not as what it is (american/error-2)."""
        is_wrong = self.discard is not None and self.discard.is_under_a_wrong_name
        return is_wrong and self.plan.misnamed_mahjong != "none"

    @property
    def tile_to_win(self) -> int:
        """The kind with which the latest discard completes a hand."""
        if self.discard is None:
            return UNKNOWN
        return self.discard.named if self.wins_misnamed and self.discard.named is not None else self.discard.tile

    @property
    def has_card(self) -> bool:
        """Whether the score card is at hand by which hands win, where they win by one."""
        return self.card is not None or not self.plan.family.wins_by_card

    def player_at(self, seat: Seat) -> str | None:
        """Who sits there; before the first hand as the game names its players, from the first East."""
        if self.players:
            return self.players.get(seat)
        return dict(zip(self.plan.seats, self.standing.players, strict=False)).get(seat)

    @property
    def known_totals(self) -> dict[str, int] | None:
        """What each player has in all; None where nobody can say, or a fault leaves open what it should be."""
        return self.totals if self.standing.totals_sure else None

    @property
    def counted_totals(self) -> dict[str, int] | None:
        """What each player has in all as long as nothing else is said; None where nobody can say."""
        return self.totals if self.standing.totals_known else self.standing.counted

    @property
    def live_end(self) -> int:
        """The position that the live wall ends before, after the replacements taken so far."""
        ends, taken = self.plan.wall.live_ends, self.wall.loose_taken
        return ends[taken] if taken < len(ends) else ends[-1]

    @property
    def next_drawer(self) -> Seat:
        """Who draws the next tile, if nobody claims a discard before."""
        return self.turn if self.due == A_DRAW else self.next_in_turn(self.turn)

    @property
    def live_left(self) -> int:
        """Tiles that can still be drawn from the live wall (never negative); of own walls, by the next drawer."""
        return self.live_left_for(self.next_drawer if self.plan.wall.own else self.turn)

    def live_left_for(self, seat: Seat) -> int:
        """Tiles that a seat can still draw: of the live wall, or of the wall that is its own."""
        wall = self.wall
        if self.plan.wall.own:
            return sum(position not in wall.out for position in self._left_of_own(seat))
        end = self.live_end
        left = end - wall.taken
        if wall.out:
            left -= sum(wall.taken <= position < end for position in wall.out)
        return left if left > 0 else 0

    def _left_of_own(self, seat: Seat) -> range:
        """The positions in a seat's own wall that it has not come to."""
        return self.plan.wall.own_wall(seat)[self.wall.own[seat.index] :]

    @property
    def tiles_standing(self) -> list[bool]:
        """For each place of the wall whether its tile is still there."""
        plan, wall, dealt = self.plan.wall, self.wall, self.dealing
        standing = [True] * plan.size
        if plan.own:
            gone = [at for seat in SEATS for at in plan.own_wall(seat)[: wall.own[seat.index]]]
        elif wall.taken < dealt.size:
            gone = [*dealt.positions[: wall.taken]]
        else:
            gone = [*range(min(wall.taken, len(standing)))]
        for position in (*gone, *plan.loose[: wall.loose_taken], *wall.out):
            standing[position] = False
        return standing

    def live_position(self, seat: Seat) -> int | None:
        """Where the tile lies that a seat would draw next; None where its own wall is used up."""
        wall, plan = self.wall, self.plan.wall
        if plan.own:
            return next(iter(self._left_of_own(seat)), None)
        return plan.live_position(wall.taken, wall.loose_taken) if plan.meets else wall.taken

    def loose_position(self, seat: Seat) -> int | None:
        """Where the next replacement of a seat lies in the wall; None where none can be taken."""
        if self.plan.wall.own:
            return self.live_position(seat)
        return self.plan.wall.loose_position(self.wall.taken, self.wall.loose_taken)

    def can_be_number(self, number: int) -> bool:
        """Whether a discard or kong can have this number: the next one, and after a wrong one any."""
        return number == self.number + 1 or not self.sure_number

    def has_seen_all(self, kind: int, more: int = 0) -> bool:
        """Whether all tiles of a kind have certainly been seen, with so many more; of a tile not in play at once."""
        copies = self.plan.copies[kind]
        seen_here = Fact.COPIES not in self.in_doubt and self.seen[kind] + more >= copies + self.misread
        return not copies or seen_here

    def next_live(self, seat: Seat) -> int | None:
        """The kind that a seat's next draw must bring, or None where that is not certain."""
        return None if self.wall.tiles is None else self._kind_at(self.live_position(seat))

    def next_loose(self, seat: Seat) -> int | None:
        """The kind that a seat's next replacement must bring, or None where that is not certain."""
        return None if self.wall.tiles is None else self._kind_at(self.loose_position(seat))

    def _kind_at(self, position: int | None) -> int | None:
        tiles = self.wall.tiles or ()
        kind = tiles[position] if position is not None and position < len(tiles) else UNKNOWN
        return None if kind == UNKNOWN else kind

    @property
    def must_be_dealt(self) -> bool:
        """Whether tiles of the deal come next: it has begun, or is not left out of the record."""
        return self.due == DEALING and (bool(self.in_deal) or Fact.DRAWS not in self.in_doubt)

    @property
    def is_unfinished(self) -> bool:
        """Whether the end of a hand is still to come, of which more than the result is recorded."""
        return self.in_play and self.depth != "result"

    @property
    def in_play(self) -> bool:
        """A hand has begun and is neither won, washed out nor abandoned."""
        return self.due not in (NOTHING, CLOSING, DONE)

    def shown_tiles(self, event: Show) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """The concealed sets and the left-over tiles that a `show` lays down, as sorted kinds.

        Sets that lie on the table may be repeated in it: as many as there are tiles too many are taken for those. Of a
        hand of which neither sets nor a rest are written down nobody knows more than that it was laid down.
        """
        place = self.places[event.seat.index]
        if event.sets is None and event.rest is None:
            return (), (UNKNOWN,) * place.size
        sets = [tuple(sorted([tile.kind for tile in tiles])) for tiles in event.sets or ()]
        rest = tuple(sorted([tile.kind for tile in event.rest or ()]))
        excess = sum(map(len, sets)) + len(rest) - place.size
        for laid in place.sets if excess >= 2 else ():
            repeated = next((tiles for tiles in sets if excess >= 2 and laid.can_be(tiles)), None)
            if repeated is not None:
                sets.remove(repeated)
                excess -= len(repeated)
        return tuple(sets), rest

    def shown_counts(self, event: Show) -> list[int]:
        """The concealed tiles that a `show` lays down, as counts per kind."""
        sets, rest = self.shown_tiles(event)
        return counts_of(chain(*sets, rest))

    def strength(self, claimed: str, seat: Seat, discarder: Seat) -> tuple[int, int]:
        """How far a call goes before others: by what it is for, then by who is the next in turn.

        Where sets go to whoever calls first, that one goes before the others, but for who wins (riichi/claim-2).
        """
        if self.plan.first_call_first and claimed != "mahjong":
            calls = list(self.claims)
            return 0, -(calls.index(seat) if seat in calls else len(calls))
        return CLAIM_RANK.get(claimed, 0), -seat.ahead_of(discarder)

    @property
    def first_call(self) -> Seat | None:
        """Whose call stands and goes before all others; those that the rules refuse, or of dead hands, do not count."""
        if not self.claims or self.winner is not None or Fact.CLAIMS in self.in_doubt:
            return None
        caller = self.kong.seat if self.kong is not None else self.discard.seat if self.discard is not None else None
        calls = [seat for seat in self.claims if seat not in self.refused and seat not in self.dead]
        if caller is None or not calls:
            return None
        return max(calls, key=lambda seat: self.strength(self.claims[seat], seat, caller))

    @property
    def open_source(self) -> Literal["discard", "kong", "bonus"]:
        """Where a tile comes from that is won from another player now."""
        return self.kong.source if self.kong is not None else "discard"

    def latest_seq(self) -> int | None:
        """The seq that a claim or pass answers: the kong that can be robbed, else the open discard."""
        if self.kong is not None:
            return self.kong.seq
        return self.discard.seq if self.discard is not None else None


_SHALLOW = (
    "players", "dead", "rolls", "totals", "claims", "answers", "visible", "thrown", "seen", "dangers", "scores",
    "penalties", "standing",
)  # fmt: skip
