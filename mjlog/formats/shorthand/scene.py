"""The scene that an act is read in: the table as it stands, and what this record writes down of its own accord."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.valuing import han_terms_for
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import NotationError
from mjlog.rules import Bound, violations
from mjlog.rulesets import Rules
from mjlog.scoring import Settlement
from mjlog.scoring.han_worth import HanTerms
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD, A_DRAW, A_LOOSE_TILE, CLOSING, DONE, NOTHING
from mjlog.tiles import CODES, UNKNOWN

Fields = dict[str, Any]
"""An event without its `seq`, as plain JSON values."""


class Habits(msgspec.Struct, frozen=True):
    """What is written down without being typed.

    `draws`: the draw before an act of the hand; `passes`: of everybody who lets a discard go; `numbers`: of discards,
    kongs and answers; `inferred`: what nobody saw is marked as filled in by the program.
    """

    draws: bool = False
    passes: bool = False
    numbers: bool = False
    inferred: bool = False

    @classmethod
    def named(cls, names: str) -> Habits:
        """Habits by their names, with blanks between them.

        Raises:
            NotationError: there is no such habit.
        """
        wanted = names.lower().split()
        for name in wanted:
            if name not in cls.__struct_fields__:
                raise NotationError(f"{name!r} is no habit; expected some of {', '.join(cls.__struct_fields__)}")
        return cls(**dict.fromkeys(wanted, True))

    def __str__(self) -> str:
        return " ".join(name for name in self.__struct_fields__ if getattr(self, name))


def usual_habits(table: Table) -> Habits:
    """What is written down in a hand of its depth, where nothing else is said: draws only where everything is."""
    full = table.depth == "full"
    return Habits(draws=full, passes="pass" in table.every, inferred=full)


class Scene(msgspec.Struct):
    """A table, the rules in force there, and habits (None: the usual ones of the hand's depth).

    `owed`: what is to be paid for the hand that has ended, in points per seat, as far as it can be computed; if a seat
    pays for all, given that seat; `owed_to`: the same for one of several winners; `owed_jokerless`: for a hand of a
    card without jokers. `unannounced`: whose score the payments wait for, with what the hand is worth. `rules`: those
    that are played by; `cards`: the score cards at hand; `at_the_end`: totals and final scores, where the rules say
    how those are made; `announced`: scores that may be said again at the table, which adds nothing; in a text each
    stands for an event.
    """

    table: Table
    bound: Bound
    stated: Habits | None = None
    owed: Callable[[Seat | None], dict[str, int] | None] = lambda payer: None
    at_the_end: Callable[[], tuple[dict[str, int], dict[str, int]] | None] = lambda: None
    owed_to: Callable[[Seat], dict[str, int] | None] = lambda winner: None
    unannounced: Callable[[], Mapping[Seat, int | None]] = dict
    owed_jokerless: Callable[[], dict[str, int] | None] = lambda: None
    rules: Rules | None = None
    cards: CardShelf = NO_CARDS
    announced: Mapping[Seat, ev.Score] = msgspec.field(default_factory=dict)

    @property
    def habits(self) -> Habits:
        """The habits in force."""
        return self.stated if self.stated is not None else usual_habits(self.table)

    @property
    def no_hand(self) -> bool:
        """Whether no hand is being played."""
        return self.table.due in (NOTHING, CLOSING, DONE)

    @property
    def terms(self) -> HanTerms | None:
        """How fu and han are valued; None where hands are not scored by them."""
        return han_terms_for(self.rules) if self.rules and self.rules.scoring and self.rules.scoring.by_fu else None

    @property
    def declared_by_drawing(self) -> bool:
        """Whether a win that is about to be declared is by a tile of the wall, as far as the table tells."""
        return self.table.due == A_DISCARD

    def next_seat(self) -> Seat:
        """The seat whose act an act without a seat is.

        Raises:
            NotationError: moves were missed, and nothing since then tells whose turn it is.
        """
        if Fact.TURN in self.table.in_doubt and not self.table.turn_told:
            raise NotationError("whose act is it? moves were missed: expected a seat before it, like `w6d`")
        return self.table.turn

    def refuses(self, event: Any) -> bool:
        """Whether a rule speaks against the event."""
        return bool(violations(self.bound, self.table, event))

    # -- what goes before an act, untyped ---------------------------------------------------------------------------

    def before(self, seat: Seat, tile: int | None = None) -> list[Fields]:
        """What lies between the last event and an act of a seat with tiles of its hand: passes, a tile taken.

        `tile`: the tile that was taken, where it was typed.
        """
        table = self.table
        place = table.place(seat)
        events: list[Fields] = []
        takes = table.due in (A_DRAW, A_LOOSE_TILE) and table.turn is seat
        events += self.passes() if takes else []
        due = place.owed_bonus or int(takes)
        if tile is None and not self.habits.draws:
            return events
        for number in range(due):
            last = number == due - 1
            events.append(self.taken(seat, tile if last else None))
        if not due and tile is not None:
            events.append(self.taken(seat, tile))
        return events

    def taken(self, seat: Seat, tile: int | None) -> Fields:
        """A tile taken from the wall, by the seat, of the kind that is due."""
        table = self.table
        kind = "kong-replacement" if table.loose_due is seat else "draw"
        if table.place(seat).owed_bonus:
            kind = "draw" if table.plan.bonus_from_live else "bonus-replacement"
        known = tile
        if known is None:
            is_loose = kind in _FROM_THE_LOOSE and not table.plan.bonus_from_live
            known = table.next_loose(seat) if is_loose else table.next_live(seat)
        fields: Fields = {"type": kind, "seat": seat.value, "tile": CODES[UNKNOWN if known is None else known]}
        if known is None and self.habits.inferred:
            fields["basis"] = "inferred"
        return fields

    def passes(self, *but: Seat) -> list[Fields]:
        """The passes of all who have not answered the discard, or kong, in the order of turns."""
        if not self.habits.passes:
            return []
        return [self.answer("pass", seat) for seat in self.silent() if seat not in but]

    def silent(self) -> Iterator[Seat]:
        """Who has not answered the discard, or kong, that lies open."""
        table = self.table
        source = (
            table.kong.seat if table.kong is not None else table.discard.seat if table.discard is not None else None
        )
        if source is None or not (table.open or table.kong is not None):
            return
        for seat in source.others():
            if seat in table.plan.seats and seat not in table.answers:
                yield seat

    def answer(self, kind: str, seat: Seat, **more: Any) -> Fields:
        """A pass or a claim."""
        fields: Fields = {"type": kind, "seat": seat.value, **more}
        if self.habits.numbers:
            fields["number"] = self.table.number
        return fields

    def numbered(self, fields: Fields) -> Fields:
        """A discard or kong, with its number in the hand where the record counts them."""
        if self.habits.numbers:
            fields["number"] = self.table.number + 1
        return fields


def scene_of(replay: Engine, stated: Habits | None = None) -> Scene:
    """The table of a replay, for the next act to be read at."""
    rules = replay.rules
    return Scene(
        replay.table, rules.bound, stated,
        lambda payer: _by_letter(
            replay.ending.likely_settlement() if payer is None else replay.ending.paid_for_all(payer)
        ) if replay.table.standing.result_known else None,
        replay.ending.points_at_the_end, lambda winner: _by_letter(replay.ending.owed_to(winner)),
        replay.ending.unannounced, lambda: _by_letter(replay.ending.without_jokers()), rules, replay.frame.cards,
    )  # fmt: skip


def _by_letter(due: Settlement | None) -> dict[str, int] | None:
    return {seat.value: amount for seat, amount in due.change.items()} if due is not None else None


_FROM_THE_LOOSE = ("kong-replacement", "bonus-replacement")
