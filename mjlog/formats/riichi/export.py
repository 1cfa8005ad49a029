"""A game of riichi as it is written for other programs: its corrected log, hand by hand, and what they cannot say.

What a format cannot say at all refuses the export; what it leaves out is said, a line each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.valuing import han_terms_for
from mjlog.chain import compact_json
from mjlog.formats.played import (
    BETWEEN_HANDS,
    NotSayableError,
    OtherRulesError,
    is_under,
    parts_of,
    refuse_unsaid,
    replayed,
)  # fmt: skip
from mjlog.formats.riichi.transcript import NOT_UNDERSTOOD, OWN, STICK, Opening
from mjlog.log.records import GameRecord, Row
from mjlog.scoring.han_worth import HanTerms
from mjlog.seats import Seat
from mjlog.text import counted

_FEWEST_PLAYERS = 3


class PlayedHand(msgspec.Struct):
    """One hand. `opening`: how it begins, by places; `place_of`: the place of each seat."""

    opening: Opening
    place_of: Mapping[Seat, int]
    events: list[ev.Event] = msgspec.field(default_factory=list)

    def change(self, event: ev.Settlement) -> list[int]:
        """What everybody gained, by place."""
        by_place = {place: event.change.get(seat, 0) for seat, place in self.place_of.items()}
        return [by_place[place] for place in sorted(by_place)]

    def paid_for(self, win: ev.Mahjong) -> list[int] | None:
        """What everybody gained by a win, by place; None where that is not recorded."""
        settlements = (event for event in self.events if isinstance(event, ev.Settlement))
        paid = next((event for event in settlements if event.for_ in (None, win.seat)), None)
        return None if paid is None else self.change(paid)

    def giver(self, win: ev.Mahjong) -> int:
        """Who has discarded the tile that is won, or made the kong; the winner, where it was drawn."""
        if win.source not in ev.FROM_OTHERS:
            return self.place_of[win.seat]
        before = self.events[: self.events.index(win)]
        given = (event for event in reversed(before) if isinstance(event, ev.Discard | ev.Kong | ev.Bonus))
        return next((self.place_of[event.seat] for event in given), self.place_of[win.seat])


class PlayedGame(msgspec.Struct):
    """A game to be written. `handles`: the players by place, the first East first; `options`: as the game has them,
    `stated`: those that it names.

    `record`: of a game that was read from a foreign record, what that says of itself; `has`: what not every format can
    say, and how much of it there is; `terms`: what fu and han are worth.
    """

    handles: tuple[str, ...]
    options: Mapping[str, Any]
    stated: Mapping[str, Any]
    record: Mapping[str, Any]
    hands: list[PlayedHand]
    end: ev.GameEnd | None
    has: Mapping[str, int]
    terms: HanTerms

    def lost(self, carried: Collection[str]) -> list[str]:
        """What is not written in a format that carries these."""
        return [f"{what} ({count})" for what, count in self.has.items() if count > 0 and what not in carried]

    @property
    def own(self) -> dict[str, Any]:
        """What this program writes beside the fields of a format, and reads again: the rules that the game names."""
        unknown = {name: self.record[name] for name in (NOT_UNDERSTOOD,) if name in self.record}
        return {OWN: {"options": dict(self.stated), **unknown}}


def played_game(rows: Iterable[Row], name: str, hand: int | None, may_be_unseen: bool) -> PlayedGame:
    """The game of a log as corrected, or one hand of it.

    Raises:
        NotSayableError: it has something that is not said in other formats; no such hand was played.
    """
    engine = Engine(GameRecord(name, name, iter(()), corrected=True))
    reader = _Reader(engine, hand)
    for event in replayed(engine, rows):
        reader.take(event)
    findings = sum(len(report.findings) for report in engine.finish())
    return reader.game(findings, may_be_unseen)


class _Reader:
    """Takes the events of a game as they are replayed."""

    def __init__(self, engine: Engine, hand: int | None) -> None:
        self.engine = engine
        self.wanted = hand
        self.hands: dict[int, PlayedHand] = {}
        self.events: list[ev.Event] = []
        self.end: ev.GameEnd | None = None
        self.hand: PlayedHand | None = None

    def take(self, event: ev.Event) -> None:
        """The next event, which was carried out."""
        self.events.append(event)
        if isinstance(event, ev.HandStart):
            self.hand = self.hands[event.hand] = self.begun(event)
        elif isinstance(event, ev.GameEnd):
            self.end = event
        elif self.hand is not None and not isinstance(event, BETWEEN_HANDS):
            self.hand.events.append(event)

    def begun(self, event: ev.HandStart) -> PlayedHand:
        """How a hand begins, as it is stated or follows from those before."""
        table = self.engine.table
        players, standing = table.standing.players, table.standing
        if not table.plan.family.declares_riichi:
            raise OtherRulesError("this is no game of riichi")
        if not _FEWEST_PLAYERS <= len(players) == len(event.seats):
            raise NotSayableError("the format has all players of a game in each of its hands")
        if event.depth == "result":
            raise NotSayableError(f"hand {event.hand}: the format has no hands of which only the result is recorded")
        place_of = {seat: players.index(handle) for seat, handle in event.seats.items()}
        totals = event.totals or table.totals
        opening = Opening(
            4 * event.round.index + place_of[Seat.E], place_of[Seat.E], event.repeats or standing.repeats or 0,
            (standing.pot or 0 if event.pot is None else event.pot) // STICK,
            [totals.get(handle, 0) for handle in players],
            None if event.view is None else place_of[event.view],
        )  # fmt: skip
        return PlayedHand(opening, place_of)

    def game(self, findings: int, may_be_unseen: bool) -> PlayedGame:
        """The whole, once the log is at its end."""
        start = self.engine.frame.start
        if start is None or not self.engine.table.plan.family.declares_riichi:
            raise OtherRulesError("this is no game of riichi")
        if self.wanted is not None and self.wanted not in self.hands:
            raise NotSayableError(f"there is no hand {self.wanted}: {counted(len(self.hands), 'hand')} were played")
        hands = list(self.hands.values()) if self.wanted is None else [self.hands[self.wanted]]
        for number, hand in self.hands.items():
            if hand in hands:
                sayable = is_under if hand.opening.view is None else lambda _event: True
                refuse_unsaid(number, hand.events, sayable if may_be_unseen else None)
        end = self.end if self.wanted is None else None
        players = self.engine.table.standing.players or start.players
        has = {**parts_of(self.events if self.wanted is None else hands[0].events), "findings": findings}
        rules = self.engine.rules
        about = rules.options, start.options or {}, start.record or {}
        return PlayedGame(players, *about, hands, end, has, han_terms_for(rules))


def refuse_unpaid(game: PlayedGame) -> None:
    """The payments of each win must be recorded.

    Raises:
        NotSayableError: they are not.
    """
    for hand in game.hands:
        for event in hand.events:
            if isinstance(event, ev.Mahjong) and hand.paid_for(event) is None:
                raise NotSayableError(f"it is not recorded what was paid for {event.seat}'s win (event {event.seq})")


def log_lines(head: Mapping[str, Any], hands: Sequence[object]) -> Iterator[bytes]:
    """A file of JSON with a `log` of hands, a line each, behind its other fields."""
    yield f'{compact_json(head)[:-1]},"log":[\n'.encode()
    for number, hand in enumerate(hands, 1):
        yield f"{compact_json(hand)}{',' if number < len(hands) else ''}\n".encode()
    yield b"]}\n"
