"""What is made of one log: each output by its name, made when it is called."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from frozen import doors
from frozen.logs import Log
from frozen.room import placed, ran

Output = tuple[str, Callable[[], bytes]]
_NEAR = 2
_MOST_MOVES = 3
_CARD = "riverside-2026"
"""The score card that ships: hands of the sample games are those of it."""
_MOST_DOSSIERS = 3
_TIMES = 3


def outputs_of(log: Log) -> Iterator[Output]:
    """All of them; of logs of which there are many alike, what takes long is made of some."""
    kinds: dict[str, Callable[[Log], bytes]] = {"audit": _audit, "replay": _replay, "sheet": _sheet}
    if log.files is not None:
        kinds["input"] = _input
    if not _is_of(log, "rules/") or log.marks:
        kinds["stories"] = _stories
        if not log.is_short:
            kinds |= {"export": _export, "moves": _moves}
    if not _is_of(log, "foreign/", "mutants/") or "-two-" in log.name:
        kinds["shorthand"] = _shorthand
        if log.marks or _is_of(log, "games/", "mended/", "beside/"):
            kinds["dossier"] = _dossiers
    kinds |= {"score": _scores} if log.is_won else {}
    kinds |= {"as-recorded": _as_recorded, "as-of": _as_of} if log.is_corrected else {}
    kinds |= {"forms": _other_forms} if _is_of(log, "games/", "disputes/", "mended/") else {}
    kinds |= {"page": _page} if _is_of(log, "findings/not-", "findings/wrong-", "disputes/") else {}
    yield from ((f"{kind}/{log.name}", partial(make, log)) for kind, make in kinds.items())


def _is_of(log: Log, *beginnings: str) -> bool:
    """Whether the name of the log begins so."""
    return log.name.startswith(beginnings)


def _input(log: Log) -> bytes:
    """The log itself: where this differs, it is no wonder that all else does."""
    assert log.files is not None
    return b"".join(content for _name, content in sorted(log.files().items()))


def asked(log: Log, *words: str, stdin: str | None = None) -> bytes:
    """What a command says of a log, with the score cards that are at hand for it."""
    return ran(*words, *(word for card in log.cards for word in ("--card", card)), stdin=stdin)


def sections(runs: Iterable[tuple[str, bytes]]) -> bytes:
    """Several results in one output, each under its heading."""
    return b"".join(f"=== {heading}\n".encode() + result for heading, result in runs)


def commands(log: Log, *runs: tuple[str, ...]) -> bytes:
    """What several commands say of a log."""
    return sections((" ".join(words), asked(log, *words)) for words in runs)


# -- audit, sheet, export ---------------------------------------------------------------------------------------------


def _audit(log: Log) -> bytes:
    return asked(log, "audit", placed(log), "--json")


def _stories(log: Log) -> bytes:
    return asked(log, "audit", placed(log), "--stories", "--hands")


def _sheet(log: Log) -> bytes:
    return asked(log, "sheet", placed(log))


def _export(log: Log) -> bytes:
    return ran("export", placed(log))


def _shorthand(log: Log) -> bytes:
    return ran("export", placed(log), "--shorthand")


def _other_forms(log: Log) -> bytes:
    """What is left of a game: other forms of its sheet and log, its chain, its disputes, its rulings."""
    path = placed(log)
    chain = [("export", path, "--unchained"), ("checkpoint", path, "--json"), ("verify", path, "--json")]
    disputes = [("dispute", path), ("dispute", path, "--json")]
    return commands(
        log, ("sheet", path, "--format", "csv"), ("sheet", path, "--format", "html"),
        ("audit", path, "--ruled", "accept"), ("audit", path, "--newest-rules", "--json"),
    ) + sections((" ".join(words), ran(*words)) for words in [*chain, *disputes])  # fmt: skip


def _page(log: Log) -> bytes:
    """The report of an audit as a page, and dossiers of the marked events in other forms."""
    Path("page.html").unlink(missing_ok=True)
    told = asked(log, "report", placed(log), "--out", "page.html")
    page = Path("page.html").read_bytes()
    asked_for = [(seq, form) for seq in _disputed(log) for form in ("text", "html")]
    dossiers = [("dossier", log.path, str(seq), "--format", form) for seq, form in asked_for]
    return sections([("audit --html", told + page)]) + commands(log, *dossiers)


# -- moments ----------------------------------------------------------------------------------------------------------


def _replay(log: Log) -> bytes:
    return b"".join(doors.moments(placed(log), partial(_places, log.moments, log.marks), log.cards))


def _moves(log: Log) -> bytes:
    """What could be done at some of these moments: asking takes long."""
    few = log.moments // 4 if log.moments else 1 if log.name.startswith("rules/") else _MOST_MOVES
    return b"".join(doors.could_be_done(placed(log), partial(_places, few, ()), log.cards))


def _places(most: int | None, marks: tuple[int, ...], length: int) -> list[int]:
    """The places of so many events, evenly, of the last one, and of those around what is marked."""
    stride = 1 if most is None else max(1, length // most)
    near = {mark - 1 + step for mark in marks for step in range(-_NEAR, _NEAR + 1)}
    return [place for place in range(length) if place % stride == stride - 1 or place == length - 1 or place in near]


# -- disputes, and readings of other times ----------------------------------------------------------------------------


def _dossiers(log: Log) -> bytes:
    path = placed(log)
    return commands(log, *(("dossier", path, str(seq), "--format", "json") for seq in _disputed(log)))


def _disputed(log: Log) -> list[int]:
    """Events about which a dossier is made: the marked ones, else one in the last third of the log."""
    if log.marks:
        return [*log.marks[: 1 if log.is_short else _MOST_DOSSIERS]]
    return [max(1, _length(log) * 2 // 3)]


def _length(log: Log) -> int:
    return len(ran("export", placed(log), "--unchained").splitlines())


def _as_recorded(log: Log) -> bytes:
    path = placed(log)
    told = commands(log, ("audit", path, "--as-recorded", "--json"), ("sheet", path, "--as-recorded"))
    return told + b"".join(doors.moments(path, partial(_places, log.moments, log.marks), log.cards, as_recorded=True))


def _as_of(log: Log) -> bytes:
    """What the log said at a few times: before the last events, and where it was half and a third as long."""
    path, length = placed(log), _length(log)
    times = [str(seq) for seq in sorted({length - 1, length - 2, *(length * part // _TIMES for part in (1, 2))}) if seq]
    return commands(log, *(
        words for time in times for words in (
            ("audit", path, "--as-of", time, "--json"), ("sheet", path, "--as-of", time),
            ("replay", path, "--as-of", time, "--json"), ("dossier", path, str(int(time) // 2), "--as-of", time),
        )
    ))  # fmt: skip


# -- scores -----------------------------------------------------------------------------------------------------------


def _scores(log: Log) -> bytes:
    """The winners' hands, put to `mjlog score` as somebody would who reads them from the table."""
    start = json.loads(ran("export", placed(log), "--unchained").split(b"\n", 1)[0] or b"{}")
    ruleset = f"{start.get('ruleset')}@{start['version']}" if "version" in start else str(start.get("ruleset"))
    card = _CARD if start.get("ruleset") == "american" else None
    lines = [json.dumps(_request(won, start.get("options") or {}, card)) for won in doors.wins(placed(log), log.cards)]
    score = ("score", "--ruleset", ruleset, "--batch", "-", "--explain", "--json")
    return asked(log, *score, stdin="".join(f"{line}\n" for line in lines))


def _request(won: dict[str, Any], options: dict[str, Any], card: str | None) -> dict[str, Any]:
    """A winner's hand as `mjlog score` takes it."""
    seat = won["seats"][won["winner"]] if won["winner"] else {}
    sets = [
        {"kind": laid["kind"], "tiles": laid["tiles"], "concealed": laid["concealed"]} for laid in seat.get("sets", ())
    ]
    return {
        "seat": won["winner"], "round": won["round"], "concealed": seat.get("concealed"), "sets": sets,
        "bonus": seat.get("bonus"), "won": True, "tile": won["won_on"], "source": won["source"], "options": options,
        "card": card,
    }  # fmt: skip
