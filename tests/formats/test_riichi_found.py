"""Records of riichi that people have published (`oracle/riichi/found`, beside the repository), where they are at hand.

Each is read as it stands, and in every form in which people keep such records. What is right of each of them stands
here; the tests of the formats say the same of small games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.formats.foreign import format_of, importers
from mjlog.formats.played import NotSayableError
from mjlog.log.records import Fault, GameRecord
from mjlog.sources import games_in

FOUND = Path(__file__).resolve().parents[3] / "shared/oracle/riichi/found"
pytestmark = pytest.mark.skipif(not FOUND.is_dir(), reason="the records found are not beside the repository")

HANDS = {
    "array.mjai.json": 1, "comment-after.xml": 2, "comment-before.xml": 2, "comment-inside.xml": 2,
    "counted-yakuman-made.json": 1, "counted-yakuman-real.json": 1, "declaration-before.xml": 2,
    "doctype-before.xml": 2, "east-only.mjai.jsonl": 6, "english-words.json": 1, "final-decimal-2022.json": 5,
    "final-decimal-2023.json": 9, "final-soul-ranked-east.json": 8, "final-soul-ranked-south.json": 9,
    "final-soul-tournament-east.json": 4, "final-soul-uma-30-10.json": 9, "lobby-chips.xml": 2,
    "lobby-type-169.xml": 2, "plain.xml": 2, "seed-of-32-words-2009.xml": 2, "seed-of-32-words-2009b.xml": 2,
    "single-quotes.xml": 2, "soul-wrong-own-wind.json": 1, "three-ron.json": 1, "three-ron-real.json": 1,
    "two-orders.json": 1,
}  # fmt: skip
"""The hands of each file."""
WRONG = {"soul-wrong-own-wind.json": ["wrong-score"]}
"""What is wrong with a record, and was found: a converter wrote West for North."""
UNPAID = "east-only.mjai.jsonl"
"""A file that does not say what is paid for a win."""
TENHOU6 = [name for name in HANDS if name.endswith(".json") and "mjai" not in name]


def read(content: bytes) -> list[GameRecord]:
    """The games of a file, each with its rows in memory."""
    kind = format_of(content[: 1 << 14])
    return [
        GameRecord(game.source, game.name, list(game.rows), game.ruleset)
        for game in kind.games("game", "game", [("game", content)])
    ]


def content(name: str) -> bytes:
    """A file."""
    return (FOUND / name).read_bytes()


def codes(games: list[GameRecord]) -> list[str]:
    """What is found in games."""
    return [one.code for game in games for report in Engine(game).run() for one in report.findings]


def hands(games: list[GameRecord]) -> list[int]:
    """How many hands each game has."""
    return [sum(isinstance(row, ev.HandStart) for row, _line in game.rows) for game in games]


def test_every_file_is_named_here() -> None:
    assert {path.name for path in FOUND.iterdir()} - {"README.md"} == set(HANDS)


@each("name", list(HANDS))
def test_nothing_is_called_wrong_that_is_not(name: str) -> None:
    games = read(content(name))
    assert hands(games) == [HANDS[name]]
    reports = Engine(games[0]).run()
    assert [one.code for report in reports for one in report.findings] == WRONG.get(name, [])
    told = [one.words for report in reports for one in report.unjudged]
    assert not [words for words in told if "who has won is open" in words], "where the winner is plain"
    assert not [row for row, _line in games[0].rows if isinstance(row, Fault)] or name in WRONG


def test_a_lobby_keeps_its_number_and_its_chips_are_noted() -> None:
    start = read(content("lobby-chips.xml"))[0].rows[0][0]  # type: ignore[index]
    assert start.record["lobby"] != "0"


@each("name", [name for name in HANDS if name.endswith(".xml") and name.startswith(("comm", "decl", "doct", "sing"))])
def test_xml_written_otherwise_is_the_same_game(name: str) -> None:
    plain, other = (read(content(one))[0].rows for one in ("plain.xml", name))
    assert [row for row, _line in other] == [row for row, _line in plain]


# -- the same records in other forms -----------------------------------------------------------------------------------


def forms(name: str) -> Iterator[tuple[str, bytes, int]]:
    """A record as people keep it, and how often its game is in there."""
    text = content(name).decode()
    if name in TENHOU6:
        whole = json.dumps(json.loads(text), ensure_ascii=False)
        hands_apart = [{**json.loads(text), "log": [hand]} for hand in json.loads(text)["log"]]
        yield "an address", f"https://tenhou.net/6/#json={quote(whole)}&ts=1".encode(), 1
        yield "addresses, one a line", f"https://tenhou.net/6/#json={whole}\n".encode() * 2, 2
        yield "games one a line", f"{whole}\n{whole}\n".encode(), 2
        yield "a list of games", f"[{text},{text}]".encode(), 2
        yield "hands one a line", "\n".join(map(json.dumps, hands_apart)).encode(), 1
        yield "with a mark of its bytes", b"\xef\xbb\xbf" + text.encode(), 1
    elif "mjai" in name:
        messages = json.loads(text) if name == "array.mjai.json" else [json.loads(line) for line in text.splitlines()]
        yield "a list", json.dumps(messages).encode(), 1
        yield "a list on many lines", json.dumps(messages, indent=1).encode(), 1
        yield "one a line", "\n".join(map(json.dumps, messages)).encode(), 1
        yield "games one after the other", "\n".join(map(json.dumps, [*messages, *messages])).encode(), 2
    else:
        yield "on one line", text.replace("\n", " ").encode(), 1
        undeclared = text.partition("?>")[2] if text.startswith("<?") else text
        yield "in another encoding", undeclared.encode("utf-16"), 1


@each("name", [*HANDS])
def test_in_whatever_form_it_is_kept_it_is_the_same_game(name: str) -> None:
    for form, changed, times in forms(name):
        games = read(changed)
        assert hands(games) == [HANDS[name]] * times, form
        assert codes(games) == WRONG.get(name, []) * times, form


@each("name", [name for name in TENHOU6 if HANDS[name] > 1])
def test_hands_in_files_of_their_own_are_joined_where_they_follow_one_another(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    document = json.loads(content(name))
    for number, hand in enumerate(document["log"]):
        (folder / f"{number}.json").write_text(json.dumps({**document, "log": [hand]}), "utf-8")
    games = [GameRecord(one.source, one.name, list(one.rows), one.ruleset) for one in games_in(str(folder))]
    assert hands(games) == [HANDS[name]]
    assert codes(games) == []


# -- written and read again --------------------------------------------------------------------------------------------


def what_happens(game: GameRecord) -> list[object]:
    """Moves, calls, ends and payments."""
    kinds = (ev.HandStart, ev.Deal, ev.Draw, ev.KongReplacement, ev.Discard, ev.Claim, ev.Expose, ev.Kong, ev.Indicator,
             ev.Mahjong, ev.Washout, ev.Settlement)  # fmt: skip
    names = ("type", "seat", "tile", "riichi", "drawn", "source", "reason", "change", "pot", "totals", "repeats")
    told: list[object] = []
    for row, _line in game.rows:
        if isinstance(row, kinds):
            said = {name: getattr(row, name, None) for name in names}
            said["tile"] = None if isinstance(row, ev.Mahjong) else said["tile"]
            told.append((said, sorted(tile.value for tile in getattr(row, "tiles", None) or ())))
    return told


@each("name", list(HANDS))
def test_each_is_written_in_each_form_and_read_again_as_the_same_game(name: str) -> None:
    (game,) = read(content(name))
    bodies = [ev.encode_event(row) for row, _line in game.rows if isinstance(row, ev.Event)]
    for form in ("tenhou6", "mjai", "majiang"):
        write = importers().formats[form].write
        assert write is not None
        if name == UNPAID and form != "mjai":
            with pytest.raises(NotSayableError, match="not recorded what was paid"):
                write(bodies, "game", None)
            continue
        written = write(bodies, "game", None)
        (again,) = read(written.content)
        assert what_happens(again) == what_happens(game)
        # Which wind a pattern was of has no word in the other formats.
        assert codes([again]) == (codes([game]) if form == "tenhou6" else [])
        same = write([ev.encode_event(row) for row, _line in again.rows if isinstance(row, ev.Event)], "game", None)
        assert same.content == written.content
