"""The border: what may come in, and in plain words what is wrong with the rest.

Lines of a log are decoded by `mjlog.events.decode_event`; only what that refuses comes here. Rule sets,
options are looked at here before anything is built from them.
"""

from mjlog_schemas.events import check_line, event_schema, explain_fields, explain_line, json_schema
from mjlog_schemas.fields import Fault
from mjlog_schemas.rulesets import explain_options, explain_ruleset, located

__all__ = [
    "Fault",
    "check_line",
    "event_schema",
    "explain_fields",
    "explain_line",
    "explain_options",
    "explain_ruleset",
    "json_schema",
    "located",
]
