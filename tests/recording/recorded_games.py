"""Games that are recorded: begun in a database, acts of simulated games typed into them, and what a session shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mjlog.audit.engine import Engine
from mjlog.audit.report import state_fields
from mjlog.cards.document import Card
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import decode_event
from mjlog.findings import Finding
from mjlog.formats.shorthand.document import read_document
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.sayings import is_said_of_others
from mjlog.formats.shorthand.writing import write_document
from mjlog.log.records import GameRecord
from mjlog.recording.game import RecordedGame
from mjlog.recording.session import Manner, RecordingSession
from mjlog.store import SqliteStore, open_store
from tests.simulate.american_cards import SMALL, shelf_with
from tests.simulate.games import played

PLAYERS = "anna ben cleo dora"
TABLE_HAND = ("hand table", "5b", "sp", "9d", "2c", "wp", "1b")
"""The beginning of a hand, of which every act is legal."""
RULE_SETS = ("western", "classical", "mahjiang", "pung-chi", "dead-wall", "american")


def bodies_of(text: str) -> list[bytes]:
    """The events of a game in short hand."""
    (game,) = read_document(text, "text")
    assert game.fault is None, game.fault
    return game.bodies


def begin(store: SqliteStore, text: str = f"game t western {PLAYERS}") -> str:
    """A game that begins like this; its id."""
    bodies = bodies_of(text)
    name: str = getattr(decode_event(bodies[0]), "game")  # noqa: B009
    store.append(name, bodies, expected_last=0)
    return name


def opened(folder: Path, text: str = f"game t western {PLAYERS}") -> SqliteStore:
    """A database with such a game in it."""
    store = open_store(folder / "club.db")
    begin(store, text)
    return store


def session_of(store: SqliteStore, game: str = "t", held: int = 8, **manner: Any) -> RecordingSession:
    """The game as a recorder opens it."""
    return RecordingSession(store, game, Manner(held=held, **manner))


def recorder_of(text: str, cards: CardShelf = NO_CARDS) -> RecordedGame:
    """A game in short hand, to be gone on with."""
    return RecordedGame("text", "t", bodies_of(text), cards)


@cache
def simulated(ruleset: str, depth: str, seed: int = 1, hands: int = 1, card: Card | None = None) -> tuple[bytes, ...]:
    """The events of a simulated game."""
    return tuple(played(ruleset, seed, hands=hands, depth=depth, card=card))


def typed(bodies: Sequence[bytes]) -> tuple[str, list[str]]:
    """A game as it is begun, and the acts that it is typed with."""
    first, *acts = [act.text for act in acts_in("\n".join(write_document("game", bodies)))]
    return first, [act for act in acts if not is_said_of_others(act)]


def card_of(folder: Path, ruleset: str) -> tuple[Card | None, CardShelf]:
    """The score card that games of a rule set are played by, where they are, and a shelf with it."""
    return shelf_with(folder, SMALL.format(source="own")) if ruleset == "american" else (None, NO_CARDS)


def slips(seed: int) -> Callable[[Sequence[str]], list[str]]:
    """Plays with acts of a game: some are left out, doubled, moved or said of another seat."""
    chance = random.Random(seed)

    def played_with(acts: Sequence[str]) -> list[str]:
        made: list[str] = []
        for act in acts:
            what = chance.random()
            if act.startswith("hand") or what > 0.3:
                made.append(act)
            elif what > 0.2:
                made += [act, act]
            elif what > 0.1:
                made.append(chance.choice("eswn") + act)
        return made

    return played_with


def found(recorder: RecordedGame) -> list[dict[str, Any]]:
    """Everything that the rules have said of a game so far."""
    return [as_json(finding) for report in recorder.replay.reports for finding in report.findings]


def as_json(finding: Finding) -> dict[str, Any]:
    """A finding as it is compared."""
    return finding.as_json()


def stands(recorder: RecordedGame) -> dict[str, Any]:
    """Where a game stands: all that is known of the table and of the game, and what was found."""
    table, ending = recorder.table, recorder.replay.ending
    return {
        "table": state_fields(table),
        "totals": dict(table.totals),
        "standing": {name: getattr(table.standing, name) for name in table.standing.__slots__},
        "scores": dict(table.scores),
        "found": found(recorder),
        "readings": [one.why for one in recorder.replay.hypotheses.ways],
        "announced": {seat.value for seat in ending.announced},
        "settled": ending.settled,
        "owed": scene_owes(recorder),
        "last": recorder.last,
    }


def scene_owes(recorder: RecordedGame) -> dict[str, int] | None:
    """What is to be paid, as far as it follows."""
    return recorder.scene.owed(None)


def seen(session: RecordingSession) -> dict[str, Any]:
    """All that a recorder sees of a session."""
    return {
        **stands(session.recorder),
        "stored": session.stored,
        "pencil": [(step.text, [one.words for one in step.said], step.bodies) for step in session.pencil],
        "words": [(one.event.seq, one.words) for step in session.steps for one in step.said],
        "said": [as_json(finding) for step in session.steps for one in step.said for finding in one.findings],
    }


def kept(store: SqliteStore, game: str = "t") -> tuple[list[bytes], bytes | None]:
    """What is stored of a game: its log, and its draft."""
    return store.bodies(game), store.draft(game)


def audited(bodies: Sequence[bytes], cards: CardShelf = NO_CARDS) -> tuple[list[str], dict[str, int]]:
    """What the audit finds in a log as corrected, and the totals that it ends with."""
    rows = ((decode_event(body), None) for body in bodies)
    replay = Engine(GameRecord("log", "log", rows, corrected=True), cards=cards)
    reports = replay.run()
    said = [f"{one.seq} {one.code}: {one.message}" for report in reports for one in report.findings]
    return said, dict(replay.table.totals)
