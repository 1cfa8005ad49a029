"""The page of every code: its rules, an example, what to do; one source for the terminal and the documentation."""

from __future__ import annotations

import pytest

from each import each
from mjlog.findings import registry
from mjlog.reports.code_page import page_lines
from mjlog.rules import CHECKS
from mjlog.rulesets import load, shipped
from mjlog_cli.commands.rules import page_for


@each("code", registry())
def test_every_code_says_what_to_do_has_an_example_and_tells_its_rules(code: str) -> None:
    """On a page that fits a terminal of eighty columns."""
    told = registry()[code].at_the_table
    assert told, f"[{code}] of mjlog/codes.toml lacks `at_the_table`: what players do when it is noticed during play"
    assert (told[-1], told[0].isupper()) == (".", True)
    page = page_for(code)
    assert page.example is not None, f"there is no sample_logs/findings/{code}.mjlog.jsonl that shows it"
    finding = page.example.findings[-1]
    assert (finding.code, page.example.about[-1], bool(page.example.lines)) == (code, ".", True)
    # A line that is no event cannot be told.
    assert finding.seq is None or page.example.lines[-1].until == finding.seq or page.info.group == "the file"
    assert max(map(len, page_lines(page))) < 80
    text = " ".join(" ".join(page_lines(page)).split())
    assert page.info.at_the_table in text
    for rule in page.rules:
        assert f"{rule.id}: " in text
        # Where a text leaves something open, its reading decides.
        assert " ".join(rule.reading.split()) in text
    for line in page.example.lines:
        assert " ".join(line.words.split()) in text


def test_every_rule_that_a_check_enforces_stands_on_the_page_of_its_codes() -> None:
    with pytest.raises(KeyError):
        page_for("no-such-code")
    for name in shipped():
        for rule in load(name).rules:
            for code in {code for check in rule.checks for code in CHECKS[check].codes}:
                assert rule.id in [one.id for one in page_for(code).rules]


def test_the_reading_of_a_rule_stands_behind_its_text() -> None:
    rule = next(one for one in page_for("wrong-settlement").rules if one.id == "mahjiang/score-1")
    assert rule.text == "The text gives no points table."
    text = " ".join(" ".join(page_lines(page_for("wrong-settlement"))).split())
    assert f"Read as: {rule.reading.split('(')[0]}" in text
    assert page_for("wrong-settlement").as_json()["rules"][0].keys() == {"ruleset", "id", "text", "reading"}


def test_an_example_breaks_off_at_the_fault_and_tells_the_deal_in_one_line() -> None:
    page = page_for("charleston-count")
    deal = next(told for told in page.example.lines if told.words == "the tiles are dealt")
    assert deal.until > deal.seq
    assert page.as_json()["example"]["events"][-1]["seq"] == page.example.findings[-1].seq
