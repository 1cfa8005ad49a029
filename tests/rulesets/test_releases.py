"""Every version of a rule set that was ever released stays, and is what it was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from each import each
from mjlog.audit.report import usable_rules
from mjlog.errors import RuleSetError
from mjlog.rulesets import (
    RuleSet,
    find_rule,
    load,
    load_named,
    parse,
    played_by,
    shipped,
    text_digest,
    version_of,
    versions,
)
from mjlog.rulesets.document import Release, read, release_of, releases
from mjlog.rulesets.resolve import lender

FOLDER = Path(__file__).resolve().parents[2] / "mjlog" / "rulesets"
EVERY = [(ruleset_id, version) for ruleset_id in shipped() for version in versions(ruleset_id)]
LISTED = {(one.id, one.version): one for one in releases()}


def lenders_of(ruleset: RuleSet) -> list[str]:
    """The rule sets whose tables it can use."""
    option = ruleset.options.get(ruleset.tables.get("scoring", {}).get("by", ""))
    return [value for value in option.values if value in shipped()] if option is not None else []


def entry_of(ruleset: RuleSet) -> str:
    """What the list says of a rule set that is released now."""
    lenders = ", ".join(f'{one} = "{load(one).version}"' for one in sorted(lenders_of(ruleset)))
    lines = ["[[release]]", f'id = "{ruleset.id}"', f'version = "{ruleset.version}"', f'digest = "{ruleset.digest}"']
    return "\n".join([*lines, f"lenders = {{ {lenders} }}"] if lenders else lines)


# -- what keeps a released version as it is ---------------------------------------------------------------------


@each("ruleset_id, version", EVERY)
def test_a_changed_document_has_a_new_version(ruleset_id: str, version: str) -> None:
    """The digest of every version stands in the list, and is what it was when the version was released."""
    ruleset = load(ruleset_id, version)
    listed = LISTED.get((ruleset_id, version))
    advice = f"mjlog/rulesets/released/releases.toml does not have {ruleset_id}@{version} as it is now. "
    if listed is None:
        advice += f"The text before it goes to released/{ruleset_id}@OLD.toml, and to the end of the list goes"
    else:
        advice += (
            "If it has landed on the main branch, the document needs a new version; if it has not, its entry becomes"
        )
    advice += f"\n\n{entry_of(ruleset)}\n\nSee CONTRIBUTING.md#a-new-version-of-a-rule-set."
    assert ruleset.digest == (listed.digest if listed is not None else None), advice


@each("release", releases(), ids=lambda one: f"{one.id}@{one.version}")
def test_what_was_released_stays(release: Release) -> None:
    """In the package; with the versions that it borrows tables from."""
    ruleset = load(release.id, release.version)
    assert (ruleset.id, ruleset.version) == (release.id, release.version)
    assert sorted(release.lenders) == sorted(lenders_of(ruleset))
    assert all(version in versions(lender) for lender, version in release.lenders.items())


@each("release", [one for one in releases() if one.texts], ids=lambda one: f"{one.id}@{one.version}")
def test_a_version_that_is_kept_as_differences_comes_to_the_text_that_was_released(release: Release) -> None:
    """To the last byte, comments included."""
    assert text_digest(load(release.id, release.version).document) == release.texts[-1]


@each("ruleset_id, version", EVERY)
def test_a_version_says_what_its_text_says(ruleset_id: str, version: str) -> None:
    """Of one that is kept as differences the text is made only where it is asked for; the order is the same, too."""
    ruleset = load(ruleset_id, version)
    assert repr(parse(ruleset.document)) == repr(ruleset)


def test_nothing_is_listed_twice() -> None:
    assert len(LISTED) == len(releases())
    digests = [digest for one in releases() for digest in (one.digest, *one.texts)]
    assert len(digests) == len(set(digests))
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)


def test_a_superseded_version_is_called_as_it_says() -> None:
    """Versions count up; the newest is not among the superseded ones."""
    for path in (FOLDER / "released").glob("*@*.toml"):
        ruleset = read(path.read_text("utf-8"))
        assert path.stem == f"{ruleset.id}@{ruleset.version}"
        assert int(ruleset.version) < int(load(ruleset.id).version)


@each("ruleset_id, version", EVERY)
def test_every_version_can_be_played_by(ruleset_id: str, version: str) -> None:
    """With all that its options can say about the value of hands."""
    ruleset = load(ruleset_id, version)
    by = ruleset.tables.get("scoring", {}).get("by", "")
    for options in [{}, *({by: one} for one in lenders_of(ruleset))]:
        rules = usable_rules(ruleset, options)
        assert rules.ruleset is ruleset
        assert not rules.problems


# -- how a version is found -------------------------------------------------------------------------------------


def test_without_a_version_the_newest_is_meant() -> None:
    assert load("dead-wall") is load("dead-wall", versions("dead-wall")[-1]) is load_named("dead-wall")
    assert load("dead-wall", "1") is load_named("dead-wall@1")
    assert load("dead-wall", "1").version == "1"


@pytest.mark.parametrize(("name", "words"), [
    ("dead-wall@77", "the rule set dead-wall has no version '77': 1, 2"),
    ("dead-wall@", "the rule set dead-wall has no version ''"),
    ("dead-wall@../dead-wall", "the rule set dead-wall has no version"),
    ("lunar@1", "no rule set 'lunar'"),
])  # fmt: skip
def test_a_version_that_there_is_not_is_refused(name: str, words: str) -> None:
    with pytest.raises(RuleSetError, match=words):
        load_named(name)


@each("release", releases(), ids=lambda one: f"{one.id}@{one.version}")
def test_a_version_is_found_by_every_digest_that_it_ever_had(release: Release) -> None:
    for digest in (release.digest, *release.texts):
        assert version_of(release.id, digest) == release.version
        assert played_by(release.id, None, digest).version == release.version


def test_the_digest_decides_before_the_version() -> None:
    old = LISTED["dead-wall", "1"]
    assert played_by("dead-wall", "2", old.digest).version == "1"
    assert played_by("dead-wall", "1", "0" * 64).version == "1"


@pytest.mark.parametrize(("version", "digest"), [(None, None), ("77", None), (None, "0" * 64), ("77", "0" * 64)])
def test_what_is_not_known_is_taken_for_the_newest(version: str | None, digest: str | None) -> None:
    assert played_by("dead-wall", version, digest) is load("dead-wall")


def test_a_digest_of_another_rule_set_names_no_version() -> None:
    assert version_of("western", load("dead-wall").digest) is None


def test_a_rule_is_found_in_the_newest_version_that_has_it() -> None:
    assert find_rule("dead-wall/score-1") is load("dead-wall").rule("dead-wall/score-1")
    assert find_rule("dead-wall/score-99") is find_rule("lunar/score-1") is None


# -- whose tables a version uses --------------------------------------------------------------------------------


def test_a_released_rule_set_borrows_from_the_version_it_was_released_beside() -> None:
    """A document that is not released, like a club's, borrows from the newest."""
    old = load("dead-wall", "1")
    changed = parse(old.document.replace('title = "', 'title = "Another ', 1))
    assert release_of(old) is LISTED["dead-wall", "1"]
    assert lender(old, "classical") is load("classical", "1")
    assert release_of(changed) is None
    assert lender(changed, "classical") is load("classical")
