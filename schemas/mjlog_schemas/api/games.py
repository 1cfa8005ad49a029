"""Games, hands, findings, the score sheet and running totals, as answers."""

from __future__ import annotations

from typing import Any

from mjlog_schemas.api import base as f
from mjlog_schemas.api.base import Answer, Paged, PublishedField

INTEGER: dict[str, Any] = {"type": "integer"}
INTEGER_OR_NULL: dict[str, Any] = {"type": ["integer", "null"]}
OUTCOMES = ("won", "wash-out", "void", "unfinished", "in progress")
READINGS = ("corrected", "recorded")
SEVERITIES = ("error", "warning", "info")


class RuledSchema(Answer):
    """How an event was ruled on at the table."""

    seq = f.seq("the ruling")
    dispute = f.seq("the dispute that it is a ruling on")
    decision = f.text("in a word, like `upheld` or `dismissed`", null=True)
    text = f.text()


class FindingSchema(Answer):
    """One thing that is wrong, or worth knowing, at the event where it became certain."""

    code = f.text("what it means: `/api/v1/codes/CODE`")
    severity = f.word(*SEVERITIES)
    seq = f.seq("the event", null=True)
    line = f.number("the line of the file that it was read from", null=True)
    hand = f.number("the hand", null=True)
    seat = f.text("the player at fault", null=True)
    rule = f.text("the rule that is broken", null=True)
    message = f.text("what was done, by whom, why not, where")
    expected = PublishedField({}, "what would be right", absent=True)
    found = PublishedField({}, "what was found", absent=True)
    ruled = f.part(RuledSchema, "where a ruling holds on a dispute about the event", absent=True)


class CountsSchema(Answer):
    """How many findings there are, by severity."""

    error = f.number(least=0)
    warning = f.number(least=0)
    info = f.number(least=0)


class FindingListSchema(Paged):
    """A part of the findings of a game."""

    game = f.text("the game's id")
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    findings = f.parts(FindingSchema)


class SummarySchema(Answer):
    """What the rules say of a game, in short."""

    hands = f.number(least=0)
    errors = f.number(least=0)
    warnings = f.number(least=0)
    live = f.flag("a hand is in progress")


class GameLineSchema(Answer):
    """A game in the list."""

    game = f.text("the game's id")
    players = f.texts("handles, as the first event names them")
    ruleset = f.text(null=True)
    place = f.text(null=True)
    table = f.text(null=True)
    at = f.text("when it began", null=True)
    events = f.number("how many events its log has", least=0)
    summary = f.part(SummarySchema, "null: there was no time to replay it yet; ask again", null=True)
    url = f.url()


class GameListSchema(Paged):
    """A part of the games, in the order in which they were begun here."""

    games = f.parts(GameLineSchema)


class RuleSetNamedSchema(Answer):
    """The rule set that a game is played by. `title` and `digest` are null where it is not known here."""

    id = f.text(null=True)
    title = f.text(null=True)
    version = f.text("as the log states it", null=True)
    digest = f.text("of the version that the game is judged by", null=True)
    options = PublishedField({"type": "object"}, "as the log states them")


class CardNamedSchema(Answer):
    """The score card that a game names."""

    id = f.text()
    title = f.text(null=True)
    lines = f.number(null=True)
    private = f.flag("of a purchased card nothing is told but label and value of lines that were won")


class HeadSchema(Answer):
    """The end of a log: it stands for all that was written down until then."""

    seq = f.number(least=0)
    id = f.digest("of that event")


class LineNameSchema(Answer):
    """A line of a score card."""

    label = f.text()
    value = f.number("points", null=True)


class ScoreComparedSchema(Answer):
    """A score as it was announced, and as it is computed."""

    recorded = f.number(null=True)
    computed = f.number(null=True)


class SettlementComparedSchema(Answer):
    """What was paid, and what is computed, in points by seat."""

    recorded = f.by_seat(INTEGER, null=True)
    computed = f.by_seat(INTEGER, null=True)


class HandLineSchema(Answer):
    """A hand in short. Of a hand in progress no result is told."""

    hand = f.number("its number in the game", null=True)
    place = f.number("which hand of the log it is, from 1: a void hand and its replay have one number", least=1)
    round = f.seat("the prevailing wind", null=True)
    seats = f.by_seat({"type": "string"}, "who sits where")
    depth = f.word("full", "table", "result", says="how much was written down")
    first = f.seq("its first event")
    last = f.seq("its last event")
    over = f.flag("nothing of it needs to be hidden any more")
    outcome = f.word(*OUTCOMES)
    winner = f.seat(null=True)
    line = f.part(LineNameSchema, "of the score card", null=True)
    scores = f.parts_by_seat(ScoreComparedSchema, null=True)
    settlement = f.part(SettlementComparedSchema, null=True)
    totals_before = f.by_player(INTEGER, "points before it, where they are known", null=True)
    totals_after = f.by_player(INTEGER, "points after it, where they are known", null=True)
    findings = f.part(CountsSchema)
    url = f.url(null=True)


class HandListSchema(Paged):
    """A part of the hands of a game."""

    game = f.text("the game's id")
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    hands = f.parts(HandLineSchema)


class GameLinksSchema(Answer):
    """Where everything else of a game is."""

    hands = f.url()
    events = f.url()
    findings = f.url()
    sheet = f.url()
    totals = f.url()
    disputes = f.url()
    stored = f.url()
    log = f.url()
    page = f.url("to look at it in a browser")


class GameSchema(Answer):
    """A game."""

    game = f.text("its id")
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    players = f.texts("in seat order of the first hand")
    ruleset = f.part(RuleSetNamedSchema)
    card = f.part(CardNamedSchema, null=True)
    events = f.number("the seq of its last event", least=0)
    live = f.flag("a hand is in progress")
    public_to = f.number("the last event whose stored form everybody may read", least=0)
    head = f.part(HeadSchema, "of the log up to `public_to`; null where the stored log is damaged, or empty", null=True)
    totals = f.by_player(INTEGER_OR_NULL, "points after the last hand that is over; null: not known")
    findings = f.part(CountsSchema)
    early = f.parts(FindingSchema, "what was found before the first hand")
    hands = f.parts(HandLineSchema, "the first thousand at most")
    links = f.part(GameLinksSchema)


class ItemSchema(Answer):
    """One item of a score."""

    name = f.text()
    points = f.number()
    doubles = f.number()
    limit = f.number("hundredths of the limit")
    rule = f.text()
    tiles = f.text()


class NotCountedSchema(Answer):
    """What a player might have expected of a score."""

    name = f.text()
    rule = f.text()
    why = f.text("why it does not count")


class ExplainedSchema(Answer):
    """Where a score comes from."""

    total = f.number("null for a win that is not complete", null=True)
    points = f.number("of the face value, before any limit")
    doubles = f.number()
    uncapped = f.number("points x 2^doubles")
    limit = f.text("the limit hand that was taken", null=True)
    complete = f.flag()
    reason = f.text("why there is no total", null=True)
    items = f.parts(ItemSchema, "what was counted")
    set_aside = f.parts(ItemSchema, "what a limit hand replaced")
    not_counted = f.parts(NotCountedSchema, "what a player might have expected")
    arrangement = f.texts("the sets that were counted")
    words = f.texts("the same, line by line")


class PaymentSchema(Answer):
    """What one seat pays to another."""

    payer = f.seat()
    payee = f.seat()
    amount = f.number()


class PaymentsSchema(Answer):
    """Who pays whom, as computed."""

    payments = f.parts(PaymentSchema)
    change = f.by_seat(INTEGER, "what it makes for each seat")


class HandSchema(HandLineSchema):
    """A hand, with its scores explained."""

    game = f.text("the game's id")
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    explained = f.parts_by_seat(ExplainedSchema, "the scores that are computed")
    payments = f.part(PaymentsSchema, null=True)
    found = f.parts(FindingSchema, "the findings of the hand")
    events_url = f.url("its events in words")


class TotalsRowSchema(Answer):
    """The totals after one hand."""

    hand = f.number(null=True)
    round = f.seat(null=True)
    last = f.seq("the last event of the hand")
    outcome = f.word(*OUTCOMES)
    change = f.by_player(INTEGER_OR_NULL, "by settlement and penalties")
    totals = f.by_player(INTEGER_OR_NULL)


class TotalsSchema(Answer):
    """The running totals of a game, hand by hand: what a chart of it shows. Totals begin at 0; null: not known."""

    game = f.text("the game's id")
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    players = f.texts()
    rows = f.parts(TotalsRowSchema)


class SheetCellSchema(Answer):
    """One player's part of a hand, in points; null where it is not known."""

    player = f.text()
    seat = f.seat(null=True)
    announced = f.number(null=True)
    computed = f.number(null=True)
    wrong = f.flag("the announced score is not the right one")
    change = f.number("by the settlement", null=True)
    penalties = f.number("received less paid")
    total = f.number("after the hand", null=True)


class SheetFindingSchema(Answer):
    """An error or a warning on the sheet."""

    code = f.text()
    severity = f.word(*SEVERITIES)
    seq = f.seq(null=True)
    rule = f.text(null=True)
    message = f.text()


class ShareSchema(Answer):
    """A share of a fine."""

    player = f.text()
    amount = f.number()


class SheetPenaltySchema(Answer):
    """A fine."""

    hand = f.number(null=True)
    seq = f.seq()
    player = f.text("who pays")
    amount = f.number()
    to = f.parts(ShareSchema)
    reason = f.text()


class SheetHandSchema(Answer):
    """A row of the sheet."""

    hand = f.number(null=True)
    round = f.seat(null=True)
    outcome = f.word(*OUTCOMES)
    east = f.text(null=True)
    winner = f.text(null=True)
    winner_seat = f.seat(null=True)
    source = f.text("of the winning tile", null=True)
    discarder = f.text(null=True)
    discarder_seat = f.seat(null=True)
    worth = f.text("the limit hand, or the line of the card", null=True)
    cells = f.parts(SheetCellSchema)
    findings = f.parts(SheetFindingSchema)
    penalties = f.parts(SheetPenaltySchema)
    corrections = f.number("how many touched the hand", least=0)
    restated = f.flag("totals were stated anew when it began")


class OptionSetSchema(Answer):
    """An option that is not what the rule set says by itself."""

    name = f.text()
    value = f.text()


class SheetSchema(Answer):
    """The score sheet of a game. Texts are as they may be printed."""

    game = f.text()
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    ruleset = f.text(null=True)
    title = f.text(null=True)
    version = f.text(null=True)
    options = f.parts(OptionSetSchema)
    card = f.text(null=True)
    place = f.text(null=True)
    table = f.text(null=True)
    date = f.text(null=True)
    by_card = f.flag("hands are those of a score card")
    players = f.texts()
    hands = f.parts(SheetHandSchema)
    early = f.parts(SheetFindingSchema)
    totals = f.by_player(INTEGER_OR_NULL)
    stated = f.by_player(INTEGER_OR_NULL, "what the end of the game states, where that differs", null=True)
    next_east = f.text(null=True)
    whole = f.flag("no line of the log is missing or unreadable")
    live = f.flag("a hand is in progress")
    head = f.part(HeadSchema, "of the log, as it is printed on the sheet", null=True)
