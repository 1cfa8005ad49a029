"""What is asked of every append, whatever the store: bodies, places in the log, keys; and the chain.

The chain is computed anew from what is stored: where does it differ from what was appended?
Source: docs/understand/chain.md#how-an-id-is-made.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from mjlog.chain import GENESIS, chain, chain_id, event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.store.values import KEEP, GameInfo, Head, Keep, NotFoundError, Origin, StoredEvent, StoreFault

MAX_BODY = 4 * 1024 * 1024
"""The longest event in bytes; a rule set in full, the longest there is, may have a quarter of it."""
MAX_DRAFT = MAX_BODY
"""The longest draft in bytes."""
MAX_NAME = 1000
"""The longest game id, key or file name, in characters."""
_SHOWN = 300
# Where msgspec's sorted JSON may differ from RFC 8785: fractions and exponents, and keys beyond the basic plane.
_BEYOND_BASIC_PLANE = re.compile(rb"[\xf0-\xf7]")
_ENCODER = msgspec.json.Encoder(order="sorted")
# A number with a point or an exponent becomes a text, and so is never written again as it was.
_DECODER = msgspec.json.Decoder(float_hook=str)


class StoredRow(msgspec.Struct, frozen=True, gc=False):
    """An event ready to be stored; `id` in hex."""

    seq: int
    id: str
    body: bytes


def shown(body: bytes | str, longest: int = _SHOWN) -> str:
    """A body as it may stand in a message: cut, on one line, nothing in it that a terminal would obey."""
    text = body if isinstance(body, str) else body[: 4 * longest].decode("utf-8", "replace")
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text[: longest + 1])
    return text if len(text) <= longest else text[: longest - 1] + "…"


def checked_name(what: str, name: str) -> str:
    """The game id, key or file name, if it can be stored.

    Raises:
        StoreError: it is empty, too long or no text.
    """
    if not name or len(name) > MAX_NAME:
        raise StoreError(f"a {what} has 1 to {MAX_NAME} characters, not {len(name)}")
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise StoreError(f"the {what} {shown(name)} holds half a character (a lone surrogate)") from None
    return name


def is_name(name: str) -> bool:
    """Whether something can be called so; see `checked_name`."""
    try:
        checked_name("name", name)
    except StoreError:
        return False
    return True


def checked_bodies(game: str, bodies: Sequence[bytes]) -> int:
    """The seq of the first body; the others follow it without a gap.

    Raises:
        StoreError: there is nothing, or a body is not canonical, or does not follow the one before.
    """
    if not bodies:
        raise StoreError(f"game {shown(game)}: there is nothing to append")
    first = _checked_body(game, bodies[0])
    for place, body in enumerate(bodies):
        seq = first if place == 0 else _checked_body(game, body)
        if seq != first + place:
            raise StoreError(f"game {shown(game)}: event {first + place - 1} is followed by seq {seq}: {shown(body)}")
    return first


def _checked_body(game: str, body: bytes) -> int:
    if len(body) > MAX_BODY:
        raise StoreError(f"game {shown(game)}: an event of {len(body)} bytes is too long (at most {MAX_BODY})")
    # The fields of a body that is the canonical JSON of an object without chain fields
    try:
        fields = canonical_fields(body)
    except (ValueError, RecursionError) as error:
        raise StoreError(f"game {shown(game)}: an event is not JSON ({error}): {shown(body)}") from None
    if fields is None:
        raise StoreError(f"game {shown(game)}: an event is not canonical JSON without id and prev: {shown(body)}")
    seq = fields.get("seq")
    if type(seq) is not int or not 1 <= seq < 2**53:
        raise StoreError(f"game {shown(game)}: an event needs a seq (1, 2, 3 …): {shown(body)}")
    if fields.get("type") == "game-start" and seq == 1 and fields.get("game") != game:
        raise StoreError(f"the log of game {shown(str(fields.get('game')))} cannot be stored as {shown(game)}")
    return seq


def canonical_fields(body: bytes) -> dict[str, Any] | None:
    """The fields of an event, if this is the canonical JSON of an object without `id` and `prev`; else None.

    Raises:
        ValueError, RecursionError: it is no JSON.
    """
    fields: Any = _DECODER.decode(body)
    is_same = _ENCODER.encode(fields) == body
    if not is_same or (not body.isascii() and _BEYOND_BASIC_PLANE.search(body)):
        fields = json.loads(body)
        is_same = isinstance(fields, dict) and event_body(fields) == body
    return fields if is_same and isinstance(fields, dict) and "id" not in fields and "prev" not in fields else None


def checked_draft(game: str, content: bytes | Keep | None) -> None:
    """Whether this can be the draft of a game.

    Raises:
        StoreError: it is too long.
    """
    if isinstance(content, bytes) and len(content) > MAX_DRAFT:
        raise StoreError(f"game {shown(game)}: a draft of {len(content)} bytes is too long (at most {MAX_DRAFT})")


def checked_origins(bodies: Sequence[bytes], origins: Sequence[Origin | None] | None) -> Sequence[Origin | None]:
    """The origins, as many as there are bodies; none at all where none are given.

    Raises:
        StoreError: there are more or fewer, or a file name cannot be stored.
    """
    if origins is None:
        return ()
    if len(origins) != len(bodies):
        raise StoreError(f"{len(bodies)} events came with {len(origins)} origins")
    for source in {origin.source for origin in origins if origin is not None}:
        checked_name("file name", source)
    return origins


def refuse_unless_next(game: str, end: Head, first: int, expected_last: int | None, there: bytes | None) -> None:
    """An append begins right after the end that its writer has seen. `there`: the body stored at `first`.

    Raises:
        ConflictError: another writer was first.
        StoreError: events are missing in between.
    """
    if expected_last is not None and expected_last != end.seq:
        seen = f"this writer had seen {expected_last}"
    elif first <= end.seq:
        seen = f"event {first} was to be added"
    elif first > end.seq + 1:
        raise StoreError(f"game {shown(game)} has {end.seq} events: the next one is {end.seq + 1}, not {first}")
    else:
        return
    holds = f"; event {first} is {shown(there)}" if there is not None else ""
    raise ConflictError(
        f"another writer was first: game {shown(game)} has {end.seq} events, {seen}{holds}: "
        f"nothing was stored; read what is there, then append from {end.seq + 1}"
    )


def refuse_unless_seen(game: str, end: Head, expected_last: int | None) -> None:
    """A draft is kept by whoever has seen the end of the log.

    Raises:
        ConflictError: another writer was first.
    """
    if expected_last is not None and expected_last != end.seq:
        raise ConflictError(
            f"another writer was first: game {shown(game)} has {end.seq} events, this writer had seen "
            f"{expected_last}: the draft is left as it was; read what is there, then keep it again"
        )


def refuse_unless_this_draft(game: str, there: bytes | None, expected: bytes | Keep | None) -> None:
    """A draft is replaced by whoever has seen it.

    Raises:
        ConflictError: another writer was first.
    """
    if expected is not KEEP and expected != there:
        raise ConflictError(
            f"another writer was first: what is in pencil in game {shown(game)} is not what this writer had seen: "
            "nothing was stored; read what is there, then write again"
        )


def refuse_other_use(key: str, game: str, bodies: Sequence[bytes], stored_game: str, stored: Sequence[bytes]) -> None:
    """A key stands for one append for ever.

    Raises:
        ConflictError: it was used for another one; both are shown.
    """
    if game == stored_game and list(bodies) == list(stored):
        return
    from mjlog.store.checkpoints import around  # only for the message

    then, now = around(b" ".join(stored), b" ".join(bodies))
    raise ConflictError(
        f"the key {shown(key)} was used before for something else: nothing was stored; "
        f"stored then, in game {shown(stored_game)}: {shown(then, 2 * _SHOWN)}; "
        f"sent now, for game {shown(game)}: {shown(now, 2 * _SHOWN)}"
    )


def refuse_other_log(game: str, bodies: Sequence[bytes], stored: Sequence[bytes]) -> None:
    """A whole game is imported once.

    Raises:
        ConflictError: a log of this name differs, and from where on.
    """
    if list(bodies) == list(stored):
        return
    from mjlog.store.checkpoints import first_difference  # only for the message

    differs = first_difference(stored, bodies)
    same = len(stored) if differs is None else differs.seq - 1
    raise ConflictError(
        f"another log of game {shown(game)} is here: it has {len(stored)} events, the new one {len(bodies)}; "
        f"they agree up to event {same}; nothing was stored"
    )


def chained(end: Head, bodies: Sequence[bytes]) -> list[StoredRow]:
    """The bodies with their seqs and ids, following the end of a log."""
    ids = chain(bodies, end.id)
    return [
        StoredRow(seq, event_id, body)
        for seq, (event_id, body) in enumerate(zip(ids, bodies, strict=True), end.seq + 1)
    ]


def game_info(
    game: str, end: Head, first_body: bytes | None, last_body: bytes | None, corrections: Sequence[bytes] = ()
) -> GameInfo:
    """What a list says of a game. `corrections`: the bodies of those of its log, where the game-start is among them."""
    fields = _fields_of(first_body or b"{}")
    if fields.get("type") != "game-start":
        fields = {}
    if fields and corrections:
        fields = _as_corrected(first_body or b"", corrections) or fields
    hidden = False
    if last_body is not None and b'"decision":"hidden"' in last_body:
        from mjlog.log.corrections import hides  # where there may be something to hide

        hidden = hides(_fields_of(last_body))
    players, session = fields.get("players"), fields.get("session")
    return GameInfo(
        game=game,
        ruleset=_text(fields.get("ruleset")),
        last=end.seq,
        head=end.id,
        players=tuple(name for name in players if isinstance(name, str)) if isinstance(players, list) else (),
        place=_text(fields.get("place")),
        table=_text(fields.get("table")),
        at=_text(fields.get("at")),
        hidden=hidden,
        tournament=_text(fields.get("tournament")),
        session=session if isinstance(session, int) else None,
    )


def _fields_of(body: bytes) -> dict[str, Any]:
    """The fields of an event; none where it cannot be read."""
    try:
        fields = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _as_corrected(first_body: bytes, corrections: Sequence[bytes]) -> dict[str, Any]:
    """The fields of a game-start as corrected; none where it cannot be read."""
    from mjlog.events import Correction, GameStart, decode_event, encode_event
    from mjlog.log.corrections import start_as_corrected  # where there is something to correct

    events = []
    for body in (first_body, *corrections):
        try:
            events.append(decode_event(body))
        except (ValueError, RecursionError):
            continue
    start, made = events[0] if events else None, [event for event in events if isinstance(event, Correction)]
    return _fields_of(encode_event(start_as_corrected(start, made))) if isinstance(start, GameStart) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def no_such_game(game: str, games: Iterable[str]) -> NotFoundError:
    """The error for a game that is not here, with the names that are nearest to it."""
    near = difflib.get_close_matches(game, list(games), n=3)
    hint = f"; did you mean {' or '.join(map(shown, near))}?" if near else ""
    return NotFoundError(f"there is no game {shown(game)} here{hint}")


def no_such_event(game: str, seq: int, end: Head) -> NotFoundError:
    """The error for an event that is not in its log."""
    return NotFoundError(f"game {shown(game)} has the events 1 to {end.seq}: there is no event {seq}")


# -- the chain --------------------------------------------------------------------------------------------------------


class _Place(msgspec.Struct):
    """As much of an event as says where it stands."""

    seq: int


class _Beginning(msgspec.Struct):
    """As much of a first event as says which game it begins."""

    type: str
    game: str | None = None


_PLACES = msgspec.json.Decoder(_Place)
_BEGINNINGS = msgspec.json.Decoder(_Beginning)
_UNREADABLE = (ValueError, RecursionError)
NOTHING = Head(0, GENESIS)
"""The end of a log of which nothing is there."""


class ChainCheck:
    """Checks the rows of one log, fed in order; `faults` grows, one fault for one change.

    A changed body is reported where it is, and the check goes on from the id stored for it. An id that was
    changed by itself is reported there too; what follows may continue from either id.
    """

    def __init__(self, game: str, after: Head = NOTHING, *, only_ids: bool = False) -> None:
        """`after`: up to there the log was checked. `only_ids`: how an event is written is left to whoever reads it
        next, as audits do: half the time."""
        self.game = game
        self._only_ids = only_ids
        self.faults: list[StoreFault] = []
        self._seq = after.seq
        self._prev: tuple[str, ...] = (after.id,)

    def feed(self, rows: Iterable[StoredRow | StoredEvent]) -> None:
        """Checks the next rows."""
        for row in rows:
            if row.seq < 1:
                self._fault(row.seq, "seq-gap", f"a row stands before the first event, in the place of event {row.seq}")
                continue
            follows = row.seq == self._seq + 1
            if row.seq == 1:
                self._check_game(row)
            if follows and chain_id(self._prev[0], row.body) == row.id and (self._only_ids or _is_event(row)):
                self._prev = (row.id,)
                self._seq = row.seq
                continue
            if not follows:
                seq = row.seq
                missing = f"events {self._seq + 1} to {seq - 1} are" if seq - self._seq > 2 else f"event {seq - 1} is"
                words = f"{missing} missing" if seq > self._seq else f"event {seq} stands after event {self._seq}"
                self._fault(seq, "seq-gap", words)
            self._check_place(row)
            self._check_id(row, follows)
            self._seq = row.seq

    def end(self, stored_to: int) -> list[StoreFault]:
        """All faults, once the last row was fed. `stored_to`: the last seq that other tables know of."""
        if stored_to > self._seq:
            words = f"the log ends at event {self._seq}, but event {stored_to} had been stored"
            self._fault(self._seq + 1, "seq-gap", words)
        elif not self._seq:
            self._fault(1, "seq-gap", "the game was begun, and none of its events is there")
        return self.faults

    def broken_off(self, why: str) -> list[StoreFault]:
        """All faults of a log that cannot be read to its end, and why not."""
        self._fault(self._seq + 1, "chain-broken", why)
        return self.faults

    def _check_game(self, row: StoredRow | StoredEvent) -> None:
        """A log is stored as the game that its first event says."""
        with suppress(*_UNREADABLE):
            begun = _BEGINNINGS.decode(row.body)
            if begun.type == "game-start" and begun.game != self.game:
                words = f"the log is stored as game {shown(self.game)}, but it begins game {shown(begun.game or '')}"
                self._fault(1, "chain-broken", words)

    def _check_place(self, row: StoredRow | StoredEvent) -> None:
        try:
            seq = _PLACES.decode(row.body).seq
        except _UNREADABLE:
            self._fault(row.seq, "bad-json", f"event {row.seq} is no event: {shown(row.body)}")
            return
        if seq != row.seq:
            self._fault(row.seq, "seq-gap", f"event {row.seq} says that it is event {seq}")

    def _check_id(self, row: StoredRow | StoredEvent, follows: bool) -> None:
        if not follows:  # the id before it is not known
            self._prev = (row.id,)
            return
        computed = ""
        for prev in self._prev:
            computed = chain_id(prev, row.body)
            if computed == row.id:
                self._prev = (row.id,)
                # An id is that of the canonical JSON; an event that is no JSON at all was reported.
                with suppress(*_UNREADABLE):
                    if canonical_fields(row.body) is None:
                        words = f"event {row.seq} is not written as events are (canonical JSON without id and prev)"
                        self._fault(row.seq, "chain-broken", f"{words}: {shown(row.body)}")
                return
        words = f"event {row.seq} is not what was stored: its id is {shown(row.id) or 'missing'}, computed {computed}"
        self._fault(row.seq, "chain-broken", words)
        self._prev = (row.id, computed)

    def _fault(self, seq: int, code: str, message: str) -> None:
        self.faults.append(StoreFault(self.game, seq, code, message))


def _is_event(row: StoredRow | StoredEvent) -> bool:
    """Whether this is canonical JSON of an event for this place."""
    try:
        fields = canonical_fields(row.body)
    except _UNREADABLE:
        return False
    return fields is not None and fields.get("seq") == row.seq
