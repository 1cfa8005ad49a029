"""What an audited game tells people: its findings as stories, in text and as parts of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from mjlog.audit.as_of import as_of
from mjlog.audit.records import GameRecord, Row
from mjlog.errors import MjlogError
from mjlog.findings import Finding
from mjlog.reports.hands import AuditedHand
from mjlog.reports.story import Story, story_of
from mjlog.reports.story_text import story_lines
from mjlog.reports.summary import Summary
from mjlog.reports.told import end_all, told_hands
from mjlog.text import shown
from mjlog.views import GameView
from mjlog.views.private_card import PublicCards
from mjlog_cli.auditing import Audited, FindingPart, GamePart, Wish, audited
from mjlog_cli.serving import DEFAULT_PORT
from mjlog_cli.units import Unit

if TYPE_CHECKING:
    from mjlog.reports.baseline import Baseline

DEFAULT_VIEWER = f"http://127.0.0.1:{DEFAULT_PORT}"
"""Where `mjlog serve` shows the games of a database."""
MOST_DRAWN = 50
"""Findings of one game that are told as stories on a page; the others are listed."""


def tell(made: Audited, record: GameRecord, rows: list[Row], hands: list[AuditedHand], unit: Unit, wish: Wish) -> None:
    """Put what may be told of a game into what was made of it. `hands`: all that the audit found, for its owner."""
    if not any(hand.report.findings for hand in hands) and not wish.cards.paths:
        made.told = made.summary if wish.page else None
        return
    try:
        game = _Game(record, rows, hands, unit, wish)
    except MjlogError:
        # It cannot be looked at: then nothing of it is told but that it was audited.
        made.told = Summary(games=1) if wish.page else None
        return
    if wish.stories:
        made.stories = [text for text, _number in zip(game.texts(), range(wish.stories), strict=False)]
    if wish.page:
        made.told = Summary()
        made.told.add_game(game.hands)
        made.parts = [part for part in (game.part(),) if part is not None]


class _Game:
    """A game of which somebody tells. `hands`: with the findings that are asked for, and that may be told."""

    def __init__(self, record: GameRecord, rows: list[Row], hands: list[AuditedHand], unit: Unit, wish: Wish) -> None:
        self.wish, self.record, self.rows = wish, record, rows
        is_live = bool(unit.games)
        self.view = GameView(self._again(), as_recorded=wish.as_recorded, cards=wish.cards)
        if self.view.card is not None and self.view.card.private:
            hands = self._without_the_card()
        if not is_live:
            end_all(self.view)
        public = _public_end(unit, self.view.game, wish) if is_live else None
        told = told_hands(hands, self.view, public)
        self.hands = wish.choice.of(_not_accepted(wish.baseline, self.view.game, told, rows))
        self._viewer = wish.viewer or (DEFAULT_VIEWER if is_live else None)

    def _again(self) -> GameRecord:
        record = as_of(replace(self.record, rows=iter(self.rows)), self.wish.as_of)
        # A record names its rule set by id; whoever audits can have one of their own.
        return record if self.wish.ruleset is None else replace(record, ruleset=cast(Any, self.wish.ruleset))

    def _without_the_card(self) -> list[AuditedHand]:
        """The audit as somebody makes it who has not bought the card."""
        record = replace(self.record, rows=iter(self.rows))
        hands = audited(record, replace(self.wish, cards=PublicCards(self.wish.cards.paths)))
        for hand in hands:
            hand.report.findings[:] = [one for one in hand.report.findings if one.code != "unknown-card"]
        return hands

    def found(self) -> Iterator[tuple[AuditedHand, Finding]]:
        """Every finding that is told, with its hand."""
        return ((hand, finding) for hand in self.hands for finding in hand.report.findings)

    def texts(self) -> Iterator[str]:
        """The findings as stories for a terminal."""
        for hand, finding in self.found():
            story = story_of(self.view, hand, finding)
            yield "".join(line + "\n" for line in story_lines(story, self.wish.width, self._link(story)))

    def part(self) -> GamePart | None:
        """The findings as a part of a page; None without any."""
        from mjlog.viewer.pages.audit_file import finding_html, game_title

        found = list(self.found())
        if not found:
            return None
        part = GamePart(game_title(self.view.game), shown(self.record.source, 300), [])
        last: AuditedHand | None = None
        for number, (hand, finding) in enumerate(found):
            parts = ["", self._drawn(hand, finding)] if number < MOST_DRAWN else [""]
            made = [finding_html(finding, hand, number, hand is not last, one, self.wish.names) for one in parts]
            part.findings.append(FindingPart(made[0], made[-1]))
            last = hand
        return part

    def _drawn(self, hand: AuditedHand, finding: Finding) -> str:
        from mjlog.viewer.pages.audit_file import story_html

        story = story_of(self.view, hand, finding)
        return story_html(story, self._link(story))

    def _link(self, story: Story) -> str | None:
        if self._viewer is None or story.finding.seq is None:
            return None
        from mjlog.viewer.pages.links import event_address

        return event_address(self._viewer, self.view.game, story.finding.seq, self.wish.as_recorded, self.wish.as_of)


def _not_accepted(baseline: Baseline, game: str, hands: list[AuditedHand], rows: list[Row]) -> list[AuditedHand]:
    from mjlog.reports.baseline import events_of

    return baseline.apply(game, hands, events_of(rows))[0] if baseline.entries else hands


def _public_end(unit: Unit, game: str, wish: Wish) -> int | None:
    """How far everybody may read a game of a database, where not the log as it stands is looked at."""
    if not wish.as_recorded and wish.as_of is None:
        return None
    from mjlog.formats.sources import stored_game
    from mjlog.store import open_readonly
    from mjlog.views.game_log import GameLog

    with open_readonly(unit.path) as store:
        return GameLog(stored_game(store, game, unit.path)).public_end
