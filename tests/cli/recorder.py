"""Recorders at terminals, on a database of their own; and games to be typed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from click.testing import CliRunner
from command_runs import ROOT
from terminal import Terminal, named

from mjlog import events as ev
from mjlog.events import encode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.formats.shorthand.writing import write_document
from mjlog.log.records import Fault
from mjlog.sources import games_in
from mjlog.store import open_readonly
from mjlog_cli.main import main

CARD = str(ROOT / "mjlog" / "cards" / "riverside.card")
"""The sample card."""
BEFORE = "no hand has begun"
"""Stands on the screen of a game that has only begun."""


class Club:
    """A database, and the terminals at which its games are recorded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "club.db"
        self.terminals: list[Terminal] = []

    def sit(self, *args: str | Path, rows: int = 24, columns: int = 80, **env: Any) -> Terminal:
        """Begin `mjlog record …` at a terminal of one's own; in the database of the club."""
        words = ("record", *args, "--db", self.database)
        return self.open(*words, rows=rows, columns=columns, **env)

    def open(self, *words: str | Path, rows: int = 24, columns: int = 80, **env: Any) -> Terminal:
        """Begin any command at a terminal of one's own."""
        terminal = Terminal(*words, rows=rows, columns=columns, home=self.folder, **env)
        self.terminals.append(terminal)
        return terminal

    def begin(self, ruleset: str = "western", *more: str, game: str = "evening", **size: int) -> Terminal:
        """A new game, as far as its first hand."""
        terminal = self.sit(game, *new(ruleset, *more), **size)
        terminal.wait(BEFORE)
        return terminal

    def go_on(self, until: str, *more: str, game: str = "evening", **size: int) -> Terminal:
        """Go on with a game, until that is seen of it."""
        terminal = self.sit(game, "--no-clock", *more, **size)
        terminal.wait(until)
        return terminal

    def stored(self, game: str = "evening") -> list[dict[str, Any]]:
        """The events of a game that are in the log."""
        return stored(self.database, game)

    def held(self, game: str = "evening") -> list[dict[str, Any]]:
        """The events of a game, those in pencil last."""
        return held(self.database, game)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for terminal in self.terminals:
            terminal.__exit__(None, None, None)


def new(ruleset: str = "western", *more: str) -> list[str]:
    """A new game on a command line, without the time, so that games can be compared."""
    return ["--ruleset", ruleset, *named(), "--no-clock", *more]


def mjlog(*args: str | Path) -> str:
    """What a command prints, run in this process."""
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def stored(database: Path, game: str = "evening") -> list[dict[str, Any]]:
    """The events of a game that are in the log."""
    with open_readonly(database) as store:
        return [json.loads(body) for body in store.bodies(game)]


def held(database: Path, game: str = "evening") -> list[dict[str, Any]]:
    """The events of a game, those in pencil last."""
    with open_readonly(database) as store:
        log = [json.loads(body) for body in store.bodies(game)]
        draft = store.draft(game)
    pencil = [row for _text, rows in json.loads(draft)["acts"] for row in rows] if draft is not None else []
    return [*log, *pencil]


def errors(database: Path, game: str = "evening") -> list[str]:
    """The findings of an audit of severity error, by their codes."""
    found = [json.loads(line) for line in mjlog("audit", game, "--db", database, "--json").splitlines()]
    return [one["code"] for one in found if one.get("severity") == "error"]


# -- games to be typed -------------------------------------------------------------------------------


def simulated(folder: Path, ruleset: str, depth: str, hands: int, seed: int) -> list[list[str]]:
    """The hands of a game that was made up, as lines a recorder types: neither draws nor passes, scores in short."""
    rows = _made_up(folder, ruleset, depth, hands, seed)
    lines = list(write_document("made-up", [encode_event(row) for row in rows]))
    begun = next(at for at, line in enumerate(lines) if line.startswith("hand"))
    return [hand for hand in _hands(lines[begun:], depth) if hand]


def results_of(folder: Path, ruleset: str, hands: int, seed: int) -> list[list[str]]:
    """The same hands, as somebody types them who writes down nothing but results."""
    found: list[list[str]] = []
    thrower = ""
    for row in _made_up(folder, ruleset, "table", hands, seed):
        if isinstance(row, ev.HandStart):
            found.append(["hand result"])
        elif isinstance(row, ev.Discard):
            thrower = row.seat.value.lower()
        elif isinstance(row, ev.Mahjong):
            source = {"wall": "w", "loose": "l", "deal": "o", "kong": "k"}.get(row.source, f"f{thrower}")
            found[-1].append(f"{row.seat.value.lower()}m{source}")
        elif isinstance(row, ev.Score):
            found[-1].append(f"{row.seat.value.lower()}={row.total}")
        elif isinstance(row, ev.Settlement):
            found[-1].append("pay")
        elif isinstance(row, ev.Washout):
            found[-1].append("wash")
    return found


def _made_up(folder: Path, ruleset: str, depth: str, hands: int, seed: int) -> list[ev.Event]:
    out = folder / depth
    mjlog("simulate", "--ruleset", ruleset, "--depth", depth, "--hands", str(hands), "--seed", str(seed), "--out", out)
    game = next(iter(games_in(str(out / f"{ruleset}-{seed}-1.mjlog.jsonl"))))
    return [row for row, _where in game.rows if not isinstance(row, Fault)]


def _hands(lines: Sequence[str], depth: str) -> Iterator[list[str]]:
    hand: list[str] = []
    for line in lines:
        if line.startswith("hand"):
            yield hand
            hand = [f"hand {depth}"]
        elif line.startswith("score "):
            _word, seat, total, *_items = line.split()
            hand.append(f"{seat.lower()}={total}")
        elif line.startswith("settlement "):
            hand.append("pay")
        elif line and not line.startswith(("end", "habits", "by=", "@", "game-end")):
            hand.append(line)
    yield hand


def in_short(hand: Sequence[str]) -> bool:
    """Whether a hand needs no long form: those state numbers of events, which another log does not have."""
    return not any(line.startswith(("claim", "{", "expose", "joker-exchange", "discard", "pass")) for line in hand)


def typed_game(lines: Sequence[str], ruleset: str, game: str = "evening") -> list[dict[str, Any]]:
    """The events that these lines mean after the beginning of a game, read from one text."""
    text = "\n".join([f"game {game} {ruleset} anna ben cleo dora", *lines, ""])
    (read,) = read_document(text, "typed")
    assert read.fault is None, read.fault
    return [json.loads(body) for body in read.bodies]
