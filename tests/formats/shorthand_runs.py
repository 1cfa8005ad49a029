"""Acts in short hand, read at tables that other acts have led to."""

from __future__ import annotations

from mjlog.events import decode_event
from mjlog.formats.shorthand.document import WrittenGame, read_document
from mjlog.formats.shorthand.long_form import read_typed
from mjlog.formats.shorthand.scene import Fields
from mjlog.formats.shorthand.writing import write_document
from mjlog.rulesets import default_rules

PLAYERS = "anna ben cleo dora"
GAME = f"game t western {PLAYERS}"
TABLE = f"{GAME}\nhand table\n"
FULL = f"{GAME}\nhand full\n"
RESULT = f"{GAME}\nhand result\n"


def game_of(ruleset: str, *acts: str, depth: str = "table") -> str:
    """A game by a rule set, its first hand, and acts in it."""
    name, _, options = ruleset.partition(" ")
    players = "anna ben cleo" if "players=3" in options or default_rules(name).plan.players == 3 else PLAYERS
    return "\n".join((f"game t {name} {players} {options}", f"hand {depth}", *acts)) + "\n"


def written(text: str) -> WrittenGame:
    """The one game of a text."""
    (game,) = read_document(text, "text")
    return game


def bodies_of(text: str) -> list[bytes]:
    """The events of a text, all of which can be read."""
    game = written(text)
    assert game.fault is None, game.fault
    return game.bodies


def game_after(text: str) -> WrittenGame:
    """The table that a text leads to."""
    game = WrittenGame("text")
    game.follow([decode_event(body) for body in bodies_of(text)] if text else [])
    return game


def read_after(text: str, act: str) -> list[Fields]:
    """The events of an act at the table that a text leads to."""
    return game_after(text).read(act)


def meant(events: str) -> list[Fields]:
    """Events in their long form, with strokes between them."""
    return [read_typed(one) for one in events.split(" | ")] if events else []


def text_of(bodies: list[bytes], name: str = "t") -> str:
    """A game as it is written out."""
    return "\n".join(write_document(name, bodies)) + "\n"


def read_back(bodies: list[bytes]) -> list[bytes]:
    """A game written out, and read again."""
    return bodies_of(text_of(bodies))
