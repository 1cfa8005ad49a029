"""What is typed at a terminal, and what is on the screen then, line by line, as in `typed/newcomer.txt`.

    a question mark at a question says what either answer does
      @ western
      hand table 5b -> East discards 5 bamboo
      wc67 -> y or n (? says more):
      ? -> y does it; n, Enter or Escape does not, and what was typed comes back
      <ESCAPE> -> [wc67]

`@` begins a game by a rule set, in a window of so many `rows` and `columns`, or with the hand of the page (`narrated`);
`sit` runs the program with a command line, `leave` ends it. Then come lines, with Enter, and keys (`<UP>`), and behind
`->` what is to come up, or in brackets what stands in the line then; `type` is without Enter, `""` an empty line, and
before `<<` stands the question that is waited for. `=` stands on the screen, `!` goes from it; the game `holds` so many
events, of which so many are `stored` in ink, `of` which there are those types; it `begins` with a field; the program
`ends` with a status.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import terminal as keyboard
from recorder import Club
from terminal import Terminal
from test_record_newcomer import narrated

from cases import blocks_in

TABLES = [(path.stem, *block) for path in sorted(Path(__file__).with_name("typed").glob("*.txt"))
          for block in blocks_in(path.read_text("utf-8"))]  # fmt: skip


def window_in(words: str) -> tuple[list[str], dict[str, int]]:
    """The words of a command line, and how large a window is asked for."""
    sizes = re.findall(r"\b(rows|columns)=(\d+)", words)
    return re.sub(r"\b(rows|columns)=\d+", "", words).split(), {name: int(number) for name, number in sizes}


class Evening:
    """A club, the terminal somebody sits at, and the game that is recorded there."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.terminal: Terminal
        self.game = "evening"

    def begins(self, words: str) -> None:
        """A game begins."""
        if words == "narrated":
            self.terminal, self.game = narrated(self.club), "tuesday"
        else:
            (ruleset,), window = window_in(words)
            self.terminal = self.club.begin(ruleset, **window)

    def sits(self, words: str) -> None:
        """The program is run at another terminal, maybe for another game."""
        more, window = window_in(words)
        self.game = more[0] if more and not more[0].startswith("-") else self.game
        self.terminal = self.club.sit(*more, **window)

    def looks(self, what: str, rest: str) -> bool:
        """Look whether something is so, if that is what the line says."""
        club, terminal = self.club, self.terminal
        if what == "=":
            assert rest in terminal.screen
        elif what == "!":
            terminal.wait_gone(rest)
        elif what == "holds":
            assert len(club.held(self.game)) == int(rest)
        elif what == "stored":
            assert len(club.stored(self.game)) == int(rest)
        elif what == "of":
            assert [row["type"] for row in club.stored(self.game)] == rest.split()
        elif what == "begins":
            field, _, value = rest.partition(" ")
            (found,) = [row[field] for row in club.stored(self.game) if field in row][:1]
            assert found == json.loads(value)
        elif what == "ends":
            assert terminal.ended() == int(rest)
        else:
            return False
        return True

    def happens(self, line: str) -> None:
        """Type a line, or look whether something is so."""
        what, _, rest = line.partition(" ")
        if what == "@":
            self.begins(rest)
        elif what == "sit":
            words, _, comes = rest.partition("-> ")
            self.sits(words)
            self.comes(comes)
        elif what == "leave":
            self.terminal.kill()
        elif not self.looks(what, rest):
            self.types(*line.partition(" -> ")[::2])

    def types(self, typed: str, comes: str) -> None:
        """Type a line, and wait for what comes."""
        terminal = self.terminal
        question, asked, answer = typed.rpartition(" << ")
        if asked:
            terminal.wait(lambda: terminal.typed.startswith(question))
        if answer.startswith("<") and answer != "<":
            terminal.keys("".join(getattr(keyboard, name.strip("<>")) for name in answer.split()))
        else:
            terminal.keys(answer.removeprefix("type ").replace('""', "") + "\r" * (not answer.startswith("type ")))
        self.comes(comes)

    def comes(self, what: str) -> None:
        """Wait for what is to come up."""
        if what.startswith("["):
            self.terminal.wait(lambda: self.terminal.typed == f"> {what[1:-1]}".rstrip())
        elif what:
            self.terminal.wait(what)


@pytest.mark.parametrize("lines", [lines for _table, _sentence, *lines in TABLES],
                         ids=[f"{table}: {sentence}" for table, sentence, *_lines in TABLES])  # fmt: skip
def test_what_is_typed_brings_up_what_the_tables_say(club: Club, lines: list[str]) -> None:
    evening = Evening(club)
    for line in lines:
        evening.happens(line.strip())
