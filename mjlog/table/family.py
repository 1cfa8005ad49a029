"""What kind of game a rule set has: one object a kind, which answers what differs between them.

Nobody asks which kind a game is of. A question says what is meant, as `winner_alone_scores`; what an event does to the
table in one kind alone is an act of that kind. How a new kind is written: CONTRIBUTING.md, "A family of games".
"""

from __future__ import annotations

from typing import Any

import msgspec

from mjlog.table.match_state import east_stays
from mjlog.tiles import from_card_numbers


class Family(msgspec.Struct, frozen=True):
    """Games in which every hand scores points: classical, western and their like. Other kinds say what they do else.

    `name`: by which a layer above finds what it has of this kind (how a hand is settled: `mjlog.audit.settling`).

    The hand. `aside_can_be_won`: a tile that is laid aside, until it is replaced. `wins_by_card`: complete hands
    are the lines of a score card, which must be at hand. `sets_count_three`: tiles of a hand, as the fourth of a
    kong is replaced. `has_round_winds`: a wind prevails, and is told. `has_indicators`: dora are turned.
    `declares_riichi`: a discard that calls is a riichi. `red_fives`: how many fives of bamboo, characters and dots
    are red, where some can be.

    Faults. `has_dead_hands`: a hand can be declared dead; it pays the winner (`dead_hands_pay`), and plays on
    (`dead_hands_play_on`) or is passed over. `empty_calls_kill`: it is dead, too, when its player takes a call for a
    win back. `has_chombo`: a fine can end the hand. `false_win`: the act that says that a win is none, as it is typed,
    where there is one. `fines_go_to_nobody`: they are taken off the final score.

    Its end. `most_winners` may win one tile. `aborts`: for what it ends before its time. `winner_alone_scores`: the
    hands of the others are worth nothing. `counts_han`: worth is told in han and fu. `is_settled_singly`: each of
    several winners shows, scores and is paid by itself. `shares_total`: it is paid by the discarder, or shared by all.
    `nobody_pays_for_all`: why, and what is said instead. `draws_have_reasons`: a hand is drawn for a reason, and who
    was ready is shown, or told.

    The game. `start_points`: of everybody. `goes_on_in_stakes`: repeats, and what lies on the table, go over to the
    next hand. `calls_are_inferred`: records of others have no calls, which follow from what they led to.
    """

    aborts: frozenset[str] = frozenset()
    dead_hands_play_on: bool = False
    empty_calls_kill: bool = False
    false_win: str | None = None
    fines_go_to_nobody: bool = False
    has_dead_hands: bool = True
    most_winners: int = 1
    red_fives: tuple[int, int, int] | None = None
    start_points: int = 0
    winner_alone_scores: bool = False

    name = "points"
    aside_can_be_won = False
    calls_are_inferred = False
    counts_han = False
    dead_hands_pay = False
    declares_riichi = False
    draws_have_reasons = False
    goes_on_in_stakes = False
    has_chombo = False
    has_indicators = False
    has_round_winds = True
    is_settled_singly = False
    nobody_pays_for_all = ""
    sets_count_three = True
    shares_total = False
    wins_by_card = False

    def spelled(self, text: str) -> str:
        """A text with its tiles in the letters of this program, where people write others."""
        return text

    def won_face(self, table: Any, kind: int, is_claimed: bool) -> int:
        """The face of the tile of this kind that a hand is won with: of the one claimed, or of the one drawn."""
        return kind

    def keeps_east(self, table: Any) -> bool | None:
        """Whether East keeps the seat after the hand before, whatever is played; None where nobody can say."""
        return east_stays(table.standing, table.plan.east_leaves_after, table.plan.east_always_leaves)

    def round_words(self, table: Any) -> str:
        """The round of a hand as players say it; nothing where there are none."""
        return str(table.round.wind_name.capitalize())

    def hand_words(self, table: Any) -> str:
        """What players call a hand."""
        return f"{self.round_words(table)} round, hand {table.hand}"

    # -- acts: what an event does to the table, beside what it does in every game --------------------------------------

    def begin_hand(self, table: Any, event: Any) -> None:
        """A hand begins, with what is stated of totals and of what lies on the table."""

    def new_state(self) -> Any:
        """What is known of a hand beside the rest (`Table.riichi`); None where there is no more."""

    def draw(self, table: Any, place: Any, tile: Any, position: int | None) -> None:
        """A tile is drawn from this place of the wall, where that is known."""

    def replace(self, table: Any, place: Any, tile: Any, position: int | None, aside: bool = False) -> None:
        """A loose tile is drawn for a kong, or a tile for one laid `aside`."""

    def lay_aside(self, table: Any, place: Any, tile: int) -> None:
        """A tile is laid aside, which can be won."""

    def discard(self, table: Any, place: Any, event: Any) -> None:
        """A tile is discarded."""

    def claim(self, table: Any, place: Any, event: Any, tile: int) -> None:
        """A discard is claimed for a set."""

    def make_kong(self, table: Any, place: Any, event: Any, tile: int) -> None:
        """A kong is made out of the hand."""

    def rob_kong(self, table: Any, laid: Any) -> None:
        """A kong is robbed, which leaves a pung of it, where one lies there."""

    def turn_indicator(self, table: Any, event: Any) -> None:
        """A dora indicator is turned."""

    def win(self, table: Any, place: Any, source: str) -> None:
        """A hand is won."""

    def win_too(self, table: Any, place: Any) -> None:
        """Another has won with the same tile."""

    def end_in_a_draw(self, table: Any, event: Any) -> None:
        """Nobody wins."""

    def show(self, table: Any, place: Any, event: Any) -> None:
        """A hand is laid down."""


class Card(Family, frozen=True):
    """Games whose hands win by the lines of a score card: American."""

    name = "card"
    dead_hands_pay = True
    has_round_winds = False
    nobody_pays_for_all = "by a score card everybody pays, the discarder double; say who discarded it"
    sets_count_three = False
    wins_by_card = True

    def round_words(self, table: Any) -> str:
        """There are no rounds."""
        return ""

    def hand_words(self, table: Any) -> str:
        """By its number."""
        return f"Hand {table.hand}"

    def spelled(self, text: str) -> str:
        """A text with its tiles in the letters of this program: cards print a zero for the white dragon."""
        return from_card_numbers(text)


POINTS, WINNER_ALONE = Family(), Family(winner_alone_scores=True)
CARD = Card(false_win="dead {} false-mahjong", winner_alone_scores=True)
