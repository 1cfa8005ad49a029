"""From the server's messages to events: every message that means something on the table becomes one.

Four draws of a block of the deal are one event, and the lines of a hand laid down are one `show`; all other events
are one message. Passes and losing claims are kept. What cannot be read is a `Fault` with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mjlog.formats.xmj.breakdown import UnreadableError
from mjlog.formats.xmj.ending import EndConverter
from mjlog.formats.xmj.header import Header
from mjlog.formats.xmj.messages import SILENT, Message
from mjlog.formats.xmj.reading import MalformedError
from mjlog.log.records import Fault, Row
from mjlog.text import shown

MOST_FAULTS = 50
"""Unreadable lines of one file that are reported; after them the rest of the file is passed over."""


class HandConverter(EndConverter):
    """Turns a whole hand history, message by message, into rows."""

    def read(self, message: Message) -> None:
        """Turn one message into events."""
        try:
            handler = _HANDLERS.get(message.name)
            if handler is not None and message.name not in _IN_THE_DEAL:
                self.end_deal(message.line)
            if handler is not None:
                handler(self, message)
            elif message.name not in SILENT:
                raise MalformedError("bad-event", f"no message {shown(message.name)!r} is known", message.line)
        except MalformedError as error:
            self.fault(error.code, str(error), error.line)
        except UnreadableError as error:
            line = message.lines[error.index] if error.index < len(message.lines) else message.line
            self.fault("bad-field", f"{message.name}: {shown(error.text)!r} is no item of it", line)


_IN_THE_DEAL = ("PlayerDraws", "PlayerDrawsLoose", "WashOut")
"""After any other message of the play the deal is over, with however many tiles."""
_HANDLERS: dict[str, Callable[[HandConverter, Message], None]] = {
    "PlayerDraws": HandConverter.draws,
    "PlayerDrawsLoose": HandConverter.draws_loose,
    "PlayerDeclaresSpecial": HandConverter.declares_special,
    "PlayerDiscards": HandConverter.discards_tile,
    "PlayerDoesntClaim": HandConverter.passes,
    "PlayerClaimsPung": HandConverter.claims,
    "PlayerClaimsKong": HandConverter.claims,
    "PlayerClaimsChow": HandConverter.claims,
    "PlayerClaimsMahJong": HandConverter.claims,
    "PlayerPungs": HandConverter.takes_set,
    "PlayerKongs": HandConverter.takes_set,
    "PlayerChows": HandConverter.takes_set,
    "PlayerPairs": HandConverter.takes_set,
    "PlayerSpecialSet": HandConverter.forms_special,
    "DangerousDiscard": HandConverter.dangerous,
    "PlayerDeclaresClosedKong": HandConverter.makes_kong,
    "PlayerAddsToPung": HandConverter.makes_kong,
    "PlayerRobsKong": HandConverter.mahjongs,
    "PlayerMahJongs": HandConverter.mahjongs,
    "PlayerFormsClosedPung": HandConverter.forms_closed,
    "PlayerFormsClosedChow": HandConverter.forms_closed,
    "PlayerFormsClosedPair": HandConverter.forms_closed,
    "PlayerFormsClosedSpecialSet": HandConverter.forms_special,
    "PlayerShowsTiles": HandConverter.shows_tiles,
    "WashOut": HandConverter.washes_out,
    "HandScore": HandConverter.hand_score,
    "Settlement": HandConverter.settles,
}


def convert(header: Header, messages: Iterator[Message], source: str) -> list[Row]:
    """The rows of the play of one hand, after its header."""
    converter = HandConverter(header, source)
    last = 1
    faults = 0
    for message in messages:
        last = message.line
        before = len(converter.rows)
        converter.read(message)
        faults += sum(1 for row, _where in converter.rows[before:] if isinstance(row, Fault))
        if faults >= MOST_FAULTS:
            converter.fault("bad-event", f"{faults} lines could not be read: the rest of the file is passed over", last)
            break
    rows = converter.finish(last)
    header.next_seq = converter.seq
    return rows
