"""Simulated games for the tests: played, read back, audited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.cards.document import Card
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import Event, decode_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import load, resolve
from mjlog.simulate import Game
from mjlog.table import Table, apply, prepare
from mjlog.table.state import Place

CHINESE = ("bmja", "classical", "dead-wall", "dmjl", "mahjiang", "pung-chi", "western")
"""The shipped rule sets that are simulated."""


KONGS_IN_THE_HAND: Mapping[str, Mapping[str, Any]] = {"pung-chi": {"concealed_kongs": True}}
"""Options by which kongs out of the hand are played, where they are not by default."""


def played(
    ruleset: str, seed: int, number: int = 1, options: Mapping[str, Any] | None = None, hands: int | None = None,
    depth: str = "full", card: Card | None = None, mistakes: bool = False,
) -> list[bytes]:  # fmt: skip
    """The lines of one game."""
    lines: list[bytes] = []
    game = Game(load(ruleset), seed, number, options=options, hands=hands, depth=depth, card=card, mistakes=mistakes)
    game.play(lines.append)
    return lines


def read(lines: Sequence[bytes]) -> list[Event]:
    """The events of a game."""
    return [decode_event(line) for line in lines]


def audited(lines: Sequence[bytes], cards: CardShelf = NO_CARDS) -> list[HandReport]:
    """The reports of an audit, one a hand."""
    rows = iter([(event, number) for number, event in enumerate(read(lines), start=1)])
    return Engine(GameRecord("game", "game", rows), cards=cards).run()


def findings(lines: Sequence[bytes], cards: CardShelf = NO_CARDS) -> list[str]:
    """What an audit finds wrong with a game, a text each."""
    return [
        f"{report.game}, hand {report.hand}, event {finding.seq}: {finding.code}, {finding.message}"
        for report in audited(lines, cards)
        for finding in report.findings
    ]


def states(
    lines: Sequence[bytes], ruleset: str, options: Mapping[str, Any] | None = None
) -> Iterator[tuple[Event, Table]]:
    """Each event of a game, and the table after it."""
    table = Table(resolve(load(ruleset), options).plan)
    for event in read(lines):
        prepare(table, event)
        apply(table, event)
        yield event, table


def tiles_of(place: Place) -> list[int]:
    """All tiles of a player: concealed ones, sets and bonus tiles."""
    return [*place.known(), *(kind for one in place.sets for kind in one.tiles), *place.bonus]
