"""Which games and hands somebody looks for."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.club.facts import GameFacts
from mjlog.period import ALWAYS, Period
from mjlog.views.results import HandResult


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is not stated does not matter.

    `players`: handles, all of whom played; `place`, `table`: a part of the text, upper or lower case. The rest is
    asked of single hands, and all of it of the same one: `events`: types that all occur; `codes`, `severities`: of a
    finding, any of these; `won_by`: a handle; `limit_hand`: won by a limit hand, or as high as one; `washout`: drawn.
    """

    players: tuple[str, ...] = ()
    period: Period = ALWAYS
    ruleset: str | None = None
    place: str | None = None
    table: str | None = None
    events: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    won_by: str | None = None
    limit_hand: bool = False
    washout: bool = False

    @property
    def asks_of_hands(self) -> bool:
        """Whether anything is asked that a single hand answers."""
        asked = (self.events, self.codes, self.severities, self.won_by, self.limit_hand, self.washout)
        return any(asked)

    def can_begin(self, ruleset: str | None, place: str | None, table: str | None) -> bool:
        """Whether a game that begins so can be meant, before it is replayed."""
        return (
            (self.ruleset is None or self.ruleset == ruleset)
            and _within(self.place, place)
            and _within(self.table, table)
        )

    def fits_game(self, game: GameFacts) -> bool:
        """Whether a game is looked for, whatever its hands are."""
        return (
            self.can_begin(game.ruleset, game.place, game.table)
            and self.period.has(game.day)
            and all(player in game.players for player in self.players)
        )

    def hands_of(self, game: GameFacts) -> tuple[HandResult, ...]:
        """The hands of a game that are looked for; the time before the first one, too, where hands are asked about."""
        hands = game.hands if self.asks_of_hands else game.played
        return tuple(hand for hand in hands if self._fits_hand(hand))

    def _fits_hand(self, hand: HandResult) -> bool:
        is_seated = hand.number is None or all(player in hand.players for player in self.players)
        return (
            is_seated
            and self._fits_result(hand)
            and all(kind in hand.types for kind in self.events)
            and self._has_finding(hand)
        )

    def _fits_result(self, hand: HandResult) -> bool:
        return (
            (self.won_by is None or self.won_by in hand.won_by)
            and (not self.limit_hand or hand.has_limit)
            and (not self.washout or hand.outcome == "wash-out")
        )

    def _has_finding(self, hand: HandResult) -> bool:
        if not self.codes and not self.severities:
            return True
        return any(
            (not self.codes or one.code in self.codes) and (not self.severities or one.severity in self.severities)
            for one in hand.found
        )


def _within(wanted: str | None, text: str | None) -> bool:
    return wanted is None or (text is not None and wanted.casefold() in text.casefold())
