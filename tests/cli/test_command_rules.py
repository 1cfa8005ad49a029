"""Rules and explain: everything that a finding cites can be looked up."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import PLAYERS, Run, lines

from mjlog.findings import registry
from mjlog.rulesets import load, shipped, versions


def test_the_rule_sets_are_listed(run: Run) -> None:
    assert [one["id"] for one in lines(run("rules", "--json"))] == list(shipped())
    assert run("rules").stdout.startswith(f"{shipped()[0]}: ")


def test_a_rule_set_is_printed_with_every_rule_and_option(run: Run) -> None:
    ruleset = load("classical")
    text = run("rules", "classical").stdout
    assert all(f"\n{rule.id}\n" in text for rule in ruleset.rules)
    assert all(f"\n{name} (" in text for name in ruleset.options)
    (fields,) = lines(run("rules", "classical", "--json"))
    assert [rule["id"] for rule in fields["rules"]] == [rule.id for rule in ruleset.rules]
    pairs = fields["options"]["SevenPairs"]
    assert pairs == {"kind": "bool", "default": False, "text": ruleset.options["SevenPairs"].text}
    assert fields["digest"] == ruleset.digest


def test_a_rule_set_that_does_not_ship_cannot_be_printed(run: Run) -> None:
    assert run("rules", "lunar").exit_code == 2


def test_every_code_is_explained(run: Run) -> None:
    for code, info in registry().items():
        result = run("explain", code)
        assert result.exit_code == 0
        assert info.title in result.stdout
        assert lines(run("explain", code, "--json"))[0]["code"] == code


def test_without_a_code_all_are_listed(run: Run) -> None:
    assert [one["code"] for one in lines(run("explain", "--json"))] == list(registry())
    text = run("explain").stdout
    assert all(f"  {code}: " in text for code in registry())


def test_a_slip_is_answered_with_the_code_that_was_meant(run: Run) -> None:
    result = run("explain", "wrong-scor")
    assert result.exit_code == 2
    assert "did you mean wrong-score?" in result.stderr


def test_a_rule_is_explained_by_its_id(run: Run) -> None:
    rule = load("classical").rules[0]
    assert rule.id in run("explain", rule.id).stdout
    assert lines(run("explain", rule.id, "--json"))[0]["text"] == rule.text
    assert run("explain", "classical/nothing-1").exit_code == 2


FAULTY = Path(__file__).resolve().parents[2] / "sample_logs" / "findings" / "chow-not-from-left.mjlog.jsonl"
"""A chow that was called from across, which is laid down in no event."""


def test_why_a_rule_was_silent_is_explained(run: Run) -> None:
    """Of a file, and of a game of the database by its id; what it answered, where it was not."""
    told = run("explain", "classical/claim-1", FAULTY, "5")
    assert told.exit_code == 0
    assert "told: warning chow-not-from-left: west's chow from east's 5b" in told.stdout
    run("import", "mjlog", FAULTY)
    silent = run("explain", "classical/claim-1", "chow-not-from-left", "4")
    assert silent.stdout.startswith("classical/claim-1, asked about event 4: East discards 5 bamboo\n")
    (fields,) = lines(run("explain", "chow-not-from-left", "last", "4", "--json"))
    assert (fields["code"], fields["rule"], fields["asked"]) == ("chow-not-from-left", None, False)
    assert (fields["verdict"], fields["seq"]) == ("not-due", 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("western/chow-1", FAULTY, "5"), "the game is played by classical, and 'western/chow-1' is no rule of that"),
        (("classical/claim-9", FAULTY, "5"), "has no rule 'classical/claim-9'; did you mean classical/claim-1?"),
        (("chow-not-from-lef", FAULTY, "5"), "there is no finding code 'chow-not-from-lef'"),
        (("classical/claim-1", FAULTY, "99"), "there is no event 99: the game has the events 1 to 5"),
        (("classical/claim-1", FAULTY), "which event? expected its number"),
        (("classical/claim-1", FAULTY, "0"), "0 is not in the range"),
        (("classical/claim-1", "nobody", "5"), "nobody"),
    ],
)
def test_what_cannot_be_asked_is_said(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("explain", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


# -- versions ---------------------------------------------------------------------------------------------------


def test_every_version_of_a_rule_set_can_be_printed(run: Run) -> None:
    """On paper, as JSON, as the document, as a copy."""
    old = load("dead-wall", "1")
    assert run("rules", "dead-wall@1").stdout.startswith(f"dead-wall: {old.title}, version 1 (also: 2")
    (fields,) = lines(run("rules", "dead-wall@1", "--json"))
    assert (fields["version"], fields["digest"]) == ("1", old.digest)
    assert run("rules", "dead-wall@1", "--toml").stdout == old.document
    assert 'id = "club"\n' in run("rules", "dead-wall@1", "--toml", "--as", "club").stdout


def test_the_list_names_the_versions(run: Run) -> None:
    listed = {one["id"]: one["versions"] for one in lines(run("rules", "--json"))}
    assert listed == {name: list(versions(name)) for name in shipped()}


def test_a_version_that_there_is_not_is_refused(run: Run) -> None:
    result = run("rules", "dead-wall@77")
    assert result.exit_code == 2
    assert "the rule set dead-wall has no version '77': 1, 2" in result.stderr


def test_versions_are_compared(run: Run) -> None:
    """What a game by the old one did not know."""
    result = run("rules", "--diff", "dead-wall@1", "dead-wall@2")
    assert result.exit_code == 1
    assert result.stdout == (
        "Head\n  version '1' -> '2'\n\n"
        "Options\n  scoring: values ['western', 'classical', 'agreed'] -> "
        "['western', 'classical', 'bmja', 'dmjl', 'agreed']\n\n"
        "Scoring\n  cite.heaven nothing -> 'heaven-1'\n  cite.own-flower-and-season nothing -> 'bonus-2'\n"
    )


def test_a_game_can_be_begun_by_an_old_version(run: Run, own_database: Path) -> None:
    """It names the version, and is judged by it; `--newest-rules` and `--ruleset` judge it by others."""
    players = [part for player in PLAYERS for part in ("--player", player)]
    options = ("--option", "scoring=classical")
    assert run("new", "--ruleset", "dead-wall@1", *players, "--game", "evening", *options).exit_code == 0
    (start,) = lines(run("export", "evening"))
    assert (start["ruleset"], start["version"], start["digest"]) == ("dead-wall", "1", load("dead-wall", "1").digest)
    for judged in ((), ("--newest-rules",), ("--ruleset", "dead-wall@1"), ("--ruleset", "dead-wall")):
        result = run("audit", "--db", own_database, "evening", *judged)
        assert (result.exit_code, "unknown-ruleset" in result.stdout) == (0, False)


def test_rules_are_not_named_twice(run: Run, own_database: Path) -> None:
    result = run("audit", "--db", own_database, "--ruleset", "dead-wall", "--newest-rules")
    assert result.exit_code == 2
    assert "--ruleset and --newest-rules: which of the two?" in result.stderr
