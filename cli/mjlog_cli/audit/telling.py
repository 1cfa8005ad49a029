"""What an audited game tells people: its findings as stories, in text and as parts of a page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from markupsafe import Markup

from mjlog.audit.game import Game
from mjlog.audit.report import HandReport
from mjlog.findings import Finding, ruled_findings
from mjlog.log.records import GameRecord, Row
from mjlog.reports.choice import events_of
from mjlog.reports.finding_words import ruled_words
from mjlog.reports.story import Story, story_lines, story_of, told_hands
from mjlog.reports.summary import Summary
from mjlog.sources import Piece, stored_game
from mjlog.text import segment, shown
from mjlog.views.seen import card_in_force, disclosed_until
from mjlog_cli.audit.audit_request import (
    Audited,
    AuditedGame,
    AuditRequest,
    FindingPart,
    GamePart,
    ReportLimits,
    rulings_for,
)
from mjlog_cli.params import DEFAULT_PORT

DEFAULT_VIEWER = f"http://127.0.0.1:{DEFAULT_PORT}"
"""Where `mjlog serve` shows the games of a database."""
MOST_DRAWN = 50
"""Findings of one game that are told as stories on a page; the others are listed."""


def tell(
    made: Audited,
    record: GameRecord,
    rows: list[Row],
    game: AuditedGame,
    piece: Piece,
    wish: AuditRequest,
    room: ReportLimits,
) -> None:
    """Add to `made` what may be told of a game. `game`: with all that the audit found, which its owner may see.

    `room`: how many stories are still wanted, from which those of the game are taken.
    """
    if not any(hand.findings for hand in game.hands) and not wish.cards.files:
        made.told = made.summary if wish.page else None
        return
    if game.replay is None and (piece.games or wish.cards.files):
        # It cannot be looked at: then nothing of it is told but that it was audited.
        made.told = Summary(games=1) if wish.page else None
        return
    telling = _Game(record, rows, game, piece, wish)
    made.stories = list(islice(telling.texts(), room.stories))
    if wish.page:
        made.told = Summary()
        made.told.add_game(telling.hands, wish.are_rulings_accepted)
        made.parts = [part for part in (telling.part(room),) if part is not None]
    room.take((made,))


class _Game:
    """A game of which somebody tells. `hands`: with the findings that are asked for, and that may be told.

    `replay`: None where it is too long to be looked at: its findings are listed.
    """

    def __init__(
        self, record: GameRecord, rows: list[Row], game: AuditedGame, piece: Piece, wish: AuditRequest
    ) -> None:
        self.wish, self.record = wish, record
        self.replay = game.replay
        hands = game.hands
        if self.replay is not None and not piece.games:
            self.replay.is_closed = True
        if self.replay is not None and (piece.games or wish.cards.files):
            ruled = rulings_for(record, rows, wish)
            card = card_in_force(self.replay)
            if card is not None and card.private:
                # As the audit of somebody is who has not bought the card.
                hands = [hand.report for hand in self.replay.hands if hand.has_play or hand.report.findings]
            public = None
            if piece.games and (wish.as_recorded or wish.as_of is not None):
                # Everybody may read no more than of the log as it stands.
                from mjlog.store import open_readonly

                with open_readonly(piece.path) as store:
                    public = disclosed_until(Game(stored_game(store, self.replay.id, piece.path)))
            hands = told_hands(hands, self.replay, public)
            hands = [hand.with_findings(ruled_findings(hand.findings, ruled)) for hand in hands]
        self.game = hands[-1].game if hands else record.name
        if wish.baseline.entries:
            hands = wish.baseline.apply(self.game, hands, events_of(rows))[0]
        self.hands = wish.choice.of(hands)
        self._viewer = wish.viewer or (DEFAULT_VIEWER if piece.games else None)

    def found(self) -> Iterator[tuple[HandReport, Finding]]:
        """Every finding that is told, with its hand."""
        return ((hand, finding) for hand in self.hands for finding in hand.findings)

    def texts(self) -> Iterator[str]:
        """The findings as stories for a terminal."""
        for hand, finding in self.found():
            if self.replay is None:
                return
            story = story_of(self.replay, hand, finding)
            yield "".join(line + "\n" for line in story_lines(story, self.wish.width, self._link(story)))

    def part(self, room: ReportLimits) -> GamePart | None:
        """The findings as a part of a page, as many as it has room for; None without any."""
        from mjlog.viewer.pages.audit_file import game_title

        parts_found = list(self.found())
        if not parts_found:
            return None
        listed, last = parts_found[: room.listed], None
        part = GamePart(game_title(self.game), shown(self.record.source, 300), [], len(parts_found) - len(listed))
        for number, (hand, finding) in enumerate(listed):
            part.findings.append(self._finding(hand, finding, number, hand is not last, room.drawn))
            last = hand
        return part

    def _finding(self, hand: HandReport, finding: Finding, number: int, is_first: bool, room: int) -> FindingPart:
        from mjlog.viewer.pages.audit_file import finding_html, story_html

        ruled = story = ""
        if finding.ruled is not None:
            words = ruled_words(finding.ruled)
            ruled = str(Markup("<p>{}.</p>\n").format(words[:1].upper() + words[1:]))
        line = finding_html(finding, hand, number, is_first, ruled, self.wish.names)
        if number >= min(room, MOST_DRAWN):
            return FindingPart(line, None if number < MOST_DRAWN else "")
        if self.replay is not None:
            seen = story_of(self.replay, hand, finding)
            story = story_html(seen, self._link(seen))
        with_story = finding_html(finding, hand, number, is_first, ruled + story, self.wish.names) if story else ""
        return FindingPart(line, with_story)

    def _link(self, story: Story) -> str | None:
        if self._viewer is None or story.finding.seq is None:
            return None
        return event_address(self._viewer, story.game, story.finding.seq, self.wish.as_recorded, self.wish.as_of)


def event_address(base: str, game: str, seq: int, as_recorded: bool = False, as_of: int | None = None) -> str:
    """Where the viewer shows an event, in which reading. `base`: where the viewer is, as `http://127.0.0.1:8008`.

    >>> event_address("http://127.0.0.1:8008/", "tuesday 2", 37)
    'http://127.0.0.1:8008/games/tuesday~202/events/37'
    """
    queries = ["log=recorded"] * as_recorded + [f"as-of={as_of}"] * (as_of is not None)
    return f"{base.rstrip('/')}/games/{segment(game)}/events/{seq}{'?' * bool(queries)}{'&'.join(queries)}"
