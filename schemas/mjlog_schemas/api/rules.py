"""Rule sets and finding codes, as answers: what `mjlog rules --json` and `mjlog explain --json` print."""

from __future__ import annotations

from mjlog_schemas.api import base as f
from mjlog_schemas.api.base import Answer, PublishedField


class RuleSchema(Answer):
    """A numbered rule. What it does not state is left out."""

    id = f.text()
    text = f.text()
    checks = f.texts("what enforces it")
    source = f.text(absent=True)
    reading = f.text("how an unclear text is read", absent=True)
    option = f.text("the option that switches it", absent=True)
    breach = f.text("`none`: no log can show it broken", absent=True)
    reason = f.text("why not", absent=True)


class RuleSetLineSchema(Answer):
    """A rule set in the list."""

    id = f.text()
    title = f.text()
    version = f.text("the newest")
    versions = f.texts("all that there are, the newest last")
    digest = f.digest("of what its document says")
    rules = f.number("how many", least=0)
    options = f.number("how many", least=0)
    url = f.url()


class RuleSetListSchema(Answer):
    """The rule sets that ship with the program."""

    rulesets = f.parts(RuleSetLineSchema)


class RuleSetSchema(Answer):
    """A rule set: rules, options, tables."""

    id = f.text()
    title = f.text()
    version = f.text()
    source = f.text()
    digest = f.digest("SHA-256 of its document as canonical JSON")
    rules = f.parts(RuleSchema)
    options = PublishedField(
        {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {
                    "kind": {"enum": ["bool", "count", "int", "score", "choice"]},
                    "default": {},
                    "text": {"type": "string"},
                    "values": {"type": "array"},
                },
                "required": ["kind", "default", "text"],
                "additionalProperties": False,
            },
        },
        "by name",
    )
    tables = PublishedField({"type": "object"}, "wall, break, deal, scoring, settlement, as the document has them")


class RuleSetDocumentSchema(RuleSetSchema):
    """A rule set with its document: what it says never changes under its digest."""

    document = f.text("TOML; comments and layout are no part of the digest")


class CodeSchema(Answer):
    """A finding code."""

    code = f.text()
    title = f.text()
    group = f.text()
    severity = f.word("error", "warning", "info")
    meaning = f.text()
    afterwards = f.text("how the replay goes on")
    silences = f.texts("later findings that belong to the same fault")
    remedy = f.text("what to do with the record")
    at_the_table = f.text("what to do at the table")


class CodeListSchema(Answer):
    """All finding codes."""

    codes = f.parts(CodeSchema)
