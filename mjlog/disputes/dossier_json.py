"""The dossier as an answer, with keys that stay: so `mjlog dossier --format json` prints it, and the API tells it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from mjlog.answers import Answer, AsOf, BySeat, Count, Depth, Digest, GameId, Numbers, Seq, plain, says
from mjlog.audit.dead import DeadHand
from mjlog.disputes.applicable_rules import RuleAsked
from mjlog.disputes.dossier import Dossier, OptionInForce, Proof
from mjlog.disputes.outcome import Outcome
from mjlog.disputes.recorded import Recorded
from mjlog.disputes.register import CaseInfo
from mjlog.disputes.unseen import Assignment, Tiles, Unseen
from mjlog.disputes.why import Silent
from mjlog.disputes.wording import difference_words
from mjlog.findings import Finding
from mjlog.seats import Seat
from mjlog.tiles import TILES, Tile
from mjlog.views.corrected import CorrectionNote
from mjlog.views.dead_words import dead_hand_words
from mjlog.views.moves import SeatMoves
from mjlog.views.plain import BoardAnswer, board_answer


class DossierRules(Answer):
    """The rule set in force; null where it is not known."""

    id: str | None
    title: str | None
    version: str | None
    digest: Annotated[Digest | None, says("of the version that the game is judged by")]


class NearAnswer(Answer):
    """What happened round the event, in words."""

    seq: Seq
    until: Annotated[Seq, says("the last of several events that one line tells")]
    words: str


class DisputedEvent(Answer):
    """The event that is disputed."""

    seq: Seq
    type: Annotated[str, says("as the log has it; `fault` for a line that cannot be read")]
    words: str
    read: Annotated[bool, says("false where nothing is read there any more")]
    recorded: tuple[Recorded, ...]
    correction: Annotated[CorrectionNote | None, says("null where no correction is about it")]
    near: list[NearAnswer]


class AssignmentAnswer(Answer):
    """One way in which unseen tiles can be there."""

    tiles: Annotated[Numbers, says("so many of each kind")]
    why: Annotated[str | UnsetType, says("how the act breaks a rule with them")] = UNSET
    rule: Annotated[str | UnsetType | None, says("the rule that it breaks")] = UNSET


class UnseenAnswer(Answer):
    """What the event depends on that nobody saw."""

    seat: Seat
    count: Annotated[Count, says("unseen tiles of the player")]
    tried: Annotated[bool, says("false: there are too many ways to name them all")]
    proves: Annotated[bool | None, says("the act is proved legal, or not; null: left open")]
    later: Annotated[bool, says("ways were left out that contradict the rest of the hand")]
    whole: Annotated[bool, says("the ways name the whole hand")]
    shows: Annotated[bool, says("the act shows the tiles that it needs")]
    sure: Annotated[
        bool, says("false: moves that are missing, or an earlier fault, leave the hand open; the rules kept silent")
    ]
    doubt: Annotated[
        Seq | None, says("from this event on the rest of the hand is not used: it contradicts itself there")
    ]
    example: Annotated[AssignmentAnswer | None, says("one way that makes it legal, where not all are named")]
    asked: Annotated[
        Count | None,
        says("how often a search asked the rules that found neither a way nor a proof; null: there was none"),
    ]
    left: Annotated[Numbers, says("of the kinds that matter, how many nobody has seen")]
    least: Annotated[list[Numbers], says("the fewest tiles that make it legal")]
    legal: list[AssignmentAnswer]
    illegal: list[AssignmentAnswer]


class OutcomeAnswer(Outcome):
    """What a hand comes to in one reading of it, in points by seat; null where nothing is recorded, or computed."""

    difference: Annotated[list[str], says("against the first reading")]


class DeadHandAnswer(DeadHand):
    """A hand that is dead by the rules, or was declared dead, or has done what the rules fine like that."""

    words: list[str]


class DossierAnswer(Answer):
    """Everything about a disputed event from which somebody who was not there can rule."""

    game: GameId
    as_of: AsOf
    ruleset: DossierRules
    place: str | None
    table: str | None
    hand: Annotated[int | None, says("null before the first hand")]
    round: Annotated[Seat | None, says("the prevailing wind")]
    depth: Depth
    over: Annotated[bool, says("false while the hand is in progress: then it tells what the table sees")]
    players: Annotated[BySeat[str], says("who sits where")]
    names: Annotated[dict[str, str], says("real names: none are told here")]
    dispute: Annotated[CaseInfo | None, says("null where nobody has objected")]
    others: Annotated[tuple[CaseInfo, ...], says("other objections to the same event")]
    event: DisputedEvent
    before: Annotated[dict[str, BoardAnswer], says("the table just before, by view: table, open, E, S, W, N")]
    legal: Annotated[bool | None, says("no rule refuses it; null: it cannot be judged")]
    findings: Annotated[tuple[Finding, ...], says("at the event")]
    called: Annotated[tuple[Finding, ...], says("at the call that it carries out")]
    rules: Annotated[tuple[RuleAsked, ...], says("the broken ones first")]
    silent: Annotated[tuple[Silent, ...], says("rules that say nothing of it for another fault")]
    options: tuple[OptionInForce, ...]
    possible: Annotated[tuple[SeatMoves, ...], says("what the rules allowed at that moment")]
    claims: Annotated[tuple[str, ...], says("what each player could claim of the tile")]
    certain: Annotated[tuple[str, ...], says("what holds whatever the unseen tiles were")]
    unknown: Annotated[tuple[str, ...], says("what the record does not tell")]
    unseen: Annotated[UnseenAnswer | None, says("null where it depends on no unseen tile")]
    outcomes: Annotated[
        list[OutcomeAnswer], says("as it stands, without the event, and as ruled; none while the hand goes on")
    ]
    dead: Annotated[BySeat[str], says("whose hand was dead by then, and why")]
    dead_hands: list[DeadHandAnswer]
    proof: Annotated[Proof | None, says("null where there is no head that may be told")]


def dossier_json(one: Dossier) -> dict[str, Any]:
    """The dossier as plain JSON values."""
    fields: dict[str, Any] = plain(dossier_answer(one))
    return fields


def dossier_answer(one: Dossier) -> DossierAnswer:
    """Everything that the dossier says. Seats are letters, tiles codes, points whole numbers."""
    return DossierAnswer(
        game=one.game,
        as_of=one.as_of,
        ruleset=DossierRules(one.ruleset, one.title, one.version, one.digest),
        place=one.place,
        table=one.table,
        hand=one.hand,
        round=one.round,
        depth=one.depth,
        over=one.is_over,
        players=one.seats,
        names=dict(one.names),
        dispute=one.case,
        others=one.others,
        event=DisputedEvent(
            seq=one.seq,
            type=one.type,
            words=one.words,
            read=one.is_read,
            recorded=one.recorded,
            correction=one.correction,
            near=[NearAnswer(line.seq, line.until, line.words) for line in one.near],
        ),
        before={name: board_answer(board) for name, board in one.boards.items()},
        legal=one.legal,
        findings=one.findings,
        called=one.called,
        rules=one.rules,
        silent=one.silent,
        options=one.options,
        possible=one.moves,
        claims=one.claims,
        certain=one.certain,
        unknown=one.unknown,
        unseen=None if one.unseen is None else _unseen(one.unseen),
        outcomes=[_outcome(outcome, one.outcomes[0]) for outcome in one.outcomes],
        dead=dict(one.dead),
        dead_hands=[DeadHandAnswer(**asdict(each), words=dead_hand_words(each)) for each in one.dead_hands],
        proof=one.proof,
    )


def _unseen(one: Unseen) -> UnseenAnswer:
    return UnseenAnswer(
        seat=one.seat,
        count=one.count,
        tried=one.tried,
        proves=one.proves,
        later=one.by_later,
        whole=one.is_whole,
        shows=one.shows,
        sure=one.is_sure,
        doubt=one.doubt,
        example=None if one.example is None else _assignment(one.example),
        asked=one.asked,
        left=_tiles(one.matter),
        least=[_tiles(tiles) for tiles in one.least],
        legal=[_assignment(each) for each in one.legal],
        illegal=[_assignment(each) for each in one.illegal],
    )


def _assignment(one: Assignment) -> AssignmentAnswer:
    tiles = _tiles(one.tiles)
    return AssignmentAnswer(tiles, one.why, one.rule) if one.why else AssignmentAnswer(tiles)


def _tiles(tiles: Tiles) -> dict[Tile, int]:
    return {TILES[kind]: number for kind, number in tiles}


def _outcome(one: Outcome, first: Outcome) -> OutcomeAnswer:
    return OutcomeAnswer(**asdict(one), difference=[] if one is first else difference_words(first, one))
