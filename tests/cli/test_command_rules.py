"""Rules and explain: everything that a finding cites can be looked up."""

from __future__ import annotations

from pathlib import Path

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
