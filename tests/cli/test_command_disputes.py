"""Objecting, gathering what there is, ruling: on the command line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command_runs import Run, lines

from mjlog.store import open_readonly
from mjlog_cli.params import database_path
from samples import LOGS, name_of

WESTERN = next(path for path in LOGS if name_of(path) == "western")


@pytest.fixture
def western(run: Run) -> str:
    """A game in the default database; in event 44 North lays down a chow."""
    assert run("import", "mjlog", WESTERN).exit_code == 0
    return "western"


def stored_events(game: str) -> list[dict[str, object]]:
    """The events of a game as they are stored, without their chain fields."""
    with open_readonly(database_path(None)) as store:
        return [json.loads(body) for body in store.bodies(game)]


# -- dispute ----------------------------------------------------------------------------------------------------------


def test_an_objection_is_appended_and_changes_nothing(run: Run, western: str) -> None:
    before = run("sheet", western, "--format", "csv").stdout
    made = run("dispute", western, "44", "that was mine", "--player", "max", "--at", "2026-01-01T20:00:00Z")
    assert made.exit_code == 0
    assert made.stdout == "1245  dispute about event 44: that was mine\n"
    assert stored_events(western)[-1] == {
        "at": "2026-01-01T20:00:00Z", "on": 44, "seat": "S", "seq": 1245, "text": "that was mine", "type": "dispute",
    }  # fmt: skip
    after = run("sheet", western, "--format", "csv").stdout
    # But for the head of the log, the only time in it, and the dispute itself.
    assert [row[:-7] for row in csv.reader(after.splitlines())] == [row[:-7] for row in csv.reader(before.splitlines())]
    assert "that was mine - open (dispute 1245)" in after


def test_at_the_table_an_objection_is_written_down_while_the_hand_goes_on(run: Run, begun: str) -> None:
    assert run("add", begun, "roll E 3 3 break-wall").exit_code in (0, 1)
    made = run("dispute", begun, "3", "that die was cocked", "--player", "ben")
    assert made.exit_code == 0
    found = run("dossier", begun, "4")
    assert found.exit_code == 0
    assert "The hand is in progress" in found.stdout
    assert "in progress: nothing can be said of what it comes to" in found.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["4444", "no"], "there is no event 4444: western has the events 1 to 1244 (nothing was stored)"),
        (["44", "no", "--player", "maxx"], "'maxx' plays no part in hand 1: ivo, gus, max and fay sit there; did you"),
        (["44"], "what is the objection?"),
        (["44", " "], "what is the objection?"),
        (["44", "no", "--player", "max", "--seat", "S"], "both say who objects"),
        (["44", "no", "--at", "yesterday"], "is no time"),
        (["0", "no"], "0 is not in the range"),
    ],
)  # fmt: skip
def test_what_cannot_be_objected_to_is_refused_and_nothing_is_stored(
    run: Run, western: str, words: list[str], said: str
) -> None:
    refused = run("dispute", western, *words)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert len(stored_events(western)) == 1244


# -- dossier ----------------------------------------------------------------------------------------------------------


def test_a_dossier_is_printed_written_and_given_as_json(run: Run, western: str, tmp_path: Path) -> None:
    run("dispute", western, "44", "mine", "--seat", "S")
    assert "THE RULES THAT BEAR ON IT" in run("dossier", western, "1245").stdout
    (fields,) = lines(run("dossier", western, "1245", "--format", "json"))
    assert fields["event"]["seq"] == 44
    assert fields["dispute"]["seq"] == 1245
    path = tmp_path / "dossier.html"
    assert run("dossier", western, "1245", "--format", "html", "--out", path).exit_code == 0
    assert path.read_text("utf-8").startswith("<!doctype html>")


def test_the_head_that_a_dossier_prints_proves_the_log(run: Run, western: str, own_database: Path) -> None:
    """Also the ids of a file are those that it would have in a database."""
    (stored,) = lines(run("dossier", western, "44", "--format", "json"))
    (of_file,) = lines(run("dossier", WESTERN, "44", "--format", "json"))
    assert stored["proof"] == of_file["proof"]
    run("dispute", western, "44", "mine")
    proved = run("verify", own_database, "--head", stored["proof"]["short"])
    assert proved.exit_code == 0
    assert "western" in proved.stdout


def test_real_names_are_told_only_with_names(run: Run, western: str) -> None:
    assert run("people", "add", "max", "Max Novak").exit_code == 0
    run("dispute", western, "44", "mine", "--player", "max")
    assert "Novak" not in run("dossier", western, "1245").stdout
    assert "max (Max Novak)" in run("dossier", western, "1245", "--names").stdout


# -- ruling -----------------------------------------------------------------------------------------------------------


def test_a_ruling_is_told_before_it_is_stored(run: Run, western: str) -> None:
    """Without --yes, and with nobody to be asked, nothing is stored."""
    run("dispute", western, "44", "mine")
    shown = run("ruling", western, "1245", "it was", "--penalty", "N", "10", "false call")
    assert shown.exit_code == 2
    assert "gus: 784 -> 774" in shown.stdout
    assert "nothing was stored: --yes stores it" in shown.stderr
    assert len(stored_events(western)) == 1245


def test_a_ruling_with_a_correction_and_a_fine_is_stored_at_once(run: Run, western: str) -> None:
    """The fine is of the disputed hand, which is over: it is read at its end, by the seats of that hand."""
    run("dispute", western, "44", "mine")
    made = run(
        "ruling", western, "1245", "it was", "--decision", "upheld", "--void", "44", "--penalty", "N", "10",
        "false call", "--agreed", "gus", "--recorder", "fay", "--yes",
    )  # fmt: skip
    assert made.exit_code == 0
    assert "1246  ruling on dispute 1245, and what follows from it: 1247 and 1248" in made.stdout
    ruling, correction, fine = stored_events(western)[-3:]
    assert ruling == {
        "decision": "upheld", "on": 1245, "recorder": "fay", "seq": 1246, "text": "it was", "type": "ruling",
    }  # fmt: skip
    assert (correction["of"], correction["events"], correction["agreed"]) == (44, [], ["gus"])
    assert fine["events"] == [{"amount": 10, "reason": "false call", "seat": "N", "type": "penalty"}]
    (found,) = lines(run("dossier", western, "1245", "--format", "json"))
    assert [one["label"] for one in found["outcomes"]][-1] == "as ruled"
    assert found["outcomes"][-1]["penalties"] == {"E": 4, "S": 3, "W": 3, "N": -10}


def test_at_a_tournament_a_fine_of_a_ruling_goes_to_nobody(run: Run) -> None:
    """Unless it is said who gets it."""
    players = [part for name in ("anna", "ben", "cleo", "dora") for part in ("--player", name)]
    run("new", "--ruleset", "riichi-ema", "--game", "ema", *players)
    run("add", "ema", "hand result sfe3h30 pay", "hand result wash r-")
    run("dispute", "ema", "3", "he looked at the wall")
    number = str(len(stored_events("ema")))
    for shares, to in (((), {}), (("--penalty-to", "W", "N=500"), {"N": 500})):
        fine = ("--penalty", "W", "500", "looked", *shares)
        assert run("ruling", "ema", number, "so he did", *fine, "--again", "--yes").exit_code == 0
        assert stored_events("ema")[-1]["events"][0]["to"] == to


def test_a_fine_in_the_hand_that_goes_on_is_an_event_of_it(run: Run, begun: str) -> None:
    run("dispute", begun, "2", "he threw the dice")
    assert run("ruling", begun, "3", "so he did", "--penalty", "W", "8", "dice", "--yes").exit_code == 0
    fine = stored_events(begun)[-1]
    assert (fine["type"], fine["seat"], fine["amount"], fine["on"]) == ("penalty", "W", 8, 4)


def test_what_stands_instead_is_json_or_short_hand(run: Run, western: str) -> None:
    run("dispute", western, "45", "it was a west wind")
    for given in ('{"type": "discard", "seat": "N", "tile": "Ww"}', "discard N Ww"):
        assert run("ruling", western, "1245", "so", "--replace", "45", given, "--again", "--yes").exit_code == 0
        assert stored_events(western)[-1]["events"] == [{"seat": "N", "tile": "Ww", "type": "discard"}]
    run(
        "ruling",
        western,
        "1245",
        "and",
        "--insert-after",
        "45",
        '[{"type": "note", "text": "tea"}]',
        "--again",
        "--yes",
    )
    last = stored_events(western)[-1]
    assert (last["after"], last["events"]) == (45, [{"text": "tea", "type": "note"}])


def test_another_event_can_be_corrected_than_the_disputed_one(run: Run, western: str) -> None:
    run("dispute", western, "44", "wrong sum")
    made = run("ruling", western, "1245", "so", "--void", "213", "--yes")
    assert made.exit_code == 0
    assert stored_events(western)[-1]["of"] == 213


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["43", "so"], "event 43 is no dispute, and nobody has objected to it"),
        (["9999", "so"], "there is no event 9999"),
        (["1245", " "], "what is the decision?"),
        (["1245", "so", "--void", "44", "--replace", "44", "{}"], "event 44 is corrected 2 times"),
        (["1245", "so", "--void", "9999"], "there is no event 9999"),
        (["1245", "so", "--decision", " "], "--decision is empty"),
        (["1245", "so", "--penalty-to", "N", "E=1"], "--penalty-to N: 0 fines of N"),
        (["1245", "so", "--penalty", "N", "9", "late", "--penalty-to", "N", "E=8"], "is 8 in all, and the fine is 9"),
        (["1245", "so", "--penalty", "N", "9", "late", "--penalty-to", "N", "N=9"], "N pays the fine"),
        (["1245", "so", "--penalty", "N", "9", "late", "--penalty-to", "N", "nine"], "does not say whom"),
        (["1245", "so", "--replace", "44", "{"], "is not JSON"),
        (["1245", "so", "--replace", "44", "[1]"], "1 is no event"),
        (["1245", "so", "--replace", "44", '{"type": "nonsense"}'], "type"),
        (["1245", "so", "--replace", "44", '{"type": "discard", "seat": "N"}'], "tile"),
        (["1245", "so", "--replace", "44", '{"type": "game-start"}'], ""),
        (["1245", "so", "--void", "1"], "a game begins with one game-start"),
        (["1245", "so", "--insert-after", "44", "what is this"], ""),
        (["1245", "so", "--penalty", "X", "1", "late"], "'X' is not one of"),
        (["1245", "so", "--penalty", "N", "-1", "late"], "-1"),
    ],
)  # fmt: skip
def test_a_ruling_that_cannot_be_is_refused_and_nothing_is_stored(
    run: Run, western: str, words: list[str], said: str
) -> None:
    run("dispute", western, "44", "mine")
    refused = run("ruling", western, *words, "--yes")
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert len(stored_events(western)) == 1245


def test_the_event_stands_for_its_dispute_where_only_one_is_open(run: Run, western: str) -> None:
    run("dispute", western, "44", "mine")
    run("dispute", western, "44", "no, mine")
    refused = run("ruling", western, "44", "so", "--yes")
    assert refused.exit_code == 2
    assert "the disputes 1245 and 1246 are about event 44" in refused.stderr
    assert run("ruling", western, "1245", "so", "--yes").exit_code == 0
    assert run("ruling", western, "44", "so too", "--yes").exit_code == 0
    assert [one["on"] for one in stored_events(western)[-2:]] == [1245, 1246]


def test_several_corrections_follow_from_one_ruling_all_or_none(run: Run, western: str) -> None:
    """A call and its set are void at once; where one of several corrections cannot be, none is stored."""
    run("dispute", western, "44", "mine")
    refused = run("ruling", western, "1245", "so", "--void", "44", "--void", "4444", "--yes")
    assert refused.exit_code == 2
    assert len(stored_events(western)) == 1245
    made = run(
        "ruling", western, "1245", "so it was", "--decision", "upheld, and both warned", "--reason", "by the rules",
        "--replace", "45", "discard N Ww", "--void", "44", "--insert-after", "44", '{"type": "note", "text": "tea"}',
        "--penalty", "N", "10", "false call", "--penalty-to", "N", "E=10", "--yes",
    )  # fmt: skip
    assert made.exit_code == 0
    ruling, *changes, fine = stored_events(western)[-5:]
    assert ruling["decision"] == "upheld, and both warned"
    assert [(one.get("of"), one.get("after"), one["reason"]) for one in changes] == [
        (44, None, "by the rules"), (None, 44, "by the rules"), (45, None, "by the rules"),
    ]  # fmt: skip
    assert fine["events"] == [
        {"amount": 10, "reason": "false call", "seat": "N", "to": {"E": 10}, "type": "penalty"},
    ]  # fmt: skip


def test_an_announcement_that_is_corrected_is_told_before_it_is_stored(run: Run, western: str) -> None:
    events = stored_events(western)
    score = next(one for one in events if one["type"] == "score")
    run("dispute", western, str(score["seq"]), "too much")
    changed = json.dumps({"type": "score", "seat": score["seat"], "total": 999})
    shown = run("ruling", western, "1245", "so", "--replace", str(score["seq"]), changed)
    assert "hand 1: announced" in shown.stdout
    assert f"{score['seat']} 999" in shown.stdout
