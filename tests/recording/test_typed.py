"""Tables of what is typed, and of what is offered, asked and said then, as in `typed/hints.txt`.

    a joker is offered of the set that has one
      > american: 9b 7c 3c
      - k5b
      > american: 9b 7c 3c skj 4d
      + js3c

A sentence, and under it games: `>` with a rule set and its options, `@result` or `@full` where the first hand is not
recorded at the table (`@new`: where none has begun), and acts, with `//` between lines. Of each it is said: `+` and `-`
what is listed and what is not, `=` what one of the listed means; what is `asked` for next; what is `told` at the end of
the hand and what is `untold`; `refuses ACT` why it cannot be entered, `instead ACT` what is offered, `says ACT` what it
would come to, `slip ACT` whether that is most likely one; the `findings`, the `totals`, who is `east`, what is `owed`
and what is `unsaid` of the hand. `none` stands for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cases import blocks_in
from each import try_each
from mjlog.errors import MjlogError
from mjlog.recording.ending import end_of_hand
from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import asked_next, hints
from mjlog.recording.session import preview
from tests.formats.shorthand_runs import bodies_of, game_of

_GAME = re.compile(r"> (?P<rules>[^:@]+?)(?: @(?P<depth>\w+))?:(?P<acts>.*)")
_SAID = re.compile(r"(?P<what>[-+=]|[a-z]+)(?: (?P<act>[^:]+))?: (?P<words>.+)|(?P<sign>[-+]) (?P<texts>.+)")
Check = tuple[str, str, str]


def recorded(rules: str, depth: str | None, acts: str) -> RecordedGame:
    """A game after some acts."""
    text = game_of(rules, *acts.strip().split(" // "), depth=depth or "table")
    return RecordedGame("text", "t", bodies_of(re.sub(r"\nhand new(?=\n)", "", text)))


def said(game: RecordedGame, what: str, act: str, words: str) -> None:
    """Fails where something else is so."""
    listed = {hint.text: hint.words for hint in hints(game.scene)}
    if what in ("+", "-"):
        assert [text for text in words.split(", ") if (text in listed) != (what == "+")] == [], listed
    elif what == "=":
        assert words in listed[act]
    elif what in ("told", "untold"):
        assert (words in "\n".join(end_of_hand(game.replay))) == (what == "told"), end_of_hand(game.replay)
    elif what == "refuses":
        with pytest.raises(MjlogError) as refused:
            game.read(act)
        assert words in str(refused.value)
    elif what == "says":
        assert words in " ".join(preview(game, act).said)
    else:
        owed = game.scene.owed(None)
        found = [one.code for report in game.replay.reports for one in report.findings if one.severity == "error"]
        assert words == {
            "asked": lambda: asked_next(game.table) or "none",
            "instead": lambda: preview(game, act).instead or "none",
            "slip": lambda: "yes" if preview(game, act).is_impossible else "no",
            "owed": lambda: "/".join(str(owed[seat]) for seat in "ESWN") if owed else "none",
            "unsaid": lambda: game.replay.ending.unsaid() or "none",
            "findings": lambda: ", ".join(found) or "none",
            "totals": lambda: "/".join(map(str, game.table.totals.values())),
            "east": lambda: next(iter(game.table.players.values())),
        }[what]()  # fmt: skip


def checks(lines: list[str]) -> Iterator[tuple[str, Check, str]]:
    """Each thing that is said, with the game that it is said of."""
    game = ""
    for line in (line.strip() for line in lines):
        if line.startswith("> "):
            game = line
            continue
        row = _SAID.fullmatch(line)
        assert row is not None, f"{line!r} says nothing"
        yield game, (row["what"] or row["sign"], row["act"] or "", row["words"] or row["texts"]), line


TABLES = [(path.stem, *block) for path in sorted(Path(__file__).with_name("typed").glob("*.txt"))
          for block in blocks_in(path.read_text("utf-8"))]  # fmt: skip


@pytest.mark.parametrize("lines", [lines for _table, _sentence, *lines in TABLES],
                         ids=[f"{table}: {sentence}" for table, sentence, *_lines in TABLES])  # fmt: skip
def test_what_is_typed_is_answered_as_the_tables_say(lines: list[str]) -> None:
    def holds(game: str, check: Check) -> None:
        begun = _GAME.fullmatch(game)
        assert begun is not None, game
        said(recorded(*begun.groups()), *check)

    try_each((f"{game} {line}", partial(holds, game, check)) for game, check, line in checks(lines))
