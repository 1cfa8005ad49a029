"""How much of a game is replayed for an audit that tells stories, and for a dossier."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mjlog.audit import game as games
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game, Hand
from mjlog.disputes import dossier as dossiers
from mjlog.disputes import unseen
from mjlog.disputes.case import disputes_in
from mjlog.log.sight import Sight
from mjlog.samples import samples_folder
from mjlog.sources import Piece, games_in
from mjlog_cli.audit.audit_request import Audited, AuditRequest
from mjlog_cli.audit.games import audit_piece

STORIES = AuditRequest(stories=100, page=True)
DISPUTES = sorted(samples_folder().glob("disputes/*.mjlog.jsonl"))


class Feeds:
    """How many events are judged: of the log itself, by each view of a hand, and to try what if it had been otherwise.

    What somebody saw who saw less is replayed for itself: nothing that is shown to them can depend on another tile.
    """

    def __init__(self) -> None:
        self.log = self.what_if = 0
        self.views: Counter[tuple[int, Sight]] = Counter()
        self.by = "log"
        self.view: tuple[int, Sight] | None = None

    def count(self) -> None:
        """One more event."""
        self.what_if += self.by == "what-if"
        self.log += self.by == "log"
        if self.by == "view" and self.view is not None:
            self.views[self.view] += 1

    def trying(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, of which all that is replayed in it is counted as tried."""

        def tried(*given: Any) -> Any:
            before, self.by = self.by, "what-if"
            try:
                return function(*given)
            finally:
                self.by = before

        return tried

    def viewing(self, going_on: Callable[..., None]) -> Callable[..., None]:
        """What replays a hand as it was seen: all that is replayed in it is counted for its hand and view."""

        def viewed(game: Game, rows: Any, sight: Sight) -> None:
            before, self.view = (self.by, self.view), (id(game), sight)
            self.by = "view" if self.by == "log" else self.by
            going_on(game, rows, sight)
            self.by, self.view = before

        return viewed


@contextmanager
def counted() -> Iterator[Feeds]:
    """Counts what is replayed meanwhile."""
    feeds, feed = Feeds(), Engine.feed

    def counting(self: Engine, row: Any, where: Any) -> None:
        feeds.count()
        feed(self, row, where)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "feed", counting)
        patch.setattr(games, "_see", feeds.viewing(games._see))
        patch.setattr(dossiers, "outcome_without", feeds.trying(dossiers.outcome_without))
        patch.setattr(dossiers, "silent_rules", feeds.trying(dossiers.silent_rules))
        patch.setattr(unseen, "afterwards", feeds.trying(unseen.afterwards))
        patch.setattr(Hand, "_is_shown_win", feeds.trying(Hand._is_shown_win))
        yield feeds


def audited(path: Path) -> tuple[Audited, int, int]:
    """A log audited, with its findings as stories; how many events it has as corrected, and how many were replayed.

    Whether a hand that was shown, and not scored, is won is judged as the table sees it: that is counted apart.
    """
    rows = Game(next(games_in(str(path)))).rows
    with counted() as feeds:
        (made,) = audit_piece(Piece(str(path)), STORIES)
    assert not any(sight == "open" for _log, sight in feeds.views)
    return made, len(rows), feeds.log


def wrongly_paid(path: Path, faults: int) -> Path:
    """A legal log but for so many payments."""
    with lzma.open(samples_folder() / "games" / "western.mjlog.jsonl.xz", "rt", encoding="utf-8") as packed:
        lines = packed.read().splitlines()
    for at in [at for at, line in enumerate(lines) if '"type":"settlement"' in line][:faults]:
        event = json.loads(lines[at])
        event["change"]["E"] += 1
        lines[at] = json.dumps(event, separators=(",", ":"))
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("faults", [0, 1, 3])
def test_an_audit_that_tells_stories_replays_a_log_once(tmp_path: Path, faults: int) -> None:
    made, events, replayed = audited(wrongly_paid(tmp_path / "game.mjlog.jsonl", faults))
    assert (len(made.stories), made.drawn) == (faults, faults)
    assert replayed == events


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.name.partition(".")[0])
def test_an_audit_with_disputes_and_corrections_replays_a_log_once(path: Path) -> None:
    made, events, replayed = audited(path)
    assert len(made.stories) == sum(made.summary.severities.values())
    assert replayed == events


@pytest.mark.parametrize("path", DISPUTES, ids=lambda path: path.name.partition(".")[0])
def test_a_dossier_replays_a_hand_once_as_disputed_and_once_as_corrected(path: Path) -> None:
    """As corrected with an eye on dead hands; what each of its views saw is replayed once for itself, likewise."""
    view = Game(next(games_in(str(path))))
    assert all(hand.is_over is not None for hand in view.hands)  # which is asked once, and not for the dossier
    for case in disputes_in(view):
        with counted() as feeds:
            made = dossiers.dossier(view, case.seq)
        hand = view.hand_at(view.place_of(made.event.seq) or 0)
        events = hand.end - hand.first
        is_changed = made.event.correction is not None or any(one.consequences for one in case.rulings)
        # As disputed it is read from the hand that was changed: the first hand with what comes before it.
        around = max(hand.first, len(view.rows) - hand.end) + len(case.rulings)
        assert feeds.log <= events + is_changed * (events + around)
        assert feeds.what_if <= 3 * events
        assert not any(sight == "open" for _log, sight in feeds.views)
        assert max(Counter(sight for _seen, sight in feeds.views).values(), default=0) <= 1 + is_changed
        assert all(count <= events + len(case.rulings) + 2 for count in feeds.views.values())
