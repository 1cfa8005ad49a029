"""What can go wrong, as exceptions that a caller can tell apart.

A broken *rule* is never an exception: it is a finding (`mjlog.findings`). These are for what cannot be
done at all. Every message says what was done, where, why not, and what would be right.
"""


class MjlogError(Exception):
    """Anything this package refuses to do. `str(error)` is a message for people."""


def reason(error: BaseException) -> str:
    """An operating system's error in words."""
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()


class NotationError(MjlogError):
    """A text does not spell tiles, a seat or a hand. `instead`: what does, where only that can be meant."""

    def __init__(self, message: str, instead: str = "") -> None:
        super().__init__(message)
        self.instead = instead


class RecordError(MjlogError):
    """A file or stream of foreign origin cannot be read.

    `path` and `line` (1-based) say where; both are None where they do not apply.
    """

    def __init__(self, message: str, path: str | None = None, line: int | None = None) -> None:
        place = "" if path is None else f"{path}:{line}: " if line is not None else f"{path}: "
        super().__init__(place + message)
        self.path = path
        self.line = line
        self.bare_message = message


class OtherGameError(MjlogError):
    """A record that is whole, of a sort of game that is not read: with three players, by rules of its own."""


class RuleSetError(MjlogError):
    """A rule set document, its id or an option value is not usable."""


class HandError(MjlogError):
    """A hand put to the scorer cannot exist (fifteen tiles, a fifth copy, a tile that is not in the set)."""


class StoreError(MjlogError):
    """The database refused, or cannot be used."""


class BusyError(StoreError):
    """Others used the database for longer than one waits: nothing was stored, and the same can be tried again."""


class ConflictError(StoreError):
    """An append came too late (another writer was first) or repeats a key with another body."""


class CardError(MjlogError):
    """A score card cannot be opened, or has no form in which it could be used."""
