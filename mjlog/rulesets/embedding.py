"""A rule set as a log carries it: together with those whose tables it uses, so that a game is always judged alike.

A document may value hands by another rule set's tables (`[scoring] by`). In a log it brings the documents of those
along (`[lent]`), as they were when the game began.
"""

from __future__ import annotations

import json

from mjlog.errors import RuleSetError
from mjlog.rulesets.digest import text_digest
from mjlog.rulesets.document import RuleSet, parse
from mjlog.rulesets.releases import load, release_of, shipped

LENT = "lent"
"""The table with the documents that a document brings along: id, text."""


def self_contained(ruleset: RuleSet) -> RuleSet:
    """The rule set as it is put into a log: with the documents of those that it may borrow from.

    A shipped rule set is named by the log, not put into it, and is given back as it is.
    """
    lenders = [ruleset_id for ruleset_id in _lenders(ruleset) if ruleset_id != ruleset.id]
    if not lenders or LENT in ruleset.tables or ruleset.id in shipped():
        return ruleset
    lines = ["", "# The rule sets whose tables are used, as they were when the game began.", f"[{LENT}]"]
    # A text in JSON is a text in TOML as well.
    lines += [f"{ruleset_id} = {json.dumps(load(ruleset_id).document)}" for ruleset_id in lenders]
    return parse(ruleset.document.rstrip("\n") + "\n" + "\n".join(lines) + "\n")


def named_in_start(ruleset: RuleSet) -> dict[str, str]:
    """How a game-start names the rule set: id, version, digest.

    A shipped rule set goes by the digest of what it says, so that its comments are free; a document that is put into
    the log by the SHA-256 of its text, which stays as it is there (FORMAT, A log).
    """
    digest = ruleset.digest if ruleset.id in shipped() else text_digest(ruleset.document)
    return {"ruleset": ruleset.id, "version": ruleset.version, "digest": digest}


def _lenders(ruleset: RuleSet) -> list[str]:
    """The shipped rule sets that the document may take its tables from."""
    named = ruleset.tables.get("scoring", {}).get("by")
    option = ruleset.options.get(named) if isinstance(named, str) else None
    return [str(value) for value in option.values if value in shipped()] if option is not None else []


def lender(ruleset: RuleSet, ruleset_id: str) -> RuleSet:
    """The rule set that lends its tables: the one that the document brings along, else a shipped one.

    A released rule set borrows from the version that it was released beside, any other from the newest.

    Raises:
        RuleSetError: there is none, or what the document brings along is no rule set.
    """
    text = ruleset.tables.get(LENT, {}).get(ruleset_id)
    if text is None:
        release = release_of(ruleset)
        return load(ruleset_id, release.lenders.get(ruleset_id) if release is not None else None)
    if not isinstance(text, str):
        raise RuleSetError(f"{LENT}.{ruleset_id[:60]} is no text: the document of a rule set is expected")
    lent = parse(text)
    if lent.id != ruleset_id:
        raise RuleSetError(f"{LENT}.{ruleset_id[:60]} is the document of {lent.id[:60]}")
    return lent
