"""Disputes and rulings are appended to a game; with a ruling the corrections and the penalties that follow from it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.disputes.case import CaseInfo, disputes_in
from mjlog.errors import MjlogError, NotationError
from mjlog.findings import codes_that
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.scene import Fields
from mjlog.recording.game import RecordedGame, stored_event
from mjlog.seats import Seat
from mjlog.sources import stored_game
from mjlog.store import SqliteStore, open_store
from mjlog.text import as_command, counted, did_you_mean, list_words, quoted, shown, whole_number

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf

Made = tuple[ev.Event, bytes]
"""An event, and its body as it is stored."""
_NOT_KEPT = ("seq", "id", "prev")


class OpenGame(msgspec.Struct):
    """A game of a database that something is appended to."""

    store: SqliteStore
    game: str
    bodies: list[bytes]
    replayed: Game
    cards: CardShelf

    @property
    def next_seq(self) -> int:
        """The number of the event that is appended next."""
        return len(self.bodies) + 1

    @property
    def cases(self) -> list[CaseInfo]:
        """The disputes of the game."""
        return disputes_in(self.replayed)

    def hand_of(self, seq: int) -> Hand:
        """The hand that an event belongs to.

        Raises:
            MjlogError: the game has no such event.
        """
        last = len(self.bodies)
        if not 1 <= seq <= last:
            words = f"there is no event {seq}: {shown(self.game)} has the events 1 to {last} (nothing was stored)"
            raise MjlogError(words)
        return self.replayed.hand_at(self.replayed.place_of(seq) or 0)

    def append(self, made: Sequence[Made]) -> None:
        """Store events, all or none, where nobody else has stored one since.

        Raises:
            ConflictError: somebody has; nothing was stored.
        """
        self.store.append(self.game, [body for _event, body in made], expected_last=len(self.bodies))

    def with_added(self, made: Sequence[Made]) -> Game:
        """The game as it would be with these events behind it."""
        game = self.replayed.fork()
        game.go_on([(event, None) for event, _body in made])
        return game


@contextmanager
def open_game(path: Path, game: str, cards: CardShelf) -> Iterator[OpenGame]:
    """A game of the database at a path, to be written to.

    Raises:
        MjlogError: there is no such database or game, or an event of it cannot be read.
    """
    with open_store(path, create=False) as store:
        bodies = store.bodies(game)
        for body in bodies:
            stored_event(game, body)
        yield OpenGame(store, game, bodies, Game(stored_game(store, game, str(store.path)), cards=cards), cards)


def seat_of(hand: Hand, seat: str | None, player: str | None) -> Seat | None:
    """The seat of who objects, in the hand that the event belongs to; None where nobody is named.

    Raises:
        MjlogError: nobody sits there, or the player does not sit at the table in that hand.
    """
    if seat is not None:
        if Seat[seat] not in hand.seats:
            raise MjlogError(f"{seat}: nobody sits there in {_hand_words(hand)} (nothing was stored)")
        return Seat[seat]
    if player is None:
        return None
    named_seat = next((seat_named for seat_named, name in hand.seats.items() if name == player), None)
    if named_seat is None:
        names = list(hand.seats.values())
        meant = did_you_mean(player, names)
        there = f"{list_words([shown(name) for name in names])} sit there" if names else "nobody sits there yet"
        hint = f"; did you mean {shown(meant)}?" if meant else ""
        raise MjlogError(f"{quoted(player)} plays no part in {_hand_words(hand)}: {there}{hint} (nothing was stored)")
    return named_seat


def _hand_words(hand: Hand) -> str:
    return f"hand {hand.number}" if hand.number is not None else "what comes before the first hand"


def made_of(fields: Mapping[str, Any]) -> Made:
    """The event, and as it is stored; fields that are None are left out.

    Raises:
        NotAnEventError: the fields make no event.
    """
    return event_of({name: value for name, value in fields.items() if value is not None})


def the_case(open_game: OpenGame, seq: int) -> CaseInfo:
    """The dispute that is to be ruled on: its own number, or that of an event with one open dispute about it.

    Raises:
        MjlogError: the event is no dispute, and none is open about it, or several are.
    """
    open_game.hand_of(seq)
    cases = open_game.cases
    named = next((case for case in cases if case.seq == seq), None)
    if named is not None:
        return named
    about = [case for case in cases if case.on == seq]
    waiting = [case for case in about if case.is_open] or about
    if len(waiting) == 1:
        return waiting[0]
    if waiting:
        numbers = list_words([str(case.seq) for case in waiting])
        raise NotationError(f"the disputes {numbers} are about event {seq}: say on which of them you rule")
    raise NotationError(
        f"event {seq} is no dispute, and nobody has objected to it: `{as_command('dispute', open_game.game, seq)} "
        '"…"` opens one (nothing was stored)'
    )


# -- what follows -----------------------------------------------------------------------------------------------------


Change = tuple[int, str | None, bool]
"""A correction: the event that it is about, what is to be read (None: nothing), and whether that stands after it."""
Fine = tuple[str, int, str]
"""The seat, points, and for what."""


class Consequence(msgspec.Struct, frozen=True):
    """What is to follow. `shares`: whom the fine of a seat goes to, where that is not to all others alike.

    `reason`: why something is corrected; empty for the text of the ruling. `agreed`: who agreed to it.
    """

    changes: Sequence[Change] = ()
    penalties: Sequence[Fine] = ()
    shares: Sequence[tuple[str, str]] = ()
    reason: str = ""
    agreed: Sequence[str] = ()


def changes_of(
    void: Sequence[int], replace: Sequence[tuple[int, str]], insert: Sequence[tuple[int, str]]
) -> list[Change]:
    """All corrections, in the order of the events that they are about.

    Raises:
        NotationError: two of them say what stands in the place of one event.
    """
    instead: list[Change] = [(seq, None, False) for seq in void] + [(seq, text, False) for seq, text in replace]
    for seq, number in Counter(change[0] for change in instead).items():
        if number > 1:
            raise NotationError(
                f"event {seq} is corrected {number} times: one --void or one --replace of it is expected; --replace "
                "takes several events (nothing was stored)"
            )
    return sorted([*instead, *((seq, text, True) for seq, text in insert)], key=lambda change: (change[0], change[2]))


def with_payments(wanted: Consequence, due: Mapping[int, str]) -> Consequence:
    """What is to follow, and payments that take the place of others. `due`: what is paid, as it is typed, by event."""
    changes = [*wanted.changes, *((seq, typed, False) for seq, typed in due.items())]
    return replace(wanted, changes=sorted(changes, key=lambda change: (change[0], change[2])))


def made_by_ruling(game: OpenGame, case: CaseInfo, ruling: Fields, wanted: Consequence) -> list[Made]:
    """The ruling and what follows from it, in their order.

    Raises:
        MjlogError: what is to follow cannot be; nothing was stored.
    """
    seq = game.next_seq
    made = [made_of({"seq": seq, "type": "ruling", "on": case.seq, **ruling})]
    common = {"on": seq, **{name: ruling.get(name) for name in ("at", "recorder")}}
    why = {"reason": wanted.reason or ruling.get("text"), "agreed": list(wanted.agreed) or None}
    for change in wanted.changes:
        # Each is read at the game as the ones before it leave it.
        target, text, is_after = change
        game.hand_of(target)
        events = [] if text is None else list(_events(game, made, change))
        if not events and text is not None:
            nothing = "there is nothing to be read there; expected events"
            if not is_after:
                nothing = f"nothing stands in its place; expected events, or --void {target}"
            option = "--insert-after" if is_after else "--replace"
            raise NotationError(f"{option} {target}: {nothing} (nothing was stored)")
        fields = {"type": "correction", "after" if is_after else "of": target, "events": events, **why}
        made.append(made_of({**common, **fields, "seq": seq + len(made)}))
    for fine in _penalties(game, case.on or 0, wanted):
        fields = {**fine, **why} if fine["type"] == "correction" else fine
        made.append(made_of({**common, **fields, "seq": seq + len(made)}))
    # A reason, and who agreed, are written into corrections; nowhere else is a place for them
    given = "--reason" if wanted.reason else "--agreed" if wanted.agreed else None
    if given is not None and not any(isinstance(event, ev.Correction) for event, _body in made):
        raise NotationError(
            f"{given} is of a correction, and nothing is corrected: expected --void, --replace or --insert-after with "
            "it (nothing was stored)"
        )
    return made


def _events(game: OpenGame, made: Sequence[Made], change: Change) -> Iterator[Fields]:
    """The events that are typed: JSON, an object or several, or short hand as of `mjlog add`."""
    text = (change[1] or "").strip()
    if not text:
        return
    if not text.startswith(("{", "[")):
        target, _text, is_after = change
        bodies = [*game.bodies, *(body for _event, body in made)]
        recorder = RecordedGame(str(game.store.path), game.game, bodies, game.cards)
        acts = " ".join(text.split())
        if " -- " in f" {acts} ":
            raise NotationError(
                f"{quoted(acts)}: what stands behind -- belongs to the whole ruling: expected --reason and --agreed "
                "(nothing was stored)"
            )
        (fields,) = recorder.read(f"fix {'after ' if is_after else ''}{target} {acts}")
        events = fields["events"]
        assert isinstance(events, list)
        yield from events
        return
    try:
        given: Any = json.loads(text, parse_int=whole_number)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{quoted(text)} is not JSON: {shown(str(error), 200)} (nothing was stored)") from None
    for item in given if isinstance(given, list) else [given]:
        if not isinstance(item, dict):
            raise NotationError(f"{quoted(item)} is no event: an object with a type is expected (nothing was stored)")
        fields = {name: value for name, value in item.items() if name not in _NOT_KEPT}
        made_of({**fields, "seq": 1})
        yield fields


def _penalties(game: OpenGame, target: int, wanted: Consequence) -> Iterator[Fields]:
    """Fines, by the seats of the hand in dispute. In a hand that is over they are read at its end."""
    if not wanted.penalties:
        _refuse_shares(wanted)
        return
    hand = game.hand_of(target)
    if not hand.has_play:
        raise MjlogError(f"event {target} comes before the first hand: nobody can be fined there (nothing was stored)")
    shares = dict(wanted.shares)
    _refuse_shares(wanted)
    rules = game.replayed.rules
    nobodys = rules is not None and rules.plan.family.fines_go_to_nobody
    fines = []
    for seat, amount, reason in wanted.penalties:
        if not reason.strip():
            raise NotationError(f"--penalty {seat} {amount}: for what? expected words (nothing was stored)")
        if Seat[seat] not in hand.seats:
            raise MjlogError(f"{seat}: nobody sits there in that hand (nothing was stored)")
        to: dict[str, int] | None = {} if nobodys else None
        if shares.get(seat) is not None:
            to = _shares(hand.seats, seat, amount, shares[seat])
        fine = {"type": "penalty", "seat": seat, "amount": amount, "to": to, "reason": reason.strip()}
        fines.append({name: value for name, value in fine.items() if value is not None})
    # The event after which a fine of a hand is read; None for the hand that the game has come to
    last_hand = game.replayed.hands[-1]
    end = next(iter(game.replayed.places_of(ev.GameEnd, hand=hand)), None if hand is last_hand else hand.end)
    last = None if end is None else game.replayed.seq_at(end - 1)
    if last is None:
        yield from fines
    else:
        yield {"type": "correction", "after": last, "events": fines}


def _refuse_shares(wanted: Consequence) -> None:
    """Each --penalty-to is about the one fine of its seat."""
    fined, named = Counter(seat for seat, *_ in wanted.penalties), Counter(seat for seat, _ in wanted.shares)
    for seat in named:
        if fined[seat] != 1 or named[seat] > 1:
            raise NotationError(
                f"--penalty-to {seat}: {counted(fined[seat], 'fine')} of {seat} and "
                f"{counted(named[seat], 'way')} to share; expected one of each (nothing was stored)"
            )


_SHARE = re.compile(r"([ESWN])=(\d{1,16})", re.ASCII)


def _shares(seats: dict[Seat, str], payer: str, amount: int, text: str) -> dict[str, int]:
    """Whom a fine goes to: `W=167,N=167,E=166`."""
    matches = [_SHARE.fullmatch(part.strip()) for part in text.split(",")]
    shares = {match[1]: int(match[2]) for match in matches if match is not None}
    if None in matches or len(shares) != len(matches):
        raise NotationError(
            f"{quoted(text)} does not say whom the fine goes to: like W=167,N=167,E=166 is right (nothing was stored)"
        )
    wrong = next((seat for seat in shares if seat == payer or Seat[seat] not in seats), None)
    if wrong is not None:
        why = "pays the fine" if wrong == payer else "is nobody's seat in that hand"
        raise NotationError(f"{quoted(text)}: {wrong} {why} (nothing was stored)")
    if sum(shares.values()) != amount:
        raise NotationError(
            f"{quoted(text)} is {sum(shares.values())} in all, and the fine is {amount} (nothing was stored)"
        )
    return shares


# -- what cannot be ------------------------------------------------------------------------------------------------


def refuse_trouble(game: OpenGame, after: Game) -> None:
    """What follows must be something that can be read, of this game, and of what was played in it.

    `after`: the game with the ruling and all that follows from it.

    Raises:
        MjlogError: it is not.
    """
    findings = (finding for hand in after.hands for finding in hand.report.findings)
    added_faults = (finding for finding in findings if (finding.seq or 0) >= game.next_seq)
    bad = next((finding for finding in added_faults if finding.code in codes_that("unreadable")), None)
    if bad is not None:
        raise MjlogError(f"{shown(bad.message, 400)} (nothing was stored)")
    if after.places_of(ev.GameStart) not in ([0], game.replayed.places_of(ev.GameStart)):
        raise NotationError("a game begins with one game-start, and has no other (nothing was stored)")
    # A ruling closes its dispute: it opens none, and takes back neither one nor a ruling.
    old, new = _said(game.replayed), _said(after)
    lost = next((seq for seq in old if seq not in new), None)
    added = next((seq for seq in new if seq not in old and seq != game.next_seq), None)
    if lost is not None:
        raise NotationError(
            f"event {lost} is a {old[lost]}, which no ruling takes back: it corrects what was played and counted; "
            f"`{as_command('add', game.game)} 'fix {lost} void -- why'` makes it void, where it was a slip "
            "(nothing was stored)"
        )
    if added is not None:
        raise NotationError(
            f"a {new[added]} does not follow from a ruling: `mjlog {new[added]}` writes one down (nothing was stored)"
        )


def _said(game: Game) -> dict[int, str]:
    """The disputes and rulings that are read, by the seq under which they stand."""
    return {row.seq: row.type for row in (*game.all_of(ev.Dispute), *game.all_of(ev.Ruling))}


def strangers_in(game: Game, agreed: Sequence[str]) -> list[str]:
    """Those who are to have agreed, and play no part in the game."""
    players = {player for hand in game.hands for player in hand.seats.values()} | set(game.players)
    return [name for name in agreed if name not in players]
