"""Rule sets: documents, and what they mean for a game."""

from mjlog.rulesets.carrying import self_contained
from mjlog.rulesets.difference import Difference, differences
from mjlog.rulesets.document import OptionInfo, RuleInfo, RuleSet, digest_of, load, parse, renamed, shipped
from mjlog.rulesets.plain import rule_json, ruleset_json
from mjlog.rulesets.resolve import Rules, default_rules, resolve

__all__ = [
    "Difference", "OptionInfo", "RuleInfo", "RuleSet", "Rules", "default_rules", "differences", "digest_of", "load",
    "parse", "renamed", "resolve", "rule_json", "ruleset_json", "self_contained", "shipped",
]  # fmt: skip
