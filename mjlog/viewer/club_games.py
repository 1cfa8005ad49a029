"""The games that a club's pages and answers are made of, as far as there is time; nothing of who was forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mjlog.club import GameFacts, Wanted
from mjlog.club.stats import League
from mjlog.period import Period
from mjlog.viewer.requests import library
from mjlog.views.results import HandResult


class Counted(NamedTuple):
    """The games that are read, the first begun first; how many are not read yet."""

    games: list[GameFacts]
    waiting: int

    @property
    def damaged(self) -> list[str]:
        """The games of which lines are missing, unreadable or changed."""
        return [one.game for one in self.games if not one.is_whole]


def counted(period: Period) -> Counted:
    """The games of a period, as far as there is time to read them."""
    infos = [info for info in library().store.games()[::-1] if not info.hidden]
    found = library().came_to(infos)
    games = [one for one in reversed(found) if one is not None and period.has(one.day)]
    return Counted(games, found.count(None))


def wanted_hands(said: Mapping[str, str], period: Period) -> Wanted:
    """What is asked of hands, by the names that an address has for it; what is empty is not asked."""
    return Wanted(
        players=tuple(filter(None, [said.get("player")])),
        period=period,
        ruleset=said.get("ruleset") or None,
        won_by=said.get("won_by") or None,
        codes=tuple(filter(None, [said.get("code")])),
        limit_hand=said.get("result") == "limit",
        washout=said.get("result") == "washout",
    )


def without(one: League, gone: frozenset[str]) -> League:
    """A league in which some are not named."""
    evenings = [
        replace(each, ranks={player: rank for player, rank in each.ranks.items() if player not in gone})
        for each in one.evenings
    ]
    standings = [each for each in one.standings if each.player not in gone]
    return replace(
        one, standings=standings, evenings=evenings, players=[each for each in one.players if each.player not in gone]
    )


def hands_found(
    games: Sequence[GameFacts], wanted: Wanted, gone: frozenset[str]
) -> Iterator[tuple[GameFacts, HandResult]]:
    """The hands that fit, those of the latest games first; who was forgotten is not found by name, nor named."""
    if gone.intersection((*wanted.players, wanted.won_by)):
        return
    for game in reversed(games):
        for hand in wanted.hands_of(game) if wanted.fits_game(game) else ():
            if hand.number is not None and not gone.intersection(hand.players):
                yield game, hand
