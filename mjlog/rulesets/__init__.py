"""Rule sets: documents, and what they mean for a game."""

from mjlog.rulesets.document import OptionInfo, RuleInfo, RuleSet, load, parse, shipped
from mjlog.rulesets.resolve import Rules, default_rules, resolve

__all__ = ["OptionInfo", "RuleInfo", "RuleSet", "Rules", "default_rules", "load", "parse", "resolve", "shipped"]
