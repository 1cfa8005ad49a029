"""Rule sets: documents, their versions, and what they mean for a game."""

from mjlog.rulesets.composition import named_in_start, self_contained
from mjlog.rulesets.difference import Difference, differences
from mjlog.rulesets.document import OptionInfo, RuleInfo, RuleSet, digest_of, parse, renamed, text_digest
from mjlog.rulesets.releases import (
    find_rule,
    load,
    load_named,
    names_shipped,
    parent_of,
    played_by,
    read,
    release_of,
    shipped,
    version_of,
    versions,
)
from mjlog.rulesets.resolve import Rules, default_rules, resolve

__all__ = [
    "Difference", "OptionInfo", "RuleInfo", "RuleSet", "Rules", "default_rules", "differences",
    "digest_of", "find_rule", "load", "load_named", "named_in_start", "names_shipped", "parent_of", "parse",
    "played_by", "read", "release_of", "renamed", "resolve", "self_contained", "shipped",
    "text_digest", "version_of", "versions",
]  # fmt: skip
