"""What of a long dossier stands on paper: as much as two sheets hold. The text and the JSON have everything.

Each list is cut where it is told that there is more, and what: nothing is left out in silence.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.disputes.dossier import Dossier
from mjlog.disputes.recorded import Recorded
from mjlog.disputes.wording import (
    dispute_words,
    numbered,
    proof_lines,
    recorded_words,
    ruling_words,
    standing_words,
)  # fmt: skip
from mjlog.text import counted, shown

_MOST_OBJECTIONS = 4
_MOST_RULINGS = 3
_MOST_RECORDED = 4
_MOST_IDS = 6
_LONGEST = 160
"""Characters of a text that is not the one that the dossier is about."""
_LINES = 220
"""Characters of an event as it was written down: its words stand on the page already."""
_MUCH = 1500
_PLURALS = {"penalty": "penalties"}


def is_long(one: Dossier) -> bool:
    """Whether so much is said of the dispute that it is printed small."""
    own = 0 if one.case is None else len(one.case.text)
    said = [*rulings_on_paper(one), *objections_on_paper(one)]
    return own + sum(map(len, said)) > _MUCH


def objections_on_paper(one: Dossier) -> list[str]:
    """The other objections to the event, and how they stand: the first of them shortened, the rest by number."""
    cases = one.others if len(one.others) <= _MOST_OBJECTIONS else one.others[: _MOST_OBJECTIONS - 1]
    told = [f"{dispute_words(one, case)}: “{shown(case.text, _LONGEST)}” ({standing_words(case)})" for case in cases]
    rest = one.others[len(cases) :]
    return [*told, *([numbered("dispute", [case.seq for case in rest])] if rest else [])]


def rulings_on_paper(one: Dossier) -> list[str]:
    """The rulings on the dispute: the one that holds in full, those before it shortened, the earliest by number."""
    rulings = one.case.rulings if one.case is not None else ()
    first = max(0, len(rulings) - _MOST_RULINGS)
    earliest = [numbered("ruling", [ruling.seq for ruling in rulings[:first]]).capitalize()] if first else []
    return [
        *(f"Before: {words}" for words in earliest),
        *(shown(ruling_words(ruling), _LONGEST) for ruling in rulings[first:-1]),
        *(ruling_words(ruling) for ruling in rulings[-1:]),
    ]


def recorded_on_paper(one: Dossier) -> tuple[list[tuple[Recorded, str]], str]:
    """The events as they were written down, all but the disputed one shortened; and which more of them the log has."""
    first = one.recorded if len(one.recorded) <= _MOST_RECORDED + 1 else one.recorded[:_MOST_RECORDED]
    rest = one.recorded[len(first) :]
    more = ", ".join(_by_kind([(part.what, part.seq) for part in rest]))
    told = [recorded_words(part) if part.seq == one.seq else shown(recorded_words(part), _LINES) for part in first]
    return list(zip(first, told, strict=True)), more


def _by_kind(events: list[tuple[str, int]]) -> Iterator[str]:
    for what in dict.fromkeys(what for what, _seq in events):
        yield numbered(what, [seq for kind, seq in events if kind == what], _PLURALS.get(what, ""))


def proof_on_paper(one: Dossier) -> list[str]:
    """The head of the log, how to check it, and the first ids: all events stand behind the head."""
    head, ids = proof_lines(one)
    if len(ids) <= _MOST_IDS + 1:
        return [*head, *ids]
    more = counted(len(ids) - _MOST_IDS, "more event")
    return [*head, *ids[:_MOST_IDS], f"The ids of {more} of this dispute: mjlog dossier --format json"]
