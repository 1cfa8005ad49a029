"""The events of a game in words, and the table after one of them, as answers."""

from __future__ import annotations

from mjlog_schemas.api import base as f
from mjlog_schemas.api.asking import VIEWS
from mjlog_schemas.api.base import TILE, Answer, Paged, PublishedField
from mjlog_schemas.api.events import EVENT
from mjlog_schemas.api.games import READINGS, FindingSchema, LineNameSchema

_CLAIM = "chow, pung, kong, quint, sextet or mahjong"


class EventLineSchema(Answer):
    """An event in words."""

    seq = f.seq()
    hand = f.number("the hand that it belongs to", null=True)
    type = f.text("as the log has it; `fault` for a line that cannot be read")
    words = f.text("as the view that is asked for may see it")
    findings = f.number("how many there are at it", least=0)
    worst = f.word("error", "warning", "info", says="the gravest of them", null=True)
    url = f.url()


class EventListSchema(Paged):
    """A part of the events of a game, in words."""

    game = f.text("the game's id")
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    view = f.word(*VIEWS, says="that was asked for")
    events = f.parts(EventLineSchema)


# -- the board --------------------------------------------------------------------------------------------------


class DiscardSchema(Answer):
    """A discard."""

    tile = f.tile()
    seq = f.number("the event", least=0)
    claimed_by = f.seat(null=True)
    open = f.flag("it can still be claimed")


class LatestSchema(DiscardSchema):
    """The latest discard."""

    seat = f.seat(null=True)


class LaidSetSchema(Answer):
    """A set on the table, its tiles from left to right as it lies."""

    kind = f.text()
    tiles = f.tiles()
    concealed = f.flag()
    origin = f.text()
    claimed_from = f.seat("whose tile was claimed", null=True, key="from")
    turned = f.number("which tile is turned, from 0", null=True)
    seq = f.number("the event that laid it", least=0)
    stands_for = f.tile("what its jokers stand for", null=True)


class LinesLeftSchema(Answer):
    """The lines of the card that a hand can still be by its exposures."""

    basis = f.text()
    lines = f.parts(LineNameSchema)


class BoardSeatSchema(Answer):
    """One player's side of the table."""

    player = f.text()
    total = f.number("points", null=True)
    concealed = f.tiles("`??` for tiles that the view does not see")
    drawn = f.tile("which of them was drawn last, while a discard is due", null=True)
    sets = f.parts(LaidSetSchema)
    bonus = f.tiles()
    discards = f.parts(DiscardSchema)
    calling = f.flag()
    claims = f.text("what the player calls the latest discard for", null=True)
    shown = f.flag("the hand was shown")
    score = f.number(null=True)
    change = f.number(null=True)
    tiles = f.number("how many the player has", null=True)
    tiles_due = f.number("how many would be right, where another number is a fault", null=True)
    dead = f.text("why the hand is dead", null=True)
    chips = f.number(null=True)
    lines = f.part(LinesLeftSchema, null=True)


class GroupSchema(Answer):
    """A group of a hand of the card."""

    tiles = f.tiles()
    stands_for = f.tile(null=True)


class BoardLineSchema(LineNameSchema):
    """The line that the hand was won by."""

    groups = f.parts(GroupSchema)


class ParcelSchema(Answer):
    """Tiles that lie between two players."""

    giver = f.seat(key="from")
    taker = f.seat(key="to")
    tiles = f.tiles()
    blind = f.number(least=0)


class CharlestonSchema(Answer):
    """The Charleston, while it is played."""

    name = f.text("the pass that is made, or next", key="pass")
    done = f.texts("the passes that are over")
    passed = f.parts(ParcelSchema)
    waiting = f.seats("who has still to pass")
    refused_by = f.seat(null=True)


class DiceSchema(Answer):
    """A throw for the break."""

    purpose = f.text()
    seat = f.seat(null=True)
    total = f.number()
    dice = PublishedField({"type": "array", "items": {"type": "integer"}}, "empty where only their sum is known")


class BrokenSchema(Answer):
    """Where the wall was broken."""

    wall = f.seat()
    stack = f.number()


class WallSchema(Answer):
    """What is left of the wall."""

    size = f.number()
    live = f.number("tiles that can be drawn")
    dead = f.number("tiles set apart for replacements")
    sure = f.flag("false where moves were not recorded")
    broken = f.part(BrokenSchema, null=True)
    sides = f.by_seat({"type": "array", "items": {"type": "integer"}}, "tiles of each stack, from each builder's right")
    loose_on = f.by_seat({"type": "array", "items": {"type": "integer"}}, "stacks with loose tiles on them, from 1")
    dead_stacks = f.by_seat({"type": "array", "items": {"type": "integer"}}, "stacks of the dead wall, from 1")
    coming = f.tiles("still to be drawn, in the open view", absent=True)
    loose = f.tiles("still to be taken as replacements, in the open view", absent=True)


class BoardSchema(Answer):
    """The table as somebody sees it."""

    view = f.word(*VIEWS)
    hand = f.number()
    round = f.seat()
    depth = f.text()
    turn = f.seat(null=True)
    due = f.text("what is due next, in words")
    latest = f.part(LatestSchema, null=True)
    winner = f.seat(null=True)
    won_on = f.tile(null=True)
    won_from = f.seat(null=True)
    washout = f.flag()
    line = f.part(BoardLineSchema, null=True)
    charleston = f.part(CharlestonSchema, null=True)
    dice = f.parts(DiceSchema)
    wall = f.part(WallSchema)
    seats = f.parts_by_seat(BoardSeatSchema)


# -- what could be done -----------------------------------------------------------------------------------------


class MoveSchema(Answer):
    """An act that the rules allow, as it would be recorded."""

    event = PublishedField({"type": "object", "required": ["type"]})
    words = f.text()


class SeatMovesSchema(Answer):
    """All that one seat can do, acts of a kind together; `seat` null for what is nobody's act."""

    seat = f.seat(null=True)
    acts = f.texts()


class ClaimChanceSchema(Answer):
    """One kind of claim, for one player: whether it was possible, and why not."""

    kind = f.text(_CLAIM, key="for")
    verdict = f.word("allowed", "refused", "outranked", "unknown")
    sets = PublishedField(
        {"type": "array", "items": {"type": "array", "items": TILE}}, "the sets that it could be laid down as"
    )
    why = f.text("why not, or what it takes; empty where there is nothing to say")
    code = f.text("the finding that it would be", null=True)
    rule = f.text("the rule that refuses it", null=True)
    before = f.seat("whose call goes before", null=True)
    words = f.text()


class ClaimCallSchema(Answer):
    """A claim that was made."""

    kind = f.text(_CLAIM, key="for")
    seat = f.seat()
    seq = f.seq()


class ClaimsSchema(Answer):
    """What each player could have claimed of a tile, and what came of it."""

    seq = f.seq("the event that laid the tile")
    seat = f.seat("whose tile it was")
    tile = f.tile()
    kong = f.flag("it is the tile of a kong, that can be robbed")
    seats = f.lists_by_seat(ClaimChanceSchema, "every kind of claim, by player")
    called = f.parts(ClaimCallSchema, "in their order, without those taken back")
    taken = f.part(ClaimCallSchema, "the call by which the tile was got", null=True)
    words = f.texts("the same in words, a line a player, and what came of it")


class WaitSchema(Answer):
    """A tile that completes a hand."""

    tile = f.tile()
    left = f.number("so many of the kind its player sees nowhere", least=0)
    line = f.part(LineNameSchema, "of the score card", null=True)


class DiscardWaitsSchema(Answer):
    """What a hand would wait for once this tile is discarded."""

    tile = f.tile()
    left = f.number("how many tiles can come that complete the hand", least=0)
    waits = f.parts(WaitSchema)


class SeatWaitsSchema(Answer):
    """What a hand that is seen waits for."""

    seat = f.seat()
    waits = f.parts(WaitSchema, "between turns")
    discards = f.parts(DiscardWaitsSchema, "in turn, the best ones first")
    complete = f.flag("the hand is complete as it is")
    words = f.text()


class CorrectionStepSchema(Answer):
    """One correction of a place in the log."""

    seq = f.seq()
    of = f.seq("the event that it corrects", null=True)
    after = f.seq("the event after which it adds others", null=True)
    void = f.flag("nothing stands there any more")
    reason = f.text()
    agreed = f.texts("who agreed")
    at = f.text(null=True)
    instead = f.seq("it says that the correction was meant for this event", null=True)


class CorrectionSchema(Answer):
    """What became of an event, or what it stands for."""

    seq = f.seq("the event that was asked for")
    first = f.seq("the event that was written there first", null=True)
    written = f.text("what was written first, in words")
    stands = f.text("what stands now, in words")
    words = f.text("the whole story")
    corrections = f.parts(CorrectionStepSchema, "in their order")


class StepsSchema(Answer):
    """The seqs of other moments."""

    first = f.seq("of this hand")
    last = f.seq("of this hand")
    previous = f.seq(null=True)
    next = f.seq(null=True)
    previous_move = f.seq(null=True)
    next_move = f.seq(null=True)


class MomentSchema(Answer):
    """A game just after one event, as somebody sees it."""

    game = f.text("the game's id")
    log = f.word(*READINGS)
    as_of = f.seq("the event that was the last one then; null: as of now", null=True)
    seq = f.seq("the event that stands there; of one that was corrected, what stands in its place")
    hand = f.number(null=True)
    over = f.flag("the hand is over; while it is not, everybody has the table's view")
    view = f.word(*VIEWS, says="the view that is shown")
    event = PublishedField(EVENT, "null where the line cannot be read", null=True)
    words = f.text()
    findings = f.parts(FindingSchema)
    steps = f.part(StepsSchema)
    board = f.part(BoardSchema)
    possible = f.parts(SeatMovesSchema, "what the rules allow next, in short")
    moves = f.parts(MoveSchema, "the same, one by one")
    claims = f.part(ClaimsSchema, "null where the event belongs to no tile that could be claimed", null=True)
    waits = f.parts(SeatWaitsSchema, "of the hands that the view sees, and that lack one tile or are complete")
    correction = f.part(CorrectionSchema, "null where no correction is about the event", null=True)
    next = f.url(null=True)
    previous = f.url(null=True)
