"""New and add: a game typed at the table is stored event by event, and answered with what the rules say; by a card."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_runs import PLAYERS, Run, lines
from hypothesis import given
from hypothesis import strategies as st

from mjlog.cards.shipped import sample_card
from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME, convert_event
from mjlog.formats.shorthand.long_form import FORMS, read_typed
from mjlog.store import open_readonly

NAMES = [part for player in PLAYERS for part in ("--player", player)]


def stored(database: Path, game: str) -> list[dict[str, Any]]:
    """The events of a game in a database."""
    with open_readonly(database) as store:
        return [json.loads(body) for body in store.bodies(game)]


def test_a_new_game_is_its_game_start_and_prints_its_id(run: Run, own_database: Path) -> None:
    where = ["--place", "club", "--table", "2"]
    result = run("new", "--ruleset", "classical", *NAMES, *where, "--option", "SevenPairs=true")
    assert result.exit_code == 0
    (start,) = stored(own_database, result.stdout.strip())
    assert (start["type"], start["players"], start["place"], start["table"]) == ("game-start", [*PLAYERS], "club", "2")
    assert start["options"] == {"SevenPairs": True}


def test_an_answer_says_what_the_audit_will_say(run: Run, begun: str, own_database: Path) -> None:
    texts = ["discard E 5b", "claim N chow", "draw S", "draw S", "discard E 1c", "mahjong W wall", "score W 64",
             "settlement E=-1 S=2 W=3 N=4", "hand-start E=dora S=anna W=ben N=carl"]  # fmt: skip
    answers = [answer for text in texts for answer in lines(run("add", begun, text, "--json"))]
    told = [finding for answer in answers for finding in answer["findings"]]
    reports = lines(run("audit", "--db", own_database, "--json"))
    found = [finding for report in reports for finding in report["findings"]]
    assert told == found
    assert len(told) > 2


def test_an_event_that_is_nested_too_deeply_is_not_stored(run: Run, begun: str, own_database: Path) -> None:
    result = run("add", begun, '{"type": "note", "x": ' + "[" * 2000 + "]" * 2000 + "}")
    assert result.exit_code == 2
    assert "nested too deeply" in result.stderr
    assert len(stored(own_database, begun)) == 2


def test_the_same_key_stores_once(run: Run, begun: str, own_database: Path) -> None:
    first = run("add", begun, "discard E 5b", "--key", "k1", "--at", "now")
    run("add", begun, "claim W pung")
    again = run("add", begun, "discard E 5b", "--key", "k1", "--at", "now")
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert len(stored(own_database, begun)) == 4
    other = run("add", begun, "discard E 6b", "--key", "k1")
    assert other.exit_code == 2
    assert "key k1 was used before" in other.stderr


def test_a_log_with_a_gap_is_told_as_such_and_not_as_another_writer(run: Run, begun: str, own_database: Path) -> None:
    """Another program has removed an event in the middle; nothing is stored after it."""
    run("add", begun, "note one")
    run("add", begun, "note two")
    with closing(sqlite3.connect(own_database)) as connection:
        (sql,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'events_kept'").fetchone()
        connection.execute("DROP TRIGGER events_kept")
        connection.execute("DELETE FROM events WHERE seq = 3")
        connection.execute(sql)
        connection.commit()
    before = stored(own_database, begun)
    result = run("add", begun, "note three")
    assert result.exit_code == 2
    assert f"the log of game {begun} is not whole: event 4 stands in the place of 3" in result.stderr
    assert stored(own_database, begun) == before


BEGUN = ["--game", "q", "--place", "Club", "--table", "3", "--at", "2026-11-20T19:00:00Z"]


def test_a_dossier_shows_where_an_option_was_changed_and_the_rule_that_it_governs(run: Run, own_database: Path) -> None:
    run("new", "--ruleset", "western", *BEGUN, *NAMES)
    run("add", "q", "hand table nw 1d 9b np ww")
    run("add", "q", "fix 1 game q western anna ben carl dora robbing_kong=true -- we rob")
    run("add", "q", "9d 8c 7c hand-start hand=2 E=ben S=carl W=dora N=anna round=E")
    run("add", "q", 'dispute on=10 "we never agreed on robbing"')
    told = " ".join(run("dossier", "q", "10").stdout.split())
    assert "9 The game is corrected, option robbing_kong as usual -> on: we rob > 10 East discards 9 dots" in told
    assert "western/win-3: Robbing a kong" in told
    assert "said: its option was changed by correction 9: option robbing_kong as usual -> on" in told
    assert "option robbing_kong is on (usually off), since correction 9" in told
    other = " ".join(run("dossier", "q", "13").stdout.split())
    assert "western/win-3" not in other
    assert "since correction 9" in other


def test_a_dossier_names_the_rule_that_only_an_option_of_the_game_holds_back(run: Run, own_database: Path) -> None:
    """At the act that it would refuse as usual, and at no other."""
    run("new", "--ruleset", "western", *BEGUN, *NAMES, "--option", "robbing_kong=true")
    run("add", "q", "hand table 9c 6d wp 1b nw 4c ww k6d smk")
    last = int(json.loads(run("games", "--json").stdout)["events"])
    told = " ".join(run("dossier", "q", str(last)).stdout.split())
    assert "[Kept] western/win-3: Robbing a kong" in told
    assert "with robbing_kong as usual, south robs a kong: it is not among the ways to win" in told
    assert "western/win-3" not in run("dossier", "q", str(last - 2)).stdout


# -- typing what comes before the play --------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "fields"), [
    ("roll anna 3 4", {"player": "anna", "dice": [3, 4], "purpose": "seats"}),
    ("roll anna 3 4 seats", {"player": "anna", "dice": [3, 4], "purpose": "seats"}),
    ("roll E 3 4 break-wall", {"seat": "E", "dice": [3, 4], "purpose": "break-wall"}),
    ("roll west 6 6 break-stack", {"seat": "W", "dice": [6, 6], "purpose": "break-stack"}),
    ("break S 8", {"wall": "S", "stack": 8}),
    ("break S 8 E", {"wall": "S", "stack": 8, "by": "E"}),
    ("break S 8 by=E", {"wall": "S", "stack": 8, "by": "E"}),
    ("seats ben cleo dora anna", {"seats": {"E": "ben", "S": "cleo", "W": "dora", "N": "anna"}}),
    ("seats E=ben S=cleo W=dora", {"seats": {"E": "ben", "S": "cleo", "W": "dora"}}),
    ("seats ben cleo ben=Ew cleo=sw", {"seats": {"E": "ben", "S": "cleo"}, "draw": {"ben": "Ew", "cleo": "Sw"}}),
])  # fmt: skip
def test_setup_is_typed_like_everything_else(line: str, fields: dict[str, Any]) -> None:
    """A player without a seat throws for the seats; winds drawn stand beside the seats."""
    read = read_typed(line)
    assert read.pop("type") == line.split()[0]
    assert read == fields


@pytest.mark.parametrize(("line", "message"), [
    ("roll E 3 4", "what for: break-wall"),
    ("roll anna", "has no dice"),
    ("seats a b c d e", "names 5 players"),
    ("break S 8 X", "'X' is no seat"),
    ("break S 8 E N", "'N' is one word too many"),
])  # fmt: skip
def test_a_slip_in_the_setup_is_told(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_typed(line)


# -- the short form of events -----------------------------------------------------------------------------------------


EXAMPLES: dict[str, dict[str, Any]] = {
    "game-start tuesday western anna ben cleo place=\"Club room\" options={\"target\":500}": {
        "type": "game-start", "game": "tuesday", "ruleset": "western", "players": ["anna", "ben", "cleo"],
        "place": "Club room", "options": {"target": 500},
    },
    "seats E=anna S=ben": {"type": "seats", "seats": {"E": "anna", "S": "ben"}},
    "hand-start hand=1 round=E E=anna": {"type": "hand-start", "hand": 1, "round": "E", "seats": {"E": "anna"}},
    "gap the lamp fell turn=S": {"type": "gap", "text": "the lamp fell", "turn": "S"},
    "wall 123b EEw": {"type": "wall", "tiles": ["1b", "2b", "3b", "Ew", "Ew"]},
    "roll E 3 4 break-wall": {"type": "roll", "seat": "E", "dice": [3, 4], "purpose": "break-wall"},
    "break S 7 by=E": {"type": "break", "wall": "S", "stack": 7, "by": "E"},
    "deal E ?? ?? 5b": {"type": "deal", "seat": "E", "tiles": ["??", "??", "5b"]},
    "indicator 3b kong": {"type": "indicator", "tile": "3b", "of": "kong"},
    "charleston right-1 E 123b": {"type": "charleston", "pass": "right-1", "seat": "E", "tiles": ["1b", "2b", "3b"]},
    "charleston-stop W": {"type": "charleston-stop", "seat": "W"},
    "bonus N 1f 2s": {"type": "bonus", "seat": "N", "tiles": ["1f", "2s"]},
    "draw S": {"type": "draw", "seat": "S", "tile": "??"},
    "kong-replacement S Rd": {"type": "kong-replacement", "seat": "S", "tile": "Rd"},
    "bonus-replacement S": {"type": "bonus-replacement", "seat": "S", "tile": "??"},
    "discard south 5B calling": {"type": "discard", "seat": "S", "tile": "5b", "calling": True},
    "name S 🀙": {"type": "name", "seat": "S", "tile": "1d"},
    "pass E on=4": {"type": "pass", "seat": "E", "on": 4},
    "claim W pung": {"type": "claim", "seat": "W", "for": "pung"},
    "retract W": {"type": "retract", "seat": "W"},
    "expose W pung 555b dangerous=choice":
        {"type": "expose", "seat": "W", "kind": "pung", "tiles": ["5b"] * 3, "dangerous": "choice"},
    "lay-concealed W pung RRRd": {"type": "lay-concealed", "seat": "W", "kind": "pung", "tiles": ["Rd"] * 3},
    "kong E concealed 1111b": {"type": "kong", "seat": "E", "kind": "concealed", "tiles": ["1b"] * 4},
    "joker-exchange E S 5b": {"type": "joker-exchange", "seat": "E", "owner": "S", "tile": "5b"},
    "fishing E": {"type": "fishing", "seat": "E"},
    "mahjong W wall 5b": {"type": "mahjong", "seat": "W", "source": "wall", "tile": "5b"},
    "show W 12b Ew": {"type": "show", "seat": "W", "rest": ["1b", "2b", "Ew"]},
    "show W 123b | 55d | rest Ew":
        {"type": "show", "seat": "W", "sets": [["1b", "2b", "3b"], ["5d", "5d"]], "rest": ["Ew"]},
    "dead W count short by one": {"type": "dead", "seat": "W", "reason": "count", "text": "short by one"},
    "penalty W 10 a wrong call": {"type": "penalty", "seat": "W", "amount": 10, "reason": "a wrong call"},
    "washout": {"type": "washout"},
    "replay the wall fell": {"type": "replay", "reason": "the wall fell"},
    "score W 64 points=16 doubles=2": {"type": "score", "seat": "W", "total": 64, "points": 16, "doubles": 2},
    "settlement E=-8 S=8": {"type": "settlement", "change": {"E": -8, "S": 8}},
    "game-end": {"type": "game-end"},
    "note a = b, as x=1 says seat=E": {"type": "note", "text": "a = b, as x=1 says", "seat": "E"},
    "dispute not so on=3": {"type": "dispute", "text": "not so", "on": 3},
    "ruling it stands": {"type": "ruling", "text": "it stands"},
}  # fmt: skip


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_line_is_read_as_the_event_it_means(text: str) -> None:
    fields = read_typed(text)
    assert fields == EXAMPLES[text]
    convert_event({"seq": 1, **fields})


def test_every_form_has_an_example_and_is_a_type_of_event() -> None:
    assert {text.split()[0] for text in EXAMPLES} == set(FORMS)
    assert set(FORMS) <= set(EVENT_TYPE_BY_NAME)


@given(st.text(max_size=60) | st.builds("{} {}".format, st.sampled_from(sorted(FORMS)), st.text(max_size=40)))
def test_any_text_is_an_event_or_is_explained(text: str) -> None:
    try:
        kind = read_typed(text)["type"]
    except NotationError:
        return
    assert kind in FORMS


# -- the commands that need a score card, as they are typed -----------------------------------------------------------


CARD = """card  Hill
id    hill-1
year  2031
source {source}
[All]
h1: FF 1111r 2222r 3333r (run)   25 X
h2: 11r 22r 33r 44r 55r 66r 77r  50 C
[Pairs | no-jokerless-bonus]
p1: NN SS 1199r 1199g RG         60 C
"""


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A small card."""
    path = tmp_path / "hill.card"
    path.write_text(CARD.format(source="own"), "utf-8")
    return path


def begun_with(run: Run, card: Path | str) -> list[dict[str, Any]]:
    """The events of a game begun with a card."""
    assert run("new", "--ruleset", "american", "--card", card, *NAMES, "--game", "club").exit_code == 0
    return lines(run("export", "club"))


def test_a_game_carries_id_and_digest_of_its_card_and_nothing_else_of_it(run: Run, card: Path) -> None:
    card.write_text(CARD.format(source="purchased"), "utf-8")
    (start,) = begun_with(run, card)
    assert start["card"]["id"] == "hill-1"
    assert len(start["card"]["digest"]) == 64
    assert "1111r" not in json.dumps(start)


def test_a_shipped_card_is_named_by_its_id(run: Run) -> None:
    (start,) = begun_with(run, "riverside-2026")
    assert start["card"] == {"id": "riverside-2026", "digest": sample_card().digest}


def test_without_the_card_everything_else_is_judged(run: Run, card: Path) -> None:
    begun_with(run, card)
    run("add", "club", "hand-start depth=table", "discard E 5b", "draw N", "--card", card)
    shutil.rmtree(Path(default_db()).parent / "cards")
    reports = lines(run("audit", "--db", default_db(), "--json"))
    found = [finding for report in reports for finding in report["findings"]]
    assert [(one["code"], one["severity"]) for one in found] == [("unknown-card", "warning"), ("out-of-turn", "error")]
    with_card = lines(run("audit", "--db", default_db(), "--json", "--card", card))
    assert [one["code"] for report in with_card for one in report["findings"]] == ["out-of-turn"]


def test_a_card_that_was_given_once_is_kept_beside_the_database_for_its_owner_alone(run: Run, card: Path) -> None:
    begun_with(run, card)
    kept = list((Path(default_db()).parent / "cards").iterdir())
    assert [one.read_bytes() for one in kept] == [card.read_bytes()]
    assert {one.stat().st_mode & 0o077 for one in (*kept, kept[0].parent)} == {0}
    card.unlink()
    run("add", "club", "hand-start depth=table", "discard E 5b")
    for path in ("--db", default_db()), (default_db(),):
        assert [report["findings"] for report in lines(run("audit", *path, "--json"))] == [[]]
    kept[0].unlink()
    (report, *_others) = lines(run("audit", "--db", default_db(), "--json"))
    assert [one["code"] for one in report["findings"]] == ["unknown-card"]


def default_db() -> str:
    """The database that commands use where none is named."""
    import os

    return os.environ["MJLOG_DB"]
