"""Several games of riichi in one file, one hand in each of several files, and games in addresses of an editor."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.formats.foreign import format_of, joined
from mjlog.log.records import Fault, GameRecord
from mjlog.sources import games_in, pieces_in, records_of
from riichi_records import XML, events, write_foreign

EDITOR = "https://tenhou.net/6/#json="


def written(form: str, hand: int | None = None) -> str:
    """The game of three hands, or one of them, in a format of others."""
    return write_foreign([ev.encode_event(event) for event in events(XML)], "g", form, hand).content.decode()


def game_of(form: str, hand: int | None = None) -> str:
    """The same on one line, where the format is one JSON object."""
    return written(form, hand) if form == "mjai" else json.dumps(json.loads(written(form, hand)))


def read(text: str) -> list[GameRecord]:
    """The games of a text, each with its rows in memory."""
    kind = format_of(text.encode()[: 1 << 14])
    games = kind.games("evening", "evening.json", [("evening.json", text.encode())])
    return [GameRecord(game.source, game.name, list(game.rows), game.ruleset, is_apart=game.is_apart) for game in games]


def hands(game: GameRecord) -> int:
    """How many hands a game has, which has no fault."""
    faults = [row for row, _line in game.rows if isinstance(row, Fault)]
    assert faults == []
    assert [one.code for report in Engine(game).run() for one in report.findings] == []
    return sum(isinstance(row, ev.HandStart) for row, _line in game.rows)


def names(games: list[GameRecord]) -> list[str]:
    """What games are called, by themselves and in their first event."""
    starts = [next(row for row, _line in game.rows if isinstance(row, ev.GameStart)) for game in games]
    assert [start.game for start in starts] == [game.name for game in games]
    return [game.name for game in games]


# -- several games -----------------------------------------------------------------------------------------------------


@each("form", ["tenhou6", "mjai", "majiang"])
def test_games_one_after_the_other_are_read_as_so_many_games(form: str) -> None:
    text = game_of(form)
    games = read(f"{text}\n{text}\n{text}")
    assert names(games) == ["evening-1", "evening-2", "evening-3"]
    assert [hands(game) for game in games] == [3, 3, 3]
    assert [game.name for game in read(text)] == ["evening"]
    if form == "tenhou6":
        first, second, third = read(f"{text}\n{text[:-9]}\n{text}")
        assert (hands(first), hands(third)) == (3, 3)
        assert [(row.code, line) for row, line in second.rows if isinstance(row, Fault)] == [("bad-json", 2)], "broken"


@each("between", ["", "\n", ",\n", " \n\n"])
@each("form", ["tenhou6", "majiang"])
def test_objects_stand_one_after_the_other_or_in_a_list(form: str, between: str) -> None:
    both = between.join([game_of(form)] * 2)
    for text in (both, f"[\n{both}\n]", f"\ufeff[{both}]"):
        assert [hands(game) for game in read(text)] == [3, 3]


def test_messages_stand_one_a_line_or_in_a_list() -> None:
    messages = [json.loads(line) for line in written("mjai").splitlines()]
    for text in (json.dumps(messages), json.dumps(messages, indent=2), "[\n" + ",\n".join(map(json.dumps, messages))):
        (game,) = read(text)
        assert hands(game) == 3
    (game,) = read("[\n" + ",\n".join(map(json.dumps, messages)) + "\n]\n")
    lines = [line for row, line in game.rows if isinstance(row, ev.HandStart)]
    assert lines == [2 + at for at, one in enumerate(messages) if one["type"] == "start_kyoku"]


def test_a_line_of_a_list_that_is_no_json_is_told_and_the_others_are_read() -> None:
    lines = written("mjai").splitlines()
    lines[4] = lines[4][:-3]
    (game,) = read("[\n" + ",\n".join(lines) + "\n]")
    faults = [(row.code, line) for row, line in game.rows if isinstance(row, Fault)]
    assert faults[0][0] == "bad-json"
    assert sum(isinstance(row, ev.HandStart) for row, _line in game.rows) == 3


def test_a_game_that_breaks_off_ends_where_another_begins() -> None:
    first, *rest = (line for line in written("mjai").splitlines() if "end_game" not in line)
    assert [hands(game) for game in read("\n".join([first, *rest] * 2))] == [3, 3]
    second = [line for line in rest if "end_kyoku" not in line]
    (game,) = read("\n".join([first, first, *second]))
    assert [row.message for row, _line in game.rows if isinstance(row, Fault)] == [
        "a second start_game: the game had begun"
    ]


# -- addresses ---------------------------------------------------------------------------------------------------------


@each("game", [game_of("tenhou6"), quote(game_of("tenhou6")), game_of("tenhou6") + "&ts=2"])
def test_the_address_of_an_editor_has_the_game_in_it(game: str) -> None:
    (found,) = list(games_in(EDITOR + game))
    assert found.source == f"{EDITOR}…"
    assert found.name.startswith("game-")
    assert sum(isinstance(row, ev.HandStart) for row, _line in found.rows) == 3


def test_hands_in_addresses_one_or_many_a_line_are_one_game() -> None:
    addresses = [EDITOR + (quote(game_of("tenhou6", number)) if number % 2 else game_of("tenhou6", number))
                 for number in (1, 2, 3)]  # fmt: skip
    for text in ("\n".join(addresses), "  ".join(addresses)):
        (game,) = read(text)
        assert hands(game) == 3


# -- one hand a file ---------------------------------------------------------------------------------------------------


def _files(folder: Path, form: str) -> list[Path]:
    """A file of each hand, named against their order."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{name}.json" for name in ("c", "a", "b")]
    for number, path in enumerate(paths, 1):
        path.write_text(written(form, number), "utf-8")
    return paths


@each("form", ["tenhou6", "mjai", "majiang"])
def test_hands_of_a_folder_are_joined_where_they_follow_one_another(form: str, tmp_path: Path) -> None:
    folder = tmp_path / form
    paths = _files(folder, form)
    with zipfile.ZipFile(tmp_path / "hands.zip", "w") as packed:
        for path in paths:
            packed.write(path, f"in/{path.name}")
    for place in (folder, tmp_path / "hands.zip"):
        (game,) = list(games_in(str(place)))
        rows = list(game.rows)
        assert (game.name, game.is_apart) == ("c", False)
        assert [row.hand for row, _line in rows if isinstance(row, ev.HandStart)] == [1, 2, 3]
        assert [row.seq for row, _line in rows if isinstance(row, ev.Event)] == list(range(1, len(rows) + 1))
        sources = [Path(line.source).name for row, line in rows if isinstance(row, ev.HandStart)]  # type: ignore[union-attr, arg-type]
        assert sources == ["c.json", "a.json", "b.json"]
        assert hands(GameRecord("g", "g", rows, game.ruleset)) == 3


def _changed(hand: int, **change: Any) -> str:
    document = json.loads(game_of("tenhou6", hand))
    for where, value in change.items():
        if where == "name":
            document["name"] = value
        else:
            document["log"][0][int(where[1:])] = value
    return json.dumps(document)


@each("second", [
    _changed(2, name=["anna", "ben", "dora", "p3"]), _changed(2, _0=[0, 2, 0]), _changed(2, _0=[1, 0, 0]),
    _changed(2, _1=[37000, 13100, 24900, 25000]), _changed(2, _0=[0, 1, 1]), game_of("mjai", 2), game_of("tenhou6", 1),
])  # fmt: skip
def test_a_hand_that_does_not_follow_stays_a_game_of_its_own(second: str, tmp_path: Path) -> None:
    """Other players, repeats, East, points, sticks; another format; the same hand twice."""
    (tmp_path / "a.json").write_text(game_of("tenhou6", 1), "utf-8")
    (tmp_path / "b.json").write_text(second, "utf-8")
    games = list(games_in(str(tmp_path)))
    assert [(game.name, game.is_apart) for game in games] == [("a", True), ("b", True)]


def test_a_hand_that_could_follow_two_is_joined_to_neither(tmp_path: Path) -> None:
    for number, hand in enumerate((1, 1, 2)):
        (tmp_path / f"{number}.json").write_text(game_of("tenhou6", hand), "utf-8")
    assert [game.is_apart for game in games_in(str(tmp_path))] == [True] * 3
    records = read(game_of("tenhou6")) + read(game_of("tenhou6", 2))
    assert [game.is_apart for game in joined(records)] == [False, False], "nor are games of several hands joined"


def test_a_final_score_that_each_hand_repeats_is_that_of_the_game() -> None:
    """Converters write the end of a game into each of its hands."""
    end = {"sc": [37000, 12, 12500, -37.5, 26700, 6.7, 23800, -6.2]}
    text = "\n".join(json.dumps({**json.loads(game_of("tenhou6", number)), **end}) for number in (1, 2, 3))
    (game,) = read(text)
    assert [row.totals["anna"] for row, _line in game.rows if isinstance(row, ev.GameEnd) and row.totals] == [37000]


def test_one_hand_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    _files(tmp_path, "tenhou6")
    (tmp_path / "gone.json").write_text(game_of("tenhou6", 1), "utf-8")
    (piece,) = pieces_in(str(tmp_path))
    (tmp_path / "gone.json").unlink()
    found = records_of(piece)
    assert hands(next(found)) == 3
    with pytest.raises(MjlogError, match=r"gone\.json"):
        next(found)
