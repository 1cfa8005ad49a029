"""What games came to, kept in the database: answers are those that a replay gives, whatever was done to the file."""

from __future__ import annotations

import lzma
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from command_runs import Run
from msgspec.structs import replace

from mjlog import cards, facts_index
from mjlog.audit.game import Game
from mjlog.cards.shelf import NO_CARDS
from mjlog.club import game_facts
from mjlog.errors import StoreError
from mjlog.facts_index import FactsIndex, unpacked
from mjlog.sources import stored_game
from mjlog.store import open_readonly
from mjlog.store.schema import FACTS
from mjlog_cli.commands import club as club_commands
from samples import DISPUTES, FINDINGS, GAMES
from tests.club.evenings import FRIDAY, TUESDAY, game, hand, won, written
from tests.store.conftest import without_guards
from turns import TURNS

ASKED = (
    "stats", "stats --csv --ruleset western", "stats --json --together", "stats --player nobody",
    "stats --zone +13:00 --since 2026-05-06", "standings", "standings --json --points 4/2/1/0",
    "standings --ended --together", "standings --ruleset riichi", "standings --html PAGE --force", "find",
    "find --json --player nora --zone -11:00", "find --since 2020-01-01", "find --place caf", "find --table 2 --json",
    "find --hands --json", "find --hands --event kong", "find --hands --severity error --csv",
    "find --hands --limit-hand", "find --won-by anna --json", "stats tuesday", "find --hands friday tuesday",
)  # fmt: skip
OTHERWISE = ("stats --as-recorded", "stats tuesday --as-of 4", "find --hands --as-recorded --json")
"""Readings that nothing is kept of."""
CLUB = [one for one in GAMES if one.name.startswith(("american", "dmjl", "riichi."))]
SHIPPED = Path(cards.__file__).with_name("riverside.card")
WIN = won("E", 75, -25, -25, -25)
Judged = list[str]


@pytest.fixture(autouse=True)
def kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single game is worth keeping."""
    monkeypatch.setattr(facts_index, "WORTH_KEEPING", 1)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """The names of the games that commands replay, as they do."""
    names: Judged = []

    def replayed(record: Any, *more: Any) -> Game:
        names.append(record.name)
        return Game(record, *more)

    monkeypatch.setattr(club_commands, "Game", replayed)
    return names


@pytest.fixture
def club(run: Run, own_database: Path, tmp_path: Path) -> Path:
    """The default database, with two evenings; it is known what they came to."""
    assert run("import", "mjlog", written(tmp_path / "logs", TUESDAY, FRIDAY)).exit_code == 0
    assert run("stats").exit_code == 0
    assert len(rows(own_database)) == 2
    return own_database


def told(result: Result) -> tuple[int, str, str]:
    """All that a command says."""
    return result.exit_code, result.stdout, result.stderr


def answers(run: Run, *asked: str) -> dict[str, tuple[int, str, str]]:
    """What commands say, by what was asked."""
    return {words: told(run(*words.split())) for words in asked}


def replayed(run: Run, *asked: str) -> dict[str, tuple[int, str, str]]:
    """What commands say where nothing is kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts_index, "own_key", lambda **_: None)
        return answers(run, *asked)


def ask(path: Path, sql: str) -> list[Any]:
    """What another program reads, or does beside the logs."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


def rows(path: Path) -> dict[int, bytes]:
    """What is kept, by the number of the game."""
    return dict(ask(path, "SELECT game, content FROM game_facts"))


def first_hands_of(game: Path, folder: Path) -> Path:
    """The log of a game as it was when its second hand was over; where tests are asked in turns, its first."""
    lines = lzma.decompress(game.read_bytes()).splitlines(keepends=True)
    third = [at for at, line in enumerate(lines) if b'"type":"hand-start"' in line][2 if TURNS == 1 else 1]
    path = folder / game.name.removesuffix(".xz")
    path.write_bytes(b"".join(lines[:third]))
    return path


def test_every_answer_is_the_same_byte_for_byte_and_no_whole_game_is_judged_again(
    run: Run, own_database: Path, judged: Judged, tmp_path: Path
) -> None:
    """Of games by many rule sets: corrected, hidden, in progress, with faults and disputes, without a date, damaged."""
    games = [first_hands_of(path, tmp_path) for path in CLUB]
    logs = [*games, *FINDINGS[::32], *sorted(DISPUTES.glob("*.mjlog.jsonl"))[:: 3 if TURNS == 1 else 9]]
    run("import", "mjlog", written(tmp_path / "logs", TUESDAY, FRIDAY), *logs)
    run("hide", "american")
    run("add", "dmjl", "hand")
    with without_guards(own_database) as connection:
        connection.execute("UPDATE events SET id = zeroblob(32) WHERE game = 3 AND seq = 3")
    page = tmp_path / "page.html"
    asked = [words.replace("PAGE", str(page)) for words in (*ASKED, *OTHERWISE)]
    plain, plain_page = replayed(run, *asked), page.read_bytes()
    assert rows(own_database) == {}
    assert answers(run, *asked) == plain
    whole = set()
    with open_readonly(own_database) as store:
        index = FactsIndex(store, NO_CARDS)
        for info in store.games():
            log, kept = Game(stored_game(store, info.game, "")), index.find(info.game)
            if log.log.is_whole:
                whole.add(info.game)
                assert kept is not None
                assert unpacked(kept).facts == replace(game_facts(log), source="")
            else:
                assert kept is None
    assert len(whole) > (10 if TURNS == 1 else 5)
    page.unlink()
    judged.clear()
    assert {words: told(run(*words.split())) for words in asked[: len(ASKED)]} == {
        words: plain[words] for words in asked[: len(ASKED)]
    }
    assert page.read_bytes() == plain_page
    assert judged
    assert whole.isdisjoint(judged)


# -- the log is another one -------------------------------------------------------------------------------------------

ACTS = {
    "an event": (("add", "sunday", "hand"), True),
    "a correction": (("fix", "friday", "3", "void", "--why", "nobody won"), True),
    "a game off the lists": (("hide", "friday"), True),
    "a handle that was misspelt": (("people", "merge", "anna", "anne"), True),
    "an objection": (("dispute", "friday", "4", "no"), True),
    "a person who is forgotten": (("people", "forget", "anna"), False),
}
"""What happens in a club, and whether it is written into a log."""


@pytest.mark.parametrize("act", ACTS)
def test_what_happened_counts_at_once(run: Run, club: Path, tmp_path: Path, act: str) -> None:
    """Nothing is kept of a person but the handle, as in the log."""
    run("import", "mjlog", written(tmp_path / "more", game("sunday", hand(1, 0, *WIN), ended=False)))
    run("people", "add", "anna", "Anna Novak")
    asked = ("stats --names", "standings", "find --hands --json --names")
    before, kept = answers(run, *asked), rows(club)
    words, is_written = ACTS[act]
    assert run(*words).exit_code in (0, 1)
    after = answers(run, *asked)
    assert after == replayed(run, *asked) != before
    assert len(rows(club)) == 3
    assert (rows(club) != kept) == is_written
    assert b"Novak" not in club.read_bytes() or act != "a person who is forgotten"


ALTERED = {
    "a letter of an event": "UPDATE events SET body = replace(body, '60', '90') WHERE game = 1 AND seq = 5",
    "a type": "UPDATE events SET body = CAST(body AS BLOB) || x'20' WHERE game = 1 AND seq = 4",
    "an id": "UPDATE events SET id = zeroblob(32) WHERE game = 1 AND seq = 5",
    "the last event is gone": "DELETE FROM events WHERE game = 1 AND seq > 8",
    "one in the middle is gone": "DELETE FROM events WHERE game = 1 AND seq = 3",
    "all are gone": "DELETE FROM events WHERE game = 1",
    "a row before the first": "INSERT INTO events VALUES (1, 0, zeroblob(32), '{}')",
    "another name": "UPDATE games SET game = 'monday' WHERE number = 1",
    "the logs of two games exchanged": "UPDATE games SET number = 3 WHERE number = 1; "
    "UPDATE games SET number = 1 WHERE number = 2; UPDATE games SET number = 2 WHERE number = 3",
    "what had been stored": "UPDATE appends SET last = 99 WHERE game = 1",
}
"""What other programs do to a log."""


@pytest.mark.parametrize("change", ALTERED)
def test_a_log_that_was_altered_is_told_as_without_an_index(run: Run, club: Path, change: str) -> None:
    asked = ("stats", "standings --json", "find --hands --json")
    sound = answers(run, *asked)
    with without_guards(club) as connection:
        connection.executescript(ALTERED[change])
    for _again in range(2):
        said = answers(run, *asked)
        assert said == replayed(run, *asked) != sound
        assert any(text in str(said) for text in ("missing, unreadable or changed", "damaged", "stored as game"))


FORGED = {
    "what another game came to": "UPDATE game_facts SET (seal, content) = "
    "(SELECT seal, content FROM game_facts AS other WHERE other.game = 2) WHERE game = 1",
    "exchanged": "UPDATE game_facts SET game = -game; UPDATE game_facts SET game = game + 3",
    "another content": "UPDATE game_facts SET content = (SELECT content FROM game_facts WHERE game = 2) WHERE game = 1",
    "nonsense": "UPDATE game_facts SET content = x'00', seal = x''",
    "what another user sealed": "",
}
"""What other programs do to the index."""


@pytest.mark.parametrize("forgery", FORGED)
def test_what_this_user_has_not_sealed_is_not_believed(
    run: Run, club: Path, judged: Judged, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forgery: str
) -> None:
    """The games are judged anew, and what they came to stands there again."""
    sound, kept = answers(run, "stats", "standings"), rows(club)
    with closing(sqlite3.connect(club)) as connection:
        connection.executescript(FORGED[forgery])
    if not FORGED[forgery]:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another"))
    judged.clear()
    assert answers(run, "stats", "standings") == sound
    assert "friday" in judged
    assert rows(club) == kept
    judged.clear()
    run("stats")
    assert judged == []


# -- the program, the rules, the cards are others ----------------------------------------------------------------


def test_another_program_judges_all_games_anew(
    run: Run, club: Path, judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the former one kept is gone then."""
    seals = ask(club, "SELECT seal FROM game_facts")
    monkeypatch.setattr(facts_index, "fingerprint", lambda: "another program")
    judged.clear()
    run("stats")
    assert judged == ["friday", "tuesday"]
    assert len(rows(club)) == 2
    assert not set(seals) & set(ask(club, "SELECT seal FROM game_facts"))


def test_a_game_is_judged_by_the_card_that_is_at_hand(
    run: Run, own_database: Path, judged: Judged, tmp_path: Path
) -> None:
    """One that asks for no card is not judged anew because another one is at hand."""
    other = tmp_path / "other.card"
    other.write_text(SHIPPED.read_text("utf-8").replace("riverside-2026", "other"), "utf-8")
    oaks = game("oaks", hand(1, 0, *WIN), ruleset="american", card={"id": "other"})
    run("import", "mjlog", written(tmp_path / "logs", TUESDAY, oaks))
    asked = "find --finding unknown-card"
    without, by_card = told(run(*asked.split())), told(run(*asked.split(), "--card", other))
    assert without != by_card
    judged.clear()
    assert told(run(*asked.split(), "--card", other)) == by_card
    assert judged == []
    assert told(run(*asked.split())) == without
    assert judged == ["oaks"]


# -- where nothing is kept ----------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_written_is_read_as_it_is(
    run: Run, own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", "mjlog", written(tmp_path / "logs", TUESDAY, FRIDAY))

    def refused(*_: Any, **__: Any) -> None:
        raise StoreError("nobody may write here")

    with monkeypatch.context() as patch:
        patch.setattr(facts_index, "open_store", refused)
        said = told(run("stats"))
    assert rows(own_database) == {}
    assert said == told(run("stats"))
    assert len(rows(own_database)) == 2


def test_for_a_few_events_no_file_is_written_to(
    run: Run, own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts_index, "WORTH_KEEPING", 20_000)
    run("import", "mjlog", written(tmp_path / "logs", TUESDAY, FRIDAY))
    before = own_database.read_bytes()
    run("stats")
    assert own_database.read_bytes() == before


def test_after_the_answer_the_file_alone_is_whole(run: Run, club: Path, tmp_path: Path) -> None:
    """Whoever copies it then has all of it."""
    assert not Path(f"{club}-wal").exists()
    copy = Path(shutil.copy(club, tmp_path / "copy.db"))
    assert rows(copy) == rows(club)
    assert run("verify", copy).exit_code == 0
    assert set(FACTS) == {"game_facts"}
