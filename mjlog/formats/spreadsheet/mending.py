"""A table that was imported before, and says something else now: the corrections that make its game say so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import SequenceMatcher

from mjlog import events as ev
from mjlog.formats.shorthand.fixing import plain_fields
from mjlog.formats.shorthand.scene import Fields
from mjlog.log.corrections import CorrectedLog
from mjlog.log.records import Fault

_REMARKS = Fault | ev.Note | ev.Dispute | ev.Ruling
"""What no table says, and what stays whatever it says."""


def mending(there: Sequence[ev.Event], wanted: Sequence[ev.Event], reason: str) -> list[Fields]:
    """The corrections after which a log reads like the one that is wanted; none where it does already.

    Each is of one event of the log, in whose place is read what stands between its neighbours now.
    """
    log = CorrectedLog((event, None) for event in there)
    rows = [row for row, _where in log.rows() if not isinstance(row, _REMARKS)]
    places = [place.seq if (place := log.place(row.seq)) is not None else row.seq for row in rows]
    old, new = [_content(row) for row in rows], [_content(event) for event in wanted]
    says: dict[int, list[int]] = {place: [] for place in places}
    for kind, first, end, begin, until in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            for at in range(end - first):
                says[places[first + at]].append(begin + at)
        else:
            says[places[max(0, first - (kind == "insert"))]] += range(begin, until)
    return [
        {"type": "correction", "of": place, "events": [plain_fields(wanted[at]) for at in now], "reason": reason}
        for place, now in says.items()
        if [new[at] for at in now] != [old[at] for at in range(len(rows)) if places[at] == place]
    ]


def _content(event: ev.Event) -> str:
    return json.dumps(plain_fields(event), sort_keys=True)
