"""Disputes, rulings and dossiers, as answers.

Texts of disputes and rulings are as the log has them; all others as they may be printed.
"""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from mjlog_schemas.api import base as f
from mjlog_schemas.api.asking import VIEWS
from mjlog_schemas.api.base import SEAT, TILE, Answer, Paged, PublishedField
from mjlog_schemas.api.games import INTEGER, SEVERITIES, FindingSchema
from mjlog_schemas.api.moments import BoardSchema, CorrectionSchema, SeatMovesSchema

_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS: dict[str, Any] = {"type": "array", "items": _TEXT}
_MAYBE: dict[str, Any] = {"type": ["boolean", "null"]}
_NUMBERS: dict[str, Any] = {
    "type": "object", "propertyNames": TILE, "additionalProperties": {"type": "integer", "minimum": 0},
}  # fmt: skip
_SEQS: dict[str, Any] = {"type": "array", "items": {"type": "integer", "minimum": 1}}
VERDICTS = ("broken", "open", "noted", "applies", "kept")


class RulingSchema(Answer):
    """A ruling on a dispute, and what follows from it."""

    seq = f.seq()
    text = f.text()
    decision = f.text("in a word, like `upheld` or `dismissed`", null=True)
    at = f.text(null=True)
    recorder = f.text(null=True)
    corrections = PublishedField(_SEQS, "the corrections that follow from it")
    penalties = PublishedField(_SEQS, "the penalties that follow from it")


class CaseSchema(Answer):
    """An objection to an event."""

    seq = f.seq("the event that the dispute is")
    on = f.seq("the event that it is about", null=True)
    text = f.text()
    seat = f.seat("who objects, in the hand of that event", null=True)
    player = f.text("who sat there", null=True)
    at = f.text(null=True)
    recorder = f.text(null=True)
    open = f.flag("nobody has ruled on it")
    rulings = f.parts(RulingSchema, "the last one holds")


class DisputeSchema(CaseSchema):
    """A dispute in the list of a game."""

    hand = f.number("of the event that it is about", null=True)
    url = f.url("its dossier")


class DisputeListSchema(Paged):
    """A part of the disputes of a game."""

    game = f.text("the game's id")
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    disputes = f.parts(DisputeSchema)


# -- the dossier ------------------------------------------------------------------------------------------------


class DossierRulesSchema(Answer):
    """The rule set in force; null where it is not known."""

    id = f.text(null=True)
    title = f.text(null=True)
    version = f.text(null=True)
    digest = f.digest("of the version that the game is judged by", null=True)


class RecordedSchema(Answer):
    """An event as it was written down."""

    what = f.word("event", "correction", "dispute", "ruling", "penalty", says="what it is to the dispute")
    seq = f.seq()
    content = PublishedField({"type": "object"}, "of a hand in progress as the table saw it", key="fields")
    whole = f.flag("every field as it was written; else what is hidden, or too long, is left out")


class NearSchema(Answer):
    """What happened round the event, in words."""

    seq = f.seq()
    until = f.seq("the last of several events that one line tells")
    words = f.text()


class DisputedEventSchema(Answer):
    """The event that is disputed."""

    seq = f.seq()
    type = f.text("as the log has it; `fault` for a line that cannot be read")
    words = f.text()
    read = f.flag("false where nothing is read there any more")
    recorded = f.parts(RecordedSchema)
    correction = f.part(CorrectionSchema, "null where no correction is about it", null=True)
    near = f.parts(NearSchema)


class DemandSchema(Answer):
    """Something that a rule demands, and that was kept."""

    demand = f.text()
    otherwise = f.text("what it would have said of another such act", null=True)


class RuleAskedSchema(Answer):
    """A rule that bears on the event, and what it says of it."""

    id = f.text("null: it holds at every table", null=True)
    verdict = f.word(*VERDICTS, says="`open`: unseen tiles decide; `applies`: by this it is counted")
    severity = f.word(*SEVERITIES, null=True)
    wrong = f.texts("what was wrong, or is to be said")
    kept = f.parts(DemandSchema)
    text = f.text(null=True)
    reading = f.text(null=True)
    source = f.text(null=True)
    options = f.texts("that it reads")


class OptionInForceSchema(Answer):
    """An option of the rule set that matters here."""

    name = f.text()
    value = PublishedField({})
    default = PublishedField({})
    text = f.text()


class AssignmentSchema(Answer):
    """One way in which unseen tiles can be there."""

    tiles = PublishedField(_NUMBERS, "so many of each kind")
    why = f.text("how the act breaks a rule with them", absent=True)
    rule = f.text("the rule that it breaks", null=True, absent=True)


class UnseenSchema(Answer):
    """What the event depends on that nobody saw."""

    seat = f.seat()
    count = f.number("unseen tiles of the player", least=0)
    tried = f.flag("false: there are too many ways to name them all")
    proves = PublishedField(
        {"type": ["boolean", "null"]}, "the act is proved legal, or not; null: left open", null=True
    )
    later = f.flag("ways were left out that contradict the rest of the hand")
    whole = f.flag("the ways name the whole hand")
    shows = f.flag("the act shows the tiles that it needs")
    sure = f.flag("false: moves that are missing, or an earlier fault, leave the hand open; the rules kept silent")
    doubt = f.seq("from this event on the rest of the hand is not used: it contradicts itself there", null=True)
    example = f.part(AssignmentSchema, "one way that makes it legal, where not all are named", null=True)
    asked = f.number(
        "how often a search asked the rules that found neither a way nor a proof; null: there was none",
        least=0,
        null=True,
    )
    left = PublishedField(_NUMBERS, "of the kinds that matter, how many nobody has seen")
    least = PublishedField({"type": "array", "items": _NUMBERS}, "the fewest tiles that make it legal")
    legal = f.parts(AssignmentSchema)
    illegal = f.parts(AssignmentSchema)


class OutcomeSchema(Answer):
    """What the hand comes to in one reading of it, in points by seat."""

    label = f.text()
    winner = f.seat(null=True)
    washout = f.flag()
    no_win = f.flag("the hand declared last is none that wins")
    replayed = f.flag("the hand is void, and played again")
    announced = f.by_seat(INTEGER)
    computed = f.by_seat(INTEGER)
    paid = f.by_seat(INTEGER, null=True)
    due = f.by_seat(INTEGER, null=True)
    penalties = f.by_seat(INTEGER)
    gets = f.by_seat(INTEGER, "what each gets in all", null=True)
    worth = f.texts("how the winner's hand comes to its worth")
    why = f.text("why nothing can be computed", null=True)
    faults = f.parts(FindingSchema)
    difference = f.texts("against the first reading")


class NumberSchema(Answer):
    """A wrong number of tiles."""

    had = PublishedField({"type": "array", "items": INTEGER}, "the likeliest first; empty where it is not known")
    due = f.number()


class DeclaredSchema(Answer):
    """That the hand was declared dead at the table."""

    seq = f.seq()
    by = f.seat(null=True)
    proved = PublishedField(_MAYBE, "null: left open")


class ConsequenceSchema(Answer):
    """One thing that follows from a dead hand."""

    what = f.text()
    rule = f.text(null=True)
    amount = f.number("points in all", null=True)
    payments = PublishedField(
        {"type": "array", "items": {"type": "array", "items": {"anyOf": [SEAT, INTEGER]}, "minItems": 3}},
        "payer, payee, points",
    )
    recorded = f.word("right", "otherwise", "missing", null=True)
    at = f.seq(null=True)


class DeadHandSchema(Answer):
    """A hand that is dead, or was declared dead, or is fined like one."""

    hand = f.number(null=True)
    seat = f.seat()
    player = f.text(null=True)
    kind = f.word("count", "exposure", "false-mahjong", "call", "misnamed", "other")
    certain = f.seq("the event at which the record proves it", null=True)
    since = PublishedField(_SEQS, "it came about at one of the events from the first to the second", null=True)
    until = f.seq("from here on it was right again", null=True)
    contradicted = f.seq("here the record says otherwise", null=True)
    number = f.part(NumberSchema, null=True)
    act = f.seq("what was done", null=True)
    shown = f.seq("where the hand was laid down", null=True)
    cause = f.text("the finding that goes with it", null=True)
    basis = f.text("`rack` or `table`", null=True)
    claimed = f.text("what a misnamed discard was claimed for", null=True)
    misled = f.seat(null=True)
    declared = f.part(DeclaredSchema, null=True)
    dead = f.flag("the rules call the hand dead")
    rule = f.text(null=True)
    proved = f.flag()
    follows = f.parts(ConsequenceSchema)
    words = f.texts()


class ProvedIdSchema(Answer):
    """The id of an event of the dispute."""

    what = f.text()
    seq = f.seq()
    id = f.digest()


class ProofSchema(Answer):
    """The head of the log, as far as everybody may know it."""

    events = f.number(least=1)
    head = f.digest()
    short = f.text("the checkpoint, to be typed")
    ids = f.parts(ProvedIdSchema)


class DossierSchema(Answer):
    """Everything about a disputed event from which somebody who was not there can rule."""

    game = f.text("the game's id")
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    ruleset = f.part(DossierRulesSchema)
    place = f.text(null=True)
    table = f.text(null=True)
    hand = f.number("null before the first hand", null=True)
    round = f.seat("the prevailing wind", null=True)
    depth = f.word("full", "table", "result")
    over = f.flag("false while the hand is in progress: then it tells what the table sees")
    players = f.by_seat(_TEXT, "who sits where")
    names = f.by_player(_TEXT, "real names: none are told here")
    dispute = f.part(CaseSchema, "null where nobody has objected", null=True)
    others = f.parts(CaseSchema, "other objections to the same event")
    event = f.part(DisputedEventSchema)
    before = fields.Dict(
        values=fields.Nested(BoardSchema()),
        metadata={"description": f"the table just before, by view: {', '.join(VIEWS)}"},
    )
    legal = PublishedField(_MAYBE, "no rule refuses it; null: it cannot be judged")
    findings = f.parts(FindingSchema, "at the event")
    called = f.parts(FindingSchema, "at the call that it carries out")
    rules = f.parts(RuleAskedSchema, "the broken ones first")
    options = f.parts(OptionInForceSchema)
    possible = f.parts(SeatMovesSchema, "what the rules allowed at that moment")
    claims = f.texts("what each player could claim of the tile")
    certain = f.texts("what holds whatever the unseen tiles were")
    unsaid = PublishedField(_TEXTS, "what the record does not tell", key="unknown")
    unseen = f.part(UnseenSchema, "null where it depends on no unseen tile", null=True)
    outcomes = f.parts(OutcomeSchema, "as it stands, without the event, and as ruled; none while the hand goes on")
    dead = f.by_seat(_TEXT, "whose hand was dead by then, and why")
    dead_hands = f.parts(DeadHandSchema)
    proof = f.part(ProofSchema, "null where there is no head that may be told", null=True)
