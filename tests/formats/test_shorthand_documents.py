"""Texts written by hand: what is read of them, where a fault is, and what of them is kept."""

from __future__ import annotations

import io
import json
import re
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from each import each
from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError, RecordError
from mjlog.formats.shorthand.document import WrittenGame, read_document
from mjlog.formats.shorthand.long_form import LONG_NAMES
from mjlog.formats.shorthand.reading import SHORT_ACTS, acts_in
from mjlog.formats.shorthand.sayings import is_said_of_others
from mjlog.sources import games_in
from tests.formats.shorthand_runs import GAME, TABLE, bodies_of, game_after, game_of, text_of, written

EVENING = """
# Tuesday's game, from my notes
game tuesday western anna ben cleo dora
hand table
r34 r12  # two throws
5b sp 2c; 9d - ew
note a long pause; the tea # was hot
sm 8/48/4/2
sh 123b 44d / 9c
pay -96/192/-48/-48
"""


def _types(game: WrittenGame) -> list[str]:
    return [json.loads(body)["type"] for body in game.bodies]


def test_an_evening_is_read_act_by_act() -> None:
    game = written(EVENING)
    assert (game.name, game.fault) == ("tuesday", None)
    assert _types(game) == [
        "game-start", "hand-start", "roll", "roll", "discard", "claim", "expose", "discard", "discard", "pass", "pass",
        "pass", "discard", "note", "claim", "mahjong", "score", "score", "score", "score", "show", "settlement",
    ]  # fmt: skip
    assert [json.loads(body)["seq"] for body in game.bodies] == [*range(1, len(game.bodies) + 1)]
    assert json.loads(game.bodies[13])["text"] == "a long pause; the tea # was hot"


def test_every_event_knows_the_line_it_was_written_in() -> None:
    game = written(EVENING)
    assert dict(zip(_types(game), game.lines, strict=True)) == {
        "game-start": 3, "hand-start": 4, "roll": 5, "claim": 8, "expose": 6, "discard": 6, "pass": 6, "note": 7,
        "mahjong": 8, "score": 8, "show": 9, "settlement": 10,
    }  # fmt: skip


@each("change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\n".join(line if "note" in line else line.replace(" ", "\t") for line in text.split("\n")),
        lambda text: text.replace("\n", "\n\n   \n\u00a0\n"),
        lambda text: text.replace("5b sp", "5b\u00a0sp").replace("hand ", "hand\u00a0"),
        lambda text: text.replace("5b sp 2c", "5b\nsp,2c"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("5b sp 2c; 9d - ew", "5B SP 2C; 9D - EW").replace("hand table", "HAND Table"),
    ],
    ids=["mark", "returns", "tabs", "empty", "hard blanks", "breaks", "no line feed", "upper"],
)  # fmt: skip
def test_how_a_text_is_set_does_not_matter(change: Callable[[str], str]) -> None:
    assert change(EVENING) != EVENING
    assert bodies_of(change(EVENING)) == bodies_of(EVENING)


def test_a_fault_is_told_with_file_and_line_and_what_stands_before_it_is_kept() -> None:
    (game,) = read_document(f"{TABLE}5b sp\n2c zz 3c\n4c\n", "a.mjlog.txt")
    assert game.fault.startswith("a.mjlog.txt:4: 'zz' is no act; ")
    assert _types(game) == ["game-start", "hand-start", "discard", "claim", "expose", "discard"]


@each("line, words", [
    ("c", "which chow? expected one of `c34`, `c46`, `c67`"),
    ("game-start", "ends too early"),
    ("fix 99 void", "there is no event 99"),
    ("habits drawers", "'drawers' is no habit"),
    ("@tomorrow", "is no time"),
    ('{"type":"pass","seat":"Q"}', "seat is 'Q'"),
    ('{"type":"pass","seat":"S","seq":7}', "seq is 7; expected 4, or none"),
    ("note", "ends too early"),
    ("score E 1e5", "is not a total; expected a whole number"),
    ("score E " + "9" * 5000, "is not a total; expected a whole number, of 16 digits at most"),
    ("pay 1/1/1/" + "9" * 5000, "there is a number of 5000 digits; no number of the format has more than 16"),
    ('note x of={"a":' + "9" * 5000 + "}", "no number of the format has more than 16"),
    ('{"type":"score","seat":"S","total":' + "9" * 5000 + "}", "no number of the format has more than 16"),
    ("discard S 5x", "5x"),
    ("roll E 3 4 supper", "purpose is 'supper'"),
])  # fmt: skip
def test_a_line_that_cannot_be_read_is_told_by_its_number(line: str, words: str) -> None:
    games = list(read_document(f"{TABLE}5b\n{line}\n", "a.txt"))
    fault = games[-1].fault
    assert fault.startswith("a.txt:4: ")
    assert words in fault


def test_after_a_fault_reading_goes_on_with_the_next_game() -> None:
    text = f"{TABLE}zz\n5b\n" + TABLE.replace("game t ", "game u ") + "5b\n"
    first, second = read_document(text, "a.txt")
    assert (first.name, len(first.bodies), first.fault is None) == ("t", 2, False)
    assert (second.name, len(second.bodies), second.fault) == ("u", 3, None)


def test_acts_before_a_game_are_a_fault_and_those_in_it_are_read() -> None:
    first, second = read_document(f"5b\n{TABLE}5b", "a.txt")
    assert first.bodies == []
    assert first.fault.startswith("a.txt:1: '5b': expected the game first, like `game tuesday western anna")
    assert len(second.bodies) == 3


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", "\ufeff"])
def test_a_text_without_acts_has_no_games(text: str) -> None:
    assert list(read_document(text, "a.txt")) == []


def test_what_is_said_before_a_game_is_said_of_it() -> None:
    game = written(f"@2026-11-21T19:30:00Z by=anna\n{GAME}\n@+9 hand table\nby= @-\n5b")
    said = [(event.get("at"), event.get("recorder")) for event in map(json.loads, game.bodies)]
    assert said == [("2026-11-21T19:30:00Z", "anna"), ("2026-11-21T19:30:09Z", "anna"), (None, None)]


def test_habits_write_down_what_is_not_typed() -> None:
    plain = bodies_of(f"{TABLE}deal\n5b 6c")
    drawn = bodies_of(f"{TABLE}habits draws\ndeal\n5b 6c\nhabits usual\n7d")
    assert [json.loads(body)["type"] for body in plain[-2:]] == ["discard", "discard"]
    assert [json.loads(body)["type"] for body in drawn[-4:]] == ["discard", "draw", "discard", "discard"]


def test_a_text_that_goes_on_begins_with_the_same_events() -> None:
    """What is added at the end of a text changes nothing before it."""
    assert bodies_of(EVENING)[:9] == bodies_of(EVENING.split("- ew")[0])[:9]


def test_a_written_game_can_be_gone_on_with_by_hand() -> None:
    bodies = bodies_of(EVENING)
    longer = bodies_of(text_of(bodies) + "hand\n5b\n")
    assert longer[: len(bodies)] == bodies
    assert [json.loads(body)["type"] for body in longer[len(bodies) :]] == ["hand-start", "discard"]


def test_acts_end_where_they_were_meant_to() -> None:
    cut = {
        "hand table 5b": ["hand table", "5b"],
        "hand 5b": ["hand", "5b"],
        "pay 5b": ["pay", "5b"],
        "pay -12/36/-12/-12 hand": ["pay -12/36/-12/-12", "hand"],
        "wash hand 5b": ["wash", "hand", "5b"],
        "discard S 5b named=4b; sp": ["discard S 5b named=4b", "sp"],
        'replay text="a;b #c" ; 5b': ['replay text="a;b #c"', "5b"],
        "replay the wall # fell": ["replay the wall"],
        "sh 123b 55d / 9c ew 8/48/4/2": ["sh 123b 55d / 9c ew", "8/48/4/2"],
        "sh 123b eh 44c": ["sh 123b", "eh 44c"],
        "h 123b wash": ["h 123b", "wash"],
        "sh": ["sh"],
        '{"type":"note","text":"; #"} 5b': ['{"type":"note","text":"; #"} 5b'],
        "fix 37 5b; sp -- two slips": ["fix 37 5b; sp -- two slips"],
        "5b#c": ["5b#c"],
        "5b;;,sp": ["5b", "sp"],
    }
    assert {text: [act.text for act in acts_in(text)] for text in cut} == cut


# -- the page on the short hand is checked by reading what stands in it ------------------------------------------------


PAGE = (Path(__file__).resolve().parents[2] / "docs" / "lookup" / "shorthand.md").read_text("utf-8")
ROWS = "\n".join(line for line in PAGE.splitlines() if line.startswith("| "))
SPANS = tuple(dict.fromkeys(re.findall(r"`([^`]+)`", ROWS)))
"""Every act in the tables of the page."""
TABLES = (
    "", "game t western anna ben cleo dora\n", game_of("western"), game_of("western", "r34 r12"),
    game_of("western", "5b"), game_of("western", "5b sp-"), game_of("western", "1b"), game_of("western", "5b sm"),
    game_of("western", depth="result"), game_of("american", "deal"), game_of("american", "deal", "5b wpj 2c"),
    game_of("american", "o o o so-"), game_of("riichi", "i1b"), game_of("riichi", "i1b 5b"),
    game_of("riichi", "i1b 6b"), game_of("riichi", "i1b 5b!", "sm"), game_of("riichi", depth="result"),
    game_of("riichi-ema", "i1b"), game_of("riichi-sanma", "i1b"), game_of("riichi-sanma", "i1b", "Nw"),
)  # fmt: skip
"""Tables at which acts can be read; what is to be paid is computed elsewhere."""
NOT_AN_ACT = frozenset(("target=500", "place=club table=2 session=1", "/"))
"""What goes with an act, or stands inside one."""


def _pattern_of(act: str) -> int | None:
    return next((at for at, (pattern, _read) in enumerate(SHORT_ACTS) if pattern.fullmatch(act)), None)


@each("span", [span for span in SPANS if span not in NOT_AN_ACT])
def test_every_act_of_the_page_is_one_act_that_can_be_read(span: str) -> None:
    text = span.replace("h …", "h 123b").replace(" …", "")
    (act,) = acts_in(text)
    assert act.text == text
    assert _pattern_of(text) is not None or text.split()[0] in LONG_NAMES
    assert text in ("pay", "pay w", "pay jokerless") or any(_is_read(text, before) for before in TABLES)


def _is_read(act: str, before: str) -> bool:
    try:
        return bool(game_after(before).read(act))
    except MjlogError:
        return False


def test_every_pattern_stands_on_the_page() -> None:
    shown = {_pattern_of(span.replace("…", "").strip()) for span in SPANS}
    assert {pattern.pattern for at, (pattern, _read) in enumerate(SHORT_ACTS) if at not in shown} == set()


def test_what_is_said_of_acts_that_follow_stands_on_the_page_as_it_is_typed() -> None:
    (passage,) = (part for part in PAGE.split("**") if "nine seconds later" in part)
    said = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", passage)]
    assert "@+9" in said
    game = game_after(game_of("western"))
    for text in said:
        assert is_said_of_others(text)
        assert game.read(text) == []


# -- a text in short hand is read wherever a log is --------------------------------------------------------------------


WRITTEN = "game tuesday western anna ben cleo dora\nhand table\n5b wc46 9d\n"
"""West's chow is not from the left: an error at events 4 and 5."""


def found(path: Path) -> list[tuple[str, int | None, int | None]]:
    """What an audit finds at a path: codes, events, lines."""
    return [
        (finding.code, finding.seq, finding.line)
        for record in games_in(str(path))
        for report in Engine(record).run()
        for finding in report.findings
    ]


def test_a_text_is_audited_like_a_log_with_the_lines_of_the_text(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_text(WRITTEN)
    assert found(text) == [("chow-not-from-left", 4, 3)]


def test_an_act_that_cannot_be_read_is_a_finding_with_its_line(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_text("game tuesday western anna ben cleo dora\nhand table\n5b\nzzz\n")
    assert found(text) == [("bad-event", None, 4)]


def test_texts_lie_in_folders_and_packed_folders_beside_logs(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "tuesday.mjlog.txt").write_text(WRITTEN)
    packed = tmp_path / "season.tar"
    with tarfile.open(packed, "w") as archive:
        content = WRITTEN.encode()
        member = tarfile.TarInfo("games/tuesday.mjlog.txt")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    for path in (tmp_path / "club", packed):
        assert [record.name for record in games_in(str(path))] == ["tuesday"]
        assert [code for code, _seq, _line in found(path)] == ["chow-not-from-left"]


def test_a_correction_in_a_text_is_carried_out(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_text(WRITTEN.replace(" 9d", "") + "fix 4 void\nFIX 5 void\n9c\n")
    assert found(text) == []


def test_bytes_that_are_no_text_are_refused_in_words(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_bytes(WRITTEN.encode() + b"\xff")
    with pytest.raises(RecordError, match=r"is no text in UTF-8 \(byte 63\)"):
        list(games_in(str(text)))


def test_two_games_in_one_text_are_two_games(tmp_path: Path) -> None:
    text = tmp_path / "week.mjlog.txt"
    text.write_text(WRITTEN + WRITTEN.replace("tuesday", "friday"))
    names = []
    for record in games_in(str(text)):
        names.append(record.name)
        assert json.dumps(Engine(record).run()[-1].as_json()["findings"]).count("chow-not-from-left") == 1
    assert names == ["tuesday", "friday"]
