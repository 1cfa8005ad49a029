"""Rule sets: documents, their versions, and what they mean for a game."""

from mjlog.rulesets.difference import Difference, differences
from mjlog.rulesets.document import (
    OptionInfo,
    RuleInfo,
    RuleSet,
    digest_of,
    find_rule,
    load,
    load_named,
    names_shipped,
    parent_of,
    parse,
    played_by,
    read,
    release_of,
    renamed,
    shipped,
    text_digest,
    version_of,
    versions,
)
from mjlog.rulesets.resolve import Rules, default_rules, named_in_start, resolve, self_contained

__all__ = [
    "Difference", "OptionInfo", "RuleInfo", "RuleSet", "Rules", "default_rules", "differences",
    "digest_of", "find_rule", "load", "load_named", "named_in_start", "names_shipped", "parent_of", "parse",
    "played_by", "read", "release_of", "renamed", "resolve", "self_contained", "shipped",
    "text_digest", "version_of", "versions",
]  # fmt: skip
