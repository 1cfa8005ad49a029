"""Audit at a terminal: the first findings are told, and a line says how far it is."""

from __future__ import annotations

from pathlib import Path

from command_runs import PLAYERS, event, game_events, write_lines
from terminal import Terminal

from mjlog_cli.console import Pace


def at_a_terminal(path: Path, *more: str) -> str:
    """What an audit prints at a terminal of 100 columns."""
    with Terminal("audit", path, *more, rows=40, columns=100, home=path.parent) as terminal:
        terminal.ended()
        return terminal.seen.decode("utf-8")


def faulty(path: Path, game: str = "g") -> Path:
    """A game with five faults."""
    seats = dict(zip("ESWN", PLAYERS, strict=True))
    acts = [event(3, "discard", seat="E", tile="5b")]
    acts += [event(seq, "claim", seat="S", **{"for": "chow"}, on=3) for seq in (4,)]
    acts += [event(seq, "discard", seat="WN"[seq % 2], tile=f"{seq % 9 + 1}c") for seq in range(5, 12)]
    start = [*game_events(game)[:1], event(2, "hand-start", hand=1, round="E", seats=seats, depth="full")]
    return write_lines(path, [*start, *acts])


def test_the_first_findings_are_told_and_the_way_to_the_others(tmp_path: Path) -> None:
    text = at_a_terminal(faulty(tmp_path / "g.mjlog.jsonl"))
    told = text.count("what is wrong: ")
    assert 1 <= told <= 3
    assert ("--stories tells all of them" in text) == (text.count(": error ") > 2 * told)
    assert max(len(line.rstrip("\r")) for line in text.split("\n") if "what is wrong" in line) <= 100


def test_they_are_not_told_where_that_is_not_wanted(tmp_path: Path) -> None:
    log = faulty(tmp_path / "g.mjlog.jsonl")
    assert "what is wrong: " not in at_a_terminal(log, "--no-stories")
    assert "what is wrong: " not in at_a_terminal(log, "--json")


def test_a_line_says_how_far_it_is_and_is_taken_away_again(tmp_path: Path) -> None:
    for number in range(3):
        write_lines(tmp_path / f"n{number}.mjlog.jsonl", game_events(f"n{number}"))
    text = at_a_terminal(tmp_path)
    assert "1 of 3 files and games (33%)" in text
    assert text.rstrip().endswith("3 games, 3 hands: nothing found")
    assert "\r" + " " * 78 + "\r" in text


def test_the_rest_is_told_by_what_it_took_so_far() -> None:
    pace = Pace(10_000, "files", begun=0.0)
    assert pace.words(0, 0, now=0.0) == "0 of 10,000 files (0%)"
    assert pace.words(100, 100, now=1.0) == "100 of 10,000 files (1%)"
    assert pace.words(5_000, 5_200, now=100.0) == "5,000 of 10,000 files (50%), 52 games/s, about 2 min left"
    assert Pace(0, "files", begun=0.0).words(0, 0, now=9.0) == "0 of 0 files"
