"""What if: from a moment of a game other acts than those that were done, judged by the rules as a log is.

The hand as somebody saw it is replayed up to that moment, and goes on with the acts: nothing is kept of it, unless
somebody writes a note. Of a hand in progress it starts from what lies on the table. Source: docs/do/reviewing.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from mjlog import events as ev
from mjlog.answers import Answer, GameId, Keeping, Kept, Seq, View, says
from mjlog.audit.game import Game, Hand
from mjlog.errors import RecordError
from mjlog.findings import Finding, Severity
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.reading import NotAnEventError, read_act
from mjlog.formats.shorthand.scene import scene_of
from mjlog.formats.shorthand.spelling import spelled
from mjlog.log.sight import View as Asked
from mjlog.log.sight import sight_name
from mjlog.rules import Bound
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.text import counted, list_words, quoted
from mjlog.tiles import Tile
from mjlog.views.claimable import claims_at
from mjlog.views.moment import by_seat, moves
from mjlog.views.seen import sight_in
from mjlog.views.waiting import prospects_at, waits_at
from mjlog.views.words import seat_name, tile_words, with_names, words

MOST_ACTS = 12
"""Acts of one variation."""
_OF_PLAY = (
    ev.Draw, ev.Discard, ev.Pass, ev.Claim, ev.Expose, ev.Kong, ev.KongReplacement, ev.Bonus, ev.BonusReplacement,
    ev.LayConcealed, ev.Name, ev.Mahjong, ev.Retract, ev.Fishing, ev.Show, ev.JokerExchange, ev.Charleston,
    ev.CharlestonStop, ev.Washout,
)  # fmt: skip
_FAULTS = (Severity.ERROR.value, Severity.WARNING.value)


class TriedAct(Answer):
    """An act that was tried."""

    text: Annotated[str, says("as it was typed")]
    words: str


class WhatIf(Keeping):
    """A variation: other acts than those of the log, and what the rules say of them."""

    game: GameId
    after: Annotated[Seq, says("the event that the acts follow, instead of what followed it")]
    view: Annotated[View, says("whose sight it is judged by; of a hand in progress the table's")]
    acts: tuple[TriedAct, ...]
    verdict: Literal["legal", "illegal"]
    findings: Annotated[tuple[Finding, ...], says("what the rules say of the acts")]
    then: Annotated[tuple[str, ...], says("what could be done then, as far as the view tells")]
    words: str

    table = Kept[Table]()
    """The table after the acts, as it is seen."""
    hand = Kept[Hand]()
    """The hand that it is tried in, of the game."""

    @property
    def typed(self) -> str:
        """All acts as they are typed."""
        return "; ".join(act.text for act in self.acts)

    @property
    def note(self) -> str:
        """What is written down, as an act of the recorder, to keep it."""
        return f"note what if after event {self.after}: {with_names(self.words, self.hand.seats)}"


class Choice(NamedTuple):
    """What could be done next: `text` as it is typed. `tile`: of a discard."""

    seat: Seat
    text: str
    words: str
    tile: Tile | None = None


def what_if(game: Game, place: int, text: str, view: Asked = "open") -> WhatIf:
    """What becomes of acts after the event at this place, as the recorder takes them: `discard S 5b; wp`.

    Raises:
        MjlogError: nothing is played there, the rules are not known, or an act cannot be read.
    """
    hand = game.hand_at(place)
    if not hand.has_play or not hand.start.frame.known_rules:
        why = "no hand has begun there" if not hand.has_play else "the rule set is not known"
        raise RecordError(f"nothing can be tried after event {game.seq_at(place)}: {why}", game.source)
    acts = [act.strip() for act in text.split(";") if act.strip()]
    if len(acts) > MOST_ACTS:
        raise NotAnEventError(f"{len(acts)} acts are too many to be tried: expected {MOST_ACTS} at the most")
    sight = sight_in(hand, view)
    tried = hand.seen_until(place - hand.first, sight).game
    known, last = len(tried.now.report.findings), game.seq_at(place)
    done, seq = list[TriedAct](), last
    actor: Seat | None = None
    for act in acts:
        phrases = []
        # Each event of an act is read where those before have happened.
        for number, fields in enumerate(read_act(act, scene_of(tried.now)), seq + 1):
            event, _body = event_of({**fields, "seq": number})
            if not isinstance(event, _OF_PLAY):
                expected = "expected one like `discard S 5b`, `sp`, `sm`"
                raise NotAnEventError(f"{quoted(act, 60)} is no act of play: {expected}")
            seq = number
            phrases.append(words(tried.now.table, event))
            tried.read([event])
            actor = getattr(event, "seat", None) or actor
        done.append(TriedAct(act, "; ".join(phrases)))
    findings = tuple(tried.now.report.findings[known:])
    faults = [finding for finding in findings if finding.severity in _FAULTS]
    table = tried.now.table
    then = () if faults else tuple(_then(hand.start.rules.bound, table, actor))
    return WhatIf(
        game.id, last, sight_name(sight), tuple(done), "illegal" if faults else "legal", findings, then,
        _words(done, faults, then),
    ).keeping(table=table, hand=hand)  # fmt: skip


def choices_after(tried: WhatIf) -> list[Choice]:
    """What the rules allow next of players whose hands are seen: discards, sets, kongs, wins."""
    table, bound = tried.table, tried.hand.start.rules.bound
    choices: list[Choice] = []
    for move in moves(bound, table):
        event = move.event
        if isinstance(event, ev.Discard | ev.Kong | ev.Mahjong | ev.LayConcealed | ev.JokerExchange):
            plain = event.tile if isinstance(event, ev.Discard) and not (event.riichi or event.calling) else None
            words_of_act = "; ".join(act for by_player in by_seat([move], tile_words) for act in by_player.acts)
            choices.append(Choice(event.seat, spelled(event), words_of_act, plain))
    for seat, chances in claims_at(bound, table).items():
        for chance in chances:
            for tiles in chance.sets if chance.verdict == "allowed" else ():
                laid: Any = ev.Expose(seq=1, seat=seat, kind=chance.kind, tiles=tiles)  # type: ignore[arg-type]
                call: Any = ev.Claim(seq=1, seat=seat, for_=chance.kind)  # type: ignore[arg-type]
                words_of_act = words(table, laid).removeprefix(f"{seat_name(seat)} ")
                choices.append(Choice(seat, f"{spelled(call)}-; {spelled(laid)}", words_of_act))
    return [choice for choice in choices if not table.place(choice.seat).unknown and table.place(choice.seat).sure]


def _then(bound: Bound, table: Table, actor: Seat | None) -> Iterator[str]:
    """What could be done after the acts: the hand of who acted, then what others could claim."""
    for waits in waits_at(table):
        if waits.seat is actor and waits.waits:
            worth = [wait for wait in waits.waits if wait.drawn is not None or wait.claimed is not None]
            phrases = [f"{tile_words(wait.tile)} ({wait.left or 'none'} left)" for wait in worth or waits.waits]
            name = seat_name(actor)
            if worth:
                yield f"{name} could then win on {list_words(phrases)}"
            else:
                yield f"{name} would then wait for {list_words(phrases)}, and have too little to win with any"
        elif waits.seat is actor and waits.discards:
            yield waits.words
    for far in prospects_at(table):
        if far.seat is actor:
            draws = far.draws or (far.discards[0].draws if far.discards else None)
            live = f", with {draws.left} live tiles" if draws is not None else ""
            yield f"{seat_name(actor)} would be {counted(far.away, 'tile')} from ready{live}"
    for seat, chances in claims_at(bound, table).items():
        kinds = [chance.kind for chance in chances if chance.verdict == "allowed"]
        if "mahjong" in kinds:
            yield f"{seat_name(seat)} could win with it"
        elif kinds:
            yield f"{seat_name(seat)} could claim it for {list_words([f'a {kind}' for kind in kinds])}"


def _words(done: Sequence[TriedAct], faults: Sequence[Finding], then: Sequence[str]) -> str:
    """The variation in a sentence."""
    phrases = "; ".join(tried_act.words for tried_act in done) or "nothing else"
    if faults:
        words_of = (f"{finding.message} [{finding.rule or finding.code}]" for finding in faults)
        return f"{phrases}: illegal: {'; '.join(words_of)}"
    return f"{phrases}: {'; '.join(('legal', *then))}"
