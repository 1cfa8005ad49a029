"""What is typed at a terminal, and what is on the screen then, line by line, as in `typed/newcomer.txt`.

    a question mark at a question says what either answer does
      @ western
      hand table 5b -> East discards 5 bamboo
      wc67 -> y or n (? says more):
      ? -> y does it; n, Enter or Escape does not, and what was typed comes back
      <ESCAPE> -> [wc67]

`@` begins a game by a rule set, in a window of so many `rows` and `columns`, or with the hand of the page (`narrated`).
Then come lines, with Enter, and keys (`<UP>`), and behind `->` what is to come up, or in brackets what stands in the
line then; `type` is without Enter, `""` an empty line. `=` stands on the screen, `!` goes from it; the game `holds` so
many events, of which so many are `stored` in ink; the program `ends` with a status.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import terminal as keyboard
from recorder import Club
from terminal import Terminal
from test_record_newcomer import narrated

from cases import blocks_in

TABLES = [(path.stem, *block) for path in sorted(Path(__file__).with_name("typed").glob("*.txt"))
          for block in blocks_in(path.read_text("utf-8"))]  # fmt: skip


def begun(club: Club, words: str) -> tuple[Terminal, str]:
    """A terminal with a game, and the name of that."""
    if words == "narrated":
        return narrated(club), "tuesday"
    ruleset, *size = words.split()
    window = {name: int(number) for name, _, number in (one.partition("=") for one in size)}
    return club.begin(ruleset, **window), "evening"


def happens(club: Club, terminal: Terminal, game: str, line: str) -> None:
    """Type a line, or look whether something is so."""
    what, _, rest = line.partition(" ")
    if what == "=":
        assert rest in terminal.screen
    elif what == "!":
        terminal.wait_gone(rest)
    elif what == "holds":
        assert len(club.held(game)) == int(rest)
    elif what == "stored":
        assert len(club.stored(game)) == int(rest)
    elif what == "ends":
        assert terminal.ended() == int(rest)
    else:
        typed, _, comes = line.partition(" -> ")
        if typed.startswith("<"):
            terminal.keys("".join(getattr(keyboard, name.strip("<>")) for name in typed.split()))
        else:
            terminal.keys(typed.removeprefix("type ").replace('""', "") + "\r" * (not typed.startswith("type ")))
        if comes.startswith("["):
            terminal.wait(lambda: terminal.typed == f"> {comes[1:-1]}".rstrip())
        elif comes:
            terminal.wait(comes)


@pytest.mark.parametrize("lines", [lines for _table, _sentence, *lines in TABLES],
                         ids=[f"{table}: {sentence}" for table, sentence, *_lines in TABLES])  # fmt: skip
def test_what_is_typed_brings_up_what_the_tables_say(club: Club, lines: list[str]) -> None:
    first, *others = (line.strip() for line in lines)
    terminal, game = begun(club, first.removeprefix("@ "))
    for line in others:
        happens(club, terminal, game, line)
