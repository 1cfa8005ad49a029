"""A simulated game: seats, hand after hand, totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mjlog import events as ev
from mjlog.errors import RuleSetError
from mjlog.rulesets import RuleSet, resolve, self_contained, shipped
from mjlog.seats import SEATS, Seat
from mjlog.simulate.chance import Chance, game_seed
from mjlog.simulate.ending import end_hand
from mjlog.simulate.hand import Play
from mjlog.simulate.opening import find_seats, open_hand
from mjlog.simulate.player import Player, Style, a_style
from mjlog.simulate.recorder import Recorder
from mjlog.table.standing import Standing

NAMES = ("anna", "ben", "carl", "dora", "emil", "fay", "gus", "hana", "ivo", "judy", "kim", "lena", "max", "nora")
"""Handles of simulated players."""
_FEWEST, _MORE = 4, 9
"""Hands of a game, unless something else is asked for: so many at least, and fewer than so many more."""
_DREAMING = 0.2
"""The share of tables where everybody goes for great hands."""
_BONUS_AT_ONCE = 0.5
"""The share of hands in which all dealt bonus tiles are laid out before East's discard, and not in each first turn."""


def game_name(ruleset: str, seed: int, number: int) -> str:
    """The id of a simulated game.

    >>> game_name("western", 7, 12)
    'western-7-12'
    """
    return f"{ruleset}-{seed}-{number}"


class Game:
    """One game of a run.

    `ruleset`, `options`: by which it is played; a rule set that does not ship with the program is written into the log.
    `seed`, `number`: of the run, and of the game in it (from 1); nothing else decides what happens. `hands`: how many
    are played at most (by default four to twelve, as chance has it), unless the rules end the game earlier.
    `depth`: `table` for what the table saw of the same game.

    >>> from mjlog.rulesets import load
    >>> lines: list[bytes] = []
    >>> Game(load("classical"), 7, 1, hands=2).play(lines.append)
    2
    >>> lines[-1].endswith(b'"type":"game-end"}')
    True

    Raises:
        RuleSetError: the rule set cannot be played by, or has not these options.
    """

    def __init__(
        self,
        ruleset: RuleSet,
        seed: int,
        number: int,
        *,
        options: Mapping[str, Any] | None = None,
        hands: int | None = None,
        depth: str = "full",
    ) -> None:
        self.name = game_name(ruleset.id, seed, number)
        self._ruleset = self_contained(ruleset)
        self._options = dict(options or {})
        self.rules = resolve(ruleset, self._options)
        if self.rules.problems:
            raise RuleSetError(self.rules.problems[0][1])
        self._seed, self._hands, self._depth = game_seed(seed, number), hands, depth
        self._tiles = tuple(kind for kind, copies in enumerate(self.rules.plan.copies) for _ in range(copies))

    def play(self, write: Callable[[bytes], None]) -> int:
        """Play the game; each event goes to `write` as it happens, as canonical JSON. Returns the number of hands."""
        recorder = Recorder(self.name, self.rules, write, self._depth)
        chance = Chance(self._seed)
        # Drawn in any case: with fewer hands asked for, the game begins as it does with more.
        most = _FEWEST + chance.below(_MORE)
        players = tuple(chance.shuffled(NAMES)[: self.rules.plan.players])
        dreams = chance.happens(_DREAMING)
        styles = {player: a_style(chance, dreams) for player in players}
        self._begin(recorder, players)
        find_seats(recorder, chance, players)
        played = 0
        while played < (most if self._hands is None else self._hands):
            start = next_hand(recorder)
            if start is None:
                break
            recorder.put(start)
            self._play_hand(recorder, chance, styles)
            played += 1
        recorder.happen(ev.GameEnd, totals=dict(recorder.table.totals))
        return played

    def _begin(self, recorder: Recorder, players: tuple[str, ...]) -> None:
        recorder.happen(
            ev.GameStart, game=self.name, ruleset=self._ruleset.id, version=self._ruleset.version,
            digest=self._ruleset.digest, options=self._options or None, players=players,
        )  # fmt: skip
        if self._ruleset.id not in shipped():
            recorder.happen(ev.RuleSetText, document=self._ruleset.document)

    def _play_hand(self, recorder: Recorder, chance: Chance, styles: Mapping[str, Style]) -> None:
        open_hand(recorder, chance, self._tiles)
        table = recorder.table
        players = {seat: Player(styles[player], table.place(seat), chance) for seat, player in table.players.items()}
        Play(recorder, chance, players, bonus_at_once=chance.happens(_BONUS_AT_ONCE)).run()
        end_hand(recorder)


def next_hand(recorder: Recorder) -> ev.HandStart | None:
    """The start of the next hand that the rules allow; None where the game is over."""
    table = recorder.table
    standing = table.standing
    for east in _easts(standing):
        seats = dict(zip(SEATS, _seated(standing.players, east), strict=False))
        for wind in (table.round, SEATS[(table.round.index + 1) % 4]):
            event = recorder.make(ev.HandStart, hand=table.hand + 1, round=wind, seats=seats)
            if recorder.allowed(event):
                return event
    return None


def _easts(standing: Standing) -> tuple[str, ...]:
    """Who can be East next: the same player, or the next in turn."""
    if not standing.seats:
        return standing.players[:1]
    return standing.seats[Seat.E], standing.seats[standing.next_seat()]


def _seated(players: tuple[str, ...], east: str) -> tuple[str, ...]:
    first = players.index(east)
    return players[first:] + players[:first]
