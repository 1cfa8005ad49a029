"""`mjlog hide`: a stray game is on no list any more, nothing of it is removed, and it comes back."""

from __future__ import annotations

import json
from pathlib import Path

from command_runs import Run, lines

from mjlog.store import open_readonly
from tests.club.evenings import FRIDAY, TUESDAY, written


def test_a_hidden_game_is_on_no_list_and_in_no_table_until_it_is_put_back(
    run: Run, own_database: Path, tmp_path: Path
) -> None:
    assert run("import", "mjlog", written(tmp_path / "logs", TUESDAY, FRIDAY)).exit_code == 0
    before = run("games").stdout
    assert "no list any more" in run("hide", "friday", "typed to try it").stdout
    assert [one["game"] for one in lines(run("games", "--json"))] == ["tuesday"]
    assert "1 game hidden (--all lists all)" in run("games").stderr
    assert {one["game"]: one["hidden"] for one in lines(run("games", "--json", "--all"))} == {
        "tuesday": False, "friday": True,
    }  # fmt: skip
    for words in ("standings", "stats", "find"):
        found = run(words, "--json")
        assert {one.get("games", 1) for one in lines(found)} == {1}
        assert "1 game left out: hidden (`mjlog hide GAME --undo` puts it back): friday" in found.stderr
    for words in (("audit",), ("audit", own_database), ("audit", "--db", own_database)):
        found = run(*words, "--json", "--hands")
        assert {one["game"] for one in lines(found)} == {"tuesday"}
        assert "1 hidden game left out (--all audits them, too)" in found.stderr
    for words in (("audit", "--all"), ("audit", "tuesday", "friday")):
        found = run(*words, "--json", "--hands")
        assert {one["game"] for one in lines(found)} == {"tuesday", "friday"}
        assert "left out" not in found.stderr
    assert "the last game: tuesday" in run("sheet").stderr
    assert run("sheet", "friday").exit_code == 0
    assert "is hidden already" in run("hide", "friday").stderr
    with open_readonly(own_database) as store:
        last = json.loads(store.bodies("friday")[-1])
    assert (last["type"], last["text"], last["decision"]) == ("note", "typed to try it", "hidden")
    assert run("verify").exit_code == 0
    assert run("hide", "friday", "--undo").exit_code == 0
    assert len(run("games").stdout.splitlines()) == len(before.splitlines()) == 2
    assert "is not hidden already" in run("hide", "friday", "--undo").stderr


def test_a_hidden_game_that_goes_on_is_shown_again(run: Run, begun: str) -> None:
    run("hide", begun)
    run("add", begun, "note it was no mistake")
    assert [one["game"] for one in lines(run("games", "--json"))] == [begun]
