"""A game is judged by the version of its rule set that it was played by, whatever became of the rule set since."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from msgspec.structs import replace as changed

from each import each
from mjlog.audit.engine import Engine
from mjlog.events import convert_event
from mjlog.findings import Finding
from mjlog.log.records import GameRecord
from mjlog.rulesets import RuleSet, load, named_in_start, parse, renamed, self_contained, text_digest, versions
from mjlog.rulesets.difference import differences
from mjlog.rulesets.document import releases
from short_logs import codes, events
from short_notation import PLAYERS

UNKNOWN = "0" * 64
NEWEST = versions("dead-wall")[-1]
Fields = dict[str, Any]


def game(*events: Fields, **start: Any) -> GameRecord:
    """A game of dead-wall, unless something else is said, as far as its first hand."""
    first = {"type": "game-start", "format": 1, "game": "short", "ruleset": "dead-wall", "players": PLAYERS, **start}
    seats = dict(zip("ESWN", PLAYERS, strict=True))
    hand = {"type": "hand-start", "hand": 1, "round": "E", "seats": seats}
    rows = [convert_event({"seq": seq, **one}) for seq, one in enumerate((first, *events, hand), start=1)]
    return GameRecord("short", "short", iter([(row, row.seq) for row in rows]))


def judged(record: GameRecord, ruleset: RuleSet | str | None = None) -> tuple[str, list[Finding]]:
    """The version that the game was judged by, and what was found."""
    replay = Engine(record, ruleset)
    found = [finding for report in replay.run() for finding in report.findings]
    return replay.rules.ruleset.version, found


def told(record: GameRecord) -> tuple[str, list[tuple[str, str]]]:
    """The version that the game was judged by, and what was found: codes with their severities."""
    version, found = judged(record)
    return version, [(finding.code, finding.severity) for finding in found]


# -- versions that are known ------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", versions("dead-wall"))
def test_a_game_is_judged_by_the_version_that_it_names(version: str) -> None:
    assert told(game(version=version)) == (version, [])
    assert told(game(version=version, digest=load("dead-wall", version).digest)) == (version, [])


@each("release", releases(), ids=lambda one: f"{one.id}@{one.version}")
def test_a_game_of_a_former_release_is_judged_without_a_word(release: Any) -> None:
    """It names the digest of a text, of which comments have changed since."""
    for digest in release.texts:
        version, found = judged(game(ruleset=release.id, version=release.version, digest=digest))
        assert version == release.version
        assert {finding.code for finding in found} <= {"unknown-card"}


def test_an_old_game_knows_nothing_of_what_later_versions_allow() -> None:
    """The second version of dead-wall can be scored by the table of bmja; the first cannot."""
    assert told(game(version="2", options={"scoring": "bmja"})) == ("2", [])
    assert told(game(version="1", options={"scoring": "bmja"})) == ("1", [("unknown-option", "error")])


def test_a_game_that_names_no_version_is_judged_by_the_newest() -> None:
    assert told(game()) == (NEWEST, [])


def test_a_game_that_names_a_digest_only_is_judged_by_its_version() -> None:
    assert told(game(digest=load("dead-wall", "1").digest)) == ("1", [])


# -- versions that are not known --------------------------------------------------------------------------------


@pytest.mark.parametrize("digest", [None, UNKNOWN])
def test_a_newer_version_is_a_warning(digest: str | None) -> None:
    version, (found,) = judged(game(version="77", digest=digest))
    assert (version, found.code, found.severity) == (NEWEST, "unknown-ruleset", "warning")
    assert found.message == (
        "the game was played by version 77 of dead-wall: this program has versions "
        f"{', '.join(versions('dead-wall'))}; it is judged by version {NEWEST}"
    )


def test_a_digest_of_no_text_of_the_version_is_an_error() -> None:
    version, (found,) = judged(game(version="1", digest=UNKNOWN))
    assert (version, found.code, found.severity) == ("1", "unknown-ruleset", "error")
    assert (found.expected, found.found) == (load("dead-wall", "1").digest, UNKNOWN)


def test_a_digest_of_another_version_decides_and_is_an_error() -> None:
    version, (found,) = judged(game(version="2", digest=load("dead-wall", "1").digest))
    assert (version, found.code, found.severity) == ("1", "unknown-ruleset", "error")
    assert found.message.startswith("the log names version 2 of dead-wall, and the digest of version 1, ")


def test_a_digest_that_nobody_knows_may_be_that_of_a_newer_version() -> None:
    assert told(game(digest=UNKNOWN)) == (NEWEST, [("unknown-ruleset", "warning")])


def test_a_version_is_no_part_of_an_id() -> None:
    assert told(game(ruleset="dead-wall@1"))[1] == [("unknown-ruleset", "error")]


# -- versions that are asked for --------------------------------------------------------------------------------


def test_an_old_game_can_be_judged_by_the_newest_version() -> None:
    """By what today's version would say; what the game names is no finding then."""
    record = game(version="1", digest=UNKNOWN, options={"scoring": "bmja"})
    assert told(replace(record, newest_rules=True)) == (NEWEST, [])


def test_the_rule_set_that_is_asked_for_goes_before_the_one_that_is_named() -> None:
    """It is said to be in force: that the game names another one is no finding."""
    assert judged(game(version="2", digest=UNKNOWN), "dead-wall@1") == ("1", [])
    assert judged(game(version="1"), load("dead-wall")) == (NEWEST, [])


# -- rule sets in the log ---------------------------------------------------------------------------------------


def club() -> RuleSet:
    """A club's copy of dead-wall, as a log carries it."""
    return self_contained(parse(renamed(load("dead-wall").document, "dead-wall", "club")))


@pytest.mark.parametrize("kind", ["text", "document"])
def test_a_rule_set_in_the_log_goes_by_either_digest(kind: str) -> None:
    document = club().document
    digest = text_digest(document) if kind == "text" else club().digest
    record = game({"type": "ruleset", "document": document}, ruleset="club", version=NEWEST, digest=digest)
    assert told(record) == (NEWEST, [])


def test_a_rule_set_in_the_log_is_another_than_the_one_named() -> None:
    carried = {"type": "ruleset", "document": club().document}
    assert told(game(carried, ruleset="club", digest=UNKNOWN))[1] == [("unknown-ruleset", "error")]


def test_the_newest_rules_are_those_in_the_log_where_it_brings_its_own() -> None:
    carried = {"type": "ruleset", "document": club().document}
    assert told(replace(game(carried, ruleset="club"), newest_rules=True)) == (NEWEST, [])


def test_a_shipped_rule_set_in_the_log_may_be_of_any_version() -> None:
    old = load("dead-wall", "1")
    assert told(game({"type": "ruleset", "document": old.document}, version="1", digest=old.digest)) == ("1", [])


def test_a_document_by_the_id_of_a_shipped_one_is_told() -> None:
    document = load("dead-wall", "1").document.replace('title = "', 'title = "Another ', 1)
    assert told(game({"type": "ruleset", "document": document}))[1] == [("unknown-ruleset", "warning")]


# -- what is written --------------------------------------------------------------------------------------------


def test_a_shipped_rule_set_is_named_by_what_it_says_and_a_carried_one_by_its_text() -> None:
    """What a log carries stays as it is: its digest is the SHA-256 of the text (FORMAT)."""
    shipped = load("dead-wall")
    assert named_in_start(shipped) == {"ruleset": "dead-wall", "version": NEWEST, "digest": shipped.digest}
    assert named_in_start(club())["digest"] == text_digest(club().document)


# -- a rule set that was read from a program, and one that an association explains --------------------------------

_ONE_SUIT_WITH_HONORS = (
    "game {}; hand; dealt S 234c 333c 666c 55c EEw; E discard 8d; S draw Ew; S mahjong wall Ew; S score {}"
)
"""20 + 2 + 4 + 4 + 8 = 38: East, all concealed; the association has a double for the suit, too."""


@pytest.mark.parametrize(("ruleset", "version"), [("bmja", "1"), ("bmja", "3"), ("bmja-kajongg", None)])
def test_records_of_a_program_are_judged_by_its_readings_ever_after(ruleset: str, version: str | None) -> None:
    """Under the versions that had them, and under the name that they have now."""
    for score, expected in ((152, []), (304, ["wrong-score"])):
        first, *rows = events(_ONE_SUIT_WITH_HONORS.format(ruleset, score))
        rows = [changed(first, version=version, digest=None), *rows]
        version_found, found = judged(GameRecord("short", "short", iter([(row, row.seq) for row in rows])))
        assert version_found == (version or "1")
        assert [finding.code for finding in found] == expected
    assert codes(_ONE_SUIT_WITH_HONORS.format("bmja", 304)) == []


def test_what_the_program_plays_is_what_the_last_version_of_its_readings_was() -> None:
    found = [one.part for one in differences(load("bmja", "3"), load("bmja-kajongg"))]
    assert set(found) == {"head"}
    assert {one.part for one in differences(load("bmja"), load("bmja-kajongg"))} >= {"rules", "wall", "scoring"}
