"""Rules and explain: everything that a finding cites can be looked up."""

from __future__ import annotations

from command_runs import Run, lines

from mjlog.findings import registry
from mjlog.rulesets import load, shipped


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
