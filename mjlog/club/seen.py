"""Games that come twice: the same log in a folder and in a database, or in two folders, is counted once."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Literal

import msgspec

from mjlog.club.facts import GameFacts

Meeting = Literal["new", "again", "other"]


class Seen:
    """Remembers the games that were counted, in a few bytes each."""

    def __init__(self) -> None:
        self._prints: dict[str, set[bytes]] = {}

    def meet(self, game: GameFacts) -> Meeting:
        """Whether a game is new, was counted before, or is another game of the same name."""
        # Sorted: the same log may have its fields in another order.
        print_ = sha256(msgspec.json.encode(replace(game, source=""), order="sorted")).digest()
        known = self._prints.setdefault(game.game, set())
        if print_ in known:
            return "again"
        known.add(print_)
        return "new" if len(known) == 1 else "other"
