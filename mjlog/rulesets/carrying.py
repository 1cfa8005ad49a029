"""A rule set as a log carries it: together with those whose tables it uses, so that a game is always judged alike.

A document may value hands by another rule set's tables (`[scoring] by`). In a log it brings the documents of those
along (`[lent]`), as they were when the game began.
"""

from __future__ import annotations

import json

from mjlog.errors import RuleSetError
from mjlog.rulesets.document import RuleSet, load, parse, shipped

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


def _lenders(ruleset: RuleSet) -> list[str]:
    """The shipped rule sets that the document may take its tables from."""
    named = ruleset.tables.get("scoring", {}).get("by")
    option = ruleset.options.get(named) if isinstance(named, str) else None
    return [str(value) for value in option.values if value in shipped()] if option is not None else []


def lender(ruleset: RuleSet, ruleset_id: str) -> RuleSet:
    """The rule set that lends its tables: the one that the document brings along, else the shipped one.

    Raises:
        RuleSetError: there is none, or what the document brings along is no rule set.
    """
    text = ruleset.tables.get(LENT, {}).get(ruleset_id)
    if text is None:
        return load(ruleset_id)
    if not isinstance(text, str):
        raise RuleSetError(f"{LENT}.{ruleset_id[:60]} is no text: the document of a rule set is expected")
    lent = parse(text)
    if lent.id != ruleset_id:
        raise RuleSetError(f"{LENT}.{ruleset_id[:60]} is the document of {lent.id[:60]}")
    return lent
